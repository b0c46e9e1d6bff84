//! Dominators: which blocks lie on every path to a block.

use super::flow::Block;

/// The dominator tree (Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm").
pub struct Dominators {
    /// Position of each block in reverse postorder; none for unreachable ones.
    order: Vec<Option<usize>>,
    /// The block at each position.
    blocks: Vec<usize>,
    /// Immediate dominator by position; the entry has itself.
    immediate: Vec<usize>,
    /// Depth in the dominator tree by position.
    depth: Vec<u32>,
}

impl Dominators {
    /// Finds the dominators of all blocks that can be reached from the first.
    pub fn new(blocks: &[Block]) -> Dominators {
        let postorder = postorder(blocks);
        let count = postorder.len();
        let mut order = vec![None; blocks.len()];
        for (position, &block) in postorder.iter().rev().enumerate() {
            order[block] = Some(position);
        }
        let mut predecessors = vec![Vec::new(); count];
        for &block in &postorder {
            for &successor in blocks[block]
                .successors
                .iter()
                .chain(&blocks[block].handlers)
            {
                if let (Some(from), Some(to)) = (order[block], order[successor]) {
                    predecessors[to].push(from);
                }
            }
        }
        let mut immediate: Vec<Option<usize>> = vec![None; count];
        immediate[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for position in 1..count {
                let mut best = None;
                for &predecessor in &predecessors[position] {
                    if immediate[predecessor].is_some() {
                        best =
                            Some(best.map_or(predecessor, |b| common(&immediate, b, predecessor)));
                    }
                }
                if best != immediate[position] {
                    immediate[position] = best;
                    changed = true;
                }
            }
        }
        let immediate: Vec<usize> = immediate.into_iter().map(|i| i.unwrap_or(0)).collect();
        let mut depth = vec![0; count];
        for position in 1..count {
            depth[position] = depth[immediate[position]] + 1;
        }
        Dominators {
            order,
            blocks: postorder.into_iter().rev().collect(),
            immediate,
            depth,
        }
    }

    /// Whether a block can be reached from the first.
    pub fn is_reachable(&self, block: usize) -> bool {
        self.order[block].is_some()
    }

    /// Whether every path to a block passes another.
    pub fn dominates(&self, dominator: usize, block: usize) -> bool {
        let (Some(dominator), Some(mut at)) = (self.order[dominator], self.order[block]) else {
            return false;
        };
        while self.depth[at] > self.depth[dominator] {
            at = self.immediate[at];
        }
        at == dominator
    }

    /// The blocks that can be reached, each after its immediate dominator (which the first has not).
    pub fn pairs(&self) -> impl Iterator<Item = (usize, Option<usize>)> + '_ {
        self.blocks.iter().enumerate().map(|(position, &block)| {
            let above = (position > 0).then(|| self.blocks[self.immediate[position]]);
            (block, above)
        })
    }
}

fn common(immediate: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        // A dominator has a smaller position, so the larger one climbs.
        if a > b {
            a = immediate[a].unwrap_or(0);
        } else {
            b = immediate[b].unwrap_or(0);
        }
    }
    a
}

fn postorder(blocks: &[Block]) -> Vec<usize> {
    let mut order = Vec::with_capacity(blocks.len());
    let mut seen = vec![false; blocks.len()];
    let mut path = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, next)) = path.last_mut() {
        let Block {
            successors,
            handlers,
            ..
        } = &blocks[*block];
        let successor = successors.iter().chain(handlers).nth(*next).copied();
        *next += 1;
        match successor {
            Some(successor) => {
                if !std::mem::replace(&mut seen[successor], true) {
                    path.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order
}

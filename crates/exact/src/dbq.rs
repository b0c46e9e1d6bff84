//! Divide by Queries, literally as 001 gives it: Algorithms 2 to 4 and the pruning rules of its
//! section 4.
//!
//! All sequences of questions that clear a node of its descendants are tried, so this is a test oracle
//! for trees of up to [`MOST_NODES`] nodes and nothing else. Names follow the paper: `sp` is the
//! sequence of a node, `w` its weight, and `Q` the number of questions summed over its subtree when the
//! node itself is asked first. The only thing added is that the results of Algorithm 2 are kept.

use std::collections::HashMap;

use thiserror::Error;

/// Larger trees have too many sequences.
pub const MOST_NODES: usize = 10;

/// Which sequences section 4 proposes to discard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// Those with a leaf that is followed by a node that is none.
    pub leaves_last: bool,
    /// Those whose first node lies below the first node of the sequence of one of the children.
    pub not_below_first_of_child: bool,
    /// Those in which a node is followed by a heavier one, where the two could change places.
    pub heavier_first: bool,
}

impl Rules {
    /// Every combination.
    pub fn combinations() -> impl Iterator<Item = Rules> {
        (0..8).map(|bits| Rules {
            leaves_last: bits & 1 != 0,
            not_below_first_of_child: bits & 2 != 0,
            heavier_first: bits & 4 != 0,
        })
    }
}

/// Why the algorithms cannot be run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DbqError {
    #[error("{0} nodes are more than the 10 for which all sequences are tried")]
    TooManyNodes(usize),
    #[error("the questions {0:?} do not clear the node in this order")]
    NotValid(Vec<u32>),
}

/// A set of nodes, one bit each.
type Nodes = u16;

/// A sequence of questions and the total that it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// sp: the nodes in the order in which they are asked as long as the answer is *right*.
    pub sp: Vec<u32>,
    /// Q: all questions for all bugs in the subtree, the one about its root included.
    pub q: u64,
}

/// The marked execution tree of the paper.
#[derive(Clone, Debug)]
pub struct DivideByQueries {
    subtrees: Vec<Nodes>,
    rules: Rules,
    known: HashMap<(u32, Nodes), Sequence>,
}

impl DivideByQueries {
    /// A tree given by its parents, each before its children; the first is the root.
    pub fn new(parents: &[Option<u32>], rules: Rules) -> Result<DivideByQueries, DbqError> {
        if parents.len() > MOST_NODES {
            return Err(DbqError::TooManyNodes(parents.len()));
        }
        let mut subtrees: Vec<Nodes> = (0..parents.len()).map(|node| 1 << node).collect();
        for (node, parent) in parents.iter().enumerate().rev() {
            if let Some(parent) = *parent {
                subtrees[parent as usize] |= subtrees[node];
            }
        }
        Ok(DivideByQueries {
            subtrees,
            rules,
            known: HashMap::new(),
        })
    }

    /// The optimal sequence of a node and its Q.
    pub fn optimal(&mut self, node: u32) -> Sequence {
        let all = self.subtrees[node as usize];
        self.optimal_in(all, node)
    }

    /// Q of a node for a given sequence of its own; everything below is asked optimally.
    pub fn q_of(&mut self, node: u32, sp: &[u32]) -> Result<u64, DbqError> {
        let mut left = self.subtrees[node as usize];
        for &asked in sp {
            let inside = asked != node && self.subtrees.get(asked as usize).is_some();
            if !inside || left & (1 << asked) == 0 {
                return Err(DbqError::NotValid(sp.to_vec()));
            }
            left &= !self.subtrees[asked as usize];
        }
        if left != 1 << node {
            return Err(DbqError::NotValid(sp.to_vec()));
        }
        Ok(self.compute_q(self.subtrees[node as usize], node, sp))
    }

    /// q: how many questions lead to the bug when `node` is asked first and then its `sp`.
    pub fn questions(&mut self, node: u32, sp: &[u32], bug: u32) -> u64 {
        let mut tree = self.subtrees[node as usize];
        let mut asked = 1;
        let mut sp = sp.to_vec();
        loop {
            let wrong = sp.iter().position(|&next| {
                asked += 1;
                let inside = self.subtrees[next as usize];
                let found = inside & 1 << bug != 0;
                tree = if found { tree & inside } else { tree & !inside };
                found
            });
            match wrong {
                None => return asked,
                Some(place) => sp = self.optimal_in(tree, sp[place]).sp,
            }
        }
    }

    /// Algorithm 2 on what is left of the tree: the optimal sequence of `node`.
    fn optimal_in(&mut self, tree: Nodes, node: u32) -> Sequence {
        let tree = tree & self.subtrees[node as usize];
        if let Some(known) = self.known.get(&(node, tree)) {
            return known.clone();
        }
        let below = tree & !(1 << node);
        let optimal = if below == 0 {
            Sequence { sp: vec![], q: 1 }
        } else if members(below).all(|child| self.is_leaf(tree, child)) {
            let m = 1 + u64::from(below.count_ones());
            Sequence {
                sp: members(below).collect(),
                q: (2..=m).sum::<u64>() + m,
            }
        } else {
            let sequences = self.valid_sequences(tree, node);
            let with_q = sequences.into_iter().map(|sp| Sequence {
                q: self.compute_q(tree, node, &sp),
                sp,
            });
            let best = with_q.min_by_key(|sequence| sequence.q);
            best.expect("the children, heaviest first, are a sequence that no rule discards")
        };
        self.known.insert((node, tree), optimal.clone());
        optimal
    }

    /// Algorithm 3: Q of a node for a sequence.
    fn compute_q(&mut self, mut tree: Nodes, node: u32, sp: &[u32]) -> u64 {
        let mut questions = 0;
        let mut carried = 0;
        for &asked in sp {
            carried += 1;
            let weight = (tree & self.subtrees[asked as usize]).count_ones();
            // Algorithm 4 recomputes the intermediate nodes when something below them is cleared; here
            // each is computed for the tree that is left when its turn comes, which is the same.
            questions += self.optimal_in(tree, asked).q + carried * u64::from(weight);
            tree &= !self.subtrees[asked as usize];
        }
        debug_assert_eq!(tree & self.subtrees[node as usize], 1 << node);
        questions + 1 + carried
    }

    /// Definition 3.2: all valid sequences of a node, without those that the rules discard.
    fn valid_sequences(&mut self, tree: Nodes, node: u32) -> Vec<Vec<u32>> {
        let mut forbidden_first = 0;
        if self.rules.not_below_first_of_child {
            let below = tree & !(1 << node);
            for child in members(below) {
                if !self.is_child(below, child) {
                    continue;
                }
                if let Some(&first) = self.optimal_in(tree, child).sp.first() {
                    forbidden_first |= self.subtrees[first as usize] & !(1 << first);
                }
            }
        }
        let mut complete = Vec::new();
        // Sequences so far, what they leave, and what the last node weighed when it was asked.
        let mut open: Vec<(Vec<u32>, Nodes, u32)> = vec![(vec![], tree, 0)];
        while let Some((sp, left, weight)) = open.pop() {
            let below = left & !(1 << node);
            if below == 0 {
                complete.push(sp);
                continue;
            }
            for next in members(below) {
                let allowed = match sp.last() {
                    None => forbidden_first & 1 << next == 0,
                    Some(&last) => {
                        self.keeps_leaves_last(tree, last, next)
                            && self.keeps_heavier_first(left, (last, weight), next)
                    }
                };
                if allowed {
                    let mut longer = sp.clone();
                    longer.push(next);
                    let inside = left & self.subtrees[next as usize];
                    open.push((longer, left & !inside, inside.count_ones()));
                }
            }
        }
        complete
    }

    fn keeps_leaves_last(&self, tree: Nodes, last: u32, next: u32) -> bool {
        let breaks = self.is_leaf(tree, last) && !self.is_leaf(tree, next);
        !(self.rules.leaves_last && breaks)
    }

    fn keeps_heavier_first(&self, left: Nodes, (last, weight): (u32, u32), next: u32) -> bool {
        let inside = self.subtrees[next as usize];
        // An ancestor cannot be asked before its descendant in the same sequence.
        let could_swap = inside & 1 << last == 0;
        let breaks = could_swap && (left & inside).count_ones() > weight;
        !(self.rules.heavier_first && breaks)
    }

    fn is_leaf(&self, tree: Nodes, node: u32) -> bool {
        tree & self.subtrees[node as usize] == 1 << node
    }

    /// Whether no other of the nodes contains this one.
    fn is_child(&self, nodes: Nodes, node: u32) -> bool {
        let contains = |other: u32| self.subtrees[other as usize] & 1 << node != 0;
        !members(nodes & !(1 << node)).any(contains)
    }
}

/// The nodes of a set in ascending order.
fn members(nodes: Nodes) -> impl Iterator<Item = u32> {
    (0..Nodes::BITS).filter(move |&node| nodes & 1 << node != 0)
}

//! Control flow: basic blocks, dominators and natural loops.
//!
//! A loop is what the back edges to one header enclose: a back edge is a jump to a block that dominates its source.
//! Nested `do` loops can share a header; when the last jump back is conditional the earlier ones belong to a loop inside
//! (`continue` in a `do` loop goes to its condition, never to its header). Any two loops are disjoint or nested. Cycles
//! with several entries, which no Java compiler writes, are no loops here.

use crate::classfile::code::Code;
use crate::classfile::opcodes as op;

/// More loops than this in one method, or nested deeper, are not recorded.
const MAX_LOOPS: usize = 1000;
const MAX_LEVEL: u16 = 64;

/// A run of instructions that is entered only at its start and left only at its end, exceptions aside.
pub struct Block {
    /// First instruction.
    pub start: usize,
    /// First instruction after it.
    pub end: usize,
    /// Blocks that can follow without an exception.
    pub successors: Vec<usize>,
    /// Blocks of the handlers that cover it.
    pub handlers: Vec<usize>,
}

/// A natural loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The header block.
    pub header: usize,
    /// The loop around it.
    pub parent: Option<usize>,
    /// 1 for outermost loops.
    pub level: u16,
    /// Its blocks, ascending.
    pub blocks: Vec<usize>,
    /// The instructions that jump back, ascending.
    pub latches: Vec<usize>,
}

/// What has to happen on an edge of the control flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A loop is left.
    Leave(usize),
    /// An iteration of a loop is complete.
    Iterate(usize),
    /// A loop is entered.
    Enter(usize),
}

/// The control flow of one method.
pub struct Flow {
    /// The blocks, in code order.
    pub blocks: Vec<Block>,
    /// The block of each instruction.
    pub block_of: Vec<usize>,
    /// Loops by header, outer ones first.
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<usize>>,
}

impl Flow {
    /// Analyses code; `starts_line(i)` tells whether an entry of the line table starts at instruction `i`.
    pub fn new(code: &Code<'_>, starts_line: impl Fn(usize) -> bool) -> Flow {
        let (blocks, block_of) = split(code);
        let innermost = vec![None; blocks.len()];
        let mut flow = Flow {
            blocks,
            block_of,
            loops: Vec::new(),
            innermost,
        };
        if !code.has_subroutines() {
            flow.find_loops(code, &starts_line);
        }
        flow
    }

    /// The loops around a block, innermost first.
    pub fn nest(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.innermost[block], |&l| self.loops[l].parent)
    }

    /// The innermost loop of an instruction.
    pub fn loop_of(&self, insn: usize) -> Option<usize> {
        self.innermost[self.block_of[insn]]
    }

    /// How many loops are around an instruction.
    pub fn level(&self, insn: usize) -> u16 {
        self.loop_of(insn).map_or(0, |l| self.loops[l].level)
    }

    /// What happens on the edge between two instructions; `from` is none for the entry of the method.
    pub fn actions(&self, from: Option<usize>, to: usize) -> Vec<Action> {
        let target = self.block_of[to];
        let from_nest: Vec<usize> =
            from.map_or(Vec::new(), |from| self.nest(self.block_of[from]).collect());
        let mut to_nest: Vec<usize> = self.nest(target).collect();
        let is_header =
            |l: usize| self.loops[l].header == target && self.blocks[target].start == to;
        let repeated = to_nest.iter().copied().find(|&l| {
            is_header(l)
                && from.is_some_and(|from| self.loops[l].latches.binary_search(&from).is_ok())
        });
        let is_inside =
            |inner: usize, outer: usize| self.loops[inner].level > self.loops[outer].level;
        let mut actions = Vec::new();
        for &l in &from_nest {
            if !to_nest.contains(&l) || repeated.is_some_and(|r| is_inside(l, r)) {
                actions.push(Action::Leave(l));
            }
        }
        to_nest.reverse();
        for l in to_nest.into_iter().filter(|&l| is_header(l)) {
            if repeated == Some(l) {
                actions.push(Action::Iterate(l));
            } else if !from_nest.contains(&l) || repeated.is_some_and(|r| is_inside(l, r)) {
                actions.push(Action::Enter(l));
            }
        }
        actions
    }

    fn find_loops(&mut self, code: &Code<'_>, starts_line: &impl Fn(usize) -> bool) {
        let dominators = Dominators::new(&self.blocks);
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            for &successor in block.successors.iter().chain(&block.handlers) {
                predecessors[successor].push(index);
            }
        }
        let is_handler = |block: usize| {
            code.handlers
                .iter()
                .any(|h| h.target == self.blocks[block].start)
        };
        let mut found: Vec<Loop> = Vec::new();
        for header in 0..self.blocks.len() {
            let latches: Vec<usize> = predecessors[header]
                .iter()
                .copied()
                .filter(|&p| self.blocks[p].successors.contains(&header))
                .filter(|&p| dominators.dominates(header, p))
                .collect();
            if latches.is_empty() || is_handler(header) {
                continue;
            }
            let first = found.len();
            for group in self.split_latches(code, latches, starts_line) {
                // Groups come innermost first, each enclosing the ones before it.
                let inside = found[first..].last().map(|l| l.blocks.clone());
                let blocks = enclosed(
                    header,
                    &group,
                    inside.unwrap_or_default(),
                    &predecessors,
                    &dominators,
                );
                let mut latches: Vec<usize> =
                    group.iter().map(|&b| self.blocks[b].end - 1).collect();
                latches.sort_unstable();
                found.push(Loop {
                    header,
                    parent: None,
                    level: 0,
                    blocks,
                    latches,
                });
            }
            found[first..].reverse();
            if found.len() > MAX_LOOPS {
                return;
            }
        }
        self.nest_loops(found);
    }

    /// Splits the blocks that jump back to one header into loops, innermost first.
    fn split_latches(
        &self,
        code: &Code<'_>,
        mut latches: Vec<usize>,
        starts_line: &impl Fn(usize) -> bool,
    ) -> Vec<Vec<usize>> {
        latches.sort_unstable();
        latches.dedup();
        let jump = |block: usize| self.blocks[block].end - 1;
        let is_conditional = |block: usize| op::is_conditional(code.insns[jump(block)].op);
        let mut groups = Vec::new();
        while let Some(last) = latches.pop() {
            let mut group = vec![last];
            if is_conditional(last) {
                // The parts of one condition (`a || b`) have no start of a statement between them.
                while let Some(&before) = latches.last() {
                    let latest = group[group.len() - 1];
                    let mut between = jump(before) + 1..=jump(latest);
                    if !is_conditional(before) || between.any(starts_line) {
                        break;
                    }
                    group.push(before);
                    latches.pop();
                }
            } else {
                group.append(&mut latches);
            }
            groups.push(group);
        }
        groups.reverse();
        groups
    }

    /// Finds parents and levels, and the innermost loop of each block.
    fn nest_loops(&mut self, mut found: Vec<Loop>) {
        // Loops with the header earlier in dominance need not come earlier in the code: go by size instead.
        let mut by_size: Vec<usize> = (0..found.len()).collect();
        by_size.sort_by_key(|&l| std::cmp::Reverse(found[l].blocks.len()));
        let mut innermost: Vec<Option<usize>> = vec![None; self.blocks.len()];
        for l in by_size {
            let parent = innermost[found[l].header];
            let level = parent.map_or(0, |p| found[p].level) + 1;
            if level > MAX_LEVEL {
                return;
            }
            (found[l].parent, found[l].level) = (parent, level);
            for &block in &found[l].blocks {
                innermost[block] = Some(l);
            }
        }
        self.loops = found;
        self.innermost = innermost;
    }
}

/// The blocks that reach a latch without passing the header, with the header.
fn enclosed(
    header: usize,
    latches: &[usize],
    inside: Vec<usize>,
    predecessors: &[Vec<usize>],
    dominators: &Dominators,
) -> Vec<usize> {
    let mut is_member = vec![false; predecessors.len()];
    is_member[header] = true;
    for block in inside {
        is_member[block] = true;
    }
    let mut work: Vec<usize> = Vec::new();
    let mut visit = |block: usize, work: &mut Vec<usize>| {
        if dominators.is_reachable(block) && !std::mem::replace(&mut is_member[block], true) {
            work.push(block);
        }
    };
    for &latch in latches {
        visit(latch, &mut work);
    }
    while let Some(block) = work.pop() {
        for &predecessor in &predecessors[block] {
            visit(predecessor, &mut work);
        }
    }
    (0..is_member.len())
        .filter(|&block| is_member[block])
        .collect()
}

/// Cuts code into blocks.
fn split(code: &Code<'_>) -> (Vec<Block>, Vec<usize>) {
    let n = code.insns.len();
    let mut is_leader = vec![false; n + 1];
    is_leader[0] = true;
    for index in 0..n {
        let opcode = code.insns[index].op;
        if op::is_branch(opcode) || op::is_switch(opcode) {
            for successor in code.successors(index) {
                is_leader[successor] = true;
            }
        }
        if op::is_branch(opcode) || !op::falls_through(opcode) {
            is_leader[index + 1] = true;
        }
    }
    for handler in &code.handlers {
        for place in [handler.start, handler.end, handler.target] {
            is_leader[place] = true;
        }
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut block_of = Vec::with_capacity(n);
    for index in 0..n {
        if is_leader[index] {
            blocks.push(Block {
                start: index,
                end: index,
                successors: Vec::new(),
                handlers: Vec::new(),
            });
        }
        block_of.push(blocks.len() - 1);
        if let Some(block) = blocks.last_mut() {
            block.end = index + 1;
        }
    }
    for block in &mut blocks {
        block.successors = code
            .successors(block.end - 1)
            .into_iter()
            .map(|i| block_of[i])
            .collect();
        block.successors.sort_unstable();
        block.successors.dedup();
        let covering = code
            .handlers
            .iter()
            .filter(|h| h.start <= block.start && block.start < h.end);
        block.handlers = covering.map(|h| block_of[h.target]).collect();
        block.handlers.sort_unstable();
        block.handlers.dedup();
    }
    (blocks, block_of)
}

/// Which blocks lie on every path to a block (Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm").
struct Dominators {
    /// Position of each block in reverse postorder; none for unreachable ones.
    order: Vec<Option<usize>>,
    /// Immediate dominator by position; the entry has itself.
    immediate: Vec<usize>,
    /// Depth in the dominator tree by position.
    depth: Vec<u32>,
}

impl Dominators {
    fn new(blocks: &[Block]) -> Dominators {
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
            immediate,
            depth,
        }
    }

    fn is_reachable(&self, block: usize) -> bool {
        self.order[block].is_some()
    }

    fn dominates(&self, dominator: usize, block: usize) -> bool {
        let (Some(dominator), Some(mut at)) = (self.order[dominator], self.order[block]) else {
            return false;
        };
        while self.depth[at] > self.depth[dominator] {
            at = self.immediate[at];
        }
        at == dominator
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

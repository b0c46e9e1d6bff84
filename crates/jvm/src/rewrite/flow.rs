//! Control flow: basic blocks, the loops they form, and what happens on the edges between them.

use crate::classfile::code::Code;
use crate::classfile::opcodes as op;

use super::dominators::Dominators;
use super::loops::{self, Clues, Loop, Nesting};

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
    /// Their dominators.
    pub dominators: Dominators,
    /// Loops by header, outer ones first.
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<usize>>,
}

impl Flow {
    /// Analyses code.
    pub fn new(code: &Code<'_>, clues: &Clues<'_>) -> Flow {
        let (blocks, block_of) = split(code);
        let dominators = Dominators::new(&blocks);
        let nesting = if code.has_subroutines() {
            Nesting::none(blocks.len())
        } else {
            loops::find(code, &blocks, &dominators, clues)
        };
        Flow {
            blocks,
            block_of,
            dominators,
            loops: nesting.loops,
            innermost: nesting.innermost,
        }
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

    /// Whether every cycle of the control flow is one of the loops, so that code outside of them runs at most once.
    ///
    /// That is so when nothing repeats without the jumps back: a loop is entered only at its header, so a cycle with
    /// such a jump in it stays inside the loop.
    pub fn repeats_only_in_loops(&self) -> bool {
        let is_latch = |from: usize, to: usize| {
            let last = self.blocks[from].end - 1;
            let mut around = self.nest(to).filter(|&l| self.loops[l].header == to);
            around.any(|l| self.loops[l].latches.binary_search(&last).is_ok())
        };
        let mut entries = vec![0; self.blocks.len()];
        let onward = |block: usize| {
            let Block {
                successors,
                handlers,
                ..
            } = &self.blocks[block];
            let jumps = successors.iter().filter(move |&&to| !is_latch(block, to));
            jumps.chain(handlers).copied()
        };
        for block in 0..self.blocks.len() {
            for next in onward(block) {
                entries[next] += 1;
            }
        }
        // Blocks without an entry are taken away until none is left, unless they form a cycle.
        let mut work: Vec<usize> = (0..entries.len()).filter(|&b| entries[b] == 0).collect();
        let mut taken = 0;
        while let Some(block) = work.pop() {
            taken += 1;
            for next in onward(block) {
                entries[next] -= 1;
                if entries[next] == 0 {
                    work.push(next);
                }
            }
        }
        taken == self.blocks.len()
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
    for (index, &is_leader) in is_leader.iter().take(n).enumerate() {
        if is_leader {
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

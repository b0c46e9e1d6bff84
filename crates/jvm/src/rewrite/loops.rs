//! The loops of a method.
//!
//! A back edge is a jump to a block, the header, that dominates its source; what reaches it without passing the header
//! is the natural loop. Code of the body that never jumps back (it returns, throws or breaks) is not part of that, but
//! stands between the first block of the loop and its last (or its end, where a test at the top shows it), dominated
//! by its header: it is added, so that a loop is what
//! the source shows as one. Nested `do` loops can share a header; when the last jump back is conditional the earlier
//! ones belong to a loop inside (`continue` in a `do` loop goes to its condition, never to its header). When it is not,
//! `while (true) { while (a) b; c }` looks like one loop with an `if`; a table of statements tells them apart, if there is one.
//!
//! A `switch` over patterns jumps back to its start when the guard of a case fails, to go on with the next case. That is no
//! loop of the source.
//!
//! Invariants: a loop is entered only at its header, and any two loops are disjoint or nested. Cycles with several
//! entries, which no Java compiler writes, are no loops here.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::classfile::code::Code;
use crate::classfile::opcodes as op;

use super::dominators::Dominators;
use super::flow::Block;

/// More loops than this in one method, or nested deeper, are not recorded.
const MAX_LOOPS: usize = 1000;
const MAX_LEVEL: u16 = 64;

/// A loop.
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

/// The loops of a method and the innermost loop of each block.
pub struct Nesting {
    /// Loops by header, outer ones first.
    pub loops: Vec<Loop>,
    /// By block.
    pub innermost: Vec<Option<usize>>,
}

impl Nesting {
    /// No loops at all.
    pub fn none(blocks: usize) -> Nesting {
        Nesting {
            loops: Vec::new(),
            innermost: vec![None; blocks],
        }
    }

    /// Finds parents and levels; none when two loops overlap in part or the nesting is too deep.
    fn of(mut loops: Vec<Loop>, blocks: usize) -> Option<Nesting> {
        let mut by_size: Vec<usize> = (0..loops.len()).collect();
        by_size.sort_by_key(|&l| Reverse(loops[l].blocks.len()));
        let mut innermost: Vec<Option<usize>> = vec![None; blocks];
        for l in by_size {
            let parent = innermost[loops[l].header];
            let level = parent.map_or(0, |p| loops[p].level) + 1;
            if level > MAX_LEVEL {
                return None;
            }
            (loops[l].parent, loops[l].level) = (parent, level);
            for &block in &loops[l].blocks {
                if innermost[block].replace(l) != parent {
                    return None;
                }
            }
        }
        Some(Nesting { loops, innermost })
    }
}

/// What the tables around the code tell about its source.
pub struct Clues<'c> {
    /// Whether an entry of the line table starts at an instruction.
    pub starts_line: &'c dyn Fn(usize) -> bool,
    /// The first and last instructions of statements, as far as they are known.
    pub statements: &'c HashSet<(usize, usize)>,
    /// Whether an instruction chooses the case of a `switch` over patterns.
    pub chooses_pattern: &'c dyn Fn(usize) -> bool,
}

/// Finds the loops.
pub fn find(
    code: &Code<'_>,
    blocks: &[Block],
    dominators: &Dominators,
    clues: &Clues<'_>,
) -> Nesting {
    let finder = Finder {
        code,
        blocks,
        dominators,
        clues,
        predecessors: predecessors(blocks),
    };
    let natural = finder.natural_loops();
    let extended = natural
        .iter()
        .map(|l| Loop {
            blocks: finder.extended(l),
            ..l.clone()
        })
        .collect();
    Nesting::of(extended, blocks.len())
        .or_else(|| Nesting::of(natural, blocks.len()))
        .unwrap_or_else(|| Nesting::none(blocks.len()))
}

fn predecessors(blocks: &[Block]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        for &successor in block.successors.iter().chain(&block.handlers) {
            predecessors[successor].push(index);
        }
    }
    predecessors
}

struct Finder<'f> {
    code: &'f Code<'f>,
    blocks: &'f [Block],
    dominators: &'f Dominators,
    clues: &'f Clues<'f>,
    predecessors: Vec<Vec<usize>>,
}

impl Finder<'_> {
    fn natural_loops(&self) -> Vec<Loop> {
        let mut found: Vec<Loop> = Vec::new();
        for header in 0..self.blocks.len() {
            let latches: Vec<usize> = self.predecessors[header]
                .iter()
                .copied()
                .filter(|&p| self.blocks[p].successors.contains(&header))
                .filter(|&p| self.dominators.dominates(header, p))
                .collect();
            let Block { start, end, .. } = self.blocks[header];
            let is_handler = || self.code.handlers.iter().any(|h| h.target == start);
            let is_switch = || (start..end).any(self.clues.chooses_pattern);
            if latches.is_empty() || is_handler() || is_switch() {
                continue;
            }
            let first = found.len();
            for group in self.split_latches(start, latches) {
                // Groups come innermost first, each enclosing the ones before it.
                let inside = found[first..].last().map_or(&[][..], |l| &l.blocks);
                let blocks = self.enclosed(header, &group, inside);
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
                return Vec::new();
            }
        }
        found
    }

    /// Splits the blocks that jump back to one header instruction into loops, innermost first.
    fn split_latches(&self, header: usize, mut latches: Vec<usize>) -> Vec<Vec<usize>> {
        latches.sort_unstable();
        latches.dedup();
        let jump = |block: usize| self.blocks[block].end - 1;
        // A loop is a statement that ends with a jump which is none by itself, as `continue` would be.
        let ends_loop = |&block: &usize| {
            let is_statement = |from| self.clues.statements.contains(&(from, jump(block)));
            is_statement(header) && !is_statement(jump(block))
        };
        if latches.iter().any(ends_loop) {
            let groups = latches.split_inclusive(ends_loop);
            return groups.map(<[usize]>::to_vec).collect();
        }
        let is_conditional = |block: usize| op::is_conditional(self.code.insns[jump(block)].op);
        let mut groups = Vec::new();
        while let Some(last) = latches.pop() {
            let mut group = vec![last];
            if is_conditional(last) {
                // The parts of one condition (`a || b`) have no start of a statement between them.
                while let Some(&before) = latches.last() {
                    let latest = group[group.len() - 1];
                    let mut between = jump(before) + 1..=jump(latest);
                    if !is_conditional(before) || between.any(self.clues.starts_line) {
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

    /// The header, the blocks of a loop inside with the same header, and what reaches a latch without passing the header.
    fn enclosed(&self, header: usize, latches: &[usize], inside: &[usize]) -> Vec<usize> {
        let mut is_member = vec![false; self.blocks.len()];
        is_member[header] = true;
        for &block in inside {
            is_member[block] = true;
        }
        let mut work: Vec<usize> = Vec::new();
        let mut visit = |block: usize, work: &mut Vec<usize>| {
            let is_new = self.dominators.is_reachable(block);
            if is_new && !std::mem::replace(&mut is_member[block], true) {
                work.push(block);
            }
        };
        for &latch in latches {
            visit(latch, &mut work);
        }
        while let Some(block) = work.pop() {
            for &predecessor in &self.predecessors[block] {
                visit(predecessor, &mut work);
            }
        }
        members(&is_member)
    }

    /// A natural loop with the code of its body that never jumps back.
    fn extended(&self, natural: &Loop) -> Vec<usize> {
        let (Some(&first), Some(&last)) = (natural.blocks.first(), natural.blocks.last()) else {
            return Vec::new();
        };
        let is_natural = |block: usize| natural.blocks.binary_search(&block).is_ok();
        // A loop tested at the top goes on to where its test leads when it fails.
        let exits = self.blocks[natural.header].successors.iter();
        let last = match exits.copied().find(|&exit| !is_natural(exit)) {
            Some(exit) => last.max(exit.saturating_sub(1)),
            None => last,
        };
        let mut is_member = vec![false; self.blocks.len()];
        for (block, is_member) in is_member.iter_mut().enumerate().take(last + 1).skip(first) {
            *is_member = self.dominators.dominates(natural.header, block);
        }
        // What can also be reached from elsewhere does not belong to the body.
        let mut work: Vec<usize> = (first..=last).collect();
        while let Some(block) = work.pop() {
            let is_entered = || self.predecessors[block].iter().any(|&p| !is_member[p]);
            if is_member[block] && !is_natural(block) && is_entered() {
                is_member[block] = false;
                let Block {
                    successors,
                    handlers,
                    ..
                } = &self.blocks[block];
                work.extend(successors.iter().chain(handlers));
            }
        }
        members(&is_member)
    }
}

fn members(is_member: &[bool]) -> Vec<usize> {
    (0..is_member.len()).filter(|&b| is_member[b]).collect()
}

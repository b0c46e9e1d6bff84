//! Units: the smallest pieces of code whose running is recorded.
//!
//! A unit lies within one basic block. It ends where the line changes after something that can throw, so that "this
//! unit was begun" means exactly "all its lines were reached".

use crate::classfile::code::Code;
use crate::classfile::opcodes as op;

use super::debug::Lines;
use super::flow::Flow;

/// A unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its first instruction.
    pub start: usize,
    /// 0 for the routine, else 1 + the innermost loop.
    pub region: usize,
    /// Its position among the units of the region.
    pub bit: usize,
    /// Its lines, in the order they are met.
    pub lines: Vec<u32>,
}

/// The units of a method and how many each region has.
pub struct Units {
    /// The units in code order.
    pub units: Vec<Unit>,
    /// The number of units by region.
    pub counts: Vec<usize>,
}

impl Units {
    /// Cuts code into units.
    pub fn new(code: &Code<'_>, flow: &Flow, lines: &Lines) -> Units {
        let mut units: Vec<Unit> = Vec::new();
        let mut counts = vec![0; flow.loops.len() + 1];
        for block in &flow.blocks {
            let region = flow.loop_of(block.start).map_or(0, |l| l + 1);
            let mut open = |start: usize| {
                let bit = counts[region];
                counts[region] += 1;
                Unit {
                    start,
                    region,
                    bit,
                    lines: lines.of(start).into_iter().collect(),
                }
            };
            let mut unit = open(block.start);
            let mut line = lines.of(block.start);
            let mut has_thrower = false;
            for insn in block.start..block.end {
                let here = lines.of(insn);
                if here != line && here.is_some() {
                    line = here;
                    if has_thrower {
                        units.push(std::mem::replace(&mut unit, open(insn)));
                        has_thrower = false;
                    } else if let Some(here) = here.filter(|here| !unit.lines.contains(here)) {
                        unit.lines.push(here);
                    }
                }
                has_thrower |= op::can_throw(code.insns[insn].op);
            }
            units.push(unit);
        }
        Units { units, counts }
    }
}

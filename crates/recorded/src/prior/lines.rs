//! How suspicious a piece of code is before anything is said: as much as it has lines.
//!
//! A routine of ten lines is more likely to hold the bug than a loop body of one; a question that
//! clears the routine is worth more. The lines are counted once for each routine and loop, from
//! their definitions, not for each of their runs.

use std::collections::BTreeSet;

use elenchus_trace::definition::{Block, Definitions};
use elenchus_trace::{code, label};

/// Beyond this a piece of code is just long.
pub const MOST_LINES: u64 = 20;

/// The mass of all code with numbers below `codes`, by its lines.
pub fn by_lines(definitions: &Definitions, codes: u32) -> impl Iterator<Item = u64> {
    (0..codes).map(|code| match code {
        // The artificial root has no code.
        code::ROOT => 0,
        _ => mass(definitions, code),
    })
}

fn mass(definitions: &Definitions, code: u32) -> u64 {
    let id = code::id(code);
    match code::kind(code) {
        label::ROUTINE => definitions
            .routine(id)
            .map_or(1, |def| lines(&def.blocks, None)),
        // Of a loop only what starts and stops it is its own: its header.
        label::LOOP => 1,
        label::PASS => {
            let def = definitions.loop_(id);
            def.map_or(1, |def| lines(&def.blocks, Some(def.first_line)))
        }
        _ => 1,
    }
}

/// How many distinct lines the blocks have, without the line of a loop's header.
fn lines(blocks: &[Block], header: Option<u32>) -> u64 {
    let lines: BTreeSet<u32> = blocks
        .iter()
        .flat_map(|block| block.lines.clone())
        .collect();
    let own = lines
        .into_iter()
        .filter(|&line| Some(line) != header)
        .count();
    (own as u64).clamp(1, MOST_LINES)
}

//! How suspicious a piece of code is before anything is said: as much as it has lines.
//!
//! A routine of ten lines is more likely to hold the bug than a loop body of one; a question that
//! clears the routine is worth more. The lines are counted once for each routine and loop, from
//! their definitions, not for each of their runs.

use std::collections::{BTreeSet, HashMap};

use elenchus_trace::definition::{Block, Definitions};
use elenchus_trace::read::machine::label;
use elenchus_tree::{NodeId, Tree};

/// Beyond this a piece of code is just long.
const MOST_LINES: u64 = 20;

/// The mass of every node by the lines of its own code. `label_of` tells what a node ran.
pub fn by_lines(
    definitions: &Definitions,
    tree: &Tree,
    label_of: impl Fn(NodeId) -> Option<u32>,
) -> Vec<u64> {
    let mut known: HashMap<u32, u64> = HashMap::new();
    let masses = tree.nodes().map(|node| match label_of(node) {
        Some(what) => *known.entry(what).or_insert_with(|| mass(definitions, what)),
        // The artificial root has no code.
        None => 0,
    });
    masses.collect()
}

fn mass(definitions: &Definitions, what: u32) -> u64 {
    let id = what & label::ID;
    match what & label::KIND {
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

//! Which routines ran in a piece of a tree that may not fit into memory.
//!
//! The codes that ran in a stretch of 65,536 nodes are noted as bits, when a piece that holds the
//! whole stretch is asked about for the first time; the nodes at both ends of a piece are gone
//! through. 10^8 nodes of 1,000 codes cost 200 kB.

use std::collections::BTreeSet;

use crate::columns::Columns;
use crate::node::{NodeId, RoutineId};
use crate::place::Place;
use crate::tree::Tree;

/// Nodes of which one note is kept.
const STRETCH: usize = 1 << 16;

/// How many codes are read at a time.
const PORTION: usize = 512;

/// The routines that ran, stretch by stretch; see the top of this page.
#[derive(Clone, Debug, Default)]
pub struct RoutinesRan {
    stretches: Vec<Option<Codes>>,
}

impl RoutinesRan {
    /// The routines that ran in the nodes from `start` to before `end`. It must be the same tree each time.
    pub fn between<P: Place>(
        &mut self,
        tree: &Tree<P>,
        start: NodeId<P>,
        end: NodeId<P>,
    ) -> BTreeSet<RoutineId> {
        let columns = tree.shape.columns.columns();
        let end = end.index().min(columns.len());
        let mut ran = Codes::default();
        let mut at = start.index();
        while at < end {
            let next = (at / STRETCH + 1) * STRETCH;
            if at.is_multiple_of(STRETCH) && next <= end {
                ran.add_all(self.stretch(columns, at / STRETCH));
            } else {
                ran.read(columns, at, next.min(end));
            }
            at = next;
        }
        ran.iter()
            .map(|code| RoutineId(columns.meaning(code).0))
            .collect()
    }

    fn stretch(&mut self, columns: &dyn Columns, stretch: usize) -> &Codes {
        if self.stretches.len() <= stretch {
            self.stretches.resize(stretch + 1, None);
        }
        self.stretches[stretch].get_or_insert_with(|| {
            let mut codes = Codes::default();
            codes.read(columns, stretch * STRETCH, (stretch + 1) * STRETCH);
            codes
        })
    }
}

/// A set of codes, one bit each.
#[derive(Clone, Debug, Default)]
struct Codes(Vec<u64>);

impl Codes {
    fn read(&mut self, columns: &dyn Columns, mut start: usize, end: usize) {
        let mut codes = [0; PORTION];
        let mut last = None;
        while start < end {
            let codes = &mut codes[..PORTION.min(end - start)];
            columns.copy_codes(start, codes);
            start += codes.len();
            for &code in &*codes {
                // The same code often runs again and again.
                if last != Some(code) {
                    self.add(code);
                    last = Some(code);
                }
            }
        }
    }

    fn add(&mut self, code: u32) {
        let word = code as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (code % 64);
    }

    fn add_all(&mut self, other: &Codes) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let bits = |(place, &word): (usize, &u64)| {
            (0..64u32)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| place as u32 * 64 + bit)
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::TreeBuilder;
    use crate::node::Kind;

    /// 200,000 nodes whose routines change slowly, some quickly.
    fn tree() -> Tree {
        let mut builder = TreeBuilder::default();
        let main = builder.routine("main");
        builder.enter(Kind::Routine, main);
        for node in 0..200_000 {
            let routine = match node % 7 {
                0 => node / 30_000,
                _ => 100 + node / 1_000,
            };
            let routine = builder.routine(&format!("r{routine}"));
            builder.enter(Kind::Routine, routine);
            builder.exit();
        }
        builder.exit();
        builder.finish()
    }

    #[test]
    fn pieces_hold_what_their_nodes_ran() {
        let tree = tree();
        let mut ran = RoutinesRan::default();
        let nodes: Vec<NodeId> = tree.nodes().collect();
        let pieces = [
            (0, 200_001),
            (0, 1),
            (65_535, 65_537),
            (65_536, 131_072),
            (65_000, 140_000),
            (131_072, 200_001),
            (199_999, 200_001),
        ];
        for (start, end) in pieces.into_iter().chain(pieces) {
            let expected: BTreeSet<RoutineId> = nodes[start..end]
                .iter()
                .map(|&node| tree.routine(node))
                .collect();
            let end = NodeId::new(end);
            assert_eq!(
                ran.between(&tree, nodes[start], end),
                expected,
                "{start} {end:?}"
            );
        }
    }
}

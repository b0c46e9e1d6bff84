//! How suspicious each piece of a run is before anything is said.
//!
//! * [`lines`] – as much as its code has lines: what counts unless something else is wanted;
//! * [`coverage`] – which lines ran in tests that failed and in tests that passed;
//! * [`values`] – calls that did the same, from the same state, in a test that passed;
//! * [`weights`] – what somebody has written down about routines;
//! * [`mix`] – any of these mixed with the lines, so that a useless one costs little.
//!
//! None of it proves anything: every suspect stays one, only the order of questions changes.

pub(crate) mod coverage;
pub(crate) mod lines;
pub(crate) mod mix;
pub(crate) mod values;
pub mod weights;

use elenchus_session::Program;
use elenchus_tree::{NodeId, Tree};

use crate::run::Run;
use crate::verdict;
pub use mix::SHARE;

use coverage::Coverage;
use mix::Piece;
use weights::Weights;

/// Larger searches go by lines: what every node did would have to be read first.
const MOST_NODES: usize = 200_000;

/// What is left of the suspicion of a call that did the same in a passing test.
const LEFT_OF_SEEN: f64 = 0.125;

/// An opinion on how suspicious the nodes of a search are.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The node below which is searched.
    pub at: NodeId,
    /// How suspicious that node and each one below it are, in preorder and on any scale.
    pub suspicion: Vec<f64>,
}

/// What was made of the tests beside a failed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByTests {
    /// How many calls of tests that passed were looked at.
    pub passed: usize,
    /// How many calls of the failed test did the same in one that passed, not counting those inside of others.
    pub seen: usize,
}

/// Why tests say nothing about a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTests {
    /// No test in the recording passed.
    NonePassed,
    /// What is searched has more than this many calls and iterations.
    TooLarge(usize),
}

/// What the tests beside the call `at` say about what is below it.
pub fn by_tests(run: &Run, at: NodeId) -> Result<(Opinion, ByTests), NoTests> {
    let tests = verdict::tests(run);
    let (start, end) = (at, run.tree().end(at));
    // What is inside of the search is no test beside it.
    let passed: Vec<NodeId> = tests
        .passed
        .into_iter()
        .filter(|&test| test < start || test >= end)
        .collect();
    if passed.is_empty() {
        return Err(NoTests::NonePassed);
    }
    if end.index() - start.index() > MOST_NODES {
        return Err(NoTests::TooLarge(MOST_NODES));
    }
    let mut failed = tests.failed;
    if !failed.contains(&at) {
        failed.push(at);
    }
    let coverage = Coverage::of(run, &failed, &passed);
    let nodes = (start.index()..end.index()).map(NodeId::new);
    let mut suspicion: Vec<f64> = nodes.map(|node| coverage.suspicion(run, node)).collect();
    let seen = values::seen_before(run, at, &passed);
    for &call in &seen {
        let inside = call.index() - start.index()..run.tree().end(call).index() - start.index();
        for suspicion in &mut suspicion[inside] {
            *suspicion *= LEFT_OF_SEEN;
        }
    }
    let found = ByTests {
        passed: passed.len(),
        seen: seen.len(),
    };
    Ok((Opinion { at, suspicion }, found))
}

/// What weights of routines say about what is below `at`.
pub fn by_weights(run: &Run, at: NodeId, weights: &Weights) -> Opinion {
    let tree = run.tree();
    let names = tree.routine_names().iter();
    let of_routine: Vec<f64> = names.map(|name| weights.of(name)).collect();
    let below = (at.index()..tree.end(at).index()).map(NodeId::new);
    let suspicion = below
        .map(|node| tree.own_mass(node) as f64 * of_routine[tree.routine(node).index()])
        .collect();
    Opinion { at, suspicion }
}

impl Opinion {
    /// The masses of all nodes of a tree by lines, when this opinion hands out the given share of what is below its node.
    pub fn mixed_in(&self, tree: &Tree, share: f64) -> Vec<u64> {
        let by_lines = tree.nodes().map(|node| tree.own_mass(node) * mix::UNIT);
        let mut masses: Vec<u64> = by_lines.collect();
        let below = self.at.index()..tree.end(self.at).index();
        let pieces = below.clone().zip(&self.suspicion);
        let pieces: Vec<Piece> = pieces
            .map(|(node, &suspicion)| Piece {
                lines: tree.own_mass(NodeId::new(node)),
                suspicion,
            })
            .collect();
        masses[below].copy_from_slice(&mix::mixed(&pieces, share));
        masses
    }
}

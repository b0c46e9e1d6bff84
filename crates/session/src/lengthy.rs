//! Loops that nobody can add up: hundreds of iterations that only compute. They are asked about last, as trivial routines are.
//!
//! A search leaves them out until it is about to end. Then those in what is left become suspects; and what somebody says is wrong inside of one makes it
//! suspect at once. A loop that calls something is not left out: what it calls would have nothing in common any more.

use std::collections::HashSet;

use elenchus_tree::place::base;
use elenchus_tree::{Answer, Kind, NodeId};

use crate::log::Log;
use crate::program::Program;
use crate::session::Session;

/// Nobody adds up in their head what so many iterations have done.
pub(crate) const MOST_ITERATIONS: usize = 100;

/// In longer runs they are not looked for: it would take too long.
const LONGEST: usize = 1 << 16;

impl<P: Program> Session<P> {
    /// The loops that nobody can add up, and their iterations, as far as nobody has a reason to suspect them after `log`.
    pub(crate) fn unsuspected_loops(&self, log: &Log) -> HashSet<base::NodeId> {
        let tree = self.program.tree();
        let is_for_people = self.settings.easier_questions && self.settings.plan.is_auto();
        let is_large = tree.len() > LONGEST || tree.is_growing();
        if !is_for_people || is_large || self.doubts_loops || self.ground.base().hides_loops() {
            return HashSet::new();
        }
        let wrong = log
            .answers()
            .filter(|&(_, _, answer)| answer == Answer::Wrong);
        let wrong: Vec<(NodeId, NodeId)> =
            wrong.map(|(_, subject, _)| subject.span(tree)).collect();
        let is_suspect = |node: NodeId| {
            let inside = |&(start, end): &(NodeId, NodeId)| node <= start && end <= tree.end(node);
            wrong.iter().any(inside)
        };
        let only_computes = |&node: &NodeId| {
            let nodes = tree.end(node).index() - node.index();
            tree.kind(node) == Kind::Loop
                && nodes > MOST_ITERATIONS
                && tree.children(node).count() + 1 == nodes
        };
        let loops = tree.nodes().filter(only_computes);
        let loops = loops.filter(|&node| !is_suspect(node));
        let nodes = loops.flat_map(|node| std::iter::once(node).chain(tree.children(node)));
        nodes.map(|node| self.ground.base_node(node)).collect()
    }

    /// Suspects from now on the loops of what is left that nobody can add up. Returns whether there are any.
    pub(crate) fn doubt_loops(&mut self) -> bool {
        let (remaining, _, _) = self.surveyed();
        let loops = self.unsuspected_loops(&self.log);
        if loops.is_empty() || !remaining.nodes().any(|node| loops.contains(&node)) {
            return false;
        }
        self.doubts_loops = true;
        self.remaining = None;
        self.stage = None;
        true
    }
}

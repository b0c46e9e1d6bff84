//! How the nodes of the recorded tree stand in the search: for outlines and pictures of the whole run.
//!
//! Everything here is read from what the latest question was chosen by, and costs little however long
//! the run is.

use elenchus_transform::Span;
use elenchus_tree::place::base;
use elenchus_tree::{Answer, NodeId};

use crate::program::Program;
use crate::remaining::Remaining;
use crate::session::Session;
use crate::subject::Subject;

/// How a node stands in the search that was singled out in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is asked about.
    Asked,
    /// A bug was found in it.
    Bug,
    /// This was said about it.
    Said(Answer),
}

impl<P: Program> Session<P> {
    /// How many suspects are left in a node and everything inside it; none before the first question.
    pub fn suspects_in(&self, node: NodeId) -> u64 {
        self.suspects_of(self.ground.span(Subject::node(node)))
    }

    /// How many suspects there were at first, and after each thing that was said, oldest first; nothing before the first question.
    /// What is trusted now counts as trusted from the start.
    pub fn suspects_over_time(&self) -> Vec<u64> {
        let Some(suspicion) = &self.suspicion else {
            return Vec::new();
        };
        let said: Vec<usize> = (0..self.log.entries().len()).collect();
        let left_after = |count: usize| {
            let log = self.log.only(&said[..count]);
            let remaining = self.remaining_after(&log, suspicion);
            remaining.suspects(suspicion.masses())
        };
        (0..=said.len()).map(left_after).collect()
    }

    /// How many of the suspects that are left ran before a node began.
    pub fn suspects_before(&self, node: NodeId) -> u64 {
        self.suspects_up_to(self.ground.span(Subject::node(node)).start)
    }

    /// How many of the suspects that are left ran before a node ended.
    pub fn suspects_until(&self, node: NodeId) -> u64 {
        self.suspects_up_to(self.ground.span(Subject::node(node)).end)
    }

    fn suspects_up_to(&self, end: base::NodeId) -> u64 {
        let start = base::NodeId::ROOT;
        self.suspects_of(Span { start, end })
    }

    /// The suspect with this many others before it.
    pub fn suspect_at(&self, rank: u64) -> Option<NodeId> {
        let (remaining, masses) = (self.remaining.as_ref()?, self.suspicion.as_ref()?.masses());
        let suspect = remaining.suspect_at(masses, rank)?;
        Some(self.ground.recorded(suspect))
    }

    /// Whether a node's own code is suspect, whatever is inside it. Loops that are hidden belong to the code around them.
    pub fn is_suspect(&self, node: NodeId) -> bool {
        let start = self.ground.base_node(node);
        let end = base::NodeId::at(start.0 + 1);
        self.suspects_of(Span { start, end }) > 0
    }

    /// How a node stands in the search; nothing when neither it is asked about nor anything was said about it.
    pub fn standing(&self, node: NodeId) -> Option<Standing> {
        if self.reported == Some(node) || self.log.found().any(|bug| bug == node) {
            return Some(Standing::Bug);
        }
        if self.asked.is_some_and(|asked| self.is_meant(asked, node)) {
            return Some(Standing::Asked);
        }
        let mut answers = self.log.answers();
        let last = answers.rfind(|&(_, subject, _)| self.is_meant(subject, node));
        last.map(|(_, _, answer)| Standing::Said(answer))
    }

    /// Whether a node is one of those side by side that a subject consists of.
    fn is_meant(&self, subject: Subject, node: NodeId) -> bool {
        let tree = self.program.tree();
        let is_sibling = || tree.parent(node) == tree.parent(subject.first());
        node == subject.first()
            || node == subject.last()
            || subject.first() < node && node < subject.last() && is_sibling()
    }

    fn suspects_of(&self, span: Span) -> u64 {
        let count = |remaining: &Remaining| {
            let suspicion = self.suspicion.as_ref()?;
            Some(remaining.suspects_in(suspicion.masses(), span))
        };
        self.remaining.as_ref().and_then(count).unwrap_or(0)
    }
}

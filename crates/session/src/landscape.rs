//! How the nodes of the recorded tree stand in the search: for outlines and pictures of the whole run.
//!
//! Everything here is read from what the latest question was chosen by, and costs little however long
//! the run is.

use elenchus_transform::Span;
use elenchus_tree::{Answer, NodeId};

use crate::program::Program;
use crate::remaining::Remaining;
use crate::session::Session;
use crate::subject::Subject;

/// How a node stands in the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is asked about.
    Asked,
    /// A bug was found in it.
    Bug,
    /// This was said about it.
    Said(Answer),
    /// Nothing was said about it; whether suspects are left in it.
    Unsaid { suspect: bool },
}

impl<P: Program> Session<P> {
    /// How many suspects are left in a node and everything inside it; none before the first question.
    pub fn suspects_in(&self, node: NodeId) -> u64 {
        self.suspects_of(self.ground.span(Subject::node(node)))
    }

    /// How many of the suspects that are left ran before a node began.
    pub fn suspects_before(&self, node: NodeId) -> u64 {
        let end = self.ground.span(Subject::node(node)).start;
        self.suspects_of(Span {
            start: NodeId::ROOT,
            end,
        })
    }

    /// The suspect with this many others before it.
    pub fn suspect_at(&self, rank: u64) -> Option<NodeId> {
        let (remaining, masses) = (self.remaining.as_ref()?, self.suspicion.as_ref()?.masses());
        let suspect = remaining.suspect_at(masses, rank)?;
        Some(self.ground.recorded(suspect))
    }

    /// How a node stands in the search.
    pub fn standing(&self, node: NodeId) -> Standing {
        if self.reported == Some(node) || self.log.found().any(|bug| bug == node) {
            return Standing::Bug;
        }
        if self.asked.is_some_and(|asked| self.is_meant(asked, node)) {
            return Standing::Asked;
        }
        let mut answers = self.log.answers();
        match answers.rfind(|&(_, subject, _)| self.is_meant(subject, node)) {
            Some((_, _, answer)) => Standing::Said(answer),
            None => Standing::Unsaid {
                suspect: self.suspects_in(node) > 0,
            },
        }
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

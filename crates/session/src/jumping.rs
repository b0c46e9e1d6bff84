//! Pieces of the run that somebody wants to be asked about next, by what people call them.

use elenchus_transform::Origin;
use elenchus_tree::NodeId;

use crate::error::SessionError;
use crate::number::NodeNumber;
use crate::program::{Program, find_node, find_node_among};
use crate::session::Session;
use crate::subject::Subject;

impl<P: Program> Session<P> {
    /// Makes this the next question.
    pub fn jump(&mut self, node: NodeId) -> Result<(), SessionError> {
        self.jump_to(Subject::node(node))
    }

    /// Makes this piece the next question.
    pub fn jump_to(&mut self, subject: Subject) -> Result<(), SessionError> {
        for node in [subject.first(), subject.last()] {
            if node.index() >= self.program.tree().len() {
                return Err(SessionError::NoSuchNode(NodeNumber(node.index())));
            }
            if !self.program.tree().is_finished(node) {
                return Err(SessionError::StillRunning(self.program.number(node)));
            }
            if self.ground.recorded(self.ground.base_node(node)) != node {
                return Err(SessionError::Hidden(self.program.number(node)));
            }
        }
        self.wanted = Some(subject);
        Ok(())
    }

    /// The piece that people refer to by this: a node as [`Session::find`] knows it, or several side by side as questions
    /// number them, `3 to 9`.
    pub fn find_piece(&self, name: &str) -> Option<Subject> {
        let Some((first, last)) = name.split_once(" to ") else {
            return self.find(name).map(Subject::node);
        };
        let numbered = |number: &str| self.program.node(number.trim().parse().ok()?);
        let (first, last) = (numbered(first)?, numbered(last)?);
        let ends = [first, last].map(|node| self.ground.base_node(node));
        let [around, around_last] = ends.map(|node| self.ground.tree().parent(node));
        let are_siblings = first < last && around == around_last;
        let [first, last] = ends;
        are_siblings.then(|| self.ground.subject(Origin::Siblings { first, last }))
    }

    /// The node that people refer to by this: what they called a loop, or what [`find_node`] knows. A name without a number means
    /// the first call in what is searched, if there is one.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        let (given, nth) = match name.split_once('#') {
            Some((given, nth)) => (given, format!("#{nth}")),
            None => (name, String::new()),
        };
        let known = self.log.named(given);
        let name = known.map_or_else(|| name.to_owned(), |of| format!("{of}{nth}"));
        let searched = match nth.is_empty() {
            true => find_node_among(&self.program, &name, |node| self.is_searched(node)),
            false => None,
        };
        searched.or_else(|| find_node(&self.program, &name))
    }
}

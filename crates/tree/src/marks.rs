//! What has been said about nodes, in which order, and what follows for one node.
//!
//! A [`History`] is the list of statements that were made, oldest first. Everything else (marks,
//! search space, verdicts) is computed from it, so undoing any number of answers is dropping the
//! tail of the list.

use std::collections::{HashMap, HashSet};

use crate::node::{NodeId, RoutineId};
use crate::tree::Tree;

/// What an oracle says about a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The code did what it should.
    Right,
    /// The code did not do what it should.
    Wrong,
    /// Not known; the question may come again when nothing else is left.
    Unknown,
    /// The routine's own code is right wherever it runs; what it calls stays suspect.
    Trusted,
    /// It should never have been run with this state before; the blame is on the makers of its
    /// inputs.
    Inadmissible,
}

/// A node's mark. Nodes about which nothing was said have none.
pub type Mark = Answer;

/// One thing that was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A node was answered.
    Answered(NodeId, Answer),
    /// A routine is trusted although none of its nodes was asked (by a rule or for a whole package).
    TrustedRoutine(RoutineId),
    /// This node was reported as buggy, and the search goes on to the next bug.
    Found(NodeId),
}

/// All that was said, oldest first. A later answer about a node replaces an earlier one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    statements: Vec<Statement>,
}

impl History {
    /// Nothing said yet.
    pub fn new() -> History {
        History::default()
    }

    /// Adds a statement.
    pub fn push(&mut self, statement: Statement) {
        self.statements.push(statement);
    }

    /// Adds an answer about a node.
    pub fn answer(&mut self, node: NodeId, answer: Answer) {
        self.push(Statement::Answered(node, answer));
    }

    /// Takes the latest statement back.
    pub fn undo(&mut self) -> Option<Statement> {
        self.statements.pop()
    }

    /// Everything said, oldest first.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// The latest answer about each node.
    pub fn marks(&self) -> HashMap<NodeId, Mark> {
        self.statements
            .iter()
            .filter_map(|statement| match *statement {
                Statement::Answered(node, answer) => Some((node, answer)),
                _ => None,
            })
            .collect()
    }

    /// The routines whose own code is trusted.
    pub fn trusted(&self, tree: &Tree) -> HashSet<RoutineId> {
        let marks = self.marks();
        let answered = marks
            .iter()
            .filter(|&(_, &mark)| mark == Answer::Trusted)
            .map(|(&node, _)| tree.routine(node));
        let by_rule = self.statements.iter().filter_map(|s| match *s {
            Statement::TrustedRoutine(routine) => Some(routine),
            _ => None,
        });
        answered.chain(by_rule).collect()
    }

    /// The buggy nodes that were reported and accepted so far.
    pub fn found(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.statements.iter().filter_map(|s| match *s {
            Statement::Found(node) => Some(node),
            _ => None,
        })
    }

    /// Nodes whose own code no longer counts as a suspect because a bug was already found in or
    /// below them: their being wrong is explained by it.
    pub fn explained(&self, tree: &Tree) -> HashSet<NodeId> {
        let mut explained = HashSet::new();
        for bug in self.found() {
            explained.insert(bug);
            for ancestor in tree.ancestors(bug) {
                if !explained.insert(ancestor) {
                    break;
                }
            }
        }
        explained
    }

    /// Whether all proper ancestors of a buggy node are marked wrong: only then is it known to be
    /// behind the symptom at the root (003, Definition 9). `root_is_wrong` says whether the root
    /// counts as wrong without having been asked.
    pub fn is_traceable(&self, tree: &Tree, node: NodeId, root_is_wrong: bool) -> Traceable {
        let marks = self.marks();
        let mut traceable = Traceable::Yes;
        for ancestor in tree.ancestors(node) {
            match marks.get(&ancestor) {
                Some(Answer::Wrong) => {}
                _ if ancestor == NodeId::ROOT && root_is_wrong => {}
                Some(Answer::Right) => return Traceable::No(ancestor),
                _ => traceable = Traceable::NotKnown,
            }
        }
        traceable
    }
}

/// Whether a bug is known to be behind the symptom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Traceable {
    /// All ancestors are wrong.
    Yes,
    /// Some ancestors were never asked, none was said to be right.
    NotKnown,
    /// This ancestor was right all the same: a bug, but perhaps not the one behind the symptom.
    No(NodeId),
}

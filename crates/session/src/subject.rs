//! What a question is about, in the coordinates of the recorded tree.
//!
//! Transformations invent nodes (a stretch of iterations, a projection over a chain of calls), but
//! whatever they show is one recorded node or consecutive siblings (of the tree without its loops,
//! when those are hidden): a contiguous piece of the preorder. Answers are kept in this form, so that
//! they outlive every transformation.

use elenchus_tree::{NodeId, Tree};
use serde::{Deserialize, Serialize};

/// One node of the recorded tree, or consecutive siblings from `first` to `last`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "(u32, u32)", from = "(u32, u32)")]
pub struct Subject {
    first: NodeId,
    last: NodeId,
}

impl Subject {
    /// A single node.
    pub fn node(node: NodeId) -> Subject {
        Subject {
            first: node,
            last: node,
        }
    }

    /// Consecutive siblings, both ends included.
    pub fn siblings(first: NodeId, last: NodeId) -> Subject {
        Subject { first, last }
    }

    /// The first of the siblings, or the node itself.
    pub fn first(self) -> NodeId {
        self.first
    }

    /// The last of the siblings, or the node itself.
    pub fn last(self) -> NodeId {
        self.last
    }

    /// The node, unless there are several.
    pub fn single(self) -> Option<NodeId> {
        (self.first == self.last).then_some(self.first)
    }

    /// The piece of the preorder it covers: from the first to one past the last node.
    pub fn span(self, tree: &Tree) -> (NodeId, NodeId) {
        (self.first, tree.end(self.last))
    }

    /// The nodes side by side that it consists of.
    pub fn nodes(self, tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.first), move |&node| {
            (node < self.last).then(|| tree.end(node))
        })
    }

    /// Whether this can be a subject of `tree` at all: its ends exist, in order.
    pub fn fits(self, tree: &Tree) -> bool {
        self.first <= self.last && self.last.index() < tree.len()
    }
}

impl From<Subject> for (u32, u32) {
    fn from(subject: Subject) -> (u32, u32) {
        (subject.first.0, subject.last.0)
    }
}

impl From<(u32, u32)> for Subject {
    fn from((first, last): (u32, u32)) -> Subject {
        Subject::siblings(NodeId(first), NodeId(last))
    }
}

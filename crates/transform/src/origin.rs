//! What a node of a transformed tree stands for, in terms of the base tree.
//!
//! Every subject of a question, however it was made, is one contiguous span of the base preorder.
//! That is what lets a session keep its answers in base coordinates and transform again whatever
//! they leave.

use std::fmt;

use elenchus_tree::{NodeId, Tree};

/// The nodes `start..end` of the base tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: NodeId,
    pub end: NodeId,
}

impl Span {
    /// The subtree of a node.
    pub fn of(tree: &Tree, node: NodeId) -> Span {
        Span {
            start: node,
            end: tree.end(node),
        }
    }

    /// Whether a node lies in it.
    pub fn contains(self, node: NodeId) -> bool {
        self.start <= node && node < self.end
    }

    /// Whether all of `other` lies in it.
    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// How many nodes it holds.
    pub fn len(self) -> usize {
        (self.end.0 - self.start.0) as usize
    }

    /// Whether it holds no node.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start.0, self.end.0)
    }
}

/// What one node of a view stands for. All nodes named here are nodes of the base tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A call, a loop or a single iteration with all that ran inside it.
    Node(NodeId),
    /// The consecutive siblings `first..=last`: a projection, a collapsed chain or a range of
    /// iterations.
    Siblings { first: NodeId, last: NodeId },
    /// A whole subtree that is shown as one node.
    Subtree(NodeId),
}

impl Origin {
    /// The part of the base tree that a question about this node is about.
    pub fn span(self, base: &Tree) -> Span {
        match self {
            Origin::Node(node) | Origin::Subtree(node) => Span::of(base, node),
            Origin::Siblings { first, last } => Span {
                start: first,
                end: base.end(last),
            },
        }
    }

    /// The first base node of it.
    pub fn first(self) -> NodeId {
        match self {
            Origin::Node(node) | Origin::Subtree(node) => node,
            Origin::Siblings { first, .. } => first,
        }
    }

    /// The last base node among its top-level parts.
    pub fn last(self) -> NodeId {
        match self {
            Origin::Node(node) | Origin::Subtree(node) => node,
            Origin::Siblings { last, .. } => last,
        }
    }
}

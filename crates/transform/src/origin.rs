//! What a node of a transformed tree stands for, in terms of the base tree.
//!
//! Every subject of a question, however it was made, is one contiguous span of the base preorder.
//! That is what lets a session keep its answers in base coordinates and transform again whatever
//! they leave.

use std::fmt;

use elenchus_tree::place::base::{NodeId, Tree};

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

    /// The subtrees that lie in it, largest ones, in execution order: the calls, loops or iterations
    /// that a question about the span is about. A node that reaches beyond the span is not one of
    /// them: it was skipped (a trusted routine) and its children took its place.
    pub fn parts(self, tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = self.start;
        std::iter::from_fn(move || {
            while next < self.end {
                let node = next;
                if tree.end(node) <= self.end {
                    next = tree.end(node);
                    return Some(node);
                }
                next.0 += 1;
            }
            None
        })
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
    /// The piece of the base tree that a question about this node is about.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_largest_subtrees_inside() {
        // 0(1(2, 3), 4)
        let parents = [None, Some(0), Some(1), Some(1), Some(0)];
        let tree = Tree::from_parents(&parents).unwrap().0;
        let parts = |start: u32, end: u32| -> Vec<u32> {
            let span = Span {
                start: NodeId::at(start),
                end: NodeId::at(end),
            };
            span.parts(&tree).map(|node| node.0).collect()
        };
        assert_eq!(parts(0, 5), [0]);
        assert_eq!(parts(1, 5), [1, 4]);
        assert_eq!(
            parts(3, 5),
            [3, 4],
            "3 is a child of a node that was skipped"
        );
        assert_eq!(parts(1, 3), [2], "and so is 2");
        assert!(parts(2, 2).is_empty());
    }
}

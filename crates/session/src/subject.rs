//! What a question is about, in the coordinates of the recorded tree.
//!
//! Transformations invent nodes (a stretch of iterations, a projection over a chain of calls), but
//! whatever they show is one recorded node or some that ran side by side: a contiguous piece of the
//! preorder. Answers are kept in this form, so that they outlive every transformation.
//!
//! Where loops are hidden, calls that ran in different loops are side by side. A question about them
//! is then about those calls only, not about the code of the loops between them.

use elenchus_tree::{Kind, NodeId, Tree};

/// One node of the recorded tree, or those that ran side by side from `first` to `last`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Subject<N = NodeId> {
    first: N,
    last: N,
    /// Whether only the calls are meant, and not the loops that contain some of them.
    calls: bool,
}

impl<N: Copy + PartialEq> Subject<N> {
    /// A single node.
    pub fn node(node: N) -> Subject<N> {
        Subject::siblings(node, node)
    }

    /// Consecutive siblings, both ends included.
    pub fn siblings(first: N, last: N) -> Subject<N> {
        Subject {
            first,
            last,
            calls: false,
        }
    }

    /// Calls that are consecutive siblings when loops are hidden, both ends included.
    pub fn calls(first: N, last: N) -> Subject<N> {
        Subject {
            first,
            last,
            calls: first != last,
        }
    }

    /// The first of the nodes, or the node itself.
    pub fn first(self) -> N {
        self.first
    }

    /// The last of the nodes, or the node itself.
    pub fn last(self) -> N {
        self.last
    }

    /// Whether only the calls are meant, and not the loops that contain some of them.
    pub fn is_calls(self) -> bool {
        self.calls
    }

    /// The node, unless there are several.
    pub fn single(self) -> Option<N> {
        (self.first == self.last).then_some(self.first)
    }
}

impl<N> Subject<N> {
    /// The same piece with its nodes changed; nothing when `change` does not know one of its ends.
    pub(crate) fn try_map<M>(self, change: &impl Fn(N) -> Option<M>) -> Option<Subject<M>> {
        Some(Subject {
            first: change(self.first)?,
            last: change(self.last)?,
            calls: self.calls,
        })
    }
}

impl Subject {
    /// The piece of the preorder it covers: from the first to one past the last node.
    pub fn span(self, tree: &Tree) -> (NodeId, NodeId) {
        (self.first, tree.end(self.last))
    }

    /// The nodes side by side that it consists of.
    pub fn nodes(self, tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
        self.walk(tree, self.calls)
            .filter(move |&node| !self.calls || !is_loop(tree, node))
    }

    /// The loops and iterations that contain some of its calls without being meant themselves, or
    /// that would not be meant if it were about calls only.
    pub fn loops_between(self, tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
        self.walk(tree, true)
            .filter(move |&node| is_loop(tree, node))
    }

    /// The nodes side by side, in order; with `into_loops` also what is inside loops.
    fn walk(self, tree: &Tree, into_loops: bool) -> impl Iterator<Item = NodeId> + '_ {
        let next = move |&node: &NodeId| {
            let next = if into_loops && is_loop(tree, node) {
                NodeId::at(node.0 + 1)
            } else {
                tree.end(node)
            };
            (next < tree.end(self.last)).then_some(next)
        };
        std::iter::successors(Some(self.first), next)
    }

    /// Whether this can be a subject of `tree` at all: its ends exist, in order.
    pub fn fits(self, tree: &Tree) -> bool {
        self.first <= self.last && self.last.index() < tree.len()
    }
}

fn is_loop(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.kind(node), Kind::Loop | Kind::Iterations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use elenchus_tree::TreeBuilder;

    /// main(a, loop(iteration(b), iteration(c)), d), numbered in preorder.
    fn sample() -> Tree {
        let mut builder = TreeBuilder::default();
        let routine = builder.routine("f");
        let mut enter = |kind, exits| {
            builder.enter(kind, routine);
            for _ in 0..exits {
                builder.exit();
            }
        };
        enter(Kind::Routine, 0);
        enter(Kind::Routine, 1);
        enter(Kind::Loop, 0);
        enter(Kind::Iterations, 0);
        enter(Kind::Routine, 2);
        enter(Kind::Iterations, 0);
        enter(Kind::Routine, 3);
        enter(Kind::Routine, 2);
        builder.finish()
    }

    fn numbers(nodes: impl Iterator<Item = NodeId>) -> Vec<u32> {
        nodes.map(|node| node.0).collect()
    }

    #[test]
    fn calls_in_loops_are_side_by_side_when_loops_are_hidden() {
        let tree = sample();
        let siblings = Subject::siblings(NodeId::at(1), NodeId::at(7));
        assert_eq!(numbers(siblings.nodes(&tree)), [1, 2, 7]);
        let calls = Subject::calls(NodeId::at(1), NodeId::at(7));
        assert_eq!(numbers(calls.nodes(&tree)), [1, 4, 6, 7]);
        assert_eq!(numbers(calls.loops_between(&tree)), [2, 3, 5]);
        let inside = Subject::calls(NodeId::at(4), NodeId::at(6));
        assert_eq!(numbers(inside.nodes(&tree)), [4, 6]);
        assert_eq!(numbers(inside.loops_between(&tree)), [5]);
    }

    #[test]
    fn a_single_node_is_itself() {
        let tree = sample();
        let single = Subject::node(NodeId::at(2));
        assert_eq!(numbers(single.nodes(&tree)), [2]);
        assert_eq!(single.span(&tree), (NodeId::at(2), NodeId::at(7)));
        let call: NodeId = NodeId::at(4);
        assert!(!Subject::calls(call, call).is_calls());
    }
}

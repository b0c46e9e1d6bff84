//! An iterative walk over a syntax tree.

use crate::span::Span;
use tree_sitter::{Node, TreeCursor};

/// What a visitor wants after entering a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Go on with the node's children.
    Into,
    /// Leave the children out.
    Over,
}

/// Visits the nodes below and including the cursor's in source order. `enter` sees each node with its ancestors (the
/// nearest last); `leave` is called for each entered node after its children.
pub(crate) fn walk<'tree>(
    mut cursor: TreeCursor<'tree>,
    mut enter: impl FnMut(Node<'tree>, &[Node<'tree>]) -> Step,
    mut leave: impl FnMut(Node<'tree>),
) {
    let mut ancestors = Vec::new();
    loop {
        let node = cursor.node();
        if enter(node, &ancestors) == Step::Into && cursor.goto_first_child() {
            ancestors.push(node);
            continue;
        }
        leave(node);
        while !cursor.goto_next_sibling() {
            // The list of ancestors, not the cursor, says where the walk began.
            let Some(parent) = ancestors.pop() else {
                return;
            };
            cursor.goto_parent();
            leave(parent);
        }
        if ancestors.is_empty() {
            return;
        }
    }
}

/// The bytes of a node.
pub(crate) fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

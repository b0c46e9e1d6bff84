//! An iterative walk over a syntax tree.

use crate::file::SourceFile;
use crate::span::{LineRange, Span};
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

/// Calls `seen` with each syntax node that touches the lines, and its parent.
pub(crate) fn visit(
    file: &SourceFile,
    lines: LineRange,
    mut seen: impl FnMut(tree_sitter::Node<'_>, Option<tree_sitter::Node<'_>>),
) {
    let first = file.line_span(lines.first.max(1));
    let last = file.line_span(lines.last.min(file.line_count()));
    let (Some(tree), Some(first), Some(last)) = (file.tree(), first, last) else {
        return;
    };
    walk(
        tree.walk(),
        |node, ancestors| {
            if node.end_byte() <= first.start || last.end < node.start_byte() {
                return Step::Over;
            }
            seen(node, ancestors.last().copied());
            Step::Into
        },
        |_| {},
    );
}

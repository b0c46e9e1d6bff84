//! Execution forests (002, Definition 6): subtrees that are thought unlikely shown as one node.
//!
//! A closed subtree is one node, and weighs as much as a single call: its parts do not count, so that
//! the search goes elsewhere first (Example 5). It is opened when it is answered *wrong* (the search
//! then works on its span, and an excerpt is never closed as a whole), when nothing else is left, or on
//! request
//! ([`Options::opened`](crate::Options::opened)). Closed subtrees may lie in closed subtrees: opening
//! the outer one shows the inner ones closed.

use std::collections::BTreeSet;

use elenchus_tree::place::base::{Masses, Tree};

use crate::origin::Span;

/// The subtrees to close: those of two nodes or more in which a node is on average at most `share` as
/// suspicious as in the subtree around them. Linear. For
/// [`Options::closed`](crate::Options::closed).
pub fn unlikely(tree: &Tree, masses: &Masses, share: f64) -> BTreeSet<Span> {
    let density = |span: Span| masses.between(span.start, span.end) as f64 / span.len() as f64;
    tree.nodes()
        .filter_map(|node| {
            let around = Span::of(tree, tree.parent(node)?);
            let span = Span::of(tree, node);
            let is_unlikely = span.len() > 1 && density(span) <= share * density(around);
            is_unlikely.then_some(span)
        })
        .collect()
}

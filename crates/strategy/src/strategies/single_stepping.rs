//! Single stepping: bottom-up, the first node in post-order that is still suspect.
//!
//! All nodes inside the one that is asked have been settled before, so the first *wrong* is the bug.
//! The way down to the first suspect takes a step for each suspect on it.

use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::strategies::Rule;

/// The first askable node in post-order with suspects inside, if it is not the root.
pub fn first_in_post_order(space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
    let tree = space.tree();
    let mut node = lowest_suspect(space, space.root())?;
    while node != space.root() {
        if space.is_askable(node) {
            return Some((node, Rule::FirstInPostOrder));
        }
        // What follows in post-order: the bottom of the next sibling with suspects, else the parent.
        let parent = tree.parent(node)?;
        node = match lowest_suspect(space, tree.end(node)) {
            Some(next) if next < tree.end(parent) => next,
            _ => parent,
        };
    }
    None
}

/// From the first suspect at or after `from` down to the first without suspects inside.
fn lowest_suspect(space: &SearchSpace<'_>, from: NodeId) -> Option<NodeId> {
    let mut suspect = space.first_suspect(from)?;
    while let Some(next) = space.first_suspect(NodeId::at(suspect.0 + 1))
        && space.tree().contains(suspect, next)
    {
        suspect = next;
    }
    Some(suspect)
}

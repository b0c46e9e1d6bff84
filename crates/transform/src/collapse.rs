//! Collapsing chains of leaf calls of one routine (002, Algorithms 1 and 3).
//!
//! When such a chain is wrong, the bug is in that routine whichever of the calls went wrong, so one
//! node stands for all of them. It carries the suspicion of what it replaced.

use elenchus_tree::Kind;

use crate::context::Context;
use crate::draft::{Draft, Sketch};
use crate::origin::Origin;

/// Collapses every maximal chain of leaves of one routine. Linear.
pub(crate) fn collapse(draft: &mut Draft, context: &Context<'_>) {
    let mut children = Vec::new();
    let mut kept = Vec::new();
    // In any order: no chain depends on another, and the nodes that are added have no children.
    for node in 0..draft.nodes.len() as u32 {
        if draft.has_no_children(node) {
            continue;
        }
        children.clear();
        children.extend(draft.children(node));
        if children.len() < context.options.chain_min {
            continue;
        }
        kept.clear();
        let mut start = 0;
        while start < children.len() {
            let end = end_of_chain(draft, context, &children, start);
            let run = &children[start..end];
            if run.len() >= context.options.chain_min && context.may_group(draft, run) {
                kept.push(replace(draft, run));
            } else {
                kept.extend_from_slice(run);
            }
            start = end;
        }
        if kept.len() < children.len() {
            draft.set_children(node, &kept);
        }
    }
}

/// One past the last node of the chain of leaf calls that begins at `start`.
fn end_of_chain(draft: &Draft, context: &Context<'_>, nodes: &[u32], start: usize) -> usize {
    let first = &draft.nodes[nodes[start] as usize];
    let is_call =
        |node: u32| draft.is_leaf(node) && draft.nodes[node as usize].kind == Kind::Routine;
    if !is_call(nodes[start]) {
        return start + 1;
    }
    let longest = nodes
        .len()
        .min(start.saturating_add(context.options.chain_max));
    let mut end = start + 1;
    let continues = |left: u32, right: u32| {
        let sketch = &draft.nodes[right as usize];
        // The cheapest and rarest first: most calls end the chain before them.
        sketch.routine == first.routine
            && sketch.chained
            && is_call(right)
            && context.are_adjacent(draft, left, right)
    };
    while end < longest && continues(nodes[end - 1], nodes[end]) {
        end += 1;
    }
    end
}

/// One node in place of a chain.
fn replace(draft: &mut Draft, run: &[u32]) -> u32 {
    let first = draft.nodes[run[0] as usize];
    let last = draft.nodes[run[run.len() - 1] as usize];
    let node = draft.detached(Sketch {
        kind: Kind::Collapse,
        mass: 0,
        origin: Origin::Siblings {
            first: first.origin.first(),
            last: last.origin.last(),
        },
        ..first
    });
    for &member in run {
        draft.merge(node, member);
    }
    node
}

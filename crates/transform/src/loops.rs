//! Loops as the recursion of 000: r(1) → r(2) → … → r(b).
//!
//! r(i) stands for the iterations from i to the last and owns the body of iteration i; its children
//! are the calls of iteration i and then r(i + 1). r(1) stands for the whole loop and owns what the
//! loop owns besides. A loop of no iterations stays a node, and so does one with iterations that are
//! too light to be shown in full.

use elenchus_tree::Kind;

use crate::draft::Draft;
use crate::origin::Origin;

/// Turns the iterations of every loop into a chain of nested nodes.
pub(crate) fn chain_iterations(draft: &mut Draft) {
    let is_iteration = |draft: &Draft, node: u32| {
        let sketch = &draft.nodes[node as usize];
        sketch.kind == Kind::Iterations
            && !sketch.hidden
            && matches!(sketch.origin, Origin::Node(_))
    };
    for node in draft.preorder() {
        let sketch = &draft.nodes[node as usize];
        if sketch.kind != Kind::Loop && !sketch.is_range() {
            continue;
        }
        let iterations: Vec<u32> = draft.children(node).collect();
        if iterations.is_empty() || !iterations.iter().all(|&child| is_iteration(draft, child)) {
            continue;
        }
        let last = draft.nodes[iterations[iterations.len() - 1] as usize]
            .origin
            .last();
        for pair in iterations.windows(2) {
            let mut calls: Vec<u32> = draft.children(pair[0]).collect();
            calls.push(pair[1]);
            draft.set_children(pair[0], &calls);
        }
        for &iteration in &iterations[1..] {
            let sketch = &mut draft.nodes[iteration as usize];
            let first = sketch.origin.first();
            if first != last {
                sketch.origin = Origin::Siblings { first, last };
            }
            sketch.chained = false;
        }
        // The loop itself, or the range that is left of one, takes the place of its first r(i).
        let first = iterations[0];
        let calls: Vec<u32> = draft.children(first).collect();
        draft.set_children(node, &calls);
        draft.merge(node, first);
    }
}

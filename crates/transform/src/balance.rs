//! Balancing: projections over siblings, and ranges over the iterations of loops.
//!
//! A projection is a new parent over consecutive siblings. It owns no code, so it has no mass, and
//! when all but one of its parts are cleared the last one is wrong without being asked.

use std::ops::Range;

use elenchus_tree::Kind;

use crate::bisect::{Lengths, bisect};
use crate::context::Context;
use crate::draft::{Draft, Sketch};

/// Puts projections over the children of every node, loops excepted.
pub(crate) fn balance(draft: &mut Draft, context: &Context<'_>) {
    let lengths = Lengths {
        min: context.options.chain_min,
        max: context.options.chain_max,
    };
    let owns_siblings = |sketch: &Sketch| match sketch.kind {
        Kind::Routine | Kind::Collapse => true,
        Kind::Iterations => !sketch.is_range(),
        Kind::Loop | Kind::Projection => false,
    };
    let joins = |draft: &Draft, left, right| context.may_join(draft, left, right);
    group_everywhere(
        draft,
        context,
        lengths,
        Kind::Projection,
        owns_siblings,
        joins,
    );
}

/// Puts ranges over the iterations of every loop, so that b of them cost about log2 b questions.
pub(crate) fn range_iterations(draft: &mut Draft, context: &Context<'_>) {
    // Consecutive iterations always follow each other: only the loop's own code lies between.
    let lengths = Lengths {
        min: 2,
        max: usize::MAX,
    };
    let is_loop = |sketch: &Sketch| sketch.kind == Kind::Loop;
    let joins = |draft: &Draft, left: u32, right: u32| {
        let iteration = |node: u32| draft.nodes[node as usize].kind == Kind::Iterations;
        iteration(left) && iteration(right) && context.are_adjacent(draft, left, right)
    };
    group_everywhere(draft, context, lengths, Kind::Iterations, is_loop, joins);
}

fn group_everywhere(
    draft: &mut Draft,
    context: &Context<'_>,
    lengths: Lengths,
    kind: Kind,
    applies: impl Fn(&Sketch) -> bool,
    joins: impl Fn(&Draft, u32, u32) -> bool,
) {
    let order = draft.preorder();
    let weights = draft.weights(&order);
    let mut siblings = Vec::new();
    for node in order {
        // What was grouped before stays so, but a part whose root is a group is new.
        let sketch = &draft.nodes[node as usize];
        let is_new_group = node == Draft::ROOT && sketch.kind == kind && sketch.mass == 0;
        if !applies(sketch) && !is_new_group {
            continue;
        }
        siblings.clear();
        siblings.extend(draft.children(node));
        if siblings.len() < 2 {
            continue;
        }
        let before = prefix_sums(siblings.iter().map(|&child| weights[child as usize]));
        let stretches = stretches(&siblings, |left, right| joins(draft, left, right));
        if stretches.len() == siblings.len() {
            continue;
        }
        group(
            draft, context, lengths, kind, node, &siblings, &before, stretches,
        );
    }
}

/// Groups the children of one node, and then the members of every group in turn.
#[expect(
    clippy::too_many_arguments,
    reason = "one level of one algorithm, called once"
)]
fn group(
    draft: &mut Draft,
    context: &Context<'_>,
    lengths: Lengths,
    kind: Kind,
    node: u32,
    siblings: &[u32],
    before: &[u64],
    stretches: Vec<Range<usize>>,
) {
    let lightest = context.lightest();
    let mut waiting = vec![(node, stretches)];
    let mut children = Vec::new();
    while let Some((parent, stretches)) = waiting.pop() {
        let own = draft.nodes[parent as usize].mass;
        let groups = bisect(before, &stretches, own, lengths, |range| {
            context.may_group(draft, &siblings[range])
        });
        children.clear();
        for range in groups {
            if range.len() == 1 {
                children.push(siblings[range.start]);
                continue;
            }
            let members = &siblings[range.clone()];
            let mut sketch = projection(draft, context, kind, members);
            let mass = before[range.end] - before[range.start];
            if mass < lightest {
                // Its parts are shown when the search comes near them.
                sketch.mass = mass;
                sketch.hidden = true;
                children.push(draft.detached(sketch));
            } else {
                let projection = draft.detached(sketch);
                children.push(projection);
                waiting.push((projection, vec![range]));
            }
        }
        draft.set_children(parent, &children);
    }
}

/// A node over these siblings.
pub(crate) fn projection(
    draft: &Draft,
    context: &Context<'_>,
    kind: Kind,
    members: &[u32],
) -> Sketch {
    Sketch {
        kind,
        mass: 0,
        origin: context.over(draft, members),
        hidden: false,
        ..draft.nodes[members[0] as usize]
    }
}

pub(crate) fn prefix_sums(masses: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut sum = 0;
    let sums = masses.map(|mass| {
        sum += mass;
        sum
    });
    std::iter::once(0).chain(sums).collect()
}

/// Cuts siblings into the longest stretches whose neighbours all join.
pub(crate) fn stretches(siblings: &[u32], joins: impl Fn(u32, u32) -> bool) -> Vec<Range<usize>> {
    let mut stretches = Vec::new();
    let mut start = 0;
    for place in 1..=siblings.len() {
        if place == siblings.len() || !joins(siblings[place - 1], siblings[place]) {
            stretches.push(start..place);
            start = place;
        }
    }
    stretches
}

//! Balancing: projections over siblings, and ranges over the iterations of loops.
//!
//! A projection is a new parent over consecutive siblings. It owns no code, so it has no mass, and
//! when all but one of its parts are cleared the last one is wrong without being asked.

use std::ops::Range;

use elenchus_tree::Kind;

use crate::bisect::{Bisector, Lengths};
use crate::context::Context;
use crate::draft::{Draft, Sketch};
use crate::options::Options;

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
    let mut grouper = Grouper {
        context,
        lengths,
        kind,
        lightest: context.lightest(),
        bisector: Bisector::default(),
        siblings: Vec::new(),
        before: Vec::new(),
    };
    for node in order {
        if draft.has_no_children(node) {
            continue;
        }
        // What was grouped before stays so, but a part whose root is a group is new.
        let sketch = &draft.nodes[node as usize];
        let is_root = node == Draft::ROOT;
        let is_new_group = is_root && sketch.kind == kind && sketch.mass == 0;
        // What has finished of the calls and loops that still run lies side by side under the root.
        let goes_on = is_root && context.options.unseen > 0;
        if !applies(sketch) && !is_new_group && !goes_on {
            continue;
        }
        grouper.siblings.clear();
        grouper.siblings.extend(draft.children(node));
        let siblings = &grouper.siblings;
        if siblings.len() < 2 {
            continue;
        }
        // Groups that a person can judge are small. Of very many siblings they hold as many as a screen has room for; of a run
        // that goes on, halving comes first.
        let is_wide = siblings.len() > lengths.max.saturating_mul(lengths.max);
        let is_collapse = |&node: &u32| draft.nodes[node as usize].kind == Kind::Collapse;
        let calls_in_each = match siblings.iter().any(is_collapse) {
            true => lengths.max,
            false => 1,
        };
        let max = match context.options.readable {
            true if goes_on => usize::MAX,
            true if is_wide => Options::SCREENFUL / calls_in_each,
            _ => lengths.max,
        };
        grouper.lengths = Lengths { max, ..lengths };
        let stretches = stretches(siblings, |left, right| joins(draft, left, right));
        if stretches.len() < siblings.len() {
            let masses = siblings.iter().map(|&child| weights[child as usize]);
            fill_prefix_sums(&mut grouper.before, masses);
            grouper.group(draft, node, &stretches);
        }
    }
}

/// Groups the children of one node after the other.
struct Grouper<'a> {
    context: &'a Context<'a>,
    lengths: Lengths,
    /// What a group is: a projection or a range of iterations.
    kind: Kind,
    lightest: u64,
    bisector: Bisector,
    /// The children of the node at hand, with the prefix sums of their masses.
    siblings: Vec<u32>,
    before: Vec<u64>,
}

impl Grouper<'_> {
    /// Groups the children of a node, and then the members of every group in turn.
    fn group(&mut self, draft: &mut Draft, node: u32, stretches: &[Range<usize>]) {
        let mut waiting = Vec::new();
        self.group_once(draft, node, stretches, &mut waiting);
        while let Some((group, members)) = waiting.pop() {
            if members.len() == 2 {
                // A group owns nothing, and one of all its members would say nothing.
                draft.set_children(group, &self.siblings[members]);
            } else {
                self.group_once(draft, group, &[members], &mut waiting);
            }
        }
    }

    fn group_once(
        &mut self,
        draft: &mut Draft,
        parent: u32,
        stretches: &[Range<usize>],
        waiting: &mut Vec<(u32, Range<usize>)>,
    ) {
        let Grouper {
            context,
            siblings,
            before,
            ..
        } = self;
        let own = draft.nodes[parent as usize].mass;
        let groups = self
            .bisector
            .bisect(before, stretches, own, self.lengths, |range| {
                context.may_group(draft, &siblings[range.clone()])
            });
        draft.clear_children(parent);
        for range in groups {
            if range.len() == 1 {
                draft.append(parent, siblings[range.start]);
                continue;
            }
            let mut sketch = projection(draft, context, self.kind, &siblings[range.clone()]);
            let mass = before[range.end] - before[range.start];
            if mass < self.lightest {
                // Its parts are shown when the search comes near them.
                sketch.mass = mass;
                sketch.hidden = true;
                draft.add(parent, sketch);
            } else {
                waiting.push((draft.add(parent, sketch), range.clone()));
            }
        }
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

/// Replaces `sums` by the prefix sums of some masses, beginning with 0.
pub(crate) fn fill_prefix_sums(sums: &mut Vec<u64>, masses: impl Iterator<Item = u64>) {
    sums.clear();
    sums.push(0);
    let mut sum = 0;
    sums.extend(masses.map(|mass| {
        sum += mass;
        sum
    }));
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

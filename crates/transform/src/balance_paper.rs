//! 002's Algorithm 4 as printed, with only its errors corrected.
//!
//! The corrections: cutting a chain adds the pieces as chains, and only those of two or more nodes;
//! a pair may be projected when it is as close to half as the heaviest child (`≤` for `<`), but only
//! pairs and longer chains; a projection never takes all the children its parent has; projected
//! nodes are treated in turn; and they weigh nothing themselves. The search for the best piece of a
//! chain looks at every pair of ends, which makes it quadratic in the number of children.

use std::collections::VecDeque;
use std::ops::Range;

use elenchus_tree::Kind;

use crate::balance::{fill_prefix_sums, projection, stretches};
use crate::context::Context;
use crate::draft::Draft;

/// Balances every node of the draft.
pub(crate) fn balance_paper(draft: &mut Draft, context: &Context<'_>) {
    let order = draft.preorder();
    let weights = draft.weights(&order);
    let mut waiting: VecDeque<u32> = order.into();
    // Projections are added while this runs; their weights follow from their places.
    while let Some(node) = waiting.pop_front() {
        let sketch = &draft.nodes[node as usize];
        let was_grouped = sketch.kind == Kind::Projection && (node as usize) < weights.len();
        if sketch.kind == Kind::Loop || sketch.is_range() || was_grouped && node != Draft::ROOT {
            continue;
        }
        let siblings: Vec<u32> = draft.children(node).collect();
        let mut before = Vec::new();
        fill_prefix_sums(
            &mut before,
            siblings.iter().map(|&child| weights[child as usize]),
        );
        let chains = stretches(&siblings, |left, right| {
            context.may_join(draft, left, right)
        });
        let projected = choose(draft, context, node, &siblings, &before, chains);
        if projected.is_empty() {
            continue;
        }
        let mut children = Vec::new();
        let mut place = 0;
        for range in projected {
            children.extend_from_slice(&siblings[place..range.start]);
            let members = &siblings[range.clone()];
            let new = draft.detached(projection(draft, context, Kind::Projection, members));
            draft.set_children(new, members);
            children.push(new);
            waiting.push_back(new);
            place = range.end;
        }
        children.extend_from_slice(&siblings[place..]);
        draft.set_children(node, &children);
    }
}

/// The chains to project below one node, from left to right.
fn choose(
    draft: &Draft,
    context: &Context<'_>,
    node: u32,
    siblings: &[u32],
    before: &[u64],
    mut chains: Vec<Range<usize>>,
) -> Vec<Range<usize>> {
    let weight_of = |range: &Range<usize>| before[range.end] - before[range.start];
    chains.retain(|chain| chain.len() > 1);
    let mut root_weight = draft.nodes[node as usize].mass + before[siblings.len()];
    let mut by_weight: Vec<usize> = (0..siblings.len()).collect();
    by_weight.sort_by_key(|&child| std::cmp::Reverse(weight_of(&(child..child + 1))));
    let mut taken = vec![false; siblings.len()];
    let mut heaviest = by_weight.into_iter().peekable();
    let mut projected = Vec::new();
    while !chains.is_empty() {
        while heaviest.next_if(|&child| taken[child]).is_some() {}
        let Some(&child) = heaviest.peek() else {
            break;
        };
        let alone = weight_of(&(child..child + 1));
        // Distances from half are kept doubled, so that they are whole.
        let distance = (2 * alone).abs_diff(root_weight);
        let lengths = context.options.chain_min.max(2)..=context.options.chain_max;
        let piece = if 2 * alone >= root_weight {
            None
        } else {
            closest_piece(&chains, before, root_weight, |range| {
                lengths.contains(&range.len())
                    && range.len() < siblings.len()
                    && context.may_group(draft, &siblings[range.clone()])
            })
            .filter(|range| (2 * weight_of(range)).abs_diff(root_weight) <= distance)
        };
        let cut = match piece {
            Some(range) => {
                projected.push(range.clone());
                range
            }
            None => child..child + 1,
        };
        taken[cut.clone()].fill(true);
        root_weight -= weight_of(&cut);
        cut_chain(&mut chains, &cut);
    }
    projected.sort_unstable_by_key(|range| range.start);
    projected
}

/// The piece of a chain that comes closest to half, by looking at all of them.
fn closest_piece(
    chains: &[Range<usize>],
    before: &[u64],
    root_weight: u64,
    mut allowed: impl FnMut(&Range<usize>) -> bool,
) -> Option<Range<usize>> {
    let mut best: Option<(u64, Range<usize>)> = None;
    for chain in chains {
        for start in chain.clone() {
            for end in start + 2..=chain.end {
                let distance = (2 * (before[end] - before[start])).abs_diff(root_weight);
                if best.as_ref().is_none_or(|(closest, _)| distance < *closest)
                    && allowed(&(start..end))
                {
                    best = Some((distance, start..end));
                }
            }
        }
    }
    best.map(|(_, range)| range)
}

/// The paper's `cutChain`: removes a piece from the chain that holds it and keeps what is left on
/// either side, if that is still a chain.
fn cut_chain(chains: &mut Vec<Range<usize>>, cut: &Range<usize>) {
    let Some(place) = chains
        .iter()
        .position(|chain| chain.start <= cut.start && cut.end <= chain.end)
    else {
        return;
    };
    let chain = chains.swap_remove(place);
    let pieces = [chain.start..cut.start, cut.end..chain.end];
    chains.extend(pieces.into_iter().filter(|piece| piece.len() > 1));
}

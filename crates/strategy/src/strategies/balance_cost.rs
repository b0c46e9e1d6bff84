//! Divide and query, with costs where questions have them.
//!
//! Without costs the best balanced node is asked. With costs it is the one that tells most for its
//! cost: the greatest min(p, 1 − p) / cost, p being the share of mass inside. The nodes are looked at
//! from the best balanced down until even the cheapest question could not make up for the lost
//! balance; when costs differ so much that this takes long, all nodes are looked at instead.

use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::context::{Context, Costs};
use crate::scan;
use crate::select::{Balanced, Index};
use crate::strategies::Rule;

/// How many nodes are looked at in order of balance before a plain scan is cheaper.
const LONG_SEARCH: usize = 2_000;

/// The node to ask, and why.
pub fn choose(
    index: &Index,
    space: &SearchSpace<'_>,
    context: &Context<'_>,
) -> Option<(NodeId, Rule)> {
    let Some(costs) = context.costs else {
        let best = Balanced::new(index, space).next()?;
        return Some((best.node, Rule::ClosestToHalf));
    };
    let node = best_for_its_cost(index, space, context, costs)?;
    let cost = costs.of(node);
    Some((node, Rule::BalancePerCost { cost }))
}

fn best_for_its_cost(
    index: &Index,
    space: &SearchSpace<'_>,
    context: &Context<'_>,
    costs: &Costs,
) -> Option<NodeId> {
    let mut best: Option<(f64, NodeId)> = None;
    for (looked_at, candidate) in Balanced::new(index, space).enumerate() {
        let worth_at = |cost| scan::balance_per_cost(candidate.worth, space.total(), cost);
        if best.is_some_and(|(worth, _)| worth_at(costs.cheapest()) < worth) {
            break;
        }
        if looked_at == LONG_SEARCH {
            return scan::best_for_its_cost(space, context);
        }
        let (worth, node) = (worth_at(costs.of(candidate.node)), candidate.node);
        if best.is_none_or(|(most, first)| worth > most || (worth == most && node < first)) {
            best = Some((worth, node));
        }
    }
    best.map(|(_, node)| node)
}

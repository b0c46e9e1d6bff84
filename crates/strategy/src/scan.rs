//! Choosing by looking at every node: the definitions of the strategies that divide.
//!
//! The fast index must choose exactly the same nodes; its tests compare the two. Ties go to the
//! node that was entered first (the lowest preorder number) everywhere.

use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::context::Context;

/// Every node that can be asked and would divide the suspicion: neither none nor all of it is
/// inside. In preorder, with the mass inside.
pub fn dividing_nodes<'s>(space: &'s SearchSpace<'_>) -> impl Iterator<Item = (NodeId, u64)> + 's {
    let root = space.root();
    (root.0..space.tree().end(root).0)
        .map(NodeId::at)
        .filter(move |&node| node != root && space.is_askable(node))
        .map(move |node| (node, space.mass(node)))
        .filter(move |&(_, mass)| mass > 0 && mass < space.total())
}

/// How far a part of `total` is from half of it, doubled to stay whole.
pub fn imbalance(mass: u64, total: u64) -> u64 {
    let rest = total - mass;
    mass.abs_diff(rest)
}

/// The node whose mass is closest to half of all.
pub fn closest_to_half(space: &SearchSpace<'_>) -> Option<NodeId> {
    dividing_nodes(space)
        .min_by_key(|&(_, mass)| imbalance(mass, space.total()))
        .map(|(node, _)| node)
}

/// The heaviest node with at most half of all mass; if there is none, the lightest with more.
pub fn heaviest_up_to_half(space: &SearchSpace<'_>) -> Option<NodeId> {
    dividing_nodes(space)
        .min_by_key(|&(_, mass)| {
            let over_half = mass > space.total() - mass;
            (over_half, imbalance(mass, space.total()))
        })
        .map(|(node, _)| node)
}

/// The heaviest node of all. It is a child of the root, or of nodes between that cannot be asked.
pub fn heaviest(space: &SearchSpace<'_>) -> Option<NodeId> {
    dividing_nodes(space)
        .min_by_key(|&(_, mass)| std::cmp::Reverse(mass))
        .map(|(node, _)| node)
}

/// How much a question about a part of `total` tells for its cost: min(p, 1 − p) / cost.
pub fn balance_per_cost(mass: u64, total: u64, cost: f64) -> f64 {
    mass.min(total - mass) as f64 / cost
}

/// The node with the greatest [`balance_per_cost`].
pub fn best_for_its_cost(space: &SearchSpace<'_>, context: &Context<'_>) -> Option<NodeId> {
    let mut best = None;
    for (node, mass) in dividing_nodes(space) {
        let value = balance_per_cost(mass, space.total(), context.cost(node));
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((node, value));
        }
    }
    best.map(|(node, _)| node)
}

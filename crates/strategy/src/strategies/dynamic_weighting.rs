//! Dynamic weighting: divide and query, where a routine that was right loses weight everywhere.
//!
//! Every *right* answer about a routine halves what each of its nodes weighs, down to 1/65536. A look
//! at every node chooses the one whose weight is closest to half.

use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::context::Context;
use crate::scan::dividing_nodes;
use crate::strategies::Rule;

/// After this many *right* answers a routine weighs no less.
const MOST_HALVINGS: u32 = 16;

/// The node whose weight is closest to half; among equals the first.
pub fn choose(space: &SearchSpace<'_>, context: &Context<'_>) -> Option<(NodeId, Rule)> {
    let weights = Weights::new(space, context);
    let root = space.root();
    let half = weights.below(space, root);
    let (node, _) = dividing_nodes(space)
        .min_by_key(|&(node, _)| (2 * weights.below(space, node)).abs_diff(half))?;
    Some((node, Rule::ClosestToHalfWeighted))
}

/// Sums of the weights of the nodes of a space.
struct Weights {
    /// The weight of all nodes from the root of the space up to each one.
    before: Vec<u128>,
}

impl Weights {
    fn new(space: &SearchSpace<'_>, context: &Context<'_>) -> Weights {
        let tree = space.tree();
        let mut before = Vec::with_capacity(tree.size(space.root()) + 1);
        let mut sum = 0;
        before.push(sum);
        for node in (space.root().0..tree.end(space.root()).0).map(NodeId::at) {
            let halvings = context.counts.right(tree.routine(node)).min(MOST_HALVINGS);
            sum += u128::from(space.own_mass(node)) << (MOST_HALVINGS - halvings);
            before.push(sum);
        }
        Weights { before }
    }

    fn below(&self, space: &SearchSpace<'_>, node: NodeId) -> u128 {
        let start = node.index() - space.root().index();
        self.before[start + space.tree().size(node)] - self.before[start]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::RoutineCounts;
    use elenchus_tree::place::view::{Masses, Tree};
    use elenchus_tree::{Answer, RootStatus};

    #[test]
    fn a_routine_that_was_right_weighs_less_everywhere() {
        // main(f(g, g, g), h(g), i)
        let parents = [-1i64, 0, 1, 1, 1, 0, 5, 0].map(|p| usize::try_from(p).ok());
        let (mut tree, order) = Tree::from_parents(&parents).unwrap();
        let names = ["main", "f", "g", "g", "g", "h", "g", "i"];
        tree.set_labels(|node| names[order.index(node)]);
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let mut counts = RoutineCounts::new();
        let chosen = choose(&space, &Context::new(&counts)).map(|(node, _)| node);
        assert_eq!(chosen, Some(NodeId::at(1)), "four of eight nodes");
        counts.add(tree.routine(NodeId::at(2)), Answer::Right);
        counts.add(tree.routine(NodeId::at(2)), Answer::Right);
        counts.add(tree.routine(NodeId::at(1)), Answer::Right);
        // Now main, h and i weigh 1, f 1/2, every g 1/4: f(…) is 1.25, h(…) 1.25 and all are 4.5.
        let chosen = choose(&space, &Context::new(&counts)).map(|(node, _)| node);
        assert_eq!(chosen, Some(NodeId::at(1)));
        counts.add(tree.routine(NodeId::at(1)), Answer::Right);
        let chosen = choose(&space, &Context::new(&counts)).map(|(node, _)| node);
        assert_eq!(chosen, Some(NodeId::at(5)));
    }
}

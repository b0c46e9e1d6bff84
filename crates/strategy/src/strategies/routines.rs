//! The strategies that count distinct routines ("rules" in the survey by Silva).
//!
//! A routine counts where code of its own is still suspect. Both look at every suspect.

use std::cmp::Reverse;

use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::scan::{dividing_nodes, imbalance};
use crate::strategies::Rule;

/// The child of the root below which the most distinct routines ran; among equals the first.
pub fn more_rules_first(space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
    let tree = space.tree();
    // The latest child below which each routine was seen.
    let mut seen_below = vec![None; tree.routine_names().len()];
    let mut counts: Vec<(NodeId, u32)> = Vec::new();
    let mut suspects = space.list_suspects().peekable();
    for child in space.lifted_children(space.root()) {
        let mut count = 0;
        while let Some(suspect) = suspects.next_if(|&suspect| suspect < tree.end(child)) {
            // Suspects before the child are not below any child that can be asked.
            let seen = &mut seen_below[tree.routine(suspect).index()];
            if suspect >= child && *seen != Some(child) {
                *seen = Some(child);
                count += 1;
            }
        }
        counts.push((child, count));
    }
    let (child, routines) = counts
        .into_iter()
        .min_by_key(|&(_, count)| Reverse(count))?;
    Some((child, Rule::MostRoutines { routines }))
}

/// The node below which the number of distinct routines is closest to half of all; among equals the
/// one whose mass is closest to half.
pub fn divide_by_rules(space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
    let root = space.root();
    let distinct = distinct_routines(space);
    let count_of = |node: NodeId| distinct[node.index() - root.index()];
    let all = count_of(root);
    let (node, _) = dividing_nodes(space).min_by_key(|&(node, mass)| {
        let routines = imbalance(u64::from(count_of(node)), u64::from(all));
        (routines, imbalance(mass, space.total()))
    })?;
    let routines = count_of(node);
    Some((node, Rule::HalfOfRoutines { routines, of: all }))
}

/// How many distinct routines are suspect below each node from the root of the space on.
///
/// Going from the last node to the first, a tree of sums counts for every routine only the nearest
/// suspect; those before the end of a subtree are exactly the routines in it.
fn distinct_routines(space: &SearchSpace<'_>) -> Vec<u32> {
    let tree = space.tree();
    let root = space.root();
    let nodes = tree.size(root);
    let mut nearest: Vec<Option<usize>> = vec![None; tree.routine_names().len()];
    let mut sums = PrefixSums::new(nodes);
    let mut distinct = vec![0; nodes];
    for place in (0..nodes).rev() {
        let node = NodeId::new(root.index() + place);
        if space.own_mass(node) > 0 {
            let nearest = &mut nearest[tree.routine(node).index()];
            if let Some(farther) = nearest.replace(place) {
                sums.subtract_one(farther);
            }
            sums.add_one(place);
        }
        distinct[place] = sums.before(place + tree.size(node));
    }
    distinct
}

/// Counts at places, with the sum of all before any place in O(log n) (a Fenwick tree).
struct PrefixSums {
    sums: Vec<u32>,
}

impl PrefixSums {
    fn new(places: usize) -> PrefixSums {
        PrefixSums {
            sums: vec![0; places + 1],
        }
    }

    fn add_one(&mut self, place: usize) {
        self.change(place, |sum| sum + 1);
    }

    fn subtract_one(&mut self, place: usize) {
        self.change(place, |sum| sum - 1);
    }

    fn change(&mut self, place: usize, change: impl Fn(u32) -> u32) {
        let mut entry = place + 1;
        while entry < self.sums.len() {
            self.sums[entry] = change(self.sums[entry]);
            entry += entry & entry.wrapping_neg();
        }
    }

    fn before(&self, place: usize) -> u32 {
        let (mut entry, mut sum) = (place, 0);
        while entry > 0 {
            sum += self.sums[entry];
            entry &= entry - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elenchus_tree::place::view::{Masses, Tree};
    use elenchus_tree::{Answer, RootStatus};

    /// main(a(b, a, c), d(c, c, c)): the second child is heavier, the first runs more routines.
    fn sample() -> Tree {
        let parents = [-1i64, 0, 1, 1, 1, 0, 5, 5, 5, 5].map(|p| usize::try_from(p).ok());
        let (mut tree, order) = Tree::from_parents(&parents).unwrap();
        let names = ["main", "a", "b", "a", "c", "d", "c", "c", "c", "c"];
        tree.set_labels(|node| names[order.index(node)]);
        tree
    }

    #[test]
    fn counts_distinct_suspect_routines() {
        let tree = sample();
        let masses = Masses::of(&tree);
        let mut space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        assert_eq!(distinct_routines(&space), [5, 3, 1, 1, 1, 2, 1, 1, 1, 1]);
        space.apply(NodeId::at(4), Answer::Right);
        assert_eq!(distinct_routines(&space)[..2], [5, 2]);
    }

    #[test]
    fn the_child_with_more_routines_comes_first_although_it_is_lighter() {
        let tree = sample();
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let most = Rule::MostRoutines { routines: 3 };
        assert_eq!(more_rules_first(&space), Some((NodeId::at(1), most)));
        let space = space.after(NodeId::at(2), Answer::Right);
        let most = Rule::MostRoutines { routines: 2 };
        assert_eq!(more_rules_first(&space), Some((NodeId::at(1), most)));
    }

    #[test]
    fn half_of_the_routines_not_of_the_nodes() {
        let tree = sample();
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        // Both children are one half routine away from half; the second has half of the nodes.
        let half = Rule::HalfOfRoutines { routines: 2, of: 5 };
        assert_eq!(divide_by_rules(&space), Some((NodeId::at(5), half)));
    }
}

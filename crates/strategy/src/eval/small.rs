//! Small parts in one machine word: a bit for each node.
//!
//! Most questions of an evaluation are about small parts, and for strategies that only look at masses
//! a part of up to 64 equal nodes is evaluated fastest by trying every node with one count of bits.
//! The choices are those that [`crate::scan`] defines, ties included.

use elenchus_tree::RootStatus;
use elenchus_tree::place::view::{NodeId, SearchSpace};

use super::walk::Tally;

/// How many nodes fit.
pub const MOST: u64 = 64;

/// How to choose among nodes by their mass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    ClosestToHalf,
    UpToHalf,
    Heaviest,
}

impl Choice {
    /// The smaller, the better.
    fn rank(self, inside: u32, all: u32) -> (bool, u32) {
        let imbalance = (2 * inside).abs_diff(all);
        match self {
            Choice::ClosestToHalf => (false, imbalance),
            Choice::UpToHalf => (2 * inside > all, imbalance),
            Choice::Heaviest => (false, all - inside),
        }
    }
}

/// Whether a part can be evaluated here: few nodes, all of mass one and all askable, the root wrong.
pub fn fits(space: &SearchSpace<'_>) -> bool {
    space.total() <= MOST
        && space.root_status() == RootStatus::Wrong
        && space.masses().is_uniform()
        && space.unknown().is_empty()
        && !space.tree().is_growing()
}

/// Evaluates a part that [fits], all of whose questions come after `depth` others.
pub fn evaluate(space: &SearchSpace<'_>, choice: Choice, depth: u32, tally: &mut Tally) {
    let tree = space.tree();
    let root = space.root();
    let alive = space.alive_between(root, tree.end(root));
    let nodes: Vec<NodeId> = alive
        .flat_map(|(start, end)| (start.0..end.0).map(NodeId::at))
        .collect();
    // Subtrees are contiguous in preorder, also among the nodes that are left.
    let subtrees: Vec<u64> = nodes
        .iter()
        .enumerate()
        .map(|(place, &node)| {
            let end = nodes.partition_point(|&other| other < tree.end(node));
            below(end) & !below(place)
        })
        .collect();
    let mut open = vec![(below(nodes.len()), depth)];
    while let Some((set, depth)) = open.pop() {
        let all = set.count_ones();
        if all == 1 {
            tally.found(1, depth);
            continue;
        }
        let inside = set & best_subtree(set, &subtrees, choice);
        open.push((inside, depth + 1));
        open.push((set & !inside, depth + 1));
    }
}

/// The subtree to ask about in a set of nodes; the lowest node of the set is its root and not asked.
fn best_subtree(set: u64, subtrees: &[u64], choice: Choice) -> u64 {
    let all = set.count_ones();
    let mut best = ((true, u32::MAX), 0);
    let mut rest = set & (set - 1);
    while rest != 0 {
        let subtree = subtrees[rest.trailing_zeros() as usize];
        let rank = choice.rank((set & subtree).count_ones(), all);
        if rank < best.0 {
            best = (rank, subtree);
        }
        rest &= rest - 1;
    }
    best.1
}

/// The first `count` bits.
fn below(count: usize) -> u64 {
    1u64.checked_shl(count as u32)
        .map_or(u64::MAX, |bit| bit - 1)
}

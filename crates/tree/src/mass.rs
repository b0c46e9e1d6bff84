//! How much suspicion each node's own code still carries: prefix sums over the preorder.
//!
//! Mass is taken from nodes whose own code cannot be the bug: trusted routines (their children stay
//! suspect: trust never covers a subtree), and nodes that have not finished, which cannot be asked.
//! Sums are exact integers, so "nothing left" and "all of it" are decided without rounding.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::node::{NodeId, RoutineId};
use crate::place::{Place, Recorded};
use crate::rank::RankedBits;
use crate::sampled::{SampledSums, Sum};
use crate::tree::Tree;

/// Prefix sums of the masses of one tree, and whose own code is out of question.
#[derive(Clone, Debug)]
pub struct Masses<P = Recorded> {
    sums: Sums,
    nodes: usize,
    trusted: HashSet<RoutineId>,
    /// Nodes that have not finished or whose being wrong is explained, in preorder.
    out_of_question: Vec<NodeId<P>>,
    stamp: u64,
}

/// The sums, in the smallest form that the masses allow.
#[derive(Clone, Debug)]
enum Sums {
    /// Every node weighs one.
    Uniform,
    /// Every node weighs one or nothing.
    ZeroOrOne(RankedBits),
    /// `before[v]` is the mass, `suspects[v]` the number of nodes with mass before `v`.
    Weighted {
        before: Vec<u64>,
        suspects: Vec<u32>,
    },
    /// The tree is not in memory, and neither are its sums.
    Sampled(SampledSums),
}

impl<P: Place> Masses<P> {
    /// The masses of `tree` without those of the `trusted` routines, of the nodes in `cleared`, and
    /// of nodes that have not finished. Linear in the size of the tree.
    pub fn new(
        tree: &Tree<P>,
        trusted: &HashSet<RoutineId>,
        cleared: &HashSet<NodeId<P>>,
    ) -> Masses<P> {
        Masses::after_growth(tree, trusted, cleared, None)
    }

    /// The same for a tree that has grown since the `earlier` masses were made: its first nodes, as
    /// many as the number says, are those of the earlier tree. Only what is new is gone through, if
    /// nobody else is trusted.
    pub fn after_growth(
        tree: &Tree<P>,
        trusted: &HashSet<RoutineId>,
        cleared: &HashSet<NodeId<P>>,
        earlier: Option<(Masses<P>, usize)>,
    ) -> Masses<P> {
        let cleared_nodes = cleared.iter().copied();
        let exempt: BTreeSet<NodeId<P>> = cleared_nodes.chain(tree.open_nodes()).collect();
        let out_of_question: Vec<NodeId<P>> = exempt.into_iter().collect();
        let sums = match tree.weighed_codes() {
            Some((columns, mut weights)) => {
                for (code, weight) in (0..).zip(&mut weights) {
                    if trusted.contains(&RoutineId(columns.meaning(code).0)) {
                        *weight = 0;
                    }
                }
                let exempt = out_of_question.iter().map(|node| node.index());
                let earlier = earlier.and_then(|(masses, unchanged)| match masses.sums {
                    Sums::Sampled(sums) => Some((sums, unchanged)),
                    _ => None,
                });
                Sums::Sampled(SampledSums::new(columns.clone(), weights, exempt, earlier))
            }
            None => Masses::in_memory(tree, trusted, cleared),
        };
        Masses {
            sums,
            nodes: tree.len(),
            trusted: trusted.clone(),
            out_of_question,
            stamp: new_stamp(),
        }
    }

    fn in_memory(
        tree: &Tree<P>,
        trusted: &HashSet<RoutineId>,
        cleared: &HashSet<NodeId<P>>,
    ) -> Sums {
        let mut is_trusted = vec![false; tree.routine_names().len()];
        for routine in trusted {
            if let Some(entry) = is_trusted.get_mut(routine.index()) {
                *entry = true;
            }
        }
        let counts_all = cleared.is_empty() && !tree.is_growing();
        let mass = |node| {
            let trusted = is_trusted.get(tree.routine(node).index());
            let suspect = trusted != Some(&true)
                && (counts_all || tree.is_finished(node) && !cleared.contains(&node));
            if suspect { tree.own_mass(node) } else { 0 }
        };
        let all_count = counts_all && trusted.is_empty() && tree.has_default_mass();
        if all_count && tree.nodes().all(|node| tree.kind(node).owns_code()) {
            Sums::Uniform
        } else if !tree.has_default_mass() && tree.nodes().any(|node| mass(node) > 1) {
            weighted(tree.nodes().map(mass))
        } else if tree.nodes().all(|node| mass(node) == 1) {
            Sums::Uniform
        } else {
            Sums::ZeroOrOne(RankedBits::new(tree.nodes().map(|node| mass(node) == 1)))
        }
    }

    /// The masses of a tree about which nothing has been said.
    pub fn of(tree: &Tree<P>) -> Masses<P> {
        Masses::new(tree, &HashSet::new(), &HashSet::new())
    }

    /// The mass of the nodes in `start..end`.
    #[inline]
    pub fn between(&self, start: NodeId<P>, end: NodeId<P>) -> u64 {
        match &self.sums {
            Sums::Weighted { before, .. } => before[end.index()] - before[start.index()],
            Sums::Sampled(_) => self.sampled_between(start, end).mass,
            _ => self.suspects_between(start, end),
        }
    }

    /// How many nodes in `start..end` carry mass.
    #[inline]
    pub fn suspects_between(&self, start: NodeId<P>, end: NodeId<P>) -> u64 {
        u64::from(match &self.sums {
            Sums::Uniform => end.0 - start.0,
            Sums::ZeroOrOne(bits) => bits.rank(end.index()) - bits.rank(start.index()),
            Sums::Weighted { suspects, .. } => suspects[end.index()] - suspects[start.index()],
            Sums::Sampled(_) => self.sampled_between(start, end).suspects,
        })
    }

    fn sampled_between(&self, start: NodeId<P>, end: NodeId<P>) -> Sum {
        match &self.sums {
            Sums::Sampled(sums) if start < end => sums.between(start.index(), end.index()),
            _ => Sum::default(),
        }
    }

    /// Whether a question about this node can be put at all: it has finished, its routine is not
    /// trusted, and its being wrong is not already explained by a bug that was found.
    pub fn may_ask(&self, tree: &Tree<P>, node: NodeId<P>) -> bool {
        self.out_of_question.binary_search(&node).is_err()
            && !self.trusted.contains(&tree.routine(node))
    }

    /// The first node from `start` on that has not finished or whose being wrong is explained.
    pub fn first_out_of_question(&self, start: NodeId<P>) -> Option<NodeId<P>> {
        let next = self.out_of_question.partition_point(|&node| node < start);
        self.out_of_question.get(next).copied()
    }

    /// The mass of one node's own code.
    #[inline]
    pub fn own(&self, node: NodeId<P>) -> u64 {
        self.between(node, NodeId::at(node.0 + 1))
    }

    /// The node whose own mass covers position `rank` (counted from 0) of the mass that lies at or
    /// after `start`, or `None` when there is less mass than that.
    pub fn node_at(&self, start: NodeId<P>, rank: u64) -> Option<NodeId<P>> {
        let index = match &self.sums {
            Sums::Uniform => usize::try_from(start.index() as u64 + rank).ok()?,
            Sums::ZeroOrOne(bits) => {
                let rank = u64::from(bits.rank(start.index())) + rank;
                bits.select(u32::try_from(rank).ok()?)?
            }
            Sums::Weighted { before, .. } => {
                let target = before[start.index()] + rank;
                before.partition_point(|&sum| sum <= target) - 1
            }
            Sums::Sampled(sums) => {
                let before = sums.before(start.index()).mass;
                sums.node_at(before.checked_add(rank)?)?
            }
        };
        (index < self.nodes).then(|| NodeId::new(index))
    }

    /// The node with mass at or after `start` that has `rank` others before it there.
    pub fn suspect_at(&self, start: NodeId<P>, rank: u64) -> Option<NodeId<P>> {
        let index = match &self.sums {
            Sums::Uniform | Sums::ZeroOrOne(_) => return self.node_at(start, rank),
            Sums::Weighted { suspects, .. } => {
                let target = u64::from(suspects[start.index()]) + rank;
                suspects.partition_point(|&count| u64::from(count) <= target) - 1
            }
            Sums::Sampled(sums) => {
                let before = u64::from(sums.before(start.index()).suspects);
                sums.suspect_at(before.checked_add(rank)?)?
            }
        };
        (index < self.nodes).then(|| NodeId::new(index))
    }

    /// Which masses these are: two that were made separately never have the same stamp, so that
    /// whatever was derived from masses and their tree can tell whether it still fits.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Whether every node weighs exactly one.
    pub fn is_uniform(&self) -> bool {
        matches!(self.sums, Sums::Uniform)
    }
}

/// A number that no masses of this process have yet.
fn new_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Prefix sums of any masses.
fn weighted(masses: impl ExactSizeIterator<Item = u64>) -> Sums {
    let mut before = Vec::with_capacity(masses.len() + 1);
    let mut suspects = Vec::with_capacity(masses.len() + 1);
    let (mut sum, mut count) = (0, 0);
    before.push(sum);
    suspects.push(count);
    for mass in masses {
        sum += mass;
        count += u32::from(mass > 0);
        before.push(sum);
        suspects.push(count);
    }
    Sums::Weighted { before, suspects }
}

/// Turns priors given as fractions into integer masses: whole numbers stay as they are, anything
/// else is scaled so that the largest becomes 2^32. A positive prior never becomes zero.
pub fn from_priors(priors: &[f64]) -> Vec<u64> {
    const LARGEST: f64 = 4_294_967_296.0;
    let largest = priors.iter().copied().fold(0.0, f64::max);
    let whole = largest <= LARGEST && priors.iter().all(|p| p.fract() == 0.0);
    let scale = if whole || largest == 0.0 {
        1.0
    } else {
        LARGEST / largest
    };
    priors
        .iter()
        .map(|&prior| {
            if prior > 0.0 {
                ((prior * scale).round() as u64).max(1)
            } else {
                0
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::TreeBuilder;
    use crate::node::Kind;

    #[test]
    fn trust_takes_the_mass_of_a_routine_but_not_of_its_children() {
        let mut builder: TreeBuilder = TreeBuilder::default();
        let (f, g) = (builder.routine("f"), builder.routine("g"));
        builder.enter(Kind::Routine, f);
        builder.enter(Kind::Routine, g);
        builder.enter(Kind::Routine, f);
        let tree = builder.finish();
        assert!(Masses::of(&tree).is_uniform());
        let masses = Masses::new(&tree, &HashSet::from([g]), &HashSet::new());
        assert_eq!(masses.between(NodeId::at(0), NodeId::at(3)), 2);
        assert_eq!(masses.own(NodeId::at(1)), 0);
        assert_eq!(masses.node_at(NodeId::at(0), 1), Some(NodeId::at(2)));
        assert_eq!(masses.node_at(NodeId::at(0), 2), None);
        assert_eq!(masses.node_at(NodeId::at(1), 0), Some(NodeId::at(2)));
    }

    #[test]
    fn suspects_are_counted_whatever_they_weigh() {
        let mut tree: Tree = Tree::from_parents(&[None, Some(0), Some(0), Some(2)])
            .unwrap()
            .0;
        tree.set_masses(vec![3, 0, 7, 1]);
        let masses = Masses::of(&tree);
        let at = |start, rank| masses.suspect_at(NodeId::at(start), rank);
        let found = [at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(1, 0), at(3, 0)];
        let node = |index| Some(NodeId::at(index));
        assert_eq!(found, [node(0), node(2), node(3), None, node(2), node(3)]);
    }

    #[test]
    fn whole_priors_stay_and_fractions_are_scaled() {
        assert_eq!(from_priors(&[2.0, 0.0, 9.0]), [2, 0, 9]);
        let masses = from_priors(&[0.5, 1e-300, 0.0]);
        assert_eq!(masses, [1 << 32, 1, 0]);
    }
}

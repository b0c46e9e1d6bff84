//! The parts of a tree that answers have cleared: disjoint preorder intervals with their mass.
//!
//! Every answer clears at most one interval, and neighbouring intervals merge, so the list stays
//! short; weighing a subtree costs two binary searches.

use crate::mass::Masses;
use crate::node::NodeId;
use crate::place::{Place, Recorded};

/// Disjoint, sorted, non-touching intervals of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed<P = Recorded> {
    intervals: Vec<Interval<P>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval<P> {
    start: NodeId<P>,
    end: NodeId<P>,
    /// Mass of this interval and all before it.
    mass_through: u64,
    /// Nodes in this interval and all before it.
    nodes_through: u32,
}

impl<P> Default for Removed<P> {
    fn default() -> Removed<P> {
        Removed {
            intervals: Vec::new(),
        }
    }
}

impl<P: Place> Removed<P> {
    /// Nothing cleared.
    pub fn new() -> Removed<P> {
        Removed::default()
    }

    /// Clears `start..end`; what was cleared before stays so.
    pub fn remove(&mut self, masses: &Masses<P>, mut start: NodeId<P>, mut end: NodeId<P>) {
        if start >= end {
            return;
        }
        // All intervals that touch or overlap the new one become part of it.
        let from = self.intervals.partition_point(|i| i.end < start);
        let to = self.intervals.partition_point(|i| i.start <= end);
        if from < to {
            start = start.min(self.intervals[from].start);
            end = end.max(self.intervals[to - 1].end);
        }
        let merged = Interval {
            start,
            end,
            mass_through: 0,
            nodes_through: 0,
        };
        self.intervals.splice(from..to, [merged]);
        let (mut mass, mut nodes) = match from.checked_sub(1) {
            Some(last) => {
                let last = &self.intervals[last];
                (last.mass_through, last.nodes_through)
            }
            None => (0, 0),
        };
        for interval in &mut self.intervals[from..] {
            mass += masses.between(interval.start, interval.end);
            nodes += interval.end.0 - interval.start.0;
            interval.mass_through = mass;
            interval.nodes_through = nodes;
        }
    }

    /// Whether a node is cleared.
    #[inline]
    pub fn contains(&self, node: NodeId<P>) -> bool {
        !self.intervals.is_empty() && self.interval_at(node).is_some()
    }

    /// The interval that holds a node.
    pub fn interval_at(&self, node: NodeId<P>) -> Option<(NodeId<P>, NodeId<P>)> {
        self.from(node).next().filter(|&(start, _)| start <= node)
    }

    /// The intervals that end after `node`, in order.
    pub fn from(
        &self,
        node: NodeId<P>,
    ) -> impl ExactSizeIterator<Item = (NodeId<P>, NodeId<P>)> + '_ {
        let next = self.intervals.partition_point(|i| i.end <= node);
        self.intervals[next..].iter().map(|i| (i.start, i.end))
    }

    /// The last interval that starts before `node`.
    pub fn last_before(&self, node: NodeId<P>) -> Option<(NodeId<P>, NodeId<P>)> {
        let next = self.intervals.partition_point(|i| i.start < node);
        let last = &self.intervals[next.checked_sub(1)?];
        Some((last.start, last.end))
    }

    /// The mass cleared before `node`.
    pub fn mass_before(&self, masses: &Masses<P>, node: NodeId<P>) -> u64 {
        let (whole, cut) = self.before(node);
        whole.map_or(0, |i| i.mass_through) + cut.map_or(0, |i| masses.between(i.start, node))
    }

    /// How many nodes before `node` are cleared.
    pub fn nodes_before(&self, node: NodeId<P>) -> u32 {
        let (whole, cut) = self.before(node);
        whole.map_or(0, |i| i.nodes_through) + cut.map_or(0, |i| node.0 - i.start.0)
    }

    /// The cleared mass within `start..end`.
    #[inline]
    pub fn mass_between(&self, masses: &Masses<P>, start: NodeId<P>, end: NodeId<P>) -> u64 {
        if self.intervals.is_empty() {
            return 0;
        }
        self.mass_before(masses, end) - self.mass_before(masses, start)
    }

    /// The intervals, in order.
    pub fn intervals(&self) -> impl ExactSizeIterator<Item = (NodeId<P>, NodeId<P>)> + '_ {
        self.intervals.iter().map(|i| (i.start, i.end))
    }

    /// How many intervals there are.
    pub fn len(&self) -> usize {
        self.intervals.len()
    }

    /// Whether nothing is cleared.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// The last interval wholly before `node`, and the one that `node` cuts.
    fn before(&self, node: NodeId<P>) -> (Option<&Interval<P>>, Option<&Interval<P>>) {
        let next = self.intervals.partition_point(|i| i.end <= node);
        let whole = next.checked_sub(1).map(|last| &self.intervals[last]);
        let cut = self.intervals.get(next).filter(|i| i.start < node);
        (whole, cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_equal_those_of_a_bit_per_node(
            pieces in proptest::collection::vec((0u32..40, 0u32..12), 0..12)
        ) {
            let parents: Vec<_> = (0..50usize).map(|n| n.checked_sub(1)).collect();
            let (mut tree, _): (Tree, _) = Tree::from_parents(&parents).unwrap();
            tree.set_masses((0..50).map(|n| n % 4).collect());
            let masses = Masses::of(&tree);
            let mut removed = Removed::new();
            let mut bits = [false; 50];
            for (start, length) in pieces {
                let end = (start + length).min(50);
                removed.remove(&masses, NodeId::at(start), NodeId::at(end));
                bits[start as usize..end as usize].fill(true);
            }
            for node in 0..50u32 {
                prop_assert_eq!(removed.contains(NodeId::at(node)), bits[node as usize]);
                let last = (0..node).rev().find(|&n| bits[n as usize]);
                let last_before = removed.last_before(NodeId::at(node));
                prop_assert_eq!(last, last_before.map(|(_, end)| end.0.min(node) - 1));
                let cleared = (0..node).filter(|&n| bits[n as usize]);
                prop_assert_eq!(removed.nodes_before(NodeId::at(node)), cleared.clone().count() as u32);
                let mass: u64 = cleared.map(|n| u64::from(n % 4)).sum();
                prop_assert_eq!(removed.mass_before(&masses, NodeId::at(node)), mass);
            }
        }
    }
}

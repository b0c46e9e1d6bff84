//! The search space: the nodes that may still hold the bug, given all that was said.
//!
//! It is a connected part of the tree: the subtree of its `root` without the intervals that answers
//! have cleared. *Wrong* narrows it to a subtree, *right* clears a subtree, *inadmissible* clears
//! everything from the node on (the bug happened before it was entered: in an elder sibling, in an
//! ancestor, or in their elder siblings). *Unknown* and *trusted* clear nothing but make nodes
//! unaskable; trusted routines also lose their mass.
//!
//! The root is kept at the deepest node that contains all remaining mass. When a node without
//! suspicious code of its own is wrong and only one part of it is left, that part must be wrong: it
//! becomes the root without being asked. This is the only implied *wrong* there is; the only implied
//! *right* is a node without any mass left, which is never asked.

use crate::marks::Answer;
use crate::mass::Masses;
use crate::node::NodeId;
use crate::place::{Place, Recorded};
use crate::removed::Removed;
use crate::root::RootStatus;
use crate::tree::Tree;

/// Where a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status<P = Recorded> {
    /// More than one node is suspect, or the last one has still to be confirmed.
    Open,
    /// The one suspect that is left, and it is wrong.
    Bug(NodeId<P>),
    /// No suspect is left and nothing said that there is a bug.
    Clear,
    /// Something wrong has no suspect part left: some answers clash.
    Contradiction,
}

/// The part of a tree that may still hold the bug.
#[derive(Clone, Debug)]
pub struct SearchSpace<'t, P = Recorded> {
    tree: &'t Tree<P>,
    masses: &'t Masses<P>,
    root: NodeId<P>,
    root_status: RootStatus,
    removed: Removed<P>,
    /// Nodes answered with "don't know", sorted.
    unknown: Vec<NodeId<P>>,
    total: u64,
}

impl<'t, P: Place> SearchSpace<'t, P> {
    /// The whole tree.
    pub fn new(
        tree: &'t Tree<P>,
        masses: &'t Masses<P>,
        root_status: RootStatus,
    ) -> SearchSpace<'t, P> {
        SearchSpace::below(tree, masses, NodeId::ROOT, root_status)
    }

    /// The subtree of `root`.
    pub fn below(
        tree: &'t Tree<P>,
        masses: &'t Masses<P>,
        root: NodeId<P>,
        root_status: RootStatus,
    ) -> SearchSpace<'t, P> {
        let mut space = SearchSpace {
            tree,
            masses,
            root,
            root_status,
            removed: Removed::new(),
            unknown: Vec::new(),
            total: 0,
        };
        space.settle();
        space
    }

    /// The tree that is searched.
    pub fn tree(&self) -> &'t Tree<P> {
        self.tree
    }

    /// The masses in use.
    pub fn masses(&self) -> &'t Masses<P> {
        self.masses
    }

    /// The deepest node that contains all remaining mass.
    pub fn root(&self) -> NodeId<P> {
        self.root
    }

    /// What is known about the root.
    pub fn root_status(&self) -> RootStatus {
        self.root_status
    }

    /// What answers have cleared.
    pub fn removed(&self) -> &Removed<P> {
        &self.removed
    }

    /// The nodes answered with "don't know", sorted.
    pub fn unknown(&self) -> &[NodeId<P>] {
        &self.unknown
    }

    /// All remaining mass.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The remaining mass in the subtree of `node`.
    pub fn mass(&self, node: NodeId<P>) -> u64 {
        self.mass_between(node, self.tree.end(node))
    }

    /// The mass of the node's own code, or 0 when it is cleared.
    pub fn own_mass(&self, node: NodeId<P>) -> u64 {
        if self.is_alive(node) {
            self.masses.own(node)
        } else {
            0
        }
    }

    /// How many suspects (nodes that carry mass) are left in the subtree of `node`.
    pub fn suspects_in(&self, node: NodeId<P>) -> u64 {
        self.alive_intervals(node)
            .map(|(start, end)| self.masses.suspects_between(start, end))
            .sum()
    }

    /// How many suspects are left.
    pub fn suspects(&self) -> u64 {
        self.suspects_in(self.root)
    }

    /// All suspects that are left, in execution order. Linear in their number.
    pub fn list_suspects(&self) -> impl Iterator<Item = NodeId<P>> + '_ {
        self.alive_intervals(self.root)
            .flat_map(|(start, end)| (start.0..end.0).map(NodeId::at))
            .filter(|&node| self.masses.own(node) > 0)
    }

    /// Whether the node belongs to the space.
    pub fn is_alive(&self, node: NodeId<P>) -> bool {
        self.tree.contains(self.root, node) && !self.removed.contains(node)
    }

    /// Whether a question about the node can be put and would tell something: not about the root of
    /// a space that is known to be wrong, and not about what was answered before.
    pub fn is_askable(&self, node: NodeId<P>) -> bool {
        self.is_alive(node)
            && (node != self.root || self.root_status == RootStatus::Unknown)
            && self.unknown.binary_search(&node).is_err()
            && self.masses.may_ask(self.tree, node)
    }

    /// The nodes a top-down search would ask after `node`: its children, with every one that cannot
    /// be asked replaced by its own, and without those that have no mass left. Lazy: a long list of
    /// children is walked only as far as it is read.
    pub fn lifted_children(&self, node: NodeId<P>) -> LiftedChildren<'_, 't, P> {
        LiftedChildren {
            space: self,
            next: NodeId::at(node.0 + 1),
            end: self.tree.end(node),
        }
    }

    /// Where the search stands.
    pub fn status(&self) -> Status<P> {
        match (self.total, self.root_status) {
            (0, RootStatus::Wrong) => Status::Contradiction,
            (0, RootStatus::Unknown) => Status::Clear,
            (total, RootStatus::Wrong) if self.own_mass(self.root) == total => {
                Status::Bug(self.root)
            }
            _ => Status::Open,
        }
    }

    /// The space after one more answer.
    pub fn after(&self, node: NodeId<P>, answer: Answer) -> SearchSpace<'t, P> {
        let mut space = self.clone();
        space.apply(node, answer);
        space
    }

    /// Takes one more answer into account. Answers about nodes outside the space change nothing.
    pub fn apply(&mut self, node: NodeId<P>, answer: Answer) {
        if !self.is_alive(node) {
            return;
        }
        match answer {
            Answer::Wrong => {
                self.root = node;
                self.root_status = RootStatus::Wrong;
                self.settle();
            }
            Answer::Right => self.clear(node, self.tree.end(node)),
            Answer::Inadmissible => self.clear(node, self.tree.end(self.root)),
            Answer::Unknown => {
                if let Err(place) = self.unknown.binary_search(&node) {
                    self.unknown.insert(place, node);
                }
            }
            // The masses already know.
            Answer::Trusted => {}
        }
    }

    fn clear(&mut self, start: NodeId<P>, end: NodeId<P>) {
        self.removed.remove(self.masses, start, end);
        self.settle();
    }

    /// Weighs what is left and moves the root down to the deepest node that contains all of it.
    ///
    /// What is known about a node that has not finished says nothing about its finished parts: the
    /// bug may be in what it has still to run. So the root of such a space is not known to be wrong.
    fn settle(&mut self) {
        self.total = self.mass(self.root);
        if !self.tree.is_finished(self.root) {
            self.root_status = RootStatus::Unknown;
        }
        if self.total == 0 || self.own_mass(self.root) > 0 {
            return;
        }
        let first = self.suspect_at(0);
        let last = self.suspect_at(self.total - 1);
        let (Some(mut root), Some(last)) = (first, last) else {
            return;
        };
        while !self.tree.contains(root, last) {
            root = self.tree.parent(root).expect("the old root contains both");
        }
        self.root = root;
    }

    /// The first node in preorder, `from` or after it, that may hold the bug.
    pub fn first_suspect(&self, from: NodeId<P>) -> Option<NodeId<P>> {
        self.alive_between(from, self.tree.end(self.root))
            .find(|&(start, end)| self.masses.between(start, end) > 0)
            .and_then(|(start, _)| self.masses.node_at(start, 0))
    }

    /// The node that holds the unit of the remaining mass with `rank` units before it in preorder.
    pub fn suspect_at(&self, mut rank: u64) -> Option<NodeId<P>> {
        for (start, end) in self.alive_intervals(self.root) {
            let mass = self.masses.between(start, end);
            if rank < mass {
                return self.masses.node_at(start, rank);
            }
            rank -= mass;
        }
        None
    }

    fn mass_between(&self, start: NodeId<P>, end: NodeId<P>) -> u64 {
        self.masses.between(start, end) - self.removed.mass_between(self.masses, start, end)
    }

    /// The stretches of the subtree of `node` that are not cleared.
    fn alive_intervals(
        &self,
        node: NodeId<P>,
    ) -> impl Iterator<Item = (NodeId<P>, NodeId<P>)> + '_ {
        self.alive_between(node, self.tree.end(node))
    }

    /// The stretches of `start..end` that are not cleared.
    pub fn alive_between(
        &self,
        start: NodeId<P>,
        end: NodeId<P>,
    ) -> impl Iterator<Item = (NodeId<P>, NodeId<P>)> + '_ {
        let mut cursor = start;
        self.removed
            .from(start)
            .take_while(move |&(cleared, _)| cleared < end)
            .chain([(end, end)])
            .filter_map(move |(cleared, stop)| {
                let alive = (cursor, cleared);
                cursor = cursor.max(stop);
                (alive.0 < alive.1).then_some(alive)
            })
    }
}

/// See [`SearchSpace::lifted_children`].
#[derive(Clone, Debug)]
pub struct LiftedChildren<'s, 't, P = Recorded> {
    space: &'s SearchSpace<'t, P>,
    next: NodeId<P>,
    end: NodeId<P>,
}

impl<P: Place> Iterator for LiftedChildren<'_, '_, P> {
    type Item = NodeId<P>;

    fn next(&mut self) -> Option<NodeId<P>> {
        while self.next < self.end {
            let node = self.next;
            if let Some((_, end)) = self.space.removed.interval_at(node) {
                self.next = end;
            } else if self.space.mass(node) == 0 {
                self.next = self.space.tree.end(node);
            } else if self.space.is_askable(node) {
                self.next = self.space.tree.end(node);
                return Some(node);
            } else {
                // Its children follow it in preorder, and then its younger siblings.
                self.next = NodeId::at(node.0 + 1);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::builder::TreeBuilder;
    use crate::node::Kind;

    /// main(a(b, c), d(e)), numbered in preorder.
    fn sample() -> Tree {
        let parents = [None, Some(0), Some(1), Some(1), Some(0), Some(4)];
        let (mut tree, order) = Tree::from_parents(&parents).unwrap();
        let names = ["main", "a", "b", "c", "d", "e"];
        tree.set_labels(|node| names[order.index(node)]);
        tree
    }

    fn search<'t>(
        tree: &'t Tree,
        masses: &'t Masses,
        status: RootStatus,
        answers: &[(u32, Answer)],
    ) -> SearchSpace<'t> {
        let mut space = SearchSpace::new(tree, masses, status);
        for &(node, answer) in answers {
            space.apply(NodeId::at(node), answer);
        }
        space
    }

    fn suspects(space: &SearchSpace<'_>) -> Vec<u32> {
        space.list_suspects().map(|n| n.0).collect()
    }

    use Answer::{Inadmissible, Right, Unknown, Wrong};

    #[test]
    fn wrong_narrows_and_right_clears() {
        let tree = sample();
        let masses = Masses::of(&tree);
        let space = search(
            &tree,
            &masses,
            RootStatus::Unknown,
            &[(1, Wrong), (2, Right)],
        );
        assert_eq!(suspects(&space), [1, 3]);
        assert_eq!(space.status(), Status::Open);
        let space = space.after(NodeId::at(3), Right);
        assert_eq!(space.status(), Status::Bug(NodeId::at(1)));
    }

    #[test]
    fn inadmissible_blames_what_came_before_and_right_leads_elsewhere() {
        let tree = sample();
        let masses = Masses::of(&tree);
        let inadmissible = search(&tree, &masses, RootStatus::Wrong, &[(3, Inadmissible)]);
        assert_eq!(suspects(&inadmissible), [0, 1, 2]);
        let right = search(&tree, &masses, RootStatus::Wrong, &[(3, Right)]);
        assert_eq!(suspects(&right), [0, 1, 2, 4, 5]);
    }

    #[test]
    fn trusted_routines_are_skipped_but_their_children_are_not() {
        let tree = sample();
        let trusted = HashSet::from([tree.routine(NodeId::at(1))]);
        let masses = Masses::new(&tree, &trusted, &HashSet::new());
        let space = search(&tree, &masses, RootStatus::Wrong, &[]);
        let children: Vec<u32> = space.lifted_children(NodeId::at(0)).map(|n| n.0).collect();
        assert_eq!(children, [2, 3, 4]);
        assert!(!space.is_askable(NodeId::at(1)));
    }

    #[test]
    fn a_wrong_part_is_implied_when_it_alone_remains() {
        let mut tree = sample();
        tree.set_kind(NodeId::at(1), Kind::Projection);
        let masses = Masses::of(&tree);
        let space = search(&tree, &masses, RootStatus::Wrong, &[(1, Wrong), (2, Right)]);
        assert_eq!(space.status(), Status::Bug(NodeId::at(3)));
        let space = space.after(NodeId::at(3), Right);
        assert_eq!(space.status(), Status::Contradiction);
    }

    #[test]
    fn do_not_know_clears_nothing() {
        let tree = sample();
        let masses = Masses::of(&tree);
        let space = search(
            &tree,
            &masses,
            RootStatus::Wrong,
            &[(1, Unknown), (4, Right)],
        );
        assert_eq!(suspects(&space), [0, 1, 2, 3]);
        let next: Vec<u32> = space.lifted_children(NodeId::at(0)).map(|n| n.0).collect();
        assert_eq!(next, [2, 3]);
    }

    #[test]
    fn all_right_is_clear_when_the_root_was_not_known() {
        let tree = sample();
        let masses = Masses::of(&tree);
        let space = search(&tree, &masses, RootStatus::Unknown, &[(0, Right)]);
        assert_eq!(space.status(), Status::Clear);
    }

    #[test]
    fn what_has_not_finished_blames_none_of_its_finished_parts() {
        let mut builder = TreeBuilder::default();
        let routine = builder.routine("f");
        builder.enter(Kind::Routine, routine);
        let first = builder.enter(Kind::Routine, routine);
        builder.exit();
        let tree = builder.so_far();
        let masses = Masses::of(tree);
        let space = search(tree, &masses, RootStatus::Wrong, &[]);
        assert_eq!(space.root(), first);
        assert_eq!(space.root_status(), RootStatus::Unknown);
        assert!(space.is_askable(first));
        assert_eq!(space.after(first, Right).status(), Status::Clear);
        assert_eq!(space.after(first, Wrong).status(), Status::Bug(first));
    }

    #[test]
    fn the_root_settles_quickly_below_a_long_chain_of_trusted_nodes() {
        let parents: Vec<_> = (0..200_000usize).map(|n| n.checked_sub(1)).collect();
        let (mut tree, _) = Tree::from_parents(&parents).unwrap();
        tree.set_masses((0..200_000).map(|n| u64::from(n == 199_999)).collect());
        let masses = Masses::of(&tree);
        let space = search(&tree, &masses, RootStatus::Wrong, &[]);
        assert_eq!(space.status(), Status::Bug(NodeId::at(199_999)));
    }
}

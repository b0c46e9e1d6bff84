//! What is precomputed about a tree and its masses for choosing quickly.
//!
//! 12 bytes a node and a little more: jumps and depths of [`Ancestors`], the nodes in the order in
//! which they were left, and the heaviest askable nodes of any stretch of both orders.

use std::ops::Range;

use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree};

use super::ancestors::Ancestors;
use super::range_best::{Positions, RangeBest, Worth};

/// The precomputed part of the selection, for one tree and its masses.
#[derive(Clone, Debug)]
pub struct Index {
    stamp: u64,
    ancestors: Ancestors,
    /// The nodes in the order in which they were left. What has not finished stands where it would if
    /// it were left now.
    left: Vec<NodeId>,
    heaviest_entered: RangeBest,
    heaviest_left: RangeBest,
}

/// The order in which nodes were entered (preorder), each worth the mass of its subtree.
struct Entered<'t>(&'t Tree, &'t Masses);

impl Positions for Entered<'_> {
    fn at(&self, position: usize) -> Worth {
        weigh(self.0, self.1, NodeId::new(position))
    }

    fn counts(&self, node: NodeId) -> bool {
        self.1.may_ask(self.0, node)
    }
}

/// The order in which nodes were left (postorder), each worth the mass of its subtree.
struct Left<'t>(Entered<'t>, &'t [NodeId]);

impl Positions for Left<'_> {
    fn at(&self, position: usize) -> Worth {
        let Left(Entered(tree, masses), left) = self;
        weigh(tree, masses, left[position])
    }

    fn counts(&self, node: NodeId) -> bool {
        self.0.counts(node)
    }
}

fn weigh(tree: &Tree, masses: &Masses, node: NodeId) -> Worth {
    Worth {
        worth: masses.between(node, tree.end(node)),
        node,
    }
}

impl Index {
    /// Linear in the size of the tree.
    pub fn new(tree: &Tree, masses: &Masses) -> Index {
        let ancestors = Ancestors::new(tree);
        let mut left = vec![NodeId::ROOT; tree.len()];
        for node in tree.nodes() {
            left[left_position(tree, &ancestors, node)] = node;
        }
        let entered = Entered(tree, masses);
        let heaviest_entered = RangeBest::new(tree.len(), &entered);
        let heaviest_left = RangeBest::new(left.len(), &Left(entered, &left));
        Index {
            stamp: masses.stamp(),
            ancestors,
            left,
            heaviest_entered,
            heaviest_left,
        }
    }

    /// Whether this index was made for the tree and the masses of a space.
    pub fn fits(&self, space: &SearchSpace<'_>) -> bool {
        self.stamp == space.masses().stamp()
    }

    /// Jumps and depths.
    pub fn ancestors(&self) -> &Ancestors {
        &self.ancestors
    }

    /// How many nodes had been left when `node` was entered.
    pub fn left_before(&self, node: NodeId) -> usize {
        node.index() - self.ancestors.depth(node) as usize
    }

    /// How many nodes had been left before `node` was.
    pub fn left_position(&self, tree: &Tree, node: NodeId) -> usize {
        left_position(tree, &self.ancestors, node)
    }

    /// The heaviest askable node among those entered in this range, by whole subtrees.
    pub fn heaviest_entered(&self, space: &SearchSpace<'_>, range: Range<usize>) -> Option<Worth> {
        let entered = Entered(space.tree(), space.masses());
        self.heaviest_entered.best(range, &entered)
    }

    /// The heaviest askable node among those left in this range, by whole subtrees.
    pub fn heaviest_left(&self, space: &SearchSpace<'_>, range: Range<usize>) -> Option<Worth> {
        let entered = Entered(space.tree(), space.masses());
        self.heaviest_left.best(range, &Left(entered, &self.left))
    }
}

/// All nodes that were entered before the end of `node`, except those still open then: its ancestors.
fn left_position(tree: &Tree, ancestors: &Ancestors, node: NodeId) -> usize {
    tree.end(node).index() - 1 - ancestors.depth(node) as usize
}

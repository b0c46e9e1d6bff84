//! The tree itself: preorder columns, built in linear time, finished or still growing.
//!
//! A node costs 13 bytes: its parent, the size of its subtree, its routine, its kind, and whether
//! it continues the chain of its elder sibling. Masses are kept apart and only when they differ
//! from the default of one for every node that owns code. The columns of a long recording are not
//! held at all but read through [`Columns`].

use std::marker::PhantomData;
use std::sync::Arc;

use thiserror::Error;

use crate::builder::{RoutineNames, TreeBuilder};
use crate::columns::{self, Columns, NO_PARENT, OPEN, OwnedColumns, Storage, column};
use crate::node::{Kind, NodeId, RoutineId};
use crate::place::{Place, Recorded};
use crate::sampled::UNKNOWN;

/// Why a list of parents is not a tree.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TreeError {
    #[error("the tree has no nodes; it needs at least a root")]
    Empty,
    #[error("no node has parent -1; exactly one node must be the root")]
    NoRoot,
    #[error("nodes {0} and {1} both have parent -1; exactly one node must be the root")]
    TwoRoots(usize, usize),
    #[error("node {node} has parent {parent}, but there are only {nodes} nodes")]
    ParentOutOfRange {
        node: usize,
        parent: usize,
        nodes: usize,
    },
    #[error("node {0} is its own ancestor; parents must not form a cycle")]
    Cycle(usize),
    #[error("{0} nodes are more than the 4294967294 that a tree can hold")]
    TooLarge(usize),
}

/// An execution tree in preorder, in one [place](crate::place).
#[derive(Clone, Debug)]
#[repr(transparent)]
pub struct Tree<P = Recorded> {
    pub(crate) shape: Shape,
    place: PhantomData<P>,
}

/// All that a tree holds, wherever its place is.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub columns: Storage,
    pub mass: OwnMass,
    /// The nodes that have not finished, in preorder. Empty when all have.
    pub open: Vec<u32>,
    /// Where their subtrees end so far; empty when all end where the tree ends.
    pub open_ends: Vec<u32>,
    /// Whether nothing will be added, although some nodes never finished.
    pub ended: bool,
    pub routines: Arc<Vec<String>>,
}

/// How much suspicion the nodes' own code carries before any answer.
#[derive(Clone, Debug)]
pub(crate) enum OwnMass {
    /// One for every node that owns code.
    Default,
    /// As it says for each node.
    PerNode(Vec<u64>),
    /// As it says for the code that a node ran.
    PerCode(Arc<[u64]>),
}

/// How the nodes of a list of parents were renumbered into preorder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order<P = Recorded> {
    node_of: Vec<NodeId<P>>,
    index_of: Vec<u32>,
}

impl<P: Place> Order<P> {
    /// The node that entry `index` of the list became.
    pub fn node(&self, index: usize) -> NodeId<P> {
        self.node_of[index]
    }

    /// The entry of the list that `node` comes from.
    pub fn index(&self, node: NodeId<P>) -> usize {
        self.index_of[node.index()] as usize
    }

    /// How many entries the list had.
    #[inline]
    pub fn len(&self) -> usize {
        self.node_of.len()
    }

    /// Whether the list was empty; a tree never is.
    pub fn is_empty(&self) -> bool {
        self.node_of.is_empty()
    }
}

impl<P: Place> Tree<P> {
    pub(crate) fn of_shape(shape: Shape) -> Tree<P> {
        Tree {
            shape,
            place: PhantomData,
        }
    }

    /// The same tree as that of another place, where both are the same node by node: a run without loops
    /// is its own base tree, and a base tree that nothing transforms is its own view.
    pub fn unchanged<Q: Place>(self) -> Tree<Q> {
        Tree::of_shape(self.shape)
    }

    /// Like [`Tree::unchanged`], without a copy where others hold the tree, too.
    pub fn shared_unchanged<Q: Place>(tree: Arc<Tree<P>>) -> Arc<Tree<Q>> {
        let tree = Arc::into_raw(tree).cast::<Tree<Q>>();
        // SAFETY: the pointer comes from `Arc::into_raw`, and `Tree<P>` and `Tree<Q>` are both
        // transparent over the same `Shape`, so that their layout and all their valid values are the same.
        unsafe { Arc::from_raw(tree) }
    }

    /// Builds a tree of routine nodes from a list of parents in any order; `None` marks the root.
    /// Siblings keep the order of the list. All nodes get the one routine `""`.
    pub fn from_parents(parents: &[Option<usize>]) -> Result<(Tree<P>, Order<P>), TreeError> {
        let nodes = parents.len();
        if nodes >= NO_PARENT as usize {
            return Err(TreeError::TooLarge(nodes));
        }
        let root = find_root(parents)?;

        // Children as linked lists, filled backwards so that they come out in list order.
        let mut first_child = vec![NO_PARENT; nodes];
        let mut next_sibling = vec![NO_PARENT; nodes];
        for (node, parent) in parents.iter().enumerate().rev() {
            if let Some(parent) = *parent {
                next_sibling[node] = first_child[parent];
                first_child[parent] = node as u32;
            }
        }

        let mut builder = TreeBuilder::with_capacity(nodes);
        let routine = builder.routine("");
        let mut node_of = vec![NodeId::ROOT; nodes];
        let mut index_of = Vec::with_capacity(nodes);
        let mut stack = vec![root as u32];
        node_of[root] = builder.enter(Kind::Routine, routine);
        index_of.push(root as u32);
        while let Some(&top) = stack.last() {
            let child = first_child[top as usize];
            if child == NO_PARENT {
                builder.exit();
                stack.pop();
                continue;
            }
            first_child[top as usize] = next_sibling[child as usize];
            node_of[child as usize] = builder.enter(Kind::Routine, routine);
            index_of.push(child);
            stack.push(child);
        }
        if index_of.len() < nodes {
            return Err(TreeError::Cycle(node_on_cycle(parents, &index_of)));
        }
        Ok((builder.finish(), Order { node_of, index_of }))
    }

    /// A tree whose columns stay where they are, for recordings larger than memory. `routines` holds
    /// the names that the routine column refers to. Linear in the number of nodes, because the ones
    /// that have not finished must be found; [`Tree::shared_with_open`] is for those who know them.
    pub fn shared(columns: Arc<dyn Columns>, routines: Arc<Vec<String>>) -> Tree<P> {
        let open = columns::open_nodes(columns.as_ref());
        let open = open.into_iter().map(NodeId::at).collect();
        Tree::shared_with_open(columns, routines, open)
    }

    /// Like [`Tree::shared`], with the unfinished nodes given in preorder.
    pub fn shared_with_open(
        columns: Arc<dyn Columns>,
        routines: Arc<Vec<String>>,
        open: Vec<NodeId<P>>,
    ) -> Tree<P> {
        let open: Vec<u32> = open.into_iter().map(|node| node.0).collect();
        let open_ends = match open.is_empty() {
            true => Vec::new(),
            false => columns::ends_of_open(columns.as_ref(), &open),
        };
        Tree::of_shape(Shape {
            columns: Storage::Shared(columns),
            mass: OwnMass::Default,
            open,
            open_ends,
            ended: false,
            routines,
        })
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        column!(self.shape.columns, len)
    }

    /// Whether there is no node yet; only a tree that has just begun to grow.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All nodes in preorder.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId<P>> + DoubleEndedIterator + use<P> {
        (0..self.len() as u32).map(NodeId::at)
    }

    /// The parent, or `None` for the root.
    #[inline]
    pub fn parent(&self, node: NodeId<P>) -> Option<NodeId<P>> {
        let parent = column!(self.shape.columns, parent, node);
        (parent != NO_PARENT).then_some(NodeId::at(parent))
    }

    /// How many nodes the subtree of `node` has, itself included (so far, if it is not finished).
    #[inline]
    pub fn size(&self, node: NodeId<P>) -> usize {
        match column!(self.shape.columns, size, node) {
            OPEN if self.shape.open_ends.is_empty() => self.len() - node.index(),
            OPEN => {
                let place = self.shape.open.partition_point(|&open| open < node.0);
                self.shape.open_ends[place] as usize - node.index()
            }
            size => size as usize,
        }
    }

    /// One past the last node of the subtree of `node`.
    #[inline]
    pub fn end(&self, node: NodeId<P>) -> NodeId<P> {
        NodeId::new(node.index() + self.size(node))
    }

    /// Whether `ancestor` is `node` or lies above it.
    pub fn contains(&self, ancestor: NodeId<P>, node: NodeId<P>) -> bool {
        ancestor <= node && node < self.end(ancestor)
    }

    /// The routine that a node's code belongs to.
    #[inline]
    pub fn routine(&self, node: NodeId<P>) -> RoutineId {
        RoutineId(column!(self.shape.columns, routine, node))
    }

    /// The name of a routine.
    pub fn routine_name(&self, routine: RoutineId) -> &str {
        &self.shape.routines[routine.index()]
    }

    /// The names of all routines, by [`RoutineId`].
    pub fn routine_names(&self) -> &Arc<Vec<String>> {
        &self.shape.routines
    }

    /// The name of the routine that a node's code belongs to.
    pub fn label(&self, node: NodeId<P>) -> &str {
        self.routine_name(self.routine(node))
    }

    /// What piece of code the node stands for.
    #[inline]
    pub fn kind(&self, node: NodeId<P>) -> Kind {
        column!(self.shape.columns, kind, node)
    }

    /// Whether the state after the elder sibling is the state before this node: nothing but that
    /// sibling wrote to older objects in between (002, Definition 7).
    #[inline]
    pub fn is_chained(&self, node: NodeId<P>) -> bool {
        column!(self.shape.columns, is_chained, node)
    }

    /// The suspicion that the node's own code carries, before any answer.
    #[inline]
    pub fn own_mass(&self, node: NodeId<P>) -> u64 {
        match &self.shape.mass {
            OwnMass::PerNode(mass) => mass[node.index()],
            OwnMass::PerCode(mass) => {
                let code = column!(self.shape.columns, code, node);
                mass.get(code as usize).copied().unwrap_or(UNKNOWN)
            }
            OwnMass::Default => u64::from(self.kind(node).owns_code()),
        }
    }

    /// Whether every node has the default mass (one when it owns code).
    pub fn has_default_mass(&self) -> bool {
        matches!(self.shape.mass, OwnMass::Default)
    }

    /// The columns, when they are shared and masses depend on nothing but the code that ran, and the
    /// mass of each code.
    pub(crate) fn weighed_codes(&self) -> Option<(&Arc<dyn Columns>, Vec<u64>)> {
        let Storage::Shared(columns) = &self.shape.columns else {
            return None;
        };
        let masses = match &self.shape.mass {
            OwnMass::PerNode(_) => return None,
            OwnMass::PerCode(masses) => masses.to_vec(),
            OwnMass::Default => (0..columns.codes() as u32)
                .map(|code| u64::from(columns.meaning(code).1.owns_code()))
                .collect(),
        };
        Some((columns, masses))
    }

    /// Whether the node has finished; a node that has not cannot be asked about.
    #[inline]
    pub fn is_finished(&self, node: NodeId<P>) -> bool {
        self.shape.ended || !self.is_left_open(node)
    }

    /// Whether the node had not finished when the tree was looked at, or never did.
    pub fn is_left_open(&self, node: NodeId<P>) -> bool {
        // Few nodes are open at a time, and the list is sorted; a size may have to be searched for.
        self.shape.open.binary_search(&node.0).is_ok()
    }

    /// Whether some nodes had not finished when the tree was looked at, or never did.
    pub fn has_left_open(&self) -> bool {
        !self.shape.open.is_empty()
    }

    /// The nodes that have not finished, in preorder: a way down from the root, or several where
    /// threads run.
    pub fn open_nodes(&self) -> impl ExactSizeIterator<Item = NodeId<P>> + '_ {
        let open: &[u32] = if self.shape.ended {
            &[]
        } else {
            &self.shape.open
        };
        open.iter().copied().map(NodeId::at)
    }

    /// Whether the program may still add nodes.
    pub fn is_growing(&self) -> bool {
        self.open_nodes().len() > 0
    }

    /// The same tree as that of a run that is over: what never finished ended where it stands, and can
    /// be asked about.
    #[must_use]
    pub fn ended(mut self) -> Tree<P> {
        self.shape.ended = true;
        self
    }

    /// The same tree with these nodes, in preorder, not finished after all: what they hold is what they
    /// have done so far.
    #[must_use]
    pub fn with_open(mut self, open: Vec<NodeId<P>>) -> Tree<P> {
        self.shape.open = open.into_iter().map(|node| node.0).collect();
        self
    }

    /// The children in execution order.
    pub fn children(&self, node: NodeId<P>) -> Children<'_, P> {
        Children {
            tree: self,
            next: NodeId::at(node.0 + 1),
            end: self.end(node),
        }
    }

    /// The proper ancestors, nearest first.
    pub fn ancestors(&self, node: NodeId<P>) -> impl Iterator<Item = NodeId<P>> + '_ {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// Replaces the masses. `masses` holds one entry a node.
    ///
    /// # Panics
    /// When the length differs from the number of nodes or the sum overflows.
    pub fn set_masses(&mut self, masses: Vec<u64>) {
        assert_eq!(masses.len(), self.len(), "one mass a node");
        masses
            .iter()
            .try_fold(0u64, |sum, &mass| sum.checked_add(mass))
            .expect("the total mass fits 64 bits");
        self.shape.mass = OwnMass::PerNode(masses);
    }

    /// Replaces the masses by those of the code that nodes run, by its number in the columns. Masses
    /// above 2^32 − 1 count as that, so that no sum overflows.
    pub fn set_code_masses(&mut self, masses: impl IntoIterator<Item = u64>) {
        let most = u64::from(u32::MAX);
        let masses = masses.into_iter().map(|mass| mass.min(most)).collect();
        self.shape.mass = OwnMass::PerCode(masses);
    }

    /// The child of `ancestor` whose subtree holds `node`, which lies below it.
    pub fn child_around(&self, ancestor: NodeId<P>, node: NodeId<P>) -> NodeId<P> {
        let (ancestor, node) = (ancestor.index(), node.index());
        NodeId::at(match &self.shape.columns {
            Storage::Owned(columns) => columns.child_around(ancestor, node),
            Storage::Shared(columns) => columns.child_around(ancestor, node),
        })
    }

    /// How many children of `node` begin before `before`, which lies in its subtree or right behind it. Nothing when that
    /// cannot be told without going through them.
    pub fn children_before(&self, node: NodeId<P>, before: NodeId<P>) -> Option<usize> {
        let count = match &self.shape.columns {
            Storage::Owned(columns) => columns.children_before(node.index(), before.index()),
            Storage::Shared(columns) => columns.children_before(node.index(), before.index()),
        };
        count.map(|count| count as usize)
    }

    /// The columns for writing. Masses given by code are written out first, since codes change when
    /// shared columns are copied.
    fn columns_mut(&mut self) -> &mut OwnedColumns {
        if let OwnMass::PerCode(_) = self.shape.mass {
            self.shape.mass =
                OwnMass::PerNode(self.nodes().map(|node| self.own_mass(node)).collect());
        }
        self.shape.columns.owned_mut()
    }

    /// Gives every node a routine by name. `name_of` is called once a node in preorder.
    pub fn set_labels<'a>(&mut self, mut name_of: impl FnMut(NodeId<P>) -> &'a str) {
        let mut names = RoutineNames::default();
        let columns = self.columns_mut();
        for (node, routine) in columns.routine.iter_mut().enumerate() {
            *routine = names.intern(name_of(NodeId::new(node))).0;
        }
        self.shape.routines = Arc::new(names.names);
    }

    /// Says what piece of code a node stands for.
    pub fn set_kind(&mut self, node: NodeId<P>, kind: Kind) {
        self.columns_mut().set_kind(node.index(), kind);
    }

    /// Says whether a node continues the chain of its elder sibling.
    #[inline]
    pub fn set_chained(&mut self, node: NodeId<P>, chained: bool) {
        self.columns_mut().set_chained(node.index(), chained);
    }
}

/// The children of one node; see [`Tree::children`].
#[derive(Clone, Debug)]
pub struct Children<'t, P = Recorded> {
    tree: &'t Tree<P>,
    next: NodeId<P>,
    end: NodeId<P>,
}

impl<P: Place> Iterator for Children<'_, P> {
    type Item = NodeId<P>;

    fn next(&mut self) -> Option<NodeId<P>> {
        let child = self.next;
        if child >= self.end {
            return None;
        }
        self.next = self.tree.end(child);
        Some(child)
    }
}

/// The one entry without a parent, after checking that every parent exists.
fn find_root(parents: &[Option<usize>]) -> Result<usize, TreeError> {
    let mut root = None;
    for (node, parent) in parents.iter().enumerate() {
        match (*parent, root) {
            (Some(parent), _) if parent >= parents.len() => {
                return Err(TreeError::ParentOutOfRange {
                    node,
                    parent,
                    nodes: parents.len(),
                });
            }
            (Some(_), _) => {}
            (None, None) => root = Some(node),
            (None, Some(first)) => return Err(TreeError::TwoRoots(first, node)),
        }
    }
    match root {
        Some(root) => Ok(root),
        None if parents.is_empty() => Err(TreeError::Empty),
        None => Err(TreeError::NoRoot),
    }
}

/// A node on a cycle, given the nodes that can be reached from the root.
fn node_on_cycle(parents: &[Option<usize>], reached: &[u32]) -> usize {
    let mut seen = vec![false; parents.len()];
    for &node in reached {
        seen[node as usize] = true;
    }
    let mut node = seen.iter().position(|&seen| !seen).unwrap_or(0);
    // Climbing from any unreached node ends on a cycle; the first one met twice is on it.
    while !seen[node] {
        seen[node] = true;
        node = parents[node].unwrap_or(node);
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(parents: &[i64]) -> Result<(Tree, Order), TreeError> {
        let parents: Vec<_> = parents.iter().map(|&p| usize::try_from(p).ok()).collect();
        Tree::from_parents(&parents)
    }

    #[test]
    fn lists_in_any_order_become_preorder() {
        let (tree, order) = tree(&[2, 0, -1, 2, 0]).unwrap();
        assert_eq!(order.node(2), NodeId::ROOT);
        let names: Vec<usize> = tree.nodes().map(|n| order.index(n)).collect();
        assert_eq!(names, [2, 0, 1, 4, 3]);
        assert_eq!(tree.size(order.node(0)), 3);
        let children: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
        assert_eq!(children, [order.node(0), order.node(3)]);
        assert_eq!(tree.parent(order.node(4)), Some(order.node(0)));
    }

    #[test]
    fn what_is_not_a_tree_is_refused() {
        assert_eq!(tree(&[]).unwrap_err(), TreeError::Empty);
        assert_eq!(tree(&[0]).unwrap_err(), TreeError::NoRoot);
        assert_eq!(tree(&[-1, -1]).unwrap_err(), TreeError::TwoRoots(0, 1));
        assert_eq!(tree(&[-1, 2, 1]).unwrap_err(), TreeError::Cycle(1));
        assert_eq!(tree(&[-1, 3, 3, 2]).unwrap_err(), TreeError::Cycle(3));
        assert_eq!(
            tree(&[-1, 7]).unwrap_err(),
            TreeError::ParentOutOfRange {
                node: 1,
                parent: 7,
                nodes: 2
            }
        );
    }

    #[test]
    fn a_long_chain_neither_overflows_nor_takes_long() {
        let parents: Vec<_> = (0..1_000_000usize).map(|n| n.checked_sub(1)).collect();
        let (tree, _): (Tree, _) = Tree::from_parents(&parents).unwrap();
        assert_eq!(tree.size(NodeId::ROOT), parents.len());
        assert_eq!(tree.ancestors(NodeId::at(999_999)).count(), 999_999);
    }

    #[test]
    fn shared_columns_read_like_owned_ones() {
        let (owned, _) = tree(&[2, 0, -1, 2, 0]).unwrap();
        let Storage::Owned(columns) = &owned.shape.columns else {
            panic!("a built tree owns its columns");
        };
        let mut shared: Tree =
            Tree::shared(Arc::new(columns.clone()), owned.shape.routines.clone());
        for node in owned.nodes() {
            assert_eq!(shared.parent(node), owned.parent(node));
            assert_eq!(shared.size(node), owned.size(node));
        }
        shared.set_kind(NodeId::at(3), Kind::Loop);
        shared.set_chained(NodeId::at(3), true);
        assert_eq!(shared.kind(NodeId::at(3)), Kind::Loop);
        assert!(shared.is_chained(NodeId::at(3)) && !shared.is_chained(NodeId::at(2)));
    }

    #[test]
    fn a_growing_tree_knows_what_has_finished() {
        let mut builder = TreeBuilder::<Recorded>::default();
        let routine = builder.routine("f");
        let root = builder.enter(Kind::Routine, routine);
        let first = builder.enter(Kind::Routine, routine);
        builder.exit();
        let second = builder.enter(Kind::Routine, routine);
        let tree = builder.so_far();
        assert!(tree.open_nodes().eq([root, second]));
        assert!(tree.is_finished(first) && !tree.is_finished(second));
        assert_eq!(tree.size(root), 3);
        let stopped = tree.clone().ended();
        assert!(!stopped.is_growing() && stopped.is_finished(second));
        assert!(stopped.is_left_open(second) && !stopped.is_left_open(first));
        assert_eq!(stopped.size(root), 3);
        let tree = builder.finish();
        assert!(!tree.is_growing());
        assert_eq!(tree.children(root).collect::<Vec<_>>(), [first, second]);
    }
}

//! The tree itself: preorder columns, built in linear time, finished or still growing.
//!
//! A node costs 13 bytes: its parent, the size of its subtree, its routine, its kind, and whether
//! it continues the chain of its elder sibling. Masses are kept apart and only when they differ
//! from the default of one for every node that owns code. The columns of a long recording are not
//! held at all but read through [`Columns`].

use std::sync::Arc;

use thiserror::Error;

use crate::columns::{self, Columns, NO_PARENT, OPEN, OwnedColumns, Storage, column};
use crate::node::{Kind, NodeId, RoutineId};
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

/// An execution tree in preorder.
#[derive(Clone, Debug)]
pub struct Tree {
    columns: Storage,
    mass: OwnMass,
    /// The nodes that have not finished, in preorder. Empty when all have.
    open: Vec<NodeId>,
    /// Where their subtrees end so far; empty when all end where the tree ends.
    open_ends: Vec<NodeId>,
    /// Whether nothing will be added, although some nodes never finished.
    ended: bool,
    routines: Arc<Vec<String>>,
}

/// How much suspicion the nodes' own code carries before any answer.
#[derive(Clone, Debug)]
enum OwnMass {
    /// One for every node that owns code.
    Default,
    /// As it says for each node.
    PerNode(Vec<u64>),
    /// As it says for the code that a node ran.
    PerCode(Arc<[u64]>),
}

/// How the nodes of a list of parents were renumbered into preorder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    node_of: Vec<NodeId>,
    index_of: Vec<u32>,
}

impl Order {
    /// The node that entry `index` of the list became.
    pub fn node(&self, index: usize) -> NodeId {
        self.node_of[index]
    }

    /// The entry of the list that `node` comes from.
    pub fn index(&self, node: NodeId) -> usize {
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

impl Tree {
    /// Builds a tree of routine nodes from a list of parents in any order; `None` marks the root.
    /// Siblings keep the order of the list. All nodes get the one routine `""`.
    pub fn from_parents(parents: &[Option<usize>]) -> Result<(Tree, Order), TreeError> {
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
    pub fn shared(columns: Arc<dyn Columns>, routines: Arc<Vec<String>>) -> Tree {
        let open = columns::open_nodes(columns.as_ref());
        Tree::shared_with_open(columns, routines, open)
    }

    /// Like [`Tree::shared`], with the unfinished nodes given in preorder.
    pub fn shared_with_open(
        columns: Arc<dyn Columns>,
        routines: Arc<Vec<String>>,
        open: Vec<NodeId>,
    ) -> Tree {
        let open_ends = match open.is_empty() {
            true => Vec::new(),
            false => columns::ends_of_open(columns.as_ref(), &open),
        };
        Tree {
            columns: Storage::Shared(columns),
            mass: OwnMass::Default,
            open,
            open_ends,
            ended: false,
            routines,
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        column!(self.columns, len)
    }

    /// Whether there is no node yet; only a tree that has just begun to grow.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All nodes in preorder.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator + use<> {
        (0..self.len() as u32).map(NodeId)
    }

    /// The parent, or `None` for the root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = column!(self.columns, parent, node);
        (parent != NO_PARENT).then_some(NodeId(parent))
    }

    /// How many nodes the subtree of `node` has, itself included (so far, if it is not finished).
    #[inline]
    pub fn size(&self, node: NodeId) -> usize {
        match column!(self.columns, size, node) {
            OPEN if self.open_ends.is_empty() => self.len() - node.index(),
            OPEN => {
                let place = self.open.partition_point(|&open| open < node);
                self.open_ends[place].index() - node.index()
            }
            size => size as usize,
        }
    }

    /// One past the last node of the subtree of `node`.
    #[inline]
    pub fn end(&self, node: NodeId) -> NodeId {
        NodeId::new(node.index() + self.size(node))
    }

    /// Whether `ancestor` is `node` or lies above it.
    pub fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor <= node && node < self.end(ancestor)
    }

    /// The routine that a node's code belongs to.
    #[inline]
    pub fn routine(&self, node: NodeId) -> RoutineId {
        RoutineId(column!(self.columns, routine, node))
    }

    /// The name of a routine.
    pub fn routine_name(&self, routine: RoutineId) -> &str {
        &self.routines[routine.index()]
    }

    /// The names of all routines, by [`RoutineId`].
    pub fn routine_names(&self) -> &Arc<Vec<String>> {
        &self.routines
    }

    /// The name of the routine that a node's code belongs to.
    pub fn label(&self, node: NodeId) -> &str {
        self.routine_name(self.routine(node))
    }

    /// What piece of code the node stands for.
    #[inline]
    pub fn kind(&self, node: NodeId) -> Kind {
        column!(self.columns, kind, node)
    }

    /// Whether the state after the elder sibling is the state before this node: nothing but that
    /// sibling wrote to older objects in between (002, Definition 7).
    #[inline]
    pub fn is_chained(&self, node: NodeId) -> bool {
        column!(self.columns, is_chained, node)
    }

    /// The suspicion that the node's own code carries, before any answer.
    #[inline]
    pub fn own_mass(&self, node: NodeId) -> u64 {
        match &self.mass {
            OwnMass::PerNode(mass) => mass[node.index()],
            OwnMass::PerCode(mass) => {
                let code = column!(self.columns, code, node);
                mass.get(code as usize).copied().unwrap_or(UNKNOWN)
            }
            OwnMass::Default => u64::from(self.kind(node).owns_code()),
        }
    }

    /// Whether every node has the default mass (one when it owns code).
    pub fn has_default_mass(&self) -> bool {
        matches!(self.mass, OwnMass::Default)
    }

    /// The columns, when they are shared and masses depend on nothing but the code that ran, and the
    /// mass of each code.
    pub(crate) fn weighed_codes(&self) -> Option<(&Arc<dyn Columns>, Vec<u64>)> {
        let Storage::Shared(columns) = &self.columns else {
            return None;
        };
        let masses = match &self.mass {
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
    pub fn is_finished(&self, node: NodeId) -> bool {
        self.ended || !self.is_left_open(node)
    }

    /// Whether the node had not finished when the tree was looked at, or never did.
    pub fn is_left_open(&self, node: NodeId) -> bool {
        // Few nodes are open at a time, and the list is sorted; a size may have to be searched for.
        self.open.binary_search(&node).is_ok()
    }

    /// Whether some nodes had not finished when the tree was looked at, or never did.
    pub fn has_left_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The nodes that have not finished, in preorder: a way down from the root, or several where
    /// threads run.
    pub fn open_nodes(&self) -> &[NodeId] {
        if self.ended { &[] } else { &self.open }
    }

    /// Whether the program may still add nodes.
    pub fn is_growing(&self) -> bool {
        !self.open_nodes().is_empty()
    }

    /// The same tree as that of a run that is over: what never finished ended where it stands, and can
    /// be asked about.
    #[must_use]
    pub fn ended(self) -> Tree {
        Tree {
            ended: true,
            ..self
        }
    }

    /// The same tree with these nodes, in preorder, not finished after all: what they hold is what they
    /// have done so far.
    #[must_use]
    pub fn with_open(self, open: Vec<NodeId>) -> Tree {
        Tree { open, ..self }
    }

    /// The children in execution order.
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children {
            tree: self,
            next: NodeId(node.0 + 1),
            end: self.end(node),
        }
    }

    /// The proper ancestors, nearest first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
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
        self.mass = OwnMass::PerNode(masses);
    }

    /// Replaces the masses by those of the code that nodes run, by its number in the columns. Masses
    /// above 2^32 − 1 count as that, so that no sum overflows.
    pub fn set_code_masses(&mut self, masses: impl IntoIterator<Item = u64>) {
        let most = u64::from(u32::MAX);
        let masses = masses.into_iter().map(|mass| mass.min(most)).collect();
        self.mass = OwnMass::PerCode(masses);
    }

    /// The child of `ancestor` whose subtree holds `node`, which lies below it.
    pub fn child_around(&self, ancestor: NodeId, node: NodeId) -> NodeId {
        let (ancestor, node) = (ancestor.index(), node.index());
        NodeId(match &self.columns {
            Storage::Owned(columns) => columns.child_around(ancestor, node),
            Storage::Shared(columns) => columns.child_around(ancestor, node),
        })
    }

    /// The columns for writing. Masses given by code are written out first, since codes change when
    /// shared columns are copied.
    fn columns_mut(&mut self) -> &mut OwnedColumns {
        if let OwnMass::PerCode(_) = self.mass {
            self.mass = OwnMass::PerNode(self.nodes().map(|node| self.own_mass(node)).collect());
        }
        self.columns.owned_mut()
    }

    /// Gives every node a routine by name. `name_of` is called once a node in preorder.
    pub fn set_labels<'a>(&mut self, mut name_of: impl FnMut(NodeId) -> &'a str) {
        let mut names = RoutineNames::default();
        let columns = self.columns_mut();
        for (node, routine) in columns.routine.iter_mut().enumerate() {
            *routine = names.intern(name_of(NodeId::new(node))).0;
        }
        self.routines = Arc::new(names.names);
    }

    /// Says what piece of code a node stands for.
    pub fn set_kind(&mut self, node: NodeId, kind: Kind) {
        self.columns_mut().set_kind(node.index(), kind);
    }

    /// Says whether a node continues the chain of its elder sibling.
    #[inline]
    pub fn set_chained(&mut self, node: NodeId, chained: bool) {
        self.columns_mut().set_chained(node.index(), chained);
    }
}

/// The children of one node; see [`Tree::children`].
#[derive(Clone, Debug)]
pub struct Children<'t> {
    tree: &'t Tree,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let child = self.next;
        if child >= self.end {
            return None;
        }
        self.next = self.tree.end(child);
        Some(child)
    }
}

/// Builds a tree by entering and leaving its nodes in execution order. A tree may be looked at
/// while it is still being built: see [`TreeBuilder::so_far`].
#[derive(Debug)]
pub struct TreeBuilder {
    tree: Tree,
    names: RoutineNames,
}

impl Default for TreeBuilder {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl TreeBuilder {
    /// A builder with room for `nodes` nodes.
    pub fn with_capacity(nodes: usize) -> TreeBuilder {
        TreeBuilder {
            tree: Tree {
                columns: Storage::Owned(OwnedColumns::with_capacity(nodes)),
                mass: OwnMass::Default,
                open: Vec::new(),
                open_ends: Vec::new(),
                ended: false,
                routines: Arc::default(),
            },
            names: RoutineNames::default(),
        }
    }

    /// A builder whose routines are already numbered, for trees made from other trees.
    pub fn with_routines(routines: Arc<Vec<String>>, nodes: usize) -> TreeBuilder {
        let mut builder = TreeBuilder::with_capacity(nodes);
        builder.tree.routines = routines;
        builder
    }

    /// The number of the routine with this name.
    pub fn routine(&mut self, name: &str) -> RoutineId {
        if self.names.names.is_empty() && !self.tree.routines.is_empty() {
            self.names = RoutineNames::from_names(&self.tree.routines);
        }
        let known = self.names.names.len();
        let routine = self.names.intern(name);
        if self.names.names.len() > known {
            Arc::make_mut(&mut self.tree.routines).push(name.to_owned());
        }
        routine
    }

    /// Begins a node inside the innermost one that is open.
    ///
    /// # Panics
    /// When the tree is full (2^32 − 1 nodes), or when the root has already been left.
    #[inline]
    pub fn enter(&mut self, kind: Kind, routine: RoutineId) -> NodeId {
        let tree = &mut self.tree;
        let node = NodeId::new(tree.len());
        assert!(node.0 != NO_PARENT, "a tree holds fewer than 2^32 nodes");
        let parent = match tree.open.last() {
            Some(parent) => parent.0,
            None => {
                assert!(node == NodeId::ROOT, "a tree has one root");
                NO_PARENT
            }
        };
        tree.columns.owned_mut().push(parent, OPEN, routine.0, kind);
        if let OwnMass::PerNode(mass) = &mut tree.mass {
            mass.push(u64::from(kind.owns_code()));
        }
        tree.open.push(node);
        node
    }

    /// Ends the innermost open node and returns it.
    ///
    /// # Panics
    /// When no node is open.
    #[inline]
    pub fn exit(&mut self) -> NodeId {
        let node = self.tree.open.pop().expect("a node is open");
        let size = (self.tree.len() - node.index()) as u32;
        self.tree.columns.owned_mut().size[node.index()] = size;
        node
    }

    /// Gives the innermost open node its own mass.
    #[inline]
    pub fn set_mass(&mut self, mass: u64) {
        let tree = &mut self.tree;
        let node = *tree.open.last().expect("a node is open");
        if tree.has_default_mass() {
            if mass == u64::from(tree.kind(node).owns_code()) {
                return;
            }
            let masses = tree.nodes().map(|node| tree.own_mass(node)).collect();
            tree.mass = OwnMass::PerNode(masses);
        }
        if let OwnMass::PerNode(masses) = &mut tree.mass {
            masses[node.index()] = mass;
        }
    }

    /// Says that the innermost open node continues the chain of its elder sibling.
    #[inline]
    pub fn set_chained(&mut self, chained: bool) {
        let node = *self.tree.open.last().expect("a node is open");
        self.tree.set_chained(node, chained);
    }

    /// How deep the innermost open node lies; 0 when none is open.
    pub fn depth(&self) -> usize {
        self.tree.open.len()
    }

    /// The tree as far as it has grown.
    pub fn so_far(&self) -> &Tree {
        &self.tree
    }

    /// Ends all nodes that are still open and returns the finished tree.
    pub fn finish(mut self) -> Tree {
        while self.depth() > 0 {
            self.exit();
        }
        self.tree
    }
}

/// Routine names with the numbers they were given.
#[derive(Debug, Default)]
struct RoutineNames {
    names: Vec<String>,
    number_of: std::collections::HashMap<String, u32>,
}

impl RoutineNames {
    fn from_names(names: &[String]) -> RoutineNames {
        RoutineNames {
            names: names.to_vec(),
            number_of: names.iter().cloned().zip(0..).collect(),
        }
    }

    fn intern(&mut self, name: &str) -> RoutineId {
        if let Some(&number) = self.number_of.get(name) {
            return RoutineId(number);
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.number_of.insert(name.to_owned(), number);
        RoutineId(number)
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
        let (tree, _) = Tree::from_parents(&parents).unwrap();
        assert_eq!(tree.size(NodeId::ROOT), parents.len());
        assert_eq!(tree.ancestors(NodeId(999_999)).count(), 999_999);
    }

    #[test]
    fn shared_columns_read_like_owned_ones() {
        let (owned, _) = tree(&[2, 0, -1, 2, 0]).unwrap();
        let Storage::Owned(columns) = &owned.columns else {
            panic!("a built tree owns its columns");
        };
        let mut shared = Tree::shared(Arc::new(columns.clone()), owned.routines.clone());
        for node in owned.nodes() {
            assert_eq!(shared.parent(node), owned.parent(node));
            assert_eq!(shared.size(node), owned.size(node));
        }
        shared.set_kind(NodeId(3), Kind::Loop);
        shared.set_chained(NodeId(3), true);
        assert_eq!(shared.kind(NodeId(3)), Kind::Loop);
        assert!(shared.is_chained(NodeId(3)) && !shared.is_chained(NodeId(2)));
    }

    #[test]
    fn a_growing_tree_knows_what_has_finished() {
        let mut builder = TreeBuilder::default();
        let routine = builder.routine("f");
        let root = builder.enter(Kind::Routine, routine);
        let first = builder.enter(Kind::Routine, routine);
        builder.exit();
        let second = builder.enter(Kind::Routine, routine);
        let tree = builder.so_far();
        assert_eq!(tree.open_nodes(), [root, second]);
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

//! The tree itself: preorder columns, built in linear time, finished or still growing.
//!
//! A node costs 14 bytes: its parent, the size of its subtree, its routine, its kind, and whether
//! it continues the chain of its elder sibling. Masses are kept apart and only when they differ
//! from the default of one for every node that owns code.

use std::sync::Arc;

use thiserror::Error;

use crate::node::{Kind, NodeId, RoutineId};

/// The parent column's entry for the root.
const NO_PARENT: u32 = u32::MAX;

/// The size column's entry for a node whose call has not returned yet.
const OPEN: u32 = 0;

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
    parent: Vec<u32>,
    size: Vec<u32>,
    routine: Vec<u32>,
    kind: Vec<Kind>,
    chained: Vec<bool>,
    /// Own mass of each node; `None` means one for every node that owns code.
    mass: Option<Vec<u64>>,
    /// The nodes that have not finished, from the root downwards. Empty for a finished tree.
    open: Vec<NodeId>,
    routines: Arc<Vec<String>>,
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

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Whether there is no node yet; only a tree that has just begun to grow.
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// All nodes in preorder.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator + use<> {
        (0..self.len() as u32).map(NodeId)
    }

    /// The parent, or `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent[node.index()];
        (parent != NO_PARENT).then_some(NodeId(parent))
    }

    /// How many nodes the subtree of `node` has, itself included (so far, if it is not finished).
    pub fn size(&self, node: NodeId) -> usize {
        match self.size[node.index()] {
            OPEN => self.len() - node.index(),
            size => size as usize,
        }
    }

    /// One past the last node of the subtree of `node`.
    pub fn end(&self, node: NodeId) -> NodeId {
        NodeId::new(node.index() + self.size(node))
    }

    /// Whether `ancestor` is `node` or lies above it.
    pub fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor <= node && node < self.end(ancestor)
    }

    /// The routine that a node's code belongs to.
    pub fn routine(&self, node: NodeId) -> RoutineId {
        RoutineId(self.routine[node.index()])
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
    pub fn kind(&self, node: NodeId) -> Kind {
        self.kind[node.index()]
    }

    /// Whether the state after the elder sibling is the state before this node: nothing but that
    /// sibling wrote to older objects in between (002, Definition 7).
    pub fn is_chained(&self, node: NodeId) -> bool {
        self.chained[node.index()]
    }

    /// The suspicion that the node's own code carries, before any answer.
    pub fn own_mass(&self, node: NodeId) -> u64 {
        match &self.mass {
            Some(mass) => mass[node.index()],
            None => u64::from(self.kind(node).owns_code()),
        }
    }

    /// Whether every node has the default mass (one when it owns code).
    pub fn has_default_mass(&self) -> bool {
        self.mass.is_none()
    }

    /// Whether the node has finished; a node that has not cannot be asked about.
    pub fn is_finished(&self, node: NodeId) -> bool {
        self.size[node.index()] != OPEN
    }

    /// The nodes that have not finished, from the root downwards.
    pub fn open_nodes(&self) -> &[NodeId] {
        &self.open
    }

    /// Whether the program may still add nodes.
    pub fn is_growing(&self) -> bool {
        !self.open.is_empty()
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
        self.mass = Some(masses);
    }

    /// Gives every node a routine by name. `name_of` is called once a node in preorder.
    pub fn set_labels<'a>(&mut self, mut name_of: impl FnMut(NodeId) -> &'a str) {
        let mut names = RoutineNames::default();
        for node in 0..self.len() {
            self.routine[node] = names.intern(name_of(NodeId::new(node))).0;
        }
        self.routines = Arc::new(names.names);
    }

    /// Says what piece of code a node stands for.
    pub fn set_kind(&mut self, node: NodeId, kind: Kind) {
        self.kind[node.index()] = kind;
    }

    /// Says whether a node continues the chain of its elder sibling.
    pub fn set_chained(&mut self, node: NodeId, chained: bool) {
        self.chained[node.index()] = chained;
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
                parent: Vec::with_capacity(nodes),
                size: Vec::with_capacity(nodes),
                routine: Vec::with_capacity(nodes),
                kind: Vec::with_capacity(nodes),
                chained: Vec::with_capacity(nodes),
                mass: None,
                open: Vec::new(),
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
    pub fn enter(&mut self, kind: Kind, routine: RoutineId) -> NodeId {
        let tree = &mut self.tree;
        let node = NodeId::new(tree.parent.len());
        assert!(node.0 != NO_PARENT, "a tree holds fewer than 2^32 nodes");
        let parent = match tree.open.last() {
            Some(parent) => parent.0,
            None => {
                assert!(node == NodeId::ROOT, "a tree has one root");
                NO_PARENT
            }
        };
        tree.parent.push(parent);
        tree.size.push(OPEN);
        tree.routine.push(routine.0);
        tree.kind.push(kind);
        tree.chained.push(false);
        if let Some(mass) = &mut tree.mass {
            mass.push(u64::from(kind.owns_code()));
        }
        tree.open.push(node);
        node
    }

    /// Ends the innermost open node and returns it.
    ///
    /// # Panics
    /// When no node is open.
    pub fn exit(&mut self) -> NodeId {
        let node = self.tree.open.pop().expect("a node is open");
        self.tree.size[node.index()] = (self.tree.parent.len() - node.index()) as u32;
        node
    }

    /// Gives the innermost open node its own mass.
    pub fn set_mass(&mut self, mass: u64) {
        let tree = &mut self.tree;
        let node = *tree.open.last().expect("a node is open");
        if tree.mass.is_none() {
            if mass == u64::from(tree.kind(node).owns_code()) {
                return;
            }
            tree.mass = Some(
                tree.kind
                    .iter()
                    .map(|kind| u64::from(kind.owns_code()))
                    .collect(),
            );
        }
        if let Some(masses) = &mut tree.mass {
            masses[node.index()] = mass;
        }
    }

    /// Says that the innermost open node continues the chain of its elder sibling.
    pub fn set_chained(&mut self, chained: bool) {
        let node = *self.tree.open.last().expect("a node is open");
        self.tree.chained[node.index()] = chained;
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
        let tree = builder.finish();
        assert!(!tree.is_growing());
        assert_eq!(tree.children(root).collect::<Vec<_>>(), [first, second]);
    }
}

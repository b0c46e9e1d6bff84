//! Building a tree by entering and leaving its nodes, and the numbers of routine names.

use std::collections::HashMap;
use std::sync::Arc;

use crate::columns::{NO_PARENT, OPEN, OwnedColumns, Storage};
use crate::node::{Kind, NodeId, RoutineId};
use crate::place::{Place, Recorded};
use crate::tree::{OwnMass, Shape, Tree};

/// Builds a tree by entering and leaving its nodes in execution order. A tree may be looked at
/// while it is still being built: see [`TreeBuilder::so_far`].
#[derive(Debug)]
pub struct TreeBuilder<P = Recorded> {
    tree: Tree<P>,
    names: RoutineNames,
}

impl<P: Place> Default for TreeBuilder<P> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl<P: Place> TreeBuilder<P> {
    /// A builder with room for `nodes` nodes.
    pub fn with_capacity(nodes: usize) -> TreeBuilder<P> {
        TreeBuilder {
            tree: Tree::of_shape(Shape {
                columns: Storage::Owned(OwnedColumns::with_capacity(nodes)),
                mass: OwnMass::Default,
                open: Vec::new(),
                open_ends: Vec::new(),
                ended: false,
                routines: Arc::default(),
            }),
            names: RoutineNames::default(),
        }
    }

    /// A builder whose routines are already numbered, for trees made from other trees.
    pub fn with_routines(routines: Arc<Vec<String>>, nodes: usize) -> TreeBuilder<P> {
        let mut builder = TreeBuilder::with_capacity(nodes);
        builder.tree.shape.routines = routines;
        builder
    }

    /// The number of the routine with this name.
    pub fn routine(&mut self, name: &str) -> RoutineId {
        if self.names.names.is_empty() && !self.tree.shape.routines.is_empty() {
            self.names = RoutineNames::from_names(&self.tree.shape.routines);
        }
        let known = self.names.names.len();
        let routine = self.names.intern(name);
        if self.names.names.len() > known {
            Arc::make_mut(&mut self.tree.shape.routines).push(name.to_owned());
        }
        routine
    }

    /// Begins a node inside the innermost one that is open.
    ///
    /// # Panics
    /// When the tree is full (2^32 − 1 nodes), or when the root has already been left.
    #[inline]
    pub fn enter(&mut self, kind: Kind, routine: RoutineId) -> NodeId<P> {
        let node = NodeId::new(self.tree.len());
        let tree = &mut self.tree.shape;
        assert!(node.0 != NO_PARENT, "a tree holds fewer than 2^32 nodes");
        let parent = match tree.open.last() {
            Some(&parent) => parent,
            None => {
                assert!(node == NodeId::ROOT, "a tree has one root");
                NO_PARENT
            }
        };
        tree.columns.owned_mut().push(parent, OPEN, routine.0, kind);
        if let OwnMass::PerNode(mass) = &mut tree.mass {
            mass.push(u64::from(kind.owns_code()));
        }
        tree.open.push(node.0);
        node
    }

    /// Ends the innermost open node and returns it.
    ///
    /// # Panics
    /// When no node is open.
    #[inline]
    pub fn exit(&mut self) -> NodeId<P> {
        let node = self.tree.shape.open.pop();
        let node = NodeId::at(node.expect("a node is open"));
        let size = (self.tree.len() - node.index()) as u32;
        self.tree.shape.columns.owned_mut().size[node.index()] = size;
        node
    }

    /// Gives the innermost open node its own mass.
    #[inline]
    pub fn set_mass(&mut self, mass: u64) {
        let node = self.innermost();
        let tree = &mut self.tree;
        if tree.has_default_mass() {
            if mass == u64::from(tree.kind(node).owns_code()) {
                return;
            }
            let masses = tree.nodes().map(|node| tree.own_mass(node)).collect();
            tree.shape.mass = OwnMass::PerNode(masses);
        }
        if let OwnMass::PerNode(masses) = &mut tree.shape.mass {
            masses[node.index()] = mass;
        }
    }

    /// Says that the innermost open node continues the chain of its elder sibling.
    #[inline]
    pub fn set_chained(&mut self, chained: bool) {
        self.tree.set_chained(self.innermost(), chained);
    }

    fn innermost(&self) -> NodeId<P> {
        NodeId::at(*self.tree.shape.open.last().expect("a node is open"))
    }

    /// How deep the innermost open node lies; 0 when none is open.
    pub fn depth(&self) -> usize {
        self.tree.shape.open.len()
    }

    /// The tree as far as it has grown.
    pub fn so_far(&self) -> &Tree<P> {
        &self.tree
    }

    /// Ends all nodes that are still open and returns the finished tree.
    pub fn finish(mut self) -> Tree<P> {
        while self.depth() > 0 {
            self.exit();
        }
        self.tree
    }
}

/// Routine names with the numbers they were given.
#[derive(Debug, Default)]
pub(crate) struct RoutineNames {
    pub names: Vec<String>,
    number_of: HashMap<String, u32>,
}

impl RoutineNames {
    fn from_names(names: &[String]) -> RoutineNames {
        RoutineNames {
            names: names.to_vec(),
            number_of: names.iter().cloned().zip(0..).collect(),
        }
    }

    pub fn intern(&mut self, name: &str) -> RoutineId {
        if let Some(&number) = self.number_of.get(name) {
            return RoutineId(number);
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.number_of.insert(name.to_owned(), number);
        RoutineId(number)
    }
}

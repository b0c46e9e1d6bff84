//! Where a tree's columns live: in memory, or behind a recording that is larger than memory.
//!
//! A small tree owns its columns. The tree of a long recording is not loaded at all: the recording
//! implements [`Columns`] over its mapped files, and the tree reads through it.

use std::fmt;
use std::sync::Arc;

use crate::node::{Kind, NodeId};

/// The parent column's entry for the root.
pub const NO_PARENT: u32 = u32::MAX;

/// The size column's entry for a node that has not finished.
pub const OPEN: u32 = 0;

/// Read access to the columns of a tree in preorder, as they stood at one moment: an implementation
/// over a growing recording must not change under a tree that reads from it.
pub trait Columns: Send + Sync {
    /// The number of nodes.
    fn len(&self) -> usize;
    /// Whether there are no nodes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The parent of a node, or [`NO_PARENT`].
    fn parent(&self, node: usize) -> u32;
    /// The size of a node's subtree, or [`OPEN`] when it has not finished.
    fn size(&self, node: usize) -> u32;
    /// The routine of a node, as a number in the tree's table of names.
    fn routine(&self, node: usize) -> u32;
    /// What piece of code a node stands for.
    fn kind(&self, node: usize) -> Kind;
    /// Whether a node continues the chain of its elder sibling.
    fn is_chained(&self, node: usize) -> bool;
}

/// Columns held in memory: 13 bytes a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnedColumns {
    pub parent: Vec<u32>,
    pub size: Vec<u32>,
    pub routine: Vec<u32>,
    flags: Vec<u8>,
}

/// The bit of the flags that says "chained"; the bits below hold the kind.
const CHAINED: u8 = 1 << 3;

impl OwnedColumns {
    pub fn with_capacity(nodes: usize) -> OwnedColumns {
        OwnedColumns {
            parent: Vec::with_capacity(nodes),
            size: Vec::with_capacity(nodes),
            routine: Vec::with_capacity(nodes),
            flags: Vec::with_capacity(nodes),
        }
    }

    pub fn push(&mut self, parent: u32, size: u32, routine: u32, kind: Kind) {
        self.parent.push(parent);
        self.size.push(size);
        self.routine.push(routine);
        self.flags.push(kind as u8);
    }

    pub fn set_kind(&mut self, node: usize, kind: Kind) {
        self.flags[node] = self.flags[node] & CHAINED | kind as u8;
    }

    pub fn set_chained(&mut self, node: usize, chained: bool) {
        self.flags[node] = self.flags[node] & !CHAINED | if chained { CHAINED } else { 0 };
    }

    fn copy_of(columns: &dyn Columns) -> OwnedColumns {
        let mut owned = OwnedColumns::with_capacity(columns.len());
        for node in 0..columns.len() {
            owned.push(
                columns.parent(node),
                columns.size(node),
                columns.routine(node),
                columns.kind(node),
            );
            owned.set_chained(node, columns.is_chained(node));
        }
        owned
    }
}

impl Columns for OwnedColumns {
    fn len(&self) -> usize {
        self.parent.len()
    }

    fn parent(&self, node: usize) -> u32 {
        self.parent[node]
    }

    fn size(&self, node: usize) -> u32 {
        self.size[node]
    }

    fn routine(&self, node: usize) -> u32 {
        self.routine[node]
    }

    fn kind(&self, node: usize) -> Kind {
        Kind::ALL[usize::from(self.flags[node] & !CHAINED)]
    }

    fn is_chained(&self, node: usize) -> bool {
        self.flags[node] & CHAINED != 0
    }
}

/// Owned or shared columns behind one face.
#[derive(Clone)]
pub(crate) enum Storage {
    Owned(OwnedColumns),
    Shared(Arc<dyn Columns>),
}

impl Storage {
    /// The columns for writing; shared ones are copied into memory first.
    pub fn owned_mut(&mut self) -> &mut OwnedColumns {
        if let Storage::Shared(columns) = self {
            *self = Storage::Owned(OwnedColumns::copy_of(columns.as_ref()));
        }
        match self {
            Storage::Owned(columns) => columns,
            Storage::Shared(_) => unreachable!("shared columns were just copied"),
        }
    }
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Storage::Owned(columns) => columns.fmt(f),
            Storage::Shared(columns) => write!(f, "{} shared nodes", columns.len()),
        }
    }
}

/// Calls one column on whichever storage there is, so that the owned case stays free of indirection.
macro_rules! column {
    ($storage:expr, $column:ident $(, $node:expr)?) => {
        match &$storage {
            $crate::columns::Storage::Owned(columns) => columns.$column($($node.index())?),
            $crate::columns::Storage::Shared(columns) => columns.$column($($node.index())?),
        }
    };
}
pub(crate) use column;

/// The nodes that have not finished, from the root downwards. Linear in the size of the tree.
pub(crate) fn open_nodes(columns: &dyn Columns) -> Vec<NodeId> {
    (0..columns.len())
        .filter(|&node| columns.size(node) == OPEN)
        .map(NodeId::new)
        .collect()
}

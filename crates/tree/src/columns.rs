//! Where a tree's columns live: in memory, or behind a recording that is larger than memory.
//!
//! A small tree owns its columns. The tree of a long recording is not loaded at all: the recording
//! implements [`Columns`] over its mapped files, and the tree reads through it.

use std::fmt;
use std::sync::Arc;

use crate::node::Kind;

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
    /// Which code a node ran, as a number below [`Columns::codes`].
    fn code(&self, node: usize) -> u32;
    /// How many numbers of code there are.
    fn codes(&self) -> usize;
    /// The routine that code belongs to, as a number in the tree's table of names, and what kind of
    /// node it makes.
    fn meaning(&self, code: u32) -> (u32, Kind);
    /// Whether a node continues the chain of its elder sibling.
    fn is_chained(&self, node: usize) -> bool;

    /// The routine of a node, as a number in the tree's table of names.
    fn routine(&self, node: usize) -> u32 {
        self.meaning(self.code(node)).0
    }

    /// What piece of code a node stands for.
    fn kind(&self, node: usize) -> Kind {
        self.meaning(self.code(node)).1
    }

    /// Fills `codes` with those of the nodes from `start` on. Columns that hold them side by side can
    /// do this much faster than one by one.
    fn copy_codes(&self, start: usize, codes: &mut [u32]) {
        for (node, code) in (start..).zip(codes) {
            *code = self.code(node);
        }
    }

    /// How many children of `node` begin before `before`, which lies in its subtree or right behind it. Nothing when the
    /// columns would have to go through them one by one.
    fn children_before(&self, _node: usize, _before: usize) -> Option<u32> {
        None
    }

    /// The child of `ancestor` whose subtree holds `node`, which lies below it.
    fn child_around(&self, ancestor: usize, node: usize) -> u32 {
        let mut child = node as u32;
        loop {
            let parent = self.parent(child as usize);
            if parent == ancestor as u32 || parent == NO_PARENT {
                return child;
            }
            child = parent;
        }
    }
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

/// The code of an owned node is its routine times this, and its kind.
const KINDS: u32 = Kind::ALL.len() as u32;

impl OwnedColumns {
    pub fn with_capacity(nodes: usize) -> OwnedColumns {
        OwnedColumns {
            parent: Vec::with_capacity(nodes),
            size: Vec::with_capacity(nodes),
            routine: Vec::with_capacity(nodes),
            flags: Vec::with_capacity(nodes),
        }
    }

    #[inline]
    pub fn push(&mut self, parent: u32, size: u32, routine: u32, kind: Kind) {
        self.parent.push(parent);
        self.size.push(size);
        self.routine.push(routine);
        self.flags.push(kind as u8);
    }

    pub fn set_kind(&mut self, node: usize, kind: Kind) {
        self.flags[node] = self.flags[node] & CHAINED | kind as u8;
    }

    #[inline]
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
    #[inline]
    fn len(&self) -> usize {
        self.parent.len()
    }

    #[inline]
    fn parent(&self, node: usize) -> u32 {
        self.parent[node]
    }

    #[inline]
    fn size(&self, node: usize) -> u32 {
        self.size[node]
    }

    fn code(&self, node: usize) -> u32 {
        self.routine[node] * KINDS + u32::from(self.flags[node] & !CHAINED)
    }

    fn codes(&self) -> usize {
        let routines = self.routine.iter().max().map_or(0, |&last| last + 1);
        (routines * KINDS) as usize
    }

    fn meaning(&self, code: u32) -> (u32, Kind) {
        (code / KINDS, Kind::ALL[(code % KINDS) as usize])
    }

    #[inline]
    fn is_chained(&self, node: usize) -> bool {
        self.flags[node] & CHAINED != 0
    }

    #[inline]
    fn routine(&self, node: usize) -> u32 {
        self.routine[node]
    }

    #[inline]
    fn kind(&self, node: usize) -> Kind {
        Kind::ALL[usize::from(self.flags[node] & !CHAINED)]
    }
}

/// Owned or shared columns behind one face.
#[derive(Clone)]
pub(crate) enum Storage {
    Owned(OwnedColumns),
    Shared(Arc<dyn Columns>),
}

impl Storage {
    /// The columns for reading many nodes at a time.
    pub fn columns(&self) -> &dyn Columns {
        match self {
            Storage::Owned(columns) => columns,
            Storage::Shared(columns) => columns.as_ref(),
        }
    }

    /// The columns for writing; shared ones are copied into memory first.
    #[inline]
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

/// The nodes that have not finished, in preorder. Linear in the size of the tree.
pub(crate) fn open_nodes(columns: &dyn Columns) -> Vec<u32> {
    (0..columns.len())
        .filter(|&node| columns.size(node) == OPEN)
        .map(|node| node as u32)
        .collect()
}

/// Where the subtree of each unfinished node ends so far. Empty when all end where the tree ends, as
/// they do unless several threads run: then each of them has nodes that have not finished. Goes through
/// the children of those nodes that the latest node is not part of.
pub(crate) fn ends_of_open(columns: &dyn Columns, open: &[u32]) -> Vec<u32> {
    let len = columns.len();
    let mut running = vec![false; open.len()];
    let mut node = len as u32 - 1;
    while node != NO_PARENT {
        if let Ok(place) = open.binary_search(&node) {
            running[place] = true;
        }
        node = columns.parent(node as usize);
    }
    if running.iter().all(|&running| running) {
        return Vec::new();
    }
    let mut ends = vec![len as u32; open.len()];
    for place in (0..open.len()).rev().filter(|&place| !running[place]) {
        let node = open[place];
        let mut next = node as usize + 1;
        while next < len && columns.parent(next) == node {
            next = match open.binary_search(&(next as u32)) {
                Ok(child) => ends[child] as usize,
                Err(_) => next + columns.size(next) as usize,
            };
        }
        ends[place] = next as u32;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::NodeId;
    use crate::tree::Tree;

    /// Parents and sizes of routine nodes.
    struct Running(Vec<(u32, u32)>);

    impl Columns for Running {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn parent(&self, node: usize) -> u32 {
            self.0[node].0
        }

        fn size(&self, node: usize) -> u32 {
            self.0[node].1
        }

        fn code(&self, _: usize) -> u32 {
            0
        }

        fn codes(&self) -> usize {
            1
        }

        fn meaning(&self, _: u32) -> (u32, Kind) {
            (0, Kind::Routine)
        }

        fn is_chained(&self, _: usize) -> bool {
            false
        }
    }

    #[test]
    fn unfinished_nodes_of_several_threads_do_not_contain_each_other() {
        // Two threads run below the root, 1(2, 3(4)) and 6(7); 5 has finished in between.
        let columns = Running(vec![
            (NO_PARENT, OPEN),
            (0, OPEN),
            (1, 1),
            (1, OPEN),
            (3, 1),
            (0, 1),
            (0, OPEN),
            (6, 1),
        ]);
        let tree: Tree = Tree::shared(Arc::new(columns), Arc::new(vec!["f".to_owned()]));
        assert!(tree.open_nodes().eq([0, 1, 3, 6].map(NodeId::at)));
        let sizes: Vec<usize> = tree.nodes().map(|node| tree.size(node)).collect();
        assert_eq!(sizes, [8, 4, 1, 2, 1, 1, 2, 1]);
        let children = tree.children(NodeId::ROOT);
        assert_eq!(children.collect::<Vec<_>>(), [1, 5, 6].map(NodeId::at));
    }
}

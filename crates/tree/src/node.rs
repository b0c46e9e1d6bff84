//! Names of nodes and routines, and the kinds of node.

use std::fmt;
use std::marker::PhantomData;

use crate::place::Recorded;

/// A node of the tree in one [place](crate::place): its position in preorder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId<P = Recorded>(pub u32, PhantomData<P>);

impl<P> NodeId<P> {
    /// The root of every tree.
    pub const ROOT: NodeId<P> = NodeId::at(0);

    /// The node at this preorder position.
    pub const fn at(position: u32) -> NodeId<P> {
        NodeId(position, PhantomData)
    }

    /// The node at this preorder position, given as an index into node columns.
    ///
    /// # Panics
    /// When `index` exceeds what a tree can hold; trees refuse to grow that far.
    pub fn new(index: usize) -> NodeId<P> {
        NodeId::at(u32::try_from(index).expect("a tree holds fewer than 2^32 nodes"))
    }

    /// The preorder position, as an index into node columns.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl<P> fmt::Debug for NodeId<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// A routine (method, function, …) by its place in the tree's table of routine names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoutineId(pub u32);

impl RoutineId {
    /// The place in the table of routine names.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What piece of code a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// One call of a routine. It owns the blocks that ran in this activation outside its loops.
    Routine,
    /// One execution of a loop, from its initialiser to its exit. It owns initialiser, condition
    /// and update.
    Loop,
    /// A single iteration owns the body that ran in it; a range of two or more owns nothing, which
    /// its mass of 0 says.
    Iterations,
    /// A new parent over consecutive siblings. It owns nothing.
    Projection,
    /// One node in place of a chain of siblings or of a whole subtree. It carries the suspicion of
    /// all that it replaced.
    Collapse,
}

impl Kind {
    /// Every kind, in the order of their codes.
    pub const ALL: [Kind; 5] = [
        Kind::Routine,
        Kind::Loop,
        Kind::Iterations,
        Kind::Projection,
        Kind::Collapse,
    ];

    /// Whether nodes of this kind have code of their own unless something else is said.
    pub fn owns_code(self) -> bool {
        self != Kind::Projection
    }
}

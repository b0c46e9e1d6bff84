//! The three places that a node can be named in, as types.
//!
//! A session knows three trees: what was *recorded*, the *base* tree (the same with its loops shown or
//! hidden), and the *view* that transformations make of what is left. All three number their nodes in
//! preorder, so that a number says nothing without its tree. Therefore every node and every tree
//! carries its [`Place`] as a type: a node of one tree cannot be looked up in another.
//!
//! ```compile_fail,E0308
//! use elenchus_tree::place::{base, view};
//!
//! fn end(base: &base::Tree, node: view::NodeId) -> base::NodeId {
//!     base.end(node) // A node of the view, looked up in the base tree.
//! }
//! ```
//!
//! ```compile_fail,E0308
//! use elenchus_tree::{NodeId, place::view};
//!
//! fn is_same(recorded: NodeId, shown: view::NodeId) -> bool {
//!     recorded == shown // Numbers of different trees say nothing about each other.
//! }
//! ```
//!
//! ```compile_fail,E0308
//! use elenchus_tree::{Masses, RootStatus, SearchSpace, place::view};
//!
//! fn search<'t>(view: &'t view::Tree, masses: &'t Masses) {
//!     SearchSpace::new(view, masses, RootStatus::Wrong); // The masses of the recorded tree.
//! }
//! ```
//!
//! What leads from one place to another is a conversion with a name: `Base::recorded` and `Base::node`
//! between the base tree and the recorded one, `View::origin` and `View::node_for` between a view and
//! its base tree (all in the crate `transform`), and [`Tree::unchanged`](crate::Tree::unchanged) where
//! two of the trees are the same.
//!
//! A type without its place is one of the recorded tree, which is what most of the project talks about;
//! [`base`] and [`view`] hold the same names for the two other trees.

use std::fmt::Debug;
use std::hash::Hash;

/// One of the trees that a session knows. It is only ever a type: no value of it exists.
pub trait Place: Copy + Ord + Hash + Debug + Send + Sync + 'static {}

/// The tree as it was recorded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Recorded {}

/// The recorded tree with its loops shown or hidden, in which answers are placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {}

/// What transformations make of a part of the base tree; questions are chosen in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum View {}

impl Place for Recorded {}
impl Place for Base {}
impl Place for View {}

/// The types of this crate for the base tree.
pub mod base {
    pub type NodeId = crate::NodeId<super::Base>;
    pub type Tree = crate::Tree<super::Base>;
    pub type TreeBuilder = crate::TreeBuilder<super::Base>;
    pub type Masses = crate::Masses<super::Base>;
    pub type Removed = crate::Removed<super::Base>;
}

/// The types of this crate for views.
pub mod view {
    pub type NodeId = crate::NodeId<super::View>;
    pub type Tree = crate::Tree<super::View>;
    pub type TreeBuilder = crate::TreeBuilder<super::View>;
    pub type Masses = crate::Masses<super::View>;
    pub type Removed = crate::Removed<super::View>;
    pub type Order = crate::Order<super::View>;
    pub type SearchSpace<'t> = crate::SearchSpace<'t, super::View>;
}

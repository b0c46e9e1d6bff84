//! Transformations: an execution tree in, a tree with fewer or better questions out.
//!
//! Everything here is pure. A session works on one [`Base`] tree and keeps its answers as spans of
//! it. What the answers leave is an [`Excerpt`]; [`View::build`] transforms it by a [`Plan`] and
//! says for every node of the result what it stands for ([`Origin`], [`Span`]). After some answers
//! the session takes the new, smaller excerpt and builds again (003, Algorithm 1, line 8).
//!
//! * [`name`] – the table of transformations, and lists of them;
//! * [`options`] – what can be set;
//! * [`base`] – loops shown or hidden;
//! * [`excerpt`] – what answers leave of a base tree;
//! * [`origin`] – what nodes stand for;
//! * [`forest`] – closing what is thought unlikely;
//! * [`view`] – the transformed tree;
//! * [`cost`] – how many questions a search asks on a tree.
//!
//! Invariants:
//!
//! * Every subject is one contiguous span of the base preorder.
//! * Every unit of remaining mass is owned by exactly one node of a view; projections and ranges of
//!   iterations own none. What is [closed](forest) counts as a single node until it is opened.
//! * Nothing recurses over a tree, and everything is O(n log n), but for the papers' own
//!   `balance-paper`.

mod auto;
mod balance;
mod balance_paper;
pub mod base;
mod bisect;
mod collapse;
mod compress;
mod context;
pub mod cost;
mod draft;
pub mod excerpt;
pub mod forest;
mod light;
mod loops;
pub mod name;
pub mod options;
pub mod origin;
mod steps;
pub mod view;

pub use auto::Judge;
pub use base::Base;
pub use excerpt::Excerpt;
pub use name::{Facts, Level, NameError, Plan, TransformName};
pub use options::{Grouping, Options, Search};
pub use origin::{Origin, Span};
pub use view::View;

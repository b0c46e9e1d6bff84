//! Reading a trace.
//!
//! Data flows through the modules in this order:
//!
//! * [`scan`], [`blocks`], [`block`], [`relay`] – the records of slots, from frames or rings, unpacked, cached and handed on;
//! * [`machine`] – the rules by which records open and close nodes;
//! * [`strand`], [`build`] – the growing trees, one a strand, made by going through the records once;
//! * [`pages`], [`parens`] – where those trees are kept: append-only columns, the shape as balanced parentheses;
//! * [`forest`] – all strands at one moment as one tree in preorder;
//! * [`locate`], [`node`] – from a node back to its records;
//! * [`order`], [`cut`] – which block comes before which, and how far a growing trace may be read at one look;
//! * [`objects`] (with [`marks`], [`cells`], [`runs`], [`ledger`], [`summaries`], [`trail`]), [`touches`], [`history`] (with `search`, `apply`, `grown`), [`effects`] – what objects held, who wrote them, what a node changed;
//! * [`derived`], [`checksums`] – all that on disk, for the next time;
//! * [`trace`](mod@trace), [`intake`], [`follow`], [`info`] – the façade, and the threads behind it;
//! * [`budget`], [`lru`], [`damage`] – how much memory may be used, and what could not be read.
//!
//! Invariants: columns only grow, and a published [`forest::Forest`] never changes; whatever the bytes say, opening and closing stay
//! balanced, nothing recurses over nodes, and nothing is allocated because a damaged number asks for it.

mod apply;
mod asked_for;
pub mod block;
pub mod blocks;
pub mod budget;
pub mod build;
pub mod cells;
pub mod checksums;
pub mod cut;
pub mod damage;
pub mod derived;
pub mod effects;
pub mod follow;
pub mod forest;
mod grown;
pub mod history;
pub mod info;
pub mod intake;
pub mod ledger;
pub mod locate;
pub mod lru;
pub mod machine;
pub mod marks;
pub mod node;
pub mod objects;
pub mod order;
pub mod pages;
pub mod parens;
pub mod relay;
pub mod runs;
pub mod scan;
mod search;
pub mod strand;
pub mod summaries;
pub mod touches;
pub mod trace;
pub mod trail;

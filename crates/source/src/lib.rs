//! Source files: fragments, routines, loops, executed lines and highlighting.
//!
//! This crate turns what a recording knows (a file's name and hash, a routine's name and line, the lines that ran) into what
//! a person reads. It answers in plain data; fronts choose colours and layout.
//!
//! - [`SourceRoots`] finds the file of a class, [`SourceFile`] loads it and says whether it is still the recorded one.
//! - A [`Syntax`] tells what a language looks like; [`Java`] is one.
//! - [`SourceFile::outline`] gives routines ([`Routine`]) and loops ([`Loop`]); [`SourceFile::find_routine`] finds the one that a
//!   recording describes, [`Routine::match_loops`] the loops that it numbers.
//! - [`listing`] gives printable lines with marks and token classes.
//!
//! Invariants: the crate knows nothing of execution trees, traces or terminals; it never panics on any bytes, and a broken,
//! huge or foreign file still lists its lines.

mod file;
mod hash;
mod highlight;
mod java;
mod line_index;
mod listing;
mod outline;
mod roots;
mod routine;
mod span;
mod syntax;
mod walk;

pub use file::{Freshness, SourceError, SourceFile};
pub use hash::{ContentHash, ParseHashError};
pub use highlight::{Token, TokenClass, code_lines, tokens};
pub use java::Java;
pub use listing::{Execution, Listing, ListingLine, ListingRequest, listing};
pub use outline::{Lookup, Outline};
pub use roots::SourceRoots;
pub use routine::{CallSite, Loop, LoopKind, LoopPart, Parameter, Routine, RoutineKind, Trivial};
pub use span::{LineRange, LineSet, Span};
pub use syntax::{Assertion, Syntax, Wanted, independent_lines};

//! Looking closer at what a question shows: values opened by path, what was printed.
//!
//! Questions show values shortened. Whoever answers can open any of them by its path, as a Java
//! programmer would write it: `board.squares[3]`, `prices["apple"]`, `rows[100..200]`.

use thiserror::Error;

use crate::program::Value;

/// A value of a question, one level open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedValue {
    /// The value as a whole, named by its path.
    pub whole: Value,
    /// Its parts in order, named by what is added to the path: `.x`, `[3]`, `["key"]`.
    pub parts: Vec<Value>,
    /// How many parts come before and after those listed.
    pub earlier: usize,
    pub later: usize,
}

impl OpenedValue {
    /// A value without parts.
    pub fn plain(whole: Value) -> OpenedValue {
        OpenedValue {
            whole,
            parts: Vec::new(),
            earlier: 0,
            later: 0,
        }
    }
}

/// Why a path could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    #[error("there is no value `{0}` in this question")]
    NoName(String),
    #[error("`{whole}` has no part `{part}`")]
    NoPart { whole: String, part: String },
    #[error("`{0}` is no path; write name.field, name[3], name[\"key\"] or name[100..200]")]
    NoPath(String),
}

/// What was printed or read while a piece of the run was running.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// The pieces in order, each with its stream: `in`, `out` or `err`.
    pub pieces: Vec<(&'static str, String)>,
    /// How many bytes there were in all; the pieces may be fewer.
    pub total: u64,
    /// How many bytes the pieces hold.
    pub shown: u64,
}

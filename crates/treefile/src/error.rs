//! Why a file is not an execution tree, and what to do about it.

use std::path::PathBuf;

use elenchus_tree::TreeError;
use thiserror::Error;

/// Why a tree file could not be read.
#[derive(Debug, Error)]
pub enum TreeFileError {
    #[error("failed to read {}: {source}", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("this is not a JSON tree file: {0}")]
    Json(serde_json::Error),
    #[error("`{word}` at line {line} is not JSON")]
    NotANumber { word: &'static str, line: usize },
    #[error("node {node} has parent {parent}; a parent is a node number, or -1 for the root")]
    NegativeParent { node: usize, parent: i64 },
    #[error(transparent)]
    NotATree(#[from] TreeError),
    #[error("`{field}` has {found} entries, but `parents` has {expected}")]
    Length {
        field: &'static str,
        found: usize,
        expected: usize,
    },
    #[error("`{field}` of node {node} is {value}; it must be a number that is not negative")]
    BadNumber {
        field: &'static str,
        node: usize,
        value: String,
    },
    #[error("`cost` of node {0} is 0; a question always costs something")]
    NoCost(usize),
    #[error("the entries of `prior` are all 0, so no node can hold the bug")]
    NoSuspicion,
    #[error("the entries of `prior` add up to more than 2^63")]
    TooMuchSuspicion,
    #[error("node {node} is of the unknown kind `{kind}`")]
    UnknownKind { node: usize, kind: String },
    #[error("`root_is` is `{0}`")]
    UnknownRootStatus(String),
}

impl TreeFileError {
    /// One line on how to mend it.
    pub fn advice(&self) -> &'static str {
        match self {
            TreeFileError::Unreadable { .. } => "check the path and its permissions",
            TreeFileError::Json(_) => {
                "a tree file is one JSON object with at least \"parents\"; see docs/design/tree-files.md"
            }
            TreeFileError::NotANumber { .. } => {
                "JSON has no NaN or Infinity; give every prior and cost as a plain number"
            }
            TreeFileError::NegativeParent { .. } | TreeFileError::NotATree(_) => {
                "\"parents\" lists for every node the number of its parent, counted from 0, and -1 \
                 for the one root"
            }
            TreeFileError::Length { .. } => "every list needs exactly one entry a node",
            TreeFileError::BadNumber { .. } => {
                "priors are at least 0, costs more than 0; only their proportions matter"
            }
            TreeFileError::NoCost(_) => "give a cheap question a small cost, such as 0.001",
            TreeFileError::NoSuspicion => "leave \"prior\" out to suspect all nodes alike",
            TreeFileError::TooMuchSuspicion => "only proportions matter: scale the priors down",
            TreeFileError::UnknownKind { .. } => {
                "the kinds are routine, loop, iteration, iterations, projection and collapse"
            }
            TreeFileError::UnknownRootStatus(_) => "it can be known, unknown or asked",
        }
    }
}

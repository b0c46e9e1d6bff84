//! What can be asked about: recordings, folders of recordings, tree files.
//!
//! What is found there (damage, warnings, failed tests to choose from) is returned; the front shows it.

pub mod recording;
pub mod symptom;
pub mod tree_program;
mod tree_source;

use std::io;
use std::path::PathBuf;

use elenchus_treefile::TreeFileError;
use thiserror::Error;

/// Why something cannot be opened.
#[derive(Debug, Error)]
pub enum OpeningError {
    #[error("failed to open {}: {error}", path.display())]
    Trace {
        path: PathBuf,
        error: elenchus_trace::error::Error,
    },
    #[error("there is no recording in {}", path.display())]
    NoRecording { path: PathBuf },
    #[error("{error}")]
    UnreadableTree { error: TreeFileError },
    #[error("{}: {error}", path.display())]
    Tree { path: PathBuf, error: TreeFileError },
    #[error("there is no call or loop `{0}`")]
    NoSuchNode(String),
    #[error("failed to keep {}: {error}", path.display())]
    SourceNotKept { path: PathBuf, error: io::Error },
}

//! From a path to a session: recordings, folders of recordings, tree files.
//!
//! A front goes three steps: [`Material::open`] reads what is at a path, [`Material::starts`] tells where a search can
//! begin there, and [`Material::prepare`] makes a session of it, with its oracles, its file and what earlier runs have
//! taught. What the front may choose stands in [`Choices`]; what was noticed on the way (damage, failed tests to choose
//! from, answers of an earlier session) comes back as data, and the front has the words.

mod chain;
pub mod choices;
pub mod material;
pub mod note;
pub mod prepare;
pub mod prior;
pub mod recording;
pub mod symptom;
pub mod tree_program;
mod tree_writer;

use std::io;
use std::path::PathBuf;

pub use elenchus_rerun::VersionError;
use elenchus_session::SessionError;
use elenchus_treefile::TreeFileError;
use thiserror::Error;

use crate::keep::knowledge_file::KnowledgeError;
use crate::keep::store::StoreError;

pub use choices::{Choices, KnowledgeChoice, OracleName};
pub use material::Material;
pub use note::Note;
pub use prepare::{Prepared, Resume};
pub use prior::{Prior, WeightsError};
pub use recording::Observer;
pub use symptom::{Failed, Start, Symptom};

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
    #[error("nothing was recorded in {}", path.display())]
    NothingRecorded { path: PathBuf },
    /// All that was recorded is damaged.
    #[error("nothing in {} can be read: {damage}", path.display())]
    NothingReadable { path: PathBuf, damage: String },
    #[error("{error}")]
    UnreadableTree { error: TreeFileError },
    #[error("{}: {error}", path.display())]
    Tree { path: PathBuf, error: TreeFileError },
    #[error("there is no call or loop `{0}`")]
    NoSuchNode(String),
    #[error("failed to keep {}: {error}", path.display())]
    SourceNotKept { path: PathBuf, error: io::Error },
    /// What is known from other runs is known by their code, which a tree file does not have.
    #[error("a knowledge base is about recorded programs, and {} is a tree file", path.display())]
    KnowledgeOfTree { path: PathBuf },
    /// What is known about routines is known by their names in a recording; a tree file has priors of its own.
    #[error("--prior is about recorded programs, and {} is a tree file, which has its own priors", path.display())]
    PriorOfTree { path: PathBuf },
    #[error(transparent)]
    Weights(#[from] WeightsError),
    #[error(transparent)]
    Version(VersionError),
    /// A tree file holds no state from which a call could be run.
    #[error("calls of a tree file cannot be run on {}; record the program", path.display())]
    VersionOfTree { path: PathBuf },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// The session file can be read, but what it says does not fit the run.
    #[error("{}:{line}: {error}", path.display())]
    Replay {
        path: PathBuf,
        line: usize,
        error: SessionError,
    },
    /// What an earlier session has said could not be kept for later runs.
    #[error("failed to keep the answers: {error}")]
    NotKept { error: io::Error },
}

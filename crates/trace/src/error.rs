//! What can go wrong with a trace as a whole. Damage inside it is not an error: it is reported beside what was saved.

use std::path::{Path, PathBuf};

/// Why a trace could not be written or opened. Messages complete "failed to …".
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{action} {path}: {source}", path = path.display())]
    Io {
        action: &'static str,
        path: PathBuf,
        source: std::io::Error,
    },
    #[error(
        "read {path} as a trace: {why}; give the folder that `elenchus record` wrote",
        path = path.display()
    )]
    NotATrace { path: PathBuf, why: String },
    #[error(
        "read a {kind} file of format {found}: this version reads {readable}; use an elenchus at least as new as the recorder"
    )]
    Version {
        kind: &'static str,
        found: crate::version::Version,
        readable: crate::version::Version,
    },
    #[error("read a {kind} file: it does not start as one; the file is damaged or of another kind")]
    Magic { kind: &'static str },
    #[error("take in a definition: {0}")]
    Definition(#[from] crate::definition::DefinitionError),
    /// The trace is as large as it may become.
    #[error("write more than the {limit} bytes that the trace may take")]
    Limit { limit: u64 },
    #[error("seal slot {sequence} of ring {ring}: {why}")]
    Slot {
        ring: u32,
        sequence: u64,
        why: String,
    },
}

/// Adds what was being done, and to which file, to an I/O error.
pub trait Context<T> {
    fn context(self, action: &'static str, path: &Path) -> Result<T, Error>;
}

impl<T> Context<T> for std::io::Result<T> {
    fn context(self, action: &'static str, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::Io {
            action,
            path: path.to_owned(),
            source,
        })
    }
}

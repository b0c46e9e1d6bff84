//! What is known about the root of a search.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// What is known about the root when a search begins, and whether it is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RootIs {
    /// It is wrong and never asked: the papers' C.
    Known,
    /// Nothing; it is asked when it alone remains: the papers' U.
    #[default]
    Unknown,
    /// Nothing; it is asked before everything else: the papers' Q.
    Asked,
}

/// What is known about the root of a search space, which moves as answers come in: then it no longer
/// matters when it would be asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RootStatus {
    /// It is wrong: the bug is in this space.
    Wrong,
    /// Nobody has said so yet; it is asked when it alone remains.
    Unknown,
}

/// Why a word says nothing about a root.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` says nothing about the root; choose one of known, unknown, asked")]
pub struct UnknownRoot(pub String);

impl RootIs {
    /// All that can be known.
    pub const ALL: [RootIs; 3] = [RootIs::Known, RootIs::Unknown, RootIs::Asked];

    /// The word for it in files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            RootIs::Known => "known",
            RootIs::Unknown => "unknown",
            RootIs::Asked => "asked",
        }
    }
}

impl fmt::Display for RootIs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for RootIs {
    type Err = UnknownRoot;

    fn from_str(word: &str) -> Result<RootIs, UnknownRoot> {
        let found = RootIs::ALL.into_iter().find(|root| root.word() == word);
        found.ok_or_else(|| UnknownRoot(word.to_owned()))
    }
}

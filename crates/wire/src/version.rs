//! The versions of the formats, and which of them can be read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of a format. The page of this crate says when it is raised.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Version(pub u32);

impl Version {
    /// What `--json` writes.
    pub const LINES: Version = Version(1);
    /// What programs of `exec:` are asked and answer.
    pub const EXEC: Version = Version(1);
    /// Session files.
    pub const SESSION_FILE: Version = Version(1);

    /// Checks that a reader of this version can read what was written in version `written`.
    pub fn can_read(self, written: Version) -> Result<(), VersionError> {
        if written <= self && written >= Version(1) {
            Ok(())
        } else {
            Err(VersionError {
                written: written.0,
                latest: self.0,
            })
        }
    }
}

/// Something was written in a version that this program does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("version {written} cannot be read, only {}", up_to(*latest))]
pub struct VersionError {
    pub written: u32,
    pub latest: u32,
}

fn up_to(latest: u32) -> String {
    match latest {
        1 => "version 1".to_owned(),
        _ => format!("versions 1 to {latest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_accepts_its_own_version_and_those_before_it() {
        let reader = Version(3);
        for written in 1..=3 {
            assert_eq!(reader.can_read(Version(written)), Ok(()));
        }
        for written in [0, 4, u32::MAX] {
            let refused = reader.can_read(Version(written)).unwrap_err();
            assert_eq!((refused.written, refused.latest), (written, 3));
        }
    }
}

//! The version of the format, and the header every file of a trace starts with.
//!
//! **Readable-by rule.** A reader of version *M.m* reads every trace of major version *M*. A higher minor version only adds
//! what an older reader may skip: entries of new kinds in the definitions, record tags from 0x80 on (whose operand is
//! the number of words that follow), bytes after the known ones of a definition, bytes that were zero in the headers of slots and frames, keys
//! in the JSON files. Everything else is a new major version, which older readers refuse by name.
//!
//! 1.1 added the turns in which slots are handed over, 1.2 that `EPOCH` records count them.

use crate::error::Error;

/// A format version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    pub major: u16,
    pub minor: u16,
}

/// The version this crate writes.
pub const CURRENT: Version = Version { major: 1, minor: 2 };

impl Version {
    /// Whether this crate can read files of that version.
    pub fn is_readable(self) -> bool {
        self.major == CURRENT.major
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Which file of a trace a header belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FileKind {
    Definitions = b'D',
    Frames = b'F',
    Ring = b'R',
    /// A derived file: node columns or an index.
    Derived = b'X',
}

impl FileKind {
    fn name(self) -> &'static str {
        match self {
            FileKind::Definitions => "definitions",
            FileKind::Frames => "frames",
            FileKind::Ring => "ring",
            FileKind::Derived => "derived",
        }
    }
}

/// Length of the header that starts every binary file.
pub const FILE_HEADER_BYTES: usize = 16;
const MAGIC: &[u8; 8] = b"ELENCHUS";

/// The header: magic, kind, a zero, major, minor, two zeros.
pub fn write_file_header(kind: FileKind) -> [u8; FILE_HEADER_BYTES] {
    let mut header = [0; FILE_HEADER_BYTES];
    header[..8].copy_from_slice(MAGIC);
    header[8] = kind as u8;
    header[10..12].copy_from_slice(&CURRENT.major.to_le_bytes());
    header[12..14].copy_from_slice(&CURRENT.minor.to_le_bytes());
    header
}

/// Checks a header and returns its length; `None` when it has not been written whole yet.
pub fn read_file_header(bytes: &[u8], kind: FileKind) -> Result<Option<usize>, Error> {
    let Some(header) = bytes.get(..FILE_HEADER_BYTES) else {
        return Ok(None);
    };
    if &header[..8] != MAGIC || header[8] != kind as u8 {
        return Err(Error::Magic { kind: kind.name() });
    }
    let found = Version {
        major: u16::from_le_bytes([header[10], header[11]]),
        minor: u16::from_le_bytes([header[12], header[13]]),
    };
    if !found.is_readable() {
        return Err(Error::Version {
            kind: kind.name(),
            found,
            readable: CURRENT,
        });
    }
    Ok(Some(FILE_HEADER_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_minor_versions_are_read_and_other_majors_refused() {
        let mut header = write_file_header(FileKind::Frames);
        header[12] = 9;
        assert_eq!(
            read_file_header(&header, FileKind::Frames).unwrap(),
            Some(FILE_HEADER_BYTES)
        );
        header[10] = 2;
        let error = read_file_header(&header, FileKind::Frames).unwrap_err();
        assert!(error.to_string().contains("format 2.9"), "{error}");
        assert!(read_file_header(&header, FileKind::Ring).is_err());
        assert_eq!(
            read_file_header(&header[..15], FileKind::Frames).unwrap(),
            None
        );
    }
}

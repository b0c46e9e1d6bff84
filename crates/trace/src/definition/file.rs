//! The definitions file: a header, then one entry a definition, only ever appended to.
//!
//! An entry is `length: u32`, `checksum: u32` (the low half of XXH3-64 of the payload), then the payload. A reader takes
//! entries as far as they are whole; a damaged one whose length still makes sense is left out and counted.

use super::codec;
use super::{Definition, Definitions};
use crate::error::{Context, Error};
use crate::version::{FileKind, read_file_header, write_file_header};
use crate::wire::Take;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// The name of the definitions file in a trace folder.
pub const FILE_NAME: &str = "definitions.eld";
/// An entry above this length is damage, not a definition.
const MAX_ENTRY: usize = 1 << 24;

/// Appends definitions to the file of a trace.
#[derive(Debug)]
pub struct DefinitionWriter {
    file: File,
    buffer: Vec<u8>,
}

impl DefinitionWriter {
    /// Makes the file; it must not exist yet.
    pub fn create(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE_NAME);
        let mut file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(&path)
            .context("create", &path)?;
        file.write_all(&write_file_header(FileKind::Definitions))
            .context("write", &path)?;
        Ok(DefinitionWriter {
            file,
            buffer: Vec::new(),
        })
    }

    /// Writes one definition through to the file, in one call so that no reader sees half of it as whole.
    pub fn append(&mut self, definition: &Definition) -> std::io::Result<()> {
        self.buffer.clear();
        self.buffer.extend_from_slice(&[0; 8]);
        codec::encode(definition, &mut self.buffer);
        let payload = &self.buffer[8..];
        let length = (payload.len() as u32).to_le_bytes();
        let checksum = checksum(payload).to_le_bytes();
        self.buffer[..4].copy_from_slice(&length);
        self.buffer[4..8].copy_from_slice(&checksum);
        self.file.write_all(&self.buffer)
    }
}

fn checksum(payload: &[u8]) -> u32 {
    xxhash_rust::xxh3::xxh3_64(payload) as u32
}

/// Reads definitions, now and again when the file has grown.
#[derive(Debug, Default)]
pub struct DefinitionReader {
    /// Bytes of the file taken in so far, the header included.
    taken: usize,
    /// Entries left out because they were damaged or contradicted earlier ones.
    pub damaged: u64,
}

impl DefinitionReader {
    /// Takes in what is new in `bytes`, the whole file as it is now.
    pub fn advance(&mut self, bytes: &[u8], into: &mut Definitions) -> Result<(), Error> {
        if self.taken == 0 {
            match read_file_header(bytes, FileKind::Definitions)? {
                Some(length) => self.taken = length,
                None => return Ok(()),
            }
        }
        while let Some((payload, whole)) = next_entry(bytes.get(self.taken..).unwrap_or(&[])) {
            self.taken += 8 + payload.len();
            let added = whole
                .then(|| codec::decode(payload))
                .flatten()
                .is_some_and(|definition| into.add(definition).is_ok());
            if !added {
                self.damaged += 1;
            }
        }
        Ok(())
    }

    /// Bytes at the end of the file that are not a whole entry.
    pub fn rest(&self, bytes: &[u8]) -> usize {
        bytes.len().saturating_sub(self.taken)
    }
}

/// The payload of the next entry and whether its checksum holds; `None` when the rest is no whole entry.
fn next_entry(bytes: &[u8]) -> Option<(&[u8], bool)> {
    let mut take = Take::new(bytes);
    let length = take.u32()? as usize;
    let expected = take.u32()?;
    if length == 0 || length > MAX_ENTRY {
        return None;
    }
    let payload = take.bytes(length)?;
    Some((payload, checksum(payload) == expected))
}

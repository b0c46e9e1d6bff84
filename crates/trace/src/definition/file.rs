//! The definitions file: a header, then one entry a definition, only ever appended to.
//!
//! An entry is `length: u32`, `checksum: u32` (the low half of XXH3-64 of the payload), then the payload. A reader takes
//! entries as far as they are whole; a damaged one whose length still makes sense is left out and counted.

use super::codec;
use super::{Definition, Definitions};
use crate::error::{Context, Error};
use crate::private;
use crate::read::damage::Damage;
use crate::version::{FileKind, read_file_header, write_file_header};
use crate::wire::Take;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// The name of the definitions file in a trace folder.
pub const FILE_NAME: &str = "definitions.eld";
/// An entry above this length is damage, not a definition.
const MAX_ENTRY: usize = 1 << 24;

/// Appends definitions to the file of a trace.
#[derive(Debug)]
pub struct DefinitionWriter {
    file: File,
    /// Bytes of the file that are whole entries, the header included.
    length: u64,
    buffer: Vec<u8>,
}

impl DefinitionWriter {
    /// Makes the file; it must not exist yet.
    pub fn create(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE_NAME);
        let mut file = private::create_log(&path).context("create", &path)?;
        let header = write_file_header(FileKind::Definitions);
        file.write_all(&header).context("write", &path)?;
        Ok(DefinitionWriter {
            file,
            length: header.len() as u64,
            buffer: Vec::new(),
        })
    }

    /// Makes the entry of a definition ready to be [written](DefinitionWriter::write). Returns its bytes.
    pub fn encode(&mut self, definition: &Definition) -> u64 {
        self.buffer.clear();
        self.buffer.extend_from_slice(&[0; 8]);
        codec::encode(definition, &mut self.buffer);
        let payload = &self.buffer[8..];
        let length = (payload.len() as u32).to_le_bytes();
        let checksum = checksum(payload).to_le_bytes();
        self.buffer[..4].copy_from_slice(&length);
        self.buffer[4..8].copy_from_slice(&checksum);
        self.buffer.len() as u64
    }

    /// Writes the definition that was encoded last through to the file, in one call so that no reader sees half of it as whole.
    pub fn write(&mut self) -> std::io::Result<()> {
        let written = self.file.write_all(&self.buffer);
        match written {
            Ok(()) => self.length += self.buffer.len() as u64,
            // A disk that filled up in the middle must not leave half an entry before the next one, which nobody could find
            // then. Should this fail too, there is nothing more to be done.
            Err(_) => drop(self.file.set_len(self.length)),
        }
        written
    }
}

fn checksum(payload: &[u8]) -> u32 {
    xxhash_rust::xxh3::xxh3_64(payload) as u32
}

/// Reads definitions, now and again when the file has grown.
#[derive(Default)]
pub struct DefinitionReader {
    /// Bytes of the file taken in so far, the header included.
    taken: u64,
    /// Bytes at the end that are not a whole entry yet.
    rest: u64,
    /// Entries left out because they were damaged or contradicted earlier ones.
    damaged: u64,
    missing: bool,
    not_definitions: bool,
    hash: Xxh3,
}

impl std::fmt::Debug for DefinitionReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DefinitionReader")
            .field("taken", &self.taken)
            .field("damaged", &self.damaged)
            .finish_non_exhaustive()
    }
}

impl DefinitionReader {
    /// Takes in what is new in the file of a trace. Tells whether there was anything.
    pub fn read(&mut self, folder: &Path, into: &mut Arc<Definitions>) -> Result<bool, Error> {
        let path = folder.join(FILE_NAME);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.missing = true;
                return Ok(false);
            }
            Err(error) => return Err(error).context("open", &path),
        };
        self.missing = false;
        let length = file.metadata().context("read", &path)?.len();
        // Half an entry at the end may have been finished since, or have been taken back and replaced.
        if length <= self.taken {
            self.rest = 0;
            return Ok(false);
        }
        let mut bytes = vec![0; (length - self.taken) as usize];
        match file.read_exact_at(&mut bytes, self.taken) {
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(false),
            read => read.context("read", &path)?,
        }
        if next_entry(&bytes).is_none() && self.taken > 0 {
            self.rest = bytes.len() as u64;
            return Ok(false);
        }
        let taken = self.taken;
        self.advance(&bytes, Arc::make_mut(into))?;
        Ok(self.taken > taken)
    }

    /// Takes in the entries of `bytes`, which continue what was taken in before.
    pub fn advance(&mut self, bytes: &[u8], into: &mut Definitions) -> Result<(), Error> {
        let mut at = 0;
        if self.taken == 0 {
            match read_file_header(bytes, FileKind::Definitions) {
                Ok(Some(length)) => at = length,
                Ok(None) => return Ok(()),
                Err(Error::Magic { .. }) => {
                    self.not_definitions = true;
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        while let Some((payload, whole)) = next_entry(&bytes[at..]) {
            at += 8 + payload.len();
            let added = whole
                .then(|| codec::decode(payload))
                .flatten()
                .is_some_and(|definition| into.add(definition).is_ok());
            if !added {
                self.damaged += 1;
            }
        }
        self.hash.update(&bytes[..at]);
        self.taken += at as u64;
        self.rest = (bytes.len() - at) as u64;
        Ok(())
    }

    /// A number that changes when anything that was taken in changes.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.hash.digest() ^ self.rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Says what could not be read, once nothing will be added any more. Who was `killed` while defining something leaves half of it, and
    /// no record uses it.
    pub(crate) fn report(&self, killed: bool, damage: &mut Damage) {
        if self.missing {
            damage.note(format!("{FILE_NAME} is missing; no call can be named"));
        }
        if self.not_definitions {
            damage.note(format!(
                "{FILE_NAME} does not start as one; no call can be named"
            ));
        }
        if self.damaged > 0 {
            damage.definitions(self.damaged);
        }
        if self.rest > 0 && !killed {
            damage.note(format!(
                "{FILE_NAME}: the last {} bytes are cut short",
                self.rest
            ));
        }
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

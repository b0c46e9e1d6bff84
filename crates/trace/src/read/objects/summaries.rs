//! Summaries on disk: what was written last to the cells of a section up to the end of a block, in place of the blocks before it.
//!
//! They are appended to one file, those of a block side by side; where they stand is kept in memory, and the object index has
//! a mark for each. The [`ledger`](super::ledger) decides what is summed up.

use super::cells::Section;
use super::marks::Write;
use crate::error::{Context, Error};
use crate::raw::record::Cause;
use crate::wire::{Take, put_varint};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

/// The file of summaries in the folder of derived data.
pub const FILE: &str = "summaries.elx";

/// What was written to a section from a block on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The first block that is summed up.
    pub from: u32,
    /// The last write to each cell, by number.
    pub entries: Vec<Entry>,
}

/// The last write to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the field, or the index of the element.
    pub number: u32,
    pub block: u32,
    pub write: Write,
}

impl Summary {
    /// About how many bytes it takes on disk.
    pub fn bytes(&self) -> usize {
        12 + 9 * self.entries.len()
    }

    fn encode(&self, section: Section, block: u32, out: &mut Vec<u8>) {
        let mut body = Vec::with_capacity(self.bytes());
        put_varint(&mut body, (block - self.from).into());
        put_varint(&mut body, self.entries.len() as u64);
        let mut before = 0;
        for entry in &self.entries {
            let Write {
                offset,
                cause,
                bits,
            } = entry.write;
            let observed = u64::from(cause == Cause::Observed);
            put_varint(&mut body, (entry.number - before).into());
            put_varint(&mut body, u64::from(block - entry.block) << 1 | observed);
            put_varint(&mut body, offset.into());
            put_varint(&mut body, bits);
            before = entry.number;
        }
        put_varint(out, section.code());
        put_varint(out, body.len() as u64);
        out.extend_from_slice(&body);
    }

    fn decode(take: &mut Take, block: u32) -> Option<Summary> {
        let from = block.checked_sub(take.varint32()?)?;
        let mut number = 0u32;
        let entries = take.list(|take| {
            number = number.checked_add(take.varint32()?)?;
            let back = take.varint()?;
            Some(Entry {
                number,
                block: block.checked_sub(u32::try_from(back >> 1).ok()?)?,
                write: Write {
                    cause: match back & 1 {
                        0 => Cause::Written,
                        _ => Cause::Observed,
                    },
                    offset: take.varint32()?,
                    bits: take.varint()?,
                },
            })
        })?;
        Some(Summary { from, entries })
    }
}

/// Where the summaries of a block stand in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub block: u32,
    pub from: u64,
    pub length: u32,
}

impl Stretch {
    fn end(&self) -> Option<u64> {
        self.from.checked_add(self.length.into())
    }
}

/// All summaries of a trace. One thread adds to them while others look something up.
#[derive(Debug)]
pub struct Summaries {
    path: PathBuf,
    /// Made when there is something to write.
    file: OnceLock<File>,
    /// Blocks ascend.
    stretches: RwLock<Vec<Stretch>>,
}

impl Summaries {
    /// None so far, to be written into a folder.
    pub fn new(folder: &Path) -> Summaries {
        Summaries {
            path: folder.join(FILE),
            file: OnceLock::new(),
            stretches: RwLock::default(),
        }
    }

    /// Those that are in a folder.
    pub fn load(folder: &Path, stretches: Vec<Stretch>) -> Result<Summaries, Error> {
        let summaries = Summaries::new(folder);
        if !stretches.is_empty() {
            let file = File::open(&summaries.path).context("open", &summaries.path)?;
            let length = file.metadata().context("read", &summaries.path)?.len();
            let within = |stretch: &Stretch| stretch.end().is_some_and(|end| end <= length);
            if !stretches.iter().all(within) {
                return Err(Error::Magic { kind: "summaries" });
            }
            summaries.file.get_or_init(|| file);
        }
        *summaries
            .stretches
            .write()
            .unwrap_or_else(PoisonError::into_inner) = stretches;
        Ok(summaries)
    }

    /// Adds those of a block, which is later than all before.
    pub fn add(&self, block: u32, summaries: &[(Section, Summary)]) -> Result<(), Error> {
        if summaries.is_empty() {
            return Ok(());
        }
        let mut bytes = Vec::new();
        for (section, summary) in summaries {
            summary.encode(*section, block, &mut bytes);
        }
        let file = match self.file.get() {
            Some(file) => file,
            None => {
                let mut options = File::options();
                options.read(true).write(true).create_new(true);
                let file = options.open(&self.path).context("create", &self.path)?;
                self.file.get_or_init(|| file)
            }
        };
        let from = self.bytes();
        file.write_all_at(&bytes, from)
            .context("write", &self.path)?;
        let stretch = Stretch {
            block,
            from,
            length: bytes.len() as u32,
        };
        self.stretches
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(stretch);
        Ok(())
    }

    /// What a section was summed up to at the end of a block, if it was.
    pub fn find(&self, block: u32, section: Section) -> Option<Summary> {
        let stretch = {
            let stretches = self.stretches();
            let at = stretches
                .binary_search_by_key(&block, |stretch| stretch.block)
                .ok()?;
            stretches[at]
        };
        let file = self.file.get()?;
        let mut bytes = vec![0; stretch.length as usize];
        file.read_exact_at(&mut bytes, stretch.from).ok()?;
        let mut take = Take::new(&bytes);
        while !take.is_empty() {
            let code = take.varint()?;
            let length = usize::try_from(take.varint()?).ok()?;
            let body = take.bytes(length)?;
            if code == section.code() {
                return Summary::decode(&mut Take::new(body), block);
            }
        }
        None
    }

    /// Where all of them stand.
    pub fn stretches(&self) -> RwLockReadGuard<'_, Vec<Stretch>> {
        self.stretches
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        let stretches = self.stretches();
        stretches.last().and_then(Stretch::end).unwrap_or(0)
    }
}

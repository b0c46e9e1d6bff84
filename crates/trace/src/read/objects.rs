//! The object index: in which blocks a place was written or an object was introduced.
//!
//! It is coarse on purpose: for each block, a set of 32-bit *marks*, one for each place touched in it. Looking something up
//! means: find the last block that has the mark, go through its records, and go further back if the mark was another place's.
//! A place in an object that the block itself introduced is covered by the mark of the object, which keeps short-lived
//! objects at one mark each.
//!
//! Marks are kept in *runs*: sorted arrays on disk that cover a range of blocks. Runs of one size are merged into a larger one, so
//! that even a long run of a program has only a few dozen of them to look into.

use super::forest::Forest;
use super::locate::Fetch;
use crate::definition::Definitions;
use crate::error::{Context, Error};
use crate::raw::record::{Cause, Record, Records};
use crate::raw::reference;
use memmap2::Mmap;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Blocks whose marks are gathered in memory before they become a run.
const BLOCKS_A_RUN: u32 = 64;
/// Blocks taken in at a time, so that nobody who looks something up waits long.
const BLOCKS_AT_ONCE: u32 = 8;
/// This many runs of one size become one of the next.
const FANOUT: usize = 8;
/// A run covers fewer blocks than this, because it keeps their numbers in 16 bits.
const MAX_BLOCKS: u32 = 1 << 16;
/// Elements of an array that share a mark.
pub const BUCKET: u32 = 64;
/// Writes to at least this many elements at once leave one mark for all of them.
const WIDE: u32 = 1024;

/// What a mark stands for besides its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The object was introduced.
    Whole,
    /// It was re-read as a whole, or much of an array was written at once.
    Wide,
    Field(u32),
    /// Elements `BUCKET * n` and on.
    Bucket(u32),
}

/// The mark of a spot of an object (0 for static fields).
pub fn mark(object: u32, spot: Spot) -> u32 {
    let place = match spot {
        Spot::Whole => 0,
        Spot::Wide => 3 << 62,
        Spot::Field(field) => 1 << 62 | u64::from(field),
        Spot::Bucket(bucket) => 2 << 62 | u64::from(bucket),
    };
    let mixed = (place ^ u64::from(object) << 26).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed >> 32) as u32
}

/// A run on disk: `count` marks, sorted, then for each its block relative to the first.
#[derive(Debug)]
struct Run {
    path: PathBuf,
    first: u32,
    blocks: u32,
    count: usize,
    map: Mmap,
}

impl Run {
    fn open(path: PathBuf, first: u32, blocks: u32, count: usize) -> Result<Run, Error> {
        let file = File::open(&path).context("open", &path)?;
        let length = file.metadata().context("read", &path)?.len();
        if length != (count as u64) * 6 || count == 0 {
            return Err(Error::Magic {
                kind: "object index",
            });
        }
        // SAFETY: runs are written once, before they are opened, and only ever deleted afterwards.
        let map = unsafe { Mmap::map(&file) }.context("map", &path)?;
        Ok(Run {
            path,
            first,
            blocks,
            count,
            map,
        })
    }

    fn mark(&self, index: usize) -> u32 {
        u32::from_le_bytes(self.map[index * 4..][..4].try_into().expect("four bytes"))
    }

    fn block(&self, index: usize) -> u32 {
        let at = self.count * 4 + index * 2;
        let relative = u16::from_le_bytes(self.map[at..at + 2].try_into().expect("two bytes"));
        self.first + u32::from(relative)
    }

    /// The index of the first entry with at least that mark. Marks are evenly spread, so their value tells roughly where.
    fn lower_bound(&self, wanted: u32) -> usize {
        let (mut low, mut high) = (0, self.count);
        let (mut below, mut above) = (0u64, 1u64 << 32);
        while low < high {
            let span = (high - low) as u64;
            let guess = if span > 64 {
                // Aim a little aside every time, so that the interval shrinks from both ends.
                let target = u64::from(wanted).clamp(below, above) - below;
                let guess = target * span / (above - below).max(1);
                (low as u64 + guess.min(span - 1)) as usize
            } else {
                low + (high - low) / 2
            };
            let step = (span / 256) as usize;
            let found = self.mark(guess);
            if found < wanted {
                (low, below) = (guess + 1, u64::from(found));
                let ahead = guess + step;
                if step > 0 && ahead < high && self.mark(ahead) >= wanted {
                    (high, above) = (ahead, u64::from(self.mark(ahead)) + 1);
                }
            } else {
                (high, above) = (guess, u64::from(found) + 1);
                let behind = guess.saturating_sub(step);
                if step > 0 && behind > low && self.mark(behind) < wanted {
                    (low, below) = (behind + 1, u64::from(self.mark(behind)));
                }
            }
        }
        low
    }

    /// The blocks with that mark, ascending.
    fn find(&self, wanted: u32) -> Vec<u32> {
        let from = self.lower_bound(wanted);
        (from..self.count)
            .take_while(|&index| self.mark(index) == wanted)
            .map(|index| self.block(index))
            .collect()
    }
}

/// The object index of a trace.
#[derive(Debug)]
pub struct ObjectIndex {
    folder: PathBuf,
    /// Oldest blocks first.
    runs: Vec<Run>,
    /// Marks of the blocks after the last run: one sorted list a block.
    pending: Vec<Vec<u32>>,
    /// Blocks covered so far.
    blocks: u32,
    files: u32,
}

/// One run as it is written down in the derived index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEntry {
    pub name: String,
    pub first: u32,
    pub blocks: u32,
    pub count: u64,
    pub checksum: u64,
}

impl ObjectIndex {
    /// An empty index that puts its runs into a folder.
    pub fn new(folder: &Path) -> ObjectIndex {
        ObjectIndex {
            folder: folder.to_owned(),
            runs: Vec::new(),
            pending: Vec::new(),
            blocks: 0,
            files: 0,
        }
    }

    /// The finished index whose runs are in a folder.
    pub fn load(folder: &Path, entries: &[RunEntry], blocks: u32) -> Result<ObjectIndex, Error> {
        let mut index = ObjectIndex::new(folder);
        index.blocks = blocks;
        for entry in entries {
            let path = folder.join(&entry.name);
            let run = Run::open(path, entry.first, entry.blocks, entry.count as usize)?;
            if xxh3_64(&run.map) != entry.checksum {
                return Err(Error::Magic {
                    kind: "object index",
                });
            }
            index.runs.push(run);
        }
        Ok(index)
    }

    /// The runs, for the derived index. All blocks must be in runs.
    pub fn entries(&self) -> Vec<RunEntry> {
        self.runs
            .iter()
            .map(|run| RunEntry {
                name: run
                    .path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
                first: run.first,
                blocks: run.blocks,
                count: run.count as u64,
                checksum: xxh3_64(&run.map),
            })
            .collect()
    }

    /// Blocks covered.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        self.runs.iter().map(|run| run.count as u64 * 6).sum()
    }

    /// The number of blocks that are complete: all before the last of any ring, or all when the recording is over.
    pub fn complete_blocks(forest: &Forest, over: bool) -> u32 {
        if over {
            return forest.blocks.len() as u32;
        }
        let mut last_of_ring = std::collections::HashMap::new();
        for (index, (ring, _)) in forest.blocks.iter().enumerate() {
            last_of_ring.insert(*ring, index as u32);
        }
        last_of_ring.values().copied().min().unwrap_or(0)
    }

    /// Takes in some of the first `complete` blocks; tells whether those were all. `over`: no more will come.
    pub fn advance(
        &mut self,
        definitions: &Definitions,
        fetch: Fetch,
        complete: u32,
        over: bool,
    ) -> Result<bool, Error> {
        let end = complete.min(self.blocks.saturating_add(BLOCKS_AT_ONCE));
        for block in self.blocks..end {
            let bytes = fetch(block);
            let marks = bytes.map_or(Vec::new(), |bytes| marks_in(&bytes, definitions));
            self.pending.push(marks);
            self.blocks += 1;
            if self.pending.len() as u32 == BLOCKS_A_RUN {
                self.flush()?;
            }
        }
        let all = self.blocks >= complete;
        if all && over && !self.pending.is_empty() {
            self.flush()?;
        }
        Ok(all)
    }

    /// Makes a run of what is pending.
    fn flush(&mut self) -> Result<(), Error> {
        let pending = std::mem::take(&mut self.pending);
        let first = self.blocks - pending.len() as u32;
        let mut entries: Vec<(u32, u16)> = Vec::with_capacity(pending.iter().map(Vec::len).sum());
        for (relative, marks) in pending.iter().enumerate() {
            entries.extend(marks.iter().map(|&mark| (mark, relative as u16)));
        }
        if entries.is_empty() {
            return Ok(());
        }
        entries.sort_unstable();
        let run = self.write(first, pending.len() as u32, &mut entries.into_iter())?;
        self.runs.push(run);
        self.merge()
    }

    fn write(
        &mut self,
        first: u32,
        blocks: u32,
        entries: &mut dyn Iterator<Item = (u32, u16)>,
    ) -> Result<Run, Error> {
        self.files += 1;
        let path = self.folder.join(format!("objects-{:06}.run", self.files));
        // Blocks go to a file of their own first and are put behind the marks at the end: a run may be larger than memory.
        let blocks_path = path.with_extension("blocks");
        let open = |path: &Path| {
            let file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(true)
                .open(path)
                .context("create", path)?;
            Ok::<_, Error>(BufWriter::new(file))
        };
        let (mut marks, mut relative) = (open(&path)?, open(&blocks_path)?);
        let mut count = 0;
        for (mark, block) in entries {
            marks
                .write_all(&mark.to_le_bytes())
                .context("write", &path)?;
            relative
                .write_all(&block.to_le_bytes())
                .context("write", &blocks_path)?;
            count += 1;
        }
        let mut relative = relative
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)
            .context("write", &blocks_path)?;
        relative.rewind().context("read", &blocks_path)?;
        std::io::copy(&mut relative, &mut marks).context("write", &path)?;
        marks.flush().context("write", &path)?;
        std::fs::remove_file(&blocks_path).context("remove", &blocks_path)?;
        Run::open(path, first, blocks, count)
    }

    /// Merges the last runs while enough of them are of one size.
    fn merge(&mut self) -> Result<(), Error> {
        loop {
            let Some(last) = self.runs.last() else {
                return Ok(());
            };
            let size = last.blocks;
            let same = self.runs.iter().rev().take_while(|run| run.blocks <= size);
            if same.count() < FANOUT || size * FANOUT as u32 >= MAX_BLOCKS {
                return Ok(());
            }
            let parts = self.runs.split_off(self.runs.len() - FANOUT);
            let first = parts[0].first;
            let end = parts.last().map_or(first, |run| run.first + run.blocks);
            let mut merged = Merge {
                heads: parts.iter().map(|_| 0).collect(),
                parts: &parts,
                first,
            };
            let run = self.write(first, end - first, &mut merged)?;
            self.runs.push(run);
            for part in parts {
                // A run that stays behind only takes up room.
                let _ = std::fs::remove_file(&part.path);
            }
        }
    }

    /// The blocks before and including `last` that have one of the marks, newest first, each once.
    pub fn candidates(&self, marks: &[u32], last: u32) -> Vec<u32> {
        let mut found = Vec::new();
        for run in self.runs.iter().filter(|run| run.first <= last) {
            for &mark in marks {
                found.extend(run.find(mark));
            }
        }
        let first = self.blocks - self.pending.len() as u32;
        for (block, known) in (first..).zip(&self.pending) {
            if marks.iter().any(|mark| known.binary_search(mark).is_ok()) {
                found.push(block);
            }
        }
        found.retain(|&block| block <= last);
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found
    }
}

/// Walks over several runs in the order of their marks.
struct Merge<'r> {
    heads: Vec<usize>,
    parts: &'r [Run],
    first: u32,
}

impl Iterator for Merge<'_> {
    type Item = (u32, u16);

    fn next(&mut self) -> Option<(u32, u16)> {
        let (part, mark) = self
            .parts
            .iter()
            .zip(&self.heads)
            .enumerate()
            .filter(|(_, (run, head))| **head < run.count)
            .map(|(part, (run, head))| (part, run.mark(*head)))
            .min_by_key(|&(part, mark)| (mark, part))?;
        let block = self.parts[part].block(self.heads[part]);
        self.heads[part] += 1;
        Some((mark, (block - self.first) as u16))
    }
}

/// The marks of one block, sorted.
fn marks_in(bytes: &[u8], definitions: &Definitions) -> Vec<u32> {
    let mut introduced: HashSet<u32> = HashSet::new();
    let mut marks: Vec<u32> = Vec::new();
    for (_, record) in Records::new(bytes, definitions.layouts()).flatten() {
        match record {
            Record::Sight {
                object,
                cause: Cause::Observed,
                ..
            } => marks.push(mark(object, Spot::Wide)),
            Record::New { object, .. }
            | Record::Sight { object, .. }
            | Record::NewArray { array: object, .. }
            | Record::SightArray { array: object, .. }
            | Record::Text {
                reference: object, ..
            }
            | Record::Boxed {
                reference: object, ..
            }
            | Record::Enum {
                reference: object, ..
            }
            | Record::ClassObject {
                reference: object, ..
            }
            | Record::Opaque {
                reference: object, ..
            } => {
                let fresh = reference::is_object(object) && introduced.insert(object);
                marks.extend(fresh.then(|| mark(object, Spot::Whole)));
            }
            Record::PutField { field, object, .. } if !introduced.contains(&object) => {
                let field = definitions.canonical_field(field);
                marks.push(mark(object, Spot::Field(field)));
            }
            Record::PutStatic { field, .. } => {
                let field = definitions.canonical_field(field);
                marks.push(mark(0, Spot::Field(field)));
            }
            Record::Store { array, index, .. } if !introduced.contains(&array) => {
                marks.push(mark(array, Spot::Bucket(index / BUCKET)));
            }
            Record::Fill {
                array, from, to, ..
            } if !introduced.contains(&array) => {
                range_marks(array, from, to, &mut marks);
            }
            Record::Bulk {
                array,
                start,
                count,
                ..
            } if !introduced.contains(&array) => {
                let end = start.saturating_add(count);
                range_marks(array, start, end, &mut marks);
            }
            _ => {}
        }
    }
    marks.sort_unstable();
    marks.dedup();
    marks
}

fn range_marks(array: u32, from: u32, to: u32, marks: &mut Vec<u32>) {
    if to.saturating_sub(from) >= WIDE {
        marks.push(mark(array, Spot::Wide));
    } else if from < to {
        let buckets = from / BUCKET..=(to - 1) / BUCKET;
        marks.extend(buckets.map(|bucket| mark(array, Spot::Bucket(bucket))));
    }
}

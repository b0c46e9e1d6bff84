//! Runs: the object index in sorted pieces. Each covers a range of blocks and tells which of them have a mark.
//!
//! The marks of the latest blocks are kept in memory; enough of them are written to disk, once and for good, and read through
//! a memory map.

use super::asked_for::AskedFor;
use crate::error::{Context, Error};
use crate::private;
use memmap2::{Advice, Mmap};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Bytes of an entry on disk: the mark, then the block relative to the run's first.
const ENTRY_BYTES: usize = 6;
/// Bytes written at a time.
const BUFFER_BYTES: usize = 1 << 17;

/// A mark and a block relative to the first of its run, as one number: the order of entries.
pub type Entry = u64;

pub fn entry(mark: u32, relative: u16) -> Entry {
    u64::from(mark) << 16 | u64::from(relative)
}

/// A sorted piece of the index.
#[derive(Debug)]
pub struct Run {
    /// The blocks it covers.
    pub blocks: Range<u32>,
    entries: Entries,
}

#[derive(Debug)]
enum Entries {
    Memory(Vec<Entry>),
    Disk {
        path: PathBuf,
        map: Mmap,
        asked_for: AskedFor,
    },
}

impl Run {
    /// The run of one block.
    pub fn of_block(block: u32, marks: &[u32]) -> Run {
        Run {
            blocks: block..block + 1,
            entries: Entries::Memory(marks.iter().map(|&mark| entry(mark, 0)).collect()),
        }
    }

    /// The run of neighbours, in memory.
    pub fn merged(parts: &[impl AsRef<Run>]) -> Run {
        let blocks = covered(parts);
        let length = parts.iter().map(|part| part.as_ref().len()).sum();
        let mut entries = Vec::with_capacity(length);
        for part in parts {
            let part = part.as_ref();
            let shift = Entry::from(part.blocks.start - blocks.start);
            entries.extend((0..part.len()).map(|index| part.entry(index) + shift));
        }
        // A stable sort finds that these are a few sorted pieces and merges them.
        entries.sort();
        Run {
            entries: Entries::Memory(entries),
            blocks,
        }
    }

    /// The run of neighbours on disk.
    pub fn written(parts: &[impl AsRef<Run>], path: PathBuf) -> Result<Run, Error> {
        let file = private::create_file(&path).context("create", &path)?;
        let mut out = BufWriter::with_capacity(BUFFER_BYTES, file);
        let mut count = 0;
        for entry in Merge::new(parts) {
            // The mark stands in front, so that a reader finds the fields where it expects them.
            let (mark, relative) = ((entry >> 16) as u32, entry as u16);
            let mut bytes = [0; ENTRY_BYTES];
            bytes[..4].copy_from_slice(&mark.to_le_bytes());
            bytes[4..].copy_from_slice(&relative.to_le_bytes());
            out.write_all(&bytes).context("write", &path)?;
            count += 1;
        }
        out.flush().context("write", &path)?;
        Run::open(path, covered(parts), count)
    }

    /// A run that was written. Its length must be as promised.
    pub fn open(path: PathBuf, blocks: Range<u32>, count: u64) -> Result<Run, Error> {
        let file = File::open(&path).context("open", &path)?;
        let length = file.metadata().context("read", &path)?.len();
        if count.checked_mul(ENTRY_BYTES as u64) != Some(length) {
            return Err(damaged());
        }
        // SAFETY: runs are written once, before they are opened, and only ever deleted afterwards.
        let map = unsafe { Mmap::map(&file) }.context("map", &path)?;
        Ok(Run {
            blocks,
            entries: Entries::Disk {
                path,
                asked_for: AskedFor::nothing(map.len()),
                map,
            },
        })
    }

    /// Says that it is looked at here and there only from now on: the system need not read what lies around.
    pub fn expect_single_looks(&self) {
        if let Entries::Disk { map, .. } = &self.entries {
            // Only a hint: without it, lookups read more than they need.
            let _ = map.advise(Advice::Random);
        }
    }

    /// The file, if it is on disk.
    pub fn path(&self) -> Option<&Path> {
        match &self.entries {
            Entries::Memory(_) => None,
            Entries::Disk { path, .. } => Some(path),
        }
    }

    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Memory(entries) => entries.len(),
            Entries::Disk { map, .. } => map.len() / ENTRY_BYTES,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes it takes, in memory or on disk.
    pub fn bytes(&self) -> usize {
        match &self.entries {
            Entries::Memory(entries) => size_of_val(entries.as_slice()),
            Entries::Disk { map, .. } => map.len(),
        }
    }

    fn entry(&self, index: usize) -> Entry {
        match &self.entries {
            Entries::Memory(entries) => entries[index],
            Entries::Disk { map, .. } => {
                let bytes = &map[index * ENTRY_BYTES..][..ENTRY_BYTES];
                let mark = u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"));
                let relative = u16::from_le_bytes(bytes[4..].try_into().expect("two bytes"));
                entry(mark, relative)
            }
        }
    }

    fn mark(&self, index: usize) -> u32 {
        (self.entry(index) >> 16) as u32
    }

    /// The block that an entry names.
    pub fn block(&self, index: usize) -> u32 {
        let relative = (self.entry(index) & 0xFFFF) as u32;
        self.blocks.start.saturating_add(relative)
    }

    /// The entries with a mark; their blocks ascend.
    pub fn find(&self, mark: u32) -> Range<usize> {
        self.expect(mark);
        let start = self.lower_bound(mark);
        let mut end = start;
        // There are mostly none or few; of many, one for each block, the end is found in growing steps.
        let mut step = 1;
        while end + step <= self.len() && self.mark(end + step - 1) == mark {
            end += step;
            step *= 2;
        }
        while step > 0 {
            if end + step <= self.len() && self.mark(end + step - 1) == mark {
                end += step;
            }
            step /= 2;
        }
        start..end
    }

    /// Has the system read the part of the file in which a mark is expected in one go, the first time: looking for it page
    /// by page would wait for the disk several times.
    fn expect(&self, mark: u32) {
        let Entries::Disk { map, asked_for, .. } = &self.entries else {
            return;
        };
        let count = self.len();
        let expected = ((u64::from(mark) * count as u64) >> 32) as usize;
        if let Some(stretch) = asked_for.first_time(expected * ENTRY_BYTES) {
            // Of evenly spread marks, hardly any lies further from its expected place than this.
            let spread = 2 * count.isqrt() * ENTRY_BYTES;
            let from = stretch.start.saturating_sub(spread);
            let to = (stretch.end + spread).min(map.len());
            // Only a hint.
            let _ = map.advise_range(Advice::WillNeed, from, to.saturating_sub(from));
        }
    }

    /// The index of the first entry with at least that mark. Marks are evenly spread, so their value tells roughly where.
    fn lower_bound(&self, wanted: u32) -> usize {
        let (mut low, mut high) = (0, self.len());
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
}

impl AsRef<Run> for Run {
    fn as_ref(&self) -> &Run {
        self
    }
}

fn damaged() -> Error {
    Error::Magic {
        kind: "object index",
    }
}

/// The blocks that neighbouring runs cover together.
fn covered(parts: &[impl AsRef<Run>]) -> Range<u32> {
    let start = parts.first().map_or(0, |run| run.as_ref().blocks.start);
    let end = parts.last().map_or(start, |run| run.as_ref().blocks.end);
    start..end
}

/// Walks over neighbouring runs in the order of their entries.
struct Merge<'r> {
    parts: Vec<Part<'r>>,
}

struct Part<'r> {
    run: &'r Run,
    /// What is added to its blocks, which count from its own first.
    shift: u64,
    next: usize,
    /// The entry at `next`; the largest number after the last.
    head: Entry,
}

impl<'r> Merge<'r> {
    fn new(runs: &'r [impl AsRef<Run>]) -> Merge<'r> {
        let first = covered(runs).start;
        let parts = runs.iter().map(|run| {
            let run = run.as_ref();
            let mut part = Part {
                run,
                shift: u64::from(run.blocks.start - first),
                next: 0,
                head: 0,
            };
            part.load();
            part
        });
        Merge {
            parts: parts.collect(),
        }
    }
}

impl Part<'_> {
    fn load(&mut self) {
        self.head = match self.next < self.run.len() {
            true => self.run.entry(self.next) + self.shift,
            false => Entry::MAX,
        };
    }
}

impl Iterator for Merge<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let least = self.parts.iter_mut().min_by_key(|part| part.head)?;
        let entry = least.head;
        if entry == Entry::MAX {
            return None;
        }
        least.next += 1;
        least.load();
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> Vec<Run> {
        let mut random = 7u64;
        let mut next = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 40) as u32
        };
        (0..20)
            .map(|block| {
                let mut marks: Vec<u32> = (0..500).map(|_| next() << 8).collect();
                // One mark that every block has, and one that some have.
                marks.push(77);
                if block % 3 == 0 {
                    marks.push(u32::MAX);
                }
                marks.sort_unstable();
                marks.dedup();
                Run::of_block(block, &marks)
            })
            .collect()
    }

    fn blocks(run: &Run, mark: u32) -> Vec<u32> {
        run.find(mark).map(|index| run.block(index)).collect()
    }

    #[test]
    fn merged_runs_find_what_their_parts_find_in_memory_and_on_disk() {
        let parts = runs();
        let folder = tempfile::tempdir().unwrap();
        let disk = Run::written(&parts, folder.path().join("a.run")).unwrap();
        let merged = Run::merged(&parts);
        assert_eq!(merged.blocks, 0..20);
        assert_eq!(blocks(&merged, 77), (0..20).collect::<Vec<_>>());
        let thirds: Vec<u32> = (0..20).step_by(3).collect();
        assert_eq!(blocks(&disk, u32::MAX), thirds);
        for part in &parts {
            for index in (0..part.len()).step_by(13) {
                let mark = part.mark(index);
                let all = parts.iter().flat_map(|part| blocks(part, mark));
                let all: Vec<u32> = all.collect();
                assert_eq!(blocks(&merged, mark), all);
                assert_eq!(blocks(&disk, mark), all);
                assert!(all.contains(&part.blocks.start));
            }
        }
        let absent = (1..1000).map(|mark| mark << 8 | 1);
        assert!(absent.clone().all(|mark| merged.find(mark).is_empty()));
        assert!(absent.clone().all(|mark| disk.find(mark).is_empty()));
    }

    #[test]
    fn a_run_of_the_wrong_length_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.run");
        let run = Run::written(&runs(), path.clone()).unwrap();
        let count = run.len() as u64;
        assert!(Run::open(path.clone(), 0..20, count + 1).is_err());
        assert!(Run::open(path, 0..20, count).is_ok());
    }
}

//! The object index: in which blocks a place was written or an object was introduced.
//!
//! It is coarse on purpose: for each block, a set of [`marks`](super::marks), one for each place touched in it. Looking something
//! up means: find the last block that has the mark, look at its records, and go further back if the mark was another place's.
//!
//! Marks are kept in [`runs`](super::runs), sorted, each for a range of blocks, which are known here by their places in the order of time.
//! Runs of one size are merged into a larger one, so that even a long run of a program has only a few dozen of them to look into. What would
//! take many blocks to find out is summed up in between ([`summaries`](super::summaries)).

use super::ledger::Ledger;
use super::marks::Touched;
use super::runs::Run;
use super::summaries::{Stretch, Summaries};
use super::trail::Trail;
use crate::definition::Definitions;
use crate::error::Error;
use crate::read::slots::order::Order;
use crate::read::slots::records::SlotRecords;
use crate::read::slots::store::{SlotKey, SlotStore};
use crate::read::tree::forest::Forest;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Blocks whose marks are gathered in memory before they become a run on disk.
const BLOCKS_A_RUN: usize = 64;
/// Blocks taken in at a time, so that nobody who looks something up waits long.
const BLOCKS_AT_ONCE: u32 = 8;
/// This many runs of one size on disk become one of the next.
const FANOUT: usize = 8;
/// A run covers fewer blocks than this, because it keeps their numbers in 16 bits.
const MAX_BLOCKS: usize = 1 << 16;

/// The object index of a trace, as the thread that takes in records makes it.
#[derive(Debug)]
pub struct ObjectIndex {
    folder: PathBuf,
    /// Bytes of runs in memory that are written to disk at the latest.
    unwritten: usize,
    known: Lookup,
    files: u32,
    touched: Touched,
    ledger: Ledger,
}

/// The object index as it was at one moment, for those who look something up. They never wait for runs to be merged.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Runs on disk, oldest blocks first, and after them those in memory.
    runs: Vec<Arc<Run>>,
    on_disk: usize,
    /// Blocks covered.
    blocks: u32,
    summaries: Arc<Summaries>,
}

impl Lookup {
    fn new(summaries: Summaries) -> Lookup {
        Lookup {
            runs: Vec::new(),
            on_disk: 0,
            blocks: 0,
            summaries: Arc::new(summaries),
        }
    }

    /// Blocks covered.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        let on_disk = self.runs[..self.on_disk].iter();
        let runs: u64 = on_disk.map(|run| run.bytes() as u64).sum();
        runs + self.summaries.bytes()
    }

    /// What was summed up, also later than what the index covered at that moment.
    pub fn summaries(&self) -> Arc<Summaries> {
        self.summaries.clone()
    }

    /// Bytes in memory that are not on disk so far.
    pub fn unwritten_bytes(&self) -> usize {
        let waiting = self.runs[self.on_disk..].iter();
        waiting.map(|run| run.bytes()).sum()
    }

    /// The blocks up to `last` that may have one of the marks, newest first in an order that may be older than the index.
    pub fn trail(&self, marks: Vec<u32>, last: u32, order: &Arc<Order>) -> Trail {
        let covered = self.blocks.min(order.settled());
        Trail::new(self.runs.clone(), covered, marks, last, order.clone())
    }
}

/// One run as it is written down in the derived index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEntry {
    pub name: String,
    pub first: u32,
    pub blocks: u32,
    pub count: u64,
}

impl ObjectIndex {
    /// An empty index that puts its runs into a folder and keeps about this many bytes of them in memory, at most.
    pub fn new(folder: &Path, unwritten: usize) -> ObjectIndex {
        ObjectIndex {
            folder: folder.to_owned(),
            unwritten,
            known: Lookup::new(Summaries::new(folder)),
            files: 0,
            touched: Touched::default(),
            ledger: Ledger::default(),
        }
    }

    /// The finished index whose runs and summaries are in a folder.
    pub fn load(
        folder: &Path,
        entries: &[RunEntry],
        summaries: Vec<Stretch>,
        blocks: u32,
    ) -> Result<ObjectIndex, Error> {
        let mut index = ObjectIndex::new(folder, 0);
        index.known.summaries = Arc::new(Summaries::load(folder, summaries)?);
        index.known.blocks = blocks;
        for entry in entries {
            let path = folder.join(&entry.name);
            let covered = entry.first..entry.first.saturating_add(entry.blocks);
            let run = Run::open(path, covered, entry.count)?;
            run.expect_single_looks();
            index.known.runs.push(Arc::new(run));
        }
        index.known.on_disk = index.known.runs.len();
        Ok(index)
    }

    /// The runs on disk, for the derived index.
    pub fn entries(&self) -> Vec<RunEntry> {
        let on_disk = self.known.runs[..self.known.on_disk].iter();
        on_disk
            .filter_map(|run| {
                Some(RunEntry {
                    name: run.path()?.file_name()?.to_string_lossy().into_owned(),
                    first: run.blocks.start,
                    blocks: run.blocks.len() as u32,
                    count: run.len() as u64,
                })
            })
            .collect()
    }

    /// Where the summaries stand, for the derived index.
    pub fn stretches(&self) -> Vec<Stretch> {
        self.known.summaries.stretches().clone()
    }

    /// The index as it is now.
    pub fn lookup(&self) -> Lookup {
        self.known.clone()
    }

    /// Blocks covered.
    pub fn blocks(&self) -> u32 {
        self.known.blocks
    }

    /// Takes in some of the settled blocks of a forest; tells whether those were all that can be had now. `fetch` gives the records
    /// of a block. While the recording goes on, a block may be on its way from its ring to a frame, and is waited for: to leave it out
    /// would hide what happened in it for ever.
    pub fn advance(
        &mut self,
        definitions: &Definitions,
        fetch: &dyn Fn(SlotKey) -> Option<Arc<SlotRecords>>,
        store: &SlotStore,
        forest: &Forest,
    ) -> Result<bool, Error> {
        let complete = forest.order.settled();
        let end = complete.min(self.known.blocks.saturating_add(BLOCKS_AT_ONCE));
        for place in self.known.blocks..end {
            let block = forest.order.blocks()[place as usize];
            let run = match fetch(forest.blocks[block as usize]) {
                Some(records) => {
                    let run = self.run_of(place, &records, definitions)?;
                    store.recycle(records);
                    run
                }
                None if forest.over => Run::of_block(place, &[]),
                None => return Ok(true),
            };
            self.known.blocks += 1;
            self.take(run)?;
        }
        let all = self.known.blocks >= complete;
        if all && forest.over && self.known.on_disk < self.known.runs.len() {
            self.flush()?;
        }
        Ok(all)
    }

    /// The marks of a block. What is summed up at its end is written down before anybody can find its mark.
    fn run_of(
        &mut self,
        block: u32,
        records: &[u8],
        definitions: &Definitions,
    ) -> Result<Run, Error> {
        self.touched.look(records, definitions);
        let summaries = self.ledger.take(block, records.len(), &self.touched);
        self.known.summaries.add(block, &summaries)?;
        let marks = &mut self.touched.marks;
        marks.extend(summaries.iter().map(|(section, _)| section.mark()));
        marks.sort_unstable();
        Ok(Run::of_block(block, marks))
    }

    /// Takes in the run of a block. Runs of one size in memory are merged as the digits of a counter are carried.
    fn take(&mut self, run: Run) -> Result<(), Error> {
        self.known.runs.push(Arc::new(run));
        let waiting = &self.known.runs[self.known.on_disk..];
        let blocks: usize = waiting.iter().map(|run| run.blocks.len()).sum();
        if blocks >= BLOCKS_A_RUN || self.known.unwritten_bytes() >= self.unwritten {
            return self.flush();
        }
        while let Some((_, last)) =
            self.known.runs[self.known.on_disk..].split_last_chunk::<FANOUT>()
            && last[0].blocks.len() == last[FANOUT - 1].blocks.len()
        {
            let merged = Run::merged(last);
            self.known.runs.truncate(self.known.runs.len() - FANOUT);
            self.known.runs.push(Arc::new(merged));
        }
        Ok(())
    }

    /// Writes what is in memory to disk.
    fn flush(&mut self) -> Result<(), Error> {
        let waiting = self.known.runs.split_off(self.known.on_disk);
        if waiting.iter().any(|run| !run.is_empty()) {
            let run = Run::written(&[Run::merged(&waiting)], self.next_path())?;
            self.known.runs.push(Arc::new(run));
            self.known.on_disk += 1;
        }
        self.merge()
    }

    fn next_path(&mut self) -> PathBuf {
        self.files += 1;
        self.folder.join(format!("objects-{:06}.run", self.files))
    }

    /// Merges the last runs on disk while enough of them are of one size.
    fn merge(&mut self) -> Result<(), Error> {
        while let Some(last) = self.known.runs.last() {
            let size = last.blocks.len();
            let same = self.known.runs.iter().rev();
            let same = same.take_while(|run| run.blocks.len() <= size).count();
            if same < FANOUT || size * FANOUT >= MAX_BLOCKS {
                break;
            }
            let parts = self.known.runs.split_off(self.known.runs.len() - FANOUT);
            let run = Run::written(&parts, self.next_path())?;
            self.known.runs.push(Arc::new(run));
            self.known.on_disk = self.known.runs.len();
            for path in parts.iter().filter_map(|part| part.path()) {
                // A run that stays behind only takes up room.
                let _ = std::fs::remove_file(path);
            }
        }
        Ok(())
    }
}

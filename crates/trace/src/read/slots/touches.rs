//! Touches: which records of a block are about which object.
//!
//! To tell what an object held, the same block is often looked through for one object after the other: a question about
//! a list of a thousand elements asks a thousand times. Going through all records of the block each time would take as
//! many passes; this sorted list of them takes one.

use crate::raw::layout::Layouts;
use crate::raw::record::{Record, Records};

/// The records of one block that are about objects, by object and place.
#[derive(Debug, Default)]
pub struct Touches {
    /// The word of the object (0 for static fields) in the upper half; below it where the record begins, which is a
    /// multiple of four, with [`INTRODUCTION`] in the lowest bit. Sorted.
    entries: Vec<u64>,
    /// Whether all records could be gone through.
    complete: bool,
}

/// Set when the record tells of an object that was not known under this word before.
const INTRODUCTION: u64 = 1;

impl Touches {
    pub fn new(records: &[u8], layouts: &Layouts) -> Touches {
        let mut touches = Touches::gather(records, layouts, |_| true);
        touches.entries.sort_unstable();
        touches.entries.shrink_to_fit();
        touches
    }

    /// Only what is about one object (0: static fields): for a single look, this takes half the time.
    pub fn only(records: &[u8], layouts: &Layouts, word: u32) -> Touches {
        Touches::gather(records, layouts, |other| other == word)
    }

    /// What is about objects that are wanted, in the order of the records.
    fn gather(records: &[u8], layouts: &Layouts, wanted: impl Fn(u32) -> bool) -> Touches {
        let mut entries = Vec::new();
        let mut complete = true;
        for walked in Records::new(records, layouts).about_objects() {
            match walked {
                Ok((offset, record)) => {
                    let touched = touched(&record).filter(|&(word, _)| wanted(word));
                    entries.extend(touched.map(|(word, new)| {
                        u64::from(word) << 32 | offset as u64 | if new { INTRODUCTION } else { 0 }
                    }));
                }
                Err(_) => complete = false,
            }
        }
        Touches { entries, complete }
    }

    /// Whether all records could be gone through. If not, definitions that come later may help.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<u64>()
    }

    /// Where the records about an object (0: about static fields) begin, as far as they begin before `limit`, the latest
    /// first.
    pub fn of(&self, word: u32, limit: usize) -> impl Iterator<Item = usize> {
        let entries = self.entries_of(word, limit).iter().rev();
        entries.map(|&entry| (entry as u32 & !3) as usize)
    }

    /// The same for those records only that introduce it.
    pub fn introductions(&self, word: u32, limit: usize) -> impl Iterator<Item = usize> {
        let entries = self.entries_of(word, limit).iter().rev();
        let new = entries.filter(|&entry| entry & INTRODUCTION != 0);
        new.map(|&entry| (entry as u32 & !3) as usize)
    }

    fn entries_of(&self, word: u32, limit: usize) -> &[u64] {
        let word = u64::from(word) << 32;
        let from = self.entries.partition_point(|&entry| entry < word);
        let within = &self.entries[from..];
        let limit = word | limit.min(u32::MAX as usize) as u64;
        &within[..within.partition_point(|&entry| entry < limit)]
    }
}

/// The object a record is about, and whether it introduces it.
pub fn touched(record: &Record) -> Option<(u32, bool)> {
    if let Some(object) = record.introduced() {
        return Some((object, true));
    }
    Some(match *record {
        Record::PutStatic { .. } => (0, false),
        Record::PutField { object, .. }
        | Record::Sight { object, .. }
        | Record::Store { array: object, .. }
        | Record::Fill { array: object, .. }
        | Record::Bulk { array: object, .. } => (object, false),
        _ => return None,
    })
}

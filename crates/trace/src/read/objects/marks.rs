//! Marks: 32-bit numbers for the places that a block touches, the entries of the object index.
//!
//! A mark is coarse on purpose: places of two objects may share one, and elements of an array share one by the dozen. Whoever finds a
//! block by a mark looks at its records anyway. The marks of one object lie close to each other, so that looking for several of
//! its places in a run of the index touches one page of it.

use super::cells::Cell;
use crate::definition::Definitions;
use crate::kind::Kind;
use crate::raw::record::{Cause, Record, Records, packed_bits};
use crate::raw::reference;
use crate::wire::word;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Elements of an array that share a mark.
pub const BUCKET: u32 = 64;
/// Buckets of an array whose marks lie close to each other.
const NEAR_BUCKETS: u32 = 64;
/// Writes to at least this many elements at once leave one mark for all of them.
const WIDE: u32 = 1024;
/// Writes to at most this many elements at once are taken in one by one, until a block has written to as many cells as the other number
/// says: a few bytes of a record must not ask for much memory.
const ONE_BY_ONE: u32 = 256;
const CELLS: usize = 1 << 16;
/// The bits that tell the marks of one object apart, and the first numbers in them for a field, for a bucket and for one that was summed up.
const PLACE: u32 = 0xFFF;
const FIRST_FIELD: u32 = 3;
const FIRST_BUCKET: u32 = PLACE + 1 - NEAR_BUCKETS;
const FIRST_SUMMED: u32 = FIRST_BUCKET - NEAR_BUCKETS;

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
    /// Its fields were summed up at the end of the block.
    FieldsSummed,
    /// The elements of a bucket were.
    BucketSummed(u32),
}

/// The mark of a spot of an object (0 for static fields).
pub fn mark(object: u32, spot: Spot) -> u32 {
    // Places of one object never share a mark unless its fields are thousands of numbers apart: one that is written all
    // the time would lead whoever looks for another through every block.
    let (group, place) = match spot {
        Spot::Whole => (0, 0),
        Spot::Wide => (0, 1),
        // Static fields have nothing in common.
        Spot::Field(field) if object == 0 => (field, FIRST_FIELD),
        Spot::Field(field) => (0, FIRST_FIELD + field % (FIRST_SUMMED - FIRST_FIELD)),
        Spot::FieldsSummed => (0, 2),
        Spot::Bucket(bucket) => (bucket / NEAR_BUCKETS, FIRST_BUCKET + bucket % NEAR_BUCKETS),
        Spot::BucketSummed(bucket) => (bucket / NEAR_BUCKETS, FIRST_SUMMED + bucket % NEAR_BUCKETS),
    };
    let near = mix(u64::from(object) << 32 | u64::from(group));
    near as u32 & !PLACE | (place ^ (near >> 32) as u32) & PLACE
}

/// Spreads numbers evenly.
pub fn mix(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}

/// A quick hash for the words of objects, which the recorder numbers one after the other. Numbers made up to do harm cost time
/// within one block and no more.
#[derive(Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 << 8 | u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(number);
    }
}

type Words = HashSet<u32, BuildHasherDefault<WordHasher>>;

/// The last write to a cell in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Where its record begins in the block.
    pub offset: u32,
    pub cause: Cause,
    pub bits: u64,
}

/// What a block did to objects.
#[derive(Debug, Default)]
pub struct Touched {
    introduced: Words,
    /// Objects with more changes at once than `cells` lists.
    swept: Words,
    latest: HashMap<Cell, Write, BuildHasherDefault<WordHasher>>,
    /// The cells of objects that were there before that were written to, sorted.
    pub cells: Vec<Cell>,
    /// The marks of all that it touched, sorted.
    pub marks: Vec<u32>,
}

impl Touched {
    /// The objects of which nothing that was known before the block holds.
    pub fn remade(&self) -> impl Iterator<Item = u32> {
        self.introduced.iter().chain(&self.swept).copied()
    }

    pub fn is_remade(&self, object: u32) -> bool {
        self.introduced.contains(&object) || self.swept.contains(&object)
    }

    /// The last write to one of the cells.
    pub fn write(&self, cell: Cell) -> Write {
        self.latest[&cell]
    }

    /// Finds out what a block did; memory is used again. A cell of an object that the block itself introduced is covered by the mark of
    /// the object, which keeps short-lived objects at one mark each.
    pub fn look(&mut self, bytes: &[u8], definitions: &Definitions) {
        self.introduced.clear();
        self.swept.clear();
        self.latest.clear();
        self.cells.clear();
        self.marks.clear();
        let records = Records::new(bytes, definitions.layouts()).about_objects();
        for (offset, record) in records.flatten() {
            self.take(&record, offset as u32, definitions);
        }
        self.cells.extend(self.latest.keys());
        self.cells.sort_unstable();
        self.marks.extend(self.cells.iter().map(|cell| {
            let number = cell.number();
            let spot = match cell.is_field() {
                true => Spot::Field(definitions.canonical_field(number)),
                false => Spot::Bucket(number / BUCKET),
            };
            mark(cell.object(), spot)
        }));
        self.marks.sort_unstable();
        self.marks.dedup();
    }

    fn take(&mut self, record: &Record, offset: u32, definitions: &Definitions) {
        if let Some(object) = record.introduced() {
            if reference::is_object(object) && self.introduced.insert(object) {
                self.marks.push(mark(object, Spot::Whole));
            }
            return;
        }
        let write = |cause, bits| Write {
            offset,
            cause,
            bits,
        };
        match *record {
            Record::Sight { object, .. } => {
                self.marks.push(mark(object, Spot::Wide));
                self.swept.insert(object);
            }
            Record::PutStatic { field, .. } => {
                let field = definitions.canonical_field(field);
                self.marks.push(mark(0, Spot::Field(field)));
            }
            Record::PutField {
                field,
                object,
                value,
                cause,
            } if !self.introduced.contains(&object) => {
                let cell = Cell::field(object, field);
                self.latest.insert(cell, write(cause, row_bits(value)));
            }
            Record::Store {
                array,
                index,
                value,
            } if !self.introduced.contains(&array) => {
                let bits = row_bits(value);
                self.range(array, index, 1, |_| write(Cause::Written, bits));
            }
            Record::Fill {
                array,
                from,
                to,
                value,
                ..
            } if !self.introduced.contains(&array) => {
                let bits = row_bits(value);
                self.range(array, from, to.saturating_sub(from), |_| {
                    write(Cause::Written, bits)
                });
            }
            Record::Bulk {
                array,
                kind,
                start,
                count,
                values,
                cause,
            } if !self.introduced.contains(&array) => {
                let kind = Kind::from_code(kind).unwrap_or(Kind::Void);
                self.range(array, start, count, |nth| {
                    write(cause, packed_bits(values, nth as usize, kind))
                });
            }
            _ => {}
        }
    }

    /// Takes in writes to `count` elements from `start` on; `write` tells the nth.
    fn range(&mut self, array: u32, start: u32, count: u32, write: impl Fn(u32) -> Write) {
        let end = start.saturating_add(count);
        let cell = |index| Cell::element(array, index);
        match end.checked_sub(1).and_then(cell) {
            _ if count == 0 => {}
            Some(_) if count == 1 || count <= ONE_BY_ONE && self.latest.len() < CELLS => {
                let cells = (start..end).filter_map(cell);
                self.latest.extend(cells.zip((0..).map(write)));
            }
            _ => {
                self.swept.insert(array);
                if count >= WIDE {
                    self.marks.push(mark(array, Spot::Wide));
                } else {
                    let buckets = start / BUCKET..=(end - 1) / BUCKET;
                    let marks = buckets.map(|bucket| mark(array, Spot::Bucket(bucket)));
                    self.marks.extend(marks);
                }
            }
        }
    }
}

/// The bits of the value that a record ends with, of one word or two.
fn row_bits(row: &[u8]) -> u64 {
    u64::from(word(row, 0)) | u64::from(word(row, 4)) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::tag;
    use crate::raw::write::RecordWriter;
    use crate::synthetic::program;

    #[test]
    fn marks_are_spread_evenly_and_those_of_one_object_are_neighbours() {
        let mut seen = HashSet::new();
        let mut halves = 0;
        for object in 1..=100_000 {
            let whole = mark(object, Spot::Whole);
            halves += usize::from(whole >> 31 == 1);
            for spot in [Spot::Wide, Spot::Field(3), Spot::Bucket(63)] {
                assert_eq!(mark(object, spot) & !PLACE, whole & !PLACE);
            }
            seen.insert(whole);
            if object % 1000 == 0 {
                let fields = (0..2000).map(|field| mark(object, Spot::Field(field)));
                let fields: HashSet<u32> = fields.collect();
                assert_eq!(
                    fields.len(),
                    2000,
                    "fields of one object never share a mark"
                );
            }
        }
        assert!(seen.len() > 99_990, "{} of 100,000 differ", seen.len());
        assert!((49_000..51_000).contains(&halves));
    }

    #[test]
    fn many_small_records_that_write_much_take_little_memory() {
        let mut definitions = Definitions::default();
        for definition in program::definitions(1) {
            definitions.add(definition).unwrap();
        }
        let mut out = RecordWriter::default();
        let arrays = 0x1000..0x1000 + 4 * CELLS as u32 / ONE_BY_ONE;
        for array in arrays.clone() {
            let fill = out.head(tag::FILL, Kind::Int.code().into()).word(array);
            fill.word(64).word(64 + ONE_BY_ONE).long(7);
        }
        let mut touched = Touched::default();
        touched.look(&out.bytes, &definitions);
        assert!(touched.latest.len() < CELLS + ONE_BY_ONE as usize);
        assert!(touched.is_remade(arrays.end - 1) && !touched.is_remade(arrays.start));
        for array in arrays {
            for bucket in 1..=ONE_BY_ONE / BUCKET {
                let mark = mark(array, Spot::Bucket(bucket));
                assert!(touched.marks.binary_search(&mark).is_ok());
            }
        }
    }
}

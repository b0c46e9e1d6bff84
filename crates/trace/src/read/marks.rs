//! Marks: 32-bit numbers for the places that a block touches, the entries of the object index.
//!
//! A mark is coarse on purpose: places of two objects may share one, and elements of an array share one by the dozen. Whoever finds a
//! block by a mark looks at its records anyway. The marks of one object lie close to each other, so that looking for several of
//! its places in a run of the index touches one page of it.

use crate::definition::Definitions;
use crate::raw::record::{Record, Records};
use crate::raw::reference;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Elements of an array that share a mark.
pub const BUCKET: u32 = 64;
/// Buckets of an array whose marks lie close to each other.
const NEAR_BUCKETS: u32 = 64;
/// Writes to at least this many elements at once leave one mark for all of them.
const WIDE: u32 = 1024;
/// The bits that tell the marks of one object apart, and the first number in them for a bucket.
const PLACE: u32 = 0xFFF;
const FIRST_BUCKET: u32 = PLACE + 1 - NEAR_BUCKETS;

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
    // Places of one object never share a mark unless its fields are thousands of numbers apart: one that is written all
    // the time would lead whoever looks for another through every block.
    let (group, place) = match spot {
        Spot::Whole => (0, 0),
        Spot::Wide => (0, 1),
        // Static fields have nothing in common.
        Spot::Field(field) if object == 0 => (field, 2),
        Spot::Field(field) => (0, 2 + field % (FIRST_BUCKET - 2)),
        Spot::Bucket(bucket) => (bucket / NEAR_BUCKETS, FIRST_BUCKET + bucket % NEAR_BUCKETS),
    };
    let near = mix(u64::from(object) << 32 | u64::from(group));
    near as u32 & !PLACE | (place ^ (near >> 32) as u32) & PLACE
}

/// Spreads numbers evenly.
fn mix(number: u64) -> u64 {
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
        self.0 = mix(u64::from(word));
    }
}

type Words = HashSet<u32, BuildHasherDefault<WordHasher>>;

/// Finds the marks of blocks; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub struct Marker {
    introduced: Words,
    marks: Vec<u32>,
}

impl Marker {
    /// The marks of one block, sorted. A place in an object that the block itself introduced is covered by the mark of the
    /// object, which keeps short-lived objects at one mark each.
    pub fn marks_in(&mut self, bytes: &[u8], definitions: &Definitions) -> &[u32] {
        let Marker { introduced, marks } = self;
        introduced.clear();
        marks.clear();
        let records = Records::new(bytes, definitions.layouts()).about_objects();
        for (_, record) in records.flatten() {
            if let Some(object) = record.introduced() {
                let fresh = reference::is_object(object) && introduced.insert(object);
                marks.extend(fresh.then(|| mark(object, Spot::Whole)));
                continue;
            }
            match record {
                Record::Sight { object, .. } => marks.push(mark(object, Spot::Wide)),
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
                    range_marks(array, from, to, marks);
                }
                Record::Bulk {
                    array,
                    start,
                    count,
                    ..
                } if !introduced.contains(&array) => {
                    let end = start.saturating_add(count);
                    range_marks(array, start, end, marks);
                }
                _ => {}
            }
        }
        marks.sort_unstable();
        marks.dedup();
        marks
    }
}

fn range_marks(array: u32, from: u32, to: u32, marks: &mut Vec<u32>) {
    if to.saturating_sub(from) >= WIDE {
        marks.push(mark(array, Spot::Wide));
    } else if from < to {
        let buckets = from / BUCKET..=(to - 1) / BUCKET;
        marks.extend(buckets.map(|bucket| mark(array, Spot::Bucket(bucket))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

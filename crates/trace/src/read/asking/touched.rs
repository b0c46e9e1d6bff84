//! What was written between two moments, by object: only there can two states of something large differ.
//!
//! To compare a list of a million elements one by one takes long; to go through the records of one call does not.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::history::block_of;
use crate::raw::record::{Record, Records};
use crate::read::slots::touches::touched;
use crate::read::trace::Trace;
use crate::value::{Ref, Time};

/// When more blocks than these lie between two moments, nothing is told: to go through them would take too long.
const MOST_BLOCKS: u32 = 64;

/// The objects that records between two moments wrote to, and which elements of arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Ranges of elements by the word of the object; empty ones for what has fields.
    places: HashMap<u32, Vec<Range<u32>>>,
    /// Those that were made in between.
    made: HashSet<u32>,
}

impl Touched {
    /// Whether something was written to an object.
    pub fn holds(&self, object: Ref) -> bool {
        self.places.contains_key(&object.0)
    }

    /// The objects that were written to and that were there before.
    pub fn older(&self) -> impl Iterator<Item = Ref> {
        let words = self.places.keys().filter(|word| !self.made.contains(word));
        words.map(|&word| Ref(word))
    }

    /// Which elements of an array were written to: ranges in order, none of which meets another.
    pub fn elements(&self, array: Ref) -> Vec<Range<u32>> {
        let mut ranges = self.places.get(&array.0).cloned().unwrap_or_default();
        ranges.sort_by_key(|range| range.start);
        let mut joined: Vec<Range<u32>> = Vec::new();
        for range in ranges {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        joined
    }

    fn take(&mut self, record: &Record) {
        // The word 0 stands for static fields.
        let Some((word, is_new)) = touched(record).filter(|&(word, _)| word != 0) else {
            return;
        };
        if let Record::New { .. } | Record::NewArray { .. } = record {
            self.made.insert(word);
        }
        let places = self.places.entry(word).or_default();
        match *record {
            Record::Store { index, .. } => places.push(index..index.saturating_add(1)),
            Record::Fill { from, to, .. } => places.push(from..to),
            Record::Bulk { start, count, .. } => places.push(start..start.saturating_add(count)),
            _ if is_new => places.push(0..u32::MAX),
            _ => {}
        }
    }
}

impl Trace {
    /// What was written between two moments; `None` when that is too much to go through, or when a part of it is lost.
    pub fn touched_between(&self, from: Time, to: Time) -> Option<Touched> {
        let moment = self.moment();
        let (first, last) = (block_of(&moment, from), block_of(&moment, to));
        let order = &moment.forest.order;
        let places = order.place(first)..=order.place(last);
        if places.end().checked_sub(*places.start())? > MOST_BLOCKS {
            return None;
        }
        let layouts = moment.definitions.layouts();
        let mut found = Touched::default();
        for place in places {
            let block = order.block(place)?;
            let bytes = self.block(&moment.forest, block)?;
            let begin = if block == first {
                from.offset as usize
            } else {
                0
            };
            let end = if block == last {
                to.offset as usize
            } else {
                bytes.len()
            };
            let records = Records::starting(bytes.get(..end)?, layouts, begin);
            for record in records.about_objects() {
                found.take(&record.ok()?.1);
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_meet_are_one() {
        let ranges = vec![7..9, 0..2, 1..4, 4..5];
        let touched = Touched {
            places: HashMap::from([(8, ranges), (9, Vec::new())]),
            made: HashSet::from([9]),
        };
        assert_eq!(touched.older().collect::<Vec<_>>(), [Ref(8)]);
        assert_eq!(touched.elements(Ref(8)), [0..5, 7..9]);
        assert_eq!(touched.elements(Ref(9)), []);
    }
}

//! Changes in collections that are too long to be compared element by element.
//!
//! Such a collection is put aside when it is met. When everything else has been compared, only those places of it are
//! looked at that were written to in between; where that is not known, as many as a person would wait for.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use crate::heap::{At, Heap, Ref, Value};
use crate::shape::{Brackets, Shape, shape_up_to};
use crate::showing::change::Comparison;
use crate::showing::told::Moment;
use elenchus_session::words::many;
use elenchus_trace::Touched;

/// How many elements of a long row are read to find what differs, at most.
const MOST_READ: usize = 1 << 16;

/// The same for maps and sets, whose insides are read entry by entry.
const MOST_ENTRIES: usize = 10_000;

/// A part that stayed where it was, to be compared itself: its path, and its value before and after.
pub(crate) type Stayed = (String, Value, Value);

/// A collection that was not read to its end.
#[derive(Clone, Debug)]
pub(crate) struct Long {
    pub path: String,
    pub object: Ref,
}

impl<H: Heap> Comparison<'_, H> {
    /// Compares the collections that were put aside.
    pub(crate) fn compare_long(&mut self) {
        if self.long.is_empty() {
            return;
        }
        let touched = self.heap.touched(self.before, self.after);
        let mut left: VecDeque<Long> = std::mem::take(&mut self.long).into();
        while let Some(long) = left.pop_front() {
            let waiting: HashSet<Ref> = left.iter().chain([&long]).map(|one| one.object).collect();
            let unmet = touched
                .as_ref()
                .map(|touched| self.unmet(touched, &waiting));
            // Whatever was written to has been compared: nothing is different in there.
            if unmet.as_ref().is_some_and(HashSet::is_empty) {
                return;
            }
            let parts = match self.storages(&long) {
                Some(arrays) => self.compare_row(&long, arrays, touched.as_ref(), unmet.as_ref()),
                None => self.compare_object(&long.path, long.object, MOST_ENTRIES),
            };
            self.compare_all(parts, Some(long.object));
            left.extend(std::mem::take(&mut self.long));
        }
    }

    /// A collection that even now could not be read to its end: how long it is.
    pub(crate) fn tell_lengths(&mut self, path: &str, old: usize, new: usize) {
        self.counted = false;
        if old != new {
            let [old, new] = [old, new].map(|total| many(total as u64, "element"));
            self.push(path, Some(old), Some(new));
        }
    }

    /// Whether all that was written to in between has been compared, as far as that can be told.
    pub(crate) fn has_met_all(&self) -> bool {
        let touched = self.heap.touched(self.before, self.after);
        touched.is_some_and(|touched| self.unmet(&touched, &HashSet::new()).is_empty())
    }

    /// What was there before, was written to, and has not been compared, or not to its end.
    fn unmet(&self, touched: &Touched, waiting: &HashSet<Ref>) -> HashSet<Ref> {
        let is_left = |object: &Ref| !self.seen.contains(object) || waiting.contains(object);
        touched.older().filter(is_left).collect()
    }

    /// The arrays that hold the elements of a row before and after.
    fn storages(&self, long: &Long) -> Option<[Ref; 2]> {
        let at = |time| {
            let heap = self.heap;
            heap.language().storage(&At { heap, time }, long.object)
        };
        Some([at(self.before)?, at(self.after)?])
    }

    /// A long list or array: the places that were written to, and the elements that were.
    fn compare_row(
        &mut self,
        long: &Long,
        [old, new]: [Ref; 2],
        touched: Option<&Touched>,
        unmet: Option<&HashSet<Ref>>,
    ) -> Vec<Stayed> {
        let [(brackets, was), (_, is)] = [self.before, self.after].map(|time| {
            match shape_up_to(self.heap, long.object, time, 0) {
                Shape::Row {
                    brackets, total, ..
                } => (brackets, total),
                _ => (Brackets::Braces, 0),
            }
        });
        let all = 0..was.max(is);
        let written = match touched {
            Some(touched) if old == new => touched
                .elements(new)
                .into_iter()
                .map(|range| range.start as usize..(range.end as usize).min(all.end))
                .filter(|range| !range.is_empty())
                .collect(),
            _ => vec![all.clone()],
        };
        let read = |array, range: &Range<usize>, total: usize, time| {
            let end = range.end.min(total).min(range.start + MOST_READ);
            self.heap.elements(array, time, range.start.min(end), end)
        };
        let mut stayed = Vec::new();
        if was == is || brackets == Brackets::Braces {
            for range in written {
                self.counted &= range.len() <= MOST_READ;
                let values = [
                    read(old, &range, was, self.before),
                    read(new, &range, is, self.after),
                ];
                stayed.extend(self.compare_by_place(
                    &long.path,
                    range.start,
                    &values[0],
                    &values[1],
                ));
            }
        } else {
            // Whatever is in front of the first place that was written to has stayed there.
            let first = written
                .first()
                .map_or(was.min(is), |range| range.start.min(was).min(is));
            let rest = first..all.end;
            self.counted &= rest.len() <= MOST_READ;
            let values = [
                read(old, &rest, was, self.before),
                read(new, &rest, is, self.after),
            ];
            match self.compare_lists((&long.path, first), None, &values[0], &values[1]) {
                Some(kept) => stayed.extend(kept),
                None => self.tell_range(&long.path, first, [was, is], &values),
            }
        }
        // Of what stayed, only what was written to can be different inside.
        if let Some(unmet) = unmet {
            let is_written =
                |value: Value| matches!(value, Value::Ref(object) if unmet.contains(&object));
            stayed.retain(|&(_, before, after)| !before.same(after) || is_written(after));
            let met: HashSet<String> = stayed.iter().map(|(path, ..)| path.clone()).collect();
            let now = read(new, &all, is, self.after);
            let inside = now.iter().enumerate();
            let inside = inside
                .filter(|&(_, &value)| is_written(value))
                .map(|(place, &value)| (format!("{}[{place}]", long.path), value, value));
            stayed.extend(inside.filter(|(path, ..)| !met.contains(path)));
        }
        stayed
    }

    /// A list of which too much is different to be told element by element.
    fn tell_range(
        &mut self,
        path: &str,
        first: usize,
        totals: [usize; 2],
        values: &[Vec<Value>; 2],
    ) {
        let [before, after] = [
            self.listed(&values[0], Moment::Before),
            self.listed(&values[1], Moment::After),
        ];
        let name = format!("{path}[{first}..]");
        let [was, is] = totals.map(|total| many(total.saturating_sub(first) as u64, "element"));
        self.push(
            &name,
            Some(format!("{was}: {before}")),
            Some(format!("{is}: {after}")),
        );
    }
}

//! The trail of something through the run: the blocks in which it may have been touched, newest first.

use super::runs::Run;
use crate::read::slots::order::Order;
use std::ops::Range;
use std::sync::Arc;

/// The blocks to look through for something. Runs of the index are looked into one by one, because what is looked for is
/// mostly found in the newest.
pub struct Trail {
    order: Arc<Order>,
    /// Places of blocks the index does not cover so far; they are all looked through.
    recent: Range<u32>,
    /// Blocks from this place on have been looked through.
    below: u32,
    /// Runs that were not looked into, oldest first.
    runs: Vec<Arc<Run>>,
    marks: Vec<u32>,
    current: Option<Current>,
}

/// The run that is being looked into.
struct Current {
    run: Arc<Run>,
    /// The entries that are left of each mark that was wanted.
    lists: Vec<(u32, Range<usize>)>,
}

impl Trail {
    /// The blocks up to `last` that may have one of the marks. The runs know blocks by their places; the first `covered` are in them.
    pub fn new(
        runs: Vec<Arc<Run>>,
        covered: u32,
        marks: Vec<u32>,
        last: u32,
        order: Arc<Order>,
    ) -> Trail {
        let last = order.place(last);
        Trail {
            order,
            recent: covered..last.saturating_add(1),
            below: last.saturating_add(1),
            runs,
            marks,
            current: None,
        }
    }

    /// Leaves out all blocks from a place on. Those that the index does not cover have all been looked through by then.
    pub fn skip_to(&mut self, below: u32) {
        self.below = self.below.min(below);
    }

    /// The next block under one of the marks that are still wanted. A mark that is not wanted once is not wanted later.
    pub fn next(&mut self, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let place = self.next_place(wanted)?;
        self.order.block(place)
    }

    fn next_place(&mut self, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        if let Some(block) = self.recent.next_back() {
            self.below = block;
            return Some(block);
        }
        loop {
            let below = self.below;
            if let Some(Current { run, lists }) = &mut self.current {
                let lists = lists.iter_mut().filter(|(mark, _)| wanted(*mark));
                let newest = lists.filter_map(|(_, entries)| last_below(run, entries, below));
                if let Some(block) = newest.max() {
                    self.below = block;
                    return Some(block);
                }
            }
            let run = self.runs.pop()?;
            if run.blocks.start < below {
                let wanted = self.marks.iter().filter(|mark| wanted(**mark));
                let lists = wanted.map(|&mark| (mark, run.find(mark))).collect();
                self.current = Some(Current { run, lists });
            }
        }
    }
}

/// The last of some entries of a run whose block is below a bound; what is beyond is dropped.
fn last_below(run: &Run, entries: &mut Range<usize>, below: u32) -> Option<u32> {
    // A place that every block touches has as many entries; those beyond the bound are skipped by halving.
    let (mut low, mut high) = (entries.start, entries.end);
    if low < high && run.block(high - 1) >= below {
        while low < high {
            let middle = low + (high - low) / 2;
            match run.block(middle) < below {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        entries.end = low;
    }
    (entries.start < entries.end).then(|| run.block(entries.end - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_newest_first_each_once_and_only_for_wanted_marks() {
        let block = |place: u32, marks: &[u32]| Arc::new(Run::of_block(place, marks));
        let parts = [block(0, &[5]), block(1, &[5, 9]), block(2, &[9])];
        let runs = vec![Arc::new(Run::merged(&parts)), block(3, &[]), block(4, &[5])];
        // The blocks were come across in another order than they were handed over in.
        let order = Arc::new(
            Order::finished(vec![
                13, 10, 12, 11, 14, 15, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
            ])
            .unwrap(),
        );
        let trail = |last| Trail::new(runs.clone(), 5, vec![5, 9], last, order.clone());
        let all = |mut trail: Trail, marks: &[u32]| -> Vec<u32> {
            std::iter::from_fn(|| trail.next(|mark| marks.contains(&mark))).collect()
        };
        assert_eq!(all(trail(16), &[5, 9]), [16, 15, 14, 12, 10, 13]);
        assert_eq!(all(trail(10), &[5, 9]), [10, 13]);
        assert_eq!(all(trail(14), &[5]), [14, 10, 13]);
    }
}

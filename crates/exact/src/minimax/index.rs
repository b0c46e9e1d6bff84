//! The largest values of a list within ranges: a tree of maxima over blocks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// How many values one leaf of the tree covers.
const BLOCK: usize = 32;

/// A list of values that is asked for the largest in a range.
#[derive(Clone, Debug)]
pub struct RangeMax {
    values: Vec<u32>,
    /// `tree[1]` covers all, the children of `tree[i]` are `2i` and `2i + 1`, and the block `b` is
    /// `tree[leaves + b]`.
    tree: Vec<u32>,
    leaves: usize,
}

impl RangeMax {
    /// Indexes a list. Linear in its length.
    pub fn new(values: Vec<u32>) -> RangeMax {
        let blocks = values.len().div_ceil(BLOCK);
        let leaves = blocks.next_power_of_two();
        let mut tree = vec![0; 2 * leaves];
        for (block, values) in values.chunks(BLOCK).enumerate() {
            tree[leaves + block] = values.iter().copied().max().unwrap_or(0);
        }
        for node in (1..leaves).rev() {
            tree[node] = tree[2 * node].max(tree[2 * node + 1]);
        }
        RangeMax {
            values,
            tree,
            leaves,
        }
    }

    /// The value at a place.
    pub fn get(&self, place: usize) -> Option<u32> {
        self.values.get(place).copied()
    }

    /// The places in the given ranges with values above 0, largest value first and, among equal ones,
    /// in order. Each costs O(log n).
    pub fn best_first(
        &self,
        ranges: impl Iterator<Item = Range<usize>>,
    ) -> impl Iterator<Item = (usize, u32)> + '_ {
        let mut heap: BinaryHeap<_> = ranges.filter_map(|range| self.entry(range)).collect();
        std::iter::from_fn(move || {
            let (value, Reverse(place), start, end) = heap.pop()?;
            heap.extend(self.entry(start..place));
            heap.extend(self.entry(place + 1..end));
            Some((place, value))
        })
    }

    /// A range with its largest value and where it first stands.
    fn entry(&self, range: Range<usize>) -> Option<(u32, Reverse<usize>, usize, usize)> {
        let largest = self.largest(range.clone());
        (largest > 0).then(|| {
            let place = self.first_at_least(range.clone(), largest);
            (largest, Reverse(place), range.start, range.end)
        })
    }

    fn largest(&self, range: Range<usize>) -> u32 {
        let (first, last) = (range.start.div_ceil(BLOCK), range.end / BLOCK);
        if first >= last {
            return self.values[range].iter().copied().max().unwrap_or(0);
        }
        let edges = self.values[range.start..first * BLOCK]
            .iter()
            .chain(&self.values[last * BLOCK..range.end]);
        let mut largest = edges.copied().max().unwrap_or(0);
        let (mut low, mut high) = (first + self.leaves, last + self.leaves);
        while low < high {
            if low % 2 == 1 {
                largest = largest.max(self.tree[low]);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                largest = largest.max(self.tree[high]);
            }
            low /= 2;
            high /= 2;
        }
        largest
    }

    /// The first place in the range whose value is at least `value`; there must be one.
    fn first_at_least(&self, range: Range<usize>, value: u32) -> usize {
        let in_block = |from: usize, to: usize| {
            let found = self.values[from..to].iter().position(|&v| v >= value);
            found.map(|offset| from + offset)
        };
        let first_block_end = range.end.min((range.start / BLOCK + 1) * BLOCK);
        if let Some(place) = in_block(range.start, first_block_end) {
            return place;
        }
        // Up until a right neighbour holds such a value, then down to the leftmost block that does.
        let mut node = self.leaves + range.start / BLOCK;
        loop {
            if node.is_multiple_of(2) && self.tree[node + 1] >= value {
                node += 1;
                break;
            }
            node /= 2;
        }
        while node < self.leaves {
            node *= 2;
            if self.tree[node] < value {
                node += 1;
            }
        }
        let block = node - self.leaves;
        in_block(block * BLOCK, self.values.len().min((block + 1) * BLOCK))
            .expect("the block holds such a value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_come_first(
            values in proptest::collection::vec(0u32..20, 1..400),
            cuts in proptest::collection::vec(0usize..400, 4),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(values.len())).collect();
            cuts.sort_unstable();
            let ranges = [cuts[0]..cuts[1], cuts[2]..cuts[3]];
            let mut expected: Vec<(usize, u32)> = ranges
                .iter()
                .flat_map(|range| range.clone())
                .map(|place| (place, values[place]))
                .filter(|&(_, value)| value > 0)
                .collect();
            expected.sort_by_key(|&(place, value)| (Reverse(value), place));
            expected.dedup();
            let index = RangeMax::new(values);
            let found: Vec<_> = index.best_first(ranges.into_iter()).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

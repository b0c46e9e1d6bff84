//! Which siblings to ask about together: bisecting their mass.
//!
//! Given the children of a wrong node, in execution order and cut into stretches that one question
//! may cover, this chooses groups so that the questions halve what is left as well as they can. The
//! next group is always the stretch, or the piece of one, whose mass comes closest to half of what
//! the groups before it leave (the node's own mass included). A prefix sum and a binary search find
//! it, so k children cost O(k log k).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// How many siblings a group may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    pub min: usize,
    pub max: usize,
}

impl Lengths {
    fn allow_group(self, length: usize) -> bool {
        length > 1 && (self.min..=self.max).contains(&length)
    }
}

/// A stretch of siblings that is not yet grouped; the heaviest comes first, then the leftmost.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Stretch {
    mass: u64,
    start: Reverse<usize>,
    end: usize,
}

/// Groups siblings; kept for reuse, because most calls are about a handful of them.
#[derive(Default)]
pub(crate) struct Bisector {
    waiting: BinaryHeap<Stretch>,
    groups: Vec<Range<usize>>,
}

impl Bisector {
    /// Groups siblings. `before` holds the prefix sums of their masses, `stretches` the places that
    /// groups must not reach across, `own` the mass of the parent itself. The result covers every
    /// sibling once, in order; groups of one are single nodes.
    pub fn bisect(
        &mut self,
        before: &[u64],
        stretches: &[Range<usize>],
        own: u64,
        lengths: Lengths,
        may_group: impl Fn(&Range<usize>) -> bool,
    ) -> &[Range<usize>] {
        let mass_of = |range: &Range<usize>| before[range.end] - before[range.start];
        let stretch = |range: &Range<usize>| Stretch {
            mass: mass_of(range),
            start: Reverse(range.start),
            end: range.end,
        };
        let all: usize = stretches.iter().map(|range| range.len()).sum();
        let mut left = all;
        let mut total = own + stretches.iter().map(mass_of).sum::<u64>();
        self.groups.clear();
        self.waiting.clear();
        self.waiting.extend(stretches.iter().map(stretch));
        while let Some(heaviest) = self.waiting.pop() {
            let whole = heaviest.start.0..heaviest.end;
            let mut chosen = whole.start..whole.start + 1;
            if whole.len() > 1 {
                let mut closest = None;
                for mut range in candidates(before, &whole, total, lengths) {
                    // Of what is too much for one group, a half or less may be one.
                    while lengths.allow_group(range.len()) && !may_group(&range) {
                        range.end = range.start + range.len() / 2;
                    }
                    if range.is_empty() {
                        continue;
                    }
                    let distance = (2 * mass_of(&range)).abs_diff(total);
                    // Of equally good groups the longer one spares the parent questions (002's own
                    // pair in Figure 3), unless it is all that the parent has.
                    let rank = (distance, range.len() == all, Reverse(range.len()));
                    // A group of everything that is left would ask what is already known.
                    let says_nothing = own == 0 && range.len() == left;
                    let allowed =
                        range.len() == 1 || !says_nothing && lengths.allow_group(range.len());
                    if allowed && closest.is_none_or(|closest| rank < closest) {
                        closest = Some(rank);
                        chosen = range;
                    }
                }
            }
            total -= mass_of(&chosen);
            left -= chosen.len();
            for rest in [whole.start..chosen.start, chosen.end..whole.end] {
                if !rest.is_empty() {
                    self.waiting.push(stretch(&rest));
                }
            }
            self.groups.push(chosen);
        }
        self.groups.sort_unstable_by_key(|group| group.start);
        &self.groups
    }
}

/// The pieces of a stretch that may come closest to half of `total`; some may be empty.
fn candidates(
    before: &[u64],
    whole: &Range<usize>,
    total: u64,
    lengths: Lengths,
) -> [Range<usize>; 6] {
    let (start, end) = (whole.start, whole.end);
    let mass = before[end] - before[start];
    let until = |cut: usize| start.max(cut.saturating_sub(lengths.max))..cut;
    let from = |cut: usize| cut..end.min(cut.saturating_add(lengths.max));
    let mut pieces = [const { 0..0 }; 6];
    if 2 * mass <= total {
        pieces[0] = from(start);
        return pieces;
    }
    // Counting from the left, the sibling on which the middle falls.
    let ahead = before[start] + total.div_ceil(2);
    let middle = start + before[start + 1..=end].partition_point(|&sum| sum < ahead);
    pieces[0] = until(middle);
    pieces[1] = until(middle + 1);
    pieces[2] = middle..middle + 1;
    if mass < total {
        // And counting from the right; when nothing else is left, that is the complement.
        let behind = before[end] - total.div_ceil(2);
        let middle = start + before[start + 1..=end].partition_point(|&sum| sum <= behind);
        pieces[3] = from(start);
        pieces[4] = from(middle);
        pieces[5] = from(middle + 1);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Lengths = Lengths {
        min: 2,
        max: usize::MAX,
    };

    fn groups(masses: &[u64], own: u64, lengths: Lengths) -> Vec<Range<usize>> {
        let mut before = vec![0];
        for mass in masses {
            before.push(before[before.len() - 1] + mass);
        }
        let all = 0..masses.len();
        let mut bisector = Bisector::default();
        let groups = bisector.bisect(&before, std::slice::from_ref(&all), own, lengths, |_| true);
        groups.to_vec()
    }

    #[test]
    fn equal_siblings_are_halved_and_halved_again() {
        assert_eq!(groups(&[1; 7], 1, ANY), [0..4, 4..6, 6..7]);
        assert_eq!(groups(&[1; 3], 1, ANY), [0..2, 2..3]);
        assert_eq!(groups(&[1; 2], 1, ANY), [0..1, 1..2]);
    }

    #[test]
    fn a_heavy_sibling_stands_alone() {
        assert_eq!(groups(&[1, 1, 9, 1, 1], 3, ANY), [0..2, 2..3, 3..5]);
    }

    #[test]
    fn all_siblings_are_one_question_when_the_parent_is_heavier() {
        assert_eq!(groups(&[1; 4], 9, ANY), vec![0..4]);
        assert_eq!(groups(&[1; 4], 0, ANY), [0..2, 2..3, 3..4]);
    }

    #[test]
    fn what_is_too_much_for_a_group_is_halved() {
        let before: Vec<u64> = (0..=40).collect();
        let mut bisector = Bisector::default();
        let lengths = Lengths { min: 4, max: 32 };
        let groups = bisector.bisect(
            &before,
            std::slice::from_ref(&(0..40)),
            1,
            lengths,
            |range| range.len() <= 6,
        );
        let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
        assert!(lengths.iter().all(|&length| length <= 6), "{lengths:?}");
        assert!(
            lengths.iter().filter(|&&length| length >= 4).count() >= 5,
            "{lengths:?}"
        );
    }

    #[test]
    fn lengths_are_kept() {
        let four = Lengths { min: 3, max: 4 };
        let lengths: Vec<usize> = groups(&[1; 20], 1, four).iter().map(|g| g.len()).collect();
        assert!(lengths.iter().all(|length| [1, 3, 4].contains(length)));
        assert!(lengths.contains(&4));
    }
}

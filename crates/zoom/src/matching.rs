//! Which lines of two versions of a routine correspond: those with the same text, in the same order.
//!
//! Between lines that correspond there are *gaps*, numbered by how many lines correspond before them. What stands in a gap
//! was changed: replaced, added or taken out.

use std::collections::{BTreeMap, BTreeSet};

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Both versions have it: it is this one of the lines that correspond.
    Common(usize),
    /// It stands in this gap.
    Changed(usize),
}

/// The lines of two versions, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matching {
    pub ours: BTreeMap<u32, Place>,
    pub theirs: BTreeMap<u32, Place>,
}

/// The table of lengths has a cell for each pair of lines; routines that would need more are not matched.
const MOST_CELLS: usize = 4_000_000;

impl Matching {
    /// Matches as many lines as possible. Lines come with their numbers, in order; empty ones should be left out.
    pub fn between(ours: &[(u32, String)], theirs: &[(u32, String)]) -> Option<Matching> {
        if ours.len() * theirs.len() > MOST_CELLS {
            return None;
        }
        let longest = lengths(ours, theirs);
        let mut matching = Matching {
            ours: BTreeMap::new(),
            theirs: BTreeMap::new(),
        };
        let (mut here, mut there, mut common) = (0, 0, 0);
        while here < ours.len() || there < theirs.len() {
            let is_same =
                here < ours.len() && there < theirs.len() && ours[here].1 == theirs[there].1;
            if is_same {
                matching.ours.insert(ours[here].0, Place::Common(common));
                matching
                    .theirs
                    .insert(theirs[there].0, Place::Common(common));
                (here, there, common) = (here + 1, there + 1, common + 1);
            } else if there == theirs.len()
                || here < ours.len() && longest[here + 1][there] >= longest[here][there + 1]
            {
                matching.ours.insert(ours[here].0, Place::Changed(common));
                here += 1;
            } else {
                matching
                    .theirs
                    .insert(theirs[there].0, Place::Changed(common));
                there += 1;
            }
        }
        Some(matching)
    }

    /// The gaps in which something stands.
    pub fn gaps(&self) -> BTreeSet<usize> {
        let places = self.ours.values().chain(self.theirs.values());
        let gaps = places.filter_map(|place| match place {
            Place::Changed(gap) => Some(*gap),
            Place::Common(_) => None,
        });
        gaps.collect()
    }

    /// Our lines and theirs in a gap.
    pub fn both_in(&self, gap: usize) -> (BTreeSet<u32>, BTreeSet<u32>) {
        let theirs = in_gap(&self.theirs, gap);
        (self.lines_in(gap).collect(), theirs.collect())
    }

    /// Our lines in a gap.
    pub fn lines_in(&self, gap: usize) -> impl Iterator<Item = u32> + '_ {
        in_gap(&self.ours, gap)
    }
}

fn in_gap(places: &BTreeMap<u32, Place>, gap: usize) -> impl Iterator<Item = u32> + '_ {
    let there = places
        .iter()
        .filter(move |(_, place)| **place == Place::Changed(gap));
    there.map(|(&line, _)| line)
}

/// How many lines can correspond from each pair of lines on.
fn lengths(ours: &[(u32, String)], theirs: &[(u32, String)]) -> Vec<Vec<u32>> {
    let mut longest = vec![vec![0; theirs.len() + 1]; ours.len() + 1];
    for here in (0..ours.len()).rev() {
        for there in (0..theirs.len()).rev() {
            longest[here][there] = match ours[here].1 == theirs[there].1 {
                true => longest[here + 1][there + 1] + 1,
                false => longest[here + 1][there].max(longest[here][there + 1]),
            };
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str) -> Vec<(u32, String)> {
        let lines = text.chars().map(|c| c.to_string());
        (1..).zip(lines).collect()
    }

    fn common(places: &BTreeMap<u32, Place>) -> Vec<u32> {
        let common = places
            .iter()
            .filter(|(_, place)| matches!(place, Place::Common(_)));
        common.map(|(&line, _)| line).collect()
    }

    /// The most lines that can correspond, by trying all ways.
    fn most(ours: &[(u32, String)], theirs: &[(u32, String)]) -> usize {
        match (ours, theirs) {
            ([a, ours @ ..], [b, theirs @ ..]) if a.1 == b.1 => 1 + most(ours, theirs),
            ([_, rest @ ..], [_, others @ ..]) => most(rest, theirs).max(most(ours, others)),
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn as_many_lines_as_possible_correspond(ours in "[abc]{0,7}", theirs in "[abc]{0,7}") {
            let (ours, theirs) = (lines(&ours), lines(&theirs));
            let matching = Matching::between(&ours, &theirs).unwrap();
            let (here, there) = (common(&matching.ours), common(&matching.theirs));
            prop_assert_eq!(here.len(), most(&ours, &theirs));
            prop_assert_eq!(here.len(), there.len());
            for (here, there) in here.iter().zip(&there) {
                prop_assert_eq!(&ours[*here as usize - 1].1, &theirs[*there as usize - 1].1);
            }
        }
    }

    #[test]
    fn what_was_changed_stands_in_one_gap() {
        let matching = Matching::between(&lines("axc"), &lines("abbc")).unwrap();
        assert_eq!(matching.ours[&2], Place::Changed(1));
        assert_eq!(matching.theirs[&2], Place::Changed(1));
        assert_eq!(matching.theirs[&4], Place::Common(1));
        assert_eq!(matching.lines_in(1).collect::<Vec<_>>(), [2]);
    }
}

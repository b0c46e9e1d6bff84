//! Sets of labels as bit masks, compared as binary numbers: one word where it suffices, many words
//! under nodes with very many children.

use std::cmp::Ordering;

/// A set of labels.
pub trait Mask: Clone + Ord {
    /// The empty set.
    fn empty() -> Self;
    /// One more than the largest label, 0 for the empty set.
    fn length(&self) -> u32;
    /// Whether the label is in the set.
    fn has(&self, label: u32) -> bool;
    /// Adds a label.
    fn insert(&mut self, label: u32);
    /// Drops all labels that are not below `bound`.
    fn truncate(&mut self, bound: u32);
    /// One more than the largest label below `bound`, 0 if there is none.
    fn length_below(&self, bound: u32) -> u32;
    /// Compares what is below `bound`.
    fn cmp_below(&self, other: &Self, bound: u32) -> Ordering;
    /// How many labels below `bound` are not in the set.
    fn gaps(&self, bound: u32) -> u32;
    /// Adds all of `other`; what was there already is added to `twice`.
    fn merge(&mut self, other: &Self, twice: &mut Self);
    /// Adds those labels of `other` that are not below `from`.
    fn add_from(&mut self, other: &Self, from: u32);

    /// Whether no label is in the set.
    fn is_empty(&self) -> bool {
        self.length() == 0
    }
}

impl Mask for u64 {
    fn empty() -> u64 {
        0
    }

    fn length(&self) -> u32 {
        u64::BITS - self.leading_zeros()
    }

    fn has(&self, label: u32) -> bool {
        self >> label & 1 == 1
    }

    fn insert(&mut self, label: u32) {
        *self |= 1 << label;
    }

    fn truncate(&mut self, bound: u32) {
        *self &= below(bound);
    }

    fn length_below(&self, bound: u32) -> u32 {
        (self & below(bound)).length()
    }

    fn cmp_below(&self, other: &u64, bound: u32) -> Ordering {
        (self & below(bound)).cmp(&(other & below(bound)))
    }

    fn gaps(&self, bound: u32) -> u32 {
        (!self & below(bound)).count_ones()
    }

    fn merge(&mut self, other: &u64, twice: &mut u64) {
        *twice |= *self & other;
        *self |= other;
    }

    fn add_from(&mut self, other: &u64, from: u32) {
        *self |= other & !below(from);
    }
}

/// All labels below `bound`.
fn below(bound: u32) -> u64 {
    1u64.checked_shl(bound).map_or(u64::MAX, |bit| bit - 1)
}

/// A set of labels of any size, without empty words at its top.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wide {
    words: Vec<u64>,
}

impl From<u64> for Wide {
    fn from(word: u64) -> Wide {
        let mut wide = Wide { words: vec![word] };
        wide.trim();
        wide
    }
}

impl Wide {
    /// The set as one word, if it fits.
    pub fn as_word(&self) -> Option<u64> {
        match self.words[..] {
            [] => Some(0),
            [word] => Some(word),
            _ => None,
        }
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// The words that hold labels below `bound`, from the top down, without labels from there on.
    fn words_below(&self, bound: u32) -> impl Iterator<Item = (usize, u64)> + '_ {
        let words = (bound as usize).div_ceil(64).min(self.words.len());
        (0..words).rev().map(move |index| {
            let rest = bound - index as u32 * 64;
            (index, self.words[index] & below(rest))
        })
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Wide) -> Ordering {
        self.words
            .len()
            .cmp(&other.words.len())
            .then_with(|| self.words.iter().rev().cmp(other.words.iter().rev()))
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Wide) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Mask for Wide {
    fn empty() -> Wide {
        Wide::default()
    }

    fn length(&self) -> u32 {
        self.words.last().map_or(0, |word| {
            self.words.len() as u32 * 64 - word.leading_zeros()
        })
    }

    fn has(&self, label: u32) -> bool {
        self.word(label as usize / 64).has(label % 64)
    }

    fn insert(&mut self, label: u32) {
        let index = label as usize / 64;
        if self.words.len() <= index {
            self.words.resize(index + 1, 0);
        }
        self.words[index].insert(label % 64);
    }

    fn truncate(&mut self, bound: u32) {
        let index = bound as usize / 64;
        if index < self.words.len() {
            self.words[index].truncate(bound % 64);
            self.words.truncate(index + 1);
            self.trim();
        }
    }

    fn length_below(&self, bound: u32) -> u32 {
        self.words_below(bound)
            .find(|&(_, word)| word != 0)
            .map_or(0, |(index, word)| index as u32 * 64 + word.length())
    }

    fn cmp_below(&self, other: &Wide, bound: u32) -> Ordering {
        let (mine, theirs) = (self.length_below(bound), other.length_below(bound));
        mine.cmp(&theirs).then_with(|| {
            let mine = self.words_below(mine).map(|(_, word)| word);
            mine.cmp(other.words_below(theirs).map(|(_, word)| word))
        })
    }

    fn gaps(&self, bound: u32) -> u32 {
        let mut taken = 0;
        for (index, word) in (0..bound.div_ceil(64)).zip(&self.words) {
            let rest = bound - index * 64;
            taken += rest.min(64) - word.gaps(rest.min(64));
        }
        bound - taken
    }

    fn merge(&mut self, other: &Wide, twice: &mut Wide) {
        let words = self.words.len().max(other.words.len());
        self.words.resize(words, 0);
        if twice.words.len() < words {
            twice.words.resize(words, 0);
        }
        for (index, word) in other.words.iter().enumerate() {
            self.words[index].merge(word, &mut twice.words[index]);
        }
        twice.trim();
    }

    fn add_from(&mut self, other: &Wide, from: u32) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (index, word) in other.words.iter().enumerate().skip(from as usize / 64) {
            let from = from.saturating_sub(index as u32 * 64);
            self.words[index].add_from(word, from);
        }
        self.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn wide_sets_behave_like_words(a: u64, b: u64, bound in 0u32..=64) {
            let (mut wide, other) = (Wide::from(a), Wide::from(b));
            prop_assert_eq!(wide.cmp(&other), a.cmp(&b));
            prop_assert_eq!(wide.length(), a.length());
            prop_assert_eq!(wide.length_below(bound), a.length_below(bound));
            prop_assert_eq!(wide.cmp_below(&other, bound), a.cmp_below(&b, bound));
            prop_assert_eq!(wide.gaps(bound), a.gaps(bound));
            let (mut word, mut twice, mut wide_twice) = (a, 0, Wide::empty());
            word.merge(&b, &mut twice);
            wide.merge(&other, &mut wide_twice);
            prop_assert_eq!(wide.as_word(), Some(word));
            prop_assert_eq!(wide_twice.as_word(), Some(twice));
            wide.truncate(bound);
            word.truncate(bound);
            prop_assert_eq!(wide.as_word(), Some(word));
            wide.add_from(&other, bound);
            word.add_from(&b, bound);
            prop_assert_eq!(wide.as_word(), Some(word));
        }
    }

    #[test]
    fn gaps_and_labels_beyond_the_first_word() {
        let mut wide = Wide::empty();
        (0..200).for_each(|label| wide.insert(label));
        assert_eq!((wide.length_below(150), wide.length_below(300)), (150, 200));
        assert_eq!((wide.gaps(200), wide.gaps(300)), (0, 100));
        wide.truncate(130);
        assert_eq!(wide.length(), 130);
        assert!(wide.has(129) && !wide.has(130));
        assert!(wide > Wide::from(u64::MAX));
    }
}

//! A bit for every node with fast counting: which nodes are suspect when all weigh the same.
//!
//! One bit a node and one running count for every 512 of them, so that even the tree of 10^8 nodes
//! costs 14 MB.

/// Bits with counts of those set before any position.
#[derive(Clone, Debug)]
pub(crate) struct RankedBits {
    words: Vec<u64>,
    /// How many bits are set before each block of [`WORDS_A_BLOCK`] words.
    before_block: Vec<u32>,
    len: usize,
    ones: u32,
}

const WORDS_A_BLOCK: usize = 8;

impl RankedBits {
    /// Collects the bits.
    pub fn new(bits: impl ExactSizeIterator<Item = bool>) -> RankedBits {
        let len = bits.len();
        let mut words = vec![0u64; len.div_ceil(64)];
        for (place, bit) in bits.enumerate() {
            words[place / 64] |= u64::from(bit) << (place % 64);
        }
        let mut before_block = Vec::with_capacity(words.len() / WORDS_A_BLOCK + 1);
        let mut ones = 0;
        for block in words.chunks(WORDS_A_BLOCK) {
            before_block.push(ones);
            ones += block.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        RankedBits {
            words,
            before_block,
            len,
            ones,
        }
    }

    /// How many bits are set before `place`.
    pub fn rank(&self, place: usize) -> u32 {
        debug_assert!(place <= self.len);
        let word = place / 64;
        if word >= self.words.len() {
            return self.ones;
        }
        let block = word / WORDS_A_BLOCK;
        let whole: u32 = self.words[block * WORDS_A_BLOCK..word]
            .iter()
            .map(|word| word.count_ones())
            .sum();
        let below = self.words[word] & ((1u64 << (place % 64)) - 1);
        self.before_block[block] + whole + below.count_ones()
    }

    /// The place of the set bit that has `rank` set bits before it.
    pub fn select(&self, rank: u32) -> Option<usize> {
        if rank >= self.ones {
            return None;
        }
        let block = self.before_block.partition_point(|&before| before <= rank) - 1;
        let mut left = rank - self.before_block[block];
        let start = block * WORDS_A_BLOCK;
        for (offset, &word) in self.words[start..].iter().enumerate() {
            let ones = word.count_ones();
            if left < ones {
                let mut rest = word;
                for _ in 0..left {
                    rest &= rest - 1;
                }
                return Some((start + offset) * 64 + rest.trailing_zeros() as usize);
            }
            left -= ones;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_like_a_loop(bits in proptest::collection::vec(any::<bool>(), 0..2000)) {
            let ranked = RankedBits::new(bits.iter().copied());
            let mut ones = 0;
            for (place, &bit) in bits.iter().enumerate() {
                prop_assert_eq!(ranked.rank(place), ones);
                if bit {
                    prop_assert_eq!(ranked.select(ones), Some(place));
                    ones += 1;
                }
            }
            prop_assert_eq!(ranked.rank(bits.len()), ones);
            prop_assert_eq!(ranked.select(ones), None);
        }
    }
}

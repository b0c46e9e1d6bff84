//! Which parts of a mapped file the system was asked to read ahead.
//!
//! Asking costs as much as dozens of looks into pages that are there already, so it is done once for every part. Should the
//! system have dropped the part since, it is read page by page.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a part.
const PART_BYTES: usize = 1 << 16;

/// A bit for every part of a file.
#[derive(Debug)]
pub struct AskedFor {
    bits: Vec<AtomicU64>,
}

impl AskedFor {
    /// No part of a file of this size.
    pub fn nothing(bytes: usize) -> AskedFor {
        let words = bytes.div_ceil(PART_BYTES).div_ceil(64);
        AskedFor {
            bits: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The part that a byte lies in, if this is the first time that it is wanted.
    pub fn first_time(&self, byte: usize) -> Option<Range<usize>> {
        let part = byte / PART_BYTES;
        let (word, bit) = (self.bits.get(part / 64)?, 1 << (part % 64));
        // Looked at first: most parts were asked for, and a plain load does not take the line from other threads.
        let is_first = word.load(Ordering::Relaxed) & bit == 0
            && word.fetch_or(bit, Ordering::Relaxed) & bit == 0;
        is_first.then(|| part * PART_BYTES..(part + 1) * PART_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_wanted_for_the_first_time_once() {
        let asked_for = AskedFor::nothing(65 * PART_BYTES);
        let second = PART_BYTES..2 * PART_BYTES;
        assert_eq!(asked_for.first_time(PART_BYTES + 7), Some(second));
        assert_eq!(asked_for.first_time(2 * PART_BYTES - 1), None);
        assert!(asked_for.first_time(0).is_some());
        assert!(asked_for.first_time(64 * PART_BYTES).is_some());
        assert_eq!(asked_for.first_time(usize::MAX), None);
    }
}

//! The reference writer of records: what a recorder does with plain stores, into a vector.

use super::tag;
use crate::kind::Kind;

/// Builds records one after the other.
#[derive(Clone, Debug, Default)]
pub struct RecordWriter {
    pub bytes: Vec<u8>,
}

impl RecordWriter {
    /// Starts a record. What follows must match its layout.
    pub fn head(&mut self, tag: u8, operand: u32) -> &mut Self {
        debug_assert!(operand <= crate::definition::MAX_ID);
        self.word(u32::from(tag) | operand << 8)
    }

    /// Adds one word: an int, a reference, block bits.
    pub fn word(&mut self, word: u32) -> &mut Self {
        self.bytes.extend_from_slice(&word.to_le_bytes());
        self
    }

    /// Adds a value of two words: a long or the bits of a double.
    pub fn long(&mut self, value: u64) -> &mut Self {
        self.bytes.extend_from_slice(&value.to_le_bytes());
        self
    }

    /// Adds the bits of a value of the given kind.
    pub fn value(&mut self, kind: Kind, bits: u64) -> &mut Self {
        match kind.words() {
            0 => self,
            1 => self.word(bits as u32),
            _ => self.long(bits),
        }
    }

    /// Adds bytes and pads them to a word.
    pub fn padded(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        let aligned = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(aligned, 0);
        self
    }

    /// A whole `TEXT` record in UTF-8.
    pub fn text(&mut self, class: u32, reference: u32, text: &str) -> &mut Self {
        self.head(tag::TEXT, class)
            .word(reference)
            .word(0)
            .word(text.chars().count() as u32)
            .word(text.len() as u32)
            .padded(text.as_bytes())
    }

    /// A whole `STREAM` record.
    pub fn stream(&mut self, stream: u32, bytes: &[u8]) -> &mut Self {
        self.head(tag::STREAM, stream)
            .word(bytes.len() as u32)
            .padded(bytes)
    }
}

//! A checked cursor over big-endian bytes.

use super::{ClassError, Result};

/// Reads big-endian numbers and slices, never beyond the end.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of the bytes.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// The position of the next byte.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Whether every byte was read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The bytes read since a position.
    pub fn since(&self, start: usize) -> &'a [u8] {
        &self.bytes[start.min(self.at)..self.at]
    }

    /// The next `n` bytes.
    pub fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let end = self
            .at
            .checked_add(n)
            .filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(ClassError::Truncated { at: self.at })?;
        let slice = &self.bytes[self.at..end];
        self.at = end;
        Ok(slice)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let slice = self.take(N)?;
        slice
            .try_into()
            .map_err(|_| ClassError::Truncated { at: self.at })
    }

    /// An unsigned byte.
    pub fn u1(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    /// An unsigned 16-bit number.
    pub fn u2(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    /// A signed 16-bit number.
    pub fn i2(&mut self) -> Result<i16> {
        self.array().map(i16::from_be_bytes)
    }

    /// An unsigned 32-bit number.
    pub fn u4(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    /// A signed 32-bit number.
    pub fn i4(&mut self) -> Result<i32> {
        self.array().map(i32::from_be_bytes)
    }
}

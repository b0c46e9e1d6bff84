//! The primitive encodings of definitions and headers: little-endian numbers, LEB128 varints, counted UTF-8 strings.
//!
//! Reading is total: every function returns `None` where the bytes end early or hold what no writer writes, and never
//! reserves more memory than the bytes it was given could fill.

/// Appends a number, seven bits a byte, low bits first.
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a string: its length in bytes, then its UTF-8.
pub fn put_string(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// A cursor over encoded bytes.
#[derive(Clone, Copy, Debug)]
pub struct Take<'a> {
    bytes: &'a [u8],
}

impl<'a> Take<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Take { bytes }
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(head)
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.bytes(2)
            .map(|bytes| u16::from_le_bytes(bytes.try_into().expect("two bytes")))
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.bytes(4)
            .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.bytes(8)
            .map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    pub fn varint(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            let bits = u64::from(byte & 0x7F);
            if shift == 63 && bits > 1 {
                return None;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    pub fn varint32(&mut self) -> Option<u32> {
        self.varint().and_then(|value| u32::try_from(value).ok())
    }

    pub fn string(&mut self) -> Option<String> {
        let length = usize::try_from(self.varint()?).ok()?;
        let bytes = self.bytes(length)?;
        std::str::from_utf8(bytes).ok().map(str::to_owned)
    }

    /// A counted list. An item takes at least one byte, so the count cannot promise more than the bytes hold.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = usize::try_from(self.varint()?).ok()?;
        if count > self.bytes.len() {
            return None;
        }
        (0..count).map(|_| item(self)).collect()
    }
}

/// The 4-byte word at a byte offset of a record area; 0 beyond its end, which no record reader relies on.
#[inline]
pub fn word(bytes: &[u8], offset: usize) -> u32 {
    match bytes.get(offset..offset + 4) {
        Some(four) => u32::from_le_bytes(four.try_into().expect("four bytes")),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn varints_and_strings_round_trip(value: u64, text: String) {
            let mut out = Vec::new();
            put_varint(&mut out, value);
            put_string(&mut out, &text);
            let mut take = Take::new(&out);
            prop_assert_eq!(take.varint(), Some(value));
            prop_assert_eq!(take.string(), Some(text));
            prop_assert!(take.is_empty());
        }
    }

    #[test]
    fn a_list_cannot_promise_more_than_it_holds() {
        let mut out = Vec::new();
        put_varint(&mut out, u64::MAX);
        assert_eq!(Take::new(&out).list(|take| take.u8()), None);
        assert_eq!(Take::new(&[0xFF; 20]).varint(), None);
    }
}

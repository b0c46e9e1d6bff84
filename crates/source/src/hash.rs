//! Fingerprints of source files and of routines.

use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// A SHA-256 of a file's bytes, or of a routine's tokens. Printed and parsed as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentHash(pub [u8; 32]);

impl ContentHash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        ContentHash(Sha256::digest(bytes).into())
    }

    /// The hash of a sequence of parts. Each part is prefixed with its length, so that moving a boundary changes the hash.
    pub(crate) fn of_parts<'a>(parts: impl Iterator<Item = &'a str>) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        ContentHash(hasher.finalize().into())
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("failed to read a content hash: expected 64 hexadecimal digits")]
pub struct ParseHashError;

impl FromStr for ContentHash {
    type Err = ParseHashError;

    fn from_str(text: &str) -> Result<Self, ParseHashError> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(ParseHashError);
        }
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = hex_digit(pair[0])? << 4 | hex_digit(pair[1])?;
        }
        Ok(ContentHash(hash))
    }
}

fn hex_digit(digit: u8) -> Result<u8, ParseHashError> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
        .ok_or(ParseHashError)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_digest() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(ContentHash::of(b"").to_string(), empty);
    }

    proptest! {
        #[test]
        fn text_form_round_trips(bytes: [u8; 32]) {
            let hash = ContentHash(bytes);
            prop_assert_eq!(hash.to_string().parse(), Ok(hash));
        }

        #[test]
        fn other_texts_are_refused(text in "\\PC{0,70}") {
            let all_hex = text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit());
            prop_assert_eq!(text.parse::<ContentHash>().is_ok(), all_hex);
        }
    }
}

//! Reference words: the 32-bit numbers that stand for objects in records.
//!
//! | word | meaning |
//! |---|---|
//! | 0 | null |
//! | 1 | a reference the recorder did not follow |
//! | 2 | the object under construction, before `super()` returned |
//! | 4, 5 | `Boolean.FALSE`, `Boolean.TRUE` |
//! | 0x100–0x4FF | boxes of −128…127: Byte, Short, Integer, Long, 256 words each |
//! | 0x500–0x5FF | boxes of the characters 0…255 |
//! | 0x1000–0x7FFF_FFFF | an object or content value with an identity of its own |
//! | 0x8000_0000– | an object known by a hash only: two objects may share the word |

use crate::kind::Kind;

pub const NULL: u32 = 0;
pub const HIDDEN: u32 = 1;
pub const UNINITIALISED: u32 = 2;
pub const FALSE: u32 = 4;
pub const TRUE: u32 = 5;
/// First of the 256 words for boxed bytes; the value −128 comes first.
pub const BYTE: u32 = 0x100;
pub const SHORT: u32 = 0x200;
pub const INT: u32 = 0x300;
pub const LONG: u32 = 0x400;
/// First of the 256 words for boxed characters; the character 0 comes first.
pub const CHAR: u32 = 0x500;
/// The smallest word that stands for an object.
pub const FIRST_OBJECT: u32 = 0x1000;
/// Set in words made from an identity hash.
pub const UNCERTAIN: u32 = 0x8000_0000;

/// The parts of a reference word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    Null,
    /// Not followed by the recorder.
    Hidden,
    /// `this` before the super constructor returned.
    Uninitialised,
    /// A small boxed value: its kind and value.
    Boxed(Kind, i64),
    /// An object or a content value; the word is its identity.
    Object(u32),
    /// A word this version of the format gives no meaning.
    Reserved(u32),
}

/// Says what a reference word stands for.
pub fn decode(word: u32) -> Reference {
    let small = |kind| Reference::Boxed(kind, i64::from(word & 0xFF) - 128);
    match word {
        NULL => Reference::Null,
        HIDDEN => Reference::Hidden,
        UNINITIALISED => Reference::Uninitialised,
        FALSE => Reference::Boxed(Kind::Bool, 0),
        TRUE => Reference::Boxed(Kind::Bool, 1),
        BYTE..SHORT => small(Kind::Byte),
        SHORT..INT => small(Kind::Short),
        INT..LONG => small(Kind::Int),
        LONG..CHAR => small(Kind::Long),
        CHAR..0x600 => Reference::Boxed(Kind::Char, i64::from(word & 0xFF)),
        FIRST_OBJECT.. => Reference::Object(word),
        _ => Reference::Reserved(word),
    }
}

/// Whether a word stands for something that can have contents.
pub fn is_object(word: u32) -> bool {
    word >= FIRST_OBJECT
}

/// Whether two different objects may share this word.
pub fn is_uncertain(word: u32) -> bool {
    word & UNCERTAIN != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boxes_are_immediate() {
        assert_eq!(decode(INT + 128), Reference::Boxed(Kind::Int, 0));
        assert_eq!(decode(LONG), Reference::Boxed(Kind::Long, -128));
        assert_eq!(decode(BYTE + 255), Reference::Boxed(Kind::Byte, 127));
        assert_eq!(decode(CHAR + 65), Reference::Boxed(Kind::Char, 65));
        assert_eq!(decode(TRUE), Reference::Boxed(Kind::Bool, 1));
    }

    #[test]
    fn the_rest_is_told_apart() {
        assert_eq!(decode(NULL), Reference::Null);
        assert_eq!(decode(3), Reference::Reserved(3));
        assert_eq!(decode(0xFFF), Reference::Reserved(0xFFF));
        assert_eq!(decode(FIRST_OBJECT), Reference::Object(FIRST_OBJECT));
        assert!(is_uncertain(0x8000_0001) && is_object(0x8000_0001));
    }
}

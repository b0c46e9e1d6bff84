//! The kinds of a recorded value: how many bytes it takes and how its bits are read.
//!
//! A kind is one ASCII letter, the one a JVM descriptor uses, so that a definition can be read by eye in a hex dump.

/// What the bits of a recorded value mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    Bool = b'Z',
    Byte = b'B',
    Char = b'C',
    Short = b'S',
    Int = b'I',
    Long = b'J',
    Float = b'F',
    Double = b'D',
    /// A reference word: an object, a content value or an immediate (see [`crate::raw::reference`]).
    Ref = b'L',
    /// No value at all; only as the result of a routine.
    Void = b'V',
}

impl Kind {
    /// Every kind, in the order of the format document.
    pub const ALL: [Kind; 10] = [
        Kind::Bool,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Ref,
        Kind::Void,
    ];

    /// The kind a letter stands for.
    pub fn from_code(code: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The letter that stands for this kind in a trace.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// How many 4-byte words a value takes in a record.
    /// Small integers take a whole word there: records stay aligned and the recorder needs one store for each.
    pub fn words(self) -> usize {
        match self {
            Kind::Void => 0,
            Kind::Long | Kind::Double => 2,
            _ => 1,
        }
    }

    /// How many bytes one element takes where many are stored in a row (contents of arrays).
    pub fn element_bytes(self) -> usize {
        match self {
            Kind::Void => 0,
            Kind::Bool | Kind::Byte => 1,
            Kind::Char | Kind::Short => 2,
            Kind::Int | Kind::Float | Kind::Ref => 4,
            Kind::Long | Kind::Double => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_others_are_refused() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(Kind::from_code(b'['), None);
        assert_eq!(Kind::from_code(0), None);
    }
}

//! What this crate asks of a recording: what a reference stood for at a moment.
//!
//! The questions of a session are written from shallow looks at objects at two moments, before and
//! after a piece of code. [`Heap`] is that look; the trace implements it, and tests implement it
//! with a few lines.

/// A value as it was recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// There was no value at this place (a local that was not assigned yet).
    Missing,
    Null,
    Bool(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Ref(Ref),
}

impl Value {
    /// Whether two values are the same word: equal numbers (NaN included), or the same object.
    pub fn same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits(),
            _ => self == other,
        }
    }
}

/// An object, by the number that the recorder gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(pub u32);

/// What a reference stood for at a moment, one level deep.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    Object {
        class: String,
        /// Whether its class is a record: its fields are then its whole meaning.
        is_record: bool,
        fields: Vec<(String, Value)>,
    },
    Array {
        /// Its type as it is written, `int[]`.
        class: String,
        length: usize,
    },
    /// A boxed number, character or truth value.
    Box(Value),
    /// Something that is known by its text: strings, big numbers, dates.
    Text {
        class: String,
        text: String,
        /// How many characters the whole text had.
        length: usize,
        /// Whether the part that is not stored was left out of comparisons.
        not_compared: bool,
    },
    Enum {
        class: String,
        constant: String,
    },
    Class {
        name: String,
    },
    /// An object whose contents were not recorded.
    Opaque {
        class: String,
    },
    /// An object that the recorder did not follow at all.
    NotFollowed,
}

/// The recorded heap.
pub trait Heap {
    /// A moment of the run.
    type Time: Copy;

    /// What the reference stood for.
    fn thing(&self, reference: Ref, time: Self::Time) -> Thing;

    /// The elements `start..end` of an array, fewer where it ends earlier.
    fn elements(&self, array: Ref, time: Self::Time, start: usize, end: usize) -> Vec<Value>;
}

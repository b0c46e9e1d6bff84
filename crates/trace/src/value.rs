//! Recorded values as plain data, for whoever shows or compares them.

use crate::kind::Kind;
use crate::raw::record::{bits, packed_bits};
use crate::raw::reference;

/// A value as it stands in a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Not recorded.
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
    /// Anything that is not a primitive; `Trace::state_at` tells what it is.
    Ref(Ref),
}

/// A reference word other than null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(pub u32);

impl Ref {
    /// Whether another object may have had the same word: such a value supports no conclusion.
    pub fn is_uncertain(self) -> bool {
        reference::is_uncertain(self.0)
    }
}

impl Value {
    /// The value with those bits.
    pub fn from_bits(kind: Kind, bits: u64) -> Value {
        match kind {
            Kind::Bool => Value::Bool(bits & 0xFF != 0),
            Kind::Byte => Value::Byte(bits as i8),
            Kind::Char => Value::Char(bits as u16),
            Kind::Short => Value::Short(bits as i16),
            Kind::Int => Value::Int(bits as i32),
            Kind::Long => Value::Long(bits as i64),
            Kind::Float => Value::Float(f32::from_bits(bits as u32)),
            Kind::Double => Value::Double(f64::from_bits(bits)),
            Kind::Ref if bits as u32 == reference::NULL => Value::Null,
            Kind::Ref => Value::Ref(Ref(bits as u32)),
            Kind::Void => Value::Missing,
        }
    }

    /// The value a variable of that kind has before anything is stored in it.
    pub fn zero(kind: Kind) -> Value {
        Value::from_bits(kind, 0)
    }

    /// The value at word `index` of a row of values.
    pub(crate) fn in_row(row: &[u8], index: usize, kind: Kind) -> Value {
        Value::from_bits(kind, bits(row, index, kind))
    }

    /// Element `index` of packed values.
    pub(crate) fn packed(values: &[u8], index: usize, kind: Kind) -> Value {
        Value::from_bits(kind, packed_bits(values, index, kind))
    }

    /// Whether both are the same value: as `==`, but a number that is not a number equals itself.
    pub fn same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits(),
            _ => self == other,
        }
    }
}

/// What a reference stood for at a time, one level deep.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    Object {
        class: u32,
        /// In the order of the class's layout, then others that were written.
        fields: Vec<(u32, Value)>,
    },
    Array {
        class: u32,
        length: u32,
        /// Index of the first element of the window.
        start: u32,
        window: Vec<Value>,
    },
    Box {
        /// 0 for small boxed values, which have no record of their own.
        class: u32,
        value: Value,
    },
    Text {
        class: u32,
        text: String,
        /// Of the whole text, in characters.
        length: u32,
        /// Whether only its beginning was stored.
        shortened: bool,
        /// Whether what was not stored was not compared either.
        not_compared: bool,
    },
    Enum {
        class: u32,
        constant: String,
    },
    Class {
        name: String,
    },
    /// Its contents are not recorded.
    Opaque {
        class: u32,
    },
    /// The recorder did not follow the reference, or its record is lost.
    NotFollowed,
}

/// A place that holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Field { object: Ref, field: u32 },
    Static { field: u32 },
    Element { array: Ref, index: u32 },
}

/// A point in the run, between two records. Which of two is earlier is told by `Trace::is_before`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Time {
    /// Index of the segment.
    pub(crate) segment: u32,
    /// Byte of the block at which the next record starts.
    pub(crate) offset: u32,
}

impl Time {
    /// Its numbers, for whoever has to write it down; `Trace::time_in` takes them back.
    pub fn numbers(self) -> (u32, u32) {
        (self.segment, self.offset)
    }
}

/// A node by strand number and by how many nodes of the strand began before it. It never changes, however long the run
/// goes on and however often the trace is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKey {
    pub strand: u32,
    pub index: u32,
}

impl NodeKey {
    /// The artificial root above several others.
    pub const ROOT: NodeKey = NodeKey {
        strand: 0,
        index: 0,
    };
}

//! What a recorded object looks like to a programmer: a list, a map, an object with fields, a text.
//!
//! How recorded objects become shapes depends on the language ([`Language::shape`](crate::language::Language::shape)): its
//! collections have layouts of their own.

use crate::heap::{At, Heap, Ref, Value};

/// What a reference looks like to a programmer.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Complete in its text: boxes, strings, classes.
    Text {
        text: String,
        /// Whether two equal texts mean equal values; not so when a part was not compared.
        comparable: bool,
    },
    /// A constant of an enum.
    Constant {
        class: String,
        name: String,
        /// What it holds; it is written by its name alone.
        fields: Vec<(String, Value)>,
    },
    /// An object with named fields.
    Record {
        class: String,
        fields: Vec<(String, Value)>,
        /// The class that it has further state from, which was not recorded.
        hidden: Option<String>,
    },
    /// Something thrown.
    Exception {
        class: String,
        /// A text or null.
        message: Value,
        /// Its cause, if it has one, and what its class adds.
        fields: Vec<(String, Value)>,
    },
    /// A lambda or method reference, with what it has captured.
    Lambda {
        text: String,
        captured: Vec<(String, Value)>,
    },
    /// Elements in a row: lists, sets, queues, arrays.
    Row {
        class: String,
        brackets: Brackets,
        /// The elements that were read, from the first on.
        items: Vec<Value>,
        /// How many there were in all.
        total: usize,
        /// What a class of the program that extends the collection adds to it.
        own: Option<Vec<(String, Value)>>,
    },
    /// Keys with values.
    Map {
        class: String,
        entries: Vec<(Value, Value)>,
        total: usize,
        /// Whether the order of the entries means something.
        in_order: bool,
        /// As in a row.
        own: Option<Vec<(String, Value)>>,
    },
    /// One key with its value, by itself.
    Pair {
        class: String,
        key: Value,
        value: Value,
    },
    /// Another value seen through a wrapper such as `Collections.unmodifiableList`.
    Wrapped(Value),
    /// Nothing is known but the class.
    Opaque { class: String },
}

impl Shape {
    /// What it has by name.
    pub fn fields(&self) -> Vec<(&str, Value)> {
        match self {
            Shape::Record { fields, .. }
            | Shape::Constant { fields, .. }
            | Shape::Lambda {
                captured: fields, ..
            } => named(fields),
            Shape::Exception {
                message, fields, ..
            } => [vec![("message", *message)], named(fields)].concat(),
            Shape::Pair { key, value, .. } => vec![("key", *key), ("value", *value)],
            Shape::Row { own, .. } | Shape::Map { own, .. } => {
                own.as_deref().map(named).unwrap_or_default()
            }
            Shape::Text { .. } | Shape::Wrapped(_) | Shape::Opaque { .. } => Vec::new(),
        }
    }

    /// How many elements or entries of a collection were read, and how many it has.
    pub fn elements(&self) -> (usize, usize) {
        match self {
            Shape::Row { items, total, .. } => (items.len(), *total),
            Shape::Map { entries, total, .. } => (entries.len(), *total),
            _ => (0, 0),
        }
    }

    /// The values that it consists of.
    pub fn parts(self) -> Vec<Value> {
        let held = |fields: Vec<(String, Value)>| fields.into_iter().map(|(_, value)| value);
        match self {
            Shape::Record { fields, .. }
            | Shape::Constant { fields, .. }
            | Shape::Lambda {
                captured: fields, ..
            } => held(fields).collect(),
            Shape::Exception {
                message, fields, ..
            } => std::iter::once(message).chain(held(fields)).collect(),
            Shape::Row { items, own, .. } => held(own.unwrap_or_default()).chain(items).collect(),
            Shape::Map { entries, own, .. } => {
                let entries = entries.into_iter().flat_map(|(key, value)| [key, value]);
                held(own.unwrap_or_default()).chain(entries).collect()
            }
            Shape::Pair { key, value, .. } => vec![key, value],
            Shape::Wrapped(inner) => vec![inner],
            Shape::Text { .. } | Shape::Opaque { .. } => Vec::new(),
        }
    }
}

fn named(fields: &[(String, Value)]) -> Vec<(&str, Value)> {
    let fields = fields.iter();
    fields
        .map(|(name, value)| (name.as_str(), *value))
        .collect()
}

/// What kind of row it is; the language tells how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brackets {
    /// `{1, 2}`: Java's arrays.
    Braces,
    /// `[1, 2]`: lists and queues.
    Square,
    /// `(1, 2)`: tuples.
    Round,
    /// `Set[1, 2]`, `{1, 2}`: no order to rely on.
    Set,
    /// `Optional[1]`: what it is matters.
    Named,
}

/// How many elements of a collection are read to be shown, unless a reader wants more.
const MOST_SHOWN: usize = 1000;

/// The shape of what `reference` stood for, for showing: long collections are read only so far.
pub fn shape<H: Heap>(heap: &H, reference: Ref, time: H::Time) -> Shape {
    shape_up_to(heap, reference, time, MOST_SHOWN)
}

/// The same, read further when a reader wants more elements than usual.
pub fn shape_with<H: Heap>(heap: &H, reference: Ref, time: H::Time, elements: usize) -> Shape {
    shape_up_to(heap, reference, time, elements.max(MOST_SHOWN))
}

/// The shape of what `reference` stood for, with at most `most` elements.
pub fn shape_up_to<H: Heap>(heap: &H, reference: Ref, time: H::Time, most: usize) -> Shape {
    heap.language().shape(&At { heap, time }, reference, most)
}

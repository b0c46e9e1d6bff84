//! What this crate asks of a recording: what a reference stood for at a moment.
//!
//! The questions of a session are written from shallow looks at objects at two moments, before and
//! after a piece of code. [`Heap`] is that look; a trace implements it, and tests implement it with
//! a few lines.

use elenchus_trace::Trace;
use elenchus_trace::definition::{Definitions, class_flag};
use elenchus_trace::value::{self, Time};
pub use elenchus_trace::value::{Ref, Value};

/// What a reference stood for at a moment, one level deep, with names in place of numbers.
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
        /// How many characters the whole text had, as Java counts them: in 16 bits each.
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

impl Heap for Trace {
    type Time = Time;

    fn thing(&self, reference: Ref, time: Time) -> Thing {
        let definitions = self.definitions();
        let class_name = |class: u32| class_name(&definitions, class);
        match self.state_window(reference, time, 0..0) {
            value::Thing::Object { class, fields } => {
                let flags = definitions.class(class).map_or(0, |class| class.flags);
                let field_name = |field: u32| {
                    let field = definitions.field(field);
                    field.map_or_else(|| "?".to_owned(), |field| field.name.clone())
                };
                Thing::Object {
                    class: class_name(class),
                    is_record: flags & class_flag::RECORD != 0,
                    fields: fields
                        .into_iter()
                        .map(|(field, value)| (field_name(field), value))
                        .collect(),
                }
            }
            value::Thing::Array { class, length, .. } => Thing::Array {
                class: class_name(class),
                length: length as usize,
            },
            value::Thing::Box { value, .. } => Thing::Box(value),
            value::Thing::Text {
                class,
                text,
                length,
                not_compared,
                ..
            } => Thing::Text {
                class: class_name(class),
                text,
                length: length as usize,
                not_compared,
            },
            value::Thing::Enum { class, constant } => Thing::Enum {
                class: class_name(class),
                constant,
            },
            value::Thing::Class { name } => Thing::Class { name },
            value::Thing::Opaque { class } => Thing::Opaque {
                class: class_name(class),
            },
            value::Thing::NotFollowed => Thing::NotFollowed,
        }
    }

    fn elements(&self, array: Ref, time: Time, start: usize, end: usize) -> Vec<Value> {
        let bound = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        match self.state_window(array, time, bound(start)..bound(end)) {
            value::Thing::Array { window, .. } => window,
            _ => Vec::new(),
        }
    }
}

fn class_name(definitions: &Definitions, class: u32) -> String {
    let class = definitions.class(class);
    class.map_or_else(|| "object".to_owned(), |class| class.name.clone())
}

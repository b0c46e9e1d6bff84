//! What this crate asks of a recording: what a reference stood for at a moment.
//!
//! The questions of a session are written from shallow looks at objects at two moments, before and
//! after a piece of code. [`Heap`] is that look; a trace implements it, and tests implement it with
//! a few lines.

use elenchus_trace::Trace;
use elenchus_trace::definition::{ClassDef, Definitions, Level, class_flag};
use elenchus_trace::value::{self, Time};
pub use elenchus_trace::value::{Ref, Value};

/// What a reference stood for at a moment, one level deep, with names in place of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    Object {
        class: String,
        /// What a class of the platform or of a library gave it, where its own class extends one.
        base: Option<Base>,
        is_exception: bool,
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
    /// A lambda or method reference as it is written, and what it has captured.
    Lambda {
        text: String,
        captured: Vec<(String, Value)>,
    },
    /// An object whose contents were not recorded.
    Opaque {
        class: String,
    },
    /// An object that the recorder did not follow at all.
    NotFollowed,
}

/// The part of an object that it has from the nearest ancestor of its class that is not the program's own code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    pub class: String,
    /// How many of the object's fields, from the first on, this class and its own ancestors declare.
    pub fields: usize,
    /// The nearest class, from the object's own on, whose fields were not recorded.
    pub hides: Option<String>,
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
                    base: base_of(&definitions, class, &fields),
                    is_exception: flags & class_flag::EXCEPTION != 0,
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

/// What an object of this class has from an ancestor that is not the program's own code.
fn base_of(definitions: &Definitions, class: u32, fields: &[(u32, Value)]) -> Option<Base> {
    let above = |class: &ClassDef| {
        definitions
            .class(class.parent)
            .filter(|parent| !is_root(parent))
    };
    let mut next = above(definitions.class(class)?);
    // Lineages are short; a damaged one must not go round for ever.
    let mut left = 100;
    while let Some(parent) = next.filter(|parent| parent.level == Level::Recorded) {
        left -= 1;
        next = above(parent).filter(|_| left > 0);
    }
    let base = next?;
    let layout = definitions
        .class(class)
        .map_or(&[][..], |class| &class.layout);
    // A class of the platform may have fields of its own recorded where it is not extended.
    let hides = |class: &&ClassDef| {
        class.flags & class_flag::HIDES_STATE != 0
            || class.layout.iter().any(|field| !layout.contains(field))
    };
    let mut hiding = definitions.class(class).filter(hides);
    let mut declaring = Vec::new();
    while let Some(ancestor) = next {
        declaring.push(ancestor.id);
        hiding = hiding.or(next.filter(hides));
        left -= 1;
        next = above(ancestor).filter(|_| left > 0);
    }
    let is_inherited = |&&(field, _): &&(u32, Value)| {
        let field = definitions.field(field);
        field.is_some_and(|field| declaring.contains(&field.class))
    };
    Some(Base {
        class: base.name.clone(),
        fields: fields.iter().take_while(is_inherited).count(),
        hides: hiding.map(|class| class.name.clone()),
    })
}

/// Whether a class is one that all objects, records or enums extend: it gives them nothing that is shown.
fn is_root(class: &ClassDef) -> bool {
    let roots = ["java.lang.Object", "java.lang.Record", "java.lang.Enum"];
    roots.contains(&class.name.as_str())
}

fn class_name(definitions: &Definitions, class: u32) -> String {
    let class = definitions.class(class);
    class.map_or_else(|| "object".to_owned(), |class| class.name.clone())
}

//! What this crate asks of a recording: what a reference stood for at a moment.
//!
//! The questions of a session are written from shallow looks at objects at two moments, before and
//! after a piece of code. [`Heap`] is that look; the objects of a recording implement it, and tests implement it with
//! a few lines. [`Moment`] is the same look at one moment, for what need not know how time is kept.

use std::sync::{Arc, OnceLock};

use elenchus_trace::definition::{ClassDef, Definitions, Level, class_flag, field_flag};
use elenchus_trace::value::{self, Target, Time};
pub use elenchus_trace::value::{Ref, Value};
use elenchus_trace::{Touched, Trace};

use crate::constants::ConstantFields;
use crate::language::Language;

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
        /// How many characters the whole text had, in units of 16 bits.
        length: usize,
        /// Whether the part that is not stored was left out of comparisons.
        not_compared: bool,
    },
    Enum {
        class: String,
        constant: String,
        /// What it was made with and what became of that, where its enum is recorded.
        fields: Vec<(String, Value)>,
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

    /// The language of the program, in whose words objects are written.
    fn language(&self) -> &'static dyn Language;

    /// What the reference stood for.
    fn thing(&self, reference: Ref, time: Self::Time) -> Thing;

    /// The elements `start..end` of an array, fewer where it ends earlier.
    fn elements(&self, array: Ref, time: Self::Time, start: usize, end: usize) -> Vec<Value>;

    /// What was written between two moments, if that can be told without taking long.
    fn touched(&self, _from: Self::Time, _to: Self::Time) -> Option<Touched> {
        None
    }
}

/// The heap at one moment.
pub trait Moment {
    /// The language of the program.
    fn language(&self) -> &'static dyn Language;

    /// What the reference stood for.
    fn thing(&self, reference: Ref) -> Thing;

    /// The elements `start..end` of an array, fewer where it ends earlier.
    fn elements(&self, array: Ref, start: usize, end: usize) -> Vec<Value>;
}

impl dyn Moment + '_ {
    /// A field of an object.
    pub fn field(&self, object: Value, name: &str) -> Option<Value> {
        let Value::Ref(object) = object else {
            return None;
        };
        let Thing::Object { fields, .. } = self.thing(object) else {
            return None;
        };
        let mut fields = fields.into_iter();
        let found = fields.find(|(field, _)| field == name);
        found.map(|(_, value)| value)
    }

    /// The text that a value is known by.
    pub fn text(&self, value: Value) -> Option<String> {
        let Value::Ref(reference) = value else {
            return None;
        };
        match self.thing(reference) {
            Thing::Text { text, .. } => Some(text),
            _ => None,
        }
    }
}

/// A heap and the moment at which it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct At<'h, H: Heap> {
    pub heap: &'h H,
    pub time: H::Time,
}

impl<H: Heap> Moment for At<'_, H> {
    fn language(&self) -> &'static dyn Language {
        self.heap.language()
    }

    fn thing(&self, reference: Ref) -> Thing {
        self.heap.thing(reference, self.time)
    }

    fn elements(&self, array: Ref, start: usize, end: usize) -> Vec<Value> {
        self.heap.elements(array, self.time, start, end)
    }
}

/// A moment as a heap that never changes.
impl Heap for &dyn Moment {
    type Time = ();

    fn language(&self) -> &'static dyn Language {
        (**self).language()
    }

    fn thing(&self, reference: Ref, (): ()) -> Thing {
        (**self).thing(reference)
    }

    fn elements(&self, array: Ref, (): (), start: usize, end: usize) -> Vec<Value> {
        (**self).elements(array, start, end)
    }
}

/// The objects of a recording.
#[derive(Clone, Debug)]
pub struct Objects {
    trace: Arc<Trace>,
    language: &'static dyn Language,
    /// Found when first needed.
    constant_fields: Arc<OnceLock<ConstantFields>>,
}

impl Objects {
    /// The objects of `trace`, in the words of its language.
    pub fn new(trace: Arc<Trace>, language: &'static dyn Language) -> Objects {
        Objects {
            trace,
            language,
            constant_fields: Arc::default(),
        }
    }

    /// What a constant of an enum holds. What was never written is as the JVM makes it.
    fn held_by_constant(
        &self,
        definitions: &Definitions,
        constant: Ref,
        class: u32,
        time: Time,
    ) -> Vec<(String, Value)> {
        let all = self
            .constant_fields
            .get_or_init(|| ConstantFields::of(definitions));
        let fields = all.of_enum(class).iter();
        let fields = fields.filter_map(|&field| definitions.field(field));
        let held = fields.map(|field| {
            let target = Target::Field {
                object: constant,
                field: field.id,
            };
            let value = match self.trace.value_at(target, time) {
                Value::Missing if field.class == class && field.flags & field_flag::FINAL == 0 => {
                    self.language.unwritten(field.kind)
                }
                value => value,
            };
            (field.name.clone(), value)
        });
        held.filter(|(_, value)| *value != Value::Missing).collect()
    }
}

impl Heap for Objects {
    type Time = Time;

    fn language(&self) -> &'static dyn Language {
        self.language
    }

    fn thing(&self, reference: Ref, time: Time) -> Thing {
        let definitions = self.trace.definitions();
        let class_name = |class: u32| class_name(&definitions, class);
        match self.trace.state_window(reference, time, 0..0) {
            value::Thing::Object { class, fields } => {
                let flags = definitions.class(class).map_or(0, |class| class.flags);
                let field_name = |field: u32| {
                    let field = definitions.field(field);
                    field.map_or_else(|| "?".to_owned(), |field| field.name.clone())
                };
                Thing::Object {
                    class: class_name(class),
                    base: base_of(self.language, &definitions, class, &fields),
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
                fields: self.held_by_constant(&definitions, reference, class, time),
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
        match self
            .trace
            .state_window(array, time, bound(start)..bound(end))
        {
            value::Thing::Array { window, .. } => window,
            _ => Vec::new(),
        }
    }

    fn touched(&self, from: Time, to: Time) -> Option<Touched> {
        self.trace.touched_between(from, to)
    }
}

/// What an object of this class has from an ancestor that is not the program's own code.
fn base_of(
    language: &dyn Language,
    definitions: &Definitions,
    class: u32,
    fields: &[(u32, Value)],
) -> Option<Base> {
    let above = |class: &ClassDef| {
        definitions
            .class(class.parent)
            .filter(|parent| !language.is_root(&parent.name))
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

fn class_name(definitions: &Definitions, class: u32) -> String {
    let class = definitions.class(class);
    class.map_or_else(|| "object".to_owned(), |class| class.name.clone())
}

//! Every write that the recording knows of, found by asking for the history of each place that was ever written to.

use crate::values::Values;
use elenchus_corpora::tree_text::Item;
use elenchus_trace::definition::{ClassDef, Definitions, FieldDef, Level};
use elenchus_trace::kind::Kind;
use elenchus_trace::raw::record::{Cause, Record, Records, bits};
use elenchus_trace::{NodeKey, Origin, Ref, Target, Time, Trace, Value};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The writes that the reader says were made directly in each node, in order.
pub fn writes(trace: &Trace, values: &Values, late: Time) -> HashMap<NodeKey, Vec<(Time, Item)>> {
    let definitions = trace.definitions();
    let mut by_node: HashMap<NodeKey, Vec<(Time, usize, Item)>> = HashMap::new();
    let places = Places::of(trace, &definitions);
    for (order, place) in places.written.values().enumerate() {
        if !places.is_shown(&definitions, place.target) {
            continue;
        }
        for (node, time, item) in history(trace, &definitions, values, place, late) {
            by_node.entry(node).or_default().push((time, order, item));
        }
    }
    by_node
        .into_iter()
        .map(|(node, mut writes)| {
            writes.sort_by(|(one, place, _), (other, place_of_other, _)| {
                order(trace, *one, *other).then(place.cmp(place_of_other))
            });
            let writes = writes.into_iter().map(|(time, _, item)| (time, item));
            (node, writes.collect())
        })
        .collect()
}

/// Which of two times comes first.
pub fn order(trace: &Trace, one: Time, other: Time) -> Ordering {
    match (trace.is_before(one, other), trace.is_before(other, one)) {
        (true, _) => Ordering::Less,
        (_, true) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

/// A place that was written to.
struct Place {
    target: Target,
    /// Whether library code wrote several elements at once; those that stay the same are not told.
    in_bulk: bool,
}

/// All places that were written to, and what belongs to the library.
#[derive(Default)]
struct Places {
    /// By object and field or element, so that elements written at once are in order.
    written: BTreeMap<(u32, u32, u8), Place>,
    /// Arrays inside collections.
    hidden: BTreeSet<u32>,
}

impl Places {
    fn of(trace: &Trace, definitions: &Definitions) -> Places {
        let mut places = Places::default();
        for block in 0..trace.forest().blocks.len() {
            let bytes = u32::try_from(block).ok().and_then(|b| trace.records(b));
            let Some(bytes) = bytes else { continue };
            let records = Records::new(&bytes, definitions.layouts());
            for (_, record) in records.map_while(Result::ok) {
                places.take(definitions, record);
            }
        }
        places
    }

    fn take(&mut self, definitions: &Definitions, record: Record) {
        match record {
            Record::PutField {
                field,
                object,
                value,
                ..
            } => {
                self.field(definitions, field, object);
                self.hide(definitions, field, value, 0);
            }
            Record::PutStatic { field, .. } => {
                let field = definitions.canonical_field(field);
                self.add(Target::Static { field }, false);
            }
            Record::Store { array, index, .. } => {
                let array = Ref(array);
                self.add(Target::Element { array, index }, false);
            }
            Record::Fill {
                array, from, to, ..
            } => self.elements(array, from, to),
            Record::Bulk {
                array,
                start,
                count,
                ..
            } => self.elements(array, start, start + count),
            Record::Sight {
                class,
                object,
                fields,
                cause,
            } => {
                let layout = definitions.class(class).map_or(&[][..], |def| &def.layout);
                let mut at = 0;
                for &field in layout {
                    let kind = definitions.field(field).map_or(Kind::Void, |def| def.kind);
                    if cause == Cause::Observed {
                        self.field(definitions, field, object);
                    }
                    self.hide(definitions, field, fields, at);
                    at += kind.words();
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, definitions: &Definitions, field: u32, object: u32) {
        let (object, field) = (Ref(object), definitions.canonical_field(field));
        self.add(Target::Field { object, field }, false);
    }

    fn elements(&mut self, array: u32, from: u32, to: u32) {
        let array = Ref(array);
        (from..to).for_each(|index| self.add(Target::Element { array, index }, true));
    }

    fn add(&mut self, target: Target, in_bulk: bool) {
        let key = match target {
            Target::Field { object, field } => (object.0, field, 0),
            Target::Static { field } => (0, field, 1),
            Target::Element { array, index } => (array.0, index, 2),
        };
        let place = self.written.entry(key).or_insert(Place { target, in_bulk });
        place.in_bulk |= in_bulk;
    }

    /// Notes an array that a library object keeps to itself. What `Arrays.asList` wraps is the program's own.
    fn hide(&mut self, definitions: &Definitions, field: u32, row: &[u8], at: usize) {
        let owner = definitions
            .field(field)
            .and_then(|def| owner(definitions, def));
        let foreign = owner.is_some_and(|class| {
            class.level != Level::Recorded && class.name != "java.util.Arrays$ArrayList"
        });
        if foreign {
            self.hidden.insert(bits(row, at, Kind::Ref) as u32);
        }
    }

    /// Whether a write to a place is written down: fields of the program's classes that its source names, and arrays.
    fn is_shown(&self, definitions: &Definitions, target: Target) -> bool {
        match target {
            Target::Field { field, .. } | Target::Static { field } => {
                definitions.field(field).is_some_and(|def| {
                    let class = owner(definitions, def);
                    !def.name.contains('$')
                        && class.is_some_and(|class| class.level == Level::Recorded)
                })
            }
            Target::Element { array, .. } => !self.hidden.contains(&array.0),
        }
    }
}

fn owner<'d>(definitions: &'d Definitions, field: &FieldDef) -> Option<&'d ClassDef> {
    definitions.class(field.class)
}

/// What happened to a place, with the node in which it did.
fn history(
    trace: &Trace,
    definitions: &Definitions,
    values: &Values,
    place: &Place,
    late: Time,
) -> Vec<(NodeKey, Time, Item)> {
    let target = match place.target {
        Target::Field { object, field } => {
            let name = definitions.field(field).map_or("?", |def| &def.name);
            format!("{}.{name}", values.write(Value::Ref(object)))
        }
        Target::Static { field } => definitions.field(field).map_or_else(String::new, |def| {
            format!("{}.{}", values.class(def.class), def.name)
        }),
        Target::Element { array, index } => {
            format!("{}[{index}]", values.write(Value::Ref(array)))
        }
    };
    let mut found = Vec::new();
    let mut time = late;
    while let Some(writer) = trace.last_writer(place.target, time) {
        time = writer.time;
        found.push(writer);
    }
    let mut items = Vec::new();
    for (at, writer) in found.iter().enumerate() {
        let noticed = writer.origin == Origin::Observed;
        if !noticed && writer.origin != Origin::Written {
            continue;
        }
        let old = match found.get(at + 1) {
            Some(earlier) => earlier.value,
            // Statics have no record of their creation.
            None => zero_like(writer.value),
        };
        let quiet = noticed || place.in_bulk;
        if let (Some(node), false) = (writer.node, quiet && old.same(writer.value)) {
            let item = Item::Write {
                noticed,
                target: target.clone(),
                old: values.write(old),
                new: values.write(writer.value),
            };
            items.push((node, writer.time, item));
        }
    }
    items
}

/// What a variable of the kind of this value holds at first.
pub fn zero_like(value: Value) -> Value {
    Value::zero(match value {
        Value::Missing => Kind::Void,
        Value::Bool(_) => Kind::Bool,
        Value::Byte(_) => Kind::Byte,
        Value::Char(_) => Kind::Char,
        Value::Short(_) => Kind::Short,
        Value::Int(_) => Kind::Int,
        Value::Long(_) => Kind::Long,
        Value::Float(_) => Kind::Float,
        Value::Double(_) => Kind::Double,
        Value::Null | Value::Ref(_) => Kind::Ref,
    })
}

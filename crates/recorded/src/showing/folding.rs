//! Pointers from an object back to what holds it, as a section has one to its chapter. Followed, they would lead to everything
//! around the object before its own contents are told; so what they point to is told in a few words.

use crate::heap::{Heap, Ref, Value};
use crate::shape::{Shape, shape};

/// How many elements of a collection are looked at.
const MOST_ELEMENTS: usize = 200;

/// Fields that by their name lead back, where two objects point to each other.
const BACK: [&str; 9] = [
    "parent",
    "owner",
    "outer",
    "container",
    "enclosing",
    "prev",
    "previous",
    "predecessor",
    "up",
];

/// Whether a field of `object` points to what holds the object: in a collection, or in a field of its own when the name of
/// this one says that it leads back.
pub fn leads_back<H: Heap>(
    heap: &H,
    object: Ref,
    (field, holder): (&str, Ref),
    time: H::Time,
) -> bool {
    if object == holder {
        return false;
    }
    let Shape::Record { fields, .. } = shape(heap, holder, time) else {
        return false;
    };
    let is_back = BACK.contains(&field.trim_start_matches('_'));
    fields.into_iter().any(|(_, part)| match part {
        Value::Ref(part) if part == object => is_back,
        Value::Ref(part) => match shape(heap, part, time) {
            Shape::Row { items, .. } => holds(items.into_iter(), object),
            Shape::Map { entries, .. } => {
                holds(entries.into_iter().map(|(_, value)| value), object)
            }
            _ => false,
        },
        _ => false,
    })
}

fn holds(mut values: impl Iterator<Item = Value>, object: Ref) -> bool {
    values
        .by_ref()
        .take(MOST_ELEMENTS)
        .any(|value| value == Value::Ref(object))
}

/// The fields of an object that can be told in a word, with their names.
pub fn plain_fields<H: Heap>(
    heap: &H,
    fields: Vec<(String, Value)>,
    time: H::Time,
) -> Vec<(String, Value)> {
    let is_plain = |value: &Value| match value {
        Value::Ref(reference) => matches!(
            shape(heap, *reference, time),
            Shape::Text { .. } | Shape::Constant { .. }
        ),
        _ => true,
    };
    fields
        .into_iter()
        .filter(|(_, value)| is_plain(value) && *value != Value::Null)
        .collect()
}

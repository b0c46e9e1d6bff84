//! A large object told by how it differs from another of its class, as what a builder returns differs from the builder.

use crate::heap::{Heap, Ref, Value};
use crate::shape::{Shape, shape};
use crate::showing::show::{Limits, Names, show};

/// Objects with fewer fields are told by themselves.
const LEAST_FIELDS: usize = 4;

/// How many fields may differ at most.
const MOST_DIFFERENT: usize = 4;

/// How much of a field is compared.
const COMPARED: Limits = Limits {
    depth: 8,
    items: 200,
    width: 4000,
};

/// `CSVFormat like this, but escape='\\\\' (there null)`; nothing when the two are not much alike. `name` is what the other
/// object is called.
pub fn likened<H: Heap>(
    heap: &H,
    object: Ref,
    (name, other): (&str, Ref),
    time: H::Time,
    limits: Limits,
) -> Option<String> {
    let (
        Shape::Record { class, fields, .. },
        Shape::Record {
            class: other_class,
            fields: other_fields,
            ..
        },
    ) = (shape(heap, object, time), shape(heap, other, time))
    else {
        return None;
    };
    let is_alike = class == other_class && fields.len() == other_fields.len();
    if object == other || !is_alike || fields.len() < LEAST_FIELDS {
        return None;
    }
    let names = Names::default();
    let written = |value: Value, limits| show(heap, value, time, limits, &names);
    let mut different = Vec::new();
    for ((field, value), (_, there)) in fields.into_iter().zip(other_fields) {
        let (here, other) = (written(value, COMPARED), written(there, COMPARED));
        if here != other {
            let (here, other) = (written(value, limits), written(there, limits));
            different.push(format!("{field}={here} (there {other})"));
        }
    }
    let class = heap.language().own_name(&class);
    match different.len() {
        0 => Some(format!("{class} like {name} in all fields")),
        1..=MOST_DIFFERENT => Some(format!("{class} like {name}, but {}", different.join(", "))),
        _ => None,
    }
}

//! Values of the standard libraries of other languages of the JVM, as their programmers see them.

use super::{Brackets, Heap, Object, Shape, Thing, Value, complete, row};

/// What programmers see in such an object, where that is more than fields.
pub(super) fn known<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    match class {
        "kotlin.SynchronizedLazyImpl" | "kotlin.UnsafeLazyImpl" => lazy(object, "_value"),
        "kotlin.InitializedLazyImpl" => lazy(object, "value"),
        "scala.None$" => Some(complete("None".to_owned())),
        "scala.collection.immutable.Nil$" => Some(row("List", Brackets::Square, Vec::new(), 0)),
        "scala.collection.immutable.$colon$colon" => cells(object),
        "scala.math.BigDecimal" => Some(Shape::Wrapped(object.value("bigDecimal")?)),
        _ => {
            class.strip_prefix("scala.Tuple")?.parse::<u8>().ok()?;
            let parts: Vec<Value> = object.fields.iter().map(|&(_, value)| value).collect();
            let total = parts.len();
            Some(row("", Brackets::Round, parts, total))
        }
    }
}

/// The fields of an object without what Groovy adds to every class, as long as it is the usual.
pub(super) fn without_machinery<H: Heap>(object: &Object<'_, H>) -> Vec<(String, Value)> {
    let is_usual = |value: Value| {
        let Value::Ref(reference) = value else {
            return false;
        };
        let thing = object.heap.thing(reference, object.time);
        matches!(thing, Thing::Opaque { class } if class == "groovy.lang.MetaClassImpl")
    };
    let mut fields = object.fields.clone();
    fields.retain(|(name, value)| name != "metaClass" || !is_usual(*value));
    fields
}

/// What is made on first use: what was made, once it was.
fn lazy<H: Heap>(object: &Object<'_, H>, field: &str) -> Option<Shape> {
    let value = object.value(field)?;
    let is_mark = |class: &str| class == "kotlin.UNINITIALIZED_VALUE";
    let is_made = match value {
        Value::Ref(reference) => match object.heap.thing(reference, object.time) {
            Thing::Opaque { class } | Thing::Object { class, .. } => !is_mark(&class),
            _ => true,
        },
        _ => true,
    };
    Some(match is_made {
        true => row("Lazy", Brackets::Named, vec![value], 1),
        false => complete("Lazy (not made yet)".to_owned()),
    })
}

/// A list of cells, each with its element and the cell behind it.
fn cells<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    let mut items = vec![object.value("head")?];
    let behind = object.linked("next", "next");
    items.extend(behind.iter().filter_map(|cell| cell.value("head")));
    items.truncate(object.most);
    // Longer lists are not counted to their end.
    let total = items.len() + usize::from(behind.len() >= object.most);
    Some(row("List", Brackets::Square, items, total))
}

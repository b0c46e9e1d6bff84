//! The array inside a list: where to look for what changed in a long one.

use crate::heap::{Moment, Ref, Thing, Value};

/// The array that holds the elements of a list from its first place on, or the array itself.
pub(crate) fn storage(moment: &dyn Moment, row: Ref) -> Option<Ref> {
    match moment.thing(row) {
        Thing::Array { .. } => Some(row),
        Thing::Object {
            class,
            base,
            fields,
            ..
        } => {
            let name = field_of(&class).or_else(|| field_of(&base?.class))?;
            let field = fields.into_iter().find(|(field, _)| field == name)?;
            match field.1 {
                Value::Ref(array) => Some(array),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The field of a class that holds the array.
fn field_of(class: &str) -> Option<&'static str> {
    match class.strip_prefix("java.util.")? {
        "ArrayList" | "Vector" | "Stack" => Some("elementData"),
        "Arrays$ArrayList" => Some("a"),
        _ => None,
    }
}

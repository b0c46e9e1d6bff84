//! Collections that show others: parts of sorted maps, keys and values of maps, what `Collections` wraps.

use std::cmp::Ordering;

use super::{
    Brackets, Heap, Object, Shape, Thing, Value, elements_of, entries_of, keys_of, map, row,
};

/// Parts of maps larger than this keep their fields: where a part begins takes reading the map up to there.
const LARGEST: usize = 1 << 16;

/// What a collection of `java.util` shows of another one, by the name of its class in there.
pub(super) fn known<H: Heap>(class: &str, name: &str, object: &Object<'_, H>) -> Option<Shape> {
    match name {
        "HashMap$KeySet" | "LinkedHashMap$LinkedKeySet" => {
            keys_of("java.util.Set", object, "this$0", Brackets::Set)
        }
        "LinkedHashMap$LinkedValues" if object.value("reversed") == Some(Value::Bool(true)) => None,
        "LinkedHashMap$LinkedValues" | "TreeMap$Values" => values_of(object, "this$0"),
        // The order of values alone would mean nothing.
        "HashMap$Values"
        | "HashMap$EntrySet"
        | "LinkedHashMap$LinkedEntrySet"
        | "TreeMap$EntrySet" => Some(Shape::Wrapped(object.value("this$0")?)),
        "TreeMap$KeySet" => keys_of("java.util.Set", object, "m", Brackets::Set),
        "TreeMap$AscendingSubMap" | "TreeMap$DescendingSubMap" => {
            let part = Part {
                from: bound(object, "lo", "loInclusive", "fromStart")?,
                to: bound(object, "hi", "hiInclusive", "toEnd")?,
                is_descending: name == "TreeMap$DescendingSubMap",
            };
            part.of(class, object)
        }
        "ReverseOrderListView" | "ReverseOrderListView$Rand" | "ReverseOrderDequeView" => {
            reversed(class, object)
        }
        _ => wrapper(name, object),
    }
}

/// The values of the map that a field refers to.
pub(super) fn values_of<H: Heap>(object: &Object<'_, H>, field: &str) -> Option<Shape> {
    let (entries, total) = entries_of(object, field, object.most)?;
    let values = entries.into_iter().map(|(_, value)| value).collect();
    Some(row("Collection", Brackets::Square, values, total))
}

/// A list or deque from its end to its beginning.
fn reversed<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    match elements_of(class, object, "base", Brackets::Square)? {
        Shape::Row {
            mut items, total, ..
        } if items.len() == total => {
            items.reverse();
            Some(row(class, Brackets::Square, items, total))
        }
        _ => None,
    }
}

/// Where a part of a sorted map begins or ends: a key, and whether that one belongs to it.
type Bound = Option<(Value, bool)>;

/// A part of the sorted map in the field `m`.
pub(super) struct Part {
    pub(super) from: Bound,
    pub(super) to: Bound,
    pub(super) is_descending: bool,
}

/// A bound that a truth value in the field `none` says there is not.
fn bound<H: Heap>(object: &Object<'_, H>, key: &str, inclusive: &str, none: &str) -> Option<Bound> {
    Some(match object.value(none)? {
        Value::Bool(true) => None,
        _ => Some((
            object.value(key)?,
            object.value(inclusive)? == Value::Bool(true),
        )),
    })
}

impl Part {
    /// The entries between the bounds; nothing when these cannot be found without running the program's own code.
    pub(super) fn of<H: Heap>(&self, class: &str, object: &Object<'_, H>) -> Option<Shape> {
        let whole = object.follow("m")?;
        let is_natural = whole.value("comparator")? == Value::Null;
        let (entries, total) = entries_of(object, "m", LARGEST)?;
        if entries.len() < total {
            return None;
        }
        let keys: Vec<Value> = entries.iter().map(|&(key, _)| key).collect();
        // The first key that is not before a bound, and whether it is the bound's own.
        let place = |key: Value| {
            let own = keys.iter().position(|&other| same(object, key, other));
            match own {
                Some(place) => Some((place, true)),
                None if is_natural => {
                    let mut place = 0;
                    while place < keys.len() && order(object, keys[place], key)? == Ordering::Less {
                        place += 1;
                    }
                    Some((place, false))
                }
                None => None,
            }
        };
        let first = match self.from {
            None => 0,
            Some((key, is_in)) => {
                let (at, is_own) = place(key)?;
                at + usize::from(is_own && !is_in)
            }
        };
        let end = match self.to {
            None => keys.len(),
            Some((key, is_in)) => {
                let (at, is_own) = place(key)?;
                at + usize::from(is_own && is_in)
            }
        };
        let mut entries = entries.get(first..end.max(first))?.to_vec();
        if self.is_descending {
            entries.reverse();
        }
        let total = entries.len();
        entries.truncate(object.most);
        Some(map(class, entries, total))
    }
}

/// Whether two keys are known to be the same.
fn same<H: Heap>(object: &Object<'_, H>, key: Value, other: Value) -> bool {
    key == other || order(object, key, other) == Some(Ordering::Equal)
}

/// How Java orders two strings or two boxes of one kind.
fn order<H: Heap>(object: &Object<'_, H>, key: Value, other: Value) -> Option<Ordering> {
    let thing = |value: Value| match value {
        Value::Ref(reference) => object.heap.thing(reference, object.time),
        value => Thing::Box(value),
    };
    match (thing(key), thing(other)) {
        (Thing::Box(key), Thing::Box(other)) => match (key, other) {
            (Value::Byte(a), Value::Byte(b)) => Some(a.cmp(&b)),
            (Value::Short(a), Value::Short(b)) => Some(a.cmp(&b)),
            (Value::Int(a), Value::Int(b)) => Some(a.cmp(&b)),
            (Value::Long(a), Value::Long(b)) => Some(a.cmp(&b)),
            (Value::Char(a), Value::Char(b)) => Some(a.cmp(&b)),
            (Value::Float(a), Value::Float(b)) => Some(a.total_cmp(&b)),
            (Value::Double(a), Value::Double(b)) => Some(a.total_cmp(&b)),
            _ => None,
        },
        (
            Thing::Text { class, text, .. },
            Thing::Text {
                class: other_class,
                text: other,
                ..
            },
        ) if class == "java.lang.String" && other_class == class => {
            Some(text.encode_utf16().cmp(other.encode_utf16()))
        }
        _ => None,
    }
}

/// The views of `Collections`: one look through them.
fn wrapper<H: Heap>(name: &str, object: &Object<'_, H>) -> Option<Shape> {
    let kind = name.strip_prefix("Collections$")?;
    match kind {
        "SingletonList" => {
            return Some(row(
                name,
                Brackets::Square,
                vec![object.value("element")?],
                1,
            ));
        }
        "SingletonSet" => {
            return Some(row(name, Brackets::Set, vec![object.value("element")?], 1));
        }
        "SingletonMap" => {
            let entry = (object.value("k")?, object.value("v")?);
            return Some(map(name, vec![entry], 1));
        }
        "EmptyList" | "EmptySet" => return Some(row(name, Brackets::Square, Vec::new(), 0)),
        "EmptyMap" => return Some(map(name, Vec::new(), 0)),
        "CopiesList" => {
            let total = object.int("n")?;
            let items = vec![object.value("element")?; total.min(object.most)];
            return Some(row("List", Brackets::Square, items, total));
        }
        "SetFromMap" => return keys_of("java.util.Set", object, "m", Brackets::Set),
        "AsLIFOQueue" => return Some(Shape::Wrapped(object.value("q")?)),
        _ => {}
    }
    let field = match kind {
        _ if kind.ends_with("Map") => "m",
        _ if kind.ends_with("List") => "list",
        _ => "c",
    };
    let inside = object.value(field).or_else(|| object.value("c"))?;
    let views = ["Unmodifiable", "Synchronized", "Checked"];
    let is_view = views.iter().any(|view| kind.starts_with(view));
    is_view.then_some(Shape::Wrapped(inside))
}

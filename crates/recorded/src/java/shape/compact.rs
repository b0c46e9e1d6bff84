//! Collections that keep their elements as bits or by the place of an enum's constants, and the old hash tables.

use super::{Brackets, Heap, Object, Shape, Thing, Value, chains, map, row};

/// The elements of such a collection, by the name of its class in `java.util`.
pub(super) fn known<H: Heap>(class: &str, name: &str, object: &Object<'_, H>) -> Option<Shape> {
    match name {
        "BitSet" => bit_set(class, object),
        "EnumMap" => enum_map(class, object),
        "RegularEnumSet" => enum_set(object, vec![object.value("elements")?]),
        "JumboEnumSet" => {
            let words = object.array("elements", 0, object.array_length("elements")?)?;
            enum_set(object, words)
        }
        "Hashtable" => chains(class, object, object.int("count")?),
        "IdentityHashMap" => identity_map(class, object),
        _ => None,
    }
}

/// The bits that are set, as numbers.
fn bit_set<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let used = object.int("wordsInUse")?;
    let words = match used {
        0 => Vec::new(),
        _ => object.array("words", 0, used)?,
    };
    let (mut items, mut total) = (Vec::new(), 0);
    for (place, word) in words.into_iter().enumerate() {
        let Value::Long(word) = word else { return None };
        let bits = (0..64).filter(|bit| word >> bit & 1 != 0);
        for bit in bits {
            total += 1;
            if items.len() < object.most {
                items.push(Value::Int(i32::try_from(place * 64 + bit).ok()?));
            }
        }
    }
    Some(row(class, Brackets::Set, items, total))
}

/// Values by the number of their constant; one that is null is written as an object that means it.
fn enum_map<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let length = object.array_length("vals")?;
    let keys = object.array("keyUniverse", 0, length)?;
    let values = object.array("vals", 0, length)?;
    let unmask = |value: Value| match value {
        Value::Ref(reference) => match object.heap.thing(reference, object.time) {
            Thing::Opaque { class } | Thing::Object { class, .. }
                if class == "java.util.EnumMap$1" =>
            {
                Value::Null
            }
            _ => value,
        },
        value => value,
    };
    let entries = keys.into_iter().zip(values);
    let entries: Vec<_> = entries
        .filter(|&(_, value)| value != Value::Null)
        .map(|(key, value)| (key, unmask(value)))
        .collect();
    let total = entries.len();
    Some(map(class, entries, total))
}

/// A bit for each constant, 64 in a word.
fn enum_set<H: Heap>(object: &Object<'_, H>, words: Vec<Value>) -> Option<Shape> {
    let universe = object.array("universe", 0, object.array_length("universe")?)?;
    let mut items = Vec::new();
    for (constants, word) in universe.chunks(64).zip(words) {
        let Value::Long(word) = word else { return None };
        let is_in = |place: usize| word >> place & 1 != 0;
        let places = (0..constants.len()).filter(|&place| is_in(place));
        items.extend(places.map(|place| constants[place]));
    }
    let total = items.len();
    Some(row("java.util.EnumSet", Brackets::Set, items, total))
}

/// Keys and values in turn; a key that is null is written as an object that means it.
fn identity_map<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let slots = object.array("table", 0, object.array_length("table")?)?;
    let pairs = slots.chunks_exact(2).filter(|pair| pair[0] != Value::Null);
    let entries: Vec<_> = pairs.map(|pair| (pair[0], pair[1])).collect();
    let total = entries.len();
    Some(map(class, entries, total))
}

//! The collections of `java.util.concurrent`.
//!
//! Most of them keep no count that is recorded (it is changed by instructions that no bytecode shows), so their elements
//! are counted.

use super::{Brackets, Heap, Object, Shape, Value, keys_of, map, row, row_of_array, shape_up_to};

/// A chain of more links than this is taken for damaged.
const LONGEST: usize = 1 << 20;

/// The elements of a collection of `java.util.concurrent`, by the name of its class in there.
pub(super) fn known<H: Heap>(class: &str, name: &str, object: &Object<'_, H>) -> Option<Shape> {
    match name {
        "ConcurrentHashMap" => hash_map(class, object),
        "ConcurrentHashMap$KeySetView" => keys_of(class, object, "map", Brackets::Set),
        "ConcurrentHashMap$Node" | "ConcurrentHashMap$MapEntry" => {
            Some(map(class, vec![entry(object)?], 1))
        }
        "CopyOnWriteArrayList" => {
            row_of_array(class, object, "array", object.array_length("array")?)
        }
        "CopyOnWriteArraySet" => {
            let list = object.reference("al")?;
            match shape_up_to(object.heap, list, object.time, object.most) {
                Shape::Row { items, total, .. } => Some(row(class, Brackets::Set, items, total)),
                _ => None,
            }
        }
        "ConcurrentLinkedQueue" | "LinkedBlockingQueue" => linked(class, object, "head"),
        "LinkedBlockingDeque" => linked(class, object, "first"),
        "ArrayBlockingQueue" => ring(class, object),
        "PriorityBlockingQueue" => row_of_array(class, object, "queue", object.int("size")?),
        _ => None,
    }
}

fn entry<H: Heap>(node: &Object<'_, H>) -> Option<(Value, Value)> {
    Some((node.value("key")?, node.value("val")?))
}

/// Bins hold chains of nodes, trees that are chains as well, and marks without a key while somebody works on them.
fn hash_map<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let mut entries = Vec::new();
    let mut total = 0;
    // A map that nothing was put into has no table.
    let bins = object.array_length("table").unwrap_or(0);
    let bins = match bins {
        0 => Vec::new(),
        _ => object.array("table", 0, bins)?,
    };
    for bin in bins {
        let Value::Ref(bin) = bin else { continue };
        let bin = object.at(bin)?;
        let mut cursor = match bin.reference("first") {
            Some(first) => bin.at(first),
            None => Some(bin),
        };
        while let Some(node) = cursor {
            let (key, value) = entry(&node)?;
            if key != Value::Null {
                total += 1;
                if entries.len() < object.most {
                    entries.push((key, value));
                }
            }
            if total > LONGEST {
                return None;
            }
            cursor = node.follow("next");
        }
    }
    Some(map(class, entries, total))
}

/// Nodes from `first` on. Those without an item were taken out, or only mark the beginning.
fn linked<H: Heap>(class: &str, object: &Object<'_, H>, first: &str) -> Option<Shape> {
    let (mut items, mut total, mut links) = (Vec::new(), 0, 0);
    let mut at = object.reference(first);
    while let Some(reference) = at {
        let node = object.at(reference)?;
        let item = node.value("item")?;
        if item != Value::Null {
            total += 1;
            if items.len() < object.most {
                items.push(item);
            }
        }
        links += 1;
        if links > LONGEST {
            return None;
        }
        // A node that was taken out refers to itself.
        at = node.reference("next").filter(|&next| next != reference);
    }
    Some(row(class, Brackets::Square, items, total))
}

/// An array that is used as a ring.
fn ring<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let (from, total) = (object.int("takeIndex")?, object.int("count")?);
    let length = object.array_length("items")?;
    let shown = total.min(object.most).min(length);
    let mut items = object.array("items", from, length.min(from + shown))?;
    let rest = shown - items.len();
    if rest > 0 {
        items.extend(object.array("items", 0, rest)?);
    }
    Some(row(class, Brackets::Square, items, total))
}

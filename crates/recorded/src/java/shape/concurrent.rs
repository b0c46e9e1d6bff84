//! The collections of `java.util.concurrent`, and its futures.
//!
//! Most of them keep no count that is recorded (it is changed by instructions that no bytecode shows), so their elements
//! are counted.

use super::iterators;
use super::views::{Part, values_of};
use super::{Brackets, Heap, Object, Ref, Shape, Value};
use super::{complete, elements_of, keys_of, map, pair, row, row_of_array};
use crate::java::literal::simple_name;

/// A chain of more links than this is taken for damaged.
const LONGEST: usize = 1 << 20;

/// The elements of a collection of `java.util.concurrent`, by the name of its class in there.
pub(super) fn known<H: Heap>(class: &str, name: &str, object: &Object<'_, H>) -> Option<Shape> {
    match name {
        "ConcurrentHashMap" => hash_map(class, object),
        "ConcurrentHashMap$KeySetView" => keys_of(class, object, "map", Brackets::Set),
        "ConcurrentHashMap$Node" | "ConcurrentHashMap$MapEntry" => Some(pair(entry(object)?)),
        "CopyOnWriteArrayList" => {
            row_of_array(class, object, "array", object.array_length("array")?)
        }
        "CopyOnWriteArraySet" => elements_of(class, object, "al", Brackets::Set),
        "ConcurrentLinkedQueue" | "LinkedBlockingQueue" | "LinkedTransferQueue" => {
            linked(class, object, object.reference("head"))
        }
        "LinkedBlockingDeque" => linked(class, object, object.reference("first")),
        "ConcurrentLinkedDeque" => linked(class, object, leftmost(object)?),
        "DelayQueue" => elements_of(class, object, "q", Brackets::Square),
        "ArrayBlockingQueue" => ring(class, object),
        "PriorityBlockingQueue" => row_of_array(class, object, "queue", object.int("size")?),
        "ConcurrentSkipListMap" => skip_list(class, object),
        "ConcurrentSkipListSet" => keys_of(class, object, "m", Brackets::Set),
        "ConcurrentSkipListMap$SubMap" => {
            let bound = |key: &str, inclusive: &str| {
                Some(match object.value(key)? {
                    Value::Null => None,
                    key => Some((key, object.value(inclusive)? == Value::Bool(true))),
                })
            };
            let part = Part {
                from: bound("lo", "loInclusive")?,
                to: bound("hi", "hiInclusive")?,
                is_descending: object.value("isDescending")? == Value::Bool(true),
            };
            part.of(class, object)
        }
        "ConcurrentSkipListMap$KeySet" => keys_of("java.util.Set", object, "m", Brackets::Set),
        "ConcurrentSkipListMap$Values" => values_of(object, "m"),
        "ConcurrentSkipListMap$EntrySet" => Some(Shape::Wrapped(object.value("m")?)),
        "ConcurrentHashMap$ValuesView" | "ConcurrentHashMap$EntrySetView" => {
            Some(Shape::Wrapped(object.value("map")?))
        }
        "FutureTask" => task(class, object),
        "CompletableFuture" => promise(class, object),
        _ => iterators::of_concurrent(name, object),
    }
}

/// What a task came to. Another thread may end it at any time, and that shows when somebody asks for it: one that is not known to be done
/// is like no other.
fn task<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    /// The states of a task that has returned, and that has thrown something; those beyond are of one that was cancelled.
    const RETURNED: usize = 2;
    const THREW: usize = 3;
    match object.int("state")? {
        0..RETURNED => Some(not_done(class)),
        RETURNED => Some(row(
            class,
            Brackets::Named,
            vec![object.value("outcome")?],
            1,
        )),
        THREW => Some(failed(class, object.value("outcome")?)),
        _ => Some(complete(format!("{}(cancelled)", simple_name(class)))),
    }
}

/// The same of a future that anybody may complete. An exception, and null, are wrapped in an object of its own.
fn promise<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let result = object.value("result")?;
    if result == Value::Null {
        return Some(not_done(class));
    }
    let wrapped = match result {
        Value::Ref(reference) => object.at(reference),
        _ => None,
    };
    match wrapped.and_then(|wrapped| wrapped.value("ex")) {
        Some(Value::Null) => Some(row(class, Brackets::Named, vec![Value::Null], 1)),
        Some(exception) => Some(failed(class, exception)),
        None => Some(row(class, Brackets::Named, vec![result], 1)),
    }
}

fn not_done(class: &str) -> Shape {
    Shape::Text {
        text: format!("{}(not known to be done)", simple_name(class)),
        comparable: false,
    }
}

fn failed(class: &str, exception: Value) -> Shape {
    Shape::Record {
        class: simple_name(class),
        fields: vec![("threw".to_owned(), exception)],
        hidden: None,
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

/// The lowest level of a skip list has all entries; those without a value were taken out, or mark that this is going on.
fn skip_list<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let (mut entries, mut total, mut links) = (Vec::new(), 0, 0);
    // A map that nothing was put into has no levels.
    let mut cursor = match object.reference("head") {
        Some(head) => object.at(head)?.follow("node")?.follow("next"),
        None => None,
    };
    while let Some(node) = cursor {
        let (key, value) = entry(&node)?;
        if key != Value::Null && value != Value::Null {
            total += 1;
            if entries.len() < object.most {
                entries.push((key, value));
            }
        }
        links += 1;
        if links > LONGEST {
            return None;
        }
        cursor = node.follow("next");
    }
    Some(map(class, entries, total))
}

/// Where the deque begins: its head may have been overtaken by elements that were put before it.
fn leftmost<H: Heap>(object: &Object<'_, H>) -> Option<Option<Ref>> {
    let Some(mut at) = object.reference("head") else {
        return Some(None);
    };
    for _ in 0..LONGEST {
        match object.at(at)?.reference("prev") {
            Some(before) if before != at => at = before,
            _ => return Some(Some(at)),
        }
    }
    None
}

/// Nodes from `first` on. Those without an item were taken out, or only mark the beginning; those without data are
/// threads that wait for some.
fn linked<H: Heap>(class: &str, object: &Object<'_, H>, first: Option<Ref>) -> Option<Shape> {
    let (mut items, mut total, mut links) = (Vec::new(), 0, 0);
    let mut at = first;
    while let Some(reference) = at {
        let node = object.at(reference)?;
        let item = node.value("item")?;
        let is_data = node.value("isData") != Some(Value::Bool(false));
        if item != Value::Null && item != Value::Ref(reference) && is_data {
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

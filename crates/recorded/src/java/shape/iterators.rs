//! Iterators of `java.util`, by what they will still give.
//!
//! One whose collection has changed since would throw; what it shows then is what lies ahead of it all the same.

use super::{Brackets, DEEPEST_TREE, Heap, Object, Ref, Shape, Value, row, shape_up_to};

/// No more elements ahead are counted.
const MOST_AHEAD: usize = 1 << 16;

/// The elements ahead of an iterator, by the name of its class in `java.util`.
pub(super) fn known<H: Heap>(name: &str, object: &Object<'_, H>) -> Option<Shape> {
    match name {
        "ArrayList$Itr"
        | "ArrayList$ListItr"
        | "AbstractList$Itr"
        | "AbstractList$ListItr"
        | "Vector$Itr"
        | "Vector$ListItr" => by_place(object, "this$0", "cursor"),
        "ArrayList$SubList$1" => by_place(object, "this$0", "cursor"),
        "Arrays$ArrayItr" => by_place(object, "a", "cursor"),
        "ImmutableCollections$ListItr" => by_place(object, "list", "cursor"),
        // After a removal some elements are given once more at the end.
        "PriorityQueue$Itr" if object.value("forgetMeNot")? == Value::Null => {
            by_place(object, "this$0", "cursor")
        }
        "ArrayDeque$DeqIterator" => around_a_ring(object),
        "TreeMap$KeyIterator" => in_a_tree(object, Gives::Key),
        "TreeMap$ValueIterator" => in_a_tree(object, Gives::Value),
        "TreeMap$EntryIterator" => in_a_tree(object, Gives::Entry),
        "Collections$UnmodifiableCollection$1" => Some(Shape::Wrapped(object.value("i")?)),
        "LinkedList$ListItr" => linked(object, "next", Gives::Item),
        "LinkedHashMap$LinkedKeyIterator" => linked(object, "after", Gives::Key),
        "LinkedHashMap$LinkedValueIterator" => linked(object, "after", Gives::Value),
        "LinkedHashMap$LinkedEntryIterator" => linked(object, "after", Gives::Entry),
        "HashMap$KeyIterator" => hashed(object, Gives::Key),
        "HashMap$ValueIterator" => hashed(object, Gives::Value),
        "HashMap$EntryIterator" => hashed(object, Gives::Entry),
        _ => None,
    }
}

/// What an iterator gives of each node.
#[derive(Clone, Copy)]
enum Gives {
    Item,
    Key,
    Value,
    Entry,
}

impl Gives {
    fn of<H: Heap>(self, node: Value, object: &Object<'_, H>) -> Option<Value> {
        let Value::Ref(reference) = node else {
            return None;
        };
        let field = match self {
            Gives::Entry => return Some(node),
            Gives::Item => "item",
            Gives::Key => "key",
            Gives::Value => "value",
        };
        object.at(reference)?.value(field)
    }
}

fn ahead(items: Vec<Value>, most: usize) -> Shape {
    let total = items.len();
    let items = items.into_iter().take(most).collect();
    row("Iterator", Brackets::Named, items, total)
}

/// The iterators of `java.util.concurrent`, by the names of their classes in there.
pub(super) fn of_concurrent<H: Heap>(name: &str, object: &Object<'_, H>) -> Option<Shape> {
    match name {
        "CopyOnWriteArrayList$COWIterator" => by_place(object, "snapshot", "cursor"),
        _ => None,
    }
}

/// The elements of the list or array in a field, from the place in another on.
fn by_place<H: Heap>(object: &Object<'_, H>, list: &str, place: &str) -> Option<Shape> {
    let place = object.int(place)?;
    let most = place.saturating_add(object.most);
    match shape_up_to(object.heap, object.reference(list)?, object.time, most) {
        Shape::Row { items, total, .. } => {
            let items = items.into_iter().skip(place).collect();
            let left = total.saturating_sub(place);
            Some(row("Iterator", Brackets::Named, items, left))
        }
        _ => None,
    }
}

/// The nodes from the one in the field `next` on, each of which knows the one that comes after it.
fn linked<H: Heap>(object: &Object<'_, H>, after: &str, gives: Gives) -> Option<Shape> {
    let mut items = Vec::new();
    let mut node = object.value("next")?;
    while let Value::Ref(reference) = node {
        items.push(gives.of(node, object)?);
        if items.len() > MOST_AHEAD {
            return None;
        }
        node = object.at(reference)?.value(after)?;
    }
    Some(ahead(items, object.most))
}

/// As many elements of a deque's ring as remain, from the place in the field `cursor` on.
fn around_a_ring<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    let deque = object.follow("this$0")?;
    let length = deque.array_length("elements")?;
    let (cursor, total) = (object.int("cursor")?, object.int("remaining")?);
    let end = cursor + total.min(object.most);
    let mut items = deque.array("elements", cursor, end.min(length))?;
    if end > length {
        items.extend(deque.array("elements", 0, end - length)?);
    }
    Some(row("Iterator", Brackets::Named, items, total))
}

/// The entry in the field `next` and all that come after it in the order of a tree.
fn in_a_tree<H: Heap>(object: &Object<'_, H>, gives: Gives) -> Option<Shape> {
    let mut items = Vec::new();
    let mut next = object.value("next")?;
    while let Value::Ref(reference) = next {
        items.push(gives.of(next, object)?);
        if items.len() > MOST_AHEAD {
            return None;
        }
        next = successor(object, reference)?;
    }
    Some(ahead(items, object.most))
}

/// The first entry on the right of a node of a tree, else the first one above it that it is left of.
fn successor<H: Heap>(object: &Object<'_, H>, node: Ref) -> Option<Value> {
    let right = object.at(node)?.value("right")?;
    if let Value::Ref(mut first) = right {
        for _ in 0..DEEPEST_TREE {
            match object.at(first)?.value("left")? {
                Value::Ref(left) => first = left,
                _ => return Some(Value::Ref(first)),
            }
        }
        return None;
    }
    let mut below = node;
    for _ in 0..DEEPEST_TREE {
        let above = object.at(below)?.value("parent")?;
        let Value::Ref(parent) = above else {
            return Some(Value::Null);
        };
        if object.at(parent)?.value("right")? != Value::Ref(below) {
            return Some(above);
        }
        below = parent;
    }
    None
}

/// The node in the field `next` with the rest of its chain, and the chains from the place in the field `index` on.
fn hashed<H: Heap>(object: &Object<'_, H>, gives: Gives) -> Option<Shape> {
    let map = object.follow("this$0")?;
    let index = object.int("index")?;
    let later = match map.array_length("table") {
        Some(length) => map.array("table", index.min(length), length)?,
        None => Vec::new(),
    };
    let mut items = Vec::new();
    for first in std::iter::once(object.value("next")?).chain(later) {
        let mut node = first;
        while let Value::Ref(reference) = node {
            items.push(gives.of(node, object)?);
            if items.len() > MOST_AHEAD {
                return None;
            }
            node = object.at(reference)?.value("next")?;
        }
    }
    Some(ahead(items, object.most))
}

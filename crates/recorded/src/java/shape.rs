//! From recorded objects to what a programmer sees in them: lists, maps, sets, records, wrappers.
//!
//! The collections of `java.util` are recorded as the plain objects they are; here their private
//! layouts (the same on JDK 17 and 25, which tests with recorded programs watch over) are read back
//! into their elements. A class that is not known here, or whose fields are not as expected, keeps
//! its fields: nothing is ever hidden.

mod compact;
mod concurrent;
mod decimal_format;
mod iterators;
mod languages;
mod memory;
mod platform;
mod storage;
mod views;

pub use platform::is_without_inner_workings;
pub(crate) use storage::storage;

use crate::heap::{Base, Heap, Ref, Thing, Value};
use crate::java::literal::{escaped, literal, quoted, simple_name, stands_in};
use crate::shape::{Brackets, Shape, shape_up_to};
use elenchus_session::words::many;

/// The shape of what `reference` stood for, with at most `most` elements.
pub fn java_shape<H: Heap>(heap: &H, reference: Ref, time: H::Time, most: usize) -> Shape {
    match heap.thing(reference, time) {
        Thing::Object {
            class,
            base,
            is_exception,
            fields,
        } => {
            let object = Object {
                heap,
                time,
                most,
                fields,
            };
            match is_exception {
                true => exception(&class, reference, object.fields),
                false => known_layout(&class, &object)
                    .or_else(|| extended(&class, base.as_ref()?, &object))
                    .unwrap_or_else(|| {
                        let fields = languages::without_machinery(&object);
                        record(&class, base, fields)
                    }),
            }
        }
        Thing::Array { class, length } => Shape::Row {
            class: simple_name(&class),
            brackets: Brackets::Braces,
            items: heap.elements(reference, time, 0, length.min(most)),
            total: length,
            own: None,
        },
        Thing::Box(value) => complete(literal(value)),
        Thing::Text {
            class,
            text,
            length,
            not_compared,
        } => text_shape(&class, &text, length, not_compared),
        Thing::Enum {
            class,
            constant,
            fields,
        } => Shape::Constant {
            class: simple_name(&class),
            name: constant,
            fields,
        },
        Thing::Lambda { text, captured } => Shape::Lambda { text, captured },
        Thing::Class { name } => complete(format!("{}.class", simple_name(&name))),
        // What is handed over there never stays.
        Thing::Opaque { class } if class == "java.util.concurrent.SynchronousQueue" => {
            row(&class, Brackets::Square, Vec::new(), 0)
        }
        // It has no state.
        Thing::Opaque { class } if class == "java.lang.Object" => Shape::Record {
            class: "Object".to_owned(),
            fields: Vec::new(),
            hidden: None,
        },
        Thing::Opaque { class } => Shape::Opaque {
            class: simple_name(&class),
        },
        Thing::NotFollowed => Shape::Opaque {
            class: "object".to_owned(),
        },
    }
}

/// An object by its fields.
fn record(class: &str, base: Option<Base>, mut fields: Vec<(String, Value)>) -> Shape {
    if let Some(base) = &base {
        let added = fields.split_off(base.fields.min(fields.len()));
        fields = platform::state(&base.class, fields);
        fields.extend(added);
    }
    // No constructor has run for most of these, so that their fields mean nothing.
    if stands_in(class).is_some() && fields.iter().all(|&(_, value)| is_zero(value)) {
        return Shape::Opaque {
            class: simple_name(class),
        };
    }
    Shape::Record {
        class: simple_name(class),
        fields: platform::state(class, fields),
        hidden: base
            .and_then(|base| base.hides)
            .map(|class| simple_name(&class)),
    }
}

/// Whether a field holds what it holds before anybody writes to it.
fn is_zero(value: Value) -> bool {
    match value {
        Value::Float(value) => value == 0.0,
        Value::Double(value) => value == 0.0,
        value => matches!(
            value,
            Value::Missing
                | Value::Null
                | Value::Bool(false)
                | Value::Byte(0)
                | Value::Char(0)
                | Value::Short(0)
                | Value::Int(0)
                | Value::Long(0)
        ),
    }
}

fn complete(text: String) -> Shape {
    Shape::Text {
        text,
        comparable: true,
    }
}

/// An exception: its message, its cause if it has one (one that was not given refers to the exception itself), and what
/// its class adds.
fn exception(class: &str, reference: Ref, fields: Vec<(String, Value)>) -> Shape {
    let mut message = Value::Null;
    let mut shown = Vec::new();
    for (name, value) in fields {
        match name.as_str() {
            "detailMessage" if message == Value::Null => message = value,
            "cause" if value == Value::Null || value == Value::Ref(reference) => {}
            _ => shown.push((name, value)),
        }
    }
    Shape::Exception {
        class: simple_name(class),
        message,
        fields: shown,
    }
}

/// A collection that a class of the program extends: its elements, and the fields that the class adds.
fn extended<H: Heap>(class: &str, base: &Base, object: &Object<'_, H>) -> Option<Shape> {
    // What is above the collection is no part of its meaning, but nothing of the collection may be missing.
    let hides = base.hides.as_deref();
    if hides.is_some_and(|hides| hides == class || hides == base.class) {
        return None;
    }
    let added = object.fields.get(base.fields..)?.to_vec();
    match known_layout(&base.class, object)? {
        Shape::Row {
            brackets,
            items,
            total,
            own,
            ..
        } => Some(Shape::Row {
            class: simple_name(class),
            brackets,
            items,
            total,
            own: Some([own.unwrap_or_default(), added].concat()),
        }),
        Shape::Map {
            entries,
            total,
            in_order,
            own,
            ..
        } => Some(Shape::Map {
            class: simple_name(class),
            entries,
            total,
            in_order,
            own: Some([own.unwrap_or_default(), added].concat()),
        }),
        _ => None,
    }
}

/// Strings are quoted; other things known by their text say what they are.
fn text_shape(class: &str, text: &str, length: usize, not_compared: bool) -> Shape {
    // Java counts what does not fit 16 bits twice.
    let stored = text.encode_utf16().count();
    let shown = match length.saturating_sub(stored) {
        0 => quoted(text),
        more => {
            let more = many(more as u64, "more character");
            format!("{}… and {more}", quoted(text))
        }
    };
    let text = match class {
        "java.lang.String" => shown,
        "java.math.BigInteger" | "java.math.BigDecimal" => text.to_owned(),
        "java.util.regex.Pattern" => format!("Pattern {}", escaped(text)),
        _ if class.starts_with("java.time.") => text.to_owned(),
        _ => format!("{}({shown})", public_name(class)),
    };
    Shape::Text {
        text,
        comparable: !not_compared,
    }
}

/// What programs call something whose own class is hidden inside the platform.
fn public_name(class: &str) -> String {
    match class {
        "sun.nio.fs.UnixPath" => "Path".to_owned(),
        "sun.util.calendar.ZoneInfo" => "TimeZone".to_owned(),
        _ if class.starts_with("sun.nio.cs.") => "Charset".to_owned(),
        _ => simple_name(class),
    }
}

/// An object's fields at a moment, with the ways to follow them.
struct Object<'h, H: Heap> {
    heap: &'h H,
    time: H::Time,
    /// How many elements to read at most.
    most: usize,
    fields: Vec<(String, Value)>,
}

impl<'h, H: Heap> Object<'h, H> {
    fn value(&self, name: &str) -> Option<Value> {
        let field = self.fields.iter().find(|(field, _)| field == name);
        field.map(|&(_, value)| value)
    }

    fn int(&self, name: &str) -> Option<usize> {
        match self.value(name)? {
            Value::Int(value) => usize::try_from(value).ok(),
            _ => None,
        }
    }

    /// The text that what a field refers to is known by.
    fn text(&self, name: &str) -> Option<String> {
        match self.heap.thing(self.reference(name)?, self.time) {
            Thing::Text {
                text,
                not_compared: false,
                ..
            } => Some(text),
            _ => None,
        }
    }

    fn reference(&self, name: &str) -> Option<Ref> {
        match self.value(name)? {
            Value::Ref(reference) => Some(reference),
            _ => None,
        }
    }

    /// The object that a field refers to.
    fn follow(&self, name: &str) -> Option<Object<'h, H>> {
        self.at(self.reference(name)?)
    }

    fn at(&self, reference: Ref) -> Option<Object<'h, H>> {
        match self.heap.thing(reference, self.time) {
            Thing::Object { fields, .. } => Some(Object {
                heap: self.heap,
                time: self.time,
                most: self.most,
                fields,
            }),
            _ => None,
        }
    }

    /// Whether something is known of the object that a value refers to.
    fn is_recorded(&self, value: Value) -> bool {
        match value {
            Value::Ref(reference) => !matches!(
                self.heap.thing(reference, self.time),
                Thing::Opaque { .. } | Thing::NotFollowed
            ),
            _ => false,
        }
    }

    /// Whether the recorder did not look at what a value refers to.
    fn is_unknown(&self, value: Value) -> bool {
        let thing = |reference| self.heap.thing(reference, self.time);
        matches!(value, Value::Ref(reference) if matches!(thing(reference), Thing::NotFollowed))
    }

    /// The elements `start..end` of the array that a field refers to.
    fn array(&self, name: &str, start: usize, end: usize) -> Option<Vec<Value>> {
        let array = self.reference(name)?;
        Some(self.heap.elements(array, self.time, start, end))
    }

    fn array_length(&self, name: &str) -> Option<usize> {
        match self.heap.thing(self.reference(name)?, self.time) {
            Thing::Array { length, .. } => Some(length),
            _ => None,
        }
    }

    /// Follows `next` from the object in field `first`; the limit also ends a damaged cycle.
    fn linked(&self, first: &str, next: &str) -> Vec<Object<'h, H>> {
        let mut items = Vec::new();
        let mut cursor = self.follow(first);
        while let Some(object) = cursor {
            cursor = object.follow(next);
            items.push(object);
            if items.len() >= self.most {
                break;
            }
        }
        items
    }

    fn entry(&self) -> Option<(Value, Value)> {
        Some((self.value("key")?, self.value("value")?))
    }
}

/// The elements of a collection whose layout is known, and what it was told about their order; `None` when the layout is
/// not as expected.
fn known_layout<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let Some(mut shape) = elements_by_layout(class, object) else {
        return platform::known(class, object);
    };
    if let Shape::Row { own, .. } | Shape::Map { own, .. } = &mut shape {
        let decides = |(name, value): &&(String, Value)| match name.as_str() {
            "comparator" => object.is_recorded(*value),
            "accessOrder" => *value == Value::Bool(true),
            _ => false,
        };
        let told: Vec<(String, Value)> = object.fields.iter().filter(decides).cloned().collect();
        *own = (!told.is_empty()).then_some(told);
    }
    Some(shape)
}

fn elements_by_layout<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let Some(name) = class.strip_prefix("java.util.") else {
        return memory::of_streams(class, object).or_else(|| languages::known(class, object));
    };
    match name {
        "ArrayList" => row_of_array(class, object, "elementData", object.int("size")?),
        "Vector" | "Stack" => {
            row_of_array(class, object, "elementData", object.int("elementCount")?)
        }
        "PriorityQueue" => row_of_array(class, object, "queue", object.int("size")?),
        "Arrays$ArrayList" => row_of_array(class, object, "a", object.array_length("a")?),
        "ArrayList$SubList"
        | "AbstractList$SubList"
        | "AbstractList$RandomAccessSubList"
        | "ImmutableCollections$SubList" => sub_list(object),
        "ArrayDeque" => array_deque(class, object),
        "LinkedList" => {
            let nodes = object.linked("first", "next");
            let items = nodes.iter().filter_map(|node| node.value("item")).collect();
            Some(row(class, Brackets::Square, items, object.int("size")?))
        }
        "HashMap" => chains(class, object, object.int("size")?),
        "LinkedHashMap" => {
            let entries = object.linked("head", "after");
            let entries = entries.iter().filter_map(Object::entry).collect();
            Some(map(class, entries, object.int("size")?))
        }
        "TreeMap" => tree_map(class, object),
        "HashSet" | "LinkedHashSet" => keys_of(class, object, "map", Brackets::Set),
        "TreeSet" => keys_of(class, object, "m", Brackets::Set),
        "Optional" => Some(match object.value("value")? {
            Value::Null => complete("Optional.empty".to_owned()),
            value => row(class, Brackets::Named, vec![value], 1),
        }),
        "OptionalInt" | "OptionalLong" | "OptionalDouble" => {
            Some(match object.value("isPresent")? {
                Value::Bool(true) => row(class, Brackets::Named, vec![object.value("value")?], 1),
                _ => complete(format!("{name}.empty")),
            })
        }
        "AbstractMap$SimpleEntry"
        | "AbstractMap$SimpleImmutableEntry"
        | "HashMap$Node"
        | "HashMap$TreeNode"
        | "Hashtable$Entry"
        | "KeyValueHolder"
        | "LinkedHashMap$Entry"
        | "TreeMap$Entry" => Some(pair(object.entry()?)),
        _ => match name.strip_prefix("concurrent.") {
            Some(name) => concurrent::known(class, name, object),
            None => immutable(class, name, object)
                .or_else(|| views::known(class, name, object))
                .or_else(|| iterators::known(name, object))
                .or_else(|| memory::of_utilities(class, name, object))
                .or_else(|| compact::known(class, name, object)),
        },
    }
}

fn row(class: &str, brackets: Brackets, items: Vec<Value>, total: usize) -> Shape {
    Shape::Row {
        class: simple_name(class),
        brackets,
        items,
        total,
        own: None,
    }
}

/// An entry of a map, by itself.
fn pair((key, value): (Value, Value)) -> Shape {
    Shape::Pair {
        class: "Map.Entry".to_owned(),
        key,
        value,
    }
}

fn map(class: &str, entries: Vec<(Value, Value)>, total: usize) -> Shape {
    let class = simple_name(class);
    Shape::Map {
        in_order: class.starts_with("Linked") || class.starts_with("Tree"),
        class,
        entries,
        total,
        own: None,
    }
}

fn row_of_array<H: Heap>(
    class: &str,
    object: &Object<'_, H>,
    field: &str,
    size: usize,
) -> Option<Shape> {
    let items = match size {
        // An empty list may share a static array that was never recorded.
        0 => Vec::new(),
        _ => object.array(field, 0, size.min(object.most))?,
    };
    Some(row(class, Brackets::Square, items, size))
}

/// A part of another list.
fn sub_list<H: Heap>(object: &Object<'_, H>) -> Option<Shape> {
    let (offset, total) = (object.int("offset")?, object.int("size")?);
    let most = offset + total.min(object.most);
    match shape_up_to(object.heap, object.reference("root")?, object.time, most) {
        Shape::Row { items, .. } => {
            let items = items.into_iter().skip(offset).take(total).collect();
            Some(row("List", Brackets::Square, items, total))
        }
        _ => None,
    }
}

/// A ring: from `head` up to `tail`, which is where the next element goes.
fn array_deque<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let (head, tail) = (object.int("head")?, object.int("tail")?);
    let length = object.array_length("elements")?;
    let mut items;
    let total;
    if head <= tail {
        total = tail - head;
        items = object.array("elements", head, tail.min(head + object.most))?;
    } else {
        total = length - head + tail;
        items = object.array("elements", head, length.min(head + object.most))?;
        let rest = object.most - items.len();
        items.extend(object.array("elements", 0, tail.min(rest))?);
    }
    Some(row(class, Brackets::Square, items, total))
}

/// A table of chains of entries.
fn chains<H: Heap>(class: &str, object: &Object<'_, H>, total: usize) -> Option<Shape> {
    let mut entries = Vec::new();
    if total > 0 {
        let buckets = object.array_length("table")?;
        let mut start = 0;
        while start < buckets && entries.len() < total.min(object.most) {
            let end = (start + 256).min(buckets);
            for bucket in object.array("table", start, end)? {
                let mut cursor = match bucket {
                    Value::Ref(node) => object.at(node),
                    _ => None,
                };
                while let Some(node) = cursor {
                    entries.push(node.entry()?);
                    if entries.len() >= total.min(object.most) {
                        break;
                    }
                    cursor = node.follow("next");
                }
            }
            start = end;
        }
    }
    Some(map(class, entries, total))
}

/// A red-black tree of 2^31 entries is no deeper than this.
const DEEPEST_TREE: usize = 64;

/// In order, without recursion: a damaged tree must not overflow the stack.
fn tree_map<H: Heap>(class: &str, object: &Object<'_, H>) -> Option<Shape> {
    let total = object.int("size")?;
    let mut entries = Vec::new();
    let mut path: Vec<Object<'_, H>> = Vec::new();
    let mut cursor = object.follow("root");
    while entries.len() < total.min(object.most) {
        while let Some(node) = cursor {
            cursor = node.follow("left");
            path.push(node);
            if path.len() > DEEPEST_TREE {
                return None;
            }
        }
        let Some(node) = path.pop() else { break };
        entries.push(node.entry()?);
        cursor = node.follow("right");
    }
    Some(map(class, entries, total))
}

/// A set is the keys of a map.
fn keys_of<H: Heap>(
    class: &str,
    object: &Object<'_, H>,
    field: &str,
    brackets: Brackets,
) -> Option<Shape> {
    let (entries, total) = entries_of(object, field, object.most)?;
    let keys = entries.into_iter().map(|(key, _)| key).collect();
    Some(row(class, brackets, keys, total))
}

/// The entries of the map that a field refers to, up to a number, and how many there are.
fn entries_of<H: Heap>(
    object: &Object<'_, H>,
    field: &str,
    most: usize,
) -> Option<(Vec<(Value, Value)>, usize)> {
    let map = object.reference(field)?;
    match shape_up_to(object.heap, map, object.time, most) {
        Shape::Map { entries, total, .. } => Some((entries, total)),
        _ => None,
    }
}

/// The elements of the collection that a field refers to, as elements of this one.
fn elements_of<H: Heap>(
    class: &str,
    object: &Object<'_, H>,
    field: &str,
    brackets: Brackets,
) -> Option<Shape> {
    let inside = object.reference(field)?;
    match shape_up_to(object.heap, inside, object.time, object.most) {
        Shape::Row { items, total, .. } => Some(row(class, brackets, items, total)),
        _ => None,
    }
}

/// What `List.of`, `Set.of` and `Map.of` make. Their second element may be a sentinel object, which
/// is not one of the elements.
fn immutable<H: Heap>(class: &str, name: &str, object: &Object<'_, H>) -> Option<Shape> {
    let kind = name.strip_prefix("ImmutableCollections$")?;
    let class = match kind {
        "List12" | "ListN" | "SubList" => "java.util.List",
        "Set12" | "SetN" => "java.util.Set",
        "Map1" | "MapN" => "java.util.Map",
        _ => class,
    };
    match kind {
        "List12" | "Set12" => {
            let brackets = if kind == "Set12" {
                Brackets::Set
            } else {
                Brackets::Square
            };
            let sentinel = |value: &Value| match *value {
                Value::Ref(reference) => matches!(
                    object.heap.thing(reference, object.time),
                    Thing::Opaque { ref class } if class == "java.lang.Object"
                ),
                value => value == Value::Null,
            };
            let mut items = vec![object.value("e0")?];
            items.extend(object.value("e1").filter(|second| !sentinel(second)));
            let total = items.len();
            Some(row(class, brackets, items, total))
        }
        "ListN" => row_of_array(class, object, "elements", object.array_length("elements")?),
        "SetN" => {
            let slots = object.array("elements", 0, object.array_length("elements")?)?;
            let items: Vec<Value> = slots.into_iter().filter(|v| *v != Value::Null).collect();
            let total = object.int("size").unwrap_or(items.len());
            Some(row(class, Brackets::Set, items, total))
        }
        "Map1" => Some(map(
            class,
            vec![(object.value("k0")?, object.value("v0")?)],
            1,
        )),
        "MapN" => {
            let slots = object.array("table", 0, object.array_length("table")?)?;
            let pairs = slots.chunks_exact(2).filter(|pair| pair[0] != Value::Null);
            let entries: Vec<_> = pairs.map(|pair| (pair[0], pair[1])).collect();
            let total = object.int("size").unwrap_or(entries.len());
            Some(map(class, entries, total))
        }
        _ => None,
    }
}

//! Values shown and compared over a heap of a few objects.

use std::collections::HashMap;

use crate::comparing::canonical::{Canonical, Numbers, canonical};
use crate::comparing::doubt::Doubt;
use crate::heap::{Base, Heap, Ref, Thing, Value};
use crate::java::Java;
use crate::language::Language;
use crate::showing::change::{Change, Comparison};
use crate::showing::open::{Held, Root, open, paths};
use crate::showing::show::{Limits, Names, show};
use elenchus_session::Value as Row;

mod folding;
mod gone;
mod limits;
mod moved;
mod opened;
mod sharing;
mod told;

/// Objects by number and moment; what is not said for a moment is as it was at the one before.
#[derive(Default)]
struct FakeHeap {
    things: HashMap<(u32, u32), Thing>,
    arrays: HashMap<(u32, u32), Vec<Value>>,
}

impl FakeHeap {
    fn latest<T: Clone>(map: &HashMap<(u32, u32), T>, number: u32, time: u32) -> Option<T> {
        (0..=time)
            .rev()
            .find_map(|t| map.get(&(number, t)).cloned())
    }

    fn object(&mut self, number: u32, time: u32, class: &str, fields: &[(&str, Value)]) {
        let fields = fields.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
        let thing = Thing::Object {
            class: class.to_owned(),
            base: None,
            is_exception: false,
            fields,
        };
        self.things.insert((number, time), thing);
    }

    fn array(&mut self, number: u32, time: u32, class: &str, items: &[Value]) {
        let thing = Thing::Array {
            class: class.to_owned(),
            length: items.len(),
        };
        self.things.insert((number, time), thing);
        self.arrays.insert((number, time), items.to_vec());
    }

    fn exception(&mut self, number: u32, class: &str, fields: &[(&str, Value)]) {
        self.object(number, 0, class, fields);
        if let Some(Thing::Object { is_exception, .. }) = self.things.get_mut(&(number, 0)) {
            *is_exception = true;
        }
    }

    /// Makes an object one of a class that extends another, which declares all fields that the object has so far.
    fn extend(&mut self, number: u32, class: &str, base: &str, hides: Option<&str>) {
        if let Some(Thing::Object {
            class: own,
            base: inherited,
            fields,
            ..
        }) = self.things.get_mut(&(number, 0))
        {
            class.clone_into(own);
            *inherited = Some(Base {
                class: base.to_owned(),
                fields: fields.len(),
                hides: hides.map(str::to_owned),
            });
        }
    }

    fn add_field(&mut self, number: u32, name: &str, value: Value) {
        if let Some(Thing::Object { fields, .. }) = self.things.get_mut(&(number, 0)) {
            fields.push((name.to_owned(), value));
        }
    }

    fn string(&mut self, number: u32, text: &str) {
        let thing = Thing::Text {
            class: "java.lang.String".to_owned(),
            text: text.to_owned(),
            length: text.encode_utf16().count(),
            not_compared: false,
        };
        self.things.insert((number, 0), thing);
    }

    fn shown(&self, value: Value, time: u32) -> String {
        let limits = Limits::default();
        let mut names = Names::default();
        names.meet(self, value, time, limits);
        show(self, value, time, limits, &names)
    }

    fn changes(&self, path: &str, value: Value) -> Vec<String> {
        let names = Names::default();
        let mut comparison = Comparison::new(self, 0, 1, Limits::default(), &names, 50);
        comparison.compare(path, value, value);
        let text = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
        let found = comparison.finish();
        assert!(found.is_complete());
        found
            .list
            .into_iter()
            .map(
                |Change {
                     path,
                     before,
                     after,
                 }| format!("{path}: {} → {}", text(before), text(after)),
            )
            .collect()
    }
}

impl Heap for FakeHeap {
    type Time = u32;

    fn language(&self) -> &'static dyn Language {
        &Java
    }

    fn thing(&self, reference: Ref, time: u32) -> Thing {
        FakeHeap::latest(&self.things, reference.0, time).unwrap_or(Thing::NotFollowed)
    }

    fn elements(&self, array: Ref, time: u32, start: usize, end: usize) -> Vec<Value> {
        let items = FakeHeap::latest(&self.arrays, array.0, time).unwrap_or_default();
        items[start.min(items.len())..end.min(items.len())].to_vec()
    }
}

fn object(number: u32) -> Value {
    Value::Ref(Ref(number))
}

/// An `ArrayList` of the given elements, as JDK 17 and 25 lay it out.
fn array_list(heap: &mut FakeHeap, number: u32, time: u32, items: &[Value]) {
    let mut slots = items.to_vec();
    slots.resize(slots.len().max(10), Value::Null);
    heap.array(number + 1, time, "java.lang.Object[]", &slots);
    let size = Value::Int(items.len() as i32);
    let fields = [("elementData", object(number + 1)), ("size", size)];
    heap.object(number, time, "java.util.ArrayList", &fields);
}

#[test]
fn objects_show_their_fields_and_never_a_bare_number() {
    let mut heap = FakeHeap::default();
    heap.object(
        1,
        0,
        "chess.Position",
        &[("x", Value::Int(8)), ("y", Value::Int(1))],
    );
    heap.object(2, 0, "chess.Nothing", &[]);
    assert_eq!(heap.shown(object(1), 0), "Position(x=8, y=1)");
    assert_eq!(heap.shown(object(2), 0), "Nothing()");
    assert_eq!(heap.shown(object(9), 0), "object(not recorded)");
}

#[test]
fn constants_exceptions_and_optionals_are_written_as_java_prints_them() {
    let mut heap = FakeHeap::default();
    let constant = Thing::Enum {
        class: "chess.Colour".to_owned(),
        constant: "WHITE".to_owned(),
        fields: Vec::new(),
    };
    heap.things.insert((1, 0), constant);
    assert_eq!(heap.shown(object(1), 0), "WHITE");
    heap.string(2, "no \"king\"");
    let fields = [("detailMessage", object(2)), ("cause", object(3))];
    heap.exception(3, "java.lang.IllegalStateException", &fields);
    let plain = r#"IllegalStateException: no \"king\""#;
    assert_eq!(heap.shown(object(3), 0), plain);
    let fields = [
        ("detailMessage", Value::Null),
        ("cause", object(3)),
        ("move", Value::Int(4)),
    ];
    heap.exception(4, "chess.Illegal", &fields);
    assert_eq!(
        heap.shown(object(4), 0),
        format!("Illegal (cause={plain}, move=4)")
    );
    heap.object(5, 0, "java.util.Optional", &[("value", object(1))]);
    assert_eq!(heap.shown(object(5), 0), "Optional[WHITE]");
    let fields = [("isPresent", Value::Bool(true)), ("value", Value::Int(4))];
    heap.object(6, 0, "java.util.OptionalInt", &fields);
    assert_eq!(heap.shown(object(6), 0), "OptionalInt[4]");
}

#[test]
fn a_class_that_extends_a_collection_shows_its_elements_and_its_own_fields() {
    let mut heap = FakeHeap::default();
    array_list(&mut heap, 1, 0, &[Value::Int(1), Value::Int(2)]);
    heap.extend(1, "shop.Basket", "java.util.ArrayList", None);
    heap.add_field(1, "owner", Value::Int(7));
    assert_eq!(heap.shown(object(1), 0), "Basket(owner=7)[1, 2]");
    // What an unrecorded class has set is not known, and that is said.
    heap.object(5, 0, "shop.Lines", &[("count", Value::Int(0))]);
    let reader = "java.io.BufferedReader";
    heap.extend(5, "shop.Lines", reader, Some(reader));
    let shown = "Lines(count=0, fields of BufferedReader not recorded)";
    assert_eq!(heap.shown(object(5), 0), shown);
    let doubt = form(&heap, &[("p", object(5))], 0).doubt;
    assert_eq!(doubt, Some(Doubt::NotRecorded("BufferedReader".to_owned())));
}

#[test]
fn what_is_ahead_of_an_iterator_is_shown() {
    let mut heap = FakeHeap::default();
    array_list(&mut heap, 1, 0, &[Value::Int(1), Value::Int(2)]);
    let fields = [("cursor", Value::Int(1)), ("this$0", object(1))];
    heap.object(5, 0, "java.util.ArrayList$Itr", &fields);
    assert_eq!(heap.shown(object(5), 0), "Iterator[2]");
}

#[test]
fn an_entry_that_leads_back_to_itself_ends() {
    let mut heap = FakeHeap::default();
    let fields = [("key", Value::Int(1)), ("value", object(1))];
    heap.object(1, 0, "java.util.HashMap$Node", &fields);
    assert_eq!(heap.shown(object(1), 0), "Entry#1 1=Entry#1 …");
}

#[test]
fn keys_that_shorten_to_the_same_text_have_their_own_values() {
    let mut heap = FakeHeap::default();
    let long = "k".repeat(70);
    let mut entries = Vec::new();
    for (number, end) in [(50, 1), (51, 2), (52, 3)] {
        let items: Vec<Value> = (0..20)
            .map(|n| Value::Int(n * 1000 + n / 19 * end))
            .collect();
        heap.array(number, 0, "int[]", &items);
        entries.push(number);
    }
    heap.string(60, &long);
    hash_map(&mut heap, 1, &entries);
    for (place, value) in [(3, 1), (4, 2), (5, 4)] {
        let key = object(50 + place - 3);
        let fields = [("key", key), ("value", Value::Int(value))];
        heap.object(place, 0, "java.util.HashMap$Node", &fields);
    }
    let held = Held {
        value: object(1),
        time: 0,
    };
    let root = Root {
        name: "m".to_owned(),
        before: Some(held),
        after: None,
    };
    let opened = open(&heap, &[root], "m").unwrap();
    let values: Vec<&str> = opened
        .parts
        .iter()
        .filter_map(|part| part.before.as_deref())
        .collect();
    assert_eq!(values, ["1", "2", "4"]);
    let names: std::collections::HashSet<&str> =
        opened.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names.len(), 3);
}

#[test]
fn of_long_rows_only_what_differs_is_told() {
    let mut heap = FakeHeap::default();
    let numbers =
        |from: i32, to: i32| -> Vec<Value> { (from..to).map(|n| Value::Int(n * 1000)).collect() };
    array_list(&mut heap, 1, 0, &numbers(0, 30));
    array_list(&mut heap, 1, 1, &[numbers(0, 9), numbers(10, 32)].concat());
    assert_eq!(
        heap.changes("list", object(1)),
        [
            "list[9]: 9000 → –",
            "list[29]: – → 30000",
            "list[30]: – → 31000"
        ]
    );
    array_list(&mut heap, 6, 0, &numbers(0, 20));
    array_list(&mut heap, 6, 1, &numbers(0, 25));
    assert_eq!(
        heap.changes("list", object(6)),
        ["list[20..25]: – → 20000, 21000, 22000, 23000, 24000"]
    );
    let changed: Vec<Value> = [numbers(0, 5), numbers(50, 60), numbers(15, 30)].concat();
    heap.array(5, 0, "int[]", &numbers(0, 30));
    heap.array(5, 1, "int[]", &changed);
    let before: Vec<String> = (5..15).map(|n| (n * 1000).to_string()).collect();
    let after: Vec<String> = (50..60).map(|n| (n * 1000).to_string()).collect();
    assert_eq!(
        heap.changes("a", object(5)),
        [format!(
            "a[5..15]: {} → {}",
            before.join(", "),
            after.join(", ")
        )]
    );
}

#[test]
fn the_same_object_is_marked_as_the_same() {
    let mut heap = FakeHeap::default();
    heap.object(
        1,
        0,
        "Node",
        &[("value", Value::Int(1)), ("next", object(1))],
    );
    assert_eq!(heap.shown(object(1), 0), "Node#1(value=1, next=Node#1)");
    heap.object(2, 0, "Pair", &[("a", object(3)), ("b", object(3))]);
    heap.object(3, 0, "Leaf", &[("n", Value::Int(5))]);
    assert_eq!(
        heap.shown(object(2), 0),
        "Pair(a=Leaf#1(n=5), b=Leaf#1(n=5))"
    );
}

#[test]
fn long_values_are_shortened_and_say_by_how_much() {
    let mut heap = FakeHeap::default();
    let items: Vec<Value> = (0..40).map(Value::Int).collect();
    heap.array(1, 0, "int[]", &items);
    let shown: Vec<String> = (0..30).map(|n| n.to_string()).collect();
    assert_eq!(
        heap.shown(object(1), 0),
        format!("{{{}, … 10 more}}", shown.join(", "))
    );
}

#[test]
fn a_list_that_grew_shows_as_a_list_that_grew() {
    let mut heap = FakeHeap::default();
    array_list(&mut heap, 1, 0, &[Value::Int(1), Value::Int(2)]);
    array_list(
        &mut heap,
        1,
        1,
        &[Value::Int(1), Value::Int(2), Value::Int(3)],
    );
    assert_eq!(
        heap.changes("list", object(1)),
        ["list: [1, 2] → [1, 2, 3]"]
    );
}

#[test]
fn changes_deep_inside_have_a_path() {
    let mut heap = FakeHeap::default();
    array_list(&mut heap, 1, 0, &[object(5)]);
    heap.object(5, 0, "Cell", &[("n", Value::Int(1)), ("name", object(6))]);
    heap.object(5, 1, "Cell", &[("n", Value::Int(2)), ("name", object(7))]);
    heap.string(6, "a");
    heap.string(7, "a");
    assert_eq!(heap.changes("rows", object(1)), ["rows[0].n: 1 → 2"]);
}

#[test]
fn map_entries_change_by_key() {
    let mut heap = FakeHeap::default();
    heap.string(10, "one");
    let node = |value| [("key", object(10)), ("value", value), ("next", Value::Null)];
    heap.object(3, 0, "java.util.HashMap$Node", &node(Value::Int(1)));
    heap.object(3, 1, "java.util.HashMap$Node", &node(Value::Int(2)));
    heap.array(2, 0, "java.util.HashMap$Node[]", &[Value::Null, object(3)]);
    let fields = [("table", object(2)), ("size", Value::Int(1))];
    heap.object(1, 0, "java.util.HashMap", &fields);
    assert_eq!(heap.shown(object(1), 0), "{\"one\"=1}");
    assert_eq!(heap.changes("m", object(1)), ["m[\"one\"]: 1 → 2"]);
}

fn form(heap: &FakeHeap, roots: &[(&str, Value)], time: u32) -> Canonical {
    canonical(heap, roots.iter().copied(), time, &mut Numbers::default())
}

#[test]
fn equal_states_have_one_form_whatever_their_objects_are_called() {
    let mut heap = FakeHeap::default();
    for (pair, leaf) in [(1, 2), (11, 12)] {
        heap.object(pair, 0, "Pair", &[("a", object(leaf)), ("b", object(leaf))]);
        heap.object(leaf, 0, "Leaf", &[("n", Value::Int(5))]);
    }
    let one = form(&heap, &[("p", object(1))], 0);
    assert_eq!(one.doubt, None);
    assert_eq!(one, form(&heap, &[("p", object(11))], 0));
    assert_ne!(one, form(&heap, &[("q", object(1))], 0));
    // Two equal leaves are not one leaf twice.
    heap.object(21, 0, "Pair", &[("a", object(2)), ("b", object(12))]);
    assert_ne!(one, form(&heap, &[("p", object(21))], 0));
}

#[test]
fn arrays_known_by_a_hash_count_by_their_contents_in_one_place_only() {
    let mut heap = FakeHeap::default();
    for number in [0x8000_0001, 0x8000_0002, 3] {
        heap.array(number, 0, "int[]", &[Value::Int(1), Value::Int(2)]);
    }
    let once = form(&heap, &[("a", object(0x8000_0001))], 0);
    assert!(!once.identity_uncertain && once.doubt.is_none());
    assert_eq!(once, form(&heap, &[("a", object(0x8000_0002))], 0));
    let pair = |a, b| form(&heap, &[("a", object(a)), ("b", object(b))], 0);
    assert!(!pair(0x8000_0001, 0x8000_0002).identity_uncertain);
    assert!(pair(0x8000_0001, 0x8000_0001).identity_uncertain);
    assert!(!pair(3, 3).identity_uncertain);
}

#[test]
fn what_was_not_recorded_is_never_certain() {
    let heap = FakeHeap::default();
    assert!(form(&heap, &[("p", object(1))], 0).doubt.is_some());
}

#[test]
fn hash_tables_are_compared_without_their_order() {
    let mut heap = FakeHeap::default();
    for (number, text) in [(50, "a"), (51, "b")] {
        heap.string(number, text);
    }
    for (base, keys) in [(1, [50, 51]), (20, [51, 50])] {
        for (place, key) in keys.into_iter().enumerate() {
            let fields = [("key", object(key)), ("value", Value::Int(key as i32))];
            let node = base + 2 + place as u32;
            heap.object(node, 0, "java.util.HashMap$Node", &fields);
        }
        let table = [object(base + 2), object(base + 3)];
        heap.array(base + 1, 0, "java.util.HashMap$Node[]", &table);
        let fields = [("table", object(base + 1)), ("size", Value::Int(2))];
        heap.object(base, 0, "java.util.HashMap", &fields);
    }
    let one = form(&heap, &[("m", object(1))], 0);
    assert_eq!(one.doubt, None);
    assert_eq!(one, form(&heap, &[("m", object(20))], 0));
}

/// A `HashMap` whose keys are the given objects, in this order of its table.
fn hash_map(heap: &mut FakeHeap, number: u32, keys: &[u32]) {
    for (place, &key) in keys.iter().enumerate() {
        let fields = [("key", object(key)), ("value", Value::Bool(true))];
        let node = number + 2 + place as u32;
        heap.object(node, 0, "java.util.HashMap$Node", &fields);
    }
    let table: Vec<Value> = (0..keys.len() as u32)
        .map(|place| object(number + 2 + place))
        .collect();
    heap.array(number + 1, 0, "java.util.HashMap$Node[]", &table);
    let size = Value::Int(keys.len() as i32);
    let fields = [("table", object(number + 1)), ("size", size)];
    heap.object(number, 0, "java.util.HashMap", &fields);
}

#[test]
fn keys_are_compared_by_what_they_hold() {
    let mut heap = FakeHeap::default();
    for (number, row) in [(50, 1), (51, 2), (52, 1), (53, 2)] {
        heap.object(number, 0, "Seat", &[("row", Value::Int(row))]);
    }
    hash_map(&mut heap, 1, &[50, 51]);
    hash_map(&mut heap, 11, &[53, 52]);
    hash_map(&mut heap, 21, &[50, 52]);
    let one = form(&heap, &[("m", object(1))], 0);
    assert_eq!(one.doubt, None);
    assert_eq!(one, form(&heap, &[("m", object(11))], 0));
    // Two keys that hold the same have no order of their own…
    let twins = form(&heap, &[("m", object(21))], 0);
    assert_eq!(twins.doubt, Some(Doubt::Order("HashMap".to_owned())));
    // … unless they were met before.
    let roots = [("a", object(50)), ("b", object(52)), ("m", object(21))];
    assert_eq!(form(&heap, &roots, 0).doubt, None);
}

#[test]
fn a_table_inside_its_own_key_is_not_followed_forever() {
    let mut heap = FakeHeap::default();
    heap.object(50, 0, "Key", &[("all", object(1))]);
    heap.object(51, 0, "Key", &[("all", object(1))]);
    hash_map(&mut heap, 1, &[50, 51]);
    let doubt = form(&heap, &[("m", object(1))], 0).doubt;
    assert_eq!(doubt, Some(Doubt::Order("HashMap".to_owned())));
}

/// A `TreeMap` with strings for keys, in a row to the right, and a part of it.
fn sorted_part(comparator: Value, from: &str, to: &str) -> String {
    let mut heap = FakeHeap::default();
    let keys = ["b", "d", "f", "h"];
    for (place, key) in (0u32..).zip(keys) {
        heap.string(20 + place, key);
        let right = match place {
            3 => Value::Null,
            _ => object(31 + place),
        };
        let fields = [
            ("key", object(20 + place)),
            ("value", Value::Int(place as i32)),
            ("left", Value::Null),
            ("right", right),
        ];
        heap.object(30 + place, 0, "java.util.TreeMap$Entry", &fields);
    }
    let fields = [
        ("comparator", comparator),
        ("root", object(30)),
        ("size", Value::Int(4)),
    ];
    heap.object(1, 0, "java.util.TreeMap", &fields);
    heap.string(40, from);
    heap.string(41, to);
    let fields = [
        ("m", object(1)),
        ("lo", object(40)),
        ("hi", object(41)),
        ("fromStart", Value::Bool(false)),
        ("toEnd", Value::Bool(to.is_empty())),
        ("loInclusive", Value::Bool(true)),
        ("hiInclusive", Value::Bool(false)),
    ];
    heap.object(2, 0, "java.util.TreeMap$AscendingSubMap", &fields);
    heap.shown(object(2), 0)
}

#[test]
fn parts_of_sorted_maps_end_where_that_can_be_known() {
    let natural = Value::Null;
    assert_eq!(sorted_part(natural, "d", "h"), r#"{"d"=1, "f"=2}"#);
    assert_eq!(sorted_part(natural, "c", "g"), r#"{"d"=1, "f"=2}"#);
    assert_eq!(sorted_part(natural, "e", ""), r#"{"f"=2, "h"=3}"#);
    assert_eq!(sorted_part(natural, "x", "y"), "{}");
    // Only the program's own code could tell where other keys are.
    let own = object(50);
    assert_eq!(sorted_part(own, "d", "h"), r#"{"d"=1, "f"=2}"#);
    let fields = sorted_part(own, "c", "h");
    assert!(fields.contains("fromStart"), "{fields}");
}

#[test]
fn lists_in_reverse_and_queues_that_hold_nothing() {
    let mut heap = FakeHeap::default();
    array_list(&mut heap, 1, 0, &[Value::Int(1), Value::Int(2)]);
    let view = "java.util.ReverseOrderListView$Rand";
    heap.object(10, 0, view, &[("base", object(1))]);
    assert_eq!(heap.shown(object(10), 0), "[2, 1]");
    let class = "java.util.concurrent.SynchronousQueue".to_owned();
    heap.things.insert((11, 0), Thing::Opaque { class });
    assert_eq!(heap.shown(object(11), 0), "[]");
}

//! Values shown and compared over a heap of a few objects.

use std::collections::HashMap;

use crate::canonical::{Canonical, Numbers, canonical};
use crate::change::{Change, Comparison};
use crate::heap::{Heap, Ref, Thing, Value};
use crate::show::{Limits, Names, show};

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
            is_record: false,
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

    fn string(&mut self, number: u32, text: &str) {
        let thing = Thing::Text {
            class: "java.lang.String".to_owned(),
            text: text.to_owned(),
            length: text.chars().count(),
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
        assert!(found.complete);
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
    slots.resize(10, Value::Null);
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
    assert_eq!(heap.shown(object(2), 0), "Pair(a=Leaf#1(n=5), b=Leaf#1)");
}

#[test]
fn long_values_are_shortened_and_say_by_how_much() {
    let mut heap = FakeHeap::default();
    let items: Vec<Value> = (0..40).map(Value::Int).collect();
    heap.array(1, 0, "int[]", &items);
    assert_eq!(
        heap.shown(object(1), 0),
        "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … 28 more}"
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
    assert!(one.certain);
    assert_eq!(one, form(&heap, &[("p", object(11))], 0));
    assert_ne!(one, form(&heap, &[("q", object(1))], 0));
    // Two equal leaves are not one leaf twice.
    heap.object(21, 0, "Pair", &[("a", object(2)), ("b", object(12))]);
    assert_ne!(one, form(&heap, &[("p", object(21))], 0));
}

#[test]
fn what_was_not_recorded_is_never_certain() {
    let heap = FakeHeap::default();
    assert!(!form(&heap, &[("p", object(1))], 0).certain);
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
    assert!(one.certain);
    assert_eq!(one, form(&heap, &[("m", object(20))], 0));
}

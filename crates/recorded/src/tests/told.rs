//! Objects that stand in full in one row are only named in the others, and nothing that changed in them is lost.

use super::*;
use crate::showing::told::Moment;

/// Two entries that know each other, of which `1` is the first.
fn linked(heap: &mut FakeHeap, time: u32, first: (Value, Value), second: (Value, Value)) {
    for (number, key, (older, newer)) in [(1, 70, first), (2, 71, second)] {
        let fields = [
            ("key", object(key)),
            ("value", Value::Int(number)),
            ("older", older),
            ("newer", newer),
        ];
        heap.object(number as u32, time, "Entry", &fields);
    }
}

/// A list of two ends, before and after its entries have changed places.
fn turned() -> FakeHeap {
    let mut heap = FakeHeap::default();
    heap.string(70, "one");
    heap.string(71, "two");
    linked(
        &mut heap,
        0,
        (Value::Null, object(2)),
        (object(1), Value::Null),
    );
    heap.object(
        5,
        0,
        "Cache",
        &[("oldest", object(1)), ("newest", object(2))],
    );
    linked(
        &mut heap,
        1,
        (object(2), Value::Null),
        (Value::Null, object(1)),
    );
    heap.object(
        5,
        1,
        "Cache",
        &[("oldest", object(2)), ("newest", object(1))],
    );
    heap
}

/// The row of the object itself, and its changes.
fn rows(heap: &FakeHeap, whole: Value) -> (String, Vec<String>) {
    let limits = Limits::default();
    let mut names = Names::default();
    names.meet(heap, whole, 0, limits);
    names.turn();
    names.meet(heap, whole, 1, limits);
    names.told.at(Moment::Before);
    let text = show(heap, whole, 0, limits, &names);
    let mut comparison = Comparison::new(heap, 0, 1, limits, &names, 50);
    comparison.compare("this", whole, whole);
    let found = comparison.finish();
    assert!(found.is_complete());
    let side = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let changes = found.list.into_iter().map(|change| {
        format!(
            "{}: {} → {}",
            change.path,
            side(change.before),
            side(change.after)
        )
    });
    (text, changes.collect())
}

#[test]
fn what_stands_in_another_row_is_named_and_its_changes_are_told() {
    let (this, changes) = rows(&turned(), object(5));
    let first = r#"Entry#1(key="one", value=1, older=null, newer=Entry#2(key="two", value=2, older=Entry#1, newer=null))"#;
    assert_eq!(this, format!("Cache(oldest={first}, newest=Entry#2)"));
    let (one, two) = (r#"Entry#1 key="one""#, r#"Entry#2 key="two""#);
    let mut wanted = vec![
        format!("this.oldest: {one} → {two}"),
        format!("this.newest: {two} → {one}"),
    ];
    // Neither is reached by the same way before and after, so their own changes are told by their marks.
    wanted.extend([
        format!("Entry#1.older: null → {two}"),
        format!("Entry#1.newer: {two} → null"),
        format!("Entry#2.older: {one} → null"),
        format!("Entry#2.newer: null → {one}"),
    ]);
    let sorted = |mut all: Vec<String>| {
        all.sort();
        all
    };
    assert_eq!(sorted(changes), sorted(wanted));
}

#[test]
fn what_is_short_is_written_wherever_it_is() {
    let mut heap = FakeHeap::default();
    heap.object(1, 0, "Point", &[("x", Value::Int(1)), ("y", Value::Int(2))]);
    heap.object(
        2,
        0,
        "Pair",
        &[("a", object(1)), ("b", object(1)), ("c", Value::Null)],
    );
    heap.object(
        2,
        1,
        "Pair",
        &[("a", object(1)), ("b", object(1)), ("c", object(1))],
    );
    let (this, changes) = rows(&heap, object(2));
    assert_eq!(
        this,
        "Pair(a=Point#1(x=1, y=2), b=Point#1(x=1, y=2), c=null)"
    );
    assert_eq!(changes, ["this.c: null → Point#1(x=1, y=2)"]);
}

#[test]
fn something_new_stands_in_full_where_it_is_met_first() {
    let mut heap = FakeHeap::default();
    heap.string(70, "something that is new here");
    heap.object(
        1,
        0,
        "Holder",
        &[("first", Value::Null), ("last", Value::Null)],
    );
    heap.object(1, 1, "Holder", &[("first", object(2)), ("last", object(2))]);
    heap.object(2, 1, "Item", &[("name", object(70))]);
    let (_, changes) = rows(&heap, object(1));
    assert_eq!(
        changes,
        [
            r#"this.first: null → Item#1(name="something that is new here")"#,
            r#"this.last: null → Item#1 name="something that is new here""#,
        ]
    );
}

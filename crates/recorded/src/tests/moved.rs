//! Lists whose elements have changed their places, and iterators over other collections than lists.

use super::*;

fn texts(heap: &mut FakeHeap, first: u32, texts: &[&str]) -> Vec<Value> {
    let numbered = texts.iter().zip(first..);
    let made = numbered.map(|(text, number)| {
        heap.string(number, text);
        object(number)
    });
    made.collect()
}

#[test]
fn a_list_that_was_rearranged_is_told_as_a_whole() {
    let mut heap = FakeHeap::default();
    let words = texts(
        &mut heap,
        50,
        &["the", "top", "heap", "smallest", "keeps", "word"],
    );
    let [the, top, heap_word, smallest, keeps, word] = words[..] else {
        unreachable!();
    };
    array_list(
        &mut heap,
        1,
        0,
        &[the, top, the, heap_word, smallest, keeps, word],
    );
    array_list(
        &mut heap,
        1,
        1,
        &[top, heap_word, the, word, smallest, keeps],
    );
    assert_eq!(
        heap.changes("items", object(1)),
        [
            r#"items: ["the", "top", "the", "heap", "smallest", "keeps", "word"] → ["top", "heap", "the", "word", "smallest", "keeps"]"#
        ]
    );
    // What only went is told by what went, side by side as one range.
    array_list(&mut heap, 1, 1, &[the, word]);
    assert_eq!(
        heap.changes("items", object(1)),
        [r#"items[1..6]: "top", "the", "heap", "smallest", "keeps" → –"#]
    );
}

#[test]
fn a_long_list_that_was_rearranged_is_told_place_by_place() {
    let mut heap = FakeHeap::default();
    let mut numbers: Vec<Value> = (100_000..100_060).map(Value::Int).collect();
    array_list(&mut heap, 1, 0, &numbers);
    numbers.swap(3, 4);
    numbers.swap(40, 41);
    numbers.pop();
    array_list(&mut heap, 1, 1, &numbers);
    let limits = Limits {
        items: 100,
        ..Limits::default()
    };
    let names = Names::default();
    let mut comparison = Comparison::new(&heap, 0, 1, limits, &names, 50);
    comparison.compare("list", object(1), object(1));
    let paths: Vec<String> = comparison
        .finish()
        .list
        .into_iter()
        .map(|c| c.path)
        .collect();
    let wanted = ["list[59]", "list[3]", "list[4]", "list[40]", "list[41]"];
    assert_eq!(paths, wanted);
}

#[test]
fn what_is_ahead_in_a_ring_and_in_a_tree_is_shown() {
    let mut heap = FakeHeap::default();
    let slots = [
        Value::Int(3),
        Value::Int(4),
        Value::Null,
        Value::Int(1),
        Value::Int(2),
    ];
    heap.array(2, 0, "java.lang.Object[]", &slots);
    let fields = [
        ("elements", object(2)),
        ("head", Value::Int(3)),
        ("tail", Value::Int(2)),
    ];
    heap.object(1, 0, "java.util.ArrayDeque", &fields);
    let fields = [
        ("cursor", Value::Int(4)),
        ("remaining", Value::Int(3)),
        ("this$0", object(1)),
    ];
    heap.object(3, 0, "java.util.ArrayDeque$DeqIterator", &fields);
    assert_eq!(heap.shown(object(3), 0), "Iterator[2, 3, 4]");
    // 20 with 10 on its left and 40 on its right, which has 30 on its left.
    for (number, key, left, right, parent) in [
        (11, 20, object(12), object(13), Value::Null),
        (12, 10, Value::Null, Value::Null, object(11)),
        (13, 40, object(14), Value::Null, object(11)),
        (14, 30, Value::Null, Value::Null, object(13)),
    ] {
        let fields = [
            ("key", Value::Int(key)),
            ("value", Value::Int(-key)),
            ("left", left),
            ("right", right),
            ("parent", parent),
        ];
        heap.object(number, 0, "java.util.TreeMap$Entry", &fields);
    }
    heap.object(
        20,
        0,
        "java.util.TreeMap$KeyIterator",
        &[("next", object(12))],
    );
    assert_eq!(heap.shown(object(20), 0), "Iterator[10, 20, 30, 40]");
    heap.object(
        21,
        0,
        "java.util.TreeMap$EntryIterator",
        &[("next", object(14))],
    );
    assert_eq!(heap.shown(object(21), 0), "Iterator[30=-30, 40=-40]");
}

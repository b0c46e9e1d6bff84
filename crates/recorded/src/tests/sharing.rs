//! No part of a value takes the room of the others.

use super::*;

/// An object whose first field leads to much more than its later ones.
fn crowded() -> FakeHeap {
    let mut heap = FakeHeap::default();
    let mut names = Vec::new();
    for number in 0..40 {
        heap.string(100 + number, &format!("builtin function number {number}"));
        names.push(object(100 + number));
    }
    heap.array(2, 0, "java.lang.String[]", &names);
    heap.object(3, 0, "Environment", &[("values", object(2))]);
    heap.object(4, 0, "Environment", &[("values", Value::Null)]);
    let fields = [
        ("globals", object(3)),
        ("scope", object(4)),
        ("depth", Value::Int(7)),
    ];
    heap.object(1, 0, "Interpreter", &fields);
    heap
}

#[test]
fn the_first_field_leaves_room_for_the_others() {
    let heap = crowded();
    let text = heap.shown(object(1), 0);
    let begin = "Interpreter(globals=Environment(values={\"builtin function number 0\", ";
    assert!(text.starts_with(begin), "{text}");
    let end = " more}), scope=Environment(values=null), depth=7)";
    assert!(text.ends_with(end), "{text}");
    // The room is used.
    let length = text.chars().count();
    assert!((300..=460).contains(&length), "{length}: {text}");
}

#[test]
fn what_has_little_room_is_only_named() {
    let heap = crowded();
    let limits = Limits {
        width: 60,
        ..Limits::default()
    };
    let text = show(&heap, object(1), 0, limits, &Names::default());
    assert_eq!(
        text,
        "Interpreter(globals=Environment(…), scope=Environment(…), depth=7)"
    );
}

#[test]
fn what_has_room_is_written_as_it_is() {
    let heap = crowded();
    let limits = Limits {
        items: 100,
        width: 2000,
        ..Limits::default()
    };
    let names = Names::default();
    let text = show(&heap, object(1), 0, limits, &names);
    assert!(!text.contains('…'), "{text}");
    assert_eq!(names.take_left_out(), 0);
}

#[test]
fn a_long_text_leaves_room_for_the_others() {
    let mut heap = FakeHeap::default();
    heap.string(5, &"word ".repeat(200));
    heap.string(6, &"other ".repeat(200));
    let fields = [
        ("text", object(5)),
        ("notes", object(6)),
        ("at", Value::Int(7)),
    ];
    heap.object(1, 0, "Lexer", &fields);
    let text = heap.shown(object(1), 0);
    assert!(text.ends_with(", at=7)"), "{text}");
    assert!(
        text.contains("more characters, notes=\"other other"),
        "{text}"
    );
    // By itself it is shown in full.
    assert_eq!(heap.shown(object(5), 0).chars().count(), 1002);
}

#[test]
fn characters_side_by_side_are_a_text() {
    let mut heap = FakeHeap::default();
    let characters = |text: &str| -> Vec<Value> { text.encode_utf16().map(Value::Char).collect() };
    heap.array(
        1,
        0,
        "char[]",
        &characters("some letters that are in a row"),
    );
    heap.array(
        1,
        1,
        "char[]",
        &characters("some letters WXYZ are in a row"),
    );
    assert_eq!(
        heap.shown(object(1), 0),
        "char[] \"some letters that are in a row\""
    );
    assert_eq!(
        heap.changes("row", object(1)),
        ["row[13..17]: \"that\" → \"WXYZ\""]
    );
}

#[test]
fn what_came_into_a_list_shares_the_room_of_one_value() {
    let mut heap = FakeHeap::default();
    let mut lines = Vec::new();
    for number in 0..12 {
        heap.string(
            100 + number,
            &format!("a rather long line of a report, number {number}"),
        );
        lines.push(object(100 + number));
    }
    array_list(&mut heap, 1, 0, &[]);
    array_list(&mut heap, 1, 1, &lines);
    let limits = Limits {
        width: 150,
        ..Limits::default()
    };
    let names = Names::default();
    let mut comparison = Comparison::new(&heap, 0, 1, limits, &names, 50);
    comparison.compare("report", object(1), object(1));
    let [change] = comparison.finish().list.try_into().expect("one change");
    assert_eq!(change.path, "report[0..12]");
    let after = change.after.unwrap();
    // What is missing is counted, and nothing is cut off at the end.
    assert!(after.ends_with(" more"), "{after}");
    assert!(after.chars().count() < 200, "{after}");
}

#[test]
fn much_that_belongs_together_can_be_told_as_one() {
    let mut heap = FakeHeap::default();
    let numbers = |changed: &[usize]| -> Vec<Value> {
        let number = |at| Value::Int(if changed.contains(&at) { 1 } else { 0 });
        (0..24).map(number).collect()
    };
    heap.array(1, 0, "int[]", &numbers(&[]));
    heap.array(1, 1, "int[]", &numbers(&[0, 1, 2, 3, 5, 6, 7, 8, 20]));
    let names = Names::default();
    let paths = |is_summed| -> Vec<String> {
        let comparison = Comparison::new(&heap, 0, 1, Limits::default(), &names, 50);
        let mut comparison = comparison.summed(is_summed);
        comparison.compare("code", object(1), object(1));
        let list = comparison.finish().list.into_iter();
        list.map(|change| change.path).collect()
    };
    assert_eq!(paths(false), ["code[0..4]", "code[5..9]", "code[20]"]);
    assert_eq!(paths(true), ["code[0..9]", "code[20]"]);
}

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

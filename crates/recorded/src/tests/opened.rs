//! Values are opened by their paths.

use super::*;

/// A list of positions in a map, of which one position moves.
fn board() -> (FakeHeap, Vec<Root<u32>>) {
    let mut heap = FakeHeap::default();
    for (number, x) in [(10, 1), (11, 2), (12, 3)] {
        heap.object(number, 0, "Position", &[("x", Value::Int(x))]);
    }
    heap.object(11, 1, "Position", &[("x", Value::Int(7))]);
    array_list(&mut heap, 1, 0, &[object(10), object(11)]);
    array_list(&mut heap, 1, 1, &[object(10), object(11), object(12)]);
    heap.string(20, "a]b");
    let entry = [
        ("key", object(20)),
        ("value", object(11)),
        ("next", Value::Null),
    ];
    heap.object(30, 0, "java.util.HashMap$Node", &entry);
    heap.array(31, 0, "java.util.HashMap$Node[]", &[object(30)]);
    let map = [("table", object(31)), ("size", Value::Int(1))];
    heap.object(32, 0, "java.util.HashMap", &map);
    let root = |name: &str, value| Root {
        name: name.to_owned(),
        before: Some(Held { value, time: 0 }),
        after: Some(Held { value, time: 1 }),
    };
    let roots = vec![
        root("list", object(1)),
        root("Game.pieces", object(32)),
        root("n", Value::Int(5)),
        Root {
            before: None,
            ..root("returned", object(12))
        },
    ];
    (heap, roots)
}

/// What opening a path shows, one part a line.
fn opened(path: &str) -> String {
    let (heap, roots) = board();
    let opened = match open(&heap, &roots, path) {
        Ok(opened) => opened,
        Err(error) => return error.to_string(),
    };
    let text = |side: &Option<String>| side.clone().unwrap_or_else(|| "–".to_owned());
    let line = |row: &Row| format!("{}: {} → {}", row.name, text(&row.before), text(&row.after));
    let mut lines = vec![line(&opened.whole)];
    lines.extend(opened.parts.iter().map(line));
    if (opened.earlier, opened.later) != (0, 0) {
        lines.push(format!(
            "{} earlier, {} later",
            opened.earlier, opened.later
        ));
    }
    lines.join("\n")
}

#[test]
fn values_are_opened_by_path_with_what_changed() {
    for (path, expected) in [
        (
            "list",
            "list: ArrayList, 2 elements → ArrayList, 3 elements\n\
             [0]: Position(x=1) → Position(x=1)\n\
             [1]: Position(x=2) → Position(x=7)\n\
             [2]: absent → Position(x=3)",
        ),
        ("list[1]", "list[1]: Position → Position\n.x: 2 → 7"),
        ("list[1].x", "list[1].x: 2 → 7"),
        (
            "list[1..2]",
            "list: ArrayList, 2 elements → ArrayList, 3 elements\n\
             [1]: Position(x=2) → Position(x=7)\n1 earlier, 1 later",
        ),
        ("Game.pieces[\"a]b\"].x", "Game.pieces[\"a]b\"].x: 2 → 7"),
        ("n", "n: 5 → 5"),
        ("returned", "returned: – → Position\n.x: – → 3"),
    ] {
        assert_eq!(opened(path), expected, "{path}");
    }
}

#[test]
fn paths_that_lead_nowhere_say_where_they_end() {
    for (path, expected) in [
        ("", "there is no value ``"),
        ("lis", "there is no value `lis`"),
        ("list[9]", "`list` has no part `[9]`"),
        ("list[1].y", "`list[1]` has no part `.y`"),
        ("n.x", "`n` has no part `.x`"),
        ("list[", "is no path"),
        ("list[1]x", "is no path"),
        ("list..", "is no path"),
        ("list[99999999999999999999]", "has no part"),
        ("list[18446744073709551615]", "has no part"),
        ("list[18446744073709551615..]", "list: ArrayList"),
    ] {
        let said = opened(path);
        assert!(said.contains(expected), "{path}: {said}");
    }
}

#[test]
fn paths_are_completed_part_by_part() {
    let (heap, roots) = board();
    for (begun, expected) in [
        ("", &["list", "Game.pieces", "n", "returned"][..]),
        ("l", &["list"]),
        ("list", &["list", "list[0]", "list[1]", "list[2]"]),
        ("list[1].", &["list[1].x"]),
        ("Game.pieces[", &["Game.pieces[\"a]b\"]"]),
        ("nothing.", &[]),
    ] {
        assert_eq!(paths(&heap, &roots, begun), expected, "{begun}");
    }
}

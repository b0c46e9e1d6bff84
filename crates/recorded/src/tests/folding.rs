//! Objects that point back to what holds them, and maps that hold a key twice.

use super::*;

/// A book with two chapters, each with a pointer to the book.
fn book() -> FakeHeap {
    let mut heap = FakeHeap::default();
    heap.string(10, "Book");
    heap.string(11, "Start");
    heap.string(12, "Reference");
    let section = |title, parent, children| {
        [
            ("title", object(title)),
            ("parent", parent),
            ("children", object(children)),
        ]
    };
    heap.object(1, 0, "Section", &section(10, Value::Null, 20));
    heap.object(2, 0, "Section", &section(11, object(1), 30));
    heap.object(3, 0, "Section", &section(12, object(1), 40));
    array_list(&mut heap, 20, 0, &[object(2), object(3)]);
    array_list(&mut heap, 30, 0, &[]);
    array_list(&mut heap, 40, 0, &[]);
    heap
}

#[test]
fn a_pointer_back_is_told_in_a_few_words() {
    let heap = book();
    assert_eq!(
        heap.shown(object(2), 0),
        r#"Section(title="Start", parent=Section(title="Book", …), children=[])"#
    );
    assert_eq!(
        heap.shown(object(1), 0),
        r#"Section#1(title="Book", parent=null, children=[Section(title="Start", parent=Section#1, children=[]), Section(title="Reference", parent=Section#1, children=[])])"#
    );
}

#[test]
fn another_holder_is_told_in_a_few_words() {
    let mut heap = book();
    let moved = [
        ("title", object(11)),
        ("parent", object(3)),
        ("children", object(30)),
    ];
    heap.object(2, 1, "Section", &moved);
    array_list(&mut heap, 40, 1, &[object(2)]);
    assert_eq!(
        heap.changes("this", object(2)),
        [
            r#"this.parent: Section(title="Book", …) → Section(title="Reference", …)"#,
            r#"was this.parent.children[1].children[0]: – → Section(title="Start", parent=Section(title="Reference", …), children=[])"#,
        ]
    );
}

#[test]
fn of_two_objects_that_point_to_each_other_the_next_is_told() {
    let mut heap = FakeHeap::default();
    let node = |n, prev, next| [("n", Value::Int(n)), ("prev", prev), ("next", next)];
    heap.object(1, 0, "Link", &node(1, Value::Null, object(2)));
    heap.object(2, 0, "Link", &node(2, object(1), Value::Null));
    assert_eq!(
        heap.shown(object(1), 0),
        "Link#1(n=1, prev=null, next=Link(n=2, prev=Link#1, next=null))"
    );
    assert_eq!(
        heap.shown(object(2), 0),
        "Link(n=2, prev=Link(n=1, …), next=null)"
    );
}

#[test]
fn a_key_that_is_there_twice_has_not_changed() {
    let mut heap = FakeHeap::default();
    heap.object(50, 0, "Place", &[("aisle", Value::Int(4))]);
    hash_map(&mut heap, 1, &[50, 50]);
    assert_eq!(heap.changes("stock", object(1)), Vec::<String>::new());
}

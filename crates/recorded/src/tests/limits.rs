//! Readers that want more than a screen holds get it, and are told what they do not get.

use super::*;
use crate::showing::change::Changes;

const LIMITS: Limits = Limits {
    depth: 4,
    items: 5000,
    width: 1 << 20,
};

/// An array of this many objects, all of which have changed when time 1 comes.
fn changing(count: u32) -> FakeHeap {
    let mut heap = FakeHeap::default();
    for number in 0..count {
        heap.object(10 + number, 0, "Cell", &[("x", Value::Int(0))]);
        heap.object(10 + number, 1, "Cell", &[("x", Value::Int(1))]);
    }
    let cells: Vec<Value> = (0..count).map(|number| object(10 + number)).collect();
    heap.array(1, 0, "Cell[]", &cells);
    heap
}

fn compared(heap: &FakeHeap, most_changes: usize) -> Changes {
    let names = Names::default();
    let mut comparison = Comparison::new(heap, 0, 1, LIMITS, &names, most_changes);
    comparison.compare("cells", object(1), object(1));
    comparison.finish()
}

#[test]
fn changes_that_are_not_listed_are_counted_or_said_to_be_more() {
    let few = compared(&changing(100), 60);
    assert_eq!((few.list.len(), few.more, few.counted), (60, 40, true));
    let many = compared(&changing(3000), 60);
    assert_eq!(many.list.len(), 60);
    assert!(many.more > 0 && !many.counted, "{}", many.more);
    // Nothing is left over, but not everything was compared.
    let all_seen = compared(&changing(2500), 2000);
    assert_eq!(all_seen.list.len() + all_seen.more, 2500);
    assert!(all_seen.counted && !all_seen.is_complete());
}

#[test]
fn whoever_wants_all_changes_gets_them() {
    let all = compared(&changing(4000), 5000);
    assert_eq!((all.list.len(), all.is_complete()), (4000, true));
}

#[test]
fn whoever_wants_all_elements_gets_them() {
    let mut heap = FakeHeap::default();
    let numbers: Vec<Value> = (0..3000).map(Value::Int).collect();
    heap.array(1, 0, "int[]", &numbers);
    let text = show(&heap, object(1), 0, LIMITS, &Names::default());
    assert_eq!(text.matches(", ").count(), 2999);
    assert!(
        text.ends_with("2998, 2999}"),
        "{}",
        &text[text.len() - 40..]
    );
}

//! What changed in things that were taken away is told.

use super::*;

/// A job, before and after it was done.
fn job(heap: &mut FakeHeap, number: u32) {
    let id = ("id", Value::Int(number as i32));
    heap.object(number, 0, "Job", &[id, ("done", Value::Bool(false))]);
    heap.object(number, 1, "Job", &[id, ("done", Value::Bool(true))]);
}

#[test]
fn what_a_drained_queue_held_is_compared() {
    let mut heap = FakeHeap::default();
    job(&mut heap, 10);
    job(&mut heap, 11);
    array_list(&mut heap, 1, 0, &[object(10), object(11)]);
    array_list(&mut heap, 1, 1, &[]);
    assert_eq!(
        heap.changes("queue", object(1)),
        [
            "queue: [Job(id=10, done=false), Job(id=11, done=false)] → []",
            "was queue[0].done: false → true",
            "was queue[1].done: false → true",
        ]
    );
}

#[test]
fn what_is_met_elsewhere_is_told_there() {
    let mut heap = FakeHeap::default();
    job(&mut heap, 10);
    array_list(&mut heap, 1, 0, &[object(10)]);
    array_list(&mut heap, 1, 1, &[]);
    heap.object(
        5,
        0,
        "Worker",
        &[("queue", object(1)), ("last", object(10))],
    );
    assert_eq!(
        heap.changes("this", object(5)),
        [
            "this.queue: [Job(id=10, done=false)] → []",
            "this.last.done: false → true",
        ]
    );
}

#[test]
fn what_a_field_no_longer_leads_to_is_compared() {
    let mut heap = FakeHeap::default();
    job(&mut heap, 10);
    heap.object(5, 0, "Worker", &[("job", object(10))]);
    heap.object(5, 1, "Worker", &[("job", Value::Null)]);
    assert_eq!(
        heap.changes("this", object(5)),
        [
            "this.job: Job(id=10, done=false) → null",
            "was this.job.done: false → true",
        ]
    );
    let roots = [Root {
        name: "this".to_owned(),
        before: Some(Held {
            value: object(5),
            time: 0,
        }),
        after: Some(Held {
            value: object(5),
            time: 1,
        }),
    }];
    let opened = open(&heap, &roots, "was this.job.done").unwrap();
    assert_eq!(opened.whole.before.as_deref(), Some("false"));
    assert_eq!(opened.whole.after.as_deref(), Some("true"));
}

#[test]
fn what_has_changed_and_is_recorded_in_part_is_said_to_be() {
    let mut heap = FakeHeap::default();
    heap.object(5, 0, "Lines", &[("count", Value::Int(0))]);
    heap.extend(5, "Lines", "lib.Reader", Some("lib.Reader"));
    heap.object(1, 0, "Parser", &[("lines", object(5))]);
    let unknown = |heap: &FakeHeap| {
        let names = Names::default();
        let mut comparison = Comparison::new(heap, 0, 1, Limits::default(), &names, 50);
        comparison.compare("this", object(1), object(1));
        comparison.finish().unknown
    };
    // What did not change decides nothing here.
    assert_eq!(unknown(&heap), []);
    let mut later = heap.things[&(5, 0)].clone();
    if let Thing::Object { fields, .. } = &mut later {
        fields[0].1 = Value::Int(1);
    }
    heap.things.insert((5, 1), later);
    let wanted = ("this.lines".to_owned(), "Reader".to_owned());
    assert_eq!(unknown(&heap), [wanted]);
}

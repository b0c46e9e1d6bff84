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

//! Threads that hand an object to and fro, read while they do: the states are those of the finished trace, and the true ones.

use crate::support::{Program, Run, jdks};
use elenchus_trace::{Budget, NodeKey, NodeKind, Outcome, Target, Trace, Value};
use std::collections::HashMap;
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::Duration;

/// Hits of all threads together.
const HITS: i32 = 900;

/// The count that a call of `hit` returned, and what it was before and after the call.
type Hit = (Value, [Value; 2]);

/// Every `every`-th of the calls of `hit` that have ended.
fn hits(trace: &Trace, every: usize) -> HashMap<NodeKey, Hit> {
    let definitions = trace.definitions();
    let mut routines = definitions.routines();
    let routine = routines.find(|def| def.name == "hit");
    let field = definitions.fields().find(|def| def.name == "hits");
    let (Some(routine), Some(field)) = (routine, field) else {
        return HashMap::new();
    };
    let snapshot = trace.snapshot();
    let keys = snapshot.tree.nodes().map(|node| snapshot.key_of(node));
    let calls = keys
        .filter_map(|key| trace.node(key))
        .filter(|data| data.kind == NodeKind::Routine(routine.id));
    let ended = calls.step_by(every).filter_map(|data| {
        let (Outcome::Returned(returned), Some(Value::Ref(object))) = (data.outcome, data.receiver)
        else {
            return None;
        };
        let field = field.id;
        let target = Target::Field { object, field };
        let held = [data.before, data.after?].map(|time| trace.value_at(target, time));
        Some((data.key, (returned, held)))
    });
    ended.collect()
}

/// Whoever hits the ball has it for himself, so it had one hit less before.
fn check(trace: &Trace, every: usize) -> HashMap<NodeKey, Hit> {
    let found = hits(trace, every);
    for (key, (returned, held)) in &found {
        let Value::Int(count) = *returned else {
            panic!("{key:?} returned {returned:?}");
        };
        assert_eq!(*held, [Value::Int(count - 1), *returned], "{key:?}");
    }
    found
}

#[test]
fn states_across_threads_are_the_same_live_and_afterwards() {
    for home in jdks() {
        let program = Program::single(
            &home,
            "Handing",
            include_str!("../java/record/Handing.java"),
        );
        let path = program.folder.path().join("trace");
        let mut command = program.command("Handing", &Run::default(), Some(&path));
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("java starts");
        let trace = loop {
            assert!(child.try_wait().unwrap().is_none(), "it waits for a line");
            match Trace::attach(&path, Budget::default()) {
                Ok(trace) => break trace,
                Err(_) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        // Everything up to the pause, while the slots of all threads are being filled.
        let mut looks = 0;
        let half = loop {
            trace.advance().unwrap();
            if looks % 2 == 0 {
                trace.index().unwrap();
            }
            looks += 1;
            let found = check(&trace, 1);
            if found.len() as i32 >= HITS / 2 {
                break found;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        child.stdin.take().unwrap().write_all(b"\n").unwrap();
        // The rest, at whatever moments.
        let mut seen = HashMap::new();
        while !trace.is_complete() {
            trace.advance().unwrap();
            seen.extend(check(&trace, 97));
        }
        assert!(child.wait().unwrap().success());
        let mut printed = String::new();
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut printed)
            .unwrap();
        assert_eq!(printed, format!("{HITS}\n"));
        trace.index().unwrap();
        let all = check(&trace, 1);
        assert_eq!(all.len() as i32, HITS);
        drop(trace);
        std::fs::remove_dir_all(path.join("derived")).unwrap();
        let anew = Trace::open(&path, Budget::default()).unwrap();
        let finished = check(&anew, 1);
        assert_eq!(finished, all);
        for (key, values) in half.iter().chain(&seen) {
            assert_eq!(finished.get(key), Some(values), "{key:?}");
        }
    }
}

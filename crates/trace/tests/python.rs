//! The format document is enough: a trace written from it by a Python script is read like any other, in the current version and in the first.

use elenchus_trace::{
    Budget, HowEnded, NodeKey, NodeKind, Outcome, Ref, Target, Thing, Trace, Value,
};
use elenchus_tree::{Kind, NodeId};
use std::path::Path;
use std::process::Command;

#[test]
fn a_trace_written_in_python_is_read() {
    read_format("1");
}

#[test]
fn the_first_version_is_read() {
    read_format("0");
}

/// Writes the run in format 1.`minor` and reads it.
fn read_format(minor: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python_writer.py");
    let done = Command::new("python3")
        .arg(script)
        .arg(&path)
        .arg(minor)
        .status();
    assert!(done.expect("python3 is installed").success());

    let trace = Trace::open(&path, Budget::default()).unwrap();
    assert!(trace.damage().is_empty(), "{:?}", trace.damage());
    let info = trace.info();
    assert_eq!(
        (info.calls, info.strands, info.ended),
        (11, 1, HowEnded::Killed)
    );
    assert_eq!(info.program, "box.py");

    // main, its loop, ten iterations with a call each.
    let snapshot = trace.snapshot();
    let tree = &snapshot.tree;
    assert_eq!(tree.len(), 22);
    assert_eq!(tree.label(NodeId::ROOT), "Box.main");
    let around = NodeId::at(1);
    assert_eq!(tree.kind(around), Kind::Loop);
    assert_eq!(tree.children(around).count(), 10);

    let main = trace
        .node(NodeKey {
            strand: 1,
            index: 0,
        })
        .unwrap();
    assert_eq!(main.arguments, [Value::Int(10)]);
    assert_eq!(main.outcome, Outcome::Returned(Value::Int(45)));
    assert_eq!(main.lines, [1, 2, 5]);
    let loop_node = trace
        .node(NodeKey {
            strand: 1,
            index: 1,
        })
        .unwrap();
    assert_eq!(loop_node.iterations, 1..11);
    let fourth = trace
        .node(NodeKey {
            strand: 1,
            index: 8,
        })
        .unwrap();
    assert_eq!(fourth.kind, NodeKind::Iterations(1));
    assert_eq!(fourth.iterations, 4..5);
    assert_eq!(fourth.locals_before[0].value, Value::Int(3));
    assert_eq!(fourth.locals_after[0].value, Value::Int(4));
    assert_eq!(fourth.lines, [3, 4]);

    // What the box held before and after the fourth call, and who wrote it.
    let (object, field) = (Ref(0x1000), 1);
    let target = Target::Field { object, field };
    assert_eq!(trace.value_at(target, fourth.before), Value::Int(3));
    let after = fourth.after.unwrap();
    assert_eq!(
        trace.state_at(object, after),
        Thing::Object {
            class: 1,
            fields: vec![(1, Value::Int(6))]
        }
    );
    let writer = trace.last_writer(target, after).unwrap();
    assert_eq!(
        writer.node,
        Some(NodeKey {
            strand: 1,
            index: 9
        })
    );
    let effects: Vec<_> = trace.effects(fourth.key).unwrap().collect();
    assert_eq!(effects.len(), 1);
    assert_eq!(
        (effects[0].before, effects[0].after),
        (Value::Int(3), Value::Int(6))
    );

    let output = trace.output(main.key, 100);
    assert_eq!(output.pieces, [(1, b"total 45\n".to_vec())]);
}

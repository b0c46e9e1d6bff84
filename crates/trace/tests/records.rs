//! How records become nodes, as data: a script of records in, the outline of the tree out.

use elenchus_trace::frame::{Codec, Stamp};
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::raw::tag;
use elenchus_trace::raw::write::RecordWriter;
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::program;
use elenchus_trace::{
    Budget, NodeKey, NodeKind, Origin, Outcome, Ref, Snapshot, Target, Trace, Value,
};
use elenchus_tree::NodeId;
use std::fmt::Write;

/// Writes one record of a script: `enter 3`, `loop 2`, `iterations 2 16`, …
fn write(line: &str, out: &mut RecordWriter) {
    let mut parts = line.split_whitespace();
    let what = parts.next().unwrap();
    let numbers: Vec<u32> = parts.map(|part| part.parse().unwrap()).collect();
    let (first, second) = (numbers[0], numbers.get(1).copied().unwrap_or(0));
    let mut pass = |tag, count: Option<u32>| {
        out.head(tag, first);
        count.map(|count| out.word(count));
        for _ in 0..program::loop_(first).block_words {
            out.word(1);
        }
        if tag != tag::LOOP_UNWIND {
            out.word(0).word(0);
        }
    };
    match what {
        "iteration" => return pass(tag::ITERATION, None),
        "iterations" => return pass(tag::ITERATIONS, Some(second)),
        "leave" => return pass(tag::LOOP_EXIT, None),
        "break" => return pass(tag::LOOP_BREAK, None),
        "unwind" => return pass(tag::LOOP_UNWIND, Some(second)),
        _ => {}
    }
    match what {
        "enter" => {
            let def = program::routine(first);
            out.head(tag::ENTER, first);
            if def.has_receiver() {
                out.word(0);
            }
            for parameter in &def.parameters {
                out.value(parameter.kind, 0);
            }
        }
        "exit" | "throw" => {
            let def = program::routine(first);
            match what {
                "exit" => out.head(tag::EXIT, first).value(def.result, 7),
                _ => out.head(tag::THROW, first).word(0),
            };
            for _ in 0..def.block_words {
                out.word(1);
            }
        }
        "loop" => {
            out.head(tag::LOOP_ENTER, first).word(9).word(0);
        }
        "resync" => {
            out.head(tag::RESYNC, second).word(first);
        }
        "new" => {
            out.head(tag::NEW, program::NODE).word(0x1000 + first);
        }
        "put" => {
            out.head(tag::PUT_FIELD, program::VALUE)
                .word(0x1000 + first)
                .word(1);
        }
        "observe" => {
            out.head(tag::OBSERVE_FIELD, program::VALUE)
                .word(0x1000 + first)
                .word(second);
        }
        "static" => {
            out.head(tag::PUT_STATIC, program::COUNTER).word(first);
        }
        "epoch" => {
            out.head(tag::EPOCH, 0).word(first);
        }
        "start" => {
            out.head(tag::STRAND_START, 0).word(first);
        }
        "switch" => {
            out.head(tag::SWITCH, 0).word(first).word(second);
        }
        "later" => {
            out.head(0x90, 1).word(first);
        }
        _ => panic!("no such record: {line}"),
    }
}

fn record(script: &str) -> (tempfile::TempDir, Trace) {
    let folder = tempfile::tempdir().unwrap();
    let sealer = Sealer::open(folder.path(), &Meta::default(), Codec::default()).unwrap();
    for definition in program::definitions(3) {
        sealer.add_definition(definition).unwrap();
    }
    let mut out = RecordWriter::default();
    for line in script
        .split(';')
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        write(line, &mut out);
    }
    let stamp = Stamp {
        ring: 1,
        sequence: 1,
        strand: 1,
        step: 0,
        depth: 0,
        turn: 1,
    };
    sealer.seal(stamp, &out.bytes).unwrap();
    sealer.finish(Ending::Exit { code: 0 }).unwrap();
    let trace = Trace::open(folder.path(), Budget::default()).unwrap();
    assert!(trace.damage().is_empty(), "{:?}", trace.damage());
    (folder, trace)
}

/// One line a node: what it is, the iterations it stands for, how it ended, `~` when it continues a chain.
fn outline(trace: &Trace, snapshot: &Snapshot) -> String {
    let mut text = String::new();
    for node in snapshot.tree.nodes() {
        let depth = snapshot.tree.ancestors(node).count();
        let indent = "  ".repeat(depth);
        let chained = if snapshot.tree.is_chained(node) {
            "~"
        } else {
            ""
        };
        let Some(data) = trace.node(snapshot.key_of(node)) else {
            writeln!(text, "{indent}root").unwrap();
            assert_eq!(node, NodeId::ROOT);
            continue;
        };
        let iterations = match data.iterations.end - data.iterations.start.min(data.iterations.end)
        {
            0 => String::new(),
            1 => format!(" {}", data.iterations.start),
            _ => format!(" {}-{}", data.iterations.start, data.iterations.end - 1),
        };
        let what = match data.kind {
            NodeKind::Routine(id) => format!("call {id}"),
            NodeKind::Loop(id) => format!("loop {id}{iterations}"),
            NodeKind::Iterations(_) => format!("pass{iterations}"),
            NodeKind::Check(_) => "check".into(),
            NodeKind::Lost => "lost".into(),
        };
        let outcome = match data.outcome {
            Outcome::Returned(_) | Outcome::Ended => "",
            Outcome::Threw(_) => " threw",
            Outcome::StillRunning => " open",
            Outcome::Lost => " lost",
        };
        writeln!(text, "{indent}{chained}{what}{outcome}").unwrap();
    }
    text
}

#[track_caller]
fn check(script: &str, expected: &str) {
    let (_folder, trace) = record(script);
    let found = outline(&trace, &trace.snapshot());
    let trimmed: Vec<&str> = expected
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let margin = trimmed
        .iter()
        .map(|line| line.len() - line.trim_start().len())
        .min();
    let expected: String = trimmed
        .iter()
        .map(|line| format!("{}\n", &line[margin.unwrap_or(0)..]))
        .collect();
    assert_eq!(found, expected, "{script}");
}

#[test]
fn calls_nest_and_throw() {
    check(
        "enter 1; enter 3; exit 3; enter 5; throw 5; exit 1",
        "
        call 1
          call 3
          ~call 5 threw
        ",
    );
}

#[test]
fn iterations_are_nodes_and_the_failing_check_is_not() {
    check(
        "enter 1; loop 1; enter 3; exit 3; iteration 1; iteration 1; leave 1; exit 1",
        "
        call 1
          loop 1 1-2
            pass 1
              call 3
            ~pass 2
        ",
    );
    check("enter 1; loop 1; leave 1; exit 1", "call 1\n  loop 1\n");
}

#[test]
fn a_check_that_made_calls_is_told_apart_from_an_iteration() {
    check(
        "enter 1; loop 1; iteration 1; enter 3; exit 3; leave 1; exit 1",
        "
        call 1
          loop 1 1
            pass 1
            ~check
              call 3
        ",
    );
}

#[test]
fn the_last_pass_counts_after_a_break_or_an_exception() {
    check(
        "enter 1; loop 1; iteration 1; break 1; exit 1",
        "call 1\n  loop 1 1-2\n    pass 1\n    ~pass 2\n",
    );
    check(
        "enter 1; loop 1; iteration 1; unwind 1 0; throw 1",
        "call 1 threw\n  loop 1 1-2 threw\n    pass 1\n    ~pass 2 threw\n",
    );
}

#[test]
fn stretches_of_long_loops_stand_for_many_iterations() {
    check(
        "enter 1; loop 1; iteration 1; iterations 1 100; iterations 1 200; leave 1; exit 1",
        "
        call 1
          loop 1 1-301
            pass 1
            ~pass 2-101
            ~pass 102-301
        ",
    );
}

#[test]
fn nested_loops_close_what_is_inside() {
    check(
        "enter 1; loop 1; loop 2; iteration 2; leave 2; iteration 1; loop 2; leave 1; exit 1",
        "
        call 1
          loop 1 1
            pass 1
              loop 2 1
                pass 1
            ~check
              loop 2
        ",
    );
}

#[test]
fn a_return_inside_a_loop_ends_the_loop() {
    check(
        "enter 1; loop 1; enter 3; exit 3; exit 1",
        "call 1\n  loop 1 1\n    pass 1\n      call 3\n",
    );
}

#[test]
fn lost_exits_are_repaired() {
    // By the next exit that matches, and by a resync to a depth.
    check(
        "enter 1; enter 3; enter 5; enter 7; exit 3; enter 9; exit 9; exit 1",
        "
        call 1
          call 3
            call 5 lost
              call 7 lost
          ~call 9
        ",
    );
    check(
        "enter 1; loop 1; enter 3; enter 3; enter 3; resync 1 1; iteration 1; leave 1; exit 1",
        "
        call 1
          loop 1 1
            pass 1
              call 3 lost
                call 3 lost
                  call 3 lost
        ",
    );
    check(
        "enter 1; loop 1; loop 2; resync 1 0; exit 1",
        "call 1\n  loop 1 1 lost\n    pass 1 lost\n      loop 2 lost\n",
    );
}

#[test]
fn records_that_fit_nothing_are_ignored() {
    check(
        "exit 3; iteration 1; enter 1; leave 2; throw 9; exit 1; exit 1",
        "call 1\n",
    );
    check("enter 1; later 7; exit 1", "call 1\n");
}

#[test]
fn what_has_not_ended_is_open() {
    check(
        "enter 1; enter 3; exit 3; enter 5",
        "call 1 open\n  call 3\n  ~call 5 open\n",
    );
}

#[test]
fn a_chain_breaks_when_something_older_is_written() {
    check(
        "enter 1; new 1; enter 3; exit 3; put 1; enter 5; exit 5; new 2; put 2; enter 7; exit 7; exit 1",
        "
        call 1
          call 3
          call 5
          ~call 7
        ",
    );
}

#[test]
fn a_re_read_of_what_was_written_does_not_hide_the_writer() {
    let (_folder, trace) = record(
        "enter 1; new 1; enter 3; put 1; exit 3; enter 5; observe 1 1; exit 5; enter 7; observe 1 9; exit 7; exit 1",
    );
    let object = Ref(0x1001);
    let target = Target::Field {
        object,
        field: program::VALUE,
    };
    let node = |index| NodeKey { strand: 1, index };
    let after = |index| trace.after(node(index)).unwrap();
    let unchanged = trace.last_writer(target, after(2)).unwrap();
    assert_eq!(
        (unchanged.node, unchanged.origin),
        (Some(node(1)), Origin::Written)
    );
    // Code that was not recorded wrote it during the last call.
    let changed = trace.last_writer(target, after(3)).unwrap();
    assert_eq!(
        (changed.value, changed.origin),
        (Value::Int(9), Origin::Observed)
    );
    let effects: Vec<_> = trace.effects(node(3)).unwrap().collect();
    assert_eq!(effects.len(), 1);
    assert_eq!(
        (effects[0].before, effects[0].after),
        (Value::Int(1), Value::Int(9))
    );
    assert_eq!(effects[0].origin, Origin::Observed);
    assert_eq!(trace.effects(node(2)).unwrap().count(), 0);
}

#[test]
fn what_another_strand_wrote_meanwhile_is_told_apart() {
    let (_folder, trace) = record(
        "enter 1; static 1; enter 3; switch 2 0; enter 5; epoch 4; static 2; exit 5; switch 1 1; epoch 6; exit 3; exit 1",
    );
    let call = NodeKey {
        strand: 1,
        index: 1,
    };
    let effects: Vec<_> = trace.effects(call).unwrap().collect();
    assert_eq!(effects.len(), 1);
    assert!(effects[0].meanwhile);
    let writer = NodeKey {
        strand: 2,
        index: 0,
    };
    assert_eq!(effects[0].writer, Some(writer));
    let own: Vec<_> = trace.effects(writer).unwrap().collect();
    assert_eq!(own.len(), 1);
    assert!(!own[0].meanwhile);
    assert_eq!(trace.epoch_at(trace.after(writer).unwrap()), 4);
    assert_eq!(trace.epoch_at(trace.after(call).unwrap()), 6);
    assert_eq!(trace.epoch_at(trace.before(call).unwrap()), 0);
}

#[test]
fn strands_hang_under_the_call_that_started_them() {
    check(
        "enter 1; enter 3; start 2; exit 3; switch 2 0; enter 5; exit 5; switch 1 1; enter 7; exit 7; exit 1; switch 3 0; enter 9; exit 9",
        "
        root
          call 1
            call 3
              call 5
            ~call 7
          call 9
        ",
    );
}

//! However a program ends, what was committed before stays readable.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use crate::support::{Decoded, Program, Recording, Run, jdks};
use elenchus_trace::{Budget, NodeData, NodeKind, Outcome, Trace};

fn program(home: &std::path::Path) -> Program {
    Program::single(home, "Endings", include_str!("../java/record/Endings.java"))
}

fn run(program: &Program, how: &str, jvm: &[&str]) -> Recording {
    let arguments = [how];
    program.record(
        "Endings",
        &Run {
            arguments: &arguments,
            jvm,
            ..Run::default()
        },
    )
}

fn count(decoded: &Decoded, start: &str) -> usize {
    decoded
        .main()
        .iter()
        .filter(|line| line.trim_start().starts_with(start))
        .count()
}

#[test]
fn exit_halt_and_an_uncaught_exception_keep_everything() {
    for home in jdks() {
        let program = program(&home);
        for (how, code, throws) in [("exit", 3, 0), ("halt", 4, 0), ("throw", 1, 7)] {
            let plain = program.plain(
                "Endings",
                &Run {
                    arguments: &[how],
                    ..Run::default()
                },
            );
            let recording = run(&program, how, &[]);
            assert_eq!(recording.output.status.code(), Some(code), "{how}");
            assert_eq!(recording.output.stderr, plain.stderr, "{how}");
            let decoded = recording.decoded();
            assert_eq!(decoded.calls, 7, "{how}");
            assert_eq!(
                count(&decoded, "throws IllegalStateException#"),
                throws,
                "{how}"
            );
            let end = std::fs::read_to_string(recording.trace.join("end.json")).unwrap();
            let expected = match how {
                "throw" => "\"text\": \"java.lang.IllegalStateException: uncaught\"".to_string(),
                _ => format!("\"code\": {code}"),
            };
            assert!(end.contains(&expected), "{end}");
        }
    }
}

#[test]
fn memory_that_runs_out_is_the_programs_own_affair() {
    for home in jdks() {
        let recording = run(&program(&home), "memory", &["-Xmx32m"]);
        assert_eq!(recording.output.status.code(), Some(1));
        assert!(
            recording.stderr().contains("java.lang.OutOfMemoryError"),
            "{}",
            recording.stderr()
        );
        let decoded = recording.decoded();
        assert_eq!(decoded.calls, 7);
        assert_eq!(count(&decoded, "throws OutOfMemoryError#"), 7);
    }
}

#[test]
fn the_tree_is_exact_again_after_a_stack_overflow() {
    for home in jdks() {
        let recording = run(&program(&home), "overflow", &["-Xss512k"]);
        assert_eq!(recording.stdout(), "end\n", "{}", recording.stderr());
        let decoded = recording.decoded();
        // The calls below the handler are closed one way or another: what follows is a child of the seventh call.
        let after = decoded
            .main()
            .iter()
            .rposition(|line| line.trim_start().starts_with("Endings.after(x=1)"))
            .unwrap();
        let rest: Vec<&str> = decoded.main()[after..]
            .iter()
            .map(|line| line.trim_start())
            .collect();
        assert_eq!(
            rest.iter()
                .filter(|line| line.starts_with("= void"))
                .count(),
            7,
            "{rest:#?}"
        );
    }
}

/// How the calls of these routines ended, the outermost first.
fn outcomes(trace: &Path, routines: &[&str]) -> Vec<Outcome> {
    let trace = Trace::open(trace, Budget::default()).unwrap();
    let definitions = trace.definitions();
    let named = |data: &NodeData| match data.kind {
        NodeKind::Routine(number) => {
            let routine = definitions.routine(number);
            routine.is_some_and(|routine| routines.contains(&routine.name.as_str()))
        }
        _ => false,
    };
    let snapshot = trace.snapshot();
    let keys = snapshot.tree.nodes().map(|node| snapshot.key_of(node));
    let calls = keys.filter_map(|key| trace.node(key)).filter(named);
    calls.map(|data| data.outcome).collect()
}

/// Handlers overflow too, and those of the innermost calls cannot say how they ended. All the others do.
#[test]
fn only_the_innermost_calls_lose_their_end_by_a_stack_overflow() {
    for home in jdks() {
        let program = program(&home);
        for (how, routines) in [("dive", &["dive"] as &[_]), ("turns", &["even", "odd"])] {
            let recording = run(&program, how, &["-Xss512k"]);
            assert_eq!(recording.stdout(), "end\n", "{}", recording.stderr());
            let outcomes = outcomes(&recording.trace, routines);
            let threw = |outcome: &Outcome| matches!(outcome, Outcome::Threw(_));
            let known = outcomes.iter().take_while(|outcome| threw(outcome)).count();
            assert!(
                2 * known > outcomes.len(),
                "{how}: {known} of {}",
                outcomes.len()
            );
            assert!(!outcomes[known..].iter().any(threw), "{how}: {known}");
        }
    }
}

#[test]
fn a_killed_program_loses_nothing_it_had_committed() {
    for home in jdks() {
        let program = program(&home);
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace");
        let run = Run {
            arguments: &["wait"],
            ..Run::default()
        };
        let mut child = program
            .command("Endings", &run, Some(&trace))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut waiting = [0; 8];
        child
            .stdout
            .take()
            .unwrap()
            .read_exact(&mut waiting)
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        child.kill().unwrap();
        child.wait().unwrap();
        let decoded = Decoded::read(&trace);
        assert!(!trace.join("end.json").exists());
        assert!(decoded.calls > 1000, "{} calls", decoded.calls);
        // Calls are numbered by the program itself: all up to the last one are there.
        let calls: Vec<&String> = decoded
            .main()
            .iter()
            .filter(|line| line.contains("Endings.after(x="))
            .collect();
        for (index, line) in calls.iter().enumerate() {
            assert!(
                line.contains(&format!("(x={index})")),
                "{line} is call {index}"
            );
        }
    }
}

//! What the debugger shows of values is what the program says of them (`tests/java/shown`).
//!
//! The program makes object graphs by chance, writes each down by looking at it through reflection, and calls a method with
//! both. What that method is shown to have been given must be what was written down.

use crate::recording::record_program;
use elenchus_corpora::jdk::{Jdk, repository};
use elenchus_recorded::run::Run;
use elenchus_recorded::showing::show::{Limits, Names, show};
use elenchus_session::Program;
use elenchus_trace::{NodeData, NodeKind, Thing, Value};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// How many graphs are made, or in the long run.
const GRAPHS: u32 = 2000;
const GRAPHS_LONG: u32 = 20_000;

/// How many wrong values are listed at most.
const LISTED: usize = 20;

/// Nothing is cut.
const ALL: Limits = Limits {
    depth: 64,
    items: usize::MAX,
    width: usize::MAX,
};

/// Checks the values of many graphs on all JDKs.
pub fn check_all() {
    let graphs = match std::env::var_os("ELENCHUS_LONG") {
        Some(_) => GRAPHS_LONG,
        None => GRAPHS,
    };
    for jdk in Jdk::installed() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let classes = scratch.path().join("classes");
        let sources = repository().join("tests/java/shown");
        compile(&jdk, &sources, &classes);
        let arguments = [OsString::from("0"), graphs.to_string().into()];
        let exclude = ["Written"];
        let to = scratch.path().join("recorded");
        let recorded = record_program(&jdk, &sources, &classes, "Main", &arguments, &exclude, &to)
            .unwrap_or_else(|problem| panic!("on JDK {}: {problem}", jdk.version));
        let wrong = wrong_values(&recorded.run, 2 * graphs as usize);
        let count = wrong.len();
        let listed = &wrong[..count.min(LISTED)];
        assert!(
            wrong.is_empty(),
            "{count} values on JDK {}:\n{}",
            jdk.version,
            listed.join("\n")
        );
    }
}

fn compile(jdk: &Jdk, sources: &Path, classes: &Path) {
    let compiled = Command::new(jdk.home.join("bin/javac"))
        .args(["-g", "-encoding", "UTF-8", "-d"])
        .arg(classes)
        .args(["Main.java", "Rare.java", "Written.java"].map(|file| sources.join(file)))
        .output()
        .expect("javac can be run");
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
}

/// The values that are not shown as the program has written them down, of the `expected` ones.
fn wrong_values(run: &Run, expected: usize) -> Vec<String> {
    let (mut wrong, mut calls) = (Vec::new(), 0);
    for data in run.tree().nodes().filter_map(|node| run.data(node)) {
        let Some((written, shown)) = written_and_shown(run, &data) else {
            continue;
        };
        calls += 1;
        if written != shown {
            wrong.push(format!("is     {written}\nshown  {shown}"));
        }
    }
    assert_eq!(calls, expected);
    wrong
}

/// What a call of `seen` was given: a value as the program has written it, and as the debugger shows it.
fn written_and_shown(run: &Run, data: &NodeData) -> Option<(String, String)> {
    let NodeKind::Routine(id) = data.kind else {
        return None;
    };
    let is_seen = run.definitions().routine(id)?.name == "seen";
    let &[Value::Ref(written), value] = data.arguments.as_slice() else {
        return None;
    };
    let trace = run.trace();
    match trace.state_at(written, data.before) {
        Thing::Text { text, .. } if is_seen => {
            let shown = show(run, value, data.before, ALL, &Names::default());
            Some((text, shown))
        }
        _ => None,
    }
}

//! Recordings of generated programs (`tests/java/generate`) are what the programs tell of themselves, event by event.
//!
//! Many programs run in one virtual machine, one after the other: starting it takes longer than a program.

use crate::compare::{Told, compare};
use crate::recording::record_program;
use crate::replay::replay;
use crate::written_down::head;
use elenchus_corpora::generated::{Batch, from_events};
use elenchus_corpora::jdk::Jdk;
use elenchus_corpora::tree_text::{End, Item, Node};
use elenchus_recorded::run::Run;
use elenchus_source::LineSet;
use elenchus_trace::{Target, Value};
use elenchus_tree::NodeId;
use std::collections::HashMap;
use std::fs;
use std::ops::Range;

/// How many programs run in one virtual machine at most.
const BATCH: u32 = 50;
/// How many programs are checked in all, or on each JDK in the long run.
const PROGRAMS: u32 = 50;
const PROGRAMS_LONG: u32 = 1000;
/// How many nodes and places of a recording are also looked up one by one, as the debugger does it.
const LOOKED_UP: usize = 60;

/// Checks programs on all JDKs: different ones on each, or with ELENCHUS_LONG the same many on all.
pub fn check_all() {
    let is_long = std::env::var_os("ELENCHUS_LONG").is_some();
    let jdks = Jdk::installed();
    let mut failures = Vec::new();
    for (jdk, place) in jdks.iter().zip(0..) {
        let count = u32::try_from(jdks.len()).expect("few JDKs");
        let seeds = match is_long {
            true => 1..1 + PROGRAMS_LONG,
            false => 1 + PROGRAMS * place / count..1 + PROGRAMS * (place + 1) / count,
        };
        for first in seeds.clone().step_by(BATCH as usize) {
            let found = check_batch(jdk, first..seeds.end.min(first + BATCH));
            // The long run takes its time: whoever watches it need not wait for its end.
            found.iter().for_each(|problem| eprintln!("{problem}"));
            failures.extend(found);
        }
    }
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} failures:\n{}",
        failures.join("\n")
    );
}

/// What is wrong with the recordings of some programs.
fn check_batch(jdk: &Jdk, seeds: Range<u32>) -> Vec<String> {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let batch = Batch::new(jdk, seeds.clone(), scratch.path());
    let name = |what: &str| format!("{what} on JDK {}", jdk.version);
    let recorded = record_program(
        jdk,
        &batch.sources,
        &batch.classes,
        Batch::ALL,
        &[batch.events.clone().into_os_string()],
        &[Batch::EXCLUDED],
        &scratch.path().join("recorded"),
    );
    let replayed = recorded.and_then(|recorded| {
        let replayed = replay(&recorded.run)?;
        look_up_nodes(&recorded.run, &replayed.thread)?;
        look_up_places(&recorded.run, &replayed.places)?;
        Ok(replayed.thread)
    });
    let mut thread = match replayed {
        Ok(thread) => thread,
        Err(problem) => return vec![name(&format!("seeds {seeds:?}: {problem}"))],
    };
    // The thread runs the class that runs the programs.
    let mut calls = std::mem::take(&mut thread.children).pop();
    let calls = calls
        .iter_mut()
        .flat_map(|all| std::mem::take(&mut all.children));
    let runs: Vec<Node> = calls
        .filter(|child| matches!(child.item, Item::Call(_)))
        .collect();
    if runs.len() != seeds.len() {
        return vec![name(&format!("{} of {seeds:?} ran", runs.len()))];
    }
    let checked = seeds.zip(runs).map(|(seed, run)| {
        check_program(&batch, seed, run).map_err(|problem| name(&format!("seed {seed}: {problem}")))
    });
    checked.filter_map(Result::err).collect()
}

fn check_program(batch: &Batch, seed: u32, run: Node) -> Result<(), String> {
    let source = fs::read_to_string(batch.package(seed).join("Main.java"));
    let source = source.map_err(|error| error.to_string())?;
    // Other lines are there to write the events down.
    let told_lines = (1..)
        .zip(source.lines())
        .filter(|(_, text)| text.contains("Log.at("));
    let told_lines: LineSet = told_lines.map(|(line, _)| line).collect();
    let recorded = Node {
        line: 0,
        item: Item::Thread,
        children: vec![run],
    };
    compare(Told::Events, &told_lines, &[batch.told(seed)?], &[recorded])
}

/// A program's events, altered in any one place, are no longer those of its recording.
#[test]
fn no_altered_event_agrees() {
    let events = "enter Main.main args=String[]#1
enter Cell.<init> value=5
write Cell#1.value 0 5
lines 30
exit Cell.<init>
loop for@7
iteration i=0 s=1
enter Main.m0 d=2 cell=Cell#1
lines 9
exit Main.m0 4
lines 8
iteration i=1 s=4
leave
lines 3,6
exit Main.main
";
    let counted: LineSet = (1..100).collect();
    let original = [from_events(events).expect("they make sense")];
    assert_eq!(
        compare(Told::Events, &counted, &original, &original),
        Ok(())
    );
    for (place, _) in events.match_indices(|c: char| c.is_ascii_digit()) {
        let before = &events[..place];
        // Which number an object has is not compared, nor what a routine is called on its way out.
        if before.ends_with('#') || before.ends_with(".m") {
            continue;
        }
        let digit = events.as_bytes()[place] - b'0';
        let altered = format!("{before}{}{}", (digit + 1) % 10, &events[place + 1..]);
        let altered = [from_events(&altered).expect("they make sense")];
        let result = compare(Told::Events, &counted, &original, &altered);
        assert!(result.is_err(), "digit {digit} after {before:?}");
    }
    for (number, _) in events.lines().enumerate().skip(1) {
        let lines = events.lines().enumerate();
        let fewer = lines
            .filter(|(other, _)| *other != number)
            .map(|(_, line)| line);
        let fewer: String = fewer.map(|line| format!("{line}\n")).collect();
        if let Ok(altered) = from_events(&fewer) {
            let result = compare(Told::Events, &counted, &original, &[altered]);
            assert!(result.is_err(), "without event {number}");
        }
    }
}

/// Checks that the debugger's reader has the same tree, and some nodes of it the same contents.
fn look_up_nodes(run: &Run, thread: &Node) -> Result<(), String> {
    let mut nodes = Vec::new();
    let mut open: Vec<&Node> = thread.children.iter().rev().collect();
    while let Some(node) = open.pop() {
        if matches!(
            node.item,
            Item::Call(_) | Item::Loop { .. } | Item::Iteration { .. }
        ) {
            nodes.push(node);
            open.extend(node.children.iter().rev());
        }
    }
    let tree = &run.snapshot().tree;
    if tree.len() != nodes.len() {
        return Err(format!(
            "{} nodes read, {} replayed",
            tree.len(),
            nodes.len()
        ));
    }
    for place in (0..nodes.len()).step_by(nodes.len().div_ceil(LOOKED_UP).max(1)) {
        let id = NodeId::at(u32::try_from(place).map_err(|error| error.to_string())?);
        let read = head(run, id).ok_or_else(|| format!("node {place} cannot be read"))?;
        let lines = |node: &Node| {
            let lines = node.children.iter().find_map(|child| match &child.item {
                Item::Lines(lines) => Some(lines.clone()),
                _ => None,
            });
            lines.unwrap_or_default()
        };
        let (expected, seen) = (nodes[place], &read);
        // The reader knows some lines of calls whose end was not recorded.
        let is_cut = matches!(&seen.item, Item::Call(call) if call.end == End::Unknown);
        if expected.item != seen.item || !is_cut && lines(expected) != lines(seen) {
            return Err(format!(
                "node {place} is read as {} {:?} and replayed as {} {:?}",
                seen.item,
                lines(seen),
                expected.item,
                lines(expected)
            ));
        }
    }
    Ok(())
}

/// Checks that the debugger's reader finds in some places what was last written there.
fn look_up_places(run: &Run, places: &HashMap<Target, Value>) -> Result<(), String> {
    let end = run.data(NodeId::ROOT).and_then(|data| data.after);
    let end = end.ok_or("the run has no end")?;
    let mut places: Vec<(Target, Value)> = places.iter().map(|(t, v)| (*t, *v)).collect();
    places.sort_by_key(|(target, _)| format!("{target:?}"));
    let step = places.len().div_ceil(LOOKED_UP).max(1);
    for (target, value) in places.into_iter().step_by(step) {
        let read = run.trace().value_at(target, end);
        if !read.same(value) {
            return Err(format!("{target:?} held {value:?} and is read as {read:?}"));
        }
    }
    Ok(())
}

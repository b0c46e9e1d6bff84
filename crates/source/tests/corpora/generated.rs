//! Generated programs: what they say of themselves is what the JDI recorder sees.

use crate::exact;
use crate::jdk::{Jdk, repository};
use crate::tree_text::{self, Call, End, Item, Node};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Generates programs with the seeds from `seed` on, and returns their source and class folders.
pub fn generate(seed: u32, count: u32, scratch: &Path) -> Vec<(PathBuf, PathBuf)> {
    let output = Command::new("python3")
        .arg(repository().join("tests/java/generate/generate.py"))
        .args([
            "--seed",
            &seed.to_string(),
            "--count",
            &count.to_string(),
            "--out",
        ])
        .arg(scratch)
        .output()
        .expect("python3 starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    (seed..seed + count)
        .map(|seed| {
            let folder = scratch.join(format!("seed-{seed}"));
            let classes = folder.join("classes");
            (folder, classes)
        })
        .collect()
}

/// Runs a program under JDI and compares the calls with its own events.
pub fn check(jdk: &Jdk, folder: &Path, classes: &Path) -> Result<(), String> {
    let (tree, log) = (folder.join("jdi.tree"), folder.join("events.txt"));
    let output = jdk
        .java()
        .arg(repository().join("tests/java/jdi/JdiRecorder.java"))
        .args(["--exclude", "Log", "-o"])
        .arg(&tree)
        .arg("-cp")
        .arg(classes)
        .arg("Main")
        .arg(&log)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| error.to_string());
    let recorded = tree_text::parse(&read(&tree)?)?;
    let told = from_events(&read(&log)?)?;
    exact::compare_calls(&told, &recorded)
}

/// Builds the tree that the events describe.
fn from_events(events: &str) -> Result<Node, String> {
    let node = |line, item| Node {
        line,
        item,
        children: Vec::new(),
    };
    let mut open = vec![node(0, Item::Thread)];
    for (index, event) in events.lines().enumerate() {
        let problem = || format!("event {}: {event}", index + 1);
        let words: Vec<&str> = event.split(' ').collect();
        match words.as_slice() {
            ["enter", routine, arguments @ ..] => {
                let pairs = arguments.iter().map(|pair| pair.split_once('='));
                let arguments: Option<Vec<_>> = pairs
                    .map(|pair| pair.map(|(name, value)| (name.to_owned(), value.to_owned())))
                    .collect();
                let call = Call {
                    chain: false,
                    routine: (*routine).to_owned(),
                    arguments: arguments.ok_or_else(problem)?,
                    end: End::Never,
                };
                open.push(node(index + 1, Item::Call(call)));
            }
            ["exit" | "throw", routine, rest @ ..] => {
                let value = rest.first().map(|value| (*value).to_owned());
                let end = match (words[0], value) {
                    ("throw", Some(exception)) => End::Thrown(exception),
                    (_, Some(value)) => End::Value(value),
                    (_, None) => End::Returned,
                };
                let mut done = open.pop().ok_or_else(problem)?;
                match &mut done.item {
                    Item::Call(call) if call.routine == *routine => call.end = end,
                    _ => return Err(problem()),
                }
                open.last_mut().ok_or_else(problem)?.children.push(done);
            }
            [
                "loop" | "iteration" | "leave" | "unwound" | "caught" | "write",
                ..,
            ] => {}
            _ => return Err(problem()),
        }
    }
    match open.as_slice() {
        [thread] => Ok(thread.clone()),
        _ => Err(format!("{} calls never end", open.len() - 1)),
    }
}

//! Generated programs (`tests/java/generate`), and the trees that their events describe.

use crate::jdk::repository;
use crate::tree_text::{Call, End, Item, Local, Node};
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

/// Builds the tree that the events describe: calls, loops, iterations with locals as they begin, and writes.
pub fn from_events(events: &str) -> Result<Node, String> {
    let mut open = vec![node(0, Item::Thread)];
    for (index, event) in events.lines().enumerate() {
        take(&mut open, index + 1, event)
            .ok_or_else(|| format!("event {} makes no sense here: {event}", index + 1))?;
    }
    match open.as_slice() {
        [thread] => Ok(thread.clone()),
        _ => Err(format!("{} calls and loops never end", open.len() - 1)),
    }
}

fn node(line: usize, item: Item) -> Node {
    Node {
        line,
        item,
        children: Vec::new(),
    }
}

/// Takes in one event; nothing if it does not fit what is open.
fn take(open: &mut Vec<Node>, line: usize, event: &str) -> Option<()> {
    let words: Vec<&str> = event.split(' ').collect();
    match words.as_slice() {
        ["enter", routine, arguments @ ..] => {
            let call = Call {
                synthetic: false,
                chain: false,
                routine: (*routine).to_owned(),
                arguments: pairs(arguments)?,
                end: End::Never,
            };
            open.push(node(line, Item::Call(call)));
        }
        [how @ ("exit" | "throw"), routine, rest @ ..] => {
            while matches!(
                open.last()?.item,
                Item::Loop { .. } | Item::Iteration { .. }
            ) {
                close(open)?;
            }
            let value = rest.first().map(|value| (*value).to_owned());
            match &mut open.last_mut()?.item {
                Item::Call(call) if call.routine == *routine => {
                    call.end = match (*how, value) {
                        ("throw", Some(exception)) => End::Thrown(exception),
                        (_, Some(value)) => End::Value(value),
                        (_, None) => End::Returned,
                    }
                }
                _ => return None,
            }
            close(open)?;
        }
        ["loop", place] => {
            let (kind, at) = place.split_once('@')?;
            let item = Item::Loop {
                kind: kind.to_owned(),
                line: at.parse().ok()?,
                count: 0,
            };
            open.push(node(line, item));
        }
        ["iteration", locals @ ..] => {
            if matches!(open.last()?.item, Item::Iteration { .. }) {
                close(open)?;
            }
            let Item::Loop { count, .. } = &mut open.last_mut()?.item else {
                return None;
            };
            *count += 1;
            let locals = pairs(locals)?.into_iter().map(|(name, value)| Local {
                name,
                before: value.clone(),
                after: value,
            });
            let item = Item::Iteration {
                number: *count,
                locals: locals.collect(),
                ending: String::new(),
            };
            open.push(node(line, item));
        }
        ["leave"] | ["unwound", _] => {
            if matches!(open.last()?.item, Item::Iteration { .. }) {
                close(open)?;
            }
            if !matches!(open.last()?.item, Item::Loop { .. }) {
                return None;
            }
            close(open)?;
        }
        ["caught", _] => {}
        ["write", target, old, new] => {
            let item = Item::Write {
                noticed: false,
                target: (*target).to_owned(),
                old: (*old).to_owned(),
                new: (*new).to_owned(),
            };
            open.last_mut()?.children.push(node(line, item));
        }
        _ => return None,
    }
    Some(())
}

fn pairs(words: &[&str]) -> Option<Vec<(String, String)>> {
    let pair = |word: &&str| {
        let (name, value) = word.split_once('=')?;
        Some((name.to_owned(), value.to_owned()))
    };
    words.iter().map(pair).collect()
}

fn close(open: &mut Vec<Node>) -> Option<()> {
    let done = open.pop()?;
    open.last_mut()?.children.push(done);
    Some(())
}

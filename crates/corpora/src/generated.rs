//! Programs made by `tests/java/generate`, which tell what they do.

use crate::jdk::{Jdk, repository};
use crate::tree_text::{Call, End, Item, Local, Node};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs with consecutive seeds, generated and compiled together.
pub struct Batch {
    pub seeds: Range<u32>,
    /// The root of their packages.
    pub sources: PathBuf,
    pub classes: PathBuf,
    /// Where [`Batch::ALL`] is told to have their events written to.
    pub events: PathBuf,
}

impl Batch {
    /// The class that runs all programs one after the other.
    pub const ALL: &str = "All";
    /// The classes that write the events down and are no part of what is recorded.
    pub const EXCLUDED: &str = "*.Log";

    /// Generates and compiles programs in a folder of their own.
    pub fn new(jdk: &Jdk, seeds: Range<u32>, scratch: &Path) -> Batch {
        let batch = Batch {
            sources: scratch.join("sources"),
            classes: scratch.join("classes"),
            events: scratch.join("events"),
            seeds,
        };
        fs::create_dir_all(&batch.events).expect("scratch folder is writable");
        let output = Command::new("python3")
            .arg(repository().join("tests/java/generate/generate.py"))
            .args(["--seed", &batch.seeds.start.to_string()])
            .args(["--count", &batch.seeds.len().to_string(), "--out"])
            .arg(&batch.sources)
            .output()
            .expect("python3 starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
        let packages = batch.seeds.clone().map(|seed| batch.package(seed));
        let folders: Vec<(PathBuf, PathBuf)> = packages
            .chain([batch.sources.clone()])
            .map(|sources| (sources, batch.classes.clone()))
            .collect();
        jdk.compile(&folders, scratch);
        batch
    }

    /// The folder of a program's sources.
    pub fn package(&self, seed: u32) -> PathBuf {
        self.sources.join(format!("seed{seed}"))
    }

    /// What a program has told of itself when it was run.
    pub fn told(&self, seed: u32) -> Result<Node, String> {
        let events = fs::read_to_string(self.events.join(format!("seed{seed}")));
        from_events(&events.map_err(|error| error.to_string())?)
    }
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
                // Bodies of lambdas are methods that the compiler makes.
                synthetic: routine.ends_with(".lambda"),
                chain: false,
                routine: (*routine).to_owned(),
                arguments: pairs(arguments)?,
                end: End::Never,
            };
            open.push(node(line, Item::Call(call)));
        }
        [how @ ("exit" | "throw"), routine, rest @ ..] => {
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
        ["leave"] => {
            if matches!(open.last()?.item, Item::Iteration { .. }) {
                close(open)?;
            }
            if !matches!(open.last()?.item, Item::Loop { .. }) {
                return None;
            }
            close(open)?;
        }
        ["caught", _] => {}
        ["lines", list] => {
            let lines: Option<Vec<u32>> = list.split(',').map(|line| line.parse().ok()).collect();
            open.last_mut()?
                .children
                .push(node(line, Item::Lines(lines?)));
        }
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

//! How a search that a program has followed by `--json` ended, against what is known of the bug.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where the bug is.
pub struct Bug<'b> {
    /// The class that holds it, without its package, if more than one file takes part.
    pub class: Option<&'b str>,
    /// The lines that hold it; none when nothing that runs is wrong.
    pub lines: &'b BTreeSet<u64>,
}

impl Bug<'_> {
    /// Whether these lines of a routine hold it.
    fn is_in(&self, routine: &str, lines: &[u64]) -> bool {
        let is_class = |class: &str| routine.split(['.', '$', ' ']).any(|word| word == class);
        self.class.is_none_or(is_class) && lines.iter().any(|line| self.lines.contains(line))
    }
}

/// How a search ended.
#[derive(Serialize, Deserialize)]
pub enum Ending {
    /// At the bug, with this many lines to look at.
    Found { lines: usize },
    /// Undecided, with the bug among this many routines.
    Undecided { routines: usize },
    /// Undecided, and the bug is not among what is left.
    Lost(String),
    /// Somebody innocent was blamed.
    Blamed(String),
    /// In another way.
    Other(String),
}

impl Ending {
    /// What is wrong about it, if anything is.
    pub fn complaint(&self) -> Option<String> {
        match self {
            Ending::Found { .. } | Ending::Undecided { .. } => None,
            Ending::Lost(left) => Some(format!("the bug is not among {left}")),
            Ending::Blamed(title) => Some(format!("{title} is innocent")),
            Ending::Other(said) => Some(said.clone()),
        }
    }
}

/// How a search ended, by the events that it wrote, and by what it wrote to the standard error.
pub fn ended(bug: &Bug<'_>, events: &[Value], errors: &str) -> Ending {
    let mut endings = events.iter().rev().filter_map(|event| ending(bug, event));
    endings.next().unwrap_or_else(|| {
        let last = events.last().map(Value::to_string).unwrap_or_default();
        Ending::Other(format!("ends with {last}\n{errors}"))
    })
}

/// The lines of a search's output as events.
pub fn events(said: &str) -> Vec<Value> {
    let events = said.lines().map(|line| serde_json::from_str(line).unwrap());
    events.collect()
}

/// What an event says about how the search ended, if it does.
fn ending(bug: &Bug<'_>, event: &Value) -> Option<Ending> {
    let name = |of: &Value| of["routine"].as_str().unwrap_or_default().to_owned();
    match event["type"].as_str()? {
        "found" => {
            let lines = owned_lines(&event["code"]);
            Some(match bug.is_in(&name(event), &lines) {
                true => Ending::Found { lines: lines.len() },
                false => Ending::Blamed(format!("{} with the lines {lines:?}", event["title"])),
            })
        }
        "candidates" => {
            let mut code = event["code"].as_array().into_iter().flatten();
            let routines = code.clone().count();
            let is_bug = |left: &Value| bug.is_in(&name(left), &numbers(&left["lines"]));
            Some(match bug.lines.is_empty() || code.any(is_bug) {
                true => Ending::Undecided { routines },
                false => Ending::Lost(event["code"].to_string()),
            })
        }
        _ => None,
    }
}

/// The lines of a report that ran and that it holds responsible.
fn owned_lines(code: &Value) -> Vec<u64> {
    let blocks = code["blocks"].as_array().into_iter().flatten();
    let lines = blocks.flat_map(|block| block.as_array().into_iter().flatten());
    let owned = lines.filter(|line| line["owned"] == true && line["execution"] == "ran");
    owned.filter_map(|line| line["number"].as_u64()).collect()
}

fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_u64).collect()
}

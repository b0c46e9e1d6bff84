//! What a line begun at the prompt can become.

use std::collections::BTreeSet;

use elenchus_guard::text::is_deceptive;
use elenchus_session::{Program, Subject};
use elenchus_strategy::StrategyName;
use elenchus_transform::TransformName;

use crate::command::WORDS;
use crate::person::Completions;

/// How many are offered, at most.
const MOST: usize = 200;

/// Routines are looked for in this many nodes from the start; more would be felt at every key.
const LOOKED_THROUGH: usize = 1_000_000;

/// The completions of `line`, which ends at the cursor, at a prompt about `subject`.
pub fn complete(program: &impl Program, subject: Option<Subject>, line: &str) -> Completions {
    let Some((word, rest)) = line.split_once(' ') else {
        let words = WORDS.iter().map(|word| (*word).to_owned());
        return (0, starting_with(line, words));
    };
    let rest = rest.trim_start();
    let start = line.len() - rest.len();
    let last = rest.rfind(' ').map_or(0, |at| at + 1);
    match word {
        "s" | "strategy" => {
            let names = StrategyName::ALL.map(|name| name.to_string());
            (start, starting_with(rest, names))
        }
        "x" | "transform" => {
            let names = TransformName::ALL.map(|name| name.to_string());
            (start + last, starting_with(&rest[last..], names))
        }
        "j" | "jump" | "close" | "reopen" => (start, starting_with(rest, routines(program))),
        "t" | "trust" => {
            let names = routines(program);
            let classes: BTreeSet<String> = names
                .iter()
                .filter_map(|name| name.rsplit_once('.'))
                .map(|(class, _)| format!("{class}.*"))
                .collect();
            (start, starting_with(rest, names.into_iter().chain(classes)))
        }
        // Values to open, and parts that are wrong.
        "o" | "open" | "n" | "no" | "wrong" | "i" | "inadmissible" => {
            let mut paths = subject.map_or_else(Vec::new, |s| program.paths(s, rest));
            paths.retain(|path| !path.contains(is_deceptive));
            paths.truncate(MOST);
            (start, paths)
        }
        _ => (line.len(), Vec::new()),
    }
}

fn starting_with(begun: &str, words: impl IntoIterator<Item = String>) -> Vec<String> {
    let fitting = words
        .into_iter()
        // The editor writes them as they are.
        .filter(|word| word.starts_with(begun) && !word.contains(is_deceptive));
    fitting.take(MOST).collect()
}

/// The routines that ran, by name.
fn routines(program: &impl Program) -> BTreeSet<String> {
    let tree = program.tree();
    let nodes = tree.nodes().take(LOOKED_THROUGH);
    let mut seen = BTreeSet::new();
    nodes
        .filter(|&node| seen.insert(tree.routine(node)))
        .map(|node| tree.label(node).to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

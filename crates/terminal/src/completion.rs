//! What a line begun at the prompt can become.

use std::collections::BTreeSet;

use elenchus_guard::text::is_deceptive;
use elenchus_inquiry::{Done, Front, Request};
use elenchus_strategy::StrategyName;
use elenchus_transform::TransformName;

use crate::answers;
use crate::command::WORDS;
use crate::person::Completions;

/// How many are offered, at most.
const MOST: usize = 200;

/// The completions of `line`, which ends at the cursor, at a prompt about the state of this number.
pub fn complete(front: &Front, about: u64, line: &str) -> Completions {
    let names = |request| match front.request(about, request) {
        Ok(Done::Names(names)) => names,
        _ => Vec::new(),
    };
    let Some((word, rest)) = line.split_once(' ') else {
        let words: BTreeSet<&str> = WORDS.into_iter().chain(answers::words()).collect();
        return (0, starting_with(line, words.into_iter().map(str::to_owned)));
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
        "j" | "jump" | "close" | "reopen" => (start, starting_with(rest, names(Request::Routines))),
        "t" | "trust" => {
            let names = names(Request::Routines);
            let classes: BTreeSet<String> = names
                .iter()
                .filter_map(|name| name.rsplit_once('.'))
                .map(|(class, _)| format!("{class}.*"))
                .collect();
            (start, starting_with(rest, names.into_iter().chain(classes)))
        }
        // Values to open, and parts that are wrong.
        word if matches!(word, "o" | "open")
            || answers::typed(word).is_some_and(|key| key.takes_part) =>
        {
            let mut paths = names(Request::Paths(rest.to_owned()));
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

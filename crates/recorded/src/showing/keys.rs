//! Keys of maps as paths write them: `prices["apple"]`. No two keys of one map are called the same.

use std::collections::HashMap;

use crate::heap::{Heap, Value};
use crate::showing::show::{Limits, Names, show};

/// How much of a key is written.
const BRIEF: Limits = Limits {
    depth: 3,
    items: 12,
    width: 60,
};

/// How much of keys that would be called the same otherwise.
const FULL: Limits = Limits {
    depth: 12,
    items: 1000,
    width: 10_000,
};

/// The entries of a map with the names of their keys.
pub fn named<H: Heap>(heap: &H, entries: &[(Value, Value)], time: H::Time) -> Vec<(String, Value)> {
    let names = Names::default();
    let written = |key: Value, limits| show(heap, key, time, limits, &names);
    let brief: Vec<String> = entries
        .iter()
        .map(|&(key, _)| written(key, BRIEF))
        .collect();
    let mut texts = brief.clone();
    for place in repeated(&brief) {
        texts[place] = written(entries[place].0, FULL);
    }
    // What holds the same is told apart by its place.
    let mut met: HashMap<String, usize> = HashMap::new();
    for place in repeated(&texts) {
        let number = met.entry(texts[place].clone()).or_default();
        *number += 1;
        texts[place].push_str(&format!(" ({number})"));
    }
    let values = entries.iter().map(|&(_, value)| value);
    texts.into_iter().zip(values).collect()
}

/// The places of texts that stand there more than once.
fn repeated(texts: &[String]) -> Vec<usize> {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for text in texts {
        *times.entry(text).or_default() += 1;
    }
    let is_repeated = |&place: &usize| times[texts[place].as_str()] > 1;
    (0..texts.len()).filter(is_repeated).collect()
}

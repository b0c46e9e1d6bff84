//! The answers as they are typed: the words for each, and what help says about it.

use elenchus_session::Answer;

/// How an answer is typed.
pub struct Key {
    pub answer: Answer,
    /// The words for it: its letter, then the one that completion offers, then others.
    words: &'static [&'static str],
    /// Whether the part of the question that it is about may follow.
    pub takes_part: bool,
    /// What help says about it.
    help: &'static str,
}

/// All answers, in the order of help.
const KEYS: [Key; Answer::ALL.len()] = [
    Key {
        answer: Answer::Right,
        words: &["y", "yes", "right", "correct", "ok"],
        takes_part: false,
        help: "yes, this is right",
    },
    Key {
        answer: Answer::Wrong,
        words: &["n", "no", "wrong", "incorrect"],
        takes_part: true,
        help: "no, this is wrong (n PART: which part; n PART = 12: what it should be)",
    },
    Key {
        answer: Answer::Unknown,
        words: &["d", "unknown", "dk"],
        takes_part: false,
        help: "don't know; it may be asked again when nothing else is left",
    },
    Key {
        answer: Answer::Trusted,
        words: &["t", "trust", "trusted"],
        takes_part: false,
        help: "trust this routine wherever it runs (t PATTERN: all that match)",
    },
    Key {
        answer: Answer::Inadmissible,
        words: &["i", "inadmissible"],
        takes_part: true,
        help: "inadmissible: it should never have been called like this (i PART)",
    },
];

/// The answer that a word stands for.
pub fn typed(word: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.words.contains(&word))
}

/// The words that completion offers.
pub fn words() -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter_map(|key| key.words.get(1).copied())
}

/// What help says about all answers, a line each.
pub fn help() -> String {
    let line = |key: &Key| format!("     {}  {}\n", key.words[0], key.help);
    KEYS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_every_word() {
        let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/answers.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        for key in &KEYS {
            let letter = format!("| `{}` |", key.words[0]);
            let row = guide.lines().find(|line| line.starts_with(&letter));
            let row = row.unwrap_or_else(|| panic!("no row {letter}"));
            for word in &key.words[1..] {
                assert!(row.contains(&format!("`{word}`")), "{word}: {row}");
            }
        }
    }

    #[test]
    fn every_answer_can_be_typed_in_one_way_only() {
        for answer in Answer::ALL {
            let keys = KEYS.iter().filter(|key| key.answer == answer);
            assert_eq!(keys.count(), 1, "{answer:?}");
        }
        let mut words: Vec<&str> = KEYS.iter().flat_map(|key| key.words).copied().collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all);
    }
}

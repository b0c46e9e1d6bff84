//! Verdicts and trust, by what they are about.

use std::collections::BTreeMap;

/// What a verdict is about: which code, from which state, to which state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Situation {
    /// The code, by names that stay the same when the code is edited.
    pub code: String,
    /// The hash of the state before.
    pub before: u128,
    /// The hash of the state after; none where only the state before counts.
    pub after: Option<u128>,
}

/// What was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Right,
    Wrong,
    /// It should never have been started from this state, whatever came out.
    Inadmissible,
}

impl Word {
    /// All words.
    pub const ALL: [Word; 3] = [Word::Right, Word::Wrong, Word::Inadmissible];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Word::Right => "right",
            Word::Wrong => "wrong",
            Word::Inadmissible => "inadmissible",
        }
    }
}

/// A verdict, and how the question read when it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub word: Word,
    /// One line each: what ran, what went in, what came out. For people only.
    pub says: Vec<String>,
    /// Lines of comment that somebody wrote beside it.
    pub comments: Vec<String>,
}

/// Trust in the code of a routine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trust {
    /// The hash of the code that is trusted.
    pub code_hash: u64,
    pub comments: Vec<String>,
}

/// All that was said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Knowledge {
    pub(crate) verdicts: BTreeMap<Situation, Verdict>,
    pub(crate) trusted: BTreeMap<String, Trust>,
}

impl Knowledge {
    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty() && self.trusted.is_empty()
    }

    /// How many verdicts there are.
    pub fn verdicts(&self) -> usize {
        self.verdicts.len()
    }

    /// How many routines are trusted as they were at some time.
    pub fn trusted(&self) -> usize {
        self.trusted.len()
    }

    /// Whether there is a verdict on any run of this code.
    pub fn knows_code(&self, code: &str) -> bool {
        let first = Situation {
            code: code.to_owned(),
            before: 0,
            after: None,
        };
        let next = self.verdicts.range(first..).next();
        next.is_some_and(|(situation, _)| situation.code == code)
    }

    /// What was said about a situation, or about its state before alone.
    pub fn word(&self, situation: &Situation) -> Option<Word> {
        let verdict = self.verdicts.get(situation);
        let verdict = verdict.or_else(|| self.verdicts.get(&from_the_start(situation)));
        verdict.map(|verdict| verdict.word)
    }

    /// Notes a verdict. Whatever was said before and cannot be true beside it is taken out and returned.
    pub fn say(
        &mut self,
        situation: &Situation,
        word: Word,
        says: Vec<String>,
    ) -> Vec<(Situation, Verdict)> {
        let key = key(situation, word);
        let mut replaced: Vec<(Situation, Verdict)> = Vec::new();
        let clashing: Vec<Situation> = match word {
            // It should never have started: then nothing that came out of it was right or wrong.
            Word::Inadmissible => self.starting_like(&key),
            Word::Right | Word::Wrong => vec![from_the_start(situation)],
        };
        for clashing in clashing.into_iter().filter(|other| *other != key) {
            let taken = self.verdicts.remove_entry(&clashing);
            replaced.extend(taken);
        }
        let before = self.verdicts.get(&key);
        let comments = before.map_or_else(Vec::new, |verdict| verdict.comments.clone());
        let verdict = Verdict {
            word,
            says,
            comments,
        };
        let before = self.verdicts.insert(key.clone(), verdict);
        replaced.extend(before.filter(|old| old.word != word).map(|old| (key, old)));
        replaced
    }

    /// Takes a verdict back, if it is still what was said.
    pub fn unsay(&mut self, situation: &Situation, word: Word) {
        let key = key(situation, word);
        if self.verdicts.get(&key).is_some_and(|v| v.word == word) {
            self.verdicts.remove(&key);
        }
    }

    /// Puts a verdict back that [`Knowledge::say`] had replaced.
    pub fn restore(&mut self, situation: Situation, verdict: Verdict) {
        self.verdicts.insert(situation, verdict);
    }

    /// Whether a routine is trusted as its code is now.
    pub fn trusts(&self, routine: &str, code_hash: u64) -> bool {
        let trust = self.trusted.get(routine);
        trust.is_some_and(|trust| trust.code_hash == code_hash)
    }

    /// Trusts a routine as its code is now. Returns the hash of the code that was trusted before.
    pub fn trust(&mut self, routine: &str, code_hash: u64) -> Option<u64> {
        let before = self.trusted.get(routine);
        let comments = before.map_or_else(Vec::new, |trust| trust.comments.clone());
        let trust = Trust {
            code_hash,
            comments,
        };
        let before = self.trusted.insert(routine.to_owned(), trust);
        before.map(|trust| trust.code_hash)
    }

    /// Trusts a routine no longer.
    pub fn distrust(&mut self, routine: &str) {
        self.trusted.remove(routine);
    }

    /// All situations that start like this one.
    fn starting_like(&self, situation: &Situation) -> Vec<Situation> {
        let all = self.verdicts.range(from_the_start(situation)..);
        let same =
            |other: &Situation| other.code == situation.code && other.before == situation.before;
        all.map(|(other, _)| other)
            .take_while(|other| same(other))
            .cloned()
            .collect()
    }
}

/// The same situation, whatever came out.
fn from_the_start(situation: &Situation) -> Situation {
    Situation {
        after: None,
        ..situation.clone()
    }
}

/// What a verdict of this word is kept under.
fn key(situation: &Situation, word: Word) -> Situation {
    match word {
        Word::Inadmissible => from_the_start(situation),
        Word::Right | Word::Wrong => situation.clone(),
    }
}

//! The file: entries of lines with an empty line between them.
//!
//! ```text
//! elenchus-knowledge 1
//!
//! trust shop.Money.plus(Lshop/Money;)Lshop/Money;
//! code 9f86d081884c7d65
//!
//! wrong Chess.castling(LPosition;LPosition;)V
//! before 5b4f3c2a19087e6d5c4b3a2918070615
//! after 0f1e2d3c4b5a69788796a5b4c3d2e1f0
//! says Chess.castling(t = Position(x=8, y=1), k = Position(x=5, y=1))
//! says t.x  8 → 11
//! ```
//!
//! Entries are sorted by what they are about, so that two people who add different ones rarely touch the
//! same lines. A line that starts with `#` is a comment and stays with the entry below or around it.

use std::fmt::Write as _;

use thiserror::Error;

use crate::knowledge::{Knowledge, Situation, Trust, Verdict, Word};

/// The first line of every file; the number is the format's.
pub const FIRST_LINE: &str = "elenchus-knowledge 1";

/// What the first line starts with, whatever the version.
const NAME: &str = "elenchus-knowledge ";

/// A file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    #[error("the file does not start with `{FIRST_LINE}`")]
    NotKnowledge,
    #[error("format {0} is not known; a newer version of elenchus may have written it")]
    Version(String),
    #[error(
        "a merge was left unfinished here; keep the entries of both sides and remove the marks"
    )]
    Merge,
    #[error(
        "`{0}` starts no line of an entry: it is trust, right, wrong, inadmissible, code, before, after, says or #"
    )]
    Word(String),
    #[error(
        "an entry starts with trust, right, wrong or inadmissible, and an empty line comes before it"
    )]
    Start,
    #[error("`{0}` needs {1} hexadecimal digits")]
    Hash(&'static str, usize),
    #[error("`{0}` has no place in this entry, or stands there twice")]
    Misplaced(&'static str),
    #[error("the entry that starts here lacks `{0}`")]
    Missing(&'static str),
    #[error("no routine is named")]
    NoName,
    #[error("the same is said to be {0} on line {1}; remove one of the two entries")]
    Clash(&'static str, usize),
}

/// An entry as far as it was read.
struct Entry {
    line: usize,
    word: EntryWord,
    name: String,
    code: Option<u64>,
    before: Option<u128>,
    after: Option<u128>,
    says: Vec<String>,
    comments: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryWord {
    Trust,
    Said(Word),
}

impl Knowledge {
    /// Reads a file. An empty one holds nothing.
    pub fn parse(text: &str) -> Result<Knowledge, TextError> {
        let mut lines = text.lines().zip(1..).peekable();
        let Some((first, _)) = lines.next() else {
            return Ok(Knowledge::default());
        };
        match first.trim_end() {
            FIRST_LINE => {}
            other => {
                let version = other.strip_prefix(NAME).map(str::to_owned);
                let problem = version.map_or(Problem::NotKnowledge, Problem::Version);
                return Err(TextError { line: 1, problem });
            }
        }
        let mut reader = Reader::default();
        for (text, line) in lines {
            reader
                .line(text.trim_end(), line)
                .map_err(|problem| TextError { line, problem })?;
        }
        reader.end_entry()?;
        Ok(reader.knowledge)
    }

    /// The entries of the file, each as it is written there.
    pub fn entries(&self) -> Vec<String> {
        let text = self.to_text();
        let entries = text.split("\n\n").skip(1);
        entries.map(|entry| entry.trim_end().to_owned()).collect()
    }

    /// The whole file.
    pub fn to_text(&self) -> String {
        let mut entries: Vec<(&str, String)> = Vec::new();
        for (routine, trust) in &self.trusted {
            let mut entry = comments(&trust.comments);
            let _ = writeln!(entry, "trust {routine}\ncode {:016x}", trust.code_hash);
            entries.push((routine, entry));
        }
        for (situation, verdict) in &self.verdicts {
            let mut entry = comments(&verdict.comments);
            let word = verdict.word.as_str();
            let Situation {
                code,
                before,
                after,
            } = situation;
            let _ = writeln!(entry, "{word} {code}\nbefore {before:032x}");
            if let Some(after) = after {
                let _ = writeln!(entry, "after {after:032x}");
            }
            for line in &verdict.says {
                let _ = writeln!(entry, "says {}", one_line(line));
            }
            entries.push((code, entry));
        }
        // Stable, so that trust in a routine comes before verdicts on its calls.
        entries.sort_by_key(|&(name, _)| name);
        let mut text = format!("{FIRST_LINE}\n");
        for (_, entry) in entries {
            text.push('\n');
            text.push_str(&entry);
        }
        text
    }
}

fn comments(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Whatever would end the line, or hide what follows it, as a space.
fn one_line(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.collect::<String>().trim().to_owned()
}

#[derive(Default)]
struct Reader {
    knowledge: Knowledge,
    entry: Option<Entry>,
    /// Comments that no entry has taken yet.
    comments: Vec<String>,
    /// Where each situation was said to be something.
    said_on: std::collections::HashMap<Situation, usize>,
}

impl Reader {
    fn line(&mut self, text: &str, line: usize) -> Result<(), Problem> {
        if text.is_empty() {
            return self.end_entry().map_err(|error| error.problem);
        }
        if text.starts_with('#') {
            match &mut self.entry {
                Some(entry) => entry.comments.push(text.to_owned()),
                None => self.comments.push(text.to_owned()),
            }
            return Ok(());
        }
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match (word, &mut self.entry) {
            ("<<<<<<<" | "=======" | ">>>>>>>" | "|||||||", _) => Err(Problem::Merge),
            ("trust", None) => self.start(EntryWord::Trust, rest, line),
            ("code", Some(entry)) => set(&mut entry.code, "code", u64_of(rest)),
            ("before", Some(entry)) => set(&mut entry.before, "before", u128_of("before", rest)),
            ("after", Some(entry)) => set(&mut entry.after, "after", u128_of("after", rest)),
            ("says", Some(entry)) => {
                entry.says.push(rest.to_owned());
                Ok(())
            }
            ("code" | "before" | "after" | "says", None) => Err(Problem::Start),
            (word, entry) => match Word::ALL.into_iter().find(|w| w.as_str() == word) {
                Some(word) if entry.is_none() => self.start(EntryWord::Said(word), rest, line),
                Some(_) => Err(Problem::Start),
                None if word == "trust" => Err(Problem::Start),
                None => Err(Problem::Word(word.chars().take(20).collect())),
            },
        }
    }

    fn start(&mut self, word: EntryWord, name: &str, line: usize) -> Result<(), Problem> {
        if name.is_empty() {
            return Err(Problem::NoName);
        }
        self.entry = Some(Entry {
            line,
            word,
            name: name.to_owned(),
            code: None,
            before: None,
            after: None,
            says: Vec::new(),
            comments: std::mem::take(&mut self.comments),
        });
        Ok(())
    }

    /// Takes the entry in that ends here.
    fn end_entry(&mut self) -> Result<(), TextError> {
        let Some(entry) = self.entry.take() else {
            return Ok(());
        };
        let line = entry.line;
        self.take_in(entry)
            .map_err(|problem| TextError { line, problem })
    }

    fn take_in(&mut self, entry: Entry) -> Result<(), Problem> {
        match entry.word {
            EntryWord::Trust => {
                let unfit = [entry.before.map(|_| "before"), entry.after.map(|_| "after")];
                if let Some(unfit) = unfit.into_iter().flatten().next() {
                    return Err(Problem::Misplaced(unfit));
                }
                let trust = Trust {
                    code_hash: entry.code.ok_or(Problem::Missing("code"))?,
                    comments: entry.comments,
                };
                self.knowledge.trusted.insert(entry.name, trust);
            }
            EntryWord::Said(word) => {
                if entry.code.is_some() {
                    return Err(Problem::Misplaced("code"));
                }
                let after = match (word, entry.after) {
                    (Word::Inadmissible, Some(_)) => return Err(Problem::Misplaced("after")),
                    (Word::Inadmissible, None) => None,
                    (_, None) => return Err(Problem::Missing("after")),
                    (_, after) => after,
                };
                let situation = Situation {
                    code: entry.name,
                    before: entry.before.ok_or(Problem::Missing("before"))?,
                    after,
                };
                if let Some(&line) = self.said_on.get(&situation)
                    && let Some(known) = self.knowledge.verdicts.get(&situation)
                    && known.word != word
                {
                    return Err(Problem::Clash(known.word.as_str(), line));
                }
                self.said_on.insert(situation.clone(), entry.line);
                let verdict = Verdict {
                    word,
                    says: entry.says,
                    comments: entry.comments,
                };
                self.knowledge.verdicts.insert(situation, verdict);
            }
        }
        Ok(())
    }
}

fn set<T>(
    place: &mut Option<T>,
    name: &'static str,
    value: Result<T, Problem>,
) -> Result<(), Problem> {
    match place {
        Some(_) => Err(Problem::Misplaced(name)),
        None => {
            *place = Some(value?);
            Ok(())
        }
    }
}

fn u64_of(text: &str) -> Result<u64, Problem> {
    let digits = hexadecimal(text, 16).ok_or(Problem::Hash("code", 16))?;
    u64::from_str_radix(digits, 16).map_err(|_| Problem::Hash("code", 16))
}

fn u128_of(name: &'static str, text: &str) -> Result<u128, Problem> {
    let digits = hexadecimal(text, 32).ok_or(Problem::Hash(name, 32))?;
    u128::from_str_radix(digits, 16).map_err(|_| Problem::Hash(name, 32))
}

fn hexadecimal(text: &str, digits: usize) -> Option<&str> {
    let fits = text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then_some(text)
}

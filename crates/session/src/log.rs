//! What was said, by whom, in which order; and the events by which a session is kept.
//!
//! The [`Log`] is the only state of a session that matters: everything else is computed from it.
//! Every change of it is an [`Event`]. Events are plain data; whoever drives the session appends
//! them to a file before the next question is shown, and replaying them restores the session.

use std::collections::HashSet;
use std::fmt;

use elenchus_tree::{Answer, NodeId};
use serde::{Deserialize, Serialize};

use crate::closing::Pieces;
use crate::subject::Subject;

/// Who gave an answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// A person at the prompt, or a file of answers in their place.
    Person,
    /// An option: what is included or excluded.
    Option,
    /// Verdicts kept from earlier runs.
    Knowledge,
    /// A recording of a version that was right.
    Recording(String),
    /// A program that answers questions.
    Program(String),
    /// What was set for questions that nobody answers.
    Otherwise,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Person => write!(f, "you"),
            By::Option => write!(f, "option"),
            By::Knowledge => write!(f, "knowledge base"),
            By::Recording(name) => write!(f, "trace:{name}"),
            By::Program(command) => write!(f, "exec:{command}"),
            By::Otherwise => write!(f, "--otherwise"),
        }
    }
}

/// The word for an answer in files and on the wire.
pub fn answer_word(answer: Answer) -> &'static str {
    match answer {
        Answer::Right => "right",
        Answer::Wrong => "wrong",
        Answer::Unknown => "unknown",
        Answer::Trusted => "trusted",
        Answer::Inadmissible => "inadmissible",
    }
}

/// The answer that a word means.
pub fn answer_from_word(word: &str) -> Option<Answer> {
    [
        Answer::Right,
        Answer::Wrong,
        Answer::Unknown,
        Answer::Trusted,
        Answer::Inadmissible,
    ]
    .into_iter()
    .find(|&answer| answer_word(answer) == word)
}

/// One thing that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// An answer about a piece of the run.
    Answered(Subject, Answer),
    /// All routines that match this pattern are trusted.
    TrustedPattern(String),
    /// This node was reported as buggy, and the search goes on to the next bug.
    Found(NodeId),
    /// These are thought unlikely and shown as one node each.
    Closed(Pieces),
    /// These are to be looked into after all.
    Opened(Pieces),
    /// This part of what came out, or went in, is wrong, and this node wrote it last.
    Part {
        subject: Subject,
        path: String,
        is_input: bool,
        writer: Option<NodeId>,
    },
    /// The user calls a loop by another name.
    Named { of: String, name: String },
}

impl Said {
    /// Whether it answers a question.
    pub fn is_answer(&self) -> bool {
        matches!(self, Said::Answered(..) | Said::TrustedPattern(_))
    }
}

/// One thing that was said, and by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub said: Said,
    pub by: By,
}

/// A change of a session that must not be lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// An answer was given.
    Answer {
        subject: Subject,
        answer: String,
        by: By,
    },
    /// All routines that match a pattern were trusted.
    Trust { pattern: String, by: By },
    /// A reported bug was accepted and the search went on.
    Found { node: u32 },
    /// Pieces of the run were closed.
    Close { pieces: Pieces, by: By },
    /// Pieces of the run were opened again.
    Open { pieces: Pieces, by: By },
    /// The part that is wrong was pointed at, right after the answer; this node wrote it last.
    Part {
        subject: Subject,
        path: String,
        /// Whether it went in and did not come out.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_input: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
        by: By,
    },
    /// A loop was given a name.
    Name { of: String, name: String, by: By },
    /// The entry at this place of the log (counted from 0) was undone.
    Undo { entry: usize },
    /// The entry at this place was taken back as mistaken: oracles are not asked for it again.
    Dispute { entry: usize },
    /// Another strategy was chosen.
    Strategy { name: String },
    /// Other transformations were chosen.
    Transforms { names: Vec<String> },
}

/// All that was said and not taken back, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Log {
    entries: Vec<Entry>,
    /// Subjects about which an answer was taken back; oracles are not asked about them again, since
    /// they would only repeat it.
    disputed: HashSet<Subject>,
}

impl Log {
    /// Everything said, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Adds an entry.
    pub fn push(&mut self, said: Said, by: By) {
        self.entries.push(Entry { said, by });
    }

    /// Removes the entry at this place.
    pub fn undo(&mut self, place: usize) -> Option<Entry> {
        (place < self.entries.len()).then(|| self.entries.remove(place))
    }

    /// Removes the entry at this place because it was mistaken.
    pub fn dispute(&mut self, place: usize) -> Option<Entry> {
        let entry = self.undo(place)?;
        if let Said::Answered(subject, _) = entry.said {
            self.disputed.insert(subject);
        }
        Some(entry)
    }

    /// Gives nodes the numbers that `number_of` says; what is about a node without one is dropped.
    pub fn renumber(&mut self, number_of: &impl Fn(NodeId) -> Option<NodeId>) {
        let entries = std::mem::take(&mut self.entries).into_iter();
        self.entries = entries
            .filter_map(|entry| {
                let said = match entry.said {
                    Said::Answered(about, answer) => {
                        Said::Answered(about.renumbered(number_of)?, answer)
                    }
                    Said::Found(node) => Said::Found(number_of(node)?),
                    Said::Closed(pieces) => Said::Closed(pieces.renumbered(number_of)?),
                    Said::Opened(pieces) => Said::Opened(pieces.renumbered(number_of)?),
                    Said::Part {
                        subject,
                        path,
                        is_input,
                        writer,
                    } => Said::Part {
                        subject: subject.renumbered(number_of)?,
                        path,
                        is_input,
                        writer: writer.and_then(number_of),
                    },
                    said @ (Said::TrustedPattern(_) | Said::Named { .. }) => said,
                };
                Some(Entry { said, ..entry })
            })
            .collect();
        self.disputed = self
            .disputed
            .iter()
            .filter_map(|old| old.renumbered(number_of))
            .collect();
    }

    /// Whether an answer about this was taken back as mistaken.
    pub fn is_disputed(&self, subject: Subject) -> bool {
        self.disputed.contains(&subject)
    }

    /// The answers that stand: of several about the same subject only the latest, at its place in
    /// the order.
    pub fn answers(&self) -> impl DoubleEndedIterator<Item = (usize, Subject, Answer)> + '_ {
        let mut latest = std::collections::HashMap::new();
        for (place, entry) in self.entries.iter().enumerate() {
            if let Said::Answered(subject, _) = entry.said {
                latest.insert(subject, place);
            }
        }
        self.entries
            .iter()
            .enumerate()
            .filter_map(move |(place, entry)| match entry.said {
                Said::Answered(subject, answer) if latest[&subject] == place => {
                    Some((place, subject, answer))
                }
                _ => None,
            })
    }

    /// The bugs that were found and accepted.
    pub fn found(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.entries.iter().filter_map(|entry| match entry.said {
            Said::Found(node) => Some(node),
            _ => None,
        })
    }

    /// The latest wrong part that was followed to what wrote it: its place in the log, its name, and
    /// what wrote it.
    pub fn last_part(&self) -> Option<(usize, &str, NodeId)> {
        let entries = self.entries.iter().enumerate().rev();
        let (place, path, writer) =
            entries
                .into_iter()
                .find_map(|(place, entry)| match &entry.said {
                    Said::Part { path, writer, .. } => Some((place, path, *writer)),
                    _ => None,
                })?;
        Some((place, path, writer?))
    }

    /// The part of what came out of a node that is wrong, if somebody pointed at it.
    pub fn wrong_part_of(&self, node: NodeId) -> Option<&str> {
        let entries = self.entries.iter().rev();
        entries.into_iter().find_map(|entry| match &entry.said {
            Said::Part {
                subject,
                path,
                is_input: false,
                ..
            } if subject.single() == Some(node) => Some(path.as_str()),
            _ => None,
        })
    }

    /// What the user calls a loop, if they gave it a name.
    pub fn name_of(&self, loop_name: &str) -> Option<&str> {
        let entries = self.entries.iter().rev();
        entries.into_iter().find_map(|entry| match &entry.said {
            Said::Named { of, name } if of == loop_name => Some(name.as_str()),
            _ => None,
        })
    }

    /// The loop that the user calls by this name.
    pub fn named(&self, given: &str) -> Option<&str> {
        let entries = self.entries.iter().rev();
        entries.into_iter().find_map(|entry| match &entry.said {
            Said::Named { of, name } if name == given => Some(of.as_str()),
            _ => None,
        })
    }

    /// The patterns of routines that are trusted.
    pub fn trusted_patterns(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match &entry.said {
            Said::TrustedPattern(pattern) => Some(pattern.as_str()),
            _ => None,
        })
    }
}

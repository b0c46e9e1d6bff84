//! A session file: a header, then one JSON object for each event.
//!
//! Words (answers, strategies, transformations) are checked when an event is read. Unlike in other
//! formats a new kind of event raises the version: a reader that passed over one would forget something
//! that was said.

use elenchus_session::{
    self as domain, Answer, Entry, ErrorRates, Event, Pieces, RateError, Said, Subject, WrongPart,
    answer_from_word, answer_word,
};
use elenchus_strategy::{StrategyName, UnknownStrategy};
use elenchus_transform::{NameError, Plan, TransformName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::version::Version;

/// The first line: the version, and which tree the session is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// The version of the file.
    pub elenchus_session: Version,
    /// How many nodes the tree has; 0 for a recording, which may still grow.
    pub nodes: usize,
    /// What tells the tree or the recording apart from others.
    pub tree: String,
}

/// The name of a node in a session file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct StoredNode(pub u64);

/// One event of a session file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StoredEvent {
    /// An answer was given. One that may be mistaken is `unknown` to readers that do not know `supposed`.
    Answer {
        subject: StoredSubject,
        answer: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supposed: Option<Supposed>,
        by: By,
    },
    /// All routines that match a pattern were trusted.
    Trust { pattern: String, by: By },
    /// A reported bug was accepted and the search went on.
    Found { node: StoredNode },
    /// Pieces of the run were closed.
    Close { pieces: StoredPieces, by: By },
    /// Pieces of the run were opened again.
    Open { pieces: StoredPieces, by: By },
    /// The part that is wrong was pointed at, right after the answer; this node wrote it last.
    Part {
        subject: StoredSubject,
        path: String,
        /// What it should have been, if that was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        should: Option<String>,
        /// Whether it went in and did not come out.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_input: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<StoredNode>,
        by: By,
    },
    /// A loop was given a name.
    Name { of: String, name: String, by: By },
    /// The entry at this place of the log (counted from 0) was undone.
    Undo { entry: usize },
    /// The entry at this place was taken back as mistaken.
    Dispute { entry: usize },
    /// Another strategy was chosen.
    Strategy { name: String },
    /// Other transformations were chosen.
    Transforms { names: Vec<String> },
}

/// An answer that may be mistaken, in a session file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Supposed {
    pub answer: String,
    /// How often whoever gave it calls right code wrong.
    pub false_wrong: f64,
    /// How often they call wrong code right.
    pub false_right: f64,
}

/// What an answer is about, in a session file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StoredSubject {
    first: StoredNode,
    last: StoredNode,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    calls: bool,
}

/// Which pieces were closed or opened, in a session file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StoredPieces {
    /// One node, or some side by side.
    Subject(StoredSubject),
    /// Every call of the routines that match a pattern.
    Routines(String),
}

/// Who gave an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
    /// The same, by what can be seen when both runs are followed step by step.
    Steps(String),
    /// A version that was right, by running it.
    Version(String),
    /// A program that answers questions.
    Program(String),
    /// An assertion of the failed test that passed.
    Assertion(String),
    /// What was set for questions that nobody answers.
    Otherwise,
    /// No oracle knows it: a person is asked only if the search cannot end without.
    Later,
}

/// Why an event of a session file means nothing.
#[derive(Debug, Error, PartialEq)]
pub enum StoredError {
    #[error("`{0}` is not an answer")]
    UnknownAnswer(String),
    #[error(transparent)]
    Rates(#[from] RateError),
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
    #[error(transparent)]
    Transforms(#[from] NameError),
}

impl From<Event<StoredNode>> for StoredEvent {
    fn from(event: Event<StoredNode>) -> StoredEvent {
        match event {
            Event::Said(entry) => StoredEvent::from(entry),
            Event::Undo { entry } => StoredEvent::Undo { entry },
            Event::Dispute { entry } => StoredEvent::Dispute { entry },
            Event::Strategy(name) => StoredEvent::Strategy {
                name: name.to_string(),
            },
            Event::Transforms(plan) => StoredEvent::Transforms {
                names: plan.steps().iter().map(ToString::to_string).collect(),
            },
        }
    }
}

impl From<Entry<StoredNode>> for StoredEvent {
    fn from(Entry { said, by }: Entry<StoredNode>) -> StoredEvent {
        let by = By::from(by);
        match said {
            Said::Answered(subject, answer) => StoredEvent::Answer {
                subject: subject.into(),
                answer: answer_word(answer).to_owned(),
                supposed: None,
                by,
            },
            Said::Supposed(subject, answer, rates) => StoredEvent::Answer {
                subject: subject.into(),
                answer: answer_word(Answer::Unknown).to_owned(),
                supposed: Some(Supposed {
                    answer: answer_word(answer).to_owned(),
                    false_wrong: rates.false_wrong(),
                    false_right: rates.false_right(),
                }),
                by,
            },
            Said::TrustedPattern(pattern) => StoredEvent::Trust { pattern, by },
            Said::Found(node) => StoredEvent::Found { node },
            Said::Closed(pieces) => StoredEvent::Close {
                pieces: pieces.into(),
                by,
            },
            Said::Opened(pieces) => StoredEvent::Open {
                pieces: pieces.into(),
                by,
            },
            Said::Part {
                subject,
                part: WrongPart { path, should },
                is_input,
                writer,
            } => StoredEvent::Part {
                subject: subject.into(),
                path,
                should,
                is_input,
                node: writer,
                by,
            },
            Said::Named { of, name } => StoredEvent::Name { of, name, by },
        }
    }
}

/// The answer that a word of a file means.
fn known(word: String) -> Result<Answer, StoredError> {
    answer_from_word(&word).ok_or(StoredError::UnknownAnswer(word))
}

impl TryFrom<StoredEvent> for Event<StoredNode> {
    type Error = StoredError;

    fn try_from(event: StoredEvent) -> Result<Event<StoredNode>, StoredError> {
        let (said, by) = match event {
            StoredEvent::Answer {
                subject,
                answer,
                supposed,
                by,
            } => {
                let subject = subject.into();
                let said = match supposed {
                    None => Said::Answered(subject, known(answer)?),
                    Some(supposed) => {
                        let rates = ErrorRates::new(supposed.false_wrong, supposed.false_right)?;
                        Said::Supposed(subject, known(supposed.answer)?, rates)
                    }
                };
                (said, by)
            }
            StoredEvent::Trust { pattern, by } => (Said::TrustedPattern(pattern), by),
            // Only a person accepts what was found.
            StoredEvent::Found { node } => (Said::Found(node), By::Person),
            StoredEvent::Close { pieces, by } => (Said::Closed(pieces.into()), by),
            StoredEvent::Open { pieces, by } => (Said::Opened(pieces.into()), by),
            StoredEvent::Part {
                subject,
                path,
                should,
                is_input,
                node,
                by,
            } => {
                let said = Said::Part {
                    subject: subject.into(),
                    part: WrongPart { path, should },
                    is_input,
                    writer: node,
                };
                (said, by)
            }
            StoredEvent::Name { of, name, by } => (Said::Named { of, name }, by),
            StoredEvent::Undo { entry } => return Ok(Event::Undo { entry }),
            StoredEvent::Dispute { entry } => return Ok(Event::Dispute { entry }),
            StoredEvent::Strategy { name } => {
                return Ok(Event::Strategy(name.parse::<StrategyName>()?));
            }
            StoredEvent::Transforms { names } => {
                let names = names.iter().map(|name| name.parse());
                let names: Vec<TransformName> = names.collect::<Result<_, _>>()?;
                return Ok(Event::Transforms(Plan::new(&names)?));
            }
        };
        Ok(Event::Said(Entry {
            said,
            by: by.into(),
        }))
    }
}

impl From<Subject<StoredNode>> for StoredSubject {
    fn from(subject: Subject<StoredNode>) -> StoredSubject {
        StoredSubject {
            first: subject.first(),
            last: subject.last(),
            calls: subject.is_calls(),
        }
    }
}

impl From<StoredSubject> for Subject<StoredNode> {
    fn from(stored: StoredSubject) -> Subject<StoredNode> {
        match stored.calls {
            true => Subject::calls(stored.first, stored.last),
            false => Subject::siblings(stored.first, stored.last),
        }
    }
}

impl From<Pieces<StoredNode>> for StoredPieces {
    fn from(pieces: Pieces<StoredNode>) -> StoredPieces {
        match pieces {
            Pieces::Subject(subject) => StoredPieces::Subject(subject.into()),
            Pieces::Routines(pattern) => StoredPieces::Routines(pattern),
        }
    }
}

impl From<StoredPieces> for Pieces<StoredNode> {
    fn from(pieces: StoredPieces) -> Pieces<StoredNode> {
        match pieces {
            StoredPieces::Subject(subject) => Pieces::Subject(subject.into()),
            StoredPieces::Routines(pattern) => Pieces::Routines(pattern),
        }
    }
}

impl From<domain::By> for By {
    fn from(by: domain::By) -> By {
        match by {
            domain::By::Person => By::Person,
            domain::By::Option => By::Option,
            domain::By::Knowledge => By::Knowledge,
            domain::By::Recording(name) => By::Recording(name),
            domain::By::Steps(name) => By::Steps(name),
            domain::By::Version(name) => By::Version(name),
            domain::By::Command(command) => By::Program(command),
            domain::By::Assertion(place) => By::Assertion(place),
            domain::By::Otherwise => By::Otherwise,
            domain::By::Later => By::Later,
        }
    }
}

impl From<By> for domain::By {
    fn from(by: By) -> domain::By {
        match by {
            By::Person => domain::By::Person,
            By::Option => domain::By::Option,
            By::Knowledge => domain::By::Knowledge,
            By::Recording(name) => domain::By::Recording(name),
            By::Steps(name) => domain::By::Steps(name),
            By::Version(name) => domain::By::Version(name),
            By::Program(command) => domain::By::Command(command),
            By::Assertion(place) => domain::By::Assertion(place),
            By::Otherwise => domain::By::Otherwise,
            By::Later => domain::By::Later,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of each kind, as session files have had them since format 1.
    const LINES: [&str; 14] = [
        r#"{"answer":{"subject":{"first":1,"last":3},"answer":"wrong","by":"person"}}"#,
        r#"{"answer":{"subject":{"first":1,"last":3,"calls":true},"answer":"right","by":{"recording":"good"}}}"#,
        r#"{"trust":{"pattern":"org.*","by":"option"}}"#,
        r#"{"found":{"node":4294967296}}"#,
        r#"{"close":{"pieces":{"subject":{"first":2,"last":2}},"by":"person"}}"#,
        r#"{"open":{"pieces":{"routines":"f"},"by":"person"}}"#,
        r#"{"part":{"subject":{"first":1,"last":1},"path":"a.x","node":2,"by":"person"}}"#,
        r#"{"part":{"subject":{"first":1,"last":1},"path":"a.x","is_input":true,"by":"person"}}"#,
        r#"{"part":{"subject":{"first":1,"last":1},"path":"returned","should":"12","by":"person"}}"#,
        r#"{"name":{"of":"main for#1","name":"rows","by":"person"}}"#,
        r#"{"undo":{"entry":0}}"#,
        r#"{"dispute":{"entry":2}}"#,
        r#"{"strategy":{"name":"top-down"}}"#,
        r#"{"transforms":{"names":["loops","balance"]}}"#,
    ];

    #[test]
    fn lines_are_written_as_they_were_read() {
        for line in LINES {
            let stored: StoredEvent = serde_json::from_str(line).unwrap();
            let event = Event::try_from(stored).unwrap();
            let written = serde_json::to_string(&StoredEvent::from(event)).unwrap();
            assert_eq!(written, line);
        }
    }

    #[test]
    fn every_node_of_a_line_is_changed_and_none_is_forgotten() {
        for line in LINES {
            let stored: StoredEvent = serde_json::from_str(line).unwrap();
            let event = Event::try_from(stored).unwrap();
            let shifted = event
                .try_map(&|StoredNode(n)| Some(StoredNode(n + 5)))
                .unwrap();
            let written = serde_json::to_string(&StoredEvent::from(shifted)).unwrap();
            let expected =
                ["first\":", "last\":", "node\":"]
                    .iter()
                    .fold(line.to_owned(), |text, field| {
                        let mut parts = text.split(field);
                        let mut changed = parts.next().unwrap().to_owned();
                        for part in parts {
                            let end = part.find([',', '}']).unwrap();
                            let node: u64 = part[..end].parse().unwrap();
                            changed += &format!("{field}{}{}", node + 5, &part[end..]);
                        }
                        changed
                    });
            assert_eq!(written, expected);
        }
    }

    #[test]
    fn words_that_mean_nothing_are_refused() {
        for line in [
            r#"{"answer":{"subject":{"first":1,"last":3},"answer":"perhaps","by":"person"}}"#,
            r#"{"strategy":{"name":"by-chance"}}"#,
            r#"{"transforms":{"names":["auto","loops"]}}"#,
        ] {
            let stored: StoredEvent = serde_json::from_str(line).unwrap();
            assert!(Event::try_from(stored).is_err(), "{line}");
        }
    }
}

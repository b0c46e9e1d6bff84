//! What was said, by whom, in which order.
//!
//! The [`Log`] is the only state of a session that matters: everything else is computed from it.
//! It changes only by [events](Event), so whoever keeps the events can make the same log again. What
//! names a node is a parameter, as it is for events.

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;

use elenchus_belief::ErrorRates;
use elenchus_tree::{Answer, NodeId, Tree};

use crate::closing::Pieces;
use crate::event::{Event, NoSuchEntry, PerEntry};
use crate::part::WrongPart;
use crate::subject::Subject;

/// Who gave an answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// A person at the prompt, or a file of answers in their place.
    Person,
    /// An option: what is included or excluded.
    Option,
    /// Verdicts kept from earlier runs.
    Knowledge,
    /// A recording of a version that was right.
    Recording(String),
    /// The same, by what can be seen when both runs are followed step by step: something was not recorded.
    Steps(String),
    /// A version that was right, by running it; its path.
    Version(String),
    /// A command that answers questions, by its line.
    Command(String),
    /// An assertion of the failed test that passed, by its file and line.
    Assertion(String),
    /// What was set for questions that nobody answers.
    Otherwise,
    /// No oracle knows it: a person is asked only if the search cannot end without.
    Later,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Person => write!(f, "you"),
            By::Option => write!(f, "option"),
            By::Knowledge => write!(f, "knowledge base"),
            By::Recording(name) => write!(f, "trace:{name}"),
            By::Steps(name) => write!(f, "trace:{name}, step by step"),
            By::Version(name) => write!(f, "running {name}"),
            By::Command(command) => write!(f, "exec:{command}"),
            By::Assertion(place) => write!(f, "the assertion at {place} passed"),
            By::Otherwise => write!(f, "--otherwise"),
            By::Later => write!(f, "left for later"),
        }
    }
}

/// The word for an answer in files and on the wire.
pub fn answer_word(answer: Answer) -> &'static str {
    answer.word()
}

/// The word for an answer that may be mistaken, in lists for people.
pub fn supposed_word(answer: Answer) -> &'static str {
    match answer {
        Answer::Right => "probably right",
        Answer::Wrong => "probably wrong",
        Answer::Inadmissible => "probably inadmissible",
        // Nobody is believed a little about anything else.
        other => other.word(),
    }
}

/// The answer that a word means.
pub fn answer_from_word(word: &str) -> Option<Answer> {
    let mut answers = Answer::ALL.into_iter();
    answers.find(|answer| answer.word() == word)
}

/// One thing that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said<N = NodeId> {
    /// An answer about a piece of the run.
    Answered(Subject<N>, Answer),
    /// An answer that may be mistaken, by somebody who errs this often.
    Supposed(Subject<N>, Answer, ErrorRates),
    /// All routines that match this pattern are trusted.
    TrustedPattern(String),
    /// This node was reported as buggy, and the search goes on to the next bug.
    Found(N),
    /// These are thought unlikely and shown as one node each.
    Closed(Pieces<N>),
    /// These are to be looked into after all.
    Opened(Pieces<N>),
    /// This part of what came out, or went in, is wrong, and this node wrote it last.
    Part {
        subject: Subject<N>,
        part: WrongPart,
        is_input: bool,
        writer: Option<N>,
    },
    /// The user calls a loop by another name.
    Named { of: String, name: String },
}

impl<N> Said<N> {
    /// Whether it answers a question.
    pub fn is_answer(&self) -> bool {
        matches!(
            self,
            Said::Answered(..) | Said::Supposed(..) | Said::TrustedPattern(_)
        )
    }

    /// The same with every node changed; nothing when `change` does not know one of them.
    fn try_map<M>(self, change: &impl Fn(N) -> Option<M>) -> Option<Said<M>> {
        Some(match self {
            Said::Answered(subject, answer) => Said::Answered(subject.try_map(change)?, answer),
            Said::Supposed(subject, answer, rates) => {
                Said::Supposed(subject.try_map(change)?, answer, rates)
            }
            Said::TrustedPattern(pattern) => Said::TrustedPattern(pattern),
            Said::Found(node) => Said::Found(change(node)?),
            Said::Closed(pieces) => Said::Closed(pieces.try_map(change)?),
            Said::Opened(pieces) => Said::Opened(pieces.try_map(change)?),
            Said::Part {
                subject,
                part,
                is_input,
                writer,
            } => Said::Part {
                subject: subject.try_map(change)?,
                part,
                is_input,
                writer: match writer {
                    Some(node) => Some(change(node)?),
                    None => None,
                },
            },
            Said::Named { of, name } => Said::Named { of, name },
        })
    }
}

impl Said {
    /// A node in it that `tree` does not have, if there is one.
    pub(crate) fn unknown_node(&self, tree: &Tree) -> Option<NodeId> {
        let misfit = |subject: &Subject| (!subject.fits(tree)).then(|| subject.last());
        let missing = |node: &NodeId| (node.index() >= tree.len()).then_some(*node);
        match self {
            Said::Answered(subject, _) | Said::Supposed(subject, ..) => misfit(subject),
            Said::Found(node) => missing(node),
            Said::Closed(Pieces::Subject(subject)) | Said::Opened(Pieces::Subject(subject)) => {
                misfit(subject)
            }
            Said::Part {
                subject, writer, ..
            } => misfit(subject).or_else(|| writer.as_ref().and_then(missing)),
            Said::TrustedPattern(_) | Said::Named { .. } | Said::Closed(_) | Said::Opened(_) => {
                None
            }
        }
    }
}

/// One thing that was said, and by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<N = NodeId> {
    pub said: Said<N>,
    pub by: By,
}

impl<N> Entry<N> {
    /// The same with every node changed; nothing when `change` does not know one of them.
    pub(crate) fn try_map<M>(self, change: &impl Fn(N) -> Option<M>) -> Option<Entry<M>> {
        Some(Entry {
            said: self.said.try_map(change)?,
            by: self.by,
        })
    }
}

/// All that was said and not taken back, oldest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log<N = NodeId>
where
    N: Eq + Hash,
{
    entries: PerEntry<Entry<N>>,
    /// Subjects about which an answer was taken back; oracles are not asked about them again, since
    /// they would only repeat it.
    disputed: HashSet<Subject<N>>,
}

impl<N: Eq + Hash> Default for Log<N> {
    fn default() -> Log<N> {
        Log {
            entries: PerEntry::default(),
            disputed: HashSet::new(),
        }
    }
}

impl<N: Copy + Eq + Hash> Log<N> {
    /// Everything said, oldest first.
    pub fn entries(&self) -> &[Entry<N>] {
        self.entries.values()
    }

    /// The places of the entries that people know by a number, which is that of the question for an answer. A part that is
    /// wrong goes with the answer before it.
    pub fn numbered(&self) -> impl Iterator<Item = usize> {
        let entries = self.entries().iter().enumerate();
        let numbered = entries.filter(|(_, entry)| !matches!(entry.said, Said::Part { .. }));
        numbered.map(|(place, _)| place)
    }

    /// The number by which people know the entry at this place.
    pub fn number_of(&self, place: usize) -> usize {
        self.numbered().take_while(|&other| other <= place).count()
    }

    /// Takes in an event.
    pub fn follow(&mut self, event: &Event<N>) -> Result<(), NoSuchEntry> {
        let removed = self.entries.follow(event, Entry::clone)?;
        if let (Event::Dispute { .. }, Some(entry)) = (event, removed)
            && let Said::Answered(subject, _) | Said::Supposed(subject, ..) = entry.said
        {
            self.disputed.insert(subject);
        }
        Ok(())
    }

    /// The log as if this had been said, too.
    pub(crate) fn with(&self, entry: Entry<N>) -> Log<N> {
        let mut log = self.clone();
        let done = log.follow(&Event::Said(entry));
        debug_assert_eq!(done, Ok(()), "only what was said is taken back");
        log
    }

    /// The log as if only the entries at these places had been made.
    pub(crate) fn only(&self, places: &[usize]) -> Log<N> {
        let mut log = self.clone();
        let mut place = 0..;
        log.entries
            .filter_map(|entry| places.contains(&place.next()?).then_some(entry));
        log
    }

    /// Gives nodes the numbers that `number_of` says; what is about a node without one is dropped.
    pub fn renumber(&mut self, number_of: &impl Fn(N) -> Option<N>) {
        self.entries.filter_map(|entry| entry.try_map(number_of));
        let disputed = self.disputed.iter();
        self.disputed = disputed.filter_map(|old| old.try_map(number_of)).collect();
    }

    /// Whether an answer about this was taken back as mistaken.
    pub fn is_disputed(&self, subject: Subject<N>) -> bool {
        self.disputed.contains(&subject)
    }

    /// The answers that stand: of several about the same subject only the latest, at its place in
    /// the order.
    pub fn answers(&self) -> impl DoubleEndedIterator<Item = (usize, Subject<N>, Answer)> + '_ {
        let mut latest = std::collections::HashMap::new();
        for (place, entry) in self.entries().iter().enumerate() {
            if let Said::Answered(subject, _) = entry.said {
                latest.insert(subject, place);
            }
        }
        self.entries()
            .iter()
            .enumerate()
            .filter_map(move |(place, entry)| match entry.said {
                Said::Answered(subject, answer) if latest[&subject] == place => {
                    Some((place, subject, answer))
                }
                _ => None,
            })
    }

    /// The answers that may be mistaken, each with its place and with how often its giver errs.
    pub fn supposed(&self) -> impl Iterator<Item = (usize, Subject<N>, Answer, ErrorRates)> + '_ {
        let entries = self.entries().iter().enumerate();
        entries.filter_map(|(place, entry)| match entry.said {
            Said::Supposed(subject, answer, rates) => Some((place, subject, answer, rates)),
            _ => None,
        })
    }

    /// The bugs that were found and accepted.
    pub fn found(&self) -> impl Iterator<Item = N> + '_ {
        self.entries().iter().filter_map(|entry| match entry.said {
            Said::Found(node) => Some(node),
            _ => None,
        })
    }

    /// The latest wrong part that was followed to what wrote it: its place in the log, its name, and
    /// what wrote it.
    pub fn last_part(&self) -> Option<(usize, &str, N)> {
        let entries = self.entries().iter().enumerate().rev();
        let (place, path, writer) =
            entries
                .into_iter()
                .find_map(|(place, entry)| match &entry.said {
                    Said::Part { part, writer, .. } => Some((place, &part.path, *writer)),
                    _ => None,
                })?;
        Some((place, path, writer?))
    }

    /// The part of what came out of a node that is wrong, if somebody pointed at it.
    pub fn wrong_part_of(&self, node: N) -> Option<&str> {
        let entries = self.entries().iter().rev();
        entries.into_iter().find_map(|entry| match &entry.said {
            Said::Part {
                subject,
                part,
                is_input: false,
                ..
            } if subject.single() == Some(node) => Some(part.path.as_str()),
            _ => None,
        })
    }

    /// What the parts that came out of a piece should have been, as far as somebody said so; of several about one part the latest.
    pub fn should_be(&self, subject: Subject<N>) -> Vec<(&str, &str)> {
        let mut said: Vec<(&str, &str)> = Vec::new();
        for entry in self.entries() {
            if let Said::Part {
                subject: about,
                part: WrongPart { path, should },
                is_input: false,
                ..
            } = &entry.said
                && *about == subject
                && let Some(should) = should
            {
                said.retain(|(known, _)| known != path);
                said.push((path, should));
            }
        }
        said
    }

    /// What the user calls a loop, if they gave it a name.
    pub fn name_of(&self, loop_name: &str) -> Option<&str> {
        let entries = self.entries().iter().rev();
        entries.into_iter().find_map(|entry| match &entry.said {
            Said::Named { of, name } if of == loop_name => Some(name.as_str()),
            _ => None,
        })
    }

    /// The loop that the user calls by this name.
    pub fn named(&self, given: &str) -> Option<&str> {
        let entries = self.entries().iter().rev();
        entries.into_iter().find_map(|entry| match &entry.said {
            Said::Named { of, name } if name == given => Some(of.as_str()),
            _ => None,
        })
    }

    /// The patterns of routines that are trusted.
    pub fn trusted_patterns(&self) -> impl Iterator<Item = &str> {
        self.entries().iter().filter_map(|entry| match &entry.said {
            Said::TrustedPattern(pattern) => Some(pattern.as_str()),
            _ => None,
        })
    }
}

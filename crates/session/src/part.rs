//! "This part is wrong": from a value that a question shows to the piece of the run that wrote it.
//!
//! Mercury's mark and track, for state that changes: the user points at one field, element, variable
//! or the result, and the next question is about the call or iteration that wrote it last, inside
//! what was said to be wrong. From there on the strategy goes on as ever. When the value was there
//! before, the piece was given something wrong, and nothing is answered: that is *inadmissible*, and
//! what a piece should not have been given can be followed in the same way.

use std::collections::HashSet;
use std::fmt;

use elenchus_transform::Span;
use elenchus_tree::place::base;
use elenchus_tree::{Answer, Kind, NodeId};
use thiserror::Error;

use crate::error::SessionError;
use crate::log::{By, Log, Said};
use crate::number::NodeNumber;
use crate::oracle::Reply;
use crate::program::Program;
use crate::session::{Session, Step};
use crate::subject::Subject;

/// Who wrote a value that a question shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// This node, inside the piece that was asked about, wrote it last.
    Inside(NodeId),
    /// The piece's own code wrote it last.
    Own,
    /// It was like this when the piece began; written by this node, where that is known.
    Before(Option<NodeId>),
}

/// When a value is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// As the piece began: what it was given.
    Before,
    /// As it ended: what came out.
    After,
}

/// A part of what a question shows that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongPart {
    /// Its name, as the question shows it: `returned`, `this.items[3]`.
    pub path: String,
    /// What it should have been, as a person writes it, if they said so.
    pub should: Option<String>,
}

impl WrongPart {
    /// Reads `returned` and `returned = 12`. An equals sign inside of brackets or quotes belongs to the path.
    pub fn parse(text: &str) -> WrongPart {
        let (mut depth, mut quoted) = (0_usize, false);
        let sign = text.char_indices().find(|&(_, c)| {
            match c {
                '"' => quoted = !quoted,
                '[' if !quoted => depth += 1,
                ']' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == '=' && depth == 0 && !quoted
        });
        let (path, should) = match sign {
            Some((at, _)) => (&text[..at], Some(text[at + 1..].trim().to_owned())),
            None => (text, None),
        };
        WrongPart {
            path: path.trim().to_owned(),
            should: should.filter(|value| !value.is_empty()),
        }
    }
}

impl From<&str> for WrongPart {
    fn from(path: &str) -> WrongPart {
        WrongPart {
            path: path.to_owned(),
            should: None,
        }
    }
}

impl fmt::Display for WrongPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.should {
            Some(should) => write!(f, "{} = {should}", self.path),
            None => write!(f, "{}", self.path),
        }
    }
}

/// Why a part cannot be followed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PartError {
    #[error("the question shows no `{part}`; it shows {}", if shown.is_empty() { "nothing that could be pointed at so" } else { shown })]
    NotShown { part: String, shown: String },
    #[error("there is no `{rest}` in `{of}`")]
    NoSuchPart { of: String, rest: String },
    #[error("where `{0}` comes from is not known")]
    NotKnown(String),
    #[error("`{0}` was not given to this but made in it: n {0} says that it is wrong")]
    NotGiven(String),
}

/// Where whoever wrote a part lies.
#[derive(Clone, Copy)]
enum Place {
    /// In what is searched.
    Inside,
    /// It ran before that.
    Before,
    /// It called that.
    Around,
}

/// What pointing at a wrong part led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tracked {
    /// The next question is about this node, which wrote it last.
    To { node: NodeNumber, title: String },
    /// The piece's own code wrote it last: the strategy goes on.
    Own,
    /// This wrote it last, but it is settled or cannot be asked about: the strategy goes on.
    Settled { node: NodeNumber, title: String },
    /// The own code of this node, which holds what is searched, wrote it last, and is suspect as it is: the strategy goes on.
    Suspect { node: NodeNumber, title: String },
    /// The next question is about this node, which wrote it last, although it is no part of what is searched: it ran before.
    Outside { node: NodeNumber, title: String },
    /// The next question is about this node, whose own code wrote it last, although it is no part of what is searched: it called that.
    Caller { node: NodeNumber, title: String },
    /// It was like this when the piece began, so nothing was answered. By whom, where that is known.
    Before {
        writer: Option<(NodeNumber, String)>,
    },
}

impl<P: Program> Session<P> {
    /// Answers the question with *wrong* and follows the part of it that is wrong to whatever wrote
    /// it last. Who says what it should have become is believed that it is wrong, also when nobody wrote it or when it is not
    /// known who did.
    pub fn wrong_part(
        &mut self,
        part: impl Into<WrongPart>,
        by: By,
    ) -> Result<Tracked, SessionError> {
        let part = part.into();
        let subject = self.asked.ok_or(SessionError::NothingAsked)?;
        let written = self.program.writer_of(subject, &part.path, Moment::After);
        let writer = match written {
            Ok(Written::Before(_)) | Err(PartError::NotKnown(_)) if part.should.is_some() => None,
            Ok(Written::Before(writer)) => {
                let writer = writer.map(|node| self.named(node));
                return Ok(Tracked::Before { writer });
            }
            Ok(Written::Own) => None,
            Ok(Written::Inside(node)) => Some(node),
            Err(error) => return Err(error.into()),
        };
        self.point(Answer::Wrong, part, writer, by)
    }

    /// Answers the question with *inadmissible* and follows the part that it should not have been
    /// given to whatever wrote it last, else to whoever gave it.
    pub fn inadmissible_part(
        &mut self,
        part: impl Into<WrongPart>,
        by: By,
    ) -> Result<Tracked, SessionError> {
        let part = part.into();
        let subject = self.asked.ok_or(SessionError::NothingAsked)?;
        let writer = match self
            .program
            .writer_of(subject, &part.path, Moment::Before)?
        {
            Written::Before(Some(node)) => Some(node),
            Written::Before(None) => self.program.tree().parent(subject.first()),
            Written::Inside(_) | Written::Own => {
                return Err(PartError::NotGiven(part.path).into());
            }
        };
        self.point(Answer::Inadmissible, part, writer, by)
    }

    /// Answers the question because of one part, and remembers what wrote that.
    pub(crate) fn point(
        &mut self,
        answer: Answer,
        part: WrongPart,
        source: Option<NodeId>,
        by: By,
    ) -> Result<Tracked, SessionError> {
        let subject = self.asked.ok_or(SessionError::NothingAsked)?;
        self.answer(Reply::Answer(answer), by.clone())?;
        self.survey();
        let writer = source.and_then(|node| self.writer_to_ask(node, answer));
        let said = Said::Part {
            subject,
            part,
            is_input: answer == Answer::Inadmissible,
            writer: writer.map(|(node, _)| node),
        };
        self.record(said, by);
        Ok(match (writer, source) {
            (Some((node, place)), _) => {
                let (node, title) = self.named(node);
                match place {
                    Place::Inside => Tracked::To { node, title },
                    Place::Before => Tracked::Outside { node, title },
                    Place::Around => Tracked::Caller { node, title },
                }
            }
            (None, Some(node)) => {
                let call = self.call_around(node);
                let (node, title) = self.named(call.unwrap_or(node));
                match call.is_some_and(|call| self.is_own_code_suspect(call)) {
                    true => Tracked::Suspect { node, title },
                    false => Tracked::Settled { node, title },
                }
            }
            (None, None) => Tracked::Own,
        })
    }

    /// Whom to ask about a part that `node` wrote last, and where that lies. Whoever called what is searched is asked only about
    /// what it has given.
    fn writer_to_ask(&self, node: NodeId, answer: Answer) -> Option<(NodeId, Place)> {
        let inside = self.askable(node).map(|node| (node, Place::Inside));
        let before = || Some((self.call_outside(node)?, Place::Before));
        let around = || Some((self.caller_outside(node)?, Place::Around));
        inside.or_else(before).or_else(|| match answer {
            Answer::Inadmissible => around(),
            _ => None,
        })
    }

    /// The call that a node is, or is a part of.
    fn call_around(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.program.tree();
        let mut around = std::iter::once(node).chain(tree.ancestors(node));
        around.find(|&node| tree.kind(node) == Kind::Routine)
    }

    /// Whether the own code of a call is among the suspects.
    fn is_own_code_suspect(&self, call: NodeId) -> bool {
        let (remaining, suspicion, _) = self.surveyed();
        let start = self.ground.base_node(call);
        let end = base::NodeId::at(start.0 + 1);
        remaining.suspects_in(suspicion.masses(), Span { start, end }) > 0
    }

    /// The call around `node`, when that called what is searched and a question can be about it.
    fn caller_outside(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.program.tree();
        let caller = self.call_around(node)?;
        let (_, suspicion, _) = self.surveyed();
        let base = self.ground.base_node(caller);
        let is_caller = self.has_called_the_search(caller) && !self.is_searched(caller);
        (is_caller
            && tree.is_finished(caller)
            && suspicion.masses().may_ask(self.ground.tree(), base))
        .then_some(caller)
    }

    /// Whether a node is around the place where the search began.
    pub(crate) fn has_called_the_search(&self, node: NodeId) -> bool {
        node != self.settings.at && self.program.tree().contains(node, self.settings.at)
    }

    /// The caller of what was searched at first, once somebody has pointed at what it gave and has said that it is wrong: what it
    /// ran is searched since.
    pub(crate) fn widened_by(&self, log: &Log) -> Option<NodeId> {
        let mut pointed = None;
        let mut widened = None;
        for entry in log.entries() {
            match &entry.said {
                Said::Part {
                    is_input: true,
                    writer: Some(writer),
                    ..
                } if self.has_called_the_search(*writer) => pointed = Some(*writer),
                Said::Answered(subject, Answer::Wrong) if subject.single() == pointed => {
                    widened = pointed.or(widened);
                }
                _ => {}
            }
        }
        widened
    }

    /// A node by its number and title.
    fn named(&self, node: NodeId) -> (NodeNumber, String) {
        let title = self.program.heading(Subject::node(node)).title;
        (self.program.number(node), title)
    }

    /// The innermost piece around `node` that a question can be about and that is still suspect.
    /// Setters and other trusted routines are passed over.
    fn askable(&self, node: NodeId) -> Option<NodeId> {
        let node = self.ground.base_node(node);
        let around = self.ground.tree().ancestors(node);
        let found = self.left(std::iter::once(node).chain(around)).next()?;
        let found = self.ground.recorded(found);
        self.is_searched(found).then_some(found)
    }

    /// The innermost call around `node` that a question can be about, when `node` lies outside of what is searched: what a test was
    /// given, for example, by code that ran before it.
    fn call_outside(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.program.tree();
        let is_searched = |node| self.is_searched(node) || tree.contains(node, self.settings.at);
        let (_, suspicion, _) = self.surveyed();
        let around = std::iter::once(node).chain(tree.ancestors(node));
        let mut around = around.take_while(|&node| !is_searched(node));
        around.find(|&node| {
            let base = self.ground.base_node(node);
            tree.kind(node) == Kind::Routine
                && tree.is_finished(node)
                && suspicion.masses().may_ask(self.ground.tree(), base)
        })
    }

    /// Those of some base nodes, from the inside out, that a question can be about, as far as they lie
    /// in what is left and hold suspects.
    fn left<'a>(
        &'a self,
        nodes: impl Iterator<Item = base::NodeId> + 'a,
    ) -> impl Iterator<Item = base::NodeId> + 'a {
        let (remaining, suspicion, _) = self.surveyed();
        let (tree, masses) = (self.ground.tree(), suspicion.masses());
        nodes
            .take_while(move |&node| {
                let span = Span::of(tree, node);
                remaining.span.covers(span) && remaining.span != span
            })
            .filter(move |&node| masses.may_ask(tree, node))
            .filter(move |&node| remaining.suspects_in(masses, Span::of(tree, node)) > 0)
    }

    /// The question about what wrote a wrong part, right after it was pointed at. If that is not to
    /// blame, what it was given was wrong: the way down to it is bisected, as long as nothing else is
    /// said.
    pub(crate) fn follow_part(&mut self) -> Option<Step> {
        let (place, path, writer) = self.log.last_part()?;
        let since = &self.log.entries()[place + 1..];
        let tree = self.program.tree();
        let on_the_way = since.iter().all(|entry| match entry.said {
            Said::Answered(subject, _) => subject
                .single()
                .is_some_and(|node| tree.contains(node, writer)),
            Said::Found(_) => false,
            _ => true,
        });
        let asked = since.iter().any(|entry| entry.said.is_answer());
        let (next, why) = if !on_the_way {
            return None;
        } else if asked {
            let why = format!("{path} is wrong, and what wrote it last ran in here");
            self.survey();
            (self.middle_of_the_way(writer)?, why)
        } else {
            let why = format!("{path} is wrong, and this wrote it last");
            self.survey();
            (writer, why)
        };
        self.tells_apart(next)
            .then(|| self.ask(Subject::node(next), why))
    }

    /// Whether a question about this piece tells something: it does not when the bug is known to be in it.
    fn tells_apart(&self, node: NodeId) -> bool {
        let (remaining, suspicion, _) = self.surveyed();
        let span = self.ground.span(Subject::node(node));
        let inside = remaining.suspects_in(suspicion.masses(), span);
        let widens = self.has_called_the_search(node) && !self.is_searched(node);
        widens || !remaining.wrong || inside == 0 || inside < remaining.suspects(suspicion.masses())
    }

    /// Of the pieces around `writer` that are left and were not asked about, the one that comes
    /// closest to halving what is left.
    fn middle_of_the_way(&self, writer: NodeId) -> Option<NodeId> {
        let (remaining, suspicion, _) = self.surveyed();
        let (tree, masses) = (self.ground.tree(), suspicion.masses());
        let all = remaining.suspects(masses);
        let inside = |node| remaining.suspects_in(masses, Span::of(tree, node));
        let answered: HashSet<NodeId> = self
            .log
            .answers()
            .filter_map(|(_, subject, _)| subject.single())
            .collect();
        self.left(tree.ancestors(self.ground.base_node(writer)))
            .filter(|&node| !answered.contains(&self.ground.recorded(node)))
            .min_by_key(|&node| (2 * inside(node)).abs_diff(all))
            .map(|node| self.ground.recorded(node))
    }
}

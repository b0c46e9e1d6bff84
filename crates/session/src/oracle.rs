//! Whoever can answer a question before a person is asked.
//!
//! A [`Chain`] asks its oracles in order, cheapest first, and takes the first answer. What follows
//! from earlier answers and what is trusted never gets here: the session does not ask it.

use std::time::Instant;

use elenchus_belief::ErrorRates;
use elenchus_tree::{Answer, NodeId};
use thiserror::Error;

use crate::limits::Limits;
use crate::log::By;
use crate::part::WrongPart;
use crate::program::Shown;
use crate::question::Question;

/// What an oracle says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// An answer to the question.
    Answer(Answer),
    /// An answer that may be mistaken, by somebody who errs this often.
    Supposed(Answer, ErrorRates),
    /// *Wrong* or *inadmissible*, and this part of what is shown in particular.
    Part(Answer, WrongPart),
    /// The routines that match this pattern are to be trusted.
    Trust(String),
}

/// Something that came out otherwise in the run that an oracle compares with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What differs, named as questions name it: `returned`, `this.items[3]`.
    pub path: String,
    /// What it is in the run that is asked about; nothing when it does not exist there.
    pub here: Option<String>,
    /// What it is in the run that was right; nothing when it does not exist there.
    pub there: Option<String>,
}

/// Why an oracle could not be asked any further.
#[derive(Debug, Error)]
#[error("the oracle {name} {problem}")]
pub struct OracleError {
    /// What the user calls it.
    pub name: String,
    /// What went wrong, as the end of a sentence.
    pub problem: String,
    /// One line on what to do.
    pub advice: String,
}

/// Somebody or something that may know the answer, asked on the thread of the session.
pub trait Oracle: Send {
    /// Who answers, for the report.
    fn by(&self) -> By;

    /// The answer, or `None` when it does not know.
    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError>;

    /// The limits within which it wants questions to be shown, if not within those of the session. When
    /// they have changed after it left a question open, it is asked the same again.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// How often it errs; nothing for an oracle that is certain of what it says.
    fn errors(&self) -> Option<ErrorRates> {
        None
    }

    /// Why it did not know the answer to the question asked last, if it can say.
    fn doubt(&self) -> Option<String> {
        None
    }

    /// The version that shows that the own code of these nodes is not to blame, if there is one: the code is the same
    /// there, the version is right, and the nodes began alike there. Then what differs was not recorded.
    fn cleared_by(&mut self, _nodes: &[NodeId]) -> Option<String> {
        None
    }

    /// What differs from the right run, when the answer given last was *wrong* and rests on a comparison.
    fn differences(&self) -> Vec<Difference> {
        Vec::new()
    }
}

/// Oracles in the order in which they are asked.
#[derive(Default)]
pub struct Chain {
    oracles: Vec<Box<dyn Oracle>>,
    doubts: Vec<(By, String)>,
    differences: Vec<Difference>,
}

impl Chain {
    /// Adds an oracle that is asked when all before it do not know.
    pub fn push(&mut self, oracle: Box<dyn Oracle>) {
        self.oracles.push(oracle);
    }

    /// Whether nobody is asked.
    pub fn is_empty(&self) -> bool {
        self.oracles.is_empty()
    }

    /// How often the first oracle errs that may, if one may.
    pub fn errors(&self) -> Option<ErrorRates> {
        self.oracles.iter().find_map(|oracle| oracle.errors())
    }

    /// The first answer, and who gave it. Answers that were taken back are not asked for again, and who
    /// may err is asked only what is meant for them; when they do not know, that is their answer.
    /// `show` shows the question within other limits.
    pub fn consult(
        &mut self,
        question: &Question,
        show: &dyn Fn(Limits) -> Shown,
    ) -> Result<Option<(Reply, By)>, OracleError> {
        self.doubts.clear();
        self.differences.clear();
        if question.disputed {
            return Ok(None);
        }
        for oracle in &mut self.oracles {
            let errors = oracle.errors();
            if errors.is_some() && question.is_for_certain {
                continue;
            }
            let _oracle = tracing::info_span!("oracle", by = %oracle.by()).entered();
            let begun = Instant::now();
            let asked = ask_within_limits(oracle.as_mut(), question, show);
            let took = begun.elapsed();
            let reply = asked.inspect_err(|error| {
                // What it said may hold values of the program.
                tracing::error!(?took, "failed");
                tracing::debug!(%error);
            })?;
            let reply = match (reply, errors) {
                (None, Some(errors)) => Some(Reply::Supposed(Answer::Unknown, errors)),
                (reply, _) => reply,
            };
            if let Some(reply) = reply {
                self.differences = oracle.differences();
                let differences = self.differences.len();
                tracing::info!(?took, differences, "answered");
                return Ok(Some((reply, oracle.by())));
            }
            let doubt = oracle.doubt();
            tracing::info!(?took, "left open");
            self.doubts.extend(doubt.map(|doubt| (oracle.by(), doubt)));
        }
        Ok(None)
    }

    /// The version that shows that the own code of these nodes is not to blame, if there is one.
    pub fn cleared_by(&mut self, nodes: &[NodeId]) -> Option<String> {
        let mut oracles = self.oracles.iter_mut();
        let version = oracles.find_map(|oracle| oracle.cleared_by(nodes))?;
        tracing::info!(
            version,
            "the same code began alike there and is not to blame"
        );
        Some(version)
    }

    /// Why the oracles left the question asked last open, as far as they can say.
    pub fn doubts(&self) -> &[(By, String)] {
        &self.doubts
    }

    /// What the answer to the question asked last rests on, when it came from a comparison.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }
}

/// An oracle that is never content with what it is shown is not asked more often than this.
const MOST_TIMES: usize = 8;

/// Asks within the limits that the oracle wants, again when it wants others.
fn ask_within_limits(
    oracle: &mut dyn Oracle,
    question: &Question,
    show: &dyn Fn(Limits) -> Shown,
) -> Result<Option<Reply>, OracleError> {
    for _ in 0..MOST_TIMES {
        let limits = oracle.limits();
        let reply = match limits {
            None => oracle.ask(question)?,
            Some(limits) => oracle.ask(&Question {
                shown: show(limits),
                ..question.clone()
            })?,
        };
        if reply.is_some() || oracle.limits() == limits {
            return Ok(reply);
        }
    }
    Ok(None)
}

//! What a program of `--oracle exec:CMD` reads and writes.

use elenchus_session::{Answer, ErrorRates, Reply, WrongPart, answer_from_word, answer_word};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::question::{Limits, Question};
use crate::version::Version;

/// One question, in one line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// The version in which the question is written, and an answer is expected.
    pub version: Version,
    #[serde(flatten)]
    pub question: Question,
}

/// What a program says to a question, in one line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Said {
    /// It wants to see more or less: the same question is asked again within these limits.
    Limits {
        limits: Limits,
    },
    Answer(Answered),
}

/// An answer. Fields that are not known are ignored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Answered {
    /// `right`, `wrong`, `unknown`, `trusted` or `inadmissible`.
    pub answer: String,
    /// With `trusted`: a pattern of routines, in place of the routine that was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<String>,
    /// With `wrong` and `inadmissible`: the part of what is shown that is meant, named as the question
    /// names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// With `part`: what it should have been, as the question would show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub should: Option<String>,
    /// How probable it is that the answer is true, from 0.5 (a guess) to 1. Missing for answers that are certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// The answer is none of the words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not an answer")]
pub struct NotAnAnswer(pub String);

impl TryFrom<Answered> for Reply {
    type Error = NotAnAnswer;

    fn try_from(answered: Answered) -> Result<Reply, NotAnAnswer> {
        let Some(answer) = answer_from_word(&answered.answer) else {
            return Err(NotAnAnswer(answered.answer));
        };
        // Whoever may be mistaken says right or wrong; the rest would be acted upon at once.
        if let Some(confidence) = answered.confidence.filter(|&confidence| confidence < 1.0) {
            return Ok(match (answer, ErrorRates::of_confidence(confidence)) {
                (Answer::Right | Answer::Wrong | Answer::Inadmissible, Some(rates)) => {
                    Reply::Supposed(answer, rates)
                }
                _ => Reply::Answer(Answer::Unknown),
            });
        }
        Ok(match (answer, answered.trust, answered.part) {
            (Answer::Trusted, Some(pattern), _) => Reply::Trust(pattern),
            (Answer::Wrong | Answer::Inadmissible, _, Some(path)) => {
                let should = answered.should;
                Reply::Part(answer, WrongPart { path, should })
            }
            (answer, ..) => Reply::Answer(answer),
        })
    }
}

impl From<Reply> for Answered {
    fn from(reply: Reply) -> Answered {
        let confidence = match &reply {
            Reply::Supposed(answer, rates) => Some(rates.confidence(*answer == Answer::Wrong)),
            _ => None,
        };
        let (answer, trust, part, should) = match reply {
            Reply::Answer(answer) | Reply::Supposed(answer, _) => (answer, None, None, None),
            Reply::Part(answer, part) => (answer, None, Some(part.path), part.should),
            Reply::Trust(pattern) => (Answer::Trusted, Some(pattern), None, None),
        };
        Answered {
            confidence,
            answer: answer_word(answer).to_owned(),
            trust,
            part,
            should,
        }
    }
}

//! A question, as programs read it.

use elenchus_session as domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question to whoever answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// Which question of the session it is, counted from 1.
    pub number: usize,
    /// The numbers of the first and the last node it is about; the same when it is one node.
    pub nodes: (usize, usize),
    #[serde(flatten)]
    pub shown: Shown,
    /// Why it was chosen.
    pub why: String,
    pub suspects: Suspects,
    pub outlook: Outlook,
    /// Whether only somebody who does not err can bring the search further; missing when it does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_certain: Option<bool>,
}

/// A piece of the run in the user's words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// The routine, or the routines side by side.
    pub routine: String,
    /// The kind of node: `routine`, `loop`, `iteration`, `iterations`, `projection`, `collapse` or `run`.
    pub kind: String,
    /// The name of the loop, for loops and iterations.
    #[serde(rename = "loop", default, skip_serializing_if = "Option::is_none")]
    pub loop_name: Option<String>,
    /// One line that says what ran.
    pub title: String,
    /// What went in and what came out.
    pub values: Vec<Value>,
    /// Free text on the state before, where there are no separate values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Free text on the state after, where there are no separate values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What a front has cut off the free texts; missing when they are whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// The source lines that ran and belong to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
    /// What the limits have left out; missing when everything is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
}

/// What the limits have left out of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// How many changes are not listed.
    pub changes: usize,
    /// True when there may be more changes than that, since not everything was compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<bool>,
    /// How many calls of a group are not listed.
    pub calls: usize,
    /// How many elements, fields and contents of objects are not written.
    pub parts: usize,
}

/// How much of its values a question shows; what is missing stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// How many changes are listed, and how many calls of a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<usize>,
    /// After about this many characters of a value nothing more of it is begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub characters: Option<usize>,
    /// How many levels of objects inside objects are written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<usize>,
    /// How many elements of one collection, or fields of one object, are written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<usize>,
}

/// One named value before and after.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Value {
    /// The variable, field, argument or result.
    pub name: String,
    /// What it held before; missing when it did not exist yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What it held after; missing when it no longer matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What a front has cut off; missing when the texts are whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// What was cut off texts that are too long, in characters. The rest can be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Cut {
    /// How many are missing at the beginning; where there are two texts, they are the same in both.
    pub start: usize,
    /// How many are missing at the end of the text on the state before.
    pub before: usize,
    /// How many are missing at the end of the text on the state after.
    pub after: usize,
}

/// How many suspects are left, and would be left after each answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Suspects {
    pub now: u64,
    pub if_right: u64,
    pub if_wrong: u64,
}

/// How many questions are to be expected from here on, this one included.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outlook {
    /// On average over the places where the bug may be.
    pub mean: f64,
    /// In the worst case.
    pub worst: u32,
    /// Whether the numbers were counted; otherwise they are estimates.
    pub exact: bool,
}

impl From<&domain::Question> for Question {
    fn from(question: &domain::Question) -> Question {
        Question {
            number: question.number,
            nodes: (question.nodes.0.0, question.nodes.1.0),
            shown: Shown::from(&question.shown),
            why: question.why.clone(),
            suspects: Suspects {
                now: question.suspects.now,
                if_right: question.suspects.if_right,
                if_wrong: question.suspects.if_wrong,
            },
            outlook: Outlook {
                mean: question.outlook.mean,
                worst: question.outlook.worst,
                exact: question.outlook.exact,
            },
            for_certain: question.is_for_certain.then_some(true),
        }
    }
}

impl From<&domain::Shown> for Shown {
    fn from(shown: &domain::Shown) -> Shown {
        let shown = shown.clone();
        Shown {
            routine: shown.routine,
            kind: shown.kind,
            loop_name: shown.loop_name,
            title: shown.title,
            values: shown.values.into_iter().map(Value::from).collect(),
            before: shown.before,
            after: shown.after,
            cut: None,
            lines: shown.lines,
            left_out: (!shown.left_out.is_nothing()).then_some(LeftOut {
                changes: shown.left_out.changes,
                at_least: shown.left_out.at_least.then_some(true),
                calls: shown.left_out.calls,
                parts: shown.left_out.parts,
            }),
        }
    }
}

impl From<Limits> for domain::Wish {
    fn from(limits: Limits) -> domain::Wish {
        domain::Wish {
            changes: limits.changes,
            characters: limits.characters,
            depth: limits.depth,
            elements: limits.elements,
        }
    }
}

impl From<domain::Wish> for Limits {
    fn from(wish: domain::Wish) -> Limits {
        Limits {
            changes: wish.changes,
            characters: wish.characters,
            depth: wish.depth,
            elements: wish.elements,
        }
    }
}

impl From<domain::Limits> for Limits {
    fn from(limits: domain::Limits) -> Limits {
        Limits {
            changes: Some(limits.changes),
            characters: Some(limits.characters),
            depth: Some(limits.depth),
            elements: Some(limits.elements),
        }
    }
}

impl From<domain::Value> for Value {
    fn from(value: domain::Value) -> Value {
        Value {
            name: value.name,
            before: value.before,
            after: value.after,
            cut: None,
        }
    }
}

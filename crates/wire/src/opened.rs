//! What a closer look shows, as programs read it.

use elenchus_session as domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::question::Value;

/// A value of a question, one level open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Opened {
    /// The value as a whole, named by its path.
    pub whole: Value,
    /// Its parts in order, named by what is added to the path: `.x`, `[3]`, `["key"]`.
    pub parts: Vec<Value>,
    /// How many parts come before those listed.
    pub earlier: usize,
    /// How many parts come after those listed.
    pub later: usize,
}

/// What was printed or read while a piece of the run was running.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Printed {
    /// The pieces in order, each with its stream: `in`, `out` or `err`.
    pub pieces: Vec<(String, String)>,
    /// How many bytes there were in all.
    pub total: u64,
    /// How many bytes the pieces hold.
    pub shown: u64,
}

impl From<&domain::OpenedValue> for Opened {
    fn from(opened: &domain::OpenedValue) -> Opened {
        Opened {
            whole: Value::from(opened.whole.clone()),
            parts: opened.parts.iter().cloned().map(Value::from).collect(),
            earlier: opened.earlier,
            later: opened.later,
        }
    }
}

impl From<&domain::Printed> for Printed {
    fn from(printed: &domain::Printed) -> Printed {
        let pieces = printed.pieces.iter();
        Printed {
            pieces: pieces
                .map(|(stream, text)| ((*stream).to_owned(), text.clone()))
                .collect(),
            total: printed.total,
            shown: printed.shown,
        }
    }
}

//! The JSON schemas of everything that is written here, generated from the types.
//!
//! They stand in docs/design/schema for whoever reads Elenchus from another language; a test compares those
//! files with what is generated. [`check`] says whether a value fits a schema: tests hold real output
//! against it.

mod check;

use schemars::{JsonSchema, Schema, schema_for};

pub use check::{Mismatch, check};

use crate::{Line, exec, front, look, session_file};

/// The schema of one kind of line, and the name of its file without extension.
pub struct Named {
    pub name: &'static str,
    pub schema: Schema,
}

impl Named {
    fn of<T: JsonSchema>(name: &'static str) -> Named {
        Named {
            name,
            schema: schema_for!(T),
        }
    }
}

/// The schemas of all lines that programs read or write.
pub fn all() -> Vec<Named> {
    vec![
        Named::of::<Line>("json-line"),
        Named::of::<exec::Asked>("exec-question"),
        Named::of::<exec::Said>("exec-answer"),
        Named::of::<front::Asked>("front-request"),
        Named::of::<front::Done>("front-done"),
        Named::of::<front::Refusal>("front-refusal"),
        Named::of::<front::Update>("front-update"),
        Named::of::<look::Look>("front-look"),
        Named::of::<look::Seen>("front-seen"),
        Named::of::<look::Unseen>("front-unseen"),
        Named::of::<session_file::Header>("session-header"),
        Named::of::<session_file::StoredEvent>("session-event"),
    ]
}

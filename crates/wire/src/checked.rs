//! Whether a corrected version is right, as programs read it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of a bug and of the answers of a session in a corrected version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    pub verdict: Fix,
    /// Where the corrected version is.
    pub with: String,
    /// The calls that were blamed.
    pub blamed: Vec<CheckedPiece>,
    /// What else was answered with right or wrong, in the order of the answers.
    pub answered: Vec<CheckedPiece>,
}

/// Whether the bug is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fix {
    /// What was blamed comes out right now, and nothing that was right has changed.
    Fixed,
    /// Something that was blamed is still wrong, or something that was right has changed.
    NotFixed,
    /// One of both cannot be told.
    NotKnown,
}

/// A piece of the run in the corrected version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckedPiece {
    /// The number of its first node.
    pub node: usize,
    pub title: String,
    /// What was said about it: `right` or `wrong`.
    pub said: String,
    /// Who said so; missing when it follows from other answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    pub now: Now,
    /// Why nothing is known about it, or who says how it should come out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether it is a loop in the blamed code itself, or a part of one: what becomes of it says nothing about the rest.
    pub in_blamed_code: bool,
    /// What comes out otherwise, and what should have come out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<CheckedPart>,
}

/// What became of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Now {
    /// It was right and comes out the same.
    StillRight,
    /// It was right and comes out otherwise.
    Broken,
    /// It was wrong and comes out as it should.
    RightNow,
    /// It was wrong and comes out the same.
    StillWrong,
    /// It was wrong and comes out otherwise, but not as it should.
    WrongOtherwise,
    /// It was wrong and comes out otherwise; nobody has said how it should.
    Changed,
    Unknown,
}

/// A value that came out of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckedPart {
    /// What it is, named as questions name it.
    pub path: String,
    /// What it was in the recording; missing when it was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<String>,
    /// What it is in the corrected version; missing when it is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<String>,
    /// What it should be, if somebody said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub should: Option<String>,
}

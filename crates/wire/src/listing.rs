//! Source lines, as programs read them.

use std::ops::Range;

use elenchus_source as domain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Source lines in blocks; between two blocks lines are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Listing {
    /// The file they stand in.
    pub file: String,
    /// Consecutive lines each.
    pub blocks: Vec<Vec<ListingLine>>,
}

/// One line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListingLine {
    /// Its number in the file.
    pub number: u32,
    /// Its text: tabs are expanded, control characters replaced by visible ones.
    pub text: String,
    pub execution: Execution,
    /// Whether it belongs to what is listed.
    pub owned: bool,
    /// Whether the wrong part does not depend on it.
    pub dimmed: bool,
    /// Whether it is here as context only.
    pub context: bool,
    /// What stretches of the text are, in bytes, in order and without overlap.
    pub tokens: Vec<(Range<usize>, TokenClass)>,
}

/// Whether a line ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Execution {
    Ran,
    DidNotRun,
    /// Nothing on it could run.
    NoCode,
}

/// What a stretch of source text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TokenClass {
    Keyword,
    Type,
    Function,
    String,
    Escape,
    Number,
    Constant,
    Comment,
    Annotation,
    Label,
    Operator,
}

impl From<&domain::Listing> for Listing {
    fn from(listing: &domain::Listing) -> Listing {
        let block =
            |lines: &Vec<domain::ListingLine>| lines.iter().map(ListingLine::from).collect();
        Listing {
            file: listing.file.to_string_lossy().into_owned(),
            blocks: listing.blocks.iter().map(block).collect(),
        }
    }
}

impl From<&domain::ListingLine> for ListingLine {
    fn from(line: &domain::ListingLine) -> ListingLine {
        let tokens = line.tokens.iter();
        ListingLine {
            number: line.number,
            text: line.text.clone(),
            execution: match line.execution {
                domain::Execution::Ran => Execution::Ran,
                domain::Execution::DidNotRun => Execution::DidNotRun,
                domain::Execution::NoCode => Execution::NoCode,
            },
            owned: line.owned,
            dimmed: line.dimmed,
            context: line.context,
            tokens: tokens
                .map(|(range, class)| (range.clone(), TokenClass::from(*class)))
                .collect(),
        }
    }
}

impl From<domain::TokenClass> for TokenClass {
    fn from(class: domain::TokenClass) -> TokenClass {
        match class {
            domain::TokenClass::Keyword => TokenClass::Keyword,
            domain::TokenClass::Type => TokenClass::Type,
            domain::TokenClass::Function => TokenClass::Function,
            domain::TokenClass::String => TokenClass::String,
            domain::TokenClass::Escape => TokenClass::Escape,
            domain::TokenClass::Number => TokenClass::Number,
            domain::TokenClass::Constant => TokenClass::Constant,
            domain::TokenClass::Comment => TokenClass::Comment,
            domain::TokenClass::Annotation => TokenClass::Annotation,
            domain::TokenClass::Label => TokenClass::Label,
            domain::TokenClass::Operator => TokenClass::Operator,
        }
    }
}

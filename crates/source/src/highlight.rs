//! Highlighting as data: which bytes of a line belong to which class of token.
//!
//! Fronts choose the colours; this module only says what a stretch of text is.

use crate::file::SourceFile;
use crate::span::{LineRange, LineSet, Span};

/// What a stretch of source text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// A reserved word.
    Keyword,
    /// A type's name.
    Type,
    /// A method's name, declared or called.
    Function,
    /// A string or character.
    String,
    /// An escape inside a string.
    Escape,
    /// A number.
    Number,
    /// A constant: `null`, `true`, `MAX_VALUE`.
    Constant,
    /// A comment.
    Comment,
    /// An annotation.
    Annotation,
    /// A statement's label.
    Label,
    /// An operator.
    Operator,
}

/// A stretch of text with its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it is.
    pub span: Span,
    /// What it is.
    pub class: TokenClass,
}

/// The classified tokens that touch these lines, in order and without overlap, in bytes of the file's text. A token may
/// begin before the first line or go on after the last (comments, text blocks).
pub fn tokens(file: &SourceFile, lines: LineRange) -> Vec<Token> {
    file.syntax()
        .map_or_else(Vec::new, |syntax| syntax.tokens(file, lines))
}

/// The lines among these on which a statement begins, by syntax alone. A recording knows better: use this only where
/// it says nothing about a routine (one that never ran).
pub fn code_lines(file: &SourceFile, lines: LineRange) -> LineSet {
    file.syntax()
        .map_or_else(LineSet::new, |syntax| syntax.code_lines(file, lines))
}

//! Highlighting as data: which bytes of a line belong to which class of token.
//!
//! Fronts choose the colours; this module only says what a stretch of text is.

use crate::file::SourceFile;
use crate::java::{self, Step, span_of};
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
    let mut tokens = Vec::new();
    visit(file, lines, |node, parent| {
        if node.child_count() == 0
            && let Some(class) = java::token_class(node, parent, file.text())
        {
            let span = span_of(node);
            if !span.is_empty() {
                tokens.push(Token { span, class });
            }
        }
    });
    tokens
}

/// The lines among these on which a statement begins, by syntax alone. A recording knows better: use this only where
/// it says nothing about a routine (one that never ran).
pub fn code_lines(file: &SourceFile, lines: LineRange) -> LineSet {
    let mut found = LineSet::new();
    visit(file, lines, |node, _| {
        if java::is_code_line_start(node) {
            let line = file.line_of(node.start_byte());
            if lines.contains(line) {
                found.insert(line);
            }
        }
    });
    found
}

/// Calls `seen` with each syntax node that touches the lines, and its parent.
fn visit(
    file: &SourceFile,
    lines: LineRange,
    mut seen: impl FnMut(tree_sitter::Node<'_>, Option<tree_sitter::Node<'_>>),
) {
    let first = file.line_span(lines.first.max(1));
    let last = file.line_span(lines.last.min(file.line_count()));
    let (Some(tree), Some(first), Some(last)) = (file.syntax(), first, last) else {
        return;
    };
    java::walk(
        tree.walk(),
        |node, ancestors| {
            if node.end_byte() <= first.start || last.end < node.start_byte() {
                return Step::Over;
            }
            seen(node, ancestors.last().copied());
            Step::Into
        },
        |_| {},
    );
}

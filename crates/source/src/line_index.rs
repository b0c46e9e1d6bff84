//! Where each line of a text begins.
//!
//! Java (JLS 3.4) ends a line at LF, CR or CRLF, and class files number lines accordingly; the parser's own rows
//! count LF only. Every line number of this crate therefore comes from this index, never from the parser.

use crate::span::{LineRange, Span};

/// The start offsets of all lines of one text. There is always at least one line.
#[derive(Debug, Clone)]
pub(crate) struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            let ends_line = byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends_line {
                starts.push(at + 1);
            }
        }
        // A terminator at the very end closes the last line; it does not open an empty one.
        if starts.len() > 1 && starts.last() == Some(&bytes.len()) {
            starts.pop();
        }
        LineIndex {
            starts,
            len: bytes.len(),
        }
    }

    /// The number of lines.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The line that holds the byte at `offset`; offsets past the end belong to the last line.
    pub(crate) fn line_of(&self, offset: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|&start| start <= offset)).unwrap_or(u32::MAX)
    }

    /// The lines that a span touches. An empty span touches the line it stands on.
    pub(crate) fn lines_of(&self, span: Span) -> LineRange {
        let last_byte = span.end.saturating_sub(1).max(span.start);
        LineRange::new(self.line_of(span.start), self.line_of(last_byte))
    }

    /// The bytes of a line with its terminator, or `None` when there is no such line.
    pub(crate) fn span(&self, line: u32) -> Option<Span> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.len);
        Some(Span::new(start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Splits a text the slow way, one character after another.
    fn lines_by_hand(text: &str) -> Vec<String> {
        let mut lines = vec![String::new()];
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            lines.last_mut().expect("never empty").push(c);
            if c == '\n' || (c == '\r' && chars.peek() != Some(&'\n')) {
                lines.push(String::new());
            }
        }
        if lines.len() > 1 && lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }

    proptest! {
        #[test]
        fn agrees_with_splitting_by_hand(text in "[a\u{e9}\r\n\t]{0,40}") {
            let index = LineIndex::new(&text);
            let expected = lines_by_hand(&text);
            prop_assert_eq!(index.count() as usize, expected.len());
            for (i, line) in expected.iter().enumerate() {
                let span = index.span(i as u32 + 1).expect("line exists");
                prop_assert_eq!(&text[span.range()], line.as_str());
                for offset in span.range() {
                    prop_assert_eq!(index.line_of(offset), i as u32 + 1);
                }
            }
            prop_assert!(index.span(0).is_none());
            prop_assert!(index.span(expected.len() as u32 + 1).is_none());
        }
    }
}

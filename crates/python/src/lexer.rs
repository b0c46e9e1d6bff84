//! The tokens of a Python text, and its logical lines.
//!
//! Nothing here fails: what is not understood is an operator of one character.

use elenchus_source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Name,
    Number,
    String,
    Comment,
    Operator,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    pub span: Span,
    pub kind: Kind,
}

/// The tokens of a text in order.
pub fn lex(text: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = match first {
            _ if first.is_whitespace() || first == '\\' => {
                at += first.len_utf8();
                continue;
            }
            '#' => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
            _ => match string_length(rest) {
                Some(length) => (Kind::String, length),
                None if is_name_start(first) => (Kind::Name, while_(rest, is_name_part)),
                None if first.is_ascii_digit() => {
                    (Kind::Number, while_(rest, |c| is_name_part(c) || c == '.'))
                }
                None => (Kind::Operator, first.len_utf8()),
            },
        };
        lexemes.push(Lexeme {
            span: Span::new(at, at + length),
            kind,
        });
        at += length;
    }
    lexemes
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How many bytes at the beginning of `text` hold such characters.
fn while_(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|c| !holds(c)).unwrap_or(text.len())
}

/// The length of the string that `text` begins with, with its prefix and quotes. One that is not closed ends with its line, or with the
/// text if it may span lines.
fn string_length(text: &str) -> Option<usize> {
    let prefix = while_(text, |c| c.is_ascii_alphabetic());
    let is_prefix = |prefix: &str| {
        let lower = prefix.to_ascii_lowercase();
        ["", "r", "b", "u", "f", "br", "rb", "fr", "rf"].contains(&lower.as_str())
    };
    let quoted = &text[prefix..];
    if !quoted.starts_with(['"', '\'']) || !is_prefix(&text[..prefix]) {
        return None;
    }
    let triple = ["\"\"\"", "'''"]
        .into_iter()
        .find(|quotes| quoted.starts_with(quotes));
    let quotes = triple.unwrap_or(&quoted[..1]);
    let mut escaped = false;
    for (at, c) in quoted
        .char_indices()
        .skip_while(|(at, _)| *at < quotes.len())
    {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if triple.is_none() => return Some(prefix + at),
            _ if quoted[at..].starts_with(quotes) => return Some(prefix + at + quotes.len()),
            _ => {}
        }
    }
    Some(text.len())
}

/// A statement, or the header of one that contains others: what stands between two ends of lines that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogicalLine {
    /// How far it is indented.
    pub indent: usize,
    /// Its tokens, without comments.
    pub lexemes: Vec<Lexeme>,
}

impl LogicalLine {
    /// From its first token to its last.
    pub fn span(&self) -> Span {
        let ends = self.lexemes.first().zip(self.lexemes.last());
        ends.map_or(Span::new(0, 0), |(first, last)| {
            Span::new(first.span.start, last.span.end)
        })
    }
}

/// The logical lines of a text: brackets and backslashes join lines.
pub fn logical_lines(text: &str) -> Vec<LogicalLine> {
    let mut lines: Vec<LogicalLine> = Vec::new();
    let (mut depth, mut end) = (0usize, 0);
    for lexeme in lex(text) {
        if lexeme.kind == Kind::Comment {
            continue;
        }
        let between = &text[end..lexeme.span.start];
        let is_new = depth == 0 && ends_a_line(between);
        match lines.last_mut() {
            Some(line) if !is_new => line.lexemes.push(lexeme),
            _ => lines.push(LogicalLine {
                indent: indent(text, lexeme.span.start),
                lexemes: vec![lexeme],
            }),
        }
        end = lexeme.span.end;
        match &text[lexeme.span.range()] {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    lines
}

/// Whether what stands between two tokens holds the end of a line that no backslash takes back.
fn ends_a_line(between: &str) -> bool {
    // Comments may hold anything, also a backslash at their end.
    let mut lines = between.split('\n').map(str::trim_end);
    let last = lines.next_back();
    last.is_some() && lines.any(|line| line.contains('#') || !line.ends_with('\\'))
}

/// The width of what stands before a token on its line; tabs go on to the next multiple of eight.
fn indent(text: &str, start: usize) -> usize {
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    text[line..start].chars().fold(0, |width, c| match c {
        '\t' => (width / 8 + 1) * 8,
        _ => width + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<&str> {
        let lexemes = lex(text).into_iter();
        lexemes.map(|lexeme| &text[lexeme.span.range()]).collect()
    }

    #[test]
    fn strings_and_comments_are_one_token_each() {
        assert_eq!(
            tokens("x = rb'a\\'b' + '''c\n'd''' # 'e'\ny1 = 2.5e3"),
            [
                "x",
                "=",
                "rb'a\\'b'",
                "+",
                "'''c\n'd'''",
                "# 'e'",
                "y1",
                "=",
                "2.5e3"
            ]
        );
        assert_eq!(tokens("'open\nnext"), ["'open", "next"]);
        assert_eq!(tokens("\"\"\"open\nnext"), ["\"\"\"open\nnext"]);
    }

    #[test]
    fn brackets_and_backslashes_join_lines() {
        let text = "a = (1,\n  2)\nb = 1 + \\\n  2\nc = 3 # not \\\n\td = 4\n";
        let lines = logical_lines(text);
        let shown: Vec<(usize, &str)> = lines
            .iter()
            .map(|line| (line.indent, &text[line.span().range()]))
            .collect();
        assert_eq!(
            shown,
            [
                (0, "a = (1,\n  2)"),
                (0, "b = 1 + \\\n  2"),
                (0, "c = 3"),
                (8, "d = 4")
            ]
        );
    }
}

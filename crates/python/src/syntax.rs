//! What is known of Python's syntax: routines and loops by indentation, tokens by a small lexer.
//!
//! A grammar would tell more, but all that recordings need is where routines and loops begin and end, and Python says that by its
//! indentation. The grammar of tree-sitter would add a parser of several megabytes of C to the build.

use elenchus_source::{
    LineRange, LineSet, Loop, LoopKind, LoopPart, Outline, Parameter, Routine, RoutineKind,
    SourceFile, Span, Syntax, Token, TokenClass,
};

use crate::lexer::{Kind, Lexeme, LogicalLine, lex, logical_lines};

/// The syntax of Python.
#[derive(Debug)]
pub struct PythonSyntax;

impl Syntax for PythonSyntax {
    fn source_folders(&self) -> &'static [&'static str] {
        &["", "src", "lib", "tests"]
    }

    fn outline(&self, file: &SourceFile) -> Outline {
        let mut builder = Builder::new(file);
        for line in logical_lines(file.text()) {
            builder.line(&line);
        }
        builder.finish()
    }

    fn tokens(&self, file: &SourceFile, lines: LineRange) -> Vec<Token> {
        let all = lex(file.text());
        let touches = |span: Span| {
            let own = file.lines_of(span);
            own.first <= lines.last && lines.first <= own.last
        };
        let mut tokens = Vec::new();
        for (place, lexeme) in all.iter().enumerate() {
            let before = place.checked_sub(1).map(|place| &all[place]);
            if touches(lexeme.span)
                && let Some(class) = class_of(file, lexeme, before, all.get(place + 1))
            {
                tokens.push(Token {
                    span: lexeme.span,
                    class,
                });
            }
        }
        tokens
    }

    fn code_lines(&self, file: &SourceFile, lines: LineRange) -> LineSet {
        logical_lines(file.text())
            .iter()
            .map(|line| file.line_of(line.span().start))
            .filter(|&line| lines.contains(line))
            .collect()
    }
}

const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

fn class_of(
    file: &SourceFile,
    lexeme: &Lexeme,
    before: Option<&Lexeme>,
    after: Option<&Lexeme>,
) -> Option<TokenClass> {
    let text = |lexeme: Option<&Lexeme>| lexeme.map_or("", |lexeme| file.fragment(lexeme.span));
    Some(match lexeme.kind {
        Kind::Comment => TokenClass::Comment,
        Kind::String => TokenClass::String,
        Kind::Number => TokenClass::Number,
        Kind::Operator => TokenClass::Operator,
        Kind::Name => match text(Some(lexeme)) {
            "None" | "True" | "False" => TokenClass::Constant,
            word if KEYWORDS.contains(&word) => TokenClass::Keyword,
            _ if text(before) == "class" => TokenClass::Type,
            _ if text(after) == "(" => TokenClass::Function,
            _ => return None,
        },
    })
}

/// Something indented further than its header.
struct Open {
    indent: usize,
    what: What,
}

enum What {
    Class(String),
    /// A routine, by its place in the outline.
    Routine(usize),
    /// A loop, by its routine and its place there.
    Loop(usize, usize),
}

/// Collects routines and loops line by line.
struct Builder<'f> {
    file: &'f SourceFile,
    outline: Outline,
    open: Vec<Open>,
    /// Where the line before ended.
    end: usize,
}

impl<'f> Builder<'f> {
    fn new(file: &'f SourceFile) -> Builder<'f> {
        let whole = Span::new(0, file.text().len());
        let module = Routine {
            name: "<module>".to_owned(),
            class: String::new(),
            kind: RoutineKind::StaticInitialiser,
            parameters: Vec::new(),
            span: whole,
            header: Span::new(0, 0),
            body: Some(whole),
            lines: file.lines_of(whole),
            loops: Vec::new(),
            trivial: None,
        };
        Builder {
            file,
            outline: Outline {
                package: None,
                routines: vec![module],
            },
            open: Vec::new(),
            end: 0,
        }
    }

    fn line(&mut self, line: &LogicalLine) {
        while self
            .open
            .last()
            .is_some_and(|open| open.indent >= line.indent)
        {
            self.close();
        }
        self.end = line.span().end;
        // `async def`, `async for`
        let words = match self.word(line, 0) {
            "async" => 1,
            _ => 0,
        };
        let what = match self.word(line, words) {
            "class" => Some(self.class(line, words + 1)),
            "def" => Some(self.routine(line, words + 1)),
            "for" | "while" => self.loop_(line, words),
            _ => None,
        };
        self.open.extend(what.map(|what| Open {
            indent: line.indent,
            what,
        }));
    }

    fn finish(mut self) -> Outline {
        while !self.open.is_empty() {
            self.close();
        }
        self.outline
    }

    /// Ends the innermost open block with the line before.
    fn close(&mut self) {
        let routines = &mut self.outline.routines;
        match self.open.pop().map(|open| open.what) {
            Some(What::Routine(place)) => {
                let routine = &mut routines[place];
                routine.span.end = self.end;
                routine.lines = self.file.lines_of(routine.span);
                routine.body = Some(Span::new(routine.header.end, self.end));
            }
            Some(What::Loop(routine, place)) => {
                let found = &mut routines[routine].loops[place];
                found.span.end = self.end;
                found.lines = self.file.lines_of(found.span);
                found.body.end = self.end;
                found.body_lines = self.file.lines_of(found.body);
            }
            Some(What::Class(_)) | None => {}
        }
    }

    fn word(&self, line: &LogicalLine, place: usize) -> &'f str {
        let lexeme = line.lexemes.get(place);
        lexeme.map_or("", |lexeme| self.file.fragment(lexeme.span))
    }

    fn class(&self, line: &LogicalLine, name: usize) -> What {
        let name = self.word(line, name);
        let around = self.class_around();
        What::Class(match around.as_str() {
            "" => name.to_owned(),
            around => format!("{around}.{name}"),
        })
    }

    /// The class whose body the line stands in directly or through functions.
    fn class_around(&self) -> String {
        let mut around = self.open.iter().rev();
        let class = around.find_map(|open| match &open.what {
            What::Class(name) => Some(name.clone()),
            _ => None,
        });
        class.unwrap_or_default()
    }

    fn routine(&mut self, line: &LogicalLine, name: usize) -> What {
        let is_method = matches!(
            self.open.last(),
            Some(Open {
                what: What::Class(_),
                ..
            })
        );
        let name = self.word(line, name).to_owned();
        let header = Span::new(line.span().start, self.colon(line));
        let mut parameters = self.parameters(line);
        // The receiver is no parameter to a recording.
        if is_method
            && matches!(parameters.first(), Some(first) if ["self", "cls"].contains(&first.name.as_str()))
        {
            parameters.remove(0);
        }
        self.outline.routines.push(Routine {
            class: self.class_around(),
            kind: match name.as_str() {
                "__init__" if is_method => RoutineKind::Constructor,
                _ => RoutineKind::Method,
            },
            name,
            parameters,
            span: line.span(),
            header,
            body: None,
            lines: self.file.lines_of(line.span()),
            loops: Vec::new(),
            trivial: None,
        });
        What::Routine(self.outline.routines.len() - 1)
    }

    /// The names after the opening parenthesis and after each comma that is not inside of other brackets.
    fn parameters(&self, line: &LogicalLine) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        let (mut depth, mut is_next) = (0, false);
        for lexeme in &line.lexemes {
            match self.file.fragment(lexeme.span) {
                "(" | "[" | "{" => {
                    depth += 1;
                    is_next = depth == 1;
                }
                ")" | "]" | "}" if depth == 1 => break,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 1 => is_next = true,
                name if is_next && lexeme.kind == Kind::Name => {
                    is_next = false;
                    parameters.push(Parameter {
                        name: name.to_owned(),
                        type_name: String::new(),
                    });
                }
                _ => {}
            }
        }
        parameters
    }

    /// Where the header of a compound statement ends, its colon included.
    fn colon(&self, line: &LogicalLine) -> usize {
        let mut depth = 0;
        for lexeme in &line.lexemes {
            match self.file.fragment(lexeme.span) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                ":" if depth == 0 => return lexeme.span.end,
                _ => {}
            }
        }
        line.span().end
    }

    fn loop_(&mut self, line: &LogicalLine, keyword: usize) -> Option<What> {
        let mut around = self.open.iter().rev();
        let parent = match self.open.last().map(|open| &open.what) {
            Some(What::Loop(_, place)) => Some(*place),
            _ => None,
        };
        let routine = around
            .find_map(|open| match open.what {
                What::Routine(place) | What::Loop(place, _) => Some(place),
                What::Class(_) => None,
            })
            .unwrap_or(0);
        let start = line.lexemes.get(keyword)?.span;
        let header_end = self.colon(line);
        let header = Span::new(line.span().start, header_end.saturating_sub(1));
        let is_for = self.word(line, keyword) == "for";
        let inner = &line.lexemes[keyword + 1..];
        let before_colon = |lexeme: &&Lexeme| lexeme.span.end < header_end;
        let in_ = inner
            .iter()
            .position(|lexeme| self.file.fragment(lexeme.span) == "in");
        let bounds = match (is_for, in_) {
            (true, Some(place)) => &inner[place + 1..],
            _ => inner,
        };
        let last = bounds.iter().take_while(before_colon).last();
        let part = bounds.first().zip(last).map(|(first, last)| {
            let kind = if is_for {
                LoopPart::Bounds
            } else {
                LoopPart::Condition
            };
            (kind, Span::new(first.span.start, last.span.end))
        });
        let variables = match (is_for, in_) {
            (true, Some(place)) => inner[..place]
                .iter()
                .filter(|lexeme| lexeme.kind == Kind::Name)
                .map(|lexeme| self.file.fragment(lexeme.span).to_owned())
                .collect(),
            _ => Vec::new(),
        };
        let routine_loops = &mut self.outline.routines[routine];
        let index = routine_loops.loops.len();
        let first_line = self.file.line_of(start.start);
        let body = Span::new(header_end, line.span().end);
        routine_loops.loops.push(Loop {
            index,
            parent,
            label: format!("{}_loop{}", routine_loops.name, index + 1),
            is_labelled: false,
            kind: if is_for {
                LoopKind::ForEach
            } else {
                LoopKind::While
            },
            span: line.span(),
            lines: self.file.lines_of(line.span()),
            header,
            parts: part.into_iter().collect(),
            variables,
            body,
            body_lines: self.file.lines_of(body),
            // A loop is recorded by the line of its keyword; where its body begins does not matter.
            header_lines: vec![first_line, first_line],
        });
        Some(What::Loop(routine, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elenchus_source::Lookup;
    use std::path::Path;

    const SHOP: &str = "\
import sys

class Basket:
    def __init__(self, items=(), *, limit: int = 3):
        self.items = list(items)

    def total(self):
        '''def not_this(): a text'''
        total = 0
        for name, price in self.items:
            while price > (
                    9):
                price -= 1
            total += price
        return total


async def main(): return [f for f in ()]

for i in range(2): main()
";

    fn shop() -> SourceFile {
        SourceFile::from_bytes(Path::new("shop.py"), SHOP.as_bytes(), None)
            .with_syntax(&PythonSyntax)
    }

    #[test]
    fn routines_end_with_their_indentation() {
        let file = shop();
        let routines: Vec<(String, u32, u32)> = file
            .outline()
            .routines
            .iter()
            .map(|found| {
                let names: Vec<&str> = found.parameters.iter().map(|p| p.name.as_str()).collect();
                let name = format!("{}.{}({})", found.class, found.name, names.join(", "));
                (name, found.lines.first, found.lines.last)
            })
            .collect();
        let expected = [
            (".<module>()", 1, 20),
            ("Basket.__init__(items, limit)", 4, 5),
            ("Basket.total()", 7, 15),
            (".main()", 18, 18),
        ];
        let expected = expected.map(|(name, first, last)| (name.to_owned(), first, last));
        assert_eq!(routines[1..], expected[1..]);
        assert_eq!(routines[0].0, expected[0].0);
    }

    #[test]
    fn loops_belong_to_their_routines() {
        let file = shop();
        let lookup = Lookup {
            name: "total",
            line: 9,
            class: Some("shop.Basket"),
            ..Lookup::default()
        };
        let total = file.find_routine(lookup).expect("it is there");
        let loops: Vec<_> = total
            .loops
            .iter()
            .map(|found| (file.one_line(found.header), found.parent, found.lines.last))
            .collect();
        assert_eq!(
            loops,
            [
                ("for name, price in self.items".to_owned(), None, 14),
                ("while price > ( 9)".to_owned(), Some(0), 13)
            ]
        );
        assert_eq!(total.loops[0].variables, ["name", "price"]);
        assert_eq!(
            total.loops[1].bounds_text(&file),
            "condition `price > ( 9)`"
        );
        assert_eq!(file.outline().routines[0].loops.len(), 1);
    }

    #[test]
    fn tokens_are_classified() {
        let file = shop();
        let lines = LineRange::new(7, 7);
        let tokens = PythonSyntax.tokens(&file, lines);
        let shown: Vec<_> = tokens
            .iter()
            .map(|token| (file.fragment(token.span), token.class))
            .filter(|(_, class)| *class != TokenClass::Operator)
            .collect();
        assert_eq!(
            shown,
            [
                ("def", TokenClass::Keyword),
                ("total", TokenClass::Function)
            ]
        );
    }
}

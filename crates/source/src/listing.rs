//! Source lines ready to be printed: number, text, marks and token classes, as data.
//!
//! A listing is what the terminal, the web page and the Markdown report print. Its text is safe to print anywhere: tabs are
//! expanded, and control characters (a source file may hold terminal escapes) are shown as their Unicode pictures.

use elenchus_guard::text::is_deceptive;

use crate::file::SourceFile;
use crate::highlight::{self, Token, TokenClass};
use crate::span::{LineRange, LineSet};
use std::ops::Range;
use std::path::PathBuf;

/// What is to be listed.
#[derive(Debug, Clone)]
pub struct ListingRequest {
    /// The lines to show.
    pub lines: LineSet,
    /// How many lines to show around each of them.
    pub context: u32,
    /// Never show lines outside these, if given: context then ends at the routine's own borders.
    pub within: Option<LineRange>,
    /// The lines that ran.
    pub ran: LineSet,
    /// The lines that hold code. Those that did not run are marked so; `None` leaves it to the syntax.
    pub code: Option<LineSet>,
    /// The lines that belong to what is listed (the buggy node), as opposed to its loops and iterations.
    pub owned: LineSet,
    /// Lines to dim: they ran, but the wrong value does not depend on them.
    pub dimmed: LineSet,
    /// The distance of tab stops.
    pub tab_width: usize,
}

impl Default for ListingRequest {
    fn default() -> Self {
        ListingRequest {
            lines: LineSet::new(),
            context: 2,
            within: None,
            ran: LineSet::new(),
            code: None,
            owned: LineSet::new(),
            dimmed: LineSet::new(),
            tab_width: 4,
        }
    }
}

/// Whether a line ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Execution {
    /// It ran.
    Ran,
    /// It holds code and did not run.
    DidNotRun,
    /// There is nothing on it that could run.
    NoCode,
}

/// One printable line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingLine {
    /// Its number in the file.
    pub number: u32,
    /// Its text, printable, without terminator.
    pub text: String,
    /// Whether it ran.
    pub execution: Execution,
    /// Whether it belongs to what is listed.
    pub owned: bool,
    /// Whether it is to be dimmed.
    pub dimmed: bool,
    /// Whether it is here as context only.
    pub context: bool,
    /// The classified stretches of `text`, in order, without overlap.
    pub tokens: Vec<(Range<usize>, TokenClass)>,
}

/// Consecutive lines; between two blocks lines are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The file that the lines stand in.
    pub file: PathBuf,
    /// The blocks in order.
    pub blocks: Vec<Vec<ListingLine>>,
}

impl Listing {
    /// All lines in order.
    pub fn lines(&self) -> impl Iterator<Item = &ListingLine> {
        self.blocks.iter().flatten()
    }

    /// The width of the largest line number.
    pub fn number_width(&self) -> usize {
        self.lines()
            .last()
            .map_or(1, |line| line.number.to_string().len())
    }
}

/// Lists the wanted lines of a file. Lines that the file does not have are left out.
pub fn listing(file: &SourceFile, request: &ListingRequest) -> Listing {
    let blocks = blocks(request, file.line_count())
        .into_iter()
        .map(|block| {
            let tokens = highlight::tokens(file, block);
            let by_syntax;
            let code = match &request.code {
                Some(code) => code,
                None => {
                    by_syntax = highlight::code_lines(file, block);
                    &by_syntax
                }
            };
            block
                .iter()
                .filter_map(|number| list_line(file, request, number, &tokens, code))
                .collect()
        })
        .collect();
    Listing {
        file: file.path().to_owned(),
        blocks,
    }
}

/// Merges the wanted lines and their context into ranges of consecutive lines.
fn blocks(request: &ListingRequest, line_count: u32) -> Vec<LineRange> {
    let bounds = request.within.unwrap_or(LineRange::new(1, u32::MAX));
    let (first, last) = (bounds.first.max(1), bounds.last.min(line_count));
    let mut blocks: Vec<LineRange> = Vec::new();
    for line in request
        .lines
        .iter()
        .filter(|line| (first..=last).contains(line))
    {
        let from = line.saturating_sub(request.context).max(first);
        let to = line.saturating_add(request.context).min(last);
        match blocks.last_mut() {
            Some(block) if from <= block.last.saturating_add(1) => block.last = to,
            _ => blocks.push(LineRange::new(from, to)),
        }
    }
    blocks
}

fn list_line(
    file: &SourceFile,
    request: &ListingRequest,
    number: u32,
    tokens: &[Token],
    code: &LineSet,
) -> Option<ListingLine> {
    let span = file.line_span(number)?;
    let printable = Printable::new(file.fragment(span), request.tab_width);
    let first = tokens.partition_point(|token| token.span.end <= span.start);
    let tokens = tokens[first..]
        .iter()
        .take_while(|token| token.span.start < span.end)
        .map(|token| {
            let start = token.span.start.max(span.start) - span.start;
            let end = token.span.end.min(span.end) - span.start;
            (printable.place(start)..printable.place(end), token.class)
        })
        .filter(|(range, _)| !range.is_empty())
        .collect();
    let execution = if request.ran.contains(number) {
        Execution::Ran
    } else if code.contains(number) {
        Execution::DidNotRun
    } else {
        Execution::NoCode
    };
    Some(ListingLine {
        number,
        text: printable.text,
        execution,
        owned: request.owned.contains(number),
        dimmed: request.dimmed.contains(number),
        context: !request.lines.contains(number),
        tokens,
    })
}

/// A line as it can be printed, and where each byte of the original went.
struct Printable {
    text: String,
    /// `(original byte, printed byte)` right after each character that changed its length.
    shifts: Vec<(usize, usize)>,
}

impl Printable {
    fn new(line: &str, tab_width: usize) -> Self {
        let mut text = String::with_capacity(line.len());
        let mut shifts = Vec::new();
        let mut column = 0;
        for (at, c) in line.char_indices() {
            match c {
                '\t' => {
                    let blanks = tab_width.max(1) - column % tab_width.max(1);
                    text.extend(std::iter::repeat_n(' ', blanks));
                    column += blanks;
                }
                _ => {
                    text.push(visible(c));
                    column += 1;
                }
            }
            let next = at + c.len_utf8();
            let (from, to) = shifts.last().copied().unwrap_or((0, 0));
            if next - from != text.len() - to {
                shifts.push((next, text.len()));
            }
        }
        Printable { text, shifts }
    }

    /// Where the character at an original byte begins in the printed text.
    fn place(&self, byte: usize) -> usize {
        let before = self.shifts.partition_point(|&(from, _)| from <= byte);
        let (from, to) = match before.checked_sub(1) {
            Some(at) => self.shifts[at],
            None => (0, 0),
        };
        to + (byte - from)
    }
}

/// A visible stand-in for characters that would move the cursor or reorder the line.
fn visible(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if is_deceptive(c) => '\u{fffd}',
        _ => c,
    }
}

//! Source lines with the marks of what ran.

use elenchus_source::{Execution, Listing, ListingLine, TokenClass};

use crate::layout::{Room, Span, wrap};
use crate::style::{Style, Tone};
use crate::values::INDENT;

/// What is before the text of a line: the indentation, the number, the mark.
const MARGIN: usize = INDENT.len() + 3;

/// What is before the rest of a line that is too long.
const HANGING: &str = "    ";

/// The lines of a listing: `▸` before the lines that ran and belong to what is listed, `·` before
/// others that ran and before those on which the wrong value does not depend.
pub fn listing_lines(style: Style, room: Room, listing: &Listing) -> Vec<String> {
    let width = listing.number_width();
    let indented = listing
        .lines()
        .filter(|line| !line.text.trim().is_empty())
        .map(|line| line.text.len() - line.text.trim_start_matches(' ').len());
    let indent = indented.min().unwrap_or(0);
    let mut lines = Vec::new();
    for (place, block) in listing.blocks.iter().enumerate() {
        if place > 0 {
            lines.push(format!("{INDENT}{:>width$} …", ""));
        }
        for line in block {
            let mark = mark(line);
            let tone = if mark == '▸' {
                Tone::Bug
            } else {
                Tone::Faint
            };
            let number = style.paint(tone, &format!("{:>width$} {mark}", line.number));
            let spans = spans(line, indent);
            let columns = room.width.saturating_sub(MARGIN + width);
            let mut text = wrap(style, &spans, columns);
            if text.len() > 1 {
                text = wrap(style, &spans, columns.saturating_sub(HANGING.len()));
            }
            for (place, part) in text.into_iter().enumerate() {
                let line = match place {
                    0 => format!("{INDENT}{number} {part}"),
                    _ => format!("{INDENT}{:>width$}   {HANGING}{part}", ""),
                };
                lines.push(line.trim_end().to_owned());
            }
        }
    }
    lines
}

/// How a line stands out: what belongs to the piece in question, and what else ran around it.
pub fn mark(line: &ListingLine) -> char {
    match (line.execution, line.owned && !line.dimmed) {
        (Execution::Ran, true) => '▸',
        (Execution::Ran, false) => '·',
        _ => ' ',
    }
}

/// The text of a line without the indentation that all share, coloured by its tokens; what did not
/// run or does not matter is faint.
fn spans(line: &ListingLine, indent: usize) -> Vec<Span<'_>> {
    let start = indent.min(line.text.len() - line.text.trim_start_matches(' ').len());
    if line.execution != Execution::Ran || line.dimmed {
        return vec![(Some(Tone::Faint), &line.text[start..])];
    }
    let mut spans = Vec::new();
    let mut end = start;
    for (range, class) in &line.tokens {
        if range.start < end {
            continue;
        }
        spans.push((None, &line.text[end..range.start]));
        spans.push((tone(*class), &line.text[range.clone()]));
        end = range.end;
    }
    spans.push((None, &line.text[end..]));
    spans
}

fn tone(class: TokenClass) -> Option<Tone> {
    match class {
        TokenClass::Keyword => Some(Tone::Strong),
        TokenClass::Comment => Some(Tone::Faint),
        TokenClass::String | TokenClass::Escape => Some(Tone::Text),
        TokenClass::Number | TokenClass::Constant => Some(Tone::Changed),
        _ => None,
    }
}

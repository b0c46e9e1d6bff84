//! Source lines with the marks of what ran.

use std::io::{self, Write};

use elenchus_source::{Execution, Listing, ListingLine, TokenClass};

use crate::style::{Style, Tone};

/// Writes the lines of a listing: `▸` before the lines that ran and belong to what is listed.
pub fn write_listing(out: &mut dyn Write, style: Style, listing: &Listing) -> io::Result<()> {
    let width = listing.number_width();
    for (place, block) in listing.blocks.iter().enumerate() {
        if place > 0 {
            writeln!(out, "     {:>width$} …", "")?;
        }
        for line in block {
            let is_suspect = line.owned && line.execution == Execution::Ran;
            let mark = if is_suspect { "▸" } else { " " };
            let number = format!("{:>width$} {mark}", line.number);
            let tone = if is_suspect { Tone::Bug } else { Tone::Faint };
            let number = style.paint(tone, &number);
            let text = code(style, line, is_suspect);
            writeln!(out, "     {number} {text}")?;
        }
    }
    Ok(())
}

/// The text of a line, coloured by its tokens; what is only context is faint.
fn code(style: Style, line: &ListingLine, is_suspect: bool) -> String {
    if !is_suspect || line.dimmed {
        return style.paint(Tone::Faint, &line.text);
    }
    let mut text = String::new();
    let mut end = 0;
    for (range, class) in &line.tokens {
        text.push_str(&line.text[end..range.start]);
        let token = &line.text[range.clone()];
        match tone(*class) {
            Some(tone) => text.push_str(&style.paint(tone, token)),
            None => text.push_str(token),
        }
        end = range.end;
    }
    text.push_str(&line.text[end..]);
    text
}

fn tone(class: TokenClass) -> Option<Tone> {
    match class {
        TokenClass::Keyword => Some(Tone::Strong),
        TokenClass::Comment => Some(Tone::Faint),
        TokenClass::String | TokenClass::Number => Some(Tone::Changed),
        _ => None,
    }
}

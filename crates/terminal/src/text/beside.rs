//! A question with the source of its routine beside it, where the window is wide enough for both.

use std::io;

use elenchus_session::Question;
use elenchus_session::words::many;
use elenchus_source::Listing;

use crate::layout::{Room, columns};
use crate::listing::listing_lines;
use crate::screen::Screen;
use crate::style::{Tone, unpainted};
use crate::text::Text;
use crate::values::INDENT;

/// What stands between the two.
const BETWEEN: &str = " │";

/// The lines below a question: the prompt, and one to spare.
const BELOW: usize = 3;

impl Text<'_> {
    /// Writes a question and the source beside it. When there is more to be said than fits the left side, the question has
    /// the whole width to itself.
    pub(super) fn side_by_side(&mut self, question: &Question, source: &Listing) -> io::Result<()> {
        let room = (self.room)();
        let Some([left, right]) = room.halves() else {
            return self.question(question);
        };
        let narrow = || Room {
            width: left,
            ..room
        };
        let mut written = Vec::new();
        let mut narrow = Text::new(&mut written, self.style, &narrow);
        narrow.question(question)?;
        if !narrow.rest.is_empty() {
            return self.question(question);
        }
        let written = String::from_utf8_lossy(&written).into_owned();
        let mut beside = self.source_in(source, right, room.lines_of_a_question() - BELOW);
        // The blank line above the question stays blank.
        beside.insert(0, String::new());
        let mut lines: Vec<&str> = written.lines().collect();
        lines.resize(lines.len().max(beside.len()), "");
        beside.resize(lines.len(), String::new());
        for (line, beside) in lines.iter().zip(&beside) {
            let padding = left.saturating_sub(columns(&unpainted(line)));
            let whole = match beside.is_empty() {
                true => (*line).to_owned(),
                false => format!("{line}{:padding$}{BETWEEN}{beside}", ""),
            };
            writeln!(self.out, "{whole}")?;
        }
        Ok(())
    }

    /// The lines of some source within the given columns and lines.
    fn source_in(&self, source: &Listing, width: usize, most: usize) -> Vec<String> {
        // Beside a question the source needs no indentation of its own.
        let cut = INDENT.len() - 1;
        let room = Room {
            width: width + cut,
            height: None,
        };
        let all = listing_lines(self.style, room, source);
        let mut lines: Vec<String> = all.iter().map(|line| line[cut..].to_owned()).collect();
        if lines.len() > most {
            let more = lines.split_off(most - 1).len();
            let more = format!(" … {}: source", many(more as u64, "more line"));
            lines.push(self.style.paint(Tone::Faint, &more));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use elenchus_session::{NodeNumber, Outlook, Shown, Subject, Suspects, Value};
    use elenchus_source::{LineRange, ListingRequest, SourceFile, listing};
    use elenchus_tree::NodeId;

    use super::*;
    use crate::style::Style;

    fn question(value: &str) -> Question {
        Question {
            number: 1,
            subject: Subject::node(NodeId::at(1)),
            nodes: (NodeNumber(1), NodeNumber(1)),
            shown: Shown {
                title: "Shop.total(n = 2)".to_owned(),
                kind: "routine".to_owned(),
                values: vec![Value {
                    name: "returned".to_owned(),
                    before: None,
                    after: Some(value.to_owned()),
                }],
                ..Shown::default()
            },
            why: String::new(),
            suspects: Suspects {
                now: 3,
                if_right: 2,
                if_wrong: 1,
            },
            outlook: Outlook {
                mean: 2.0,
                worst: 3,
                exact: true,
            },
            disputed: false,
            is_for_certain: false,
        }
    }

    /// What a window of 120 columns and 40 lines shows.
    fn shown(value: &str, colour: bool) -> Vec<String> {
        let text = "class Shop {\n    int total(int n) {\n        return n + 1;\n    }\n}\n";
        let file = SourceFile::from_bytes("Shop.java".as_ref(), text.as_bytes(), None);
        let source = listing(
            &file,
            &ListingRequest {
                lines: LineRange::new(2, 4).iter().collect(),
                within: Some(LineRange::new(2, 4)),
                ran: LineRange::line(3).iter().collect(),
                owned: LineRange::line(3).iter().collect(),
                ..ListingRequest::default()
            },
        );
        let room = || Room {
            width: 120,
            height: Some(40),
        };
        let mut out = Vec::new();
        let mut screen = Text::new(&mut out, Style { colour }, &room);
        screen.question_beside(&question(value), &source).unwrap();
        let out = String::from_utf8(out).unwrap();
        out.lines().map(unpainted).collect()
    }

    #[test]
    fn source_stands_beside_the_question() {
        for colour in [false, true] {
            let lines = shown("3", colour);
            assert_eq!(lines[0], "");
            let (left, right) = lines[1].split_once('│').unwrap();
            assert_eq!(left.trim_end(), "Q1  Shop.total(n = 2)  (node 1)");
            assert_eq!(right, " 2   int total(int n) {");
            let (left, right) = lines[2].split_once('│').unwrap();
            assert_eq!(left.trim_end(), "     returned  → 3");
            assert_eq!(right, " 3 ▸     return n + 1;");
            assert!(lines.iter().all(|line| columns(line) <= 120), "{lines:?}");
        }
    }

    #[test]
    fn who_hears_lines_gets_one_after_the_other() {
        let room = || Room {
            width: 120,
            height: Some(40),
        };
        for in_one_column in [false, true] {
            let mut out = Vec::new();
            let screen = Text::new(&mut out, Style { colour: false }, &room);
            let screen = screen.in_one_column(in_one_column);
            assert_eq!(screen.has_room_beside(), !in_one_column);
        }
    }

    #[test]
    fn what_does_not_fit_beside_source_has_the_whole_width() {
        let long = "word ".repeat(500);
        let lines = shown(&long, false);
        assert!(lines.iter().all(|line| !line.contains('│')), "{lines:?}");
    }
}

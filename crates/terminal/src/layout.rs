//! Fitting text into the width of a terminal: lines are broken where a reader would break them, and
//! what is too long is shortened around what changed.

use elenchus_session::screenful::{Breaks, Screen};
use unicode_width::UnicodeWidthChar;

use crate::style::{Style, Tone};

/// From this width on there is room for source beside a question.
const WIDE: usize = 120;

/// How much less than a half the source gets, and how much it can use.
const LESS: usize = 8;
const WIDEST: usize = 80;

/// The columns between the two.
const BETWEEN: usize = 2;

/// Values are written for no fewer columns.
const LEAST_COLUMNS: usize = 50;

/// The lines of a question that hold no values, in most of them: the title, the lines of the source, the forecast, the prompt.
const OTHER_LINES: usize = 8;

/// How much a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Columns.
    pub width: usize,
    /// Lines; none where everything can be written, as to a file.
    pub height: Option<usize>,
}

impl Room {
    /// What every terminal has, and what pipes and files are written for.
    pub const LEAST: Room = Room {
        width: 80,
        height: None,
    };

    /// How many lines a question may take, its prompt included.
    pub fn lines_of_a_question(self) -> usize {
        self.height.unwrap_or(24).max(12)
    }

    /// The columns of a question and of the source beside it, where there is room for both. The source gets the right half but
    /// for a few columns, and no more than it can use.
    pub fn halves(self) -> Option<[usize; 2]> {
        let right = (self.width / 2).saturating_sub(LESS).min(WIDEST);
        (self.width >= WIDE).then(|| [self.width - right - BETWEEN, right])
    }

    /// What of it the values of a question are written for.
    pub fn screen(self) -> Screen {
        let columns = self.halves().map_or(self.width, |[left, _]| left);
        Screen {
            columns: columns.max(LEAST_COLUMNS),
            lines: self.lines_of_a_question() - OTHER_LINES,
        }
    }
}

/// A stretch of text in one tone.
pub type Span<'t> = (Option<Tone>, &'t str);

/// Breaks text into lines of at most `width` columns: after a space or a comma where there is one, else anywhere.
pub fn wrap(style: Style, spans: &[Span<'_>], width: usize) -> Vec<String> {
    let kept = |breaks: Breaks, _| breaks.kept_between_words();
    broken(style, spans, [width; 2], kept)
}

/// The same for values, with other columns for the first line than for those below it. Where much of a line would stay empty, it
/// ends inside something that is put together.
pub fn wrap_hanging(style: Style, spans: &[Span<'_>], widths: [usize; 2]) -> Vec<String> {
    broken(style, spans, widths, Breaks::kept)
}

/// Breaks text into lines; `kept` says how many characters stay on a full one of so many columns.
fn broken(
    style: Style,
    spans: &[Span<'_>],
    widths: [usize; 2],
    kept: impl Fn(Breaks, usize) -> usize,
) -> Vec<String> {
    let [first, others] = widths.map(|width| width.max(8));
    let marked = spans
        .iter()
        .flat_map(|&(tone, text)| text.chars().map(move |c| (tone, c)));
    let mut lines = Vec::new();
    let mut line: Vec<(Option<Tone>, char)> = Vec::new();
    let (mut columns, mut breaks) = (0, Breaks::default());
    for (tone, c) in marked {
        let wide = c.width().unwrap_or(0);
        let width = if lines.is_empty() { first } else { others };
        if columns + wide > width && !line.is_empty() {
            let rest = line.split_off(kept(breaks, width));
            lines.push(paint(style, &line));
            line = rest.into_iter().skip_while(|&(_, c)| c == ' ').collect();
            columns = line.iter().map(|(_, c)| c.width().unwrap_or(0)).sum();
            breaks = Breaks::default();
            line.iter().for_each(|&(_, c)| breaks.push(c));
        }
        if columns == 0 && c == ' ' && !lines.is_empty() {
            continue;
        }
        line.push((tone, c));
        columns += wide;
        breaks.push(c);
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(paint(style, &line));
    }
    lines
}

/// Writes a line with each stretch in its tone.
fn paint(style: Style, line: &[(Option<Tone>, char)]) -> String {
    let end = line.iter().rposition(|&(_, c)| c != ' ');
    let line = &line[..end.map_or(0, |end| end + 1)];
    let mut text = String::new();
    for stretch in line.chunk_by(|a, b| a.0 == b.0) {
        let plain: String = stretch.iter().map(|&(_, c)| c).collect();
        match stretch[0].0 {
            Some(tone) => text.push_str(&style.paint(tone, &plain)),
            None => text.push_str(&plain),
        }
    }
    text
}

/// How many columns a text takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// How much is kept in front of the place where two texts begin to differ.
const CONTEXT: usize = 20;

/// Shortens a value to about `room` characters. Of one that changed, the parts around the change are
/// kept. Returns `None` when it fits.
pub fn shorten(before: &str, after: &str, room: usize) -> Option<(String, String)> {
    let length = |text: &str| text.chars().count();
    if length(before) + length(after) <= room {
        return None;
    }
    let same = before
        .chars()
        .zip(after.chars())
        .take_while(|(a, b)| a == b)
        .count();
    // A single value is cut at its end; of two, each gets half, or what the other does not need.
    let share = |own: usize, other: usize| own.min(room - other.min(room / 2));
    let (old, new) = (length(before), length(after));
    let (old, new) = (share(old, new), share(new, old));
    let from = |kept: usize| {
        let from = same.saturating_sub(CONTEXT.min(kept / 2));
        // What is not far begins at its beginning, which says what it is.
        if from <= kept / 3 { 0 } else { from }
    };
    Some((cut(before, from(old), old), cut(after, from(new), new)))
}

/// `room` characters of a text from `from` on, with marks where something is left out.
fn cut(text: &str, from: usize, room: usize) -> String {
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    let from = from.min(length - room);
    let kept: String = text.chars().skip(from).take(room).collect();
    let start = if from > 0 { "…" } else { "" };
    let end = if from + room < length { "…" } else { "" };
    format!("{start}{kept}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, width: usize) -> Vec<String> {
        wrap(Style::default(), &[(None, text)], width)
    }

    #[test]
    fn lines_break_at_spaces_and_commas() {
        assert_eq!(plain("one two three", 8), ["one two", "three"]);
        assert_eq!(plain("[1,2,3,4,5,6]", 8), ["[1,2,3,", "4,5,6]"]);
        assert_eq!(plain("abcdefghijkl", 8), ["abcdefgh", "ijkl"]);
        assert_eq!(plain("", 8), [""]);
        assert_eq!(plain("漢字漢字漢字", 8), ["漢字漢字", "漢字"]);
    }

    #[test]
    fn what_has_no_blanks_is_broken_inside() {
        let text = "→ Stmnt(left=Declarator(left=Symbol(x))";
        let style = Style::default();
        let lines = wrap_hanging(style, &[(None, text)], [24; 2]);
        assert_eq!(lines, ["→ Stmnt(left=Declarator(", "left=Symbol(x))"]);
        let lines = wrap_hanging(style, &[(None, "one two three four")], [8, 12]);
        assert_eq!(lines, ["one two", "three four"]);
    }

    #[test]
    fn values_are_written_for_the_window() {
        let room = |width, height| Room {
            width,
            height: Some(height),
        };
        assert_eq!(room(80, 24).screen(), Screen::LEAST);
        assert_eq!(Room::LEAST.screen(), Screen::LEAST);
        assert_eq!(room(100, 40).screen().lines, 32);
        // The other half is for the source.
        assert_eq!(room(120, 40).screen().columns, 66);
        assert_eq!(room(10, 3).screen().columns, 50);
    }

    #[test]
    fn tones_go_on_in_the_next_line() {
        let style = Style { colour: true };
        let lines = wrap(style, &[(None, "a "), (Some(Tone::Bug), "bbbb cccc")], 8);
        assert_eq!(lines, ["a \x1b[1;31mbbbb\x1b[0m", "\x1b[1;31mcccc\x1b[0m"]);
    }

    #[test]
    fn long_values_are_cut_around_the_change() {
        assert_eq!(shorten("short", "", 40), None);
        let (start, end) = ("x".repeat(300), "y".repeat(300));
        let before = format!("{start}OLD{end}");
        let after = format!("{start}NEW{end}");
        let (old, new) = shorten(&before, &after, 100).unwrap();
        assert!(old.starts_with("…xxx") && old.contains("OLD"), "{old}");
        assert!(new.contains("NEW") && new.ends_with("y…"), "{new}");
        let (old, new) = shorten("2", &after, 30).unwrap();
        assert_eq!((old.as_str(), new.chars().count()), ("2", 30));
        let (old, new) = shorten(&before, &after, 24).unwrap();
        assert!(old.contains("OLD") && new.contains("NEW"), "{old} {new}");
        let (cut, none) = shorten(&start, "", 50).unwrap();
        assert_eq!(cut, format!("{}…", "x".repeat(50)));
        assert_eq!(none, "");
    }
}

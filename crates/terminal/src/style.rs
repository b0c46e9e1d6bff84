//! Colour, where there is any.

/// How text stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// What the eye should find first.
    Strong,
    /// What can be skipped.
    Faint,
    /// A value that changed.
    Changed,
    /// A text in source code.
    Text,
    /// A bug.
    Bug,
}

/// Whether and how tones are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether the output understands colour.
    pub colour: bool,
}

impl Style {
    /// The text in this tone. Only the sixteen colours that every theme chooses for itself are
    /// used, so it reads on dark and on light ground.
    pub fn paint(self, tone: Tone, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Strong => "1",
            Tone::Faint => "2",
            Tone::Changed => "35",
            Tone::Text => "32",
            Tone::Bug => "1;31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// A line that a recorded program printed, made safe to print. Its tabs become spaces, as they look on a terminal.
pub fn printed_line(line: &str) -> String {
    const TAB: usize = 8;
    let mut spaced = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        let width = match c {
            '\t' => TAB - column % TAB,
            _ => 1,
        };
        match c {
            '\t' => spaced.extend(std::iter::repeat_n(' ', width)),
            _ => spaced.push(c),
        }
        column += width;
    }
    printable(&spaced)
}

/// Text from a recorded program, made safe to print: control characters, which could move the
/// cursor or change the title of a window, are written as escapes.
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => safe.push_str("\\n"),
            '\t' => safe.push_str("\\t"),
            '\r' => safe.push_str("\\r"),
            c if c.is_control() => safe.extend(c.escape_unicode()),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\n\x1b[2Jé"), "a\\n\\u{1b}[2Jé");
        assert_eq!(printed_line("\tab\tc\r"), "        ab      c\\r");
    }

    #[test]
    fn without_colour_nothing_is_added() {
        assert_eq!(Style::default().paint(Tone::Bug, "BUG"), "BUG");
        let colour = Style { colour: true };
        assert_eq!(colour.paint(Tone::Bug, "BUG"), "\x1b[1;31mBUG\x1b[0m");
    }
}

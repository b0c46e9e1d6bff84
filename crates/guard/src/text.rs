//! Text from outside, made safe to print. Whatever a recorded program, a trace, a tree file or a file name says goes
//! through here before it reaches a terminal: nothing of it can move the cursor, change the window, or make a line
//! read differently from what it holds.

use std::fmt;
use std::io::Write;

/// Whether a character changes or hides what is around it instead of standing for itself: control characters, marks
/// that reorder a line, and characters without width.
pub fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Text in one line, with everything deceptive written as an escape.
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => safe.push_str("\\n"),
            '\t' => safe.push_str("\\t"),
            '\r' => safe.push_str("\\r"),
            c if is_deceptive(c) => safe.extend(c.escape_unicode()),
            c => safe.push(c),
        }
    }
    safe
}

/// A line that a program printed. Its tabs become spaces, as they look on a terminal.
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

/// Text whose line breaks are its own, such as a message with advice below it: every line is made safe.
pub fn printed_lines(text: &str) -> String {
    let lines = text.split('\n').map(|line| match line.strip_suffix('\r') {
        Some(line) => printed_line(line),
        None => printed_line(line),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// JSON in which everything deceptive is written as `\uXXXX`, so that it can be looked at on a terminal. It means the
/// same: such characters can only stand inside of its texts. Line breaks between values stay.
pub fn printable_json(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\n' => safe.push(c),
            c if is_deceptive(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    safe.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => safe.push(c),
        }
    }
    safe
}

/// Writes a line to the standard error stream, made safe. [`say!`](crate::say) formats it first.
pub fn say(line: fmt::Arguments<'_>) {
    let safe = printed_lines(&line.to_string()) + "\n";
    // In one piece, so that no other line comes between. Nobody may be listening any more, which is no trouble.
    let _ = std::io::stderr().lock().write_all(safe.as_bytes());
}

/// Says something on the standard error stream as `eprintln!` does, with whatever came from outside made safe.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => {
        $crate::text::say(format_args!($($words)*))
    };
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\n\x1b[2Jé"), "a\\n\\u{1b}[2Jé");
        assert_eq!(printed_line("\tab\tc\r"), "        ab      c\\r");
        assert_eq!(
            printed_lines("one\r\n\ttwo\x1b[0m"),
            "one\n        two\\u{1b}[0m"
        );
    }

    #[test]
    fn text_that_would_read_differently_is_written_as_escapes() {
        assert_eq!(printable("a\u{61c}b"), "a\\u{61c}b");
        assert_eq!(printable("\u{202e}evil\u{2066}"), "\\u{202e}evil\\u{2066}");
        assert_eq!(
            printable("pay\u{200b}pal\u{9b}2J"),
            "pay\\u{200b}pal\\u{9b}2J"
        );
        assert_eq!(printable("שלום مرحبا 漢字 é"), "שלום مرحبا 漢字 é");
    }

    #[test]
    fn json_means_the_same_and_shows_nothing_deceptive() {
        let json = "{\"name\":\"a\u{9b}b\u{202e}c\u{e0041}\"}\n";
        assert_eq!(
            printable_json(json),
            "{\"name\":\"a\\u009bb\\u202ec\\udb40\\udc41\"}\n"
        );
    }

    proptest! {
        #[test]
        fn whatever_comes_in_nothing_deceptive_comes_out(text in any::<String>()) {
            prop_assert!(!printable(&text).contains(is_deceptive));
            prop_assert!(!printed_line(&text).contains(is_deceptive));
            let lines = printed_lines(&text);
            prop_assert!(!lines.replace('\n', "").contains(is_deceptive));
            prop_assert_eq!(lines.matches('\n').count(), text.matches('\n').count());
        }
    }
}

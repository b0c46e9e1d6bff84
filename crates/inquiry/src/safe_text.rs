//! Text from a recorded program, made safe to show.

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
}

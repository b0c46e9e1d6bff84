//! Where the typed lines come from: a file of answers first, then the person at the prompt.

use std::collections::VecDeque;
use std::io::{self, BufRead};

/// One line, and where it stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub text: String,
    /// Its place in the file of answers, as `file:line`; none when it was typed.
    pub place: Option<String>,
}

/// Lines of a file of answers, and then of a person if there is one.
pub struct Lines<'a> {
    script: VecDeque<Line>,
    person: Option<&'a mut dyn BufRead>,
    /// Whether what is typed appears on the screen by itself.
    echoes: bool,
}

impl<'a> Lines<'a> {
    /// Lines typed by a person, or piped in their place. `echoes` says whether a terminal shows what
    /// is typed.
    pub fn typed(person: Option<&'a mut dyn BufRead>, echoes: bool) -> Lines<'a> {
        Lines {
            script: VecDeque::new(),
            person,
            echoes,
        }
    }

    /// Puts the lines of a file of answers first. Empty lines and what follows a `#` at the
    /// beginning of a line or after a space are skipped.
    pub fn with_script(mut self, name: &str, text: &str) -> Lines<'a> {
        self.script = text
            .lines()
            .enumerate()
            .map(|(number, line)| Line {
                text: without_comment(line).trim().to_owned(),
                place: Some(format!("{name}:{}", number + 1)),
            })
            .filter(|line| !line.text.is_empty())
            .collect();
        self
    }

    /// Whether anybody may still say something.
    pub fn may_continue(&self) -> bool {
        !self.script.is_empty() || self.person.is_some()
    }

    /// Whether the next line has to be written to the output to be seen there.
    pub fn needs_echo(&self) -> bool {
        !self.script.is_empty() || !self.echoes
    }

    /// The next line, or `None` at the end.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.script.pop_front() {
            return Ok(Some(line));
        }
        let Some(person) = &mut self.person else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        if person.read_until(b'\n', &mut bytes)? == 0 {
            self.person = None;
            return Ok(None);
        }
        Ok(Some(Line {
            text: String::from_utf8_lossy(&bytes).trim().to_owned(),
            place: None,
        }))
    }
}

/// A line without its comment. `f#2` names a call, so a `#` counts only at the start of a word.
fn without_comment(line: &str) -> &str {
    let begins_comment =
        |&(at, _): &(usize, &str)| at == 0 || line[..at].ends_with(char::is_whitespace);
    match line.match_indices('#').find(begins_comment) {
        Some((at, _)) => &line[..at],
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_comes_before_the_person() {
        let mut typed = io::Cursor::new("n\n\nq");
        let mut lines = Lines::typed(Some(&mut typed), true)
            .with_script("a.txt", "# first\ny  # yes\n\nj f#2\n");
        let mut seen = Vec::new();
        while let Some(line) = lines.read().unwrap() {
            seen.push((line.text, line.place.unwrap_or_default()));
        }
        let expected = [
            ("y", "a.txt:2"),
            ("j f#2", "a.txt:4"),
            ("n", ""),
            ("", ""),
            ("q", ""),
        ];
        assert_eq!(seen, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert!(!lines.may_continue());
    }
}

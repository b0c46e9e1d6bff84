//! Where the typed lines come from: a file of answers first, then the person at the prompt.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use crate::person::{Completions, Person, Typed};

/// One line, and where it stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub text: String,
    /// Its place in the file of answers, as `file:line`; none when it was typed.
    pub place: Option<String>,
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    Line(Line),
    /// Ctrl-C at the prompt.
    Interrupted,
    End,
}

/// Lines of a file of answers, and then of a person if there is one.
pub struct Lines<'a> {
    script: VecDeque<Line>,
    person: Option<&'a mut dyn Person>,
}

impl<'a> Lines<'a> {
    /// Lines typed by a person, or piped in their place.
    pub fn typed(person: Option<&'a mut dyn Person>) -> Lines<'a> {
        Lines {
            script: VecDeque::new(),
            person,
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

    /// Whether the next line comes from a file of answers.
    pub fn is_scripted(&self) -> bool {
        !self.script.is_empty()
    }

    /// Whether the next prompt appears by itself when its line is read.
    pub fn has_prompt(&self) -> bool {
        let person = self.person.as_ref().is_some_and(|p| p.has_prompt());
        self.script.is_empty() && person
    }

    /// Whether the next line has to be written to the output to be seen there.
    pub fn needs_echo(&self) -> bool {
        let echoes = self.person.as_ref().is_some_and(|p| p.echoes());
        !self.script.is_empty() || !echoes
    }

    /// Forgets what a person typed before it could be an answer to anything; tells whether there was anything.
    pub fn forget(&mut self) -> bool {
        self.script.is_empty() && self.person.as_mut().is_some_and(|person| person.forget())
    }

    /// Waits for the first key of the next line, for this long; see [`Person::is_typing`].
    pub fn is_typing(&mut self, prompt: &str, time: Duration) -> io::Result<bool> {
        match &mut self.person {
            Some(person) if self.script.is_empty() => person.is_typing(prompt, time),
            _ => Ok(true),
        }
    }

    /// Takes the prompt away at which nothing was typed.
    pub fn withdraw(&mut self) -> io::Result<()> {
        self.person
            .as_mut()
            .map_or(Ok(()), |person| person.withdraw())
    }

    /// The next line. `complete` says what a line begun at the prompt can become.
    pub fn read(
        &mut self,
        prompt: &str,
        complete: &mut dyn FnMut(&str) -> Completions,
    ) -> io::Result<Next> {
        if let Some(line) = self.script.pop_front() {
            return Ok(Next::Line(line));
        }
        let Some(person) = &mut self.person else {
            return Ok(Next::End);
        };
        Ok(match person.read(prompt, complete)? {
            Typed::Line(text) => Next::Line(Line { text, place: None }),
            Typed::Interrupted => Next::Interrupted,
            Typed::End => {
                self.person = None;
                Next::End
            }
        })
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
    use crate::person::Plain;

    #[test]
    fn a_script_comes_before_the_person() {
        let mut person = Plain::new(io::Cursor::new("n\n\nq"), true);
        let mut lines =
            Lines::typed(Some(&mut person)).with_script("a.txt", "# first\ny  # yes\n\nj f#2\n");
        let mut seen = Vec::new();
        while let Next::Line(line) = lines.read("", &mut |_| (0, Vec::new())).unwrap() {
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

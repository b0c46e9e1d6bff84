//! Whoever types: at a terminal that only passes lines on, or through a pipe.

use std::io::{self, BufRead};
use std::time::Duration;

/// What a person did at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, without its end.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input; there will be no more.
    End,
}

/// What the word before the cursor can become: where it starts, and the words.
pub type Completions = (usize, Vec<String>);

/// Somebody who can be asked for a line.
pub trait Person {
    /// Whether the prompt is shown by [`Person::read`], and what is typed appears by itself.
    fn has_prompt(&self) -> bool;

    /// Reads a line. `complete` says what a line up to the cursor can become.
    fn read(
        &mut self,
        prompt: &str,
        complete: &mut dyn FnMut(&str) -> Completions,
    ) -> io::Result<Typed>;

    /// Waits for the first key of a line, for this long; a prompt that appears by itself is shown meanwhile. Says whether something
    /// was typed. Who cannot tell says so, too: [`Person::read`] then waits for it.
    fn is_typing(&mut self, _prompt: &str, _time: Duration) -> io::Result<bool> {
        Ok(true)
    }

    /// Takes a prompt away that appeared by itself and at which nothing was typed.
    fn withdraw(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Whether what is typed appears on the screen by itself.
    fn echoes(&self) -> bool;

    /// Forgets what was typed and not read so far; tells whether there was anything. A pipe keeps its lines: they were meant to be read later.
    fn forget(&mut self) -> bool {
        false
    }
}

/// Lines as they come, without editing: a pipe, a file, a terminal that cannot draw, or one whose
/// reader would be disturbed by drawing.
pub struct Plain<R> {
    input: R,
    echoes: bool,
}

impl<R: BufRead> Plain<R> {
    /// Lines from `input`; `echoes` says whether a terminal shows what is typed.
    pub fn new(input: R, echoes: bool) -> Plain<R> {
        Plain { input, echoes }
    }
}

impl<R: BufRead> Person for Plain<R> {
    fn has_prompt(&self) -> bool {
        false
    }

    fn read(&mut self, _: &str, _: &mut dyn FnMut(&str) -> Completions) -> io::Result<Typed> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Typed::End);
        }
        let line = String::from_utf8_lossy(&bytes);
        Ok(Typed::Line(line.trim().to_owned()))
    }

    fn echoes(&self) -> bool {
        self.echoes
    }
}

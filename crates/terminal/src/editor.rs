//! A person at a terminal, with line editing, history and completion.
//!
//! The editor has a thread of its own. While somebody types, the thread that holds the dialogue
//! answers its requests for completions, so that they come from the session as it is.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, Helper};

use crate::person::{Completions, Person, Typed};

/// How many lines are remembered, at most.
const REMEMBERED: usize = 1000;

/// What is said by the thread of the editor.
enum Said {
    /// What can this become? The answer goes to the sender.
    Complete(String, Sender<Completions>),
    /// The line is done.
    Done(io::Result<Typed>),
}

/// A person at the controlling terminal.
pub struct Editor {
    prompts: Sender<String>,
    said: Receiver<Said>,
}

impl Editor {
    /// Takes the controlling terminal. What is typed is remembered in the file `history`.
    pub fn new(history: Option<PathBuf>) -> io::Result<Editor> {
        let config = Config::builder()
            .behavior(Behavior::PreferTerm)
            .completion_type(CompletionType::List)
            .max_history_size(REMEMBERED)
            .map_err(io::Error::other)?
            .build();
        let (prompts, to_show) = channel();
        let (say, said) = channel();
        let mut lines =
            rustyline::Editor::with_history(config.clone(), FileHistory::with_config(&config))
                .map_err(io::Error::other)?;
        if let Some(file) = &history {
            // A history that cannot be read is no reason not to debug.
            let _ = lines.load_history(file);
        }
        lines.set_helper(Some(Asker { say: say.clone() }));
        std::thread::spawn(move || serve(lines, &to_show, &say, history.as_deref()));
        Ok(Editor { prompts, said })
    }
}

/// Reads a line for every prompt, until nobody wants any more.
fn serve(
    mut lines: rustyline::Editor<Asker, FileHistory>,
    prompts: &Receiver<String>,
    say: &Sender<Said>,
    history: Option<&Path>,
) {
    for prompt in prompts {
        let typed = match read_line(&mut lines, &prompt) {
            Ok(line) => {
                remember(&mut lines, history, line.trim());
                Ok(Typed::Line(line.trim().to_owned()))
            }
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(io::Error::other(error)),
        };
        if say.send(Said::Done(typed)).is_err() {
            return;
        }
    }
}

/// Reads a line. A signal is for whoever watches for it: the line goes on.
fn read_line(
    lines: &mut rustyline::Editor<Asker, FileHistory>,
    prompt: &str,
) -> rustyline::Result<String> {
    loop {
        match lines.readline(prompt) {
            Err(ReadlineError::Signal(_)) => {}
            read => return read,
        }
    }
}

/// Remembers what is worth typing again: not the single letters of answers.
fn remember(lines: &mut rustyline::Editor<Asker, FileHistory>, history: Option<&Path>, line: &str) {
    if line.chars().count() < 3 {
        return;
    }
    let _ = lines.add_history_entry(line);
    if let Some(file) = history {
        let _ = lines.append_history(file);
    }
}

impl Person for Editor {
    fn has_prompt(&self) -> bool {
        true
    }

    fn read(
        &mut self,
        prompt: &str,
        complete: &mut dyn FnMut(&str) -> Completions,
    ) -> io::Result<Typed> {
        let gone = |_| io::Error::other("the line editor has ended");
        self.prompts.send(prompt.to_owned()).map_err(|_| gone(()))?;
        loop {
            match self.said.recv().map_err(|_| gone(()))? {
                Said::Complete(begun, answer) => {
                    let _ = answer.send(complete(&begun));
                }
                Said::Done(typed) => return typed,
            }
        }
    }

    fn echoes(&self) -> bool {
        true
    }
}

/// Asks the thread of the dialogue for completions.
struct Asker {
    say: Sender<Said>,
}

impl Completer for Asker {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (answer, answered) = channel();
        let asked = self
            .say
            .send(Said::Complete(line[..cursor].to_owned(), answer));
        let completions = asked.ok().and_then(|()| answered.recv().ok());
        Ok(completions.unwrap_or((cursor, Vec::new())))
    }
}

impl Helper for Asker {}
impl Highlighter for Asker {}
impl Hinter for Asker {
    type Hint = String;
}
impl Validator for Asker {}

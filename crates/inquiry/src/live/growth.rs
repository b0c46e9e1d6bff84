//! A run that may still be going on while questions about it are asked.

use std::path::PathBuf;

use elenchus_session::Session;

use crate::SharedProgram;
use crate::request::Input;

/// What a running program printed since somebody last looked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewOutput {
    /// The last lines of it.
    pub lines: Vec<String>,
    /// Whether more came before them.
    pub more: bool,
    /// Where all of it is kept.
    pub kept_in: String,
}

impl NewOutput {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && !self.more
    }
}

/// What is known of the program that a session waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// How many calls, loops and iterations of it are known.
    pub nodes: u64,
    /// For how many seconds the session has waited.
    pub seconds: u64,
    pub program: ProgramState,
}

/// Whether a program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramState {
    /// It runs.
    Running,
    /// It was suspended from outside; it has this process number.
    Suspended(u32),
    /// It has ended, and the rest of its recording is being read.
    Ended,
}

/// What a moment of waiting has brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// There is more to ask about.
    More,
    /// There never will be.
    Never,
    /// Nothing yet.
    Nothing {
        /// What is known of the program; told about twice a second.
        waiting: Option<Waiting>,
        /// Whether the program waits for input.
        wants_input: bool,
    },
}

/// What is worth knowing about a run that goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// The program goes on unrecorded, for this reason: questions are about what was recorded until then.
    Cut { reason: String },
    /// Something in the recording cannot be read.
    Damaged { recording: PathBuf, note: String },
}

/// A run that may still be going on.
pub trait Growth: Send {
    /// Lets the session see what the run has become in the meantime, if that can change anything.
    fn look(&mut self, session: &mut Session<SharedProgram>);

    /// Waits a moment for more to ask about.
    fn wait(&mut self, session: &mut Session<SharedProgram>) -> Moment;

    /// What the program printed since the last call.
    fn new_output(&mut self) -> NewOutput;

    /// The same for fronts that show it beside the questions.
    fn output_beside(&mut self) -> NewOutput;

    /// What is worth knowing since the last call.
    fn news(&mut self) -> Vec<News>;

    /// Stops the program. `false` when it does not run any more.
    fn interrupt(&mut self) -> bool;

    /// Gives the program something to read. `false` when it takes nothing.
    fn give(&mut self, input: &Input) -> bool;

    /// Whether the program still runs.
    fn is_running(&mut self) -> bool;

    /// Ends the program when nobody asks about it any more.
    fn stop(&mut self);
}

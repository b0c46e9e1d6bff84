//! A run that may still be going on while questions about it are asked.

use elenchus_session::Session;

/// What a running program printed since somebody last looked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    /// The last lines of it.
    pub lines: Vec<String>,
    /// Whether more came before them.
    pub more: bool,
    /// Where all of it is kept.
    pub kept_in: String,
}

/// A run that may still be going on.
pub trait Growth<P> {
    /// Lets the session see what the run has become in the meantime, if that can change anything.
    fn look(&mut self, session: &mut Session<P>);

    /// Waits until there is more to ask about, passing on what the program prints meanwhile. `false`
    /// when there never will be.
    fn wait(&mut self, session: &mut Session<P>, hear: &mut dyn FnMut(&Heard)) -> bool;

    /// What the program printed since the last call.
    fn heard(&mut self) -> Heard;

    /// Stops the program. `false` when it does not run any more.
    fn interrupt(&mut self) -> bool;

    /// Gives the program a line of input. `false` when it takes none.
    fn give(&mut self, line: &str) -> bool;
}

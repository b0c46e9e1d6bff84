//! A run that may still be going on while questions about it are asked.

use elenchus_inquiry::live::growth::{Heard, Waiting};
use elenchus_session::Session;

/// What there is to tell while a session waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meanwhile<'a> {
    /// The program printed something.
    Heard(&'a Heard),
    /// Time goes by; told about twice a second.
    Waiting(Waiting),
}

/// A run that may still be going on.
pub trait Growth<P> {
    /// Lets the session see what the run has become in the meantime, if that can change anything.
    fn look(&mut self, session: &mut Session<P>);

    /// Waits until there is more to ask about, telling what happens meanwhile. `false` when there never
    /// will be.
    fn wait(&mut self, session: &mut Session<P>, tell: &mut dyn FnMut(Meanwhile<'_>)) -> bool;

    /// What the program printed since the last call.
    fn heard(&mut self) -> Heard;

    /// Stops the program. `false` when it does not run any more.
    fn interrupt(&mut self) -> bool;

    /// Gives the program a line of input. `false` when it takes none.
    fn give(&mut self, line: &str) -> bool;
}

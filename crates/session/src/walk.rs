//! Walking through the run apart from the questions: a value back to its origin, and a piece step by step.
//!
//! Both look at what was recorded and change nothing. What a run does not record it does not show: a
//! tree file has neither.

use elenchus_tree::NodeId;

use crate::program::Shown;

/// The way of a value back to its origin, latest writer first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origins {
    pub links: Vec<Link>,
    pub beginning: Beginning,
}

/// One stop on the way of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub node: NodeId,
    pub did: Did,
    /// What was written, in the words of the program: `Position.x`. Empty when it has no name of its own.
    pub part: String,
    /// What the value was there.
    pub value: String,
    /// Whether it is the next one because it had an equal number or text. Objects are the same or not; of equal
    /// numbers nobody knows whether one was copied from the other.
    pub alike: bool,
    /// How many calls in between only passed the value on.
    pub passed_on: usize,
}

/// What a node has to do with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Did {
    /// Its own code wrote it.
    Wrote,
    /// It came out of it.
    Returned,
    /// Its own code had it first, and gave it to a call or kept it in a variable.
    Had,
    /// It made the object.
    Made,
}

/// Where the way of a value begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// With the own code of the last node on it.
    Code,
    /// Before that, nothing was recorded.
    Unknown,
    /// Further back than was looked.
    Further,
}

/// A moment of the run. Only the program knows what the numbers mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instant(pub u32, pub u32);

/// Where to go from a moment inside a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// Nowhere: show this moment.
    Stay,
    /// To right after the next thing it did.
    On,
    /// To right before the last thing it did.
    Back,
    /// To its end.
    End,
}

/// A piece of the run at one moment inside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    pub at: Instant,
    /// What the piece had changed by then.
    pub shown: Shown,
    /// What it did last, and what it does next.
    pub last: Option<Action>,
    pub next: Option<Action>,
    /// Whether the piece has ended at this moment.
    pub is_end: bool,
    /// Whether variables are shown as they were earlier, since between two iterations they are not recorded.
    pub variables_as_begun: bool,
}

/// Something that a piece did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It wrote a value.
    Wrote {
        part: String,
        before: String,
        after: String,
        /// The source line, where it is known.
        line: Option<String>,
    },
    /// This part of it ran: a call, a loop, an iteration.
    Ran { node: NodeId, line: Option<String> },
}

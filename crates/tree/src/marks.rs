//! What can be said about a node.

/// What an oracle says about a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The code did what it should.
    Right,
    /// The code did not do what it should.
    Wrong,
    /// Not known; the question may come again when nothing else is left.
    Unknown,
    /// The routine's own code is right wherever it runs; what it calls stays suspect.
    Trusted,
    /// It should never have been run with this state before; the blame is on the makers of its
    /// inputs.
    Inadmissible,
}

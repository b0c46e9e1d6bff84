//! One question, with everything that helps to answer it or to decide whether to.

use crate::number::NodeNumber;
use crate::program::Shown;
use crate::subject::Subject;

/// A question to whoever answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Its number in the session, counted from 1.
    pub number: usize,
    /// What it is about.
    pub subject: Subject,
    /// The numbers of the first and the last node it is about; the same when it is one node.
    pub nodes: (NodeNumber, NodeNumber),
    /// What ran, what went in and what came out.
    pub shown: Shown,
    /// Why it was chosen.
    pub why: String,
    /// How many suspects there are now, and how many each answer would leave.
    pub suspects: Suspects,
    /// How many questions are to be expected from here on, this one included.
    pub outlook: Outlook,
    /// Whether an earlier answer of an oracle about the same was taken back, so that no oracle is
    /// to be asked again.
    pub disputed: bool,
    /// Whether only somebody who does not err can bring the search further.
    pub is_for_certain: bool,
}

/// How many suspects are left, and would be left after each answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspects {
    pub now: u64,
    pub if_right: u64,
    pub if_wrong: u64,
}

impl Suspects {
    /// How many suspects *right* removes.
    pub fn right_removes(self) -> u64 {
        self.now - self.if_right
    }

    /// How many suspects *wrong* removes.
    pub fn wrong_removes(self) -> u64 {
        self.now - self.if_wrong
    }
}

/// How many questions are to be expected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// On average over the places where the bug may be.
    pub mean: f64,
    /// At most; when it is not exact, this many may be needed even by the best strategy.
    pub worst: u32,
    /// Whether the numbers were computed to the end. Otherwise they are what halving would need,
    /// which is about what is to be expected and never less than the best possible.
    pub exact: bool,
}

//! What it takes a person to answer a question: steps in the run from what they were asked before, and
//! lines to read. A step and a line weigh the same.
//!
//! Strategies choose nodes of a view; people see recorded nodes. The effort is that of what they see.

use std::fmt;

use elenchus_strategy::Effort;
use elenchus_strategy::effort::distance;
use elenchus_transform::View;
use elenchus_tree::place::view::NodeId;

use crate::ground::Ground;
use crate::program::Program;
use crate::subject::Subject;

/// Whoever has to find out where they are does not care how much further away it is.
pub const FAR: u32 = 12;

/// What does not fit a screen has to be read in part, however long it is.
pub const LONG: u32 = 24;

/// What a question takes that is hard to answer, besides: more than any other.
const AVOIDED: u32 = FAR + LONG + 1;

/// The effort of questions about the nodes of a view.
pub struct Ease<'s, P> {
    pub program: &'s P,
    pub ground: &'s Ground,
    pub view: &'s View,
    /// What a person was asked about last, before this view was made or on it.
    pub asked: Option<Subject>,
    /// Questions that are hard to answer.
    pub avoided: &'s [Subject],
}

impl<P: Program> Ease<'_, P> {
    /// What a node stands for. Whether loops between calls are meant makes no difference here, and would
    /// take long to find out.
    fn subject(&self, node: NodeId) -> Subject {
        let origin = self.view.origin(node);
        let (first, last) = (origin.first(), origin.last());
        Subject::siblings(self.ground.recorded(first), self.ground.recorded(last))
    }
}

/// The steps from one question to the next, and the lines to read for it.
pub fn steps_and_lines(program: &impl Program, from: Option<Subject>, to: Subject) -> (u32, u32) {
    let between = |from: Subject| distance(program.tree(), from.first(), to.first(), FAR);
    (from.map_or(0, between), program.lines_to_read(to).min(LONG))
}

impl<P: Program> Effort for Ease<'_, P> {
    fn of(&self, node: NodeId, last: Option<NodeId>) -> f64 {
        let last = last.map(|last| self.subject(last)).or(self.asked);
        let subject = self.subject(node);
        let (steps, lines) = steps_and_lines(self.program, last, subject);
        let is_it =
            |known: &&Subject| (known.first(), known.last()) == (subject.first(), subject.last());
        let avoided = self.avoided.iter().find(is_it);
        f64::from(steps + lines + avoided.map_or(0, |_| AVOIDED))
    }
}

impl<P> fmt::Debug for Ease<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ease")
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}

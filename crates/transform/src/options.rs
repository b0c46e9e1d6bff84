//! What a user, or a session on the user's behalf, can set about transformations.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::origin::Span;

/// How the strategy in use walks the tree, as far as transformations care. Every strategy that may
/// jump to any node counts as [`Search::DivideAndQuery`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Search {
    /// From the bottom up: every suspect after all that it called.
    SingleStepping,
    /// From a wrong node to its children, in execution order.
    TopDown,
    /// From a wrong node to its children, the heaviest first.
    HeaviestFirst,
    /// To the node whose subtree is closest to half of what is left.
    #[default]
    DivideAndQuery,
}

/// Which siblings one question may be about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grouping {
    /// Only chains: the state after each is the state before the next, so one pair of states says
    /// it all.
    Chains,
    /// Any consecutive siblings; the question is then "are all of these right?".
    AllSiblings,
}

/// The settings of transformations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Chains shorter than this are neither collapsed nor projected. At least 2.
    pub chain_min: usize,
    /// How many siblings are collapsed or projected into one node, at most.
    pub chain_max: usize,
    /// Which siblings may be asked about together. `None` leaves it to the transformation: `auto`
    /// takes all siblings, the others only chains.
    pub grouping: Option<Grouping>,
    /// Whether `auto` groups only as many calls as a person can judge at a glance, and only where that spares a good part
    /// of a question.
    pub readable: bool,
    /// Whether balancing begins with collapsing leaf chains of one routine, as in 002.
    pub shrink: bool,
    /// Subtrees or sibling ranges that are thought unlikely and shown as one node until they are
    /// opened (execution forests). Nothing is closed that holds all that is left to look at.
    pub closed: BTreeSet<Span>,
    /// Subjects that must be shown by their parts: nothing with one of these spans is collapsed,
    /// projected or closed.
    pub opened: BTreeSet<Span>,
    /// Calls side by side that are too much for one screen: no readable group holds all of them.
    pub crowded: BTreeSet<Span>,
    /// Pieces that share no question with others.
    pub alone: BTreeSet<Span>,
    /// With `Some(r)`, what is below subtrees and groups that hold less than 1/r of the remaining mass
    /// is left out of the view, and they are marked as [hidden](crate::View::is_hidden). Keeps views
    /// of huge trees small.
    pub resolution: Option<u64>,
    /// The suspicion on what a running program has still to do, compared with what has finished. It
    /// is added to the mass of the view's root, which can hold the bug but not be asked about.
    pub unseen: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            chain_min: 2,
            chain_max: usize::MAX,
            grouping: None,
            readable: false,
            shrink: true,
            closed: BTreeSet::new(),
            opened: BTreeSet::new(),
            crowded: BTreeSet::new(),
            alone: BTreeSet::new(),
            resolution: None,
            unseen: 0,
        }
    }
}

impl Options {
    /// Trees with more nodes than this are shown only as finely as questions need.
    pub const HUGE: usize = 1 << 14;

    /// How many calls a readable group has. Fewer are asked about one by one at the cost of a fraction of a question, and
    /// more do not fit a screen: over 32 recorded programs the mean rises from 3.77 to 3.97 questions.
    const READABLE: RangeInclusive<usize> = 4..=8;

    /// How many calls of very many share a question at most: as many as a screen has room for when several stand on a line. More could
    /// not be judged, however many questions that spared.
    pub(crate) const SCREENFUL: usize = 48;

    /// The same settings, for `auto`.
    pub(crate) fn for_auto(&self) -> Options {
        let mut options = self.clone();
        if self.readable {
            options.chain_min = self.chain_min.max(*Options::READABLE.start());
            options.chain_max = self.chain_max.min(*Options::READABLE.end());
        }
        options
    }

    /// The same settings, with a resolution if the tree is huge and none was set. A search that
    /// halves never needs to look below a node that holds less than a few hundredths of what is
    /// left, because the node itself is closer to half; and the excerpt is transformed again when half
    /// of it is gone. One that walks node by node has to see them all.
    pub fn suited_to(mut self, search: Search, nodes: usize) -> Options {
        let halves = search == Search::DivideAndQuery;
        if halves && nodes > Options::HUGE && self.resolution.is_none() {
            self.resolution = Some(1024);
        }
        self
    }
}

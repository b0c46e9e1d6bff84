//! Siblings too light to be shown one by one, found without going through them.
//!
//! A loop of ten million iterations is shown as a few thousand stretches of them. Where a stretch ends
//! follows from the prefix sums of the masses, so that a view costs what it shows and not what it
//! stands for.

use elenchus_tree::Kind;
use elenchus_tree::place::base::NodeId;

use crate::draft::Sketch;
use crate::excerpt::Excerpt;
use crate::options::{Grouping, Options};
use crate::origin::{Origin, Span};

/// Which siblings are too light, and which of them may share a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Light<'a> {
    pub options: &'a Options,
    pub grouping: Grouping,
    /// Less than this is light.
    pub lightest: u64,
}

impl Excerpt<'_> {
    /// A node over the children of `parent` from `first` on that are light even together, if there
    /// are at least two before `end`. None of them is cleared or out of question.
    pub(crate) fn light_siblings(
        &self,
        light: Light<'_>,
        parent: NodeId,
        first: NodeId,
        end: NodeId,
    ) -> Option<Sketch> {
        let kind = match self.base.kind(first) {
            Kind::Iterations => Kind::Iterations,
            _ if light.grouping == Grouping::AllSiblings => Kind::Projection,
            _ => return None,
        };
        if self.base.parent(first) != Some(parent) {
            return None;
        }
        let too_heavy = self.masses.node_at(first, light.lightest.checked_sub(1)?);
        let cleared = self.removed.from(first).next().map(|(start, _)| start);
        let unaskable = self.masses.first_out_of_question(first);
        let alone = light.options.alone.iter().map(|span| span.start);
        let alone = alone.filter(|&node| node >= first).min();
        let obstacles = [too_heavy, cleared, unaskable, alone].into_iter().flatten();
        let stop = match obstacles.min().filter(|&node| node < end) {
            Some(node) if node <= first => return None,
            Some(node) => self.base.child_around(parent, node),
            None => end,
        };
        if stop <= first {
            return None;
        }
        let last = self.base.child_around(parent, NodeId::at(stop.0 - 1));
        let span = Span {
            start: first,
            end: stop,
        };
        let mass = self.mass(span);
        if last == first || mass == 0 || light.options.opened.contains(&span) {
            return None;
        }
        Some(Sketch {
            kind,
            routine: self.base.routine(first),
            mass,
            origin: Origin::Siblings { first, last },
            chained: false,
            hidden: true,
        })
    }

    /// The last of the largest subtrees in `span`.
    pub(crate) fn last_part(&self, span: Span) -> NodeId {
        let last = match self.base.parent(span.start) {
            Some(parent) if span.end > span.start => {
                self.base.child_around(parent, NodeId::at(span.end.0 - 1))
            }
            _ => span.start,
        };
        if last >= span.start && self.base.end(last) == span.end {
            return last;
        }
        // Some of it was lifted from nodes that are skipped.
        span.parts(self.base).last().unwrap_or(span.start)
    }
}

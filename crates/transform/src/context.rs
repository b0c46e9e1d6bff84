//! What every transformation may look at besides the draft it works on.

use std::collections::BTreeSet;

use elenchus_tree::Kind;
use elenchus_tree::place::base::NodeId;

use crate::draft::Draft;
use crate::excerpt::Excerpt;
use crate::options::{Grouping, Options};
use crate::origin::{Origin, Span};

/// The excerpt that is transformed, for which search, with which settings.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub excerpt: &'a Excerpt<'a>,
    pub options: &'a Options,
    /// Which siblings one question may be about.
    pub grouping: Grouping,
}

impl Context<'_> {
    /// Whether one subject can cover these two neighbours: they are children of one base node (what
    /// was lifted from a skipped or merged one is not its neighbour's sibling), and nothing suspect
    /// that belongs to neither lies between them.
    pub fn are_adjacent(&self, draft: &Draft, left: u32, right: u32) -> bool {
        let base = self.excerpt.base;
        let elder = draft.nodes[left as usize].origin.last();
        let younger = draft.nodes[right as usize].origin.first();
        let (start, end) = (base.end(elder), younger);
        let is_alone = |node| self.options.alone.contains(&Span::of(base, node));
        !is_alone(elder)
            && !is_alone(younger)
            && base.parent(elder) == base.parent(younger)
            && (start == end || self.excerpt.mass(Span { start, end }) == 0)
    }

    /// Whether `right` may share a question with its elder sibling `left`. Iterations always may: only
    /// the loop's own code lies between.
    pub fn may_join(&self, draft: &Draft, left: u32, right: u32) -> bool {
        let sketch = &draft.nodes[right as usize];
        let joins = self.grouping == Grouping::AllSiblings
            || sketch.chained
            || sketch.kind == Kind::Iterations;
        joins && self.are_adjacent(draft, left, right)
    }

    /// Whether these siblings may become one subject: their span has not been opened, and they fit a screen as far as is
    /// known.
    pub fn may_group(&self, draft: &Draft, siblings: &[u32]) -> bool {
        let Options {
            opened, crowded, ..
        } = self.options;
        if opened.is_empty() && crowded.is_empty() {
            return true;
        }
        let first = siblings[0];
        let last = siblings[siblings.len() - 1];
        let span = Span {
            start: draft.nodes[first as usize].origin.first(),
            end: self.end_of(draft, last),
        };
        let is_crowded = self.options.readable && holds_one_of(span, crowded);
        !opened.contains(&span) && !is_crowded
    }

    fn end_of(&self, draft: &Draft, node: u32) -> NodeId {
        self.excerpt
            .base
            .end(draft.nodes[node as usize].origin.last())
    }

    /// What holds less mass than this is not shown in full.
    pub fn lightest(&self) -> u64 {
        self.excerpt.lightest(self.options)
    }

    /// What a node over these siblings stands for.
    pub fn over(&self, draft: &Draft, siblings: &[u32]) -> Origin {
        Origin::Siblings {
            first: draft.nodes[siblings[0] as usize].origin.first(),
            last: draft.nodes[siblings[siblings.len() - 1] as usize]
                .origin
                .last(),
        }
    }
}

/// Whether one of some spans lies in another one.
fn holds_one_of(span: Span, spans: &BTreeSet<Span>) -> bool {
    let from = Span {
        start: span.start,
        end: span.start,
    };
    let mut begun_in_it = spans
        .range(from..)
        .take_while(|other| other.start < span.end);
    begun_in_it.any(|&other| span.covers(other))
}

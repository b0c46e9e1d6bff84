//! What the answers leave of the base tree: one span of the preorder without the parts that were
//! cleared, and whether it is known to hold the bug.
//!
//! *Wrong* narrows the span, *right* clears a part of it, *inadmissible* clears everything from the
//! subject on, *trusted* takes the mass of routines, *unknown* clears nothing. A *wrong* about
//! something that had been cleared by a *right* around it moves the search there: both can be true,
//! since a bug below a right call need not show above it. What does not fit together at all shows
//! as a span that is wrong and has no mass left.

use std::collections::HashSet;
use std::sync::Arc;

use elenchus_transform::{Excerpt, Span};
use elenchus_tree::place::base::{Masses, NodeId, Removed, Tree};
use elenchus_tree::{Answer, RoutineId};

/// An answer in coordinates of the base tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// What it is about.
    pub span: Span,
    pub answer: Answer,
}

impl Placed {
    /// The same about what lies before and behind `spared`.
    pub fn without(self, spared: Span) -> impl Iterator<Item = Placed> {
        let (start, end) = (self.span.start, self.span.end);
        let before = Span {
            start,
            end: spared.start.clamp(start, end),
        };
        let behind = Span {
            start: spared.end.clamp(start, end),
            end,
        };
        let pieces = [before, behind].into_iter();
        let pieces = pieces.filter(|piece| !piece.is_empty());
        pieces.map(move |span| Placed { span, ..self })
    }
}

/// Where the search starts, and what is known there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    pub span: Span,
    /// Whether it is known to be wrong.
    pub wrong: bool,
    /// The pieces of it that are suspect, in order, when not all of it is. The last one failed, the others prepared it: that it
    /// is wrong says nothing about which of them holds the bug, so it is not asked about.
    pub pieces: Vec<Span>,
}

impl Start {
    /// The piece that failed, when what prepared it is suspect, too.
    fn failed(&self) -> Option<Span> {
        self.pieces.last().copied()
    }

    /// What lies between the pieces.
    fn gaps(&self) -> impl Iterator<Item = Span> + '_ {
        let from = std::iter::once(self.span.start).chain(self.pieces.iter().map(|p| p.end));
        let to = self.pieces.iter().map(|p| p.start);
        let gaps = from.zip(to.chain([self.span.end]));
        let gaps = gaps.map(|(start, end)| Span { start, end });
        gaps.filter(|gap| !self.pieces.is_empty() && !gap.is_empty())
    }
}

/// Whose own code is out of question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cleared {
    /// Routines that are trusted.
    pub trusted: HashSet<RoutineId>,
    /// Nodes whose being wrong is explained by a bug that was found.
    pub explained: HashSet<NodeId>,
    /// Loops around wrong calls that are not meant themselves.
    pub loops: HashSet<NodeId>,
}

/// The masses of the base tree, kept as long as nothing else is cleared. Copies share them.
#[derive(Clone, Debug)]
pub struct Suspicion {
    cleared: Cleared,
    masses: Arc<Masses>,
}

impl Suspicion {
    /// The masses without those of what is cleared.
    pub fn new(tree: &Tree, cleared: Cleared) -> Suspicion {
        Suspicion::after_growth(tree, cleared, None)
    }

    /// The same for a tree that has grown: its first nodes, as many as the number says, are those of
    /// the tree that the `earlier` masses were made for.
    pub fn after_growth(
        tree: &Tree,
        cleared: Cleared,
        earlier: Option<(Suspicion, usize)>,
    ) -> Suspicion {
        let nodes = cleared.explained.union(&cleared.loops).copied().collect();
        let earlier = earlier
            .map(|(suspicion, unchanged)| (Arc::unwrap_or_clone(suspicion.masses), unchanged));
        let masses = Masses::after_growth(tree, &cleared.trusted, &nodes, earlier);
        Suspicion {
            masses: Arc::new(masses),
            cleared,
        }
    }

    /// Whose own code is out of question.
    pub fn cleared(&self) -> &Cleared {
        &self.cleared
    }

    /// The masses.
    pub fn masses(&self) -> &Masses {
        &self.masses
    }

    /// Whether a node's being wrong is explained by a bug that was found.
    fn explains(&self, node: NodeId) -> bool {
        self.cleared.explained.contains(&node)
    }
}

/// What is left; see the top of this page.
#[derive(Clone, Debug)]
pub struct Remaining {
    pub span: Span,
    /// Whether the bug is known to be in the span.
    pub wrong: bool,
    pub removed: Removed,
    /// Subjects answered with "don't know".
    pub unknown: Vec<Span>,
    /// A piece that is never asked about as a whole.
    pub unasked: Option<Span>,
    /// Pieces that share no question with others: a framework called them, nobody's code did.
    pub apart: Vec<Span>,
}

impl Remaining {
    /// What `answers` leave, oldest first. `bugs` are the spans of the bugs already found.
    pub fn after(
        tree: &Tree,
        suspicion: &Suspicion,
        start: &Start,
        bugs: &[Span],
        answers: &[Placed],
    ) -> Remaining {
        let mut remaining = Remaining {
            span: start.span,
            // What was wrong may have been wrong because of the bugs already found.
            wrong: start.wrong && bugs.is_empty(),
            removed: Removed::new(),
            unknown: Vec::new(),
            unasked: start.failed(),
            apart: start.pieces.clone(),
        };
        for gap in start.gaps() {
            remaining.clear(suspicion, gap);
        }
        for bug in bugs {
            remaining.clear(suspicion, *bug);
        }
        for (place, placed) in answers.iter().enumerate() {
            let explained = suspicion.explains(placed.span.start)
                && tree.end(placed.span.start) == placed.span.end;
            match placed.answer {
                // That it failed is known.
                Answer::Wrong if Some(placed.span) == remaining.unasked => {}
                Answer::Wrong if !explained => {
                    remaining.narrow(suspicion, placed.span, bugs, &answers[..place]);
                }
                Answer::Right => remaining.apply_right(suspicion, placed.span),
                Answer::Inadmissible => remaining.apply_inadmissible(suspicion, placed.span),
                Answer::Unknown => remaining.unknown.push(placed.span),
                // The masses already know who is trusted.
                Answer::Wrong | Answer::Trusted => {}
            }
        }
        remaining
    }

    /// The part of the base tree that this is.
    pub fn excerpt<'a>(&'a self, tree: &'a Tree, suspicion: &'a Suspicion) -> Excerpt<'a> {
        Excerpt {
            base: tree,
            masses: suspicion.masses(),
            span: self.span,
            removed: &self.removed,
        }
    }

    /// How many suspects are left in `span`.
    pub fn suspects_in(&self, masses: &Masses, span: Span) -> u64 {
        self.alive(span)
            .map(|alive| masses.suspects_between(alive.start, alive.end))
            .sum()
    }

    /// How many suspects are left.
    pub fn suspects(&self, masses: &Masses) -> u64 {
        self.suspects_in(masses, self.span)
    }

    /// The suspects that are left, in execution order.
    pub fn list<'a>(&'a self, masses: &'a Masses) -> impl Iterator<Item = NodeId> + 'a {
        self.nodes().filter(|&node| masses.own(node) > 0)
    }

    /// Everything that is not cleared, suspect or not, in execution order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.alive(self.span)
            .flat_map(|alive| (alive.start.0..alive.end.0).map(NodeId::at))
    }

    /// The suspect that is left with this many others before it.
    pub fn suspect_at(&self, masses: &Masses, mut rank: u64) -> Option<NodeId> {
        for alive in self.alive(self.span) {
            let count = masses.suspects_between(alive.start, alive.end);
            if rank >= count {
                rank -= count;
                continue;
            }
            return masses.suspect_at(alive.start, rank);
        }
        None
    }

    /// All mass that is left.
    pub fn total(&self, masses: &Masses) -> u64 {
        self.mass(masses, self.span)
    }

    /// The mass that is left in `span`.
    fn mass(&self, masses: &Masses, span: Span) -> u64 {
        masses.between(span.start, span.end)
            - self.removed.mass_between(masses, span.start, span.end)
    }

    /// The stretches of `span`, as far as it belongs to what is left, that are not cleared.
    fn alive(&self, span: Span) -> impl Iterator<Item = Span> + '_ {
        let end = span.end.min(self.span.end);
        let mut cursor = span.start.max(self.span.start);
        self.removed
            .intervals()
            .chain([(end, end)])
            .filter_map(move |(start, stop)| {
                let alive = Span {
                    start: cursor,
                    end: start.min(end),
                };
                cursor = cursor.max(stop);
                (alive.start < alive.end).then_some(alive)
            })
    }

    fn clear(&mut self, suspicion: &Suspicion, span: Span) {
        self.removed
            .remove(suspicion.masses(), span.start, span.end);
    }

    fn apply_right(&mut self, suspicion: &Suspicion, span: Span) {
        // Something right around something wrong: the bug inside it does not show outside.
        let around_wrong = self.wrong && span.covers(self.span) && span != self.span;
        if !around_wrong {
            self.clear(suspicion, span);
        }
    }

    fn apply_inadmissible(&mut self, suspicion: &Suspicion, span: Span) {
        if self.span.covers(span) {
            let rest = Span {
                start: span.start,
                end: self.span.end,
            };
            self.clear(suspicion, rest);
        }
    }

    /// Takes in that `span` is wrong, `earlier` being the answers before.
    fn narrow(&mut self, suspicion: &Suspicion, span: Span, bugs: &[Span], earlier: &[Placed]) {
        if span.covers(self.span) && (self.wrong || span == self.span) {
            self.wrong = true;
            return;
        }
        let masses = suspicion.masses();
        let alive = self.span.covers(span) && self.mass(masses, span) > 0;
        self.span = span;
        self.wrong = true;
        if alive {
            return;
        }
        // It had been cleared as part of something else, or lies elsewhere: only what was said
        // about its own parts still counts.
        self.removed = Removed::new();
        for bug in bugs {
            self.clear(suspicion, *bug);
        }
        for placed in earlier {
            if span.covers(placed.span) && span != placed.span {
                match placed.answer {
                    Answer::Right => self.clear(suspicion, placed.span),
                    Answer::Inadmissible => self.apply_inadmissible(suspicion, placed.span),
                    _ => {}
                }
            }
        }
    }
}

//! Execution forests (002, Definition 6): pieces of the run that are thought unlikely are closed.
//!
//! A closed piece is one node that weighs no more than a single call, so that the search goes
//! elsewhere first. It is opened when it is answered *wrong*, when it is answered with "don't know",
//! when nothing else is left, or on request. Closed pieces may lie in closed pieces: opening the
//! outer one shows the inner ones closed.

use std::collections::BTreeSet;

use elenchus_pattern::Pattern;
use elenchus_transform::{Span, forest};
use elenchus_tree::place::base;
use elenchus_tree::{Kind, NodeId};

use crate::error::SessionError;
use crate::ground::Ground;
use crate::log::{By, Log, Said};
use crate::program::Program;
use crate::session::Session;
use crate::settings::Settings;
use crate::subject::Subject;

/// Which pieces of a run are closed, or opened again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pieces<N = NodeId> {
    /// One node, or some side by side.
    Subject(Subject<N>),
    /// Every call of the routines that match a pattern; if there is none, every run of the loops whose
    /// names match it.
    Routines(String),
}

impl Pieces {
    /// What people call them.
    pub(crate) fn title(&self, program: &impl Program) -> String {
        match self {
            Pieces::Subject(subject) => program.heading(*subject).title,
            Pieces::Routines(pattern) => pattern.clone(),
        }
    }
}

impl<N> Pieces<N> {
    /// The same pieces with every node changed; nothing when `change` does not know one of them.
    pub(crate) fn try_map<M>(self, change: &impl Fn(N) -> Option<M>) -> Option<Pieces<M>> {
        Some(match self {
            Pieces::Subject(subject) => Pieces::Subject(subject.try_map(change)?),
            Pieces::Routines(pattern) => Pieces::Routines(pattern),
        })
    }
}

/// The pieces of a base tree, with the names by which people know its loops.
struct Closing<'s, P> {
    ground: &'s Ground,
    program: &'s P,
    log: &'s Log,
}

impl<P: Program> Closing<'_, P> {
    /// What is closed, in base coordinates: by the settings, and then by what was said, in order.
    fn closed(&self, settings: &Settings) -> BTreeSet<Span> {
        let mut closed = BTreeSet::new();
        if let Some(share) = settings.close_unlikely {
            let tree = self.ground.tree();
            closed = forest::unlikely(tree, &base::Masses::of(tree), share);
        }
        for pattern in &settings.close {
            closed.extend(self.matching(pattern));
        }
        for entry in self.log.entries() {
            match &entry.said {
                Said::Closed(pieces) => closed.extend(self.pieces(pieces)),
                Said::Opened(pieces) => self.open(pieces, &mut closed),
                _ => {}
            }
        }
        closed
    }

    /// Takes these pieces out of what is closed.
    fn open(&self, pieces: &Pieces, closed: &mut BTreeSet<Span>) {
        match pieces {
            Pieces::Subject(subject) => {
                closed.remove(&self.ground.span(*subject));
            }
            Pieces::Routines(pattern) => {
                let pattern = &Pattern::new(pattern);
                let label = |span: &Span| self.ground.tree().label(span.start);
                closed.retain(|span| !pattern.covers(label(span)));
                for span in self.matching(pattern) {
                    closed.remove(&span);
                }
            }
        }
    }

    /// The spans that closing these pieces closes. A single call without calls of its own is as small
    /// as it can be.
    fn pieces(&self, pieces: &Pieces) -> Vec<Span> {
        match pieces {
            Pieces::Subject(subject) => {
                let span = self.ground.span(*subject);
                (span.len() > 1).then_some(span).into_iter().collect()
            }
            Pieces::Routines(pattern) => self.matching(&Pattern::new(pattern)),
        }
    }

    /// The calls, else the loops, whose names match a pattern.
    fn matching(&self, pattern: &Pattern) -> Vec<Span> {
        let tree = self.ground.tree();
        let names = tree.routine_names().iter();
        let matching: Vec<bool> = names.map(|name| pattern.covers(name)).collect();
        // The names of loops come from the sources, which is slow.
        let is_meant: &dyn Fn(&base::NodeId) -> bool = match matching.contains(&true) {
            true => &|&node| matching[tree.routine(node).index()],
            false => &|&node| tree.kind(node) == Kind::Loop && self.is_called(node, pattern),
        };
        tree.nodes()
            .filter(is_meant)
            .map(|node| Span::of(tree, node))
            .filter(|span| span.len() > 1)
            .collect()
    }

    /// Whether a loop has a name that matches a pattern: its own, or the one that the user gave it.
    fn is_called(&self, node: base::NodeId, pattern: &Pattern) -> bool {
        let name = self.program.loop_name(self.ground.recorded(node));
        name.is_some_and(|name| {
            let given = self.log.name_of(&name);
            pattern.covers(&name) || given.is_some_and(|given| pattern.covers(given))
        })
    }
}

impl<P: Program> Session<P> {
    /// The question that is being asked, as something to close or open.
    pub fn asked_pieces(&self) -> Option<Pieces> {
        self.asked.map(Pieces::Subject)
    }

    /// Closes pieces of the run because they are thought unlikely. Returns how many are closed that
    /// were not before.
    pub fn close(&mut self, pieces: Pieces) -> Result<usize, SessionError> {
        self.survey();
        let all = self.surveyed().0.span;
        let mut new: Vec<Span> = self.closing().pieces(&pieces);
        let closed = self.closed();
        new.retain(|span| !closed.contains(span));
        if new.iter().all(|span| span.covers(all)) {
            return Err(SessionError::NothingToClose);
        }
        for span in &new {
            self.opened.remove(span);
        }
        self.say(Said::Closed(pieces), By::Person);
        Ok(new.len())
    }

    /// Opens pieces of the run again. Returns how many were closed.
    pub fn reopen(&mut self, pieces: Pieces) -> Result<usize, SessionError> {
        let mut closed = self.closed().clone();
        let before = closed.len();
        self.closing().open(&pieces, &mut closed);
        if before == closed.len() {
            return Err(SessionError::NothingClosed);
        }
        self.say(Said::Opened(pieces), By::Person);
        Ok(before - closed.len())
    }

    fn closing(&self) -> Closing<'_, P> {
        Closing {
            ground: &self.ground,
            program: &self.program,
            log: &self.log,
        }
    }

    fn closed(&mut self) -> &BTreeSet<Span> {
        if self.closed.is_none() {
            self.closed = Some(self.closing().closed(&self.settings));
        }
        self.closed.get_or_insert_default()
    }

    /// The closed spans inside `span`.
    pub(crate) fn closed_in(&mut self, span: Span) -> BTreeSet<Span> {
        let from = Span {
            start: span.start,
            end: span.start,
        };
        let closed = self.closed().range(from..);
        closed
            .take_while(|closed| closed.start < span.end)
            .copied()
            .collect()
    }
}

//! Trivial routines: asked about last, and never cleared unasked.
//!
//! Getters, setters and what only passes a call on are hardly ever wrong, and nobody can tell whether a hash code is right, so
//! that a search leaves them out as if they were trusted. But sometimes they are wrong. So when a search is about to end, those of them that ran in what is left
//! become suspects, unless they do what their names say; and whoever is said to be wrong is suspect at once.

use std::collections::HashSet;

use elenchus_tree::{Answer, Kind, RoutineId};

use crate::log::Log;
use crate::program::Program;
use crate::session::Session;
use crate::subject::Subject;

/// Why a question about a trivial routine comes.
pub(crate) const LAST: &str =
    "the search would end here, and only code of one step and hash codes were not asked about";

/// Of a rest of at most this many nodes only the routines that ran in it are suspected.
const LOOKED_THROUGH: usize = 100_000;

impl<P: Program> Session<P> {
    /// The trivial routines that nobody has a reason to suspect, after `log`.
    pub(crate) fn unsuspected_trivial(&self, log: &Log) -> HashSet<RoutineId> {
        let tree = self.program.tree();
        let wrong = log.answers().filter(|&(_, subject, answer)| {
            answer == Answer::Wrong && tree.kind(subject.first()) == Kind::Routine
        });
        let wrong = wrong.filter_map(|(_, subject, _)| subject.single());
        let said_wrong: HashSet<RoutineId> = wrong.map(|node| tree.routine(node)).collect();
        let is_suspect = |routine: RoutineId, name: &String| {
            self.settings.suspects(name)
                || self.settings.differing.contains(name) && self.program.is_written(routine)
                || self.doubted.contains(&routine)
                || said_wrong.contains(&routine)
        };
        let names = tree.routine_names().iter().enumerate();
        names
            .map(|(number, name)| (RoutineId(number as u32), name))
            .filter(|&(routine, _)| self.program.is_trivial(routine))
            .filter(|&(routine, name)| !is_suspect(routine, name))
            .map(|(routine, _)| routine)
            .collect()
    }

    /// Whether a subject begins with a call that is suspect only because nothing else is left.
    pub(crate) fn asks_trivial(&self, subject: Subject) -> bool {
        let routine = self.program.tree().routine(subject.first());
        self.doubted.contains(&routine)
    }

    /// Suspects from now on the trivial routines of what is left, as far as they do not do what their names say. Returns
    /// whether there are any.
    pub(crate) fn doubt_trivial(&mut self) -> bool {
        let (remaining, suspicion, _) = self.surveyed();
        let tree = self.ground.tree();
        let trusted = self
            .ground
            .trusted(&self.log, &self.settings, &self.program);
        // Of a huge rest all are suspect: who never ran in it costs no question, and to look at every node would.
        let ran: HashSet<RoutineId> = match remaining.span.len() <= LOOKED_THROUGH {
            true => remaining
                .nodes()
                .filter(|&node| {
                    tree.kind(node) == Kind::Routine && suspicion.masses().own(node) == 0
                })
                .map(|node| tree.routine(node))
                .collect(),
            false => (0..tree.routine_names().len())
                .map(|number| RoutineId(number as u32))
                .collect(),
        };
        let doubted: Vec<RoutineId> = ran
            .into_iter()
            .filter(|routine| !trusted.contains(routine) && !self.doubted.contains(routine))
            .filter(|&routine| self.program.is_trivial(routine))
            .filter(|&routine| !self.program.is_right_by_looks(routine))
            .collect();
        if doubted.is_empty() {
            return false;
        }
        self.doubted.extend(doubted);
        self.remaining = None;
        self.stage = None;
        true
    }
}

//! A run beside a good one: where their code differs, and the state that both can be compared by.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use elenchus_session::Program;
use elenchus_trace::Time;
use elenchus_trace::definition::{Definitions, FieldDef, field_flag};
use elenchus_trace::value::Target;
use elenchus_tree::NodeId;

use crate::abreast;
use crate::comparing::behaviour::field_name;
use crate::comparing::changes::Changes;
use crate::comparing::common::Apart;
use crate::comparing::places::Readers;
use crate::heap::Value;
use crate::run::Run;

/// More changes than this are not looked through for those of other threads.
const MOST_EFFECTS: usize = 10_000;

/// Longer than this no question waits for that look.
const PATIENCE: Duration = Duration::from_secs(2);

/// The first and the last of some nodes that ran side by side.
pub type Piece = (NodeId, NodeId);

/// The nodes of a piece, from the first to before the second.
pub fn span(run: &Run, (first, last): Piece) -> (NodeId, NodeId) {
    (first, run.tree().end(last))
}

/// Two runs that are compared.
pub struct Pair {
    pub run: Arc<Run>,
    pub good: Arc<Run>,
    pub changes: Changes,
    /// What only one of the versions has.
    pub apart: Apart,
    /// The static fields that both versions have.
    statics: Vec<(String, (u32, u32))>,
}

impl Pair {
    /// Compares the code of two runs.
    pub fn new(run: Arc<Run>, good: Arc<Run>) -> Pair {
        Pair {
            changes: Changes::between(&run, &good),
            apart: Apart::between(&run, &good),
            statics: statics_of_both(&run, &good),
            run,
            good,
        }
    }

    /// The static fields that both versions have and that the code of one of two pieces can read, by class and name.
    pub fn statics(&self, here: Piece, there: Piece) -> Statics {
        let here = self.run.readers(span(&self.run, here));
        let there = self.good.readers(span(&self.good, there));
        let is_read = |readers: &Readers, run: &Run, field| {
            let field = run.definitions().field(field);
            field.is_some_and(|field| readers.may_read(field))
        };
        let read = self.statics.iter().filter(|(_, (ours, theirs))| {
            is_read(&here, &self.run, *ours) || is_read(&there, &self.good, *theirs)
        });
        Statics(read.cloned().collect())
    }

    /// Whether threads begin in a piece of the run: they may still have run when it ended.
    pub fn starts_threads(&self, here: Piece) -> bool {
        let (start, end) = span(&self.run, here);
        let threads = self.run.threads();
        let first = threads.partition_point(|&thread| thread <= start);
        threads.get(first).is_some_and(|&thread| thread < end)
    }

    /// Whether another thread may have changed something that one of two pieces could see while it ran.
    pub fn is_disturbed(&self, here: Piece, there: Piece) -> bool {
        is_disturbed(&self.run, here) || is_disturbed(&self.good, there)
    }
}

/// Whether another thread changed something that a piece could see, and not surely before it began or after it ended; or whether that cannot be
/// told.
pub fn is_disturbed(run: &Run, (first, last): Piece) -> bool {
    let Some(abreast) = abreast::of(run, (first, last), abreast::TO_DECIDE) else {
        return true;
    };
    if abreast.is_empty() {
        return false;
    }
    let writers = abreast::writers(run, (first, last), &abreast);
    if writers.is_none_or(|writers| !writers.is_empty()) {
        return true;
    }
    // What it wrote to although nothing that it was given leads there.
    [first, last].into_iter().any(|node| {
        let effects = run.trace().effects(run.snapshot().key_of(node));
        effects.is_some_and(|mut effects| {
            let screen = effects.screen(MOST_EFFECTS, PATIENCE);
            !screen.complete || screen.effects.iter().any(|effect| effect.meanwhile)
        })
    })
}

/// Static fields that two runs have in common by class and name, with their number in each.
pub struct Statics(Vec<(String, (u32, u32))>);

impl Statics {
    /// What they held at a moment of the run in question.
    pub fn here(&self, run: &Run, time: Time) -> Vec<(String, Value)> {
        self.held(run, time, |(here, _)| here)
    }

    /// What they held at a moment of the good run.
    pub fn there(&self, good: &Run, time: Time) -> Vec<(String, Value)> {
        self.held(good, time, |(_, there)| there)
    }

    fn held(
        &self,
        run: &Run,
        time: Time,
        number: impl Fn((u32, u32)) -> u32,
    ) -> Vec<(String, Value)> {
        let fields = self.0.iter();
        let held = fields.map(|(name, numbers)| {
            let field = number(*numbers);
            let value = match run.trace().value_at(Target::Static { field }, time) {
                Value::Missing => unwritten(run, field),
                value => value,
            };
            (name.clone(), value)
        });
        held.collect()
    }
}

/// What a static field holds that was never written to. A final one may have its value from the class file.
fn unwritten(run: &Run, field: u32) -> Value {
    let field = run.definitions().field(field);
    let changes = field.filter(|field| field.flags & field_flag::FINAL == 0);
    changes.map_or(Value::Missing, |field| run.language().unwritten(field.kind))
}

/// The static fields that two versions have in common.
fn statics_of_both(run: &Run, good: &Run) -> Vec<(String, (u32, u32))> {
    let theirs = static_numbers(good.definitions());
    let ours = static_numbers(run.definitions()).into_iter();
    let both = ours.filter_map(|(name, field)| {
        let other = theirs.get(&name)?.id;
        Some((name, (field.id, other)))
    });
    both.collect()
}

/// The static fields of a version by class and name. Compilers keep tables of their own in some.
fn static_numbers(definitions: &Definitions) -> HashMap<String, &FieldDef> {
    let fields = definitions.fields().filter(|field| {
        field.is_static()
            && field.flags & field_flag::SYNTHETIC == 0
            && definitions.canonical_field(field.id) == field.id
    });
    fields
        .map(|field| (field_name(definitions, field), field))
        .collect()
}

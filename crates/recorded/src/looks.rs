//! Which routines are hardly ever wrong, by their looks.
//!
//! The recorder tells by a few instructions which routines are trivial: they return a field or a constant, store their
//! argument, or pass a call on. Only the source tells whether they do what their names say.

use std::collections::HashSet;

use elenchus_source::Trivial;
use elenchus_trace::definition::{Definitions, RoutineDef, routine_flag};
use elenchus_tree::RoutineId;

use crate::language::Language;
use crate::run::Run;
use crate::verdict;

/// What the compiler makes.
const MADE: u32 = routine_flag::SYNTHETIC | routine_flag::BRIDGE;

/// Routines made by the compiler, or so simple that they are hardly ever wrong, hash codes, and those by which test frameworks speak.
pub fn trivial_routines(language: &dyn Language, definitions: &Definitions) -> HashSet<RoutineId> {
    let trivial = MADE | routine_flag::TRIVIAL;
    // One that changes its object and returns it may have been meant to return another.
    let is_fluent = |def: &RoutineDef| {
        let class = definitions.class(def.class).map(|class| &class.name);
        def.flags & MADE == 0
            && def.has_receiver()
            && def.parameters.len() == 1
            && class == Some(&def.result_type)
    };
    let is_made = |def: &RoutineDef| {
        let class = definitions.class(def.class);
        let parent = class.and_then(|class| definitions.class(class.parent));
        parent.is_some_and(|parent| language.is_made(&parent.name, def))
    };
    definitions
        .routines()
        // A lambda's method is made by the compiler, but its body is the user's.
        .filter(|def| {
            def.flags & trivial != 0 && !def.is_lambda() && !is_fluent(def)
                || is_made(def)
                || language.is_hash(def)
        })
        .chain(verdict::routines(language, definitions).map(|(def, _)| def))
        .map(|def| RoutineId(def.id))
        .collect()
}

/// Whether somebody has written a routine, be it as a lambda.
pub fn is_written(definitions: &Definitions, routine: RoutineId) -> bool {
    let def = definitions.routine(routine.0);
    def.is_none_or(|def| def.flags & MADE == 0 || def.is_lambda())
}

/// Whether nobody needs to be asked about a trivial routine: nobody has written it, or it does just what its name says.
pub fn are_right(run: &Run, routine: RoutineId) -> bool {
    let definitions = run.definitions();
    let Some(def) = definitions.routine(routine.0) else {
        return false;
    };
    let is_verdict = || {
        let mut verdicts = verdict::routines(run.language(), definitions);
        verdicts.any(|(verdict, _)| verdict.id == def.id)
    };
    if def.flags & MADE != 0 || is_verdict() {
        return true;
    }
    let sources = run.sources();
    let file = sources.file(definitions, def.file);
    let has_source = file.is_some_and(|file| file.syntax().is_some());
    let written = sources.with_routine(definitions, def, |_, routine| Some(routine.trivial));
    match written {
        Some(trivial) => trivial.is_some_and(|trivial| trivial != Trivial::Accessor),
        // What is not in the source was made by the compiler.
        None => has_source,
    }
}

//! About how many lines a question shows, told from the definitions and the size of what ran.
//!
//! To show a question its states before and after are read from the recording, which is too slow for all
//! the questions that could be asked. What a call has to show are its receiver, its arguments and its result,
//! which its signature tells, and what it changed: that grows slowly with what ran inside.

use elenchus_session::{Program, Subject};
use elenchus_trace::definition::{LoopDef, RoutineDef};
use elenchus_trace::kind::Kind;
use elenchus_trace::label;

use crate::language::Language;
use crate::run::Run;

/// How many calls side by side are listed, at most.
const LISTED: usize = 8;

/// About how many lines a question about `subject` shows.
pub fn lines_to_read(run: &Run, subject: Subject) -> u32 {
    let (first, definitions) = (subject.first(), run.definitions());
    let Some(what) = run.what_ran(first) else {
        return 1;
    };
    let id = what & label::ID;
    let own = match what & label::KIND {
        label::ROUTINE if subject.single().is_none() => {
            let tree = run.tree();
            let calls = subject.nodes(tree).take(LISTED).count();
            1 + calls as u32
        }
        label::ROUTINE => definitions
            .routine(id)
            .map_or(1, |def| of_call(run.language(), def)),
        _ => definitions.loop_(id).map_or(1, of_loop),
    };
    own + changes(run, subject)
}

/// The title and what goes in and comes out. Small values stand in the title.
fn of_call(language: &dyn Language, def: &RoutineDef) -> u32 {
    let parameters = def.parameters.iter();
    let large = parameters
        .filter(|parameter| !language.is_small(&parameter.type_name))
        .count() as u32;
    let result = match def.result {
        Kind::Void => 0,
        _ if language.is_small(&def.result_type) => 1,
        _ => 2,
    };
    1 + 2 * u32::from(def.has_receiver()) + large + result
}

/// The title and a line for each variable that the loop can see.
fn of_loop(def: &LoopDef) -> u32 {
    1 + def.locals.len() as u32
}

/// About how many things changed: the more ran, the more, but most of it changes the same.
fn changes(run: &Run, subject: Subject) -> u32 {
    let (first, end) = subject.span(run.tree());
    (end.0 - first.0).ilog2()
}

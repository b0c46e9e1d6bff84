//! What variables held when an exception ended a loop: nothing is recorded there.
//!
//! A variable that the loop cannot have changed holds what it held before, and one that takes each element in turn holds the
//! element of the last iteration, where that can be seen in a list or an array. Of the others it is said that it is not known.

use elenchus_source::{LoopKind, LoopPart};
use elenchus_trace::definition::{Local, LoopDef};
use elenchus_trace::{NodeData, Outcome};

use crate::heap::Value;
use crate::run::Run;
use crate::shape::{Brackets, Shape, shape_with};
use crate::showing::scene::{Visible, is_assigned};

/// Marks the variables of which nobody knows what they held at the end.
pub(crate) fn mark_lost(run: &Run, def: &LoopDef, last: &NodeData, visible: &mut [Visible]) {
    if !is_cut_off(last) {
        return;
    }
    let assigned = run
        .sources()
        .with_loop(run.definitions(), def, |file, found| {
            // Of a single iteration that was left the header has changed nothing, but those before it went through it.
            let ran = match last.iterations.end > last.iterations.start + 1 {
                true => file.one_line(found.span),
                false => file.one_line(found.body),
            };
            let taken = match found.kind {
                LoopKind::ForEach => found.variables.clone(),
                _ => Vec::new(),
            };
            Some((ran, taken))
        });
    let may_change = |name: &str| match &assigned {
        Some((code, taken)) => taken.iter().any(|one| one == name) || is_assigned(name, code),
        None => true,
    };
    for seen in visible {
        let mut named = def
            .locals
            .iter()
            .filter(|local| local.variable.name == seen.name);
        seen.is_lost = named.any(Local::is_repeated) && may_change(&seen.name);
    }
}

/// Whether an exception has ended it, so that no variable was recorded.
fn is_cut_off(last: &NodeData) -> bool {
    matches!(last.outcome, Outcome::Threw(_)) && last.locals_after.is_empty()
}

/// Finds the element that the last iteration was given, where the loop runs over a list or an array by its name.
pub(crate) fn take_elements(
    run: &Run,
    def: &LoopDef,
    last: &NodeData,
    takers: &[String],
    visible: &mut Vec<Visible>,
) {
    if !is_cut_off(last) {
        return;
    }
    // In the first iteration they have held nothing before.
    for name in takers {
        if !visible.iter().any(|seen| seen.name == *name) {
            visible.push(Visible {
                name: name.clone(),
                before: Value::Missing,
                after: Value::Missing,
                is_lost: true,
            });
        }
    }
    let bounds = run
        .sources()
        .with_loop(run.definitions(), def, |file, found| {
            let mut parts = found.parts.iter();
            let (_, span) = parts.find(|(part, _)| *part == LoopPart::Bounds)?;
            Some(file.one_line(*span))
        });
    let iteration = usize::try_from(last.iterations.end).ok();
    let (Some(bounds), Some(place)) = (bounds, iteration.and_then(|end| end.checked_sub(2))) else {
        return;
    };
    let over = visible
        .iter()
        .find(|seen| seen.name == bounds && !seen.is_lost);
    let Some(Value::Ref(row)) = over.map(|over| over.before) else {
        return;
    };
    let Shape::Row {
        class,
        brackets,
        items,
        ..
    } = shape_with(run, row, last.before, place + 1)
    else {
        return;
    };
    let has_places = match brackets {
        Brackets::Braces => true,
        Brackets::Square => run.language().has_places(&class),
        Brackets::Round | Brackets::Set | Brackets::Named => false,
    };
    let Some(&element) = items.get(place).filter(|_| has_places) else {
        return;
    };
    for seen in visible.iter_mut().filter(|seen| seen.is_lost) {
        if takers.contains(&seen.name) {
            seen.after = element;
            seen.is_lost = false;
        }
    }
}

//! What other threads wrote while a piece ran: it shows among the changes, and is marked as theirs. So is what they wrote at about the same
//! time, of which nobody can tell whether it was so when the piece began.

use std::collections::BTreeSet;

use elenchus_session::{Moment, Program, Subject, Value as Row};
use elenchus_trace::Abreast;
use elenchus_trace::value::{Target, Value};

use crate::abreast::{self, Threads};
use crate::run::Run;
use crate::showing::provenance::{Holder, Tracker};

/// Marks the changes that a question about `subject` shows and that another thread made.
pub(crate) fn mark(run: &Run, subject: Subject, rows: &mut [Row]) {
    if run.threads().len() < 2 {
        return;
    }
    let piece = (subject.first(), subject.last());
    let abreast = abreast::of(run, piece, abreast::TO_SHOW).unwrap_or_default();
    for row in rows {
        if let (Some(_), Some(after)) = (&row.before, &mut row.after)
            && let Some(others) = other_writers(run, subject, &row.name)
        {
            after.push_str(&others);
        } else if !abreast.is_empty()
            && let Some(others) = writers_abreast(run, subject, &row.name, &abreast)
            && let Some(value) = row.after.as_mut().or(row.before.as_mut())
        {
            value.push_str(&others);
        }
    }
}

/// The threads that wrote something that a part leads to at about the same time, in words.
fn writers_abreast(run: &Run, subject: Subject, part: &str, abreast: &Abreast) -> Option<String> {
    let mut threads = Threads::new();
    for moment in [Moment::Before, Moment::After] {
        let tracker = Tracker::new(run, subject, part, moment).ok();
        let Some(held) = tracker.and_then(|tracker| tracker.held().ok()) else {
            continue;
        };
        match held.holder {
            Holder::Place(Target::Field { object, .. }) => {
                threads.extend(abreast.into_object(object));
            }
            Holder::Place(Target::Element { array, .. }) => {
                threads.extend(abreast.into_object(array));
            }
            Holder::Place(Target::Static { field }) => threads.extend(abreast.into_static(field)),
            Holder::Given | Holder::Outcome(_) | Holder::Local(_) => {}
        }
        let inside = abreast::leading_from(run, vec![held.value], held.time, abreast);
        threads.extend(inside.unwrap_or_default());
    }
    let names = abreast::names(run, &threads);
    (!threads.is_empty()).then(|| format!(" ({names} wrote here at about this time)"))
}

/// The threads other than those of the piece that wrote a part while it ran, in words.
fn other_writers(run: &Run, subject: Subject, part: &str) -> Option<String> {
    // What is no longer there was taken from what is around it.
    let mut parts = std::iter::successors(Some(part), |part| around(part));
    let (tracker, held) = parts.find_map(|part| {
        let tracker = Tracker::new(run, subject, part, Moment::After).ok()?;
        let held = tracker.held().ok()?;
        Some((tracker, held))
    })?;
    let mut places: Vec<Target> = match held.holder {
        Holder::Place(place) => vec![place],
        Holder::Given | Holder::Outcome(_) | Holder::Local(_) => Vec::new(),
    };
    if let Value::Ref(object) = held.value {
        let inside = tracker.private_places(object, held.time).into_iter();
        places.extend(inside.map(|(place, _)| place));
    }
    let trace = run.trace();
    let (start, end) = subject.span(run.tree());
    let (mut is_own, mut others) = (false, BTreeSet::new());
    for place in places {
        let Some(writer) = trace.last_writer(place, held.time) else {
            continue;
        };
        if trace.is_before(writer.time, tracker.begin) {
            continue;
        }
        let key = writer.node;
        let node = key.and_then(|key| run.snapshot().node_of(key));
        match (key, node.is_some_and(|node| start <= node && node < end)) {
            (Some(key), false) => {
                let strand = run.definitions().strand(key.strand);
                others.insert(strand.map_or("another thread", |strand| &strand.name));
            }
            _ => is_own = true,
        }
    }
    let also = if is_own { "also " } else { "" };
    let names: Vec<&str> = others.iter().copied().collect();
    (!names.is_empty()).then(|| format!(" ({also}by {})", names.join(", ")))
}

/// The path of what a part belongs to.
fn around(part: &str) -> Option<&str> {
    part.rfind(['.', '[']).map(|end| &part[..end])
}

//! What differs between two pieces of different runs, in the words in which questions show them.

use elenchus_session::{Difference, Program, Shown, Subject, Value};
use elenchus_trace::NodeKind;

use crate::run::Run;

/// At most this many differences are told.
const MOST: usize = 20;

/// At most this many bytes of what was printed are told.
const MOST_PRINTED: usize = 4096;

/// Which end of the pieces is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Before,
    After,
}

/// What differs at one end of two pieces.
pub fn differences(
    (run, here): (&Run, Subject),
    (good, there): (&Run, Subject),
    end: End,
) -> Vec<Difference> {
    let (ours, theirs) = (run.show(here), good.show(there));
    let mut differences = of_values(&ours, &theirs, end);
    differences.truncate(MOST);
    // What did not change in one of them is not shown there, but it holds something.
    for difference in &mut differences {
        let path = &difference.path;
        let unseen = |shown: &Shown| !shown.values.iter().any(|value| value.name == *path);
        if unseen(&ours) {
            difference.here = held(run, here, path, end);
        }
        if unseen(&theirs) {
            difference.there = held(good, there, path, end);
        }
    }
    differences.retain(|difference| difference.here != difference.there);
    if end == End::Before {
        differences.extend(of_arguments((run, here), (good, there), &differences));
    }
    if end == End::After {
        let (ours, theirs) = (printed(run, here), printed(good, there));
        if ours != theirs {
            differences.push(Difference {
                path: "printed".to_owned(),
                here: ours,
                there: theirs,
            });
        }
    }
    differences.truncate(MOST);
    differences
}

/// What two calls were given otherwise, beyond what is known to differ: small arguments stand in their titles.
fn of_arguments(
    (run, here): (&Run, Subject),
    (good, there): (&Run, Subject),
    known: &[Difference],
) -> Vec<Difference> {
    let data = here.single().and_then(|node| run.data(node));
    let Some(NodeKind::Routine(routine)) = data.map(|data| data.kind) else {
        return Vec::new();
    };
    let def = run.definitions().routine(routine);
    let names = def.into_iter().flat_map(|def| &def.parameters);
    let names = names.map(|parameter| &parameter.name);
    let is_new = |name: &&String| {
        let begins = |difference: &Difference| difference.path.starts_with(name.as_str());
        !name.is_empty() && !known.iter().any(begins)
    };
    let differing = names.filter(is_new).filter_map(|name| {
        let at = |run, subject| held(run, subject, name, End::Before);
        let (here, there) = (at(run, here), at(good, there));
        (here != there && here.is_some() && there.is_some()).then(|| Difference {
            path: name.clone(),
            here,
            there,
        })
    });
    differing.collect()
}

/// What a path leads to at one end of a piece.
fn held(run: &Run, subject: Subject, path: &str, end: End) -> Option<String> {
    let whole = run.open(subject, path).ok()?.whole;
    match end {
        End::Before => whole.before,
        End::After => whole.after,
    }
}

fn of_values(ours: &Shown, theirs: &Shown, end: End) -> Vec<Difference> {
    let held = |value: &Value| match end {
        End::Before => value.before.clone(),
        End::After => value.after.clone(),
    };
    let find = |shown: &Shown, name: &str| {
        let mut values = shown.values.iter();
        values.find(|value| value.name == name).and_then(held)
    };
    let only_theirs = theirs.values.iter().filter(|value| {
        let mut ours = ours.values.iter();
        !ours.any(|other| other.name == value.name)
    });
    let names = ours.values.iter().chain(only_theirs);
    let differing = names.filter_map(|value| {
        let (here, there) = (find(ours, &value.name), find(theirs, &value.name));
        (here != there).then(|| Difference {
            path: value.name.clone(),
            here,
            there,
        })
    });
    differing.collect()
}

/// What went out during a subject, as text.
fn printed(run: &Run, subject: Subject) -> Option<String> {
    let printed = run.printed(subject, MOST_PRINTED)?;
    let out = printed.pieces.into_iter();
    let out = out.filter(|(stream, _)| *stream != "in");
    let text: String = out.map(|(_, text)| text).collect();
    (!text.is_empty()).then_some(text)
}

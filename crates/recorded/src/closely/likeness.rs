//! Whether two moments of different runs are the same, as far as the code of one call can see.

use elenchus_session::Difference;

use crate::closely::Moment;
use crate::comparing::behaviour::statics;
use crate::comparing::canonical::{Canonical, Numbers, canonical};
use crate::heap::Value;
use crate::run::Run;
use crate::showing::show::{Limits, Names, show};

/// How much of a value that differs is told.
const BRIEF: Limits = Limits {
    depth: 3,
    items: 12,
    width: 120,
};

/// How two moments compare.
#[derive(Clone, Debug, PartialEq)]
pub enum Likeness {
    Same,
    /// Nothing is seen to differ, but not everything that matters was recorded, or one of them has other variables.
    Unsure,
    /// These variables and static fields differ.
    Differs(Vec<Difference>),
}

/// Compares a moment of a run with a moment of another one. Variables that only one of them has are not compared.
pub fn likeness((run, here): (&Run, &Moment), (good, there): (&Run, &Moment)) -> Likeness {
    let ours = seen(run, here);
    let theirs = seen(good, there);
    let mut is_sure = ours.len() == theirs.len();
    let mut differences = Vec::new();
    for (name, value) in &ours {
        let Some((_, other)) = theirs.iter().find(|(other, _)| other == name) else {
            is_sure = false;
            continue;
        };
        let (form, other_form) = (form(run, *value, here), form(good, *other, there));
        let is_known = form.doubt.is_none() && other_form.doubt.is_none();
        match form.hash == other_form.hash {
            true => is_sure &= is_known,
            false if is_known => differences.push(Difference {
                path: name.clone(),
                here: Some(show(run, *value, here.time, BRIEF, &Names::default())),
                there: Some(show(good, *other, there.time, BRIEF, &Names::default())),
            }),
            false => is_sure = false,
        }
    }
    match (differences.is_empty(), is_sure) {
        (false, _) => Likeness::Differs(differences),
        (true, true) => Likeness::Same,
        (true, false) => Likeness::Unsure,
    }
}

/// What can be seen at a moment: the variables, and the static fields that can change.
fn seen(run: &Run, moment: &Moment) -> Vec<(String, Value)> {
    let variables = moment.variables.iter().cloned();
    variables.chain(statics(run, moment.time)).collect()
}

fn form(run: &Run, value: Value, moment: &Moment) -> Canonical {
    let numbers = &mut Numbers::default();
    canonical(run.objects(), [("", value)], moment.time, numbers)
}

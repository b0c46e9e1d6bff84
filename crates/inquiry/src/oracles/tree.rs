//! A tree of a version that was right, as an oracle: a call of the same routine with the same state
//! before, found there, says what the state after should be.

use std::collections::HashMap;

use elenchus_session::{Answer, By, Oracle, OracleError, Program, Question, Reply, Shown, Subject};

use crate::open::tree_program::TreeProgram;

/// What went in: the kind, the routine and the state before.
type Situation = (String, String, String);

/// An oracle that looks its answers up in a right run.
#[derive(Debug)]
pub struct TreeOracle {
    name: String,
    /// What came out of each situation; none when the right run itself gives several.
    outcomes: HashMap<Situation, Option<String>>,
}

impl TreeOracle {
    /// Looks up everything that `right` says about states. `name` is what the user calls it.
    pub fn new(name: String, right: &TreeProgram) -> TreeOracle {
        let mut outcomes: HashMap<Situation, Option<String>> = HashMap::new();
        for node in right.tree().nodes() {
            if let Some((situation, outcome)) = behaviour(&right.show(Subject::node(node))) {
                outcomes
                    .entry(situation)
                    .and_modify(|known| {
                        if known.as_ref() != Some(&outcome) {
                            *known = None;
                        }
                    })
                    .or_insert(Some(outcome));
            }
        }
        TreeOracle { name, outcomes }
    }
}

impl Oracle for TreeOracle {
    fn by(&self) -> By {
        By::Recording(self.name.clone())
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        let single = question.subject.single().is_some();
        let asked = behaviour(&question.shown).filter(|_| single);
        Ok(asked.and_then(|(situation, outcome)| {
            let expected = self.outcomes.get(&situation)?.as_ref()?;
            Some(Reply::Answer(match *expected == outcome {
                true => Answer::Right,
                false => Answer::Wrong,
            }))
        }))
    }
}

/// What went in and what came out, if both are said.
fn behaviour(shown: &Shown) -> Option<(Situation, String)> {
    let mut before: Vec<(&str, &str)> = Vec::new();
    let mut after: Vec<(&str, &str)> = Vec::new();
    for value in &shown.values {
        before.extend(
            value
                .before
                .as_deref()
                .map(|text| (value.name.as_str(), text)),
        );
        after.extend(
            value
                .after
                .as_deref()
                .map(|text| (value.name.as_str(), text)),
        );
    }
    before.extend(shown.before.as_deref().map(|text| ("", text)));
    after.extend(shown.after.as_deref().map(|text| ("", text)));
    if before.is_empty() || after.is_empty() {
        return None;
    }
    before.sort_unstable();
    after.sort_unstable();
    let situation = (
        shown.kind.clone(),
        shown.routine.clone(),
        format!("{before:?}"),
    );
    Some((situation, format!("{after:?}")))
}

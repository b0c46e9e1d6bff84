//! What assertions of the failed test have confirmed before it failed, as an oracle.
//!
//! Assertions belong to libraries and are not recorded, but the source of the test says what a call had to return. A call that returned
//! just that has passed its assertion, and whoever wrote the test has said that it is right.

use std::collections::HashMap;
use std::sync::PoisonError;

use elenchus_session::{Answer, By, Oracle, OracleError, Program, Question, Reply};
use elenchus_source::{Assertion, Freshness};
use elenchus_trace::Outcome;
use elenchus_tree::{Kind, NodeId};

use crate::run::{Current, Run};
use crate::showing::leads::plain;

/// Calls of a test that its assertions have confirmed.
pub struct AssertionOracle {
    /// The places of the assertions, by call.
    confirmed: HashMap<NodeId, String>,
    /// The place of the one that answered last.
    by: String,
}

impl AssertionOracle {
    /// What the assertions of `test` have confirmed; nothing when they have confirmed nothing.
    pub fn on(run: &Current, test: NodeId) -> Option<AssertionOracle> {
        let run = run.read().unwrap_or_else(PoisonError::into_inner);
        let confirmed = confirmed(&run, test);
        (!confirmed.is_empty()).then(|| AssertionOracle {
            confirmed,
            by: String::new(),
        })
    }
}

impl Oracle for AssertionOracle {
    fn by(&self) -> By {
        By::Assertion(self.by.clone())
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        let call = question.subject.single();
        let place = call.and_then(|call| self.confirmed.get(&call));
        Ok(place.map(|place| {
            self.by = place.clone();
            Reply::Answer(Answer::Right)
        }))
    }
}

/// The calls of `test` that its assertions have confirmed, each with the place of the assertion.
fn confirmed(run: &Run, test: NodeId) -> HashMap<NodeId, String> {
    let mut confirmed = HashMap::new();
    let definitions = run.definitions();
    let is_failed = run.failures().iter().any(|failure| failure.node == test);
    let def = definitions.routine(run.tree().routine(test).0);
    let Some(def) = def.filter(|_| is_failed) else {
        return confirmed;
    };
    let found = run
        .sources()
        .with_routine(definitions, def, |file, routine| {
            let syntax = file
                .syntax()
                .filter(|_| file.freshness() != Freshness::Changed)?;
            let name = file.path().file_name()?.to_string_lossy().into_owned();
            Some((name, syntax.assertions(file, routine)))
        });
    let (file, assertions) = found.unwrap_or_default();
    let mut by_call: HashMap<&str, Vec<&Assertion>> = HashMap::new();
    for assertion in &assertions {
        by_call.entry(&assertion.call).or_default().push(assertion);
    }
    for (call, assertions) in by_call {
        let calls = calls_of(run, test, call);
        let passed: Vec<bool> = calls
            .iter()
            .zip(&assertions)
            .map(|(&call, assertion)| returned(run, call, &assertion.expected))
            .collect();
        // Only the last one can have failed; else calls and assertions do not belong together.
        let is_sound =
            calls.len() <= assertions.len() && passed.iter().rev().skip(1).all(|&passed| passed);
        if !is_sound {
            continue;
        }
        let pairs = calls.into_iter().zip(&assertions).zip(passed);
        let pairs = pairs.filter(|(_, passed)| *passed);
        confirmed.extend(
            pairs.map(|((call, assertion), _)| (call, format!("{file}:{}", assertion.line))),
        );
    }
    confirmed
}

/// The calls of routines of this name that a test made itself, in order.
fn calls_of(run: &Run, test: NodeId, name: &str) -> Vec<NodeId> {
    let tree = run.tree();
    let is_called_so = |&node: &NodeId| {
        let def = run.definitions().routine(tree.routine(node).0);
        tree.kind(node) == Kind::Routine && def.is_some_and(|def| def.name == name)
    };
    tree.children(test).filter(is_called_so).collect()
}

/// Whether a call returned what a literal of the source says.
fn returned(run: &Run, call: NodeId, literal: &str) -> bool {
    let Some(data) = run.data(call) else {
        return false;
    };
    let (Outcome::Returned(value), Some(after)) = (data.outcome, data.after) else {
        return false;
    };
    let bare = |text: &str| {
        let text = text.trim_matches(['"', '\'']);
        text.trim_end_matches(['l', 'L', 'f', 'F', 'd', 'D'])
            .to_owned()
    };
    let is_number = literal.ends_with(|c: char| c.is_ascii_alphanumeric())
        && literal.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match plain(run, value, after) {
        Some(text) if is_number => bare(&text) == bare(literal),
        Some(text) => text == literal.trim_matches(['"', '\'']),
        None => false,
    }
}

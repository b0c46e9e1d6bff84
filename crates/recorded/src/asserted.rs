//! What assertions of the failed test have confirmed before it failed.
//!
//! Assertions belong to libraries and are not recorded, but the source of the test says what a call had to return. A call that returned
//! just that has passed its assertion, and whoever wrote the test has said that it is right. What else a call did, nobody has confirmed: only one that
//! changed and printed nothing counts.

use std::collections::HashMap;
use std::sync::PoisonError;

use elenchus_session::{Limits, Program, Subject};
use elenchus_source::{Assertion, CallSite, Freshness};
use elenchus_trace::Outcome;
use elenchus_tree::{Kind, NodeId};

use crate::run::{Current, Run};
use crate::showing::leads::plain;
use crate::showing::sites::sites_of;

/// A call that an assertion has confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmed {
    pub call: NodeId,
    /// The file and the line of the assertion.
    pub place: String,
}

/// The calls of `test` that its assertions have confirmed, in the order in which they ran; none when it has not failed.
pub fn confirmed(run: &Current, test: NodeId) -> Vec<Confirmed> {
    let run = run.read().unwrap_or_else(PoisonError::into_inner);
    let has_failed = run.failures().iter().any(|failure| failure.node == test);
    match has_failed {
        true => passed(&run, test).unwrap_or_default(),
        false => Vec::new(),
    }
}

fn passed(run: &Run, test: NodeId) -> Option<Vec<Confirmed>> {
    let (tree, definitions) = (run.tree(), run.definitions());
    let def = definitions.routine(tree.routine(test).0)?;
    let (file, assertions, sites) =
        run.sources()
            .with_routine(definitions, def, |file, routine| {
                let syntax = file
                    .syntax()
                    .filter(|_| file.freshness() != Freshness::Changed)?;
                let name = file.path().file_name()?.to_string_lossy().into_owned();
                let assertions = syntax.assertions(file, routine);
                Some((name, assertions, syntax.call_sites(file, routine)))
            })?;
    let ran = run.data(test)?.lines;
    let counts = |assertion: &&Assertion| {
        let is_it =
            |site: &&CallSite| site.line == assertion.call_line && site.name == assertion.call;
        // Of two calls of one name on a line it is not known which is which, and the last statement that ran is the one that failed.
        sites.iter().filter(is_it).count() == 1 && ran.iter().any(|&line| line > assertion.ends)
    };
    let about: HashMap<(u32, &str), &Assertion> = assertions
        .iter()
        .filter(counts)
        .map(|assertion| ((assertion.call_line, assertion.call.as_str()), assertion))
        .collect();
    let calls: Vec<NodeId> = tree
        .children(test)
        .filter(|&child| tree.kind(child) == Kind::Routine)
        .collect();
    let confirmed = calls.iter().zip(sites_of(run, &calls));
    let confirmed = confirmed.filter_map(|(&call, site)| {
        let name = &definitions.routine(tree.routine(call).0)?.name;
        let assertion = about.get(&(site?.line, name.as_str()))?;
        (returned(run, call, assertion) && did_nothing_else(run, call)).then(|| Confirmed {
            call,
            place: format!("{file}:{}", assertion.line),
        })
    });
    Some(confirmed.collect())
}

/// Whether a call returned what an assertion says.
fn returned(run: &Run, call: NodeId, assertion: &Assertion) -> bool {
    let Some(data) = run.data(call) else {
        return false;
    };
    let (Outcome::Returned(value), Some(after)) = (data.outcome, data.after) else {
        return false;
    };
    let Some(text) = plain(run, value, after) else {
        return false;
    };
    let literal = assertion.expected.as_str();
    if let Some(within) = &assertion.within {
        let numbers = [&text, literal, within].map(|text| bare(text).parse::<f64>());
        return matches!(numbers, [Ok(found), Ok(wanted), Ok(within)] if (found - wanted).abs() <= within);
    }
    let is_number = literal.ends_with(|c: char| c.is_ascii_alphanumeric())
        && literal.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match is_number {
        true => bare(&text) == bare(literal),
        false => text == literal.trim_matches(['"', '\'']),
    }
}

/// A number without what its literal says of its type.
fn bare(text: &str) -> &str {
    let text = text.trim_matches(['"', '\'']);
    text.trim_end_matches(['l', 'L', 'f', 'F', 'd', 'D'])
}

/// Whether a call did nothing but return something.
fn did_nothing_else(run: &Run, call: NodeId) -> bool {
    let subject = Subject::node(call);
    let shown = run.show_within(subject, Limits::SCREEN);
    let mut rows = shown.values.iter();
    let has_changed = rows.any(|row| row.before.is_some() && row.after.is_some());
    let has_printed = run
        .printed(subject, 0)
        .is_some_and(|printed| printed.total > 0);
    !has_changed && !has_printed && shown.left_out.changes == 0
}

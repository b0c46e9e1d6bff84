//! What can be seen to be wrong before anything is asked: what an assertion found, the exception, a line of output.
//!
//! Each is called by a phrase (`the actual value`, `line 3 of the output`) that is a path like any other: [`writer_of`] follows it to the call that
//! it comes from. A line and an assertion's value are texts; they come from the call that returned a value which reads like that.

use elenchus_session::{Lead, LeadKind, Moment, PartError, Program, Subject, Written};
use elenchus_trace::value::{Ref, Time, Value};
use elenchus_trace::{NodeKind, Outcome};
use elenchus_tree::NodeId;

use crate::heap::{At, Objects};
use crate::run::Run;
use crate::shape::{Shape, shape};
use crate::showing::provenance::Tracker;

/// What an assertion found.
const ACTUAL: &str = "the actual value";

/// How a path to a line of output ends.
const OF_OUTPUT: &str = " of the output";

/// Lines are looked for in this much of the output.
const MOST_OUTPUT: usize = 1 << 20;

/// This many lines of output are offered, the last ones.
const MOST_LINES: usize = 1000;

/// How many threads' first calls are looked at.
const MOST_THREADS: usize = 100;

/// How many calls are looked through for one that returned what was printed.
const MOST_CALLS: usize = 5000;

/// What can be pointed at in a piece of the run, most telling first.
pub fn leads(run: &Run, subject: Subject) -> Vec<Lead> {
    let failed = thrown(run, subject).map(|(_, exception, time)| {
        let shown = run
            .language()
            .message(&at(run, time), exception)
            .unwrap_or_default();
        let is_assertion = run.language().actual(&shown).is_some();
        let class = match shape(run, exception, time) {
            Shape::Exception { class, .. } => class,
            _ => String::new(),
        };
        let (kind, path) = match is_assertion {
            true => (LeadKind::Actual, ACTUAL.to_owned()),
            false => (LeadKind::Exception, run.language().threw().to_owned()),
        };
        let text = match (class.is_empty(), shown.is_empty()) {
            _ if is_assertion => shown,
            (_, true) => class,
            (true, false) => shown,
            (false, false) => format!("{class}: {shown}"),
        };
        Lead { path, kind, text }
    });
    let lines = lines(run, subject);
    let first = lines.len().saturating_sub(MOST_LINES);
    let printed = (first..).zip(&lines[first..]).map(|(place, line)| Lead {
        path: line_path(place),
        kind: LeadKind::Printed,
        text: line.text.clone(),
    });
    failed.into_iter().chain(printed).collect()
}

/// Where what such a phrase stands for comes from; nothing when the path is not one.
pub fn writer_of(run: &Run, subject: Subject, path: &str) -> Option<Result<Written, PartError>> {
    let not_known = || PartError::NotKnown(path.to_owned());
    let path = path.trim();
    if path == ACTUAL {
        return Some(actual(run, subject).ok_or_else(not_known));
    }
    let (word, line) = match path.split_once(" in line ") {
        Some((word, line)) => (Some(word.trim_matches(['"', '`'])), line),
        None => (None, path.strip_prefix("line ")?),
    };
    let number: usize = line.strip_suffix(OF_OUTPUT)?.parse().ok()?;
    let lines = lines(run, subject);
    let line = number.checked_sub(1).and_then(|place| lines.get(place));
    Some(line.map_or_else(
        || Err(not_known()),
        |line| Ok(spoken(run, subject, line, word)),
    ))
}

fn line_path(place: usize) -> String {
    format!("line {}{OF_OUTPUT}", place + 1)
}

fn at(run: &Run, time: Time) -> At<'_, Objects> {
    let heap = run.objects();
    At { heap, time }
}

/// The calls that a piece consists of: itself, or what began in each thread.
fn calls(run: &Run, subject: Subject) -> Vec<NodeId> {
    match subject.single() {
        Some(node) if run.data(node).is_none() => {
            run.tree().children(node).take(MOST_THREADS).collect()
        }
        _ => vec![subject.first()],
    }
}

/// The exception that a piece ended with: who it left, itself, and when.
fn thrown(run: &Run, subject: Subject) -> Option<(NodeId, Ref, Time)> {
    calls(run, subject).into_iter().find_map(|node| {
        let data = run.data(node)?;
        match data.outcome {
            Outcome::Threw(Value::Ref(exception)) => Some((node, exception, data.after?)),
            _ => None,
        }
    })
}

/// Where the value comes from that an assertion found: from the call that returned it to whoever asserted or to a caller of that, else from
/// the last call before the assertion that returned something.
fn actual(run: &Run, subject: Subject) -> Option<Written> {
    let (node, exception, time) = thrown(run, subject)?;
    let message = run.language().message(&at(run, time), exception)?;
    let actual = run.language().actual(&message)?;
    let tracker = Tracker::new(run, Subject::node(node), ACTUAL, Moment::After).ok()?;
    let asserting = tracker.thrower(node, exception)?;
    let tree = run.tree();
    let callers = std::iter::once(asserting).chain(tree.ancestors(asserting));
    let callers = callers.filter(|&caller| tree.contains(node, caller));
    let mut calls = callers.flat_map(|caller| {
        let calls = tracker.calls_made_by(Subject::node(caller)).into_iter();
        let calls = calls.rev().take(MOST_CALLS);
        calls.filter_map(|call| returned(run, call).map(|(value, time)| (call, value, time)))
    });
    let first = calls.next();
    let is_actual = |&(_, value, time): &(NodeId, Value, Time)| {
        plain(run, value, time).is_some_and(|text| text == actual)
    };
    let found = first.into_iter().chain(calls).find(is_actual).or(first);
    let found = found.map(|(call, value, _)| (call, value));
    Some(match found {
        Some((call, value)) => tracker.behind(call, value),
        None => tracker.inside_or_own(asserting),
    })
}

/// A line of output, and when its first and its last piece were printed.
struct Line {
    text: String,
    from: Time,
    to: Time,
}

/// The lines that were printed during a piece, in the order in which they ended; empty ones do not count.
fn lines(run: &Run, subject: Subject) -> Vec<Line> {
    let mut lines = Vec::new();
    for node in calls(run, subject) {
        let output = run.output(Subject::node(node), MOST_OUTPUT);
        // The standard output and the standard error each have a line that is not ended.
        let mut open: [Option<Line>; 2] = [None, None];
        for ((stream, bytes), &time) in output.pieces.iter().zip(&output.times) {
            let Some(open) = stream.checked_sub(1).and_then(|s| open.get_mut(s as usize)) else {
                continue;
            };
            let text = String::from_utf8_lossy(bytes);
            for piece in text.split_inclusive('\n') {
                let line = open.get_or_insert_with(|| Line {
                    text: String::new(),
                    from: time,
                    to: time,
                });
                line.text.push_str(piece.trim_end_matches(['\r', '\n']));
                line.to = time;
                if piece.ends_with('\n') {
                    lines.extend(open.take());
                }
            }
        }
        lines.extend(open.into_iter().flatten());
    }
    lines.retain(|line| !line.text.trim().is_empty());
    lines
}

/// Where a line of output, or a `word` of it, comes from: from the latest call that returned what it says to whoever printed it, else from
/// there.
fn spoken(run: &Run, subject: Subject, line: &Line, word: Option<&str>) -> Written {
    let tree = run.tree();
    let node_at = |time| {
        let key = run.trace().node_at(time)?;
        run.snapshot().node_of(key)
    };
    let (Some(from), Some(to)) = (node_at(line.from), node_at(line.to)) else {
        return Written::Own;
    };
    let mut around = std::iter::once(from).chain(tree.ancestors(from));
    let printing = around.find(|&node| tree.contains(node, to));
    let printing = printing
        .and_then(|node| run.call_around(node))
        .unwrap_or(from);
    let whole = subject.single().filter(|&node| run.data(node).is_none());
    let tracker = match whole {
        // What several threads did is searched from the first call of the one that printed.
        Some(root) => {
            let first = |&node: &NodeId| tree.parent(node) == Some(root);
            let mut around = std::iter::once(printing).chain(tree.ancestors(printing));
            around.find(first).map(Subject::node)
        }
        None => Some(subject),
    };
    let tracker = tracker.and_then(|piece| Tracker::new(run, piece, OF_OUTPUT, Moment::After).ok());
    let Some(tracker) = tracker else {
        return Written::Inside(printing);
    };
    let calls = tracker
        .calls_made_by(Subject::node(printing))
        .into_iter()
        .rev();
    let said = calls.take(MOST_CALLS).find_map(|call| {
        let (value, time) = returned(run, call)?;
        let is_before = !run.trace().is_before(line.from, time);
        let text = plain(run, value, time).filter(|_| is_before)?;
        let is_said = says(&line.text, &text)
            && word.is_none_or(|word| says(&text, word) || says(word, &text));
        (is_said || has_line(&text, &line.text)).then_some((call, value))
    });
    let from = match said {
        Some((call, value)) => {
            let described = tracker.described_by(call, value, word);
            described.unwrap_or_else(|| tracker.behind(call, value))
        }
        None => tracker.inside_or_own(printing),
    };
    match (from, whole) {
        (Written::Own, Some(_)) => Written::Inside(tracker.subject.first()),
        (from, _) => from,
    }
}

/// What a call returned, and when; nothing when that is nothing.
fn returned(run: &Run, call: NodeId) -> Option<(Value, Time)> {
    let data = run.data(call)?;
    match (data.kind, data.outcome) {
        (_, Outcome::Returned(Value::Missing | Value::Null)) => None,
        (NodeKind::Routine(_), Outcome::Returned(value)) => Some((value, data.after?)),
        _ => None,
    }
}

/// A number, text or constant as a program prints it.
pub(crate) fn plain(run: &Run, value: Value, time: Time) -> Option<String> {
    let Value::Ref(reference) = value else {
        return Some(run.language().literal(value).trim_matches('\'').to_owned());
    };
    match shape(run, reference, time) {
        Shape::Text { text, .. } => Some(text.trim_matches('"').to_owned()),
        Shape::Constant { name, .. } => Some(name),
        Shape::Wrapped(inner) if inner != value => plain(run, inner, time),
        _ => None,
    }
}

/// Whether a text of several lines, as a literal, has this line.
fn has_line(literal: &str, line: &str) -> bool {
    literal.contains("\\n") && literal.split("\\n").any(|one| one == line)
}

/// Whether a line says this as a whole word.
fn says(line: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !word.is_empty()
        && line.match_indices(word).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + word.len()..].chars().next();
            !is_part(before) && !is_part(after)
        })
}

//! How an iteration came to its end: by a `return`, a `break` or a `continue`, where its lines tell, or by an exception.
//!
//! A statement that has a line of its own has run when that line has. Of one behind a condition on the same line this
//! cannot be told, so nothing is said. Nor does a record say which exception left a loop: it is told where it cannot have been
//! another one.

use elenchus_session::Program;
use elenchus_source::SourceFile;
use elenchus_trace::value::Time;
use elenchus_trace::{NodeData, NodeKind, Outcome};
use elenchus_tree::NodeId;

use crate::comparing::left_routine;
use crate::heap::Value;
use crate::run::Run;

const STATEMENTS: [&str; 3] = ["return", "break", "continue"];

/// What begins code that may put another exception in the place of one.
const HANDLERS: [&str; 3] = ["catch", "finally", "except"];

/// Loops inside loops are followed up to this depth.
const DEEPEST: usize = 16;

/// The statement that ended an iteration, or the last one of a loop, with its line.
pub fn ended_by(run: &Run, file: &SourceFile, node: NodeId) -> Option<String> {
    let mut node = node;
    for level in 0..DEEPEST {
        let data = run.data(node)?;
        if let NodeKind::Iterations(_) = data.kind
            && let Some((statement, line)) = own_statement(file, &data)
        {
            // What a loop inside ends with by itself says nothing about the iteration around it.
            let is_told = level == 0 || statement.starts_with("return");
            return is_told.then(|| format!("by `{statement}` at line {line}"));
        }
        node = run.tree().children(node).last()?;
        if matches!(run.data(node)?.kind, NodeKind::Routine(_)) {
            return None;
        }
    }
    None
}

/// The last statement of an iteration's own lines that leaves it.
fn own_statement(file: &SourceFile, data: &NodeData) -> Option<(String, u32)> {
    let statements = data.lines.iter().rev().filter_map(|&line| {
        let text = file.line(line)?.trim();
        let leaves = STATEMENTS.iter().any(|statement| {
            let rest = text.strip_prefix(statement);
            rest.is_some_and(|rest| rest.starts_with([';', ' ', '(']))
        });
        leaves.then(|| (text.to_owned(), line))
    });
    // Two such lines cannot both have run, unless one belongs to something inside.
    let mut statements = statements;
    statements.next().filter(|_| statements.next().is_none())
}

/// The exception that left a loop, or an iteration that was its last, and a moment at which it is known: no earlier than the end of
/// a call that it has left.
pub fn left_by(run: &Run, node: NodeId) -> Option<(Value, Time)> {
    let call = run.data(run.call_around(node)?)?;
    match call.outcome {
        // Nothing behind the loop has run, so nobody has caught it on its way.
        Outcome::Threw(thrown) if left_routine(run, node) == Some(true) => {
            Some((thrown, call.after?))
        }
        _ if handles_exceptions(run, node)? => None,
        _ => thrown_inside(run, node),
    }
}

/// The exception with which the last call in a loop or an iteration ended.
fn thrown_inside(run: &Run, node: NodeId) -> Option<(Value, Time)> {
    let mut node = node;
    for _ in 0..DEEPEST {
        node = run.tree().children(node).last()?;
        let data = run.data(node)?;
        match (data.kind, data.outcome) {
            (NodeKind::Routine(_), Outcome::Threw(thrown)) => return Some((thrown, data.after?)),
            (NodeKind::Loop(_) | NodeKind::Iterations(_), Outcome::Threw(_)) => {}
            _ => return None,
        }
    }
    None
}

/// Whether code of a loop may catch exceptions, or throw others in their place.
fn handles_exceptions(run: &Run, node: NodeId) -> Option<bool> {
    let definitions = run.definitions();
    let (NodeKind::Loop(id) | NodeKind::Iterations(id)) = run.data(node)?.kind else {
        return None;
    };
    let def = definitions.loop_(id)?;
    run.sources().with_loop(definitions, def, |file, found| {
        let lines = found.body_lines.first..=found.body_lines.last;
        let mut texts = lines.filter_map(|line| file.line(line));
        Some(texts.any(|text| HANDLERS.iter().any(|word| text.contains(word))))
    })
}

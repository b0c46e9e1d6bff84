//! How an iteration came to its end: by a `return`, a `break` or a `continue`, where its lines tell.
//!
//! A statement that has a line of its own has run when that line has. Of one behind a condition on the same line this
//! cannot be told, so nothing is said.

use elenchus_session::Program;
use elenchus_source::SourceFile;
use elenchus_trace::{NodeData, NodeKind};
use elenchus_tree::NodeId;

use crate::run::Run;

const STATEMENTS: [&str; 3] = ["return", "break", "continue"];

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

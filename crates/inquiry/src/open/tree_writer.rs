//! Where a value in a tree file comes from, as far as the states before and after tell.
//!
//! A tree file knows no objects, only names with texts. Inside loops the names are those of the
//! routine, so the last iteration that changed a name is the one that wrote it. A call has names of
//! its own: it is taken to have written a value when the value comes out of it and did not go in.

use elenchus_session::{Moment, PartError, Subject, Written};
use elenchus_tree::{Kind, NodeId, Tree};
use elenchus_treefile::{State, TreeFile};

/// Where the value called `part` was written last, as `subject` began or ended.
pub fn writer_of(
    file: &TreeFile,
    subject: Subject,
    part: &str,
    when: Moment,
) -> Result<Written, PartError> {
    let tree = file.tree();
    let (before, after) = (file.before(subject.first()), file.after(subject.last()));
    let (before, after) = (values(before), values(after));
    let shown = match when {
        Moment::Before => before,
        Moment::After => after,
    };
    let Some(value) = find(shown, part) else {
        let names: Vec<&str> = shown.iter().map(|(name, _)| name.as_str()).collect();
        return Err(match names.is_empty() {
            true => PartError::NotKnown(part.to_owned()),
            false => PartError::NotShown {
                part: part.to_owned(),
                shown: names.join(", "),
            },
        });
    };
    let last_of = |mut steps: Vec<NodeId>| {
        steps.retain(|&node| writes(file, node, part, value));
        steps.pop()
    };
    if find(before, part) == Some(value) {
        let around = tree.parent(subject.first()).map(Subject::node);
        let mut elder = around.map_or(Vec::new(), |around| steps(tree, around));
        elder.retain(|&node| tree.end(node) <= subject.first());
        return Ok(Written::Before(last_of(elder)));
    }
    let writer = last_of(steps(tree, subject));
    Ok(writer.map_or(Written::Own, Written::Inside))
}

/// The calls, loops and iterations directly inside a piece, those in its loops included.
fn steps(tree: &Tree, subject: Subject) -> Vec<NodeId> {
    let (start, end) = subject.span(tree);
    let mut steps = Vec::new();
    let mut next = start;
    while next < end {
        let node = next;
        let is_whole = subject.single() == Some(node);
        let is_call = matches!(tree.kind(node), Kind::Routine | Kind::Collapse) && !is_whole;
        if !is_whole {
            steps.push(node);
        }
        next = if is_call {
            tree.end(node)
        } else {
            NodeId::at(node.0 + 1)
        };
    }
    steps
}

/// Whether a value came out of a node that did not go in.
fn writes(file: &TreeFile, node: NodeId, part: &str, value: &str) -> bool {
    let (before, after) = (values(file.before(node)), values(file.after(node)));
    let is_new = |name: &str| find(after, name) == Some(value) && find(before, name) != Some(value);
    match file.tree().kind(node) {
        Kind::Loop | Kind::Iterations => is_new(part),
        _ => after.iter().any(|(name, _)| is_new(name)),
    }
}

fn values(state: &State) -> &[(String, String)] {
    match state {
        State::Values(values) => values,
        State::Unsaid | State::Text(_) => &[],
    }
}

fn find<'v>(values: &'v [(String, String)], name: &str) -> Option<&'v str> {
    let found = values.iter().find(|(other, _)| other == name);
    found.map(|(_, value)| value.as_str())
}

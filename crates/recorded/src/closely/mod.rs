//! A call whose routine was looked at closely: its statements in the order in which they ran, each with the local
//! variables right before it.
//!
//! The recorder puts a probe before each statement of such a routine, which stands in the recording as a call that does
//! nothing (`routine_flag::PROBE`). Loops are gone into; calls are stepped over.
//!
//! * [`likeness`] – whether two moments of different runs are the same, and what differs.

pub mod likeness;

use std::collections::HashMap;

use elenchus_session::Program;
use elenchus_trace::definition::{RoutineDef, routine_flag};
use elenchus_trace::value::{Time, Value};
use elenchus_trace::{NodeKind, Outcome};
use elenchus_tree::{Kind, NodeId};

use crate::run::Run;

/// A statement that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The node that stands for it in the recording.
    pub node: NodeId,
    /// The line it starts on.
    pub line: u32,
    /// Which of the statements that start on this line it is, counted from 0.
    pub nth: usize,
    /// All lines it stands on.
    pub lines: Vec<u32>,
    /// The moment before it.
    pub before: Moment,
}

/// What the code of a call could see at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    pub time: Time,
    /// The receiver and the variables that have a value, by name.
    pub variables: Vec<(String, Value)>,
}

/// A call that was looked at closely.
#[derive(Clone, Debug, PartialEq)]
pub struct Closely {
    pub statements: Vec<Statement>,
    /// The moment of its end, with what it returned or threw.
    pub end: Moment,
}

/// The statements of a call; nothing when it has none, has more than `most`, or has not ended.
pub fn closely(run: &Run, call: NodeId, most: usize) -> Option<Closely> {
    let tree = run.tree();
    let mut places = Places::default();
    let mut statements = Vec::new();
    let mut next = NodeId::new(call.index() + 1);
    while next < tree.end(call) {
        if tree.kind(next) != Kind::Routine {
            next = NodeId::new(next.index() + 1);
            continue;
        }
        if let Some(statement) = statement(run, next, &mut places) {
            if statements.len() == most {
                return None;
            }
            statements.push(statement);
        }
        next = tree.end(next);
    }
    let data = run.data(call)?;
    let mut variables: Vec<(String, Value)> = receiver(run, data.receiver).into_iter().collect();
    match data.outcome {
        Outcome::Returned(Value::Missing) | Outcome::Ended => {}
        Outcome::Returned(value) => variables.push(("returned".to_owned(), value)),
        Outcome::Threw(value) => variables.push((run.language().threw().to_owned(), value)),
        Outcome::StillRunning | Outcome::Lost => return None,
    }
    // What it was given may have been changed inside.
    let parameters = match data.kind {
        NodeKind::Routine(id) => run.definitions().routine(id).map(names),
        _ => None,
    };
    variables.extend(
        parameters
            .unwrap_or_default()
            .into_iter()
            .zip(data.arguments),
    );
    let end = Moment {
        time: data.after?,
        variables,
    };
    (!statements.is_empty()).then_some(Closely { statements, end })
}

/// Whether a node of a recording stands for a statement.
fn is_probe(run: &Run, node: NodeId) -> bool {
    let tree = run.tree();
    let routine = run.definitions().routine(tree.routine(node).0);
    tree.kind(node) == Kind::Routine
        && routine.is_some_and(|def| def.flags & routine_flag::PROBE != 0)
}

/// The part of a call that was run again which corresponds to `part` of the recorded call: the same way leads to it, past
/// what stands for statements.
pub fn counterpart(
    (run, call, part): (&Run, NodeId, NodeId),
    (rerun, again): (&Run, NodeId),
) -> Option<NodeId> {
    let tree = run.tree();
    let way: Vec<NodeId> = std::iter::once(part)
        .chain(tree.ancestors(part))
        .take_while(|&node| node != call)
        .collect();
    way.iter().rev().try_fold(again, |there, &node| {
        let elder = tree.children(tree.parent(node)?);
        let place = elder.take_while(|&elder| elder < node).count();
        let mut parts = rerun.tree().children(there);
        let found = parts
            .by_ref()
            .filter(|&part| !is_probe(rerun, part))
            .nth(place)?;
        (rerun.tree().kind(found) == tree.kind(node)).then_some(found)
    })
}

/// The places of statements among those that start on the same line, by the routine that stands for them.
#[derive(Default)]
struct Places(HashMap<u32, usize>);

impl Places {
    fn of(&mut self, run: &Run, probe: &RoutineDef) -> usize {
        *self.0.entry(probe.id).or_insert_with(|| {
            let same_line = |other: &&RoutineDef| {
                other.flags & routine_flag::PROBE != 0
                    && (other.class, other.first_line) == (probe.class, probe.first_line)
            };
            let earlier = run.definitions().routines().filter(same_line);
            earlier.filter(|other| other.id < probe.id).count()
        })
    }
}

/// The statement that a probe stands for; nothing when the node is no probe.
fn statement(run: &Run, node: NodeId, places: &mut Places) -> Option<Statement> {
    let data = run.data(node)?;
    let NodeKind::Routine(id) = data.kind else {
        return None;
    };
    let probe = run.definitions().routine(id)?;
    if probe.flags & routine_flag::PROBE == 0 {
        return None;
    }
    let mut variables: Vec<(String, Value)> = receiver(run, data.receiver).into_iter().collect();
    variables.extend(names(probe).into_iter().zip(data.arguments));
    let lines = probe.blocks.iter().flat_map(|block| block.lines.clone());
    Some(Statement {
        node,
        line: probe.first_line,
        nth: places.of(run, probe),
        lines: lines.collect(),
        before: Moment {
            time: data.before,
            variables,
        },
    })
}

fn receiver(run: &Run, receiver: Option<Value>) -> Option<(String, Value)> {
    receiver.map(|value| (run.language().receiver().to_owned(), value))
}

fn names(routine: &RoutineDef) -> Vec<String> {
    let parameters = routine.parameters.iter();
    parameters.map(|parameter| parameter.name.clone()).collect()
}

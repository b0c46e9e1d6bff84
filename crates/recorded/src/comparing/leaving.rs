//! How a loop left its routine from the middle: by a `return`, or by an exception. What the routine returned or threw is a
//! result of the loop then, although no record of the loop holds it.

use elenchus_session::Program;
use elenchus_source::{Loop, SourceFile};
use elenchus_trace::value::Time;
use elenchus_trace::{NodeData, NodeKind, Outcome};
use elenchus_tree::{Kind, NodeId};

use crate::comparing::canonical::{Numbers, canonical};
use crate::comparing::doubt::Doubt;
use crate::heap::{Heap, Value};
use crate::run::Run;

/// How a piece of a run may have left its routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// What its routine returned or threw, if it may have left that: then this is a result of the piece.
    pub with: Option<u128>,
    /// Whether it did, if that is known.
    did: Option<bool>,
}

impl Leaving {
    /// Whether two pieces left their routines alike, or why that cannot be told.
    pub fn is_like(&self, other: &Leaving) -> Result<bool, Doubt> {
        match (self.did, other.did) {
            _ if self.with == other.with => Ok(true),
            (Some(here), Some(there)) if here || there => Ok(false),
            // What differs may come from the code after the loop.
            _ => Err(Doubt::Left),
        }
    }
}

/// How the code that ended with the node `last`, of which `end` is known, may have left its routine.
pub fn leaving<H: Heap<Time = Time>>(
    run: &Run,
    heap: &H,
    last: NodeId,
    end: &NodeData,
    numbers: &mut Numbers,
) -> Result<Leaving, Doubt> {
    // No record says which exception left a loop.
    let is_thrown_out = end.outcome == Outcome::Threw(Value::Missing);
    if !is_thrown_out && !may_return(run, last, end) {
        return Ok(Leaving {
            with: None,
            did: Some(false),
        });
    }
    Ok(Leaving {
        with: Some(returned_around(run, heap, last, numbers)?),
        did: left_routine(run, last),
    })
}

/// Whether a loop, or the iteration that was its last, left the routine: nothing after the loop ran then. Not told for loops
/// in loops, whose iterations run what stands after them for other reasons.
pub fn left_routine(run: &Run, last: NodeId) -> Option<bool> {
    let tree = run.tree();
    let whole = match tree.kind(last) {
        Kind::Loop => last,
        _ => tree.parent(last)?,
    };
    let call = tree.parent(whole)?;
    let NodeKind::Loop(id) = run.data(whole)?.kind else {
        return None;
    };
    let data = run.data(call)?;
    if !matches!(data.kind, NodeKind::Routine(_)) {
        return None;
    }
    let definitions = run.definitions();
    let def = definitions.loop_(id)?;
    let (body, is_alone) = run.sources().with_loop(definitions, def, |file, found| {
        Some((found.body_lines, is_last_on_its_line(file, found)))
    })?;
    match data.lines.iter().any(|&line| line > body.last) {
        true => Some(false),
        // What stands behind the loop on the same line may have run.
        false => is_alone.then_some(true),
    }
}

/// Whether no code follows on the line on which a loop ends.
fn is_last_on_its_line(file: &SourceFile, found: &Loop) -> bool {
    let behind = file.text().get(found.span.end..).unwrap_or_default();
    let behind = behind.lines().next().unwrap_or_default();
    let behind = behind.trim_matches(|c: char| c.is_whitespace() || c == '}');
    behind.is_empty() || behind.starts_with("//")
}

/// The form of what the call around a node returned or threw.
fn returned_around<H: Heap<Time = Time>>(
    run: &Run,
    heap: &H,
    node: NodeId,
    numbers: &mut Numbers,
) -> Result<u128, Doubt> {
    let call = run.call_around(node).and_then(|call| run.data(call));
    let call = call.ok_or(Doubt::NoCode)?;
    let (name, value) = match call.outcome {
        Outcome::Returned(value) => ("returned", value),
        Outcome::Threw(value) => (run.language().threw(), value),
        _ => return Err(Doubt::NotEnded),
    };
    let time = call.after.ok_or(Doubt::NotEnded)?;
    let form = canonical(heap, [(name, value)], time, numbers);
    form.doubt.map_or(Ok(form.hash), Err)
}

/// Whether a loop, or the iteration that was its last, can have been left by a `return` or for a loop
/// further out. Iterations that were followed by another one did neither.
fn may_return(run: &Run, last: NodeId, data: &NodeData) -> bool {
    let tree = run.tree();
    if let NodeKind::Iterations(_) | NodeKind::Check(_) = data.kind {
        let next = tree.end(last);
        if next.index() < tree.len() && tree.parent(next) == tree.parent(last) {
            return false;
        }
    }
    // Whatever leaves a loop early stands in its last iteration, or in the last loop in that.
    let mut node = last;
    loop {
        let Some(data) = run.data(node) else {
            return true;
        };
        match data.kind {
            NodeKind::Loop(_) => {}
            NodeKind::Iterations(id) | NodeKind::Check(id) => {
                if ran_early_exit(run, id, &data.lines) {
                    return true;
                }
            }
            NodeKind::Routine(_) | NodeKind::Lost => return false,
        }
        let loops = tree
            .children(node)
            .filter(|&child| tree.kind(child) != Kind::Routine);
        match loops.last() {
            Some(child) => node = child,
            None => return false,
        }
    }
}

/// Whether one of these lines of a loop, which ran, may leave its routine or a loop further out.
fn ran_early_exit(run: &Run, id: u32, lines: &[u32]) -> bool {
    let definitions = run.definitions();
    let leaves = definitions.loop_(id).and_then(|def| {
        run.sources().with_loop(definitions, def, |file, found| {
            // Other code may stand on the lines on which the loop begins and ends.
            let texts = (found.lines.first..).zip(file.fragment(found.span).lines());
            let mut ran = texts.filter(|(line, _)| lines.contains(line));
            Some(ran.any(|(_, text)| leaves_early(text)))
        })
    });
    // Without its source a loop may do anything.
    leaves.unwrap_or(true)
}

/// Whether a line may hold a `return`, or a `break` or `continue` with a label.
fn leaves_early(line: &str) -> bool {
    let labelled = |word: &str| {
        let mut places = line.match_indices(word);
        places.any(|(place, _)| !line[place + word.len()..].trim_start().starts_with(';'))
    };
    line.contains("return") || labelled("break") || labelled("continue")
}

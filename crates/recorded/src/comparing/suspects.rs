//! What of a run can hold the bug at all, given a good run that began alike.
//!
//! When a run that goes wrong and a good one began alike, then the cause is code that differs between them, and all code that
//! is the same in both is out of question from the start. When that code did not run inside the piece that is searched
//! but before it, as static initialisers and the preparations of a test do, the search has to begin further out.

use std::collections::BTreeMap;
use std::sync::Arc;

use elenchus_session::Program;
use elenchus_tree::{NodeId, RoutineId};

use crate::comparing::alongside::{Compared, Ended, compare};
use crate::comparing::changes::{Code, lacks_routines};
use crate::comparing::counterparts::Counterparts;
use crate::comparing::pair::Pair;
use crate::looks;
use crate::run::Run;

/// So many calls below the artificial root are compared besides the first.
const MOST_CALLS: usize = 64;

/// What a good run leaves of the suspects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspects {
    /// Where the search has to begin.
    pub at: NodeId,
    /// The routines that are the same in both versions, by name. Overloads share a name, so all of them are.
    pub same: Vec<String>,
    /// The routines that differ and ran, by name.
    pub differ: Vec<String>,
}

/// What `good` leaves of the suspects in the piece that begins at `at`; nothing when it says nothing about that.
pub fn suspects(run: &Arc<Run>, good: &Arc<Run>, at: NodeId) -> Option<Suspects> {
    if run.tree().is_growing() {
        return None;
    }
    let pair = Pair::new(run.clone(), good.clone());
    if pair.changes.places().is_empty() || lacks_routines(run, good) {
        return None;
    }
    let at = beginning(&pair, at)?;
    let tree = run.tree();
    let changes = &pair.changes;
    let mut is_same = BTreeMap::new();
    for (number, name) in tree.routine_names().iter().enumerate() {
        let same = changes.of(RoutineId(number as u32)) == Code::Same;
        *is_same.entry(name.clone()).or_insert(true) &= same;
    }
    let same = is_same.into_iter().filter(|(_, same)| *same);
    // What the compiler makes follows from the code around it.
    let is_written = |node: &&NodeId| looks::is_written(run.definitions(), tree.routine(**node));
    let written = changes.places().iter().filter(is_written);
    let mut differ: Vec<String> = written.map(|&node| tree.label(node).to_owned()).collect();
    differ.sort();
    differ.dedup();
    if differ.is_empty() {
        return None;
    }
    Some(Suspects {
        at,
        same: same.map(|(name, _)| name).collect(),
        differ,
    })
}

/// Where the search has to begin that was to begin at `at`: there, or where the run begins. Nothing when the good run did
/// not begin alike, so that the cause may be what both were given.
fn beginning(pair: &Pair, at: NodeId) -> Option<NodeId> {
    if let Some(compared) = compared(pair, at)
        && compared.began_alike
    {
        let is_inside = pair.changes.inside((at, pair.run.tree().end(at)));
        let went_wrong = matches!(compared.ended, Ended::Otherwise | Ended::StillRunning);
        return went_wrong.then_some(if is_inside { at } else { NodeId::ROOT });
    }
    // What differs at its beginning comes from what ran before it.
    let before = pair.changes.places().first()? < &at;
    let whole = compared(pair, NodeId::ROOT);
    (before && at != NodeId::ROOT && whole.is_some_and(|whole| whole.began_alike))
        .then_some(NodeId::ROOT)
}

/// A piece of the run compared with its counterpart in the good one.
fn compared(pair: &Pair, at: NodeId) -> Option<Compared> {
    match pair.run.data(at) {
        Some(_) => compared_call(pair, at),
        None => compared_whole(pair, at),
    }
}

/// The artificial root has no state of its own: it begins as the first call below it does, and all that differs later comes from
/// inside of it. A static initialiser is often the first of these calls, and nothing is wrong with it.
fn compared_whole(pair: &Pair, root: NodeId) -> Option<Compared> {
    let run = &pair.run;
    let strand = |node| run.snapshot().key_of(node).strand;
    let is_main = |call: &NodeId| strand(*call) == strand(NodeId::ROOT) || strand(*call) == 1;
    let mut calls = run.tree().children(root).filter(is_main);
    let mut whole = compared_call(pair, calls.next()?)?;
    for call in calls.take(MOST_CALLS) {
        if whole.ended != Ended::Alike {
            break;
        }
        let Some(next) = compared_call(pair, call) else {
            continue;
        };
        whole.ended = match next.began_alike {
            true => next.ended,
            false => Ended::Otherwise,
        };
        whole.unseen = whole.unseen.or(next.unseen);
    }
    Some(whole)
}

fn compared_call(pair: &Pair, at: NodeId) -> Option<Compared> {
    let (run, good) = (pair.run.clone(), pair.good.clone());
    let there = Counterparts::default().of(&run, &good, at);
    let there = there.filter(|&there| good.data(there).is_some())?;
    compare(pair, (at, at), (there, there))
}

//! Threads and tasks in a run: they hang under the call that started them, and may go on after it has ended.

use elenchus_session::{Program, Subject};
use elenchus_trace::value::{NodeKey, Time};
use elenchus_tree::NodeId;

use crate::run::Run;

/// The first nodes of all threads and tasks, in the order of the tree.
pub(crate) fn threads(run: &Run) -> Vec<NodeId> {
    let strands = &run.trace().forest().strands;
    let first = strands.iter().filter_map(|strand| {
        let key = NodeKey {
            strand: strand.number,
            index: 0,
        };
        run.snapshot().node_of(key)
    });
    let mut threads: Vec<NodeId> = first.collect();
    threads.sort_unstable();
    threads
}

/// What ran in threads and tasks that began in a piece and were not waited for there: what came out of the piece says
/// nothing about them. In the order of the tree.
pub(crate) fn outliving(run: &Run, subject: Subject) -> Vec<NodeId> {
    let tree = run.tree();
    let (start, end) = subject.span(tree);
    let threads = run.threads();
    let first = threads.partition_point(|&thread| thread <= start);
    let begun = threads[first..].iter().take_while(|&&thread| thread < end);
    let Some(over) = run.trace().after(run.snapshot().key_of(subject.last())) else {
        return Vec::new();
    };
    let begun = begun.flat_map(|&first| calls_of(run, first));
    let mut outliving: Vec<NodeId> = Vec::new();
    for call in begun.filter(|&call| !has_ended(run, call, over)) {
        if outliving
            .last()
            .is_none_or(|&last| !tree.contains(last, call))
        {
            outliving.push(call);
        }
    }
    outliving
}

/// The outermost calls of the thread that begins with `first`.
fn calls_of(run: &Run, first: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let tree = run.tree();
    let strand = |node: NodeId| run.snapshot().key_of(node).strand;
    let end = tree
        .parent(first)
        .map_or(NodeId::new(tree.len()), |parent| tree.end(parent));
    let next = move |&node: &NodeId| Some(tree.end(node)).filter(|&next| next < end);
    std::iter::successors(Some(first), next).take_while(move |&node| strand(node) == strand(first))
}

/// Whether a call is known to have ended by this time. That its thread handed its records over first proves nothing: those of this moment may have
/// waited longer.
fn has_ended(run: &Run, call: NodeId, by: Time) -> bool {
    let ended = run.trace().after(run.snapshot().key_of(call));
    ended.is_some_and(|ended| run.trace().is_known_before(ended, by))
}

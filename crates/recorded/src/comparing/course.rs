//! A recording of a version that was right, followed step by step: a second, less strict look than
//! [`crate::comparing::oracle`] takes.
//!
//! Programs that use readers, writers, streams or caches keep state in objects whose contents are not recorded, and whatever
//! leads to one of them can never be compared for certain. Two runs of one test take the same course all the same, until the
//! bug makes a difference. So a node is compared with its *counterpart*, the node that the same steps lead to from the root
//! of the good run. When both begin in the same state, as far as it was recorded and shows, then what came out of the counterpart
//! is what should have come out: a difference that can be seen is wrong. No difference is only taken for right when both
//! also ran the same lines all the way through, because a difference inside may have gone somewhere unseen. A call whose
//! counterpart does not exist or began differently is right when the good run did the very same elsewhere.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use elenchus_session::{Answer, By, Oracle, OracleError, Program, Question, Reply, Subject};
use elenchus_trace::definition::RoutineDef;
use elenchus_trace::{NodeData, NodeKind, Outcome};
use elenchus_tree::{Kind, NodeId};
use xxhash_rust::xxh3::xxh3_128;

use crate::comparing::behaviour::{code_of, statics};
use crate::comparing::canonical::{Numbers, canonical};
use crate::comparing::oracle::index;
use crate::heap::Value;
use crate::run::{Current, Run};

/// Larger pieces of a run than this are not gone through.
const MOST_NODES: usize = 50_000;

/// How many calls of a routine, those nearest in the course of the run, are compared at most with one that has no
/// counterpart.
const MOST_ELSEWHERE: usize = 8;

/// More output than this is not compared.
const MOST_OUTPUT: usize = 1 << 20;

/// One step down from a node: which of the children with the same code is taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Step {
    kind: Kind,
    code: String,
    /// Counted from 1.
    which: u64,
}

/// Compares the run in question with a good one, place by place.
pub struct CourseOracle {
    name: String,
    run: Current,
    good: Arc<Run>,
    /// The look at the run in question that the counterparts belong to: nodes get other numbers as it grows.
    looked_at: Option<Arc<Run>>,
    /// The counterparts found so far.
    counterparts: HashMap<NodeId, Option<NodeId>>,
    /// The steps down from nodes of the good run.
    steps: HashMap<NodeId, HashMap<Step, NodeId>>,
    /// The nodes of the good run by kind and routine; filled when first needed.
    nodes_of: Option<HashMap<(Kind, String), Vec<NodeId>>>,
}

/// What can be seen of one piece of a run.
#[derive(PartialEq, Eq)]
struct Seen {
    before: u128,
    after: u128,
}

impl CourseOracle {
    /// An oracle on the questions about `run`, by the recording that users know as `name`.
    pub fn new(name: String, run: Current, good: Arc<Run>) -> CourseOracle {
        CourseOracle {
            name,
            run,
            good,
            looked_at: None,
            counterparts: HashMap::new(),
            steps: HashMap::new(),
            nodes_of: None,
        }
    }

    /// The run in question as it stands now.
    fn current(&mut self) -> Arc<Run> {
        let run = self.run.read().unwrap_or_else(PoisonError::into_inner);
        let same = self
            .looked_at
            .as_ref()
            .is_some_and(|old| Arc::ptr_eq(old, &run));
        if !same {
            self.counterparts.clear();
            self.looked_at = Some(run.clone());
        }
        run.clone()
    }

    fn judge(&mut self, subject: Subject) -> Option<Answer> {
        let run = self.current();
        let nodes: Vec<NodeId> = subject.nodes(run.tree()).collect();
        let several_calls = nodes.len() > 1 && run.tree().kind(nodes[0]) == Kind::Routine;
        let pieces: Vec<&[NodeId]> = match several_calls {
            true => nodes.chunks(1).collect(),
            false => vec![&nodes],
        };
        let mut all = Some(Answer::Right);
        for piece in pieces {
            match self.judge_piece(&run, piece) {
                Some(Answer::Right) => {}
                Some(answer) => return Some(answer),
                None => all = None,
            }
        }
        all
    }

    /// One node, or consecutive iterations.
    fn judge_piece(&mut self, run: &Run, nodes: &[NodeId]) -> Option<Answer> {
        let here = (*nodes.first()?, *nodes.last()?);
        let seen_here = seen(run, here)?;
        let counterparts = (self.counterpart(run, here.0), self.counterpart(run, here.1));
        if let (Some(first), Some(last)) = counterparts
            && let Some(seen_there) = seen(&self.good, (first, last))
            && seen_here.before == seen_there.before
        {
            let right = seen_here.after == seen_there.after;
            let known = !right || same_course(run, here, &self.good, (first, last));
            let answer = if right { Answer::Right } else { Answer::Wrong };
            return known.then_some(answer);
        }
        let is_call = nodes.len() == 1 && run.tree().kind(here.0) == Kind::Routine;
        let right = is_call && self.is_done_elsewhere(run, here.0, &seen_here);
        right.then_some(Answer::Right)
    }

    /// Whether the good run holds a call that began the same, did the same and ended the same.
    fn is_done_elsewhere(&mut self, run: &Run, node: NodeId, seen_here: &Seen) -> bool {
        let tree = run.tree();
        let around = tree.ancestors(node).find_map(|around| {
            let around = self.counterparts.get(&around);
            around.copied().flatten()
        });
        let good = &self.good;
        let around = around.unwrap_or(NodeId::ROOT);
        let nodes_of = self.nodes_of.get_or_insert_with(|| index(good));
        let group = (Kind::Routine, tree.label(node).to_owned());
        let mut nearest = nodes_of.get(&group).cloned().unwrap_or_default();
        // Inside what corresponds to the same call, else near it.
        nearest.sort_by_key(|&other| {
            let outside = !good.tree().contains(around, other);
            (outside, other.index().abs_diff(around.index()))
        });
        nearest.into_iter().take(MOST_ELSEWHERE).any(|other| {
            same_course(run, (node, node), good, (other, other))
                && seen(good, (other, other)).as_ref() == Some(seen_here)
        })
    }

    /// The node of the good run that the same steps lead to.
    fn counterpart(&mut self, run: &Run, node: NodeId) -> Option<NodeId> {
        // Down from the nearest ancestor whose counterpart is known; chains of calls can be long.
        let tree = run.tree();
        let mut path = vec![node];
        while let Some(parent) = tree.parent(path[path.len() - 1])
            && !self.counterparts.contains_key(&path[path.len() - 1])
        {
            path.push(parent);
        }
        let top = path.pop()?;
        let mut found = match self.counterparts.get(&top) {
            Some(&known) => known,
            None => beginning(run, &self.good),
        };
        self.counterparts.insert(top, found);
        for &below in path.iter().rev() {
            found = found.and_then(|good| {
                let parent = tree.parent(below)?;
                if parent == NodeId::ROOT && is_first_call(run, below, &self.good) {
                    return Some(NodeId::ROOT);
                }
                let step =
                    steps(run, parent).find_map(|(step, node)| (node == below).then_some(step))?;
                let downs = self
                    .steps
                    .entry(good)
                    .or_insert_with(|| steps(&self.good, good).collect());
                downs.get(&step).copied()
            });
            self.counterparts.insert(below, found);
        }
        found
    }
}

/// What the root of a run corresponds to. A run with several threads, or one that still goes on, has an artificial root
/// above the first call; others begin with that call.
fn beginning(run: &Run, good: &Run) -> Option<NodeId> {
    let is_call = |run: &Run| run.data(NodeId::ROOT).is_some();
    if !is_call(run) || is_call(good) {
        return Some(NodeId::ROOT);
    }
    let first = run.tree().label(NodeId::ROOT);
    let mut calls = good.tree().children(NodeId::ROOT);
    calls.find(|&call| good.tree().label(call) == first)
}

/// Whether a call below the artificial root of a run is the one that a good run begins with.
fn is_first_call(run: &Run, node: NodeId, good: &Run) -> bool {
    run.data(NodeId::ROOT).is_none()
        && good.data(NodeId::ROOT).is_some()
        && run.tree().label(node) == good.tree().label(NodeId::ROOT)
}

/// The steps down from a node.
fn steps(run: &Run, parent: NodeId) -> impl Iterator<Item = (Step, NodeId)> + '_ {
    let tree = run.tree();
    let mut alike: HashMap<(Kind, String), u64> = HashMap::new();
    tree.children(parent).map(move |child| {
        // Loops of one routine are told apart by their code, not by their routine's name.
        let code = code_of(run, child).unwrap_or_else(|| tree.label(child).to_owned());
        let kind = tree.kind(child);
        let count = alike.entry((kind, code.clone())).or_default();
        *count += 1;
        let step = Step {
            kind,
            code,
            which: *count,
        };
        (step, child)
    })
}

/// What can be seen from before `first` to after `last`; nothing when it has not ended.
fn seen(run: &Run, (first, last): (NodeId, NodeId)) -> Option<Seen> {
    let (begin, end) = (run.data(first)?, run.data(last)?);
    let after = end.after?;
    let trace = run.objects();
    let mut numbers = Numbers::default();
    let given = given(run, first, &begin);
    let is_constructor = is_constructor(run, &begin);
    let before = given
        .iter()
        .filter(|(name, _)| !is_constructor || name != run.language().receiver());
    let named = |(name, value): &(String, Value)| (name.clone(), *value);
    let mut before: Vec<(String, Value)> = before.map(named).collect();
    let old: HashMap<String, Value> = statics(run, begin.before).into_iter().collect();
    let new = statics(run, after).into_iter();
    let written: Vec<(String, Value)> = new
        .filter(|(name, value)| old.get(name) != Some(value))
        .collect();
    before.extend(statics_before(&old, &written));
    let form = |values: &[(String, Value)], time, numbers: &mut Numbers| {
        let values = values.iter().map(|(name, value)| (name.as_str(), *value));
        canonical(trace, values, time, numbers).hash
    };
    let before_form = form(&before, begin.before, &mut numbers);
    let mut results = given;
    let assigned = end.locals_after.iter();
    results.extend(assigned.map(|local| (format!("assigned {}", local.local), local.value)));
    match end.outcome {
        Outcome::Returned(value) => results.push(("returned".to_owned(), value)),
        Outcome::Threw(value) => results.push((run.language().threw().to_owned(), value)),
        Outcome::Ended => {}
        Outcome::StillRunning | Outcome::Lost => return None,
    }
    results.extend(written);
    let after_form = form(&results, after, &mut numbers);
    let printed = printed(run, first, last)?;
    Some(Seen {
        before: before_form,
        after: after_form ^ printed,
    })
}

/// The static fields that what came out may depend on: those with plain values, and those that were written. (Everything
/// that all of them lead to would be the whole state of the program.)
fn statics_before(
    old: &HashMap<String, Value>,
    written: &[(String, Value)],
) -> Vec<(String, Value)> {
    let is_written = |name: &String| written.iter().any(|(other, _)| other == name);
    let counts = old
        .iter()
        .filter(|(name, value)| !matches!(value, Value::Ref(_)) || is_written(name));
    let mut counts: Vec<(String, Value)> =
        counts.map(|(name, &value)| (name.clone(), value)).collect();
    counts.sort_by(|a, b| a.0.cmp(&b.0));
    counts
}

/// What code was given: receiver and arguments, or receiver and locals for a loop.
fn given(run: &Run, node: NodeId, data: &NodeData) -> Vec<(String, Value)> {
    let (receiver, values) = match data.kind {
        NodeKind::Routine(_) => {
            let arguments = data.arguments.iter().copied().enumerate();
            (data.receiver, arguments.collect::<Vec<_>>())
        }
        _ => {
            let call = run.call_around(node).and_then(|call| run.data(call));
            let locals = run.locals_before(node, data).into_iter();
            let locals = locals.map(|local| (local.local, local.value));
            (call.and_then(|call| call.receiver), locals.collect())
        }
    };
    let receiver = receiver.map(|value| (run.language().receiver().to_owned(), value));
    let values = values
        .into_iter()
        .map(|(place, value)| (format!("given {place}"), value));
    receiver.into_iter().chain(values).collect()
}

fn is_constructor(run: &Run, data: &NodeData) -> bool {
    let NodeKind::Routine(id) = data.kind else {
        return false;
    };
    let def = run.definitions().routine(id);
    def.is_some_and(RoutineDef::is_constructor)
}

/// What went through the standard streams.
fn printed(run: &Run, first: NodeId, last: NodeId) -> Option<u128> {
    let mut streams: [Vec<u8>; 3] = Default::default();
    let output = run.output(Subject::siblings(first, last), MOST_OUTPUT);
    if output.total > MOST_OUTPUT as u64 {
        return None;
    }
    for (stream, bytes) in output.pieces {
        streams.get_mut(stream as usize)?.extend(bytes);
    }
    let [read, out, error] = streams.map(|bytes| xxh3_128(&bytes));
    Some(read.rotate_left(2) ^ out.rotate_left(1) ^ error)
}

/// Whether two pieces of different runs have the same calls and loops in them, with the same lines that ran.
fn same_course(
    run: &Run,
    (first, last): (NodeId, NodeId),
    good: &Run,
    (good_first, good_last): (NodeId, NodeId),
) -> bool {
    let (tree, good_tree) = (run.tree(), good.tree());
    let inside = first.index()..tree.end(last).index();
    let good_inside = good_first.index()..good_tree.end(good_last).index();
    if inside.len() != good_inside.len() || inside.len() > MOST_NODES {
        return false;
    }
    let mut pairs = inside
        .zip(good_inside)
        .map(|(here, there)| (NodeId::new(here), NodeId::new(there)));
    // The shape is compared first, because it costs little.
    let same_code = pairs.clone().all(|(here, there)| {
        tree.kind(here) == good_tree.kind(there) && tree.label(here) == good_tree.label(there)
    });
    let lines = |run: &Run, node| run.data(node).map(|data| data.lines);
    same_code && pairs.all(|(here, there)| lines(run, here) == lines(good, there))
}

impl Oracle for CourseOracle {
    fn by(&self) -> By {
        By::Recording(format!("{}, step by step", self.name))
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        Ok(self.judge(question.subject).map(Reply::Answer))
    }
}

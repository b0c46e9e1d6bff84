//! A recording of a version that was right, as an oracle.
//!
//! A question is answered when the good run holds the same code started from the same state: what
//! came out there is what should come out here. When the state before differs, or anything that
//! matters was not recorded, the oracle does not know.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use elenchus_session::{Answer, By, Oracle, OracleError, Program, Question, Reply, Subject};
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::behaviour::{Behaviour, before, behaviour, code_of, plain_inputs};
use crate::canonical::Canonical;
use crate::run::{Current, Run};

/// At most so many runs of the same code in the good recording are known to the oracle.
const MOST_CANDIDATES: usize = 20_000;

/// At most so many of them, those nearest in the course of the run, are compared state by state.
const MOST_COMPARED: usize = 12;

/// So many runs from the same state that agree are proof enough.
const ENOUGH: usize = 2;

/// At most so many calls side by side are answered one by one.
const MOST_PARTS: usize = 1000;

/// Compares the run in question with a good one.
pub struct TraceOracle {
    name: String,
    run: Current,
    good: Run,
    /// The nodes of the good run by kind and routine; filled when first needed.
    nodes_of: Option<HashMap<(Kind, String), Vec<NodeId>>>,
    /// Those of a group by their code and plain inputs, for the groups that were asked about.
    alike: HashMap<(Kind, String), HashMap<Inputs, Vec<NodeId>>>,
    /// The states before nodes of the good run that were already computed.
    starts: HashMap<NodeId, Option<Canonical>>,
}

/// A piece of code with the numbers it was given.
type Inputs = (String, u64);

impl TraceOracle {
    /// An oracle on the questions about `run`, by the recording that users know as `name`.
    pub fn new(name: String, run: Current, good: Run) -> TraceOracle {
        TraceOracle {
            name,
            run,
            good,
            nodes_of: None,
            alike: HashMap::new(),
            starts: HashMap::new(),
        }
    }

    /// The run in question as it stands now.
    fn current(&self) -> Arc<Run> {
        self.run
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Whether the good run did the same, or `None` when it cannot tell.
    fn judge(&mut self, subject: Subject) -> Option<bool> {
        let run = self.current();
        let tree = run.tree();
        let several_calls =
            subject.single().is_none() && tree.kind(subject.first()) == Kind::Routine;
        if several_calls {
            return self.judge_parts(subject);
        }
        let here = behaviour(&run, subject)?;
        if !here.is_certain() {
            return None;
        }
        let length = subject.nodes(tree).count();
        let mut verdict = None;
        let first = subject.first();
        let group = (tree.kind(first), tree.label(first).to_owned());
        let inputs = plain_inputs(&run, first)?;
        for node in self.starting_from(&here, &group, first, inputs) {
            let there = self.good_behaviour(node, length)?;
            if there.read != here.read {
                continue;
            }
            let same = there.is_certain().then_some(there.after == here.after)?;
            if same && (here.may_return || there.may_return) {
                return None;
            }
            // Two good runs from one state that end differently depend on something unseen.
            if verdict.is_some_and(|verdict| verdict != same) {
                return None;
            }
            verdict = Some(same);
        }
        verdict
    }

    /// Calls side by side are right when each of them is; one that is wrong is reason enough to look
    /// among them.
    fn judge_parts(&mut self, subject: Subject) -> Option<bool> {
        let run = self.current();
        let parts: Vec<NodeId> = subject.nodes(run.tree()).take(MOST_PARTS + 1).collect();
        if parts.len() > MOST_PARTS {
            return None;
        }
        let mut all = Some(true);
        for part in parts {
            match self.judge(Subject::node(part)) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    /// The behaviour of `length` consecutive siblings of the good run.
    fn good_behaviour(&self, first: NodeId, length: usize) -> Option<Behaviour> {
        let tree = self.good.tree();
        let parent = tree.parent(first);
        let mut last = first;
        for _ in 1..length {
            last = tree.end(last);
            if last.index() >= tree.len() || tree.parent(last) != parent {
                return None;
            }
        }
        behaviour(&self.good, Subject::siblings(first, last))
    }

    /// The nodes of the good run with the same code and the same state before. `group` is the kind
    /// and the routine of that code, `first` the node in question and `inputs` its plain inputs.
    fn starting_from(
        &mut self,
        here: &Behaviour,
        group: &(Kind, String),
        first: NodeId,
        inputs: u64,
    ) -> Vec<NodeId> {
        let good = &self.good;
        let nodes_of = self.nodes_of.get_or_insert_with(|| index(good));
        let Some(nodes) = nodes_of.get(group) else {
            return Vec::new();
        };
        let alike = self
            .alike
            .entry(group.clone())
            .or_insert_with(|| by_inputs(good, nodes));
        let key = (here.code.clone(), inputs);
        let Some(nodes) = alike.get(&key) else {
            return Vec::new();
        };
        // Versions of a program take much the same course, so the nearest runs are the likeliest.
        let mut nearest = nodes.clone();
        nearest.sort_by_key(|node| node.index().abs_diff(first.index()));
        nearest.truncate(MOST_COMPARED);
        let starts = &mut self.starts;
        let mut found = 0;
        nearest.retain(|&node| {
            if found == ENOUGH {
                return false;
            }
            let start = starts
                .entry(node)
                .or_insert_with(|| before(good, node).map(|(_, state, _)| state));
            let same = *start == Some(here.before);
            found += usize::from(same);
            same
        });
        nearest
    }
}

/// Some nodes of a run by their code and plain inputs.
fn by_inputs(run: &Run, nodes: &[NodeId]) -> HashMap<Inputs, Vec<NodeId>> {
    let mut alike: HashMap<Inputs, Vec<NodeId>> = HashMap::new();
    for &node in nodes.iter().take(MOST_CANDIDATES) {
        if let (Some(code), Some(inputs)) = (code_of(run, node), plain_inputs(run, node)) {
            alike.entry((code, inputs)).or_default().push(node);
        }
    }
    alike
}

/// All nodes of a run by kind and routine. Overloads and loops of a routine share a group.
fn index(run: &Run) -> HashMap<(Kind, String), Vec<NodeId>> {
    let tree = run.tree();
    let mut by_number: HashMap<(Kind, RoutineId), Vec<NodeId>> = HashMap::new();
    for node in tree.nodes() {
        let group = (tree.kind(node), tree.routine(node));
        by_number.entry(group).or_default().push(node);
    }
    let mut by_name: HashMap<(Kind, String), Vec<NodeId>> = HashMap::new();
    for ((kind, routine), nodes) in by_number {
        let group = (kind, tree.routine_name(routine).to_owned());
        by_name.entry(group).or_default().extend(nodes);
    }
    for nodes in by_name.values_mut() {
        nodes.sort_unstable();
    }
    by_name
}

impl Oracle for TraceOracle {
    fn by(&self) -> By {
        By::Recording(self.name.clone())
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        let verdict = self
            .judge(question.subject)
            .map(|same| Reply::Answer(if same { Answer::Right } else { Answer::Wrong }));
        Ok(verdict)
    }
}

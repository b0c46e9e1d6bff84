//! A recording of a version that was right, as an oracle.
//!
//! A question is answered when the good run holds the same code started from the same state: what
//! came out there is what should come out here. When the state before differs, or anything that
//! matters was not recorded, the oracle does not know. Nor does it when something else came out of code that is the same in
//! both versions: that depends on something that was not recorded, such as a clock or a file.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use elenchus_session::{
    Answer, By, Difference, Oracle, OracleError, Program, Question, Reply, Subject,
};
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::comparing::alongside::{Ended, compare, constants};
use crate::comparing::behaviour::{Behaviour, before, behaviour, code_of, plain_inputs};
use crate::comparing::differs::{End, differences};
use crate::comparing::doubt::Doubt;
use crate::comparing::pair::{Pair, Piece, span};
use crate::comparing::unseen;
use crate::run::{Current, Run};

/// How many runs of the same code in the good recording are known to the oracle, at most.
const MOST_CANDIDATES: usize = 20_000;

/// How many of them, those nearest in the course of the run, are compared state by state, at most.
const MOST_COMPARED: usize = 48;

/// This many runs from the same state that agree are proof enough.
const ENOUGH: usize = 2;

/// How many calls side by side are answered one by one, at most.
const MOST_PARTS: usize = 1000;

/// Compares the run in question with a good one.
pub struct TraceOracle {
    name: String,
    run: Current,
    good: Arc<Run>,
    /// The nodes of the good run by kind and routine; filled when first needed.
    nodes_of: Option<HashMap<(Kind, String), Vec<NodeId>>>,
    /// Those of a group by their code and plain inputs, for the groups that were asked about.
    alike: HashMap<(Kind, String), HashMap<Inputs, Vec<Place>>>,
    /// The states before nodes of the good run that were already computed.
    starts: HashMap<NodeId, Option<u128>>,
    /// The two runs as they were looked at last.
    pair: Option<Pair>,
    /// What the last answer rests on.
    differences: Vec<Difference>,
    /// Why the question asked last was left open.
    doubt: Option<Doubt>,
}

/// A piece of code with the numbers it was given.
type Inputs = (String, u64);

/// Where in its run a node stands.
#[derive(Clone, Copy)]
struct Place {
    node: NodeId,
    /// The plain inputs of what is around it.
    around: Option<u64>,
    /// Which iteration of its loop it is.
    iteration: u64,
}

impl Place {
    fn of(run: &Run, node: NodeId) -> Place {
        let parent = run.tree().parent(node);
        Place {
            node,
            around: parent.and_then(|parent| plain_inputs(run, parent)),
            iteration: run.data(node).map_or(0, |data| data.iterations.start),
        }
    }

    /// How far apart two places of different runs are. Versions of a program take much the same course.
    fn distance(&self, other: &Place) -> (bool, u64, usize) {
        (
            self.around != other.around,
            self.iteration.abs_diff(other.iteration),
            self.node.index().abs_diff(other.node.index()),
        )
    }
}

impl TraceOracle {
    /// An oracle on the questions about `run`, by the recording that users know as `name`.
    pub fn new(name: String, run: Current, good: Arc<Run>) -> TraceOracle {
        TraceOracle {
            name,
            run,
            good,
            nodes_of: None,
            alike: HashMap::new(),
            starts: HashMap::new(),
            pair: None,
            differences: Vec::new(),
            doubt: None,
        }
    }

    /// The run in question as it stands now, beside the good one.
    fn take_pair(&mut self) -> Pair {
        let run = self.run.read().unwrap_or_else(PoisonError::into_inner);
        match self.pair.take() {
            Some(pair) if Arc::ptr_eq(&pair.run, &run) => pair,
            _ => Pair::new(run.clone(), self.good.clone()),
        }
    }

    /// Whether the good run did the same in a piece, or why it cannot tell. What differs is told by [`Oracle::differences`].
    pub fn compare(&mut self, subject: Subject) -> Result<bool, Doubt> {
        self.differences.clear();
        let pair = self.take_pair();
        let verdict = self.judge(&pair, subject);
        self.pair = Some(pair);
        verdict
    }

    fn judge(&mut self, pair: &Pair, subject: Subject) -> Result<bool, Doubt> {
        let run = pair.run.clone();
        let tree = run.tree();
        let several_calls =
            subject.single().is_none() && tree.kind(subject.first()) == Kind::Routine;
        if several_calls {
            return self.judge_parts(pair, subject);
        }
        let here = behaviour(&run, subject)?;
        if let Some(doubt) = here.doubt() {
            return Err(doubt.clone());
        }
        let length = subject.nodes(tree).count();
        let mut verdict = Err(Doubt::OtherStates);
        let mut compared_with = None;
        let first = subject.first();
        let here_piece = (first, subject.last());
        let group = (tree.kind(first), tree.label(first).to_owned());
        let inputs = plain_inputs(&run, first).ok_or(Doubt::NoCode)?;
        for node in self.starting_from(&run, &here, &group, first, inputs)? {
            // A loop of the good run may end earlier than the iterations in question.
            let Some(last) = self.last_of(node, length) else {
                continue;
            };
            let there = behaviour(&self.good, Subject::siblings(node, last))?;
            if there.read != here.read {
                continue;
            }
            if let Some(doubt) = there.doubt() {
                return Err(doubt.clone());
            }
            let pieces = (here_piece, (node, last));
            if !constants(pair, pieces, (here.times.0, there.times.0))? {
                continue;
            }
            let mut same = there.after.hash == here.after.hash
                && constants(pair, pieces, (here.times.1, there.times.1))?;
            // Where one of them may have left its routine, what that returned counts too.
            same = same && here.leaving.is_like(&there.leaving)?;
            // Two good runs from one state that end differently depend on something unseen.
            if verdict.as_ref().is_ok_and(|&verdict| verdict != same) {
                return Err(Doubt::SeveralEnds);
            }
            verdict = Ok(same);
            compared_with = Some(Subject::siblings(node, last));
        }
        let differs = pair.changes.inside(span(&run, here_piece));
        match verdict {
            Ok(false) if !differs => return Err(Doubt::SameCode),
            Ok(_) if differs && pair.starts_threads(here_piece) => return Err(Doubt::Concurrent),
            _ => {}
        }
        let there_piece = compared_with.map(|there| (there.first(), there.last()));
        if there_piece.is_some_and(|there| pair.is_disturbed(here_piece, there)) {
            return Err(Doubt::Concurrent);
        }
        if let (Ok(false), Some(there), Some(there_piece)) = (&verdict, compared_with, there_piece)
        {
            if pair.apart.is_any() && !differs_in_common(pair, here_piece, there_piece) {
                return Err(Doubt::OtherFields);
            }
            let found = differences((&run, subject), (&self.good, there), End::After);
            if let Some(doubt) = unseen::doubt(pair, here_piece, &found) {
                return Err(doubt);
            }
            self.differences = found;
        }
        verdict
    }

    /// Calls side by side are right when each of them is; one that is wrong is reason enough to look
    /// among them.
    fn judge_parts(&mut self, pair: &Pair, subject: Subject) -> Result<bool, Doubt> {
        let parts: Vec<NodeId> = subject
            .nodes(pair.run.tree())
            .take(MOST_PARTS + 1)
            .collect();
        if parts.len() > MOST_PARTS {
            return Err(Doubt::ManyCalls);
        }
        let mut all = Ok(true);
        for part in parts {
            match self.judge(pair, Subject::node(part)) {
                Ok(false) => return Ok(false),
                Ok(true) => {}
                Err(doubt) => all = all.and(Err(doubt)),
            }
        }
        all
    }

    /// The last of `length` consecutive siblings of the good run, if there are as many.
    fn last_of(&self, first: NodeId, length: usize) -> Option<NodeId> {
        let tree = self.good.tree();
        let parent = tree.parent(first);
        let mut last = first;
        for _ in 1..length {
            last = tree.end(last);
            if last.index() >= tree.len() || tree.parent(last) != parent {
                return None;
            }
        }
        Some(last)
    }

    /// The nodes of the good run with the same code and the same state before. `group` is the kind
    /// and the routine of that code, `first` the node in question and `inputs` its plain inputs.
    fn starting_from(
        &mut self,
        run: &Run,
        here: &Behaviour,
        group: &(Kind, String),
        first: NodeId,
        inputs: u64,
    ) -> Result<Vec<NodeId>, Doubt> {
        let good = &self.good;
        let nodes_of = self.nodes_of.get_or_insert_with(|| index(good));
        let nodes = nodes_of.get(group).ok_or(Doubt::NeverRan)?;
        let alike = self
            .alike
            .entry(group.clone())
            .or_insert_with(|| by_inputs(good, nodes));
        let key = (here.code.clone(), inputs);
        let places = alike.get(&key).ok_or(Doubt::OtherStates)?;
        let place = Place::of(run, first);
        let mut nearest = places.clone();
        nearest.sort_by_cached_key(|other| place.distance(other));
        let nearest = nearest.into_iter().take(MOST_COMPARED);
        let mut nearest: Vec<NodeId> = nearest.map(|place| place.node).collect();
        let starts = &mut self.starts;
        let mut found = 0;
        nearest.retain(|&node| {
            if found == ENOUGH {
                return false;
            }
            let start = starts
                .entry(node)
                .or_insert_with(|| before(good, node).map(|(_, state, _)| state.hash));
            let same = *start == Some(here.before.hash);
            found += usize::from(same);
            same
        });
        Ok(nearest)
    }
}

/// Whether the ends of two pieces differ by more than fields that only one version has.
fn differs_in_common(pair: &Pair, here: Piece, there: Piece) -> bool {
    compare(pair, here, there).is_some_and(|compared| compared.ended == Ended::Otherwise)
}

/// Some nodes of a run by their code and plain inputs.
fn by_inputs(run: &Run, nodes: &[NodeId]) -> HashMap<Inputs, Vec<Place>> {
    let mut alike: HashMap<Inputs, Vec<Place>> = HashMap::new();
    for &node in nodes.iter().take(MOST_CANDIDATES) {
        if let (Some(code), Some(inputs)) = (code_of(run, node), plain_inputs(run, node)) {
            let place = Place::of(run, node);
            alike.entry((code, inputs)).or_default().push(place);
        }
    }
    alike
}

/// All nodes of a run by kind and routine. Overloads and loops of a routine share a group.
pub(crate) fn index(run: &Run) -> HashMap<(Kind, String), Vec<NodeId>> {
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
        let verdict = self.compare(question.subject);
        self.doubt = verdict.as_ref().err().cloned();
        let answer = verdict
            .ok()
            .map(|same| if same { Answer::Right } else { Answer::Wrong });
        Ok(answer.map(Reply::Answer))
    }

    fn doubt(&self) -> Option<String> {
        self.doubt.as_ref().map(Doubt::to_string)
    }

    fn differences(&self) -> Vec<Difference> {
        self.differences.clone()
    }
}

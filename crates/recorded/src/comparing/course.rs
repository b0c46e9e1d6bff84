//! A recording of a version that was right, followed step by step: a second look than [`crate::comparing::oracle`] takes, where
//! states cannot be compared for certain.
//!
//! Programs that use readers, writers, streams or caches keep state in objects whose contents are not recorded, and whatever
//! leads to one of them can never be compared for certain. Two runs of one test take the same course all the same, until the
//! bug makes a difference. So a node is compared with its *counterpart*, the node that the same steps lead to from the root
//! of the good run. Where one run has taken a step more or less than the other, the course is followed on: the counterpart is
//! then the nearest node with the same code that began from the same state, as long as all of that state was recorded.
//!
//! - **Wrong**: both began alike, something else came out (or the good one ended and this one goes on), and code that differs
//!   ran inside. If code that differs ran before as well and something is not recorded, that may be the cause: then nothing is said.
//! - **Right**: both began alike, the same came out, and both took the same course. Where code that differs ran inside, all that
//!   matters must have been recorded.
//! - **Inadmissible**: the first call inside something wrong that was given something else than its counterpart.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError};

use elenchus_session::{
    Answer, By, Difference, Oracle, OracleError, Program, Question, Reply, Subject,
};
use elenchus_trace::NodeKey;
use elenchus_tree::{Kind, NodeId};

use crate::comparing::alongside::{Compared, Ended, compare, same_course};
use crate::comparing::changes::Code;
use crate::comparing::counterparts::Counterparts;
use crate::comparing::differs::{End, differences};
use crate::comparing::doubt::Doubt;
use crate::comparing::oracle::index;
use crate::comparing::pair::{Pair, Piece, is_disturbed, span};
use crate::comparing::unseen;
use crate::run::{Current, Run};

/// At most this many calls of a routine, those nearest in the course of the run, are compared with one that has no
/// counterpart.
const MOST_ELSEWHERE: usize = 8;

/// A call after more siblings than this is not compared with all of them.
const MOST_ELDER: usize = 64;

/// More calls side by side than this are not answered one by one.
const MOST_PARTS: usize = 1000;

/// Compares the run in question with a good one, place by place.
pub struct CourseOracle {
    name: String,
    run: Current,
    good: Arc<Run>,
    /// Where the good run begins in the run in question; nowhere when both are whole.
    begins: Option<Beginning>,
    /// The two runs as they were looked at last: nodes get other numbers as a run grows.
    pair: Option<Pair>,
    counterparts: Counterparts,
    /// The nodes whose counterparts, and those of all around them, were looked for beyond steps that only one run has taken.
    followed: HashSet<NodeId>,
    /// The nodes of the good run by kind and routine; filled when first needed.
    nodes_of: Option<HashMap<(Kind, String), Vec<NodeId>>>,
    /// What the last answer rests on.
    differences: Vec<Difference>,
    /// Why the question asked last was left open.
    doubt: Option<Doubt>,
}

/// One node of the run in question that the good run is about.
#[derive(Clone, Copy)]
struct Beginning {
    here: NodeKey,
    there: NodeId,
    /// Whether its state before is known in full to be the same: then nothing that ran earlier can make a difference in it.
    is_proven: bool,
}

impl CourseOracle {
    /// An oracle on the questions about `run`, by the recording that users know as `name`.
    pub fn new(name: String, run: Current, good: Arc<Run>) -> CourseOracle {
        CourseOracle {
            name,
            run,
            good,
            begins: None,
            pair: None,
            counterparts: Counterparts::default(),
            followed: HashSet::new(),
            nodes_of: None,
            differences: Vec::new(),
            doubt: None,
        }
    }

    /// The same of a good run that is one node of the run in question, run again: `there` in it. The state before is the same, and where
    /// that `is_proven` nothing of it is unseen.
    #[must_use]
    pub fn beginning_at(self, here: NodeKey, there: NodeId, is_proven: bool) -> CourseOracle {
        CourseOracle {
            begins: Some(Beginning {
                here,
                there,
                is_proven,
            }),
            ..self
        }
    }

    /// Whether code that differs may have run before a piece, so that what is unseen may differ by then.
    fn differed_before(&self, pair: &Pair, here: Piece) -> bool {
        let inside = span(&pair.run, here);
        let begins = self.begins.filter(|begins| begins.is_proven);
        match begins.and_then(|begins| pair.run.snapshot().node_of(begins.here)) {
            Some(start) => pair.changes.inside((start, inside.0)),
            None => pair.changes.before(inside),
        }
    }

    /// What corresponds to each other before anything was looked for.
    fn beginning(&self, run: &Run) -> Counterparts {
        match self.begins {
            Some(begins) => match run.snapshot().node_of(begins.here) {
                Some(here) => Counterparts::below(here, begins.there),
                None => Counterparts::default(),
            },
            None => Counterparts::default(),
        }
    }

    /// The run in question as it stands now, beside the good one.
    fn take_pair(&mut self) -> Pair {
        let run = self.run.read().unwrap_or_else(PoisonError::into_inner);
        let run = run.clone();
        match self.pair.take() {
            Some(pair) if Arc::ptr_eq(&pair.run, &run) => pair,
            _ => {
                self.counterparts = self.beginning(&run);
                self.followed.clear();
                Pair::new(run, self.good.clone())
            }
        }
    }

    fn judge(&mut self, pair: &Pair, subject: Subject) -> Result<Answer, Doubt> {
        let run = pair.run.clone();
        let nodes = || subject.nodes(run.tree());
        let is_calls = run.tree().kind(subject.first()) == Kind::Routine;
        if subject.single().is_some() || !is_calls {
            return self.judge_piece(pair, (subject.first(), subject.last()));
        }
        let parts: Vec<NodeId> = nodes().take(MOST_PARTS + 1).collect();
        if parts.len() > MOST_PARTS {
            return Err(Doubt::ManyCalls);
        }
        let mut all = Ok(Answer::Right);
        for part in parts {
            match self.judge_piece(pair, (part, part)) {
                Ok(Answer::Right) => {}
                // What comes before it is not meant by that.
                Ok(Answer::Inadmissible) if part != subject.first() => {
                    return Err(Doubt::SeveralCalls);
                }
                Ok(answer) => return Ok(answer),
                Err(doubt) => all = all.and(Err(doubt)),
            }
        }
        all
    }

    /// One node, or consecutive iterations.
    fn judge_piece(&mut self, pair: &Pair, here: Piece) -> Result<Answer, Doubt> {
        let run = pair.run.clone();
        self.follow(pair, here);
        let several = here.0 != here.1;
        let beginning = several.then(|| self.judge_beginning(pair, here));
        let doubt = match beginning.flatten() {
            Some(Ok(answer)) => return Ok(answer),
            Some(Err(doubt)) => doubt,
            None => Doubt::OtherCourse,
        };
        if let Some(there) = self.counterpart(pair, here)
            && let Some(compared) = compare(pair, here, there)
            && compared.began_alike
        {
            return match compared.ended {
                Ended::Alike => self.right(pair, here, there, &compared),
                Ended::Otherwise | Ended::StillRunning => self.wrong(pair, here, there, &compared),
                Ended::NotKnown => Err(Doubt::NotEnded),
            };
        }
        let is_call = here.0 == here.1 && run.tree().kind(here.0) == Kind::Routine;
        if is_call && self.is_done_elsewhere(pair, here) {
            return Ok(Answer::Right);
        }
        match self.is_first_to_differ(pair, here.0) {
            true => Ok(Answer::Inadmissible),
            false => Err(doubt),
        }
    }

    /// What the first iterations say about all of them, when the good run had fewer: that those are wrong, or why they may not be.
    fn judge_beginning(&mut self, pair: &Pair, here: Piece) -> Option<Result<Answer, Doubt>> {
        let (run, good) = (pair.run.clone(), pair.good.clone());
        if self.counterparts.of(&run, &good, here.1).is_some() {
            return None;
        }
        let nodes = Subject::siblings(here.0, here.1).nodes(run.tree());
        let last = nodes
            .take_while(|&node| self.counterparts.of(&run, &good, node).is_some())
            .last()?;
        let beginning = (here.0, last);
        let there = self.counterpart(pair, beginning)?;
        let compared = compare(pair, beginning, there)?;
        let left = compared.began_alike && compared.ended == Ended::Otherwise;
        left.then(|| self.wrong(pair, beginning, there, &compared))
    }

    /// Finds the counterparts of a node, and of all around it, beyond steps that only one of the runs has taken.
    fn follow(&mut self, pair: &Pair, here: Piece) {
        let (run, good) = (pair.run.clone(), pair.good.clone());
        let around = run.tree().ancestors(here.0);
        let single = (here.0 == here.1).then_some(here.0);
        let new = |node: &NodeId| !self.followed.contains(node);
        let mut path: Vec<NodeId> = single.into_iter().chain(around).take_while(new).collect();
        path.reverse();
        for node in path {
            self.followed.insert(node);
            let others = self.counterparts.others(&run, &good, node);
            if others.is_empty() {
                continue;
            }
            let began = |other: NodeId| compare(pair, (node, node), (other, other));
            let known = self.counterparts.of(&run, &good, node).and_then(began);
            if known.is_some_and(|compared| compared.began_alike) {
                continue;
            }
            let agrees = |other: &NodeId| {
                let compared = began(*other);
                compared.is_some_and(|compared| compared.began_alike && compared.unseen.is_none())
            };
            if let Some(other) = others.into_iter().find(agrees) {
                self.counterparts.set(&run, node, other);
            }
        }
    }

    fn counterpart(&mut self, pair: &Pair, (first, last): Piece) -> Option<Piece> {
        let first = self.counterparts.of(&pair.run, &pair.good, first)?;
        let last = self.counterparts.of(&pair.run, &pair.good, last)?;
        Some((first, last))
    }

    /// Whether that something else came out makes a piece wrong.
    fn wrong(
        &mut self,
        pair: &Pair,
        here: Piece,
        there: Piece,
        compared: &Compared,
    ) -> Result<Answer, Doubt> {
        self.differences = self.is_to_blame(pair, here, there, compared)?;
        if self.differences.is_empty() && compared.ended == Ended::StillRunning {
            self.differences.push(Difference {
                path: "end".to_owned(),
                here: None,
                there: Some("ended".to_owned()),
            });
        }
        Ok(Answer::Wrong)
    }

    /// Whether that the same came out makes a piece right.
    fn right(
        &self,
        pair: &Pair,
        here: Piece,
        there: Piece,
        compared: &Compared,
    ) -> Result<Answer, Doubt> {
        if !same_course(&pair.run, here, &pair.good, there) {
            return Err(Doubt::OtherCourse);
        }
        // A difference inside may have gone somewhere unseen.
        if pair.changes.inside(span(&pair.run, here)) {
            if let Some(unseen) = &compared.unseen {
                return Err(unseen.clone());
            }
            if pair.starts_threads(here) || pair.is_disturbed(here, there) {
                return Err(Doubt::Concurrent);
            }
        }
        Ok(Answer::Right)
    }

    /// Whether a node is the first inside something wrong that was given something else than its counterpart. What was given
    /// to it, then, is due to what ran before it.
    fn is_first_to_differ(&mut self, pair: &Pair, node: NodeId) -> bool {
        let (run, good) = (pair.run.clone(), pair.good.clone());
        let tree = run.tree();
        let Some(parent) = tree.parent(node) else {
            return false;
        };
        let elder: Vec<NodeId> = tree
            .children(parent)
            .take_while(|&elder| elder != node)
            .take(MOST_ELDER + 1)
            .collect();
        let after = (node, tree.end(parent));
        if elder.len() > MOST_ELDER
            || pair.changes.inside(after)
            || !pair.changes.inside((parent, node))
        {
            return false;
        }
        let around = (parent, parent);
        let Some(there) = self.counterpart(pair, around) else {
            return false;
        };
        let Some(compared) = compare(pair, around, there) else {
            return false;
        };
        let is_wrong = compared.began_alike
            && matches!(compared.ended, Ended::Otherwise | Ended::StillRunning)
            && self.is_to_blame(pair, around, there, &compared).is_ok();
        if !is_wrong {
            return false;
        }
        let mut calls = good.tree().children(there.0);
        for elder in elder {
            let counterpart = self.counterparts.of(&run, &good, elder);
            let began_alike = counterpart.is_some() && counterpart == calls.next() && {
                let there = counterpart.map(|there| (there, there));
                let compared = there.and_then(|there| compare(pair, (elder, elder), there));
                compared.is_some_and(|compared| compared.began_alike)
            };
            if !began_alike {
                return false;
            }
        }
        let counterpart = self.counterparts.of(&run, &good, node);
        // What it was given may have been written only later, by another thread.
        if is_disturbed(&run, (node, node))
            || counterpart.is_some_and(|there| is_disturbed(&good, (there, there)))
        {
            return false;
        }
        if let Some(there) = counterpart {
            self.differences = differences(
                (&run, Subject::node(node)),
                (&good, Subject::node(there)),
                End::Before,
            );
        }
        true
    }

    /// Whether the good run holds a call that began the same, did the same and ended the same.
    fn is_done_elsewhere(&mut self, pair: &Pair, here: Piece) -> bool {
        let (run, good) = (pair.run.clone(), pair.good.clone());
        let tree = run.tree();
        let mut ancestors = tree.ancestors(here.0);
        let around = ancestors.find_map(|around| self.counterparts.known(around));
        let around = around.unwrap_or(NodeId::ROOT);
        let nodes_of = self.nodes_of.get_or_insert_with(|| index(&good));
        let group = (Kind::Routine, tree.label(here.0).to_owned());
        let mut nearest = nodes_of.get(&group).cloned().unwrap_or_default();
        // Inside what corresponds to the same call, else near it.
        nearest.sort_by_key(|&other| {
            let outside = !good.tree().contains(around, other);
            (outside, other.index().abs_diff(around.index()))
        });
        nearest.into_iter().take(MOST_ELSEWHERE).any(|other| {
            let there = (other, other);
            same_course(&run, here, &good, there)
                && compare(pair, here, there).is_some_and(|compared| {
                    compared.began_alike
                        && compared.ended == Ended::Alike
                        && self.right(pair, here, there, &compared).is_ok()
                })
        })
    }

    /// What differs at the end of a piece that began alike, if it can be blamed for that, or why not.
    fn is_to_blame(
        &self,
        pair: &Pair,
        here: Piece,
        there: Piece,
        compared: &Compared,
    ) -> Result<Vec<Difference>, Doubt> {
        if !pair.changes.inside(span(&pair.run, here)) {
            return Err(Doubt::SameCode);
        }
        if let Some(unseen) = &compared.unseen
            && self.differed_before(pair, here)
        {
            return Err(unseen.clone());
        }
        if pair.is_disturbed(here, there) {
            return Err(Doubt::Concurrent);
        }
        let subject = |(first, last): Piece| Subject::siblings(first, last);
        let found = differences(
            (&pair.run, subject(here)),
            (&pair.good, subject(there)),
            End::After,
        );
        unseen::doubt(pair, here, &found).map_or(Ok(found), Err)
    }
}

impl Oracle for CourseOracle {
    fn by(&self) -> By {
        By::Steps(self.name.clone())
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        self.differences.clear();
        let pair = self.take_pair();
        let verdict = self.judge(&pair, question.subject);
        self.pair = Some(pair);
        self.doubt = verdict.as_ref().err().cloned();
        Ok(verdict.ok().map(Reply::Answer))
    }

    fn cleared_by(&mut self, nodes: &[NodeId]) -> Option<String> {
        let pair = self.take_pair();
        let absolved = nodes.iter().all(|&node| {
            let here = (node, node);
            let same_code = pair.changes.of(pair.run.tree().routine(node)) == Code::Same;
            let there = self.counterpart(&pair, here).filter(|_| same_code);
            let compared = there.and_then(|there| compare(&pair, here, there));
            compared.is_some_and(|compared| compared.began_alike)
        });
        self.pair = Some(pair);
        absolved.then(|| format!("trace:{}", self.name))
    }

    fn doubt(&self) -> Option<String> {
        self.doubt.as_ref().map(Doubt::to_string)
    }

    fn differences(&self) -> Vec<Difference> {
        self.differences.clone()
    }
}

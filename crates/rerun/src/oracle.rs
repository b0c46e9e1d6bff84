//! A version of the program as an oracle: what is asked about is run there, and what came out is compared.
//!
//! A call is run from the state before it; a loop or an iteration by running the call around it, as far as that comes to the
//! same state. What ran in an earlier rerun need not be run again: every rerun is a small good run.
//!
//! Where a state cannot be rebuilt (it leads to a reader, a thread, a lambda of the JDK), calls around it that can be are run
//! instead, and followed step by step: see `recorded::comparing::course`.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use elenchus_recorded::comparing::behaviour::before;
use elenchus_recorded::comparing::course::CourseOracle;
use elenchus_recorded::comparing::oracle::TraceOracle;
use elenchus_recorded::run::{Current, Run};
use elenchus_session::{
    Answer, By, Difference, Oracle, OracleError, Program, Question, Reply, Subject,
};
use elenchus_trace::NodeKey;
use elenchus_tree::NodeId;

use crate::runner::{Rerun, RerunError, Runner};
use crate::version::{Version, VersionError};

/// Of how many JVMs the reruns are kept to answer later questions.
const MOST_KEPT: usize = 8;

/// How many calls around a call are run and followed: the nearest and the outermost.
const NEAREST: usize = 3;
const OUTERMOST: usize = 2;

/// How many calls side by side are run one by one.
const MOST_CALLS: usize = 32;

/// Runs what is asked about on a version of the program.
pub struct VersionOracle {
    runner: Runner,
    run: Current,
    /// The latest reruns, one of each JVM, with the oracle that compares with all that it has run.
    reruns: VecDeque<(Rerun, TraceOracle)>,
    /// Why calls could not be run, by the call.
    failed: HashMap<NodeKey, String>,
    /// Outermost calls that were run to be followed, each with the oracle that does so; none where that could not be done.
    followed: HashMap<NodeKey, Option<Followed>>,
    differences: Vec<Difference>,
    doubt: Option<String>,
}

/// A call that was run again, and is followed.
struct Followed {
    oracle: CourseOracle,
    /// Kept as long as it is read.
    _rerun: Rerun,
}

impl VersionOracle {
    /// An oracle on the questions about `run`, by the version at a path. No call may take longer than `limit`.
    pub fn new(path: &Path, run: Current, limit: Duration) -> Result<VersionOracle, VersionError> {
        let now = run.read().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(VersionOracle {
            runner: Runner::new(Version::at(path, &now)?, limit),
            run,
            reruns: VecDeque::new(),
            failed: HashMap::new(),
            followed: HashMap::new(),
            differences: Vec::new(),
            doubt: None,
        })
    }

    /// The run in question as it stands now.
    fn current(&self) -> Arc<Run> {
        let run = self.run.read().unwrap_or_else(PoisonError::into_inner);
        run.clone()
    }

    /// What the reruns that there are say.
    fn compare(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        for (_, oracle) in &mut self.reruns {
            if let Some(reply) = oracle.ask(question)? {
                self.differences = oracle.differences();
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Runs a call, and asks what it says about a question. In doubt, and before anything is called wrong, the call is run in a
    /// fresh JVM: in a used one, earlier calls may have left something that nobody sees.
    fn run_and_compare(
        &mut self,
        run: &Arc<Run>,
        call: NodeId,
        question: &Question,
    ) -> Result<Option<Reply>, OracleError> {
        let key = run.snapshot().key_of(call);
        if let Some(reason) = self.failed.get(&key) {
            self.doubt = Some(reason.clone());
            return Ok(None);
        }
        let mut again = self.runner.run(run, call);
        let mut reply = self.compare_with(&again, question)?;
        let was_used = again.as_ref().is_ok_and(|again| !again.in_fresh_jvm);
        if was_used && reply != Some(Reply::Answer(Answer::Right)) {
            again = self.runner.run_fresh(run, call);
            reply = self.compare_with(&again, question)?;
        }
        if let Err(error) = again {
            let reason = error.to_string();
            // Messages of the program's own exceptions may be in the reason.
            tracing::info!(call = call.index(), "a call could not be run again");
            tracing::debug!(reason);
            self.failed.insert(key, reason.clone());
            self.doubt = Some(reason);
        }
        Ok(reply)
    }

    /// What a rerun says about a question, if it worked.
    fn compare_with(
        &mut self,
        again: &Result<Rerun, RerunError>,
        question: &Question,
    ) -> Result<Option<Reply>, OracleError> {
        let Ok(again) = again else {
            return Ok(None);
        };
        // The files are others than those of the recorded run.
        if again.wrote_files {
            self.doubt = Some("it writes files".to_owned());
            return Ok(None);
        }
        let name = self.runner.version().name().to_owned();
        let mut oracle = TraceOracle::new(name, self.run.clone(), again.run.clone());
        let reply = oracle.ask(question)?;
        self.differences = oracle.differences();
        self.doubt = oracle.doubt();
        // The same JVM may have run others meanwhile: a later look at its recording has them all.
        let recording = again.run.trace();
        self.reruns
            .retain(|(other, _)| !Arc::ptr_eq(other.run.trace(), recording));
        self.reruns.push_front((again.clone(), oracle));
        self.reruns.truncate(MOST_KEPT);
        Ok(reply)
    }

    /// Asks what calls around a call say, run again and followed step by step. A doubt from before stays if they do not know.
    fn follow(
        &mut self,
        run: &Arc<Run>,
        call: NodeId,
        question: &Question,
    ) -> Result<Option<Reply>, OracleError> {
        // That a version does not call what it has not says nothing about the call.
        if self.runner.foreign(run, call).is_some() {
            return Ok(None);
        }
        let outside = |&inner: &NodeId| run.call_around(run.tree().parent(inner)?);
        let around: Vec<NodeId> = std::iter::successors(Some(call), outside).collect();
        let far = around.len().saturating_sub(OUTERMOST);
        for (place, &outer) in around.iter().enumerate() {
            if place >= NEAREST && place < far {
                continue;
            }
            if let Some(followed) = self.followed(run, outer)
                && let Some(reply) = followed.oracle.ask(question)?
            {
                self.differences = followed.oracle.differences();
                self.doubt = None;
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// A call that is run again once and followed from then on, if that can be done.
    fn followed(&mut self, run: &Arc<Run>, outer: NodeId) -> Option<&mut Followed> {
        let key = run.snapshot().key_of(outer);
        if !self.followed.contains_key(&key) {
            // What could not be run a moment ago cannot be run now.
            let followed = match self.failed.contains_key(&key) {
                true => None,
                false => self.run_to_follow(run, outer),
            };
            self.followed.insert(key, followed);
        }
        self.followed.get_mut(&key)?.as_mut()
    }

    fn run_to_follow(&mut self, run: &Arc<Run>, outer: NodeId) -> Option<Followed> {
        let again = self.runner.run_fresh(run, outer).ok()?;
        if !again.from_same_state {
            return None;
        }
        let is_proven = before(run, outer).is_some_and(|(_, state, _)| state.doubt.is_none());
        let name = self.runner.version().name().to_owned();
        let oracle = CourseOracle::new(name, self.run.clone(), again.run.clone());
        let here = run.snapshot().key_of(outer);
        Some(Followed {
            oracle: oracle.beginning_at(here, again.call, is_proven),
            _rerun: again,
        })
    }

    /// Calls side by side are right when each of them is.
    fn ask_each(
        &mut self,
        run: &Arc<Run>,
        question: &Question,
    ) -> Result<Option<Reply>, OracleError> {
        let parts: Vec<NodeId> = question
            .subject
            .nodes(run.tree())
            .take(MOST_CALLS + 1)
            .collect();
        if parts.len() > MOST_CALLS {
            self.doubt = Some("it is about too many calls to run them one by one".to_owned());
            return Ok(None);
        }
        let mut all = Some(Reply::Answer(Answer::Right));
        for part in parts {
            let about = Question {
                subject: Subject::node(part),
                ..question.clone()
            };
            match self.ask_one(run, part, &about)? {
                Some(Reply::Answer(Answer::Right)) => {}
                Some(other) => return Ok(Some(other)),
                None => all = None,
            }
        }
        Ok(all)
    }

    fn ask_one(
        &mut self,
        run: &Arc<Run>,
        first: NodeId,
        question: &Question,
    ) -> Result<Option<Reply>, OracleError> {
        if let Some(reply) = self.compare(question)? {
            return Ok(Some(reply));
        }
        match run.call_around(first) {
            Some(call) => match self.run_and_compare(run, call, question)? {
                Some(reply) => Ok(Some(reply)),
                None => self.follow(run, call, question),
            },
            None => {
                self.doubt = Some("it is not a call".to_owned());
                Ok(None)
            }
        }
    }
}

impl Oracle for VersionOracle {
    fn by(&self) -> By {
        By::Version(self.runner.version().name().to_owned())
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        self.differences.clear();
        self.doubt = None;
        let run = self.current();
        let subject = question.subject;
        if subject.single().is_none() && subject.is_calls() {
            self.ask_each(&run, question)
        } else {
            self.ask_one(&run, subject.first(), question)
        }
    }

    fn cleared_by(&mut self, nodes: &[NodeId]) -> Option<String> {
        let run = self.current();
        let absolved = nodes.iter().all(|&node| {
            let call = run.call_around(node);
            let followed = call.and_then(|call| self.followed(&run, call));
            followed.is_some_and(|followed| followed.oracle.cleared_by(&[node]).is_some())
        });
        absolved.then(|| format!("version:{}", self.runner.version().name()))
    }

    fn doubt(&self) -> Option<String> {
        self.doubt.clone()
    }

    fn differences(&self) -> Vec<Difference> {
        self.differences.clone()
    }
}

//! A version of the program as an oracle: what is asked about is run there, and what came out is compared.
//!
//! A call is run from the state before it; a loop or an iteration by running the call around it, as far as that comes to the
//! same state. What ran in an earlier rerun need not be run again: every rerun is a small good run.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use elenchus_recorded::comparing::oracle::TraceOracle;
use elenchus_recorded::run::{Current, Run};
use elenchus_session::{
    Answer, By, Difference, Oracle, OracleError, Program, Question, Reply, Subject,
};
use elenchus_trace::NodeKey;
use elenchus_tree::NodeId;

use crate::runner::{Rerun, rerun};
use crate::version::{Version, VersionError};

/// How many reruns are kept to answer later questions.
const MOST_KEPT: usize = 12;

/// How many calls side by side are run one by one.
const MOST_CALLS: usize = 32;

/// Runs what is asked about on a version of the program.
pub struct VersionOracle {
    version: Version,
    run: Current,
    limit: Duration,
    /// The latest reruns, each with the oracle that compares with it.
    reruns: VecDeque<(Rerun, TraceOracle)>,
    /// Why calls could not be run, by the call.
    failed: HashMap<NodeKey, String>,
    differences: Vec<Difference>,
    doubt: Option<String>,
}

impl VersionOracle {
    /// An oracle on the questions about `run`, by the version at a path. No call may take longer than `limit`.
    pub fn new(path: &Path, run: Current, limit: Duration) -> Result<VersionOracle, VersionError> {
        let now = run.read().unwrap_or_else(PoisonError::into_inner).clone();
        let version = Version::at(path, &class_path(&now), recorded_jdk(&now).as_deref())?;
        Ok(VersionOracle {
            version,
            run,
            limit,
            reruns: VecDeque::new(),
            failed: HashMap::new(),
            differences: Vec::new(),
            doubt: None,
        })
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

    /// Runs a call, and asks what it says about a question.
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
        let again = match rerun(run, call, &self.version, self.limit) {
            Ok(again) => again,
            Err(error) => {
                let reason = error.to_string();
                tracing::info!(call = call.index(), reason, "a call could not be run again");
                self.failed.insert(key, reason.clone());
                self.doubt = Some(reason);
                return Ok(None);
            }
        };
        let name = self.version.name().to_owned();
        let mut oracle = TraceOracle::new(name, self.run.clone(), again.run.clone());
        let reply = oracle.ask(question)?;
        self.differences = oracle.differences();
        self.doubt = oracle.doubt();
        self.reruns.push_front((again, oracle));
        self.reruns.truncate(MOST_KEPT);
        Ok(reply)
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
            Some(call) => self.run_and_compare(run, call, question),
            None => {
                self.doubt = Some("it is not a call".to_owned());
                Ok(None)
            }
        }
    }
}

impl Oracle for VersionOracle {
    fn by(&self) -> By {
        By::Version(self.version.name().to_owned())
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Reply>, OracleError> {
        self.differences.clear();
        self.doubt = None;
        let run = self
            .run
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let subject = question.subject;
        if subject.single().is_none() && subject.is_calls() {
            self.ask_each(&run, question)
        } else {
            self.ask_one(&run, subject.first(), question)
        }
    }

    fn doubt(&self) -> Option<String> {
        self.doubt.clone()
    }

    fn differences(&self) -> Vec<Difference> {
        self.differences.clone()
    }
}

/// The JDK that the recorded program ran on, if it is still there: collections of another one may have other fields.
fn recorded_jdk(run: &Run) -> Option<PathBuf> {
    let java = run.trace().meta().command.first()?;
    let home = Path::new(java).parent()?.parent()?;
    home.join("bin/java").is_file().then(|| home.to_owned())
}

/// The class path that the recorded program was started with, as far as it is still there.
fn class_path(run: &Run) -> Vec<PathBuf> {
    let command = &run.trace().meta().command;
    let mut words = command.iter();
    let found = words.find(|word| ["-cp", "-classpath", "--class-path"].contains(&word.as_str()));
    let paths = found.and_then(|_| words.next());
    paths
        .into_iter()
        .flat_map(std::env::split_paths)
        .filter(|path| path.exists())
        .collect()
}

//! Runs calls again: in a JVM that has run others before where that makes no difference, else in a fresh one.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use elenchus_launch::{LaunchError, Pattern};
use elenchus_recorded::comparing::behaviour::{before, code_of};
use elenchus_recorded::run::Run;
use elenchus_trace::definition::{Definitions, Level};
use elenchus_trace::{Error, NodeKey, Trace};
use elenchus_tree::NodeId;
use tempfile::TempDir;
use thiserror::Error as ThisError;
use xxhash_rust::xxh3::xxh3_128;

use crate::added::{field_of_unknown_value, routines_in};
use crate::request::{Hindrance, Statics, involved, request, request_with};
use crate::version::Version;
use crate::worker::{Reply, Worker};

/// How many JVMs wait for more calls. Two, because calls from early and from late in a run need different static fields.
const MOST_JVMS: usize = 2;

/// How many answers are remembered, and through how many changes of JVMs: their recordings stay as long.
const MOST_KNOWN: usize = 4096;
const MOST_CHANGES: usize = 8;

/// A call that was run again.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// What its JVM has recorded: this call, and perhaps others before it.
    pub run: Arc<Run>,
    /// The call in it.
    pub call: NodeId,
    /// Whether the state before it, as the recorder saw it, is the one that was to be rebuilt.
    pub from_same_state: bool,
    /// Whether nothing else had run in its JVM.
    pub in_fresh_jvm: bool,
    /// Whether it wrote files, in a folder of its own: names and contents of those may differ from run to run.
    pub wrote_files: bool,
    /// The recording, which is deleted with the last that reads it.
    _folder: Arc<TempDir>,
}

/// Why nothing is known about a call on that version.
#[derive(Debug, ThisError)]
pub enum RerunError {
    /// Its state cannot be rebuilt.
    #[error(transparent)]
    Hindered(#[from] Hindrance),
    /// The version cannot run it from that state, or it was kept from doing what it wanted.
    #[error("{0}")]
    Refused(String),
    #[error("it did not end within {} seconds", .0.as_secs())]
    Endless(Duration),
    #[error("it would have ended the program")]
    Died,
    #[error("that version does not record it")]
    NotRecorded,
    /// The class would come from the recorded program.
    #[error("that version has no class {0}")]
    NoClass(String),
    #[error("that version has a field {0}, and nobody knows what it should hold")]
    AddedField(String),
    #[error("failed to start a JVM")]
    Launch(#[from] LaunchError),
    #[error("failed to read what it recorded")]
    Unreadable(#[from] Error),
    #[error("failed to reach the JVM")]
    Io(#[from] io::Error),
}

/// Runs calls of recorded runs on a version, from the recorded states before them.
#[derive(Debug)]
pub struct Runner {
    version: Version,
    /// No call may take longer.
    limit: Duration,
    /// JVMs that can make more calls, the one used last in front.
    idle: VecDeque<Worker>,
    /// What came of requests, by the hash of their bytes: code and state.
    known: HashMap<u128, Known>,
    most_known: usize,
    /// How many JVMs were started since that was empty.
    changes: usize,
    /// The latest look at what a JVM has recorded.
    looked_at: RefCell<Option<Arc<Run>>>,
}

/// What came of a request.
#[derive(Clone, Debug)]
enum Known {
    Ran {
        trace: Arc<Trace>,
        folder: Arc<TempDir>,
        call: NodeKey,
        in_fresh_jvm: bool,
        wrote_files: bool,
    },
    Refused(String),
}

impl Runner {
    /// Runs calls on a version. No call may take longer than `limit`.
    pub fn new(version: Version, limit: Duration) -> Runner {
        Runner {
            version,
            limit,
            idle: VecDeque::new(),
            known: HashMap::new(),
            most_known: MOST_KNOWN,
            changes: 0,
            looked_at: RefCell::default(),
        }
    }

    /// Remembers no answers, so that equal requests are run again: for who measures.
    pub fn forget_everything(&mut self) {
        self.most_known = 0;
        self.known.clear();
    }

    /// The bytes of memory that the JVMs take which wait for more; nothing on systems that do not tell.
    pub fn memory(&self) -> Option<u64> {
        self.idle.iter().map(Worker::memory).sum()
    }

    /// The version.
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// Runs a call again. A JVM that has run others before is good enough when the state before the call comes out as it was
    /// recorded; else it is run in a fresh one.
    pub fn run(&mut self, run: &Run, call: NodeId) -> Result<Rerun, RerunError> {
        let request = self.request(run, call)?;
        let hash = xxh3_128(&request);
        let known = match self.known.get(&hash) {
            Some(known) => known.clone(),
            None => self.attempt(run, &request)?,
        };
        let again = self.look(run, call, &known);
        let is_enough = match &again {
            Ok(again) => again.from_same_state || again.in_fresh_jvm,
            Err(_) => matches!(known, Known::Refused(_)),
        };
        if !is_enough {
            return self.run_fresh(run, call);
        }
        self.remember(hash, known);
        again
    }

    /// Runs a call again in a JVM in which nothing has run before.
    pub fn run_fresh(&mut self, run: &Run, call: NodeId) -> Result<Rerun, RerunError> {
        let request = self.request(run, call)?;
        let hash = xxh3_128(&request);
        let known = match self.known.get(&hash) {
            Some(known) if known.is_final() => known.clone(),
            _ => self.attempt_fresh(run, &request)?,
        };
        self.remember(hash, known.clone());
        self.look(run, call, &known)
    }

    /// Runs a call where it can change nothing outside, to see whether it would: static fields that cannot be rebuilt are left out.
    pub fn try_out(&mut self, run: &Run, call: NodeId) -> Result<(), RerunError> {
        let request = request_with(run, call, Statics::Rebuilt)?;
        match self.attempt(run, &request)? {
            Known::Refused(reason) => Err(RerunError::Refused(reason)),
            Known::Ran { .. } => Ok(()),
        }
    }

    /// Runs a call again in a JVM of its own, with every statement of its routine recorded.
    pub fn run_closely(&self, run: &Run, call: NodeId) -> Result<Rerun, RerunError> {
        let request = self.request(run, call)?;
        let include = recorded_packages(run.definitions());
        let mut worker = Worker::start(&self.version, include, code_of(run, call))?;
        let reply = worker.ask(&request, self.limit)?;
        self.look(run, call, &taken_in(&worker, reply, true)?)
    }

    /// The state before a call and the call, if the version has the classes for it.
    fn request(&self, run: &Run, call: NodeId) -> Result<Vec<u8>, RerunError> {
        if !self.version.lacks_nothing() {
            let classes = involved(run, call)?;
            if let Some(class) = self.version.lacks(classes.iter().map(String::as_str)) {
                return Err(RerunError::NoClass(class.to_owned()));
            }
        }
        Ok(request(run, call)?)
    }

    /// A class that ran in a call, but belongs to the recorded program and not to the version.
    pub(crate) fn foreign<'r>(&self, again: &'r Run, call: NodeId) -> Option<&'r str> {
        if self.version.lacks_nothing() {
            return None;
        }
        let definitions = again.definitions();
        let classes = routines_in(again, call).into_iter().filter_map(|routine| {
            let routine = definitions.routine(routine.0)?;
            Some(&*definitions.class(routine.class)?.name)
        });
        self.version.lacks(classes)
    }

    /// Has a call made by a JVM that waits, or by a fresh one when none of them can.
    fn attempt(&mut self, run: &Run, request: &[u8]) -> Result<Known, RerunError> {
        for place in 0..self.idle.len() {
            let Some(mut worker) = self.idle.remove(place) else {
                break;
            };
            let in_fresh_jvm = worker.is_fresh();
            match worker.ask(request, self.limit) {
                Ok(Reply::NeedsFreshJvm) if worker.is_spoiled() => break,
                Ok(Reply::NeedsFreshJvm) => self.idle.insert(place, worker),
                // It may be the doing of an earlier call.
                Err(RerunError::Died) if !in_fresh_jvm => break,
                reply => return self.known_by(worker, reply?, in_fresh_jvm),
            }
        }
        self.attempt_fresh(run, request)
    }

    fn attempt_fresh(&mut self, run: &Run, request: &[u8]) -> Result<Known, RerunError> {
        let include = recorded_packages(run.definitions());
        self.changes += 1;
        let mut worker = Worker::start(&self.version, include, None)?;
        let reply = worker.ask(request, self.limit)?;
        self.known_by(worker, reply, true)
    }

    /// Takes in what a JVM has done, and keeps it for more if it can go on.
    fn known_by(
        &mut self,
        worker: Worker,
        reply: Reply,
        in_fresh_jvm: bool,
    ) -> Result<Known, RerunError> {
        let known = taken_in(&worker, reply, in_fresh_jvm)?;
        if worker.is_usable() {
            self.idle.push_front(worker);
            self.idle.truncate(MOST_JVMS);
        }
        Ok(known)
    }

    /// The run that a call was made in, as it stands now.
    fn look(&self, run: &Run, call: NodeId, known: &Known) -> Result<Rerun, RerunError> {
        let (trace, folder, key, in_fresh_jvm, wrote_files) = match known {
            Known::Refused(reason) => return Err(RerunError::Refused(reason.clone())),
            Known::Ran {
                trace,
                folder,
                call,
                in_fresh_jvm,
                wrote_files,
            } => (trace, folder, *call, *in_fresh_jvm, *wrote_files),
        };
        let again = Arc::new(self.run_of(trace));
        self.looked_at.replace(Some(again.clone()));
        let found = again.snapshot().node_of(key);
        let there = found
            .filter(|&there| code_of(&again, there) == code_of(run, call))
            .ok_or(RerunError::NotRecorded)?;
        if let Some(class) = self.foreign(&again, there) {
            return Err(RerunError::NoClass(class.to_owned()));
        }
        if let Some(field) = field_of_unknown_value((run, call), (&again, there)) {
            return Err(RerunError::AddedField(field));
        }
        let begins = |run, node| before(run, node).map(|(_, state, _)| state.hash);
        Ok(Rerun {
            from_same_state: begins(&again, there) == begins(run, call),
            run: again,
            call: there,
            in_fresh_jvm,
            wrote_files,
            _folder: folder.clone(),
        })
    }

    /// What a JVM has recorded by now. Its sources are read once.
    fn run_of(&self, trace: &Arc<Trace>) -> Run {
        let before = self.looked_at.borrow();
        match before
            .as_ref()
            .filter(|run| Arc::ptr_eq(run.trace(), trace))
        {
            Some(run) => run.again(),
            None => {
                let sources = self.version.sources().to_vec();
                Run::new(trace.clone(), elenchus_languages::of(trace), sources)
            }
        }
    }

    fn remember(&mut self, hash: u128, known: Known) {
        if self.known.len() >= self.most_known || self.changes > MOST_CHANGES {
            self.known.clear();
            self.changes = 0;
        }
        if self.most_known > 0 {
            self.known.insert(hash, known);
        }
    }
}

impl Known {
    /// Whether a fresh JVM would say the same.
    fn is_final(&self) -> bool {
        match self {
            Known::Ran { in_fresh_jvm, .. } => *in_fresh_jvm,
            Known::Refused(_) => true,
        }
    }
}

/// What a JVM has done.
fn taken_in(worker: &Worker, reply: Reply, in_fresh_jvm: bool) -> Result<Known, RerunError> {
    Ok(match reply {
        Reply::Refused(reason) => Known::Refused(reason),
        // A fresh one never says so.
        Reply::NeedsFreshJvm => return Err(RerunError::Died),
        Reply::Ran {
            strand,
            wrote_files,
        } => {
            let trace = worker.trace()?;
            Known::Ran {
                call: last_call(&trace, strand).ok_or(RerunError::NotRecorded)?,
                trace,
                folder: worker.folder(),
                in_fresh_jvm,
                wrote_files,
            }
        }
    })
}

/// The last call that a strand made by itself: before it, keys may have been asked for their hash codes.
fn last_call(trace: &Trace, strand: u32) -> Option<NodeKey> {
    let forest = trace.forest();
    let (_, view) = forest.strand(strand)?;
    let last = view.shape.nodes().checked_sub(1)?;
    let outermost = std::iter::successors(Some(last), |&node| view.shape.parent(node)).last()?;
    Some(NodeKey {
        strand,
        index: outermost,
    })
}

/// Everything that the run recorded is recorded again, wherever it comes from.
fn recorded_packages(definitions: &Definitions) -> Vec<Pattern> {
    let recorded = definitions
        .classes()
        .filter(|class| class.level == Level::Recorded && !class.name.ends_with("[]"));
    let mut packages: Vec<&str> = recorded
        .map(|class| match class.name.rsplit_once('.') {
            Some((package, _)) => package,
            None => class.name.split('$').next().unwrap_or(&class.name),
        })
        .collect();
    packages.sort_unstable();
    packages.dedup();
    packages.into_iter().map(Pattern::new).collect()
}

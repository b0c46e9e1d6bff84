//! The calls of one program, run again: what came out the same, and why the rest is not known.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use elenchus_recorded::comparing::behaviour::{Behaviour, behaviour};
use elenchus_recorded::comparing::doubt::Doubt;
use elenchus_recorded::run::Run;
use elenchus_rerun::{Rerun, Runner, Version};
use elenchus_session::{Program, Subject};
use elenchus_trace::{Budget, Trace};
use elenchus_tree::{Kind, NodeId};

use crate::programs::{Recorded, Set};

/// How long a call may take, and all calls of a program: those that take their JVMs with them would make it long.
const LIMIT: Duration = Duration::from_secs(10);
const LONGEST: Duration = Duration::from_secs(30);
const LONGEST_OF_LIBRARY: Duration = Duration::from_secs(200);

/// Calls are taken in rounds, each of them evenly spread over the run and in its order: so those that were taken when the time is over
/// are evenly spread, too, and a JVM can be used for many of one round.
const ROUNDS: usize = 4;

/// What became of the calls of a program.
pub struct Trip {
    pub set: Set,
    pub name: String,
    /// How many calls it made, and how many of them were run again.
    pub calls: usize,
    pub taken: usize,
    /// The same state before and after.
    pub same: usize,
    /// Calls of the kinds that nothing is promised about, by cause.
    pub set_aside: BTreeMap<String, usize>,
    /// The other calls of which nothing is known, by cause.
    pub causes: BTreeMap<String, usize>,
    /// The same state before and another one after, though nothing explains it.
    pub unexplained: Vec<String>,
    pub seconds: f64,
}

impl Trip {
    /// How many calls count: those that something is promised about.
    pub fn counted(&self) -> usize {
        self.taken - self.set_aside.values().sum::<usize>()
    }
}

/// Runs at most `most` calls of a program again, evenly spread.
pub fn round_trip(recorded: &Recorded, most: usize) -> Trip {
    let mut trip = Trip {
        set: recorded.set,
        name: recorded.name.clone(),
        calls: 0,
        taken: 0,
        same: 0,
        set_aside: BTreeMap::new(),
        causes: BTreeMap::new(),
        unexplained: Vec::new(),
        seconds: 0.0,
    };
    let longest = match recorded.set {
        Set::Library => LONGEST_OF_LIBRARY,
        Set::Exact | Set::Corpus => LONGEST,
    };
    for trace in &recorded.traces {
        take(&mut trip, &open(trace, &recorded.sources), most, longest);
    }
    trip
}

/// A recording as a run.
pub fn open(trace: &Path, sources: &[PathBuf]) -> Arc<Run> {
    let trace = Trace::open(trace, Budget::default()).unwrap();
    let language = elenchus_languages::of(&trace);
    Arc::new(Run::new(Arc::new(trace), language, sources.to_vec()))
}

/// All calls of a run. Its root may be nobody's call.
pub fn calls_of(run: &Run) -> Vec<NodeId> {
    let tree = run.tree();
    let is_call = |&node: &NodeId| {
        tree.kind(node) == Kind::Routine && (node != NodeId::ROOT || run.data(node).is_some())
    };
    tree.nodes().filter(is_call).collect()
}

fn take(trip: &mut Trip, run: &Arc<Run>, most: usize, longest: Duration) {
    let calls = calls_of(run);
    trip.calls += calls.len();
    let count = calls.len().min(most);
    let mut runner = Runner::new(Version::recorded(run).unwrap(), LIMIT);
    let started = Instant::now();
    let rounds = (0..ROUNDS).flat_map(|first| (first..count).step_by(ROUNDS));
    for place in rounds {
        if started.elapsed() > longest {
            break;
        }
        let call = calls[place * calls.len() / count];
        trip.taken += 1;
        match tried(&mut runner, run, call) {
            Tried::Same => trip.same += 1,
            Tried::Otherwise(what) => {
                *trip.causes.entry("another end".to_owned()).or_default() += 1;
                trip.unexplained.push(format!("{}: {what}", trip.name));
            }
            Tried::NotKnown(cause) => {
                let causes = match is_set_aside(run, call, &cause) {
                    true => &mut trip.set_aside,
                    false => &mut trip.causes,
                };
                *causes.entry(cause).or_default() += 1;
            }
        }
    }
    trip.seconds += started.elapsed().as_secs_f64();
}

enum Tried {
    Same,
    NotKnown(String),
    Otherwise(String),
}

fn tried(runner: &mut Runner, run: &Arc<Run>, call: NodeId) -> Tried {
    let not_known = |cause: &dyn ToString| Tried::NotKnown(cause.to_string());
    let here = match behaviour(run, Subject::node(call)) {
        Ok(here) => here,
        Err(doubt) => return not_known(&doubt),
    };
    let again = match runner.run(run, call) {
        Ok(again) => again,
        Err(error) => return not_known(&error),
    };
    match compared(&here, &again) {
        Tried::Same => Tried::Same,
        // What earlier calls left behind may be the reason.
        _ => match runner.run_fresh(run, call) {
            Ok(again) => match compared(&here, &again) {
                Tried::Otherwise(_) => otherwise(run, call, &again),
                tried => tried,
            },
            Err(error) => not_known(&error),
        },
    }
}

fn compared(here: &Behaviour, again: &Rerun) -> Tried {
    let there = match behaviour(&again.run, Subject::node(again.call)) {
        Ok(there) => there,
        Err(doubt) => return Tried::NotKnown(doubt.to_string()),
    };
    let doubt = here.doubt().or(there.doubt());
    if let Some(doubt) = doubt {
        return Tried::NotKnown(doubt.to_string());
    }
    if here.read != there.read {
        return Tried::NotKnown("it reads the standard input".to_owned());
    }
    if here.before.hash != there.before.hash {
        return Tried::NotKnown("another state before".to_owned());
    }
    match here.after.hash == there.after.hash {
        true => Tried::Same,
        false => Tried::Otherwise(String::new()),
    }
}

/// A call that began alike and ended otherwise, in words.
fn otherwise(run: &Run, call: NodeId, again: &Rerun) -> Tried {
    let shown = |run: &Run, call| {
        let shown = run.show(Subject::node(call));
        format!("{shown:?}")
    };
    let title = run.tree().label(call).to_owned();
    let (here, there) = (shown(run, call), shown(&again.run, again.call));
    Tried::Otherwise(format!("{title}:\n{here}\n{there}"))
}

/// Classes of the JDK that are about threads, by their names without the package: threads, what makes, runs and awaits them.
const THREADS: [&str; 19] = [
    "Thread",
    "ThreadGroup",
    "Timer",
    "TimerTask",
    "FutureTask",
    "CompletableFuture",
    "RecursiveTask",
    "RecursiveAction",
    "CountedCompleter",
    "ForkJoinPool",
    "ThreadPoolExecutor",
    "ScheduledThreadPoolExecutor",
    "CountDownLatch",
    "CyclicBarrier",
    "Phaser",
    "Semaphore",
    "ReentrantLock",
    "ReentrantReadWriteLock",
    "StampedLock",
];

/// How the names of streams end. Those in memory are recorded, so that they are no cause.
const STREAMS: [&str; 6] = [
    "InputStream",
    "OutputStream",
    "Reader",
    "Writer",
    "Channel",
    "Scanner",
];

/// What a call is said to do that lets streams from outside in.
const FROM_OUTSIDE: [&str; 2] = [
    "it reads the standard input",
    "it would have opened a connection",
];

/// Whether nothing is promised about a call of which nothing is known for this reason: it starts threads or tasks, or its state leads
/// to an object that is about threads, to a stream whose source is not recorded, or to a lambda of unrecorded code.
fn is_set_aside(run: &Run, call: NodeId, cause: &str) -> bool {
    let tree = run.tree();
    let strand = |node| run.snapshot().key_of(node).strand;
    let inside = (call.index()..tree.end(call).index()).map(NodeId::new);
    let starts_threads = inside.into_iter().any(|node| strand(node) != strand(call));
    starts_threads
        || FROM_OUTSIDE.contains(&cause)
        || cause == Doubt::Concurrent.to_string()
        || cause.starts_with("it involves a lambda")
        || class_in(cause).is_some_and(|class| is_about_threads(class) || is_stream(class))
}

/// The class whose objects are a cause, without its package and those around it.
fn class_in(cause: &str) -> Option<&str> {
    let rest = cause.strip_prefix("it involves a ")?;
    let (class, _) = rest.split_once(", whose contents were not recorded")?;
    class.rsplit('.').next()
}

fn is_about_threads(class: &str) -> bool {
    let outermost = class.split('$').next();
    outermost.is_some_and(|class| THREADS.contains(&class))
}

fn is_stream(class: &str) -> bool {
    STREAMS.iter().any(|end| class.ends_with(end))
}

#[test]
fn only_threads_and_streams_are_set_aside() {
    let class = |name: &str| {
        let cause = format!("it involves a {name}, whose contents were not recorded");
        let class = class_in(&cause).unwrap();
        is_about_threads(class) || is_stream(class)
    };
    for aside in [
        "Thread",
        "java.util.concurrent.locks.ReentrantLock",
        "java.util.concurrent.ThreadPoolExecutor$AbortPolicy",
        "java.io.DataInputStream",
        "UnsynchronizedBufferedReader",
    ] {
        assert!(class(aside), "{aside}");
    }
    for counts in ["app.Clock", "Block", "java.lang.ThreadLocal", "Threads"] {
        assert!(!class(counts), "{counts}");
    }
}

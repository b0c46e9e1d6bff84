//! One call, run again in a JVM of its own.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use elenchus_launch::java::Jvm;
use elenchus_launch::{LaunchError, Pattern, RecordOptions, Recording, Stream, Target};
use elenchus_recorded::run::Run;
use elenchus_trace::definition::{Definitions, Level};
use elenchus_trace::{Budget, Error, Trace};
use elenchus_tree::NodeId;
use tempfile::TempDir;
use thiserror::Error as ThisError;

use crate::request::{Hindrance, request};
use crate::version::Version;

/// How often we look whether the call has ended.
const LOOK: Duration = Duration::from_millis(5);

/// What the heap of a JVM for reruns may take.
const HEAP: &str = "-Xmx512m";

/// How much a rerun may record.
const MOST_RECORDED: u64 = 256 << 20;

/// How the JVM ends when a call starts a program: the kernel stops it.
const STARTED_A_PROGRAM: i32 = 128 + libc::SIGSYS;

/// A call that was run again: a run of its own.
#[derive(Debug)]
pub struct Rerun {
    pub run: Arc<Run>,
    /// Its recording, which is deleted with it.
    _folder: TempDir,
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
    #[error("it ended its JVM")]
    Died,
    #[error("failed to start a JVM")]
    Launch(#[from] LaunchError),
    #[error("failed to read what it recorded")]
    Unreadable(#[from] Error),
    #[error("failed to write the request")]
    Io(#[from] io::Error),
}

/// Runs a call of `run` again on a version, from the recorded state before it.
pub fn rerun(
    run: &Run,
    call: NodeId,
    version: &Version,
    limit: Duration,
) -> Result<Rerun, RerunError> {
    let request = request(run, call)?;
    let folder = tempfile::Builder::new()
        .prefix("elenchus-rerun-")
        .tempdir()?;
    let [asked, reason, trace] =
        ["request", "reason", "trace"].map(|name| folder.path().join(name));
    fs::write(&asked, request)?;
    let words: Vec<OsString> = vec![
        "-cp".into(),
        version.class_path(),
        HEAP.into(),
        "java.lang.ElenchusRerun".into(),
        asked.into(),
        reason.clone().into(),
    ];
    let mut options = RecordOptions::new(Target::Arguments(&Jvm, words), &trace);
    options.home = version.home().map(Path::to_owned);
    options.include = recorded_packages(run.definitions());
    options.max_trace = Some(MOST_RECORDED);
    options.streams = [Stream::Null, Stream::Null, Stream::Null];
    options.reruns = true;
    let code = wait(Recording::start(&options)?, limit)?;
    if let Ok(reason) = fs::read_to_string(&reason) {
        return Err(RerunError::Refused(reason));
    }
    match code {
        0 => {}
        STARTED_A_PROGRAM => {
            let deed = "it would have started another program";
            return Err(RerunError::Refused(deed.to_owned()));
        }
        _ => return Err(RerunError::Died),
    }
    let trace = Trace::attach(&trace, Budget::default())?;
    trace.take_in(|_| {})?;
    let language = elenchus_languages::of(&trace);
    let sources = version.sources().to_vec();
    Ok(Rerun {
        run: Arc::new(Run::new(Arc::new(trace), language, sources)),
        _folder: folder,
    })
}

/// Waits for the JVM; the exit code it ended with.
fn wait(mut recording: Recording, limit: Duration) -> Result<i32, RerunError> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(outcome) = recording.ended()? {
            return Ok(outcome.exit_code());
        }
        if Instant::now() >= deadline {
            recording.kill();
            return Err(RerunError::Endless(limit));
        }
        std::thread::sleep(LOOK);
    }
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

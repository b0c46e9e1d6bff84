//! The program while it runs under the recorder, and what became of it.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use elenchus_jvm::progress;
use elenchus_trace::meta::End;

use crate::RecordOptions;
use crate::command::{Prepared, prepare};
use crate::error::LaunchError;
use crate::signals::Forwarding;
use crate::source::Compiled;

/// How far a recording has got.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Calls recorded so far; the last ones of each thread are counted when their slot is sealed.
    pub calls: u64,
    /// Bytes of records.
    pub raw_bytes: u64,
    /// Bytes written to the trace.
    pub written_bytes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What became of the program.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it ended.
    pub status: ExitStatus,
    /// The traces made: one, or one for each JVM that recorded something.
    pub traces: Vec<PathBuf>,
    /// How much was recorded.
    pub progress: Progress,
}

impl Outcome {
    /// The program's exit code, or 128 and the number of the signal that ended it, as shells do.
    pub fn exit_code(&self) -> i32 {
        let by_signal = self.status.signal().map(|signal| 128 + signal);
        self.status.code().or(by_signal).unwrap_or(1)
    }
}

/// A program that runs under the recorder.
#[derive(Debug)]
pub struct Recording {
    child: Child,
    trace: PathBuf,
    each_jvm: bool,
    started: Instant,
    /// Deleted when the program has ended.
    _compiled: Option<Compiled>,
}

/// How often we look whether the program has ended.
const LOOK: Duration = Duration::from_millis(10);
/// How often progress is told.
const TELL: Duration = Duration::from_millis(200);

impl Recording {
    /// Starts the program.
    pub fn start(options: &RecordOptions) -> Result<Self, LaunchError> {
        let Prepared {
            mut command,
            trace,
            each_jvm,
            compiled,
        } = prepare(options)?;
        let program = PathBuf::from(command.get_program());
        let failed = |source| LaunchError::Start {
            program: program.clone(),
            source,
        };
        let [input, output, error] = &options.streams;
        let child = command
            .stdin(input.stdio().map_err(failed)?)
            .stdout(output.stdio().map_err(failed)?)
            .stderr(error.stdio().map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        Ok(Self {
            child,
            trace,
            each_jvm,
            started: Instant::now(),
            _compiled: compiled,
        })
    }

    /// The process of the program, or of the command that starts it.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The traces there are so far.
    pub fn traces(&self) -> Vec<PathBuf> {
        if !self.each_jvm {
            return vec![self.trace.clone()];
        }
        let entries = fs::read_dir(&self.trace).into_iter().flatten().flatten();
        let mut traces: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.join("trace.json").is_file())
            .collect();
        traces.sort();
        traces
    }

    /// How far it has got.
    pub fn progress(&self) -> Progress {
        let mut total = Progress {
            elapsed: self.started.elapsed(),
            ..Progress::default()
        };
        for trace in self.traces() {
            let counts = progress::read(&trace).unwrap_or_default();
            total.calls += counts.calls;
            total.raw_bytes += counts.raw_bytes;
            total.written_bytes += counts.written_bytes;
        }
        total
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Result<Option<Outcome>, LaunchError> {
        let status = self.child.try_wait().map_err(LaunchError::Wait)?;
        Ok(status.map(|status| {
            if let (false, Some(code)) = (self.each_jvm, status.code()) {
                // Only the report would say a wrong code; nothing else depends on it.
                let _ = End::correct_exit_code(&self.trace, code);
            }
            Outcome {
                status,
                traces: self.traces(),
                progress: self.progress(),
            }
        }))
    }

    /// Asks the program to end, as Ctrl-C would. What was committed stays in the trace.
    pub fn stop(&self) {
        // SAFETY: the child has not been waited for, so its number still is its own.
        unsafe { libc::kill(self.child.id() as i32, libc::SIGINT) };
    }

    /// Waits for the end; tells the progress now and then.
    pub fn wait(mut self, mut tell: impl FnMut(&Progress)) -> Result<Outcome, LaunchError> {
        let mut told = Instant::now();
        loop {
            if let Some(outcome) = self.ended()? {
                tell(&outcome.progress);
                return Ok(outcome);
            }
            if told.elapsed() >= TELL {
                tell(&self.progress());
                told = Instant::now();
            }
            std::thread::sleep(LOOK);
        }
    }

    /// The folder named for the trace.
    pub fn folder(&self) -> &Path {
        &self.trace
    }
}

/// Records a program to its end, passing on signals.
pub fn record(
    options: &RecordOptions,
    tell: impl FnMut(&Progress),
) -> Result<Outcome, LaunchError> {
    let recording = Recording::start(options)?;
    let _forwarding = Forwarding::to(recording.process());
    recording.wait(tell)
}

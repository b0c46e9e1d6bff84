//! The program while it runs under the recorder, and what became of it.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use elenchus_recorder::progress;
use elenchus_trace::meta::{END_FILE, End, START_FILE};
use tempfile::TempDir;

use crate::RecordOptions;
use crate::command::{Prepared, is_below, prepare};
use crate::error::LaunchError;
use crate::signals::{self, Forwarding};

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
    /// The traces made: one, or one for each process that recorded something.
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

    /// Whether it was ended by Ctrl-C or the like; shells and virtual machines then end with an exit code that says so.
    pub fn was_interrupted(&self) -> bool {
        [libc::SIGINT, libc::SIGTERM, libc::SIGHUP]
            .iter()
            .any(|signal| self.exit_code() == 128 + signal)
    }
}

/// How many calls a trace holds, as far as the recorder has counted them.
pub fn calls_in(trace: &Path) -> u64 {
    progress::read(trace).unwrap_or_default().calls
}

/// A program that runs under the recorder.
#[derive(Debug)]
pub struct Recording {
    child: Child,
    trace: PathBuf,
    each_process: bool,
    started: Instant,
    /// Whether the processes were told to end.
    signalled: bool,
    /// Deleted when the program has ended.
    _made: Option<TempDir>,
}

/// How often we look whether the program has ended.
const LOOK: Duration = Duration::from_millis(10);
/// How long we wait for processes that outlive the command that started them.
const LINGER: Duration = Duration::from_secs(10);
/// How often progress is told.
const TELL: Duration = Duration::from_millis(200);

impl Recording {
    /// Starts the program.
    pub fn start(options: &RecordOptions) -> Result<Self, LaunchError> {
        let Prepared {
            mut command,
            trace,
            each_process,
            made,
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
        let process = child.id();
        tracing::info!(process, trace = %trace.display(), "started a program to record");
        tracing::debug!(?command);
        Ok(Self {
            child,
            trace,
            each_process,
            started: Instant::now(),
            signalled: false,
            _made: made,
        })
    }

    /// The process of the program, or of the command that starts it.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process was suspended from outside. Never on systems that do not tell.
    pub fn is_suspended(&self) -> bool {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        // The name of the process, in parentheses, may hold anything.
        let state = stat.as_deref().ok().and_then(|stat| stat.rsplit_once(") "));
        state.is_some_and(|(_, rest)| rest.starts_with(['T', 't']))
    }

    /// The traces there are so far.
    pub fn traces(&self) -> Vec<PathBuf> {
        if !self.each_process {
            return vec![self.trace.clone()];
        }
        let entries = fs::read_dir(&self.trace).into_iter().flatten().flatten();
        let mut traces: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.join(START_FILE).is_file())
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
        if let Some(signal) = Forwarding::take() {
            self.signal_processes(signal);
        }
        let status = self.child.try_wait().map_err(LaunchError::Wait)?;
        Ok(status.map(|status| {
            if let (false, Some(code)) = (self.each_process, status.code()) {
                // Only the report would say a wrong code; nothing else depends on it.
                let _ = End::correct_exit_code(&self.trace, code);
            }
            self.await_processes();
            let progress = self.progress();
            self.remove_empty();
            Outcome {
                status,
                traces: self.traces(),
                progress,
            }
        }))
    }

    /// Asks the program to end, as Ctrl-C would. What was committed stays in the trace.
    pub fn stop(&mut self) {
        self.signalled = true;
        // The child has not been waited for, so its number still is its own.
        signals::stop(self.child.id());
        for (process, _) in self.running_processes() {
            signals::stop(process as u32);
        }
    }

    /// Ends the program at once; it has no say.
    pub fn kill(mut self) {
        // One that has ended meanwhile needs none of this.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The recorded processes below the command that have not ended.
    fn running_processes(&self) -> Vec<(libc::pid_t, PathBuf)> {
        if !self.each_process {
            return Vec::new();
        }
        let process = |trace: &PathBuf| trace.file_name()?.to_str()?.parse().ok();
        let running = self.traces().into_iter();
        running
            .filter(|trace| !trace.join(END_FILE).is_file())
            .filter_map(|trace| Some((process(&trace)?, trace)))
            .filter(|&(process, _)| is_below(process, &self.trace))
            .collect()
    }

    /// Passes a signal on to the recorded processes, which a script does not do.
    fn signal_processes(&mut self, signal: libc::c_int) {
        self.signalled = true;
        for (process, _) in self.running_processes() {
            // SAFETY: plain system call; the process was just found to be ours.
            unsafe { libc::kill(process, signal) };
        }
    }

    /// Waits for processes that end a little later than the command, so that their last calls are not lost. Daemons, which run
    /// nothing of the project and stay, are waited for only when they were told to end.
    fn await_processes(&self) {
        let deadline = Instant::now() + LINGER;
        let awaited = |trace: &Path| self.signalled || calls_in(trace) > 0;
        let mut running = self.running_processes();
        while running.iter().any(|(_, trace)| awaited(trace)) && Instant::now() < deadline {
            std::thread::sleep(LOOK);
            running = self.running_processes();
        }
    }

    /// Removes the traces of processes that ran nothing of the project, such as the build tool's own.
    fn remove_empty(&self) {
        if self.each_process {
            let ended = |trace: &PathBuf| trace.join(END_FILE).is_file();
            let empty = self.traces().into_iter().filter(ended);
            for trace in empty.filter(|trace| calls_in(trace) == 0) {
                // What cannot be removed only takes up room.
                let _ = fs::remove_dir_all(trace);
            }
        }
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

//! Asking while the program still runs.
//!
//! Who does what: the agent inside the program writes the trace; the [`Follower`]'s thread turns what
//! is written into a tree; this side looks at what has been made of it, between two questions or when
//! there is nothing left to ask. Neither waits for the other.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use elenchus_launch::{LaunchError, Outcome, Recording};
use elenchus_recorded::run::{Current, Run};
use elenchus_recorded::verdict::framework_speaks;
use elenchus_session::{Answer, Program, Session};
use elenchus_terminal::{Growth, printable};
use elenchus_trace::read::budget::Budget;
use elenchus_trace::read::follow::Follower;

use crate::recorded::{is_trace, keep_sources, missing_debug_information};
use crate::symptom;

/// A program that ends within this time is asked about as a whole.
const PATIENCE: Duration = Duration::from_millis(800);

/// How often we look whether something has happened.
const LOOK: Duration = Duration::from_millis(20);

/// At most so many lines of what the program printed are shown between two questions.
const MOST_LINES: usize = 10;

/// A program under the recorder, seen from the side that asks.
pub struct Live {
    recording: Recording,
    follower: Option<Follower>,
    /// How often something new was published when we looked last.
    seen: u64,
    outcome: Option<Outcome>,
    /// Whether the program runs; cleared by the first Ctrl-C, which stops it.
    running: Arc<AtomicBool>,
    current: Option<Current>,
    printed: Printed,
    memory: usize,
    source_roots: Vec<PathBuf>,
}

impl Live {
    /// Goes on with a program that was started. What it prints goes to the file `output`.
    pub fn new(
        recording: Recording,
        output: (PathBuf, File),
        memory: usize,
        source_roots: Vec<PathBuf>,
    ) -> Live {
        let (path, output) = output;
        Live {
            recording,
            follower: None,
            seen: 0,
            outcome: None,
            running: Arc::new(AtomicBool::new(true)),
            current: None,
            printed: Printed {
                path,
                output,
                shown: 0,
            },
            memory,
            source_roots,
        }
    }

    /// Whether the program runs, for whoever handles Ctrl-C; storing `false` has it stopped.
    pub fn running(&self) -> Arc<AtomicBool> {
        self.running.clone()
    }

    /// Waits until there is something to ask about: the program has ended, or it has run for a while
    /// and made calls. `None` when nothing was recorded.
    pub fn first_look(
        &mut self,
        tell: impl Fn(&elenchus_launch::Progress),
    ) -> Result<Option<Current>, LaunchError> {
        let started = Instant::now();
        loop {
            self.check()?;
            self.attach();
            tell(&self.recording.progress());
            let calls = self
                .follower
                .as_ref()
                .map_or(0, |f| f.trace().snapshot().tree.len());
            // Which test fails is known when all have run.
            let tests = self
                .follower
                .as_ref()
                .is_some_and(|follower| framework_speaks(&follower.trace().definitions()));
            let worth_asking = started.elapsed() > PATIENCE && calls > 2 && !tests;
            if self.outcome.is_some() || worth_asking {
                break;
            }
            std::thread::sleep(LOOK);
        }
        self.finish_if_ended();
        self.printed.show();
        let Some(follower) = &self.follower else {
            return Ok(None);
        };
        let _ = keep_sources(self.recording.folder(), &self.source_roots);
        let run = Run::new(
            follower.trace().clone(),
            crate::recorded::roots(self.recording.folder(), &self.source_roots),
        );
        if let Some(missing) = missing_debug_information(run.definitions()) {
            eprintln!("warning: {missing}");
        }
        let current: Current = Arc::new(Arc::new(run.with_line_priors()).into());
        self.current = Some(current.clone());
        Ok(Some(current))
    }

    /// The folder of the trace.
    pub fn trace(&self) -> &Path {
        self.recording.folder()
    }

    /// Ends the program when nobody asks about it any more.
    pub fn stop(mut self) {
        let _ = self.check();
        if self.outcome.is_none() {
            eprintln!("the program is stopped");
            self.recording.stop();
        }
        let deadline = Instant::now() + Duration::from_secs(5);
        while self.outcome.is_none() && Instant::now() < deadline {
            std::thread::sleep(LOOK);
            let _ = self.check();
        }
    }

    /// Looks whether the program has ended, and passes on that it is to end.
    fn check(&mut self) -> Result<(), LaunchError> {
        if self.outcome.is_none() {
            if !self.running.load(Ordering::SeqCst) {
                self.recording.stop();
            }
            self.outcome = self.recording.ended()?;
            if self.outcome.is_some() {
                self.running.store(false, Ordering::SeqCst);
            }
        }
        Ok(())
    }

    /// Begins to follow the trace as soon as there is one.
    fn attach(&mut self) {
        if self.follower.is_none() && is_trace(self.recording.folder()) {
            let budget = Budget::total(self.memory);
            self.follower = Follower::start(self.recording.folder(), budget).ok();
            // What the program prints belongs to its recording and moves with it.
            let inside = self.recording.folder().join("output.txt");
            if std::fs::rename(&self.printed.path, &inside).is_ok() {
                self.printed.path = inside;
            }
        }
    }

    /// After the end of the program: waits until all that was recorded is taken in.
    fn finish_if_ended(&mut self) {
        if self.outcome.is_some() {
            self.attach();
            while let Some(follower) = &self.follower
                && !follower.trace().is_complete()
            {
                self.seen = follower.wait_for_news(self.seen, Duration::from_millis(100));
            }
        }
    }

    /// Lets the session go on with the run as it stands now.
    fn update(&mut self, session: &mut Session<Arc<Run>>) {
        let Some(current) = &self.current else { return };
        let old = session.program().clone();
        let new = Arc::new(old.again().with_line_priors());
        *current.write().unwrap_or_else(PoisonError::into_inner) = new.clone();
        let number_of = |node| new.snapshot().node_of(old.snapshot().key_of(node));
        session.follow(new.clone(), number_of);
        let asked = session
            .log()
            .answers()
            .any(|(.., answer)| answer == Answer::Wrong);
        if self.outcome.is_some() && !asked {
            let (node, root_is) = symptom::when_ended(&new);
            session.start_at(node, root_is);
        }
        self.printed.show();
    }

    /// Whether a look at what is new can change anything: what was said to be wrong is complete.
    fn is_settled(&self, session: &Session<Arc<Run>>) -> bool {
        let wrong = session
            .log()
            .answers()
            .any(|(.., answer)| answer == Answer::Wrong);
        wrong || !session.program().tree().is_growing()
    }
}

impl Growth<Arc<Run>> for Live {
    fn look(&mut self, session: &mut Session<Arc<Run>>) {
        if self.is_settled(session) {
            return;
        }
        let ended_before = self.outcome.is_some();
        let _ = self.check();
        let Some(follower) = &self.follower else {
            return;
        };
        let news = follower.wait_for_news(self.seen, Duration::ZERO);
        if news > self.seen || self.outcome.is_some() != ended_before {
            self.seen = news;
            self.finish_if_ended();
            self.update(session);
        }
    }

    fn wait(&mut self, session: &mut Session<Arc<Run>>) -> bool {
        if !session.program().tree().is_growing() {
            return false;
        }
        let before = session.program().tree().len();
        loop {
            let _ = self.check();
            self.finish_if_ended();
            let Some(follower) = &self.follower else {
                return false;
            };
            self.seen = follower.wait_for_news(self.seen, Duration::from_millis(100));
            let grown = follower.trace().snapshot().tree.len() > before;
            if grown || self.outcome.is_some() {
                self.update(session);
                return true;
            }
        }
    }
}

/// What the program printed, shown apart from the questions.
struct Printed {
    path: PathBuf,
    output: File,
    shown: u64,
}

impl Printed {
    /// Shows what is new, each line marked, the last ones when there are many.
    fn show(&mut self) {
        let mut bytes = Vec::new();
        let end = self.output.metadata().map_or(0, |data| data.len());
        // Only the end of a flood is read: a program may print more than memory holds.
        let start = self.shown.max(end.saturating_sub(64 << 10));
        let read = self.output.seek(SeekFrom::Start(start)).and_then(|_| {
            self.output
                .by_ref()
                .take(end - start)
                .read_to_end(&mut bytes)
        });
        if read.is_err() || bytes.is_empty() {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let left_out = lines.len().saturating_sub(MOST_LINES);
        if left_out > 0 || start > self.shown {
            eprintln!("│ … more is in {}", self.path.display());
        }
        for line in &lines[left_out..] {
            eprintln!("│ {}", printable(line));
        }
        self.shown = end;
    }
}

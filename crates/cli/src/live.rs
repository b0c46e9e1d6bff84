//! Asking while the program still runs.
//!
//! Who does what: the agent inside the program writes the trace; the [`Follower`]'s thread turns what
//! is written into a tree; this side looks at what has been made of it, between two questions or when
//! there is nothing left to ask. Neither waits for the other.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use elenchus_launch::{LaunchError, Outcome, Recording};
use elenchus_recorded::run::{Current, Run};
use elenchus_recorded::verdict::framework_speaks;
use elenchus_session::{Answer, Program, Session};
use elenchus_terminal::{Growth, Heard, printable};
use elenchus_trace::read::budget::Budget;
use elenchus_trace::read::follow::Follower;

use crate::feeder::{Feeder, waits_for_input};
use crate::printed::Printed;
use crate::recorded::{is_trace, keep_sources, missing_debug_information};
use crate::symptom;

/// A program that ends within this time is asked about as a whole.
const PATIENCE: Duration = Duration::from_millis(800);

/// How often we look whether something has happened.
const LOOK: Duration = Duration::from_millis(20);

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
    input: Feeder,
    /// Whether it was said that the program waits for input.
    told_of_input: bool,
    memory: Budget,
    source_roots: Vec<PathBuf>,
}

impl Live {
    /// Goes on with a program that was started, which prints and reads through these.
    pub fn new(
        recording: Recording,
        (printed, input): (Printed, Feeder),
        memory: Budget,
        source_roots: Vec<PathBuf>,
    ) -> Live {
        Live {
            recording,
            follower: None,
            seen: 0,
            outcome: None,
            running: Arc::new(AtomicBool::new(true)),
            current: None,
            printed,
            input,
            told_of_input: false,
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
        mut tell: impl FnMut(&elenchus_launch::Progress),
    ) -> Result<Option<Current>, LaunchError> {
        let started = Instant::now();
        loop {
            self.check()?;
            self.attach();
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
            let waits = self.feed(&mut |heard| {
                for line in &heard.lines {
                    eprintln!("│ {}", printable(line));
                }
            });
            // Progress would be drawn over what the program asks for.
            if !waits {
                tell(&self.recording.progress());
            }
            if self.outcome.is_some() || (worth_asking && !waits) {
                break;
            }
        }
        self.finish_if_ended();
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
            self.follower = Follower::start(self.recording.folder(), self.memory).ok();
            self.printed.move_into(self.recording.folder());
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
    }

    /// Passes on what is typed if the program waits for it, showing what it prints meanwhile. Returns
    /// whether it waits.
    fn feed(&mut self, hear: &mut dyn FnMut(&Heard)) -> bool {
        let waits = self.input.is_open() && waits_for_input(self.recording.process());
        if !waits {
            std::thread::sleep(LOOK);
            return false;
        }
        hear(&self.printed.take());
        if !self.told_of_input {
            self.told_of_input = true;
            eprintln!(
                "the program waits for input: type it here; Ctrl-C stops the program and asks"
            );
        }
        self.input.pass_on(LOOK);
        true
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

    fn heard(&mut self) -> Heard {
        self.printed.take()
    }

    fn interrupt(&mut self) -> bool {
        let runs = self.running.swap(false, Ordering::SeqCst);
        let _ = self.check();
        runs
    }

    fn give(&mut self, line: &str) -> bool {
        self.outcome.is_none() && self.input.give(line)
    }

    fn wait(&mut self, session: &mut Session<Arc<Run>>, hear: &mut dyn FnMut(&Heard)) -> bool {
        if !session.program().tree().is_growing() {
            return false;
        }
        let before = session.program().tree().len();
        loop {
            let _ = self.check();
            self.finish_if_ended();
            self.feed(hear);
            let Some(follower) = &self.follower else {
                return false;
            };
            self.seen = follower.wait_for_news(self.seen, LOOK);
            let grown = follower.trace().snapshot().tree.len() > before;
            if grown || self.outcome.is_some() {
                self.update(session);
                return true;
            }
        }
    }
}

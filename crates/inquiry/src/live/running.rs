//! Asking while the program still runs.
//!
//! Who does what: the agent inside the program writes the trace; the [`Follower`]'s thread turns what
//! is written into a tree; this side looks at what has been made of it, between two questions or when
//! there is nothing left to ask. Neither waits for the other: also after the end of the program,
//! questions are about what has been taken in so far.
//!
//! When nothing worth a question finishes for a while, the question is about what still runs: a program
//! that never ends is wrong somewhere, too.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use elenchus_launch::{LaunchError, Outcome, Progress, Recording};
use elenchus_recorded::run::{Current, Run};
use elenchus_recorded::verdict::framework_speaks;
use elenchus_session::{Answer, Program, RootIs, Session};
use elenchus_trace::meta::Ending;
use elenchus_trace::{Budget, Follower};
use elenchus_tree::{Kind, NodeId};

use super::feeder::{Feeder, waits_for_input};
use super::growth::{Growth, Moment, NewOutput, News, ProgramState, Waiting};
use super::printed::Printed;
use crate::SharedProgram;
use crate::open::recording::{self, Missing, is_trace, keep_sources_of, missing_debug_information};
use crate::open::symptom::when_ended;
use crate::request::Input;

/// A program that ends within this time of its first recorded call is asked about as a whole.
const PATIENCE: Duration = Duration::from_millis(500);

/// After waiting this long for something to finish, what still runs is asked about; each time that is
/// right, the next one comes after twice the time.
const RUNNING_PATIENCE: Duration = Duration::from_secs(4);

/// The exit codes of programs that were interrupted, ended or killed from outside.
const STOPPED: [i32; 3] = [128 + 2, 128 + 15, 128 + 9];

/// How often we look whether something has happened.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program that is to end is waited for.
const GRACE: Duration = Duration::from_secs(5);

/// How often it is told what is known of the program.
const TELL: Duration = Duration::from_millis(500);

/// Whoever looks on while a program starts, before there is anything to ask.
pub trait Onlooker {
    /// How far the recording has got.
    fn progress(&mut self, progress: &Progress);

    /// What the program printed.
    fn new_output(&mut self, output: &NewOutput);

    /// What the recorded code lacks.
    fn lacks(&mut self, missing: Missing);

    /// Waits for something that the program can read, at most for this time. Called while the program
    /// waits for input.
    fn typed(&mut self, time: Duration) -> Option<Input>;
}

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
    /// How long to wait before what still runs is asked about.
    patience: Duration,
    /// Whether it is asked about next, when all that has finished by now is right.
    running_is_due: bool,
    printed: Printed,
    input: Feeder,
    /// Since when the session waits, if it does.
    waiting: Option<Since>,
    /// Whether it was said that the recording is full.
    told_of_cut: bool,
    /// How much was said of what cannot be read.
    told_of_damage: usize,
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
            patience: RUNNING_PATIENCE,
            running_is_due: false,
            printed,
            input,
            waiting: None,
            told_of_cut: false,
            told_of_damage: 0,
            memory,
            source_roots,
        }
    }

    /// Whether the program runs, for whoever handles Ctrl-C; storing `false` has it stopped.
    pub fn running(&self) -> Arc<AtomicBool> {
        self.running.clone()
    }

    /// The process of the program.
    pub fn process(&self) -> u32 {
        self.recording.process()
    }

    /// Waits until there is something to ask about: the program has ended, or it has run for a while
    /// and made calls. `None` when nothing was recorded.
    pub fn first_look(
        &mut self,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Option<Current>, LaunchError> {
        let (mut first_call, mut ended) = (None, None);
        loop {
            self.check()?;
            self.attach();
            let waits = self.feed(onlooker);
            // Progress would be drawn over what the program asks for.
            if !waits {
                onlooker.progress(&self.recording.progress());
            }
            let enough = match self.outcome {
                // What ended early is asked about as a whole, unless there is very much of it.
                Some(_) => {
                    let ended = ended.get_or_insert_with(Instant::now);
                    self.has_all() || ended.elapsed() > RUNNING_PATIENCE
                }
                None => self.has_enough(&mut first_call) && !waits,
            };
            if enough {
                break;
            }
        }
        let Some(follower) = &self.follower else {
            onlooker.new_output(&self.printed.take());
            return Ok(None);
        };
        let _ = keep_sources_of(
            follower.trace(),
            self.recording.folder(),
            &self.source_roots,
        );
        let run = Run::new(
            follower.trace().clone(),
            elenchus_languages::of(follower.trace()),
            recording::roots(self.recording.folder(), &self.source_roots),
        );
        if self.outcome.is_some() && recording::is_empty(&run) {
            onlooker.new_output(&self.printed.take());
            return Ok(None);
        }
        if let Some(missing) = missing_debug_information(&run) {
            onlooker.lacks(missing);
        }
        let current: Current = Arc::new(Arc::new(run.with_line_priors()).into());
        self.current = Some(current.clone());
        Ok(Some(current))
    }

    /// Whether the program has run for a while since its first recorded call, and something in it has
    /// finished or is taking long.
    fn has_enough(&self, first_call: &mut Option<Instant>) -> bool {
        let Some(follower) = &self.follower else {
            return false;
        };
        let trace = follower.trace();
        let tree = trace.snapshot().tree;
        // Which test fails is known when all have run.
        let language = elenchus_languages::of(trace);
        if tree.len() < 2 || framework_speaks(language, &trace.definitions()) {
            return false;
        }
        let running_for = first_call.get_or_insert_with(Instant::now).elapsed();
        // With nothing but the root unfinished the program is about to end, or to begin.
        let something_runs = tree.open_nodes().len() > 1;
        let something_finished = tree.len() > tree.open_nodes().len();
        let worth_asking = something_runs && something_finished;
        running_for > PATIENCE && worth_asking || running_for > RUNNING_PATIENCE
    }

    /// Whether all that was recorded is taken in, as far as that is possible.
    fn has_all(&self) -> bool {
        let follower = self.follower.as_ref();
        follower.is_none_or(|follower| follower.trace().is_complete() || !follower.is_at_work())
    }

    /// The folder of the trace.
    pub fn trace(&self) -> &Path {
        self.recording.folder()
    }

    /// The run as the session knows it.
    fn run(&self) -> Option<Arc<Run>> {
        let current = self.current.as_ref()?;
        let run = current.read().unwrap_or_else(PoisonError::into_inner);
        Some(run.clone())
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

    /// Lets the session go on with the run as it stands now.
    fn update(&mut self, session: &mut Session<SharedProgram>) {
        let Some(old) = self.run() else {
            return;
        };
        let new = Arc::new(old.again().with_line_priors());
        self.follow(session, &old, &new);
        if let Some(outcome) = &self.outcome
            && new.snapshot().over
        {
            // Classes may have been loaded since the first look.
            let folder = self.recording.folder();
            let _ = keep_sources_of(new.trace(), folder, &self.source_roots);
            if !knows_wrong(session) {
                let (node, root_is) = when_ended(&new);
                // What was stopped may have been right so far.
                let stopped = STOPPED.contains(&outcome.exit_code());
                session.start_at(node, if stopped { RootIs::Asked } else { root_is });
            }
        }
    }

    /// Shows a newer state of the run to all who ask about it.
    fn follow(&self, session: &mut Session<SharedProgram>, old: &Run, new: &Arc<Run>) {
        if let Some(current) = &self.current {
            *current.write().unwrap_or_else(PoisonError::into_inner) = new.clone();
        }
        let number_of = |node| new.snapshot().node_of(old.snapshot().key_of(node));
        let unchanged = new.snapshot().unchanged_since(old.snapshot());
        session.follow(new.clone(), number_of, unchanged);
    }

    /// Asks about the outermost call that still runs, as the session knows it.
    fn ask_running(&self, session: &mut Session<SharedProgram>) {
        let tree = session.program().tree().clone();
        let at = session.settings().at;
        let below = |&node: &NodeId| node >= at && tree.kind(node) == Kind::Routine;
        let running = tree.open_nodes().find(below);
        if let (Some(running), Some(run)) = (running, self.run()) {
            let now = Arc::new(run.supposed_ended());
            self.follow(session, &run, &now);
            session.ask_running(now, running);
        }
    }

    /// Whether the program waits for input that it can be given.
    fn wants_input(&self) -> bool {
        self.input.is_open() && waits_for_input(self.recording.process())
    }

    /// Passes on what is typed if the program waits for it, showing what it prints meanwhile. Returns
    /// whether it waits.
    fn feed(&mut self, onlooker: &mut dyn Onlooker) -> bool {
        if !self.wants_input() {
            std::thread::sleep(LOOK);
            return false;
        }
        onlooker.new_output(&self.printed.take());
        if let Some(input) = onlooker.typed(LOOK) {
            self.input.give(&input);
        }
        true
    }

    /// What is known of the program, for a session that has waited since `began`.
    fn waiting(&self, began: Instant) -> Waiting {
        Waiting {
            nodes: self
                .follower
                .as_ref()
                .map_or(0, |follower| follower.trace().forest().len() as u64),
            seconds: began.elapsed().as_secs(),
            program: match self.outcome {
                Some(_) => ProgramState::Ended,
                None if self.recording.is_suspended() => {
                    ProgramState::Suspended(self.recording.process())
                }
                None => ProgramState::Running,
            },
        }
    }

    /// Whether a look at what is new can change anything: what was said to be wrong is complete.
    fn is_settled(&self, session: &Session<SharedProgram>) -> bool {
        knows_wrong(session) || self.run().is_none_or(|run| run.snapshot().over)
    }
}

/// Whether something was said to be wrong.
fn knows_wrong(session: &Session<SharedProgram>) -> bool {
    let mut answers = session.log().answers();
    answers.any(|(.., answer)| answer == Answer::Wrong)
}

impl Growth for Live {
    fn look(&mut self, session: &mut Session<SharedProgram>) {
        self.waiting = None;
        if self.running_is_due || session.asks_running() || self.is_settled(session) {
            return;
        }
        let _ = self.check();
        let Some(follower) = &self.follower else {
            return;
        };
        let news = follower.wait_for_news(self.seen, Duration::ZERO);
        if news > self.seen || session.supposes_ended() {
            self.seen = news;
            self.update(session);
        }
    }

    fn new_output(&mut self) -> NewOutput {
        self.printed.take()
    }

    fn output_beside(&mut self) -> NewOutput {
        self.printed.take_beside()
    }

    fn news(&mut self) -> Vec<News> {
        let Some(follower) = &self.follower else {
            return Vec::new();
        };
        let mut news = Vec::new();
        if let Some(Ending::Cut { reason }) = follower.trace().end().map(|end| end.ending)
            && !std::mem::replace(&mut self.told_of_cut, true)
        {
            news.push(News::Cut { reason });
        }
        let damage = follower.trace().damage();
        let new = damage.notes().iter().skip(self.told_of_damage);
        news.extend(new.map(|note| News::Damaged {
            recording: self.recording.folder().to_owned(),
            note: note.clone(),
        }));
        self.told_of_damage = damage.notes().len();
        news
    }

    fn interrupt(&mut self) -> bool {
        let runs = self.running.swap(false, Ordering::SeqCst);
        let _ = self.check();
        runs
    }

    fn give(&mut self, input: &Input) -> bool {
        self.outcome.is_none() && self.input.give(input)
    }

    fn is_running(&mut self) -> bool {
        let _ = self.check();
        self.outcome.is_none()
    }

    fn stop(&mut self) {
        if self.is_running() {
            self.recording.stop();
        }
        let deadline = Instant::now() + GRACE;
        while self.is_running() && Instant::now() < deadline {
            std::thread::sleep(LOOK);
        }
    }

    fn wait(&mut self, session: &mut Session<SharedProgram>) -> Moment {
        let since = match self.waiting.take() {
            Some(since) => since,
            None => {
                if self.run().is_none_or(|run| run.snapshot().over) {
                    return Moment::Never;
                }
                if std::mem::take(&mut self.running_is_due) {
                    self.ask_running(session);
                    return Moment::More;
                }
                Since::now(session.program().tree().len())
            }
        };
        self.wait_since(since, session)
    }
}

impl Live {
    /// Waits a moment more.
    fn wait_since(&mut self, mut since: Since, session: &mut Session<SharedProgram>) -> Moment {
        let _ = self.check();
        let wants_input = self.wants_input();
        if !wants_input {
            std::thread::sleep(LOOK);
        }
        let is_due = since.told.elapsed() > TELL && !wants_input;
        if is_due {
            since.told = Instant::now();
        }
        // Who waits for input or is suspended does not take long.
        if wants_input || self.recording.is_suspended() {
            since.patient = Instant::now();
        }
        let Some(follower) = &self.follower else {
            return Moment::Never;
        };
        if self.has_all() {
            let complete = follower.trace().is_complete();
            self.update(session);
            return match complete {
                true => Moment::More,
                false => Moment::Never,
            };
        }
        self.seen = follower.wait_for_news(self.seen, LOOK);
        let nodes = follower.trace().forest().len();
        // To look at every single call would take time from the program.
        if nodes > since.known + since.known / 8 {
            since.known = nodes;
            self.update(session);
            if session.is_worth_asking() {
                return Moment::More;
            }
        }
        if self.outcome.is_none() && since.patient.elapsed() > self.patience {
            self.patience *= 2;
            // What has finished by now comes first: it need not be told apart from the rest then.
            self.update(session);
            session.ask_rest();
            self.running_is_due = true;
            return Moment::More;
        }
        let waiting = is_due.then(|| self.waiting(since.began));
        self.waiting = Some(since);
        Moment::Nothing {
            waiting,
            wants_input,
        }
    }
}

/// A program that nobody asks about any more is not left behind.
impl Drop for Live {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How long a session has waited.
struct Since {
    began: Instant,
    /// Since when nothing but the program itself takes time.
    patient: Instant,
    /// When it was told last what is known of the program.
    told: Instant,
    /// How many nodes were known when the session looked last.
    known: usize,
}

impl Since {
    fn now(known: usize) -> Since {
        let now = Instant::now();
        Since {
            began: now,
            patient: now,
            told: now,
            known,
        }
    }
}

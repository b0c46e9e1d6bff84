//! Looking ahead: while a question is on the screen, what comes after *right* and after *wrong* is worked out.
//!
//! Choosing a question is a function of the run and the answers, so a copy of the session, given one answer or the other, asks just
//! what the session itself will ask. Whatever showing that takes (unpacked records, states of objects, sources) is then at hand in the run,
//! which both share, and the session takes over what the copy has computed from the same answers: the next question comes at once.
//! Nothing that is said or kept depends on it.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use elenchus_tree::Answer;

use crate::log::By;
use crate::oracle::Reply;
use crate::program::Program;
use crate::session::{Session, Step};

/// The answers that are expected. Others are rare, and what comes after them is mostly what comes after one of these.
const EXPECTED: [Answer; 2] = [Answer::Right, Answer::Wrong];

/// Whoever looks ahead while a question is open.
pub trait Foresight<P> {
    /// Begins to look what comes after the question that the session asks.
    fn look(&mut self, session: &Session<P>);

    /// Ends it. If the session was given an answer that was expected, it goes on with what was worked out for that.
    fn stop(&mut self, session: &mut Session<P>);
}

impl<P> Session<P> {
    /// Takes over what a copy has computed, and what it does next, if that was from the same answers.
    fn adopt(&mut self, copy: Session<P>, next: Step) {
        let alike = Arc::ptr_eq(&self.ground, &copy.ground)
            && self.settings.strategy == copy.settings.strategy
            && self.settings.at == copy.settings.at
            && self.settings.root_is == copy.settings.root_is
            && self.log == copy.log;
        if alike && self.wanted.is_none() {
            *self = Session {
                ready: Some(Box::new(next)),
                events: std::mem::take(&mut self.events),
                ..copy
            };
        }
    }
}

/// Looks ahead on a thread of its own.
#[derive(Debug)]
pub struct Ahead<P> {
    questions: Option<Sender<(u64, Session<P>)>>,
    /// How many questions there were.
    count: u64,
    shared: Arc<Shared<P>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared<P> {
    /// The number of the question that is open; 0 when none is.
    open: AtomicU64,
    state: Mutex<State<P>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<P> {
    /// How many questions have not been dealt with.
    waiting: usize,
    /// The session after each answer to the open question that was tried so far, and what it does next.
    prepared: Vec<(Session<P>, Step)>,
}

impl<P: Program + Clone + Send + 'static> Ahead<P> {
    /// Starts the thread, which waits for the first question.
    pub fn start() -> io::Result<Ahead<P>> {
        let (questions, receiver) = channel();
        let shared = Arc::new(Shared {
            open: AtomicU64::new(0),
            state: Mutex::new(State {
                waiting: 0,
                prepared: Vec::new(),
            }),
            changed: Condvar::new(),
        });
        let its_shared = shared.clone();
        let thread = std::thread::Builder::new()
            .name("look-ahead".into())
            .spawn(move || its_shared.serve(&receiver))?;
        Ok(Ahead {
            questions: Some(questions),
            count: 0,
            shared,
            thread: Some(thread),
        })
    }

    /// Waits until everything that was begun is done.
    pub fn settle(&self) {
        let (state, changed) = (self.shared.state(), &self.shared.changed);
        drop(changed.wait_while(state, |state| state.waiting > 0));
    }
}

impl<P: Program + Clone + Send + 'static> Foresight<P> for Ahead<P> {
    fn look(&mut self, session: &Session<P>) {
        self.count += 1;
        self.shared.open.store(self.count, Ordering::Release);
        if let Some(questions) = &self.questions {
            self.shared.state().waiting += 1;
            // A thread that is gone only looks no further ahead.
            let _ = questions.send((self.count, session.clone()));
        }
    }

    fn stop(&mut self, session: &mut Session<P>) {
        self.shared.open.store(0, Ordering::Release);
        for (copy, next) in std::mem::take(&mut self.shared.state().prepared) {
            session.adopt(copy, next);
        }
    }
}

impl<P> Drop for Ahead<P> {
    fn drop(&mut self) {
        self.shared.open.store(0, Ordering::Release);
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // What it would have found is of no use to anybody any more.
            let _ = thread.join();
        }
    }
}

impl<P> Shared<P> {
    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_open(&self, question: u64) -> bool {
        self.open.load(Ordering::Acquire) == question
    }
}

impl<P: Program + Clone> Shared<P> {
    /// Tries the expected answers to each question as long as it is open.
    fn serve(&self, questions: &Receiver<(u64, Session<P>)>) {
        while let Ok((question, session)) = questions.recv() {
            let begun = Instant::now();
            for answer in EXPECTED {
                if !self.is_open(question) {
                    break;
                }
                let mut copy = session.clone();
                if copy.answer(Reply::Answer(answer), By::Person).is_ok() {
                    let next = copy.next();
                    let mut state = self.state();
                    if self.is_open(question) {
                        state.prepared.push((copy, next));
                    }
                }
            }
            let (took, still_open) = (begun.elapsed(), self.is_open(question));
            tracing::debug!(question, ?took, still_open, "looked ahead");
            // What the copy holds is given back before anybody is told.
            drop(session);
            self.state().waiting -= 1;
            self.changed.notify_all();
        }
    }
}

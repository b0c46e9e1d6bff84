//! How a driver goes from state to state: it finds out what comes next, shows it, and does what the fronts want, until something
//! has changed.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::Duration;

use elenchus_session::{Ahead, Foresight, Step};

use crate::driver::{Driver, Turn};
use crate::inquiry::{Ended, Message};
use crate::state::{End, Outcome, View};

/// Whoever answers within this time, such as a file of answers, needs nobody to look ahead.
const AT_ONCE: Duration = Duration::from_millis(5);

/// How often it is looked whether the program has printed something while a question is open.
const OUTPUT_EVERY: Duration = Duration::from_millis(500);

/// Where a driver stands.
pub(crate) enum Phase {
    /// No front has come so far.
    Unbegun,
    /// It has to find out what comes next.
    Thinking,
    /// The fronts see the outcome of this step, and have the word.
    Open(Step),
    /// The session is over; without an end when it never began.
    Over(Option<End>),
}

/// What became of the attempt to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// Something was done.
    Made,
    /// Nothing can be done until a front says something.
    Listening,
    /// The session is over.
    Over,
}

impl Driver {
    /// Goes from question to question until the session ends, waiting for the fronts in between.
    pub(crate) fn run(mut self) -> Ended {
        let _session = tracing::info_span!("session").entered();
        loop {
            match self.go_on() {
                Progress::Made => {}
                Progress::Listening => self.listen(),
                Progress::Over => return self.ended(),
            }
        }
    }

    /// Goes one step further without waiting for anybody.
    pub(crate) fn go_on(&mut self) -> Progress {
        match self.phase {
            Phase::Unbegun | Phase::Open(_) => self.hear_all(),
            Phase::Thinking => {
                self.think();
                Progress::Made
            }
            Phase::Over(_) => Progress::Over,
        }
    }

    /// Does what the fronts have asked for so far, unless it has to find out first what comes next.
    pub(crate) fn hear_all(&mut self) -> Progress {
        let mut progress = Progress::Listening;
        while let Phase::Unbegun | Phase::Open(_) = self.phase {
            match self.messages.try_recv() {
                Ok(message) => self.hear(message),
                Err(TryRecvError::Empty) => return progress,
                Err(TryRecvError::Disconnected) => self.deserted(),
            }
            progress = Progress::Made;
        }
        progress
    }

    /// What is left at the end.
    pub(crate) fn ended(self) -> Ended {
        Ended {
            end: match self.phase {
                Phase::Over(end) => end,
                _ => None,
            },
            growth: self.growth,
        }
    }

    /// Waits until a front says something. When that takes time, the next question is worked out meanwhile, and what the program
    /// prints is passed on.
    fn listen(&mut self) {
        let looks_ahead = self.looks_ahead
            && matches!(&self.phase, Phase::Open(Step::Ask(_)) if self.zooming.is_none());
        if looks_ahead {
            match self.messages.recv_timeout(AT_ONCE) {
                Ok(message) => return self.hear(message),
                Err(RecvTimeoutError::Timeout) => self.look_ahead(),
                Err(RecvTimeoutError::Disconnected) => return self.deserted(),
            }
        }
        // What a program prints last may come after its end was noticed, so there is one look more.
        let mut prints = self.growth.is_some();
        while prints {
            prints = self
                .growth
                .as_mut()
                .is_some_and(|growth| growth.is_running());
            match self.messages.recv_timeout(OUTPUT_EVERY) {
                Ok(message) => return self.hear(message),
                Err(RecvTimeoutError::Timeout) => self.pass_on_output(),
                Err(RecvTimeoutError::Disconnected) => return self.deserted(),
            }
        }
        match self.messages.recv() {
            Ok(message) => self.hear(message),
            Err(_) => self.deserted(),
        }
    }

    fn look_ahead(&mut self) {
        if self.ahead.is_none() {
            // Without it, questions take the time they take.
            self.ahead = Ahead::start().ok();
        }
        if let Some(ahead) = &mut self.ahead {
            ahead.look(&self.session);
        }
    }

    /// Nobody is left who could say anything.
    fn deserted(&mut self) {
        match self.phase {
            Phase::Unbegun => self.phase = Phase::Over(None),
            _ => self.follow(Turn::Stop),
        }
    }

    fn hear(&mut self, message: Message) {
        if let Some(turn) = self.take(message) {
            if let Some(ahead) = &mut self.ahead {
                ahead.stop(&mut self.session);
            }
            self.follow(turn);
        } else if let Phase::Unbegun = self.phase
            && !self.audience.is_empty()
        {
            self.begin();
        }
    }

    /// Begins when the first front has come.
    fn begin(&mut self) {
        // What was chosen when the session was resumed.
        let events = self.session.take_events();
        match self.keeper.keep(&events) {
            Ok(()) => self.phase = Phase::Thinking,
            Err(error) => self.follow(Turn::Fail(End::NotKept(error.into()))),
        }
    }

    /// Finds out what comes next, and shows it.
    fn think(&mut self) {
        if let Some(growth) = self.growth.as_mut().filter(|_| self.zooming.is_none()) {
            growth.look(&mut self.session);
            self.pass_on_news();
        }
        let step = self.session.next();
        if self.ends_zoom(&step) {
            return;
        }
        let step = self.absolve(step);
        let turn = match &step {
            Step::Ask(question) => {
                let mut question = (**question).clone();
                if let Some(zooming) = &self.zooming {
                    zooming.complete(&mut question, &self.session);
                }
                self.ask(&Arc::new(question))
            }
            Step::Found(report) => self.report(report),
            Step::Candidates(candidates) => self.undecided(candidates),
            Step::Contradiction(clash) => self.open(View::Contradiction(clash.clone().into())),
            Step::NoBug => {
                let found = self.session.log().found().count();
                self.open(View::NoBug { found })
            }
            Step::Wait => self.wait(),
        };
        self.phase = Phase::Open(step);
        self.follow(turn);
    }

    /// Goes where a turn leads.
    fn follow(&mut self, turn: Turn) {
        let end = match turn {
            Turn::Open => return,
            Turn::Next => {
                self.phase = Phase::Thinking;
                return;
            }
            Turn::Stop => End::Left(match &self.phase {
                Phase::Open(step) => self.outcome(step),
                _ => Outcome::Undecided,
            }),
            Turn::Fail(end) => end,
        };
        self.publish(View::Ended(end.clone()));
        self.phase = Phase::Over(Some(end));
    }
}

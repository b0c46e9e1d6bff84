//! On which thread a session goes on.
//!
//! With one front that only waits for questions, that front's own thread drives: no thread has to be started and woken before the
//! first question. As soon as anybody else needs the session to go on by itself (a second front, a voice on another thread, a
//! program that still runs, work to be done while a front thinks), it gets a thread of its own and keeps it.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::driver::Driver;
use crate::going::Progress;
use crate::inquiry::Ended;

/// Who drives a session.
pub(crate) struct Driving(Mutex<Seat>);

enum Seat {
    /// Whichever front waits.
    Anybody(Box<Driver>),
    Thread(JoinHandle<Ended>),
    /// Nobody any more; what is left, as long as nobody has taken it.
    Empty(Option<Ended>),
}

impl Driving {
    pub(crate) fn new(driver: Driver) -> Driving {
        Driving(Mutex::new(Seat::Anybody(Box::new(driver))))
    }

    /// Goes one step further on this thread. Says whether that was possible: not when another thread drives, when the session is
    /// over, or when nothing can be done until a front says something.
    pub(crate) fn turn(&self) -> bool {
        self.drive(Driver::go_on) == Some(Progress::Made)
    }

    /// Does on this thread what the fronts have asked for. Says whether that was possible.
    pub(crate) fn hear(&self) -> bool {
        let heard = self.drive(|driver| match driver.hear_all() {
            Progress::Listening => driver.go_on(),
            heard => heard,
        });
        heard == Some(Progress::Made)
    }

    fn drive(&self, go: impl FnOnce(&mut Driver) -> Progress) -> Option<Progress> {
        let mut seat = self.seat();
        let Seat::Anybody(driver) = &mut *seat else {
            return None;
        };
        let progress = tracing::info_span!("session").in_scope(|| go(driver));
        if progress == Progress::Over
            && let Seat::Anybody(driver) = std::mem::replace(&mut *seat, Seat::Empty(None))
        {
            *seat = Seat::Empty(Some(driver.ended()));
        }
        Some(progress)
    }

    /// Lets the session go on by itself from now on.
    pub(crate) fn hand_over(&self) -> io::Result<()> {
        let mut seat = self.seat();
        match std::mem::replace(&mut *seat, Seat::Empty(None)) {
            Seat::Anybody(driver) => {
                let thread = std::thread::Builder::new().name("inquiry".into());
                *seat = Seat::Thread(thread.spawn(move || driver.run())?);
            }
            other => *seat = other,
        }
        Ok(())
    }

    /// Waits for the end, and returns what is left. Nothing when somebody else has taken it, or the session never got a thread.
    pub(crate) fn end(&self) -> Option<Ended> {
        while self.turn() {}
        self.hand_over().ok()?;
        // Nobody who speaks meanwhile waits for this one.
        let seat = std::mem::replace(&mut *self.seat(), Seat::Empty(None));
        match seat {
            Seat::Thread(thread) => match thread.join() {
                Ok(ended) => Some(ended),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Seat::Empty(ended) => ended,
            Seat::Anybody(_) => None,
        }
    }

    fn seat(&self) -> MutexGuard<'_, Seat> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! The surface of a session: a handle that any thread can hold, and the fronts attached to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;
use std::{fmt, io};

use elenchus_session::By;

use crate::driver::{Driver, Setup};
use crate::driving::Driving;
use crate::live::growth::Growth;
use crate::refusal::Refusal;
use crate::request::{Done, Request};
use crate::scene::{Latest, Scene};
use crate::state::End;
use crate::update::Update;

/// Which of the attached fronts it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FrontId(pub u32);

/// What a front does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// It answers questions, in this name.
    Answers(By),
    /// It only looks on.
    Watches,
}

/// What the driver is told.
pub(crate) enum Message {
    Attach {
        id: FrontId,
        role: Role,
        updates: Sender<Update>,
    },
    Request {
        from: FrontId,
        about: u64,
        request: Request,
        done: Sender<Result<Done, Refusal>>,
    },
}

/// One debugging session. Copies of the handle are the same session.
/// It begins when the first front attaches, and ends when no front is left that could go on.
#[derive(Clone)]
pub struct Inquiry {
    messages: Sender<Message>,
    /// How many fronts have come so far: the number of the next one.
    fronts: Arc<AtomicU32>,
    scene: Latest,
    driving: Arc<Driving>,
}

/// What is left of a session that has ended.
pub struct Ended {
    /// How it ended; nothing when it never began, since no front came.
    pub end: Option<End>,
    /// The program, if one was followed.
    pub growth: Option<Box<dyn Growth>>,
}

impl Inquiry {
    /// Starts a session, which waits for the first front. Where a program runs meanwhile, or work is to be done while a front
    /// thinks, it goes on by itself.
    pub fn start(setup: Setup) -> io::Result<Inquiry> {
        let (messages, received) = channel();
        let scene = Latest::default();
        let by_itself = setup.growth.is_some() || setup.looks_ahead;
        let driving = Driving::new(Driver::new(setup, received, scene.clone()));
        if by_itself {
            driving.hand_over()?;
        }
        Ok(Inquiry {
            messages,
            fronts: Arc::default(),
            scene,
            driving: Arc::new(driving),
        })
    }

    /// Attaches a front. It is told where the session stands, and of every change from now on. Nobody waits for
    /// anything here: a person waits for the first question only.
    pub fn attach(&self, role: Role) -> Result<Front, Refusal> {
        let (updates, told) = channel();
        let id = FrontId(self.fronts.fetch_add(1, Ordering::Relaxed));
        let message = Message::Attach { id, role, updates };
        self.messages.send(message).map_err(|_| Refusal::Ended)?;
        let first = FrontId(0);
        if id != first {
            // Fronts that wait at different times need a session that goes on by itself.
            self.driving.hand_over().map_err(|_| Refusal::Ended)?;
        }
        Ok(Front {
            speaker: Speaker {
                id,
                messages: self.messages.clone(),
                driving: self.driving.clone(),
            },
            updates: told,
        })
    }

    /// The run as it stood when the latest state was published; nothing before the first one.
    pub fn scene(&self) -> Option<Arc<Scene>> {
        self.scene.get()
    }

    /// Waits for the end, and returns what is left. Nothing when somebody else has taken it.
    pub fn end(self) -> Option<Ended> {
        self.driving.end()
    }
}

impl fmt::Debug for Inquiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inquiry").finish_non_exhaustive()
    }
}

/// One front of a session. Dropping it is leaving.
#[derive(Debug)]
pub struct Front {
    speaker: Speaker,
    updates: Receiver<Update>,
}

/// The voice of a front, for threads other than the one that listens. Copies speak for the same front.
#[derive(Clone)]
pub struct Speaker {
    id: FrontId,
    messages: Sender<Message>,
    driving: Arc<Driving>,
}

impl Front {
    /// Which front it is.
    pub fn id(&self) -> FrontId {
        self.speaker.id
    }

    /// Its voice. What is said with it takes effect whatever this front does meanwhile.
    pub fn speaker(&self) -> Speaker {
        // Where no thread can be had, whoever speaks drives.
        let _ = self.speaker.driving.hand_over();
        self.speaker.clone()
    }

    /// Waits for what happens next; nothing when the session has ended and everything was told.
    pub fn next(&self) -> Option<Update> {
        match self.told_on_this_thread() {
            Ok(update) => Some(update),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => self.updates.recv().ok(),
        }
    }

    /// The same, but waits no longer than `time`. As long as this front drives the session itself, there is no limit.
    pub fn next_within(&self, time: Duration) -> Result<Option<Update>, RecvTimeoutError> {
        match self.told_on_this_thread() {
            Ok(update) => return Ok(Some(update)),
            Err(TryRecvError::Disconnected) => return Err(RecvTimeoutError::Disconnected),
            Err(TryRecvError::Empty) => {}
        }
        match self.updates.recv_timeout(time) {
            Ok(update) => Ok(Some(update)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is told before anybody has to be waited for. After this, the session goes on by itself.
    fn told_on_this_thread(&self) -> Result<Update, TryRecvError> {
        loop {
            match self.updates.try_recv() {
                Err(TryRecvError::Empty) if self.speaker.driving.turn() => {}
                Err(TryRecvError::Empty) => break,
                told => return told,
            }
        }
        // A session for which no thread can be had is over.
        let _ = self.speaker.driving.hand_over();
        self.updates.try_recv()
    }

    /// Has something done about the state of this number.
    pub fn request(&self, about: u64, request: Request) -> Result<Done, Refusal> {
        self.speaker.request(about, request)
    }
}

impl Speaker {
    /// Has something done about the state of this number.
    pub fn request(&self, about: u64, request: Request) -> Result<Done, Refusal> {
        let (done, answer) = channel();
        let message = Message::Request {
            from: self.id,
            about,
            request,
            done,
        };
        self.messages.send(message).map_err(|_| Refusal::Ended)?;
        loop {
            match answer.try_recv() {
                Err(TryRecvError::Empty) if self.driving.hear() => {}
                Err(TryRecvError::Empty) => return answer.recv().unwrap_or(Err(Refusal::Ended)),
                Err(TryRecvError::Disconnected) => return Err(Refusal::Ended),
                Ok(answer) => return answer,
            }
        }
    }
}

impl fmt::Debug for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Speaker").field(&self.id).finish()
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        let (done, _) = channel();
        // A session that has ended needs no goodbye.
        let _ = self.speaker.messages.send(Message::Request {
            from: self.speaker.id,
            about: 0,
            request: Request::Leave,
            done,
        });
    }
}

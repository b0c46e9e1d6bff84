//! The surface of a session: a handle that any thread can hold, and the fronts attached to it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{fmt, io};

use elenchus_session::By;

use crate::driver::{Driver, Setup};
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

/// One debugging session, driven on a thread of its own. Copies of the handle are the same session.
/// It begins when the first front attaches, and ends when no front is left that could go on.
#[derive(Clone)]
pub struct Inquiry {
    messages: Sender<Message>,
    /// How many fronts have come so far: the number of the next one.
    fronts: Arc<AtomicU32>,
    scene: Latest,
    thread: Arc<Mutex<Option<JoinHandle<Ended>>>>,
}

/// What is left of a session that has ended.
pub struct Ended {
    /// How it ended; nothing when it never began, since no front came.
    pub end: Option<End>,
    /// The program, if one was followed.
    pub growth: Option<Box<dyn Growth>>,
}

impl Inquiry {
    /// Starts the thread, which waits for the first front.
    pub fn start(setup: Setup) -> io::Result<Inquiry> {
        let (messages, received) = channel();
        let scene = Latest::default();
        let shared = scene.clone();
        let thread = std::thread::Builder::new()
            .name("inquiry".into())
            .spawn(move || Driver::new(setup, received, shared).run())?;
        Ok(Inquiry {
            messages,
            fronts: Arc::default(),
            scene,
            thread: Arc::new(Mutex::new(Some(thread))),
        })
    }

    /// Attaches a front. It is told where the session stands, and of every change from now on. Nobody waits for
    /// the thread here: a person waits for the first question only.
    pub fn attach(&self, role: Role) -> Result<Front, Refusal> {
        let (updates, told) = channel();
        let id = FrontId(self.fronts.fetch_add(1, Ordering::Relaxed));
        let message = Message::Attach { id, role, updates };
        self.messages.send(message).map_err(|_| Refusal::Ended)?;
        let messages = self.messages.clone();
        Ok(Front {
            speaker: Speaker { id, messages },
            updates: told,
        })
    }

    /// The run as it stood when the latest state was published; nothing before the first one.
    pub fn scene(&self) -> Option<Arc<Scene>> {
        self.scene.get()
    }

    /// Waits for the end, and returns what is left. Nothing when somebody else has taken it.
    pub fn end(self) -> Option<Ended> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        match thread.take()?.join() {
            Ok(ended) => Some(ended),
            Err(panic) => std::panic::resume_unwind(panic),
        }
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
#[derive(Clone, Debug)]
pub struct Speaker {
    id: FrontId,
    messages: Sender<Message>,
}

impl Front {
    /// Which front it is.
    pub fn id(&self) -> FrontId {
        self.speaker.id
    }

    /// Its voice.
    pub fn speaker(&self) -> Speaker {
        self.speaker.clone()
    }

    /// Waits for what happens next; nothing when the session has ended and everything was told.
    pub fn next(&self) -> Option<Update> {
        self.updates.recv().ok()
    }

    /// The same for so long at most.
    pub fn next_within(&self, time: Duration) -> Result<Option<Update>, RecvTimeoutError> {
        match self.updates.recv_timeout(time) {
            Ok(update) => Ok(Some(update)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(error) => Err(error),
        }
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
        answer.recv().unwrap_or(Err(Refusal::Ended))
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

//! Following a run that goes on: a thread that takes in what is new, so that nobody else has to.
//!
//! Who does what, in the terms of seed 004. The recorded program and its agent make the tree and put it on disk (its
//! threads 1 and 2): records go to the rings, sealed frames to the files. This thread turns records into columns. Selecting a
//! question (004's thread 4) and showing it (thread 3) work on published snapshots and never wait for this one.

use super::budget::Budget;
use super::trace::Trace;
use crate::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long to wait when all there was is taken in: at least this, longer when taking in little takes long, because what is
/// published is put together anew each time, but never so long that somebody would notice.
const PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);

/// A trace that grows by itself: one thread takes in records, another indexes objects behind it.
#[derive(Debug)]
pub struct Follower {
    trace: Arc<Trace>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Result<(), Error>>>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    news: Mutex<News>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct News {
    /// How often something new was published.
    count: u64,
    ended: bool,
}

impl Follower {
    /// Attaches to a trace and begins to take it in.
    pub fn start(folder: &Path, budget: Budget) -> Result<Follower, Error> {
        let trace = Arc::new(Trace::attach(folder, budget)?);
        let shared = Arc::new(Shared::default());
        let (its_trace, its_shared) = (trace.clone(), shared.clone());
        let thread = std::thread::Builder::new()
            .name("follower".into())
            .spawn(move || {
                let result =
                    its_trace.index_beside(&its_shared.stop, || its_shared.follow(&its_trace));
                if let Err(error) = &result {
                    tracing::error!(%error, "following failed");
                }
                its_shared.tell(|news| news.ended = true);
                result
            })
            .map_err(|source| Error::Io {
                action: "start a thread to follow",
                path: folder.to_owned(),
                source,
            })?;
        Ok(Follower {
            trace,
            shared,
            thread: Some(thread),
        })
    }

    /// The trace, as far as it was taken in.
    pub fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// Waits until something new was published after the `seen`th time, until all is taken in, or for a while. Returns how
    /// often something was published so far.
    pub fn wait_for_news(&self, seen: u64, at_most: Duration) -> u64 {
        let news = self.shared.news.lock();
        let news = news.unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .shared
            .changed
            .wait_timeout_while(news, at_most, |news| news.count <= seen && !news.ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.count
    }

    /// Whether it goes on taking in; not any more when all is taken in, or when following failed.
    pub fn is_at_work(&self) -> bool {
        let news = self.shared.news.lock();
        !news.unwrap_or_else(PoisonError::into_inner).ended
    }

    /// Waits until the recording is over and taken in whole, or until following failed.
    pub fn join(mut self) -> Result<Arc<Trace>, Error> {
        if let Some(thread) = self.thread.take() {
            match thread.join() {
                Ok(result) => result?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(self.trace.clone())
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // What went wrong in there was either returned by `join` or is of no use to anybody any more.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn follow(&self, trace: &Trace) -> Result<(), Error> {
        while !self.stop.load(Ordering::Relaxed) {
            let begun = Instant::now();
            let all = trace.advance()?;
            self.tell(|news| news.count += 1);
            let took = begun.elapsed();
            tracing::debug!(all, ?took, "took in what is new");
            if trace.is_complete() {
                tracing::info!("the recording is over and taken in");
                break;
            }
            if all {
                let busy = 4 * begun.elapsed();
                std::thread::sleep(busy.clamp(PAUSE, LONGEST_PAUSE));
            }
        }
        Ok(())
    }

    fn tell(&self, change: impl FnOnce(&mut News)) {
        change(&mut self.news.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}

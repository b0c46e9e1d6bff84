//! One call of a tool: how far it has got, whether it is still wanted, and why it cannot be done.

use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

/// Progress is told this often.
const TELL: Duration = Duration::from_millis(500);

/// Why a call was not done, in words for the client: what happened and what to do.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ToolError(String);

impl ToolError {
    pub fn new(problem: impl Into<String>) -> ToolError {
        ToolError(problem.into())
    }

    /// Nobody waits for the result any more.
    pub fn cancelled() -> ToolError {
        ToolError::new("the call was cancelled")
    }
}

/// How far a call has got.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    pub done: f64,
    pub message: String,
}

/// One call of a tool, as the thread that does the work sees it.
pub struct Call {
    /// Cancelled when the client has cancelled the call, or has gone.
    unwanted: [CancellationToken; 2],
    tell: UnboundedSender<Step>,
    told: Option<Instant>,
}

impl Call {
    pub fn new(unwanted: [CancellationToken; 2], tell: UnboundedSender<Step>) -> Call {
        Call {
            unwanted,
            tell,
            told: None,
        }
    }

    /// Ends the work when nobody waits for it.
    pub fn go_on(&self) -> Result<(), ToolError> {
        match self.is_unwanted() {
            true => Err(ToolError::cancelled()),
            false => Ok(()),
        }
    }

    pub fn is_unwanted(&self) -> bool {
        self.unwanted.iter().any(CancellationToken::is_cancelled)
    }

    /// Tells how far the work has got, now and then.
    pub fn progress(&mut self, done: f64, message: impl FnOnce() -> String) {
        if self.told.is_none_or(|told| told.elapsed() >= TELL) {
            self.told = Some(Instant::now());
            // Whoever has gone need not be told.
            let _ = self.tell.send(Step {
                done,
                message: message(),
            });
        }
    }
}

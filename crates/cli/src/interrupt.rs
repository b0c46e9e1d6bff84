//! Ctrl-C: the first stops the recorded program and the questions go on, the next ends the session in
//! good order. Every answer is on disk before the next question is shown, so there is nothing left to
//! save.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::seat::restore_mode;
use crate::trouble::{Exit, Trouble};

/// Watches for Ctrl-C as long as the process lives.
#[derive(Clone, Debug)]
pub struct Interrupts {
    leaving: Arc<Mutex<Leaving>>,
}

/// What to say and to wait for at the end.
#[derive(Debug)]
struct Leaving {
    /// The command that goes on.
    resume: String,
    /// Held while an answer is written.
    busy: Arc<Mutex<()>>,
}

impl Interrupts {
    /// Starts to watch. `running` says whether the program, which is this `process`, still runs.
    pub fn watch(
        running: Arc<AtomicBool>,
        process: Option<u32>,
        resume: &str,
    ) -> Result<Interrupts, Trouble> {
        let mut signals = Signals::new([SIGINT])
            .map_err(|error| Trouble::usage(format!("failed to watch for Ctrl-C: {error}"), ""))?;
        let interrupts = Interrupts {
            leaving: Arc::new(Mutex::new(Leaving {
                resume: resume.to_owned(),
                busy: Arc::default(),
            })),
        };
        let watching = interrupts.clone();
        let watch = move || {
            for _ in signals.forever() {
                if running.swap(false, Ordering::SeqCst) {
                    tracing::info!("interrupted: the program is stopped");
                    // At a terminal the program was interrupted, too; elsewhere only we were.
                    if let Some(process) = process {
                        elenchus_launch::signals::stop(process);
                    }
                    elenchus_guard::say!(
                        "\nthe program is stopped, the questions go on; Ctrl-C again leaves"
                    );
                } else {
                    tracing::info!("interrupted: the session ends");
                    restore_mode();
                    watching.leave();
                }
            }
        };
        let named = std::thread::Builder::new().name("signals".into());
        named
            .spawn(watch)
            .map_err(|error| Trouble::usage(format!("failed to watch for Ctrl-C: {error}"), ""))?;
        Ok(interrupts)
    }

    /// From now on `busy` is held while an answer is written, and `resume` goes on with the session.
    pub fn set(&self, resume: &str, busy: Arc<Mutex<()>>) {
        let mut leaving = self.leaving.lock().unwrap_or_else(PoisonError::into_inner);
        *leaving = Leaving {
            resume: resume.to_owned(),
            busy,
        };
    }

    /// Ends in good order.
    pub fn leave(&self) -> ! {
        let leaving = self.leaving.lock().unwrap_or_else(PoisonError::into_inner);
        let _written = leaving.busy.lock().unwrap_or_else(PoisonError::into_inner);
        // In one piece, so that nothing that is being shown comes between its words.
        elenchus_guard::say!(
            "\ninterrupted; the answers are kept; `{}` goes on",
            leaving.resume
        );
        std::process::exit(Exit::Interrupted as i32);
    }
}

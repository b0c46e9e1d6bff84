//! The JVMTI agent: entry point, events, and what belongs together for the life of the JVM.
//!
//! Life: `Agent_OnLoad` reads the options and asks for events; at `VMStart` the Java runtime is defined; at `VMInit` the
//! trace is opened, the main thread attached and classes loaded so far sent through the hook again; from then on classes
//! are rewritten as they are loaded; at `VMDeath` what is committed is sealed.
//!
//! Invariants: a panic never crosses into the JVM; nothing of the user's code is run; the program never fails
//! because of the agent, it is at worst not recorded.

mod archives;
mod around;
mod array_natives;
mod callees;
mod catalogue;
mod confined;
mod events;
mod facts;
mod ffi;
mod hook;
mod hooks;
mod inner_workings;
mod native_writes;
mod natives;
#[cfg(test)]
mod offsets;
mod pools;
mod prologue;
mod runtime;
mod streams;
mod types;
mod watched;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use catalogue::Catalogue;
use elenchus_recorder::Recorder;
use elenchus_trace::meta::Ending;
use ffi::Jvmti;
use hook::Early;
use runtime::Runtime;

use crate::options::Options;
use crate::scope::Scope;

/// What exists once the trace is open.
#[derive(Debug)]
struct Live {
    recorder: Arc<Recorder>,
    catalogue: Mutex<Catalogue>,
    /// What the exception says that has left `main`.
    uncaught: OnceLock<String>,
}

impl Live {
    /// An exception has left `main`.
    fn set_uncaught(&self, text: String) {
        // Only one can.
        let _ = self.uncaught.set(text);
    }

    /// How the program ends, as far as the JVM knows: by an exit with a code, or because its last thread has ended.
    fn ending(&self) -> Ending {
        match (streams::exit_code(), self.uncaught.get()) {
            (Some(code), _) => Ending::Exit { code },
            (None, Some(text)) => Ending::Exception { text: text.clone() },
            (None, None) => Ending::Exit { code: 0 },
        }
    }

    fn catalogue(&self) -> MutexGuard<'_, Catalogue> {
        self.catalogue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The agent of this JVM.
struct Agent {
    jvmti: Jvmti,
    options: Options,
    scope: Scope,
    runtime: OnceLock<Runtime>,
    live: OnceLock<Live>,
    /// Collections that were loaded before the recorder was ready, by name.
    early: Mutex<HashMap<String, Early>>,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

/// The agent; only callbacks of the JVM ask, and those come after it was set.
fn agent() -> &'static Agent {
    AGENT.get().expect("callbacks come after Agent_OnLoad")
}

/// Tells the user something on the standard error stream, which the program may have closed.
fn say(message: &str) {
    use std::io::Write;
    let quiet = AGENT.get().is_some_and(|agent| agent.options.quiet);
    if !quiet {
        let _ = writeln!(std::io::stderr(), "elenchus: {message}");
    }
}

//! The log, for whoever looks into Elenchus itself. There is none unless `ELENCHUS_LOG` asks for one.
//!
//! `ELENCHUS_LOG=info` writes what the threads, oracles and files do to `SESSION.log`, beside the file of
//! the session; `debug` and `trace` write more, and `elenchus_trace=debug,info` chooses by crate. Values of
//! the program are never written at `info`. What happens before the session's file is known is held back
//! until then; a command without a session writes nothing.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use elenchus_guard::files::open_own;
use elenchus_inquiry::keep::home::make_room_for;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

use crate::trouble::Trouble;

/// What asks for a log, and says how much of one.
const VARIABLE: &str = "ELENCHUS_LOG";

/// Where the log goes.
static PLACE: Mutex<Place> = Mutex::new(Place::NotKnown(Vec::new()));

enum Place {
    /// It is not known yet; this was written so far.
    NotKnown(Vec<u8>),
    File(File),
}

/// Begins to log if that is asked for.
pub fn start() -> Result<(), Trouble> {
    let Some(asked) = std::env::var_os(VARIABLE).filter(|asked| !asked.is_empty()) else {
        return Ok(());
    };
    let asked = asked.to_string_lossy();
    let wanted = if asked == "1" { "info" } else { &asked };
    let filter: Targets = wanted.parse().map_err(|error| {
        Trouble::usage(
            format!("{VARIABLE}={asked} cannot be understood: {error}"),
            "write info, debug, trace, or levels by crate such as elenchus_trace=debug,info",
        )
    })?;
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_thread_names(true)
        .with_writer(|| Log);
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .init();
    Ok(())
}

/// From now on the log is a file beside that of the session.
pub fn beside(session: &Path) -> Result<(), Trouble> {
    if !tracing::event_enabled!(tracing::Level::ERROR) {
        return Ok(());
    }
    let mut name = session.as_os_str().to_owned();
    name.push(".log");
    let path = PathBuf::from(name);
    // What is logged at finer levels may hold values of the program.
    let mut options = OpenOptions::new();
    options.create(true).append(true).mode(0o600);
    let opened = make_room_for(&path).and_then(|()| open_own(&path, &options));
    let opened = opened.map_err(|error| {
        Trouble::usage(
            format!("failed to write the log: {error}"),
            format!("leave {VARIABLE} out, or choose another --session-file"),
        )
    })?;
    let mut place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Place::NotKnown(held_back) = &*place {
        let mut file = opened;
        // Who cannot log goes on all the same.
        let _ = file.write_all(held_back);
        *place = Place::File(file);
    }
    Ok(())
}

/// Writes to the log, wherever it is.
struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *PLACE.lock().unwrap_or_else(PoisonError::into_inner) {
            Place::NotKnown(held_back) => held_back.write(bytes),
            Place::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

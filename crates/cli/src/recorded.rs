//! Opening recordings with progress, and saying what is damaged or missing.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use elenchus_inquiry::open::recording::{
    self, Missing, TakenIn, is_trace, missing_debug_information,
};
use elenchus_recorded::run::Run;
use elenchus_trace::Budget;

use crate::trouble::Trouble;

/// Nothing is said about work that takes less than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Opens a trace, takes in everything it holds, and says what its code lacks.
pub fn open_run(path: &Path, memory: Budget, sources: &[PathBuf]) -> Result<Run, Trouble> {
    let run = take_in(path, memory, sources)?;
    warn_of_missing(path, &run);
    Ok(run)
}

/// Says what most of the recorded code lacks because of how it was compiled.
pub fn warn_of_missing(path: &Path, run: &Run) {
    if let Some(missing) = missing_debug_information(run.definitions()) {
        let missing = missing_words(missing);
        elenchus_guard::say!("warning: {}: {missing}", path.display());
    }
}

/// Says what of a recording cannot be read.
fn warn_of_damage(path: &Path, notes: &[String]) {
    for note in notes {
        elenchus_guard::say!("warning: {}: {note}", path.display());
    }
}

/// Says what of a recording that has just been made cannot be read.
pub fn check(trace: &Path) {
    match elenchus_trace::check(trace) {
        Ok(damage) => warn_of_damage(trace, damage.notes()),
        Err(error) if is_trace(trace) => {
            elenchus_guard::say!("warning: {}: {error}", trace.display());
        }
        // Nothing was recorded.
        Err(_) => {}
    }
}

/// What code lacks, and what to do about it.
pub fn missing_words(missing: Missing) -> &'static str {
    match missing {
        Missing::LineNumbers => {
            "it was compiled without line numbers: no source can be shown; compile with javac -g \
             (in Ant, debug=\"true\")"
        }
        Missing::VariableNames => {
            "it was compiled without the names of variables; javac -g (in Ant, debug=\"true\") makes \
             questions readable"
        }
    }
}

/// Opens a trace, takes in everything it holds, and says what is damaged.
pub fn take_in(path: &Path, memory: Budget, sources: &[PathBuf]) -> Result<Run, Trouble> {
    let started = Instant::now();
    let mut told = false;
    let taken_in = recording::take_in(path, memory, sources, |reading| {
        if started.elapsed() > PATIENCE && std::io::stderr().is_terminal() {
            told = true;
            eprint!("\rreading the trace ▸ {} nodes", reading.nodes());
            let _ = std::io::stderr().flush();
        }
    });
    let TakenIn { run, damage } = taken_in?;
    if told {
        eprintln!();
    }
    warn_of_damage(path, &damage);
    Ok(run)
}

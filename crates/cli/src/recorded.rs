//! Opening recordings with progress, and saying what is damaged or missing.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use elenchus_inquiry::open::recording::{
    self, Observer, Reading, TakenIn, is_trace, missing_debug_information,
};
use elenchus_recorded::run::Run;
use elenchus_terminal::words::opening::lacks;
use elenchus_trace::Budget;

use crate::trouble::Trouble;

/// Nothing is said about work that takes less than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Tells on a terminal how far the reading of recordings has got.
pub struct ReadingProgress {
    started: Instant,
    shows: bool,
    /// Whether something was shown of the recording that is being read.
    told: bool,
}

impl Default for ReadingProgress {
    fn default() -> ReadingProgress {
        ReadingProgress {
            started: Instant::now(),
            shows: std::io::stderr().is_terminal(),
            told: false,
        }
    }
}

impl Observer for ReadingProgress {
    fn reading(&mut self, reading: Reading<'_>) {
        if self.shows && self.started.elapsed() > PATIENCE {
            self.told = true;
            eprint!("\rreading the trace ▸ {} nodes", reading.nodes());
            let _ = std::io::stderr().flush();
        }
    }

    fn read(&mut self) {
        if std::mem::take(&mut self.told) {
            eprintln!();
        }
    }
}

/// Opens a trace, takes in everything it holds, and says what its code lacks.
pub fn open_run(path: &Path, memory: Budget, sources: &[PathBuf]) -> Result<Run, Trouble> {
    let taken_in = recording::take_in(path, memory, sources, &mut ReadingProgress::default())?;
    let TakenIn { run, damage } = taken_in;
    warn_of_damage(path, &damage);
    if let Some(missing) = missing_debug_information(&run) {
        elenchus_guard::say!("warning: {}: {}", path.display(), lacks(missing));
    }
    Ok(run)
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

//! Opening recordings: with progress, with what is damaged said, with their sources.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use elenchus_recorded::run::Run;
use elenchus_session::RootIs;
use elenchus_trace::definition::{Definitions, routine_flag};
use elenchus_trace::meta::{Ending, START_FILE};
use elenchus_trace::{Budget, Damage, Trace, private};

use crate::trouble::Trouble;

/// The folder inside a trace that keeps the sources as they were when it was recorded.
const SOURCES: &str = "sources";

/// Nothing is said about work that takes less than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether this is the folder of a trace.
pub fn is_trace(path: &Path) -> bool {
    path.join(START_FILE).is_file()
}

/// Opens a trace, takes in everything it holds, and says what its code lacks.
pub fn open_run(path: &Path, memory: Budget, sources: &[PathBuf]) -> Result<Run, Trouble> {
    let run = take_in(path, memory, sources)?;
    warn_of_missing(path, &run);
    Ok(run)
}

/// Says what most of the recorded code lacks because of how it was compiled.
pub fn warn_of_missing(path: &Path, run: &Run) {
    if let Some(missing) = missing_debug_information(run.definitions()) {
        elenchus_guard::say!("warning: {}: {missing}", path.display());
    }
}

/// Says what of a recording cannot be read, but for the first notes, which were told before.
pub fn warn_of_damage(path: &Path, damage: &Damage, told: usize) {
    for note in damage.notes().iter().skip(told) {
        elenchus_guard::say!("warning: {}: {note}", path.display());
    }
}

/// Says what of a recording that has just been made cannot be read.
pub fn check(trace: &Path) {
    match elenchus_trace::check(trace) {
        Ok(damage) => warn_of_damage(trace, &damage, 0),
        Err(error) if is_trace(trace) => {
            elenchus_guard::say!("warning: {}: {error}", trace.display());
        }
        // Nothing was recorded.
        Err(_) => {}
    }
}

/// Opens a trace and takes in everything it holds.
pub fn take_in(path: &Path, memory: Budget, sources: &[PathBuf]) -> Result<Run, Trouble> {
    let unreadable = |error: elenchus_trace::error::Error| {
        Trouble::usage(
            format!("failed to open {}: {error}", path.display()),
            "`elenchus record java -o TRACE …` makes traces; the folder is left as it is",
        )
    };
    let trace = Trace::attach(path, memory).map_err(unreadable)?;
    let started = Instant::now();
    let mut told = false;
    let tell = |trace: &Trace| {
        if started.elapsed() > PATIENCE && std::io::stderr().is_terminal() {
            told = true;
            let nodes = trace.snapshot().tree.len();
            eprint!("\rreading the trace ▸ {nodes} nodes");
            let _ = std::io::stderr().flush();
        }
    };
    trace.take_in(tell).map_err(unreadable)?;
    if told {
        eprintln!();
    }
    warn_of_damage(path, &trace.damage(), 0);
    let language = elenchus_languages::of(&trace);
    Ok(Run::new(Arc::new(trace), language, roots(path, sources)))
}

/// Where the sources of a recording are looked for: where the user says, inside it, else here and
/// beside it.
pub fn roots(trace: &Path, named: &[PathBuf]) -> Vec<PathBuf> {
    let folder = trace.parent().map_or_else(PathBuf::new, Path::to_owned);
    let usual = [trace.join(SOURCES), PathBuf::from("."), folder];
    named.iter().cloned().chain(usual).collect()
}

/// What most of the recorded code lacks because of how it was compiled, and what to do about it.
pub fn missing_debug_information(definitions: &Definitions) -> Option<&'static str> {
    let made_by_compiler = routine_flag::SYNTHETIC | routine_flag::BRIDGE | routine_flag::TRIVIAL;
    let written = definitions
        .routines()
        .filter(|def| def.flags & made_by_compiler == 0);
    let (mut routines, mut without_lines, mut with_parameters, mut without_names) = (0, 0, 0, 0);
    for def in written {
        routines += 1;
        without_lines += usize::from(def.first_line == 0);
        with_parameters += usize::from(!def.parameters.is_empty());
        without_names += usize::from(def.parameters.iter().any(|p| p.name.is_empty()));
    }
    if 2 * without_lines > routines {
        Some(
            "it was compiled without line numbers: no source can be shown; compile with javac -g \
             (in Ant, debug=\"true\")",
        )
    } else if 2 * without_names > with_parameters {
        Some(
            "it was compiled without the names of variables; javac -g (in Ant, debug=\"true\") makes \
             questions readable",
        )
    } else {
        None
    }
}

/// Copies the sources of a recording into its folder, so that questions and reports fit it whatever
/// becomes of the files. What cannot be found is left out: reports then have line numbers only.
pub fn keep_sources(trace: &Path, roots: &[PathBuf]) -> Result<(), Trouble> {
    match Trace::attach(trace, Budget::default()) {
        Ok(opened) => keep_sources_of(trace, &opened.definitions(), roots),
        Err(_) => Ok(()),
    }
}

/// The same for a recording whose definitions are known.
pub fn keep_sources_of(
    trace: &Path,
    definitions: &Definitions,
    roots: &[PathBuf],
) -> Result<(), Trouble> {
    let roots = elenchus_source::SourceRoots::new(roots.iter().cloned());
    for file in definitions.files() {
        let name = Path::new(&file.path);
        let Some(found) = roots.locate(name) else {
            continue;
        };
        let kept = trace.join(SOURCES).join(name);
        let copied = kept
            .parent()
            .map_or(Ok(()), private::create_folders)
            .and_then(|()| private::write(&kept, &std::fs::read(&found)?));
        copied.map_err(|error| {
            Trouble::usage(
                format!("failed to keep {}: {error}", found.display()),
                "make room on the disk, or choose another place with -o",
            )
        })?;
    }
    Ok(())
}

/// What a run that ended like this says about its root: an exit code or an exception is a symptom.
pub fn root_is(run: &Run) -> RootIs {
    match run.trace().end().map(|end| end.ending) {
        Some(Ending::Exit { code: 0 } | Ending::Cut { .. }) | None => RootIs::Unknown,
        Some(Ending::Exit { .. } | Ending::Exception { .. }) => RootIs::Known,
    }
}

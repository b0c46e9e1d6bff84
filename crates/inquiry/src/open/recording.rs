//! Opening a recording: taking it in, what it lacks, and its sources.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_recorded::run::Run;
use elenchus_rerun::version::KEPT_SOURCES;
use elenchus_session::RootIs;
use elenchus_trace::definition::{Definitions, routine_flag};
use elenchus_trace::meta::{Ending, START_FILE};
use elenchus_trace::{Budget, Trace, private};
use elenchus_tree::NodeId;

use super::OpeningError;
use super::note::Note;
use crate::keep::home::project_of;

/// Whether this is the folder of a trace.
pub fn is_trace(path: &Path) -> bool {
    path.join(START_FILE).is_file()
}

/// The recordings in a folder: itself, or those of the JVMs of one command; the one with the most calls first.
pub fn traces_in(folder: &Path) -> Vec<PathBuf> {
    if is_trace(folder) {
        return vec![folder.to_owned()];
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut traces: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| is_trace(path))
        .collect();
    traces.sort_by_key(|trace| {
        let calls = elenchus_launch::recording::calls_in(trace);
        (std::cmp::Reverse(calls), trace.clone())
    });
    traces
}

/// A run that was taken in, and what of its recording is damaged.
pub struct TakenIn {
    pub run: Run,
    pub damage: Vec<String>,
}

/// How far a recording has been taken in.
pub struct Reading<'t> {
    recording: &'t Path,
    trace: &'t Trace,
}

impl Reading<'_> {
    /// The folder of the recording.
    pub fn recording(&self) -> &Path {
        self.recording
    }

    /// How many nodes are known.
    pub fn nodes(&self) -> usize {
        self.trace.snapshot().tree.len()
    }
}

/// Whoever wants to know how far the reading of recordings has got. `()` does not.
pub trait Observer {
    /// A recording is being read; told again and again.
    fn reading(&mut self, _: Reading<'_>) {}

    /// It is read to its end.
    fn read(&mut self) {}
}

impl Observer for () {}

/// Opens a trace and takes in everything it holds, telling how far it has got.
pub fn take_in(
    path: &Path,
    memory: Budget,
    sources: &[PathBuf],
    observer: &mut dyn Observer,
) -> Result<TakenIn, OpeningError> {
    let unreadable = |error| OpeningError::Trace {
        path: path.to_owned(),
        error,
    };
    let trace = Trace::attach(path, memory).map_err(unreadable)?;
    let tell = |trace: &Trace| {
        observer.reading(Reading {
            recording: path,
            trace,
        });
    };
    trace.take_in(tell).map_err(unreadable)?;
    observer.read();
    let damage = trace.damage().notes().to_vec();
    let language = elenchus_languages::of(&trace);
    Ok(TakenIn {
        run: Run::new(Arc::new(trace), language, roots(path, sources)),
        damage,
    })
}

/// Where the sources of a recording are looked for: where the user says, inside it, else here and
/// beside it, or in the project that it belongs to.
pub fn roots(trace: &Path, named: &[PathBuf]) -> Vec<PathBuf> {
    let beside = || trace.parent().map_or_else(PathBuf::new, Path::to_owned);
    let folder = project_of(trace).unwrap_or_else(beside);
    let usual = [trace.join(KEPT_SOURCES), PathBuf::from("."), folder];
    named.iter().cloned().chain(usual).collect()
}

/// What most of the recorded code lacks because of how it was compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing {
    pub what: Lack,
    /// How it is compiled so that nothing is missing, where the language is compiled.
    pub remedy: Option<&'static str>,
}

/// What code can lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    LineNumbers,
    VariableNames,
}

/// What most of the recorded code lacks, if something.
pub fn missing_debug_information(run: &Run) -> Option<Missing> {
    let remedy = run.language().debug_option();
    lack(run.definitions()).map(|what| Missing { what, remedy })
}

fn lack(definitions: &Definitions) -> Option<Lack> {
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
        Some(Lack::LineNumbers)
    } else if 2 * without_names > with_parameters {
        Some(Lack::VariableNames)
    } else {
        None
    }
}

/// What most of the code of a run lacks, and which of its routines are not recorded in full.
pub(super) fn missing(trace: &Path, run: &Run) -> Vec<Note> {
    let lacks = missing_debug_information(run).map(|missing| Note::Lacks {
        recording: trace.to_owned(),
        missing,
    });
    // Whole classes that are left out are most often libraries'; those are for `info` to list.
    let skipped = run.definitions().skipped().iter();
    let methods: Vec<(String, String)> = skipped
        .filter(|def| def.name.contains('('))
        .map(|def| (def.name.clone(), def.reason.clone()))
        .collect();
    let in_part = (!methods.is_empty()).then(|| Note::InPart {
        recording: trace.to_owned(),
        methods,
    });
    lacks.into_iter().chain(in_part).collect()
}

/// Copies the sources of a recording into its folder, so that questions and reports fit it whatever
/// becomes of the files. What cannot be found is left out: reports then have line numbers only.
pub fn keep_sources(trace: &Path, roots: &[PathBuf]) -> Result<(), OpeningError> {
    match Trace::attach(trace, Budget::default()) {
        Ok(opened) => keep_sources_of(&opened, trace, roots),
        Err(_) => Ok(()),
    }
}

/// The same for a recording that is open.
pub fn keep_sources_of(
    opened: &Trace,
    trace: &Path,
    roots: &[PathBuf],
) -> Result<(), OpeningError> {
    let syntax = elenchus_languages::of(opened).syntax();
    let roots = elenchus_source::SourceRoots::new(roots.iter().cloned(), syntax.source_folders());
    for file in opened.definitions().files() {
        let name = Path::new(&file.path);
        let Some(found) = roots.locate(name) else {
            continue;
        };
        let kept = trace.join(KEPT_SOURCES).join(name);
        let copied = kept
            .parent()
            .map_or(Ok(()), private::create_folders)
            .and_then(|()| private::write(&kept, &std::fs::read(&found)?));
        copied.map_err(|error| OpeningError::SourceNotKept { path: found, error })?;
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

/// Whether a run holds nothing but its artificial root.
pub fn is_empty(run: &Run) -> bool {
    let tree = elenchus_session::Program::tree(run);
    tree.len() <= 1 && run.data(NodeId::ROOT).is_none()
}

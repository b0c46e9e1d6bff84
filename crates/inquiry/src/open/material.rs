//! What is at a path, read and not yet asked about: a tree file, or the runs of one recording or of one command.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_recorded::run::{Current, Run};
use elenchus_session::Program;

use super::OpeningError;
use super::choices::{Choices, KnowledgeChoice};
use super::note::Note;
use super::prepare::{self, Place, Prepared};
use super::prior::Prior;
use super::recording::{Observer, TakenIn, is_empty, missing, take_in, traces_in};
use super::symptom::{Failed, Start, Symptom, address, node_at, symptom};
use super::tree_program::TreeProgram;
use crate::keep::home::session_of_tree;
use crate::keep::place::{as_called, in_trace};
use crate::keep::store::Named;

/// What is at a path, as far as it can be asked about.
#[derive(Debug)]
pub enum Material {
    Tree {
        path: PathBuf,
        program: Box<TreeProgram>,
    },
    /// At least one run; several when a command started several programs.
    Runs(Vec<(PathBuf, Run)>),
}

impl Material {
    /// Reads what is at a path. Returns what was noticed, too.
    pub fn open(
        path: &Path,
        choices: &Choices,
        observer: &mut dyn Observer,
    ) -> Result<(Material, Vec<Note>), OpeningError> {
        let traces = traces_in(path);
        if !traces.is_empty() {
            let opened = Material::of_recordings(&traces, choices, observer)?;
            return opened.ok_or_else(|| OpeningError::NothingRecorded {
                path: path.to_owned(),
            });
        }
        let path = path.to_owned();
        if matches!(choices.knowledge, KnowledgeChoice::File(_)) {
            return Err(OpeningError::KnowledgeOfTree { path });
        }
        if choices.prior != Prior::Lines {
            return Err(OpeningError::PriorOfTree { path });
        }
        let (program, notes) = open_tree(&path)?;
        let program = Box::new(program);
        Ok((Material::Tree { path, program }, notes))
    }

    /// Reads the recordings that one command has made. There is nothing when nothing was recorded in any of them:
    /// processes that run nothing of the project, such as the daemon of a build tool, may still leave a trace.
    pub fn of_recordings(
        traces: &[PathBuf],
        choices: &Choices,
        observer: &mut dyn Observer,
    ) -> Result<Option<(Material, Vec<Note>)>, OpeningError> {
        let (mut runs, mut notes) = (Vec::with_capacity(traces.len()), Vec::new());
        let mut unreadable = None;
        for trace in traces {
            let TakenIn { run, damage } =
                take_in(trace, choices.memory, &choices.sources, observer)?;
            if !is_empty(&run) {
                runs.push((trace.clone(), run));
            } else if let Some(damage) = damage.first() {
                unreadable.get_or_insert_with(|| OpeningError::NothingReadable {
                    path: trace.clone(),
                    damage: damage.clone(),
                });
            }
            notes.extend(damaged(trace, damage));
        }
        if let (true, Some(error)) = (runs.is_empty(), unreadable) {
            return Err(error);
        }
        Ok((!runs.is_empty()).then_some((Material::Runs(runs), notes)))
    }

    /// Where a search can start: at what was named, at what failed, or at the whole.
    pub fn starts(&self, choices: &Choices) -> Result<Symptom, OpeningError> {
        let named = choices.at.as_deref();
        let called = named.and_then(|named| {
            let sessions = self.sessions(choices);
            as_called(named, sessions.iter().map(PathBuf::as_path))
        });
        let at = called.as_deref().or(named);
        match self {
            Material::Tree { program, .. } => Ok(Symptom::Start(Start {
                run: 0,
                node: node_at(program.as_ref(), at)?,
                root_is: program.root_is(),
                picked: at.is_some(),
            })),
            Material::Runs(_) => symptom(&self.runs(), at, choices.root_is.is_some()),
        }
    }

    /// Where the answers about it may have been kept.
    fn sessions(&self, choices: &Choices) -> Vec<PathBuf> {
        match (&choices.session_file, self) {
            (Some(file), _) => vec![file.clone()],
            (None, Material::Tree { path, .. }) => vec![session_of_tree(path)],
            (None, Material::Runs(runs)) => runs.iter().map(|(trace, _)| in_trace(trace)).collect(),
        }
    }

    /// What names a failed call for [`Choices::at`].
    pub fn address(&self, failed: &Failed) -> String {
        address(&self.runs(), failed)
    }

    /// Whether a test framework ran, so that what failed are tests.
    pub fn has_tests(&self) -> bool {
        self.runs().iter().any(|run| run.has_tests())
    }

    fn runs(&self) -> Vec<&Run> {
        match self {
            Material::Tree { .. } => Vec::new(),
            Material::Runs(runs) => runs.iter().map(|(_, run)| run).collect(),
        }
    }

    /// A session that starts here.
    pub fn prepare(
        self,
        start: Start,
        choices: &Choices,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, OpeningError> {
        match self {
            Material::Tree { path, program } => {
                let session_file = choices.session_file.clone();
                let place = Place {
                    session_file: session_file.unwrap_or_else(|| session_of_tree(&path)),
                    named: Named::Tree(program.tree().clone()),
                    input: path,
                };
                prepare::about_tree(*program, place, start, choices)
            }
            Material::Runs(mut runs) => {
                let (trace, run) = runs.swap_remove(start.run);
                let lacks = missing(&trace, &run);
                let current: Current = Arc::new(Arc::new(run.with_line_priors()).into());
                let mut prepared = prepare::about_run(current, &trace, start, choices, observer)?;
                prepared.notes.splice(0..0, lacks);
                Ok(prepared)
            }
        }
    }
}

/// Opens a tree file, with what is odd about it.
pub(super) fn open_tree(path: &Path) -> Result<(TreeProgram, Vec<Note>), OpeningError> {
    let (program, warnings) = TreeProgram::open(path)?;
    let notes = warnings.into_iter().map(|warning| Note::TreeFile {
        path: path.to_owned(),
        warning,
    });
    Ok((program, notes.collect()))
}

/// What of a recording cannot be read.
pub(super) fn damaged(trace: &Path, notes: Vec<String>) -> impl Iterator<Item = Note> {
    notes.into_iter().map(|note| Note::Damaged {
        recording: trace.to_owned(),
        note,
    })
}

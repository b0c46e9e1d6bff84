//! What the session that is kept with a recording has found, for whoever wants to do something about it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_recorded::run::{Current, Run};
use elenchus_session::{Answer, By, Program, RootIs, Said, Session, Step, Subject, find_node};
use elenchus_tree::NodeId;
use thiserror::Error;

use crate::SharedProgram;
use crate::keep::place::in_trace;
use crate::keep::store::{Named, Store};
use crate::open::choices::Choices;
use crate::open::material::Material;
use crate::open::note::Note;
use crate::open::recording::Observer;
use crate::open::symptom::{Start, Symptom};
use crate::open::{OpeningError, OracleName};

/// Why nothing can be done about a bug.
#[derive(Debug, Error)]
pub enum KeptError {
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A tree file holds no state from which a call could be run.
    #[error("calls of {} cannot be run again: it is a tree file", .0.display())]
    TreeFile(PathBuf),
    #[error("nothing was answered about {} yet", .0.display())]
    NothingSaid(PathBuf),
    #[error("the answers about {} blame no call", .0.display())]
    NobodyBlamed(PathBuf),
}

/// A recording, and what was said about it.
pub struct Kept {
    pub run: Arc<Run>,
    session: Session<SharedProgram>,
    /// Where the search began.
    start: Start,
    /// What was noticed when the recording was opened.
    pub notes: Vec<Note>,
}

/// An answer that stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    pub subject: Subject,
    pub answer: Answer,
    pub by: By,
}

impl Kept {
    /// Opens a recording, and reads the session that is kept with it or in the file that was chosen.
    pub fn open(
        path: &Path,
        choices: &Choices,
        observer: &mut dyn Observer,
    ) -> Result<Kept, KeptError> {
        let (material, notes) = Material::open(path, choices, observer)?;
        let starts = material.starts(choices)?;
        let Material::Runs(mut runs) = material else {
            return Err(KeptError::TreeFile(path.to_owned()));
        };
        let file_of = |trace: &Path| {
            let chosen = choices.session_file.clone();
            chosen.unwrap_or_else(|| in_trace(trace))
        };
        // Of several recordings of one command, the one with a session is meant.
        let place = match &starts {
            Symptom::Start(start) if start.picked => start.run,
            _ => {
                let mut traces = runs.iter();
                let asked = traces.position(|(trace, _)| file_of(trace).exists());
                asked.unwrap_or(0)
            }
        };
        let (trace, run) = runs.swap_remove(place);
        let run = Arc::new(run.with_line_priors());
        let current: Current = Arc::new(run.clone().into());
        let file = file_of(&trace);
        let events =
            Store::read(file.clone(), Named::Trace(current)).map_err(OpeningError::from)?;
        let mut session = Session::new(run.clone() as SharedProgram, choices.settings());
        for (event, line) in events.iter().zip(2..) {
            session
                .replay(event)
                .map_err(|error| OpeningError::Replay {
                    path: file.clone(),
                    line,
                    error,
                })?;
        }
        let start = began(starts, place, &session, &run);
        session.start_at(start.node, choices.root_is.unwrap_or(start.root_is));
        Ok(Kept {
            run,
            session,
            start,
            notes,
        })
    }

    /// The answers that stand, and who gave them.
    pub fn answers(&self) -> Vec<Standing> {
        let log = self.session.log();
        let standing = log.answers().map(|(place, subject, answer)| Standing {
            subject,
            answer,
            by: log.entries()[place].by.clone(),
        });
        standing.collect()
    }

    /// What the parts of a piece should have been, as far as somebody said so.
    pub fn should_be(&self, subject: Subject) -> Vec<(String, String)> {
        let said = self.session.log().should_be(subject).into_iter();
        said.map(|(path, value)| (path.to_owned(), value.to_owned()))
            .collect()
    }

    /// The right versions that have answered: their code or their recordings, as far as they are still there.
    pub fn good(&self) -> Vec<OracleName> {
        let mut good = Vec::new();
        for entry in self.session.log().entries() {
            let name = match &entry.by {
                By::Version(path) => OracleName::Version(path.into()),
                By::Recording(path) | By::Steps(path) => OracleName::Trace(path.into()),
                _ => continue,
            };
            let (OracleName::Version(path) | OracleName::Trace(path)) = &name else {
                continue;
            };
            if path.exists() && !good.contains(&name) {
                good.push(name);
            }
        }
        good
    }

    /// The nodes that are to blame: those that were found and accepted, and what the answers lead to now, else the smallest piece that was
    /// said to be wrong.
    pub fn blamed(&mut self) -> Vec<NodeId> {
        let mut blamed: Vec<NodeId> = self.session.log().found().collect();
        let found = match self.session.next() {
            Step::Found(report) => self.run.node(report.node),
            _ if blamed.is_empty() => self.smallest_wrong(),
            _ => None,
        };
        blamed.extend(found);
        blamed.dedup();
        blamed
    }

    fn smallest_wrong(&self) -> Option<NodeId> {
        let tree = self.run.tree();
        let answers = self.session.log().answers();
        let wrong = answers.filter(|&(_, _, answer)| answer == Answer::Wrong);
        let wrong = wrong.filter_map(|(_, subject, _)| subject.single());
        let size = |node: &NodeId| tree.end(*node).index() - node.index();
        wrong.min_by_key(size)
    }

    /// The node that the user has named, or the blamed one.
    pub fn node(&mut self, name: Option<&str>) -> Result<Option<NodeId>, OpeningError> {
        match name {
            None => Ok(self.blamed().pop()),
            Some(name) => find_node(&self.run, name)
                .map(Some)
                .ok_or_else(|| OpeningError::NoSuchNode(name.to_owned())),
        }
    }

    /// Whether nothing was said at all.
    pub fn is_empty(&self) -> bool {
        self.session.log().entries().is_empty() && !self.start.picked
    }

    /// What ran, in one line.
    pub fn title(&self, subject: Subject) -> String {
        self.run.heading(subject).title
    }
}

/// Where the search began: where it was told to, at the failed call that the answers are about, or at the whole.
fn began(starts: Symptom, place: usize, session: &Session<SharedProgram>, run: &Run) -> Start {
    let whole = Start {
        run: place,
        node: NodeId::ROOT,
        root_is: RootIs::Unknown,
        picked: false,
    };
    let mut said = session.log().entries().iter();
    let first = said.find_map(|entry| match entry.said {
        Said::Answered(subject, _) => Some(subject.first()),
        _ => None,
    });
    match starts {
        Symptom::Start(start) if start.run == place => start,
        Symptom::Failed(failed) => {
            let holds = |node| first.is_some_and(|first| run.tree().contains(node, first));
            let ours = failed.iter().filter(|failed| failed.run == place);
            let mut ours = ours.map(|failed| failed.start(false));
            ours.find(|start| holds(start.node)).unwrap_or(whole)
        }
        _ => whole,
    }
}

//! A session put together: settings, oracles, what is known from other runs, and the answers of an earlier session.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use elenchus_recorded::asserted::{Confirmed, confirmed};
use elenchus_recorded::run::{Current, Run};
use elenchus_session::{Chain, Event, NodeNumber, Pattern, Program, Session, Settings, Subject};
use elenchus_trace::definition::SkippedDef;
use elenchus_zoom::Zoom;

use super::OpeningError;
use super::chain;
use super::choices::{Choices, KnowledgeChoice};
use super::note::Note;
use super::prior;
use super::recording::Observer;
use super::symptom::Start;
use super::tree_program::TreeProgram;
use crate::SharedProgram;
use crate::driver::Setup;
use crate::keep::home::Home;
use crate::keep::keeping::Keeping;
use crate::keep::knowledge_file::KnowledgeFile;
use crate::keep::place::in_trace;
use crate::keep::recordings::called;
use crate::keep::report_file::ReportFile;
use crate::keep::store::{Named, Store};

/// A session that is ready to be started.
pub struct Prepared {
    pub setup: Setup,
    /// What was noticed while it was prepared, in order.
    pub notes: Vec<Note>,
    /// The recording or the tree file.
    pub input: PathBuf,
    /// What goes on with it later.
    pub resume: Resume,
    /// Where its answers are kept.
    pub session_file: PathBuf,
    /// Held while an answer is being written, for whoever ends the process in the middle of it.
    pub writing: Arc<Mutex<()>>,
}

/// What whoever comes back has to name, to go on with a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resume {
    /// The recording or the tree file: its path, or its name among those of the project.
    pub input: PathBuf,
    /// The number of the node where the search starts, when that was picked.
    pub at: Option<NodeNumber>,
    /// The session file, when it is not in the usual place.
    pub session_file: Option<PathBuf>,
}

/// Where a session and what it is about are found.
pub(super) struct Place {
    pub input: PathBuf,
    pub session_file: PathBuf,
    /// How nodes are named in the session file.
    pub named: Named,
}

/// Prepares a session about a tree file.
pub(super) fn about_tree(
    program: TreeProgram,
    place: Place,
    start: Start,
    choices: &Choices,
) -> Result<Prepared, OpeningError> {
    let (mut chain, mut notes) = (Chain::default(), Vec::new());
    for oracle in &choices.oracles {
        chain::push(&mut chain, oracle, choices, &mut notes)?;
    }
    let mut settings = settings(start, choices);
    // A tree file says little of each node, so that many of them can be judged together.
    settings.transform.readable = false;
    let parts = Parts {
        program: Arc::new(program),
        settings,
        chain,
        knowledge: None,
        confirmed: Vec::new(),
        zoom: None,
        looks_ahead: false,
        notes,
        left_out: Vec::new(),
    };
    parts.join(place, start, choices)
}

/// Prepares a session about a run, which may still be going on.
pub fn about_run(
    current: Current,
    trace: &Path,
    start: Start,
    choices: &Choices,
    observer: &mut dyn Observer,
) -> Result<Prepared, OpeningError> {
    let run = latest(&current);
    let mut notes = Vec::new();
    let mut settings = settings(start, choices);
    let mut chain = Chain::default();
    let knowledge = open_knowledge(&current, choices, &mut notes)?;
    if let Some(known) = &knowledge {
        // What was said before comes first, since it costs nobody anything.
        chain.push(Box::new(known.oracle()));
        settings.trusted_before.extend(known.trusted());
    }
    let confirmed = confirmed(&current, settings.at);
    let mut zoom = Zoom::new(current.clone(), choices.oracle_timeout);
    chain::push_all_on_run(
        (&mut chain, &mut zoom),
        (&current, &run),
        &mut settings,
        choices,
        observer,
        &mut notes,
    )?;
    prior::apply(&choices.prior, &current, settings.at, &mut notes)?;
    let run = latest(&current);
    let session_file = choices.session_file.clone();
    let left_out = left_out(&run);
    let place = Place {
        input: trace.to_owned(),
        session_file: session_file.unwrap_or_else(|| in_trace(trace)),
        named: Named::Trace(current),
    };
    let parts = Parts {
        program: run,
        settings,
        chain,
        knowledge,
        confirmed,
        zoom: Some(zoom),
        looks_ahead: true,
        notes,
        left_out,
    };
    parts.join(place, start, choices)
}

/// The patterns of options that no routine is called by. What a recording has left out is not in it, and a run that goes on may
/// come to it.
fn covers_nothing(program: &SharedProgram, settings: &Settings, left_out: &[String]) -> Vec<Note> {
    let tree = program.tree();
    let named = [
        ("--trust", &settings.trust),
        ("--include", &settings.include),
        ("--exclude", &settings.exclude),
    ];
    let patterns = named
        .into_iter()
        .flat_map(|(option, patterns)| patterns.iter().map(move |p| (option, p)));
    let is_idle = |pattern: &Pattern| {
        let has_left_out = left_out.iter().any(|used| used == pattern.text());
        !has_left_out && !tree.routine_names().iter().any(|name| pattern.covers(name))
    };
    let idle = patterns.filter(|(_, pattern)| !tree.is_growing() && is_idle(pattern));
    let notes = idle.map(|(option, pattern)| Note::CoversNothing {
        option,
        pattern: pattern.text().to_owned(),
    });
    notes.collect()
}

/// The patterns because of which a recording lacks something.
fn left_out(run: &Run) -> Vec<String> {
    let skipped = run.definitions().skipped().iter();
    let used = skipped.filter(|def| def.reason == SkippedDef::LEFT_OUT);
    used.map(|def| def.name.clone()).collect()
}

fn latest(current: &Current) -> Arc<Run> {
    let run = current.read().unwrap_or_else(PoisonError::into_inner);
    run.clone()
}

fn settings(start: Start, choices: &Choices) -> Settings {
    Settings {
        root_is: choices.root_is.unwrap_or(start.root_is),
        at: start.node,
        ..choices.settings()
    }
}

/// What is known from other runs. The project's own file is a convenience: one that others could have changed is left alone.
fn open_knowledge(
    current: &Current,
    choices: &Choices,
    notes: &mut Vec<Note>,
) -> Result<Option<KnowledgeFile>, OpeningError> {
    let path = match &choices.knowledge {
        KnowledgeChoice::None => return Ok(None),
        KnowledgeChoice::Project => None,
        KnowledgeChoice::File(path) => Some(path.as_path()),
    };
    match KnowledgeFile::open(path, current.clone()) {
        Err(error) if path.is_none() && error.is_about_access() => {
            notes.push(Note::NoKnowledge(error));
            Ok(None)
        }
        opened => {
            let opened = opened?;
            let unused = Home::here().unused_knowledge();
            if let Some(unused) = unused.filter(|_| path.is_none()) {
                let used = opened.path().to_owned();
                notes.push(Note::TwoBases { used, unused });
            }
            Ok(Some(opened))
        }
    }
}

/// What a session is made of, before its file is read.
struct Parts {
    program: SharedProgram,
    settings: Settings,
    chain: Chain,
    knowledge: Option<KnowledgeFile>,
    /// What assertions have confirmed: whoever wrote the test has said that it is right.
    confirmed: Vec<Confirmed>,
    zoom: Option<Zoom>,
    looks_ahead: bool,
    notes: Vec<Note>,
    /// The patterns because of which the recording lacks something.
    left_out: Vec<String>,
}

impl Parts {
    /// Reads the session file and replays what it holds.
    fn join(
        mut self,
        place: Place,
        start: Start,
        choices: &Choices,
    ) -> Result<Prepared, OpeningError> {
        let resume = Resume {
            at: start.picked.then(|| self.program.number(start.node)),
            input: called(&place.input),
            session_file: choices.session_file.clone(),
        };
        if choices.new
            && let Some(old) = Store::set_aside(&place.session_file)?
        {
            self.notes.push(Note::SetAside(old));
        }
        self.settings.read_names(&self.program);
        let covers_nothing = covers_nothing(&self.program, &self.settings, &self.left_out);
        self.notes.extend(covers_nothing);
        let (store, events) = Store::open(place.session_file, place.named)?;
        self.settings.errors = self.chain.errors();
        let mut session = Session::new(self.program, self.settings);
        self.notes.extend(prepared(&session));
        replay(&mut session, &events, &store)?;
        if events.is_empty() {
            self.notes.extend(confirm(&mut session, self.confirmed));
        } else {
            let answers = session.log().entries().len();
            self.notes.push(Note::Resumed { answers });
            // What is chosen now counts more than what was chosen then.
            if let Some(strategy) = choices.strategy {
                session.set_strategy(strategy);
            }
            if let Some(plan) = &choices.plan {
                session.set_plan(plan.clone());
            }
        }
        if let Some(known) = &mut self.knowledge {
            self.notes.extend(known.known().map(Note::Known));
            let names = known.trusted();
            if !names.is_empty() {
                self.notes.push(Note::TrustedBefore { names });
            }
            let unseen = known.unseen();
            if !unseen.is_empty() {
                self.notes.push(Note::Unseen(unseen));
            }
            let kept = known.replay(&events);
            kept.map_err(|error| OpeningError::NotKept { error })?;
        }
        Ok(Prepared {
            notes: self.notes,
            input: place.input,
            resume,
            session_file: store.path().to_owned(),
            writing: store.busy(),
            setup: Setup {
                session,
                chain: self.chain,
                otherwise: choices.otherwise,
                asks_last: choices.asks_last(),
                keeper: Box::new(Keeping {
                    store,
                    knowledge: self.knowledge,
                }),
                reports: Box::new(ReportFile {
                    wanted: choices.report.clone(),
                }),
                growth: None,
                zoom: self.zoom,
                zoom_choice: choices.zoom(),
                looks_ahead: self.looks_ahead,
            },
        })
    }
}

/// Takes for right what assertions have confirmed.
fn confirm(session: &mut Session<SharedProgram>, confirmed: Vec<Confirmed>) -> Option<Note> {
    let mut calls = Vec::new();
    for Confirmed { call, place } in confirmed {
        let subject = Subject::node(call);
        let title = session.program().heading(subject).title;
        session.confirm(subject, place.clone());
        calls.push((title, place));
    }
    (!calls.is_empty()).then_some(Note::Confirmed { calls })
}

/// What is searched besides what failed.
fn prepared(session: &Session<SharedProgram>) -> Option<Note> {
    let pieces = session.prepared().iter();
    let title = |&node| session.program().heading(Subject::node(node)).title;
    let titles: Vec<String> = pieces.map(title).collect();
    (!titles.is_empty()).then_some(Note::Prepared { titles })
}

fn replay(
    session: &mut Session<SharedProgram>,
    events: &[Event],
    store: &Store,
) -> Result<(), OpeningError> {
    // The first line says what the session is about.
    for (event, line) in events.iter().zip(2..) {
        session
            .replay(event)
            .map_err(|error| OpeningError::Replay {
                path: store.path().to_owned(),
                line,
                error,
            })?;
    }
    Ok(())
}

//! One open session as the tools see it, and the table of all that are open.
//!
//! A handle says all that is needed to open its session again: the recording, and where the search begins. Sessions stay open
//! between calls only to save time.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use elenchus_inquiry::open::{
    Choices, Failed, KnowledgeChoice, Material, Note, Observer, OracleName, Prior, Start, Symptom,
};
use elenchus_inquiry::{
    Done, Front, Inquiry, Notice, Refusal, Request, Role, SharedProgram, State, Update, View,
    ZoomChoice,
};
use elenchus_session::{By, Limits, NodeNumber, Program, Subject, find_node};
use elenchus_terminal::words;
use elenchus_tree::NodeId;
use tempfile::TempDir;

use crate::call::{Call, ToolError};
use crate::places::Places;

/// How much of its values a question shows before it is cut to the budget.
pub const SHOWN: Limits = Limits {
    changes: 40,
    characters: 400,
    depth: 4,
    elements: 20,
    ..Limits::SCREEN
};

/// This many sessions stay open; the one that was used longest ago is closed first.
const MOST_OPEN: usize = 8;

/// A longer handle would leave no room in a result.
const LONGEST_HANDLE: usize = 300;

/// How often a waiting thread looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// In whose name agents answer. Such answers are not kept for later runs, since agents may be mistaken.
pub fn agent() -> By {
    By::Command("agent".to_owned())
}

/// What names a session: a recording, and where the search begins in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handle {
    pub recording: String,
    pub at: Option<String>,
}

impl Handle {
    /// Reads a handle as clients send it back.
    pub fn parse(handle: &str) -> Handle {
        match handle.rsplit_once('@') {
            Some((recording, at)) => Handle {
                recording: recording.to_owned(),
                at: Some(at.to_owned()),
            },
            None => Handle {
                recording: handle.to_owned(),
                at: None,
            },
        }
    }

    pub fn written(&self) -> String {
        match &self.at {
            Some(at) => format!("{}@{at}", self.recording),
            None => self.recording.clone(),
        }
    }
}

/// What every session of the server is opened with.
pub struct Sessions {
    pub places: Places,
    /// Who is asked before the agent, as the user has said when the server was started.
    pub oracles: Vec<OracleName>,
    /// What is suspected before anything is said.
    pub prior: Prior,
    pub knowledge: Option<PathBuf>,
    /// Those that are open, the one used last at the end.
    open: Mutex<Vec<(String, Arc<Held>)>>,
}

/// How a session is opened.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Recordings of versions that were right.
    pub good: Vec<String>,
    /// Whether earlier answers are set aside.
    pub anew: bool,
}

impl Sessions {
    pub fn new(
        places: Places,
        oracles: Vec<OracleName>,
        prior: Prior,
        knowledge: Option<PathBuf>,
    ) -> Sessions {
        Sessions {
            places,
            oracles,
            prior,
            knowledge,
            open: Mutex::default(),
        }
    }

    /// The session of a handle, opened if it is not open yet.
    pub fn get(&self, handle: &str, call: &mut Call) -> Result<Arc<Held>, ToolError> {
        self.open(&Handle::parse(handle), &Wanted::default(), call)
    }

    /// Opens a session; one that is open already is used when nothing else is wanted.
    pub fn open(
        &self,
        handle: &Handle,
        wanted: &Wanted,
        call: &mut Call,
    ) -> Result<Arc<Held>, ToolError> {
        let written = handle.written();
        if written.len() > LONGEST_HANDLE {
            return Err(ToolError::new(format!(
                "a session is named by at most {LONGEST_HANDLE} bytes"
            )));
        }
        // Held while a session is opened, so that nobody opens the same one meanwhile.
        let mut open = lock(&self.open);
        let is_same = |name: &str| Handle::parse(name).recording == handle.recording;
        let of_recording = open.extract_if(.., |(name, _)| is_same(name));
        for (name, held) in of_recording.collect::<Vec<_>>() {
            if name == written && wanted.good.is_empty() && !wanted.anew && !held.has_ended() {
                open.push((written, held.clone()));
                return Ok(held);
            }
            // All sessions about one recording keep their answers in one file.
            close(held)?;
        }
        let choices = self.choices(handle, wanted)?;
        let held = Arc::new(self.start(handle, &choices, call)?);
        if open.len() >= MOST_OPEN {
            // It closes when the last call about it ends.
            open.remove(0);
        }
        open.push((written, held.clone()));
        Ok(held)
    }

    /// A copy of an open session, which can be given answers to see what would come. Its answers are kept in a folder that
    /// goes away.
    pub fn copy(
        &self,
        held: &Held,
        wanted: &Wanted,
        call: &mut Call,
    ) -> Result<(Held, TempDir), ToolError> {
        let kept = tempfile::tempdir().and_then(|folder| {
            let copy = folder.path().join("answers.session");
            match std::fs::copy(&held.session_file, &copy) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok((folder, copy)),
            }
        });
        let (folder, copy) =
            kept.map_err(|error| ToolError::new(format!("failed to look ahead: {error}")))?;
        let handle = Handle::parse(&held.handle);
        let choices = Choices {
            session_file: Some(copy),
            new: false,
            ..self.choices(&handle, wanted)?
        };
        Ok((self.start(&handle, &choices, call)?, folder))
    }

    fn start(
        &self,
        handle: &Handle,
        choices: &Choices,
        call: &mut Call,
    ) -> Result<Held, ToolError> {
        let (material, mut notes) = self.read(&handle.recording, choices, call)?;
        let start = choose(&material, choices)?;
        let prepared = material.prepare(start, choices, &mut Watching(call));
        let prepared = prepared.map_err(|error| ToolError::new(error.to_string()))?;
        notes.extend(prepared.notes);
        let program = prepared.setup.session.program().clone();
        let start = match prepared.resume.at {
            Some(number) => program.node(number).unwrap_or(NodeId::ROOT),
            None => NodeId::ROOT,
        };
        let failed = |error: &dyn std::fmt::Display| {
            ToolError::new(format!("failed to start the session: {error}"))
        };
        let inquiry = Inquiry::start(prepared.setup).map_err(|error| failed(&error))?;
        let front = inquiry
            .attach(Role::Answers(agent()))
            .map_err(|_| failed(&"it has ended"))?;
        Ok(Held {
            handle: handle.written(),
            program,
            inquiry,
            start,
            session_file: prepared.session_file,
            seat: Mutex::new(Seat {
                front,
                state: None,
                notes: in_words(&notes),
            }),
        })
    }

    /// Reads a recording or a tree file that a client has named.
    pub fn read(
        &self,
        recording: &str,
        choices: &Choices,
        call: &mut Call,
    ) -> Result<(Material, Vec<Note>), ToolError> {
        let path = self.places.inside(recording)?;
        let opened = Material::open(&path, choices, &mut Watching(call));
        call.go_on()?;
        opened.map_err(|error| ToolError::new(error.to_string()))
    }

    /// What a session is opened with.
    pub fn choices(&self, handle: &Handle, wanted: &Wanted) -> Result<Choices, ToolError> {
        let mut oracles = self.oracles.clone();
        for good in &wanted.good {
            oracles.push(OracleName::Trace(self.places.inside(good)?));
        }
        Ok(Choices {
            at: handle.at.clone(),
            oracles,
            prior: self.prior.clone(),
            knowledge: match &self.knowledge {
                Some(file) => KnowledgeChoice::File(file.clone()),
                None => KnowledgeChoice::None,
            },
            new: wanted.anew,
            limits: SHOWN,
            // There is no tool for questions about statements: a version that was right tells the lines to blame, or nobody.
            zoom: Some(ZoomChoice::Told),
            ..Choices::default()
        })
    }
}

/// Ends a session, and waits until its file can be opened by another one.
fn close(held: Arc<Held>) -> Result<(), ToolError> {
    let held = Arc::into_inner(held);
    let held = held.ok_or_else(|| {
        ToolError::new("another call is at work with this recording; wait until it has ended")
    })?;
    drop(held.seat);
    held.inquiry.end();
    Ok(())
}

/// Tells the client how far the reading of a recording has got.
pub struct Watching<'c>(pub &'c mut Call);

impl Observer for Watching<'_> {
    fn reading(&mut self, reading: elenchus_inquiry::open::recording::Reading<'_>) {
        let nodes = reading.nodes();
        self.0.progress(nodes as f64, || {
            format!("{nodes} pieces of the run are read")
        });
    }
}

/// Where the search begins. When several calls failed, the client has to say which one it means.
fn choose(material: &Material, choices: &Choices) -> Result<Start, ToolError> {
    let starts = material.starts(choices);
    match starts.map_err(|error| ToolError::new(error.to_string()))? {
        Symptom::Start(start) => Ok(start),
        Symptom::Failed(failed) => match failed.as_slice() {
            [only] => Ok(only.start(false)),
            several => Err(ToolError::new(several_failed(material, several))),
        },
        Symptom::NoFailingTest => Err(ToolError::new(
            "the tests ran and none of them failed; name the call that is wrong with `at`",
        )),
    }
}

/// This many failures are named to one who has to choose.
const NAMED: usize = 8;

fn several_failed(material: &Material, several: &[Failed]) -> String {
    let named = several.iter().take(NAMED);
    let named: Vec<String> = named.map(|failed| material.address(failed)).collect();
    format!(
        "{} calls failed; name one of them with `at`: {}{}",
        several.len(),
        named.join(", "),
        if several.len() > NAMED { ", …" } else { "" }
    )
}

/// What was noticed, as far as an agent can use it.
pub fn in_words(notes: &[Note]) -> Vec<String> {
    let told = notes.iter().flat_map(|note| match note {
        Note::Resumed { answers } => vec![format!("goes on after {answers} earlier answers")],
        Note::Unseen(_) => Vec::new(),
        note => words::opening::note(note),
    });
    told.collect()
}

/// One open session.
pub struct Held {
    pub handle: String,
    pub program: SharedProgram,
    inquiry: Inquiry,
    /// Where the search begins.
    start: NodeId,
    /// Where its answers are kept.
    session_file: PathBuf,
    seat: Mutex<Seat>,
}

/// The front that speaks for the agent, and what it has heard.
#[derive(Debug)]
struct Seat {
    front: Front,
    state: Option<Arc<State>>,
    /// What the agent has not been told yet.
    notes: Vec<String>,
}

impl Held {
    /// Waits until the session needs an answer or has found something.
    pub fn settle(&self, call: &mut Call) -> Result<Arc<State>, ToolError> {
        lock(&self.seat).settle(call)
    }

    /// Has something done about the state that the session is in, and waits for the next one.
    pub fn change(&self, request: Request, call: &mut Call) -> Result<Changed, ToolError> {
        let mut seat = lock(&self.seat);
        let state = seat.settle(call)?;
        match seat.front.request(state.number, request) {
            Ok(Done::WasBefore { path, writer }) => Ok(Changed::Nothing {
                path,
                writer: writer.map(|(node, title)| (node.0, title)),
            }),
            Ok(_) => {
                seat.state = None;
                Ok(Changed::To(seat.settle(call)?))
            }
            Err(refusal) => Err(refused(&refusal)),
        }
    }

    /// Asks something that changes nothing.
    pub fn look(&self, request: Request, call: &mut Call) -> Result<Done, ToolError> {
        let mut seat = lock(&self.seat);
        let state = seat.settle(call)?;
        seat.front
            .request(state.number, request)
            .map_err(|refusal| refused(&refusal))
    }

    /// What the agent has not been told yet.
    pub fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.seat).notes)
    }

    /// Whether it has ended, so that it has to be opened again.
    fn has_ended(&self) -> bool {
        // Whoever is at work with it would have noticed.
        let Ok(seat) = self.seat.try_lock() else {
            return false;
        };
        let state = seat.state.as_ref();
        state.is_some_and(|state| matches!(state.view, View::Ended(_)))
    }

    /// The piece of the run that the client means: a node by its number or name, else what is asked about or was found.
    pub fn subject(&self, node: Option<&str>, call: &mut Call) -> Result<Subject, ToolError> {
        if let Some(name) = node {
            let found = find_node(&self.program, name);
            let found = found.ok_or_else(|| {
                ToolError::new(format!("there is no node `{name}`; `search` finds nodes"))
            })?;
            return Ok(Subject::node(found));
        }
        let state = self.settle(call)?;
        let number = |number: NodeNumber| Some(Subject::node(self.program.node(number)?));
        let subject = match &state.view {
            View::Bug(reports) => reports.last().and_then(|report| number(report.node)),
            view => view.question().map(|question| question.subject),
        };
        Ok(subject.unwrap_or(Subject::node(self.start)))
    }
}

/// What a request has led to.
#[derive(Debug)]
pub enum Changed {
    To(Arc<State>),
    /// Nothing was answered: the part was like this before.
    Nothing {
        path: String,
        writer: Option<(usize, String)>,
    },
}

impl Seat {
    fn settle(&mut self, call: &mut Call) -> Result<Arc<State>, ToolError> {
        loop {
            if let Some(state) = self.state.as_ref().filter(|state| is_settled(&state.view)) {
                return Ok(state.clone());
            }
            call.go_on()?;
            match self.front.next_within(LOOK) {
                Ok(Some(Update::State(state))) => {
                    if let Some(question) = state.view.question() {
                        call.progress(question.number as f64, || question.shown.title.clone());
                    }
                    self.state = Some(state);
                }
                Ok(Some(Update::Notice { notice, .. })) => self.hear(&notice),
                Ok(None) => {}
                Err(_) => return Err(refused(&Refusal::Ended)),
            }
        }
    }

    /// Remembers what oracles have said.
    fn hear(&mut self, notice: &Notice) {
        match notice {
            Notice::Answered {
                question,
                reply,
                by,
                ..
            } if *by != agent() => {
                let (title, reply) = (&question.shown.title, words::reply(reply));
                self.notes.push(format!("{by}: {title} is {reply}"));
            }
            Notice::NotKept(_) | Notice::ReportNotWritten(_) => {
                self.notes.extend(words::notice(notice, true));
            }
            _ => {}
        }
    }
}

/// Whether the session waits for the agent.
fn is_settled(view: &View) -> bool {
    !matches!(view, View::Asking(_) | View::Waiting { .. })
}

/// Why a request was not done, without the commands of the terminal.
fn refused(refusal: &Refusal) -> ToolError {
    ToolError::new(match refusal {
        Refusal::Session(error) => error.to_string(),
        Refusal::Open(error) => error.to_string(),
        refusal => words::refusal(refusal),
    })
}

/// A thread that has panicked has left nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_read_as_they_are_written() {
        for handle in ["a.elenchus", "a/b@Cart.total", "x@y@Cart.total#2", "@", ""] {
            assert_eq!(Handle::parse(handle).written(), handle);
        }
    }
}

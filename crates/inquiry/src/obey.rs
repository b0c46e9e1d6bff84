//! Doing what a front wants.

use std::collections::BTreeSet;

use elenchus_session::{Answer, Pieces, Program, Reply, Session, Subject, Tracked};

use crate::SharedProgram;
use crate::driver::{Driver, Effect};
use crate::inquiry::FrontId;
use crate::keep::markdown::markdown;
use crate::refusal::Refusal;
use crate::request::{Done, Request};
use crate::state::View;
use crate::update::Notice;

/// How many suspects a list names.
const LISTED: usize = 20;

/// How much of what was printed is shown on request.
const MOST_PRINTED: usize = 64 << 10;

/// Routines are looked for in this many nodes from the start; more would be felt at every key.
const LOOKED_THROUGH: usize = 1_000_000;

impl Driver {
    /// Does what a front wants. [`Done::Changed`] says that the state is over.
    pub(crate) fn obey(&mut self, from: FrontId, request: Request) -> Result<Done, Refusal> {
        let changed = match request {
            Request::Answer(reply) => return self.answer(from, reply),
            Request::PointAt(path) => {
                let by = self.audience.by(from);
                self.change(Some(from), |session| {
                    let tracked = session.point_at(&path, by)?;
                    Ok(Notice::Pointed { path, tracked })
                })
            }
            Request::Undo(count) => self.undo(from, count.unwrap_or(usize::MAX)),
            Request::TakeBack(number) => self.take_back(from, number),
            Request::Again => self.change(Some(from), |session| match session.ask_again() {
                0 => Err(Refusal::NothingUnknown),
                asked => Ok(Notice::Again(asked)),
            }),
            Request::Jump(name) => self.change(Some(from), |session| {
                let piece = session.find_piece(&name);
                let piece = piece.ok_or_else(|| Refusal::NoSuchNode(name.clone()))?;
                session.jump_to(piece)?;
                Ok(Notice::Jumped(name))
            }),
            Request::Close(name) => self.change(Some(from), |session| {
                let pieces = match name {
                    Some(name) => pieces(session, name)?,
                    None => session.asked_pieces().ok_or(Refusal::NoQuestion)?,
                };
                Ok(Notice::Closed(session.close(pieces)?))
            }),
            Request::Reopen(name) => self.change(Some(from), |session| {
                let pieces = match name {
                    Some(name) => pieces(session, name)?,
                    None => Pieces::Routines("*".to_owned()),
                };
                Ok(Notice::Reopened(session.reopen(pieces)?))
            }),
            Request::Name { of, name } => self.change(Some(from), |session| {
                let before = session.name_loop(of.as_deref(), &name)?;
                Ok(Notice::Named { before, name })
            }),
            Request::Strategy(name) => self.change(Some(from), |session| {
                session.set_strategy(name);
                Ok(Notice::Strategy(name))
            }),
            Request::Transform(plan) => self.change(Some(from), |session| {
                session.set_plan(plan.clone());
                Ok(Notice::Transform(plan))
            }),
            Request::Limits(wish) => self.change(Some(from), |session| {
                session.set_limits(session.limits().with(wish));
                Ok(Notice::Limits(session.limits()))
            }),
            Request::Accept => self.change(Some(from), |session| {
                session.accept()?;
                Ok(Notice::Accepted)
            }),
            Request::Zoom => self.zoom(),
            Request::Interrupt => {
                let growth = self.growth.as_mut();
                if !growth.is_some_and(|growth| growth.interrupt()) {
                    return Err(Refusal::NothingRuns);
                }
                self.audience.tell(Some(from), Notice::Stopped);
                Ok(())
            }
            look => return self.look(look),
        };
        changed.map(|()| Done::Changed)
    }

    /// Takes the latest answers back.
    fn undo(&mut self, from: FrontId, count: usize) -> Result<(), Refusal> {
        let zooming = self.zooming.as_mut();
        let entries = zooming.map_or(count, |zooming| zooming.take_back(count));
        self.change(Some(from), |session| match session.undo(entries) {
            0 => Err(Refusal::NoAnswer),
            undone => Ok(Notice::Undone(undone.min(count))),
        })
    }

    /// Answers the question in the name of a front.
    fn answer(&mut self, from: FrontId, reply: Reply) -> Result<Done, Refusal> {
        let question = match self.audience.state().map(|state| &state.view) {
            Some(View::Question { question, .. }) => question.clone(),
            _ => return Err(Refusal::NoQuestion),
        };
        if let Reply::Part(Answer::Wrong, part) = &reply
            && let Some(done) = self.name_moment(from, &question, part)
        {
            return done;
        }
        let by = self.audience.by(from);
        if let Reply::Trust(text) = &reply {
            self.session.is_trustable(text)?;
        }
        let done = self.affect(Some(from), |session| {
            let tracked = match &reply {
                Reply::Part(Answer::Inadmissible, part) => {
                    Some(session.inadmissible_part(part.clone(), by.clone())?)
                }
                Reply::Part(_, part) => Some(session.wrong_part(part.clone(), by.clone())?),
                _ => {
                    session.answer(reply.clone(), by.clone())?;
                    None
                }
            };
            Ok(match (reply, tracked) {
                (Reply::Part(_, part), Some(Tracked::Before { writer })) => {
                    let path = part.path;
                    Effect::Nothing(Done::WasBefore { path, writer })
                }
                (reply, tracked) => Effect::Changed(Notice::Answered {
                    question,
                    reply,
                    by,
                    differs: Vec::new(),
                    tracked,
                }),
            })
        });
        if let (Ok(Done::Changed), Some(zooming)) = (&done, &mut self.zooming) {
            zooming.answered(1);
        }
        done
    }

    /// Takes one answer back, and asks for it again at once, if that is still possible.
    fn take_back(&mut self, from: FrontId, number: usize) -> Result<(), Refusal> {
        self.change(Some(from), |session| {
            if let Some(subject) = session.take_back(number)? {
                let _ = session.jump_to(subject);
            }
            Ok(Notice::TookBack(number))
        })
    }

    /// Tells what changes nothing in the session.
    fn look(&mut self, request: Request) -> Result<Done, Refusal> {
        Ok(match request {
            Request::Settings => {
                let settings = self.session.settings();
                Done::Settings {
                    strategy: settings.strategy,
                    plan: settings.plan.clone(),
                    limits: settings.limits,
                }
            }
            Request::List => Done::List(self.session.candidates(LISTED)),
            Request::Leads => Done::Leads(self.session.leads()),
            Request::History => Done::History(self.session.verdicts()),
            Request::Routines => Done::Names(routines(self.session.program())),
            Request::Save(name) => {
                let reports = match self.audience.state().map(|state| &state.view) {
                    Some(View::Bug(reports)) => reports,
                    _ => return Err(Refusal::NoBug),
                };
                let saved = self.reports.save(name.as_deref(), &markdown(reports));
                Done::Saved(saved.map_err(Refusal::NotSaved)?)
            }
            Request::Input(input) => {
                let growth = self.growth.as_mut();
                if !growth.is_some_and(|growth| growth.give(&input)) {
                    return Err(Refusal::NoInput);
                }
                Done::Given
            }
            closer => return self.look_closer(&closer),
        })
    }

    /// Shows more of the piece of the run that is asked about.
    fn look_closer(&self, request: &Request) -> Result<Done, Refusal> {
        let subject = self.subject().ok_or(Refusal::NoSubject)?;
        let program = self.session.program();
        Ok(match request {
            Request::Open(path) => Done::Opened(program.open(subject, path)?),
            Request::Paths(begun) => Done::Names(program.paths(subject, begun)),
            Request::Source => Done::Source(program.source(subject).ok_or(Refusal::NoSource)?),
            Request::Output => {
                let printed = program.printed(subject, MOST_PRINTED);
                Done::Output(printed.ok_or(Refusal::NoOutput)?)
            }
            _ => Done::Tree(self.session.around(subject.first())),
        })
    }

    /// The piece of the run that the state is about, if it is about one.
    fn subject(&self) -> Option<Subject> {
        match &self.audience.state()?.view {
            View::Bug(reports) => {
                let node = self.session.program().node(reports.last()?.node)?;
                Some(Subject::node(node))
            }
            view => view.question().map(|question| question.subject),
        }
    }
}

/// What a person calls one node (its number, `ROUTINE#n`), else all calls that match.
fn pieces(session: &Session<SharedProgram>, name: String) -> Result<Pieces, Refusal> {
    let is_one = name.contains('#') || name.parse::<usize>().is_ok();
    match (is_one, session.find(&name)) {
        (true, None) => Err(Refusal::NoSuchNode(name)),
        (true, Some(node)) => Ok(Pieces::Subject(Subject::node(node))),
        (false, _) => Ok(Pieces::Routines(name)),
    }
}

/// The routines that ran, by name.
fn routines(program: &SharedProgram) -> Vec<String> {
    let tree = program.tree();
    let nodes = tree.nodes().take(LOOKED_THROUGH);
    let mut seen = BTreeSet::new();
    let names: BTreeSet<&str> = nodes
        .filter(|&node| seen.insert(tree.routine(node)))
        .map(|node| tree.label(node))
        .filter(|name| !name.is_empty())
        .collect();
    names.into_iter().map(str::to_owned).collect()
}

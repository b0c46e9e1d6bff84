//! Zooming: after a report, the search goes on inside the blamed call, statement by statement.
//!
//! While it does, the session of the run is set aside, and what is asked about is another one, about the beginnings of that
//! call. Its answers are not kept: they are about one call run again. What comes out becomes a part of the report.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use elenchus_session::{
    Answer, Chain, Event, NodeNumber, Program, Question, Reply, Report, Session, Step, WrongPart,
    Zoomed, lines_to_blame,
};
use elenchus_tree::NodeId;
use elenchus_zoom::so_far::{self, SoFar};

use crate::SharedProgram;
use crate::driver::{Driver, Effect};
use crate::inquiry::FrontId;
use crate::keep::Keeper;
use crate::refusal::{NoZoom, Refusal};
use crate::request::Done;
use crate::state::View;
use crate::update::Notice;

/// When to look for the lines to blame inside a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoomChoice {
    /// By itself, as soon as a bug is found: by a version that was right, else by questions.
    Yes,
    /// By itself as far as a version that was right tells; questions about statements wait until a front asks for them.
    Told,
    No,
    /// When a front asks for it.
    Ask,
}

/// What is set aside while statements are asked about.
pub(crate) struct Zooming {
    session: Session<SharedProgram>,
    chain: Chain,
    keeper: Box<dyn Keeper + Send>,
    /// How many questions were asked before.
    asked: usize,
    /// How many beginnings each answer was about: two when a moment was named as the first wrong one.
    said: Vec<usize>,
    /// The bug that is looked into.
    bug: NodeNumber,
    call: Arc<SoFar>,
}

/// Answers about statements are not kept.
struct Forgetful;

impl Keeper for Forgetful {
    fn keep(&mut self, _: &[Event]) -> io::Result<()> {
        Ok(())
    }
}

impl Driver {
    /// Adds to a report what is known of the lines to blame, or finds that out if a version that was right can tell.
    pub(crate) fn look_inside(&mut self, report: &mut Report) {
        report.zoom = match self.zoom_choice {
            ZoomChoice::Yes | ZoomChoice::Told => self.told(report),
            ZoomChoice::No | ZoomChoice::Ask => self.zoomed.get(&report.node).cloned().flatten(),
        };
        report.can_zoom = self.zoom_choice != ZoomChoice::No
            && self.zoom.is_some()
            && report.zoom.is_none()
            && self.asked_inside.get(&report.node) != Some(&false)
            && is_divisible(report);
    }

    /// The lines to blame, as far as they are known or a version that was right can tell. It is asked once.
    fn told(&mut self, report: &Report) -> Option<Zoomed> {
        if !self.zoomed.contains_key(&report.node) {
            let (nodes, lines) = (self.nodes_of(report), own_lines(report));
            let zoom = self.zoom.as_mut();
            let zoomed = zoom.and_then(|zoom| zoom.by_comparison(&nodes, &lines));
            self.zoomed.insert(report.node, zoomed);
        }
        self.zoomed.get(&report.node).cloned().flatten()
    }

    /// Whether the statements of a bug are to be asked about without anybody asking for it.
    pub(crate) fn zooms_by_itself(&self, report: &Report) -> bool {
        self.zoom_choice == ZoomChoice::Yes
            && report.can_zoom
            && !self.asked_inside.contains_key(&report.node)
            && self.audience.can_answer()
    }

    /// Goes on inside the reported bug; or leaves it, when that was done.
    pub(crate) fn zoom(&mut self) -> Result<(), Refusal> {
        if self.zooming.is_some() {
            self.leave_zoom(None);
            return Ok(());
        }
        if self.zoom_choice == ZoomChoice::No {
            return Err(Refusal::NoZoom(NoZoom::SwitchedOff));
        }
        let report = match self.audience.state().map(|state| &state.view) {
            Some(View::Bug(reports)) => reports.last().cloned(),
            _ => None,
        };
        let report = report.ok_or(Refusal::NoBug)?;
        // Nobody is asked what a version that was right can tell.
        if report.zoom.is_none() && self.told(&report).is_some() {
            return Ok(());
        }
        self.begin_zoom(&report).map_err(Refusal::NoZoom)
    }

    /// Asks about the statements of a bug from now on, or says why that cannot be.
    pub(crate) fn begin_zoom(&mut self, report: &Report) -> Result<(), NoZoom> {
        self.asked_inside.insert(report.node, false);
        let lines = own_lines(report);
        if report.nodes.len() > 1 {
            return Err(NoZoom::SeveralCalls);
        }
        if lines.len() < 2 {
            return Err(NoZoom::OneLine);
        }
        let node = self.session.program().node(report.node);
        let (Some(zoom), Some(node)) = (&mut self.zoom, node) else {
            return Err(NoZoom::NotRecorded);
        };
        let call = zoom.so_far(node, &lines);
        let call = call.map_err(|error| NoZoom::NotRunAgain(Arc::new(error)))?;
        let call = Arc::new(call);
        self.asked_inside.insert(report.node, true);
        let settings = so_far::settings(self.session.limits());
        let program: SharedProgram = call.clone();
        let inside = Session::new(program, settings);
        self.zooming = Some(Zooming {
            session: std::mem::replace(&mut self.session, inside),
            chain: std::mem::take(&mut self.chain),
            keeper: std::mem::replace(&mut self.keeper, Box::new(Forgetful)),
            asked: report.answered,
            said: Vec::new(),
            bug: report.node,
            call,
        });
        Ok(())
    }

    /// Takes a moment for the first wrong one of those that the question shows; nothing when no statements are asked about, or
    /// it is none of them.
    pub(crate) fn name_moment(
        &mut self,
        from: FrontId,
        question: &Arc<Question>,
        part: &WrongPart,
    ) -> Option<Result<Done, Refusal>> {
        let answers = self.zooming.as_ref()?.answers(&part.path, &self.session)?;
        let by = self.audience.by(from);
        let notice = Notice::Answered {
            question: question.clone(),
            reply: Reply::Part(Answer::Wrong, part.clone()),
            by: by.clone(),
            differs: Vec::new(),
            tracked: None,
        };
        let count = answers.len();
        let done = self.affect(Some(from), |session| {
            for (node, answer) in answers {
                session.jump(node)?;
                session.next();
                session.answer(Reply::Answer(answer), by.clone())?;
            }
            Ok(Effect::Changed(notice))
        });
        if let (Ok(_), Some(zooming)) = (&done, &mut self.zooming) {
            zooming.answered(count);
        }
        Some(done)
    }

    /// Ends the zoom when its search has ended. Says whether it has.
    pub(crate) fn ends_zoom(&mut self, step: &Step) -> bool {
        let Some(zooming) = &self.zooming else {
            return false;
        };
        let zoomed = match step {
            Step::Found(report) => zooming.found(report),
            Step::Ask(_) => return false,
            _ => None,
        };
        self.leave_zoom(zoomed);
        true
    }

    /// Goes back to the session of the run, with what was found inside.
    fn leave_zoom(&mut self, zoomed: Option<Zoomed>) {
        if let Some(zooming) = self.zooming.take() {
            self.session = zooming.session;
            self.chain = zooming.chain;
            self.keeper = zooming.keeper;
            if zoomed.is_none() {
                self.audience.tell(None, Notice::ZoomLeft);
            } else {
                self.zoomed.insert(zooming.bug, zoomed);
            }
        }
    }

    /// The nodes one of which is to blame.
    fn nodes_of(&self, report: &Report) -> Vec<NodeId> {
        let program = self.session.program();
        let numbers = report.nodes.iter().chain([&report.node]);
        let mut nodes: Vec<NodeId> = numbers.filter_map(|&number| program.node(number)).collect();
        nodes.dedup();
        nodes
    }
}

impl Zooming {
    /// Gives a question about a beginning of the call its number among all, and moments to choose from.
    pub(crate) fn complete(&self, question: &mut Question, session: &Session<SharedProgram>) {
        question.number = self.asked + self.said.len() + 1;
        let (right, wrong) = self.known(session);
        let values = &mut question.shown.values;
        let then = values.iter().position(|value| value.name == so_far::THEN);
        let place = then.map_or(values.len(), |then| then + 1);
        values.splice(place..place, self.call.moments(right, wrong));
    }

    /// The longest beginning that is right, and the shortest that is wrong.
    fn known(&self, session: &Session<SharedProgram>) -> (Option<NodeId>, NodeId) {
        let said = |wanted: Answer| {
            let answers = session.log().answers();
            answers.filter_map(move |(_, subject, answer)| {
                subject.single().filter(|_| answer == wanted)
            })
        };
        (
            said(Answer::Right).min(),
            said(Answer::Wrong).max().unwrap_or(NodeId::ROOT),
        )
    }

    /// The answers that a person gives who names a moment as the first wrong one; nothing when it is no moment.
    fn answers(
        &self,
        moment: &str,
        session: &Session<SharedProgram>,
    ) -> Option<Vec<(NodeId, Answer)>> {
        let known = self.known(session);
        let (wrong, right) = self.call.first_wrong(known, moment)?;
        let wrong = (wrong != known.1).then_some((wrong, Answer::Wrong));
        let right = right.filter(|_| right != known.0);
        let right = right.map(|right| (right, Answer::Right));
        Some(wrong.into_iter().chain(right).collect())
    }

    /// How many answers of the session the latest answers are.
    pub(crate) fn take_back(&mut self, latest: usize) -> usize {
        let left = self.said.len().saturating_sub(latest);
        self.said.split_off(left).into_iter().sum()
    }

    /// Counts an answer.
    pub(crate) fn answered(&mut self, beginnings: usize) {
        self.said.push(beginnings);
    }

    /// What is said about the statement that was found.
    fn found(&self, report: &Report) -> Option<Zoomed> {
        let node = self.call.node(report.node)?;
        Some(self.call.found(node, self.said.len()))
    }
}

/// Whether a bug is one call with more than one line.
fn is_divisible(report: &Report) -> bool {
    report.nodes.len() < 2 && own_lines(report).len() > 1
}

/// The lines that a report blames.
fn own_lines(report: &Report) -> BTreeSet<u32> {
    let lines = report.code.as_ref().map(lines_to_blame);
    lines.unwrap_or_default().into_iter().collect()
}

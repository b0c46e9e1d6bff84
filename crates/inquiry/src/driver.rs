//! What owns a session: it asks, lets the oracles and the fronts answer, keeps what was said, and tells all fronts. Which thread
//! it does that on is decided in [`crate::driving`].
//!
//! What is kept is kept before anybody is told: every change goes through [`Driver::change`], which
//! puts the session back as it was when keeping fails.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use elenchus_session::{
    Ahead, Answer, By, Candidates, Chain, Difference, NodeNumber, Question, Reply, Report, Session,
    Step, Zoomed,
};
use elenchus_zoom::Zoom;

use crate::SharedProgram;
use crate::audience::Audience;
use crate::going::Phase;
use crate::inquiry::{FrontId, Message};
use crate::keep::markdown::markdown;
use crate::keep::{Keeper, Reports};
use crate::live::growth::{Growth, Moment};
use crate::refusal::{NotKept, Refusal};
use crate::request::{Done, Request};
use crate::scene::Latest;
use crate::state::{Doubt, End, Outcome, View};
use crate::update::Notice;
use crate::zooming::{ZoomChoice, Zooming};

/// Everything a session needs.
pub struct Setup {
    pub session: Session<SharedProgram>,
    /// Who is asked before the fronts.
    pub chain: Chain,
    /// What is said to questions that nobody answers, when no front can any more.
    pub otherwise: Option<Answer>,
    /// Whether fronts are asked only what the search cannot end without.
    pub asks_last: bool,
    pub keeper: Box<dyn Keeper + Send>,
    pub reports: Box<dyn Reports + Send>,
    /// The run while it goes on.
    pub growth: Option<Box<dyn Growth>>,
    /// What it takes to look inside calls that are blamed, if they can be run again, and when to.
    pub zoom: Option<Zoom>,
    pub zoom_choice: ZoomChoice,
    /// Whether the next question is worked out while a front thinks about this one.
    pub looks_ahead: bool,
}

/// What follows a state.
pub(crate) enum Turn {
    /// Wait for the fronts.
    Open,
    /// Look what comes next.
    Next,
    /// Nobody has anything more to say.
    Stop,
    /// It cannot go on.
    Fail(End),
}

/// What a request has done to the session.
pub(crate) enum Effect {
    /// This, which everybody is told.
    Changed(Notice),
    /// Nothing, but there is something to say to whoever asked.
    Nothing(Done),
}

pub(crate) struct Driver {
    pub(crate) session: Session<SharedProgram>,
    pub(crate) chain: Chain,
    otherwise: Option<Answer>,
    /// Whether what no oracle knows is left for later.
    asks_last: bool,
    pub(crate) keeper: Box<dyn Keeper + Send>,
    pub(crate) reports: Box<dyn Reports + Send>,
    pub(crate) growth: Option<Box<dyn Growth>>,
    pub(crate) looks_ahead: bool,
    pub(crate) ahead: Option<Ahead<SharedProgram>>,
    pub(crate) phase: Phase,
    pub(crate) messages: Receiver<Message>,
    scene: Latest,
    pub(crate) audience: Audience,
    /// The bugs found so far, as far as they still count.
    found: Vec<Report>,
    pub(crate) zoom: Option<Zoom>,
    pub(crate) zoom_choice: ZoomChoice,
    /// What is known of the lines to blame, by the bug.
    pub(crate) zoomed: HashMap<NodeNumber, Option<Zoomed>>,
    /// The bugs that somebody wanted to look into, and whether their statements could be asked about.
    pub(crate) asked_inside: HashMap<NodeNumber, bool>,
    /// What is set aside while statements are asked about.
    pub(crate) zooming: Option<Zooming>,
}

impl Driver {
    pub(crate) fn new(setup: Setup, messages: Receiver<Message>, scene: Latest) -> Driver {
        Driver {
            session: setup.session,
            chain: setup.chain,
            otherwise: setup.otherwise,
            asks_last: setup.asks_last,
            keeper: setup.keeper,
            reports: setup.reports,
            growth: setup.growth,
            looks_ahead: setup.looks_ahead,
            ahead: None,
            phase: Phase::Unbegun,
            messages,
            scene,
            audience: Audience::new(),
            found: Vec::new(),
            zoom: setup.zoom,
            zoom_choice: setup.zoom_choice,
            zoomed: HashMap::new(),
            asked_inside: HashMap::new(),
            zooming: None,
        }
    }

    /// Tells all fronts where the session stands now. Whoever is told can look at the run as it is then.
    pub(crate) fn publish(&mut self, view: View) {
        self.scene.set(&self.session, view.clone());
        self.audience.publish(view);
    }

    pub(crate) fn outcome(&self, last: &Step) -> Outcome {
        let found_before = self.session.log().found().next().is_some() || self.zooming.is_some();
        match last {
            Step::Found(_) => Outcome::Found,
            _ if found_before => Outcome::Found,
            Step::NoBug => Outcome::NoBug,
            _ => Outcome::Undecided,
        }
    }

    /// Asks the oracles, then the fronts.
    pub(crate) fn ask(&mut self, question: &Arc<Question>) -> Turn {
        let _question = tracing::info_span!("question", number = question.number).entered();
        // Without oracles the fronts are asked at once, and need not be woken twice.
        if !self.chain.is_empty() {
            self.publish(View::Asking(question.clone()));
        }
        match self.chain.consult(question, &|limits| {
            self.session.show_within(question.subject, limits)
        }) {
            Err(error) => return Turn::Fail(End::OracleFailed(Arc::new(error))),
            Ok(Some((reply, by))) => {
                let differs = self.chain.differences().to_vec();
                match self.answer_unasked(question, reply, by, differs) {
                    Ok(()) => return Turn::Next,
                    Err(problem) if !self.audience.can_answer() => {
                        return Turn::Fail(End::NotKept(problem));
                    }
                    // The fronts decide what becomes of it.
                    Err(problem) => self.audience.tell(None, Notice::NotKept(problem)),
                }
            }
            Ok(None) => {}
        }
        let doubts = self.chain.doubts().iter();
        let doubts = doubts.map(|(by, reason)| Doubt {
            by: by.clone(),
            reason: reason.clone(),
        });
        let doubts: Vec<Doubt> = doubts.collect();
        if self.asks_last && self.zooming.is_none() && !self.session.asks_wanted() {
            return self.leave_for_later(question, doubts);
        }
        self.open(View::Question {
            question: question.clone(),
            doubts,
        })
    }

    /// Goes on without the answer, as long as something else can be asked.
    fn leave_for_later(&mut self, question: &Arc<Question>, doubts: Vec<Doubt>) -> Turn {
        for doubt in doubts {
            self.audience.tell(None, Notice::Doubted(doubt));
        }
        let unknown = Reply::Answer(Answer::Unknown);
        match self.answer_unasked(question, unknown, By::Later, Vec::new()) {
            Ok(()) => Turn::Next,
            Err(problem) => Turn::Fail(End::NotKept(problem)),
        }
    }

    /// Shows that the search cannot end; what was left for later is asked first.
    pub(crate) fn undecided(&mut self, candidates: &Candidates) -> Turn {
        self.asks_last = false;
        let asked = self.change(None, |session| match session.ask_left() {
            0 => Err(Refusal::NothingUnknown),
            left => Ok(Notice::AfterAll(left)),
        });
        match asked {
            Ok(()) => return Turn::Next,
            Err(Refusal::NotKept(problem)) => self.audience.tell(None, Notice::NotKept(problem)),
            Err(_) => {}
        }
        self.open(View::Candidates(Arc::new(candidates.clone())))
    }

    /// Takes the answer of somebody who is no front.
    fn answer_unasked(
        &mut self,
        question: &Arc<Question>,
        reply: Reply,
        by: By,
        differs: Vec<Difference>,
    ) -> Result<(), NotKept> {
        let notice = Notice::Answered {
            question: question.clone(),
            reply: reply.clone(),
            by: by.clone(),
            differs: differs.clone(),
            tracked: None,
        };
        let changed = self.change(None, |session| {
            session.note_differences(&differs);
            session.answer(reply, by)?;
            Ok(notice)
        });
        match changed {
            Err(Refusal::NotKept(problem)) => Err(problem),
            // Only a session that asks nothing refuses an answer; what comes next is looked at anew.
            _ => Ok(()),
        }
    }

    /// Blames no code that is the same in a version that is right.
    pub(crate) fn absolve(&mut self, step: Step) -> Step {
        let Step::Found(report) = &step else {
            return step;
        };
        let program = self.session.program();
        let nodes: Option<Vec<_>> = report
            .nodes
            .iter()
            .map(|&node| program.node(node))
            .collect();
        match nodes.and_then(|nodes| self.chain.cleared_by(&nodes)) {
            Some(version) => self.session.unexplained(version),
            None => step,
        }
    }

    /// Adds a bug to those that still count, and writes them down.
    pub(crate) fn report(&mut self, report: &Report) -> Turn {
        let accepted: Vec<_> = self.session.log().found().collect();
        let session = &self.session;
        let node_of = |report: &Report| session.program().node(report.node);
        self.found
            .retain(|old| node_of(old).is_some_and(|node| accepted.contains(&node)));
        let mut report = report.clone();
        self.look_inside(&mut report);
        if self.zooms_by_itself(&report) {
            match self.begin_zoom(&report) {
                Ok(()) => return Turn::Next,
                Err(problem) => self.audience.tell(None, Notice::NotZoomed(problem)),
            }
        }
        self.found.push(report);
        if let Err(error) = self.reports.found(&markdown(&self.found)) {
            let problem = error.to_string();
            self.audience.tell(None, Notice::ReportNotWritten(problem));
        }
        self.open(View::Bug(self.found.clone().into()))
    }

    /// Shows where the session stands. Then the fronts have the word, if one is there who can answer.
    pub(crate) fn open(&mut self, view: View) -> Turn {
        self.publish(view);
        self.nobody_answers().unwrap_or(Turn::Open)
    }

    /// What follows when no front can answer any more; nothing as long as one can.
    fn nobody_answers(&mut self) -> Option<Turn> {
        if self.audience.can_answer() {
            return None;
        }
        let state = self.audience.state()?;
        let (question, answer) = match (&state.view, self.otherwise) {
            // Who waits for a program needs no answer.
            (View::Waiting { .. }, _) if !self.audience.is_empty() => return None,
            (View::Question { question, .. }, Some(answer)) => (question.clone(), answer),
            _ => return Some(Turn::Stop),
        };
        if self.audience.is_empty() {
            return Some(Turn::Stop);
        }
        let reply = Reply::Answer(answer);
        let kept = self.answer_unasked(&question, reply, By::Otherwise, Vec::new());
        Some(match kept {
            Ok(()) => Turn::Next,
            Err(problem) => Turn::Fail(End::NotKept(problem)),
        })
    }

    /// Waits for a program that is still running.
    pub(crate) fn wait(&mut self) -> Turn {
        let asked = self.session.log().answers().next().is_some();
        self.publish(View::Waiting { asked });
        let mut wanted_input = false;
        loop {
            let Some(growth) = &mut self.growth else {
                return Turn::Stop;
            };
            match growth.wait(&mut self.session) {
                Moment::More => return Turn::Next,
                Moment::Never => return Turn::Stop,
                Moment::Nothing {
                    waiting,
                    wants_input,
                } => {
                    if wants_input {
                        // What it asks for is worth seeing at once.
                        self.pass_on_news();
                    }
                    if std::mem::replace(&mut wanted_input, wants_input) != wants_input {
                        self.audience.tell(None, Notice::WantsInput(wants_input));
                    }
                    if let Some(waiting) = waiting {
                        self.scene.set(&self.session, View::Waiting { asked });
                        self.audience.tell(None, Notice::Waiting(waiting));
                    }
                }
            }
            while let Ok(message) = self.messages.try_recv() {
                if let Some(turn) = self.take(message) {
                    return turn;
                }
            }
        }
    }

    pub(crate) fn pass_on_news(&mut self) {
        self.pass_on_output();
        if let Some(growth) = &mut self.growth {
            let output = growth.new_output();
            if !output.is_empty() {
                self.audience.tell(None, Notice::NewOutput(output));
            }
            for news in growth.news() {
                self.audience.tell(None, Notice::News(news));
            }
        }
    }

    /// Tells what the program has printed to fronts that show it beside the questions.
    pub(crate) fn pass_on_output(&mut self) {
        if let Some(growth) = &mut self.growth {
            let output = growth.output_beside();
            if !output.is_empty() {
                self.audience.tell(None, Notice::OutputBeside(output));
            }
        }
    }

    /// Does what a front wants. Returns what follows, when the state is over.
    pub(crate) fn take(&mut self, message: Message) -> Option<Turn> {
        match message {
            Message::Attach { id, role, updates } => {
                self.audience.attach(id, role, updates);
                None
            }
            Message::Request {
                from,
                about,
                request,
                done,
            } => {
                let (answer, turn) = self.do_request(from, about, request);
                let _ = done.send(answer);
                turn
            }
        }
    }

    fn do_request(
        &mut self,
        from: FrontId,
        about: u64,
        request: Request,
    ) -> (Result<Done, Refusal>, Option<Turn>) {
        match self.audience.state() {
            Some(now) if request.is_about_a_state() && now.number != about => {
                return (Err(Refusal::Stale(now.clone())), None);
            }
            _ => {}
        }
        match request {
            Request::Silent => self.audience.silence(from),
            Request::Leave => self.audience.leave(from),
            request => {
                let done = self.obey(from, request);
                let turn = matches!(done, Ok(Done::Changed)).then_some(Turn::Next);
                return (done, turn);
            }
        }
        (Ok(Done::Changed), self.nobody_answers())
    }

    /// Changes the session, keeps the change, and tells everybody. When it cannot be kept, or makes
    /// no sense, everything is as it was.
    pub(crate) fn change(
        &mut self,
        from: Option<FrontId>,
        change: impl FnOnce(&mut Session<SharedProgram>) -> Result<Notice, Refusal>,
    ) -> Result<(), Refusal> {
        let changed = self.affect(from, |session| change(session).map(Effect::Changed));
        changed.map(|_| ())
    }

    /// The same for what may turn out to change nothing.
    pub(crate) fn affect(
        &mut self,
        from: Option<FrontId>,
        affect: impl FnOnce(&mut Session<SharedProgram>) -> Result<Effect, Refusal>,
    ) -> Result<Done, Refusal> {
        let before = self.session.clone();
        let affected = affect(&mut self.session).and_then(|effect| {
            let events = self.session.take_events();
            // Which front wanted it; what nobody wanted came from an oracle or a rule.
            let front = from.map(|front| front.0);
            let kept = tracing::info_span!("keep", front).in_scope(|| self.keeper.keep(&events));
            kept.map_err(NotKept::from)?;
            Ok(effect)
        });
        match affected {
            Ok(Effect::Changed(notice)) => {
                self.audience.tell(from, notice);
                if let Some(change) = self.keeper.for_later() {
                    self.audience.tell(from, Notice::ForLater(change));
                }
                Ok(Done::Changed)
            }
            Ok(Effect::Nothing(done)) => Ok(done),
            Err(refusal) => {
                self.session = before;
                Err(refusal)
            }
        }
    }
}

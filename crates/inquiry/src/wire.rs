//! Requests, states and updates as fronts in other processes write and read them.
//!
//! A front needs this crate only: the types, which stand in `elenchus_wire`, are [`types`] here.

use elenchus_session::{NodeNumber, Reply, Tracked};
use elenchus_strategy::{StrategyName, UnknownStrategy};
use elenchus_transform::{NameError, Plan, TransformName};
use elenchus_wire::ZoomProblem;
use elenchus_wire::exec::{Answered, NotAnAnswer};
use thiserror::Error;

use crate::live::growth::{NewOutput, News, ProgramState, Waiting};
use crate::{
    Done, Doubt, End, Input, NoZoom, Notice, Outcome, Refusal, Request, State, Update, View,
};

/// What is written: requests and updates, what they hold, and looks at the run.
pub mod types {
    pub use elenchus_wire::front::*;
    pub use elenchus_wire::{Cut, NewOutput, Opened, Shown, Value, look};
}

/// Why a request means nothing.
#[derive(PartialEq, Eq, Debug, Error)]
pub enum RequestError {
    #[error(transparent)]
    Answer(#[from] NotAnAnswer),
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
    #[error(transparent)]
    Transform(#[from] NameError),
}

impl TryFrom<types::Request> for Request {
    type Error = RequestError;

    fn try_from(request: types::Request) -> Result<Request, RequestError> {
        use types::Request as Wire;
        Ok(match request {
            Wire::Answer(answered) => Request::Answer(Reply::try_from(answered)?),
            Wire::PointAt { path } => Request::PointAt(path),
            Wire::Undo { answers } => Request::Undo(answers),
            Wire::TakeBack { answer } => Request::TakeBack(answer),
            Wire::Again => Request::Again,
            Wire::Jump { to } => Request::Jump(to),
            Wire::Close { name } => Request::Close(name),
            Wire::Reopen { name } => Request::Reopen(name),
            Wire::Name { of, name } => Request::Name { of, name },
            Wire::Strategy { name } => Request::Strategy(name.parse::<StrategyName>()?),
            Wire::Transform { names } => Request::Transform(plan(&names)?),
            Wire::Limits(limits) => Request::Limits(limits.into()),
            Wire::Accept => Request::Accept,
            Wire::Zoom => Request::Zoom,
            Wire::Settings => Request::Settings,
            Wire::List => Request::List,
            Wire::Leads => Request::Leads,
            Wire::History => Request::History,
            Wire::Open { path } => Request::Open(path),
            Wire::Paths { begun } => Request::Paths(begun),
            Wire::Routines => Request::Routines,
            Wire::Source => Request::Source,
            Wire::Output => Request::Output,
            Wire::Tree => Request::Tree,
            Wire::Save { name } => Request::Save(name),
            Wire::Input { bytes } => Request::Input(Input::Bytes(bytes)),
            Wire::EndOfInput => Request::Input(Input::End),
            Wire::Interrupt => Request::Interrupt,
            Wire::Silent => Request::Silent,
            Wire::Leave => Request::Leave,
        })
    }
}

impl From<Request> for types::Request {
    fn from(request: Request) -> types::Request {
        use types::Request as Wire;
        match request {
            Request::Answer(reply) => Wire::Answer(Answered::from(reply)),
            Request::PointAt(path) => Wire::PointAt { path },
            Request::Undo(answers) => Wire::Undo { answers },
            Request::TakeBack(answer) => Wire::TakeBack { answer },
            Request::Again => Wire::Again,
            Request::Jump(to) => Wire::Jump { to },
            Request::Close(name) => Wire::Close { name },
            Request::Reopen(name) => Wire::Reopen { name },
            Request::Name { of, name } => Wire::Name { of, name },
            Request::Strategy(name) => Wire::Strategy {
                name: name.to_string(),
            },
            Request::Transform(plan) => Wire::Transform {
                names: names(&plan),
            },
            Request::Limits(wish) => Wire::Limits(wish.into()),
            Request::Accept => Wire::Accept,
            Request::Zoom => Wire::Zoom,
            Request::Settings => Wire::Settings,
            Request::List => Wire::List,
            Request::Leads => Wire::Leads,
            Request::History => Wire::History,
            Request::Open(path) => Wire::Open { path },
            Request::Paths(begun) => Wire::Paths { begun },
            Request::Routines => Wire::Routines,
            Request::Source => Wire::Source,
            Request::Output => Wire::Output,
            Request::Tree => Wire::Tree,
            Request::Save(name) => Wire::Save { name },
            Request::Input(Input::Bytes(bytes)) => Wire::Input { bytes },
            Request::Input(Input::End) => Wire::EndOfInput,
            Request::Interrupt => Wire::Interrupt,
            Request::Silent => Wire::Silent,
            Request::Leave => Wire::Leave,
        }
    }
}

impl From<&Done> for types::Done {
    fn from(done: &Done) -> types::Done {
        use types::Done as Wire;
        match done {
            Done::Changed => Wire::Changed,
            Done::WasBefore { path, writer } => Wire::WasBefore {
                path: path.clone(),
                writer: named(writer.clone()),
            },
            Done::Settings {
                strategy,
                plan,
                limits,
            } => Wire::Settings {
                strategy: strategy.to_string(),
                transforms: names(plan),
                limits: (*limits).into(),
                strategies: StrategyName::ALL
                    .map(|name| choice(name.facts().word, name.facts().asks_about))
                    .into(),
                transformations: TransformName::ALL
                    .map(|name| choice(name.facts().word, name.facts().asks_about))
                    .into(),
            },
            Done::List(candidates) => Wire::List(candidates.into()),
            Done::Leads(leads) => Wire::Leads { leads: all(leads) },
            Done::History(answers) => Wire::History {
                answers: all(answers),
            },
            Done::Opened(opened) => Wire::Opened(opened.into()),
            Done::Names(names) => Wire::Names {
                names: names.clone(),
            },
            Done::Source(listing) => Wire::Source(listing.into()),
            Done::Output(printed) => Wire::Output(printed.into()),
            Done::Tree(around) => Wire::Tree(around.into()),
            Done::Saved(file) => Wire::Saved { file: file.clone() },
            Done::Given => Wire::Given,
        }
    }
}

fn choice(name: &str, asks_about: &str) -> types::Choice {
    types::Choice {
        name: name.to_owned(),
        asks_about: asks_about.to_owned(),
    }
}

impl From<&Refusal> for types::Refusal {
    fn from(refusal: &Refusal) -> types::Refusal {
        use types::Refusal as Wire;
        match refusal {
            Refusal::Stale(state) => Wire::Stale {
                state: Box::new(state.as_ref().into()),
            },
            Refusal::NoQuestion => Wire::NoQuestion,
            Refusal::NoSubject => Wire::NoSubject,
            Refusal::NoBug => Wire::NoBug,
            Refusal::NoAnswer => Wire::NoAnswer,
            Refusal::NothingUnknown => Wire::NothingUnknown,
            Refusal::NoSuchNode(name) => Wire::NoSuchNode { name: name.clone() },
            Refusal::NoSource => Wire::NoSource,
            Refusal::NoOutput => Wire::NoOutput,
            Refusal::NoInput => Wire::NoInput,
            Refusal::NothingRuns => Wire::NothingRuns,
            Refusal::NoZoom(problem) => Wire::NoZoom {
                problem: problem.into(),
            },
            Refusal::Session(error) => Wire::Session {
                problem: error.into(),
            },
            Refusal::Open(error) => Wire::Open {
                problem: error.into(),
            },
            Refusal::NotKept(error) => Wire::NotKept {
                problem: error.problem.clone(),
            },
            Refusal::NotSaved(error) => Wire::NotSaved {
                problem: error.to_string(),
            },
            Refusal::Ended => Wire::Ended,
        }
    }
}

impl From<&NoZoom> for ZoomProblem {
    fn from(problem: &NoZoom) -> ZoomProblem {
        match problem {
            NoZoom::SwitchedOff => ZoomProblem::SwitchedOff,
            NoZoom::SeveralCalls => ZoomProblem::SeveralCalls,
            NoZoom::OneLine => ZoomProblem::OneLine,
            NoZoom::NotRecorded => ZoomProblem::NotRecorded,
            NoZoom::NotRunAgain(error) => ZoomProblem::NotRunAgain {
                problem: error.to_string(),
            },
        }
    }
}

impl From<&State> for types::State {
    fn from(state: &State) -> types::State {
        types::State {
            number: state.number,
            view: types::View::from(&state.view),
        }
    }
}

impl From<&View> for types::View {
    fn from(view: &View) -> types::View {
        use types::View as Wire;
        match view {
            View::Asking(question) => Wire::Asking {
                question: question.as_ref().into(),
            },
            View::Question { question, doubts } => Wire::Question {
                question: question.as_ref().into(),
                doubts: all(doubts),
            },
            View::Waiting { asked } => Wire::Waiting { asked: *asked },
            View::Bug(reports) => Wire::Bug {
                reports: all(reports),
            },
            View::Candidates(candidates) => Wire::Candidates(candidates.as_ref().into()),
            View::Contradiction(clash) => Wire::Contradiction { clash: all(clash) },
            View::NoBug { found } => Wire::NoBug { found: *found },
            View::Ended(end) => Wire::Ended { end: end.into() },
        }
    }
}

impl From<&Doubt> for types::Doubt {
    fn from(doubt: &Doubt) -> types::Doubt {
        types::Doubt {
            by: doubt.by.to_string(),
            reason: doubt.reason.clone(),
        }
    }
}

impl From<&End> for types::End {
    fn from(end: &End) -> types::End {
        match end {
            End::Left(Outcome::Found) => types::End::Found,
            End::Left(Outcome::NoBug) => types::End::NoBug,
            End::Left(Outcome::Undecided) => types::End::Undecided,
            End::OracleFailed(error) => types::End::OracleFailed {
                problem: error.to_string(),
                advice: error.advice.clone(),
            },
            End::NotKept(error) => types::End::NotKept {
                problem: error.problem.clone(),
            },
        }
    }
}

impl From<&Update> for types::Update {
    fn from(update: &Update) -> types::Update {
        match update {
            Update::State(state) => types::Update::State(state.as_ref().into()),
            Update::Notice { from, notice } => types::Update::Notice {
                from: from.map(|front| front.0),
                notice: notice.into(),
            },
        }
    }
}

impl From<&Notice> for types::Notice {
    fn from(notice: &Notice) -> types::Notice {
        use types::Notice as Wire;
        match notice {
            Notice::Answered {
                question,
                reply,
                by,
                differs,
                tracked,
            } => Wire::Answered {
                question: question.number,
                answered: reply.clone().into(),
                by: by.to_string(),
                differs: all(differs),
                tracked: tracked.as_ref().map(tracked_to),
            },
            Notice::Pointed { path, tracked } => Wire::Pointed {
                path: path.clone(),
                tracked: tracked_to(tracked),
            },
            Notice::ForLater(change) => Wire::ForLater {
                kept: change.kept,
                forgotten: change.forgotten,
                file: change.path.display().to_string(),
            },
            Notice::Undone(answers) => Wire::Undone { answers: *answers },
            Notice::TookBack(answer) => Wire::TookBack { answer: *answer },
            Notice::Again(questions) => Wire::Again {
                questions: *questions,
            },
            Notice::Doubted(doubt) => Wire::Doubted(doubt.into()),
            Notice::AfterAll(questions) => Wire::AfterAll {
                questions: *questions,
            },
            Notice::Jumped(to) => Wire::Jumped { to: to.clone() },
            Notice::Closed(pieces) => Wire::Closed { pieces: *pieces },
            Notice::Reopened(pieces) => Wire::Reopened { pieces: *pieces },
            Notice::Named { before, name } => Wire::Named {
                before: before.clone(),
                name: name.clone(),
            },
            Notice::Strategy(name) => Wire::Strategy {
                name: name.to_string(),
            },
            Notice::Transform(plan) => Wire::Transform { names: names(plan) },
            Notice::Limits(limits) => Wire::Limits((*limits).into()),
            Notice::Accepted => Wire::Accepted,
            Notice::ZoomLeft => Wire::ZoomLeft,
            Notice::NotZoomed(problem) => Wire::NotZoomed {
                problem: problem.into(),
            },
            Notice::NewOutput(output) => Wire::NewOutput(output.into()),
            Notice::OutputBeside(output) => Wire::OutputBeside(output.into()),
            Notice::News(News::Cut { reason }) => Wire::Cut {
                reason: reason.clone(),
            },
            Notice::News(News::Damaged { recording, note }) => Wire::Damaged {
                recording: recording.display().to_string(),
                note: note.clone(),
            },
            Notice::Waiting(waiting) => Wire::Waiting((*waiting).into()),
            Notice::WantsInput(wants) => Wire::WantsInput { wants: *wants },
            Notice::Stopped => Wire::Stopped,
            Notice::NotKept(error) => Wire::NotKept {
                problem: error.problem.clone(),
            },
            Notice::ReportNotWritten(problem) => Wire::ReportNotWritten {
                problem: problem.clone(),
            },
        }
    }
}

impl From<&NewOutput> for elenchus_wire::NewOutput {
    fn from(output: &NewOutput) -> elenchus_wire::NewOutput {
        elenchus_wire::NewOutput {
            lines: output.lines.clone(),
            more: output.more,
            kept_in: output.kept_in.clone(),
        }
    }
}

impl From<Waiting> for elenchus_wire::Waiting {
    fn from(waiting: Waiting) -> elenchus_wire::Waiting {
        use elenchus_wire::ProgramState as Wire;
        elenchus_wire::Waiting {
            nodes: waiting.nodes,
            seconds: waiting.seconds,
            program: match waiting.program {
                ProgramState::Running => Wire::Running,
                ProgramState::Suspended(_) => Wire::Suspended,
                ProgramState::Ended => Wire::Ended,
            },
        }
    }
}

fn tracked_to(tracked: &Tracked) -> types::Tracked {
    match tracked.clone() {
        Tracked::To { node, title } => types::Tracked::Node {
            node: node.0,
            title,
        },
        Tracked::Own => types::Tracked::Own,
        Tracked::Settled { node, title } => types::Tracked::Settled {
            node: node.0,
            title,
        },
        Tracked::Suspect { node, title } => types::Tracked::Suspect {
            node: node.0,
            title,
        },
        Tracked::Outside { node, title } => types::Tracked::Outside {
            node: node.0,
            title,
        },
        Tracked::Caller { node, title } => types::Tracked::Caller {
            node: node.0,
            title,
        },
        Tracked::Before { writer } => types::Tracked::Before {
            writer: named(writer),
        },
    }
}

/// A node by its number and title.
fn named(node: Option<(NodeNumber, String)>) -> Option<(usize, String)> {
    node.map(|(number, title)| (number.0, title))
}

/// The transformations that these names mean.
fn plan(names: &[String]) -> Result<Plan, NameError> {
    let names = names.iter().map(|name| name.parse());
    let names: Vec<TransformName> = names.collect::<Result<_, _>>()?;
    Plan::new(&names)
}

fn names(plan: &Plan) -> Vec<String> {
    plan.steps().iter().map(ToString::to_string).collect()
}

fn all<'a, D, W: From<&'a D>>(many: &'a [D]) -> Vec<W> {
    many.iter().map(W::from).collect()
}

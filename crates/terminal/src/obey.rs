//! Doing what was typed at a prompt: most of it is asked of the session, some of it is only shown.

use std::io;

use elenchus_inquiry::{Done, Input, Refusal, Request, State, View};
use elenchus_session::{Answer, Reply};
use elenchus_strategy::StrategyName;
use elenchus_transform::Plan;

use crate::command::Command;
use crate::dialogue::{Dialogue, Turn, question};
use crate::pointing;
use crate::screen::Prompt;
use crate::words;

impl Dialogue<'_> {
    /// Does what was typed.
    pub(crate) fn obey(
        &mut self,
        command: Command,
        state: &State,
        prompt: Prompt,
    ) -> Result<Turn, Problem> {
        let request = match command {
            Command::Answer(Answer::Right) if prompt == Prompt::Found => return Ok(Turn::Leave),
            Command::Answer(Answer::Wrong) if prompt == Prompt::Found => {
                if let View::Bug(reports) = &state.view
                    && let Some(report) = reports.last()
                {
                    self.screen.revise(&report.proof)?;
                }
                return Ok(Turn::Same);
            }
            Command::Quit => return Ok(Turn::Leave),
            Command::Show => {
                self.show_again(state)?;
                return Ok(Turn::Same);
            }
            Command::Point(Some(what)) => {
                let leads = self.leads(state)?;
                Request::PointAt(pointing::path(&leads, &what)?)
            }
            Command::Point(None) => Request::Leads,
            Command::Why => {
                let question = question(state).ok_or_else(|| refused(&Refusal::NoQuestion))?;
                self.screen.why(question)?;
                return Ok(Turn::Same);
            }
            Command::Help => {
                self.screen.help(prompt)?;
                return Ok(Turn::Same);
            }
            Command::More => {
                return match self.screen.more()? {
                    true => Ok(Turn::Same),
                    false => Err(Problem::Refused("there is no more to show".to_owned())),
                };
            }
            Command::Strategy(None) => {
                let (strategy, _) = self.settings(state)?;
                self.screen.note(&words::strategies(strategy))?;
                return Ok(Turn::Same);
            }
            Command::Transform(None) => {
                let (_, plan) = self.settings(state)?;
                self.screen.note(&words::transformations(&plan))?;
                return Ok(Turn::Same);
            }
            Command::Answer(answer) => Request::Answer(Reply::Answer(answer)),
            Command::Part(answer, part) => Request::Answer(Reply::Part(answer, part)),
            Command::Trust(pattern) => Request::Answer(Reply::Trust(pattern)),
            Command::Undo(count) => Request::Undo(count),
            Command::Revise(number) => Request::TakeBack(number),
            Command::Again => Request::Again,
            Command::Jump(name) => Request::Jump(name),
            Command::Close(name) => Request::Close(name),
            Command::Reopen(name) => Request::Reopen(name),
            Command::Name { of, name } => Request::Name { of, name },
            Command::Strategy(Some(name)) => Request::Strategy(name),
            Command::Transform(Some(plan)) => Request::Transform(plan),
            Command::Limits(wish) => Request::Limits(wish),
            Command::Continue => Request::Accept,
            Command::Zoom => Request::Zoom,
            Command::History => Request::History,
            Command::List => Request::List,
            Command::Open(Some(path)) => Request::Open(path),
            Command::Open(None) => Request::Paths(String::new()),
            Command::Source => Request::Source,
            Command::Output => Request::Output,
            Command::Tree => Request::Tree,
            Command::Save(name) => Request::Save(name),
            Command::Input(line) => Request::Input(Input::Bytes(format!("{line}\n").into_bytes())),
        };
        self.ask_for(request, state)
    }

    /// Has a request done, and shows what it led to.
    pub(crate) fn ask_for(&mut self, request: Request, state: &State) -> Result<Turn, Problem> {
        match self.front.request(state.number, request) {
            Ok(Done::Changed) => {
                self.not_kept = None;
                Ok(Turn::Next)
            }
            Ok(done) => {
                self.show(&done)?;
                Ok(Turn::Same)
            }
            // What has happened instead is told next.
            Err(Refusal::Stale(_)) => {
                self.screen.note(words::STALE)?;
                Ok(Turn::Next)
            }
            Err(Refusal::Ended) => Ok(Turn::Next),
            Err(refusal @ Refusal::NotKept(_)) => {
                if let Refusal::NotKept(problem) = &refusal {
                    self.not_kept = Some(problem.problem.clone());
                }
                Err(refused(&refusal))
            }
            Err(refusal) => Err(refused(&refusal)),
        }
    }

    /// The strategy and the transformations that are used.
    fn settings(&self, state: &State) -> Result<(StrategyName, Plan), Problem> {
        match self.front.request(state.number, Request::Settings) {
            Ok(Done::Settings { strategy, plan, .. }) => Ok((strategy, plan)),
            Ok(_) => Err(refused(&Refusal::Ended)),
            Err(refusal) => Err(refused(&refusal)),
        }
    }

    /// Shows what was asked for.
    fn show(&mut self, done: &Done) -> io::Result<()> {
        match done {
            Done::Changed | Done::Given => Ok(()),
            Done::Settings { strategy, .. } => self.screen.note(&words::strategies(*strategy)),
            Done::WasBefore { path, writer } => {
                self.screen.note(&words::was_before(path, writer.as_ref()))
            }
            Done::List(candidates) => self.screen.list(candidates),
            Done::Leads(leads) if leads.is_empty() => self.screen.note(words::NO_LEADS),
            Done::Leads(leads) => self.screen.leads(leads),
            Done::History(verdicts) => self.screen.history(verdicts),
            Done::Opened(opened) => self.screen.opened(opened),
            Done::Names(names) => self.screen.names(names),
            Done::Source(listing) => self.screen.source(listing),
            Done::Output(printed) => self.screen.printed(printed),
            Done::Tree(around) => self.screen.around(around),
            Done::Saved(file) => self.screen.note(&format!("the report is in {file}")),
        }
    }
}

/// Why a typed line did nothing.
pub(crate) enum Problem {
    /// It made no sense here; the person may try again.
    Refused(String),
    /// It cannot be shown.
    Terminal(io::Error),
}

pub(crate) fn refused(refusal: &Refusal) -> Problem {
    Problem::Refused(words::refusal(refusal))
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Terminal(error)
    }
}

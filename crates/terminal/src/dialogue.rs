//! The loop between a session, whoever answers, and the screen.
//!
//! Every event of the session is kept before anything else is shown, so that whatever happens at the
//! prompt (end of input, Ctrl-C, a crash) the answers given are on disk.

use std::io;

use elenchus_inquiry::keep::markdown::markdown;
use elenchus_inquiry::keep::{Keeper, Reports};
use elenchus_session::{
    Answer, By, Chain, Foresight, OracleError, Program, Question, Reply, Report, Session, Step,
    Subject, answer_word,
};
use thiserror::Error;

use crate::command::Command;
use crate::completion::complete;
use crate::growth::{Growth, Meanwhile};
use crate::lines::{Lines, Next};
use crate::obey::Problem;
use crate::screen::{Prompt, Screen};

/// How a dialogue ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// At least one bug was found.
    Found,
    /// There is no bug.
    NoBug,
    /// Some suspects are left.
    Undecided,
}

/// Why a dialogue could not go on.
#[derive(Debug, Error)]
pub enum DialogueError {
    #[error(transparent)]
    Oracle(#[from] OracleError),
    #[error("{place}: {problem}")]
    Script { place: String, problem: String },
    #[error("failed to keep the answers: {0}")]
    Keep(io::Error),
    #[error("failed to use the terminal: {0}")]
    Terminal(#[from] io::Error),
    #[error("failed to write the report: {0}")]
    Report(io::Error),
    #[error("interrupted")]
    Interrupted,
}

/// A dialogue about to be held.
pub struct Dialogue<'a, P> {
    pub session: &'a mut Session<P>,
    /// Who is asked before a person.
    pub chain: &'a mut Chain,
    /// What is said to questions that nobody answers; a person is asked when it is none.
    pub otherwise: Option<Answer>,
    pub lines: Lines<'a>,
    pub screen: &'a mut dyn Screen,
    pub keeper: &'a mut dyn Keeper,
    pub reports: &'a mut dyn Reports,
    /// The run while it goes on.
    pub growth: Option<&'a mut dyn Growth<P>>,
    /// Who works out the next question while a person thinks about this one.
    pub ahead: Option<&'a mut dyn Foresight<P>>,
}

/// What is said when Ctrl-C has stopped the program.
const STOPPED: &str = "the program is stopped, the questions go on; Ctrl-C again leaves";

/// What is said about keys that were typed before there was a question.
const TOO_EARLY: &str = "what was typed while nothing was asked is ignored";

/// What a prompt is about.
pub(crate) enum Open<'q> {
    /// A question.
    Question(&'q Question),
    /// The last of these bugs, which was just found.
    Bug(&'q [Report]),
    /// An end without a bug.
    End(Prompt),
}

impl Open<'_> {
    pub(crate) fn prompt(&self) -> Prompt {
        match self {
            Open::Question(_) => Prompt::Question,
            Open::Bug(_) => Prompt::Found,
            Open::End(prompt) => *prompt,
        }
    }

    /// The piece of the run in question, if there is one.
    pub(crate) fn subject<P: Program>(&self, session: &Session<P>) -> Option<Subject> {
        match self {
            Open::Question(question) => Some(question.subject),
            Open::Bug(reports) => {
                let node = session.program().node(reports.last()?.node)?;
                Some(Subject::node(node))
            }
            Open::End(_) => None,
        }
    }
}

/// What a typed line led to.
pub(crate) enum Turn {
    /// Look what comes next.
    Next,
    /// Stop here.
    Stop,
}

impl<P: Program> Dialogue<'_, P> {
    /// Asks until the session ends or nobody answers any more.
    pub fn hold(mut self) -> Result<Outcome, DialogueError> {
        let mut accepted: Vec<Report> = Vec::new();
        // A program that was started runs for a while before the first question.
        let mut waited = self.growth.is_some();
        loop {
            self.listen()?;
            let step = self.session.next();
            let waits = step == Step::Wait;
            if std::mem::replace(&mut waited, waits) && !waits && self.lines.forget() {
                self.screen.note(TOO_EARLY)?;
            }
            let turn = match &step {
                Step::Ask(question) => self.ask(question)?,
                Step::Found(report) => {
                    let found: Vec<_> = self.session.log().found().collect();
                    let number = |report: &Report| self.session.program().node(report.node);
                    accepted.retain(|old| number(old).is_some_and(|node| found.contains(&node)));
                    accepted.push(report.as_ref().clone());
                    self.found(&accepted)?
                }
                end => self.ended(end)?,
            };
            let events = self.session.take_events();
            self.keeper.keep(&events).map_err(DialogueError::Keep)?;
            if let Turn::Stop = turn {
                let found_before = self.session.log().found().next().is_some();
                return Ok(match step {
                    Step::Found(_) => Outcome::Found,
                    _ if found_before => Outcome::Found,
                    Step::NoBug => Outcome::NoBug,
                    _ => Outcome::Undecided,
                });
            }
        }
    }

    /// Looks at what has become of the program, and shows what it printed.
    fn listen(&mut self) -> Result<(), DialogueError> {
        if let Some(growth) = &mut self.growth {
            growth.look(self.session);
            self.screen.heard(&growth.heard())?;
        }
        Ok(())
    }

    fn ask(&mut self, question: &Question) -> Result<Turn, DialogueError> {
        self.screen.question(question)?;
        if let Some((reply, by)) = self.chain.consult(question)? {
            return self.reply(question, reply, by);
        }
        for (by, doubt) in self.chain.doubts() {
            self.screen
                .note(&format!("{by} leaves this open: {doubt}"))?;
        }
        match self.otherwise {
            Some(answer) if !self.lines.may_continue() => {
                self.reply(question, Reply::Answer(answer), By::Otherwise)
            }
            _ => self.person_thinks(question),
        }
    }

    /// Has a person answer a question; what comes after either answer is fetched meanwhile.
    fn person_thinks(&mut self, question: &Question) -> Result<Turn, DialogueError> {
        if let Some(ahead) = &mut self.ahead
            && !self.lines.is_scripted()
        {
            ahead.look(self.session);
        }
        let turn = self.person(&Open::Question(question));
        if let Some(ahead) = &mut self.ahead {
            ahead.stop(self.session);
        }
        turn
    }

    pub(crate) fn reply(
        &mut self,
        question: &Question,
        reply: Reply,
        by: By,
    ) -> Result<Turn, DialogueError> {
        let word = match &reply {
            Reply::Answer(answer) => answer_word(*answer).to_owned(),
            Reply::Part(answer, path) => format!("{} {path}", answer_word(*answer)),
            Reply::Trust(pattern) => format!("trusted {pattern}"),
        };
        match self.session.answer(reply, by.clone()) {
            Ok(()) => {
                let differs = self.chain.differences();
                self.screen.answered(question, &word, &by, differs)?;
            }
            Err(error) => self.screen.note(&error.to_string())?,
        }
        Ok(Turn::Next)
    }

    /// Shows the last of the bugs found, and asks whether it is the one.
    fn found(&mut self, reports: &[Report]) -> Result<Turn, DialogueError> {
        let Some(report) = reports.last() else {
            return Ok(Turn::Next);
        };
        self.screen.found(report)?;
        let kept = self.reports.found(&markdown(reports));
        kept.map_err(DialogueError::Report)?;
        if !self.lines.may_continue() {
            return Ok(Turn::Stop);
        }
        self.person(&Open::Bug(reports))
    }

    /// Shows how the search ended, and lets the person go on if they want to.
    fn ended(&mut self, step: &Step) -> Result<Turn, DialogueError> {
        let prompt = match step {
            Step::Candidates(candidates) => {
                self.screen.candidates(candidates)?;
                Prompt::Candidates
            }
            Step::Contradiction(clash) => {
                self.screen.contradiction(clash)?;
                Prompt::Contradiction
            }
            Step::NoBug => {
                let found = self.session.log().found().count();
                self.screen.no_bug(found)?;
                Prompt::NoBug
            }
            Step::Wait => {
                let asked = self.session.log().answers().next().is_some();
                self.screen.wait(asked)?;
                let Some(growth) = &mut self.growth else {
                    return Ok(Turn::Stop);
                };
                let screen = &mut *self.screen;
                // What cannot be shown while waiting is not worth ending for.
                let more = growth.wait(self.session, &mut |meanwhile| {
                    let shown = match meanwhile {
                        Meanwhile::Heard(heard) => screen.heard(heard),
                        Meanwhile::Waiting(waiting) => screen.waiting(Some(waiting)),
                    };
                    let _ = shown.and_then(|()| screen.flush());
                });
                screen.waiting(None)?;
                return Ok(if more { Turn::Next } else { Turn::Stop });
            }
            Step::Ask(_) | Step::Found(_) => return Ok(Turn::Next),
        };
        if self.lines.may_continue() {
            self.person(&Open::End(prompt))
        } else {
            Ok(Turn::Stop)
        }
    }

    /// Reads commands until one changes something.
    fn person(&mut self, open: &Open<'_>) -> Result<Turn, DialogueError> {
        loop {
            if self.lines.has_prompt() {
                self.screen.flush()?;
            } else {
                self.screen.show_prompt(open.prompt())?;
            }
            let echo = self.lines.needs_echo();
            let (program, subject) = (self.session.program(), open.subject(self.session));
            let next = self
                .lines
                .read(self.screen.prompt(open.prompt()), &mut |begun| {
                    complete(program, subject, begun)
                });
            let line = match next? {
                Next::Line(line) => line,
                Next::Interrupted => {
                    let growth = self.growth.as_mut();
                    if !growth.is_some_and(|growth| growth.interrupt()) {
                        return Err(DialogueError::Interrupted);
                    }
                    self.screen.note(STOPPED)?;
                    return Ok(Turn::Next);
                }
                Next::End => {
                    self.screen.end_of_input()?;
                    // A script that ended leaves the rest to what was set for unanswered questions.
                    return Ok(match (self.otherwise, open) {
                        (Some(_), Open::Question(_)) => Turn::Next,
                        _ => Turn::Stop,
                    });
                }
            };
            if echo {
                self.screen.echo(&line.text)?;
            }
            let done =
                Command::parse(&line.text)
                    .map_err(Problem::from)
                    .and_then(|command| match (command, open) {
                        (Some(command), _) => self.obey(command, open),
                        // Enter alone asks an open question again, and ends what has ended.
                        (None, Open::Question(_)) => Ok(None),
                        (None, _) => Ok(Some(Turn::Stop)),
                    });
            match (done, line.place) {
                (Ok(Some(turn)), _) => return Ok(turn),
                (Ok(None), _) => {}
                (Err(Problem::Refused(problem)), Some(place)) => {
                    return Err(DialogueError::Script { place, problem });
                }
                (Err(Problem::Refused(problem)), None) => self.screen.note(&problem)?,
                (Err(Problem::Fatal(error)), _) => return Err(error),
            }
        }
    }
}

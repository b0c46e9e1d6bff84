//! The loop of the line-by-line front: what the session tells is shown, and what is typed is asked for.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use elenchus_inquiry::{
    Done, Front, FrontId, Input, Notice, Refusal, Request, State, Update, View,
};
use elenchus_session::Question;
use thiserror::Error;

use crate::command::Command;
use crate::completion::complete;
use crate::lines::{Lines, Next};
use crate::obey::Problem;
use crate::screen::{Prompt, Screen};
use crate::words;

/// How long to look for keys before looking whether something has happened.
const LOOK: Duration = Duration::from_millis(20);

/// What is said about keys that were typed before there was a question.
const TOO_EARLY: &str = "what was typed while nothing was asked is ignored";

/// Why a dialogue could not go on.
#[derive(Debug, Error)]
pub enum DialogueError {
    #[error("{place}: {problem}")]
    Script { place: String, problem: String },
    #[error("failed to use the terminal: {0}")]
    Terminal(#[from] io::Error),
    #[error("failed to write the report: {0}")]
    Report(String),
    #[error("failed to keep the answers: {0}")]
    Keep(String),
    #[error("interrupted")]
    Interrupted,
}

/// What is typed for the program while nothing is asked.
pub trait Keys {
    /// Waits for keys, at most for this time.
    fn typed(&mut self, time: Duration) -> Option<Input>;
}

/// A dialogue about to be held.
pub struct Dialogue<'a> {
    pub front: Front,
    pub lines: Lines<'a>,
    pub screen: &'a mut dyn Screen,
    /// What is typed for the program while it waits for input and nothing is asked.
    pub keys: Option<&'a mut dyn Keys>,
    /// Whether a program was just started, so that nothing was asked so far.
    pub waits: bool,
    /// Whether a rule answers what nobody answers.
    pub has_rule: bool,
    /// Why the last answer could not be kept, as long as no other one was.
    pub(crate) not_kept: Option<String>,
    /// Whether the program waits for input, and nothing is asked.
    wants_input: bool,
    /// Why what was found could not be written to the report.
    no_report: Option<String>,
    /// The state to show next, when it came while a prompt was open.
    moved_on: Option<Arc<State>>,
    /// The number of the first question: what assertions have confirmed is answered before it.
    pub first_question: usize,
    /// Whether a person who sits at a terminal is to be shown what can be pointed at.
    pub(crate) begins: bool,
    /// The first question, as long as it is not shown.
    held_back: Option<Arc<Question>>,
}

/// What a typed line led to.
pub(crate) enum Turn {
    /// The same prompt is still open.
    Same,
    /// Look what comes next.
    Next,
    /// Stop here.
    Leave,
}

/// What comes first at a prompt.
enum First {
    /// Something is typed, or may be.
    Typed,
    /// Something has happened that leaves the question as it is, and was shown.
    Notice,
    /// The session has moved on.
    State,
}

impl<'a> Dialogue<'a> {
    /// A dialogue about a session that is opened and goes on.
    pub fn new(front: Front, lines: Lines<'a>, screen: &'a mut dyn Screen) -> Dialogue<'a> {
        let begins = lines.may_continue() && !lines.needs_echo();
        Dialogue {
            front,
            lines,
            screen,
            keys: None,
            waits: false,
            has_rule: false,
            not_kept: None,
            wants_input: false,
            no_report: None,
            moved_on: None,
            first_question: 1,
            begins,
            held_back: None,
        }
    }

    /// Shows and asks until the session ends or the person leaves.
    pub fn hold(mut self) -> Result<(), DialogueError> {
        let mut shown_question = None;
        while let Some(update) = self.next_update() {
            let state = match update {
                Update::State(state) => state,
                Update::Notice { from, notice } => {
                    self.notice(from, &notice)?;
                    continue;
                }
            };
            self.wants_input = false;
            self.end_of_waiting(&state)?;
            let prompt = match &state.view {
                // What can be pointed at comes before the first question, and source beside any.
                View::Asking(question)
                    if self.begins && question.number == self.first_question
                        || self.screen.has_room_beside() =>
                {
                    self.held_back = Some(question.clone());
                    continue;
                }
                View::Asking(question) => {
                    self.screen.question(question)?;
                    shown_question = Some(state.number + 1);
                    continue;
                }
                View::Question { question, doubts } => {
                    self.held_back = None;
                    self.offer(&state, question)?;
                    // Who comes later has not seen how it began.
                    if shown_question != Some(state.number) {
                        self.show_question(&state, question)?;
                    }
                    for doubt in doubts {
                        self.screen.note(&words::doubt(doubt))?;
                    }
                    Prompt::Question
                }
                View::Waiting { asked } => {
                    self.screen.wait(*asked)?;
                    self.waits = true;
                    continue;
                }
                View::Bug(reports) => {
                    if let Some(report) = reports.last() {
                        self.screen.found(report)?;
                    }
                    if let Some(problem) = self.no_report.take() {
                        return Err(DialogueError::Report(problem));
                    }
                    Prompt::Found
                }
                View::Candidates(candidates) => {
                    self.screen.candidates(candidates)?;
                    Prompt::Candidates
                }
                View::Contradiction(clash) => {
                    self.screen.contradiction(clash)?;
                    Prompt::Contradiction
                }
                View::NoBug { found } => {
                    self.screen.no_bug(*found)?;
                    Prompt::NoBug
                }
                View::Ended(_) => continue,
            };
            if let Turn::Leave = self.person(&state, prompt)? {
                return self.leave();
            }
        }
        Ok(())
    }

    /// Shows an open question, with source beside it if there is room.
    fn show_question(&mut self, state: &State, question: &Question) -> io::Result<()> {
        let source = self
            .screen
            .has_room_beside()
            .then(|| self.front.request(state.number, Request::Source));
        match source {
            Some(Ok(Done::Source(source))) => self.screen.question_beside(question, &source),
            _ => self.screen.question(question),
        }
    }

    /// What happens next; keys that are typed meanwhile go to the program if it wants input.
    fn next_update(&mut self) -> Option<Update> {
        if let Some(state) = self.moved_on.take() {
            return Some(Update::State(state));
        }
        let Some(keys) = self.keys.as_mut().filter(|_| self.wants_input) else {
            return self.front.next();
        };
        loop {
            match self.front.next_within(Duration::ZERO) {
                Ok(Some(update)) => return Some(update),
                Ok(None) => {}
                Err(_) => return None,
            }
            if let Some(input) = keys.typed(LOOK) {
                // A program that has ended meanwhile needs no input.
                let _ = self.front.request(0, Request::Input(input));
            }
        }
    }

    /// Ends what is shown while the session waits, and forgets what was typed too early.
    fn end_of_waiting(&mut self, state: &State) -> io::Result<()> {
        if matches!(state.view, View::Waiting { .. }) || !std::mem::take(&mut self.waits) {
            return Ok(());
        }
        self.screen.waiting(None)?;
        if self.lines.forget() {
            self.screen.note(TOO_EARLY)?;
        }
        Ok(())
    }

    /// Shows what has happened.
    fn notice(&mut self, from: Option<FrontId>, notice: &Notice) -> io::Result<()> {
        // Somebody else has answered it, or nobody is going to.
        if let Notice::Answered { .. } | Notice::Doubted(_) = notice
            && let Some(question) = self.held_back.take()
        {
            self.screen.question(&question)?;
        }
        match notice {
            Notice::WantsInput(wants) => self.wants_input = *wants,
            // The bug is shown all the same.
            Notice::ReportNotWritten(problem) => self.no_report = Some(problem.clone()),
            // What cannot be shown while waiting is not worth ending for.
            Notice::NewOutput(output) => {
                let _ = self
                    .screen
                    .new_output(output)
                    .and_then(|()| self.screen.flush());
            }
            Notice::Waiting(waiting) => {
                let shown = self.screen.waiting(Some(*waiting));
                let _ = shown.and_then(|()| self.screen.flush());
            }
            // It is about the program and no part of the dialogue.
            Notice::News(news) => elenchus_guard::say!("{}", words::news(news)),
            Notice::Answered {
                question,
                reply,
                by,
                differs,
                ..
            } => {
                let word = words::reply(reply);
                self.screen.answered(question, &word, by, differs)?;
            }
            _ => {}
        }
        let elsewhere = from.is_some_and(|id| id != self.front.id());
        match words::notice(notice, elsewhere) {
            Some(text) => self.screen.note(&text),
            None => Ok(()),
        }
    }

    /// Reads commands until one changes something.
    fn person(&mut self, state: &State, prompt: Prompt) -> Result<Turn, DialogueError> {
        if !self.lines.may_continue() {
            if prompt != Prompt::Question {
                return Ok(Turn::Leave);
            }
            if self.has_rule {
                return Ok(self.fall_silent(state));
            }
        }
        loop {
            if self.lines.has_prompt() {
                self.screen.flush()?;
            } else {
                self.screen.show_prompt(prompt)?;
            }
            match self.first(prompt)? {
                First::Typed => {}
                First::Notice => continue,
                First::State => return Ok(Turn::Next),
            }
            let echo = self.lines.needs_echo();
            let front = &self.front;
            let next = self.lines.read(self.screen.prompt(prompt), &mut |begun| {
                complete(front, state.number, begun)
            });
            let line = match next? {
                Next::Line(line) => line,
                Next::Interrupted => {
                    return match self.front.request(state.number, Request::Interrupt) {
                        Ok(_) => Ok(Turn::Next),
                        Err(_) => Err(DialogueError::Interrupted),
                    };
                }
                Next::End => {
                    self.screen.end_prompt()?;
                    self.leave()?;
                    return Ok(self.fall_silent(state));
                }
            };
            if echo {
                self.screen.echo(&line.text)?;
            }
            let done = match Command::parse(&line.text) {
                Err(error) => Err(Problem::Refused(error.to_string())),
                Ok(Some(command)) => self.obey(command, state, prompt),
                // Enter alone accepts nothing, a reported bug included: the same is asked again.
                Ok(None) => Ok(Turn::Same),
            };
            match (done, line.place) {
                (Ok(Turn::Same), _) => {}
                (Ok(turn), _) => return Ok(turn),
                (Err(Problem::Refused(problem)), Some(place)) => {
                    return Err(DialogueError::Script { place, problem });
                }
                (Err(Problem::Refused(problem)), None) => self.screen.note(&problem)?,
                (Err(Problem::Terminal(error)), _) => return Err(error.into()),
            }
        }
    }

    /// Waits until something is typed. What happens elsewhere before that is shown at once; once a line is begun it waits, since it
    /// would be written into that line.
    fn first(&mut self, prompt: Prompt) -> io::Result<First> {
        while !self.lines.is_typing(self.screen.prompt(prompt), LOOK)? {
            let update = match self.front.next_within(Duration::ZERO) {
                Ok(None) => continue,
                Ok(Some(update)) => update,
                // The end was told before.
                Err(_) => return Ok(First::State),
            };
            if self.lines.has_prompt() {
                self.lines.withdraw()?;
            } else {
                self.screen.end_prompt()?;
            }
            return match update {
                Update::Notice { from, notice } => {
                    self.notice(from, &notice)?;
                    Ok(First::Notice)
                }
                Update::State(state) => {
                    // Half a line that the terminal holds was meant for the question before.
                    if self.lines.forget() {
                        self.screen.note(words::STALE)?;
                    }
                    self.moved_on = Some(state);
                    Ok(First::State)
                }
            };
        }
        Ok(First::Typed)
    }

    /// Shows once more what is open.
    pub(crate) fn show_again(&mut self, state: &State) -> io::Result<()> {
        match &state.view {
            View::Asking(question) => self.screen.question(question),
            View::Question { question, .. } => self.show_question(state, question),
            View::Bug(reports) => match reports.last() {
                Some(report) => self.screen.found(report),
                None => Ok(()),
            },
            View::Candidates(candidates) => self.screen.candidates(candidates),
            View::Contradiction(clash) => self.screen.contradiction(clash),
            View::NoBug { found } => self.screen.no_bug(*found),
            View::Waiting { .. } | View::Ended(_) => Ok(()),
        }
    }

    /// Whoever leaves must know that an answer is lost.
    fn leave(&mut self) -> Result<(), DialogueError> {
        match self.not_kept.take() {
            Some(problem) => Err(DialogueError::Keep(problem)),
            None => Ok(()),
        }
    }

    /// Says that there will be no more answers from here.
    fn fall_silent(&self, state: &State) -> Turn {
        match self.front.request(state.number, Request::Silent) {
            Ok(_) | Err(Refusal::Ended) => Turn::Next,
            Err(_) => Turn::Leave,
        }
    }
}

/// The question of a state, if it asks one.
pub(crate) fn question(state: &State) -> Option<&Question> {
    state.view.question().map(|question| &**question)
}

//! The loop between a session, whoever answers, and the screen.
//!
//! Every event of the session is kept before anything else is shown, so that whatever happens at the
//! prompt (end of input, Ctrl-C, a crash) the answers given are on disk.

use std::io;

use elenchus_session::{
    Answer, By, Chain, Event, OracleError, Pieces, Program, Question, Reply, Session, SessionError,
    Step, Subject, answer_word,
};
use elenchus_strategy::StrategyName;
use thiserror::Error;

use crate::command::{Command, CommandError};
use crate::lines::Lines;
use crate::screen::{Prompt, Screen};
use crate::text::many;

/// How many suspects a list names.
const LISTED: usize = 20;

/// Where the events of a session are kept.
pub trait Keeper {
    /// Keeps these events; when it returns they will survive.
    fn keep(&mut self, events: &[Event]) -> io::Result<()>;
}

/// A run that may still be going on.
pub trait Growth<P> {
    /// Lets the session see what the run has become in the meantime, if that can change anything.
    fn look(&mut self, session: &mut Session<P>);

    /// Waits until there is more to ask about. `false` when there never will be.
    fn wait(&mut self, session: &mut Session<P>) -> bool;
}

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
    /// The run while it goes on.
    pub growth: Option<&'a mut dyn Growth<P>>,
}

/// What a typed line led to.
enum Turn {
    /// Look what comes next.
    Next,
    /// Stop here.
    Stop,
}

impl<P: Program> Dialogue<'_, P> {
    /// Asks until the session ends or nobody answers any more.
    pub fn hold(mut self) -> Result<Outcome, DialogueError> {
        loop {
            if let Some(growth) = &mut self.growth {
                growth.look(self.session);
            }
            let step = self.session.next();
            let turn = match &step {
                Step::Ask(question) => self.ask(question)?,
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

    fn ask(&mut self, question: &Question) -> Result<Turn, DialogueError> {
        self.screen.question(question)?;
        if let Some((reply, by)) = self.chain.consult(question)? {
            return self.reply(question, reply, by);
        }
        match self.otherwise {
            Some(answer) if !self.lines.may_continue() => {
                self.reply(question, Reply::Answer(answer), By::Otherwise)
            }
            _ => self.person(Prompt::Question, Some(question)),
        }
    }

    fn reply(&mut self, question: &Question, reply: Reply, by: By) -> Result<Turn, DialogueError> {
        let word = match &reply {
            Reply::Answer(answer) => answer_word(*answer).to_owned(),
            Reply::Trust(pattern) => format!("trusted {pattern}"),
        };
        match self.session.answer(reply, by.clone()) {
            Ok(()) => self.screen.answered(question, &word, &by)?,
            Err(error) => self.screen.note(&error.to_string())?,
        }
        Ok(Turn::Next)
    }

    /// Shows how the search ended, and lets the person go on if they want to.
    fn ended(&mut self, step: &Step) -> Result<Turn, DialogueError> {
        let prompt = match step {
            Step::Found(report) => {
                self.screen.found(report)?;
                Prompt::Found
            }
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
                self.screen.wait()?;
                let growth = self.growth.as_mut();
                let more = growth.is_some_and(|growth| growth.wait(self.session));
                return Ok(if more { Turn::Next } else { Turn::Stop });
            }
            Step::Ask(_) => return Ok(Turn::Next),
        };
        if self.lines.may_continue() {
            self.person(prompt, None)
        } else {
            Ok(Turn::Stop)
        }
    }

    /// Reads commands until one changes something.
    fn person(
        &mut self,
        prompt: Prompt,
        question: Option<&Question>,
    ) -> Result<Turn, DialogueError> {
        loop {
            self.screen.prompt(prompt)?;
            let echo = self.lines.needs_echo();
            let Some(line) = self.lines.read()? else {
                self.screen.end_of_input()?;
                // A script that ended leaves the rest to what was set for unanswered questions.
                return Ok(match (self.otherwise, question) {
                    (Some(_), Some(_)) => Turn::Next,
                    _ => Turn::Stop,
                });
            };
            if echo {
                self.screen.echo(&line.text)?;
            }
            let done = Command::parse(&line.text)
                .map_err(Problem::from)
                .and_then(|command| match command {
                    Some(command) => self.obey(command, prompt, question),
                    // Enter alone ends what has ended, and asks an open question again.
                    None if question.is_none() => Ok(Some(Turn::Stop)),
                    None => Ok(None),
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

    /// Does what was typed. `None` when the same prompt is still open.
    fn obey(
        &mut self,
        command: Command,
        prompt: Prompt,
        question: Option<&Question>,
    ) -> Result<Option<Turn>, Problem> {
        match (command, question) {
            (Command::Answer(answer), Some(question)) => {
                let turn = self.reply(question, Reply::Answer(answer), By::Person)?;
                return Ok(Some(turn));
            }
            (Command::Trust(pattern), Some(question)) => {
                let turn = self.reply(question, Reply::Trust(pattern), By::Person)?;
                return Ok(Some(turn));
            }
            (Command::Answer(_) | Command::Trust(_), None) => {
                return Err(refused("no question is being asked"));
            }
            (Command::Why, Some(question)) => self.screen.why(question)?,
            (Command::Why, None) => return Err(refused("no question is being asked")),
            (Command::Undo(count), _) => {
                let undone = self.session.undo(count.unwrap_or(usize::MAX));
                if undone == 0 {
                    return Err(refused("there is no answer to take back"));
                }
                let plural = if undone == 1 { "" } else { "s" };
                self.screen
                    .note(&format!("took {undone} answer{plural} back"))?;
                return Ok(Some(Turn::Next));
            }
            (Command::Revise(number), _) => {
                self.session.take_back(number)?;
                self.screen.note(&format!("took answer {number} back"))?;
                return Ok(Some(Turn::Next));
            }
            (Command::Again, _) => {
                if self.session.ask_again() == 0 {
                    return Err(refused("nothing was answered with \"don't know\""));
                }
                return Ok(Some(Turn::Next));
            }
            (Command::Jump(name), _) => {
                let node = self.session.find(&name);
                let node = node.ok_or_else(|| refused(&format!("there is no node `{name}`")))?;
                self.session.jump(node)?;
                return Ok(Some(Turn::Next));
            }
            (Command::Close(name), _) => {
                let pieces = match name {
                    Some(name) => self.pieces(&name)?,
                    None => {
                        let asked = self.session.asked_pieces();
                        asked.ok_or_else(|| refused("no question is being asked"))?
                    }
                };
                let closed = many(self.session.close(pieces)? as u64, "piece");
                self.screen.note(&format!(
                    "closed {closed}: looked into when wrong, or when nothing else is left"
                ))?;
                return Ok(Some(Turn::Next));
            }
            (Command::Reopen(name), _) => {
                let pieces = match name {
                    Some(name) => self.pieces(&name)?,
                    None => Pieces::Routines("*".to_owned()),
                };
                let opened = many(self.session.reopen(pieces)? as u64, "piece");
                self.screen.note(&format!("opened {opened} again"))?;
                return Ok(Some(Turn::Next));
            }
            (Command::Name { of, name }, _) => {
                let before = self.session.name_loop(of.as_deref(), &name)?;
                self.screen
                    .note(&format!("{before} is called {name} from now on"))?;
                return Ok(Some(Turn::Next));
            }
            (Command::Strategy(Some(name)), _) => {
                self.session.set_strategy(name);
                self.screen.note(&format!("the strategy is now {name}"))?;
                return Ok(Some(Turn::Next));
            }
            (Command::Strategy(None), _) => self.strategies()?,
            (Command::Transform(plan), _) => {
                self.screen
                    .note(&format!("the transformation is now {plan}"))?;
                self.session.set_plan(plan);
                return Ok(Some(Turn::Next));
            }
            (Command::Continue, _) => {
                self.session.accept()?;
                return Ok(Some(Turn::Next));
            }
            (Command::Quit, _) => return Ok(Some(Turn::Stop)),
            (Command::History, _) => {
                let verdicts = self.session.verdicts();
                self.screen.history(&verdicts)?;
            }
            (Command::List, _) => {
                let candidates = self.session.candidates(LISTED);
                self.screen.list(&candidates)?;
            }
            (Command::Help, _) => self.screen.help(prompt)?,
        }
        Ok(None)
    }

    /// What a person calls one node (its number, `ROUTINE#n`), else all calls that match.
    fn pieces(&self, name: &str) -> Result<Pieces, Problem> {
        let is_one = name.contains('#') || name.parse::<usize>().is_ok();
        match (is_one, self.session.find(name)) {
            (true, None) => Err(refused(&format!("there is no node `{name}`"))),
            (true, Some(node)) => Ok(Pieces::Subject(Subject::node(node))),
            (false, _) => Ok(Pieces::Routines(name.to_owned())),
        }
    }

    fn strategies(&mut self) -> io::Result<()> {
        let now = self.session.settings().strategy;
        let names = StrategyName::ALL.map(StrategyName::as_str).join(", ");
        self.screen
            .note(&format!("the strategy is {now}; there are {names}"))
    }
}

/// Why a typed line did nothing.
enum Problem {
    /// It made no sense here; the person may try again.
    Refused(String),
    /// The dialogue cannot go on.
    Fatal(DialogueError),
}

fn refused(problem: &str) -> Problem {
    Problem::Refused(problem.to_owned())
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Problem {
        Problem::Refused(error.to_string())
    }
}

impl From<CommandError> for Problem {
    fn from(error: CommandError) -> Problem {
        Problem::Refused(error.to_string())
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Fatal(DialogueError::Terminal(error))
    }
}

impl From<DialogueError> for Problem {
    fn from(error: DialogueError) -> Problem {
        Problem::Fatal(error)
    }
}

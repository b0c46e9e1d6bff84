//! The loop between a session, whoever answers, and the screen.
//!
//! Every event of the session is kept before anything else is shown, so that whatever happens at the
//! prompt (end of input, Ctrl-C, a crash) the answers given are on disk.

use std::io;

use elenchus_session::{
    Answer, By, Chain, Event, OpenError, OracleError, Pieces, Program, Question, Reply, Report,
    Session, SessionError, Step, Subject, Tracked, answer_word,
};
use elenchus_strategy::StrategyName;
use thiserror::Error;

use crate::command::{Command, CommandError};
use crate::completion::complete;
use crate::growth::Growth;
use crate::lines::{Lines, Next};
use crate::markdown::markdown;
use crate::screen::{Prompt, Screen};
use crate::text::many;

/// How many suspects a list names.
const LISTED: usize = 20;

/// How much of what was printed is shown on request.
const MOST_PRINTED: usize = 64 << 10;

/// Where the events of a session are kept.
pub trait Keeper {
    /// Keeps these events; when it returns they will survive.
    fn keep(&mut self, events: &[Event]) -> io::Result<()>;
}

/// Where reports are written to.
pub trait Reports {
    /// Keeps what was found so far, after every change.
    fn found(&mut self, markdown: &str) -> io::Result<()>;

    /// Writes a report to a file of this name, or one of its own choice, and returns its name.
    fn save(&mut self, name: Option<&str>, markdown: &str) -> io::Result<String>;
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
}

/// What is said when Ctrl-C has stopped the program.
const STOPPED: &str = "the program is stopped, the questions go on; Ctrl-C again leaves";

/// What a prompt is about.
enum Open<'q> {
    /// A question.
    Question(&'q Question),
    /// The last of these bugs, which was just found.
    Bug(&'q [Report]),
    /// An end without a bug.
    End(Prompt),
}

impl Open<'_> {
    fn prompt(&self) -> Prompt {
        match self {
            Open::Question(_) => Prompt::Question,
            Open::Bug(_) => Prompt::Found,
            Open::End(prompt) => *prompt,
        }
    }

    /// The piece of the run in question, if there is one.
    fn subject<P: Program>(&self, session: &Session<P>) -> Option<Subject> {
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
enum Turn {
    /// Look what comes next.
    Next,
    /// Stop here.
    Stop,
}

impl<P: Program> Dialogue<'_, P> {
    /// Asks until the session ends or nobody answers any more.
    pub fn hold(mut self) -> Result<Outcome, DialogueError> {
        let mut accepted: Vec<Report> = Vec::new();
        loop {
            self.listen()?;
            let step = self.session.next();
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
            _ => self.person(&Open::Question(question)),
        }
    }

    fn reply(&mut self, question: &Question, reply: Reply, by: By) -> Result<Turn, DialogueError> {
        let word = match &reply {
            Reply::Answer(answer) => answer_word(*answer).to_owned(),
            Reply::Part(answer, path) => format!("{} {path}", answer_word(*answer)),
            Reply::Trust(pattern) => format!("trusted {pattern}"),
        };
        match self.session.answer(reply, by.clone()) {
            Ok(()) => self.screen.answered(question, &word, &by)?,
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
                self.screen.wait()?;
                let Some(growth) = &mut self.growth else {
                    return Ok(Turn::Stop);
                };
                let screen = &mut *self.screen;
                // What cannot be shown while waiting is not worth ending for.
                let more = growth.wait(self.session, &mut |heard| {
                    let _ = screen.heard(heard).and_then(|()| screen.flush());
                });
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

    /// Does what was typed. `None` when the same prompt is still open.
    fn obey(&mut self, command: Command, open: &Open<'_>) -> Result<Option<Turn>, Problem> {
        match (command, open) {
            (Command::Answer(answer), Open::Question(question)) => {
                let turn = self.reply(question, Reply::Answer(answer), By::Person)?;
                return Ok(Some(turn));
            }
            (Command::Trust(pattern), Open::Question(question)) => {
                let turn = self.reply(question, Reply::Trust(pattern), By::Person)?;
                return Ok(Some(turn));
            }
            (Command::Part(answer, path), Open::Question(question)) => {
                return self.point(question, answer, &path);
            }
            (Command::Answer(Answer::Right), Open::Bug(_)) => return Ok(Some(Turn::Stop)),
            (Command::Answer(Answer::Wrong), Open::Bug([.., report])) => {
                self.screen.revise(&report.proof)?;
            }
            (Command::Answer(_) | Command::Part(..) | Command::Trust(_), _) => {
                return Err(refused("no question is being asked"));
            }
            (Command::Why, Open::Question(question)) => self.screen.why(question)?,
            (Command::Why, _) => return Err(refused("no question is being asked")),
            (Command::Save(name), Open::Bug(reports)) => {
                let saved = self.reports.save(name.as_deref(), &markdown(reports));
                let saved = saved.map_err(|error| refused(&error.to_string()))?;
                self.screen.note(&format!("the report is in {saved}"))?;
            }
            (Command::Save(_), _) => return Err(refused("no bug is found yet")),
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
                let subject = self.session.take_back(number)?;
                self.screen.note(&format!("took answer {number} back"))?;
                // An answer that led to the wrong bug is asked again at once, if it still can be.
                if let (Open::Bug(_), Some(node)) = (open, subject.and_then(Subject::single)) {
                    let _ = self.session.jump(node);
                }
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
            (Command::Help, _) => self.screen.help(open.prompt())?,
            (Command::More, _) => {
                if !self.screen.more()? {
                    return Err(refused("there is no more to show"));
                }
            }
            (Command::Input(line), _) => {
                let growth = self.growth.as_mut();
                if !growth.is_some_and(|growth| growth.give(&line)) {
                    return Err(refused("no program is running that takes input"));
                }
            }
            (
                command @ (Command::Open(_) | Command::Source | Command::Output | Command::Tree),
                _,
            ) => {
                let subject = open.subject(self.session);
                let subject =
                    subject.ok_or_else(|| refused("no piece of the run is asked about"))?;
                self.look_closer(&command, subject)?;
            }
        }
        Ok(None)
    }

    /// Answers because of one part, and says where that part comes from.
    fn point(
        &mut self,
        question: &Question,
        answer: Answer,
        path: &str,
    ) -> Result<Option<Turn>, Problem> {
        let tracked = match answer {
            Answer::Inadmissible => self.session.inadmissible_part(path, By::Person)?,
            _ => self.session.wrong_part(path, By::Person)?,
        };
        let note = match tracked {
            Tracked::To { node, title } => format!("{path} comes from {title} (node {node})"),
            Tracked::Own => format!("{path} was written last by its own code"),
            Tracked::Settled { node, title } => {
                format!("{path} comes from {title} (node {node}), which is settled already")
            }
            Tracked::Before { writer } => {
                let by = match writer {
                    Some((node, title)) => format!(": {title} (node {node}) wrote it"),
                    None => String::new(),
                };
                self.screen.note(&format!(
                    "{path} was like this before{by}. i {path} says that it should not have been \
                     given that; n that it should have changed it"
                ))?;
                return Ok(None);
            }
        };
        let word = format!("{} {path}", answer_word(answer));
        self.screen.answered(question, &word, &By::Person)?;
        self.screen.note(&note)?;
        Ok(Some(Turn::Next))
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

    /// Shows more of the piece of the run that is asked about.
    fn look_closer(&mut self, command: &Command, subject: Subject) -> Result<(), Problem> {
        let program = self.session.program();
        match command {
            Command::Open(Some(path)) => self.screen.opened(&program.open(subject, path)?)?,
            Command::Open(None) => self.screen.names(&program.paths(subject, ""))?,
            Command::Source => {
                let source = program.source(subject);
                let source = source.ok_or_else(|| refused("the source is not known"))?;
                self.screen.source(&source)?;
            }
            Command::Output => {
                let printed = program.printed(subject, MOST_PRINTED);
                let printed = printed.ok_or_else(|| refused("what it printed is not recorded"))?;
                self.screen.printed(&printed)?;
            }
            _ => self.screen.around(&self.session.around(subject.first()))?,
        }
        Ok(())
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

impl From<OpenError> for Problem {
    fn from(error: OpenError) -> Problem {
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

//! Doing what was typed at a prompt.

use std::io;

use elenchus_inquiry::keep::markdown::markdown;
use elenchus_inquiry::plural::many;
use elenchus_session::{
    Answer, By, OpenError, Pieces, Program, Question, Reply, SessionError, Subject, Tracked,
    answer_word,
};
use elenchus_strategy::StrategyName;
use elenchus_transform::TransformName;

use crate::command::{Command, CommandError};
use crate::dialogue::{Dialogue, DialogueError, Open, Turn};

/// What is said when something should never have been called like this.
const WHO_MADE_IT: &str = "then the bug is in what came before it, or around it";

/// How many suspects a list names.
const LISTED: usize = 20;

/// How much of what was printed is shown on request.
const MOST_PRINTED: usize = 64 << 10;

impl<P: Program> Dialogue<'_, P> {
    /// Does what was typed. `None` when the same prompt is still open.
    pub(crate) fn obey(
        &mut self,
        command: Command,
        open: &Open<'_>,
    ) -> Result<Option<Turn>, Problem> {
        match (command, open) {
            (Command::Answer(answer), Open::Question(question)) => {
                let turn = self.reply(question, Reply::Answer(answer), By::Person)?;
                match answer {
                    Answer::Trusted => self.trusted(&question.shown.routine)?,
                    Answer::Inadmissible => self.screen.note(WHO_MADE_IT)?,
                    _ => {}
                }
                return Ok(Some(turn));
            }
            (Command::Trust(pattern), Open::Question(question)) => {
                let turn = self.reply(question, Reply::Trust(pattern.clone()), By::Person)?;
                self.trusted(&pattern)?;
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
            (Command::Transform(None), _) => self.transformations()?,
            (Command::Transform(Some(plan)), _) => {
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
        self.screen.answered(question, &word, &By::Person, &[])?;
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

    /// Says what trust means.
    fn trusted(&mut self, what: &str) -> io::Result<()> {
        let note =
            format!("{what}: its own code is right wherever it runs; what it calls may be wrong");
        self.screen.note(&note)
    }

    fn strategies(&mut self) -> io::Result<()> {
        let now = self.session.settings().strategy;
        let names = StrategyName::ALL.map(StrategyName::as_str).join(", ");
        self.screen
            .note(&format!("the strategy is {now}; there are {names}"))
    }

    fn transformations(&mut self) -> io::Result<()> {
        let now = &self.session.settings().plan;
        let names = TransformName::ALL.map(|name| name.to_string()).join(", ");
        self.screen
            .note(&format!("the transformation is {now}; there are {names}"))
    }
}

/// Why a typed line did nothing.
pub(crate) enum Problem {
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

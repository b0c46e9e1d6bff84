//! `elenchus ask`: opens or resumes a session about a tree file or a recording, and holds it at the terminal.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use elenchus_inquiry::live::running::Live;
use elenchus_inquiry::open::note::Note;
use elenchus_inquiry::open::prepare::about_run;
use elenchus_inquiry::open::symptom::{address, symptom};
use elenchus_inquiry::open::{Choices, KnowledgeChoice, Material, OracleName, Prepared};
use elenchus_inquiry::{End, Ended, Inquiry, Outcome, Role, Setup, ZoomChoice};
use elenchus_recorded::run::Current;
use elenchus_session::{By, Limits};
use elenchus_terminal::words::opening;
use elenchus_terminal::{Dialogue, DialogueError, Json, Keys, Lines, Person, Screen, Text};

use crate::args::{AskArgs, SessionArgs};
use crate::input::read_text;
use crate::interrupt::Interrupts;
use crate::keyboard::Keyboard;
use crate::launching::patterns;
use crate::logging;
use crate::page;
use crate::recorded::ReadingProgress;
use crate::seat::{Seat, StandardInput};
use crate::stated::state;
use crate::symptom::{self, Names};
use crate::trouble::{ELSEWHERE, Exit, Trouble};

/// Does what `elenchus ask` says.
pub fn run(args: &AskArgs) -> Result<Exit, Trouble> {
    let choices = Choices {
        session_file: args.session_file.clone(),
        new: args.new,
        ..choices(&args.session)?
    };
    let opened = Material::open(&args.input, &choices, &mut ReadingProgress::default())?;
    Held::about(opened, &choices, &args.session)?.hold(&args.session)
}

/// A session about to be held.
pub struct Held {
    prepared: Prepared,
    script: Option<Script>,
    /// Where it is held, if that was found out already; else answers come from the standard input.
    seating: Option<Seating>,
}

impl Held {
    /// A session about what was opened, from a start that the user chooses.
    pub fn about(
        (material, notes): (Material, Vec<Note>),
        choices: &Choices,
        args: &SessionArgs,
    ) -> Result<Held, Trouble> {
        let script = Script::read(args)?;
        warn(&notes);
        let names = Names {
            tests: material.has_tests(),
            address: &|failed| material.address(failed),
        };
        let start = symptom::choose(material.starts(choices)?, &names, args)?;
        Ok(Held {
            prepared: material.prepare(start, choices, &mut ReadingProgress::default())?,
            script,
            seating: None,
        })
    }

    /// A session about a program that is still running.
    pub fn about_live(
        live: Live,
        current: Current,
        args: &SessionArgs,
        seating: Seating,
    ) -> Result<Held, Trouble> {
        let script = Script::read(args)?;
        let choices = choices(args)?;
        let run = current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let names = Names {
            tests: run.has_tests(),
            address: &|failed| address(&[&run], failed),
        };
        let found = symptom(&[&run], choices.at.as_deref(), choices.root_is.is_some())?;
        let start = symptom::choose(found, &names, args)?;
        let progress = &mut ReadingProgress::default();
        let mut prepared = about_run(current, live.trace(), start, &choices, progress)?;
        prepared.setup.growth = Some(Box::new(live));
        Ok(Held {
            prepared,
            script,
            seating: Some(seating),
        })
    }

    /// What the session is about.
    pub fn input(&self) -> &Path {
        &self.prepared.input
    }

    /// The session itself, for a front without a terminal.
    pub fn into_prepared(self) -> Prepared {
        self.prepared
    }

    /// Holds the session to its end.
    pub fn hold(self, args: &SessionArgs) -> Result<Exit, Trouble> {
        hold(self, args)
    }
}

/// What the options choose, apart from the session file.
pub fn choices(args: &SessionArgs) -> Result<Choices, Trouble> {
    let plan = args.transform.plan();
    Ok(Choices {
        at: args.at.clone(),
        root_is: args.root_is,
        oracles: args.oracles(),
        oracle_timeout: args.oracle_timeout,
        errors: args.error,
        sure: args.sure,
        prior: args.prior.clone(),
        knowledge: match (&args.knowledge, args.no_knowledge) {
            (_, true) => KnowledgeChoice::None,
            (Some(file), false) => KnowledgeChoice::File(file.clone()),
            (None, false) => KnowledgeChoice::Project,
        },
        session_file: None,
        new: false,
        strategy: args.strategy,
        plan: plan.map_err(|error| Trouble::usage(error, "see elenchus ask --help"))?,
        transform: args.transform.options(),
        include: patterns(&args.scope.include),
        exclude: patterns(&args.scope.exclude),
        trust: patterns(&args.scope.trust),
        close: patterns(&args.close),
        close_unlikely: args.close_unlikely,
        limits: if args.json {
            Limits::PROGRAM
        } else {
            Limits::on(Seat::window().screen())
        },
        sources: args.sources.clone(),
        memory: args.memory,
        otherwise: args.otherwise.answer(),
        zoom: args.zoom.map(ZoomChoice::from),
        report: args.report.clone(),
    })
}

/// Says what is not as it should be.
pub fn warn(notes: &[Note]) {
    for note in notes.iter().filter(|note| note.is_warning()) {
        for line in opening::note(note) {
            state(&format!("warning: {line}"));
        }
    }
}

/// Says what is good to know. What decides who is suspected stands with the warnings; the rest is part of the dialogue.
fn remark(notes: &[Note], screen: &mut dyn Screen) -> io::Result<()> {
    for note in notes.iter().filter(|note| !note.is_warning()) {
        for line in opening::note(note) {
            match note {
                Note::Narrowed { .. }
                | Note::Prepared { .. }
                | Note::ByTests(_)
                | Note::NoTests(_)
                | Note::PriorLater => state(&format!("note: {line}")),
                _ => screen.note(&line)?,
            }
        }
    }
    Ok(())
}

/// How many answers assertions have given.
fn confirmed(notes: &[Note]) -> usize {
    let confirmed = notes.iter().map(|note| match note {
        Note::Confirmed { calls } => calls.len(),
        _ => 0,
    });
    confirmed.sum()
}

/// The file of answers, read before anything is changed on disk.
struct Script {
    path: PathBuf,
    text: String,
}

impl Script {
    fn read(args: &SessionArgs) -> Result<Option<Script>, Trouble> {
        let read = args.answers.as_ref().map(|path| {
            Ok(Script {
                path: path.clone(),
                text: read_text(path)?,
            })
        });
        read.transpose()
    }
}

/// Where the person sits while a program runs.
pub struct Seating {
    pub seat: Seat,
    /// Who watches for Ctrl-C.
    pub interrupts: Interrupts,
    /// What is typed for the program.
    pub keyboard: Keyboard,
}

fn hold(held: Held, args: &SessionArgs) -> Result<Exit, Trouble> {
    let Held {
        prepared,
        script,
        seating,
    } = held;
    let Prepared {
        mut setup,
        notes,
        resume,
        session_file,
        writing,
        ..
    } = prepared;
    let then = opening::then(&resume);
    let resume = opening::resume(&resume);
    logging::beside(&session_file)?;
    let (mut seat, interrupts, mut keyboard) = match seating {
        Some(seating) => (seating.seat, seating.interrupts, Some(seating.keyboard)),
        None => {
            let seat = Seat::find(args, StandardInput::Answers);
            let interrupts = Interrupts::watch(Arc::default(), None, &resume)?;
            (seat, interrupts, None)
        }
    };
    let terminal = seat.terminal();
    let room = || Seat::room(terminal.as_ref());
    let (mut text, mut json);
    let screen: &mut dyn Screen = if args.json {
        json = Json::new(&mut seat.out);
        &mut json
    } else {
        text = Text::new(&mut seat.out, seat.style, &room).in_one_column(args.plain);
        &mut text
    };
    let show = |done: io::Result<()>| match done {
        Err(error) if is_left(&error) => Ok(()),
        done => done.map_err(|error| trouble(DialogueError::Terminal(error))),
    };
    warn(&notes);
    show(remark(&notes, screen))?;

    interrupts.set(&resume, writing);
    let nobody = seat.person.is_none() && args.otherwise.answer().is_none();
    let waits = setup.growth.is_some();
    // Piped answers are there already.
    setup.looks_ahead &= terminal.is_some() || args.json || args.web;
    let inquiry = start(setup)?;
    let page = page::beside(&inquiry, args, terminal.is_some(), &resume, &session_file)?;
    let person = seat.person.as_deref_mut();
    let mut lines = Lines::typed(person.map(|person| person as &mut dyn Person));
    if let Some(Script { path, text }) = &script {
        lines = lines.with_script(&path.display().to_string(), text);
    }
    let role = match args.otherwise.answer() {
        Some(_) if !lines.may_continue() => Role::Watches,
        _ => Role::Answers(By::Person),
    };
    let front = inquiry.attach(role).map_err(|_| ended_early())?;
    let mut dialogue = Dialogue::new(front, lines, &mut *screen);
    dialogue.keys = keyboard.as_mut().map(|keyboard| keyboard as &mut dyn Keys);
    dialogue.waits = waits;
    dialogue.first_question += confirmed(&notes);
    dialogue.has_rule = args.otherwise.answer().is_some();
    let held = dialogue.hold();
    if let Err(DialogueError::Interrupted) = held {
        interrupts.leave();
    }
    // Who leaves at the terminal is done with the page, too.
    drop(page);
    let Some(Ended { end, growth }) = inquiry.end() else {
        return Err(ended_early());
    };
    let held = match held {
        Err(DialogueError::Terminal(error)) if is_left(&error) => Ok(()),
        held => held.map_err(trouble),
    };
    let outcome = held.and_then(|()| outcome(end));
    if let Ok(Outcome::Undecided) = outcome {
        if nobody {
            show(screen.note(NOBODY))?;
        }
        show(screen.note(&format!("the answers are kept; `{resume}` goes on")))?;
    }
    let knows_version = |oracle: &OracleName| matches!(oracle, OracleName::Version(_));
    if let Ok(Outcome::Found) = outcome
        && args.oracles().iter().any(knows_version)
    {
        show(screen.note(&then))?;
    }
    if let Some(mut growth) = growth
        && growth.is_running()
    {
        elenchus_guard::say!("the program is stopped");
        growth.stop();
    }
    outcome.map(Exit::from)
}

/// Whether whoever reads what is shown has left, as `head` does when it has seen enough. That ends a session like leaving at the prompt.
fn is_left(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Starts a session.
pub fn start(setup: Setup) -> Result<Inquiry, Trouble> {
    let failed = |error| Trouble::usage(format!("failed to start the session: {error}"), "");
    Inquiry::start(setup).map_err(failed)
}

/// What is known at the end of a session, or why it could not go on.
pub fn outcome(end: Option<End>) -> Result<Outcome, Trouble> {
    match end {
        Some(End::Left(outcome)) => Ok(outcome),
        Some(End::OracleFailed(error)) => Err(Trouble {
            exit: Exit::Oracle,
            problem: error.to_string(),
            advice: error.advice.clone(),
        }),
        Some(End::NotKept(problem)) => Err(not_kept(&problem.problem)),
        None => Err(ended_early()),
    }
}

fn not_kept(problem: impl Display) -> Trouble {
    Trouble::usage(format!("failed to keep the answers: {problem}"), ELSEWHERE)
}

pub fn ended_early() -> Trouble {
    Trouble::usage("the session ended before it began", "")
}

/// What is said when the program reads the standard input and there is no terminal to ask at.
const NOBODY: &str = "there is no terminal to ask at, and the standard input is the program's: \
                      --answers, --oracle and --otherwise answer without one, and `elenchus ask` \
                      reads answers from a pipe";

fn trouble(error: DialogueError) -> Trouble {
    let problem = error.to_string();
    match error {
        DialogueError::Keep(problem) => not_kept(problem),
        DialogueError::Script { .. } => Trouble::usage(
            problem,
            "docs/guide/answers.md lists what can stand in such a file",
        ),
        DialogueError::Report(_) => Trouble::usage(problem, "choose another file with --report"),
        DialogueError::Terminal(_) | DialogueError::Interrupted => Trouble::usage(problem, ""),
    }
}

//! `elenchus ask`: opens or resumes a session about a tree file or a recording.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use elenchus_inquiry::keep::keeping::Keeping;
use elenchus_inquiry::keep::knowledge_file::KnowledgeFile;
use elenchus_inquiry::keep::place::{as_called, beside_tree, in_trace};
use elenchus_inquiry::keep::report_file::ReportFile;
use elenchus_inquiry::keep::store::{Named, Store};
use elenchus_inquiry::live::growth::Growth;
use elenchus_inquiry::live::running::Live;
use elenchus_inquiry::open::recording::{is_empty, traces_in};
use elenchus_inquiry::open::symptom::{Start, node_at};
use elenchus_inquiry::oracles::exec::ExecOracle;
use elenchus_inquiry::oracles::tree::TreeOracle;
use elenchus_inquiry::{End, Ended, Inquiry, Outcome, Role, Setup, SharedProgram};
use elenchus_recorded::comparing::alike::differences;
use elenchus_recorded::comparing::course::CourseOracle;
use elenchus_recorded::comparing::oracle::TraceOracle;
use elenchus_recorded::comparing::suspects::{Suspects, suspects};
use elenchus_recorded::run::{Current, Run};
use elenchus_session::words::many;
use elenchus_session::{By, Chain, Limits, Program, Session, Settings};
use elenchus_terminal::{Dialogue, DialogueError, Json, Keys, Lines, Person, Screen, Text};
use elenchus_transform::Plan;

use crate::args::{AskArgs, OracleName, SessionArgs};
use crate::input::{open_tree, read_text};
use crate::interrupt::Interrupts;
use crate::keyboard::Keyboard;
use crate::launching::patterns;
use crate::logging;
use crate::recorded::{take_in, warn_of_missing};
use crate::seat::{Seat, StandardInput};
use crate::symptom::{self, Chosen};
use crate::trouble::{Exit, Trouble};

/// At most this many routines are named in a note.
const MOST_NAMED: usize = 5;

/// Does what `elenchus ask` says.
pub fn run(args: &AskArgs) -> Result<Exit, Trouble> {
    if !traces_in(&args.input).is_empty() {
        return about_folder(args);
    }
    if args.session.knowledge.is_some() {
        return Err(Trouble::usage(
            "--knowledge is about recorded programs, and this is a tree file",
            "leave the option out; the session file keeps the answers",
        ));
    }
    let program = open_tree(&args.input)?;
    let path = args.session_file.clone();
    let path = path.unwrap_or_else(|| beside_tree(&args.input));
    let at = args.session.at.clone();
    let at = as_called(at.as_deref(), [path.as_path()].into_iter()).or(at);
    let settings = Settings {
        root_is: args.session.root_is.map_or(program.root_is(), Into::into),
        at: node_at(&program, at.as_deref())?,
        ..settings(&args.session)?
    };
    let resume = format!("elenchus ask {}", args.input.display());
    let mut chain = Chain::default();
    for oracle in &args.session.oracle {
        push_oracle(&mut chain, oracle, &args.session)?;
    }
    let held = Held {
        named: Named::Tree(program.tree().clone()),
        program: Arc::new(program),
        settings,
        chain,
        path,
        new: args.new,
        resume,
        growth: None,
        seating: None,
        knowledge: None,
        looks_ahead: false,
    };
    hold(held, &args.session)
}

/// Asks about a recording, or about one of those that the JVMs of a command made.
fn about_folder(args: &AskArgs) -> Result<Exit, Trouble> {
    let traces = traces_in(&args.input);
    let sessions: Vec<PathBuf> = match &args.session_file {
        Some(file) => vec![file.clone()],
        None => traces.iter().map(|trace| in_trace(trace)).collect(),
    };
    let at = args.session.at.clone();
    let at = as_called(at.as_deref(), sessions.iter().map(PathBuf::as_path)).or(at);
    let chosen = symptom::among(&traces, at.as_deref(), &args.session)?;
    let Chosen { trace, run, start } = chosen.ok_or_else(|| {
        Trouble::usage(
            format!("nothing was recorded in {}", args.input.display()),
            "record the program again, with --include for code in jars",
        )
    })?;
    let path = args.session_file.clone();
    let path = path.unwrap_or_else(|| in_trace(&trace));
    let current: Current = Arc::new(run.into());
    let held = about_run(current, &trace, start, path, args.new, &args.session)?;
    hold(held, &args.session)
}

/// Asks about a recording that was just made, from a start that was chosen.
pub fn about_start(
    run: Arc<Run>,
    trace: &Path,
    start: Start,
    args: &SessionArgs,
) -> Result<Exit, Trouble> {
    let current: Current = Arc::new(run.into());
    let held = about_run(current, trace, start, in_trace(trace), false, args)?;
    hold(held, args)
}

/// Asks about a program that is still running.
pub fn about_live(
    live: Live,
    current: Current,
    args: &SessionArgs,
    seating: Seating,
) -> Result<Exit, Trouble> {
    let trace = live.trace().to_owned();
    let path = in_trace(&trace);
    let start = {
        let run = current.read().unwrap_or_else(PoisonError::into_inner);
        symptom::start(&run, args)?
    };
    let mut held = about_run(current, &trace, start, path, false, args)?;
    held.seating = Some(seating);
    held.growth = Some(Box::new(live));
    hold(held, args)
}

/// Everything a session about a recorded run needs.
fn about_run(
    current: Current,
    trace: &Path,
    start: Start,
    path: PathBuf,
    new: bool,
    args: &SessionArgs,
) -> Result<Held, Trouble> {
    let run = current
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let mut settings = Settings {
        root_is: args.root_is.unwrap_or(start.root_is),
        at: start.node,
        ..settings(args)?
    };
    let mut chain = Chain::default();
    let knowledge = open_knowledge(&current, args)?;
    if let Some(known) = &knowledge {
        // What was said before comes first, since it costs nobody anything.
        chain.push(Box::new(known.oracle()));
        settings.trusted_before.extend(known.trusted());
    }
    for oracle in &args.oracle {
        match oracle {
            OracleName::Trace(good) if !traces_in(good).is_empty() => {
                for path in traces_in(good) {
                    let good = take_in(&path, args.memory, &args.sources)?;
                    if is_empty(&good) {
                        continue;
                    }
                    warn_of_missing(&path, &good);
                    let name = path.display().to_string();
                    for difference in differences(&run, &good) {
                        elenchus_guard::say!("warning: the oracle trace:{name}: {difference}");
                    }
                    let good = Arc::new(good);
                    if let Some(suspects) = suspects(&run, &good, settings.at) {
                        elenchus_guard::say!(
                            "note: {}",
                            narrow(&mut settings, suspects, &name, args)
                        );
                    }
                    let strict = TraceOracle::new(name.clone(), current.clone(), good.clone());
                    chain.push(Box::new(strict));
                    chain.push(Box::new(CourseOracle::new(name, current.clone(), good)));
                }
            }
            other => push_oracle(&mut chain, other, args)?,
        }
    }
    Ok(Held {
        named: Named::Trace(current),
        program: run,
        settings,
        chain,
        path,
        new,
        resume: match start.picked {
            true => format!("elenchus ask {} --at {}", trace.display(), start.node.0),
            false => format!("elenchus ask {}", trace.display()),
        },
        growth: None,
        seating: None,
        knowledge,
        looks_ahead: true,
    })
}

/// What is known from other runs. The project's own file is a convenience: one that others could have changed is left alone.
fn open_knowledge(current: &Current, args: &SessionArgs) -> Result<Option<KnowledgeFile>, Trouble> {
    if args.no_knowledge {
        return Ok(None);
    }
    match KnowledgeFile::open(args.knowledge.as_deref(), current.clone()) {
        Err(error) if args.knowledge.is_none() && error.is_about_access() => {
            elenchus_guard::say!(
                "warning: nothing is reused from earlier runs or kept for later ones: {error}; --knowledge FILE chooses \
                 another place"
            );
            Ok(None)
        }
        opened => Ok(Some(opened?)),
    }
}

/// Suspects only code that differs from a good run which began alike. Returns what to say about it.
fn narrow(settings: &mut Settings, suspects: Suspects, good: &str, args: &SessionArgs) -> String {
    settings.trusted_before.extend(suspects.innocent);
    settings.differing.extend(suspects.differ.iter().cloned());
    let mut note = format!(
        "trace:{good} began like this run, so only code that differs between them is suspected: {}",
        few(&suspects.differ)
    );
    if settings.at != suspects.at && args.at.is_none() {
        settings.at = suspects.at;
        note += "; it ran earlier than what failed, so the search begins at the start of the run";
    }
    note
}

/// The first of some names, and how many more there are.
fn few(names: &[String]) -> String {
    let listed = names.len().min(MOST_NAMED);
    let mut text = names[..listed].join(", ");
    if names.len() > listed {
        text += &format!(" and {} more", names.len() - listed);
    }
    text
}

/// The settings that the options choose, apart from the root.
pub fn settings(args: &SessionArgs) -> Result<Settings, Trouble> {
    Ok(Settings {
        strategy: args.strategy.unwrap_or_default(),
        // Nobody sees the questions if something answers them all.
        easier_questions: args.otherwise.answer().is_none(),
        plan: plan(args)?.unwrap_or_else(Plan::auto),
        transform: args.transform.options(),
        include: patterns(&args.scope.include),
        exclude: patterns(&args.scope.exclude),
        trust: patterns(&args.scope.trust),
        close: patterns(&args.close),
        close_unlikely: args.close_unlikely,
        limits: if args.json {
            Limits::PROGRAM
        } else {
            Limits::SCREEN
        },
        ..Settings::default()
    })
}

fn plan(args: &SessionArgs) -> Result<Option<Plan>, Trouble> {
    args.transform
        .plan()
        .map_err(|error| Trouble::usage(error, "see elenchus ask --help"))
}

/// A session about to be held.
pub struct Held {
    pub program: SharedProgram,
    /// How its nodes are named in the session file.
    pub named: Named,
    pub settings: Settings,
    pub chain: Chain,
    /// The session file.
    pub path: PathBuf,
    /// Whether an earlier session in that file is set aside.
    pub new: bool,
    /// The command that goes on with the session.
    pub resume: String,
    /// The run while it goes on.
    pub growth: Option<Box<dyn Growth>>,
    /// Where it is held, if that was found out already; else answers come from the standard input.
    pub seating: Option<Seating>,
    /// What is known from other runs.
    pub knowledge: Option<KnowledgeFile>,
    /// Whether the next question is worked out while somebody thinks about this one.
    pub looks_ahead: bool,
}

/// Where the person sits while a program runs.
pub struct Seating {
    pub seat: Seat,
    /// Who watches for Ctrl-C.
    pub interrupts: Interrupts,
    /// What is typed for the program.
    pub keyboard: Keyboard,
}

/// Holds a session to its end.
pub fn hold(held: Held, args: &SessionArgs) -> Result<Exit, Trouble> {
    let Held {
        program,
        named,
        settings,
        chain,
        path,
        new,
        resume,
        growth,
        seating,
        mut knowledge,
        looks_ahead,
    } = held;
    let script = args
        .answers
        .as_deref()
        .map(|path| read_text(path).map(|text| (path, text)));
    let script = script.transpose()?;
    let set_aside = if new { Store::set_aside(&path)? } else { None };
    let (store, events) = Store::open(path, named)?;
    logging::beside(store.path())?;

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
        text = Text::new(&mut seat.out, seat.style, &room);
        &mut text
    };

    let mut session = Session::new(program, settings);
    for (number, event) in events.iter().enumerate() {
        session.replay(event).map_err(|error| {
            Trouble::usage(
                format!("{}:{}: {error}", store.path().display(), number + 2),
                "the file is left as it is; --new starts over and keeps it under another name",
            )
        })?;
    }
    let show = |done: io::Result<()>| done.map_err(|e| trouble(DialogueError::Terminal(e)));
    if let Some(old) = set_aside {
        show(screen.note(&format!("the earlier session is kept in {}", old.display())))?;
    }
    if !events.is_empty() {
        let answers = many(session.log().entries().len() as u64, "answer");
        show(screen.note(&format!("resuming after {answers}; h shows what was said")))?;
        // What is chosen now counts more than what was chosen then.
        if let Some(strategy) = args.strategy {
            session.set_strategy(strategy);
        }
        if let Some(plan) = plan(args)? {
            session.set_plan(plan);
        }
    }

    if let Some(known) = &mut knowledge {
        if let Some(summary) = known.summary() {
            show(screen.note(&summary))?;
        }
        for line in unseen(known.news()) {
            show(screen.note(&line))?;
        }
        known.keep(&events).map_err(not_kept)?;
    }

    interrupts.set(&resume, store.busy());
    let nobody = seat.person.is_none() && args.otherwise.answer().is_none();
    let waits = growth.is_some();
    let inquiry = Inquiry::start(Setup {
        session,
        chain,
        otherwise: args.otherwise.answer(),
        keeper: Box::new(Keeping { store, knowledge }),
        reports: Box::new(ReportFile {
            wanted: args.report.clone(),
        }),
        growth,
        // Piped answers are there already.
        looks_ahead: looks_ahead && (terminal.is_some() || args.json),
    })
    .map_err(|error| Trouble::usage(format!("failed to start the session: {error}"), ""))?;
    let person = seat.person.as_deref_mut();
    let mut lines = Lines::typed(person.map(|person| person as &mut dyn Person));
    if let Some((path, text)) = &script {
        lines = lines.with_script(&path.display().to_string(), text);
    }
    let role = match args.otherwise.answer() {
        Some(_) if !lines.may_continue() => Role::Watches,
        _ => Role::Answers(By::Person),
    };
    let dialogue = Dialogue {
        front: inquiry.attach(role).map_err(|_| ended_early())?,
        lines,
        screen: &mut *screen,
        keys: keyboard.as_mut().map(|keyboard| keyboard as &mut dyn Keys),
        waits,
        has_rule: args.otherwise.answer().is_some(),
        not_kept: None,
    };
    let held = dialogue.hold();
    if let Err(DialogueError::Interrupted) = held {
        interrupts.leave();
    }
    let Some(Ended { end, growth }) = inquiry.end() else {
        return Err(ended_early());
    };
    let outcome = held.map_err(trouble).and_then(|()| outcome(end));
    if let Ok(Outcome::Undecided) = outcome {
        if nobody {
            show(screen.note(NOBODY))?;
        }
        show(screen.note(&format!("the answers are kept; `{resume}` goes on")))?;
    }
    if let Some(mut growth) = growth
        && growth.is_running()
    {
        elenchus_guard::say!("the program is stopped");
        growth.stop();
    }
    Ok(match outcome? {
        Outcome::Found => Exit::Done,
        Outcome::NoBug => Exit::NoBug,
        Outcome::Undecided => Exit::Undecided,
    })
}

/// What is known at the end of a session, or why it could not go on.
fn outcome(end: Option<End>) -> Result<Outcome, Trouble> {
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

/// At most so many blocks of a knowledge base are listed that were not seen before.
const MOST_UNSEEN: usize = 20;

/// What is said about blocks of a knowledge base that this user has not seen before.
fn unseen(news: Vec<String>) -> Vec<String> {
    if news.is_empty() {
        return Vec::new();
    }
    let more = news.len().saturating_sub(MOST_UNSEEN);
    let heading = "somebody else said this, or you did elsewhere; it answers questions from now on unless you remove it \
                   from the file or go without by --no-knowledge:";
    let mut lines = vec![heading.to_owned()];
    lines.extend(news.into_iter().take(MOST_UNSEEN));
    if more > 0 {
        lines.push(format!("… and {more} more, which the file lists"));
    }
    lines
}

fn not_kept(problem: impl Display) -> Trouble {
    Trouble::usage(
        format!("failed to keep the answers: {problem}"),
        "choose a place that can be written to with --session-file or --knowledge",
    )
}

fn ended_early() -> Trouble {
    Trouble::usage("the session ended before it began", "")
}

/// Adds an oracle on questions about a tree file.
fn push_oracle(chain: &mut Chain, oracle: &OracleName, args: &SessionArgs) -> Result<(), Trouble> {
    match oracle {
        OracleName::Exec(command) => chain.push(Box::new(ExecOracle::new(
            command.clone(),
            args.oracle_timeout,
        ))),
        OracleName::Trace(path) => {
            let name = path.display().to_string();
            chain.push(Box::new(TreeOracle::new(name, &open_tree(path)?)));
        }
    }
    Ok(())
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

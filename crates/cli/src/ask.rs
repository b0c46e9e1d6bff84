//! `elenchus ask`: opens or resumes a session about a tree file or a recording.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use elenchus_inquiry::keep::Keeper;
use elenchus_inquiry::keep::knowledge_file::KnowledgeFile;
use elenchus_inquiry::keep::report_file::ReportFile;
use elenchus_inquiry::keep::store::{Named, Store};
use elenchus_inquiry::oracles::exec::ExecOracle;
use elenchus_inquiry::oracles::tree::TreeOracle;
use elenchus_recorded::comparing::alike::differences;
use elenchus_recorded::comparing::course::CourseOracle;
use elenchus_recorded::comparing::oracle::TraceOracle;
use elenchus_recorded::run::{Current, Run};
use elenchus_session::{Ahead, Chain, Event, Foresight, Program, Session, Settings};
use elenchus_terminal::{
    Dialogue, DialogueError, Growth, Json, Lines, Outcome, Person, Screen, Text,
};
use elenchus_transform::Plan;

use crate::args::{AskArgs, OracleName, SessionArgs};
use crate::input::{at_as_called, node_at, open_tree, read_text, root_is, session_path};
use crate::interrupt::Interrupts;
use crate::live::Live;
use crate::recorded::{take_in, warn_of_missing};
use crate::run::traces_in;
use crate::seat::{Seat, StandardInput};
use crate::symptom::{self, Chosen, Start};
use crate::trouble::{Exit, Trouble};

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
    let path = path.unwrap_or_else(|| session_path(&args.input));
    let at = args.session.at.clone();
    let at = at_as_called(at.as_deref(), [path.as_path()].into_iter()).or(at);
    let settings = Settings {
        root_is: root_is(args.session.root_is, program.file()),
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
        program,
        settings,
        chain,
        path,
        new: args.new,
        resume,
        growth: None,
        seat: None,
        interrupts: None,
        knowledge: None,
        ahead: None,
    };
    hold(held, &args.session)
}

/// Asks about a recording, or about one of those that the JVMs of a command made.
fn about_folder(args: &AskArgs) -> Result<Exit, Trouble> {
    let traces = traces_in(&args.input);
    let sessions: Vec<PathBuf> = match &args.session_file {
        Some(file) => vec![file.clone()],
        None => traces.iter().map(|trace| trace_session(trace)).collect(),
    };
    let at = args.session.at.clone();
    let at = at_as_called(at.as_deref(), sessions.iter().map(PathBuf::as_path)).or(at);
    let chosen = symptom::among(&traces, at.as_deref(), &args.session)?;
    let Chosen { trace, run, start } = chosen.ok_or_else(|| {
        Trouble::usage(
            format!("nothing was recorded in {}", args.input.display()),
            "record the program again, with --include for code in jars",
        )
    })?;
    let path = args.session_file.clone();
    let path = path.unwrap_or_else(|| trace_session(&trace));
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
    let held = about_run(current, trace, start, trace_session(trace), false, args)?;
    hold(held, args)
}

/// The file inside a trace that keeps the session, so that it moves along.
fn trace_session(trace: &Path) -> PathBuf {
    trace.join("answers.session")
}

/// Asks about a program that is still running.
pub fn about_live(
    live: &mut Live,
    current: Current,
    args: &SessionArgs,
    seat: Seat,
    interrupts: Interrupts,
) -> Result<Exit, Trouble> {
    let trace = live.trace().to_owned();
    let path = trace_session(&trace);
    let start = {
        let run = current.read().unwrap_or_else(PoisonError::into_inner);
        symptom::start(&run, args)?
    };
    let mut held = about_run(current, &trace, start, path, false, args)?;
    held.seat = Some(seat);
    held.interrupts = Some(interrupts);
    held.growth = Some(live);
    hold(held, args)
}

/// Everything a session about a recorded run needs.
fn about_run<'g>(
    current: Current,
    trace: &Path,
    start: Start,
    path: PathBuf,
    new: bool,
    args: &SessionArgs,
) -> Result<Held<'g, Arc<Run>>, Trouble> {
    let run = current
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let mut settings = Settings {
        root_is: args.root_is.map_or(start.root_is, Into::into),
        at: start.node,
        ..settings(args)?
    };
    let mut chain = Chain::default();
    let knowledge = match args.no_knowledge {
        true => None,
        false => Some(KnowledgeFile::open(
            args.knowledge.as_deref(),
            current.clone(),
        )?),
    };
    if let Some(known) = &knowledge {
        // What was said before comes first, since it costs nobody anything.
        chain.push(Box::new(known.oracle()));
        settings.exclude.extend(known.trusted());
    }
    for oracle in &args.oracle {
        match oracle {
            OracleName::Trace(good) if !traces_in(good).is_empty() => {
                for path in traces_in(good) {
                    let good = take_in(&path, args.memory, &args.sources)?;
                    if symptom::is_empty(&good) {
                        continue;
                    }
                    warn_of_missing(&path, &good);
                    let name = path.display().to_string();
                    for difference in differences(&run, &good) {
                        elenchus_guard::say!("warning: the oracle trace:{name}: {difference}");
                    }
                    let good = Arc::new(good);
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
        seat: None,
        interrupts: None,
        knowledge,
        // Without it, questions take the time they take.
        ahead: Ahead::start()
            .ok()
            .map(|ahead| Box::new(ahead) as Box<dyn Foresight<_>>),
    })
}

/// The settings that the options choose, apart from the root.
pub fn settings(args: &SessionArgs) -> Result<Settings, Trouble> {
    Ok(Settings {
        strategy: args.strategy.unwrap_or_default(),
        // Nobody sees the questions if something answers them all.
        easier_questions: args.otherwise.answer().is_none(),
        plan: plan(args)?.unwrap_or_else(Plan::auto),
        transform: args.transform.options(),
        include: args.include.clone(),
        exclude: args.exclude.clone(),
        close: args.close.clone(),
        close_unlikely: args.close_unlikely,
        ..Settings::default()
    })
}

fn plan(args: &SessionArgs) -> Result<Option<Plan>, Trouble> {
    args.transform
        .plan()
        .map_err(|error| Trouble::usage(error, "see elenchus ask --help"))
}

/// A session about to be held.
pub struct Held<'g, P> {
    pub program: P,
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
    pub growth: Option<&'g mut dyn Growth<P>>,
    /// Where it is held, if that was found out already; else answers come from the standard input.
    pub seat: Option<Seat>,
    /// Who watches for Ctrl-C, if somebody does already.
    pub interrupts: Option<Interrupts>,
    /// What is known from other runs.
    pub knowledge: Option<KnowledgeFile>,
    /// Who works out the next question while somebody thinks about this one.
    pub ahead: Option<Box<dyn Foresight<P>>>,
}

/// Holds a session to its end.
pub fn hold<P: Program>(held: Held<'_, P>, args: &SessionArgs) -> Result<Exit, Trouble> {
    let Held {
        program,
        named,
        settings,
        mut chain,
        path,
        new,
        resume,
        growth,
        seat,
        interrupts,
        mut knowledge,
        mut ahead,
    } = held;
    let script = args
        .answers
        .as_deref()
        .map(|path| read_text(path).map(|text| (path, text)));
    let script = script.transpose()?;
    let set_aside = if new { Store::set_aside(&path)? } else { None };
    let (store, events) = Store::open(path, named)?;

    let mut seat = seat.unwrap_or_else(|| Seat::find(args, StandardInput::Answers));
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
        let answers = match session.log().entries().len() {
            1 => "1 answer".to_owned(),
            more => format!("{more} answers"),
        };
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
        known
            .keep(&events)
            .map_err(|error| trouble(DialogueError::Keep(error)))?;
    }

    let interrupts = match interrupts {
        Some(interrupts) => interrupts,
        None => Interrupts::watch(Arc::default(), None, &resume)?,
    };
    interrupts.set(&resume, store.busy());
    let mut keeper = Keeping { store, knowledge };
    let nobody = seat.person.is_none() && args.otherwise.answer().is_none();
    let mut reports = ReportFile {
        wanted: args.report.clone(),
    };
    let person = seat.person.as_deref_mut();
    let mut lines = Lines::typed(person.map(|person| person as &mut dyn Person));
    if let Some((path, text)) = &script {
        lines = lines.with_script(&path.display().to_string(), text);
    }
    let dialogue = Dialogue {
        session: &mut session,
        chain: &mut chain,
        otherwise: args.otherwise.answer(),
        lines,
        screen: &mut *screen,
        keeper: &mut keeper,
        reports: &mut reports,
        growth: growth.map(|growth| growth as &mut dyn Growth<P>),
        ahead: ahead
            .as_deref_mut()
            // Piped answers are there already.
            .filter(|_| terminal.is_some() || args.json)
            .map(|ahead| ahead as &mut dyn Foresight<P>),
    };
    let outcome = match dialogue.hold() {
        Err(DialogueError::Interrupted) => interrupts.leave(),
        held => held.map_err(trouble)?,
    };
    if outcome == Outcome::Undecided && nobody {
        show(screen.note(NOBODY))?;
    }
    if outcome == Outcome::Undecided {
        show(screen.note(&format!("the answers are kept; `{resume}` goes on")))?;
    }
    Ok(match outcome {
        Outcome::Found => Exit::Done,
        Outcome::NoBug => Exit::NoBug,
        Outcome::Undecided => Exit::Undecided,
    })
}

/// Keeps what was said: the session in its file, and what outlives it in the knowledge base.
struct Keeping {
    store: Store,
    knowledge: Option<KnowledgeFile>,
}

impl Keeper for Keeping {
    fn keep(&mut self, events: &[Event]) -> io::Result<()> {
        self.store.keep(events)?;
        match &mut self.knowledge {
            Some(known) => known.keep(events).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", known.path().display()))
            }),
            None => Ok(()),
        }
    }
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
        DialogueError::Oracle(oracle) => Trouble {
            exit: Exit::Oracle,
            problem,
            advice: oracle.advice,
        },
        DialogueError::Script { .. } => Trouble::usage(
            problem,
            "docs/guide/answers.md lists what can stand in such a file",
        ),
        DialogueError::Keep(_) => Trouble::usage(
            problem,
            "choose a place that can be written to with --session-file or --knowledge",
        ),
        DialogueError::Report(_) => Trouble::usage(problem, "choose another file with --report"),
        DialogueError::Terminal(_) | DialogueError::Interrupted => Trouble::usage(problem, ""),
    }
}

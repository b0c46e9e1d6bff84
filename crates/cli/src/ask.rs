//! `elenchus ask`: opens or resumes a session about a tree file.

use std::io::{self, BufRead, IsTerminal};
use std::sync::PoisonError;

use elenchus_session::{Chain, Program, Session, Settings};
use elenchus_terminal::{Dialogue, DialogueError, Json, Lines, Outcome, Screen, Style, Text};
use elenchus_transform::Plan;
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::args::{AskArgs, Colour, OracleName, SessionArgs};
use crate::exec_oracle::ExecOracle;
use crate::input::{node_at, open_tree, read_text, root_is, session_path};
use crate::store::Store;
use crate::tree_oracle::TreeOracle;
use crate::trouble::{Exit, Trouble};

/// Does what `elenchus ask` says.
pub fn run(args: &AskArgs) -> Result<Exit, Trouble> {
    let program = open_tree(&args.input)?;
    let settings = Settings {
        root_is: root_is(args.session.root_is, program.file()),
        at: node_at(&program, args.session.at.as_deref())?,
        ..settings(&args.session)?
    };
    let path = args.session_file.clone();
    let path = path.unwrap_or_else(|| session_path(&args.input));
    let resume = format!("elenchus ask {}", args.input.display());
    hold(program, settings, &args.session, path, args.new, &resume)
}

/// The settings that the options choose, apart from the root.
pub fn settings(args: &SessionArgs) -> Result<Settings, Trouble> {
    Ok(Settings {
        strategy: args.strategy.unwrap_or_default(),
        plan: plan(args)?.unwrap_or_else(Plan::auto),
        transform: args.transform.options(),
        include: args.include.clone(),
        exclude: args.exclude.clone(),
        ..Settings::default()
    })
}

fn plan(args: &SessionArgs) -> Result<Option<Plan>, Trouble> {
    args.transform
        .plan()
        .map_err(|error| Trouble::usage(error, "see elenchus ask --help"))
}

/// Holds a session about `program`, kept in the file at `path`. `resume` is the command that goes
/// on with it.
pub fn hold<P: Program>(
    program: P,
    settings: Settings,
    args: &SessionArgs,
    path: std::path::PathBuf,
    new: bool,
    resume: &str,
) -> Result<Exit, Trouble> {
    let script = args
        .answers
        .as_deref()
        .map(|path| Ok((path, read_text(path)?)));
    let script = script.transpose()?;
    let mut chain = chain(args)?;
    let set_aside = if new { Store::set_aside(&path)? } else { None };
    let (mut store, events) = Store::open(path, program.tree())?;

    let stdout = io::stdout();
    let style = Style {
        colour: match args.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        },
    };
    let mut out = stdout.lock();
    let (mut text, mut json);
    let screen: &mut dyn Screen = if args.json {
        json = Json::new(&mut out);
        &mut json
    } else {
        text = Text::new(&mut out, style);
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

    exit_when_interrupted(&store, resume)?;
    let mut stdin = io::stdin().lock();
    let echoes = io::stdin().is_terminal() && stdout.is_terminal();
    let asks_person = args.otherwise.answer().is_none();
    let person = asks_person.then_some(&mut stdin as &mut dyn BufRead);
    let mut lines = Lines::typed(person, echoes);
    if let Some((path, text)) = &script {
        lines = lines.with_script(&path.display().to_string(), text);
    }
    let dialogue = Dialogue {
        session: &mut session,
        chain: &mut chain,
        otherwise: args.otherwise.answer(),
        lines,
        screen: &mut *screen,
        keeper: &mut store,
    };
    let outcome = dialogue.hold().map_err(trouble)?;
    if outcome == Outcome::Undecided {
        show(screen.note(&format!("the answers are kept; `{resume}` goes on")))?;
    }
    Ok(match outcome {
        Outcome::Found => Exit::Done,
        Outcome::NoBug => Exit::NoBug,
        Outcome::Undecided => Exit::Undecided,
    })
}

/// The oracles in the given order.
fn chain(args: &SessionArgs) -> Result<Chain, Trouble> {
    let mut chain = Chain::default();
    for oracle in &args.oracle {
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
    }
    Ok(chain)
}

/// Ends the program in good order when Ctrl-C is pressed. Every answer is on disk before the next
/// question is shown, so there is nothing left to save.
fn exit_when_interrupted(store: &Store, resume: &str) -> Result<(), Trouble> {
    let mut signals = Signals::new([SIGINT])
        .map_err(|error| Trouble::usage(format!("failed to watch for Ctrl-C: {error}"), ""))?;
    let busy = store.busy();
    let resume = resume.to_owned();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            let _written = busy.lock().unwrap_or_else(PoisonError::into_inner);
            eprintln!("\ninterrupted; the answers are kept; `{resume}` goes on");
            std::process::exit(Exit::Interrupted as i32);
        }
    });
    Ok(())
}

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
            "docs/answers.md lists what can stand in such a file",
        ),
        DialogueError::Keep(_) => Trouble::usage(
            problem,
            "choose a place that can be written to with --session-file",
        ),
        DialogueError::Terminal(_) => Trouble::usage(problem, ""),
    }
}

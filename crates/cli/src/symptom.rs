//! Choosing where a search starts: the failed test that the user picks, or what the run as a whole says.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_inquiry::open::recording::is_empty;
use elenchus_inquiry::open::symptom::{Failed, Start, Symptom, address, symptom};
use elenchus_recorded::run::Run;

use crate::args::SessionArgs;
use crate::recorded::{take_in, warn_of_missing};
use crate::trouble::{Exit, Trouble};

/// How many failures are listed, at most.
const MOST_LISTED: usize = 20;

/// How many characters of what an exception says are shown on a list, at most.
const MOST_SAID: usize = 200;

/// The run to ask about, and where to start in it.
pub struct Chosen {
    pub trace: PathBuf,
    pub run: Arc<Run>,
    pub start: Start,
}

/// Chooses among the runs of the JVMs that one command started. There is none when nothing was recorded in any of them:
/// JVMs that run nothing of the project, such as the daemon of a build tool, may still leave a trace.
pub fn among(
    traces: &[PathBuf],
    at: Option<&str>,
    args: &SessionArgs,
) -> Result<Option<Chosen>, Trouble> {
    let mut opened: Vec<(&Path, Run)> = Vec::with_capacity(traces.len());
    for trace in traces {
        let run = take_in(trace, args.memory, &args.sources)?;
        if !is_empty(&run) {
            opened.push((trace, run));
        }
    }
    if opened.is_empty() {
        return Ok(None);
    }
    let runs: Vec<&Run> = opened.iter().map(|(_, run)| run).collect();
    let (which, start) = choose(&runs, at, args)?;
    let (trace, run) = opened.swap_remove(which);
    warn_of_missing(trace, &run);
    Ok(Some(Chosen {
        trace: trace.to_owned(),
        run: Arc::new(run.with_line_priors()),
        start,
    }))
}

/// Where to start in a run.
pub fn start(run: &Run, args: &SessionArgs) -> Result<Start, Trouble> {
    choose(&[run], args.at.as_deref(), args).map(|(_, start)| start)
}

/// Which of several runs to ask about, and where to start in it.
fn choose(runs: &[&Run], at: Option<&str>, args: &SessionArgs) -> Result<(usize, Start), Trouble> {
    match symptom(runs, at, args.root_is.is_some())? {
        Symptom::Start { run, start } => Ok((run, start)),
        Symptom::NoFailingTest => Err(no_failing_test()),
        Symptom::Failed(failed) => {
            let chosen = match failed.as_slice() {
                [only] => {
                    elenchus_guard::say!("{}\nthat is where the search starts", say(only));
                    only
                }
                several => pick(runs, several, args),
            };
            Ok((chosen.run, chosen.start(failed.len() > 1)))
        }
    }
}

fn no_failing_test() -> Trouble {
    Trouble {
        exit: Exit::NoBug,
        problem: "the tests ran and none of them failed".to_owned(),
        advice: "run the test that fails; to search in one that passes although something in it \
                 is wrong, name it with --at TestClass.method"
            .to_owned(),
    }
}

/// Lets a person at a terminal choose; everybody else gets the first, and is told how to choose.
fn pick<'f>(runs: &[&Run], failed: &'f [Failed], args: &SessionArgs) -> &'f Failed {
    let person = std::io::stdin().is_terminal()
        && std::io::stderr().is_terminal()
        && args.answers.is_none()
        && args.otherwise.answer().is_none();
    let tested = runs.iter().any(|run| run.has_tests());
    let what = if tested { "tests" } else { "calls" };
    elenchus_guard::say!("{} {what} failed:", failed.len());
    for (place, each) in failed.iter().take(MOST_LISTED).enumerate() {
        let said = say(each);
        match person {
            true => elenchus_guard::say!("{:4}  {said}", place + 1),
            false => elenchus_guard::say!("  {said}\n      --at {}", address(runs, each)),
        }
    }
    if failed.len() > MOST_LISTED {
        elenchus_guard::say!("      … and {} more", failed.len() - MOST_LISTED);
    }
    if !person {
        elenchus_guard::say!("the search starts at the first; --at chooses another one");
        return &failed[0];
    }
    loop {
        eprint!("which one? ");
        let _ = std::io::stderr().flush();
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).unwrap_or(0);
        match line.trim().parse::<usize>() {
            _ if read == 0 => return &failed[0],
            Ok(place @ 1..) if place <= failed.len() => return &failed[place - 1],
            _ => elenchus_guard::say!("a number from 1 to {}, please", failed.len()),
        }
    }
}

/// `CartTest.total() failed: expected: <3> but was: <4>`.
fn say(failed: &Failed) -> String {
    let (title, failure) = (&failed.title, &failed.failure);
    let message = failure.message.as_ref().map(|message| {
        let one_line: String = message.split_whitespace().collect::<Vec<_>>().join(" ");
        match one_line.char_indices().nth(MOST_SAID) {
            Some((end, _)) => format!("{}…", &one_line[..end]),
            None => one_line,
        }
    });
    match (failure.is_assertion, message) {
        (true, Some(message)) => format!("{title} failed: {message}"),
        (true, None) => format!("{title} failed"),
        (false, Some(message)) => format!("{title} ended with {}: {message}", failure.class),
        (false, None) => format!("{title} ended with {}", failure.class),
    }
}

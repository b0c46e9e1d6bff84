//! Where a search starts: the failed test that the user picks, or what the run as a whole says.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_recorded::run::Run;
use elenchus_recorded::verdict::Failure;
use elenchus_session::{Program, RootIs, Subject, find_node};
use elenchus_tree::{Kind, NodeId};

use crate::args::SessionArgs;
use crate::input::node_at;
use crate::recorded::{root_is, take_in, warn_of_missing};
use crate::trouble::{Exit, Trouble};

/// How many failures are listed, at most.
const MOST_LISTED: usize = 20;

/// How many characters of what an exception says are shown on a list, at most.
const MOST_SAID: usize = 200;

/// Where a search starts, and what is known there.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub node: NodeId,
    pub root_is: RootIs,
    /// Whether it was picked among several, so that whoever comes back must name it.
    pub picked: bool,
}

impl Start {
    fn at(node: NodeId, root_is: RootIs, picked: bool) -> Start {
        Start {
            node,
            root_is,
            picked,
        }
    }
}

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

/// Whether a run holds nothing but its artificial root.
pub fn is_empty(run: &Run) -> bool {
    run.tree().len() <= 1 && run.data(NodeId::ROOT).is_none()
}

/// Where to start in a run.
pub fn start(run: &Run, args: &SessionArgs) -> Result<Start, Trouble> {
    choose(&[run], args.at.as_deref(), args).map(|(_, start)| start)
}

/// Which of several runs to ask about, and where to start in it: at what the user has named, else where
/// something failed.
fn choose(runs: &[&Run], at: Option<&str>, args: &SessionArgs) -> Result<(usize, Start), Trouble> {
    if let Some(name) = at {
        return named(runs, name);
    }
    let failures: Vec<(usize, Failure)> = runs
        .iter()
        .enumerate()
        .flat_map(|(number, run)| run.failures().into_iter().map(move |f| (number, f)))
        .collect();
    let picked = match failures.as_slice() {
        [] => {
            let tested = runs.iter().any(|run| run.has_tests());
            let growing = runs.iter().any(|run| run.tree().is_growing());
            if tested && !growing && args.root_is.is_none() {
                return Err(no_failing_test());
            }
            let largest = (0..runs.len()).max_by_key(|&number| runs[number].tree().len());
            let number = largest.unwrap_or(0);
            let start = Start::at(NodeId::ROOT, root_is(runs[number]), false);
            return Ok((number, start));
        }
        [(number, failure)] => {
            let said = say(runs[*number], failure);
            elenchus_guard::say!("{said}\nthat is where the search starts");
            &failures[0]
        }
        several => pick(runs, several, args),
    };
    let (number, failure) = picked;
    let start = Start::at(failure.node, RootIs::Known, failures.len() > 1);
    Ok((*number, start))
}

/// Where to start in a run that has just ended, without a word.
pub fn when_ended(run: &Run) -> (NodeId, RootIs) {
    match run.failures().first() {
        Some(failure) => (failure.node, RootIs::Known),
        None => (NodeId::ROOT, root_is(run)),
    }
}

/// The call that the user has named, in the first run that has it.
fn named(runs: &[&Run], name: &str) -> Result<(usize, Start), Trouble> {
    let found = runs
        .iter()
        .position(|run| find_node(*run, name).is_some())
        .unwrap_or(0);
    let node = node_at(runs[found], Some(name))?;
    let failed = runs[found].failures().iter().any(|f| f.node == node);
    let root_is = match failed {
        true => RootIs::Known,
        false => RootIs::Unknown,
    };
    Ok((found, Start::at(node, root_is, true)))
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
fn pick<'f>(
    runs: &[&Run],
    failures: &'f [(usize, Failure)],
    args: &SessionArgs,
) -> &'f (usize, Failure) {
    let person = std::io::stdin().is_terminal()
        && std::io::stderr().is_terminal()
        && args.answers.is_none()
        && args.otherwise.answer().is_none();
    let tested = runs.iter().any(|run| run.has_tests());
    let what = if tested { "tests" } else { "calls" };
    elenchus_guard::say!("{} {what} failed:", failures.len());
    for (place, (number, failure)) in failures.iter().take(MOST_LISTED).enumerate() {
        let said = say(runs[*number], failure);
        match person {
            true => elenchus_guard::say!("{:4}  {said}", place + 1),
            false => elenchus_guard::say!(
                "  {said}\n      --at {}",
                address(runs, *number, failure.node)
            ),
        }
    }
    if failures.len() > MOST_LISTED {
        elenchus_guard::say!("      … and {} more", failures.len() - MOST_LISTED);
    }
    if !person {
        elenchus_guard::say!("the search starts at the first; --at chooses another one");
        return &failures[0];
    }
    loop {
        eprint!("which one? ");
        let _ = std::io::stderr().flush();
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).unwrap_or(0);
        match line.trim().parse::<usize>() {
            _ if read == 0 => return &failures[0],
            Ok(place @ 1..) if place <= failures.len() => return &failures[place - 1],
            _ => elenchus_guard::say!("a number from 1 to {}, please", failures.len()),
        }
    }
}

/// What `--at` calls a node: its name, which is the same in the next run, unless that means another one.
fn address(runs: &[&Run], number: usize, node: NodeId) -> String {
    let tree = runs[number].tree();
    let names = tree.routine_names();
    let name_of = |node| &names[tree.routine(node).index()];
    let full = name_of(node);
    let is_call = |node: &NodeId| tree.kind(*node) != Kind::Loop && name_of(*node) == full;
    let nth = tree
        .nodes()
        .take_while(|&other| other <= node)
        .filter(is_call)
        .count();
    let short = full
        .rmatch_indices('.')
        .nth(1)
        .map_or(full.as_str(), |(dot, _)| &full[dot + 1..]);
    // Shells would read a dollar sign as a variable.
    let short = short.replace('$', ".");
    let name = match nth {
        0 | 1 => short,
        _ => format!("{short}#{nth}"),
    };
    match named(runs, &name) {
        Ok((found, start)) if (found, start.node) == (number, node) => name,
        _ => node.0.to_string(),
    }
}

/// `CartTest.total() failed: expected: <3> but was: <4>`.
fn say(run: &Run, failure: &Failure) -> String {
    let title = run.heading(Subject::node(failure.node)).title;
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

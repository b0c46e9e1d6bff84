//! How long the next question takes when nothing of it is at hand, with and without looking ahead: `ahead_bench TRACE`.
//!
//! Bugs are planted all over the run by pretending; before each question the system forgets what it has read of the trace. With looking
//! ahead, the person is taken to think until it is done. docs/measured/trace-bench.md keeps the results.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use elenchus_recorded::java::Java;
use elenchus_recorded::run::Run;
use elenchus_session::{
    Ahead, Answer, By, Foresight, Program, Reply, RootIs, Session, Settings, Step,
};
use elenchus_trace::{Budget, Trace};
use elenchus_tree::NodeId;
use rustix::fs::{Advice, fadvise};

/// Places in the run where the bug is taken to be.
const BUGS: usize = 12;

fn main() {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("ahead_bench TRACE");
        std::process::exit(2);
    };
    drop(Trace::open(&folder, Budget::default()).expect("a trace"));
    for looks_ahead in [false, true] {
        let mut found = Measured::default();
        for bug in 0..BUGS {
            search(&folder, bug, looks_ahead, &mut found);
        }
        println!("looking ahead: {looks_ahead}");
        report("next question", found.next);
        report("looking ahead takes", found.thinking);
        println!("memory of its own, at most {} MiB", found.memory);
    }
}

#[derive(Default)]
struct Measured {
    /// The times to each question but the first of a search.
    next: Vec<Duration>,
    /// The times that looking ahead took.
    thinking: Vec<Duration>,
    /// The most memory of its own, MiB.
    memory: u64,
}

/// Searches for one bug.
fn search(folder: &Path, bug: usize, looks_ahead: bool, found: &mut Measured) {
    forget(folder);
    let trace = Trace::attach(folder, Budget::default()).expect("it was opened before");
    let run = Arc::new(Run::new(Arc::new(trace), &Java, []).with_line_priors());
    let tree = run.tree().clone();
    let bug = NodeId::new((2 * bug + 1) * tree.len() / (2 * BUGS));
    let settings = Settings {
        root_is: RootIs::Known,
        ..Settings::default()
    };
    let mut session = Session::new(run, settings);
    let mut ahead = Ahead::start().expect("a thread");
    let mut step = session.next();
    while let Step::Ask(question) = &step {
        forget(folder);
        if looks_ahead {
            let begun = Instant::now();
            ahead.look(&session);
            ahead.settle();
            found.thinking.push(begun.elapsed());
        }
        let mut nodes = question.subject.nodes(&tree);
        let answer = match nodes.any(|node| tree.contains(node, bug)) {
            true => Answer::Wrong,
            false => Answer::Right,
        };
        found.memory = found.memory.max(own_memory());
        let begun = Instant::now();
        let answered = session.answer(Reply::Answer(answer), By::Person);
        answered.expect("it was asked");
        ahead.stop(&mut session);
        step = session.next();
        found.next.push(begun.elapsed());
    }
}

/// Memory that this process alone has, MiB.
fn own_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("RssAnon:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.map_or(0, |kilobytes| kilobytes >> 10)
}

/// Has the system forget what it has read of the files of a trace, as far as nobody has it mapped.
fn forget(folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => forget(&path),
            path => {
                let file = File::open(path).expect("it was listed");
                fadvise(&file, 0, None, Advice::DontNeed).expect("a file");
            }
        }
    }
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: usize| {
        let time = times.get(times.len().saturating_sub(1) * part / 100);
        time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "{what:28} {:8.2} ms median, {:.2} at 90 %, {:.2} at most ({} questions)",
        at(50),
        at(90),
        at(100),
        times.len()
    );
}

//! How many more questions a session asks while the program runs than one after the end.
//!
//! `live_ratio [--loops] TRACE…` takes recordings of runs that ended. The bug is assumed in one node after the other
//! (every so-many-th of a long run); a question is answered *wrong* when the bug is inside what it is about.
//! The live session begins when a part of the run has been made, each answer takes as long as another
//! part, and it goes on with the run as it then stands. Nothing is recorded or timed here: growth is a
//! matter of how many nodes there are. Prints a table in Markdown.
//!
//! After the end `auto` hides loops where that takes fewer questions, and then names a routine; of a
//! run that goes on it shows them and names an iteration. With `--loops` both sessions show them, so
//! that both look for the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_recorded::run::Run;
use elenchus_session::{
    Answer, By, Program, Reply, RootIs, Session, Settings, Shown, Step, Subject,
};
use elenchus_trace::{Budget, Trace};
use elenchus_transform::{Grouping, Options, Plan, TransformName};
use elenchus_tree::{NodeId, Tree, TreeBuilder};

/// At most so many places of the bug are tried for each program.
const PLACES: usize = 24;

/// When the first question comes, and how long an answer takes, as parts of the run.
const PACES: [(f64, f64); 3] = [(0.02, 0.08), (0.1, 0.1), (0.3, 0.3)];

/// A tree and nothing else.
struct Shape(Arc<Tree>);

impl Program for Shape {
    fn tree(&self) -> &Arc<Tree> {
        &self.0
    }

    fn show(&self, _: Subject) -> Shown {
        Shown::default()
    }
}

/// The tree as it was when `nodes` of its nodes had begun.
fn prefix(whole: &Tree, nodes: usize) -> Tree {
    let mut builder = TreeBuilder::with_routines(whole.routine_names().clone(), nodes);
    let mut ends = Vec::new();
    for node in whole.nodes().take(nodes) {
        while ends.last().is_some_and(|&end| end <= node) {
            ends.pop();
            builder.exit();
        }
        builder.enter(whole.kind(node), whole.routine(node));
        builder.set_mass(whole.own_mass(node));
        builder.set_chained(whole.is_chained(node));
        ends.push(whole.end(node));
    }
    let now = NodeId::new(nodes);
    while ends.last().is_some_and(|&end| end <= now) {
        ends.pop();
        builder.exit();
    }
    builder.so_far().clone()
}

/// The questions of one session about a bug in one place. `pace` says how the run goes on meanwhile;
/// without one it has ended.
fn questions(
    whole: &Arc<Tree>,
    bug: NodeId,
    pace: Option<(f64, f64)>,
    base: &Settings,
) -> Option<usize> {
    let at = |clock: f64| ((whole.len() as f64 * clock) as usize).clamp(1, whole.len());
    let (mut clock, step) = pace.unwrap_or((1.0, 1.0));
    let mut known = at(clock);
    let tree = match pace {
        Some(_) => Arc::new(prefix(whole, known)),
        None => whole.clone(),
    };
    let root_is = if pace.is_some() {
        RootIs::Unknown
    } else {
        RootIs::Known
    };
    let settings = Settings {
        root_is,
        ..base.clone()
    };
    let mut session = Session::new(Shape(tree), settings);
    let (mut asked, mut ended, mut wrong) = (0, pace.is_none(), false);
    loop {
        let passes = match session.next() {
            Step::Ask(question) => {
                let (start, end) = question.subject.span(session.program().tree());
                let inside = start <= bug && bug < end;
                wrong |= inside;
                asked += 1;
                let answer = if inside { Answer::Wrong } else { Answer::Right };
                session.answer(Reply::Answer(answer), By::Person).ok()?;
                step
            }
            Step::Wait => step / 8.0,
            Step::Found(_) => return Some(asked),
            _ => return None,
        };
        if wrong || ended {
            continue;
        }
        clock += passes;
        ended = clock >= 1.0;
        let tree = match ended {
            true => whole.clone(),
            false => Arc::new(prefix(whole, at(clock))),
        };
        session.follow(Shape(tree), Some, known);
        known = at(clock);
        if ended {
            session.start_at(NodeId::ROOT, RootIs::Known);
        }
    }
}

/// The tree of a recording, with the masses that a session uses.
fn tree_of(trace: &Path) -> Option<Arc<Tree>> {
    let trace = Trace::open(trace, Budget::default()).ok()?;
    let run = Run::new(Arc::new(trace), []).with_line_priors();
    // In memory, because it is gone through many times.
    Some(Arc::new(prefix(run.tree(), run.tree().len())))
}

/// Loops shown, and what `auto` does besides.
fn with_loops() -> Settings {
    let names = [TransformName::Loops, TransformName::Balance];
    Settings {
        plan: Plan::new(&names).expect("these go together"),
        transform: Options {
            grouping: Some(Grouping::AllSiblings),
            ..Options::default()
        },
        ..Settings::default()
    }
}

fn main() {
    let mut traces: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let settings = match traces.first() {
        Some(first) if first.as_os_str() == "--loops" => {
            traces.remove(0);
            with_loops()
        }
        _ => Settings::default(),
    };
    println!(
        "| program | nodes | after the end | first question after 2 %, an answer 8 % | 10 %, 10 % | 30 %, 30 % |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    let mut sums = [0.0; PACES.len()];
    let mut programs = 0;
    for trace in &traces {
        let Some(tree) = tree_of(trace) else { continue };
        if tree.is_growing() {
            continue;
        }
        let suspects: Vec<NodeId> = tree.nodes().filter(|&n| tree.own_mass(n) > 0).collect();
        let places = suspects
            .iter()
            .step_by(suspects.len().div_ceil(PLACES).max(1));
        let mean = |pace| {
            let counts: Option<Vec<usize>> = places
                .clone()
                .map(|&bug| questions(&tree, bug, pace, &settings))
                .collect();
            counts.map(|counts| counts.iter().sum::<usize>() as f64 / counts.len() as f64)
        };
        let Some(after) = mean(None) else { continue };
        let live: Option<Vec<f64>> = PACES.iter().map(|&pace| mean(Some(pace))).collect();
        let Some(live) = live else { continue };
        programs += 1;
        let name = trace
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        let mut row = format!(
            "| {} | {} | {after:.2} |",
            name.unwrap_or_default(),
            tree.len()
        );
        for (sum, live) in sums.iter_mut().zip(live) {
            *sum += live / after;
            row += &format!(" {live:.2} ({:.2}×) |", live / after);
        }
        println!("{row}");
    }
    let means = sums.map(|sum| format!("{:.2}×", sum / f64::from(programs)));
    println!(
        "| **{programs} programs** | | | **{}** |",
        means.join("** | **")
    );
}

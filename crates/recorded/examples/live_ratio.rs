//! How many more questions a session asks while the program runs than one after the end.
//!
//! `live_ratio [--loops] TRACE…` takes recordings of runs that ended. The bug is assumed in one node after the other
//! (every so-many-th of a long run); a question is answered *wrong* when the bug is inside what it is about.
//! The live session begins when a part of the run has been made, each answer takes as long as another
//! part, and it goes on with the run as it then stands. Nothing is recorded or timed here: growth is a
//! matter of how many nodes there are. Prints a table in Markdown.
//!
//! With the default transformation (`auto`) both sessions hide loops where that takes fewer questions,
//! the live one judging by what has run so far; with `--loops` both show them.
//!
//! A session that waits for the end asks no more questions than one after the end, and is of no use.
//! So the last two rows say how much of the run had been made when the first question was asked and
//! when the first answer was *wrong*.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_recorded::java::Java;
use elenchus_recorded::run::Run;
use elenchus_session::{
    Answer, By, Program, Reply, RootIs, Session, Settings, Shown, Step, Subject,
};
use elenchus_trace::{Budget, Trace};
use elenchus_transform::{Grouping, Options, Plan, TransformName};
use elenchus_tree::{NodeId, Tree, TreeBuilder};

/// How many places of the bug are tried for each program, at most.
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

/// How a session went.
#[derive(Clone, Copy, Default)]
struct Course {
    questions: usize,
    /// How much of the run had been made when the first question was asked, and when the first answer
    /// was *wrong*.
    first_question: f64,
    first_wrong: f64,
}

/// One session about a bug in one place. `pace` says how the run goes on meanwhile; without one it has
/// ended.
fn hold(
    whole: &Arc<Tree>,
    bug: NodeId,
    pace: Option<(f64, f64)>,
    base: &Settings,
) -> Option<Course> {
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
    let mut course = Course::default();
    let (mut ended, mut wrong) = (pace.is_none(), false);
    loop {
        let passes = match session.next() {
            Step::Ask(question) => {
                let tree = session.program().tree();
                // Where loops are hidden, a question may be about calls and not the loops around them.
                let mut asked_about = question.subject.nodes(tree);
                let inside = asked_about.any(|node| tree.contains(node, bug));
                drop(asked_about);
                if course.questions == 0 {
                    course.first_question = clock.min(1.0);
                }
                if inside && !wrong {
                    course.first_wrong = clock.min(1.0);
                    wrong = true;
                }
                course.questions += 1;
                let answer = if inside { Answer::Wrong } else { Answer::Right };
                session.answer(Reply::Answer(answer), By::Person).ok()?;
                step
            }
            Step::Wait => step / 8.0,
            Step::Found(_) => {
                // Nothing but the run as a whole was wrong.
                if !wrong {
                    course.first_wrong = 1.0;
                }
                return Some(course);
            }
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

/// How the sessions about one program went on average.
struct Means {
    questions: f64,
    first_question: f64,
    first_wrong: f64,
}

impl Means {
    fn of(courses: &[Course]) -> Means {
        let mean = |value: fn(&Course) -> f64| {
            courses.iter().map(value).sum::<f64>() / courses.len() as f64
        };
        Means {
            questions: mean(|course| course.questions as f64),
            first_question: mean(|course| course.first_question),
            first_wrong: mean(|course| course.first_wrong),
        }
    }
}

/// The tree of a recording, with the masses that a session uses.
fn tree_of(trace: &Path) -> Option<Arc<Tree>> {
    let trace = Trace::open(trace, Budget::default()).ok()?;
    let run = Run::new(Arc::new(trace), &Java, []).with_line_priors();
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
    let mut ratios = [0.0; PACES.len()];
    let mut moments = [(0.0, 0.0); PACES.len()];
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
            let courses: Option<Vec<Course>> = places
                .clone()
                .map(|&bug| hold(&tree, bug, pace, &settings))
                .collect();
            courses.as_deref().map(Means::of)
        };
        let Some(after) = mean(None) else { continue };
        let live: Option<Vec<Means>> = PACES.iter().map(|&pace| mean(Some(pace))).collect();
        let Some(live) = live else { continue };
        programs += 1;
        let name = trace
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        let mut row = format!(
            "| {} | {} | {:.2} |",
            name.unwrap_or_default(),
            tree.len(),
            after.questions
        );
        for (pace, live) in live.iter().enumerate() {
            let ratio = live.questions / after.questions;
            ratios[pace] += ratio;
            moments[pace].0 += live.first_question;
            moments[pace].1 += live.first_wrong;
            row += &format!(" {:.2} ({ratio:.2}×) |", live.questions);
        }
        println!("{row}");
    }
    let programs = f64::from(programs);
    let means = ratios.map(|sum| format!("{:.2}×", sum / programs));
    println!(
        "| **{programs} programs** | | | **{}** |",
        means.join("** | **")
    );
    let percent = |sum: f64| format!("{:.0} %", 100.0 * sum / programs);
    let first = moments.map(|(question, _)| percent(question));
    println!("| first question after | | 100 % | {} |", first.join(" | "));
    let wrong = moments.map(|(_, wrong)| percent(wrong));
    println!("| first *wrong* after | | 100 % | {} |", wrong.join(" | "));
}

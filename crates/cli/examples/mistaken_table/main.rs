//! What sessions on recorded programs come to when answers are mistaken: the second table of docs/measured/errors.md.
//!
//! Plays whole sessions, with the bug in many places of every recorded program, against an agent that errs and a person
//! who does not. Errors persist: the agent makes the same mistake about all calls of a routine. From the folder of
//! the workspace: `cargo run --release -p elenchus --example mistaken_table`.

#[path = "../recorded_table/programs.rs"]
mod programs;

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use elenchus_recorded::java::Java;
use elenchus_recorded::run::Run;
use elenchus_session::{
    Answer, By, ErrorRates, Program, Reply, RootIs, Session, Settings, Step, Subject,
};
use elenchus_trace::{Budget, Trace};
use elenchus_tree::{Masses, NodeId};

/// How many places of the bug are tried in each program, evenly spread over its mass, at most.
const PLACES: u64 = 40;

/// Programs whose run has more nodes would take most of the time.
const MOST_NODES: usize = 200_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut runs = Vec::new();
    for program in programs::all()? {
        let place = tempfile::tempdir()?;
        programs::record_into(&program, &place.path().join("trace"))?;
        let trace = Trace::open(&place.path().join("trace"), Budget::default())?;
        let run = Run::new(Arc::new(trace), &Java, [program]).with_line_priors();
        if run.tree().len() <= MOST_NODES {
            runs.push((place, Arc::new(run)));
        }
    }
    println!(
        "{} recorded programs, up to {PLACES} bugs each.\n",
        runs.len()
    );
    println!(
        "| rate | found | questions to the agent | to a person | believed blindly: found | its questions |"
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    for rate in [0.0, 0.05, 0.10, 0.20] {
        let (mut weighed, mut blind) = (Sums::default(), Sums::default());
        for (_, run) in &runs {
            for bug in places(run) {
                weighed.play(run, bug, rate, true);
                blind.play(run, bug, rate, false);
            }
        }
        let sessions = f64::from(weighed.sessions);
        println!(
            "| {:.0} % | {:.1} % | {:.1} | {:.1} | {:.1} % | {:.1} |",
            rate * 100.0,
            100.0 * f64::from(weighed.found) / sessions,
            f64::from(weighed.agent) / sessions,
            f64::from(weighed.person) / sessions,
            100.0 * f64::from(blind.found) / sessions,
            f64::from(blind.agent) / sessions,
        );
    }
    Ok(())
}

/// Where the bug is put, evenly spread over the mass.
fn places(run: &Run) -> Vec<NodeId> {
    let tree = run.tree();
    let masses = Masses::of(tree);
    let total = masses.between(NodeId::ROOT, NodeId::new(tree.len()));
    let places = total.min(PLACES);
    (0..places)
        .filter_map(|place| masses.node_at(NodeId::ROOT, place * total / places))
        .collect()
}

/// What sessions took, summed.
#[derive(Default)]
struct Sums {
    sessions: u32,
    found: u32,
    agent: u32,
    person: u32,
}

impl Sums {
    /// One session. When answers are not weighed, all of the agent's are taken for certain.
    fn play(&mut self, run: &Arc<Run>, bug: NodeId, rate: f64, weighs: bool) {
        let rates = ErrorRates::new(rate, rate).expect("a usable rate");
        let weighs = weighs && !rates.is_certain();
        let settings = Settings {
            easier_questions: false,
            root_is: RootIs::Known,
            errors: weighs.then_some(rates),
            ..Settings::default()
        };
        let mut session = Session::new(run.clone(), settings);
        self.sessions += 1;
        loop {
            let question = match session.next() {
                Step::Ask(question) => question,
                Step::Found(report) => {
                    let number = run.number(bug);
                    self.found +=
                        u32::from(report.nodes.contains(&number) || report.node == number);
                    return;
                }
                _ => return,
            };
            let truth = is_wrong(run, bug, question.subject);
            let (reply, by) = if question.is_for_certain {
                self.person += 1;
                (Reply::Answer(answer(truth)), By::Person)
            } else {
                self.agent += 1;
                let said = answer(truth != errs(run, bug, question.subject, truth, rate));
                let reply = match weighs {
                    true => Reply::Supposed(said, rates),
                    false => Reply::Answer(said),
                };
                (reply, By::Command("agent".to_owned()))
            };
            session.answer(reply, by).expect("the question was asked");
        }
    }
}

fn is_wrong(run: &Run, bug: NodeId, subject: Subject) -> bool {
    let (start, end) = subject.span(run.tree());
    start <= bug && bug < end
}

fn answer(is_wrong: bool) -> Answer {
    match is_wrong {
        true => Answer::Wrong,
        false => Answer::Right,
    }
}

/// Whether the agent errs here: always in the same way about the same routine.
fn errs(run: &Run, bug: NodeId, subject: Subject, truth: bool, rate: f64) -> bool {
    let mut hasher = DefaultHasher::new();
    let routine = run.tree().routine(subject.first());
    (routine.0, subject.single().is_some(), truth, bug.index()).hash(&mut hasher);
    (hasher.finish() % 10_000) as f64 / 10_000.0 < rate
}

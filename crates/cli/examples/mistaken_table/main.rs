//! What sessions on recorded programs come to when answers are mistaken: the second table of docs/measured/errors.md.
//!
//! Plays whole sessions, with the bug in many places of every recorded program, against an agent that errs and a person
//! who does not. From the folder of the workspace: `cargo run --release -p elenchus --example mistaken_table`.

#[path = "../recorded_table/programs.rs"]
mod programs;

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use elenchus_recorded::java::Java;
use elenchus_recorded::run::Run;
use elenchus_session::{
    Answer, By, ErrorRates, NodeNumber, Program, Reply, RootIs, Session, Settings, Step, Subject,
};
use elenchus_trace::{Budget, Trace};
use elenchus_tree::{Masses, NodeId};
use tempfile::TempDir;

/// How many places of the bug are tried in each program, evenly spread over its mass, at most.
const PLACES: u64 = 12;

/// Programs whose run has more nodes would take most of the time.
const MOST_NODES: usize = 12_000;

/// How mistakes come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
enum Errors {
    /// Drawn anew for every piece of the run.
    Independent,
    /// The same about all calls of a routine.
    Persistent,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut runs = Vec::new();
    for program in programs::all()? {
        let place = tempfile::tempdir()?;
        programs::record_into(&program, &place.path().join("trace"))?;
        let trace = Trace::open(&place.path().join("trace"), Budget::default())?;
        let run = Run::new(Arc::new(trace), &Java, [program]).with_line_priors();
        if run.tree().len() <= MOST_NODES {
            let run = Arc::new(run);
            let bugs = bugs(&run);
            runs.push(Recorded {
                _place: place,
                run,
                bugs,
            });
        }
    }
    let bugs: usize = runs.iter().map(|recorded| recorded.bugs.len()).sum();
    println!("\n## Recorded programs\n");
    println!(
        "{} recorded programs of {}, {bugs} bugs: up to {PLACES} in each, spread over its lines. Whole sessions, which end when one node \
         holds the bug with 95 %; *found* means that they end where true answers lead.\n\
         Made by `cargo run --release -p elenchus --example mistaken_table`. *Believed blindly*: all answers of the agent are taken for \
         certain.\n",
        runs.len(),
        programs::FOLDERS.join(" and ")
    );
    println!(
        "| errors | rate | found | in the final set | its size | questions to the agent | to a person | believed blindly: found | its questions |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for errors in [Errors::Independent, Errors::Persistent] {
        for rate in [0.0, 0.05, 0.10, 0.20] {
            let (mut weighed, mut blind) = (Sums::default(), Sums::default());
            for recorded in &runs {
                weighed.play_all(recorded, Agent { errors, rate }, true);
                blind.play_all(recorded, Agent { errors, rate }, false);
            }
            let sessions = f64::from(weighed.sessions);
            println!(
                "| {} | {:.0} % | {:.1} % | {:.1} % | {:.1} | {:.1} | {:.1} | {:.1} % | {:.1} |",
                format!("{errors:?}").to_lowercase(),
                rate * 100.0,
                100.0 * f64::from(weighed.found) / sessions,
                100.0 * f64::from(weighed.in_set) / sessions,
                weighed.size as f64 / sessions,
                f64::from(weighed.agent) / sessions,
                f64::from(weighed.person) / sessions,
                100.0 * f64::from(blind.found) / sessions,
                f64::from(blind.agent) / sessions,
            );
        }
    }
    Ok(())
}

/// A program that was recorded.
struct Recorded {
    /// The recording goes away with it.
    _place: TempDir,
    run: Arc<Run>,
    bugs: Vec<Bug>,
}

/// A place of the bug.
#[derive(Clone, Copy)]
struct Bug {
    node: NodeId,
    /// The node that is reported when all answers are true: the call around it, where loops are not shown.
    reported: NodeNumber,
}

/// Bugs at some places. Left out are those that true answers report with others beside them: several calls that stay together are
/// named by the first, and whether another session ends at the same one could not be told.
fn bugs(run: &Arc<Run>) -> Vec<Bug> {
    let start = started(run, None);
    let found = |node: NodeId| {
        let mut session = start.clone();
        loop {
            match session.next() {
                Step::Ask(question) => {
                    let truth = is_wrong(run, node, question.subject);
                    let reply = Reply::Answer(answer(truth));
                    session.answer(reply, By::Person).expect("it was asked");
                }
                Step::Found(report) => {
                    let reported = report.node;
                    return is_inside(run, node, reported).then_some(Bug { node, reported });
                }
                _ => return None,
            }
        }
    };
    places(run).into_iter().filter_map(found).collect()
}

fn is_inside(run: &Run, node: NodeId, reported: NodeNumber) -> bool {
    let reported = run.node(reported);
    reported.is_some_and(|reported| run.tree().contains(reported, node))
}

/// A session that has not begun, with somebody who errs at these rates, if anybody does.
fn started(run: &Arc<Run>, errors: Option<ErrorRates>) -> Session<Arc<Run>> {
    let settings = Settings {
        easier_questions: false,
        root_is: RootIs::Known,
        errors,
        ..Settings::default()
    };
    let mut session = Session::new(run.clone(), settings);
    // What the first question takes is needed by all copies.
    session.next();
    session
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
    /// How many named the node with the bug.
    found: u32,
    /// How many ended with a set of nodes that holds the bug, and how many nodes those have together.
    in_set: u32,
    size: usize,
    agent: u32,
    person: u32,
}

impl Sums {
    /// A session for each place of the bug. When answers are not weighed, all of the agent's are taken for certain.
    fn play_all(&mut self, recorded: &Recorded, agent: Agent, weighs: bool) {
        let rates = ErrorRates::new(agent.rate, agent.rate).expect("a usable rate");
        let rates = Some(rates).filter(|rates| weighs && !rates.is_certain());
        let start = started(&recorded.run, rates);
        for &bug in &recorded.bugs {
            self.play(start.clone(), bug, agent, rates);
        }
    }

    fn play(
        &mut self,
        mut session: Session<Arc<Run>>,
        bug: Bug,
        agent: Agent,
        rates: Option<ErrorRates>,
    ) {
        let run = session.program().clone();
        self.sessions += 1;
        loop {
            let question = match session.next() {
                Step::Ask(question) => question,
                Step::Found(report) => {
                    let found = report.node == bug.reported;
                    self.found += u32::from(found);
                    self.in_set += u32::from(found || report.nodes.contains(&bug.reported));
                    self.size += report.nodes.len().max(1);
                    return;
                }
                Step::Candidates(candidates) => {
                    let nodes = &candidates.nodes;
                    self.in_set += u32::from(nodes.contains(&bug.reported));
                    self.size += nodes.len();
                    return;
                }
                _ => return,
            };
            let truth = is_wrong(&run, bug.node, question.subject);
            let (reply, by) = if question.is_for_certain {
                self.person += 1;
                (Reply::Answer(answer(truth)), By::Person)
            } else {
                self.agent += 1;
                let said = answer(truth != agent.errs(&run, bug.node, question.subject, truth));
                let reply = rates.map_or(Reply::Answer(said), |rates| Reply::Supposed(said, rates));
                (reply, By::Command("agent".to_owned()))
            };
            session.answer(reply, by).expect("the question was asked");
        }
    }
}

/// Somebody who errs.
#[derive(Clone, Copy)]
struct Agent {
    errors: Errors,
    rate: f64,
}

impl Agent {
    /// Whether the agent errs about a piece of the run: always in the same way about the same.
    fn errs(self, run: &Run, bug: NodeId, subject: Subject, truth: bool) -> bool {
        let about = match self.errors {
            Errors::Independent => subject.first().0,
            Errors::Persistent => run.tree().routine(subject.first()).0,
        };
        let mut hasher = DefaultHasher::new();
        (
            self.errors,
            about,
            subject.single().is_some(),
            truth,
            bug.index(),
        )
            .hash(&mut hasher);
        (hasher.finish() % 10_000) as f64 / 10_000.0 < self.rate
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

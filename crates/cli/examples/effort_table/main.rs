//! What `auto` gives away for questions that are close together and short, and what it gets for it.
//!
//! Plays whole sessions against an oracle that knows where the bug is, once with the cost model and once
//! without, and prints the rows of the table in docs/guide/strategies.md, from the folder of the workspace:
//! `cargo run --release -p elenchus --example effort_table`.

#[path = "../../../session/examples/transform_table/matched.rs"]
mod matched;
#[path = "../recorded_table/programs.rs"]
mod programs;
#[expect(dead_code, reason = "the papers' own figures are for another table")]
#[path = "../../../session/examples/transform_table/rows.rs"]
mod rows;

use std::error::Error;
use std::fs::File;
use std::sync::Arc;

use elenchus_recorded::java::Java;
use elenchus_recorded::run::Run;
use elenchus_session::{
    Answer, By, Program, Reply, RootIs, Session, Settings, Shown, Step, Subject, steps_and_lines,
};
use elenchus_trace::{Budget, Trace};
use elenchus_tree::{Masses, NodeId, Tree};
use serde_json::Value;

/// How many places of the bug are tried in each tree, evenly spread over its mass, at most.
const PLACES: u64 = 40;

/// Programs whose run has more nodes would take most of the time.
const MOST_NODES: usize = 200_000;

/// A tree about which there is nothing to read.
struct Bare(Arc<Tree>);

impl Program for Bare {
    fn tree(&self) -> &Arc<Tree> {
        &self.0
    }

    fn show(&self, _subject: Subject) -> Shown {
        Shown::default()
    }
}

/// What the sessions on some trees took, summed.
#[derive(Clone, Copy, Default)]
struct Sums {
    sessions: u32,
    questions: u32,
    /// Questions that came after another one, and the steps between.
    moves: u32,
    steps: u32,
    /// The title and the values that were shown.
    rows: usize,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.sessions += other.sessions;
        self.questions += other.questions;
        self.moves += other.moves;
        self.steps += other.steps;
        self.rows += other.rows;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| trees | questions a bug | more | steps between questions | fewer | rows a question | fewer |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let file = File::open("tests/data/vectors.json")?;
    let vectors: Value = serde_json::from_reader(file)?;
    let vectors = vectors["vectors"].as_array().ok_or("no vectors")?;
    let trees: Vec<Tree> = vectors.iter().map(tree_of).collect();
    compare(
        "the vectors",
        trees.into_iter().map(|tree| Bare(Arc::new(tree))),
    );
    let matched = rows::BALANCE_ROWS.iter().map(matched::balance_tree);
    compare("002's table", matched.map(|tree| Bare(Arc::new(tree))));
    let matched = rows::LOOP_ROWS.iter().map(matched::loop_tree);
    compare("000's table", matched.map(|tree| Bare(Arc::new(tree))));
    let mut runs = Vec::new();
    for program in programs::all()? {
        let place = tempfile::tempdir()?;
        programs::record_into(&program, &place.path().join("trace"))?;
        let trace = Trace::open(&place.path().join("trace"), Budget::default())?;
        let run = Run::new(Arc::new(trace), &Java, [program]).with_line_priors();
        if run.tree().len() <= MOST_NODES {
            runs.push((place, run));
        }
    }
    compare(
        "recorded programs",
        runs.into_iter().map(|(_place, run)| run),
    );
    Ok(())
}

/// The tree of a vector, every node with a routine of its own: nothing in it is recursive.
fn tree_of(vector: &Value) -> Tree {
    let parents = vector["parents"].as_array().expect("a list of parents");
    let parents = parents
        .iter()
        .map(|parent| parent.as_u64().map(|parent| parent as usize));
    let parents: Vec<Option<usize>> = parents.collect();
    let (mut tree, _) = Tree::from_parents(&parents).expect("vectors are trees");
    let names: Vec<String> = (0..tree.len()).map(|node| format!("f{node}")).collect();
    tree.set_labels(|node| &names[node.index()]);
    tree
}

/// Prints what sessions on some programs take without and with the cost model.
fn compare<P: Program + Send>(name: &str, programs: impl Iterator<Item = P>) {
    let (mut plain, mut easy) = (Sums::default(), Sums::default());
    for program in programs {
        let program = Arc::new(program);
        plain.add(play_all(&program, false));
        easy.add(play_all(&program, true));
    }
    let figures = |sums: Sums| {
        [
            f64::from(sums.questions) / f64::from(sums.sessions),
            f64::from(sums.steps) / f64::from(sums.moves),
            sums.rows as f64 / f64::from(sums.questions),
        ]
    };
    print!("| {name} |");
    let (plain, easy) = (figures(plain), figures(easy));
    for (before, after) in plain.into_iter().zip(easy) {
        print!(
            " {before:.2} → {after:.2} | {:+.1} % |",
            100.0 * (after / before - 1.0)
        );
    }
    println!();
}

/// Sessions about one program, with the bug in one place after the other.
fn play_all<P: Program + Send>(program: &Arc<P>, easier_questions: bool) -> Sums {
    let tree = program.tree();
    let masses = Masses::of(tree);
    let total = masses.between(NodeId::ROOT, NodeId::new(tree.len()));
    let places = total.min(PLACES);
    let mut sums = Sums::default();
    for place in 0..places {
        let bug = masses.node_at(NodeId::ROOT, place * total / places);
        sums.add(play(
            program,
            bug.expect("a place within the mass"),
            easier_questions,
        ));
    }
    sums
}

/// One session in which a person knows which node is the bug.
fn play<P: Program + Send>(program: &Arc<P>, bug: NodeId, easier_questions: bool) -> Sums {
    let settings = Settings {
        easier_questions,
        root_is: RootIs::Known,
        ..Settings::default()
    };
    let tree = program.tree();
    let mut session = Session::new(program.clone(), settings);
    let mut sums = Sums {
        sessions: 1,
        ..Sums::default()
    };
    let mut last = None;
    while let Step::Ask(question) = session.next() {
        let (steps, _) = steps_and_lines(program, last, question.subject);
        sums.questions += 1;
        sums.moves += u32::from(last.is_some());
        sums.steps += steps;
        sums.rows += 1 + question.shown.values.len();
        last = Some(question.subject);
        let (start, end) = question.subject.span(tree);
        let answer = match start <= bug && bug < end {
            true => Answer::Wrong,
            false => Answer::Right,
        };
        let answered = session.answer(Reply::Answer(answer), By::Person);
        answered.expect("the question was asked");
    }
    sums
}

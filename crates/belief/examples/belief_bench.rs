//! How long choosing a question takes when answers may be mistaken.
//!
//! Usage: `cargo run --release -p elenchus-belief --example belief_bench [NODES]`
//!
//! Builds trees of NODES nodes (10^7 unless given), searches bugs at random places with somebody who errs
//! in one answer of ten, and prints what a choice took: the median, the mean and the longest as they came, and the mean of the
//! fastest of five times each, which other programs on the machine disturb least.

use std::time::Instant;

use elenchus_belief::{ErrorRates, Evidence, Posterior, Verdict, choose};
use elenchus_strategy::select::Index;
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree, TreeBuilder};
use elenchus_tree::{Kind, RootStatus};

const QUESTIONS: u32 = 60;
const DIALOGUES: u64 = 20;

/// How often each choice is made.
const TIMES: usize = 5;

fn main() {
    let nodes = std::env::args().nth(1);
    let nodes: usize = nodes.map_or(10_000_000, |text| text.parse().expect("a whole number"));
    println!("{nodes} nodes, {DIALOGUES} dialogues of {QUESTIONS} questions, µs a choice");
    for (shape, climb) in [("call-like", 50), ("wide", 99), ("deep", 1)] {
        let tree = tree_of(nodes, climb);
        let masses = Masses::of(&tree);
        let index = Index::new(&tree, &masses);
        let times = (0..DIALOGUES).flat_map(|dialogue| hold(&tree, &masses, &index, dialogue));
        let (mut first, fastest): (Vec<f64>, Vec<f64>) = times.unzip();
        first.sort_by(f64::total_cmp);
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
        println!(
            "{shape:10} median {:6.1}  mean {:6.1}  most {:8.1}  fastest of five {:6.1}",
            first[first.len() / 2],
            mean(&first),
            first[first.len() - 1],
            mean(&fastest)
        );
    }
}

/// One dialogue: what each choice took, and what the fastest of several times did, in microseconds.
fn hold(tree: &Tree, masses: &Masses, index: &Index, seed: u64) -> Vec<(f64, f64)> {
    let space = SearchSpace::new(tree, masses, RootStatus::Wrong);
    let rates = ErrorRates::new(0.1, 0.1).expect("usable rates");
    let bug = NodeId::new((mixed(seed) % tree.len() as u64) as usize);
    let (mut evidence, mut asked) = (Vec::new(), Vec::new());
    let mut times = Vec::new();
    for question in 0..QUESTIONS {
        let choose_once = || {
            let begun = Instant::now();
            let posterior = Posterior::new(&space, &evidence);
            let chosen = choose(&posterior, index, rates, &asked);
            (chosen, begun.elapsed().as_secs_f64() * 1e6)
        };
        let (chosen, first) = choose_once();
        let again = (1..TIMES).map(|_| choose_once().1);
        times.push((first, again.fold(first, f64::min)));
        let Some(choice) = chosen else { break };
        let errs = mixed(seed << 32 | u64::from(question)).is_multiple_of(10);
        let verdict = match tree.contains(choice.node, bug) != errs {
            true => Verdict::Wrong,
            false => Verdict::Right,
        };
        evidence.push(Evidence {
            start: choice.node,
            end: tree.end(choice.node),
            verdict,
            rates,
        });
        let place = asked.partition_point(|&node| node < choice.node);
        asked.insert(place, choice.node);
    }
    times
}

/// A tree in which a call is followed by a return with the probability `climb` in a hundred.
fn tree_of(nodes: usize, climb: u64) -> Tree {
    let mut builder = TreeBuilder::with_capacity(nodes);
    let routine = builder.routine("f");
    builder.enter(Kind::Routine, routine);
    for node in 1..nodes as u64 {
        let mut draw = mixed(node);
        while builder.depth() > 1 && draw % 100 < climb {
            builder.exit();
            draw = mixed(draw);
        }
        builder.enter(Kind::Routine, routine);
    }
    builder.finish()
}

/// A number that looks random (splitmix64).
fn mixed(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

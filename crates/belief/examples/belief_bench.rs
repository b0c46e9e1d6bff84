//! How long choosing a question takes when answers may be mistaken.
//!
//! Usage: `cargo run --release -p elenchus-belief --example belief_bench [NODES]`
//!
//! Builds trees of NODES nodes (10^7 unless given), searches bugs at random places with somebody who errs
//! in one answer of ten, and prints what a choice took on average and at most.

use std::time::{Duration, Instant};

use elenchus_belief::{ErrorRates, Evidence, Posterior, Verdict, choose};
use elenchus_strategy::select::Index;
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree, TreeBuilder};
use elenchus_tree::{Kind, RootStatus};

const QUESTIONS: u32 = 60;
const DIALOGUES: u64 = 20;

fn main() {
    let nodes = std::env::args().nth(1);
    let nodes: usize = nodes.map_or(10_000_000, |text| text.parse().expect("a whole number"));
    println!("{nodes} nodes, {DIALOGUES} dialogues of {QUESTIONS} questions, µs a choice");
    for (shape, climb) in [("call-like", 50), ("wide", 99), ("deep", 1)] {
        let tree = tree_of(nodes, climb);
        let masses = Masses::of(&tree);
        let index = Index::new(&tree, &masses);
        let (mut sum, mut most, mut choices) = (Duration::ZERO, Duration::ZERO, 0u32);
        for dialogue in 0..DIALOGUES {
            for took in hold(&tree, &masses, &index, dialogue) {
                sum += took;
                most = most.max(took);
                choices += 1;
            }
        }
        let mean = sum.as_secs_f64() * 1e6 / f64::from(choices.max(1));
        println!(
            "{shape:10} mean {mean:7.1}  most {:7.1}",
            most.as_secs_f64() * 1e6
        );
    }
}

/// One dialogue: what each choice took.
fn hold(tree: &Tree, masses: &Masses, index: &Index, seed: u64) -> Vec<Duration> {
    let space = SearchSpace::new(tree, masses, RootStatus::Wrong);
    let rates = ErrorRates::new(0.1, 0.1).expect("usable rates");
    let bug = NodeId::new((mixed(seed) % tree.len() as u64) as usize);
    let (mut evidence, mut asked) = (Vec::new(), Vec::new());
    let mut times = Vec::new();
    for question in 0..QUESTIONS {
        let begun = Instant::now();
        let posterior = Posterior::new(&space, &evidence);
        let chosen = choose(&posterior, index, rates, &asked);
        times.push(begun.elapsed());
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

//! How long it takes to label a large tree of each kind for the worst case, and to choose by labels.
//!
//!     cargo run --release -p elenchus-exact --example minimax_bench [NODES]

use std::time::Instant;

use elenchus_exact::MinimaxLabels;
use elenchus_exact::sample::{Kind, Random, parents};
use elenchus_tree::place::view::{Masses, SearchSpace, Tree};
use elenchus_tree::{Answer, RootStatus};

fn main() {
    let nodes = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let nodes = nodes.unwrap_or(10_000_000);
    for kind in Kind::ALL {
        let parents: Vec<_> = parents(kind, nodes, &mut Random::new(1))
            .into_iter()
            .map(|parent| parent.map(|parent| parent as usize))
            .collect();
        let (tree, _) = Tree::from_parents(&parents).expect("the sample is a tree");
        drop(parents);
        let masses = Masses::of(&tree);
        let whole = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let start = Instant::now();
        let labels = MinimaxLabels::build(&whole);
        let built = start.elapsed();

        let mut random = Random::new(2);
        let (mut questions, start) = (0u32, Instant::now());
        for _ in 0..1000 {
            let mut space = whole.clone();
            while let Some(node) = labels.next(&space) {
                questions += 1;
                let wrong = random.below(2) == 0;
                space.apply(node, if wrong { Answer::Wrong } else { Answer::Right });
            }
        }
        let each = start.elapsed() / questions;
        println!(
            "{:<10} {nodes} nodes: at most {} questions, labelled in {built:.2?}, {each:.2?} a question",
            kind.name(),
            labels.at_most(&whole),
        );
    }
}

//! How long the exact optimum takes on random trees of each kind.
//!
//!     cargo run --release -p elenchus-exact --example optimal_bench [NODES [TREES [SECONDS]]]

use std::time::{Duration, Instant};

use elenchus_exact::optimal::solve;
use elenchus_exact::sample::{Kind, Random, parents};
use elenchus_exact::{Budget, Problem};

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse().ok())
        .collect();
    let [nodes, trees, seconds] = [500, 10, 1]
        .iter()
        .enumerate()
        .map(|(place, &default)| numbers.get(place).copied().unwrap_or(default))
        .collect::<Vec<_>>()[..]
    else {
        unreachable!("there are three numbers")
    };
    let budget = Budget {
        nodes: usize::MAX,
        time: Some(Duration::from_secs(u64::from(seconds))),
        shapes: 20_000_000,
    };
    for kind in Kind::ALL {
        let mut times = Vec::new();
        for seed in 0..trees {
            let parents = parents(kind, nodes, &mut Random::new(u64::from(seed)));
            let start = Instant::now();
            let solved = solve(&Problem::uniform(parents), &budget).is_ok();
            times.extend(solved.then(|| start.elapsed()));
        }
        let slowest = times.iter().max().copied().unwrap_or_default();
        let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
        println!(
            "{:<10} {nodes} nodes: {} of {trees} solved, mean {mean:.1?}, slowest {slowest:.1?}",
            kind.name(),
            times.len(),
        );
    }
}

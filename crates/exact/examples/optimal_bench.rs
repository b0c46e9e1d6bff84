//! How long the exact optimum takes on random trees of each kind; with masses above 1, every node's
//! mass is drawn from one to that number.
//!
//!     cargo run --release -p elenchus-exact --example optimal_bench [NODES [TREES [SECONDS [MASS]]]]

use std::time::{Duration, Instant};

use elenchus_exact::optimal::solve;
use elenchus_exact::sample::{Kind, Random, parents};
use elenchus_exact::{Budget, Problem};

fn main() {
    let mut numbers = std::env::args().skip(1);
    let mut number = |default: u32| {
        numbers
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap_or(default)
    };
    let (nodes, trees, seconds, mass) = (number(500), number(10), number(1), number(1));
    let budget = Budget {
        nodes: usize::MAX,
        time: Some(Duration::from_secs(u64::from(seconds))),
        shapes: 20_000_000,
    };
    for kind in Kind::ALL {
        let mut times = Vec::new();
        for seed in 0..trees {
            let mut random = Random::new(u64::from(seed));
            let mut problem = Problem::uniform(parents(kind, nodes, &mut random));
            for own in &mut problem.masses {
                *own = u64::from(1 + random.below(mass));
            }
            let start = Instant::now();
            let solved = solve(&problem, &budget).is_ok();
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

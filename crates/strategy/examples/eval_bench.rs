//! How long it takes to evaluate a strategy on a large tree of each kind, and on a star and a chain.
//!
//!     cargo run --release -p elenchus-strategy --example eval_bench [STRATEGY [NODES]]

use std::time::Instant;

use elenchus_exact::sample::{Kind, Random, parents};
use elenchus_strategy::eval::{Setup, evaluate, lower_bounds};
use elenchus_strategy::{Strategy, StrategyName};
use elenchus_tree::RootIs;
use elenchus_tree::place::view::{Masses, Tree};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name: StrategyName = match arguments.next().map(|name| name.parse()) {
        Some(Ok(name)) => name,
        Some(Err(error)) => return eprintln!("{error}"),
        None => StrategyName::DivideQuery,
    };
    let nodes: u32 = arguments
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1_000_000);
    let random = |kind: Kind| (kind.name(), parents(kind, nodes, &mut Random::new(1)));
    let star = (0..nodes).map(|node| (node > 0).then_some(0)).collect();
    let chain = (0..nodes).map(|node| node.checked_sub(1)).collect();
    let shapes = Kind::ALL.map(random).into_iter();
    for (shape, parents) in shapes.chain([("star", star), ("chain", chain)]) {
        let parents: Vec<_> = parents
            .iter()
            .map(|p: &Option<u32>| p.map(|p| p as usize))
            .collect();
        let (tree, _) = Tree::from_parents(&parents).expect("the sample is a tree");
        let masses = Masses::of(&tree);
        let setup = Setup {
            tree: &tree,
            masses: &masses,
            root: RootIs::Known,
            costs: None,
            opening: &[],
        };
        let start = Instant::now();
        let result = evaluate(&setup, &Strategy::new(name), &|_, _| ()).expect("no opening");
        let time = start.elapsed();
        let bound = lower_bounds(&tree, RootIs::Known).best as f64 / f64::from(nodes);
        println!(
            "{shape:<10} {nodes} nodes, {name}: mean {:.3} (at least {bound:.3}), worst {}, {time:.2?}",
            result.mean(),
            result.worst
        );
    }
}

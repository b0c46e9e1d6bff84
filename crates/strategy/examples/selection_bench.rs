//! How long choosing a question takes on huge trees.
//!
//! Usage: `cargo run --release -p elenchus-strategy --example selection_bench [NODES] [DIALOGUES]`
//!
//! For several shapes it builds a tree of NODES nodes (10^7 unless given), searches for bugs at random
//! places with an oracle that answers at once, and prints how long building the index took and what
//! choosing a question took: over whole dialogues, on parts that still hold more than [`SMALL`] suspects,
//! and on smaller ones. `auto` is measured once more where it prefers questions close to the last one.

use std::time::{Duration, Instant};

use elenchus_strategy::effort::distance;
use elenchus_strategy::{Context, Effort, Response, RoutineCounts, Strategy, StrategyName};
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree, TreeBuilder};
use elenchus_tree::{Answer, Kind, RootStatus};

/// Parts with more suspects than this count as large.
const SMALL: u64 = 1_000;

/// A dialogue ends after this many questions even if the bug is not found: top-down strategies need
/// millions on wide trees.
const MOST_QUESTIONS: usize = 300;

const SHAPES: [&str; 7] = [
    "call-like",
    "weighted",
    "wide",
    "uniform",
    "deep",
    "chain",
    "star",
];

const STRATEGIES: [StrategyName; 5] = [
    StrategyName::DivideQuery,
    StrategyName::DivideQueryShapiro,
    StrategyName::HeaviestFirst,
    StrategyName::Minimax,
    StrategyName::Auto,
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: usize| match arguments.next() {
        Some(text) => text.parse().expect("a whole number"),
        None => default,
    };
    let nodes = number(10_000_000);
    let dialogues = number(40);
    println!("{nodes} nodes, {dialogues} dialogues a line, times in µs a question");
    println!(
        "{:10} {:21} {:>9} {:>8} {:>10} {:>9} {:>9} {:>10} {:>9}",
        "shape",
        "strategy",
        "build ms",
        "mean",
        "large mean",
        "max",
        "questions",
        "small mean",
        "questions"
    );
    for shape in SHAPES {
        let tree = tree_of(shape, nodes);
        let masses = Masses::of(&tree);
        for name in STRATEGIES {
            measure(shape, &tree, &masses, (name, None), dialogues);
        }
        let close = Close(&tree);
        let auto = (StrategyName::Auto, Some(&close as &dyn Effort));
        measure(shape, &tree, &masses, auto, dialogues);
    }
}

/// Whoever prefers questions close to the last one.
#[derive(Debug)]
struct Close<'t>(&'t Tree);

impl Effort for Close<'_> {
    fn of(&self, node: NodeId, last: Option<NodeId>) -> f64 {
        last.map_or(0.0, |last| f64::from(distance(self.0, last, node, 12)))
    }
}

/// Times of one kind of question.
#[derive(Default)]
struct Times {
    sum: Duration,
    max: Duration,
    questions: u32,
}

impl Times {
    fn add(&mut self, time: Duration) {
        self.sum += time;
        self.max = self.max.max(time);
        self.questions += 1;
    }

    fn mean(&self) -> f64 {
        self.sum.as_secs_f64() * 1e6 / f64::from(self.questions.max(1))
    }
}

fn measure(
    shape: &str,
    tree: &Tree,
    masses: &Masses,
    (name, effort): (StrategyName, Option<&dyn Effort>),
    dialogues: usize,
) {
    let mut strategy = Strategy::new(name);
    let start = Instant::now();
    strategy.prepare(&SearchSpace::new(tree, masses, RootStatus::Wrong));
    let build = start.elapsed();
    let counts = RoutineCounts::new();
    let (mut all, mut large, mut small) = <(Times, Times, Times)>::default();
    let mut random = Random(7);
    for _ in 0..dialogues {
        let bug = NodeId::new(random.below(tree.len()));
        let mut space = SearchSpace::new(tree, masses, RootStatus::Wrong);
        let mut last = None;
        for _ in 0..MOST_QUESTIONS {
            let start = Instant::now();
            let context = Context {
                effort,
                last,
                ..Context::new(&counts)
            };
            let response = strategy.next(&space, &context);
            let time = start.elapsed();
            let Response::Ask(node) = response else {
                break;
            };
            last = Some(node);
            all.add(time);
            if space.suspects() > SMALL {
                large.add(time);
            } else {
                small.add(time);
            }
            let wrong = tree.contains(node, bug);
            space.apply(node, if wrong { Answer::Wrong } else { Answer::Right });
        }
    }
    let name = match effort {
        Some(_) => format!("{name}, close"),
        None => name.to_string(),
    };
    println!(
        "{shape:10} {name:21} {:9.0} {:8.1} {:10.1} {:9.0} {:9} {:10.1} {:9}",
        build.as_secs_f64() * 1e3,
        all.mean(),
        large.mean(),
        large.max.as_secs_f64() * 1e6,
        large.questions,
        small.mean(),
        small.questions,
    );
}

/// A tree by its shape's name, the same on every run.
fn tree_of(shape: &str, nodes: usize) -> Tree {
    let mut random = Random(1);
    let mut builder = TreeBuilder::with_capacity(nodes);
    let routine = builder.routine("f");
    builder.enter(Kind::Routine, routine);
    // For trees that are split from the top: how many nodes each open node has still to get.
    let mut budgets = vec![nodes - 1];
    for _ in 1..nodes {
        let depth = builder.depth();
        let leave = match shape {
            "chain" => 0,
            "star" => depth - 1,
            // A call passes a random share of its work to each callee.
            "call-like" | "weighted" => budgets.iter().rev().take_while(|&&b| b == 0).count(),
            // Loops of thousands of iterations, three deep.
            "wide" if random.below(4000) > 0 => depth.saturating_sub(4),
            "wide" => random.below(depth),
            // Every plane tree is equally likely.
            "uniform" => random.geometric(),
            // Long chains of calls, now and then left for good.
            _ if random.below(1000) == 0 => random.below(depth),
            _ => random.below(2),
        };
        for _ in 0..leave.min(depth - 1) {
            builder.exit();
            budgets.pop();
        }
        builder.enter(Kind::Routine, routine);
        let budget = budgets.last_mut().expect("the root stays open");
        let share = random.below(*budget + 1).min(*budget * 9 / 10 + 1);
        *budget = budget.saturating_sub(share.max(1));
        budgets.push(share.saturating_sub(1));
        if shape == "weighted" {
            builder.set_mass(random.below(100) as u64);
        }
    }
    builder.finish()
}

/// A small generator of random numbers (xorshift64*).
struct Random(u64);

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        (bits as usize * limit) >> 32
    }

    /// How often in a row a coin shows heads.
    fn geometric(&mut self) -> usize {
        let mut times = 0;
        while self.below(2) == 0 {
            times += 1;
        }
        times
    }
}

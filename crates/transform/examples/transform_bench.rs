//! How long transformations take, from 10^4 to 10^7 nodes and from 10 to 10^6 children of one node.
//!
//! Prints a page of Markdown: `cargo run --release -p elenchus-transform --example transform_bench`.
//! The exponent e of n^e is fitted by least squares through the logarithms of the times. With
//! `--paper` only the comparison with 002's Algorithm 4 runs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use elenchus_transform::{Grouping, Options, Plan, Search, View};
use elenchus_tree::Kind;
use elenchus_tree::place::base::{NodeId, Tree, TreeBuilder};

/// Each measurement is repeated until this much time has passed, and the fastest one counts.
const LONG_ENOUGH: Duration = Duration::from_millis(1_500);

/// The clock of a thread moves in steps of some milliseconds.
const BATCH: Duration = Duration::from_millis(250);

fn main() {
    if std::env::args().nth(1).as_deref() == Some("--paper") {
        against_the_paper();
        return;
    }
    println!("# How long transformations take\n");
    println!(
        "Written by `cargo run --release -p elenchus-transform --example transform_bench`. Times are \
         for one whole view: copying the tree, transforming it, and writing the result out in \
         preorder. Time on one core, best of several runs.\n"
    );
    by_nodes();
    by_children();
    against_the_paper();
}

/// A transformation to measure.
struct Case {
    title: &'static str,
    plan: &'static str,
    grouping: Option<Grouping>,
    search: Search,
}

const CASES: [Case; 7] = [
    case("none", "none", None, Search::HeaviestFirst),
    case("compress-all", "compress-all", None, Search::HeaviestFirst),
    case("compress", "compress", None, Search::HeaviestFirst),
    case("collapse", "collapse", None, Search::HeaviestFirst),
    case("balance", "balance", None, Search::HeaviestFirst),
    case(
        "balance --all-siblings",
        "balance",
        Some(Grouping::AllSiblings),
        Search::HeaviestFirst,
    ),
    case("loops", "loops", None, Search::HeaviestFirst),
];

const fn case(
    title: &'static str,
    plan: &'static str,
    grouping: Option<Grouping>,
    search: Search,
) -> Case {
    Case {
        title,
        plan,
        grouping,
        search,
    }
}

impl Case {
    fn seconds(&self, tree: &Tree) -> f64 {
        let plan: Plan = self.plan.parse().expect("a plan");
        let options = Options {
            grouping: self.grouping,
            ..Options::default()
        };
        fastest(|| {
            black_box(View::of_whole(tree, &plan, self.search, &options));
        })
    }
}

/// The seconds of one run: the fastest of several batches, each long enough for the clock.
fn fastest(mut work: impl FnMut()) -> f64 {
    let mut runs = 1;
    let mut best = f64::INFINITY;
    let begin = Instant::now();
    while best.is_infinite() || begin.elapsed() < LONG_ENOUGH {
        let start = Instant::now();
        let start_on_core = on_core();
        for _ in 0..runs {
            work();
        }
        let elapsed = start.elapsed();
        if elapsed < BATCH {
            runs *= 2;
            continue;
        }
        let seconds = match (start_on_core, on_core()) {
            (Some(start), Some(end)) => (end - start) as f64 / 1e9,
            _ => elapsed.as_secs_f64(),
        };
        best = best.min(seconds / f64::from(runs));
    }
    best
}

/// How many nanoseconds this thread has spent on a core, where the system tells: a busy machine
/// then does not matter.
fn on_core() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

fn by_nodes() {
    println!("## By the number of nodes\n");
    println!("Calls with up to a few dozen calls of their own, recursion, loops and chains.\n");
    let sizes = [10_000usize, 100_000, 1_000_000, 10_000_000];
    table(&sizes, program);
}

fn by_children() {
    println!("## By the number of children of one node\n");
    println!("One routine that makes this many calls of a few routines, half of them in chains.\n");
    let sizes = [10usize, 100, 1_000, 10_000, 100_000, 1_000_000];
    table(&sizes, star);
}

fn table(sizes: &[usize], tree_of: impl Fn(usize) -> Tree) {
    print!("| transformation |");
    for size in sizes {
        print!(" {size} |");
    }
    println!(" exponent |");
    println!("|---|{}", "--:|".repeat(sizes.len() + 1));
    let mut seconds = vec![Vec::new(); CASES.len()];
    for &size in sizes {
        let tree = tree_of(size);
        for (case, row) in CASES.iter().zip(&mut seconds) {
            row.push((tree.len() as f64, case.seconds(&tree)));
        }
    }
    for (case, row) in CASES.iter().zip(&seconds) {
        print!("| {} |", case.title);
        for (_, seconds) in row {
            print!(" {} |", time(*seconds));
        }
        println!(" {:.2} |", exponent(row));
    }
    println!();
}

fn against_the_paper() {
    println!("## Against 002's Algorithm 4\n");
    let children = 10_000;
    let tree = star(children);
    let options = Options {
        grouping: Some(Grouping::AllSiblings),
        ..Options::default()
    };
    let seconds = |plan: &str| {
        let plan: Plan = plan.parse().expect("a plan");
        fastest(|| {
            black_box(View::of_whole(
                &tree,
                &plan,
                Search::HeaviestFirst,
                &options,
            ));
        })
    };
    let (paper, ours) = (seconds("balance-paper"), seconds("balance"));
    let copying = seconds("none");
    println!(
        "One node with {children} children, all siblings: `balance-paper` takes {}, `balance` {}: \
         {:.0} times as fast. Of both, {} are for copying the tree in and out; without that, {:.0} \
         times as fast.",
        time(paper),
        time(ours),
        paper / ours,
        time(copying),
        (paper - copying) / (ours - copying)
    );
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// The slope of the line through (ln n, ln t).
fn exponent(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |value: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0.ln()), mean(&|p| p.1.ln()));
    let across: f64 = points.iter().map(|p| (p.0.ln() - x) * (p.1.ln() - y)).sum();
    let along: f64 = points.iter().map(|p| (p.0.ln() - x).powi(2)).sum();
    across / along
}

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// A run of a program: each call shares its budget of nodes among calls and loops of its own.
fn program(nodes: usize) -> Tree {
    let dice = &mut Dice(1);
    let mut builder = TreeBuilder::with_capacity(nodes);
    let routines: Vec<_> = (0..200)
        .map(|r| builder.routine(&format!("m{r}")))
        .collect();
    let loops = builder.routine("loop1");
    builder.enter(Kind::Routine, routines[0]);
    // What is open: its kind, its routine, and how many nodes its parts may still have.
    let mut open = vec![(Kind::Routine, 0, nodes - 1)];
    while let Some((kind, routine, left)) = open.last_mut() {
        if *left == 0 {
            builder.exit();
            open.pop();
            continue;
        }
        let (kind, routine) = (*kind, *routine);
        let share = 1 + dice.below((*left / 4).max(1));
        *left -= share;
        let (kind, routine) = match kind {
            Kind::Loop => (Kind::Iterations, routine),
            _ if share > 8 && dice.below(8) == 0 => (Kind::Loop, routine),
            _ if dice.below(8) == 0 => (Kind::Routine, routine),
            _ => (Kind::Routine, dice.below(routines.len())),
        };
        let code = if kind == Kind::Routine {
            routines[routine]
        } else {
            loops
        };
        let node = builder.enter(kind, code);
        let first = builder
            .so_far()
            .parent(node)
            .is_some_and(|parent| parent.0 + 1 == node.0);
        builder.set_chained(!first && dice.below(2) == 0);
        open.push((kind, routine, share - 1));
    }
    builder.finish()
}

/// One node with many children.
fn star(children: usize) -> Tree {
    let dice = &mut Dice(2);
    let mut builder = TreeBuilder::with_capacity(children + 1);
    let routines: Vec<_> = (0..20).map(|r| builder.routine(&format!("m{r}"))).collect();
    let root = builder.enter(Kind::Routine, routines[0]);
    assert_eq!(root, NodeId::ROOT);
    for child in 0..children {
        builder.enter(Kind::Routine, routines[dice.below(routines.len())]);
        builder.set_chained(child > 0 && dice.below(2) == 0);
        builder.exit();
    }
    builder.finish()
}

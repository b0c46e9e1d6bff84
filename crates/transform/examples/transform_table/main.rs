//! Every strategy with every transformation on trees matched to the papers' tables.
//!
//! Prints a page of Markdown:
//! `cargo run --release -p elenchus-transform --example transform_table > docs/transform-table.md`.
//! With `--match` it only prints how well the trees match their rows.

mod matched;
mod measure;
mod rows;

use std::sync::Arc;

use elenchus_strategy::StrategyName;
use elenchus_transform::{Base, Grouping};
use elenchus_tree::Tree;
use measure::{Means, NONE, Recipe, means};

const ALL: Option<Grouping> = Some(Grouping::AllSiblings);

const fn recipe(title: &'static str, plan: &'static str, grouping: Option<Grouping>) -> Recipe {
    Recipe {
        title,
        plan,
        grouping,
    }
}

/// What is tried on 002's trees, which have chains and recursion.
const FOR_CHAINS: [Recipe; 10] = [
    NONE,
    recipe("compress-all", "compress-all", None),
    recipe("compress-paper", "compress-paper", None),
    recipe("compress", "compress", None),
    recipe("collapse", "collapse", None),
    recipe("balance-paper", "balance-paper", None),
    recipe("balance-paper --all-siblings", "balance-paper", ALL),
    recipe("balance", "balance", None),
    recipe("balance --all-siblings", "balance", ALL),
    recipe("auto", "auto", None),
];

/// What is tried on 000's trees, which have loops and recursion.
const FOR_LOOPS: [Recipe; 8] = [
    NONE,
    recipe("loops-chain", "loops-chain", None),
    recipe("loops-chain,compress-all", "loops-chain,compress-all", None),
    recipe(
        "loops-chain,compress-paper",
        "loops-chain,compress-paper",
        None,
    ),
    recipe("loops-chain,compress", "loops-chain,compress", None),
    recipe("loops", "loops", None),
    recipe("loops,balance --all-siblings", "loops,balance", ALL),
    recipe("auto", "auto", None),
];

/// A tree, and what its row says.
struct Subject {
    name: &'static str,
    tree: Arc<Tree>,
}

fn main() {
    let chains: Vec<Subject> = rows::BALANCE_ROWS
        .iter()
        .map(|row| Subject {
            name: row.name,
            tree: Arc::new(matched::balance_tree(row)),
        })
        .collect();
    let loops: Vec<Subject> = rows::LOOP_ROWS
        .iter()
        .map(|row| Subject {
            name: row.name,
            tree: Arc::new(matched::loop_tree(row)),
        })
        .collect();
    if std::env::args().nth(1).as_deref() == Some("--match") {
        print_matches(&chains, &loops);
        return;
    }
    println!("# Strategies and transformations on trees matched to the papers' tables\n");
    println!(
        "Written by `cargo run --release -p elenchus-transform --example transform_table`. The trees \
         are synthetic: each has the node count and, on the plain tree, the heaviest-first mean of a \
         row of 002's or 000's table (examples/transform_table/matched.rs; 4 of 000's 17 rows have \
         means that no tree of their size can have and are left out). The root is known to be wrong \
         and never asked.\n"
    );
    println!(
        "*Reduction* is against heaviest first on the plain tree, averaged over the trees. *Original*: \
         the mean is over the recorded nodes, those that were merged or collapsed included. *Papers'*: \
         the mean is over the nodes that the transformed tree still tells apart, as the papers count; \
         it flatters transformations that remove nodes and punishes those that show more.\n"
    );
    println!("## The papers' figures beside ours\n");
    headline(&chains, &loops);
    println!("\n## 002: balancing, {} trees\n", chains.len());
    matrix(&chains, &FOR_CHAINS);
    println!("\n## 000: loops and compression, {} trees\n", loops.len());
    matrix(&loops, &FOR_LOOPS);
    println!("\n## 002, tree by tree\n");
    rows_of_002(&chains);
}

/// The average reductions of both means against heaviest first on the plain trees.
fn reduction(subjects: &[Subject], recipe: &Recipe, strategy: StrategyName) -> Means {
    let mut sum = Means {
        original: 0.0,
        paper: 0.0,
    };
    for subject in subjects {
        let plain = means(&subject.tree, &NONE, StrategyName::HeaviestFirst);
        let after = means(&subject.tree, recipe, strategy);
        sum.original += 1.0 - after.original / plain.original;
        sum.paper += 1.0 - after.paper / plain.paper;
    }
    let count = subjects.len() as f64;
    Means {
        original: sum.original / count,
        paper: sum.paper / count,
    }
}

fn headline(chains: &[Subject], loops: &[Subject]) {
    use StrategyName::{Auto, DivideQuery, HeaviestFirst};
    println!("| what | paper | papers' mean | original nodes |");
    println!("|---|--:|--:|--:|");
    let line = |what: &str, paper: &str, figures: Means| {
        let (ours, original) = (100.0 * figures.paper, 100.0 * figures.original);
        println!("| {what} | {paper} | {ours:.1} % | {original:.1} % |");
    };
    let on_loops = |plan: &Recipe, strategy| reduction(loops, plan, strategy);
    let on_chains = |plan: &Recipe, strategy| reduction(chains, plan, strategy);
    line(
        "000: loop expansion and Algorithm 1, heaviest first",
        "27.65 %",
        on_loops(&FOR_LOOPS[3], HeaviestFirst),
    );
    // 000 compares its test with compressing everything, not with the plain tree.
    let (all, tested) = (
        on_loops(&FOR_LOOPS[2], HeaviestFirst),
        on_loops(&FOR_LOOPS[3], HeaviestFirst),
    );
    let relative = |all: f64, tested: f64| 1.0 - (1.0 - tested) / (1.0 - all);
    line(
        "000: Algorithm 1 against compressing everything",
        "9.72 %",
        Means {
            original: relative(all.original, tested.original),
            paper: relative(all.paper, tested.paper),
        },
    );
    line(
        "002: Algorithm 4 on chains, heaviest first",
        "30 %",
        on_chains(&FOR_CHAINS[5], HeaviestFirst),
    );
    line(
        "002: Algorithm 4 on all siblings, heaviest first",
        "42 %",
        on_chains(&FOR_CHAINS[6], HeaviestFirst),
    );
    line(
        "`balance --all-siblings`, divide & query",
        "",
        on_chains(&FOR_CHAINS[8], DivideQuery),
    );
    line(
        "`auto` + `auto` on 002's trees",
        "",
        on_chains(&FOR_CHAINS[9], Auto),
    );
    line(
        "`auto` + `auto` on 000's trees",
        "",
        on_loops(&FOR_LOOPS[7], Auto),
    );
    let limit: f64 = chains.iter().map(entropy_reduction).sum::<f64>() / chains.len() as f64;
    println!(
        "| entropy limit for the original nodes of 002's trees | | | {:.1} % |",
        100.0 * limit
    );
}

/// How far yes/no questions that tell all nodes apart can reduce the mean.
fn entropy_reduction(subject: &Subject) -> f64 {
    let plain = means(&subject.tree, &NONE, StrategyName::HeaviestFirst);
    let nodes = subject.tree.len() as u128;
    let log = u128::from(nodes.ilog2());
    let huffman = nodes * log + 2 * (nodes - (1 << log));
    1.0 - huffman as f64 / nodes as f64 / plain.original
}

fn matrix(subjects: &[Subject], recipes: &[Recipe]) {
    println!(
        "Each entry: reduction of the mean over original nodes / of the papers' mean, in %.\n"
    );
    print!("| strategy |");
    for recipe in recipes {
        print!(" {} |", recipe.title);
    }
    println!("\n|---|{}", "--:|".repeat(recipes.len()));
    for strategy in StrategyName::ALL {
        print!("| {strategy} |");
        for recipe in recipes {
            let figures = reduction(subjects, recipe, strategy);
            let (original, paper) = (100.0 * figures.original, 100.0 * figures.paper);
            print!(" {original:.1} / {paper:.1} |");
        }
        println!();
    }
}

fn rows_of_002(chains: &[Subject]) {
    use StrategyName::{Auto, HeaviestFirst};
    println!(
        "Means. Paper: as printed (its node count leaves the root out). Ours: over original nodes, \
         with the papers' mean in brackets.\n"
    );
    println!(
        "| program | nodes | paper: plain | ours: plain | paper: balanced | balance-paper, heaviest \
         first | auto + auto |"
    );
    println!("|---|{}", "--:|".repeat(6));
    for (row, subject) in rows::BALANCE_ROWS.iter().zip(chains) {
        let plain = means(&subject.tree, &NONE, HeaviestFirst);
        let paper = means(&subject.tree, &FOR_CHAINS[5], HeaviestFirst);
        let auto = means(&subject.tree, &FOR_CHAINS[9], Auto);
        println!(
            "| {} | {} | {:.2} | {:.2} | {:.2} | {:.2} ({:.2}) | {:.2} ({:.2}) |",
            row.name,
            subject.tree.len(),
            row.mean,
            plain.original,
            row.balanced_mean,
            paper.original,
            paper.paper,
            auto.original,
            auto.paper
        );
    }
}

fn print_matches(chains: &[Subject], loops: &[Subject]) {
    for (row, subject) in rows::BALANCE_ROWS.iter().zip(chains) {
        let (nodes, mean) = (subject.tree.len(), matched::mean(&subject.tree));
        println!(
            "002 {:16} {nodes:5} nodes, mean {mean:7.2} for {:7.2}",
            row.name, row.mean
        );
    }
    for (row, subject) in rows::LOOP_ROWS.iter().zip(loops) {
        let plain = Base::routines(subject.tree.clone());
        let mut unit = (**plain.tree()).clone();
        unit.set_masses(vec![1; unit.len()]);
        println!(
            "000 {:16} {:5} nodes, {:5} with loops, mean {:7.2} for {:7.2}; the paper expands to \
             {:.2} and compresses to {:.2}",
            subject.name,
            unit.len(),
            subject.tree.len(),
            matched::mean(&unit),
            row.mean,
            row.expanded_mean,
            row.compressed_mean
        );
    }
}

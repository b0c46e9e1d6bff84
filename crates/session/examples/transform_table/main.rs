//! Every strategy with every transformation on trees matched to the papers' tables.
//!
//! Prints a page of Markdown:
//! `cargo run --release -p elenchus-session --example transform_table > docs/measured/transform-table.md`.
//! With `--match` it only prints how well the trees match their rows.

mod matched;
mod rows;
#[path = "../table/mod.rs"]
mod table;

use elenchus_strategy::StrategyName;
use elenchus_transform::Base;
use table::measure::{Means, Recipe, means};
use table::{FOR_CHAINS, FOR_LOOPS, LEGEND, Subject, entropy_limit, matrix, reduction};

fn main() {
    let chains: Vec<Subject> = rows::BALANCE_ROWS
        .iter()
        .map(|row| Subject::new(row.name, matched::balance_tree(row)))
        .collect();
    let loops: Vec<Subject> = rows::LOOP_ROWS
        .iter()
        .map(|row| Subject::new(row.name, matched::loop_tree(row)))
        .collect();
    if std::env::args().nth(1).as_deref() == Some("--match") {
        print_matches(&chains, &loops);
        return;
    }
    println!("# Strategies and transformations on trees matched to the papers' tables\n");
    println!(
        "Written by `cargo run --release -p elenchus-session --example transform_table`. The trees \
         are synthetic: each has the node count and, on the plain tree, the heaviest-first mean of a \
         row of 002's or 000's table (examples/transform_table/matched.rs; 4 of 000's 17 rows have \
         means that no tree of their size can have and are left out). The root is known to be wrong \
         and never asked.\n"
    );
    println!("{LEGEND}\n");
    println!("## The papers' figures beside ours\n");
    headline(&chains, &loops);
    println!("\n## 002: balancing, {} trees\n", chains.len());
    matrix(&chains, &FOR_CHAINS);
    println!("\n## 000: loops and compression, {} trees\n", loops.len());
    matrix(&loops, &FOR_LOOPS);
    println!("\n## 002, tree by tree\n");
    rows_of_002(&chains);
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
    println!(
        "| entropy limit for the original nodes of 002's trees | | | {:.1} % |",
        100.0 * entropy_limit(chains)
    );
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
        let paper = means(&subject.tree, &FOR_CHAINS[5], HeaviestFirst);
        let auto = means(&subject.tree, &FOR_CHAINS[9], Auto);
        println!(
            "| {} | {} | {:.2} | {:.2} | {:.2} | {:.2} ({:.2}) | {:.2} ({:.2}) |",
            row.name,
            subject.tree.len(),
            row.mean,
            subject.plain.original,
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

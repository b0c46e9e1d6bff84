//! Every strategy with every transformation on recorded Java programs.
//!
//! Prints a page of Markdown, from the folder of the workspace:
//! `cargo run --release -p elenchus --example recorded_table > docs/measured/transform-recorded.md`.
//! With `--sizes` it only prints how large the trees of all programs are.

mod programs;
#[path = "../../../session/examples/table/mod.rs"]
mod table;

use std::error::Error;
use std::ops::RangeInclusive;
use std::path::Path;

use elenchus_strategy::StrategyName::{Auto, DivideQuery, HeaviestFirst};
use elenchus_trace::{Budget, Trace};
use elenchus_tree::{Kind, Tree};
use table::measure::{NONE, means};
use table::{FOR_CHAINS, FOR_LOOPS, LEGEND, Subject, entropy_limit, matrix, reduction};

/// Smaller trees say little about strategies; larger ones would take most of the time of the table.
const NODES: RangeInclusive<usize> = 30..=12_000;

const HOW_AUTO_CHOOSES: &str = "\
As in [transform-table.md](transform-table.md), the transformation `auto` chooses as it does in a session: \
it counts the questions of the strategy itself as long as no more than 1024 suspects are left, and beyond that \
those of the way to walk the tree (single stepping, top-down, heaviest first, divide & query) that is closest to it.";

fn main() -> Result<(), Box<dyn Error>> {
    let only_sizes = std::env::args().nth(1).as_deref() == Some("--sizes");
    let mut subjects = Vec::new();
    for folder in programs::all()? {
        let tree = recorded(&folder)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        eprintln!("{name}: {} nodes", tree.len());
        if !only_sizes && NODES.contains(&tree.len()) {
            subjects.push(Subject::new(&name, tree));
        }
    }
    if !only_sizes {
        page(&subjects);
    }
    Ok(())
}

/// The tree of a run of a program.
fn recorded(program: &Path) -> Result<Tree, Box<dyn Error>> {
    let place = tempfile::tempdir()?;
    let trace = place.path().join("trace");
    programs::record_into(program, &trace)?;
    Ok(Trace::open(&trace, Budget::default())?.snapshot().tree)
}

fn page(subjects: &[Subject]) {
    println!("# Strategies and transformations on recorded Java programs\n");
    println!(
        "Written by `cargo run --release -p elenchus --example recorded_table`. The trees are those \
         of all programs in {} whose run has {} to {} nodes, with loops and iterations counted, \
         recorded with the default settings. The root is known to be wrong and never asked. The plain \
         tree is the routine tree: its loops and iterations belong to the routines around them, and so \
         do the bugs in them.\n",
        programs::FOLDERS.join(" and "),
        NODES.start(),
        NODES.end()
    );
    println!("{LEGEND} {HOW_AUTO_CHOOSES}\n");
    let best = reduction(subjects, &FOR_CHAINS[9], Auto);
    println!(
        "`auto` + `auto` reduces the mean over original nodes by {:.1} %, the papers' mean by {:.1} %. \
         Telling all recorded nodes apart, each iteration of each loop included, takes so many questions \
         that their entropy limit is a reduction of {:.1} %: the plain tree only finds the routine. `auto` \
         shows loops where that costs no more than the plain tree, and so names a loop or an iteration; \
         the transformations that leave loops hidden ask less and tell less.\n",
        100.0 * best.original,
        100.0 * best.paper,
        100.0 * entropy_limit(subjects)
    );
    println!(
        "## Compression and balancing, {} programs\n",
        subjects.len()
    );
    matrix(subjects, &FOR_CHAINS);
    println!("\n## Loops\n");
    // The first and the last are in the table above.
    matrix(subjects, &FOR_LOOPS[1..7]);
    println!("\n## Program by program\n");
    by_program(subjects);
}

fn by_program(subjects: &[Subject]) {
    println!("Means over original nodes, with the papers' mean in brackets.\n");
    println!(
        "| program | calls | loops | iterations | heaviest first | divide & query | balance-paper, \
         heaviest first | auto + auto |"
    );
    println!("|---|{}", "--:|".repeat(7));
    for subject in subjects {
        let tree = &subject.tree;
        let count = |kind| tree.nodes().filter(|&node| tree.kind(node) == kind).count();
        print!(
            "| {} | {} | {} | {} |",
            subject.name,
            count(Kind::Routine),
            count(Kind::Loop),
            count(Kind::Iterations)
        );
        let columns = [
            subject.plain,
            means(tree, &NONE, DivideQuery),
            means(tree, &FOR_CHAINS[5], HeaviestFirst),
            means(tree, &FOR_CHAINS[9], Auto),
        ];
        for means in columns {
            print!(" {:.2} ({:.2}) |", means.original, means.paper);
        }
        println!();
    }
}

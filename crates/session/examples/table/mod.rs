//! The tables of docs/: every strategy with every transformation on a set of trees.
//!
//! Shared by the examples that make the trees, here and in the crate that can record programs.

pub mod measure;

use std::sync::Arc;

use elenchus_strategy::StrategyName;
use elenchus_transform::Grouping;
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

/// What is tried on trees with chains and recursion, such as 002's.
pub const FOR_CHAINS: [Recipe; 10] = [
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

/// What is tried on trees with loops and recursion, such as 000's.
pub const FOR_LOOPS: [Recipe; 8] = [
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

/// What the numbers mean.
pub const LEGEND: &str = "\
*Reduction* is against heaviest first on the plain tree, averaged over the trees. *Original*: the \
mean is over the recorded nodes, those that were merged or collapsed included. *Papers'*: the mean \
is over the nodes that the transformed tree still tells apart, as the papers count; it flatters \
transformations that remove nodes and punishes those that show more.";

/// A tree, and what heaviest first asks on it when nothing is transformed.
pub struct Subject {
    pub name: String,
    pub tree: Arc<Tree>,
    pub plain: Means,
}

impl Subject {
    pub fn new(name: &str, tree: Tree) -> Subject {
        let tree = Arc::new(tree);
        Subject {
            name: name.to_owned(),
            plain: means(&tree, &NONE, StrategyName::HeaviestFirst),
            tree,
        }
    }
}

/// The average reductions of both means against heaviest first on the plain trees.
pub fn reduction(subjects: &[Subject], recipe: &Recipe, strategy: StrategyName) -> Means {
    let mut sum = Means {
        original: 0.0,
        paper: 0.0,
    };
    for subject in subjects {
        let after = means(&subject.tree, recipe, strategy);
        sum.original += 1.0 - after.original / subject.plain.original;
        sum.paper += 1.0 - after.paper / subject.plain.paper;
    }
    let count = subjects.len() as f64;
    Means {
        original: sum.original / count,
        paper: sum.paper / count,
    }
}

/// Prints the average reductions of every strategy with every recipe.
pub fn matrix(subjects: &[Subject], recipes: &[Recipe]) {
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

/// How far yes/no questions that tell all nodes apart can reduce the mean, averaged over the trees.
pub fn entropy_limit(subjects: &[Subject]) -> f64 {
    let reduction = |subject: &Subject| {
        let nodes = subject.tree.len() as u128;
        let log = u128::from(nodes.ilog2());
        let huffman = nodes * log + 2 * (nodes - (1 << log));
        1.0 - huffman as f64 / nodes as f64 / subject.plain.original
    };
    subjects.iter().map(reduction).sum::<f64>() / subjects.len() as f64
}

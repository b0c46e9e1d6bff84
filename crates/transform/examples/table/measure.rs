//! What a strategy asks on a transformed tree.

use std::sync::Arc;
use std::time::Duration;

use elenchus_strategy::eval::{RootMode, Setup, evaluate};
use elenchus_strategy::{Strategy, StrategyName};
use elenchus_transform::{Base, Grouping, Options, Plan, Search, View};
use elenchus_tree::{Masses, Tree};

/// A transformation as a column of the tables.
pub struct Recipe {
    pub title: &'static str,
    pub plan: &'static str,
    pub grouping: Option<Grouping>,
}

pub const NONE: Recipe = Recipe {
    title: "none",
    plan: "none",
    grouping: None,
};

/// The two means of the tables.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Over the nodes of the tree as it was recorded: a node that was merged or collapsed counts as
    /// found when the one that stands for it is.
    pub original: f64,
    /// Over the nodes of the transformed tree that can be blamed, as the papers count.
    pub paper: f64,
}

/// How a strategy walks, as far as transformations care.
pub fn search_of(strategy: StrategyName) -> Search {
    match strategy {
        StrategyName::TopDown
        | StrategyName::TopDownZooming
        | StrategyName::LessYesFirst
        | StrategyName::MoreRulesFirst
        | StrategyName::HatDelta => Search::TopDown,
        StrategyName::HeaviestFirst => Search::HeaviestFirst,
        _ => Search::DivideAndQuery,
    }
}

/// The means of a strategy on a tree after a transformation, with the root known to be wrong.
pub fn means(recorded: &Arc<Tree>, recipe: &Recipe, strategy: StrategyName) -> Means {
    let plan: Plan = recipe.plan.parse().expect("a plan");
    let options = Options {
        grouping: recipe.grouping,
        ..Options::default()
    };
    let search = search_of(strategy);
    let base = Base::for_plan(recorded.clone(), &plan, search, &options);
    let view = View::of_whole(base.tree(), &plan, search, &options);
    let masses = Masses::of(view.tree());
    let setup = Setup {
        tree: view.tree(),
        masses: &masses,
        root: RootMode::Known,
        costs: None,
        opening: &[],
    };
    let evaluation = evaluate(&setup, &player(strategy), &|_, _| {}).expect("no opening");
    Means {
        original: evaluation.mean(),
        paper: evaluation.mean_per_suspect(),
    }
}

/// The strategy, with a budget that lets the exact one end on a tree of any size.
fn player(strategy: StrategyName) -> Strategy {
    let budget = elenchus_exact::Budget {
        nodes: 128,
        time: Some(Duration::from_millis(50)),
        shapes: 20_000,
    };
    Strategy::with_budget(strategy, budget)
}

//! What a strategy asks on a transformed tree.

use std::sync::Arc;
use std::time::Duration;

use elenchus_session::{judge, search};
use elenchus_strategy::eval::{Setup, evaluate};
use elenchus_strategy::{Strategy, StrategyName};
use elenchus_transform::{Base, Excerpt, Grouping, Options, Plan, Span, View};
use elenchus_tree::{Masses, NodeId, Removed, RootIs, Tree};

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

/// The means of a strategy on a tree after a transformation, with the root known to be wrong. The
/// transformation `auto` chooses as it does in a session.
pub fn means(recorded: &Arc<Tree>, recipe: &Recipe, strategy: StrategyName) -> Means {
    let plan: Plan = recipe.plan.parse().expect("a plan");
    let options = Options {
        grouping: recipe.grouping,
        ..Options::default()
    };
    let search = search(strategy);
    let base = Base::for_plan(recorded.clone(), &plan, search, &options);
    let view = {
        let excerpt = Excerpt {
            base: base.tree(),
            masses: &Masses::of(base.tree()),
            span: Span::of(base.tree(), NodeId::ROOT),
            removed: &Removed::new(),
        };
        View::build_judged(&excerpt, &plan, search, &options, &judge(strategy))
    };
    let masses = Masses::of(view.tree());
    let setup = Setup {
        tree: view.tree(),
        masses: &masses,
        root: RootIs::Known,
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

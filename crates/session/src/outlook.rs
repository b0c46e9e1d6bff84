//! How many questions are still to be expected: counted on small parts, estimated on large ones.

use elenchus_strategy::eval::evaluate_space;
use elenchus_strategy::{Context, Strategy, StrategyName};
use elenchus_tree::SearchSpace;

use crate::question::Outlook;

/// With at most this many suspects, all continuations are counted. Strategies that look ahead by themselves
/// take longer for each question, so they get less.
fn limit(strategy: StrategyName) -> u64 {
    match strategy {
        StrategyName::Optimal | StrategyName::Rollout | StrategyName::Auto => 64,
        StrategyName::TopDown
        | StrategyName::HeaviestFirst
        | StrategyName::DivideQuery
        | StrategyName::DivideQueryShapiro
        | StrategyName::Minimax => 2048,
        _ => 256,
    }
}

/// The number of questions from `space` on.
pub fn outlook(space: &SearchSpace<'_>, strategy: &Strategy, context: &Context<'_>) -> Outlook {
    let suspects = space.suspects();
    if suspects <= limit(strategy.name())
        && let Ok(evaluation) = evaluate_space(space, strategy, context, &[], &|_, _| {})
    {
        return Outlook {
            mean: evaluation.mean(),
            worst: evaluation.worst,
            exact: true,
        };
    }
    // What halving the suspects again and again would need.
    Outlook {
        mean: (suspects as f64).log2(),
        worst: suspects.next_power_of_two().ilog2(),
        exact: false,
    }
}

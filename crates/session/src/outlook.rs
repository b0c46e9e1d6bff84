//! How many questions are still to be expected: counted on small parts, estimated on large ones.

use elenchus_strategy::eval::evaluate_space;
use elenchus_strategy::{Context, Strategy};
use elenchus_tree::place::view::SearchSpace;

use crate::question::Outlook;

/// The number of questions from `space` on.
pub fn outlook(space: &SearchSpace<'_>, strategy: &Strategy, context: &Context<'_>) -> Outlook {
    let suspects = space.suspects();
    if suspects <= strategy.name().facts().counted_up_to
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

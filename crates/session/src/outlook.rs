//! How many questions are still to be expected: counted on small parts, estimated on large ones.

use elenchus_strategy::eval::evaluate_space;
use elenchus_strategy::{Context, Strategy};
use elenchus_tree::place::view::SearchSpace;

use crate::question::Outlook;

/// A search is far from halving when it takes so many times as many questions.
const FAR: f64 = 1.5;

/// The number of questions from `space` on. `counted` tells about how many a large one takes, where that is known.
pub fn outlook(
    space: &SearchSpace<'_>,
    strategy: &Strategy,
    context: &Context<'_>,
    counted: impl FnOnce() -> Option<f64>,
) -> Outlook {
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
    // What halving the suspects again and again would need, unless that is out of reach: groups that fit a screen do not halve very
    // many calls side by side.
    let halving = (suspects as f64).log2();
    let mean = counted().filter(|&counted| counted > FAR * halving);
    let mean = mean.unwrap_or(halving);
    Outlook {
        mean,
        worst: suspects.next_power_of_two().ilog2().max(mean.ceil() as u32),
        exact: false,
    }
}

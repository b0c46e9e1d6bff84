//! How many questions are still to be expected: played to the end on small parts, estimated on
//! large ones.

use elenchus_strategy::{Context, Costs, Response, RoutineCounts, Strategy, StrategyName};
use elenchus_tree::{Answer, SearchSpace};

use crate::question::Outlook;

/// Up to so many suspects all continuations are played. Strategies that look ahead by themselves
/// take longer for each question, so they get less.
fn limit(strategy: StrategyName) -> u64 {
    match strategy {
        StrategyName::Optimal | StrategyName::Rollout | StrategyName::Auto => 64,
        _ => 256,
    }
}

/// The number of questions from `space` on.
pub fn outlook(
    space: &SearchSpace<'_>,
    strategy: &Strategy,
    counts: &RoutineCounts,
    costs: Option<&Costs>,
) -> Outlook {
    let suspects = space.suspects();
    if suspects > limit(strategy.name()) {
        return estimate(suspects);
    }
    let mut strategy = strategy.clone();
    let mut questions = 0.0;
    let mut worst = 0;
    let mut open = vec![(space.clone(), counts.clone(), 0u32)];
    while let Some((space, counts, asked)) = open.pop() {
        let context = Context {
            counts: &counts,
            costs,
        };
        let Response::Ask(node) = strategy.next(&space, &context) else {
            questions += space.total() as f64 * f64::from(asked);
            worst = worst.max(asked);
            continue;
        };
        for answer in [Answer::Right, Answer::Wrong] {
            let mut counts = counts.clone();
            counts.add(space.tree().routine(node), answer);
            open.push((space.after(node, answer), counts, asked + 1));
        }
    }
    Outlook {
        mean: questions / space.total().max(1) as f64,
        worst,
        exact: true,
    }
}

/// What halving the suspects again and again would need.
fn estimate(suspects: u64) -> Outlook {
    Outlook {
        mean: (suspects as f64).log2(),
        worst: suspects.next_power_of_two().ilog2(),
        exact: false,
    }
}

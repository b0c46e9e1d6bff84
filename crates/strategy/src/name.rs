//! The names under which strategies are chosen.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A strategy's name, as it is written on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum StrategyName {
    /// Bottom-up: the first node in post-order.
    SingleStepping,
    /// The first child of the wrong node.
    TopDown,
    /// Top-down, with calls of the same routine first.
    TopDownZooming,
    /// Top-down, with the heaviest child first.
    HeaviestFirst,
    /// Top-down, with the child first whose routine was said to be right least often.
    LessYesFirst,
    /// Top-down, with the child first below which the most distinct routines ran.
    MoreRulesFirst,
    /// Top-down, with the child first whose routine was most often wrong.
    HatDelta,
    /// The heaviest node that holds at most half of the suspicion.
    DivideQueryShapiro,
    /// The node that holds the share closest to half of the suspicion.
    DivideQuery,
    /// The node below which about half of the distinct routines ran.
    DivideByRules,
    /// Divide and query, where a routine said to be right loses weight everywhere.
    DynamicWeighting,
    /// The fewest questions on average, exactly.
    Optimal,
    /// The fewest questions in the worst case, exactly.
    Minimax,
    /// Divide and query, tried out to the end over the best-balanced nodes.
    Rollout,
    /// Closest to half on large parts, rollout or the exact optimum on small ones.
    #[default]
    Auto,
}

/// Why a text names no strategy.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("there is no strategy '{0}'; choose one of {names}", names = all_names())]
pub struct UnknownStrategy(pub String);

impl StrategyName {
    /// Every strategy, in the order in which they are listed to users.
    pub const ALL: [StrategyName; 15] = [
        StrategyName::SingleStepping,
        StrategyName::TopDown,
        StrategyName::TopDownZooming,
        StrategyName::HeaviestFirst,
        StrategyName::LessYesFirst,
        StrategyName::MoreRulesFirst,
        StrategyName::HatDelta,
        StrategyName::DivideQueryShapiro,
        StrategyName::DivideQuery,
        StrategyName::DivideByRules,
        StrategyName::DynamicWeighting,
        StrategyName::Optimal,
        StrategyName::Minimax,
        StrategyName::Rollout,
        StrategyName::Auto,
    ];

    /// The name as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            StrategyName::SingleStepping => "single-stepping",
            StrategyName::TopDown => "top-down",
            StrategyName::TopDownZooming => "top-down-zooming",
            StrategyName::HeaviestFirst => "heaviest-first",
            StrategyName::LessYesFirst => "less-yes-first",
            StrategyName::MoreRulesFirst => "more-rules-first",
            StrategyName::HatDelta => "hat-delta",
            StrategyName::DivideQueryShapiro => "divide-query-shapiro",
            StrategyName::DivideQuery => "divide-query",
            StrategyName::DivideByRules => "divide-by-rules",
            StrategyName::DynamicWeighting => "dynamic-weighting",
            StrategyName::Optimal => "optimal",
            StrategyName::Minimax => "minimax",
            StrategyName::Rollout => "rollout",
            StrategyName::Auto => "auto",
        }
    }

    /// Whether the next question depends on earlier answers only through the search space they
    /// leave. The others also count how often each routine was right or wrong.
    pub fn is_memoryless(self) -> bool {
        !matches!(
            self,
            StrategyName::LessYesFirst | StrategyName::HatDelta | StrategyName::DynamicWeighting
        )
    }
}

impl fmt::Display for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for StrategyName {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<StrategyName, UnknownStrategy> {
        StrategyName::ALL
            .into_iter()
            .find(|name| name.as_str() == text)
            .ok_or_else(|| UnknownStrategy(text.to_owned()))
    }
}

fn all_names() -> String {
    StrategyName::ALL.map(StrategyName::as_str).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_itself() {
        for name in StrategyName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_right_ones() {
        let error = "divide".parse::<StrategyName>().unwrap_err().to_string();
        assert!(error.contains("'divide'") && error.contains("divide-query-shapiro"));
    }
}

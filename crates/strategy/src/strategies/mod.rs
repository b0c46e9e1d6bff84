//! The strategies: one table with their names and all that others have to know about them, the rules by which they choose, and a
//! module for each strategy or family.
//!
//! Commands, completion, help, transformations and the outlook of a question read this table, so that a
//! new strategy is a row here, and the function that it names in a module of its own or of its family.

pub(crate) mod balance_cost;
mod dynamic_weighting;
pub(crate) mod minimax;
pub(crate) mod optimal;
pub(crate) mod rollout;
mod routines;
mod single_stepping;
mod top_down;

use std::fmt;
use std::str::FromStr;

use elenchus_tree::place::view::{NodeId, SearchSpace};
use thiserror::Error;

use crate::context::Context;
use crate::eval::small::Choice;
use crate::strategy::Strategy;

/// What there is to know about a strategy without running it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The name as it is written.
    pub word: &'static str,
    /// What it asks about next, in a few words.
    pub asks_about: &'static str,
    /// How it walks the tree, as far as transformations care.
    pub walk: Walk,
    /// Whether the number of its questions follows from the walk alone, so that transformations can be
    /// compared without trying the strategy out.
    pub is_judged_by_walk: bool,
    /// With at most this many suspects, all continuations of a search are counted for the outlook of a
    /// question. Strategies that look ahead by themselves take longer for each question.
    pub counted_up_to: u64,
    /// What it prepares once for a tree.
    pub(crate) cache: Cache,
    /// How it chooses by mass alone, if that is all it looks at.
    pub(crate) choice: Option<Choice>,
}

/// A way to walk a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// Node by node in post-order.
    SingleStepping,
    /// From a wrong node to its children, the first child first.
    TopDown,
    /// From a wrong node to its children, the heaviest child first.
    HeaviestFirst,
    /// Anywhere, so that about half of what is left is cleared.
    DivideAndQuery,
}

/// What a strategy prepares once for a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cache {
    Nothing,
    /// The index by which nodes are selected by mass.
    Index,
    /// The labels of the exact worst case.
    Labels,
}

/// Chooses a question that divides the suspicion, if there is one, and says by which rule.
pub(crate) type Choose =
    fn(&mut Strategy, &SearchSpace<'_>, &Context<'_>) -> Option<(NodeId, Rule)>;

/// Makes the names, their list, their facts and their ways to choose from one table.
macro_rules! strategies {
    ($(
        $(#[$attribute:meta])*
        $name:ident $word:literal, asks_about: $about:literal,
        walk: $walk:ident, judged_by_walk: $judged:literal,
        counted_up_to: $counted:literal, cache: $cache:ident,
        choice: $choice:expr, choose: $choose:expr;
    )*) => {
        /// A strategy's name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum StrategyName {
            $($(#[$attribute])* $name,)*
        }

        impl StrategyName {
            /// Every strategy, in the order in which they are listed to users.
            pub const ALL: [StrategyName; [$($word),*].len()] = [$(StrategyName::$name),*];

            /// What there is to know about it.
            pub const fn facts(self) -> Facts {
                match self {
                    $(StrategyName::$name => Facts {
                        word: $word,
                        asks_about: $about,
                        walk: Walk::$walk,
                        is_judged_by_walk: $judged,
                        counted_up_to: $counted,
                        cache: Cache::$cache,
                        choice: $choice,
                    },)*
                }
            }

            /// How it chooses a question that divides the suspicion.
            pub(crate) fn chooser(self) -> Choose {
                match self {
                    $(StrategyName::$name => $choose,)*
                }
            }
        }
    };
}

strategies! {
    /// Bottom-up: the first node in post-order.
    SingleStepping "single-stepping", asks_about: "what finished first",
        walk: SingleStepping, judged_by_walk: true,
        counted_up_to: 256, cache: Nothing, choice: None,
        choose: |_, space, _| single_stepping::first_in_post_order(space);
    /// The first child of the wrong node.
    TopDown "top-down", asks_about: "the first call inside what is wrong: easy to follow, often long",
        walk: TopDown, judged_by_walk: true,
        counted_up_to: 2048, cache: Nothing, choice: None,
        choose: |_, space, _| top_down::first(space);
    /// Top-down, with calls of the same routine first.
    TopDownZooming "top-down-zooming", asks_about: "calls of the same routine first",
        walk: TopDown, judged_by_walk: false,
        counted_up_to: 256, cache: Nothing, choice: None,
        choose: |_, space, _| top_down::zooming(space);
    /// Top-down, with the heaviest child first.
    HeaviestFirst "heaviest-first", asks_about: "the call with most inside it first",
        walk: HeaviestFirst, judged_by_walk: true,
        counted_up_to: 2048, cache: Index, choice: Some(Choice::Heaviest),
        choose: |strategy, space, _| strategy.heaviest_first(space);
    /// Top-down, with the child first whose routine was said to be right least often.
    LessYesFirst "less-yes-first", asks_about: "calls of routines that were right least often first",
        walk: TopDown, judged_by_walk: false,
        counted_up_to: 256, cache: Nothing, choice: None,
        choose: |_, space, context| top_down::less_yes_first(space, context);
    /// Top-down, with the child first below which the most distinct routines ran.
    MoreRulesFirst "more-rules-first", asks_about: "what ran the most routines",
        walk: TopDown, judged_by_walk: false,
        counted_up_to: 256, cache: Nothing, choice: None,
        choose: |_, space, _| routines::more_rules_first(space);
    /// Top-down, with the child first whose routine was most often wrong.
    HatDelta "hat-delta", asks_about: "calls of routines that were wrong most often first",
        walk: TopDown, judged_by_walk: false,
        counted_up_to: 256, cache: Nothing, choice: None,
        choose: |_, space, context| top_down::hat_delta(space, context);
    /// The heaviest node that holds at most half of the suspicion.
    DivideQueryShapiro "divide-query-shapiro", asks_about: "the heaviest piece that holds at most half of the suspects",
        walk: DivideAndQuery, judged_by_walk: false,
        counted_up_to: 2048, cache: Index, choice: Some(Choice::UpToHalf),
        choose: |strategy, space, _| strategy.up_to_half(space);
    /// The node that holds the share closest to half of the suspicion.
    DivideQuery "divide-query", asks_about: "the piece that holds the share closest to half of the suspects",
        walk: DivideAndQuery, judged_by_walk: true,
        counted_up_to: 2048, cache: Index, choice: Some(Choice::ClosestToHalf),
        choose: Strategy::divide_query;
    /// The node below which about half of the distinct routines ran.
    DivideByRules "divide-by-rules", asks_about: "what ran about half of the routines",
        walk: DivideAndQuery, judged_by_walk: false,
        counted_up_to: 256, cache: Nothing, choice: None,
        choose: |_, space, _| routines::divide_by_rules(space);
    /// Divide and query, where a routine said to be right loses weight everywhere.
    DynamicWeighting "dynamic-weighting", asks_about: "about half, where a routine that was right before counts less",
        walk: DivideAndQuery, judged_by_walk: false,
        counted_up_to: 256, cache: Nothing, choice: None,
        choose: |_, space, context| dynamic_weighting::choose(space, context);
    /// The fewest questions on average, exactly.
    Optimal "optimal", asks_about: "what leads to the fewest questions on average, computed exactly; slow on large parts",
        walk: DivideAndQuery, judged_by_walk: true,
        counted_up_to: 64, cache: Index, choice: None,
        choose: Strategy::optimal;
    /// The fewest questions in the worst case, exactly.
    Minimax "minimax", asks_about: "what leads to the fewest questions in the worst case",
        walk: DivideAndQuery, judged_by_walk: false,
        counted_up_to: 2048, cache: Labels, choice: None,
        choose: |strategy, space, _| strategy.minimax(space);
    /// Divide and query, tried out to the end over the best-balanced nodes.
    Rollout "rollout", asks_about: "the best of several pieces near half, each played to the end",
        walk: DivideAndQuery, judged_by_walk: true,
        counted_up_to: 64, cache: Index, choice: None,
        choose: Strategy::rollout;
    /// Closest to half on large parts, rollout or the exact optimum on small ones.
    #[default]
    Auto "auto", asks_about: "the best of these that fits the time: exact on small parts, halving on large ones",
        walk: DivideAndQuery, judged_by_walk: true,
        counted_up_to: 64, cache: Index, choice: None,
        choose: Strategy::auto;
}

/// The rule by which a question was chosen, with the figures that decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// It is the root of what remains, and nothing else can be asked.
    NothingElseLeft,
    /// The first in post-order.
    FirstInPostOrder,
    /// The first child.
    FirstChild,
    /// The first child that runs the same routine as its parent.
    SameRoutine,
    /// The heaviest child.
    HeaviestChild,
    /// The child whose routine was said to be right least often.
    LeastOftenRight { right: u32 },
    /// The child below which the most distinct routines ran.
    MostRoutines { routines: u32 },
    /// The child whose routine was most often wrong and least often right.
    MostOftenWrong { wrong: u32, right: u32 },
    /// The heaviest with at most half of the suspicion.
    AtMostHalf,
    /// The share of suspicion closest to half.
    ClosestToHalf,
    /// The most balanced for its price.
    BalancePerCost { cost: f64 },
    /// The number of distinct routines closest to half.
    HalfOfRoutines { routines: u32, of: u32 },
    /// The share closest to half, with routines that were said to be right weighing less.
    ClosestToHalfWeighted,
    /// The fewest questions on average.
    FewestOnAverage,
    /// The fewest questions in the worst case: at most this many from here on.
    FewestAtWorst { at_most: u32 },
    /// The fewest questions on average when divide and query goes on from here.
    RolledOut { tried: u32 },
    /// The easiest to answer of this many that are nearly as good as the best.
    Easiest { among: u32 },
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::NothingElseLeft => write!(f, "nothing else is left to ask"),
            Rule::FirstInPostOrder => write!(f, "first from the bottom up"),
            Rule::FirstChild => write!(f, "first child of what is wrong"),
            Rule::SameRoutine => write!(f, "calls the same routine again"),
            Rule::HeaviestChild => write!(f, "heaviest child of what is wrong"),
            Rule::LeastOftenRight { right } => {
                write!(f, "child whose routine was right least often ({right}×)")
            }
            Rule::MostRoutines { routines } => {
                write!(f, "child that ran the most routines ({routines})")
            }
            Rule::MostOftenWrong { wrong, right } => write!(
                f,
                "child whose routine was most often wrong ({wrong}× wrong, {right}× right)"
            ),
            Rule::AtMostHalf => write!(f, "heaviest with at most half"),
            Rule::ClosestToHalf => write!(f, "closest to half"),
            Rule::BalancePerCost { cost } => {
                write!(f, "closest to half for its cost of {cost}")
            }
            Rule::HalfOfRoutines { routines, of } => {
                write!(f, "closest to half of the routines ({routines} of {of})")
            }
            Rule::ClosestToHalfWeighted => {
                write!(f, "closest to half, routines that were right weighing less")
            }
            Rule::FewestOnAverage => write!(f, "fewest questions on average"),
            Rule::FewestAtWorst { at_most } => {
                write!(f, "fewest questions at worst, at most {at_most} from here")
            }
            Rule::RolledOut { tried } => {
                write!(f, "best of {tried} nodes near half, each tried to the end")
            }
            Rule::Easiest { among } => write!(
                f,
                "of {among} nearly equally good, the one closest to the last question and shortest to read"
            ),
        }
    }
}

/// Why a text names no strategy.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("there is no strategy '{0}'; choose one of {names}", names = all_names())]
pub struct UnknownStrategy(pub String);

impl StrategyName {
    /// The name as it is written.
    pub const fn as_str(self) -> &'static str {
        self.facts().word
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

    #[test]
    fn the_guide_says_of_every_strategy_what_it_asks_about() {
        let guide = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/guide/strategies.md"
        );
        let guide = std::fs::read_to_string(guide).unwrap();
        for name in StrategyName::ALL {
            let row = guide
                .lines()
                .find(|line| line.contains(&format!("| `{name}` |")));
            let about = format!("| {}", name.facts().asks_about);
            assert!(row.unwrap().contains(&about), "{name}: {about}");
        }
    }
}

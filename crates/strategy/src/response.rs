//! What a strategy answers: the next question or how the search ended, and why.

use std::fmt;

use elenchus_tree::place::view::NodeId;

/// What to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// Ask whether this node is right.
    Ask(NodeId),
    /// This node is buggy.
    Bug(NodeId),
    /// No question that can be put would tell these suspects apart. Nodes that were answered with
    /// "don't know" could be asked again.
    Candidates(Vec<NodeId>),
    /// All that has finished is settled, but the program is still running.
    Wait,
    /// No suspect is left, and nothing said that there is a bug.
    Nothing,
    /// Something wrong has no suspect part left: some answers clash.
    Contradiction,
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

/// Why a question was chosen: the rule, and how it parts the suspects.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// The rule that decided.
    pub rule: Rule,
    /// How many suspects are inside the node: what *wrong* keeps and *right* clears.
    pub inside: u64,
    /// How many suspects there are.
    pub suspects: u64,
}

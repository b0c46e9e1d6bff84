//! How good a strategy is: the questions it needs for every place where the bug may be.
//!
//! The answers to a strategy's questions span a decision tree: its inner nodes are questions, its
//! leaves are bugs found. Walking it once gives the number of questions for all bug positions
//! together, where one dialogue a position would ask the early questions over and over.
//!
//! * [`Evaluation`] – the figures;
//! * [`evaluate`] – over a whole tree, with the root known, unknown or asked ([`RootIs`]);
//! * [`evaluate_space`] – over what is left of a search that has begun;
//! * [`dialogue`] – the questions for one bug, 001's sp;
//! * an *opening* – questions that are asked in this order as long as the answer is *right*, in place of
//!   what the strategy would ask: 001's sequences.
//!
//! Nodes that stand for several original ones (collapsed, or with a prior) count by their mass.

mod opening;
pub(crate) mod small;
mod walk;

use elenchus_exact::bounds;
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree};
use elenchus_tree::{RootIs, RootStatus};

use crate::context::{Context, Costs, RoutineCounts};
use crate::strategies::StrategyName;
use crate::strategy::Strategy;

pub use opening::{OpeningError, dialogue};

/// What is known about the root once the questions about it that come first are answered: bugs are
/// counted, so that a root that is asked first is wrong.
fn status(root: RootIs) -> RootStatus {
    match root {
        RootIs::Known | RootIs::Asked => RootStatus::Wrong,
        RootIs::Unknown => RootStatus::Unknown,
    }
}

/// What to evaluate a strategy on.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The tree, with `masses` that say what each node stands for.
    pub tree: &'a Tree,
    /// The masses of the tree.
    pub masses: &'a Masses,
    /// What is known about the root.
    pub root: RootIs,
    /// What questions cost, if they differ.
    pub costs: Option<&'a Costs>,
    /// The questions to ask first, as long as the answer is *right*.
    pub opening: &'a [NodeId],
}

/// What a strategy needs.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The strategy.
    pub strategy: StrategyName,
    /// All mass: the number of bug positions when every node stands for one.
    pub mass: u64,
    /// How many nodes the bug may be in.
    pub suspects: u64,
    /// Questions summed over all mass.
    pub total: u128,
    /// Questions summed over all suspects, each counted once whatever it stands for: the papers'
    /// total over the nodes of a transformed tree.
    pub total_per_suspect: u128,
    /// The most questions for any bug.
    pub worst: u32,
    /// Costs summed over all mass; the same as `total` when every question costs one.
    pub cost: f64,
    /// How many suspects could not be told apart from others.
    pub undecided: u64,
    /// What the strategy had to say about how it worked, such as a budget that was exceeded.
    pub note: Option<String>,
}

impl Evaluation {
    /// Questions per unit of mass.
    pub fn mean(&self) -> f64 {
        ratio(self.total, self.mass)
    }

    /// Questions per suspect, whatever it stands for.
    pub fn mean_per_suspect(&self) -> f64 {
        ratio(self.total_per_suspect, self.suspects)
    }
}

fn ratio(total: u128, of: u64) -> f64 {
    if of == 0 {
        0.0
    } else {
        total as f64 / of as f64
    }
}

/// Is told from time to time how many of all suspects are settled. It may be called from any thread.
pub type Progress<'p> = &'p (dyn Fn(u64, u64) + Sync);

/// Evaluates a strategy on a whole tree, on all cores.
pub fn evaluate(
    setup: &Setup<'_>,
    strategy: &Strategy,
    progress: Progress<'_>,
) -> Result<Evaluation, OpeningError> {
    let space = SearchSpace::new(setup.tree, setup.masses, status(setup.root));
    let counts = RoutineCounts::new();
    let context = Context {
        costs: setup.costs,
        ..Context::new(&counts)
    };
    let mut evaluation = evaluate_space(&space, strategy, &context, setup.opening, progress)?;
    if setup.root == RootIs::Asked {
        evaluation.total += u128::from(evaluation.mass);
        evaluation.total_per_suspect += u128::from(evaluation.suspects);
        evaluation.worst += 1;
        evaluation.cost += context.cost(NodeId::ROOT) * evaluation.mass as f64;
    }
    Ok(evaluation)
}

/// Evaluates a strategy on what is left of a search, on all cores. Questions asked before do not count.
pub fn evaluate_space(
    space: &SearchSpace<'_>,
    strategy: &Strategy,
    context: &Context<'_>,
    opening: &[NodeId],
    progress: Progress<'_>,
) -> Result<Evaluation, OpeningError> {
    let tally = walk::walk(space, strategy, context, opening, progress)?;
    Ok(Evaluation {
        strategy: strategy.name(),
        mass: space.total(),
        suspects: space.suspects(),
        total: tally.total,
        total_per_suspect: tally.total_per_suspect,
        worst: tally.worst,
        cost: tally.cost,
        undecided: tally.undecided,
        note: tally.note,
    })
}

/// Totals that no strategy can beat on a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerBounds {
    /// LB0: yes/no answers must tell the suspects apart.
    pub huffman: u128,
    /// The best bound that is known: of LB0, LB2 and LB3 where every node weighs one, else of LB0 and
    /// what siblings pay for each other.
    pub best: u128,
}

/// The lower bounds for a tree with the masses it carries.
pub fn lower_bounds(tree: &Tree, root: RootIs) -> LowerBounds {
    let masses = || tree.nodes().map(|node| tree.own_mass(node));
    let huffman = bounds::weighted_huffman(masses());
    let best = match masses().all(|mass| mass == 1) {
        true => u128::from(bounds::best(tree)),
        false => bounds::weighted(tree),
    };
    let mass: u128 = masses().map(u128::from).sum();
    let more = match root {
        RootIs::Known => 0,
        // What is left at the end is asked about once more.
        RootIs::Unknown => u128::from(tree.own_mass(NodeId::ROOT)),
        RootIs::Asked => mass,
    };
    LowerBounds {
        huffman: huffman + more,
        best: best + more,
    }
}

//! One strategy at work: what all have in common, and the choice of the next question.

use std::sync::Arc;

use elenchus_exact::Budget;
use elenchus_tree::RootStatus;
use elenchus_tree::place::view::{NodeId, SearchSpace};
use elenchus_tree::search::Status;

use crate::context::Context;
use crate::effort;
use crate::response::{Reason, Response};
use crate::select::{Balanced, Heaviest, Index};
use crate::strategies::Rule;
use crate::strategies::minimax::{self, Labels};
use crate::strategies::{Cache, StrategyName};
use crate::strategies::{balance_cost, optimal, rollout};

/// With how many suspects rollout is tried, at most.
const ROLLOUT_UP_TO: u64 = 2_000;

/// With at most this many suspects `auto` rolls out; above, closest to half is within 0.3 % of the optimum
/// on average and much quicker.
const AUTO_ROLLOUT_UP_TO: u64 = 500;

/// How far `auto` seeks the exact optimum: it must take well under a millisecond, so the limits are lower
/// where few parts are alike. No limit of time, so that it always asks the same.
fn auto_budget(space: &SearchSpace<'_>, context: &Context<'_>) -> Budget {
    let (nodes, shapes) = if context.costs.is_some() {
        (10, 1_000)
    } else if space.total() > space.suspects() {
        (16, 1_000)
    } else {
        (40, 5_000)
    };
    Budget {
        nodes,
        time: None,
        shapes,
    }
}

/// A strategy with its caches.
///
/// What it answers depends only on the search space and the context (and, for `optimal`, on whether
/// the time it may take is enough). The caches are built when they are first needed, checked against
/// the space at every call, and shared between clones.
#[derive(Clone, Debug)]
pub struct Strategy {
    name: StrategyName,
    budget: Budget,
    index: Option<Arc<Index>>,
    labels: Option<Arc<Labels>>,
    reason: Option<Reason>,
    note: Option<String>,
}

impl Strategy {
    /// The strategy of this name.
    pub fn new(name: StrategyName) -> Strategy {
        Strategy::with_budget(name, Budget::default())
    }

    /// The strategy of this name with its own budget; only `optimal` has use for one.
    pub fn with_budget(name: StrategyName, budget: Budget) -> Strategy {
        Strategy {
            name,
            budget,
            index: None,
            labels: None,
            reason: None,
            note: None,
        }
    }

    /// Its name.
    pub fn name(&self) -> StrategyName {
        self.name
    }

    /// Builds the caches for the tree and masses of `space` now, so that clones share them.
    pub fn prepare(&mut self, space: &SearchSpace<'_>) {
        match self.name.facts().cache {
            Cache::Index => {
                self.index(space);
            }
            Cache::Labels => {
                self.labels(space);
            }
            Cache::Nothing => {}
        }
    }

    /// Why the latest question was chosen.
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// What the user should know about how the latest question was chosen, such as a budget that
    /// was exceeded.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// What to do next.
    pub fn next(&mut self, space: &SearchSpace<'_>, context: &Context<'_>) -> Response {
        self.reason = None;
        self.note = None;
        match space.status() {
            Status::Bug(node) => return Response::Bug(node),
            Status::Contradiction => return Response::Contradiction,
            Status::Clear if space.tree().is_growing() => return Response::Wait,
            Status::Clear => return Response::Nothing,
            Status::Open => {}
        }
        if let Some((node, rule)) = self.name.chooser()(self, space, context) {
            return self.ask(space, node, rule);
        }
        let root = space.root();
        if space.is_askable(root) {
            return self.ask(space, root, Rule::NothingElseLeft);
        }
        if space.tree().is_growing() && space.root_status() == RootStatus::Unknown {
            return Response::Wait;
        }
        Response::Candidates(space.list_suspects().collect())
    }

    fn ask(&mut self, space: &SearchSpace<'_>, node: NodeId, rule: Rule) -> Response {
        self.reason = Some(Reason {
            rule,
            inside: space.suspects_in(node),
            suspects: space.suspects(),
        });
        Response::Ask(node)
    }

    /// The child that holds the most.
    pub(crate) fn heaviest_first(&mut self, space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
        let index = self.index(space);
        let heaviest = Heaviest::below_root(&index, space).next()?;
        Some((heaviest.node, Rule::HeaviestChild))
    }

    /// The heaviest node that holds at most half.
    pub(crate) fn up_to_half(&mut self, space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
        let index = self.index(space);
        let node = Balanced::new(&index, space).heaviest_up_to_half()?;
        Some((node, Rule::AtMostHalf))
    }

    pub(crate) fn minimax(&mut self, space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
        minimax::choose_in_small_part(space)
            .unwrap_or_else(|_too_large| self.labels(space).choose(space))
    }

    pub(crate) fn divide_query(
        &mut self,
        space: &SearchSpace<'_>,
        context: &Context<'_>,
    ) -> Option<(NodeId, Rule)> {
        let index = self.index(space);
        balance_cost::choose(&index, space, context)
    }

    pub(crate) fn rollout(
        &mut self,
        space: &SearchSpace<'_>,
        context: &Context<'_>,
    ) -> Option<(NodeId, Rule)> {
        let suspects = space.suspects();
        if suspects <= ROLLOUT_UP_TO {
            return rollout::choose(space, context);
        }
        self.add_note(format!(
            "rollout: {suspects} suspects are more than the {ROLLOUT_UP_TO} it tries out, using divide-query"
        ));
        self.divide_query(space, context)
    }

    pub(crate) fn optimal(
        &mut self,
        space: &SearchSpace<'_>,
        context: &Context<'_>,
    ) -> Option<(NodeId, Rule)> {
        optimal::choose(space, context, &self.budget).unwrap_or_else(|over_budget| {
            self.add_note(format!("optimal: {over_budget}, using rollout"));
            self.rollout(space, context)
        })
    }

    pub(crate) fn auto(
        &mut self,
        space: &SearchSpace<'_>,
        context: &Context<'_>,
    ) -> Option<(NodeId, Rule)> {
        let effort = context.effort();
        if space.suspects() > AUTO_ROLLOUT_UP_TO {
            return match effort {
                Some(effort) => effort::easiest_near_half(&self.index(space), space, effort),
                None => self.divide_query(space, context),
            };
        }
        let budget = auto_budget(space, context);
        let Some(effort) = effort else {
            return optimal::choose(space, context, &budget)
                .unwrap_or_else(|_over_budget| rollout::choose(space, context));
        };
        let optimum = match optimal::solve_below_root(space, &budget) {
            Ok(None) => return None,
            Ok(known) => known,
            Err(_over_budget) => None,
        };
        rollout::choose_easiest(space, context, effort, optimum)
    }

    fn add_note(&mut self, note: String) {
        self.note = Some(match self.note.take() {
            Some(earlier) => format!("{earlier}; {note}"),
            None => note,
        });
    }

    /// The index of the tree and masses of `space`.
    fn index(&mut self, space: &SearchSpace<'_>) -> Arc<Index> {
        match &self.index {
            Some(index) if index.fits(space) => Arc::clone(index),
            _ => {
                let index = Arc::new(Index::new(space.tree(), space.masses()));
                self.index = Some(Arc::clone(&index));
                index
            }
        }
    }

    /// The minimax labels of the tree and masses of `space`.
    fn labels(&mut self, space: &SearchSpace<'_>) -> Arc<Labels> {
        match &self.labels {
            Some(labels) if labels.fit(space) => Arc::clone(labels),
            _ => {
                let labels = Arc::new(Labels::of_tree(space));
                self.labels = Some(Arc::clone(&labels));
                labels
            }
        }
    }
}

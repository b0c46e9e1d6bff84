//! One strategy at work: what all have in common, and the choice of the next question.

use std::sync::Arc;

use elenchus_tree::search::Status;
use elenchus_tree::{NodeId, RootStatus, SearchSpace};

use crate::context::Context;
use crate::name::StrategyName;
use crate::response::{Reason, Response, Rule};
use crate::select::{Balanced, Heaviest, Index};
use crate::{balance_cost, dynamic_weighting, routines, single_stepping, top_down};

/// A strategy with its caches.
///
/// What it answers depends only on the search space and the context. The caches are built when they
/// are first needed, checked against the space at every call, and shared between clones.
#[derive(Clone, Debug)]
pub struct Strategy {
    name: StrategyName,
    index: Option<Arc<Index>>,
    reason: Option<Reason>,
    note: Option<String>,
}

impl Strategy {
    /// The strategy of this name.
    pub fn new(name: StrategyName) -> Strategy {
        Strategy {
            name,
            index: None,
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
        if self.name.uses_index() {
            self.index(space);
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
        if let Some((node, rule)) = self.choose(space, context) {
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

    /// A question that divides the suspicion, if there is one.
    fn choose(&mut self, space: &SearchSpace<'_>, context: &Context<'_>) -> Option<(NodeId, Rule)> {
        match self.name {
            StrategyName::SingleStepping => single_stepping::first_in_post_order(space),
            StrategyName::TopDown => top_down::first(space),
            StrategyName::TopDownZooming => top_down::zooming(space),
            StrategyName::LessYesFirst => top_down::less_yes_first(space, context),
            StrategyName::HatDelta => top_down::hat_delta(space, context),
            StrategyName::MoreRulesFirst => routines::more_rules_first(space),
            StrategyName::DivideByRules => routines::divide_by_rules(space),
            StrategyName::DynamicWeighting => dynamic_weighting::choose(space, context),
            StrategyName::HeaviestFirst => {
                let index = self.index(space);
                let heaviest = Heaviest::below_root(&index, space).next()?;
                Some((heaviest.node, Rule::HeaviestChild))
            }
            StrategyName::DivideQueryShapiro => {
                let index = self.index(space);
                let node = Balanced::new(&index, space).heaviest_up_to_half()?;
                Some((node, Rule::AtMostHalf))
            }
            _ => {
                let index = self.index(space);
                balance_cost::choose(&index, space, context)
            }
        }
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
}

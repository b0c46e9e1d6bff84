//! The transformed tree that questions are chosen from, with the answers given since it was made.
//!
//! A stage is made from what remains of the base tree. Answers about its own nodes are applied to it
//! as they come; when half of what it was made for is gone, or something else changes, a new one is
//! made (003, Algorithm 1, line 8).

use std::collections::BTreeSet;
use std::sync::Arc;

use elenchus_strategy::Costs;
use elenchus_transform::{Base, Excerpt, Options, Search, Span, View};
use elenchus_tree::place::{base, view};
use elenchus_tree::{Answer, Kind, RootStatus};

use crate::ground::Ground;
use crate::remaining::{Remaining, Suspicion};
use crate::settings::{Settings, judge, search};

/// How finely a run that goes on is shown.
const LIVE_RESOLUTION: u64 = 128;

/// On larger views questions are not counted.
const MOST_COUNTED: usize = 1 << 14;

/// A view with what a search on it needs. Copies share what does not change with answers.
#[derive(Clone, Debug)]
pub struct Stage {
    set: Arc<Set>,
    root_status: RootStatus,
    applied: Vec<(view::NodeId, Answer)>,
}

/// What stays as long as the stage does.
#[derive(Debug)]
struct Set {
    view: View,
    masses: view::Masses,
    costs: Option<Costs>,
}

/// What is shown as one node, what must not be, and what cannot be shown yet.
#[derive(Debug)]
pub struct Forest<'a> {
    /// Spans that are thought unlikely.
    pub closed: BTreeSet<Span>,
    /// Spans that must be shown by their parts.
    pub opened: &'a BTreeSet<Span>,
    /// Calls side by side that are too much for one screen.
    pub crowded: &'a BTreeSet<Span>,
    /// The suspicion on what the run has still to do.
    pub unseen: u64,
}

impl Stage {
    /// A view of what remains. `costs` are what questions about recorded nodes cost.
    pub fn new(
        ground: &Ground,
        suspicion: &Suspicion,
        remaining: &Remaining,
        settings: &Settings,
        forest: Forest<'_>,
        costs: Option<&[f64]>,
    ) -> Stage {
        let tree = ground.tree();
        let excerpt: Excerpt<'_> = remaining.excerpt(tree, suspicion);
        let search = search(settings.strategy);
        // Whoever does not know about several nodes together is asked about each of them.
        let unknown = || remaining.unknown.iter().chain(&remaining.unasked);
        let mut options = Options {
            closed: forest.closed,
            opened: forest.opened.iter().chain(unknown()).copied().collect(),
            crowded: forest.crowded.clone(),
            unseen: forest.unseen,
            alone: remaining.apart.iter().copied().collect(),
            ..settings.transform.clone()
        };
        options = options.suited_to(search, tree.len());
        // Of a run that goes on, the question is mostly about all that has finished.
        if forest.unseen > 0 && search == Search::DivideAndQuery {
            options.resolution = Some(LIVE_RESOLUTION);
        }
        let judge = judge(settings.strategy);
        let view = View::build_judged(&excerpt, &settings.plan, search, &options, &judge);
        let set = Set {
            masses: view::Masses::of(view.tree()),
            costs: costs.and_then(|costs| view_costs(&view, ground.base(), costs)),
            view,
        };
        let mut stage = Stage {
            set: Arc::new(set),
            root_status: if remaining.wrong {
                RootStatus::Wrong
            } else {
                RootStatus::Unknown
            },
            applied: Vec::new(),
        };
        for &span in unknown() {
            if let Some(node) = stage.view().node_for(span) {
                stage.applied.push((node, Answer::Unknown));
            }
        }
        stage
    }

    /// The transformed tree.
    pub fn view(&self) -> &View {
        &self.set.view
    }

    /// About how many questions the search still takes, counted on the view; nothing when that would take too long.
    pub fn questions_to_go(&self) -> Option<f64> {
        let (view, masses) = (self.view(), &self.set.masses);
        if view.tree().len() > MOST_COUNTED {
            return None;
        }
        let counted = view.questions(Search::DivideAndQuery);
        let whole = view::SearchSpace::new(view.tree(), masses, self.root_status).total();
        // What was cleared since the view was made is asked about no more.
        let left = self.space().total() as f64 / whole as f64;
        counted
            .exact
            .then(|| counted.at_least as f64 / whole as f64 * left)
    }

    /// What a question about each node of the view costs.
    pub fn costs(&self) -> Option<&Costs> {
        self.set.costs.as_ref()
    }

    /// The search space that the answers leave.
    pub fn space(&self) -> view::SearchSpace<'_> {
        let mut space =
            view::SearchSpace::new(self.view().tree(), &self.set.masses, self.root_status);
        for &(node, answer) in &self.applied {
            space.apply(node, answer);
        }
        space
    }

    /// Takes in one more answer. Returns whether the stage is still good for the next question.
    pub fn apply(&mut self, span: Span, answer: Answer) -> bool {
        if answer == Answer::Trusted {
            return false;
        }
        let Some(node) = self.view().node_for(span) else {
            return false;
        };
        if !self.space().is_alive(node) {
            return false;
        }
        self.applied.push((node, answer));
        let falls_back =
            answer == Answer::Unknown && self.view().tree().kind(node) == Kind::Collapse;
        !falls_back && !self.view().is_stale(self.space().total())
    }
}

/// What questions about the nodes of a view cost, given what they cost about recorded nodes: a
/// question about several nodes costs what questions about each would.
pub fn view_costs(view: &View, base: &Base, costs: &[f64]) -> Option<Costs> {
    let cost = |node: base::NodeId| costs[base.recorded(node).index()];
    let of_span = |span: Span| span.parts(base.tree()).map(cost).sum();
    let costs: Vec<f64> = view
        .tree()
        .nodes()
        .map(|node| of_span(view.span(node)))
        .collect();
    let nodes = costs.len();
    Costs::new(costs, nodes).ok()
}

#[cfg(test)]
mod tests {
    use elenchus_transform::Plan;
    use elenchus_tree::{NodeId, Tree};

    use super::*;

    #[test]
    fn calls_in_two_loops_cost_what_each_of_them_does() {
        // main(loop(iteration(a)), loop(iteration(b, c))): a and b were found wrong while the loops
        // were hidden, so that the piece of the run they are in ends inside the second loop.
        let parents = [0, 1, 2, 0, 4, 5, 5].map(Some);
        let parents: Vec<_> = std::iter::once(None).chain(parents).collect();
        let base = Base::with_loops(Arc::new(Tree::from_parents(&parents).unwrap().0));
        let [a, b] = [3, 6].map(|call| base.node(NodeId::at(call)).unwrap());
        let excerpt = Excerpt {
            base: base.tree(),
            masses: &base::Masses::of(base.tree()),
            span: Span {
                start: a,
                end: base.tree().end(b),
            },
            removed: &base::Removed::new(),
        };
        let search = Search::DivideAndQuery;
        let view = View::build(&excerpt, &Plan::none(), search, &Options::default());
        let costs: Vec<f64> = (0..8).map(|node| f64::from(1 << node)).collect();
        let costs = view_costs(&view, &base, &costs).unwrap();
        assert_eq!(costs.of(NodeId::ROOT), f64::from((1 << a.0) + (1 << b.0)));
    }
}

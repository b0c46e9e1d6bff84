//! The base tree of a session: what was recorded, with its loops shown or hidden.
//!
//! When loops are hidden, the calls made in their iterations become children of the routine that
//! contains the loop, and the suspicion of loops and iterations is added to that routine's: its own
//! code then includes its loops. This is done once, before anything else, so that every later step
//! works on one tree in which each node owns its mass.

use std::sync::Arc;

use elenchus_tree::place::base;
use elenchus_tree::{Kind, NodeId, Tree};

use crate::name::Plan;
use crate::options::{Options, Search};
use crate::view::View;

/// For larger trees `auto` shows loops without comparing.
const MOST_COMPARED: usize = 1_000_000;

/// The same for a tree that grows, which is looked at again and again.
const MOST_COMPARED_GROWING: usize = 1 << 14;

/// The tree that a session keeps its answers in.
#[derive(Clone, Debug)]
pub struct Base {
    tree: Arc<base::Tree>,
    /// The recorded node of every base node; `None` when nothing is hidden, so that both trees are the same.
    recorded: Option<Vec<NodeId>>,
}

impl Base {
    /// The tree for a plan. Loops are shown when the plan says so; `auto` shows them, so that a bug
    /// can be found in a loop and not only in its routine, unless that takes more questions on
    /// average than searching the routines alone.
    pub fn for_plan(recorded: Arc<Tree>, plan: &Plan, search: Search, options: &Options) -> Base {
        let most_compared = match recorded.is_growing() {
            true => MOST_COMPARED_GROWING,
            false => MOST_COMPARED,
        };
        // To hide the loops of a huge tree would copy it, and what never finished may well be a loop.
        let never_finished = recorded.has_left_open() && !recorded.is_growing();
        let stays = plan.is_auto() && (never_finished || recorded.len() > most_compared);
        if plan.shows_loops() || stays {
            return Base::with_loops(recorded);
        }
        let routines = Base::routines(recorded.clone());
        if !plan.is_auto() || routines.recorded.is_none() {
            return routines;
        }
        let options = options.clone().suited_to(search, recorded.len());
        let questions = |tree: &base::Tree, plan: &Plan| {
            View::of_whole(tree, plan, search, &options).questions(search)
        };
        // What has run so far is judged as if the run had ended here.
        let with_loops = Base::with_loops(recorded);
        let ended = |base: &Base| base::Tree::clone(base.tree()).ended();
        let shown = questions(&ended(&with_loops), plan);
        let hidden = questions(&ended(&routines), &Plan::none());
        if shown.exact && shown.at_least <= hidden.at_least {
            with_loops
        } else {
            routines
        }
    }

    /// The tree as it was recorded, with its loops.
    pub fn with_loops(recorded: Arc<Tree>) -> Base {
        Base {
            tree: Tree::shared_unchanged(recorded),
            recorded: None,
        }
    }

    /// The routine tree: loops and iterations hidden. Costs nothing when there are none.
    pub fn routines(recorded: Arc<Tree>) -> Base {
        let is_loop = |node| matches!(recorded.kind(node), Kind::Loop | Kind::Iterations);
        if !recorded.nodes().skip(1).any(is_loop) {
            return Base::with_loops(recorded);
        }
        let nodes = recorded.len();
        let mut builder = base::TreeBuilder::with_routines(recorded.routine_names().clone(), nodes);
        let mut kept = Vec::new();
        // The owner of every recorded node's mass.
        let mut masses: Vec<u64> = Vec::new();
        let mut open: Vec<(NodeId, Option<base::NodeId>)> = Vec::new();
        for node in recorded.nodes() {
            while let Some(&(end, shown)) = open.last()
                && end <= node
            {
                open.pop();
                if shown.is_some() {
                    builder.exit();
                }
            }
            let end = recorded.end(node);
            if is_loop(node) && node != NodeId::ROOT {
                let owner = open.iter().rev().find_map(|&(_, shown)| shown);
                let owner = owner.unwrap_or(base::NodeId::ROOT);
                masses[owner.index()] += recorded.own_mass(node);
                open.push((end, None));
                continue;
            }
            let shown = builder.enter(recorded.kind(node), recorded.routine(node));
            builder.set_chained(recorded.is_chained(node));
            masses.push(recorded.own_mass(node));
            kept.push(node);
            open.push((end, Some(shown)));
        }
        let runs = |&node: &base::NodeId| !recorded.is_finished(kept[node.index()]);
        let open = (0..kept.len())
            .map(base::NodeId::new)
            .filter(runs)
            .collect();
        let mut tree = builder.finish().with_open(open);
        tree.set_masses(masses);
        Base {
            tree: Arc::new(tree),
            recorded: Some(kept),
        }
    }

    /// The tree.
    pub fn tree(&self) -> &Arc<base::Tree> {
        &self.tree
    }

    /// Whether there are recorded nodes that the base tree does not show.
    pub fn hides_loops(&self) -> bool {
        self.recorded.is_some()
    }

    /// The node that was recorded.
    pub fn recorded(&self, node: base::NodeId) -> NodeId {
        match &self.recorded {
            Some(recorded) => recorded[node.index()],
            None => NodeId::at(node.0),
        }
    }

    /// The base node of a recorded node, unless that is hidden.
    pub fn node(&self, recorded: NodeId) -> Option<base::NodeId> {
        let node = self.at_or_after(recorded);
        (node.index() < self.tree.len() && self.recorded(node) == recorded).then_some(node)
    }

    /// The first base node whose recorded node is `recorded` or comes after it; one past the last base node
    /// if there is none.
    pub fn at_or_after(&self, recorded: NodeId) -> base::NodeId {
        match &self.recorded {
            // Both trees are in execution order, so the numbers of one rise with those of the other.
            Some(nodes) => base::NodeId::new(nodes.partition_point(|&node| node < recorded)),
            None => base::NodeId::new(recorded.index().min(self.tree.len())),
        }
    }
}

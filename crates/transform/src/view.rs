//! A transformed tree, and what every node of it stands for.

use elenchus_tree::Kind;
use elenchus_tree::place::{base, view};

use crate::auto::{self, Judge};
use crate::cost::{self, Total};
use crate::draft::Draft;
use crate::excerpt::Excerpt;
use crate::name::Plan;
use crate::options::{Grouping, Options, Search};
use crate::origin::{Origin, Span};
use crate::steps;

/// A tree made from an excerpt of the base tree. Its masses are those of the excerpt: every unit of
/// remaining mass is owned by exactly one node of the view, but for what is
/// [closed](crate::forest).
#[derive(Clone, Debug)]
pub struct View {
    tree: view::Tree,
    origins: Vec<Origin>,
    /// One past the last base node of every node.
    ends: Vec<base::NodeId>,
    hidden: Vec<bool>,
    /// (view node, base node) for base nodes whose own code a view node took over, sorted.
    merged: Vec<(view::NodeId, base::NodeId)>,
    /// The transformations that were applied.
    plan: Plan,
    /// The mass that the view was made with.
    total: u64,
}

impl View {
    /// Transforms what is left of a base tree. Nothing is remembered between calls: the same excerpt
    /// gives the same view.
    pub fn build(excerpt: &Excerpt<'_>, plan: &Plan, search: Search, options: &Options) -> View {
        View::build_judged(excerpt, plan, search, options, &|_| None)
    }

    /// The same, with `auto` judging by what the strategy in use would ask.
    pub fn build_judged(
        excerpt: &Excerpt<'_>,
        plan: &Plan,
        search: Search,
        options: &Options,
        judge: Judge<'_>,
    ) -> View {
        let grouping = options.grouping.unwrap_or(match plan.is_auto() {
            true => Grouping::AllSiblings,
            false => Grouping::Chains,
        });
        let will_grow = plan.steps().iter().any(|name| name.adds_nodes());
        let draft = excerpt.extract(options, grouping, will_grow);
        if plan.is_auto() {
            let (draft, chosen) = auto::choose(excerpt, draft, search, options, judge);
            return View::from_draft(excerpt, draft, chosen);
        }
        let steps = plan
            .steps()
            .iter()
            .flat_map(|&name| steps::of(name, options));
        let mut draft = draft;
        for step in steps {
            step.apply(&mut draft, excerpt, search, options);
        }
        View::from_draft(excerpt, draft, plan.clone())
    }

    /// Transforms a whole tree about which nothing was said.
    pub fn of_whole(base: &base::Tree, plan: &Plan, search: Search, options: &Options) -> View {
        let masses = base::Masses::of(base);
        let excerpt = Excerpt {
            base,
            masses: &masses,
            span: Span::of(base, base::NodeId::ROOT),
            removed: &base::Removed::new(),
        };
        View::build(&excerpt, plan, search, options)
    }

    pub(crate) fn from_draft(excerpt: &Excerpt<'_>, draft: Draft, plan: Plan) -> View {
        let (tree, order) = draft.finish();
        let mut origins = Vec::with_capacity(order.len());
        let mut ends = Vec::with_capacity(order.len());
        let mut hidden = Vec::with_capacity(order.len());
        let mut total = 0;
        for &node in &order {
            let sketch = &draft.nodes[node as usize];
            origins.push(sketch.origin);
            ends.push(excerpt.base.end(sketch.origin.last()));
            hidden.push(sketch.hidden);
            total += sketch.mass;
        }
        ends[0] = excerpt.span.end;
        let merged = draft.merged_bases(&order);
        View {
            tree,
            origins,
            ends,
            hidden,
            merged,
            plan,
            total,
        }
    }

    /// The tree to search.
    pub fn tree(&self) -> &view::Tree {
        &self.tree
    }

    /// What a node stands for.
    pub fn origin(&self, node: view::NodeId) -> Origin {
        self.origins[node.index()]
    }

    /// The piece of the base tree that a question about a node is about: *wrong* narrows the search
    /// to it, *right* removes it.
    pub fn span(&self, node: view::NodeId) -> Span {
        Span {
            start: self.origins[node.index()].first(),
            end: self.ends[node.index()],
        }
    }

    /// The base nodes whose own code counts as this node's own, besides the one it stands for.
    pub fn merged(&self, node: view::NodeId) -> impl Iterator<Item = base::NodeId> + '_ {
        let start = self.merged.partition_point(|&(view, _)| view < node);
        self.merged[start..]
            .iter()
            .take_while(move |&&(view, _)| view == node)
            .map(|&(_, base)| base)
    }

    /// All base nodes whose own code counts as this node's own: those that a report about it names.
    /// Of a node whose parts are hidden, all of them.
    /// Projections and ranges own nothing.
    pub fn owned(&self, node: view::NodeId) -> Vec<base::NodeId> {
        let span = self.span(node);
        if self.hidden[node.index()] {
            return (span.start.0..span.end.0).map(base::NodeId::at).collect();
        }
        let owns = match self.tree.kind(node) {
            Kind::Routine | Kind::Loop => true,
            Kind::Projection | Kind::Iterations => self.tree.own_mass(node) > 0,
            // One that was made here owns only what was merged into it.
            Kind::Collapse => matches!(self.origin(node), Origin::Node(_)),
        };
        let own = owns.then_some(self.origins[node.index()].first());
        let mut owned: Vec<base::NodeId> = own.into_iter().chain(self.merged(node)).collect();
        owned.sort_unstable();
        owned
    }

    /// Whether there is more below a node than the view shows. When such a node is found to hold
    /// the bug, the search goes on in a view of its span.
    pub fn is_hidden(&self, node: view::NodeId) -> bool {
        self.hidden[node.index()]
    }

    /// The node that stands for exactly this span, the outermost if there are several.
    pub fn node_for(&self, span: Span) -> Option<view::NodeId> {
        // Preorder starts never decrease, and among equal starts the outer node comes first.
        let from = self
            .origins
            .partition_point(|origin| origin.first() < span.start);
        (from..self.origins.len())
            .map(view::NodeId::new)
            .take_while(|&node| self.origin(node).first() == span.start)
            .find(|&node| self.span(node) == span)
    }

    /// The nodes that stand for what lies in `span`, from the first to one past the last. Nothing when one of
    /// them reaches out of it.
    pub fn stretch(&self, span: Span) -> Option<(view::NodeId, view::NodeId)> {
        let place =
            |node: base::NodeId| self.origins.partition_point(|origin| origin.first() < node);
        let (from, to) = (place(span.start), place(span.end));
        // Among equal starts the outer node comes first.
        let from = (from..to).find(|&node| span.covers(self.span(view::NodeId::new(node))))?;
        let first = view::NodeId::new(from);
        let last = view::NodeId::new(to - 1);
        let around = std::iter::once(last).chain(self.tree.ancestors(last));
        let mut around = around.take_while(|&node| node >= first);
        around
            .all(|node| span.covers(self.span(node)))
            .then(|| (first, view::NodeId::new(to)))
    }

    /// The transformations that were applied; says what `auto` chose.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many questions a search asks on this view, summed over all that is suspect.
    pub fn questions(&self, search: Search) -> Total {
        cost::bounded_total(&self.tree, search)
    }

    /// Whether half of the mass is gone, so that the excerpt should be transformed again.
    pub fn is_stale(&self, remaining: u64) -> bool {
        remaining * 2 <= self.total
    }
}

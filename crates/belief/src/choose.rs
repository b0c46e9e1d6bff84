//! The question that tells most.
//!
//! What an answer tells depends on the probability that the node is wrong, and is greatest at one
//! [share](ErrorRates::best_share), with less on both sides. That probability only shrinks on the way
//! down. So the nodes that reach the best share form at most two ways down from the root (three disjoint
//! subtrees could not all have more than a third), and only three kinds of nodes can be best:
//!
//! * the ends of those two ways and what lies next to them above;
//! * nodes that contain a place where the weight changes: on every way up from such a place, the last one
//!   below the best share and the first one above it;
//! * all others lie with all their nodes in one stretch of equal weight. There the heaviest is best,
//!   since all are below the best share, and the [`Index`] has it ready.

use elenchus_strategy::select::Index;
use elenchus_tree::place::view::NodeId;

use crate::posterior::Posterior;
use crate::rates::ErrorRates;

/// A question worth asking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The node to ask about.
    pub node: NodeId,
    /// The probability that it is wrong.
    pub share: f64,
    /// What the answer tells on average, in bits.
    pub information: f64,
}

/// The node whose answer tells most, if it is given by somebody who errs at these rates; among equals the
/// one that was entered first. What is in `settled` (sorted) is not asked about. Nothing when no answer
/// would tell anything.
pub fn choose(
    posterior: &Posterior<'_, '_>,
    index: &Index,
    rates: ErrorRates,
    settled: &[NodeId],
) -> Option<Choice> {
    let choosing = Choosing {
        posterior,
        index,
        rates,
        target: rates.best_share(),
        settled,
    };
    choosing.best()
}

struct Choosing<'c, 's, 't> {
    posterior: &'c Posterior<'s, 't>,
    index: &'c Index,
    rates: ErrorRates,
    target: f64,
    settled: &'c [NodeId],
}

/// What tells less than this is not worth a question.
const NOTHING: f64 = 1e-9;

impl Choosing<'_, '_, '_> {
    fn best(&self) -> Option<Choice> {
        if !self.posterior.is_possible() {
            return None;
        }
        let places = self.places();
        let mut best: Option<Choice> = None;
        let mut offer = |node: NodeId| {
            let choice = self.weigh(node);
            let is_better = choice.information > NOTHING
                && best.is_none_or(|best| {
                    let gain = choice.information - best.information;
                    gain > NOTHING || gain >= -NOTHING && choice.node < best.node
                });
            if is_better {
                best = Some(choice);
            }
        };
        for &place in &places {
            self.offer_around(place, &mut offer);
        }
        self.offer_between(&places, &mut offer);
        best
    }

    fn weigh(&self, node: NodeId) -> Choice {
        let share = self.posterior.share(node);
        Choice {
            node,
            share,
            information: self.rates.information(share),
        }
    }

    /// Nodes that are looked at with all their ancestors, sorted: where the weight changes, what cannot
    /// be asked, and the ends of the ways of nodes that reach the best share.
    fn places(&self) -> Vec<NodeId> {
        let space = self.posterior.space();
        let mut places: Vec<NodeId> = self.posterior.cuts().collect();
        let unaskable = space.unknown().iter().chain(self.settled);
        places.extend(unaskable.copied().filter(|&node| self.is_inside(node)));
        // A subtree with at least the best share holds one of these points.
        let points = (0..).map(|n| f64::from(n) * self.target);
        for point in points.take_while(|&point| point < 1.0) {
            let node = self.posterior.node_at(point);
            places.extend(node.map(|node| self.lowest(node)));
        }
        places.push(space.root());
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The lowest of a node and its ancestors that reaches the best share.
    fn lowest(&self, node: NodeId) -> NodeId {
        let falls_short =
            |node: NodeId| self.is_inside(node) && self.posterior.share(node) < self.target;
        if !falls_short(node) {
            return node;
        }
        let tree = self.posterior.space().tree();
        let top = self.index.ancestors().topmost(tree, node, falls_short);
        let parent = tree.parent(top).filter(|&parent| self.is_inside(parent));
        parent.unwrap_or(top)
    }

    fn is_inside(&self, node: NodeId) -> bool {
        let space = self.posterior.space();
        space.tree().contains(space.root(), node)
    }

    /// Offers the best of a node and its ancestors: the nearest that can be asked about on each side of
    /// the best share.
    fn offer_around(&self, node: NodeId, offer: &mut impl FnMut(NodeId)) {
        let tree = self.posterior.space().tree();
        let lowest = self.lowest(node);
        let mut up = std::iter::once(lowest)
            .chain(tree.ancestors(lowest))
            .take_while(|&node| self.is_inside(node));
        if let Some(above) = up.find(|&node| self.can_ask(node)) {
            offer(above);
        }
        let mut at = lowest;
        while at != node {
            let above = at;
            at = self
                .index
                .ancestors()
                .topmost(tree, node, |node| node > above);
            if self.can_ask(at) {
                offer(at);
                break;
            }
        }
    }

    /// Offers the heaviest nodes that lie with all their nodes between two places.
    fn offer_between(&self, places: &[NodeId], offer: &mut impl FnMut(NodeId)) {
        let space = self.posterior.space();
        let end = space.tree().end(space.root());
        let ends = places.iter().skip(1).copied().chain([end]);
        for (&place, stop) in places.iter().zip(ends) {
            let start = NodeId::at(place.0 + 1);
            if start >= stop || self.posterior.density(place) <= 0.0 {
                continue;
            }
            // What contains the next place was looked at. Of the rest, whatever was entered before the
            // topmost of those holds no node of it, and whatever was entered after it was left in time.
            let top = if stop == end {
                stop
            } else {
                let ancestors = self.index.ancestors();
                ancestors.topmost(space.tree(), stop, |node| node >= start)
            };
            let entered = start.index()..top.index();
            let heaviest = self.index.heaviest_entered(space, entered);
            heaviest.into_iter().for_each(|worth| offer(worth.node));
            if top < stop {
                let left = self.index.left_before(top)..self.index.left_before(stop);
                let heaviest = self.index.heaviest_left(space, left);
                heaviest.into_iter().for_each(|worth| offer(worth.node));
            }
        }
    }

    fn can_ask(&self, node: NodeId) -> bool {
        self.posterior.space().is_askable(node) && self.settled.binary_search(&node).is_err()
    }
}

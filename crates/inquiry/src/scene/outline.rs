//! The run as an outline: nodes in a few words, their parts by windows, the way to a node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use elenchus_session::{Program, Standing as Stands, Subject};
use elenchus_tree::{NodeId, Tree};
use elenchus_wire::look::{Node, OnTheWay, Seen, Standing, Unseen};

use crate::scene::Scene;

/// Titles are cut after this many characters.
const LONGEST_TITLE: usize = 300;

/// How many parts a window holds at most.
const MOST_PARTS: usize = 500;

/// A way is shown in full up to this length: whoever recurses deeper sees its nearest part.
const LONGEST_WAY: usize = 2_000;

/// One part in this many is noted with its place.
const STRIDE: usize = 256;

/// For how many nodes with many parts the places of those are kept.
const MOST_KEPT: usize = 64;

/// Where the parts of nodes begin, for trees that cannot tell: every 256th part of each. So any window of a million parts
/// is found at once when the parts were counted once.
#[derive(Debug, Default)]
pub(crate) struct Places(Mutex<HashMap<NodeId, Arc<Parts>>>);

impl Places {
    fn kept(&self, node: NodeId) -> Option<Arc<Parts>> {
        let places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.get(&node).cloned()
    }

    /// Keeps the parts of a node that has many, unless its tree counts them at once. Few are counted again at once, too;
    /// kept, the nodes of one long way would push out the one among them that took a second.
    fn keep(&self, node: NodeId, parts: &Arc<Parts>) {
        if parts.total <= STRIDE || parts.noted.is_none() {
            return;
        }
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= MOST_KEPT {
            places.clear();
        }
        places.insert(node, parts.clone());
    }
}

/// The parts of one node.
#[derive(Debug)]
struct Parts {
    of: NodeId,
    total: usize,
    /// Part 0, part 256, …; nothing when the tree itself knows where the parts are.
    noted: Option<Vec<NodeId>>,
}

impl Parts {
    fn of(tree: &Tree, node: NodeId) -> Parts {
        if let Some(total) = tree.children_before(node, tree.end(node)) {
            return Parts {
                of: node,
                total,
                noted: None,
            };
        }
        let mut noted = Vec::new();
        let mut total = 0;
        for part in tree.children(node) {
            if total % STRIDE == 0 {
                noted.push(part);
            }
            total += 1;
        }
        Parts {
            of: node,
            total,
            noted: Some(noted),
        }
    }

    /// The parts from a place on.
    fn from<'t>(&'t self, tree: &'t Tree, place: usize) -> impl Iterator<Item = NodeId> + 't {
        let (first, skipped) = match &self.noted {
            Some(noted) => (noted.get(place / STRIDE).copied(), place % STRIDE),
            None => (self.part_at(tree, place), 0),
        };
        let end = tree.end(self.of);
        let next = move |&part: &NodeId| Some(tree.end(part)).filter(|&next| next < end);
        std::iter::successors(first, next).skip(skipped)
    }

    /// The part at a place, by a tree that can count parts.
    fn part_at(&self, tree: &Tree, place: usize) -> Option<NodeId> {
        if place >= self.total {
            return None;
        }
        // The last node with no more parts than that before it.
        let (mut low, mut high) = (self.of.0 + 1, tree.end(self.of).0);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if tree.children_before(self.of, NodeId::at(middle))? <= place {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(NodeId::at(low))
    }

    /// How many parts come before this one.
    fn place_of(&self, tree: &Tree, part: NodeId) -> usize {
        let Some(noted) = &self.noted else {
            return tree.children_before(self.of, part).unwrap_or(0);
        };
        let after = noted.partition_point(|&noted| noted <= part);
        let Some(stride) = after.checked_sub(1) else {
            return 0;
        };
        let from = self.from(tree, stride * STRIDE);
        stride * STRIDE + from.take_while(|&other| other < part).count()
    }
}

impl Scene {
    /// One node in a few words; the outermost one when none is named.
    pub(super) fn node(&self, number: Option<usize>) -> Result<Node, Unseen> {
        let node = match number {
            Some(number) => self.find(number)?,
            None => NodeId::ROOT,
        };
        Ok(self.describe(node))
    }

    /// One of several calls side by side, by its number among them.
    pub(super) fn call(&self, nodes: (usize, usize), number: usize) -> Result<Node, Unseen> {
        let tree = self.program().tree();
        let mut calls = self.subject(nodes)?.nodes(tree);
        let place = number.checked_sub(1).ok_or(Unseen::NoSuchNode { number })?;
        let call = calls.nth(place).ok_or(Unseen::NoSuchNode { number })?;
        Ok(self.describe(call))
    }

    /// Some direct parts of a node.
    pub(super) fn parts(&self, of: usize, from: usize, count: usize) -> Result<Seen, Unseen> {
        let of = self.find(of)?;
        let parts = self.parts_of(of);
        let window = parts.from(self.program().tree(), from);
        Ok(Seen::Parts {
            total: parts.total,
            nodes: window
                .take(count.min(MOST_PARTS))
                .map(|node| self.describe(node))
                .collect(),
        })
    }

    /// The way from the outermost node to this one.
    pub(super) fn way(&self, to: usize) -> Result<Seen, Unseen> {
        let to = self.find(to)?;
        let tree = self.program().tree();
        let mut way: Vec<NodeId> = std::iter::once(to)
            .chain(tree.ancestors(to))
            .take(LONGEST_WAY)
            .collect();
        way.reverse();
        Ok(self.on_the_way(&way))
    }

    /// The way from a node down to the next one that has several parts, or none.
    pub(super) fn branching(&self, below: usize) -> Result<Seen, Unseen> {
        let tree = self.program().tree();
        let only_part = |&node: &NodeId| {
            let mut parts = tree.children(node);
            let first = parts.next()?;
            parts.next().is_none().then_some(first)
        };
        let way = std::iter::successors(Some(self.find(below)?), only_part);
        let way: Vec<NodeId> = way.take(LONGEST_WAY).collect();
        Ok(self.on_the_way(&way))
    }

    fn on_the_way(&self, way: &[NodeId]) -> Seen {
        let tree = self.program().tree();
        let place = |node: NodeId| {
            let around = tree.parent(node)?;
            Some(self.parts_of(around).place_of(tree, node))
        };
        Seen::Way {
            nodes: way
                .iter()
                .map(|&node| OnTheWay {
                    number: self.number(node),
                    parts: self.parts_of(node).total,
                    place: place(node).unwrap_or(0),
                })
                .collect(),
        }
    }

    fn parts_of(&self, node: NodeId) -> Arc<Parts> {
        let tree = self.program().tree();
        if let Some(parts) = self.places.kept(node) {
            return parts;
        }
        // Counted without the lock, so that nobody waits for a large node.
        let parts = Arc::new(Parts::of(tree, node));
        self.places.keep(node, &parts);
        parts
    }

    /// A node in a few words.
    pub(super) fn describe(&self, node: NodeId) -> Node {
        let tree = self.program().tree();
        let shown = self.program().heading(Subject::node(node));
        Node {
            number: self.number(node),
            title: cut(shown.title),
            kind: shown.kind,
            nodes: tree.size(node),
            suspects: self.session.suspects_in(node),
            standing: self.stands(node),
            running: !tree.is_finished(node),
        }
    }

    /// How a node stands in the search.
    pub(super) fn stands(&self, node: NodeId) -> Standing {
        self.stands_with(node, || self.session.suspects_in(node) > 0)
    }

    /// The same for a node of which somebody else can tell whether suspects are left in it.
    pub(super) fn stands_with(&self, node: NodeId, is_suspect: impl Fn() -> bool) -> Standing {
        match self.session.standing(node) {
            Some(Stands::Asked) => Standing::Asked,
            Some(Stands::Bug) => Standing::Bug,
            Some(Stands::Said(answer)) => answer.into(),
            None if is_suspect() => Standing::Suspect,
            None => Standing::Cleared,
        }
    }
}

fn cut(mut title: String) -> String {
    if let Some((end, _)) = title.char_indices().nth(LONGEST_TITLE) {
        title.truncate(end);
        title.push('…');
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_with_many_parts_stays_known_on_a_long_way() {
        let parts = |total| {
            Arc::new(Parts {
                of: NodeId::ROOT,
                total,
                noted: Some(Vec::new()),
            })
        };
        let places = Places::default();
        places.keep(NodeId::ROOT, &parts(1_000_000));
        for node in 1..=2 * MOST_KEPT {
            places.keep(NodeId::new(node), &parts(2));
        }
        let kept = places.kept(NodeId::ROOT).map(|parts| parts.total);
        assert_eq!(kept, Some(1_000_000));
    }
}

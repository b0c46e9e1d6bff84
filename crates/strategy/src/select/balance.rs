//! The askable nodes of a search space, from the best balanced down.
//!
//! The nodes with more than half of the mass all contain its middle, so they lie on one way from the
//! root down; it is found by climbing from the node in the middle. Going back up it they get heavier.
//! All other nodes have at most half: [`Heaviest`] hands them out from the heaviest down. Merging both
//! gives every node in the order of balance, as far as anybody wants to know.
//!
//! With q cleared intervals in the space, the first node costs O((q + 1) log n). Each node that would
//! have come first but cannot be asked costs O(log n) more.

use std::iter::Peekable;

use elenchus_tree::place::view::{NodeId, SearchSpace};

use super::index::Index;
use super::parts::Heaviest;
use super::range_best::Worth;
use crate::scan::imbalance;

/// Hands out askable nodes by how close their mass is to half of all; among equals the one that was
/// entered first.
#[derive(Debug)]
pub struct Balanced<'s, 't> {
    total: u64,
    over_half: Peekable<OverHalf<'s, 't>>,
    up_to_half: Peekable<Heaviest<'s, 't>>,
}

impl<'s, 't> Balanced<'s, 't> {
    /// All nodes below the root of a space that has mass.
    pub fn new(index: &'s Index, space: &'s SearchSpace<'t>) -> Balanced<'s, 't> {
        let bottom = lightest_over_half(index, space);
        Balanced {
            total: space.total(),
            over_half: OverHalf::above(index, space, bottom).peekable(),
            up_to_half: Heaviest::beside(index, space, bottom).peekable(),
        }
    }

    /// The heaviest node with at most half of the mass; if there is none, the lightest with more.
    pub fn heaviest_up_to_half(mut self) -> Option<NodeId> {
        let chosen = self.up_to_half.next().or_else(|| self.over_half.next());
        chosen.map(|chosen| chosen.node)
    }
}

impl Iterator for Balanced<'_, '_> {
    type Item = Worth;

    fn next(&mut self) -> Option<Worth> {
        let rank = |worth: &Worth| (imbalance(worth.worth, self.total), worth.node);
        match (self.over_half.peek(), self.up_to_half.peek()) {
            (Some(over), Some(up_to)) if rank(over) < rank(up_to) => self.over_half.next(),
            (Some(_), None) => self.over_half.next(),
            _ => self.up_to_half.next(),
        }
    }
}

/// The deepest node with more than half of the mass.
fn lightest_over_half(index: &Index, space: &SearchSpace<'_>) -> NodeId {
    let tree = space.tree();
    let over_half = |node| {
        node <= space.root() || {
            let mass = space.mass(node);
            mass > space.total() - mass
        }
    };
    let middle = space
        .suspect_at(space.total() / 2)
        .expect("the middle lies within the mass");
    if over_half(middle) {
        return middle;
    }
    let below = index
        .ancestors()
        .topmost(tree, middle, |node| !over_half(node));
    tree.parent(below).expect("the root of the space has all")
}

/// The askable nodes on the way from one node up to the root of the space, lightest first; among
/// equals the topmost first.
#[derive(Debug)]
struct OverHalf<'s, 't> {
    index: &'s Index,
    space: &'s SearchSpace<'t>,
    /// The lowest node that has not been looked at.
    next: Option<NodeId>,
    /// A stretch of nodes that weigh the same, of which only the topmost was looked at.
    unlisted: Option<(NodeId, NodeId)>,
    /// Nodes that weigh the same, topmost last.
    listed: Vec<NodeId>,
}

impl<'s, 't> OverHalf<'s, 't> {
    fn above(index: &'s Index, space: &'s SearchSpace<'t>, bottom: NodeId) -> OverHalf<'s, 't> {
        OverHalf {
            index,
            space,
            next: Some(bottom),
            unlisted: None,
            listed: Vec::new(),
        }
    }

    fn worth(&self, node: NodeId) -> Worth {
        Worth {
            worth: self.space.mass(node),
            node,
        }
    }
}

impl Iterator for OverHalf<'_, '_> {
    type Item = Worth;

    fn next(&mut self) -> Option<Worth> {
        let (tree, space) = (self.space.tree(), self.space);
        loop {
            if let Some(node) = self.listed.pop() {
                return Some(self.worth(node));
            }
            if let Some((bottom, top)) = self.unlisted.take() {
                let below_top = std::iter::once(bottom)
                    .chain(tree.ancestors(bottom))
                    .take_while(|&node| node != top);
                self.listed
                    .extend(below_top.filter(|&node| space.is_askable(node)));
                continue;
            }
            let bottom = self.next.filter(|&node| node != space.root())?;
            let mass = space.mass(bottom);
            let top = self.index.ancestors().topmost(tree, bottom, |node| {
                node > space.root() && space.mass(node) == mass
            });
            self.next = tree.parent(top);
            self.unlisted = Some((bottom, top));
            if space.is_askable(top) {
                return Some(self.worth(top));
            }
        }
    }
}

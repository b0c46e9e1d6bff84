//! The askable nodes of parts of a search space, from the heaviest down.
//!
//! A space is cut into *pieces* about which the index knows the heaviest node: stretches from which
//! nothing was cleared, where a node weighs what it always did, and single nodes that contain cleared
//! parts, which are weighed one by one. There are at most two pieces for every cleared interval. A heap
//! hands out the heaviest node of all pieces; its piece is then cut around it.
//!
//! Two facts make the stretches simple. All that is cleared is cleared with everything below it, so a
//! stretch that starts at a node and ends before a cleared interval holds whole subtrees once the
//! nodes that reach into the interval are taken out; and only the topmost of those need be looked at
//! first, because no node weighs more than one that contains it.

use std::collections::BinaryHeap;
use std::ops::Range;

use elenchus_tree::place::view::{NodeId, SearchSpace};

use super::index::Index;
use super::range_best::Worth;

/// A part of the space whose heaviest node is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Piece {
    /// Whole subtrees, entered one after the other, from which nothing was cleared.
    Entered { start: usize, end: usize },
    /// The same for nodes that were left one after the other.
    Left { start: usize, end: usize },
    /// The subtree of the piece's heaviest node, from which something was cleared.
    Damaged,
}

/// Hands out nodes from the heaviest down; among equals the one that was entered first.
#[derive(Debug)]
pub struct Heaviest<'s, 't> {
    index: &'s Index,
    space: &'s SearchSpace<'t>,
    pieces: BinaryHeap<(Worth, Piece)>,
    /// The piece whose heaviest node was handed out last. It is cut only when more is wanted.
    uncut: Option<(Worth, Piece)>,
}

impl<'s, 't> Heaviest<'s, 't> {
    /// All nodes below the root of the space.
    pub fn below_root(index: &'s Index, space: &'s SearchSpace<'t>) -> Heaviest<'s, 't> {
        let mut heaviest = Heaviest::nothing(index, space);
        heaviest.add_inside(space.root());
        heaviest
    }

    /// All nodes of the space that do not contain `bottom`.
    pub fn beside(
        index: &'s Index,
        space: &'s SearchSpace<'t>,
        bottom: NodeId,
    ) -> Heaviest<'s, 't> {
        let mut heaviest = Heaviest::nothing(index, space);
        heaviest.add_entered_after(bottom);
        heaviest.add_left_before(bottom);
        heaviest
    }

    fn nothing(index: &'s Index, space: &'s SearchSpace<'t>) -> Heaviest<'s, 't> {
        Heaviest {
            index,
            space,
            pieces: BinaryHeap::new(),
            uncut: None,
        }
    }

    /// Adds the nodes inside `node`.
    fn add_inside(&mut self, node: NodeId) {
        self.add_subtrees(NodeId::at(node.0 + 1), self.space.tree().end(node));
    }

    /// Adds the nodes that were entered after `bottom`, its descendants among them.
    fn add_entered_after(&mut self, bottom: NodeId) {
        let end = self.space.tree().end(self.space.root());
        self.add_subtrees(NodeId::at(bottom.0 + 1), end);
    }

    /// Adds the nodes in `start..end`, which must hold whole subtrees.
    fn add_subtrees(&mut self, start: NodeId, end: NodeId) {
        let tree = self.space.tree();
        // Always the start of a subtree that no other in the range contains.
        let mut cursor = start;
        for (cleared, cleared_end) in self.space.removed().from(start) {
            if cleared >= end {
                break;
            }
            if cleared_end <= cursor {
                continue;
            }
            if cleared <= cursor {
                cursor = cleared_end;
                continue;
            }
            // What has not finished is never asked, so it need not be looked at as a whole.
            let damaged = self.index.ancestors().topmost(tree, cleared, |node| {
                node >= cursor && tree.is_finished(node)
            });
            self.add_entered(cursor.index()..damaged.index());
            if damaged < cleared {
                self.add_damaged(damaged);
            }
            cursor = cleared_end.max(tree.end(damaged));
        }
        self.add_entered(cursor.index()..end.index());
    }

    /// Adds the nodes that were left before `bottom` was entered.
    fn add_left_before(&mut self, bottom: NodeId) {
        let (tree, index) = (self.space.tree(), self.index);
        let root = self.space.root();
        let top = |node| {
            let ancestors = index.ancestors();
            ancestors.topmost(tree, node, |node| !tree.contains(node, bottom))
        };
        // All that was left when this node was entered is still to be added, and nothing else.
        let mut cursor = bottom;
        while let Some((cleared, cleared_end)) = self.space.removed().last_before(cursor)
            && cleared > root
        {
            let cleared_end = cleared_end.min(cursor);
            // The last cleared node and the first may hang from different nodes above `bottom`.
            let last_top = top(NodeId::at(cleared_end.0 - 1));
            let after = if last_top < cleared {
                index.left_position(tree, last_top) + 1
            } else {
                index.left_before(cleared_end)
            };
            self.add_left(after..index.left_before(cursor));
            let first_top = top(cleared);
            if first_top < cleared {
                self.add_damaged(first_top);
            }
            cursor = first_top;
        }
        self.add_left(index.left_before(root)..index.left_before(cursor));
    }

    fn add_entered(&mut self, range: Range<usize>) {
        let Range { start, end } = range;
        if start < end
            && let Some(heaviest) = self.index.heaviest_entered(self.space, range)
        {
            self.pieces.push((heaviest, Piece::Entered { start, end }));
        }
    }

    fn add_left(&mut self, range: Range<usize>) {
        let Range { start, end } = range;
        if start < end
            && let Some(heaviest) = self.index.heaviest_left(self.space, range)
        {
            self.pieces.push((heaviest, Piece::Left { start, end }));
        }
    }

    fn add_damaged(&mut self, node: NodeId) {
        let worth = self.space.mass(node);
        if worth > 0 {
            self.pieces.push((Worth { worth, node }, Piece::Damaged));
        }
    }

    /// Adds what is left of a piece without its heaviest node.
    fn cut(&mut self, piece: Piece, node: NodeId) {
        let tree = self.space.tree();
        match piece {
            Piece::Damaged => self.add_inside(node),
            Piece::Entered { start, end } => {
                let after = tree.end(node).index();
                self.add_entered(start..node.index());
                self.add_entered(node.index() + 1..after);
                self.add_entered(after..end);
            }
            Piece::Left { start, end } => {
                let position = self.index.left_position(tree, node);
                let first = self.index.left_before(node);
                self.add_left(start..first);
                self.add_left(first..position);
                self.add_left(position + 1..end);
            }
        }
    }
}

impl Iterator for Heaviest<'_, '_> {
    /// A node that can be asked, worth its remaining mass.
    type Item = Worth;

    fn next(&mut self) -> Option<Worth> {
        loop {
            if let Some((heaviest, piece)) = self.uncut.take() {
                self.cut(piece, heaviest.node);
            }
            self.uncut = self.pieces.pop();
            let (heaviest, _) = self.uncut.as_ref()?;
            if self.space.is_askable(heaviest.node) {
                return Some(*heaviest);
            }
        }
    }
}

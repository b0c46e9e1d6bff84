//! The best node of any stretch of an order of nodes.
//!
//! Positions are grouped into blocks; a segment tree over the blocks holds the best of each. A query
//! looks at O(log n) blocks and at the single positions of at most two of them. One block of 64 costs
//! 32 bytes, half a byte a node; nothing else is stored, because the worth of a single position can be
//! computed from the tree.

use std::cmp::Ordering;
use std::ops::Range;

use elenchus_tree::place::view::NodeId;

const BLOCK: usize = 64;

/// A node with what it is worth. The greater one is worth more; among equals it is the node that was
/// entered first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    pub worth: u64,
    pub node: NodeId,
}

impl Worth {
    /// Less than every node.
    const NOTHING: Worth = Worth {
        worth: 0,
        node: NodeId::at(u32::MAX),
    };
}

impl Ord for Worth {
    fn cmp(&self, other: &Worth) -> Ordering {
        (self.worth.cmp(&other.worth)).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Worth) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What stands at each position of an order, and whether it counts.
pub trait Positions {
    /// The node at a position and what it is worth; 0 means that it does not count.
    fn at(&self, position: usize) -> Worth;
    /// Whether a node counts at all. Asked only for nodes that could be the best.
    fn counts(&self, node: NodeId) -> bool;
}

/// The best of every block and of every aligned group of blocks.
#[derive(Clone, Debug)]
pub struct RangeBest {
    /// A segment tree: the blocks are in the second half, entry `i` covers entries `2i` and `2i + 1`.
    groups: Vec<Worth>,
}

impl RangeBest {
    /// Looks at `len` positions once.
    pub fn new(len: usize, positions: &impl Positions) -> RangeBest {
        let blocks = len.div_ceil(BLOCK);
        let mut groups = vec![Worth::NOTHING; 2 * blocks];
        for block in 0..blocks {
            let start = block * BLOCK;
            groups[blocks + block] = best_one_by_one(start..len.min(start + BLOCK), positions);
        }
        for group in (1..blocks).rev() {
            groups[group] = groups[2 * group].max(groups[2 * group + 1]);
        }
        RangeBest { groups }
    }

    /// The best node of a stretch of positions that counts, if any does. `positions` must be the one
    /// that this was built with.
    pub fn best(&self, range: Range<usize>, positions: &impl Positions) -> Option<Worth> {
        let first = range.start.div_ceil(BLOCK);
        let last = range.end / BLOCK;
        let best = if first >= last {
            best_one_by_one(range, positions)
        } else {
            best_one_by_one(range.start..first * BLOCK, positions)
                .max(self.best_block(first..last))
                .max(best_one_by_one(last * BLOCK..range.end, positions))
        };
        (best.worth > 0).then_some(best)
    }

    fn best_block(&self, blocks: Range<usize>) -> Worth {
        let leaves = self.groups.len() / 2;
        let (mut low, mut high) = (blocks.start + leaves, blocks.end + leaves);
        let mut best = Worth::NOTHING;
        while low < high {
            if low % 2 == 1 {
                best = best.max(self.groups[low]);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                best = best.max(self.groups[high]);
            }
            low /= 2;
            high /= 2;
        }
        best
    }
}

fn best_one_by_one(range: Range<usize>, positions: &impl Positions) -> Worth {
    let mut best = Worth::NOTHING;
    for position in range {
        let candidate = positions.at(position);
        if candidate.worth > 0 && candidate > best && positions.counts(candidate.node) {
            best = candidate;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Nodes in reverse order, every seventh not counting.
    struct List(Vec<u64>);

    impl Positions for List {
        fn at(&self, position: usize) -> Worth {
            Worth {
                worth: self.0[position],
                node: NodeId::new(self.0.len() - position),
            }
        }

        fn counts(&self, node: NodeId) -> bool {
            !node.0.is_multiple_of(7)
        }
    }

    proptest! {
        #[test]
        fn equals_looking_at_every_position(
            list in proptest::collection::vec(0u64..20, 0..2000),
            from in 0usize..2000,
            to in 0usize..2000,
        ) {
            let list = List(list);
            let len = list.0.len();
            let range = from.min(len)..to.min(len).max(from.min(len));
            let expected = range
                .clone()
                .map(|position| list.at(position))
                .filter(|w| w.worth > 0 && list.counts(w.node))
                .max();
            prop_assert_eq!(RangeBest::new(len, &list).best(range, &list), expected);
        }
    }
}

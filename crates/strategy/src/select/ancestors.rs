//! Climbing long ways up a tree in few steps.
//!
//! Every node has, besides its parent, one *jump* to a farther ancestor. The lengths of the jumps
//! follow the skew-binary numbers (Myers 1983), so that the topmost ancestor with a property that
//! all nodes below it share is found in O(log depth) steps, with 4 bytes a node and one pass over the
//! preorder to build.

use elenchus_tree::place::view::{NodeId, Tree};

/// Depths and jumps of all nodes of a tree.
#[derive(Clone, Debug)]
pub struct Ancestors {
    jump: Vec<NodeId>,
    depth: Vec<u32>,
}

impl Ancestors {
    /// Linear in the size of the tree.
    pub fn new(tree: &Tree) -> Ancestors {
        let mut jump: Vec<NodeId> = Vec::with_capacity(tree.len());
        let mut depth: Vec<u32> = Vec::with_capacity(tree.len());
        for node in tree.nodes() {
            let Some(parent) = tree.parent(node) else {
                jump.push(node);
                depth.push(0);
                continue;
            };
            let near = jump[parent.index()];
            let far = jump[near.index()];
            let first = depth[parent.index()] - depth[near.index()];
            let second = depth[near.index()] - depth[far.index()];
            // Two jumps of equal length join into one; otherwise start again from the parent.
            jump.push(if first == second { far } else { parent });
            depth.push(depth[parent.index()] + 1);
        }
        Ancestors { jump, depth }
    }

    /// How many proper ancestors a node has.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.depth[node.index()]
    }

    /// The topmost of `node` and its ancestors for which `holds` is true, given that it is true for
    /// `node`, and for no ancestor above one for which it is false.
    pub fn topmost(&self, tree: &Tree, node: NodeId, holds: impl Fn(NodeId) -> bool) -> NodeId {
        debug_assert!(holds(node));
        let mut node = node;
        while let Some(parent) = tree.parent(node)
            && holds(parent)
        {
            let far = self.jump[node.index()];
            node = if holds(far) { far } else { parent };
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    proptest! {
        #[test]
        fn climbs_exactly_as_far_as_step_by_step(
            choices in proptest::collection::vec(0usize..4, 1..300),
            node in 0usize..300,
            limit in 0u32..40,
        ) {
            let parents: Vec<_> = (0..choices.len())
                .map(|n| n.checked_sub(1).map(|last| last.saturating_sub(choices[n])))
                .collect();
            let (tree, _) = Tree::from_parents(&parents).unwrap();
            let ancestors = Ancestors::new(&tree);
            let node = NodeId::new(node % tree.len());
            prop_assert_eq!(ancestors.depth(node) as usize, tree.ancestors(node).count());
            let lowest = ancestors.depth(node).saturating_sub(limit);
            let holds = |node| ancestors.depth(node) >= lowest;
            let expected = std::iter::once(node)
                .chain(tree.ancestors(node))
                .take_while(|&node| holds(node))
                .last();
            prop_assert_eq!(Some(ancestors.topmost(&tree, node, holds)), expected);
        }
    }

    #[test]
    fn a_million_levels_take_few_steps() {
        let parents: Vec<_> = (0..1_000_000usize).map(|n| n.checked_sub(1)).collect();
        let (tree, _) = Tree::from_parents(&parents).unwrap();
        let ancestors = Ancestors::new(&tree);
        for target in [0, 1, 17, 499_999, 999_998] {
            let looks = Cell::new(0);
            let top = ancestors.topmost(&tree, NodeId::at(999_999), |node| {
                looks.set(looks.get() + 1);
                node.0 >= target
            });
            assert_eq!(top, NodeId::at(target));
            assert!(looks.get() < 150, "{} looks", looks.get());
        }
    }
}

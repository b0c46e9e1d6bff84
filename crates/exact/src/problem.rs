//! The input of the exact solvers: a plain rooted tree with masses, costs and what may be asked.
//!
//! A [`Problem`] stands for the part of an execution tree that is still suspect. The bug is in one of
//! its nodes, each weighted by its mass. Asking node `v` tells whether it is in the subtree of `v`.

use elenchus_tree::RootStatus;
use elenchus_tree::place::view::{NodeId, SearchSpace};

/// A rooted tree in which one node is sought.
///
/// All lists have one entry a node. Nodes are numbered so that parents come before their children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The parent of each node; only node 0, the root, has none.
    pub parents: Vec<Option<u32>>,
    /// How likely each node is to hold the bug, relative to the others.
    pub masses: Vec<u64>,
    /// Whether a question about each node can be put.
    pub askable: Vec<bool>,
    /// What a question about each node costs; `None` when every question costs one.
    pub costs: Option<Vec<u64>>,
    /// Whether "there is no bug at all" is still possible. Then a bug counts as found only when a
    /// node that contains it was said to be wrong.
    pub root_unknown: bool,
}

/// The suspect part of a tree as a problem, and which nodes its numbers stand for.
#[derive(Clone, Debug)]
pub struct SpaceProblem {
    /// The problem.
    pub problem: Problem,
    /// The node of the tree behind each number of the problem, ascending.
    pub nodes: Vec<NodeId>,
}

impl Problem {
    /// A problem in which all nodes weigh one, cost one and can be asked, and whose root is known to
    /// be wrong. Parents must come before their children.
    pub fn uniform(parents: Vec<Option<u32>>) -> Problem {
        let nodes = parents.len();
        Problem {
            parents,
            masses: vec![1; nodes],
            askable: vec![true; nodes],
            costs: None,
            root_unknown: false,
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// What a question about a node costs.
    pub fn cost(&self, node: usize) -> u64 {
        self.costs.as_ref().map_or(1, |costs| costs[node])
    }
}

impl SpaceProblem {
    /// What is left in a search space. `cost_of` gives whole-number costs where questions differ.
    /// Parts without any mass are left out: nothing about them need be asked.
    pub fn of_space(
        space: &SearchSpace<'_>,
        cost_of: Option<&dyn Fn(NodeId) -> u64>,
    ) -> SpaceProblem {
        let tree = space.tree();
        let root = space.root();
        let mut nodes = vec![root];
        let mut parents = vec![None];
        // The numbers of the nodes from the root down to the latest one, and a way up from a suspect.
        let mut path: Vec<u32> = vec![0];
        let mut way_up = Vec::new();
        let mut suspect = space.first_suspect(NodeId::at(root.0 + 1));
        while let Some(node) = suspect {
            while let Some(&last) = path.last()
                && !tree.contains(nodes[last as usize], node)
            {
                path.pop();
            }
            let above = path.last().map(|&last| nodes[last as usize]);
            way_up.extend(
                std::iter::successors(Some(node), |&node| tree.parent(node))
                    .take_while(|&node| Some(node) != above),
            );
            while let Some(node) = way_up.pop() {
                parents.push(path.last().copied());
                path.push(nodes.len() as u32);
                nodes.push(node);
            }
            suspect = space.first_suspect(NodeId::at(node.0 + 1));
        }
        let problem = Problem {
            parents,
            masses: nodes.iter().map(|&v| space.own_mass(v)).collect(),
            askable: nodes.iter().map(|&v| space.is_askable(v)).collect(),
            costs: cost_of.map(|cost_of| nodes.iter().map(|&v| cost_of(v)).collect()),
            root_unknown: space.root_status() == RootStatus::Unknown,
        };
        SpaceProblem { problem, nodes }
    }
}

#[cfg(test)]
mod tests {
    use elenchus_tree::Answer;
    use elenchus_tree::place::view::{Masses, Tree};

    use super::*;

    #[test]
    fn a_part_holds_what_answers_left() {
        let parents = [None, Some(0), Some(1), Some(1), Some(0), Some(4)];
        let (tree, _) = Tree::from_parents(&parents).unwrap();
        let masses = Masses::of(&tree);
        let mut space = SearchSpace::new(&tree, &masses, RootStatus::Unknown);
        space.apply(NodeId::at(2), Answer::Right);
        space.apply(NodeId::at(5), Answer::Unknown);
        let part = SpaceProblem::of_space(&space, None);
        assert_eq!(part.nodes, [0, 1, 3, 4, 5].map(NodeId::at));
        assert_eq!(
            part.problem.parents,
            [None, Some(0), Some(1), Some(0), Some(3)]
        );
        assert_eq!(part.problem.askable, [true, true, true, true, false]);
        assert!(part.problem.root_unknown);
        assert_eq!(part.problem.masses, [1; 5]);
    }
}

//! Minimax: the fewest questions in the worst case.
//!
//! The labels of the whole tree are made once; the largest one alive is the next question. A part that
//! has become small is labelled anew, because answers may have left it easier than the labels of the
//! whole tree can tell.

use elenchus_exact::MinimaxLabels;
use elenchus_tree::RootStatus;
use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::strategies::Rule;

/// Parts with no more nodes than this are labelled anew.
const SMALL: usize = 256;

/// Unless they were cut out of a subtree with more nodes than this: labelling makes room for all.
const SMALL_SUBTREE: usize = 2_048;

/// The labels of a whole tree with the masses they were made for.
#[derive(Clone, Debug)]
pub struct Labels {
    stamp: u64,
    labels: MinimaxLabels,
}

impl Labels {
    /// Labels the whole tree of a space, whatever has been answered.
    pub fn of_tree(space: &SearchSpace<'_>) -> Labels {
        let whole = SearchSpace::new(space.tree(), space.masses(), RootStatus::Wrong);
        Labels {
            stamp: space.masses().stamp(),
            labels: MinimaxLabels::build(&whole),
        }
    }

    /// Whether these labels are those of the tree and the masses of a space.
    pub fn fit(&self, space: &SearchSpace<'_>) -> bool {
        self.stamp == space.masses().stamp()
    }

    /// The next question, and how many there are at most.
    pub fn choose(&self, space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
        ask(&self.labels, space)
    }
}

/// The next question in a part that is small enough to be labelled by itself; `Err` when it is not.
pub fn choose_in_small_part(space: &SearchSpace<'_>) -> Result<Option<(NodeId, Rule)>, TooLarge> {
    let (tree, root) = (space.tree(), space.root());
    if tree.size(root) > SMALL_SUBTREE {
        return Err(TooLarge);
    }
    let alive = space.alive_between(root, tree.end(root));
    let nodes: usize = alive.map(|(start, end)| end.index() - start.index()).sum();
    if nodes > SMALL {
        return Err(TooLarge);
    }
    Ok(ask(&MinimaxLabels::build(space), space))
}

/// A part has too many nodes to be labelled for one question.
#[derive(Debug)]
pub struct TooLarge;

fn ask(labels: &MinimaxLabels, space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
    let node = labels.next(space)?;
    let at_most = labels.label(node)? + 1;
    Some((node, Rule::FewestAtWorst { at_most }))
}

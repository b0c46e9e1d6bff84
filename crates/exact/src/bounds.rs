//! Lower bounds on the total number of questions: no strategy can do better.
//!
//! All of them bound the total over all bug positions when the root is known to be wrong. Asking `v`
//! cuts the edge above it, so the tree may be seen as a free tree whose edges are cut one by one:
//!
//! * [`huffman`] (LB0): yes/no answers must tell the nodes apart;
//! * [`degree`] (LB1): all edges around a node must be cut before it stands alone;
//! * [`kraft_degree`] (LB2): both at once;
//! * [`recursive`] (LB3): siblings pay for each other's questions, and inside each child the bound
//!   holds again.
//!
//! Nothing here recurses over the tree.

use elenchus_tree::place::view::{NodeId, Tree};

/// LB0 for `nodes` equally likely nodes: the least total depth of a binary tree with that many leaves.
pub fn huffman(nodes: u64) -> u64 {
    if nodes < 2 {
        return 0;
    }
    let floor = u64::from(nodes.ilog2());
    nodes * floor + 2 * (nodes - (1 << floor))
}

/// The least total depth of a binary tree whose leaves have the given masses: Huffman's. Masses of 0
/// need not be told apart.
pub fn weighted_huffman(masses: impl IntoIterator<Item = u64>) -> u128 {
    let mut leaves: Vec<u128> = masses
        .into_iter()
        .filter(|&m| m > 0)
        .map(u128::from)
        .collect();
    leaves.sort_unstable();
    // Sums come out in ascending order, so two queues take the place of a heap.
    let mut sums = std::collections::VecDeque::new();
    let mut leaves = std::collections::VecDeque::from(leaves);
    let mut total = 0;
    loop {
        let mut lightest = || match (leaves.front(), sums.front()) {
            (Some(leaf), Some(sum)) if leaf <= sum => leaves.pop_front(),
            (Some(_), None) => leaves.pop_front(),
            _ => sums.pop_front(),
        };
        let (Some(first), Some(second)) = (lightest(), lightest()) else {
            return total;
        };
        total += first + second;
        sums.push_back(first + second);
    }
}

/// LB1: a node's edges are all cut before it stands alone, and until then it also pays for the edges
/// to its elder siblings.
pub fn degree(tree: &Tree) -> u64 {
    least_depths(tree).iter().sum()
}

/// LB2: the least total depth of a binary tree in which every node's leaf is as deep as LB1 says.
pub fn kraft_degree(tree: &Tree) -> u64 {
    least_total_depth(&least_depths(tree))
}

/// How many questions each node needs at least, in no special order. When the edge to a child is cut
/// as the `j`-th of those below its parent, then the child has paid for `j` of them, and it pays for
/// all of the edges below itself. The order that lets the child with the most children go first is
/// taken: it spreads the depths least, so that no other order leads to a smaller LB2.
fn least_depths(tree: &Tree) -> Vec<u64> {
    let mut depths = Vec::with_capacity(tree.len());
    let root = fold_up(tree, |_, below: &mut Vec<u64>| {
        below.sort_unstable_by(|a, b| b.cmp(a));
        depths.extend(below.iter().zip(1..).map(|(&children, cut)| cut + children));
        below.len() as u64
    });
    depths.extend(root);
    depths
}

/// LB3: at every node, the bounds of its children, what siblings pay for each other, and the node's
/// own questions; or LB0 where that is more.
pub fn recursive(tree: &Tree) -> u64 {
    let mut weights = Vec::new();
    let whole = fold_up(tree, |_, below: &mut Vec<(u64, u64)>| {
        weights.clear();
        weights.extend(below.iter().map(|&(weight, _)| weight));
        let size = 1 + weights.iter().sum::<u64>();
        let inside: u64 = below.iter().map(|&(_, bound)| bound).sum();
        (size, huffman(size).max(inside + around(&mut weights)))
    });
    whole.map_or(0, |(_, bound)| bound)
}

/// Computes a value for every node from those of its children, and returns that of the root.
fn fold_up<T>(tree: &Tree, mut value: impl FnMut(NodeId, &mut Vec<T>) -> T) -> Option<T> {
    // Going through the preorder backwards, the subtrees seen so far and not yet taken by their
    // parents lie on a stack, the children of the current node on top.
    let mut seen: Vec<(usize, T)> = Vec::new();
    let mut below = Vec::new();
    for node in tree.nodes().rev() {
        let size = tree.size(node);
        let mut counted = 1;
        below.clear();
        while counted < size
            && let Some((nodes, value)) = seen.pop()
        {
            counted += nodes;
            below.push(value);
        }
        seen.push((size, value(node, &mut below)));
    }
    seen.pop().map(|(_, value)| value)
}

/// What a node with children of these weights pays and makes them pay beyond what they pay inside
/// themselves.
///
/// The node pays for the edge to each child. Of two siblings the first cut in either is paid by all of
/// the other, hence at least by as many nodes as the lighter one has. And the edge to a child is paid by
/// all of the child's nodes, unless there was a cut inside it before: then the node and at least one of
/// each lighter sibling paid for one cut more.
pub(crate) fn around(weights: &mut [u64]) -> u64 {
    weights.sort_unstable_by(|a, b| b.cmp(a));
    let children = weights.len() as u64;
    let paid = weights
        .iter()
        .zip(0u64..)
        .map(|(&weight, elder)| elder * weight + weight.min(children - elder));
    paid.sum::<u64>() + children
}

/// The best of the bounds for a tree whose nodes all weigh one.
pub fn best(tree: &Tree) -> u64 {
    // The other two are never more than these.
    kraft_degree(tree).max(recursive(tree))
}

/// The best bound for a tree with any masses: Huffman's, or what a node and its children pay for each
/// other as in LB3. What weighs nothing pays nothing.
pub fn weighted(tree: &Tree) -> u128 {
    let mut weights = Vec::new();
    let whole = fold_up(tree, |node, below: &mut Vec<(u64, u128)>| {
        let own = tree.own_mass(node);
        weights.clear();
        weights.extend(below.iter().map(|&(weight, _)| weight).filter(|&w| w > 0));
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let size = own + weights.iter().sum::<u64>();
        let elder = weights.iter().zip(0u128..);
        let siblings: u128 = elder
            .map(|(&weight, elder)| elder * u128::from(weight))
            .sum();
        let inside: u128 = below.iter().map(|&(_, bound)| bound).sum();
        let around = u128::from(own) * weights.len() as u128;
        (size, inside + siblings + around)
    });
    let huffman = weighted_huffman(tree.nodes().map(|node| tree.own_mass(node)));
    whole.map_or(0, |(_, bound)| bound).max(huffman)
}

/// The least sum of depths `d[v] >= at_least[v]` that satisfy Kraft's inequality
/// `sum of 2^-d[v] <= 1`.
///
/// Deepening the highest leaf frees the most room a step, so levels are gone through from the top:
/// all leaves of a level move down, or just as many as are needed.
fn least_total_depth(at_least: &[u64]) -> u64 {
    let deepest = at_least.iter().copied().max().unwrap_or(0) as usize;
    let mut on_level = vec![0u64; deepest + 2];
    for &depth in at_least {
        on_level[depth as usize] += 1;
    }
    // below[d]: what the leaves below level d - 1 take up, in units of 2^-d: the whole part, and
    // whether there is more.
    let mut below = vec![(0u64, false); deepest + 3];
    for level in (0..=deepest + 1).rev() {
        let (whole, more) = below[level + 1];
        below[level] = (on_level[level] + whole / 2, more || whole % 2 == 1);
    }
    let mut total: u64 = at_least.iter().sum();
    let mut moved = 0;
    for level in 0.. {
        let here = moved + on_level.get(level).copied().unwrap_or(0);
        let (whole, more) = below.get(level + 1).copied().unwrap_or((0, false));
        let deeper = whole + u64::from(more);
        // In units of 2^-(level + 1): what is there, and what there may be.
        let room = 1u64.checked_shl(level as u32 + 1).unwrap_or(u64::MAX);
        let excess = (2 * here + deeper).saturating_sub(room);
        if excess <= here {
            return total + excess;
        }
        total += here;
        moved = here;
    }
    unreachable!("the room doubles on every level")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_masses_give_the_closed_form() {
        for nodes in 0..200 {
            let weighted = weighted_huffman(std::iter::repeat_n(1, nodes));
            assert_eq!(weighted, u128::from(huffman(nodes as u64)));
        }
    }

    /// Deepens the highest leaf until the leaves fit.
    fn by_single_steps(at_least: &[u64]) -> u64 {
        let mut depths = at_least.to_vec();
        let unit = 1u64 << 40;
        while depths.iter().map(|&d| unit >> d).sum::<u64>() > unit {
            *depths.iter_mut().min().unwrap() += 1;
        }
        depths.iter().sum()
    }

    proptest! {
        #[test]
        fn depths_are_the_least_that_fit(at_least in proptest::collection::vec(0u64..12, 1..40)) {
            prop_assert_eq!(least_total_depth(&at_least), by_single_steps(&at_least));
        }
    }
}

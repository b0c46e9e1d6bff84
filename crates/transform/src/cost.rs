//! How many questions a search asks on a tree, summed over all places where the bug can be.
//!
//! A total weighs every node by its own mass; the root is known to be wrong and never asked. Nodes
//! without mass of their own answer themselves: of the parts of something wrong that owns nothing,
//! the last one left need not be asked. Dividing by the tree's mass gives the mean.

use elenchus_tree::place::view::{NodeId, Tree};

use crate::options::Search;

/// A total, or what is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total {
    /// The total if it is exact, else less than the total.
    pub at_least: u128,
    /// Whether the count was carried to its end.
    pub exact: bool,
}

/// A count on a balanced tree takes about log2 n looks at each node, so this lets it end.
const LOOKS_PER_NODE: u64 = 64;

/// Small trees are counted to the end whatever their shape.
const LOOKS: u64 = 1 << 22;

/// The total of a search on a tree, with a budget that suits its size.
pub fn bounded_total(tree: &Tree, search: Search) -> Total {
    total(tree, search, LOOKS.max(tree.len() as u64 * LOOKS_PER_NODE))
}

/// The same for a tree that need only be shown to cost more than another: less work, and perhaps
/// only a bound.
pub(crate) fn rough_total(tree: &Tree, search: Search) -> Total {
    total(
        tree,
        search,
        LOOKS.max(tree.len() as u64 * LOOKS_PER_NODE / 4),
    )
}

/// The total of a search on a tree. Top-down searches are counted in O(n log n). Divide & query
/// looks at each component node by node; after `budget` such looks the count stops, and what is
/// left of every component is only estimated from below.
pub fn total(tree: &Tree, search: Search, budget: u64) -> Total {
    match search {
        Search::SingleStepping => exact(single_stepping(tree)),
        Search::TopDown => exact(top_down(tree, |_| {})),
        Search::HeaviestFirst => exact(heaviest_first(tree)),
        Search::DivideAndQuery => {
            let size = tree.nodes().map(|node| tree.size(node) as u32).collect();
            let own = tree.nodes().map(|node| tree.own_mass(node)).collect();
            Component::new(size, own).total(budget)
        }
    }
}

fn exact(total: u128) -> Total {
    Total {
        at_least: total,
        exact: true,
    }
}

/// The total when every suspect is asked in post-order until one is wrong. The last of them is not
/// asked: it is what remains.
fn single_stepping(tree: &Tree) -> u128 {
    let mut sum = 0;
    let mut asked: u128 = 0;
    let mut last = 0;
    let mut leave = |node: NodeId| {
        let own = tree.own_mass(node);
        if own > 0 {
            asked += 1;
            sum += asked * u128::from(own);
            last = own;
        }
    };
    let mut open = Vec::new();
    for node in tree.nodes() {
        while let Some(inner) = open.pop_if(|&mut inner| tree.end(inner) <= node) {
            leave(inner);
        }
        open.push(node);
    }
    while let Some(inner) = open.pop() {
        leave(inner);
    }
    sum - u128::from(last)
}

/// The total when every wrong node's children are asked heaviest first: the sum over all nodes of
/// what their children cost, because a question about a child is asked exactly when its parent is
/// known to be wrong.
pub fn heaviest_first(tree: &Tree) -> u128 {
    top_down(tree, |weights| weights.sort_unstable_by(|a, b| b.cmp(a)))
}

fn top_down(tree: &Tree, order: impl Fn(&mut [u64])) -> u128 {
    let before = prefix_sums(tree);
    let mut weights = Vec::new();
    let mut sum = 0;
    for node in tree.nodes() {
        weights.clear();
        let heavy = |child: NodeId| before[tree.end(child).index()] - before[child.index()];
        weights.extend(tree.children(node).map(heavy).filter(|&weight| weight > 0));
        order(&mut weights);
        sum += children_cost(&weights, tree.own_mass(node));
    }
    sum
}

/// What it costs to find out which child of a wrong node is wrong, if any, asking them in this
/// order: the j-th child is reached after j questions, the node itself after all of them.
pub(crate) fn children_cost(weights: &[u64], own: u64) -> u128 {
    let mut asked: u128 = 0;
    let mut sum = 0;
    for (place, &weight) in weights.iter().enumerate() {
        let implied = own == 0 && place + 1 == weights.len();
        asked += u128::from(!implied);
        sum += asked * u128::from(weight);
    }
    sum + asked * u128::from(own)
}

fn prefix_sums(tree: &Tree) -> Vec<u64> {
    let mut sum = 0;
    let sums = tree.nodes().map(|node| {
        sum += tree.own_mass(node);
        sum
    });
    std::iter::once(0).chain(sums).collect()
}

/// A connected piece of a tree: in preorder, the size of each subtree and each node's own mass.
pub(crate) struct Component {
    size: Vec<u32>,
    own: Vec<u64>,
}

impl Component {
    pub fn new(size: Vec<u32>, own: Vec<u64>) -> Component {
        Component { size, own }
    }

    /// The node other than the root whose subtree is closest to half of the mass, and all the mass.
    fn closest_to_half(&self) -> (Option<usize>, u64) {
        let total: u64 = self.own.iter().sum();
        let mut before = Vec::with_capacity(self.own.len() + 1);
        before.push(0);
        for &own in &self.own {
            before.push(before[before.len() - 1] + own);
        }
        let mut best = (u64::MAX, None);
        for (node, &size) in self.size.iter().enumerate() {
            let mass = before[node + size as usize] - before[node];
            let distance = (2 * mass).abs_diff(total);
            if mass > 0 && mass < total && distance < best.0 {
                best = (distance, Some(node));
            }
        }
        (best.1, total)
    }

    /// Cuts a subtree off and returns it.
    fn cut(&mut self, node: usize) -> Component {
        let end = node + self.size[node] as usize;
        for above in 0..node {
            if above + self.size[above] as usize > node {
                self.size[above] -= (end - node) as u32;
            }
        }
        Component {
            size: self.size.drain(node..end).collect(),
            own: self.own.drain(node..end).collect(),
        }
    }

    /// The total of divide & query, which always asks the node closest to half.
    pub fn total(self, budget: u64) -> Total {
        let mut waiting = vec![self];
        let mut sum = 0;
        let mut looks = 0;
        let mut exact = true;
        while let Some(mut component) = waiting.pop() {
            looks += component.own.len() as u64;
            if looks > budget {
                exact = false;
                sum += entropy_bound(&component.own);
                continue;
            }
            let (best, total) = component.closest_to_half();
            if let Some(node) = best {
                sum += u128::from(total);
                waiting.push(component.cut(node));
                waiting.push(component);
            }
        }
        Total {
            at_least: sum,
            exact,
        }
    }
}

/// No yes/no search can be cheaper than the entropy of the masses; rounded down.
fn entropy_bound(own: &[u64]) -> u128 {
    let total: f64 = own.iter().map(|&mass| mass as f64).sum();
    let bits: f64 = own
        .iter()
        .filter(|&&mass| mass > 0)
        .map(|&mass| mass as f64 * (total / mass as f64).log2())
        .sum();
    // The sum is off by some rounding errors; a bound may only err downwards.
    (bits * 0.999_999).max(0.0) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(parents: &[i64]) -> Tree {
        let parents: Vec<_> = parents.iter().map(|&p| usize::try_from(p).ok()).collect();
        Tree::from_parents(&parents).unwrap().0
    }

    #[test]
    fn the_last_part_of_something_without_code_is_implied() {
        let mut star = tree(&[-1, 0, 0, 0]);
        assert_eq!(heaviest_first(&star), 9);
        star.set_masses(vec![0, 1, 1, 1]);
        assert_eq!(heaviest_first(&star), 5);
        assert_eq!(total(&star, Search::DivideAndQuery, 1000), exact(5));
    }

    #[test]
    fn a_count_cut_short_stays_below_the_total() {
        let wide: Vec<i64> = (0..200).map(|n| if n == 0 { -1 } else { 0 }).collect();
        let wide = tree(&wide);
        let whole = total(&wide, Search::DivideAndQuery, u64::MAX);
        assert!(whole.exact);
        let cut = total(&wide, Search::DivideAndQuery, 1000);
        assert!(!cut.exact && cut.at_least < whole.at_least);
    }
}

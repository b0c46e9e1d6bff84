//! 000's Theorem 1 and its rule for divide & query, checked on all trees of up to eight nodes.
//!
//! Theorem 1 says that merging a call into a caller that did nothing else lowers the mean of a
//! top-down search. Its proof looks at the subtree of the caller only, and there it is right. For a
//! whole tree it is not: the merged call may have been one of the cheap ones, so that the mean over
//! the nodes that remain rises. The rule for divide & query ("compress in the case of Theorem 1 and
//! in no other") fails both ways. The smallest counterexamples are recorded here.

use crate::common::{Dice, cases};
use elenchus_transform::{Search, cost};
use elenchus_tree::place::view::Tree;

/// A merge in a tree given by its parents: the call `call` is merged into its parent.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Merge {
    parents: Vec<usize>,
    call: usize,
}

impl Merge {
    fn before(&self) -> Tree {
        tree(&self.parents)
    }

    fn after(&self) -> Tree {
        let caller = self.parents[self.call];
        let renumber = |node: usize| node - usize::from(node > self.call);
        let kept = (0..self.parents.len()).filter(|&node| node != self.call);
        let parents: Vec<usize> = kept
            .map(|node| match self.parents[node] {
                parent if parent == self.call => renumber(caller),
                parent => renumber(parent),
            })
            .collect();
        tree(&parents)
    }

    /// Whether the caller made no other call.
    fn is_alone(&self) -> bool {
        let caller = self.parents[self.call];
        let calls = (1..self.parents.len()).filter(|&node| self.parents[node] == caller);
        calls.count() == 1
    }

    /// Whether the mean over the nodes that there are falls.
    fn lowers_the_mean(&self, search: Search) -> bool {
        let mean = |tree: &Tree| {
            let total = cost::total(tree, search, u64::MAX);
            assert!(total.exact);
            (total.at_least, tree.len() as u128)
        };
        let (before, nodes) = mean(&self.before());
        let (after, fewer) = mean(&self.after());
        after * nodes < before * fewer
    }
}

/// The root's own entry is not looked at.
fn tree(parents: &[usize]) -> Tree {
    let parents: Vec<Option<usize>> = (0..parents.len())
        .map(|node| (node > 0).then_some(parents[node]))
        .collect();
    Tree::from_parents(&parents).unwrap().0
}

/// Every merge in every tree of `nodes` nodes whose parents are numbered before their children.
fn merges(nodes: usize) -> impl Iterator<Item = Merge> {
    let shapes: usize = (1..nodes).product();
    (0..shapes).flat_map(move |shape| {
        let mut left = shape;
        let mut parents = vec![0];
        for node in 1..nodes {
            parents.push(left % node);
            left /= node;
        }
        (1..nodes).map(move |call| Merge {
            parents: parents.clone(),
            call,
        })
    })
}

/// The first of the smallest merges for which this holds.
fn smallest(holds: impl Fn(&Merge) -> bool) -> Option<Merge> {
    (2..=8).find_map(|nodes| merges(nodes).find(&holds))
}

const TOP_DOWN: [Search; 2] = [Search::TopDown, Search::HeaviestFirst];

#[test]
fn theorem_1_holds_in_the_subtree_of_the_caller() {
    for search in TOP_DOWN {
        let at_root = |m: &Merge| m.is_alone() && m.parents[m.call] == 0;
        assert_eq!(smallest(|m| at_root(m) && !m.lowers_the_mean(search)), None);
    }
    // Larger trees, at random: a caller with one call below which anything happens.
    for seed in 0..cases(500) {
        let dice = &mut Dice(seed);
        let nodes = 3 + dice.below(60) as usize;
        let mut parents = vec![0, 0];
        parents.extend((2..nodes).map(|node| 1 + dice.below(node as u64 - 1) as usize));
        let merge = Merge { parents, call: 1 };
        for search in TOP_DOWN {
            assert!(
                merge.is_alone() && merge.lowers_the_mean(search),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn theorem_1_fails_for_a_whole_tree() {
    // f calls itself and nothing else, beside four other calls of its caller. The second f is
    // cheaper to find than the average node, so without it the mean rises: 23/7 to 20/6.
    let expected = Merge {
        parents: vec![0, 0, 1, 0, 0, 0, 0],
        call: 2,
    };
    for search in TOP_DOWN {
        let found = smallest(|m| m.is_alone() && !m.lowers_the_mean(search));
        assert_eq!(found.as_ref(), Some(&expected), "{search:?}");
    }
    let total = |tree: &Tree| cost::heaviest_first(tree);
    assert_eq!(
        (total(&expected.before()), total(&expected.after())),
        (23, 20)
    );
}

#[test]
fn the_rule_for_divide_and_query_fails_both_ways() {
    let search = Search::DivideAndQuery;
    // "In the case of Theorem 1": three calls in a row, the last with four calls of its own.
    let worse = Merge {
        parents: vec![0, 0, 1, 2, 2, 2, 2],
        call: 1,
    };
    let at_root = |m: &Merge| m.is_alone() && m.parents[m.call] == 0;
    assert_eq!(
        smallest(|m| at_root(m) && !m.lowers_the_mean(search)),
        Some(worse)
    );
    // "And in no other": a caller with another call, and a recursive call with one of its own.
    let better = Merge {
        parents: vec![0, 0, 1, 0],
        call: 1,
    };
    let has_calls = |m: &Merge| m.parents[1..].contains(&m.call);
    let pays = |m: &Merge| !m.is_alone() && has_calls(m) && m.lowers_the_mean(search);
    assert_eq!(smallest(pays), Some(better));
}

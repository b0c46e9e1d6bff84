//! What several tests share: all small trees, random ones, and brute force by subsets of nodes.

// Every test is a crate of its own and uses some of this.
#![allow(dead_code)]

use std::collections::HashMap;

use elenchus_exact::Problem;
use elenchus_tree::place::view::Tree;
use proptest::prelude::*;

/// How many cases to try: `usual`, or many more when ELENCHUS_LONG asks for it.
pub fn cases(usual: u32) -> u32 {
    if is_long() { 20 * usual } else { usual }
}

/// Whether ELENCHUS_LONG asks for longer tests.
pub fn is_long() -> bool {
    std::env::var("ELENCHUS_LONG").is_ok_and(|value| !value.is_empty() && value != "0")
}

/// A tree as a list of parents in which parents come before their children.
pub type Parents = Vec<Option<u32>>;

/// The tree itself.
pub fn tree_of(parents: &[Option<u32>]) -> Tree {
    let parents: Vec<_> = parents.iter().map(|p| p.map(|p| p as usize)).collect();
    Tree::from_parents(&parents).unwrap().0
}

/// All rooted trees of `nodes` nodes, each shape once: lists of levels in which every level sequence
/// is the largest of its shape (Beyer and Hedetniemi).
pub fn rooted_trees(nodes: usize) -> Vec<Parents> {
    let mut levels: Vec<usize> = (0..nodes).collect();
    let mut trees = Vec::new();
    loop {
        trees.push(of_levels(&levels));
        let Some(last) = (1..nodes).rev().find(|&v| levels[v] > 1) else {
            return trees;
        };
        let copied = (0..last)
            .rev()
            .find(|&v| levels[v] + 1 == levels[last])
            .unwrap();
        for node in last..nodes {
            levels[node] = levels[node - (last - copied)];
        }
    }
}

fn of_levels(levels: &[usize]) -> Parents {
    let parent = |node: usize| (0..node).rev().find(|&v| levels[v] + 1 == levels[node]);
    (0..levels.len())
        .map(|node| parent(node).map(|p| p as u32))
        .collect()
}

/// Random trees: each node's parent is drawn from the `reach` nodes before it.
pub fn random_tree(nodes: std::ops::Range<usize>) -> impl Strategy<Value = Parents> {
    let draws = proptest::collection::vec(any::<u32>(), nodes);
    (draws, 1u32..12).prop_map(|(draws, reach)| {
        let parent = |(node, draw): (usize, &u32)| {
            let node = node as u32;
            (node > 0).then(|| node - 1 - draw % reach.min(node))
        };
        draws.iter().enumerate().map(parent).collect()
    })
}

/// The subtree of every node as a set of bits.
pub fn subtrees(parents: &[Option<u32>]) -> Vec<u32> {
    let mut subtrees: Vec<u32> = (0..parents.len()).map(|node| 1 << node).collect();
    for node in (1..parents.len()).rev() {
        subtrees[parents[node].unwrap() as usize] |= subtrees[node];
    }
    subtrees
}

/// The least value over all ways to ask, by brute force over sets of nodes that are left: a set costs
/// nothing when `is_settled` says so, else the best of `combine(set, question, cost of the part
/// inside, cost of the rest)`. `None` from `combine` means that the question cannot be put.
pub struct BruteForce<S, C> {
    pub subtrees: Vec<u32>,
    pub is_settled: S,
    pub combine: C,
    known: HashMap<u32, u64>,
}

impl<S: Fn(u32) -> bool, C: Fn(u32, usize, u64, u64) -> Option<u64>> BruteForce<S, C> {
    pub fn new(parents: &[Option<u32>], is_settled: S, combine: C) -> BruteForce<S, C> {
        BruteForce {
            subtrees: subtrees(parents),
            is_settled,
            combine,
            known: HashMap::new(),
        }
    }

    pub fn of_all(&mut self) -> u64 {
        self.of(self.subtrees[0])
    }

    pub fn of(&mut self, set: u32) -> u64 {
        if (self.is_settled)(set) {
            return 0;
        }
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let best = (0..self.subtrees.len())
            .filter_map(|node| self.with_first(set, node))
            .min()
            .unwrap_or(0);
        self.known.insert(set, best);
        best
    }

    /// The cost when `node` is asked first; `None` when that tells nothing.
    pub fn with_first(&mut self, set: u32, node: usize) -> Option<u64> {
        let inside = set & self.subtrees[node];
        let outside = set & !inside;
        if set >> node & 1 == 0 || outside == 0 {
            return None;
        }
        let (inside, outside) = (self.of(inside), self.of(outside));
        (self.combine)(set, node, inside, outside)
    }
}

/// The least total of any problem, and every question that leads to it. "There is no bug" is one more
/// element of the sets when it is possible.
pub fn least_of(problem: &Problem) -> (u64, Vec<u32>) {
    let nodes = problem.len();
    let nowhere = u32::from(problem.root_unknown) << nodes;
    let subtrees = subtrees(&problem.parents);
    let mass = |set: u32| -> u64 {
        let inside = |&node: &usize| set >> node & 1 == 1;
        (0..nodes)
            .filter(inside)
            .map(|node| problem.masses[node])
            .sum()
    };
    let places = |set: u32| {
        let place = |&node: &usize| set >> node & 1 == 1 && problem.masses[node] > 0;
        (0..nodes).filter(place).count() as u32 + (set & nowhere).count_ones()
    };
    let combine = |set: u32, node: usize, a: u64, b: u64| {
        let inside = set & subtrees[node];
        let tells = places(inside) > 0 && places(set & !inside) > 0;
        (tells && problem.askable[node]).then(|| problem.cost(node) * mass(set) + a + b)
    };
    let mut brute = BruteForce::new(&problem.parents, |set| places(set) < 2, combine);
    let all = brute.subtrees[0] | nowhere;
    let least = brute.of(all);
    let first = (0..nodes)
        .filter(|&node| brute.with_first(all, node) == Some(least))
        .map(|node| node as u32)
        .collect();
    (least, first)
}

/// The least number of questions in the worst case, where nodes without mass are no places for the bug.
pub fn least_worst(parents: &[Option<u32>], masses: &[u64]) -> u64 {
    let place = |node: usize| u32::from(masses[node] > 0) << node;
    let places = (0..parents.len()).map(place).sum::<u32>();
    let subtrees = subtrees(parents);
    let settled = |set: u32| (set & places).count_ones() < 2;
    let combine = |set: u32, node: usize, a: u64, b: u64| {
        let inside = set & places & subtrees[node];
        (inside != 0 && inside != set & places).then(|| 1 + a.max(b))
    };
    BruteForce::new(parents, settled, combine).of_all()
}

//! Tree compression: a recursive call is merged into its caller (Davie & Chitil; 000, Algorithm 1).
//!
//! The merged call is no longer asked about; its children become its caller's. If the bug is in it,
//! the caller is reported instead: the same routine. Whether that saves questions depends on the
//! tree and on the strategy, so it is tested, from the leaves upwards, on weights that know of the
//! merges below.

use elenchus_tree::Kind;

use crate::cost::{Component, children_cost};
use crate::draft::Draft;
use crate::options::Search;
use crate::origin::Origin;

/// When to merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// Always.
    All,
    /// As 000 prints it: only the costs of the two nodes' children count, over the caller's weight.
    Paper,
    /// When the mean over the nodes of the caller's subtree falls, counting all of its nodes.
    Mean,
    /// When the sum over all that is suspect falls, merged calls included.
    Sum,
}

/// Divide & query is played through to test a merge. Above this many nodes 000's own rule stands in:
/// only a caller that did nothing but make the recursive call is merged with it. The rule is not
/// always right (tests/theorems.rs), which `auto` makes up for by counting the result.
const LARGEST_PLAYED: u64 = 512;

/// With more recursive calls in one node than this, they are tested by halves and not one by one.
const FEW: usize = 8;

/// How often halves are tried for one node.
const ROUNDS: usize = 16;

/// Merges recursive calls wherever the test says so. Returns the merges as (caller, call) in the
/// order in which they were made.
pub(crate) fn compress(draft: &mut Draft, search: Search, test: Test) -> Vec<(u32, u32)> {
    let mut compression = Compression {
        own: draft
            .nodes
            .iter()
            .map(|node| match test {
                _ if node.hidden => node.mass,
                Test::Sum => node.mass,
                _ => u64::from(node.mass > 0),
            })
            .collect(),
        weight: vec![0; draft.nodes.len()],
        total: vec![0; draft.nodes.len()],
        draft,
        search,
        test,
        merges: Vec::new(),
    };
    for node in compression.draft.postorder() {
        compression.weigh(node);
        compression.compress_at(node);
    }
    compression.merges
}

struct Compression<'d> {
    draft: &'d mut Draft,
    search: Search,
    test: Test,
    /// What each node counts for by itself, and with its subtree.
    own: Vec<u64>,
    weight: Vec<u64>,
    /// The questions asked below each node, summed over the places of the bug (top-down only).
    total: Vec<u128>,
    merges: Vec<(u32, u32)>,
}

impl Compression<'_> {
    fn weigh(&mut self, node: u32) {
        let below = self.draft.children(node).map(|c| self.weight[c as usize]);
        self.weight[node as usize] = self.own[node as usize] + below.sum::<u64>();
        let below = self.draft.children(node).map(|c| self.total[c as usize]);
        self.total[node as usize] =
            below.sum::<u128>() + self.cost(self.draft.children(node), self.own[node as usize]);
    }

    /// What finding the wrong one among these costs, with the search in use.
    fn cost(&self, children: impl Iterator<Item = u32>, own: u64) -> u128 {
        let mut weights: Vec<u64> = children.map(|c| self.weight[c as usize]).collect();
        if self.search != Search::TopDown {
            weights.sort_unstable_by(|a, b| b.cmp(a));
        }
        weights.retain(|&weight| weight > 0);
        children_cost(&weights, own)
    }

    /// The direct recursive calls of a node: calls of the same routine, or the next r(i) of a loop
    /// that is shown as a recursion. What owns nothing is no call.
    fn calls(&self, node: u32) -> Vec<u32> {
        let caller = &self.draft.nodes[node as usize];
        if caller.mass == 0 {
            return Vec::new();
        }
        let is_call = |&child: &u32| {
            let child = &self.draft.nodes[child as usize];
            let recursive = match (caller.kind, child.kind) {
                (Kind::Routine, Kind::Routine) | (Kind::Iterations, Kind::Iterations) => true,
                (Kind::Loop, Kind::Iterations) => matches!(child.origin, Origin::Siblings { .. }),
                _ => false,
            };
            recursive && child.routine == caller.routine && child.mass > 0 && !child.hidden
        };
        self.draft.children(node).filter(is_call).collect()
    }

    fn compress_at(&mut self, node: u32) {
        let mut rounds = 0;
        loop {
            let calls = self.calls(node);
            if calls.is_empty() {
                return;
            }
            if self.test == Test::All {
                self.merge(node, &calls);
            } else if calls.len() <= FEW {
                let gains = calls.iter().map(|&call| (self.gain(node, &[call]), call));
                // The first of equally good ones.
                let best = gains.rev().max_by_key(|&(gain, _)| gain);
                match best.filter(|&(gain, _)| gain > 0) {
                    Some((_, call)) => self.merge(node, &[call]),
                    None => return,
                }
            } else {
                rounds += 1;
                if rounds > ROUNDS || !self.merge_many(node, calls) {
                    return;
                }
            }
        }
    }

    /// Merges the largest promising half, quarter, … of many calls: those with the fewest children
    /// first, which widen the caller least.
    fn merge_many(&mut self, node: u32, mut calls: Vec<u32>) -> bool {
        calls.sort_by_key(|&call| self.draft.children(call).count());
        let mut count = calls.len();
        while count > 0 {
            if self.gain(node, &calls[..count]) > 0 {
                let chosen = &calls[..count];
                self.merge(node, chosen);
                return true;
            }
            count /= 2;
        }
        false
    }

    /// How much merging these calls improves things; comparable for one node and equally many
    /// calls.
    fn gain(&self, node: u32, calls: &[u32]) -> i128 {
        if self.test == Test::Paper {
            let (now, then) = self.costs_of_children(node, calls);
            return self.difference(node, calls, now, then);
        }
        let now_and_then = match self.search {
            Search::DivideAndQuery => self.played(node, calls),
            // Single stepping asks about all children, too; what merging does to the ranks of all
            // that comes later is left to `auto`, which counts whole trees.
            Search::SingleStepping | Search::TopDown | Search::HeaviestFirst => {
                let (now, then) = self.costs_of_children(node, calls);
                let total = self.total[node as usize];
                Some((total, total + then - now))
            }
        };
        match now_and_then {
            Some((now, then)) => self.difference(node, calls, now, then),
            // The caller did nothing else, so there is nothing to cut between the two.
            None => i128::from(self.draft.children(node).count() == 1),
        }
    }

    /// The difference of two totals, each over the weight that it is summed over.
    fn difference(&self, node: u32, calls: &[u32], now: u128, then: u128) -> i128 {
        if self.test == Test::Sum {
            return now as i128 - then as i128;
        }
        let weight = self.weight[node as usize] as i128;
        let gone: u64 = calls.iter().map(|&call| self.own[call as usize]).sum();
        let rest = weight - i128::from(gone);
        // now / weight − then / rest, times both denominators; rounded where that is too large.
        let products = (now as i128)
            .checked_mul(rest)
            .zip((then as i128).checked_mul(weight));
        match products {
            Some((now, then)) => now - then,
            None => (now as f64 * rest as f64 - then as f64 * weight as f64) as i128,
        }
    }

    /// What the children of the caller and of the calls cost, before and after.
    fn costs_of_children(&self, node: u32, calls: &[u32]) -> (u128, u128) {
        let own = self.own[node as usize];
        let mut now = self.cost(self.draft.children(node), own);
        for &call in calls {
            now += self.cost(self.draft.children(call), self.own[call as usize]);
        }
        let then = self.cost(
            self.merged_children(node, calls).into_iter(),
            self.merged_own(node, calls),
        );
        (now, then)
    }

    fn merged_own(&self, node: u32, calls: &[u32]) -> u64 {
        let own = self.own[node as usize];
        match self.test {
            Test::Sum => {
                own + calls
                    .iter()
                    .map(|&call| self.own[call as usize])
                    .sum::<u64>()
            }
            _ => own,
        }
    }

    /// The children of `node` with those of each merged call in its place.
    fn merged_children(&self, node: u32, calls: &[u32]) -> Vec<u32> {
        let is_merged: std::collections::HashSet<u32> = calls.iter().copied().collect();
        let mut children = Vec::new();
        for child in self.draft.children(node) {
            if is_merged.contains(&child) {
                children.extend(self.draft.children(child));
            } else {
                children.push(child);
            }
        }
        children
    }

    /// Plays divide & query on the subtree, before and after; `None` when it is too large.
    fn played(&self, node: u32, calls: &[u32]) -> Option<(u128, u128)> {
        if self.weight[node as usize] > LARGEST_PLAYED {
            return None;
        }
        let play = |own: u64, children: Vec<u32>| {
            let (size, mut masses) = self.draft.subtree(node, children, &self.own);
            masses[0] = own;
            Component::new(size, masses).total(u64::MAX).at_least
        };
        let now = play(self.own[node as usize], self.draft.children(node).collect());
        let then = play(
            self.merged_own(node, calls),
            self.merged_children(node, calls),
        );
        Some((now, then))
    }

    fn merge(&mut self, node: u32, calls: &[u32]) {
        let children = self.merged_children(node, calls);
        self.own[node as usize] = self.merged_own(node, calls);
        for &call in calls {
            // What comes first in the call, and what comes after it, no longer has the call's
            // states beside it.
            self.draft.unchain_around(node, call);
            self.draft.merge(node, call);
            self.merges.push((node, call));
        }
        self.draft.set_children(node, &children);
        self.weigh(node);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use elenchus_tree::place::base::{Masses, NodeId, Removed, Tree};
    use serde_json::Value;

    use super::*;
    use crate::cost;
    use crate::excerpt::Excerpt;
    use crate::options::{Grouping, Options};
    use crate::origin::Span;

    fn vectors() -> HashMap<String, Value> {
        let text = include_str!("../../../tests/data/vectors.json");
        let file: Value = serde_json::from_str(text).unwrap();
        let vectors = file["vectors"].as_array().unwrap().iter();
        vectors
            .map(|v| (v["name"].as_str().unwrap().to_owned(), v.clone()))
            .collect()
    }

    fn numbers(list: &Value) -> Vec<i64> {
        let list = list.as_array().unwrap().iter();
        list.map(|number| number.as_i64().unwrap()).collect()
    }

    /// The merges in the vector's numbers, the size, and the heaviest-first total with one unit a
    /// node.
    fn run(vector: &Value, test: Test, search: Search) -> (Vec<Vec<i64>>, usize, u128) {
        let parents: Vec<_> = numbers(&vector["parents"])
            .into_iter()
            .map(|parent| usize::try_from(parent).ok())
            .collect();
        let labels = vector["labels"].as_array().unwrap();
        let (mut tree, order) = Tree::from_parents(&parents).unwrap();
        tree.set_labels(|node| labels[order.index(node)].as_str().unwrap());
        let masses = Masses::of(&tree);
        let excerpt = Excerpt {
            base: &tree,
            masses: &masses,
            span: Span::of(&tree, NodeId::ROOT),
            removed: &Removed::new(),
        };
        let mut draft = excerpt.extract(&Options::default(), Grouping::Chains, false);
        let merges = compress(&mut draft, search, test);
        let number = |node: u32| order.index(NodeId::at(node)) as i64;
        let merges = merges
            .iter()
            .map(|&(p, c)| vec![number(p), number(c)])
            .collect();
        let mut after = draft.finish().0;
        after.set_masses(vec![1; after.len()]);
        (merges, after.len(), cost::heaviest_first(&after))
    }

    #[test]
    fn published_and_computed_compressions_are_reproduced() {
        let vectors = vectors();
        for number in 0..6 {
            let vector = &vectors[&format!("tc-{number:02}")];
            for (test, key) in [
                (Test::Paper, "paper_line12"),
                (Test::Mean, "exact_subtree_mean"),
            ] {
                let expected = &vector["expected"][key];
                let pairs = expected["compressions"].as_array().unwrap().iter();
                let pairs: Vec<Vec<i64>> = pairs.map(numbers).collect();
                let (merges, nodes, total) = run(vector, test, Search::HeaviestFirst);
                assert_eq!(merges, pairs, "tc-{number:02} {key}");
                assert_eq!(nodes as u64, expected["n_after"].as_u64().unwrap());
                assert_eq!(total as u64, expected["hf_total_after"].as_u64().unwrap());
            }
        }
    }

    #[test]
    fn line_12_as_printed_raises_the_mean_where_the_exact_test_does_not() {
        let vector = &vectors()["000-alg1-line12-wrong"];
        let (merges, nodes, total) = run(vector, Test::Paper, Search::HeaviestFirst);
        assert_eq!((merges, nodes, total), (vec![vec![0, 1]], 8, 26));
        let (merges, nodes, total) = run(vector, Test::Mean, Search::HeaviestFirst);
        assert_eq!((merges, nodes, total), (vec![], 9, 29));
    }

    #[test]
    fn under_divide_and_query_compression_is_tested_and_pays_once_in_figure_4() {
        let vector = &vectors()["000-fig4-original"];
        let (merges, nodes, _) = run(vector, Test::Mean, Search::DivideAndQuery);
        assert_eq!((merges, nodes), (vec![vec![0, 1]], 8));
        let (merges, nodes, _) = run(vector, Test::All, Search::DivideAndQuery);
        assert_eq!((merges.len(), nodes), (2, 7));
    }
}

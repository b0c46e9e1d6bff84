//! Rollout: tries the best balanced questions out to the end and asks the one that did best.
//!
//! Each of the [`TRIED`] best nodes of divide and query is taken as the first question, with divide and
//! query going on from there for every place where the bug may be; the first question with the
//! smallest total wins, among equals the better balanced one. Because divide and query's own choice is
//! among those tried, rollout never asks more than it does on average.

use std::ops::Range;

use elenchus_exact::Part;
use elenchus_tree::{NodeId, SearchSpace};

use crate::context::Context;
use crate::response::Rule;
use crate::scan::balance_per_cost;

/// How many first questions are tried.
pub const TRIED: usize = 8;

/// The node to ask, and why. The work grows with the square of the suspects at worst.
pub fn choose(space: &SearchSpace<'_>, context: &Context<'_>) -> Option<(NodeId, Rule)> {
    let part = Part::of_space(space, None);
    let mut trial = Trial::new(&part, context);
    let candidates = trial.best_balanced();
    let mut best: Option<(f64, usize)> = None;
    for &first in &candidates {
        let limit = best.map_or(f64::INFINITY, |(total, _)| total);
        if let Some(total) = trial.total_after(first, limit) {
            best = Some((total, first));
        }
    }
    let (_, first) = best?;
    let tried = candidates.len() as u32;
    Some((part.nodes[first], Rule::RolledOut { tried }))
}

/// A small tree that is cut into parts over and over. A part is a range of one list of all nodes that
/// holds its nodes in preorder; cutting it reorders the range into the rest and the cut subtree.
struct Trial<'p> {
    part: &'p Part,
    costs: Vec<f64>,
    order: Vec<usize>,
    /// For the part that is looked at: the mass and the number of nodes below each of its nodes.
    mass: Vec<u64>,
    size: Vec<usize>,
}

impl<'p> Trial<'p> {
    fn new(part: &'p Part, context: &Context<'_>) -> Trial<'p> {
        let nodes = part.nodes.len();
        Trial {
            part,
            costs: part.nodes.iter().map(|&node| context.cost(node)).collect(),
            order: (0..nodes).collect(),
            mass: vec![0; nodes],
            size: vec![0; nodes],
        }
    }

    /// The best first questions of divide and query, best first.
    fn best_balanced(&mut self) -> Vec<usize> {
        self.weigh(0..self.order.len());
        let mut questions: Vec<(f64, usize)> = self.questions(0..self.order.len()).collect();
        // A stable sort: among equals the first in preorder stays first.
        questions.sort_by(|a, b| b.0.total_cmp(&a.0));
        questions.truncate(TRIED);
        questions.into_iter().map(|(_, node)| node).collect()
    }

    /// The sum over all bug positions of mass times the cost of all questions, when `first` is asked
    /// first and divide and query goes on; `None` as soon as it is not below `limit`.
    fn total_after(&mut self, first: usize, limit: f64) -> Option<f64> {
        let nodes = self.order.len();
        for (place, node) in self.order.iter_mut().enumerate() {
            *node = place;
        }
        let mut total = 0.0;
        let mut waiting = vec![0..nodes];
        let mut forced = Some(first);
        while let Some(range) = waiting.pop() {
            self.weigh(range.clone());
            let Some(question) = forced.take().or_else(|| self.best(range.clone())) else {
                continue;
            };
            total += self.mass[self.order[range.start]] as f64 * self.costs[question];
            if total >= limit {
                return None;
            }
            let cut = self.cut(range.clone(), question);
            waiting.push(range.start..cut);
            waiting.push(cut..range.end);
        }
        Some(total)
    }

    /// Sums up masses and sizes within a part.
    fn weigh(&mut self, range: Range<usize>) {
        let top = self.order[range.start];
        let problem = &self.part.problem;
        for &node in &self.order[range.clone()] {
            self.mass[node] = problem.masses[node];
            self.size[node] = 1;
        }
        for place in range.rev() {
            let node = self.order[place];
            if node != top
                && let Some(parent) = problem.parents[node]
            {
                self.mass[parent as usize] += self.mass[node];
                self.size[parent as usize] += self.size[node];
            }
        }
    }

    /// The questions that divide a part that has been weighed, with what they tell for their cost.
    fn questions(&self, range: Range<usize>) -> impl Iterator<Item = (f64, usize)> + '_ {
        let total = self.mass[self.order[range.start]];
        self.order[range.start + 1..range.end]
            .iter()
            .filter(move |&&node| {
                let mass = self.mass[node];
                mass > 0 && mass < total && self.part.problem.askable[node]
            })
            .map(move |&node| {
                let worth = balance_per_cost(self.mass[node], total, self.costs[node]);
                (worth, node)
            })
    }

    /// Divide and query's choice in a part that has been weighed.
    fn best(&self, range: Range<usize>) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (worth, node) in self.questions(range) {
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, node));
            }
        }
        best.map(|(_, node)| node)
    }

    /// Moves the subtree of `node` to the end of its part and returns where it then starts.
    fn cut(&mut self, range: Range<usize>, node: usize) -> usize {
        let part = &mut self.order[range.clone()];
        let place = part
            .binary_search(&node)
            .expect("the question is one of the part");
        part[place..].rotate_left(self.size[node]);
        range.end - self.size[node]
    }
}

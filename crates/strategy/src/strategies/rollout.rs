//! Rollout: tries the best balanced questions out to the end and asks the one that did best.
//!
//! Each of the [`TRIED`] best nodes of divide and query is taken as the first question, with divide and
//! query going on from there for every place where the bug may be; the first question with the
//! smallest total wins, among equals the better balanced one. Because divide and query's own choice is
//! among those tried, rollout never asks more than it does on average.
//!
//! Where it counts what answers take, the easiest question wins whose total is within
//! [a bound](crate::effort::LOSS) of the smallest.

use std::collections::HashSet;
use std::ops::Range;

use elenchus_exact::SpaceProblem;
use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::context::{Context, Costs};
use crate::effort::{LOSS, Near, easiest};
use crate::scan::balance_per_cost;
use crate::strategies::Rule;
use crate::strategies::optimal::Optimum;

/// How many first questions are tried.
pub const TRIED: usize = 8;

/// The node to ask, and why. The work grows with the square of the suspects at worst.
pub fn choose(space: &SearchSpace<'_>, context: &Context<'_>) -> Option<(NodeId, Rule)> {
    let part = SpaceProblem::of_space(space, None);
    let mut trial = Trial::new(&part, context);
    let candidates = trial.best_balanced(|_| 0.0);
    let mut best: Option<(f64, usize)> = None;
    for first in &candidates {
        let limit = best.map_or(f64::INFINITY, |(total, _)| total);
        if let Some(total) = trial.total_after(first, limit) {
            best = Some((total, first.place));
        }
    }
    let (_, first) = best?;
    let tried = candidates.len() as u32;
    Some((part.nodes[first], Rule::RolledOut { tried }))
}

/// The question that takes the least effort among those tried whose total is near the least. Where the
/// least possible total is known, it counts in place of the least that was found.
pub fn choose_easiest(
    space: &SearchSpace<'_>,
    context: &Context<'_>,
    effort: impl Fn(NodeId) -> f64,
    optimum: Option<Optimum>,
) -> Option<(NodeId, Rule)> {
    let part = SpaceProblem::of_space(space, None);
    let mut trial = Trial::new(&part, context);
    let candidates = trial.best_balanced(|place| effort(part.nodes[place]));
    let allowed = LOSS * trial.total as f64;
    let mut least = optimum.map_or(f64::INFINITY, |optimum| optimum.total);
    let best = optimum.map(|optimum| Near {
        node: optimum.first,
        total: optimum.total,
    });
    let mut near: Vec<Near> = best.into_iter().collect();
    for first in &candidates {
        let node = part.nodes[first.place];
        if let Some(total) = trial.total_after(first, least + allowed) {
            least = least.min(total);
            near.push(Near { node, total });
        }
    }
    near.retain(|near| near.total < least + allowed);
    let rule = match optimum {
        Some(_) => Rule::FewestOnAverage,
        None => Rule::RolledOut {
            tried: candidates.len() as u32,
        },
    };
    easiest(&near, effort, rule)
}

/// A small tree that is cut into pieces over and over. A piece is a range of one list of all nodes that
/// holds its nodes in preorder; cutting it reorders the range into the rest and the cut subtree.
struct Trial<'p> {
    part: &'p SpaceProblem,
    total: u64,
    /// `None` when all questions cost the same.
    costs: Option<Vec<f64>>,
    order: Vec<usize>,
    /// Mass and number of the nodes found so far below each node. All zero between looks at a piece.
    below: Vec<(u64, usize)>,
}

/// A question that divides a piece.
#[derive(Clone, Copy, Debug)]
struct Question {
    /// Where its node stands in the list of all nodes.
    place: usize,
    /// The nodes and the mass that it cuts off.
    size: usize,
    mass: u64,
    /// What it tells for its cost.
    worth: f64,
    /// What it takes to answer, once that is asked for.
    effort: f64,
}

impl<'p> Trial<'p> {
    fn new(part: &'p SpaceProblem, context: &Context<'_>) -> Trial<'p> {
        let cost_of = |costs: &Costs| part.nodes.iter().map(|&node| costs.of(node)).collect();
        Trial {
            part,
            total: part.problem.masses.iter().sum(),
            costs: context.costs.map(cost_of),
            order: Vec::new(),
            below: vec![(0, 0); part.nodes.len()],
        }
    }

    /// The best first questions of divide and query, best first and among equals the easiest. Of leaves
    /// that differ in nothing but their place among their siblings only the first is worth a try.
    fn best_balanced(&mut self, effort: impl Fn(usize) -> f64) -> Vec<Question> {
        self.restore_order();
        let mut questions = Vec::new();
        let total = self.total;
        self.each_question(0..self.order.len(), total, |question| {
            questions.push(question)
        });
        // They come last first, and a stable sort keeps equals in order.
        questions.reverse();
        for question in &mut questions {
            question.effort = effort(question.place);
        }
        questions.sort_by(|a, b| {
            let by_worth = b.worth.total_cmp(&a.worth);
            by_worth.then(a.effort.total_cmp(&b.effort))
        });
        let mut leaves = HashSet::new();
        questions.retain(|question| {
            let parent = self.part.problem.parents[question.place];
            let cost = self.cost(question.place).to_bits();
            question.size > 1 || leaves.insert((parent, question.mass, cost))
        });
        questions.truncate(TRIED);
        questions
    }

    /// The sum over all bug positions of mass times the cost of all questions, when `first` is asked
    /// first and divide and query goes on; `None` as soon as it is not below `limit`.
    fn total_after(&mut self, first: &Question, limit: f64) -> Option<f64> {
        self.restore_order();
        let mut sum = 0.0;
        let mut waiting = vec![(0..self.order.len(), self.total)];
        let mut forced = Some(*first);
        while let Some((piece, mass)) = waiting.pop() {
            let question = forced.take().or_else(|| self.best(piece.clone(), mass));
            let Some(question) = question else {
                continue;
            };
            sum += mass as f64 * self.cost(self.order[question.place]);
            if sum >= limit {
                return None;
            }
            self.order[question.place..piece.end].rotate_left(question.size);
            let cut = piece.end - question.size;
            waiting.push((piece.start..cut, mass - question.mass));
            waiting.push((cut..piece.end, question.mass));
        }
        Some(sum)
    }

    /// Puts all nodes into one piece, in preorder.
    fn restore_order(&mut self) {
        self.order.clear();
        self.order.extend(0..self.part.nodes.len());
    }

    /// Divide and query's choice in a piece.
    fn best(&mut self, piece: Range<usize>, mass: u64) -> Option<Question> {
        let mut best: Option<Question> = None;
        self.each_question(piece, mass, |question| {
            // They come last first, and among equals the first is asked.
            if best.is_none_or(|best| question.worth >= best.worth) {
                best = Some(question);
            }
        });
        best
    }

    /// Goes through the questions that divide a piece of mass `total`, from the last to the first.
    fn each_question(&mut self, piece: Range<usize>, total: u64, mut look: impl FnMut(Question)) {
        let problem = &self.part.problem;
        for place in (piece.start + 1..piece.end).rev() {
            let node = self.order[place];
            let (mass, size) = std::mem::take(&mut self.below[node]);
            let (mass, size) = (mass + problem.masses[node], size + 1);
            if let Some(parent) = problem.parents[node] {
                let above = &mut self.below[parent as usize];
                *above = (above.0 + mass, above.1 + size);
            }
            if mass > 0 && mass < total && problem.askable[node] {
                let worth = balance_per_cost(mass, total, self.cost(node));
                look(Question {
                    place,
                    size,
                    mass,
                    worth,
                    effort: 0.0,
                });
            }
        }
        self.below[self.order[piece.start]] = (0, 0);
    }

    fn cost(&self, node: usize) -> f64 {
        self.costs.as_ref().map_or(1.0, |costs| costs[node])
    }
}

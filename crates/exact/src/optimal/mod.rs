//! The fewest questions on average, exactly: 001's goal, by branch and bound.
//!
//! * [`reduce`] strips a problem of what cannot matter;
//! * [`shapes`] keeps every tree that occurs in the search once, whatever its root and order;
//! * [`search`] finds the least total of a shape.
//!
//! Finding the optimum is NP-hard in general, so a [`Budget`] bounds the work.

mod reduce;
mod search;
mod shapes;

use std::collections::HashMap;
use std::time::Duration;

use thiserror::Error;

use crate::problem::Problem;
use reduce::Reduced;
use search::{Cut, Search};
use shapes::{Edges, Label, ShapeId, Shapes};

/// How much work may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Problems with more nodes are refused outright.
    pub nodes: usize,
    /// When to give up.
    pub time: Option<Duration>,
    /// How many different trees may be kept in memory, at about 200 bytes each.
    pub shapes: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            nodes: 2_000,
            time: Some(Duration::from_secs(1)),
            shapes: 2_000_000,
        }
    }
}

impl Budget {
    /// No bound but memory. The result then depends on nothing but the problem.
    pub const UNLIMITED: Budget = Budget {
        nodes: usize::MAX,
        time: None,
        shapes: usize::MAX,
    };
}

/// Which part of the budget ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OverBudget {
    #[error("{nodes} nodes are more than the {allowed} for which the optimum is sought")]
    Nodes { nodes: usize, allowed: usize },
    #[error("the time allowed for finding the optimum is over")]
    Time,
    #[error("finding the optimum needs more than the {0} trees that may be kept in memory")]
    Shapes(usize),
}

/// The least total, and a question that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimal {
    /// The sum over all bug positions of mass times the price of all questions asked.
    pub total: u128,
    /// What to ask first; `None` when no question can tell anything apart.
    pub first: Option<u32>,
}

/// Finds the least total of a problem and one question to start with.
pub fn solve(problem: &Problem, budget: &Budget) -> Result<Optimal, OverBudget> {
    let Some(mut solver) = Solver::new(problem, budget)? else {
        return Ok(Optimal {
            total: 0,
            first: None,
        });
    };
    let total = solver.total()?;
    let first = solver.first_questions(total, false)?.first().copied();
    Ok(solver.with_last(total, first))
}

/// Finds every node that some optimal strategy asks first, in ascending order.
pub fn all_first(problem: &Problem, budget: &Budget) -> Result<Vec<u32>, OverBudget> {
    let Some(mut solver) = Solver::new(problem, budget)? else {
        return Ok(Vec::new());
    };
    let total = solver.total()?;
    let mut first = solver.first_questions(total, true)?;
    if first.is_empty() {
        first.extend(solver.with_last(total, None).first);
    }
    Ok(first)
}

/// A reduced problem with the search over its shapes.
struct Solver {
    reduced: Reduced,
    search: Search,
    /// The numbers of labels and costs, and the shape below each node of the reduced problem.
    labels: Vec<u32>,
    cost_numbers: HashMap<u64, u32>,
    below: Vec<ShapeId>,
    /// The nodes of the reduced problem, parents first.
    order: Vec<usize>,
}

impl Solver {
    fn new(problem: &Problem, budget: &Budget) -> Result<Option<Solver>, OverBudget> {
        let Some(reduced) = reduce::reduce(problem) else {
            return Ok(None);
        };
        let mut order = vec![reduced.root];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            order.extend(reduced.nodes[node].below.iter().map(|edge| edge.node));
            next += 1;
        }
        if order.len() > budget.nodes {
            return Err(OverBudget::Nodes {
                nodes: order.len(),
                allowed: budget.nodes,
            });
        }
        let edges = order.iter().flat_map(|&node| &reduced.nodes[node].below);
        let mut costs: Vec<u64> = edges.map(|edge| edge.cost).collect();
        costs.sort_unstable();
        costs.dedup();
        let cost_numbers = costs.iter().copied().zip(0..).collect();
        let cheapest = costs.first().copied().unwrap_or(1);
        let uniform = costs.iter().all(|&cost| cost == 1)
            && order.iter().all(|&node| reduced.nodes[node].mass == 1);

        let mut shapes = Shapes::new(costs);
        let labels = reduced
            .nodes
            .iter()
            .map(|node| {
                shapes.label(Label {
                    mass: node.mass,
                    counts: node.counts,
                })
            })
            .collect();
        let mut solver = Solver {
            below: vec![0; reduced.nodes.len()],
            search: Search::new(shapes, uniform, cheapest, budget),
            labels,
            cost_numbers,
            reduced,
            order,
        };
        for place in (0..solver.order.len()).rev() {
            let node = solver.order[place];
            let edges = solver.edges_below(node);
            let shape = solver.search.shapes.shape(solver.labels[node], &edges);
            solver.below[node] = shape;
        }
        Ok(Some(solver))
    }

    fn edges_below(&self, node: usize) -> Vec<Edges> {
        let edges = self.reduced.nodes[node].below.iter();
        edges
            .map(|edge| Edges {
                shape: self.below[edge.node],
                cost: self.cost_numbers[&edge.cost],
                count: 1,
            })
            .collect()
    }

    /// The least total of the reduced problem.
    fn total(&mut self) -> Result<u128, OverBudget> {
        let whole = self.search.shapes.free(self.below[self.reduced.root]);
        let total = self.search.solve(whole, u128::MAX)?;
        Ok(total.expect("every total is below the limit"))
    }

    /// The questions that lead to this total, in ascending order: all of them, or only those that the
    /// search has already come across.
    fn first_questions(&mut self, total: u128, all: bool) -> Result<Vec<u32>, OverBudget> {
        let mass = self.search.shapes.mass(self.below[self.reduced.root]);
        let mut first = Vec::new();
        for (question, cut) in self.cuts() {
            let reached = match all {
                true => self.search.solve_cut(mass, cut, total + 1)?,
                false => self.search.known_cut(mass, cut),
            };
            if reached == Some(total) {
                first.push(question);
            }
        }
        first.sort_unstable();
        Ok(first)
    }

    /// Every question with the cut that it makes.
    fn cuts(&mut self) -> Vec<(u32, Cut)> {
        let mut cuts = Vec::new();
        // The shape of all that is not below a node, rooted at its parent, with the price of the
        // edge in between.
        let mut above: Vec<Option<Edges>> = vec![None; self.reduced.nodes.len()];
        let mut rests: HashMap<(ShapeId, u32), ShapeId> = HashMap::new();
        for place in 0..self.order.len() {
            let node = self.order[place];
            let mut around = self.edges_below(node);
            around.extend(above[node]);
            let whole = self.search.shapes.shape(self.labels[node], &around);
            // Equal children leave equal rests.
            rests.clear();
            for (edge, down) in self.reduced.nodes[node].below.iter().zip(around) {
                let shapes = &mut self.search.shapes;
                let rest = *rests
                    .entry((down.shape, down.cost))
                    .or_insert_with(|| shapes.without(whole, down));
                above[edge.node] = Some(Edges {
                    shape: rest,
                    ..down
                });
                cuts.push((edge.question, self.search.cut(down.shape, rest, down.cost)));
            }
        }
        cuts
    }

    /// The result with the question about a root that is not known to be wrong, if there is one.
    fn with_last(&self, total: u128, first: Option<u32>) -> Optimal {
        let (last, cost) = match self.reduced.last {
            Some((last, cost)) => (Some(last), cost),
            None => (None, 0),
        };
        Optimal {
            total: total + cost,
            first: first.or(last),
        }
    }
}

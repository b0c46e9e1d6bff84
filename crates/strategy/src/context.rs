//! What a strategy may know besides the search space: how often each routine was right or wrong, what a
//! question costs, and what it takes to answer it after the one before.

use elenchus_tree::place::view::NodeId;
use elenchus_tree::{Answer, RoutineId};
use thiserror::Error;

use crate::effort::Effort;

/// How often nodes of each routine were said to be right and wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoutineCounts {
    counts: Vec<(u32, u32)>,
}

impl RoutineCounts {
    /// Nothing said yet.
    pub fn new() -> RoutineCounts {
        RoutineCounts::default()
    }

    /// Counts one more answer; only *right* and *wrong* count.
    pub fn add(&mut self, routine: RoutineId, answer: Answer) {
        if let Some(count) = self.count_of(routine, answer) {
            *count += 1;
        }
    }

    /// Takes back one answer that was counted.
    pub fn subtract(&mut self, routine: RoutineId, answer: Answer) {
        if let Some(count) = self.count_of(routine, answer) {
            *count -= 1;
        }
    }

    /// How often nodes of the routine were said to be right.
    pub fn right(&self, routine: RoutineId) -> u32 {
        self.counts.get(routine.index()).map_or(0, |c| c.0)
    }

    /// How often nodes of the routine were said to be wrong.
    pub fn wrong(&self, routine: RoutineId) -> u32 {
        self.counts.get(routine.index()).map_or(0, |c| c.1)
    }

    fn count_of(&mut self, routine: RoutineId, answer: Answer) -> Option<&mut u32> {
        if !matches!(answer, Answer::Right | Answer::Wrong) {
            return None;
        }
        if self.counts.len() <= routine.index() {
            self.counts.resize(routine.index() + 1, (0, 0));
        }
        let (right, wrong) = &mut self.counts[routine.index()];
        Some(if answer == Answer::Right {
            right
        } else {
            wrong
        })
    }
}

/// Why a list of costs cannot be used.
#[derive(Debug, Error, PartialEq)]
pub enum CostError {
    #[error("the cost of node {node} is {cost}; a cost is a number that is not negative")]
    NotACost { node: usize, cost: f64 },
    #[error("there are {costs} costs for {nodes} nodes; every node needs one")]
    Length { costs: usize, nodes: usize },
}

/// What a question about each node costs, all finite and not negative.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    costs: Vec<f64>,
    cheapest: f64,
    /// What makes whole numbers of all costs, exactly or nearly.
    scale: f64,
}

/// What the highest cost becomes when costs that are not whole are made so.
const HIGHEST_WHOLE: f64 = 1_000_000.0;

impl Costs {
    /// Checks one cost for each of the `nodes` nodes, in preorder.
    pub fn new(costs: Vec<f64>, nodes: usize) -> Result<Costs, CostError> {
        if costs.len() != nodes {
            return Err(CostError::Length {
                costs: costs.len(),
                nodes,
            });
        }
        let unusable = |cost: f64| !cost.is_finite() || cost < 0.0;
        if let Some(node) = costs.iter().position(|&cost| unusable(cost)) {
            return Err(CostError::NotACost {
                node,
                cost: costs[node],
            });
        }
        let cheapest = costs.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = costs.iter().copied().fold(0.0, f64::max);
        let whole = highest <= HIGHEST_WHOLE && costs.iter().all(|cost| cost.fract() == 0.0);
        let scale = if whole { 1.0 } else { HIGHEST_WHOLE / highest };
        Ok(Costs {
            costs,
            cheapest,
            scale,
        })
    }

    /// What a question about the node costs.
    pub fn of(&self, node: NodeId) -> f64 {
        self.costs[node.index()]
    }

    /// The cost as a whole number: unchanged when all are whole and at most a million, else scaled so
    /// that the highest is a million, and rounded.
    pub fn whole(&self, node: NodeId) -> u64 {
        (self.of(node) * self.scale).round() as u64
    }

    /// The lowest cost of all.
    pub fn cheapest(&self) -> f64 {
        self.cheapest
    }
}

/// What a strategy may know besides the search space.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c> {
    /// How often each routine was right or wrong so far.
    pub counts: &'c RoutineCounts,
    /// What each question costs; `None` when all cost the same.
    pub costs: Option<&'c Costs>,
    /// What it takes a person to answer; `auto` chooses by it among questions that are nearly equally
    /// good, unless there are costs.
    pub effort: Option<&'c dyn Effort>,
    /// The node of this tree that was asked about last.
    pub last: Option<NodeId>,
}

impl<'c> Context<'c> {
    /// A context in which every question costs the same.
    pub fn new(counts: &'c RoutineCounts) -> Context<'c> {
        Context {
            counts,
            costs: None,
            effort: None,
            last: None,
        }
    }

    /// The cost of a question about the node.
    pub fn cost(&self, node: NodeId) -> f64 {
        self.costs.map_or(1.0, |costs| costs.of(node))
    }

    /// What it takes to answer a question about each node now, where that counts.
    pub(crate) fn effort(&self) -> Option<impl Fn(NodeId) -> f64 + use<'c>> {
        let Context { effort, last, .. } = *self;
        let effort = effort.filter(|_| self.costs.is_none())?;
        Some(move |node| effort.of(node, last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_right_and_wrong_count() {
        let routine = RoutineId(2);
        let mut counts = RoutineCounts::new();
        counts.add(routine, Answer::Right);
        counts.add(routine, Answer::Unknown);
        assert_eq!((counts.right(routine), counts.wrong(routine)), (1, 0));
        counts.subtract(routine, Answer::Right);
        assert_eq!(counts.right(routine), 0);
        assert_eq!(counts.right(RoutineId(7)), 0);
    }

    #[test]
    fn costs_that_are_not_costs_are_refused() {
        assert!(Costs::new(vec![0.0, 2.5], 2).is_ok());
        for bad in [f64::NAN, f64::INFINITY, -1.0] {
            let error = Costs::new(vec![1.0, bad], 2).unwrap_err();
            assert!(matches!(error, CostError::NotACost { node: 1, .. }));
        }
        let costs = Costs::new(vec![2.0, 3.0], 2).unwrap();
        assert_eq!(costs.whole(NodeId::at(1)), 3);
        let costs = Costs::new(vec![0.5, 0.25], 2).unwrap();
        assert_eq!(costs.whole(NodeId::at(1)), 500_000);
        let error = Costs::new(vec![1.0], 2).unwrap_err();
        assert_eq!(error, CostError::Length { costs: 1, nodes: 2 });
    }
}

//! What it takes a person to answer, and the choice of the easiest among questions that are nearly as
//! good as the best.
//!
//! Questions that jump around the run, or that show a page of values, are tiring; a question that is a
//! little less well balanced is not. So `auto` gives away a little balance for an easier question, within
//! a bound:
//!
//! * On small parts the expected number of questions after each of the best balanced nodes is known (see
//!   [`rollout`](crate::strategies)). A question may raise it by at most [`LOSS`]. With the least expected
//!   number V before a question and V' after it, 1 + E\[V'\] ≤ V + LOSS; summed over the n questions of a dialogue,
//!   n ≤ V + LOSS · n. So all questions together are at most 1 / (1 − LOSS) times as many.
//! * On large parts a question must tell at least 1 − LOSS times as many bits as the best balanced one.

use std::fmt;

use elenchus_tree::place::view::{NodeId, SearchSpace};
use elenchus_tree::{Place, Tree};

use crate::select::{Balanced, Index};
use crate::strategies::Rule;

/// By how much a question may raise the expected number of questions to be easier than others.
pub const LOSS: f64 = 0.05;

/// How many nodes near half are compared on large parts.
const COMPARED: usize = 16;

/// What it takes a person to answer a question.
pub trait Effort: fmt::Debug + Sync {
    /// The effort of a question about a node after one about `last`; where that is `None`, after whatever
    /// was asked before this tree was looked at. Any scale will do, more is worse.
    fn of(&self, node: NodeId, last: Option<NodeId>) -> f64;
}

/// A question among those to choose from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub node: NodeId,
    /// What is to be expected after it, in any unit: the less, the better.
    pub total: f64,
}

/// The one that takes the least effort; among equals the better one, among those the first. The rule is
/// that of the best question where this is the best.
pub(crate) fn easiest(
    near: &[Near],
    effort: impl Fn(NodeId) -> f64,
    rule: Rule,
) -> Option<(NodeId, Rule)> {
    let rank = |a: &(f64, Near), b: &(f64, Near)| {
        let by_effort = a.0.total_cmp(&b.0);
        by_effort.then(a.1.total.total_cmp(&b.1.total))
    };
    let rated = near.iter().map(|&near| (effort(near.node), near));
    let (_, chosen) = rated.min_by(rank)?;
    let best = near.iter().min_by(|a, b| a.total.total_cmp(&b.total))?;
    let rule = if chosen.node == best.node {
        rule
    } else {
        let among = near.len() as u32;
        Rule::Easiest { among }
    };
    Some((chosen.node, rule))
}

/// The easiest of the best balanced nodes of a large part.
pub(crate) fn easiest_near_half(
    index: &Index,
    space: &SearchSpace<'_>,
    effort: impl Fn(NodeId) -> f64,
) -> Option<(NodeId, Rule)> {
    let total = space.total();
    let mut most = 0.0;
    let near: Vec<Near> = Balanced::new(index, space)
        .take(COMPARED)
        .map_while(|candidate| {
            let told = bits(candidate.worth, total);
            most = f64::max(most, told);
            (told >= most * (1.0 - LOSS)).then_some(Near {
                node: candidate.node,
                total: -told,
            })
        })
        .collect();
    easiest(&near, effort, Rule::ClosestToHalf)
}

/// How many bits an answer about a part of `total` tells.
fn bits(mass: u64, total: u64) -> f64 {
    let share = mass as f64 / total as f64;
    let told = |share: f64| match share {
        0.0 => 0.0,
        _ => -share * share.log2(),
    };
    told(share) + told(1.0 - share)
}

/// How many steps lie between two nodes of a tree, up to their nearest common ancestor and down again;
/// `most` when there are more.
pub fn distance<P: Place>(
    tree: &Tree<P>,
    from: elenchus_tree::NodeId<P>,
    to: elenchus_tree::NodeId<P>,
    most: u32,
) -> u32 {
    let (mut above, mut steps) = (from, 0);
    while !tree.contains(above, to) {
        let Some(parent) = tree.parent(above).filter(|_| steps < most) else {
            return most;
        };
        above = parent;
        steps += 1;
    }
    let mut below = to;
    while below != above {
        let Some(parent) = tree.parent(below).filter(|_| steps < most) else {
            return most;
        };
        below = parent;
        steps += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_goes_up_and_down_again() {
        // 0(1(2(3), 4), 5)
        let parents = [None, Some(0), Some(1), Some(2), Some(1), Some(0)];
        let (tree, _) = Tree::from_parents(&parents).unwrap();
        let steps = |from, to, most| distance(&tree, NodeId::at(from), NodeId::at(to), most);
        assert_eq!(steps(3, 3, 9), 0);
        assert_eq!(steps(3, 2, 9), 1);
        assert_eq!(steps(2, 3, 9), 1);
        assert_eq!(steps(3, 4, 9), 3);
        assert_eq!(steps(3, 5, 9), 4);
        assert_eq!(steps(3, 5, 2), 2);
        assert_eq!(steps(5, 3, 2), 2);
    }

    #[test]
    fn a_question_about_a_half_tells_one_bit() {
        assert_eq!(bits(8, 16), 1.0);
        assert_eq!(bits(4, 16), bits(12, 16));
        assert_eq!(bits(0, 16), 0.0);
    }
}

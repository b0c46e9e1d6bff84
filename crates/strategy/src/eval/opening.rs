//! Questions that are given instead of chosen, and the dialogue about one bug.

use elenchus_tree::Answer;
use elenchus_tree::place::view::{NodeId, SearchSpace};
use thiserror::Error;

use crate::context::{Context, RoutineCounts};
use crate::response::Response;
use crate::strategy::Strategy;

/// Why questions cannot be asked in the given order.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum OpeningError {
    #[error("node {0} is not in the tree, so it cannot be asked first")]
    NoSuchNode(usize),
    #[error(
        "the question about node {0} would tell nothing at its place; ask each node before its \
         ancestors, and neither the root nor what is already cleared"
    )]
    TellsNothing(usize),
}

/// Whether a given question can be put to a space and would tell something.
pub(super) fn check(space: &SearchSpace<'_>, node: NodeId) -> Result<(), OpeningError> {
    if node.index() >= space.tree().len() {
        return Err(OpeningError::NoSuchNode(node.index()));
    }
    let inside = space.mass(node);
    if space.is_askable(node) && 0 < inside && inside < space.total() {
        Ok(())
    } else {
        Err(OpeningError::TellsNothing(node.index()))
    }
}

/// The questions that are asked when the bug is in `bug`, in order: first the opening, as long as the
/// answer is *right*, then what the strategy chooses. 001's sp(bug, first) is the dialogue with the
/// opening `[first]`.
pub fn dialogue(
    space: &SearchSpace<'_>,
    strategy: &Strategy,
    context: &Context<'_>,
    opening: &[NodeId],
    bug: NodeId,
) -> Result<Vec<(NodeId, Answer)>, OpeningError> {
    if bug.index() >= space.tree().len() {
        return Err(OpeningError::NoSuchNode(bug.index()));
    }
    let mut strategy = strategy.clone();
    let mut space = space.clone();
    let mut counts: RoutineCounts = context.counts.clone();
    let mut given = opening.iter();
    let mut questions = Vec::new();
    loop {
        let node = match given.next() {
            Some(&node) => {
                check(&space, node)?;
                node
            }
            None => {
                let asked = questions.last().map(|&(node, _)| node);
                let context = Context {
                    counts: &counts,
                    last: asked.or(context.last),
                    ..*context
                };
                match strategy.next(&space, &context) {
                    Response::Ask(node) => node,
                    _ => return Ok(questions),
                }
            }
        };
        let answer = match space.tree().contains(node, bug) {
            true => Answer::Wrong,
            false => Answer::Right,
        };
        if answer == Answer::Wrong {
            given = [].iter();
        }
        questions.push((node, answer));
        counts.add(space.tree().routine(node), answer);
        space.apply(node, answer);
    }
}

//! The strategies that go down from what is wrong: each picks one of its children.
//!
//! Children that cannot be asked are replaced by their own (see
//! [`SearchSpace::lifted_children`]). Ties go to the child that was entered first.

use std::cmp::Reverse;

use elenchus_tree::place::view::{NodeId, SearchSpace};

use crate::context::Context;
use crate::strategies::Rule;

/// The first child.
pub fn first(space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
    let child = space.lifted_children(space.root()).next()?;
    Some((child, Rule::FirstChild))
}

/// The first child that runs the same routine as the root of the space, else the first.
pub fn zooming(space: &SearchSpace<'_>) -> Option<(NodeId, Rule)> {
    let tree = space.tree();
    let routine = tree.routine(space.root());
    let recursive = space
        .lifted_children(space.root())
        .find(|&child| tree.routine(child) == routine);
    match recursive {
        Some(child) => Some((child, Rule::SameRoutine)),
        None => first(space),
    }
}

/// The child whose routine was said to be right least often; among equals the heaviest.
pub fn less_yes_first(space: &SearchSpace<'_>, context: &Context<'_>) -> Option<(NodeId, Rule)> {
    let right = |child| context.counts.right(space.tree().routine(child));
    let child = space
        .lifted_children(space.root())
        .min_by_key(|&child| (right(child), Reverse(space.mass(child))))?;
    let right = right(child);
    Some((child, Rule::LeastOftenRight { right }))
}

/// The child whose routine was most often wrong, and among those least often right.
pub fn hat_delta(space: &SearchSpace<'_>, context: &Context<'_>) -> Option<(NodeId, Rule)> {
    let counts = |child| {
        let routine = space.tree().routine(child);
        (context.counts.wrong(routine), context.counts.right(routine))
    };
    let child = space.lifted_children(space.root()).min_by_key(|&child| {
        let (wrong, right) = counts(child);
        (Reverse(wrong), right)
    })?;
    let (wrong, right) = counts(child);
    Some((child, Rule::MostOftenWrong { wrong, right }))
}

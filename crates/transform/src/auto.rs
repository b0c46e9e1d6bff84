//! Choosing the transformations: whichever asks the fewest questions with the search in use.
//!
//! A few promising sequences are carried out, and each result is played through for every place
//! where the bug can be. The plain tree competes too, so the choice is never worse than leaving the
//! tree alone, and when it cannot be proved better it is left alone.

use elenchus_tree::Kind;
use elenchus_tree::place::view::Tree;

use crate::compress::Test;
use crate::cost::{self, Total};
use crate::draft::Draft;
use crate::excerpt::Excerpt;
use crate::name::{Plan, TransformName};
use crate::options::{Grouping, Options, Search};
use crate::steps::Step;

/// Counts the questions of the strategy in use on a tree, summed over its mass with the root known to
/// be wrong, when that strategy is not one of the [`Search`]es itself. `None` for a tree on which
/// that would take too long; the count for the [`Search`] then stands in, and so must the judge's
/// answer be `None` for every tree of that size.
pub type Judge<'a> = &'a dyn Fn(&Tree) -> Option<u128>;

/// The best of some transformed drafts, and what was done to it.
pub(crate) fn choose(
    excerpt: &Excerpt<'_>,
    plain: Draft,
    search: Search,
    options: &Options,
    judge: Judge<'_>,
) -> (Draft, Plan) {
    let count = |draft: &Draft, unjudged: fn(&Tree, Search) -> Total| {
        let tree = draft.finish().0;
        match judge(&tree) {
            Some(total) => Total {
                at_least: total,
                exact: true,
            },
            None => unjudged(&tree, search),
        }
    };
    let options = &options.for_auto();
    let grouping = options.grouping.unwrap_or(Grouping::AllSiblings);
    // An excerpt may be what is left of a loop: a range of its iterations.
    let has_loops = plain
        .nodes
        .iter()
        .any(|node| node.kind == Kind::Loop || node.is_range());
    let mut best = (
        count(&plain, cost::rough_total),
        plain.clone(),
        Plan::none(),
    );
    for recipe in recipes(grouping) {
        let mut draft = plain.clone();
        let mut names = Vec::new();
        if has_loops {
            names.push(TransformName::Loops);
            Step::RangeIterations.apply(&mut draft, excerpt, search, options);
        }
        for &(name, step) in &recipe {
            names.push(name);
            step.apply(&mut draft, excerpt, search, options);
        }
        let total = count(&draft, cost::bounded_total);
        if total.exact && total.at_least < best.0.at_least {
            let plan = Plan::new(&names).expect("recipes do not contradict themselves");
            best = (total, draft, plan);
        }
    }
    (best.1, best.2)
}

/// What is tried, simplest first.
fn recipes(grouping: Grouping) -> Vec<Vec<(TransformName, Step)>> {
    let collapse = (TransformName::Collapse, Step::Collapse);
    let balance = (TransformName::Balance, Step::Balance(grouping));
    let compress = (TransformName::Compress, Step::Compress(Test::Sum));
    vec![
        vec![collapse, balance],
        vec![compress, collapse, balance],
        vec![collapse, balance, compress],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_is_what_the_table_says() {
        let mut tried = vec![TransformName::None, TransformName::Loops];
        for recipe in recipes(Grouping::AllSiblings) {
            tried.extend(recipe.iter().map(|&(name, _)| name));
        }
        for name in TransformName::ALL {
            assert_eq!(
                tried.contains(&name),
                name.facts().is_tried_by_auto,
                "{name}"
            );
        }
    }
}

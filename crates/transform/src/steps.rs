//! The transformations as steps on a draft.

use crate::balance::{balance, range_iterations};
use crate::balance_paper::balance_paper;
use crate::collapse::collapse;
use crate::compress::{Test, compress};
use crate::context::Context;
use crate::draft::Draft;
use crate::excerpt::Excerpt;
use crate::loops::chain_iterations;
use crate::name::TransformName;
use crate::options::{Grouping, Options, Search};

/// One change of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Compress(Test),
    RangeIterations,
    ChainIterations,
    Collapse,
    Balance(Grouping),
    BalancePaper(Grouping),
}

/// The steps that a transformation consists of. `auto` has none of its own: it chooses some.
pub(crate) fn of(name: TransformName, options: &Options) -> impl Iterator<Item = Step> {
    let facts = name.facts();
    let grouping = options.grouping.unwrap_or(Grouping::Chains);
    let shrinks = facts.shrinks_first && options.shrink;
    let first = shrinks.then_some(Step::Collapse);
    first
        .into_iter()
        .chain(facts.step.map(|step| step(grouping)))
}

impl Step {
    pub fn apply(
        self,
        draft: &mut Draft,
        excerpt: &Excerpt<'_>,
        search: Search,
        options: &Options,
    ) {
        let context = |grouping| Context {
            excerpt,
            options,
            grouping,
        };
        match self {
            Step::Compress(test) => {
                compress(draft, search, test);
            }
            Step::RangeIterations => range_iterations(draft, &context(Grouping::Chains)),
            Step::ChainIterations => chain_iterations(draft),
            Step::Collapse => collapse(draft, &context(Grouping::Chains)),
            Step::Balance(grouping) => balance(draft, &context(grouping)),
            Step::BalancePaper(grouping) => balance_paper(draft, &context(grouping)),
        }
    }
}

//! The transformations as steps on a draft.

use crate::balance::{balance, range_iterations};
use crate::balance_paper::balance_paper;
use crate::collapse::collapse;
use crate::compress::{Test, compress};
use crate::context::Context;
use crate::draft::Draft;
use crate::loops::chain_iterations;
use crate::name::TransformName;
use crate::options::{Grouping, Options, Search};
use crate::part::Part;

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
pub(crate) fn of(name: TransformName, options: &Options) -> Vec<Step> {
    let grouping = options.grouping.unwrap_or(Grouping::Chains);
    let balancing = |step| match options.shrink {
        true => vec![Step::Collapse, step],
        false => vec![step],
    };
    match name {
        TransformName::Compress => vec![Step::Compress(Test::Mean)],
        TransformName::CompressAll => vec![Step::Compress(Test::All)],
        TransformName::CompressPaper => vec![Step::Compress(Test::Paper)],
        TransformName::Loops => vec![Step::RangeIterations],
        TransformName::LoopsChain => vec![Step::ChainIterations],
        TransformName::Collapse => vec![Step::Collapse],
        TransformName::Balance => balancing(Step::Balance(grouping)),
        TransformName::BalancePaper => balancing(Step::BalancePaper(grouping)),
        TransformName::None | TransformName::Auto => Vec::new(),
    }
}

impl Step {
    pub fn apply(self, draft: &mut Draft, part: &Part<'_>, search: Search, options: &Options) {
        let context = |grouping| Context {
            part,
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

//! A whole search, with somebody who may err and somebody who does not.
//!
//! Whoever may err is cheap, so they are asked as long as their answers tell enough for their price.
//! Whoever does not err is dear: they are asked only what is left, where the answer tells most.

use elenchus_strategy::select::Index;
use elenchus_tree::place::view::NodeId;

use crate::choose::{Choice, choose};
use crate::likeliest::Likeliest;
use crate::posterior::Posterior;
use crate::rates::ErrorRates;

/// As many answers of somebody who may err cost as much as one of somebody who does not.
pub const CHEAPER: f64 = 20.0;

/// Where nobody is certain, an answer that tells less than this, in bits, is not asked for.
pub const WORTH_ASKING: f64 = 0.01;

/// What a search wants, and who is there to answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Search {
    /// The probability at which the bug counts as found.
    pub sure: f64,
    /// How often whoever is asked first errs.
    pub rates: ErrorRates,
    /// Whether somebody can be asked who does not err.
    pub has_certain: bool,
}

/// What to do next.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// One node holds the bug as surely as wanted.
    Found(Likeliest),
    /// Ask whoever may err.
    AskFallible(Choice),
    /// They can tell nothing more: ask whoever does not err.
    AskCertain(Choice),
    /// Nobody can tell more than that the bug is in one of these; nothing when they are too many.
    Left(Option<Likeliest>),
}

impl Search {
    /// What to do, given what is known. `asked` are the nodes about which whoever may err was asked, and
    /// `open` those that cannot be asked about at all; both sorted.
    pub fn next(
        &self,
        posterior: &Posterior<'_, '_>,
        index: &Index,
        asked: &[NodeId],
        open: &[NodeId],
    ) -> Next {
        let likeliest = posterior.likeliest(self.sure);
        if let Some(likeliest) = &likeliest
            && likeliest.nodes.len() == 1
            && likeliest.share >= self.sure - 1e-9
        {
            return Next::Found(likeliest.clone());
        }
        let fallible = choose(posterior, index, self.rates, asked);
        let certain = self
            .has_certain
            .then(|| choose(posterior, index, ErrorRates::CERTAIN, open));
        match (fallible, certain.flatten()) {
            (None, None) => Next::Left(likeliest),
            (Some(fallible), None) if fallible.information < WORTH_ASKING => Next::Left(likeliest),
            (None, Some(certain)) => Next::AskCertain(certain),
            (Some(fallible), Some(certain))
                if fallible.information * CHEAPER < certain.information =>
            {
                Next::AskCertain(certain)
            }
            (Some(fallible), _) => Next::AskFallible(fallible),
        }
    }
}

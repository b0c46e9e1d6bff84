//! The names of the transformations, and lists of them as a user writes them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One transformation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TransformName {
    /// Merge recursive calls where the exact test says that it saves questions.
    Compress,
    /// Merge every directly recursive call into its caller (Davie & Chitil).
    CompressAll,
    /// Merge recursive calls by the test that 000 prints in line 12 of its Algorithm 1.
    CompressPaper,
    /// Show loops, with balanced ranges over their iterations.
    Loops,
    /// Show loops as the recursion r(1) → r(2) → … of 000.
    LoopsChain,
    /// One node in place of each chain of leaf calls of one routine (002, Algorithms 1 and 3).
    Collapse,
    /// Collapse, then put projections over siblings by bisecting their mass.
    Balance,
    /// Collapse, then 002's Algorithm 4 with its errors corrected.
    BalancePaper,
    /// The routine tree as it was recorded.
    None,
    /// Whatever asks the fewest questions with the strategy in use.
    Auto,
}

impl TransformName {
    /// Every transformation, in the order in which help texts list them.
    pub const ALL: [TransformName; 10] = [
        TransformName::Compress,
        TransformName::CompressAll,
        TransformName::CompressPaper,
        TransformName::Loops,
        TransformName::LoopsChain,
        TransformName::Collapse,
        TransformName::Balance,
        TransformName::BalancePaper,
        TransformName::None,
        TransformName::Auto,
    ];

    /// The name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            TransformName::Compress => "compress",
            TransformName::CompressAll => "compress-all",
            TransformName::CompressPaper => "compress-paper",
            TransformName::Loops => "loops",
            TransformName::LoopsChain => "loops-chain",
            TransformName::Collapse => "collapse",
            TransformName::Balance => "balance",
            TransformName::BalancePaper => "balance-paper",
            TransformName::None => "none",
            TransformName::Auto => "auto",
        }
    }

    /// Whether it says everything by itself and cannot be combined with others.
    fn stands_alone(self) -> bool {
        matches!(self, TransformName::None | TransformName::Auto)
    }
}

impl fmt::Display for TransformName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Why a list of transformations makes no sense.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NameError {
    #[error("there is no transformation `{0}`; choose among {all}", all = words())]
    Unknown(String),
    #[error("`{0}` stands alone; leave it out or leave the other transformations out")]
    NotAlone(TransformName),
    #[error("`{0}` is given twice; once is enough")]
    Twice(TransformName),
    #[error("`loops` and `loops-chain` show the same loops in two ways; choose one")]
    TwoWaysOfLoops,
}

fn words() -> String {
    TransformName::ALL.map(TransformName::word).join(", ")
}

impl FromStr for TransformName {
    type Err = NameError;

    fn from_str(word: &str) -> Result<TransformName, NameError> {
        TransformName::ALL
            .into_iter()
            .find(|name| name.word() == word)
            .ok_or_else(|| NameError::Unknown(word.to_owned()))
    }
}

/// Transformations in the order in which they are applied; never contradictory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    steps: Vec<TransformName>,
}

impl Plan {
    /// The routine tree as it was recorded.
    pub fn none() -> Plan {
        Plan { steps: Vec::new() }
    }

    /// Whatever asks the fewest questions.
    pub fn auto() -> Plan {
        Plan {
            steps: vec![TransformName::Auto],
        }
    }

    /// Checks a list of names.
    pub fn new(names: &[TransformName]) -> Result<Plan, NameError> {
        for (place, &name) in names.iter().enumerate() {
            if name.stands_alone() && names.len() > 1 {
                return Err(NameError::NotAlone(name));
            }
            if names[..place].contains(&name) {
                return Err(NameError::Twice(name));
            }
        }
        if names.contains(&TransformName::Loops) && names.contains(&TransformName::LoopsChain) {
            return Err(NameError::TwoWaysOfLoops);
        }
        let steps = names
            .iter()
            .copied()
            .filter(|&name| name != TransformName::None);
        Ok(Plan {
            steps: steps.collect(),
        })
    }

    /// The transformations, first one first; empty for `none`.
    pub fn steps(&self) -> &[TransformName] {
        &self.steps
    }

    /// Whether the transformations are chosen by looking at the tree.
    pub fn is_auto(&self) -> bool {
        self.steps == [TransformName::Auto]
    }

    /// Whether loops are to be seen.
    pub fn shows_loops(&self) -> bool {
        let shows = |name| matches!(name, TransformName::Loops | TransformName::LoopsChain);
        self.steps.iter().any(|&name| shows(name))
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.pad(TransformName::None.word());
        }
        let words: Vec<&str> = self.steps.iter().map(|name| name.word()).collect();
        f.pad(&words.join(","))
    }
}

impl FromStr for Plan {
    type Err = NameError;

    /// Reads names with commas between them.
    fn from_str(text: &str) -> Result<Plan, NameError> {
        let names: Result<Vec<TransformName>, NameError> =
            text.split(',').map(|word| word.trim().parse()).collect();
        Plan::new(&names?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in TransformName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        let plan: Plan = "loops, compress,balance".parse().unwrap();
        assert_eq!(plan.to_string(), "loops,compress,balance");
        assert!(plan.shows_loops() && !plan.is_auto());
        assert_eq!("none".parse::<Plan>().unwrap(), Plan::none());
        assert_eq!(Plan::none().to_string(), "none");
    }

    #[test]
    fn contradictions_are_refused() {
        let refused = |text: &str| text.parse::<Plan>().unwrap_err();
        assert_eq!(
            refused("auto,balance"),
            NameError::NotAlone(TransformName::Auto)
        );
        assert_eq!(
            refused("balance,none"),
            NameError::NotAlone(TransformName::None)
        );
        assert_eq!(
            refused("collapse,collapse"),
            NameError::Twice(TransformName::Collapse)
        );
        assert_eq!(refused("loops,loops-chain"), NameError::TwoWaysOfLoops);
        assert!(refused("squash").to_string().contains("compress-all"));
    }
}

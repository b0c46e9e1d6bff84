//! The transformations: one table with their names and all that others have to know about them, and lists
//! of them as a user writes them.
//!
//! Commands, completion, help, `auto` and the guide read this table or are compared with it in the tests, so
//! that a new transformation is a row here, its [`Step`] and its own module.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::compress::Test;
use crate::options::Grouping;
use crate::steps::Step;

/// What there is to know about a transformation without applying it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name as it is written.
    pub word: &'static str,
    /// What a question is about after it, in a few words.
    pub asks_about: &'static str,
    /// What it changes.
    pub level: Level,
    /// Whether `auto` may choose it.
    pub is_tried_by_auto: bool,
    /// Whether chains are collapsed before it, unless that is switched off: 002's shrinking.
    pub(crate) shrinks_first: bool,
    /// Its own change of a draft, given which siblings one question may be about.
    pub(crate) step: Option<fn(Grouping) -> Step>,
}

/// What a transformation changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Everything or nothing: it cannot be combined with others.
    Whole,
    /// How loops are shown. There is one way at a time.
    Loops,
    /// Calls of a routine by itself.
    Recursion,
    /// Calls side by side.
    Siblings,
}

/// Makes the names, their list and their facts from one table.
macro_rules! transformations {
    ($(
        $(#[$attribute:meta])*
        $name:ident $word:literal, asks_about: $about:literal, level: $level:ident,
        tried_by_auto: $tried:literal, shrinks_first: $shrinks:literal, step: $step:expr;
    )*) => {
        /// One transformation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum TransformName {
            $($(#[$attribute])* $name,)*
        }

        impl TransformName {
            /// Every transformation, in the order in which they are listed to users.
            pub const ALL: [TransformName; [$($word),*].len()] = [$(TransformName::$name),*];

            /// What there is to know about it.
            pub const fn facts(self) -> Facts {
                match self {
                    $(TransformName::$name => Facts {
                        word: $word,
                        asks_about: $about,
                        level: Level::$level,
                        is_tried_by_auto: $tried,
                        shrinks_first: $shrinks,
                        step: $step,
                    },)*
                }
            }
        }
    };
}

transformations! {
    /// Merge recursive calls where the exact test says that it saves questions.
    Compress "compress", asks_about: "a recursive call together with the calls of itself, where that saves questions",
        level: Recursion, tried_by_auto: true, shrinks_first: false,
        step: Some(|_| Step::Compress(Test::Mean));
    /// Merge every directly recursive call into its caller (Davie & Chitil).
    CompressAll "compress-all", asks_about: "every recursive call together with the calls of itself",
        level: Recursion, tried_by_auto: false, shrinks_first: false,
        step: Some(|_| Step::Compress(Test::All));
    /// Merge recursive calls by the test that 000 prints in line 12 of its Algorithm 1.
    CompressPaper "compress-paper", asks_about: "a recursive call together with the calls of itself, where the test as first published says so",
        level: Recursion, tried_by_auto: false, shrinks_first: false,
        step: Some(|_| Step::Compress(Test::Paper));
    /// Show loops, with balanced ranges over their iterations.
    Loops "loops", asks_about: "a loop, a range of its iterations, one iteration",
        level: Loops, tried_by_auto: true, shrinks_first: false,
        step: Some(|_| Step::RangeIterations);
    /// Show loops as the recursion r(1) → r(2) → … of 000.
    LoopsChain "loops-chain", asks_about: "the rest of a loop from an iteration on",
        level: Loops, tried_by_auto: false, shrinks_first: false,
        step: Some(|_| Step::ChainIterations);
    /// One node in place of each chain of leaf calls of one routine (002, Algorithms 1 and 3).
    Collapse "collapse", asks_about: "a chain of calls of one routine",
        level: Siblings, tried_by_auto: true, shrinks_first: false,
        step: Some(|_| Step::Collapse);
    /// Collapse, then put projections over siblings by bisecting their mass.
    Balance "balance", asks_about: "several calls side by side",
        level: Siblings, tried_by_auto: true, shrinks_first: true,
        step: Some(Step::Balance);
    /// Collapse, then 002's Algorithm 4 with its errors corrected.
    BalancePaper "balance-paper", asks_about: "several calls side by side, grouped as first published",
        level: Siblings, tried_by_auto: false, shrinks_first: true,
        step: Some(Step::BalancePaper);
    /// The routine tree as it was recorded.
    None "none", asks_about: "a call; what ran in loops belongs to the routine around them",
        level: Whole, tried_by_auto: true, shrinks_first: false,
        step: None;
    /// Whatever asks the fewest questions with the strategy in use.
    Auto "auto", asks_about: "whatever of these needs the fewest questions, counted exactly",
        level: Whole, tried_by_auto: false, shrinks_first: false,
        step: None;
}

impl TransformName {
    /// The name on the command line.
    pub const fn word(self) -> &'static str {
        self.facts().word
    }

    /// Whether it says everything by itself and cannot be combined with others.
    fn stands_alone(self) -> bool {
        self.facts().level == Level::Whole
    }

    /// Whether loops are seen with it.
    fn shows_loops(self) -> bool {
        self.facts().level == Level::Loops
    }

    /// Whether it puts new nodes over others.
    pub(crate) fn adds_nodes(self) -> bool {
        let step = self.facts().step.map(|step| step(Grouping::Chains));
        matches!(step, Some(Step::Balance(_) | Step::BalancePaper(_)))
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
    #[error("`{0}` and `{1}` show the same loops in two ways; choose one")]
    TwoWaysOfLoops(TransformName, TransformName),
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
        let mut loops = names.iter().filter(|name| name.shows_loops());
        if let (Some(&one), Some(&other)) = (loops.next(), loops.next()) {
            return Err(NameError::TwoWaysOfLoops(one, other));
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
        self.steps.iter().any(|name| name.shows_loops())
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
        assert_eq!(
            refused("loops-chain,loops"),
            NameError::TwoWaysOfLoops(TransformName::LoopsChain, TransformName::Loops)
        );
        assert!(refused("squash").to_string().contains("compress-all"));
    }

    #[test]
    fn the_guide_says_of_every_transformation_what_it_asks_about() {
        let guide = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/guide/strategies.md"
        );
        let guide = std::fs::read_to_string(guide).unwrap();
        let (_, transformations) = guide.split_once("\n## Transformations\n").unwrap();
        for name in TransformName::ALL {
            let row = transformations
                .lines()
                .find(|line| line.contains(&format!("`{name}`")));
            let about = format!("| {} |", name.facts().asks_about);
            assert!(row.unwrap().ends_with(&about), "{name}: {about}");
        }
    }
}

//! What can be chosen about a session before it is opened.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use elenchus_session::{Answer, ErrorRates, Limits, Pattern, RootIs, SURE, Settings};
use elenchus_strategy::StrategyName;
use elenchus_trace::Budget;
use elenchus_transform::{Options, Plan};
use thiserror::Error;

use super::prior::Prior;
use crate::zooming::ZoomChoice;

/// What can be chosen about a session. The default chooses nothing.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Where to search: a routine, a loop or a node, as the user has named it.
    pub at: Option<String>,
    /// What is known about the start, when the user knows better than the run.
    pub root_is: Option<RootIs>,
    /// Who is asked before the fronts, in this order.
    pub oracles: Vec<OracleName>,
    /// How long an oracle may take for one answer.
    pub oracle_timeout: Duration,
    /// How often programs that answer err; nothing when they are certain of what they say.
    pub errors: Option<ErrorRates>,
    /// The probability at which a bug counts as found, where answers may be mistaken.
    pub sure: f64,
    /// What is suspected before anything is said.
    pub prior: Prior,
    pub knowledge: KnowledgeChoice,
    /// Where the answers are kept; else beside the tree file or inside the recording.
    pub session_file: Option<PathBuf>,
    /// Whether an earlier session is set aside.
    pub new: bool,
    pub strategy: Option<StrategyName>,
    pub plan: Option<Plan>,
    /// The details of transformations.
    pub transform: Options,
    pub include: Vec<Pattern>,
    pub exclude: Vec<Pattern>,
    pub trust: Vec<Pattern>,
    pub close: Vec<Pattern>,
    pub close_unlikely: Option<f64>,
    /// How much of its values a question shows.
    pub limits: Limits,
    /// Folders to look for source files in first.
    pub sources: Vec<PathBuf>,
    /// How much memory to use for a recording.
    pub memory: Budget,
    /// What is said to questions that nobody answers.
    pub otherwise: Option<Answer>,
    /// When to look for the lines to blame inside a bug; by itself where a version or a recording that was right answers,
    /// else on request.
    pub zoom: Option<ZoomChoice>,
    /// The file that what was found is written to.
    pub report: Option<PathBuf>,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            at: None,
            root_is: None,
            oracles: Vec::new(),
            oracle_timeout: Duration::from_secs(30),
            errors: None,
            sure: SURE,
            prior: Prior::default(),
            knowledge: KnowledgeChoice::default(),
            session_file: None,
            new: false,
            strategy: None,
            plan: None,
            transform: Options::default(),
            include: Vec::new(),
            exclude: Vec::new(),
            trust: Vec::new(),
            close: Vec::new(),
            close_unlikely: None,
            limits: Limits::SCREEN,
            sources: Vec::new(),
            memory: Budget::default(),
            otherwise: None,
            zoom: None,
            report: None,
        }
    }
}

impl Choices {
    /// When to look for the lines to blame inside a bug.
    pub(super) fn zoom(&self) -> ZoomChoice {
        let is_right = |oracle: &OracleName| !matches!(oracle, OracleName::Exec(_));
        let usual = match self.oracles.iter().any(is_right) {
            true => ZoomChoice::Told,
            false => ZoomChoice::Ask,
        };
        self.zoom.unwrap_or(usual)
    }

    /// Whether a person is asked only what the search cannot end without: a version that was right answers nearly everything.
    pub(super) fn asks_last(&self) -> bool {
        let is_version = |oracle: &OracleName| matches!(oracle, OracleName::Version(_));
        self.otherwise.is_none() && self.oracles.iter().any(is_version)
    }

    /// The settings of a session, apart from where it starts.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            strategy: self.strategy.unwrap_or_default(),
            // Nobody sees the questions if something answers them all.
            easier_questions: self.otherwise.is_none(),
            plan: self.plan.clone().unwrap_or_else(Plan::auto),
            transform: self.transform.clone(),
            include: self.include.clone(),
            exclude: self.exclude.clone(),
            trust: self.trust.clone(),
            close: self.close.clone(),
            close_unlikely: self.close_unlikely,
            limits: self.limits,
            sure: self.sure,
            // What answers in everybody's place is no better than a guess.
            has_certain: self.otherwise.is_none(),
            ..Settings::default()
        }
    }
}

/// Where what is known from other runs stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum KnowledgeChoice {
    /// In the file of the project, if a recording is asked about.
    #[default]
    Project,
    File(PathBuf),
    /// Nothing is reused, and nothing is kept.
    None,
}

/// Somebody to ask before the fronts, as the user names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OracleName {
    /// A recording or a tree file of a version that was right.
    Trace(PathBuf),
    /// A version that was right, whose code is run: classes, a jar, sources or a checkout.
    Version(PathBuf),
    /// A program that reads and writes JSON lines.
    Exec(String),
}

/// This names no oracle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an oracle is trace:GOOD, version:PATH or exec:CMD")]
pub struct NoOracle;

impl FromStr for OracleName {
    type Err = NoOracle;

    fn from_str(name: &str) -> Result<OracleName, NoOracle> {
        match name.split_once(':') {
            Some(("trace", path)) if !path.is_empty() => Ok(OracleName::Trace(path.into())),
            Some(("version", path)) if !path.is_empty() => Ok(OracleName::Version(path.into())),
            Some(("exec", command)) if !command.is_empty() => {
                Ok(OracleName::Exec(command.to_owned()))
            }
            _ => Err(NoOracle),
        }
    }
}

impl fmt::Display for OracleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OracleName::Trace(path) => write!(f, "trace:{}", path.display()),
            OracleName::Version(path) => write!(f, "version:{}", path.display()),
            OracleName::Exec(command) => write!(f, "exec:{command}"),
        }
    }
}

//! What commands understand that do something about a bug that a session has found.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use elenchus_inquiry::kept::KeptError;
use elenchus_inquiry::open::{Choices, KnowledgeChoice, OracleName};
use elenchus_session::RootIs;
use elenchus_trace::Budget;

use crate::args::{seconds, words};
use crate::memory::budget;
use crate::recordings;
use crate::trouble::Trouble;

// A recording, the session about it, and who knows what should have come out.
#[derive(Debug, Args)]
pub struct KeptArgs {
    /// The trace that was asked about.
    #[arg(value_name = "TRACE", value_parser = recordings::input())]
    pub input: PathBuf,
    /// This call in place of the one that the session blames: a number, ROUTINE, or ROUTINE#n.
    #[arg(long, value_name = "NODE")]
    pub node: Option<String>,
    /// The answers are in this file [default: in the trace].
    #[arg(long, value_name = "FILE")]
    pub session_file: Option<PathBuf>,
    /// The session was about this call or loop only.
    #[arg(long, value_name = "ROUTINE[#n]")]
    pub at: Option<String>,
    /// What was known about the root in the session.
    #[arg(long, value_name = "STATUS", value_parser = words::<RootIs>(RootIs::ALL.map(RootIs::word)))]
    pub root_is: Option<RootIs>,
    /// This knows what should come out: trace:GOOD is a recording of a version that was right, version:PATH such a version
    /// itself, which is run.
    #[arg(long, value_name = "trace:GOOD|version:PATH")]
    pub oracle: Vec<OracleName>,
    /// It was right in this version: short for --oracle version:PATH.
    #[arg(long, value_name = "PATH")]
    pub good: Vec<PathBuf>,
    /// How long one call may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub oracle_timeout: Duration,
    /// Look for source files in this folder first. Can be given several times.
    #[arg(long, value_name = "FOLDER")]
    pub sources: Vec<PathBuf>,
    /// How much memory to use at most: 256M, 2G.
    #[arg(long, value_name = "SIZE[,PART=SIZE…]", default_value = "512M", value_parser = budget)]
    pub memory: Budget,
}

// What `elenchus check` takes.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 fixed, 1 not fixed, 2 wrong usage or input, 4 not known whether it is fixed."
)]
pub struct CheckArgs {
    #[command(flatten)]
    pub kept: KeptArgs,
    /// The corrected version: classes, a jar, a checkout that was built, or sources, which are compiled.
    #[arg(long, value_name = "PATH")]
    pub with: PathBuf,
    /// Write the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

impl KeptArgs {
    /// What the session is replayed with.
    pub fn choices(&self) -> Result<Choices, Trouble> {
        let good = self.good.iter().cloned().map(OracleName::Version);
        let named = self.oracle.iter().cloned().map(recordings::oracle);
        let oracles: Vec<OracleName> = named.chain(good).collect();
        if oracles
            .iter()
            .any(|oracle| matches!(oracle, OracleName::Exec(_)))
        {
            return Err(Trouble::usage(
                "a program of exec: answers questions about a recorded run, and cannot say what should come out",
                "name a recording or a version that was right: --oracle trace:GOOD, --good PATH",
            ));
        }
        Ok(Choices {
            at: self.at.clone(),
            root_is: self.root_is,
            oracles,
            oracle_timeout: self.oracle_timeout,
            knowledge: KnowledgeChoice::None,
            session_file: self.session_file.clone(),
            sources: self.sources.clone(),
            memory: self.memory,
            ..Choices::default()
        })
    }
}

impl From<KeptError> for Trouble {
    fn from(error: KeptError) -> Trouble {
        let advice = match error {
            KeptError::Opening(error) => return error.into(),
            KeptError::TreeFile(_) => "record the program: `elenchus record java -o TRACE …`",
            KeptError::NothingSaid(_) => {
                "find the bug first: `elenchus ask TRACE`; or name the call that is wrong with --node"
            }
            KeptError::NobodyBlamed(_) => {
                "go on with `elenchus ask TRACE` until a bug is reported, or name the call that is wrong with --node"
            }
        };
        Trouble::usage(error, advice)
    }
}

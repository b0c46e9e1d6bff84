//! The command line of `elenchus mcp`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use elenchus_inquiry::open::{OracleName, Prior};

// What can be chosen when the server is started. (Doc comments on these types would replace the help of the command.)
#[derive(Debug, Args)]
pub struct McpArgs {
    #[command(subcommand)]
    pub command: Option<McpCommand>,
    /// A folder that the client may record in and open recordings from; commands run in the first one. Else the
    /// working directory.
    #[arg(long = "root", value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// Also hide values whose name or text matches this regular expression.
    #[arg(long, value_name = "PATTERN")]
    pub redact: Vec<String>,
    /// Ask this before the agent in every session: trace:GOOD, version:PATH or exec:CMD.
    #[arg(long, value_name = "NAME")]
    pub oracle: Vec<OracleName>,
    /// What is suspected in every session before anything is said.
    #[arg(long, value_name = "lines|tests|FILE", default_value_t = Prior::Lines)]
    pub prior: Prior,
    /// Reuse the verdicts of earlier runs that this file holds.
    #[arg(long, value_name = "FILE")]
    pub knowledge: Option<PathBuf>,
}

// What can be done in place of serving.
#[derive(Debug, Subcommand)]
pub enum McpCommand {
    /// Show how to make the server known to a client.
    Install {
        /// Print a skill, a sub-agent and the lines of configuration; nothing is written.
        #[arg(long, required = true)]
        print: bool,
    },
}

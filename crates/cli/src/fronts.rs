//! The commands of fronts that open and hold sessions by themselves: one entry for each, and nothing else of them in this crate.

use crate::trouble::{Exit, Trouble};

/// Makes the commands, and calls the crate that stands behind each.
macro_rules! fronts {
    ($($(#[$help:meta])* $command:ident($args:ty) => $run:path;)*) => {
        /// A command whose crate does all of it.
        #[derive(Debug, clap::Subcommand)]
        #[command(defer = true)]
        pub enum Front {
            $($(#[$help])* $command($args),)*
        }

        impl Front {
            /// Does what the command says.
            pub fn run(&self) -> Result<Exit, Trouble> {
                match self {
                    $(Front::$command(args) => $run(args).map_err(|error| Trouble::usage(error, ""))?,)*
                }
                Ok(Exit::Done)
            }
        }
    };
}

fronts! {
    /// Serve coding agents: tools of the Model Context Protocol over standard input and output.
    Mcp(elenchus_mcp::McpArgs) => elenchus_mcp::run;
}

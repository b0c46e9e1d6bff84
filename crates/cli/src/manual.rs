//! `elenchus completions` and `elenchus man`: made from the same definitions as the options.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::trouble::{Exit, Trouble};

/// Prints the completions for a shell.
pub fn completions(shell: Shell) -> Result<Exit, Trouble> {
    clap_complete::generate(shell, &mut Cli::command(), "elenchus", &mut io::stdout());
    Ok(Exit::Done)
}

/// Prints the manual page, each command in a section of its own.
pub fn man() -> Result<Exit, Trouble> {
    let command = Cli::command();
    let mut page = Vec::new();
    let mut written = clap_mangen::Man::new(command.clone()).render(&mut page);
    for part in command.get_subcommands() {
        let part = part
            .clone()
            .display_name(format!("elenchus {}", part.get_name()));
        written = written.and_then(|()| clap_mangen::Man::new(part).render(&mut page));
    }
    written
        .and_then(|()| io::Write::write_all(&mut io::stdout(), &page))
        .map_err(|error| Trouble::usage(format!("failed to write the manual: {error}"), ""))?;
    Ok(Exit::Done)
}

//! `elenchus completions` and `elenchus man`: made from the same definitions as the options.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::trouble::{Exit, Trouble, print};

/// Prints the completions for a shell.
pub fn completions(shell: Shell) -> Result<Exit, Trouble> {
    // Made before it is printed: the generator panics when nobody reads to the end.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "elenchus", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

/// Prints the manual page, each command in a section of its own.
pub fn man() -> Result<Exit, Trouble> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    let mut written = clap_mangen::Man::new(command.clone()).render(&mut page);
    for part in command.get_subcommands() {
        let part = part
            .clone()
            .display_name(format!("elenchus {}", part.get_name()));
        written = written.and_then(|()| clap_mangen::Man::new(part).render(&mut page));
    }
    written.map_err(|error| Trouble::usage(format!("failed to write the manual: {error}"), ""))?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Done)
}

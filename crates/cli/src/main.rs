//! The `elenchus` command: wiring, options, progress and exit codes. No algorithms live here.

mod args;
mod ask;
mod check;
mod cut_short;
mod eval;
mod eval_report;
mod fronts;
mod info;
mod input;
mod interrupt;
mod java;
mod kept;
mod keyboard;
mod launching;
mod logging;
mod manual;
mod memory;
mod page;
mod recorded;
mod recordings;
mod run;
mod seat;
mod serve;
mod stated;
mod symptom;
mod test;
mod trace_info;
mod tree_command;
mod trouble;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command, RecordArgs, RecordLanguage};
use crate::trouble::{Exit, Trouble};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = logging::start()
        .and_then(|()| cut_short::explain())
        .and_then(|()| execute(&cli.command));
    match done {
        Ok(exit) => exit.into(),
        Err(trouble) => {
            trouble.show();
            trouble.exit.into()
        }
    }
}

/// Does what a command says.
fn execute(command: &Command) -> Result<Exit, Trouble> {
    match command {
        Command::Java(args) => java::java(args),
        Command::Run(args) => run::run(args),
        Command::Record(args) => match record(args) {
            Ok(code) => std::process::exit(code),
            Err(trouble) => Err(trouble),
        },
        Command::Ask(args) => ask::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Check(args) => check::run(args),
        Command::Test(args) => test::run(args),
        Command::Eval(args) => eval::run(args),
        Command::Tree(args) => tree_command::run(args),
        Command::Info(args) => info::run(args),
        Command::Front(front) => front.run(),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man => manual::man(),
    }
}

/// Only records; ends with the exit code of what was recorded.
fn record(args: &RecordArgs) -> Result<i32, Trouble> {
    match &args.language {
        RecordLanguage::Java(args) => java::record(args),
        RecordLanguage::Run(args) => run::record(args),
    }
}

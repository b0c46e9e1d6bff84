//! What the commands that start programs have in common: from flags to a recording, with progress, with what keeps it from
//! starting in words.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;

use elenchus_launch::{LaunchError, LeftOut, Outcome, Pattern, Progress, RecordOptions, Target};

use crate::args::{RecordOnlyArgs, RecorderArgs, ScopeArgs};
use crate::trouble::Trouble;

/// The options of a recording. What is trusted is recorded too, since it may call what is not.
pub fn options(
    target: Target,
    arguments: &[OsString],
    args: &RecorderArgs,
    scope: &ScopeArgs,
    output: &Path,
) -> RecordOptions {
    for LeftOut { option, reason } in target.left_out() {
        elenchus_guard::say!("warning: {option} is left out: {reason}");
    }
    let mut options = RecordOptions::new(target, output);
    options.arguments = arguments.to_vec();
    options.home = args.jdk.clone();
    options.include = patterns(&scope.include);
    options.include.extend(patterns(&scope.trust));
    options.exclude = patterns(&scope.exclude);
    options.writes = patterns(&args.writes);
    options.loops = args.loops.into();
    options.max_trace = args.max_trace;
    options
}

/// The options of a recording without questions.
pub fn options_to_record(
    target: Target,
    arguments: &[OsString],
    args: &RecordOnlyArgs,
) -> RecordOptions {
    options(target, arguments, &args.recorder, &args.scope, &args.output)
}

/// The patterns that somebody wrote.
pub fn patterns(texts: &[String]) -> Vec<Pattern> {
    texts.iter().map(|text| Pattern::new(text)).collect()
}

/// Runs a program to its end with progress on the standard error stream.
pub fn run_recorded(options: &RecordOptions) -> Result<Outcome, Trouble> {
    let shows = std::io::stderr().is_terminal();
    let mut told = false;
    let outcome = elenchus_launch::record(options, |progress| {
        if shows && progress.calls > 0 && progress.elapsed.as_millis() > 1000 {
            told = true;
            eprint!("\r{}\x1b[K", progress_line(progress));
            let _ = std::io::stderr().flush();
        }
    });
    if told {
        eprintln!();
    }
    let outcome = outcome.map_err(not_run)?;
    if shows && !told {
        elenchus_guard::say!("{}", progress_line(&outcome.progress));
    }
    Ok(outcome)
}

/// How far a recording has got, on one line.
pub fn progress_line(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(1e-3);
    format!(
        "recording ▸ {} calls, {:.0} calls/s, {} bytes",
        progress.calls,
        progress.calls as f64 / seconds,
        progress.written_bytes
    )
}

/// Why a program could not be started, with all causes.
pub fn not_run(error: LaunchError) -> Trouble {
    let mut problem = format!("failed to {error}");
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        problem = format!("{problem}: {error}");
        cause = error.source();
    }
    Trouble::not_run(problem, "")
}

//! `elenchus run` and `elenchus record run`: a build tool or script, and the questions about the JVM that ran the project's
//! classes.
//!
//! Every JVM that the command starts loads the recorder. Those that run none of the project's classes, such as the build
//! tool's own, record nothing and leave no trace; of the others, the one with the failed test is asked about.

use std::ffi::OsString;
use std::path::PathBuf;

use elenchus_inquiry::open::Material;
use elenchus_inquiry::open::recording::keep_sources;
use elenchus_launch::{Outcome, RecordOptions, Stream, Target};

use crate::args::{RecordRunArgs, RunArgs};
use crate::ask::{self, Held};
use crate::input::check_named_files;
use crate::launching::{options, options_to_record, run_recorded};
use crate::recorded::{ReadingProgress, check};
use crate::trouble::{Exit, Trouble};

/// Does what `elenchus run` says.
pub fn run(args: &RunArgs) -> Result<Exit, Trouble> {
    check_named_files(&args.session)?;
    let place = args.place.place("run");
    let target = every_process_of(&args.command);
    let mut options = options(
        target,
        &[],
        &args.recorder,
        &args.session.scope,
        &place.trace,
    );
    keep_apart(&mut options, args.session.json)?;
    let outcome = record_all(&options, &args.session.sources).inspect_err(|_| place.clean_up())?;
    if outcome.was_interrupted() {
        elenchus_guard::say!(
            "the command was interrupted; the questions are about what it had done by then"
        );
    }
    let code = outcome.exit_code();
    let choices = ask::choices(&args.session)?;
    let opened =
        Material::of_recordings(&outcome.traces, &choices, &mut ReadingProgress::default())?;
    let opened = opened.ok_or_else(|| nothing_recorded(&outcome))?;
    let held =
        Held::about(opened, &choices, &args.session).map_err(|trouble| match trouble.exit {
            Exit::NoBug if code != 0 => Trouble {
                advice: format!(
                    "the command ended with exit code {code} for another reason, which its own \
                     messages tell; {}",
                    trouble.advice
                ),
                ..trouble
            },
            _ => trouble,
        })?;
    elenchus_guard::say!("the recording is kept in {}", held.input().display());
    held.hold(&args.session)
}

/// Does what `elenchus record run` says; ends with the command's own exit code.
pub fn record(args: &RecordRunArgs) -> Result<i32, Trouble> {
    let target = every_process_of(&args.command);
    let options = options_to_record(target, &[], &args.into);
    let outcome = record_all(&options, &[])?;
    outcome.traces.iter().for_each(|trace| check(trace));
    Ok(outcome.exit_code())
}

/// A command of which every process is recorded that runs a language with a recorder.
fn every_process_of(command: &[OsString]) -> Target {
    Target::Command(elenchus_languages::launchers().collect(), command.to_vec())
}

/// Runs the command to its end and keeps the sources with each recording. At least one JVM has recorded something.
fn record_all(options: &RecordOptions, sources: &[PathBuf]) -> Result<Outcome, Trouble> {
    let outcome = run_recorded(options)?;
    if outcome.traces.is_empty() {
        let _ = std::fs::remove_dir(&options.trace);
        return Err(nothing_recorded(&outcome));
    }
    for trace in &outcome.traces {
        let mut roots = sources.to_vec();
        roots.push(PathBuf::from("."));
        keep_sources(trace, &roots)?;
    }
    Ok(outcome)
}

fn nothing_recorded(outcome: &Outcome) -> Trouble {
    match outcome.exit_code() {
        0 => Trouble::not_run(
            "nothing was recorded: the command started no JVM that runs classes of a directory",
            "does it run the tests? Build tools skip what they think is up to date. Classes in a \
             jar are recorded when --include names them. The daemon of a build tool that ran already \
             started without the recorder: stop it first",
        ),
        code => Trouble::not_run(
            format!("the command ended with exit code {code} before any code of the project ran"),
            "its own messages above say why. A JVM that is recorded cannot use or write an archive of \
             classes: leave -Xshare:on, -XX:+AutoCreateSharedArchive, -XX:ArchiveClassesAtExit and \
             -XX:AOT… out of scripts. If tests ran all the same: a daemon of the build tool that ran \
             already started them without the recorder; stop it first",
        ),
    }
}

/// Lines of JSON are for programs to read: what the command prints goes elsewhere.
fn keep_apart(options: &mut RecordOptions, json: bool) -> Result<(), Trouble> {
    if json {
        let stderr = rustix::io::dup(std::io::stderr())
            .map_err(|error| Trouble::usage(format!("failed to redirect output: {error}"), ""))?;
        options.streams[1] = Stream::File(stderr.into());
    }
    Ok(())
}

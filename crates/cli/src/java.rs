//! `elenchus record java`, `elenchus java` and `elenchus run`: a program under the recorder, and the
//! questions about it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use elenchus_launch::{
    LaunchError, Outcome, Pattern, Progress, RecordOptions, Recording, Stream, Target,
};

use crate::args::{JavaArgs, RecordArgs, RecordLanguage, RecorderArgs, RunArgs};
use crate::ask;
use crate::live::Live;
use crate::recorded::{is_trace, keep_sources};
use crate::trouble::{Exit, Trouble};

/// Does what `elenchus record java` says; ends with the program's own exit code.
pub fn record(args: &RecordArgs) -> Result<i32, Trouble> {
    let RecordLanguage::Java(java) = &args.language;
    let target = target(&java.command)?;
    let scope = (&java.include[..], &java.exclude[..]);
    let options = options(target, &java.command, &java.recorder, scope, &java.output);
    let outcome = run_recorded(&options)?;
    for trace in &outcome.traces {
        keep_sources(trace, &source_roots(&options.target))?;
    }
    Ok(outcome.exit_code())
}

/// Does what `elenchus java` says.
pub fn java(args: &JavaArgs) -> Result<Exit, Trouble> {
    let target = target(&args.command)?;
    let output = match &args.output {
        Some(output) => output.clone(),
        None => free_folder(&name_of(&target)),
    };
    let scope = (&args.session.include[..], &args.session.exclude[..]);
    let mut options = options(target, &args.command, &args.recorder, scope, &output);
    let printed = keep_output(&mut options, args.interactive)?;
    let roots = source_roots(&options.target);
    let recording = Recording::start(&options).map_err(|error| {
        // A program that never ran leaves nothing behind; a folder that holds something stays.
        let _ = std::fs::remove_file(&printed.0);
        let _ = std::fs::remove_dir(&options.trace);
        not_run(error)
    })?;
    let memory = args.session.memory as usize;
    let mut live = Live::new(recording, printed, memory, roots);
    let shows = std::io::stderr().is_terminal();
    let current = live.first_look(|progress| {
        if shows && progress.elapsed.as_millis() > 500 {
            eprint!("\r{}\x1b[K", progress_line(progress));
        }
    });
    if shows {
        eprintln!();
    }
    let Some(current) = current.map_err(not_run)? else {
        return Err(nothing_recorded());
    };
    eprintln!("the recording is kept in {}", live.trace().display());
    let done = ask::about_live(&mut live, current, &args.session);
    live.stop();
    done
}

fn nothing_recorded() -> Trouble {
    Trouble::not_run(
        "nothing was recorded: no class of a directory on the class path ran",
        "name the code to record with --include, or check the class path",
    )
}

/// Lets the program print into a file, from which it is shown apart from the questions; its input is
/// ours only when no person sits there.
fn keep_output(options: &mut RecordOptions, interactive: bool) -> Result<(PathBuf, File), Trouble> {
    let file = |action: &dyn Fn() -> std::io::Result<File>| {
        action()
            .map_err(|error| Trouble::not_run(format!("failed to keep the output: {error}"), ""))
    };
    let path = options.trace.with_extension("output");
    let written = file(&|| File::create(&path))?;
    let read = file(&|| File::open(&path))?;
    options.streams[2] = Stream::File(file(&|| written.try_clone())?);
    options.streams[1] = Stream::File(written);
    if std::io::stdin().is_terminal() && !interactive {
        options.streams[0] = Stream::Null;
    }
    Ok((path, read))
}

/// Does what `elenchus run` says.
pub fn run(args: &RunArgs) -> Result<Exit, Trouble> {
    let output = match &args.output {
        Some(output) => output.clone(),
        None => free_folder("run"),
    };
    let target = Target::Command(args.command.clone());
    let scope = (&args.session.include[..], &args.session.exclude[..]);
    let mut options = options(target, &[], &args.recorder, scope, &output);
    keep_apart(&mut options, args.session.json)?;
    let outcome = run_recorded(&options)?;
    ask_about(&options, &outcome, &args.session)
}

/// Asks about the one JVM that ran the project's classes: the one that recorded the most.
fn ask_about(
    options: &RecordOptions,
    outcome: &Outcome,
    session: &crate::args::SessionArgs,
) -> Result<Exit, Trouble> {
    for trace in &outcome.traces {
        keep_sources(trace, &source_roots(&options.target))?;
    }
    let recorded = |trace: &&PathBuf| folder_size(trace);
    let traces = outcome.traces.iter().filter(|trace| is_trace(trace));
    let Some(trace) = traces.max_by_key(recorded) else {
        return Err(nothing_recorded());
    };
    eprintln!("the recording is kept in {}", trace.display());
    ask::about_trace(trace, session)
}

fn folder_size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.metadata().ok())
        .map(|data| data.len())
        .sum()
}

/// `FILE.java ARGS…` or the arguments of a `java` command.
fn target(command: &[OsString]) -> Result<Target, Trouble> {
    let Some(first) = command.first() else {
        return Err(Trouble::usage(
            "nothing to run",
            "give FILE.java with its arguments, or -- and the arguments of java",
        ));
    };
    let file = Path::new(first);
    Ok(match file.extension() {
        Some(extension) if extension == "java" => Target::File(file.to_owned()),
        _ => Target::Java(command.to_vec()),
    })
}

/// `scope` holds the patterns of code to record in addition, and of code to leave alone.
fn options(
    target: Target,
    command: &[OsString],
    args: &RecorderArgs,
    scope: (&[String], &[String]),
    output: &Path,
) -> RecordOptions {
    let patterns = |texts: &[String]| texts.iter().map(|text| Pattern::new(text)).collect();
    let mut options = RecordOptions::new(target, output);
    if let Target::File(_) = options.target {
        options.arguments = command[1..].to_vec();
    }
    options.jdk = args.jdk.clone();
    options.include = patterns(scope.0);
    options.exclude = patterns(scope.1);
    options.writes = patterns(&args.writes);
    options.loops = args.loops.into();
    options.max_trace = args.max_trace;
    options
}

/// Runs a program to its end with progress on the standard error stream.
fn run_recorded(options: &RecordOptions) -> Result<Outcome, Trouble> {
    let shows = std::io::stderr().is_terminal();
    let mut told = false;
    let outcome = elenchus_launch::record(options, |progress| {
        if shows && progress.elapsed.as_millis() > 1000 {
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
        eprintln!("{}", progress_line(&outcome.progress));
    }
    Ok(outcome)
}

fn progress_line(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(1e-3);
    format!(
        "recording ▸ {} calls, {:.0} calls/s, {} bytes",
        progress.calls,
        progress.calls as f64 / seconds,
        progress.written_bytes
    )
}

fn not_run(error: LaunchError) -> Trouble {
    let mut problem = format!("failed to {error}");
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        problem = format!("{problem}: {error}");
        cause = error.source();
    }
    Trouble::not_run(problem, "")
}

/// Lines of JSON are for programs to read: what the recorded program prints goes elsewhere.
fn keep_apart(options: &mut RecordOptions, json: bool) -> Result<(), Trouble> {
    if json {
        let stderr = rustix::io::dup(std::io::stderr())
            .map_err(|error| Trouble::usage(format!("failed to redirect output: {error}"), ""))?;
        options.streams[1] = Stream::File(stderr.into());
    }
    Ok(())
}

/// Where the sources of a program are looked for.
fn source_roots(target: &Target) -> Vec<PathBuf> {
    let beside = match target {
        Target::File(file) => file.parent().map(Path::to_owned),
        _ => None,
    };
    let here = beside.filter(|path| !path.as_os_str().is_empty());
    here.into_iter().chain([PathBuf::from(".")]).collect()
}

/// What people call the program.
fn name_of(target: &Target) -> String {
    let name = match target {
        Target::File(file) => file.file_stem().map(|stem| stem.to_owned()),
        Target::Java(arguments) | Target::Command(arguments) => main_class(arguments),
    };
    let name = name.map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| "program".to_owned());
    name.rsplit(['/', '.']).next().unwrap_or(&name).to_owned()
}

/// The main class or jar in the arguments of a `java` command.
fn main_class(arguments: &[OsString]) -> Option<OsString> {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.to_str()? {
            "-cp" | "-classpath" | "--class-path" | "-p" | "--module-path" => {
                arguments.next();
            }
            "-jar" => return Path::new(arguments.next()?).file_stem().map(Into::into),
            option if option.starts_with('-') => {}
            _ => return Some(argument.clone()),
        }
    }
    None
}

/// A folder for a trace in the current folder that does not exist yet.
fn free_folder(name: &str) -> PathBuf {
    let numbered = |number: u32| match number {
        1 => PathBuf::from(format!("{name}.elenchus")),
        _ => PathBuf::from(format!("{name}-{number}.elenchus")),
    };
    let free = (1..).map(numbered).find(|path| !path.exists());
    free.expect("there is always a free number")
}

//! `elenchus record java` and `elenchus java`: a program under the recorder, and the questions about it.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use elenchus_inquiry::Input;
use elenchus_inquiry::keep::recordings::output_of;
use elenchus_inquiry::live::feeder::Feeder;
use elenchus_inquiry::live::growth::NewOutput;
use elenchus_inquiry::live::printed::Printed;
use elenchus_inquiry::live::running::{Live, Onlooker};
use elenchus_inquiry::open::recording::{Missing, is_trace, keep_sources};
use elenchus_inquiry::open::{Material, Resume};
use elenchus_launch::java::Jvm;
use elenchus_launch::{Progress, RecordOptions, Recording, Stream, Target};
use elenchus_terminal::Keys;
use elenchus_terminal::words::opening::{self, lacks};
use elenchus_trace::private;

use crate::args::{JavaArgs, RecordJavaArgs, SessionArgs};
use crate::ask::{self, Held, Seating};
use crate::input::check_named_files;
use crate::interrupt::Interrupts;
use crate::keyboard::Keyboard;
use crate::launching::{not_run, options, options_to_record, progress_line, run_recorded};
use crate::recorded::{ReadingProgress, check};
use crate::seat::{Seat, StandardInput};
use crate::trouble::{Exit, Trouble};

/// Does what `elenchus record java` says; ends with the program's own exit code.
pub fn record(args: &RecordJavaArgs) -> Result<i32, Trouble> {
    let (target, arguments) = target(&args.command)?;
    let options = options_to_record(target, arguments, &args.into);
    let outcome = run_recorded(&options)?;
    for trace in &outcome.traces {
        keep_sources(trace, &source_roots(&options.target, &[]))?;
        check(trace);
    }
    Ok(outcome.exit_code())
}

/// Does what `elenchus java` says.
pub fn java(args: &JavaArgs) -> Result<Exit, Trouble> {
    check_named_files(&args.session)?;
    let (target, arguments) = target(&args.command)?;
    let name = target.program_name();
    let place = args.place.place(name.as_deref().unwrap_or("program"));
    let mut options = options(
        target,
        arguments,
        &args.recorder,
        &args.session.scope,
        &place.trace,
    );
    let roots = source_roots(&options.target, &args.session.sources);
    if args.interactive {
        return ask_afterwards(&options, &roots, &args.session).inspect_err(|_| place.clean_up());
    }
    let streams = keep_streams(&mut options, args.session.json)?;
    // A program that never ran leaves nothing behind; a folder that holds something stays.
    let clean_up = || {
        let _ = std::fs::remove_file(output_of(&options.trace));
        place.clean_up();
    };
    let recording = Recording::start(&options).map_err(|error| {
        clean_up();
        not_run(error)
    })?;
    let mut live = Live::new(recording, streams, args.session.memory, roots);
    let resume = opening::resume(&Resume {
        input: place.called(),
        at: None,
        session_file: None,
    });
    let input = match args.session.json {
        true => StandardInput::Answers,
        false => StandardInput::Program,
    };
    // The line editor comes first: it has a handler of its own for Ctrl-C, which would take the place of ours.
    let seat = Seat::find(&args.session, input);
    let interrupts = Interrupts::watch(live.running(), Some(live.process()), &resume)?;
    let mut watching = Watching {
        keyboard: Keyboard::default(),
        shows: std::io::stderr().is_terminal() && !args.session.plain,
        told: false,
    };
    let current = live.first_look(&mut watching);
    if watching.told {
        eprintln!();
    }
    let Some(current) = current.map_err(not_run)? else {
        drop(live);
        // It was empty before, and holds nothing of the program.
        let _ = std::fs::remove_dir_all(&options.trace);
        clean_up();
        return Err(nothing_recorded());
    };
    elenchus_guard::say!("the recording is kept in {}", place.trace.display());
    let seating = Seating {
        seat,
        interrupts,
        keyboard: watching.keyboard,
    };
    Held::about_live(live, current, &args.session, seating)?.hold(&args.session)
}

/// The person who has started a program.
struct Watching {
    keyboard: Keyboard,
    /// Whether progress is shown.
    shows: bool,
    /// Whether it was.
    told: bool,
}

impl Onlooker for Watching {
    fn progress(&mut self, progress: &Progress) {
        if self.shows && progress.elapsed.as_millis() > 500 {
            self.told = true;
            match progress.calls {
                0 => eprint!("\rstarting the program\x1b[K"),
                _ => eprint!("\r{}\x1b[K", progress_line(progress)),
            }
        }
    }

    fn new_output(&mut self, output: &NewOutput) {
        for line in &output.lines {
            elenchus_guard::say!("│ {line}");
        }
    }

    fn lacks(&mut self, missing: Missing) {
        elenchus_guard::say!("warning: {}", lacks(missing));
    }

    fn typed(&mut self, time: Duration) -> Option<Input> {
        self.keyboard.typed(time)
    }
}

fn nothing_recorded() -> Trouble {
    Trouble::not_run(
        "nothing was recorded: no class of a directory or of the program's own jar ran",
        "check the command, or name the code to record with --include",
    )
}

/// Gives the program the terminal to its end, and asks then.
fn ask_afterwards(
    options: &RecordOptions,
    roots: &[PathBuf],
    session: &SessionArgs,
) -> Result<Exit, Trouble> {
    let outcome = run_recorded(options)?;
    let trace = outcome.traces.iter().find(|trace| is_trace(trace));
    let trace = trace.ok_or_else(nothing_recorded)?;
    keep_sources(trace, roots)?;
    elenchus_guard::say!("the recording is kept in {}", trace.display());
    let choices = ask::choices(session)?;
    let traces = std::slice::from_ref(trace);
    let opened = Material::of_recordings(traces, &choices, &mut ReadingProgress::default())?;
    let opened = opened.ok_or_else(nothing_recorded)?;
    Held::about(opened, &choices, session)?.hold(session)
}

/// Lets the program print into a file, from which it is shown apart from the questions. Its input is
/// what is piped to us; at a terminal, what is typed while it waits for it.
fn keep_streams(options: &mut RecordOptions, json: bool) -> Result<(Printed, Feeder), Trouble> {
    let trouble =
        |error: std::io::Error| Trouble::not_run(format!("failed to keep the output: {error}"), "");
    let path = output_of(&options.trace);
    private::write(&path, b"").map_err(trouble)?;
    let written = OpenOptions::new()
        .write(true)
        .open(&path)
        .map_err(trouble)?;
    let read = File::open(&path).map_err(trouble)?;
    options.streams[2] = Stream::File(written.try_clone().map_err(trouble)?);
    options.streams[1] = Stream::File(written);
    let mut feeder = Feeder::default();
    if std::io::stdin().is_terminal() {
        let (input, typed) = Feeder::new().map_err(trouble)?;
        options.streams[0] = Stream::File(input);
        feeder = typed;
    } else if json {
        // A program that reads our questions writes its answers there.
        options.streams[0] = Stream::Null;
    }
    Ok((Printed::new(path, read), feeder))
}

/// What the words after `java` run, and the program's own arguments.
fn target(command: &[OsString]) -> Result<(Target, &[OsString]), Trouble> {
    match command {
        [] => Err(Trouble::usage(
            "nothing to run",
            "give FILE.java with its arguments, or -- and the arguments of java",
        )),
        _ => Ok(Target::of(&Jvm, command)),
    }
}

/// Where the sources of a program are looked for: where the user says, else in the usual places.
fn source_roots(target: &Target, named: &[PathBuf]) -> Vec<PathBuf> {
    let beside = match target {
        Target::File(_, file) => file.parent().map(Path::to_owned),
        Target::Arguments(..) | Target::Command(..) => None,
    };
    let here = beside.filter(|path| !path.as_os_str().is_empty());
    let usual = here.into_iter().chain([PathBuf::from(".")]);
    named.iter().cloned().chain(usual).collect()
}

//! `record` and `failures`: a program under the recorder, within limits, and what went wrong in it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use elenchus_guard::files::{Unsafe, create_new};
use elenchus_guard::text::printed_line;
use elenchus_inquiry::keep::home::Home;
use elenchus_inquiry::keep::recordings::{Limit, NewPlace, output_of};
use elenchus_inquiry::open::recording::{is_trace, keep_sources};
use elenchus_inquiry::open::{Choices, Material, Note, Symptom};
use elenchus_launch::{LaunchError, Outcome, Pattern, RecordOptions, Recording, Stream, Target};
use elenchus_terminal::words;
use rustix::process::{Pid, Signal, kill_process};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::{Call, ToolError};
use crate::held::{Sessions, Watching, in_words};
use crate::shown::{Failure, Failures, Recorded};

/// What `record` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RecordArgs {
    /// The command, word by word: `["mvn", "test"]`, `["java", "-cp", "classes", "Main"]` or `["Chess.java", "e2e4"]`.
    pub command: Vec<String>,
    /// Also record code that matches these patterns, such as `com.shop.*`.
    #[serde(default)]
    pub include: Vec<String>,
    /// Do not record code that matches these patterns.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Stop the program after this many seconds (120, at most 3600).
    pub seconds: Option<u64>,
    /// End the recording at this many megabytes (512, at most 8192); the program goes on.
    pub megabytes: Option<u64>,
    /// How long the result may be (800).
    pub max_tokens: Option<u64>,
}

/// What `failures` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FailuresArgs {
    /// A recording, as `record` has named it.
    pub recording: String,
    /// How long the result may be (600).
    pub max_tokens: Option<u64>,
}

/// The usual and the greatest number of seconds and megabytes.
const SECONDS: (u64, u64) = (120, 3600);
const MEGABYTES: (u64, u64) = (512, 8192);

/// How often we look whether the program has ended.
const LOOK: Duration = Duration::from_millis(20);

/// A program that was asked to end is killed after this time.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many bytes at the end of what the program printed are looked at.
const TAIL: u64 = 4096;

/// A name of a recording is cut to this many characters.
const LONGEST_NAME: usize = 40;

/// This many of its last lines are told.
const LAST_LINES: usize = 12;

/// Records a program to its end or to its limits.
pub fn record(
    sessions: &Sessions,
    args: &RecordArgs,
    call: &mut Call,
) -> Result<Recorded, ToolError> {
    let seconds = limit("seconds", args.seconds, SECONDS)?;
    let megabytes = limit("megabytes", args.megabytes, MEGABYTES)?;
    let (target, arguments) = target(sessions, &args.command)?;
    let place = Place::free(sessions.places.home(), &name_of(&target))
        .map_err(|error| ToolError::new(format!("failed to make a folder: {error}")))?;
    let mut options = RecordOptions::new(target, &place.trace);
    options.arguments = arguments;
    options.include = patterns(&args.include);
    options.exclude = patterns(&args.exclude);
    options.max_trace = Some(megabytes << 20);
    let ran = run(&mut options, &place, Duration::from_secs(seconds), call);
    let ran = ran.inspect_err(|_| place.clean_up())?;
    let printed = last_lines(&place.output).unwrap_or_default();
    // What stands beside a file belongs to it; elsewhere may be another version of it.
    let beside = match &options.target {
        Target::File(_, file) => file.parent().map(Path::to_owned),
        Target::Arguments(..) | Target::Command(..) => None,
    };
    let home = sessions.places.home().to_owned();
    let roots: Vec<PathBuf> = beside.into_iter().chain([home]).collect();
    let traces = ran.outcome.traces.iter().filter(|trace| is_trace(trace));
    let traces: Vec<PathBuf> = traces.cloned().collect();
    for trace in &traces {
        keep_sources(trace, &roots).map_err(|error| ToolError::new(error.to_string()))?;
    }
    let opened = Material::of_recordings(&traces, &Choices::default(), &mut Watching(call));
    let opened = opened.map_err(|error| ToolError::new(error.to_string()))?;
    let Some((material, notes)) = opened else {
        place.clean_up();
        return Err(nothing_recorded(&ran, &printed));
    };
    let recording = sessions.places.called(&place.trace);
    let mut found = failures_of(recording, &material, &notes)?;
    let gone = place.made.removed.iter().map(|old| {
        let old = sessions.places.called(old);
        format!("{old}, which was used least recently, was removed to make room")
    });
    found.notes.extend(gone);
    Ok(Recorded {
        ended: if ran.in_time { "exit" } else { "time-limit" },
        exit_code: ran.outcome.exit_code(),
        seconds: (ran.outcome.progress.elapsed.as_secs_f64() * 10.0).round() / 10.0,
        calls: ran.outcome.progress.calls,
        printed,
        found,
    })
}

/// What went wrong in a recording.
pub fn failures(
    sessions: &Sessions,
    args: &FailuresArgs,
    call: &mut Call,
) -> Result<Failures, ToolError> {
    let (material, notes) = sessions.read(&args.recording, &Choices::default(), call)?;
    failures_of(args.recording.clone(), &material, &notes)
}

fn failures_of(
    recording: String,
    material: &Material,
    notes: &[Note],
) -> Result<Failures, ToolError> {
    let starts = material.starts(&Choices::default());
    let failed = match starts.map_err(|error| ToolError::new(error.to_string()))? {
        Symptom::Failed(failed) => failed,
        Symptom::Start(_) | Symptom::NoFailingTest => Vec::new(),
    };
    let mut notes = in_words(notes);
    if let Material::Runs(runs) = material {
        let cut = |run: &elenchus_recorded::run::Run| run.trace().info().cut.is_some();
        if runs.iter().any(|(_, run)| cut(run)) {
            notes.push("the recording ends before the program does: it reached its limit".into());
        }
    }
    let failures = failed.iter().map(|failed| Failure {
        at: material.address(failed),
        what: words::opening::failed(failed),
    });
    Ok(Failures {
        recording,
        tests: material.has_tests(),
        failures: failures.collect(),
        notes,
        cut: None,
    })
}

/// A limit that the client may set.
fn limit(name: &str, wanted: Option<u64>, (usual, most): (u64, u64)) -> Result<u64, ToolError> {
    match wanted {
        None => Ok(usual),
        Some(wanted) if (1..=most).contains(&wanted) => Ok(wanted),
        Some(_) => Err(ToolError::new(format!("{name} goes from 1 to {most}"))),
    }
}

fn patterns(texts: &[String]) -> Vec<Pattern> {
    texts.iter().map(|text| Pattern::new(text)).collect()
}

/// What to run: a source file with its arguments, the arguments of a language's own command, or any command.
fn target(sessions: &Sessions, command: &[String]) -> Result<(Target, Vec<OsString>), ToolError> {
    let [first, rest @ ..] = command else {
        return Err(ToolError::new("`command` is empty: name a program to run"));
    };
    if command.iter().any(|word| word.contains('\0')) {
        return Err(ToolError::new("a command cannot hold zero bytes"));
    }
    let words = |words: &[String]| words.iter().map(OsString::from).collect::<Vec<_>>();
    for launcher in elenchus_languages::launchers() {
        let is_own = first == launcher.language();
        let named = if is_own { rest } else { command };
        match named {
            [file, arguments @ ..] if launcher.is_source(Path::new(file)) => {
                let file = sessions.places.inside(file)?;
                return Ok((Target::File(launcher, file), words(arguments)));
            }
            _ if is_own => return Ok((Target::Arguments(launcher, words(rest)), Vec::new())),
            _ => {}
        }
    }
    let launchers = elenchus_languages::launchers().collect();
    Ok((Target::Command(launchers, words(command)), Vec::new()))
}

/// What the recording is called: like the program, else like the command.
fn name_of(target: &Target) -> String {
    let named = target.program_name().or_else(|| match target {
        Target::Command(_, words) => {
            let stem = Path::new(words.first()?).file_stem()?;
            Some(stem.to_string_lossy().into_owned())
        }
        Target::File(..) | Target::Arguments(..) => None,
    });
    let named = named.unwrap_or_default();
    let plain = named.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = plain.take(LONGEST_NAME).collect();
    match plain.is_empty() {
        true => "run".to_owned(),
        false => plain,
    }
}

/// Where a recording is made.
struct Place {
    trace: PathBuf,
    /// Where what the program prints goes.
    output: PathBuf,
    printed: File,
    /// Keeps it from being removed for others, and says what was removed for it.
    made: NewPlace,
    home: Home,
}

impl Place {
    /// A place that nothing else uses, nor will.
    fn free(root: &Path, name: &str) -> Result<Place, Unsafe> {
        let home = Home::of(root);
        let made = NewPlace::free(&home, name, root, Limit::default())?;
        let output = output_of(&made.trace);
        let printed = create_new(&output).map_err(|source| Unsafe::System {
            path: output.clone(),
            source,
        })?;
        Ok(Place {
            trace: made.trace.clone(),
            output,
            printed,
            made,
            home,
        })
    }

    /// Leaves nothing behind.
    fn clean_up(&self) {
        let _ = std::fs::remove_dir_all(&self.trace);
        let _ = std::fs::remove_file(&self.output);
        self.home.tidy();
    }
}

/// A program that has ended.
struct Ran {
    outcome: Outcome,
    /// Whether it ended by itself.
    in_time: bool,
}

/// Runs the program to its end, or stops it when its time is up or nobody wants it any more.
fn run(
    options: &mut RecordOptions,
    place: &Place,
    time: Duration,
    call: &mut Call,
) -> Result<Ran, ToolError> {
    let printed = || {
        let file = place.printed.try_clone().map(Stream::File);
        file.map_err(|error| ToolError::new(format!("failed to keep what is printed: {error}")))
    };
    options.streams = [Stream::Null, printed()?, printed()?];
    let mut recording = Recording::start(options).map_err(|error| not_run(&error))?;
    let started = Instant::now();
    let mut stopped: Option<Instant> = None;
    loop {
        let ended = recording.ended().map_err(|error| not_run(&error))?;
        if let Some(outcome) = ended {
            call.go_on()?;
            return Ok(Ran {
                outcome,
                in_time: stopped.is_none(),
            });
        }
        match stopped {
            None if call.is_unwanted() || started.elapsed() >= time => {
                recording.stop();
                stopped = Some(Instant::now());
            }
            Some(stopped) if stopped.elapsed() >= PATIENCE => kill(recording.process()),
            _ => {}
        }
        let progress = recording.progress();
        call.progress(progress.elapsed.as_secs_f64(), || {
            format!("{} calls, {} bytes", progress.calls, progress.written_bytes)
        });
        std::thread::sleep(LOOK);
    }
}

/// Ends a program that did not end when it was asked to, with everything that it has started.
fn kill(program: u32) {
    let mut doomed = vec![program];
    let mut looked = 0;
    while looked < doomed.len() {
        doomed.extend(children(doomed[looked]));
        looked += 1;
    }
    for process in doomed.into_iter().filter_map(|id| Pid::from_raw(id as i32)) {
        // What has ended meanwhile needs nothing.
        let _ = kill_process(process, Signal::KILL);
    }
}

/// The processes that a process has started, on systems that tell.
fn children(process: u32) -> Vec<u32> {
    let told = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let told = told.unwrap_or_default();
    told.split_whitespace()
        .filter_map(|id| id.parse().ok())
        .collect()
}

/// Why a program could not be started, with all causes.
fn not_run(error: &LaunchError) -> ToolError {
    let mut problem = format!("failed to {error}");
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        problem = format!("{problem}: {error}");
        cause = error.source();
    }
    ToolError::new(problem)
}

fn nothing_recorded(ran: &Ran, printed: &[String]) -> ToolError {
    let how = match ran.in_time {
        true => format!("it ended with exit code {}", ran.outcome.exit_code()),
        false => "its time was up".to_owned(),
    };
    let said = match printed {
        [] => "it printed nothing".to_owned(),
        lines => format!("the last lines it printed:\n{}", lines.join("\n")),
    };
    ToolError::new(format!(
        "nothing was recorded: no class of a folder or of the program's own jar ran; {how}. Check the command (build tools \
         skip tests that are up to date), or name code to record with `include`; {said}"
    ))
}

/// The last lines of a file.
fn last_lines(path: &Path) -> io::Result<Vec<String>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.len().saturating_sub(LAST_LINES);
    Ok(lines[last..]
        .iter()
        .map(|line| printed_line(line))
        .collect())
}

#[cfg(test)]
mod tests {
    use elenchus_inquiry::open::Prior;

    use super::*;
    use crate::places::Places;

    #[test]
    fn recordings_are_called_by_what_runs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("Chess.java"), "").unwrap();
        let places = Places::new(&[folder.path().to_owned()]).unwrap();
        let sessions = Sessions::new(places, Vec::new(), Prior::Lines, None);
        for (command, name) in [
            (&["Chess.java"][..], "Chess"),
            (&["java", "Chess.java", "x"], "Chess"),
            (&["java", "-cp", "classes", "shop.Main"], "Main"),
            (&["./mvnw", "-q", "test"], "mvnw"),
            (&["../../.."], "run"),
        ] {
            let command: Vec<String> = command.iter().map(ToString::to_string).collect();
            assert_eq!(name_of(&target(&sessions, &command).unwrap().0), name);
        }
        assert!(target(&sessions, &["../Chess.java".to_owned()]).is_err());
        assert!(target(&sessions, &[]).is_err());
    }

    #[test]
    fn two_recordings_never_share_a_folder() {
        let home = tempfile::tempdir().unwrap();
        let names: Vec<_> = (0..3)
            .map(|_| Place::free(home.path(), "Chess").unwrap().trace)
            .map(|folder| folder.file_name().unwrap().to_owned())
            .collect();
        assert_eq!(
            names,
            ["Chess.elenchus", "Chess-2.elenchus", "Chess-3.elenchus"]
        );
    }

    #[test]
    fn limits_have_limits() {
        assert_eq!(limit("seconds", None, SECONDS).unwrap(), 120);
        assert_eq!(limit("seconds", Some(5), SECONDS).unwrap(), 5);
        for wrong in [0, 3601, u64::MAX] {
            assert!(limit("seconds", Some(wrong), SECONDS).is_err());
        }
    }
}

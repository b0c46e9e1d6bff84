//! Recording a compiled program with the agent.

use elenchus_corpora::jdk::Jdk;
use elenchus_launch::java::Jvm;
use elenchus_launch::{Loops, Pattern, RecordOptions, Stream, Target, record};
use elenchus_recorded::java::Java;
use elenchus_recorded::run::Run;
use elenchus_trace::{Budget, Trace};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

/// A program that was recorded.
pub struct Recorded {
    pub run: Run,
    pub stdout: String,
}

/// Runs a class of a folder under the recorder, all its loops in full, and opens the trace. `scratch` is a folder that
/// does not exist yet.
pub fn record_program(
    jdk: &Jdk,
    sources: &Path,
    classes: &Path,
    main: &str,
    arguments: &[OsString],
    exclude: &[&str],
    scratch: &Path,
) -> Result<Recorded, String> {
    fs::create_dir_all(scratch).map_err(|error| error.to_string())?;
    let file = |name: &str| File::create(scratch.join(name)).map_err(|error| error.to_string());
    // A small stack: to look at every call of an overflow takes the square of its depth.
    let mut command: Vec<OsString> = [
        "-Xss180k",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
    ]
    .map(OsString::from)
    .to_vec();
    command.extend([classes.into(), main.into()]);
    let mut options = RecordOptions::new(Target::Arguments(&Jvm, command), scratch.join("trace"));
    options.arguments = arguments.to_vec();
    options.home = Some(jdk.home.clone());
    options.loops = Loops::All;
    options.exclude = exclude.iter().map(|text| Pattern::new(text)).collect();
    options.streams = [
        Stream::Null,
        Stream::File(file("out")?),
        Stream::File(file("err")?),
    ];
    let outcome = record(&options, |_| {}).map_err(|error| error.to_string())?;
    let read = |name: &str| fs::read_to_string(scratch.join(name)).unwrap_or_default();
    let [folder] = outcome.traces.as_slice() else {
        return Err(format!("{} traces", outcome.traces.len()));
    };
    let trace = Trace::open(folder, Budget::default())
        .map_err(|error| format!("failed to read the trace: {error}\n{}", read("err")))?;
    let damage = trace.damage();
    if !damage.is_empty() {
        return Err(format!("the trace is damaged: {damage:?}"));
    }
    Ok(Recorded {
        run: Run::new(Arc::new(trace), &Java, [sources.to_owned()]),
        stdout: read("out"),
    })
}

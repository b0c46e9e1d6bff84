//! The buggy Java programs of the workspace, recorded for measurements.

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use elenchus_launch::java::Jvm;
use elenchus_launch::{RecordOptions, Stream, Target, record};

/// Where the programs are, below the workspace.
pub const FOLDERS: [&str; 2] = ["examples/java", "tests/java/buggy"];

/// The folders of all programs, in order.
pub fn all() -> std::io::Result<Vec<PathBuf>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut programs = Vec::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(workspace.join(folder))? {
            programs.push(entry?.path());
        }
    }
    programs.retain(|path| path.join("bug.json").is_file());
    programs.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    Ok(programs)
}

/// Runs a program under the recorder.
pub fn record_into(program: &Path, trace: &Path) -> Result<(), Box<dyn Error>> {
    let about: serde_json::Value = serde_json::from_reader(File::open(program.join("bug.json"))?)?;
    let main = about["main"]
        .as_str()
        .ok_or("bug.json names no main class")?;
    let source = program.join(format!("{main}.java"));
    let mut options = RecordOptions::new(Target::File(&Jvm, source), trace);
    let input = match File::open(program.join("input.txt")) {
        Ok(input) => Stream::File(input),
        Err(_) => Stream::Null,
    };
    options.streams = [input, Stream::Null, Stream::Null];
    record(&options, |_| {})?;
    Ok(())
}

//! Scripted dialogues: the real binary, answers in, the whole transcript out, compared.
//!
//! Each file in `dialogues/` holds one or more commands that run one after the other in a fresh
//! folder with all example trees in it:
//!
//! ```text
//! # What the dialogue shows.
//! $ elenchus ask sample.json
//! < y
//! everything that the command writes, first its output, then its errors marked with "! "
//! [exit 0]
//! ```
//!
//! Lines that start with `# ` are remarks; lines that start with `< ` are the command's input. `ELENCHUS_BLESS=1 cargo test -p elenchus`
//! writes what the commands say now into the files, to be looked at before it is committed.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One command of a dialogue.
struct Scene {
    /// The remarks before it.
    remarks: String,
    command: String,
    input: String,
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The scenes, without what they are expected to say.
fn parse(text: &str) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    let mut remarks = String::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            scenes.push(Scene {
                remarks: std::mem::take(&mut remarks),
                command: command.to_owned(),
                input: String::new(),
            });
        } else if line.starts_with("# ") {
            remarks.push_str(line);
            remarks.push('\n');
        } else if let (Some(input), Some(scene)) = (line.strip_prefix("< "), scenes.last_mut()) {
            scene.input.push_str(input);
            scene.input.push('\n');
        }
    }
    scenes
}

/// Runs one command by the shell, with the binary under test first on the path.
fn run(folder: &Path, scene: &Scene) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_elenchus"));
    let path = std::env::join_paths(
        std::iter::once(binary.parent().unwrap().to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let mut child = Command::new("sh")
        .args(["-c", &scene.command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that ends without reading everything is no fault of the test.
    let _ = stdin.write_all(scene.input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let mut said = String::from_utf8(output.stdout).unwrap();
    if !said.is_empty() && !said.ends_with('\n') {
        said.push('\n');
    }
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        writeln!(said, "! {line}").unwrap();
    }
    let code = output.status.code().expect("not killed by a signal");
    writeln!(said, "[exit {code}]").unwrap();
    said
}

fn copy_trees(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

/// What the dialogue in `text` says now, in the form of its file.
fn perform(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    copy_trees(&here().join("../../examples/trees"), folder.path());
    copy_trees(&here().join("tests/trees"), folder.path());
    let mut transcript = String::new();
    for (place, scene) in parse(text).iter().enumerate() {
        if place > 0 {
            transcript.push('\n');
        }
        transcript.push_str(&scene.remarks);
        writeln!(transcript, "$ {}", scene.command).unwrap();
        for line in scene.input.lines() {
            writeln!(transcript, "< {line}").unwrap();
        }
        transcript.push_str(&run(folder.path(), scene));
    }
    transcript
}

#[test]
fn dialogues_go_as_written() {
    let bless = std::env::var_os("ELENCHUS_BLESS").is_some();
    let mut paths: Vec<PathBuf> = fs::read_dir(here().join("tests/dialogues"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let mut different = Vec::new();
    for path in paths {
        let expected = fs::read_to_string(&path).unwrap();
        let transcript = perform(&expected);
        if transcript == expected {
            continue;
        }
        if bless {
            fs::write(&path, transcript).unwrap();
            continue;
        }
        let at = expected
            .lines()
            .zip(transcript.lines())
            .position(|(a, b)| a != b)
            .unwrap_or_else(|| expected.lines().count().min(transcript.lines().count()));
        different.push(format!(
            "{}:{}\n  expected: {}\n  said:     {}",
            path.display(),
            at + 1,
            expected.lines().nth(at).unwrap_or("(nothing)"),
            transcript.lines().nth(at).unwrap_or("(nothing)"),
        ));
    }
    assert!(
        different.is_empty(),
        "{} dialogues went otherwise (ELENCHUS_BLESS=1 accepts them):\n{}",
        different.len(),
        different.join("\n")
    );
}

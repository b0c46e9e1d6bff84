//! One program of the corpus: compiling, recording and searching it, and how the search went.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_corpora::buggy::BuggyProgram;
use elenchus_corpora::jdk::javac;
use serde_json::Value;

use crate::shown::{Question, questions};

/// A program with a planted bug.
pub struct Program {
    pub name: String,
    pub planted: Vec<u64>,
    pub routine: String,
    about: BuggyProgram,
}

/// How a search went.
pub struct Searched {
    pub lines_of_code: usize,
    pub calls: u64,
    pub questions: Vec<Question>,
    /// Why the oracle left questions open, one reason for each that it did.
    pub doubts: Vec<String>,
    /// How many questions `--otherwise` answered.
    pub unanswered: usize,
    pub ending: Ending,
}

pub enum Ending {
    Found {
        title: String,
        /// Lines that ran and belong to the bug.
        lines: Vec<u64>,
        /// Where in it to look, if its kind says more.
        hint: Option<String>,
    },
    /// The search did not end with a bug; what was said instead.
    Other(String),
}

/// The root of the project.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All programs, the papers' examples first.
pub fn all() -> Vec<Program> {
    BuggyProgram::all().into_iter().map(Program::new).collect()
}

impl Program {
    fn new(about: BuggyProgram) -> Program {
        Program {
            name: about.name(),
            planted: about.planted.clone(),
            routine: about.routine.clone(),
            about,
        }
    }

    /// Records both versions and searches for the bug, with further options if any.
    pub fn search(&self, options: &[&str]) -> Searched {
        let work = tempfile::tempdir().unwrap();
        let (good, bad) = self.record_both(work.path());
        let oracle = format!("trace:{}", good.display());
        let ask = |front: &[&str]| {
            let asked = elenchus(&self.about.folder)
                .arg("ask")
                .arg(&bad)
                .args(["--oracle", &oracle, "--otherwise", "right", "--new"])
                .args(["--root-is", "known", "--no-knowledge", "--zoom", "no"])
                .args(front)
                .args(options)
                .output();
            asked.unwrap()
        };
        let shown = questions(&String::from_utf8(ask(&[]).stdout).unwrap());
        let asked = ask(&["--json"]);
        let said = String::from_utf8(asked.stdout).unwrap();
        let events: Vec<Value> = said
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let of_type = |name: &'static str| events.iter().filter(move |e| e["type"] == name);
        let errors = String::from_utf8_lossy(&asked.stderr);
        let other = || Ending::Other(format!("{}\n{errors}", said.lines().last().unwrap_or("")));
        assert_eq!(of_type("question").count(), shown.len(), "{}", self.name);
        Searched {
            lines_of_code: self.lines_of_code(),
            calls: calls(&bad),
            questions: shown,
            doubts: of_type("note")
                .filter_map(|note| {
                    let (_, doubt) = note["text"].as_str()?.split_once(" leaves this open: ")?;
                    Some(doubt.to_owned())
                })
                .collect(),
            unanswered: of_type("answer")
                .filter(|a| a["by"] == "--otherwise")
                .count(),
            ending: of_type("found").next_back().map_or_else(other, found),
        }
    }

    /// Records the corrected program and the one with the bug.
    pub fn record_both(&self, work: &Path) -> (PathBuf, PathBuf) {
        let good = self.record(&self.about.fixed(), work, "good");
        (good, self.record_bad(work))
    }

    /// Records the program as it is, with its bug.
    pub fn record_bad(&self, work: &Path) -> PathBuf {
        self.record(&self.about.folder, work, "bad")
    }

    /// The tool, where the program's sources are.
    pub fn elenchus(&self) -> Command {
        elenchus(&self.about.folder)
    }

    /// Compiles and records the version in `sources`; returns the trace.
    fn record(&self, sources: &Path, work: &Path, name: &str) -> PathBuf {
        let (classes, trace) = (work.join(name), work.join(format!("{name}.trace")));
        let compiled = javac()
            .args(["-g", "-d"])
            .arg(&classes)
            .args(java_files(sources))
            .status();
        assert!(
            compiled.unwrap().success(),
            "{} does not compile",
            self.name
        );
        let recorded = elenchus(sources)
            .args(["record", "java", "-o"])
            .arg(&trace)
            .args(["--", "-cp"])
            .arg(&classes)
            .arg(&self.about.main)
            .stdin(self.about.input())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&recorded.stderr);
        assert!(trace.is_dir(), "{} was not recorded: {errors}", self.name);
        trace
    }

    fn lines_of_code(&self) -> usize {
        let lines = |path: PathBuf| {
            let text = fs::read_to_string(path).unwrap();
            text.lines().filter(|line| !line.trim().is_empty()).count()
        };
        java_files(&self.about.folder).into_iter().map(lines).sum()
    }
}

pub fn elenchus(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "java"))
        .collect()
}

fn calls(trace: &Path) -> u64 {
    let info = elenchus(trace).args(["info", ".", "--json"]).output();
    let info: Value = serde_json::from_slice(&info.unwrap().stdout).unwrap();
    info["calls"].as_u64().unwrap()
}

pub fn found(event: &Value) -> Ending {
    let blocks = event["code"]["blocks"].as_array().into_iter().flatten();
    let lines = blocks.flat_map(|block| block.as_array().into_iter().flatten());
    let owned = lines.filter(|line| line["owned"] == true && line["execution"] == "ran");
    Ending::Found {
        title: text(&event["title"]),
        lines: owned.filter_map(|line| line["number"].as_u64()).collect(),
        hint: event["hint"].as_str().map(str::to_owned),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

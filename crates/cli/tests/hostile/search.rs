//! Recording programs and their twins, searching, and how the searches ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_corpora::jdk::Jdk;
use elenchus_corpora::parallel::map_all;
use serde_json::Value;

use crate::program::Program;

/// How a search went.
pub struct Searched {
    pub questions: usize,
    pub ending: Ending,
}

/// How a search ended.
pub enum Ending {
    /// At the bug, with this many lines to look at.
    Found { lines: usize },
    /// Undecided, with the bug among this many routines.
    Undecided { routines: usize },
    /// Undecided, and the bug is not among what is left.
    Lost(String),
    /// Somebody innocent was blamed.
    Blamed(String),
    /// In another way.
    Other(String),
}

impl Ending {
    /// What is wrong about it, if anything is.
    pub fn complaint(&self) -> Option<String> {
        match self {
            Ending::Found { .. } | Ending::Undecided { .. } => None,
            Ending::Lost(left) => Some(format!("the bug is not among {left}")),
            Ending::Blamed(title) => Some(format!("{title} is innocent")),
            Ending::Other(said) => Some(said.clone()),
        }
    }
}

/// Searches for the bugs of all programs.
pub fn search_all(jdk: &Jdk, programs: &[Program]) -> Vec<Searched> {
    let work = tempfile::tempdir().unwrap();
    let folder = |version: &str, program: &Program| work.path().join(version).join(&program.name);
    let classes = |sources: &Path| sources.join("classes");
    let mut to_compile = Vec::new();
    for program in programs {
        for (version, text) in [("bad", &program.bad), ("good", &program.good)] {
            let sources = folder(version, program);
            fs::create_dir_all(&sources).unwrap();
            fs::write(sources.join(format!("{}.java", program.name)), text).unwrap();
            to_compile.push((sources.clone(), classes(&sources)));
        }
    }
    jdk.compile(&to_compile, work.path());
    map_all(programs, |program| {
        let (bad, good) = (folder("bad", program), folder("good", program));
        let (wrong, right) = (record(jdk, program, &bad), record(jdk, program, &good));
        assert_ne!(wrong, right, "{} is not wrong", program.name);
        search(program, &bad, &good)
    })
}

fn elenchus(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn trace(folder: &Path) -> PathBuf {
    folder.join("trace")
}

/// Records a version; returns how it ended and what it printed.
fn record(jdk: &Jdk, program: &Program, folder: &Path) -> (Option<i32>, String) {
    let recorded = elenchus(folder)
        .env("JAVA_HOME", &jdk.home)
        .args(["record", "java", "-o", "trace", "--", "-cp", "classes"])
        .arg(&program.name)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&recorded.stderr);
    assert!(trace(folder).is_dir(), "{}: {errors}", program.name);
    let printed = String::from_utf8_lossy(&recorded.stdout);
    (recorded.status.code(), printed.into_owned())
}

fn search(program: &Program, bad: &Path, good: &Path) -> Searched {
    let oracle = format!("trace:{}", trace(good).display());
    let asked = elenchus(bad)
        .args(["ask", "trace", "--oracle", &oracle])
        .args(["--otherwise", "unknown", "--json"])
        .args(["--root-is", "known", "--no-knowledge", "--new"])
        .output()
        .unwrap();
    let said = String::from_utf8(asked.stdout).unwrap();
    let events: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let questions = events.iter().filter(|event| event["type"] == "question");
    let errors = String::from_utf8_lossy(&asked.stderr);
    let last = events.iter().rev();
    let ending = last
        .clone()
        .find_map(|event| ending(program, event))
        .unwrap_or_else(|| {
            let last = said.lines().last().unwrap_or("nothing");
            Ending::Other(format!("ends with {last}\n{errors}"))
        });
    Searched {
        questions: questions.count(),
        ending,
    }
}

/// What an event says about how the search ended, if it does.
fn ending(program: &Program, event: &Value) -> Option<Ending> {
    let is_bug = |lines: &[u64]| lines.iter().any(|line| program.bug.contains(line));
    match event["type"].as_str()? {
        "found" => {
            let lines = owned_lines(&event["code"]);
            Some(match is_bug(&lines) {
                true => Ending::Found { lines: lines.len() },
                false => Ending::Blamed(format!("{} with the lines {lines:?}", event["title"])),
            })
        }
        "candidates" => {
            let code = event["code"].as_array().into_iter().flatten();
            let lines = code.clone().flat_map(|routine| numbers(&routine["lines"]));
            let lines: Vec<u64> = lines.collect();
            let routines = code.count();
            Some(match program.bug.is_empty() || is_bug(&lines) {
                true => Ending::Undecided { routines },
                false => Ending::Lost(event["code"].to_string()),
            })
        }
        _ => None,
    }
}

/// The lines of a report that ran and that it holds responsible.
fn owned_lines(code: &Value) -> Vec<u64> {
    let blocks = code["blocks"].as_array().into_iter().flatten();
    let lines = blocks.flat_map(|block| block.as_array().into_iter().flatten());
    let owned = lines.filter(|line| line["owned"] == true && line["execution"] == "ran");
    owned.filter_map(|line| line["number"].as_u64()).collect()
}

fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_u64).collect()
}

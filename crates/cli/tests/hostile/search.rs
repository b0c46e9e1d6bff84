//! Recording programs and their twins, searching, and how the searches ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_corpora::jdk::Jdk;
use elenchus_corpora::parallel::map_all;

use crate::ended::{Bug, Ending, ended, events};
use crate::program::Program;

/// How a search went.
pub struct Searched {
    pub questions: usize,
    pub ending: Ending,
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
        .args(["ask", "trace", "--zoom", "no", "--oracle", &oracle])
        .args(["--otherwise", "unknown", "--json"])
        .args(["--root-is", "known", "--no-knowledge", "--new"])
        .output()
        .unwrap();
    let events = events(&String::from_utf8_lossy(&asked.stdout));
    let questions = events.iter().filter(|event| event["type"] == "question");
    let bug = Bug {
        class: None,
        lines: &program.bug,
    };
    Searched {
        questions: questions.count(),
        ending: ended(&bug, &events, &String::from_utf8_lossy(&asked.stderr)),
    }
}

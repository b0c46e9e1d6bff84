//! Finding mutants that fail a test, recording them, and searching with nothing but a recording of the unchanged class.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_corpora::jdk::repository;
use serde_json::Value;

use crate::ended::{Bug, Ending, ended, events};
use crate::library::{Built, Library, QUICK_JVM, file_of};
use crate::mutate::{Mutant, mutants};

/// How long a test may take with a mutant, in seconds.
const PATIENCE: &str = "10";

/// How long a recording or a search may take, in seconds.
const LIMIT: &str = "120";

/// A mutant that fails a test, and how the search for it went.
pub struct Searched {
    pub library: &'static str,
    pub class: String,
    pub mutant: Mutant,
    pub questions: usize,
    pub ending: Ending,
    /// Why the good recording left questions open, with how often it did so.
    pub doubts: BTreeMap<String, usize>,
}

/// Searches for some mutants of a class: at most `most` that fail its test, out of three times as many.
pub fn search_class(
    library: &Library,
    built: &Built,
    class: &str,
    most: usize,
    work: &Path,
) -> Vec<Searched> {
    let class = library.class(class);
    let file = format!("{}.java", file_of(&class));
    let all = mutants(&built.sources.join(&file));
    let tried = spread(all, 3 * most);
    let folders: Vec<PathBuf> = (0..tried.len()).map(|n| work.join(n.to_string())).collect();
    for (mutant, folder) in tried.iter().zip(&folders) {
        let path = folder.join(&file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &mutant.text).unwrap();
    }
    let killed = killed(built, &class, &folders);
    let killed = tried.into_iter().zip(folders).zip(killed);
    let killed: Vec<(Mutant, PathBuf)> = killed
        .filter_map(|(mutant, killed)| killed.then_some(mutant))
        .collect();
    if killed.is_empty() {
        return Vec::new();
    }
    let good = work.join("good");
    fs::create_dir_all(&good).unwrap();
    if !record(built, &class, None, &good) {
        return Vec::new();
    }
    let killed = spread(killed, most).into_iter();
    killed
        .filter_map(|(mutant, folder)| {
            if !record(built, &class, Some(&folder.join("classes")), &folder) {
                return None;
            }
            let searched = search(library, built, &class, mutant, &folder, &good);
            // Recordings are large.
            fs::remove_dir_all(&folder).unwrap();
            Some(searched)
        })
        .collect()
}

/// At most `most` of some things, evenly spread.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let (count, most) = (all.len(), most.min(all.len()));
    let chosen: Vec<usize> = (0..most).map(|n| n * count / most).collect();
    let all = all.into_iter().enumerate();
    all.filter(|(place, _)| chosen.binary_search(place).is_ok())
        .map(|(_, one)| one)
        .collect()
}

/// Which mutants fail the test of their class.
fn killed(built: &Built, class: &str, folders: &[PathBuf]) -> Vec<bool> {
    let output = Command::new("java")
        .args(QUICK_JVM)
        .arg("-cp")
        .arg(&built.runner)
        .arg(repository().join("tests/java/tools/TryMutants.java"))
        .args([&built.class_path, &format!("{class}Test"), PATIENCE])
        .args(folders)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let outcomes: BTreeMap<&str, &str> = said
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let outcome = |folder: &PathBuf| outcomes.get(folder.to_str().unwrap()).copied();
    folders
        .iter()
        .map(|folder| outcome(folder) == Some("killed"))
        .collect()
}

fn elenchus(folder: &Path) -> Command {
    let mut command = Command::new("timeout");
    command
        .args(["-k", "5", LIMIT, env!("CARGO_BIN_EXE_elenchus")])
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

/// Records the test of a class into the folder's `trace`, with these classes in place of the unchanged ones. Returns whether the
/// test ended.
fn record(built: &Built, class: &str, instead: Option<&Path>, folder: &Path) -> bool {
    let class_path = match instead {
        Some(classes) => format!("{}:{}", classes.display(), built.class_path),
        None => built.class_path.clone(),
    };
    let recorded = elenchus(folder)
        .args(["record", "java", "-o", "trace", "--"])
        .args(QUICK_JVM)
        .args(["-cp", &class_path])
        .arg("org.junit.platform.console.ConsoleLauncher")
        .args([
            "--details",
            "none",
            "--select-class",
            &format!("{class}Test"),
        ])
        .output()
        .unwrap();
    recorded.status.code() == Some(i32::from(instead.is_some()))
}

fn search(
    library: &Library,
    built: &Built,
    class: &str,
    mutant: Mutant,
    folder: &Path,
    good: &Path,
) -> Searched {
    let oracle = format!("trace:{}", good.join("trace").display());
    let asked = elenchus(folder)
        .args([
            "ask",
            "trace",
            "--oracle",
            &oracle,
            "--otherwise",
            "unknown",
        ])
        .args(["--json", "--no-knowledge", "--sources", ".", "--sources"])
        .arg(&built.sources)
        .output()
        .unwrap();
    let events = events(&String::from_utf8_lossy(&asked.stdout));
    let bug = Bug {
        class: class.rsplit('.').next(),
        lines: &mutant.lines,
    };
    let ending = match asked.status.code() {
        Some(124) => Ending::Other(format!("no end in {LIMIT} seconds")),
        _ => ended(&bug, &events, &String::from_utf8_lossy(&asked.stderr)),
    };
    let mut doubts = BTreeMap::new();
    for event in &events {
        let text = event["text"].as_str().unwrap_or_default();
        if let Some((_, doubt)) = text.split_once(" leaves this open: ") {
            *doubts.entry(doubt.to_owned()).or_default() += 1;
        }
    }
    let is_question = |event: &&Value| event["type"] == "question";
    Searched {
        library: library.name(),
        class: class.to_owned(),
        questions: events.iter().filter(is_question).count(),
        mutant,
        ending,
        doubts,
    }
}

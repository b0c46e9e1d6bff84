//! Finding mutants that fail a test, recording them, and searching with nothing but a recording of the unchanged class, or that class
//! itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_corpora::jdk::repository;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ended::{Bug, Ending, ended, events};
use crate::library::{Built, Library, QUICK_JVM, file_of};
use crate::mutate::{Mutant, mutants};

/// How long a test may take with a mutant, in seconds.
const PATIENCE: &str = "10";

/// How long a recording or a search may take, in seconds.
const LIMIT: &str = "400";

/// A mutant that fails a test, and how the search for it went.
#[derive(Serialize, Deserialize)]
pub struct Searched {
    pub library: String,
    pub class: String,
    pub operator: String,
    pub place: String,
    pub change: String,
    /// The first line of the mutated statement.
    pub line: u64,
    pub questions: usize,
    pub ending: Ending,
    /// Why the good recording left questions open, with how often it did so.
    pub doubts: BTreeMap<String, usize>,
}

/// What became of the mutants of a class.
#[derive(Default, Serialize, Deserialize)]
pub struct Tried {
    pub searched: Vec<Searched>,
    /// Those that were not searched for: how many, by reason.
    pub dropped: BTreeMap<String, usize>,
}

impl Tried {
    fn drop_one(&mut self, reason: &str) {
        *self.dropped.entry(reason.to_owned()).or_default() += 1;
    }
}

/// What is known of the unchanged class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// A recording of its test.
    Recording,
    /// The class, which can be run.
    Version,
}

/// Searches for some mutants of a class: at most `most` that fail its test, out of three times as many.
pub fn search_class(
    (library, built): (&Library, &Built),
    class: &str,
    most: usize,
    known: Known,
    work: &Path,
) -> Tried {
    let mut all = Tried::default();
    let class = library.class(class);
    let (killed, dropped) = killed_mutants(built, &class, 3 * most, work);
    dropped.iter().for_each(|reason| all.drop_one(reason));
    let good = work.join("good");
    fs::create_dir_all(&good).unwrap();
    if !killed.is_empty() && !record(built, &class, None, &good) {
        killed
            .iter()
            .for_each(|_| all.drop_one("the test of the unchanged class fails"));
        return all;
    }
    let enough = killed.len().saturating_sub(most);
    (0..enough).for_each(|_| all.drop_one("enough of this class"));
    for (mutant, folder) in spread(killed, most) {
        if record(built, &class, Some(&folder.join("classes")), &folder) {
            let oracle = match known {
                Known::Recording => format!("trace:{}", good.join("trace").display()),
                Known::Version => format!("version:{}", built.classes.display()),
            };
            let searched = search((library, built), &class, mutant, &folder, &oracle);
            all.searched.push(searched);
        } else {
            all.drop_one("the test does not end, or does not fail, when it is recorded");
        }
        // Recordings are large.
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::remove_dir_all(work).unwrap();
    all
}

/// Those of some mutants of a class that fail its test, each with its folder; of the others why they are of no use.
pub fn killed_mutants(
    built: &Built,
    class: &str,
    most: usize,
    work: &Path,
) -> (Vec<(Mutant, PathBuf)>, Vec<String>) {
    let file = format!("{}.java", file_of(class));
    let tried = spread(mutants(&built.sources.join(&file)), most);
    let folders: Vec<PathBuf> = (0..tried.len()).map(|n| work.join(n.to_string())).collect();
    for (mutant, folder) in tried.iter().zip(&folders) {
        let path = folder.join(&file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &mutant.text).unwrap();
    }
    let outcomes = outcomes(built, class, &folders);
    let (mut killed, mut dropped) = (Vec::new(), Vec::new());
    for ((mutant, folder), outcome) in tried.into_iter().zip(folders).zip(outcomes) {
        match outcome.as_str() {
            "killed" => killed.push((mutant, folder)),
            _ => dropped.push(outcome),
        }
    }
    (killed, dropped)
}

/// At most `most` of some things, evenly spread.
pub fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let (count, most) = (all.len(), most.min(all.len()));
    let chosen: Vec<usize> = (0..most).map(|n| n * count / most).collect();
    let all = all.into_iter().enumerate();
    all.filter(|(place, _)| chosen.binary_search(place).is_ok())
        .map(|(_, one)| one)
        .collect()
}

/// What the test of their class says of each mutant: `killed`, or why it is of no use.
fn outcomes(built: &Built, class: &str, folders: &[PathBuf]) -> Vec<String> {
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
        .map(|folder| outcome(folder).unwrap_or("the trial broke off").to_owned())
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
pub fn record(built: &Built, class: &str, instead: Option<&Path>, folder: &Path) -> bool {
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
    (library, built): (&Library, &Built),
    class: &str,
    mutant: Mutant,
    folder: &Path,
    oracle: &str,
) -> Searched {
    let asked = elenchus(folder)
        .args(["ask", "trace", "--oracle", oracle, "--otherwise", "unknown"])
        .args(["--zoom", "no"])
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
        library: library.name().to_owned(),
        class: class.to_owned(),
        operator: mutant.operator.to_owned(),
        place: mutant.place.to_owned(),
        line: mutant.lines.first().copied().unwrap_or(0),
        change: mutant.change,
        questions: events.iter().filter(is_question).count(),
        ending,
        doubts,
    }
}

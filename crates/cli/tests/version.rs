//! A version that was right as an oracle: what is asked about is run there, from the recorded state.
//!
//! With `ELENCHUS_VERSION_TABLE=FILE` the whole corpus and the libraries are searched, and a table written.

#[path = "support/central.rs"]
mod central;
#[path = "support/planted.rs"]
mod planted;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elenchus_corpora::buggy::BuggyProgram;
use planted::{make_project, plant};
use serde_json::Value;
use support::{command, elenchus};

/// Programs of the corpus that hold different kinds of state: collections, static fields, sets, loops, recursion.
const FOUND: [&str; 6] = [
    "tests/java/buggy/01_inventory",
    "tests/java/buggy/05_accounts",
    "tests/java/buggy/07_tickets",
    "tests/java/buggy/21_elevator",
    "tests/java/buggy/24_quick_sort",
    "examples/java/MergeSort",
];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compiles the sources of a folder.
fn compile(sources: &Path, classes: &Path) {
    let files = fs::read_dir(sources).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let compiled = Command::new("javac")
        .args(["-g", "-d"])
        .arg(classes)
        .args(files.filter(|file| file.extension().is_some_and(|end| end == "java")))
        .status();
    assert!(compiled.unwrap().success(), "{}", sources.display());
}

/// Records a program as `trace` in a folder that holds its `classes`.
fn record(folder: &Path, words: &[&str], input: Stdio) {
    let record = ["record", "java", "-o", "trace", "--", "-cp", "classes"];
    let mut recording = command(folder, &[&record[..], words].concat());
    recording.stdin(input).output().unwrap();
    assert!(folder.join("trace").is_dir(), "{words:?}");
}

/// All events of a session on `trace` that only a version answers.
fn ask(folder: &Path, version: &Path, options: &[&str]) -> Vec<Value> {
    let oracle = format!("version:{}", version.display());
    let ask = ["ask", "trace", "--oracle", &oracle, "--otherwise"];
    let rest = ["unknown", "--no-knowledge", "--json"];
    let said = elenchus(folder, &[&ask[..], &rest, options].concat());
    let events = said.out.lines().map(serde_json::from_str);
    events.collect::<Result<_, _>>().unwrap()
}

/// How a search went that only a version answered.
struct Searched {
    name: String,
    questions: usize,
    /// Why the version left questions open, each reason once.
    open: BTreeSet<String>,
    left_open: usize,
    /// What was blamed, and whether that is where the bug was planted.
    blamed: Option<(String, bool)>,
}

fn search(program: &BuggyProgram) -> Searched {
    let folder = tempfile::tempdir().unwrap();
    compile(&program.folder, &folder.path().join("classes"));
    record(folder.path(), &[&program.main], program.input());
    let sources = program.folder.to_str().unwrap();
    let options = ["--root-is", "known", "--sources", sources];
    let events = ask(folder.path(), &program.fixed(), &options);
    searched(&program.name(), &events, (&program.file, &program.planted))
}

/// A library with its bug, by the library as it came.
fn search_library(name: &str, artifact: &str) -> Searched {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good"), folder.path().join("bad"));
    make_project(name, artifact, &good);
    make_project(name, artifact, &bad);
    let planted = plant(name, &bad);
    let compiled = Command::new("mvn")
        .args(["-q", "-B", "test-compile"])
        .current_dir(&good)
        .status();
    assert!(compiled.unwrap().success());
    let record = ["record", "run", "-o", "../recorded", "--"];
    elenchus(&bad, &[&record[..], &["mvn", "-q", "-B", "test"]].concat());
    let recorded = folder.path().join("recorded").read_dir().unwrap().next();
    fs::rename(
        recorded.unwrap().unwrap().path(),
        folder.path().join("trace"),
    )
    .unwrap();
    let sources = bad.join("src/main/java");
    let events = ask(
        folder.path(),
        &good,
        &["--sources", sources.to_str().unwrap()],
    );
    let lines: Vec<u64> = planted.lines.iter().map(|&line| line as u64).collect();
    searched(name, &events, (&planted.file, &lines))
}

fn searched(name: &str, events: &[Value], (file, planted): (&str, &[u64])) -> Searched {
    let found = events.iter().rfind(|event| event["type"] == "found");
    let of_type = |name: &'static str| events.iter().filter(move |event| event["type"] == name);
    let doubts = of_type("note").filter_map(|note| {
        let (_, reason) = note["text"].as_str()?.split_once(" leaves this open: ")?;
        Some(reason.to_owned())
    });
    let doubts: Vec<String> = doubts.collect();
    Searched {
        name: name.to_owned(),
        questions: of_type("question").count(),
        left_open: doubts.len(),
        open: doubts.into_iter().collect(),
        blamed: found.map(|found| {
            let title = found["title"].as_str().unwrap().to_owned();
            let is_there = found["code"]["file"]
                .as_str()
                .is_some_and(|found| found.ends_with(file));
            let hits = is_there && own_lines(found).any(|line| planted.contains(&line));
            (title, hits)
        }),
    }
}

/// The lines that a report blames.
fn own_lines(found: &Value) -> impl Iterator<Item = u64> {
    let blocks = found["code"]["blocks"].as_array().into_iter().flatten();
    blocks
        .flat_map(|block| block.as_array().into_iter().flatten())
        .filter(|line| line["owned"] == true && line["execution"] == "ran")
        .filter_map(|line| line["number"].as_u64())
}

#[test]
fn a_version_that_is_run_leads_to_the_planted_lines() {
    let long = env::var_os("ELENCHUS_VERSION_TABLE");
    let searched: Vec<Searched> = match long {
        None => FOUND
            .iter()
            .map(|name| search(&BuggyProgram::open(&project().join(name))))
            .collect(),
        Some(_) => {
            let corpus = BuggyProgram::all();
            let libraries = planted::ALL.iter();
            let libraries = libraries.map(|(name, artifact)| search_library(name, artifact));
            let programs = corpus.iter().map(search);
            programs.chain(libraries).collect()
        }
    };
    for searched in &searched {
        let name = &searched.name;
        let innocent = searched.blamed.as_ref().filter(|(_, hits)| !hits);
        assert!(innocent.is_none(), "{name}: {innocent:?}");
        // The long form lists those that it does not find.
        assert!(
            long.is_some() || searched.blamed.is_some(),
            "{name}: {:?}",
            searched.open
        );
    }
    if let Some(path) = long {
        fs::write(project().join(path), table(&searched)).unwrap();
    }
}

/// How all searches went, as a page.
fn table(all: &[Searched]) -> String {
    let found = all
        .iter()
        .filter(|searched| searched.blamed.is_some())
        .count();
    let questions: usize = all.iter().map(|searched| searched.questions).sum();
    let open: usize = all.iter().map(|searched| searched.left_open).sum();
    let mut page = format!(
        "# A version as the only oracle\n\n\
         Every program of the corpus and the libraries with their bugs, searched with `--oracle version:` and `--otherwise unknown`: no recording of the right version, no person. \
         Found: {found} of {}, none of them blamed wrongly. {questions} questions, {open} of them left open. Generated by\n\n    \
         ELENCHUS_VERSION_TABLE=docs/measured/version.md cargo test --workspace --test version planted\n\n\
         | program | questions | left open | ends with | why questions were left open |\n|---|--:|--:|---|---|\n",
        all.len(),
    );
    for searched in all {
        let ends = match &searched.blamed {
            Some((title, _)) => title.replace('|', "\\|"),
            None => "undecided".to_owned(),
        };
        let open: Vec<&str> = searched.open.iter().map(String::as_str).collect();
        page.push_str(&format!(
            "| {} | {} | {} | {ends} | {} |\n",
            searched.name,
            searched.questions,
            searched.left_open,
            open.join("; "),
        ));
    }
    page
}

#[test]
fn it_worked_in_that_version_is_an_option_of_its_own() {
    let program = project().join("tests/java/buggy/04_roman");
    let (file, good) = (program.join("Roman.java"), program.join("fixed"));
    let folder = tempfile::tempdir().unwrap();
    let said = elenchus(
        folder.path(),
        &[
            "java",
            "--good",
            good.to_str().unwrap(),
            "--otherwise",
            "unknown",
            "--root-is",
            "known",
            "--no-knowledge",
            file.to_str().unwrap(),
        ],
    );
    said.expect(0, &["BUG", "running "]);
    let missing = ["java", "--good", "nowhere", file.to_str().unwrap()];
    elenchus(folder.path(), &missing).expect(2, &["failed to read nowhere"]);
}

#[test]
fn every_kind_of_state_is_rebuilt_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let classes = folder.path().join("classes");
    compile(&project().join("tests/java/rerun/kinds"), &classes);
    record(folder.path(), &["Kinds"], Stdio::null());
    let top_down = ["--strategy", "top-down", "--transform", "none"];
    let events = ask(folder.path(), &classes, &top_down);
    let answers = answers(&events);
    let rebuilt = [
        "plain", "arrays", "ring", "shared", "hashed", "ordered", "known", "statics", "lambdas",
        "removes", "thrown",
    ];
    for routine in rebuilt {
        let said = &answers[&format!("Kinds.{routine}")];
        assert!(said.contains(&"right".to_owned()), "{routine}: {said:?}");
    }
    // The same code from the same state never comes out otherwise.
    assert!(
        answers.values().flatten().all(|answer| answer != "wrong"),
        "{answers:?}"
    );
    // A hash code that depends on the address of an enum constant would make a key unfindable.
    let hindered = "a key of a hash table in it has another hash code now";
    assert!(
        answers["Kinds.hashed"].contains(&hindered.to_owned()),
        "{answers:?}"
    );
}

#[test]
fn a_call_that_is_run_again_changes_nothing_outside() {
    let folder = tempfile::tempdir().unwrap();
    let deeds = project().join("tests/java/rerun/deeds");
    compile(&deeds, &folder.path().join("classes"));
    let target = folder.path().join("target");
    fs::create_dir(&target).unwrap();
    let words = ["Deeds", target.to_str().unwrap()];
    record(folder.path(), &words, Stdio::null());
    let top_down = [
        "--strategy",
        "top-down",
        "--transform",
        "none",
        "--root-is",
        "known",
    ];
    let limit = ["--oracle-timeout", "10"];
    let events = ask(
        folder.path(),
        &deeds.join("good"),
        &[&top_down[..], &limit].concat(),
    );
    let answers = answers(&events);
    let expected = [
        ("writesAFile", "it would have changed a file"),
        ("makesAFolder", "it would have changed a file"),
        ("connects", "it would have opened a connection"),
        ("startsAProgram", "it would have started another program"),
        ("exits", "it would have ended the program"),
        ("halts", "it would have ended the program"),
        ("neverEnds", "it did not end within 10 seconds"),
        ("takesAllMemory", "it ran out of the memory"),
        ("recursesDeeply", "it "),
    ];
    for (routine, reason) in expected {
        let said = &answers[&format!("Deeds.{routine}")];
        assert!(
            said.iter().any(|said| said.starts_with(reason)),
            "{routine}: {said:?}"
        );
    }
    let decided = |said: &String| said == "right" || said == "wrong";
    assert!(!answers.values().flatten().any(decided), "{answers:?}");
    assert_eq!(fs::read_dir(&target).unwrap().count(), 0);
}

/// What was said about each routine: the version's answers, and why it left questions open.
fn answers(events: &[Value]) -> BTreeMap<String, Vec<String>> {
    let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut routine = String::new();
    for event in events {
        match event["type"].as_str().unwrap() {
            "question" => routine = event["routine"].as_str().unwrap().to_owned(),
            "answer" if event["by"] != "--otherwise" => {
                let answer = event["answer"].as_str().unwrap().to_owned();
                said.entry(routine.clone()).or_default().push(answer);
            }
            "note" => {
                let text = event["text"].as_str().unwrap_or_default();
                if let Some((_, reason)) = text.split_once(" leaves this open: ") {
                    said.entry(routine.clone())
                        .or_default()
                        .push(reason.to_owned());
                }
            }
            _ => {}
        }
    }
    said
}

//! A version that was right as an oracle: what is asked about is run there, from the recorded state.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use support::elenchus;

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
fn record(folder: &Path, words: &[&str]) {
    let record = ["record", "java", "-o", "trace", "--", "-cp", "classes"];
    elenchus(folder, &[&record[..], words].concat());
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

#[test]
fn a_version_that_is_run_leads_to_the_planted_lines() {
    for program in FOUND {
        let program = project().join(program);
        let bug = fs::read_to_string(program.join("bug.json")).unwrap();
        let bug: Value = serde_json::from_str(&bug).unwrap();
        let folder = tempfile::tempdir().unwrap();
        compile(&program, &folder.path().join("classes"));
        record(folder.path(), &[bug["main"].as_str().unwrap()]);
        let sources = program.to_str().unwrap();
        let events = ask(
            folder.path(),
            &program.join("fixed"),
            &["--root-is", "known", "--sources", sources],
        );
        let found = events.iter().rfind(|event| event["type"] == "found");
        let found = found.unwrap_or_else(|| panic!("{}: {events:#?}", program.display()));
        let blocks = found["code"]["blocks"].as_array().unwrap().iter();
        let lines = blocks.flat_map(|block| block.as_array().unwrap());
        let mut blamed = lines
            .filter(|line| line["owned"] == true && line["execution"] == "ran")
            .map(|line| &line["number"]);
        let planted = bug["lines"].as_array().unwrap();
        assert!(blamed.any(|line| planted.contains(line)), "{found:#}");
        let mut answers = events.iter().filter(|event| event["type"] == "answer");
        assert!(answers.any(|answer| answer["by"].as_str().unwrap().starts_with("running ")));
    }
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
    record(folder.path(), &["Kinds"]);
    let top_down = ["--strategy", "top-down", "--transform", "none"];
    let events = ask(folder.path(), &classes, &top_down);
    let answers = answers(&events);
    let rebuilt = [
        "plain", "arrays", "ring", "shared", "hashed", "ordered", "known", "statics", "removes",
        "thrown",
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
    record(folder.path(), &["Deeds", target.to_str().unwrap()]);
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
        ("exits", "it has not ended"),
        ("halts", "it has not ended"),
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

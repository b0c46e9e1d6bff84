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
use elenchus_corpora::jdk::javac;
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
    let compiled = javac()
        .args(["-g", "-d"])
        .arg(classes)
        .args(files.filter(|file| file.extension().is_some_and(|end| end == "java")))
        .status();
    assert!(compiled.unwrap().success(), "{}", sources.display());
}

/// Records a program as `trace` in a folder that holds its `classes`.
fn record(folder: &Path, words: &[&str], input: Stdio) {
    record_as(folder, "trace", "classes", words, input);
}

fn record_as(folder: &Path, to: &str, classes: &str, words: &[&str], input: Stdio) {
    let record = ["record", "java", "-o", to, "--", "-cp", classes];
    let mut recording = command(folder, &[&record[..], words].concat());
    recording.stdin(input).output().unwrap();
    assert!(folder.join(to).is_dir(), "{words:?}");
}

/// What nobody answers stays open.
const QUIETLY: [&str; 2] = ["--otherwise", "unknown"];

/// All events of a session on `trace` that only a version answers.
fn ask(folder: &Path, version: &Path, options: &[&str]) -> Vec<Value> {
    ask_only(folder, &format!("version:{}", version.display()), options)
}

/// All events of a session on `trace` that only this oracle answers.
fn ask_only(folder: &Path, oracle: &str, options: &[&str]) -> Vec<Value> {
    let ask = ["ask", "trace", "--new", "--oracle", oracle];
    let rest = ["--no-knowledge", "--json"];
    let said = elenchus(folder, &[&ask[..], &rest, options].concat());
    let events = said.out.lines().map(serde_json::from_str);
    events.collect::<Result<_, _>>().unwrap()
}

/// Who answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oracle {
    /// The version that was right, which is run.
    Version,
    /// A recording of it.
    Recording,
}

/// How a search went that only one oracle answered.
struct Searched {
    name: String,
    questions: usize,
    /// Why the version left questions open, each reason once.
    open: BTreeSet<String>,
    left_open: usize,
    /// What a person would have been asked.
    of_person: usize,
    /// What was blamed, and whether that is where the bug was planted.
    blamed: Option<(String, bool)>,
}

/// A program with its bug, by the corrected one.
fn search(program: &BuggyProgram, oracle: Oracle) -> Searched {
    let folder = tempfile::tempdir().unwrap();
    let words = [program.main.as_str()];
    compile(&program.folder, &folder.path().join("classes"));
    record(folder.path(), &words, program.input());
    let sources = program.folder.to_str().unwrap();
    let options = ["--root-is", "known", "--sources", sources];
    let fixed = program.fixed();
    let events = match oracle {
        Oracle::Version => ask(folder.path(), &fixed, &options),
        Oracle::Recording => {
            compile(&fixed, &folder.path().join("good-classes"));
            let input = program.input();
            record_as(folder.path(), "good", "good-classes", &words, input);
            let quietly = [&options[..], &QUIETLY].concat();
            ask_only(folder.path(), "trace:good", &quietly)
        }
    };
    searched(&program.name(), &events, (&program.file, &program.planted))
}

/// A library with its bug, by the library as it came.
fn search_library(name: &str, artifact: &str, oracle: Oracle) -> Searched {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good"), folder.path().join("bad"));
    make_project(name, artifact, &good);
    make_project(name, artifact, &bad);
    let planted = plant(name, &bad);
    record_project(&bad, &folder.path().join("trace"));
    let sources = bad.join("src/main/java");
    let options = ["--sources", sources.to_str().unwrap()];
    let events = match oracle {
        Oracle::Version => {
            let compiled = Command::new("mvn")
                .args(["-q", "-B", "test-compile"])
                .current_dir(&good)
                .status();
            assert!(compiled.unwrap().success());
            ask(folder.path(), &good, &options)
        }
        Oracle::Recording => {
            record_project(&good, &folder.path().join("recorded-good"));
            let quietly = [&options[..], &QUIETLY].concat();
            ask_only(folder.path(), "trace:recorded-good", &quietly)
        }
    };
    let lines: Vec<u64> = planted.lines.iter().map(|&line| line as u64).collect();
    searched(name, &events, (&planted.file, &lines))
}

/// Records the one JVM that runs the tests of a project.
fn record_project(project: &Path, to: &Path) {
    let recordings = tempfile::tempdir().unwrap();
    let output = recordings.path().join("recorded");
    let record = ["record", "run", "-o", output.to_str().unwrap(), "--"];
    elenchus(
        project,
        &[&record[..], &["mvn", "-q", "-B", "test"]].concat(),
    );
    let recorded = output.read_dir().unwrap().next().unwrap().unwrap();
    fs::rename(recorded.path(), to).unwrap();
}

impl Searched {
    fn is_found(&self) -> bool {
        self.blamed.as_ref().is_some_and(|(_, hits)| *hits)
    }
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
        of_person: of_type("question").count() - of_type("answer").count(),
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
    let table = env::var_os("ELENCHUS_VERSION_TABLE");
    let rows: Vec<Row> = match table {
        None => FOUND
            .iter()
            .map(|name| Row {
                by_version: search(&BuggyProgram::open(&project().join(name)), Oracle::Version),
                by_recording: None,
            })
            .collect(),
        Some(_) => all_rows(),
    };
    for searched in rows.iter().map(|row| &row.by_version) {
        let name = &searched.name;
        let innocent = searched.blamed.as_ref().filter(|(_, hits)| !hits);
        assert!(innocent.is_none(), "{name}: {innocent:?}");
        // The long form lists those that it does not find.
        assert!(
            table.is_some() || searched.blamed.is_some(),
            "{name}: {:?}",
            searched.open
        );
        assert!(table.is_some() || searched.of_person == 0, "{name}");
    }
    if let Some(path) = table {
        fs::write(project().join(path), page(&rows)).unwrap();
    }
}

/// A program, searched by the right version and by a recording of it.
struct Row {
    by_version: Searched,
    by_recording: Option<Searched>,
}

/// The whole corpus and the libraries, each by both oracles; or those whose names hold `ELENCHUS_ONLY`.
fn all_rows() -> Vec<Row> {
    let only = env::var("ELENCHUS_ONLY").unwrap_or_default();
    let both = |search: &dyn Fn(Oracle) -> Searched| {
        let row = Row {
            by_version: search(Oracle::Version),
            by_recording: Some(search(Oracle::Recording)),
        };
        println!("{}", written(&row));
        row
    };
    let programs = BuggyProgram::all().into_iter();
    let programs = programs.filter(|program| program.name().contains(&only));
    let libraries = planted::ALL.iter().filter(|(name, _)| name.contains(&only));
    programs
        .map(|program| both(&|oracle| search(&program, oracle)))
        .chain(
            libraries
                .map(|(name, artifact)| both(&|oracle| search_library(name, artifact, oracle))),
        )
        .collect()
}

/// How all searches went, as a page.
fn page(rows: &[Row]) -> String {
    let by_version = || rows.iter().map(|row| &row.by_version);
    let by_recording = || rows.iter().filter_map(|row| row.by_recording.as_ref());
    let mut page = format!(
        "# A version as the only oracle\n\n\
         Every program of the corpus and the libraries with their bugs, searched with `--oracle version:` alone, and beside it with `--oracle trace:` alone, by a recording of the same version. \
         What a version leaves open is asked of a person only if the search cannot end without; what a recording leaves open stays open (`--otherwise unknown`). Found means that the report shows a planted line. Generated by\n\n    \
         ELENCHUS_VERSION_TABLE=docs/measured/version.md cargo test --workspace --test version planted\n\n\
         | oracle | searches | found | innocent blamed | questions | left open | asked of a person |\n|---|--:|--:|--:|--:|--:|--:|\n\
         {}{}\n\
         | program | questions | left open | `version:` ends with | why questions were left open | `trace:` questions | left open | `trace:` finds it |\n|---|--:|--:|---|---|--:|--:|---|\n",
        sums("version:", by_version().collect()),
        sums("trace:", by_recording().collect()),
    );
    for row in rows {
        page.push_str(&written(row));
        page.push('\n');
    }
    page
}

/// All searches by one oracle in one line.
fn sums(oracle: &str, searched: Vec<&Searched>) -> String {
    let sum = |count: fn(&Searched) -> usize| searched.iter().map(|one| count(one)).sum::<usize>();
    format!(
        "| `{oracle}` | {} | {} | {} | {} | {} | {} |\n",
        searched.len(),
        sum(|one| usize::from(one.is_found())),
        sum(|one| usize::from(one.blamed.is_some() && !one.is_found())),
        sum(|one| one.questions),
        sum(|one| one.left_open),
        sum(|one| one.of_person),
    )
}

fn written(row: &Row) -> String {
    let Searched {
        name,
        questions,
        left_open,
        open,
        blamed,
        ..
    } = &row.by_version;
    let ends = match blamed {
        Some((title, _)) => title.replace('|', "\\|"),
        None => "undecided".to_owned(),
    };
    let open: Vec<&str> = open.iter().map(String::as_str).collect();
    let beside = match &row.by_recording {
        Some(other) => format!(
            "{} | {} | {}",
            other.questions,
            other.left_open,
            if other.is_found() { "yes" } else { "no" },
        ),
        None => "– | – | –".to_owned(),
    };
    format!(
        "| {name} | {questions} | {left_open} | {ends} | {} | {beside} |",
        open.join("; "),
    )
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
    let events = ask(folder.path(), &classes, &[&top_down[..], &QUIETLY].concat());
    let answers = answers(&events);
    let rebuilt = [
        "plain",
        "arrays",
        "ring",
        "shared",
        "hashed",
        "ordered",
        "known",
        "statics",
        "lambdas",
        "removes",
        "thrown",
        "references",
        "streams",
        "longText",
        "iterates",
        "counts",
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
        &[&top_down[..], &limit, &QUIETLY].concat(),
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

//! What the agent records is what happened.
//!
//! Programs are recorded and their traces written down again, to be compared with trees written by hand
//! (`tests/java/exact`), with how generated values should be shown (`tests/java/shown`), with what generated programs tell of themselves (`tests/java/generate`), and with what the JDI
//! recorder saw (`tests/java/jdi`).
//!
//! Needs JDKs: that of JAVA_HOME or PATH, and all in the system's folder. ELENCHUS_LONG=1 records 1,000 generated
//! programs on each of them instead of 50 on all together.

mod compare;
mod contents;
mod generated;
mod known;
mod order;
mod recording;
mod replay;
mod shown;
mod values;
mod writes;
mod written_down;

use compare::{Told, compare};
use elenchus_corpora::counted::counted_lines;
use elenchus_corpora::exact::ExactProgram;
use elenchus_corpora::jdk::{Jdk, repository};
use elenchus_corpora::parallel::{for_all, map_all};
use elenchus_corpora::{calls, tree_text};
use elenchus_source::{Java, SourceFile};
use known::KNOWN;
use recording::{Recorded, record_program};
use std::fs;
use std::path::Path;
use written_down::write_down;

/// Records a program of the exact corpus and compares the trees.
fn check_exact(jdk: &Jdk, program: &ExactProgram) -> Result<(), String> {
    let scratch = program.classes.with_extension("recorded");
    let recorded = record_main(jdk, program, &scratch)?;
    if recorded.stdout != program.expected_output()? {
        return Err(format!("prints {}", recorded.stdout));
    }
    let file = SourceFile::load(&program.source(), None)
        .map_err(|error| error.to_string())?
        .with_syntax(&Java);
    let seen = write_down(&recorded.run, &file)?;
    compare(Told::All, &counted_lines(&file), &program.tree, &seen)
}

fn record_main(jdk: &Jdk, program: &ExactProgram, scratch: &Path) -> Result<Recorded, String> {
    let (sources, classes) = (&program.folder, &program.classes);
    record_program(jdk, sources, classes, "Main", &[], &[], scratch)
}

#[test]
fn recordings_are_the_exact_trees() {
    let jdks = Jdk::installed();
    let is_long = std::env::var_os("ELENCHUS_LONG").is_some() || jdks.len() == 1;
    let mut failures = Vec::new();
    for (place, jdk) in jdks.iter().enumerate() {
        // In turn as most people compile, and with the tables of statements that the launcher asks for.
        for with_statements in [false, true] {
            if is_long || with_statements == (place % 2 == 1) {
                failures.extend(check_all_exact(jdk, with_statements));
            }
        }
    }
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} failures:\n{}",
        failures.join("\n")
    );
}

/// What is wrong with the recordings of the exact corpus.
fn check_all_exact(jdk: &Jdk, with_statements: bool) -> Vec<String> {
    // Part of a program's name, to look into one alone.
    let only = std::env::var("ELENCHUS_ONLY").unwrap_or_default();
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let (options, known): (&[&str], _) = match with_statements {
        true => (&["-Xjcov"], &[][..]),
        false => (&[], KNOWN),
    };
    let mut programs = ExactProgram::compile_all_with(options, jdk, scratch.path());
    programs.retain(|program| program.name().contains(&only));
    let results = map_all(&programs, |program| check_exact(jdk, program));
    let checked = programs.iter().zip(results);
    let failures = checked.filter_map(|(program, result)| {
        let name = format!("{} {options:?} on JDK {}", program.name(), jdk.version);
        let known = known.iter().find(|known| known.program == program.name());
        match (result, known) {
            (Ok(()), None) | (Err(_), Some(_)) => None,
            (Err(problem), None) => Some(format!("{name}: {problem}")),
            (Ok(()), Some(known)) => Some(format!(
                "{name} passes: remove it from the known ones ({})",
                known.why
            )),
        }
    });
    failures.collect()
}

#[test]
fn recordings_are_what_generated_programs_tell() {
    generated::check_all();
}

#[test]
fn values_are_shown_as_the_program_itself_sees_them() {
    shown::check_all();
}

/// Programs that the JDI recorder sees in the same way without anything written by hand between the two: recursion with
/// collections, exceptions, lambdas and library code that calls back.
const INDEPENDENT: [&str; 3] = ["38_hash_map", "49_exceptions", "22_method_references"];

#[test]
fn calls_are_those_that_jdi_sees() {
    for jdk in Jdk::installed() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let mut programs = ExactProgram::compile_all(&jdk, scratch.path());
        programs.retain(|program| INDEPENDENT.contains(&program.name().as_str()));
        assert_eq!(programs.len(), INDEPENDENT.len());
        for_all(&programs, |program| {
            let result = check_against_jdi(&jdk, program);
            result
                .map_err(|problem| format!("{} on JDK {}: {problem}", program.name(), jdk.version))
        });
    }
}

fn check_against_jdi(jdk: &Jdk, program: &ExactProgram) -> Result<(), String> {
    let tree = program.classes.with_extension("jdi");
    let output = jdk
        .java()
        .arg(repository().join("tests/java/jdi/JdiRecorder.java"))
        .arg("-o")
        .arg(&tree)
        .arg("-cp")
        .arg(&program.classes)
        .arg("Main")
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = fs::read_to_string(&tree).map_err(|error| error.to_string())?;
    let scratch = program.classes.with_extension("recorded");
    let recorded = record_main(jdk, program, &scratch)?;
    let file = SourceFile::load(&program.source(), None)
        .map_err(|error| error.to_string())?
        .with_syntax(&Java);
    let seen = write_down(&recorded.run, &file)?;
    match (tree_text::parse(&text)?.as_slice(), seen.as_slice()) {
        ([jdi], [agent]) => calls::compare_trees(jdi, agent),
        (jdi, agent) => Err(format!("{} and {} threads", jdi.len(), agent.len())),
    }
}

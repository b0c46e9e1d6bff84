//! Nasty little programs with a bug, each with its corrected twin, debugged by nothing but a recording of the twin.
//!
//! What the twin does not know stays open (`--otherwise unknown`). The search must never blame code that is innocent: it
//! finds the bug, or ends undecided with the bug among what is left. `tests/hostile/README.md` says how to add one.
//!
//! `ELENCHUS_LONG=1` takes all programs on all JDKs in place of a quick selection, and
//! `ELENCHUS_HOSTILE_TABLE=docs/measured/hostile.md` (from the root of the project) also writes the table of results.

#[path = "../support/ended.rs"]
mod ended;
mod program;
mod search;
mod table;

use elenchus_corpora::jdk::Jdk;

use ended::Ending;
use program::Program;
use search::{Searched, search_all};

/// One program in this many is enough for everyday.
const QUICK: usize = 6;

/// Programs that are always taken: innocent code was blamed in them once.
const ALWAYS: [&str; 8] = [
    "EnumField",
    "FieldAdded",
    "LoopThrows",
    "OwnIterator",
    "RareBranch",
    "SpinFlag",
    "StaticTable",
    "StopWatch",
];

/// Of all programs at least this many in a hundred are found.
const FOUND: usize = 90;

#[test]
fn nobody_innocent_is_blamed() {
    let table = std::env::var_os("ELENCHUS_HOSTILE_TABLE");
    let all = table.is_some() || std::env::var_os("ELENCHUS_LONG").is_some();
    let mut jdks = Jdk::installed();
    if !all {
        jdks.truncate(1);
    }
    let mut results: Vec<(u32, Vec<(Program, Searched)>)> = Vec::new();
    for jdk in &jdks {
        let programs = program::all().into_iter().enumerate();
        let taken = programs.filter(|(place, program)| {
            let is_quick = place % QUICK == 0 || ALWAYS.contains(&program.name.as_str());
            program.needs <= jdk.version && (all || is_quick)
        });
        let taken: Vec<Program> = taken.map(|(_, program)| program).collect();
        let searched = search_all(jdk, &taken);
        results.push((jdk.version, taken.into_iter().zip(searched).collect()));
    }
    if let Some(path) = table {
        let path = elenchus_corpora::jdk::repository().join(path);
        std::fs::write(path, table::write(&results)).unwrap();
    }
    let mut complaints = Vec::new();
    for (version, searched) in &results {
        for (program, searched) in searched {
            if let Some(problem) = searched.ending.complaint() {
                complaints.push(format!("JDK {version}, {}: {problem}", program.name));
            }
        }
        let found = searched
            .iter()
            .filter(|(_, searched)| matches!(searched.ending, Ending::Found { .. }));
        let (found, programs) = (found.count(), searched.len());
        if all && 100 * found < FOUND * programs {
            complaints.push(format!(
                "JDK {version}: only {found} of {programs} are found"
            ));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

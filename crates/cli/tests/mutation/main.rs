//! Mutants of open-source libraries that fail a test of the library, found by nothing but a recording of the unchanged version.
//!
//! A few mutants of one library are enough for everyday; `ELENCHUS_LONG=1` takes many of all libraries, and
//! `ELENCHUS_MUTATION_TABLE=docs/measured/mutation.md` (from the root of the project) also writes the table of results. That takes
//! an hour or two: with `ELENCHUS_MUTATION_KEPT=FOLDER` the results of each class are kept there, and a later start goes on after them.

#[path = "../support/central.rs"]
mod central;
mod constant;
#[path = "../support/ended.rs"]
mod ended;
mod kept;
mod library;
mod mutate;
mod search;
mod table;

use library::{Built, LIBRARIES, Library};
use search::{Searched, Tried, search_class};
use table::Counts;

/// How many mutants of a class are searched for.
const MOST: usize = 5;

/// The classes for everyday, of the first library. Their mutants are in constructors, in what a test prepares, and in code
/// that a test expects to throw.
const QUICK: [&str; 2] = ["Option", "OptionGroup"];

/// Of all mutants at least this many in a hundred are found, and found or named.
const FOUND: usize = 80;
const FOUND_OR_NAMED: usize = 98;

#[test]
fn mutants_are_found_and_nobody_innocent_is_blamed() {
    let table = std::env::var_os("ELENCHUS_MUTATION_TABLE");
    let all = table.is_some() || std::env::var_os("ELENCHUS_LONG").is_some();
    let taken = if all { &LIBRARIES[..] } else { &LIBRARIES[..1] };
    let rounds = if all { 10 } else { QUICK.len() };
    let folder = tempfile::tempdir().unwrap();
    let built: Vec<(&Library, &[&str], Built)> = taken
        .iter()
        .map(|library| {
            let classes = if all { library.classes } else { &QUICK };
            let built = library.build(classes, &folder.path().join(library.name()));
            (library, classes, built)
        })
        .collect();
    let mut tried: Vec<Tried> = Vec::new();
    // One class of each library after the other, so that a look at the table half-way tells of all of them.
    for round in 0..rounds {
        for (library, classes, built) in &built {
            if let Some(class) = classes.get(round) {
                let work = folder.path().join(library.name()).join(class);
                let search = || search_class(library, built, class, MOST, &work);
                tried.push(kept::or_else(&library.class(class), search));
            }
        }
        if let Some(path) = &table {
            let path = elenchus_corpora::jdk::repository().join(path);
            std::fs::write(path, table::write(&tried)).unwrap();
        }
    }
    let searched: Vec<&Searched> = tried.iter().flat_map(|one| &one.searched).collect();
    let complaints: Vec<String> = searched
        .iter()
        .filter_map(|one| {
            let problem = one.ending.complaint()?;
            Some(format!(
                "{}, line {}, {}: {problem}",
                one.class, one.line, one.change
            ))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let Counts {
        all: count,
        found,
        named,
        ..
    } = Counts::of(searched.into_iter());
    assert!(count >= MOST, "only {count} mutants fail a test");
    if all {
        assert!(100 * found >= FOUND * count, "{found} of {count} are found");
        assert!(
            100 * (found + named) >= FOUND_OR_NAMED * count,
            "{found} and {named} of {count}"
        );
    }
}

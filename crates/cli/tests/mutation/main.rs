//! Mutants of open-source libraries that fail a test of the library, found by nothing but a recording of the unchanged version.
//!
//! A few mutants of one library are enough for everyday; `ELENCHUS_LONG=1` takes many of all libraries, and
//! `ELENCHUS_MUTATION_TABLE=docs/measured/mutation.md` (from the root of the project) also writes the table of results. That takes
//! an hour or two: with `ELENCHUS_MUTATION_KEPT=FOLDER` the results of each class are kept there, and a later start goes on after them.
//! `ELENCHUS_MUTATION_VERSION_TABLE=docs/measured/version-mutants.md` does the same by running the unchanged classes.
//! The same mutants show what it saves to suspect less what other tests ran, too; `ELENCHUS_PRIOR_TABLE` writes that table.

#[path = "../support/central.rs"]
mod central;
mod constant;
#[path = "../support/ended.rs"]
mod ended;
mod kept;
mod library;
mod mutate;
mod prior;
mod prior_table;
mod search;
mod table;

use library::{Built, LIBRARIES, Library};
use prior::{Counted, count_class};
use prior_table::Means;
use search::{Known, Searched, Tried, search_class};
use table::Counts;

/// How many mutants of a class are searched for, and how many everyday.
const MOST: usize = 5;
const MOST_EVERYDAY: usize = 2;

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
    let (rounds, most) = match all {
        true => (10, MOST),
        false => (QUICK.len(), MOST_EVERYDAY),
    };
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
                let known = Known::Recording;
                let search = || search_class((library, built), class, most, known, &work);
                tried.push(kept::or_else(&library.class(class), search));
            }
        }
        if let Some(path) = &table {
            let path = elenchus_corpora::jdk::repository().join(path);
            std::fs::write(path, table::write(&tried, Known::Recording)).unwrap();
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
    assert!(count >= most, "only {count} mutants fail a test");
    if all {
        assert!(100 * found >= FOUND * count, "{found} of {count} are found");
        assert!(
            100 * (found + named) >= FOUND_OR_NAMED * count,
            "{found} and {named} of {count}"
        );
    }
}

/// How many classes of each of the first libraries are searched for by running the unchanged ones.
const VERSION_LIBRARIES: usize = 5;
const VERSION_CLASSES: usize = 2;

/// Of their mutants at least this many in a hundred are found.
const FOUND_BY_VERSION: usize = 95;

#[test]
fn mutants_are_found_by_running_the_unchanged_classes() {
    let table = std::env::var_os("ELENCHUS_MUTATION_VERSION_TABLE");
    let (libraries, classes, most) = match table {
        Some(_) => (VERSION_LIBRARIES, VERSION_CLASSES, MOST),
        None => (1, 1, 1),
    };
    let folder = tempfile::tempdir().unwrap();
    let mut tried: Vec<Tried> = Vec::new();
    for library in &LIBRARIES[..libraries] {
        let home = folder.path().join(library.name());
        let built = library.build(&library.classes[..classes], &home);
        for class in &library.classes[..classes] {
            let work = home.join(class);
            let key = format!("{} by version", library.class(class));
            let search = || search_class((library, &built), class, most, Known::Version, &work);
            tried.push(kept::or_else(&key, search));
            if let Some(path) = &table {
                let path = elenchus_corpora::jdk::repository().join(path);
                std::fs::write(path, table::write(&tried, Known::Version)).unwrap();
            }
        }
    }
    let searched: Vec<&Searched> = tried.iter().flat_map(|one| &one.searched).collect();
    let complaints: Vec<String> = searched
        .iter()
        .filter_map(|one| {
            Some(format!(
                "{}:{}: {}",
                one.class,
                one.line,
                one.ending.complaint()?
            ))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let counts = Counts::of(searched.into_iter());
    assert!(counts.all > 0, "no mutant fails a test");
    let enough = 100 * counts.found >= FOUND_BY_VERSION * counts.all;
    assert!(enough, "{} of {} are found", counts.found, counts.all);
}

/// How many classes of each library, and how many mutants of each, are searched for with other suspicions: some minutes a class.
const CLASSES: usize = 1;
const MOST_SUSPECTED: usize = 2;

/// An opinion that says nothing, and the worst that there is, cost at most this much: one question in thirty.
const HARM: f64 = 0.03;

#[test]
fn suspicion_by_tests_saves_questions_and_costs_little_where_it_is_useless() {
    let table = std::env::var_os("ELENCHUS_PRIOR_TABLE");
    let (taken, rounds, most) = match table {
        Some(_) => (&LIBRARIES[..], CLASSES, MOST_SUSPECTED),
        None => (&LIBRARIES[..1], 1, 1),
    };
    let folder = tempfile::tempdir().unwrap();
    let built: Vec<(&Library, &[&str], Built)> = taken
        .iter()
        .map(|library| {
            let classes = &library.classes[..rounds];
            let home = folder.path().join(library.name());
            (library, classes, library.build(classes, &home))
        })
        .collect();
    let mut counted: Vec<Counted> = Vec::new();
    // One class of each library after the other, so that a look at the table half-way tells of all of them.
    for round in 0..rounds {
        for (library, classes, built) in &built {
            let work = folder.path().join(library.name()).join(classes[round]);
            counted.extend(count_class(library, built, classes[round], most, &work));
        }
        if let (Some(path), false) = (&table, counted.is_empty()) {
            let path = elenchus_corpora::jdk::repository().join(path);
            std::fs::write(path, prior_table::write(&counted)).unwrap();
        }
    }
    assert!(!counted.is_empty(), "no mutant fails a test");
    let means = Means::of(counted.iter());
    let questions = means.in_sessions();
    if table.is_some() {
        assert!(questions.tests < means.lines);
        assert!(questions.shuffled <= (1.0 + HARM) * means.lines);
        assert!(questions.against <= (1.0 + HARM) * means.lines);
    } else {
        // A single search may be unlucky, but never by much: see the bound of `prior::mix`.
        assert!(questions.tests <= means.lines + 1.0);
        assert!(questions.against <= means.lines + 1.0);
    }
}

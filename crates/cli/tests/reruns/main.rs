//! Recorded calls run again on the version that was recorded: the same state before, and the same state after.
//!
//! Every day some calls of a few programs. `ELENCHUS_RERUN_TABLE=docs/measured/rerun.md` (from the root of the project) takes all exact
//! programs, the corpus and the libraries, and writes the table; that takes half an hour. `ELENCHUS_RERUN_SPEED` writes how fast it is.

#[path = "../support/central.rs"]
mod central;
#[path = "../support/planted.rs"]
#[allow(
    dead_code,
    reason = "the libraries are run as they came, without their bugs"
)]
mod planted;
mod programs;
mod rate;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod trip;

use std::fs;

use elenchus_corpora::jdk::repository;
use programs::{Recorded, Set};
use trip::{Trip, round_trip};

/// The programs for everyday: calls, constructors of superclasses, inner classes, static initialisers, enums,
/// methods of interfaces, collections, threads.
const EXACT: [&str; 8] = [
    "01_calls",
    "14_constructors",
    "16_inner_classes",
    "19_static_initialisers",
    "26_enums",
    "30_interface_methods",
    "38_hash_map",
    "42_threads",
];
const BUGGY: [&str; 2] = ["05_accounts", "29_interpreter"];

/// How many calls of a program are run again, evenly spread: every day, and for the table.
const FEW: usize = 12;
const MANY: usize = 40;
const MANY_OF_LIBRARY: usize = 240;

/// The share of calls that must come out the same, in percent, without those that need threads, streams from outside or lambdas of unrecorded code.
const SAME: usize = 95;

#[test]
fn calls_come_out_as_they_did() {
    let table = std::env::var_os("ELENCHUS_RERUN_TABLE");
    // Part of a program's name, to look into one alone.
    let only = std::env::var("ELENCHUS_ONLY").ok();
    let is_wanted = |name: &str| match (&only, &table) {
        (Some(only), _) => name.contains(only.as_str()),
        (None, Some(_)) => true,
        (None, None) => EXACT.contains(&name) || BUGGY.contains(&name),
    };
    let most = |set: Set| match (set, &table) {
        (_, None) => FEW,
        (Set::Library, Some(_)) => MANY_OF_LIBRARY,
        (Set::Exact | Set::Corpus, Some(_)) => MANY,
    };
    let folder = tempfile::tempdir().unwrap();
    let mut trips: Vec<Trip> = Vec::new();
    let mut take = |recorded: Recorded| {
        let trip = round_trip(&recorded, most(recorded.set));
        println!("{}", table::row(&trip));
        trips.push(trip);
    };
    programs::exact(folder.path(), is_wanted).for_each(&mut take);
    programs::corpus(folder.path(), is_wanted).for_each(&mut take);
    if table.is_some() || only.is_some() {
        programs::libraries(folder.path(), is_wanted).for_each(&mut take);
    }
    let unexplained: Vec<&String> = trips.iter().flat_map(|trip| &trip.unexplained).collect();
    if let Some(path) = &table {
        fs::write(repository().join(path), table::write(&trips)).unwrap();
    }
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    let (same, counted) = trips.iter().fold((0, 0), |(same, counted), trip| {
        (same + trip.same, counted + trip.counted())
    });
    assert!(counted > 0);
    assert!(
        100 * same >= SAME * counted,
        "{same} of {counted}: {:#?}",
        table::causes(&trips)
    );
}

/// The memory that a JVM which waits for calls may take, in mebibytes.
const MOST_MEMORY: u64 = 1024;

/// How many calls a second can be run again at least, on any machine and in any build.
const SLOWEST: f64 = 2.0;

#[test]
fn a_jvm_that_waits_runs_calls_again_quickly_and_stays_small() {
    let page = std::env::var_os("ELENCHUS_RERUN_SPEED");
    let folder = tempfile::tempdir().unwrap();
    let taken = match page {
        Some(_) => rate::ALL,
        None => &rate::ALL[..1],
    };
    let rates = rate::measure(folder.path(), taken, page.is_some());
    if let Some(path) = &page {
        fs::write(repository().join(path), rate::page(&rates)).unwrap();
    }
    for rate in &rates {
        let (name, a_second, memory) = (&rate.name, rate.a_second, rate.memory);
        assert!(a_second > SLOWEST, "{name}: {a_second} a second");
        assert!(memory < MOST_MEMORY, "{name}: {memory} MiB");
    }
}

//! Programs with a planted bug, debugged end to end by nothing but a recording of the corrected one.
//!
//! Each program and its corrected version are compiled and recorded, then `elenchus ask` searches with
//! `--oracle trace:` and `--otherwise right`: what the corrected program never did is taken for right.
//! The report must show the planted lines among those that ran and that it owns. `bug.json` is read
//! only here, after the search.
//!
//! `ELENCHUS_LONG=1` takes all programs in place of a quick selection, and
//! `ELENCHUS_CORPUS_TABLE=docs/measured/corpus.md` (from the root of the project) also writes the table of results.

mod papers;
mod parts;
mod program;
#[path = "../support/shown.rs"]
mod shown;
mod table;

use program::{Ending, Program, Searched};
use shown::Question;

/// The share of the questions of all runs that must fit a screen, in percent.
const FITTING: usize = 95;

/// The papers' examples, and small programs of different kinds.
const QUICK: [&str; 15] = [
    "Chess",
    "MergeSort",
    "SumMatrix",
    "SumNumbers",
    "TreeHeight",
    "01_inventory",
    "02_binary_search",
    "04_roman",
    "06_settings",
    "07_tickets",
    "09_sales",
    "16_calendar",
    "17_cache",
    "21_elevator",
    "25_retry",
];

#[test]
fn planted_bugs_are_found_where_they_are() {
    let table = std::env::var_os("ELENCHUS_CORPUS_TABLE");
    let all = table.is_some() || std::env::var_os("ELENCHUS_LONG").is_some();
    let mut searched = Vec::new();
    for program in program::all() {
        if all || QUICK.contains(&program.name.as_str()) {
            let search = program.search(&[]);
            searched.push((program, search));
        }
    }
    assert!(searched.len() >= QUICK.len());
    if let Some(path) = table {
        let path = program::project().join(path);
        std::fs::write(path, table::write(&searched)).unwrap();
    }
    let missed: Vec<String> = searched
        .iter()
        .filter_map(|(program, searched)| complaint(program, searched))
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    let questions: Vec<&Question> = searched.iter().flat_map(|(_, s)| &s.questions).collect();
    let fitting = questions.iter().filter(|question| question.fits()).count();
    assert!(100 * fitting >= FITTING * questions.len(), "{fitting} fit");
}

/// What is wrong with how a search ended, if anything is.
fn complaint(program: &Program, searched: &Searched) -> Option<String> {
    let problem = match &searched.ending {
        Ending::Found { title, lines, .. }
            if !program.planted.iter().all(|l| lines.contains(l)) =>
        {
            format!("reported {title} with the lines {lines:?}")
        }
        Ending::Other(said) => said.clone(),
        Ending::Found { .. } => match searched.questions.iter().find(|q| q.shows_bare_id()) {
            Some(question) => format!("a bare identity is shown: {}", question.text),
            None => return None,
        },
    };
    let Program { name, routine, .. } = program;
    let planted = &program.planted;
    Some(format!(
        "{name}: planted in {routine} at {planted:?}, {problem}"
    ))
}

//! Programs with a planted bug, debugged end to end by nothing but a recording of the corrected one.
//!
//! Each program and its corrected version are compiled and recorded, then `elenchus ask` searches with
//! `--oracle trace:` and `--otherwise unknown`. A reported bug must show the planted lines among those
//! that ran and that it owns; candidates must include the planted routine. `bug.json` is read only
//! here, after the search.
//!
//! `ELENCHUS_LONG=1` takes all programs in place of a quick selection, and
//! `ELENCHUS_CORPUS_TABLE=docs/corpus.md` (from the root of the project) also writes the table of results.

mod parts;
mod program;
mod table;

use program::{Ending, Program, Searched};

/// The papers' examples, and small programs of different kinds.
const QUICK: [&str; 13] = [
    "Chess",
    "MergeSort",
    "SumMatrix",
    "SumNumbers",
    "TreeHeight",
    "01_inventory",
    "02_binary_search",
    "04_roman",
    "06_settings",
    "09_sales",
    "16_calendar",
    "17_cache",
    "21_elevator",
];

#[test]
fn planted_bugs_are_found_where_they_are() {
    let table = std::env::var_os("ELENCHUS_CORPUS_TABLE");
    let all = table.is_some() || std::env::var_os("ELENCHUS_LONG").is_some();
    let mut searched = Vec::new();
    for program in program::all() {
        if all || QUICK.contains(&program.name.as_str()) {
            let search = program.search();
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
}

/// What is wrong with how a search ended, if anything is.
fn complaint(program: &Program, searched: &Searched) -> Option<String> {
    let problem = match &searched.ending {
        Ending::Found { title, lines } if !program.planted.iter().all(|l| lines.contains(l)) => {
            format!("reported {title} with the lines {lines:?}")
        }
        Ending::Candidates { count, titles }
            if titles.len() == *count && !titles.iter().any(|t| program.is_planted_in(t)) =>
        {
            format!("{count} candidates without it: {titles:?}")
        }
        Ending::Other(said) => said.clone(),
        _ => match searched.questions.iter().find(|q| q.shows_bare_id()) {
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

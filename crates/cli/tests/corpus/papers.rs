//! The examples of the papers, with what each paper says about them.

use crate::program::{self, Ending, Searched};

fn search(name: &str, options: &[&str]) -> Searched {
    let program = program::all().into_iter().find(|p| p.name == name);
    program.unwrap().search(options)
}

fn found(searched: &Searched) -> (&str, &[u64], Option<&str>) {
    match &searched.ending {
        Ending::Found { title, lines, hint } => (title, lines, hint.as_deref()),
        Ending::Other(said) => panic!("nothing was found: {said}"),
    }
}

#[test]
fn castling_takes_at_most_three_questions() {
    let searched = search("Chess", &["--at", "Chess.castling"]);
    assert!(searched.questions.len() <= 3);
    let (title, lines, _) = found(&searched);
    assert!(title.starts_with("Chess.castling("), "{title}");
    // The branch that did not run is never blamed.
    assert!(lines.contains(&14) && !lines.iter().any(|line| (15..=18).contains(line)));
}

#[test]
fn sum_numbers_is_found_in_the_initialiser_of_its_loop() {
    let searched = search("SumNumbers", &[]);
    let (title, lines, hint) = found(&searched);
    assert!(title.contains("at line 9"), "{title}");
    assert_eq!(lines, [9]);
    assert!(hint.is_some_and(|hint| hint.contains("initialiser")));
}

#[test]
fn sum_matrix_is_found_in_its_inner_loop() {
    let searched = search("SumMatrix", &[]);
    let (title, lines, _) = found(&searched);
    assert!(title.contains("at line 25"), "{title}");
    assert_eq!(lines, [25]);
}

#[test]
fn mergesort_is_found_in_the_merge() {
    let searched = search("MergeSort", &[]);
    let (title, lines, _) = found(&searched);
    assert!(title.starts_with("MergeSort.merge"), "{title}");
    assert!(lines.contains(&32));
}

/// The buggy call and its right child ran the same lines: they are shown all the same.
#[test]
fn recursion_leaves_the_report_its_lines() {
    let searched = search("TreeHeight", &[]);
    let (title, lines, _) = found(&searched);
    assert!(title.starts_with("TreeHeight.height"), "{title}");
    assert!(lines.contains(&29));
}

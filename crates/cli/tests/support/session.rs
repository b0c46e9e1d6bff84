//! Sessions about small Java programs, and what is said in them.

use std::fs;

use crate::support::elenchus;

/// What is said when these lines are typed in a session about a program.
pub fn said((file, source): (&str, &str), exit: i32, typed: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(file), source).unwrap();
    fs::write(folder.path().join("typed"), typed).unwrap();
    let record = ["record", "java", "-o", "run", file];
    elenchus(folder.path(), &record).expect(exit, &[]);
    let ask = ["ask", "run", "--answers", "typed", "--no-knowledge"];
    let said = elenchus(folder.path(), &ask);
    said.expect(4, &[]);
    said.out
}

/// What a question about the piece of the run that is called so says.
pub fn about<'s>(said: &'s str, title: &str) -> &'s str {
    let questions = said
        .split("\nQ")
        .filter(|question| question.contains(title));
    questions
        .last()
        .unwrap_or_else(|| panic!("no {title} in {said}"))
}

//! No ten lines of code stand twice: what is needed twice is written once and called. And no file is too long to be read at once.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::{files, root, text};

const LINES: usize = 10;

/// Files have about 600 lines at most; a few more are better than a split in the wrong place.
const LONGEST_FILE: usize = 670;

/// The lines of a file that say something, with their numbers: no blank lines, comments, imports, lone
/// brackets or lone names (a list of names is no code).
fn code(text: &str) -> Vec<(usize, &str)> {
    let says_something = |line: &str| {
        let is_word = line.chars().any(char::is_alphanumeric);
        let is_comment = ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark));
        let is_import = ["use ", "pub use ", "import ", "mod ", "pub mod "]
            .iter()
            .any(|word| line.starts_with(word));
        let is_name = line
            .trim_end_matches(',')
            .chars()
            .all(char::is_alphanumeric);
        is_word && !is_comment && !is_import && !is_name
    };
    text.lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line.trim()))
        .filter(|(_, line)| says_something(line))
        .collect()
}

#[test]
fn no_ten_lines_stand_twice() {
    let crates = root().join("crates");
    let mut seen: HashMap<Vec<String>, (PathBuf, usize)> = HashMap::new();
    let mut repeated = Vec::new();
    for path in files(&crates, &["rs", "java"]) {
        let text = text(&path);
        let lines = code(&text);
        let mut free_from = 0;
        for (place, stretch) in lines.windows(LINES).enumerate() {
            let number = stretch[0].0;
            let words = stretch.iter().map(|(_, line)| (*line).to_owned()).collect();
            match seen.get(&words) {
                Some((other, at)) if place >= free_from => {
                    let name =
                        |path: &PathBuf| path.strip_prefix(&crates).unwrap().display().to_string();
                    repeated.push(format!("{}:{number} and {}:{at}", name(&path), name(other)));
                    free_from = place + LINES;
                }
                Some(_) => {}
                None => {
                    seen.insert(words, (path.clone(), number));
                }
            }
        }
    }
    assert!(
        repeated.is_empty(),
        "the same ten lines stand at\n{}",
        repeated.join("\n")
    );
}

#[test]
fn no_file_is_too_long() {
    let root = root();
    let mut long = Vec::new();
    for folder in ["crates", "tests", "examples", "fuzz"] {
        for path in files(&root.join(folder), &["rs", "java", "js", "mjs", "py"]) {
            let lines = text(&path).lines().count();
            if lines > LONGEST_FILE {
                let name = path.strip_prefix(&root).unwrap_or(&path);
                long.push(format!("{} has {lines} lines", name.display()));
            }
        }
    }
    assert!(long.is_empty(), "too long to be read:\n{}", long.join("\n"));
}

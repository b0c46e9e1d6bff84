//! One program with its corrected twin, out of one file with marks.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use elenchus_corpora::jdk::repository;

/// Ends a line that is wrong and that the twin does not have.
const WRONG: &str = "// BUG";

/// Ends a line of the routine that lacks something; the twin has it too.
const LACKING: &str = "// BUG here";

/// Ends a line that is not wrong and that the twin does not have.
const OLD: &str = "// OLD";

/// Begins a line that only the twin has.
const TWIN: &str = "// GOOD: ";

/// Begins a line that says which version of Java it takes.
const NEEDS: &str = "// Java ";

/// A program with a bug.
pub struct Program {
    /// Its name, and that of its main class.
    pub name: String,
    /// What is nasty about it.
    pub about: String,
    /// The version of Java that it takes.
    pub needs: u32,
    pub bad: String,
    pub good: String,
    /// The lines that hold the bug; none when nothing that runs is wrong.
    pub bug: BTreeSet<u64>,
}

/// All programs by name.
pub fn all() -> Vec<Program> {
    let entries = fs::read_dir(repository().join("tests/hostile")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let sources = paths.filter(|path| path.extension().is_some_and(|e| e == "java"));
    let mut programs: Vec<Program> = sources.map(|path| Program::read(&path)).collect();
    programs.sort_by(|one, other| one.name.cmp(&other.name));
    programs
}

impl Program {
    fn read(path: &Path) -> Program {
        let text = fs::read_to_string(path).unwrap();
        let about = text.lines().next().unwrap_or_default();
        let needs = text.lines().find_map(|line| line.strip_prefix(NEEDS));
        let mut program = Program {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            about: about.trim_start_matches("// ").to_owned(),
            needs: needs.map_or(8, |version| version.trim().parse().unwrap()),
            bad: String::new(),
            good: String::new(),
            bug: BTreeSet::new(),
        };
        for (place, line) in text.lines().enumerate() {
            program.take(place as u64 + 1, line);
        }
        program
    }

    /// Takes in one line. Both versions keep the numbers of all lines.
    fn take(&mut self, number: u64, line: &str) {
        let (mut bad, mut good) = (line, line);
        if let Some(twin) = line.trim_start().strip_prefix(TWIN) {
            (bad, good) = ("", twin);
        } else if line.ends_with(WRONG) {
            self.bug.insert(number);
            good = "";
        } else if line.ends_with(OLD) {
            good = "";
        } else if line.ends_with(LACKING) {
            self.bug.insert(number);
        }
        for (version, line) in [(&mut self.bad, bad), (&mut self.good, good)] {
            version.push_str(line);
            version.push('\n');
        }
    }
}

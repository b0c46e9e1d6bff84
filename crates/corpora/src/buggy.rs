//! The programs with a planted bug: the papers' examples in `examples/java`, and `tests/java/buggy`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::jdk::{folders, name_of};

/// A program with a planted bug, as its `bug.json` tells.
#[derive(Debug, Clone)]
pub struct BuggyProgram {
    /// Its sources, with the bug; those of the corrected program are in `fixed`.
    pub folder: PathBuf,
    /// The class that is run.
    pub main: String,
    /// The file that the bug is in, and the lines that differ from the corrected version.
    pub file: String,
    pub planted: Vec<u64>,
    /// The routine around them, `Class.method`.
    pub routine: String,
}

impl BuggyProgram {
    /// All of them, the papers' examples first.
    pub fn all() -> Vec<BuggyProgram> {
        let folders = ["examples/java", "tests/java/buggy"].into_iter();
        let folders = folders.flat_map(folders_of);
        folders.map(|folder| BuggyProgram::open(&folder)).collect()
    }

    /// The one in a folder.
    pub fn open(folder: &Path) -> BuggyProgram {
        let file = folder.join("bug.json");
        let text = fs::read_to_string(&file);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let bug: Value = serde_json::from_str(&text).expect("bug.json is JSON");
        let word = |key: &str| {
            let word = bug[key].as_str();
            word.unwrap_or_else(|| panic!("{}: no {key}", file.display()))
                .to_owned()
        };
        let lines = bug["lines"].as_array().into_iter().flatten();
        BuggyProgram {
            main: word("main"),
            file: word("file"),
            planted: lines.filter_map(Value::as_u64).collect(),
            routine: word("routine"),
            folder: folder.to_owned(),
        }
    }

    pub fn name(&self) -> String {
        name_of(&self.folder)
    }

    /// The sources of the corrected program.
    pub fn fixed(&self) -> PathBuf {
        self.folder.join("fixed")
    }

    /// What it reads.
    pub fn input(&self) -> Stdio {
        let input = fs::File::open(self.folder.join("input.txt"));
        input.map_or(Stdio::null(), Stdio::from)
    }
}

fn folders_of(folder: &str) -> impl Iterator<Item = PathBuf> {
    let folders = folders(folder).into_iter();
    folders.filter(|folder| folder.join("bug.json").exists())
}

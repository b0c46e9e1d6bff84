//! The programs, each recorded once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use elenchus_corpora::buggy::BuggyProgram;
use elenchus_corpora::exact::ExactProgram;
use elenchus_corpora::jdk::Jdk;

use crate::planted::{self, make_project};
use crate::support::{command, elenchus};

/// Which set a program belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    Exact,
    Corpus,
    Library,
}

/// A program that was recorded.
pub struct Recorded {
    pub set: Set,
    pub name: String,
    /// One for each JVM.
    pub traces: Vec<PathBuf>,
    /// Where its sources are: they tell which static fields code reads.
    pub sources: Vec<PathBuf>,
}

/// The programs whose trees are written down.
pub fn exact(scratch: &Path, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Recorded> {
    let jdk = Jdk::all().swap_remove(0);
    let scratch = scratch.join("exact");
    fs::create_dir_all(&scratch).unwrap();
    let programs = ExactProgram::compile_some(&jdk, &scratch, is_wanted);
    programs.into_iter().map(|program| {
        let to = program.classes.with_extension("recorded");
        record(&program.folder, &program.classes, "Main", &to);
        Recorded {
            set: Set::Exact,
            name: program.name(),
            traces: vec![to.join("trace")],
            sources: vec![program.folder.clone()],
        }
    })
}

/// The programs with a planted bug.
pub fn corpus(scratch: &Path, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Recorded> {
    let jdk = Jdk::all().swap_remove(0);
    let mut programs = BuggyProgram::all();
    programs.retain(|program| is_wanted(&program.name()));
    let scratch = scratch.join("corpus");
    programs.into_iter().map(move |program| {
        let to = scratch.join(program.name());
        let classes = to.join("classes");
        fs::create_dir_all(&to).unwrap();
        jdk.compile(&[(program.folder.clone(), classes.clone())], &to);
        record(&program.folder, &classes, &program.main, &to);
        Recorded {
            set: Set::Corpus,
            name: program.name(),
            traces: vec![to.join("trace")],
            sources: vec![program.folder],
        }
    })
}

/// The libraries, each by its test.
pub fn libraries(
    scratch: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Recorded> {
    let wanted = planted::ALL.into_iter();
    let wanted = wanted.filter(move |(name, _)| is_wanted(name));
    wanted.map(move |(name, artifact)| {
        let project = scratch.join(name);
        make_project(name, artifact, &project);
        let record = ["record", "run", "-o", "../recorded", "--"];
        let maven = ["mvn", "-q", "-B", "test"];
        let _ = fs::remove_dir_all(scratch.join("recorded"));
        elenchus(&project, &[&record[..], &maven].concat()).expect(0, &[]);
        let traces = scratch.join("recorded").read_dir().unwrap();
        Recorded {
            set: Set::Library,
            name: name.to_owned(),
            traces: traces.map(|trace| trace.unwrap().path()).collect(),
            sources: ["main", "test"]
                .map(|part| project.join("src").join(part).join("java"))
                .to_vec(),
        }
    })
}

/// Records a program as `trace` in a folder.
fn record(program: &Path, classes: &Path, main: &str, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let input = fs::File::open(program.join("input.txt"));
    let record = ["record", "java", "-o", "trace", "--", "-cp"];
    let words = [&record[..], &[classes.to_str().unwrap(), main]].concat();
    let recorded = command(to, &words)
        .stdin(input.map_or(Stdio::null(), Stdio::from))
        .output();
    assert!(to.join("trace").is_dir(), "{recorded:?}");
}

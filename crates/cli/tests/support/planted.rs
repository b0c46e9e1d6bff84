//! The libraries of `tests/libraries`: as they came from Maven Central, and with their bugs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::central::{run, unpacked};

/// The libraries by their folders, with what they are called in Maven Central.
#[allow(dead_code, reason = "not every test takes all of them")]
pub const ALL: [(&str, &str); 5] = [
    ("commons-csv", "org.apache.commons:commons-csv:1.12.0"),
    (
        "htmlcleaner",
        "net.sourceforge.htmlcleaner:htmlcleaner:2.29",
    ),
    ("javassist", "org.javassist:javassist:3.30.2-GA"),
    ("jsoup", "org.jsoup:jsoup:1.18.1"),
    ("kxml2", "net.sf.kxml:kxml2:2.3.0"),
];

/// The folder of all libraries.
pub fn here() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    crates.join("../../tests/libraries")
}

/// A project that builds the library as it is, and runs our test.
pub fn make_project(name: &str, artifact: &str, to: &Path) {
    let main = to.join("src/main");
    let test = to.join("src/test/java");
    fs::create_dir_all(&main).unwrap();
    fs::create_dir_all(&test).unwrap();
    run(Command::new("cp")
        .arg("-r")
        .arg(unpacked(artifact, "sources"))
        .arg(main.join("java")));
    // The test is no part of the library's module.
    let _ = fs::remove_file(main.join("java/module-info.java"));
    fs::copy(here().join("pom.xml"), to.join("pom.xml")).unwrap();
    for entry in here().join(name).read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            fs::copy(&path, test.join(path.file_name().unwrap())).unwrap();
        }
    }
}

/// A bug: what the patch replaces, and where.
pub struct Planted {
    pub file: String,
    pub lines: Vec<usize>,
}

/// Applies the patch of a library: one file, one place. Line ends of the file are kept.
pub fn plant(name: &str, project: &Path) -> Planted {
    let patch = fs::read_to_string(here().join(name).join("bug.patch")).unwrap();
    let hunk = patch
        .lines()
        .skip_while(|line| !line.starts_with("@@ "))
        .skip(1);
    let side = |sign: char| -> Vec<&str> {
        let lines = hunk.clone().filter(|line| line.starts_with([' ', sign]));
        lines.map(|line| &line[1..]).collect()
    };
    let (old, new) = (side('-'), side('+'));
    let added = hunk.clone().filter(|line| !line.starts_with('-'));
    let added: Vec<bool> = added.map(|line| line.starts_with('+')).collect();
    let file = patch.lines().find_map(|line| line.strip_prefix("+++ b/"));
    let file = file.unwrap().to_owned();
    let path = project.join("src/main/java").join(&file);
    let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<&str> = text.split(end).collect();
    let fits = |&start: &usize| lines[start..].starts_with(&old);
    let places: Vec<usize> = (0..lines.len()).filter(fits).collect();
    let [start] = places[..] else {
        panic!("{name} fits {file} at lines {places:?}")
    };
    lines.splice(start..start + old.len(), new);
    fs::write(&path, lines.join(end)).unwrap();
    let planted = (0..added.len()).filter(|&place| added[place]);
    Planted {
        file: file.rsplit('/').next().unwrap().to_owned(),
        lines: planted.map(|place| start + place + 1).collect(),
    }
}

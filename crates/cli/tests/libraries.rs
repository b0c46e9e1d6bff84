//! Real libraries with a planted bug: a failing JUnit test under `elenchus run -- mvn test`, answered by a recording of the
//! library as it came from Maven Central.
//!
//! `tests/libraries` holds for each of them the bug as a patch and the test; sources are fetched, never kept here. One library is
//! enough for everyday; `ELENCHUS_LONG=1` takes all of them, and with `ELENCHUS_BLESS=1` writes the table in docs/measured/libraries.md.

#[path = "support/central.rs"]
mod central;
#[path = "support/shown.rs"]
mod shown;
mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use central::{run, unpacked};
use shown::{Question, Readability, questions};
use support::{Said, elenchus};

/// A library, and what is answered where the good recording does not know.
struct Library {
    name: &'static str,
    artifact: &'static str,
    otherwise: &'static str,
}

const LIBRARIES: [Library; 5] = [
    Library {
        name: "commons-csv",
        artifact: "org.apache.commons:commons-csv:1.12.0",
        otherwise: "unknown",
    },
    Library {
        name: "htmlcleaner",
        artifact: "net.sourceforge.htmlcleaner:htmlcleaner:2.29",
        otherwise: "unknown",
    },
    Library {
        name: "javassist",
        artifact: "org.javassist:javassist:3.30.2-GA",
        otherwise: "unknown",
    },
    Library {
        name: "jsoup",
        artifact: "org.jsoup:jsoup:1.18.1",
        otherwise: "unknown",
    },
    Library {
        name: "kxml2",
        artifact: "net.sf.kxml:kxml2:2.3.0",
        otherwise: "right",
    },
];

fn here() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    crates.join("../../tests/libraries")
}

/// A project that builds the library as it is, and runs our test.
fn make_project(library: &Library, to: &Path) {
    let main = to.join("src/main");
    let test = to.join("src/test/java");
    fs::create_dir_all(&main).unwrap();
    fs::create_dir_all(&test).unwrap();
    run(Command::new("cp")
        .arg("-r")
        .arg(unpacked(library.artifact, "sources"))
        .arg(main.join("java")));
    // The test is no part of the library's module.
    let _ = fs::remove_file(main.join("java/module-info.java"));
    fs::copy(here().join("pom.xml"), to.join("pom.xml")).unwrap();
    for entry in here().join(library.name).read_dir().unwrap() {
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
struct Planted {
    file: String,
    lines: Vec<usize>,
}

/// Applies the patch of a library: one file, one place. Line ends of the file are kept.
fn plant(library: &Library, project: &Path) -> Planted {
    let patch = fs::read_to_string(here().join(library.name).join("bug.patch")).unwrap();
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
        panic!("{} fits {file} at lines {places:?}", library.name)
    };
    lines.splice(start..start + old.len(), new);
    fs::write(&path, lines.join(end)).unwrap();
    let planted = (0..added.len()).filter(|&place| added[place]);
    Planted {
        file: file.rsplit('/').next().unwrap().to_owned(),
        lines: planted.map(|place| start + place + 1).collect(),
    }
}

/// The numbers of the lines that a report marks.
fn marked_lines(said: &Said) -> Vec<usize> {
    let report = said
        .out
        .lines()
        .skip_while(|line| !line.starts_with("BUG "));
    let marked = report.filter_map(|line| line.split_once('▸'));
    marked
        .filter_map(|(number, _)| number.trim().parse().ok())
        .collect()
}

/// How many answers were given by somebody.
fn answers_by(said: &Said, by: impl Fn(&str) -> bool) -> usize {
    let answers = said
        .out
        .lines()
        .filter_map(|line| line.trim().strip_prefix("▸ "));
    answers.filter(|answer| by(answer)).count()
}

fn calls_recorded(trace: &Path) -> u64 {
    let traces = trace.read_dir().unwrap().map(|entry| entry.unwrap().path());
    traces
        .map(|trace| elenchus_launch::recording::calls_in(&trace))
        .sum()
}

/// Debugs one library and gives its row of the table, and the questions.
fn debug(library: &Library) -> (String, Vec<Question>) {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good"), folder.path().join("bad"));
    make_project(library, &good);
    make_project(library, &bad);
    let planted = plant(library, &bad);
    let maven = ["mvn", "-q", "-B", "test"];
    let record = [&["record", "run", "-o", "../good.trace", "--"][..], &maven].concat();
    elenchus(&good, &record).expect(0, &[]);
    let started = Instant::now();
    let oracle = [
        "--oracle",
        "trace:../good.trace",
        "--otherwise",
        library.otherwise,
    ];
    let run = [&["run", "-o", "../bad.trace"], &oracle[..], &["--"], &maven].concat();
    let said = elenchus(&bad, &run);
    let seconds = started.elapsed().as_secs_f64();
    said.expect(0, &["that is where the search starts", "BUG  "]);
    let marked = marked_lines(&said);
    let missing = planted.lines.iter().find(|line| !marked.contains(line));
    assert_eq!(missing, None, "{} is not shown: {said:#?}", planted.file);

    let step_by_step = answers_by(&said, |by| by.contains("step by step"));
    let same_state = answers_by(&said, |by| by.contains("(trace:")) - step_by_step;
    let otherwise = answers_by(&said, |by| by.contains("(--otherwise)"));
    let asked = questions(&said.out);
    assert_eq!(asked.len(), same_state + step_by_step + otherwise);
    assert!(otherwise < asked.len(), "{said:#?}");
    let row = format!(
        "| {} | {}:{} | {} | {} | {same_state} | {step_by_step} | {otherwise} {} | {} | {seconds:.0} s |",
        library
            .artifact
            .split_once(':')
            .unwrap()
            .1
            .replace(':', " "),
        planted.file,
        planted.lines[0],
        calls_recorded(&folder.path().join("bad.trace")),
        asked.len(),
        library.otherwise,
        marked.len(),
    );
    (row, asked)
}

/// Of the questions so many in a hundred fit a screen.
const FITTING: usize = 95;

#[test]
fn bugs_in_real_libraries_are_found_through_a_failing_test() {
    let long = std::env::var_os("ELENCHUS_LONG").is_some();
    let taken = if long { LIBRARIES.len() } else { 1 };
    let mut table = String::new();
    let mut asked = Vec::new();
    for library in &LIBRARIES[..taken] {
        let (row, questions) = debug(library);
        println!("{row}");
        writeln!(table, "{row}").unwrap();
        asked.extend(questions);
    }
    let fitting = asked.iter().filter(|question| question.fits()).count();
    assert!(100 * fitting >= FITTING * asked.len(), "{fitting} fit");
    let bare = asked.iter().find(|question| question.shows_bare_id());
    assert!(bare.is_none(), "{}", bare.unwrap().text);
    if long && std::env::var_os("ELENCHUS_BLESS").is_some() {
        let readability = Readability::of(asked.iter());
        let page = here().join("../../docs/measured/libraries.md");
        let text = fs::read_to_string(&page).unwrap();
        let rule = "|---|---|---|---|---|---|---|---|---|\n";
        let (head, rest) = text.split_once(rule).unwrap();
        let (_, after) = rest.split_once("\n\nReadability: ").unwrap();
        let (_, after) = after.split_once('\n').unwrap();
        let page_now = format!("{head}{rule}{table}\nReadability: {readability}.\n{after}");
        fs::write(page, page_now).unwrap();
    }
}

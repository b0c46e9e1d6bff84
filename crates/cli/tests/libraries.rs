//! Real libraries with a planted bug: a failing JUnit test under `elenchus run -- mvn test`, answered by a recording of the
//! library as it came from Maven Central.
//!
//! `tests/libraries` holds for each of them the bug as a patch and the test; sources are fetched, never kept here. One library is
//! enough for everyday; `ELENCHUS_LONG=1` takes all of them, and with `ELENCHUS_BLESS=1` writes the table in docs/measured/libraries.md.

#[path = "support/central.rs"]
mod central;
#[path = "support/planted.rs"]
mod planted;
#[path = "support/shown.rs"]
mod shown;
mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use planted::{here, make_project, plant};
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
    make_project(library.name, library.artifact, &good);
    make_project(library.name, library.artifact, &bad);
    let planted = plant(library.name, &bad);
    let maven = ["mvn", "-q", "-B", "test"];
    let record = [&["record", "run", "-o", "../good.trace", "--"][..], &maven].concat();
    elenchus(&good, &record).expect(0, &[]);
    let started = Instant::now();
    let oracle = [
        "--oracle",
        "trace:../good.trace",
        "--otherwise",
        library.otherwise,
        // Which piece is found is what is counted here.
        "--zoom",
        "no",
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

/// The share of the questions that must fit a screen, in percent.
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

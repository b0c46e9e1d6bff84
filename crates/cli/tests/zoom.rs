//! Zooming into blamed calls: by a recording of the corrected program, and with somebody who answers.
//!
//! With `ELENCHUS_ZOOM_TABLE=FILE` the whole corpus is searched, and a table written.

#[allow(dead_code, reason = "it serves the table of the corpus, too")]
#[path = "corpus/program.rs"]
mod program;
#[allow(dead_code, reason = "it serves the table of the corpus, too")]
#[path = "support/shown.rs"]
mod shown;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;

use program::{Ending, Program, all, found, project};
use serde_json::Value;

/// Programs whose bug is told by the way that is taken, and by what a call inside a loop is given.
const SOME: [&str; 2] = ["17_cache", "18_routes"];

/// With loops as parts of calls, and by themselves.
const TRANSFORMS: [&str; 2] = ["none", "loops"];

/// How a zoom went.
struct Zoomed {
    name: String,
    /// The lines that the report blames.
    before: Vec<u64>,
    /// Those that are left of them, when a corrected program was run.
    after: Option<Vec<u64>>,
    /// How many statements ran, and how many questions somebody needed who knows which of them is wrong.
    steps: u64,
    questions: Option<u64>,
    /// Why their number is not known, where there is something to ask about.
    not_asked: Option<String>,
    planted: Vec<u64>,
}

impl Zoomed {
    fn shown(&self) -> &[u64] {
        self.after.as_deref().unwrap_or(&self.before)
    }
}

fn zoom(program: &Program) -> Zoomed {
    let work = tempfile::tempdir().unwrap();
    let (good, bad) = program.record_both(work.path());
    let asked = program
        .elenchus()
        .arg("ask")
        .arg(&bad)
        .args(["--oracle", &format!("trace:{}", good.display())])
        .args(["--otherwise", "right", "--root-is", "known"])
        .args(["--no-knowledge", "--json", "--zoom", "yes"])
        .output()
        .unwrap();
    let said = String::from_utf8(asked.stdout).unwrap();
    let report = last_found(said.lines());
    let report = report.unwrap_or_else(|| panic!("{}: {said}", program.name));
    let Ending::Found { lines, .. } = found(&report) else {
        unreachable!("the line says that a bug was found");
    };
    let zoomed = &report["zoom"];
    let step = zoomed["step"].as_u64();
    let questions = step.and_then(|step| {
        let mut ways = TRANSFORMS.into_iter();
        ways.find_map(|transform| questions(program, &bad, (&report, step), transform))
    });
    let is_long = env::var_os("ELENCHUS_ZOOM_TABLE").is_some();
    let is_unknown = is_long && questions.is_none() && lines.len() > 1;
    Zoomed {
        not_asked: is_unknown.then(|| what_z_does(program, &bad, &report)),
        name: program.name.clone(),
        after: zoomed["lines"].as_array().map(|lines| {
            let lines = lines.iter().filter_map(Value::as_u64);
            lines.collect()
        }),
        steps: zoomed["steps"].as_u64().unwrap_or(0),
        questions,
        planted: program.planted.clone(),
        before: lines,
    }
}

/// Whether two reports blame the same lines.
fn blames_the_same(one: &Value, other: &Value) -> bool {
    let lines = |report: &Value| match found(report) {
        Ending::Found { lines, .. } => lines,
        Ending::Other(_) => Vec::new(),
    };
    lines(one) == lines(other)
}

fn last_found<'l>(lines: impl Iterator<Item = &'l str>) -> Option<Value> {
    let events = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter(|event| event["type"] == "found").last()
}

/// The answer of somebody who knows which statement is wrong: the first of the moments shown that comes after it.
fn first_wrong_moment(question: &Value, first_wrong: u64) -> String {
    let values = question["values"].as_array().unwrap().iter();
    let mut moments = values.filter_map(|value| value["name"].as_str()?.strip_prefix('@'));
    let is_wrong = |moment: &&str| moment.parse::<u64>().unwrap() >= first_wrong;
    format!("n @{}", moments.find(is_wrong).unwrap())
}

/// Asks about a bug, from it on, with the answer to each event that has one.
fn converse(
    program: &Program,
    (bad, bug, transform): (&Path, &Value, &str),
    mut answer: impl FnMut(&Value) -> Option<String>,
) {
    let mut asking = program
        .elenchus()
        .arg("ask")
        .arg(bad)
        .args(["--at", &bug["node"].to_string(), "--root-is", "known"])
        .args(["--transform", transform])
        .args(["--no-knowledge", "--json", "--new"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut answers = asking.stdin.take().unwrap();
    for line in BufReader::new(asking.stdout.take().unwrap()).lines() {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if let Some(answer) = answer(&event) {
            // It may have ended.
            let _ = writeln!(answers, "{answer}");
        }
    }
    asking.wait().unwrap();
}

/// Whether an event reports the bug again, so that one can zoom into it.
fn can_begin(event: &Value, bug: &Value) -> bool {
    event["can_zoom"] == true && blames_the_same(event, bug)
}

/// How many questions somebody is asked about a bug who says that everything from a statement on is wrong; nothing when
/// there is nothing to zoom into, or another report with this transformation. The search starts at the bug, and all that it
/// called is right.
fn questions(
    program: &Program,
    bad: &Path,
    (bug, first_wrong): (&Value, u64),
    transform: &str,
) -> Option<u64> {
    let (mut needed, mut has_begun) = (None, false);
    converse(program, (bad, bug, transform), |event| {
        Some(match event["type"].as_str().unwrap() {
            "question" if event["kind"] == "statement" => first_wrong_moment(event, first_wrong),
            "question" => "y".to_owned(),
            "found" if event["zoom"].is_object() => {
                needed = event["zoom"]["questions"].as_u64();
                "q".to_owned()
            }
            "found" if !has_begun && can_begin(event, bug) => {
                has_begun = true;
                "z".to_owned()
            }
            "found" => "q".to_owned(),
            _ => return None,
        })
    });
    needed
}

/// What `z` does about a bug of which the corrected program does not tell the statement.
fn what_z_does(program: &Program, bad: &Path, bug: &Value) -> String {
    if bug["nodes"].as_array().is_some_and(|nodes| nodes.len() > 1) {
        return "several calls were judged as one".to_owned();
    }
    let mut said = None;
    for transform in TRANSFORMS {
        let mut has_begun = false;
        converse(program, (bad, bug, transform), |event| {
            let kind = event["kind"].as_str().unwrap_or_default();
            match event["type"].as_str().unwrap() {
                "question" if kind == "statement" || kind == "step" => {
                    let how = match kind {
                        "statement" => "statements of a rerun",
                        _ => "what was recorded",
                    };
                    said = Some(format!("`z` asks by {how}"));
                    Some("q".to_owned())
                }
                "question" => Some("y".to_owned()),
                "found" if !has_begun && can_begin(event, bug) => {
                    has_begun = true;
                    Some("z".to_owned())
                }
                "found" => Some("q".to_owned()),
                "note" if has_begun && said.is_none() => {
                    said = event["text"].as_str().map(str::to_owned);
                    None
                }
                _ => None,
            }
        });
        if said.is_some() {
            break;
        }
    }
    said.unwrap_or_else(|| "whoever starts there is led to another report".to_owned())
}

#[test]
fn the_planted_lines_are_left_of_those_that_a_report_blames() {
    let long = env::var_os("ELENCHUS_ZOOM_TABLE");
    let programs = all().into_iter();
    let programs = programs.filter(|program| long.is_some() || SOME.contains(&&*program.name));
    let zoomed: Vec<Zoomed> = programs.map(|program| zoom(&program)).collect();
    for zoomed in &zoomed {
        let is_planted = |line: &u64| zoomed.planted.contains(line);
        if let Some(lines) = &zoomed.after {
            assert!(lines.iter().any(is_planted), "{}: {lines:?}", zoomed.name);
        }
        // The long form lists those that cannot be run again.
        assert!(long.is_some() || zoomed.after.is_some(), "{}", zoomed.name);
        assert!(
            long.is_some() || zoomed.questions.is_some(),
            "{}",
            zoomed.name
        );
    }
    if let Some(path) = long {
        fs::write(project().join(path), table(&zoomed)).unwrap();
    }
}

/// Two lines differ from the corrected program, and either of them may be meant.
const PRICE: &str = "
public class Price {
    static int price(int pieces) {
        int each = 3;
        System.out.println(pieces);
        int all = each * pieces;
        return all;
    }

    public static void main(String[] arguments) {
        System.out.println(price(10));
    }
}
";

#[test]
fn questions_that_no_version_can_answer_wait_for_z() {
    let work = tempfile::tempdir().unwrap();
    let [good, bad] = ["good", "bad"].map(|name| work.path().join(name));
    let right = PRICE.replace("each = 3", "each = 4");
    let right = right.replace("each * pieces", "each * pieces - 1");
    for (folder, text) in [(&good, &*right), (&bad, PRICE)] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("Price.java"), text).unwrap();
        let record = ["record", "java", "-o", "trace", "Price.java"];
        program::elenchus(folder).args(record).output().unwrap();
    }
    let ask = |answers: &str| {
        let mut asking = program::elenchus(&bad)
            .args(["ask", "trace", "--oracle", "trace:../good/trace", "--json"])
            .args(["--root-is", "known", "--no-knowledge", "--new"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = asking.stdin.take().unwrap();
        input.write_all(answers.as_bytes()).unwrap();
        drop(input);
        let said = String::from_utf8(asking.wait_with_output().unwrap().stdout).unwrap();
        let events = said.lines().map(|line| serde_json::from_str(line).unwrap());
        let events: Vec<Value> = events.collect();
        let asked = events.iter().filter(|event| event["kind"] == "statement");
        let asked = asked.filter(|event| event["type"] == "question").count();
        (asked, last_found(said.lines()).expect(&said))
    };
    let (asked, found) = ask("q\n");
    assert_eq!((asked, &found["can_zoom"]), (0, &Value::Bool(true)));
    let (asked, found) = ask("z\nn @1\nq\n");
    assert!(
        asked == 1 && found["zoom"]["lines"] == Value::from([4]),
        "{found}"
    );
}

#[test]
fn what_cannot_be_run_again_is_asked_about_by_what_was_recorded() {
    let work = tempfile::tempdir().unwrap();
    let program = all()
        .into_iter()
        .find(|program| program.name == "33_ledger_file");
    let program = program.unwrap();
    let bad = program.record_bad(work.path());
    fs::write(work.path().join("answers"), "z\nn @3\nq\n").unwrap();
    let asked = program
        .elenchus()
        .arg("ask")
        .arg(&bad)
        .args(["--at", "LedgerFile.readNumber#3", "--root-is", "known"])
        .args(["--transform", "none", "--no-knowledge", "--json"])
        .arg("--answers")
        .arg(work.path().join("answers"))
        .output()
        .unwrap();
    let said = String::from_utf8(asked.stdout).unwrap();
    let moments: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|event| event["type"] == "question" && event["kind"] == "step")
        .collect();
    assert_eq!(moments.len(), 1, "{said}");
    let found = last_found(said.lines()).unwrap();
    // Its second round is wrong: neither what came before the loop nor what follows it is to blame.
    assert_eq!(
        found["zoom"]["lines"],
        Value::from(vec![82, 83, 84, 85, 86]),
        "{found}"
    );
    assert_eq!(found["zoom"]["kind"], "step");
}

fn table(all: &[Zoomed]) -> String {
    let mean = |sum: u64, count: usize| sum as f64 / count.max(1) as f64;
    let before: usize = all.iter().map(|zoomed| zoomed.before.len()).sum();
    let after: usize = all.iter().map(|zoomed| zoomed.shown().len()).sum();
    // Who has one line already is asked nothing.
    let asked: Vec<u64> = all
        .iter()
        .filter_map(|zoomed| match zoomed.before.len() {
            0 | 1 => Some(0),
            _ => zoomed.questions,
        })
        .collect();
    let compared = all.iter().filter(|zoomed| zoomed.after.is_some()).count();
    let mut page = format!(
        "# Zoom: the lines to blame inside a bug\n\n\
         Every program of the corpus, searched with a recording of the corrected program (`--oracle trace:`), then zoomed into. *Lines shown* are those that the report blames, before and \
         after the call was run again on both versions. *Questions* are those of a person who zooms in with `z` and knows which statement is wrong; each shows up to ten moments of the call, and the person names the first wrong one (`n @5`); \
         nobody is asked where the corrected program tells. Generated by\n\n    \
         ELENCHUS_ZOOM_TABLE=docs/measured/zoom.md cargo test --workspace --test zoom\n\n\
         Lines shown: {:.1} before, {:.1} after, on average over {} programs; {compared} were told by the corrected program, and 0 of those at wrong lines. \
         A person is asked {:.1} questions on average over {} programs: those with one line, of which nothing is asked, and those where the corrected program tells which statement is wrong, so that somebody can answer in place of a person. The last column says what becomes of the others.\n\n\
         | program | lines shown before | after | statements that ran | questions to a person | where they are not counted |\n|---|--:|--:|--:|--:|---|\n",
        mean(before as u64, all.len()),
        mean(after as u64, all.len()),
        all.len(),
        mean(asked.iter().sum(), asked.len()),
        asked.len(),
    );
    for zoomed in all {
        let or_nothing = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        let steps = (zoomed.steps > 0).then_some(zoomed.steps);
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} |",
            zoomed.name,
            zoomed.before.len(),
            zoomed.shown().len(),
            or_nothing(steps),
            or_nothing(zoomed.questions),
            zoomed.not_asked.as_deref().unwrap_or_default(),
        );
    }
    page
}

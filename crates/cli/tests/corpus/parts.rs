//! Pointing at the part that is wrong finds planted bugs with fewer questions.
//!
//! Somebody who looks at values points at what is wrong; the same search is then held with somebody
//! who knows where the bug is and says only right or wrong.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{self, Ending, Program, found};

/// What somebody who points types, from the first question on.
struct Case {
    program: &'static str,
    script: &'static str,
}

const CASES: [Case; 4] = [
    // The stock that was given to `count` is wrong, and `restock` wrote it.
    Case {
        program: "01_inventory",
        script: "j Inventory.count\ni this.stock[\"bolt\"]\nn",
    },
    // The interest that was deposited is wrong, and `monthEnd` computed it.
    Case {
        program: "05_accounts",
        script: "j Accounts.main_loop1\nn accounts[1].cents\ni amount\nn",
    },
    // The distance goes from the map to the stop in the queue, and through its constructor to the iteration that made it.
    Case {
        program: "18_routes",
        script: "j Routes.distances_loop1\nn known[\"Bonn\"]\ni queue[0].distance\nn",
    },
    // The digit goes from the number to the array it was made of, and to the iteration that wrote it.
    Case {
        program: "20_long_numbers",
        script: "j LongNumber.times\nn returned.digits[1]\ni digits[1]\nn product[1]",
    },
];

#[test]
fn pointing_at_wrong_parts_takes_fewer_questions() {
    for case in &CASES {
        let programs = program::all().into_iter();
        let mut named = programs.filter(|program| program.name == case.program);
        let program = named.next().expect("the program is there");
        let work = tempfile::tempdir().unwrap();
        let trace = program.record_bad(work.path());
        let (bug, with) = by_pointing(&program, &trace, work.path(), case.script);
        let without = by_yes_and_no(&program, &trace, work.path(), bug);
        println!("{}: {with} with parts, {without} without", case.program);
        assert!(
            with < without,
            "{}: {with} questions with parts, {without} without",
            case.program
        );
    }
}

/// Follows a script. Returns the bug that is found, which must be the planted one, and how many
/// questions were answered.
fn by_pointing(program: &Program, trace: &Path, work: &Path, script: &str) -> (u64, u64) {
    let answers = work.join("answers");
    std::fs::write(&answers, script).unwrap();
    let asked = program
        .elenchus()
        .arg("ask")
        .arg(trace)
        .args([
            "--root-is",
            "known",
            "--transform",
            "loops",
            "--no-knowledge",
            "--json",
            "--answers",
        ])
        .arg(&answers)
        .arg("--session-file")
        .arg(work.join("pointing.session"))
        .output()
        .unwrap();
    let said = String::from_utf8(asked.stdout).unwrap();
    let events = said.lines().map(|line| serde_json::from_str(line).unwrap());
    let report = events
        .into_iter()
        .find(|event: &Value| event["type"] == "found");
    let report = report.unwrap_or_else(|| panic!("{}: {said}", program.name));
    let Ending::Found { lines, .. } = found(&report) else {
        unreachable!("it is a report");
    };
    let planted = program.planted.iter().all(|line| lines.contains(line));
    assert!(planted, "{}: {lines:?}", program.name);
    let number = |field: &str| report[field].as_u64().unwrap();
    (number("node"), number("answered"))
}

/// Says of every question whether `bug` is inside, until it is found. Returns how many were answered.
fn by_yes_and_no(program: &Program, trace: &Path, work: &Path, bug: u64) -> u64 {
    let sizes = sizes(program, trace);
    let mut asking = program
        .elenchus()
        .arg("ask")
        .arg(trace)
        .args(["--root-is", "known", "--transform", "loops", "--json"])
        .arg("--no-knowledge")
        .arg("--session-file")
        .arg(work.join("yes-and-no.session"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut answers = asking.stdin.take().unwrap();
    let questions = BufReader::new(asking.stdout.take().unwrap());
    let mut answered = None;
    for line in questions.lines() {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        match event["type"].as_str() {
            Some("question") => {
                let end = |place: usize| event["nodes"][place].as_u64().unwrap();
                let inside = end(0) <= bug && bug < end(1) + sizes[&end(1)];
                writeln!(answers, "{}", if inside { "n" } else { "y" }).unwrap();
            }
            Some("found") => {
                assert_eq!(event["node"].as_u64(), Some(bug), "{}", program.name);
                answered = event["answered"].as_u64();
                writeln!(answers, "q").unwrap();
            }
            _ => {}
        }
    }
    asking.wait().unwrap();
    answered.expect("the bug is found")
}

/// How many nodes each node has inside it, itself included.
fn sizes(program: &Program, trace: &Path) -> HashMap<u64, u64> {
    let tree = program
        .elenchus()
        .arg("tree")
        .arg(trace)
        .args(["--format", "json"])
        .output();
    let tree = String::from_utf8(tree.unwrap().stdout).unwrap();
    let nodes = tree.lines().map(|line| {
        let node: Value = serde_json::from_str(line).unwrap();
        let number = |field: &str| node[field].as_u64().unwrap();
        (number("node"), number("nodes"))
    });
    nodes.collect()
}

/// A routine in which some lines have nothing to do with what it returns.
const APART: &str = "public class Apart {
    static int twice(int n) {
        int result = n + n + 1;
        int shown = n * 10;
        shown += 1;
        System.out.println(shown);
        return result;
    }

    public static void main(String[] args) {
        System.out.println(twice(3));
    }
}
";

#[test]
fn lines_apart_from_the_wrong_part_are_dimmed() {
    let work = tempfile::tempdir().unwrap();
    let file = |name: &str| work.path().join(name);
    std::fs::write(file("Apart.java"), APART).unwrap();
    std::fs::write(file("answers"), "j Apart.twice\nn returned").unwrap();
    let asked = program::elenchus(work.path())
        .args([
            "java",
            "--json",
            "--root-is",
            "known",
            "--answers",
            "answers",
            "Apart.java",
        ])
        .output()
        .unwrap();
    let said = String::from_utf8(asked.stdout).unwrap();
    let report = said
        .lines()
        .find(|line| line.contains("\"type\":\"found\""));
    let report = report.unwrap_or_else(|| panic!("{said}"));
    let report: Value = serde_json::from_str(report).unwrap();
    let blocks = report["code"]["blocks"].as_array().unwrap().iter();
    let lines = blocks.flat_map(|block| block.as_array().unwrap());
    let owned: Vec<&Value> = lines.filter(|line| line["owned"] == true).collect();
    let numbers = |dimmed: bool| {
        let lines = owned.iter().filter(|line| line["dimmed"] == dimmed);
        lines
            .filter_map(|line| line["number"].as_u64())
            .collect::<Vec<u64>>()
    };
    assert_eq!(numbers(true), [4, 5, 6]);
    assert!(numbers(false).contains(&3) && numbers(false).contains(&7));
}

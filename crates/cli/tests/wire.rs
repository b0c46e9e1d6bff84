//! What programs read fits the schemas: whole sessions as JSON lines, and what a program of `exec:` is asked.

#[path = "support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use elenchus_wire::{Line, Version, exec, schema};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A discount is lost between two methods that call each other in a loop, and a line is printed.
const SOURCE: &str = "
class Bill {
    int total;

    static int discounted(int price, int percent) {
        return price - price * percent / 1000;
    }

    void add(int price, int percent) {
        total += discounted(price, percent);
    }

    public static void main(String[] arguments) {
        Bill bill = new Bill();
        int[] prices = {100, 200, 300};
        for (int i = 0; i < prices.length; i++) {
            bill.add(prices[i], 10);
        }
        bill.add(400, 10);
        bill.add(500, 10);
        bill.add(600, 10);
        bill.add(700, 10);
        System.out.println(bill.total);
    }
}
";

fn record(folder: &Path) {
    fs::write(folder.join("Bill.java"), SOURCE).unwrap();
    let record = ["record", "java", "-o", "trace", "Bill.java"];
    support::elenchus(folder, &record).expect(0, &[]);
}

/// What a session writes while these lines are typed.
fn session(folder: &Path, arguments: &[&str], typed: &str) -> Vec<Value> {
    let mut child = support::command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(typed.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Fails unless these fit the schema and the type, and nothing is lost when they are read.
fn expect_all<T: JsonSchema + Serialize + DeserializeOwned>(lines: &[Value]) {
    let schema = schema_for!(T).to_value();
    for line in lines {
        schema::check(&schema, line).unwrap_or_else(|problem| panic!("{problem} in {line}"));
        let read: T = serde_json::from_value(line.clone()).unwrap();
        assert_eq!(&serde_json::to_value(&read).unwrap(), line);
    }
}

fn types(lines: &[Value]) -> BTreeSet<&str> {
    lines
        .iter()
        .map(|line| line["type"].as_str().unwrap())
        .collect()
}

#[test]
fn sessions_about_a_recording_fit_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    record(folder);
    let typed = "w\nh\nl\no\no this\nsource\noutput\ntree\n?\nd\nn\nn\nn\nn\nn\nn\nn\nn\nn\n";
    let lines = session(folder, &["ask", "trace", "--json"], typed);
    expect_all::<Line>(&lines);
    let versions: Vec<&Value> = lines.iter().map(|line| &line["version"]).collect();
    assert_eq!(versions[0], &Value::from(Version::LINES.0));
    assert!(versions[1..].iter().all(|version| version.is_null()));
    let met = types(&lines);
    for expected in [
        "question", "answer", "why", "history", "suspects", "names", "source", "printed", "tree",
        "note", "found", "revise",
    ] {
        assert!(met.contains(expected), "no {expected} in {met:?}");
    }
    let found = lines.iter().find(|line| line["type"] == "found").unwrap();
    let file = found["code"]["file"].as_str().unwrap();
    assert!(file.ends_with("Bill.java"), "{file}");
}

#[test]
fn groups_name_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    record(folder);
    let typed = "y\n".repeat(20);
    let arguments = ["ask", "trace", "--json", "--transform", "balance"];
    let lines = session(folder, &arguments, &typed);
    let groups = lines
        .iter()
        .filter(|line| line["type"] == "question" && line["nodes"][0] != line["nodes"][1]);
    let groups: Vec<&Value> = groups.collect();
    assert!(!groups.is_empty(), "no group in {lines:#?}");
    for group in groups {
        let own = group["lines"].as_str().unwrap_or_default();
        assert!(own.starts_with("Bill.java:"), "{group}");
    }
}

/// A method is given more than a screen holds.
const LONG: &str = "
class Long {
    static int last(int[][] rows) {
        return rows[rows.length - 1][0] + 1;
    }

    public static void main(String[] arguments) {
        int[][] rows = new int[300][2];
        for (int i = 0; i < rows.length; i++) {
            rows[i][0] = i;
        }
        System.out.println(last(rows));
    }
}
";

#[test]
fn programs_see_everything_or_as_much_as_they_ask_for() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("Long.java"), LONG).unwrap();
    let record = ["record", "java", "-o", "trace", "Long.java"];
    support::elenchus(folder, &record).expect(0, &[]);
    let typed = "limits elements=10\nlimits depth=1\n";
    let lines = session(folder, &["ask", "trace", "--json", "--at", "last"], typed);
    expect_all::<Line>(&lines);
    let questions = lines.iter().filter(|line| line["type"] == "question");
    let [full, short, flat] = questions.collect::<Vec<_>>()[..] else {
        panic!("{lines:#?}");
    };
    assert!(full.to_string().contains("{299, 0}"), "{full}");
    assert_eq!(full["left_out"], Value::Null);
    assert!(!short.to_string().contains("{299, 0}"), "{short}");
    assert_eq!(short["left_out"]["parts"], 290);
    assert_eq!(flat["left_out"]["parts"], 300, "{flat}");
    assert_eq!(short["number"], full["number"]);

    // A program that answers is asked the same again within the limits that it wants.
    let answer = "read -r q; echo \"$q\" >> asked; echo '{\"limits\": {\"elements\": 10}}'\n\
                  while read -r q; do echo \"$q\" >> asked; echo '{\"answer\": \"wrong\"}'; done";
    fs::write(folder.join("answer.sh"), answer).unwrap();
    let arguments = [
        "ask",
        "trace",
        "--new",
        "--at",
        "last",
        "--oracle",
        "exec:sh answer.sh",
    ];
    support::elenchus(folder, &arguments).expect(0, &["BUG"]);
    let asked = fs::read_to_string(folder.join("asked")).unwrap();
    let asked: Vec<Value> = asked
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(asked.len(), 2, "{asked:#?}");
    assert_eq!(asked[0]["left_out"], Value::Null);
    assert_eq!(asked[1]["left_out"]["parts"], 290);
}

#[test]
fn dialogues_about_tree_files_fit_the_schema() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let text = fs::read_to_string(folder.join("json.txt")).unwrap();
    let lines = text.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(types(&lines).contains("candidates"));
    expect_all::<Line>(&lines);
}

#[test]
fn a_program_is_asked_in_the_version_it_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    record(folder);
    let answer = "while read -r q; do echo \"$q\" >> asked; echo '{\"answer\": \"wrong\"}'; done";
    fs::write(folder.join("answer.sh"), answer).unwrap();
    let arguments = ["ask", "trace", "--oracle", "exec:sh answer.sh"];
    support::elenchus(folder, &arguments).expect(0, &["BUG"]);
    let asked = fs::read_to_string(folder.join("asked")).unwrap();
    let asked: Vec<Value> = asked
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!asked.is_empty());
    expect_all::<exec::Asked>(&asked);
    for question in &asked {
        assert_eq!(question["version"], Version::EXEC.0);
    }
}

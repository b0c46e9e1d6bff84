//! Mocks and proxies stand beside the program's own code: they are shown as what they stand for and never asked about, and what
//! they are given is recorded.

#[path = "support/projects.rs"]
mod projects;
mod support;

use std::fs;

use support::elenchus;

/// Knows which calls of the project are wrong, and writes down what it was asked.
const TRUTH: &str = r#"
import json, sys
asked = open("asked", "w")
for line in sys.stdin:
    question = json.loads(line)
    values = question.get("values", [])
    print(question["title"], json.dumps(values), file=asked, flush=True)
    shown = question["title"] + " ".join(value["name"] + str(value.get("before")) for value in values)
    is_wrong = "checkout(" in question["title"] or "discount(" in shown
    print(json.dumps({"answer": "wrong" if is_wrong else "right"}), flush=True)
"#;

#[test]
fn mocks_and_proxies_are_never_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    projects::copy("mocked", folder.path());
    let record = ["record", "run", "-o", "t", "--", "mvn", "-q", "-B", "test"];
    elenchus(folder.path(), &record).expect(1, &[]);
    fs::write(folder.path().join("truth.py"), TRUTH).unwrap();
    let ask = ["ask", "t", "--no-knowledge", "--otherwise", "unknown"];
    let oracle = ["--oracle", "exec:python3 truth.py"];
    let said = elenchus(folder.path(), &[&ask[..], &oracle].concat());
    said.expect(
        0,
        &[
            "OrderServiceTest.fiveYearsAreRewarded() failed: expected: <58.4500> but was: <61.4300>",
            "BUG  Pricing.discount(net = 50.00, years = 5)",
        ],
    );
    let asked = fs::read_to_string(folder.path().join("asked")).unwrap();
    for line in asked.lines() {
        let title = line.split_once(" [").map_or(line, |(title, _)| title);
        for name in ["ockito", "MockitoMock", "Proxy", "$", "ByteBuddy"] {
            assert!(!title.contains(name), "{name} in {line}");
        }
    }
    let wanted = [
        // Mocks by what they stand for, records in full.
        "customers=mock Customers, mailer=mock Mailer",
        "Item(sku=\\\"pen\\\", quantity=10, price=2.50)",
    ];
    for text in wanted {
        assert!(asked.contains(text), "{text} in {asked}");
    }
    // Nothing of the framework is among the suspects either.
    fs::write(folder.path().join("typed"), "l\nq\n").unwrap();
    let listed = ["ask", "t", "--new", "--no-knowledge", "--answers", "typed"];
    let said = elenchus(folder.path(), &listed);
    let (_, suspects) = said.out.split_once(" suspects:\n").unwrap();
    for name in ["ockito", "Proxy", "$"] {
        assert!(!suspects.contains(name), "{name} in {suspects}");
    }
}

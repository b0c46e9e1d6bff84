//! The whole test is searched from the start: bugs in constructors, preparations, rules, extensions, static initialisers
//! and shared objects are found by truthful answers, without anybody pointing at them.

#[path = "support/projects.rs"]
mod projects;
mod support;

use std::fs;
use std::path::Path;

use support::elenchus;

/// Says *wrong* about whatever was planted, by title or by what it sets, *inadmissible* about whatever is called on what came out of it, and
/// *right* about the rest.
const TRUTH: &str = r#"
import json, re, sys
planted, given = re.compile(sys.argv[1]), re.compile(sys.argv[2])
for line in sys.stdin:
    question = json.loads(line)
    shown = [question["title"]] + [value["name"] for value in question.get("values", [])]
    says = lambda pattern: any(pattern.search(text) for text in shown)
    answer = "wrong" if says(planted) else "inadmissible" if says(given) else "right"
    print(json.dumps({"answer": answer}), flush=True)
"#;

/// Records the tests of a project and searches each failed one twice: with calls inside the test answered by their results alone, and
/// by what they were given.
fn search_all(project: &str, cases: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    projects::copy(project, folder.path());
    let record = ["record", "run", "-o", "t", "--", "mvn", "-q", "-B", "test"];
    elenchus(folder.path(), &record).expect(1, &[]);
    fs::write(folder.path().join("truth.py"), TRUTH).unwrap();
    for (test, planted) in cases {
        for given in ["^$", r"^Till\.total|^Rates\.of|^Settings\.round|\.first\("] {
            let said = search(folder.path(), test, planted, given);
            let bug = said.out.lines().find(|line| line.contains("BUG  "));
            let bug = bug.unwrap_or_else(|| panic!("{test}: {said:#?}"));
            let title = bug.split_once("BUG  ").map_or("", |(_, title)| title);
            assert!(title.starts_with(planted), "{test}: {said:#?}");
        }
    }
    folder
}

fn search(folder: &Path, test: &str, planted: &str, given: &str) -> support::Said {
    // Whoever sets the shared settings sets wrong ones.
    let pattern = format!("^{}|^Settings.only$", planted.replace('(', r"\("));
    let oracle = format!("exec:python3 truth.py '{pattern}' '{given}'");
    let ask = [
        "ask",
        "t",
        "--new",
        "--no-knowledge",
        "--otherwise",
        "unknown",
        "--at",
        test,
    ];
    let said = elenchus(folder, &[&ask[..], &["--oracle", &oracle]].concat());
    said.expect(0, &["what ran before and prepared it is searched, too: "]);
    said
}

#[test]
fn what_prepares_a_test_of_junit_is_searched_with_it() {
    let folder = search_all(
        "prepared",
        &[
            ("ByConstructorTest.adds", "new ByConstructorTest("),
            ("BeforeEachTest.adds", "BeforeEachTest.fill("),
            ("BeforeAllTest.bAdds", "BeforeAllTest.open("),
            ("OneObjectTest.bAdds", "OneObjectTest.open("),
            ("ExtensionTest.adds", "ExtensionTest.Filling.beforeEach("),
            ("SharedTest.cKnowsWine", "static initialiser of Rates"),
            ("SharedTest.dRoundsToFive", "Settings.read("),
            ("OldTest.aByRule", "OldTest.1.before("),
            ("OldTest.bByConstructor", "new OldTest("),
            ("OldTest.cByClass", "OldTest.open("),
            ("OldTest.dBefore", "OldTest.fill("),
        ],
    );

    // What an assertion has confirmed is taken for right, and said to be; the call that the failed one is about is asked about.
    let ask = ["ask", "t", "--new", "--no-knowledge", "--answers", "typed"];
    let at = |typed: &str| {
        fs::write(folder.path().join("typed"), typed).unwrap();
        elenchus(
            folder.path(),
            &[&ask[..], &["--at", "AssertedTest.addsTwice"]].concat(),
        )
    };
    let tree = elenchus(
        folder.path(),
        &[
            "tree",
            "t",
            "--filter",
            "till.Till.total",
            "--at",
            "AssertedTest.addsTwice",
        ],
    );
    let nodes: Vec<&str> = tree
        .out
        .lines()
        .filter(|line| line.contains("Till.total()"))
        .filter_map(|line| line.split("(node ").nth(1)?.split(',').next())
        .collect();
    let [first, second] = nodes[..] else {
        panic!("{tree:#?}");
    };
    let confirmed = "1. Till.total() (AssertedTest.java:12)";
    let said = at("l\nh\nq\n");
    said.expect(4, &[confirmed, "Q2  "]);
    said.expect(4, &["(the assertion at AssertedTest.java:12 passed)"]);
    let (_, listed) = said.out.split_once(" suspects:\n").unwrap();
    let is_listed = |node: &str| listed.contains(&format!("node {node} "));
    assert!(!is_listed(first) && is_listed(second), "{said:#?}");
    // Whoever does not agree takes it back, and is asked.
    let said = at("r 1\nq\n");
    said.expect(4, &[&format!("Q1  Till.total()  (node {first})")]);
    let said = at(&format!("j {second}\nq\n"));
    assert!(!said.out.contains("java:14 passed"), "{said:#?}");
}

#[test]
fn what_prepares_a_test_of_testng_is_searched_with_it() {
    search_all(
        "prepared-testng",
        &[
            ("TillTest.bMade", "new TillTest("),
            ("TillTest.cOpened", "TillTest.open("),
            ("TillTest.dFilled", "TillTest.fill("),
            ("TillTest.eGiven", "TillTest.amounts("),
        ],
    );
}

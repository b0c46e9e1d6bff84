//! A recording of a Python program, made by a writer in Python, is asked about and reported in Python's words. Nothing but the list of languages
//! and the crate `python` knows that there is such a language.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::elenchus;
use tempfile::TempDir;

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python")
}

/// A folder with the recording `shop` of shop.py, and its source beside it.
fn recorded() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let done = Command::new("python3")
        .arg(sources().join("record_shop.py"))
        .arg(folder.path().join("shop"))
        .status();
    assert!(done.expect("python3 is installed").success());
    fs::copy(sources().join("shop.py"), folder.path().join("shop.py")).unwrap();
    folder
}

/// The writer mirrors what the program does, so they must print the same.
#[test]
fn the_recording_is_that_of_the_program() {
    let printed = Command::new("python3")
        .arg(sources().join("shop.py"))
        .output()
        .expect("python3 is installed");
    assert_eq!(String::from_utf8_lossy(&printed.stdout), "15 True\n");
    let folder = recorded();
    let info = elenchus(folder.path(), &["info", "shop"]);
    info.expect(0, &["shop.py", "calls       8"]);
}

#[test]
fn a_tree_is_written_in_words_of_python() {
    let folder = recorded();
    let tree = elenchus(folder.path(), &["tree", "shop"]);
    tree.expect(
        0,
        &[
            "main()  (node 0",
            "Basket(owner='Ann')  (node 1",
            "Basket.add(name='tea', price=4)",
            "Basket.add(name=\"pot's lid\", price=12)",
            "Basket.total(voucher=None)",
            "`for name in self.items` at line 13 in Basket.total: 2 iterations",
            "Basket.price_of(name='tea')",
        ],
    );
}

/// What is said in a session with these lines typed.
fn said(typed: &str) -> String {
    let folder = recorded();
    fs::write(folder.path().join("typed"), typed).unwrap();
    let ask = [
        "ask",
        "shop",
        "--answers",
        "typed",
        "--no-knowledge",
        "--plain",
    ];
    let said = elenchus(folder.path(), &ask);
    said.expect(0, &[]);
    said.out
}

#[test]
fn a_session_ends_in_a_report_with_lines_of_python() {
    let said = said("o self.prices['tea']\no self.prices[tea]\nn\ny\nn\ny\n");
    let question = "\
Q1  Basket.total(voucher=None)  (node 4)
     self      Basket(owner='Ann', items=['tea', \"pot's lid\"], prices={'tea': 4,
               \"pot's lid\": 12})
     returned  -> 15
     shop.py:12, 15
";
    let report = "\
BUG  Basket.price_of(name=\"pot's lid\")  (node 9)
     self      Basket(owner='Ann', items=['tea', \"pot's lid\"], prices={'tea': 4,
               \"pot's lid\": 12})
     returned  -> 11
     shop.py:18-21
     17   def price_of(self, name):
     18 >     price = self.prices[name]
     19 >     if price > 9:
     20 >         price = price - 1
     21 >     return price
     lines with > ran here and are its own code
";
    for text in [
        question,
        "     self.prices['tea']  4\n",
        "     self.prices[tea]  4\n",
        report,
    ] {
        assert!(said.contains(text), "{text}\nis not in\n{said}");
    }
}

#[test]
fn calls_of_several_routines_tell_what_became_of_lists_and_dicts() {
    // Lines may break anywhere between words.
    let said = said("y\nj Basket.is_paid\nn\ny\n");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "main: 5 calls in a row",
        "Basket(owner='Ann') -> Basket(owner='Ann', items=[],",
        "self.items [] -> ['tea']",
        "self.prices {} -> {'tea': 4}",
        "BUG Basket.is_paid()",
        "returned -> True",
        "24 > return self.owner is not None",
    ] {
        assert!(said.contains(text), "{text}\nis not in\n{said}");
    }
}

#[test]
fn what_cannot_be_run_again_is_told() {
    let folder = recorded();
    let said = elenchus(folder.path(), &["ask", "shop", "--good", "shop.py"]);
    said.expect(
        2,
        &[
            "calls of a python program cannot be run again yet",
            "--oracle trace:",
        ],
    );
}

/// The writer mirrors what the tests do, so they must end alike.
#[test]
fn the_recorded_tests_end_as_they_do_when_python_runs_them() {
    let run = Command::new("python3")
        .arg("-B")
        .arg(sources().join("test_price.py"))
        .output()
        .expect("python3 is installed");
    let said = String::from_utf8_lossy(&run.stderr);
    for text in [
        "FAIL: test_tea",
        "AssertionError: 6 != 5",
        "FAILED (failures=1, expected failures=1)",
    ] {
        assert!(said.contains(text), "{said}");
    }
}

#[test]
fn the_search_starts_at_the_test_of_which_the_framework_says_that_it_failed() {
    for framework in ["unittest", "pytest"] {
        let folder = tempfile::tempdir().unwrap();
        let done = Command::new("python3")
            .arg(sources().join("record_tests.py"))
            .args([framework, "run"])
            .current_dir(folder.path())
            .status();
        assert!(done.expect("python3 is installed").success());
        fs::write(folder.path().join("typed"), "n\n").unwrap();
        let ask = [
            "ask",
            "run",
            "--answers",
            "typed",
            "--no-knowledge",
            "--plain",
        ];
        let said = elenchus(folder.path(), &ask);
        said.expect(0, &["BUG  price(net=4)", "returned  -> 6"]);
        let failures: Vec<&str> = said
            .err
            .lines()
            .filter(|line| line.contains("failed"))
            .collect();
        assert_eq!(failures, ["PriceTest.test_tea() failed: 6 != 5"]);
    }
}

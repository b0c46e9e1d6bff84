//! Text from recorded programs and files on the way to a terminal: whatever it holds, nothing of it moves the cursor,
//! changes the window or reorders a line. Every command is tried.

mod support;

use std::path::Path;

use elenchus_guard::text::is_deceptive;
use support::{Said, elenchus};

/// A title for the window, a screen cleared by one character, and marks that reorder a line.
const NASTY: &str = "\u{1b}]0;owned\u{7}a\u{9b}2Jb\u{61c}c\u{202e}d\u{2066}e\u{200b}f";

/// Fails unless all that was said is plain text in lines.
#[track_caller]
fn expect_plain(said: &Said) {
    for (stream, text) in [("output", &said.out), ("error", &said.err)] {
        let found = text.chars().find(|&c| c != '\n' && is_deceptive(c));
        assert_eq!(found, None, "in the standard {stream} of {said:#?}");
    }
}

/// A tree file in which every text is nasty.
fn write_tree(path: &Path) {
    let tree = serde_json::json!({
        "name": NASTY,
        "parents": [-1, 0, 0],
        "labels": [NASTY, format!("f{NASTY}"), "g"],
        "before": [NASTY, NASTY, NASTY],
        "after": [NASTY, NASTY, NASTY],
        NASTY: 1,
    });
    std::fs::write(path, tree.to_string()).unwrap();
}

#[test]
fn names_in_tree_files_are_harmless_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    write_tree(&folder.path().join("tree.json"));
    for arguments in [
        &["info", "tree.json"][..],
        &["info", "--json", "tree.json"],
        &["tree", "tree.json"],
        &["tree", "--format", "json", "tree.json"],
        &["tree", "--format", "dot", "tree.json"],
        &["eval", "tree.json"],
        &["ask", "--otherwise", "wrong", "tree.json"],
        &["ask", "--json", "--otherwise", "wrong", "tree.json"],
        &[
            "ask",
            "--otherwise",
            "unknown",
            "--report",
            "report.md",
            "tree.json",
        ],
        &["ask", "--at", NASTY, "tree.json"],
        &["info", &format!("missing{NASTY}.json")],
    ] {
        expect_plain(&elenchus(folder.path(), arguments));
    }
    elenchus(folder.path(), &["info", "tree.json"]).expect(0, &["name        \\u{1b}]0;owned"]);
    elenchus(folder.path(), &["info", "--json", "tree.json"]).expect(0, &["\\u001b]0;owned"]);
}

const NASTY_PROGRAM: &str = r#"
public class Nasty {
    static String text(String s) { return s + "\u001b]0;owned\u0007\u009b2J\u061c\u202e"; }
    public static void main(String[] args) {
        System.out.println(text("printed"));
        throw new IllegalStateException(text("thrown"));
    }
}
"#;

#[test]
fn what_a_program_printed_and_threw_is_harmless_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Nasty.java"), NASTY_PROGRAM).unwrap();
    let recorded = elenchus(
        folder.path(),
        &["record", "java", "-o", "trace", "Nasty.java"],
    );
    assert_eq!(recorded.code, Some(1), "{recorded:#?}");
    for arguments in [
        &["info", "trace"][..],
        &["info", "--json", "trace"],
        &["tree", "trace"],
        &["ask", "--otherwise", "wrong", "--new", "trace"],
        &["ask", "--json", "--otherwise", "wrong", "--new", "trace"],
    ] {
        expect_plain(&elenchus(folder.path(), arguments));
    }
    let live = elenchus(
        folder.path(),
        &["java", "-o", "live", "--otherwise", "wrong", "Nasty.java"],
    );
    expect_plain(&live);
}

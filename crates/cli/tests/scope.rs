//! `--include`, `--exclude` and `--trust` mean the same in every command, for a library in a jar.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::{Said, elenchus};

const MAIN: &str = r#"
package app;

public class Main {
    static int twice(int n) {
        int result = 0;
        if (n > 0) {
            result = org.lib.deep.Tool.add(n, n);
        }
        return result;
    }

    public static void main(String[] args) {
        System.out.println(twice(args.length));
    }
}
"#;

const TOOL: &str = r#"
package org.lib.deep;

public class Tool {
    public static int add(int a, int b) {
        int sum = a;
        return sum - b;
    }
}
"#;

/// The arguments of java that run the program.
const PROGRAM: [&str; 4] = ["-cp", "classes:lib/tool.jar", "app.Main", "x"];

fn run(folder: &Path, line: &str) {
    let mut words = line.split(' ');
    let done = Command::new(words.next().unwrap())
        .args(words)
        .current_dir(folder)
        .output();
    assert!(done.unwrap().status.success(), "{line}");
}

/// A folder with the program in `classes` and the library that it uses in a jar.
fn program() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("Tool.java"), TOOL).unwrap();
    fs::write(root.join("Main.java"), MAIN).unwrap();
    fs::create_dir(root.join("lib")).unwrap();
    run(root, "javac -g -d tools Tool.java");
    run(root, "jar cf lib/tool.jar -C tools .");
    run(root, "javac -g -cp lib/tool.jar -d classes Main.java");
    folder
}

/// What each command that asks says under these options, when everything that is asked about is wrong.
fn in_every_command(folder: &Path, options: &[&str]) -> Vec<Said> {
    let answers = ["--otherwise", "wrong", "--no-knowledge"];
    let live = [&["java"], options, &answers, &["--"], &PROGRAM].concat();
    let java = [&["--", "java"], &PROGRAM[..]].concat();
    let whole = [&["run"], options, &answers, &java].concat();
    let recorded = [
        &["record", "java", "-o", "trace"],
        options,
        &["--"],
        &PROGRAM,
    ];
    elenchus(folder, &recorded.concat()).expect(0, &[]);
    let later = [&["ask", "trace"], options, &answers].concat();
    let said = [live, whole, later].map(|command| elenchus(folder, &command));
    said.into()
}

/// Whether the recording that [`in_every_command`] has made holds the library.
fn is_library_recorded(folder: &Path) -> bool {
    let listed = elenchus(folder, &["tree", "trace", "--filter", "org.lib"]);
    listed.out.contains("Tool.add")
}

#[test]
fn what_is_included_is_recorded_and_suspect_and_the_rest_stays_so() {
    let folder = program();
    for said in in_every_command(folder.path(), &["--include", "org.lib"]) {
        said.expect(0, &["Q1", "Main.twice", "BUG  Tool.add"]);
    }
    assert!(is_library_recorded(folder.path()));
}

#[test]
fn what_is_trusted_is_recorded_and_not_asked_about() {
    let folder = program();
    for said in in_every_command(folder.path(), &["--trust", "org.lib"]) {
        said.expect(0, &["BUG  Main.twice"]);
    }
    assert!(is_library_recorded(folder.path()));
}

#[test]
fn what_is_excluded_is_not_recorded() {
    let folder = program();
    let options = ["--include", "org.lib", "--exclude", "org.lib.deep"];
    for said in in_every_command(folder.path(), &options) {
        said.expect(0, &["BUG  Main.twice"]);
        assert!(!said.err.contains("--exclude"), "{said:#?}");
    }
    assert!(!is_library_recorded(folder.path()));
}

#[test]
fn patterns_that_cover_nothing_say_so() {
    let folder = program();
    let options = ["--trust", "org.none", "--exclude", "app.Main.thrice"];
    let said = in_every_command(folder.path(), &options);
    // The first asks while the program may still run and come to it.
    for said in &said[1..] {
        said.expect(
            0,
            &[
                "warning: --trust org.none: no routine that ran is called so",
                "warning: --exclude app.Main.thrice: no routine that ran is called so",
            ],
        );
    }
}

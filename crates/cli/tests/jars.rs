//! Programs in jars and modules, with and without debug information.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::elenchus;

const BIGGEST: &str = r#"
package app;

public class Main {
    static int biggest(int[] numbers) {
        int best = 0;
        for (int n : numbers) {
            best = Math.max(best, n);
        }
        return best;
    }

    public static void main(String[] args) {
        int[] numbers = new int[args.length];
        for (int i = 0; i < args.length; i++) {
            numbers[i] = Integer.parseInt(args[i]);
        }
        System.out.println(biggest(numbers));
    }
}
"#;

fn run(folder: &Path, line: &str) {
    let mut words = line.split(' ');
    let done = Command::new(words.next().unwrap())
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{line}: {said}");
}

/// A folder with the program's source, its classes in `classes`, and its jar.
fn program() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("src/app")).unwrap();
    fs::write(folder.path().join("src/app/Main.java"), BIGGEST).unwrap();
    run(folder.path(), "javac -g -d classes src/app/Main.java");
    run(folder.path(), "jar cfe app.jar app.Main -C classes .");
    folder
}

/// Debugs what a `java` command runs.
fn java(folder: &Path, line: &str) -> support::Said {
    let asked = ["java", "--otherwise", "wrong", "--no-knowledge", "--"];
    let words: Vec<&str> = line.split(' ').collect();
    elenchus(folder, &[&asked[..], &words].concat())
}

#[test]
fn programs_in_jars_and_modules_are_recorded() {
    let folder = program();
    let root = folder.path();
    fs::write(
        root.join("src/module-info.java"),
        "module shop { exports app; }",
    )
    .unwrap();
    run(
        root,
        "javac -g -d modules/shop src/module-info.java src/app/Main.java",
    );
    fs::create_dir(root.join("lib")).unwrap();
    run(root, "jar cfe lib/shop-1.jar app.Main -C modules/shop .");
    for line in [
        "-jar app.jar -3 -4",
        "-cp lib/none.jar:app.jar app.Main -3 -4",
        "-p modules -m shop/app.Main -3 -4",
        "--module-path lib -m shop -3 -4",
    ] {
        let said = java(root, line);
        said.expect(0, &["BUG ", "6 ▸     int best = 0;"]);
        assert!(!said.err.contains("warning"), "{line}: {said:#?}");
    }
}

#[test]
fn what_was_compiled_without_debug_information_is_said_with_what_to_do() {
    let folder = program();
    run(folder.path(), "javac -g:none -d bare src/app/Main.java");
    let said = java(folder.path(), "-cp bare app.Main -3 -4");
    said.expect(
        0,
        &["without line numbers", "compile with javac -g", "BUG "],
    );
    run(folder.path(), "javac -d lines src/app/Main.java");
    let said = java(folder.path(), "-cp lines app.Main -3 -4");
    said.expect(0, &["without the names of variables", "javac -g", "BUG "]);
}

#[test]
fn a_command_that_runs_nothing_shows_what_java_says() {
    let folder = program();
    let said = java(folder.path(), "-jar missing.jar");
    said.expect(
        3,
        &[
            "Unable to access jarfile missing.jar",
            "nothing was recorded",
        ],
    );
    let said = java(folder.path(), "-cp app.jar java.util.Missing");
    said.expect(3, &["Could not find or load main class", "--include"]);
    for entry in folder.path().read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            ["src", "classes", "app.jar"].contains(&&*name),
            "{name} is left"
        );
    }
}

//! What is wrong with a command line is said before a program runs for it.

mod support;

use std::fs;

use support::elenchus;

const PROGRAM: &str = r#"
public class Leaves {
    public static void main(String[] args) throws Exception {
        java.nio.file.Files.writeString(java.nio.file.Path.of("ran"), String.join(" ", args));
    }
}
"#;

/// Fails unless the command is refused with this text, and the program has not run.
#[track_caller]
fn expect_refused(arguments: &[&str], text: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Leaves.java"), PROGRAM).unwrap();
    elenchus(folder.path(), arguments).expect(2, &[text]);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "something was left behind: {left:?}");
}

#[test]
fn an_option_that_does_not_exist_is_not_given_to_the_jvm() {
    expect_refused(
        &["java", "--strtegy", "optimal", "Leaves.java"],
        "--strtegy",
    );
    expect_refused(
        &[
            "record",
            "java",
            "-o",
            "trace",
            "--incldue",
            "x",
            "Leaves.java",
        ],
        "--incldue",
    );
    expect_refused(&["java", "-Xmx1g", "Leaves"], "-X");
}

#[test]
fn options_after_the_program_are_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Leaves.java"), PROGRAM).unwrap();
    let arguments = [
        "record",
        "java",
        "-o",
        "trace",
        "Leaves.java",
        "--strtegy",
        "-v",
        "x",
    ];
    elenchus(folder.path(), &arguments).expect(0, &[]);
    let ran = fs::read_to_string(folder.path().join("ran")).unwrap();
    assert_eq!(ran, "--strtegy -v x");
}

#[test]
fn files_named_by_options_are_looked_at_before_the_program_runs() {
    expect_refused(
        &["java", "--answers", "missing", "Leaves.java"],
        "failed to read missing",
    );
    expect_refused(
        &["java", "--oracle", "trace:missing", "Leaves.java"],
        "failed to read missing",
    );
    expect_refused(
        &["run", "--answers", "missing", "--", "java", "Leaves.java"],
        "failed to read missing",
    );
}

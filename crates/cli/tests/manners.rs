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
    for option in ["--knowledge", "--report"] {
        expect_refused(
            &["java", option, "missing/file", "Leaves.java"],
            "failed to read missing",
        );
    }
    expect_refused(
        &["run", "--answers", "missing", "--", "java", "Leaves.java"],
        "failed to read missing",
    );
}

/// Recordings that nobody gave a place lie in one folder of the project, are found by their names, and do not become too many.
#[test]
fn recordings_lie_with_their_project_and_the_oldest_gives_way() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Leaves.java"), PROGRAM).unwrap();
    fs::write(folder.path().join("answers"), "q\n").unwrap();
    let java = |keep: &str| {
        let arguments = [
            "java",
            "--keep",
            keep,
            "--answers",
            "answers",
            "Leaves.java",
        ];
        elenchus(folder.path(), &arguments)
    };
    let first = ".elenchus/recordings/Leaves.elenchus";
    java("1").expect(4, &[&format!("the recording is kept in {first}\n")]);
    let ask = |name: &str| elenchus(folder.path(), &["ask", name, "--answers", "answers"]);
    for name in ["Leaves", "Leaves.elenchus", first] {
        ask(name).expect(4, &["`elenchus ask Leaves.elenchus` goes on"]);
    }
    let second = ".elenchus/recordings/Leaves-2.elenchus";
    java("2").expect(4, &[&format!("kept in {second}\n")]);
    java("1,1G").expect(4, &[&format!("removed {first} to make room")]);
    assert!(!folder.path().join(second).exists());
    // What has a place of its own stays, and comes first.
    let own = ["record", "java", "-o", "Leaves", "Leaves.java"];
    elenchus(folder.path(), &own).expect(0, &[]);
    ask("Leaves").expect(4, &["`elenchus ask Leaves` goes on"]);
    expect_refused(&["java", "--keep", "0", "Leaves.java"], "how many to keep");
    // A program that does not run leaves nothing behind.
    let empty = tempfile::tempdir().unwrap();
    elenchus(empty.path(), &["java", "Missing.java"]).expect(3, &[]);
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
}

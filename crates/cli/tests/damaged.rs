//! A recording that is damaged while it is made: every command that records or reads it says so.

mod support;

use elenchus_corpora::jdk::javac;

use support::elenchus;

/// Damages the last definition of its own recording, then runs a class that needs more of them.
const SOURCE: &str = r#"
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

public class Harm {
    static class Late {
        static int half(int number) {
            return number / 2;
        }
    }

    static Path definitions(Path folder) throws Exception {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("definitions.eld")).findFirst().orElseThrow();
        }
    }

    public static void main(String[] args) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(definitions(Path.of(args[0])).toFile(), "rw")) {
            file.setLength(file.length() - 4);
        }
        System.out.println(Late.half(4));
    }
}
"#;

const WARNING: &str = "bytes of records are left out";

#[test]
fn every_command_says_what_of_a_recording_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("Harm.java"), SOURCE).unwrap();
    let compiled = javac().args(["-g", "Harm.java"]).current_dir(path).status();
    assert!(compiled.unwrap().success());
    let commands: [(i32, &[&str]); 6] = [
        (
            0,
            &["record", "java", "-o", "a", "--", "-cp", ".", "Harm", "a"],
        ),
        (0, &["info", "a"]),
        (1, &["ask", "a", "--otherwise", "right"]),
        (
            1,
            &[
                "java",
                "-o",
                "b",
                "--otherwise",
                "right",
                "--",
                "-cp",
                ".",
                "Harm",
                "b",
            ],
        ),
        (
            0,
            &[
                "record", "run", "-o", "c", "--", "java", "-cp", ".", "Harm", "c",
            ],
        ),
        (
            1,
            &[
                "run",
                "-o",
                "d",
                "--otherwise",
                "right",
                "--",
                "java",
                "-cp",
                ".",
                "Harm",
                "d",
            ],
        ),
    ];
    for (code, arguments) in commands {
        elenchus(path, arguments).expect(code, &[WARNING]);
    }
}

#[test]
fn how_a_program_ended_is_not_made_up_where_that_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("Harm.java"), SOURCE.replace("- 4)", "- 0)")).unwrap();
    let record = ["record", "java", "-o", "a", "Harm.java", "a"];
    elenchus(path, &record).expect(0, &[]);
    std::fs::write(path.join("a/end.json"), "{\"how\": \"ex").unwrap();
    let said = elenchus(path, &["info", "a"]);
    said.expect(0, &["end.json is damaged"]);
    let ended = said.out.lines().find(|line| line.starts_with("ended"));
    let told = "ended       in a way that cannot be told: the recording is damaged";
    assert_eq!(ended, Some(told));
}

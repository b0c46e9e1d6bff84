//! Recordings and sessions hold what the program held: nobody but their owner can read them.

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use elenchus_corpora::jdk::javac;

use support::elenchus;

const SOURCE: &str = "
class Secret {
    static int half(int pin) {
        return pin / 2;
    }

    public static void main(String[] arguments) {
        System.out.println(half(1234));
    }
}
";

/// Files and folders below a folder that others could open, with their modes.
fn open_to_others(folder: &Path, found: &mut Vec<String>) {
    for entry in folder.read_dir().unwrap().flatten() {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        let path = entry.path();
        if mode & 0o077 != 0 {
            found.push(format!("{mode:o} {}", path.display()));
        }
        if path.is_dir() {
            open_to_others(&path, found);
        }
    }
}

#[test]
fn nobody_else_can_read_what_a_program_held() {
    let folder = tempfile::tempdir().unwrap();
    let sources = folder.path().join("sources");
    let kept = folder.path().join("kept");
    std::fs::create_dir(&sources).unwrap();
    std::fs::create_dir(&kept).unwrap();
    std::fs::write(sources.join("Secret.java"), SOURCE).unwrap();
    let compiled = javac()
        .args(["-g", "-d", "../classes", "../sources/Secret.java"])
        .current_dir(&kept)
        .status();
    assert!(compiled.unwrap().success());
    let commands: [(i32, &[&str]); 4] = [
        (0, &["record", "java", "-o", "a", "../sources/Secret.java"]),
        (
            1,
            &[
                "ask",
                "a",
                "--session-file",
                "session",
                "--otherwise",
                "right",
            ],
        ),
        (
            1,
            &[
                "java",
                "-o",
                "b",
                "--otherwise",
                "right",
                "../sources/Secret.java",
            ],
        ),
        (
            0,
            &[
                "record",
                "run",
                "-o",
                "c",
                "--",
                "java",
                "-cp",
                "../classes",
                "Secret",
            ],
        ),
    ];
    for (code, arguments) in commands {
        elenchus(&kept, arguments).expect(code, &[]);
    }
    assert!(kept.join("session").is_file() && kept.join("a/derived").is_dir());
    let mut found = Vec::new();
    open_to_others(&kept, &mut found);
    assert!(found.is_empty(), "{found:#?}");
}

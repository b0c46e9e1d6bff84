//! `elenchus run` on scripts: the streams of the program, Ctrl-C, and commands that run nothing.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;

use elenchus_corpora::jdk::javac;
use rustix::process::{Pid, Signal, kill_process};
use support::{command, elenchus};

const ECHO: &str = r#"
import java.util.Scanner;

public class Echo {
    static String twice(String word) {
        return word + word + word;
    }

    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        System.out.println(twice(in.next()));
        System.out.flush();
        while (args.length > 0) {
            Thread.sleep(5);
        }
        throw new IllegalStateException("over");
    }
}
"#;

/// A folder with a compiled program in it.
fn folder(options: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Echo.java"), ECHO).unwrap();
    let compiled = javac()
        .args(options)
        .arg("Echo.java")
        .current_dir(folder.path())
        .status();
    assert!(compiled.unwrap().success());
    folder
}

fn traces(folder: &Path) -> usize {
    folder.read_dir().map_or(0, |entries| entries.count())
}

#[test]
fn the_program_reads_and_prints_as_ever() {
    let folder = folder(&["-g:lines,source"]);
    let script = "echo hey | java -cp . Echo; exit 0";
    let said = elenchus(
        folder.path(),
        &["run", "--otherwise", "right", "--", "sh", "-c", script],
    );
    // The exception is a symptom, and everything that `main` called was said to be right.
    said.expect(
        0,
        &[
            "heyheyhey\n",
            "ended with IllegalStateException: over",
            "without the names of variables",
            "the recording is kept in",
        ],
    );
}

#[test]
fn commands_that_run_nothing_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let run = |script| {
        let arguments = ["run", "-o", "t", "--", "sh", "-c", script];
        elenchus(folder.path(), &arguments)
    };
    run("exit 9").expect(3, &["ended with exit code 9 before any code"]);
    // A daemon that runs already would start JVMs without the recorder.
    run("echo $GRADLE_OPTS; exit 9").expect(3, &["-Dorg.gradle.daemon=false\n"]);
    run("exit 0").expect(3, &["nothing was recorded", "--include"]);
    assert!(!folder.path().join("t").exists());
    elenchus(folder.path(), &["run", "--", "./no-such-command"])
        .expect(3, &["failed to start ./no-such-command"]);
}

#[test]
fn ctrl_c_ends_the_script_and_its_jvm_and_loses_nothing() {
    let folder = folder(&["-g"]);
    // A shell does not pass signals on while it waits, and this one ignores them.
    let script = "trap '' INT; echo hey | java -cp . Echo for-ever; echo over";
    let arguments = ["run", "-o", "t", "--otherwise", "unknown", "--"];
    let mut child = command(folder.path(), &arguments)
        .args(["bash", "-c", script])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "heyheyhey\n");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut errors = String::new();
    let mut err = child.stderr.take().unwrap();
    err.read_to_string(&mut errors).unwrap();
    child.wait().unwrap();
    assert!(
        rest.contains("Echo.twice(word = \"hey\")"),
        "{rest}{errors}"
    );
    assert_eq!(traces(&folder.path().join("t")), 1);
}

#[test]
fn questions_go_on_after_a_run_with_input_of_its_own() {
    let folder = folder(&["-g"]);
    let mut child = command(
        folder.path(),
        &[
            "run",
            "-o",
            "t",
            "--",
            "sh",
            "-c",
            "java -cp . Echo < word; exit 0",
        ],
    )
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .stderr(Stdio::null())
    .spawn()
    .unwrap();
    fs::write(folder.path().join("word"), "hey").unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(b"n\n");
    drop(stdin);
    let said = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&said.stdout);
    assert!(out.contains("return word + word + word;"), "{out}");
    assert_eq!(said.status.code(), Some(0));
}

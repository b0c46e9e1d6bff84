//! Readers of a trace other than its own session: two processes at once while a third writes it, and whoever finds it at another
//! place later.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use elenchus_corpora::jdk::javac;
use serde_json::Value;

/// Makes calls for a while, a thousand a round, then ends by itself.
const SOURCE: &str = "
class Calls {
    static int made;

    static void call() {
        made++;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        for (int round = 0; round < rounds; round++) {
            for (int n = 0; n < 1000; n++) {
                call();
            }
            Thread.sleep(5);
        }
    }
}
";

/// Compiles the program and begins to record this many rounds of it.
fn start(folder: &Path, rounds: &str) -> Child {
    let source = folder.join("Calls.java");
    std::fs::write(&source, SOURCE).unwrap();
    let compiled = javac().args(["-g", "-d"]).arg(folder).arg(&source).status();
    assert!(compiled.unwrap().success());
    let arguments = [
        "record", "java", "-o", "trace", "--", "-cp", ".", "Calls", rounds,
    ];
    elenchus(folder, &arguments)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn elenchus(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.args(arguments).current_dir(folder);
    command
}

/// Begins to read the trace in a process of its own.
fn reader(folder: &Path) -> Child {
    elenchus(folder, &["info", "trace", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a reader found.
fn found(reader: Child) -> Value {
    let output = reader.wait_with_output().unwrap();
    assert!(output.status.success());
    let info: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(info["damage"], Value::Array(Vec::new()), "{info}");
    info
}

#[test]
fn two_processes_read_a_trace_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut recording = start(folder, "300");
    while !folder.join("trace/trace.json").exists() {
        assert!(
            recording.try_wait().unwrap().is_none(),
            "nothing was recorded"
        );
        std::thread::yield_now();
    }
    let (mut calls, mut while_running) = ([0, 0], 0);
    while recording.try_wait().unwrap().is_none() {
        let readers = [reader(folder), reader(folder)];
        for (reader, before) in readers.into_iter().zip(&mut calls) {
            let info = found(reader);
            let now = info["calls"].as_u64().unwrap();
            assert!(now >= *before, "{now} calls after {before}");
            *before = now;
            while_running += u32::from(info["ended"] == false && now > 0);
        }
    }
    assert!(while_running >= 2, "nobody read while it was written");
    assert!(recording.wait().unwrap().success());
    // Both make the derived data of the finished trace at the same time; one of them leaves it for the next.
    let readers = [reader(folder), reader(folder)];
    for reader in readers {
        let info = found(reader);
        assert_eq!(info["calls"], 300_001);
        assert_eq!(info["ended"], true);
    }
    let names = std::fs::read_dir(folder.join("trace")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let derived: Vec<String> = names.filter(|name| name.starts_with("derived")).collect();
    assert_eq!(derived, ["derived"], "readers leave nothing else behind");
}

/// What a command prints.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = elenchus(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_trace_can_be_copied_and_moved_and_tells_what_it_holds() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    assert!(start(folder, "2").wait().unwrap().success());
    let here = printed(folder, &["tree", "trace", "--depth", "3"]);
    let copied = Command::new("cp")
        .args(["-r", "trace", "copy"])
        .current_dir(folder)
        .status();
    assert!(copied.unwrap().success());
    std::fs::rename(folder.join("trace"), folder.join("moved")).unwrap();
    for name in ["copy", "moved"] {
        let info = printed(folder, &["info", name]);
        for said in [
            "program     Calls",
            "calls       2001",
            "threads     1",
            "bytes a call",
            "ended       with exit code 0",
            "that the system can take back",
        ] {
            assert!(info.contains(said), "`{said}` is missing in\n{info}");
        }
        let rows = ["time", "scope", "recorder", "command"];
        assert!(
            rows.iter()
                .all(|row| info.lines().any(|line| line.starts_with(row)))
        );
        assert_eq!(printed(folder, &["tree", name, "--depth", "3"]), here);
    }
    // The root, the loop and its two iterations.
    assert_eq!(here.lines().count(), 4, "{here}");
    let calls = printed(
        folder,
        &[
            "tree",
            "moved",
            "--filter",
            "Calls.call",
            "--format",
            "json",
        ],
    );
    let calls = calls
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let of_call = calls.filter(|node| node["routine"] == "Calls.call" && node["kind"] == "routine");
    assert_eq!(of_call.count(), 2000);
    let drawn = printed(
        folder,
        &["tree", "moved", "--depth", "2", "--format", "dot"],
    );
    assert!(
        drawn.starts_with("digraph tree {") && drawn.contains(" -> "),
        "{drawn}"
    );
}

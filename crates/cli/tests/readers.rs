//! Two processes read a trace while a third writes it, and neither disturbs the others.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// Makes calls for a while, then ends by itself with a known number of them.
const SOURCE: &str = "
class Calls {
    static int made;

    static void call() {
        made++;
    }

    public static void main(String[] arguments) throws Exception {
        for (int round = 0; round < 300; round++) {
            for (int n = 0; n < 1000; n++) {
                call();
            }
            Thread.sleep(5);
        }
    }
}
";

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
    let source = folder.join("Calls.java");
    std::fs::write(&source, SOURCE).unwrap();
    let compiled = Command::new("javac")
        .args(["-g", "-d"])
        .arg(folder)
        .arg(&source)
        .status();
    assert!(compiled.unwrap().success());
    let arguments = ["record", "java", "-o", "trace", "--", "-cp", ".", "Calls"];
    let mut recording = elenchus(folder, &arguments)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
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

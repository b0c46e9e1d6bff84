//! Recordings that end before the program: the limit, a full disk, a folder that cannot be written, a second JVM.

mod record_support;

use std::path::Path;
use std::process::Command;

use record_support::{Decoded, Program, Run, jdks};

const BUSY: &str = r#"
    public class Busy {
        static int step(int x) { return x * 31 + 7; }
        public static void main(String[] args) {
            int x = 1;
            for (int i = 0; i < 600_000; i++) { x = step(x ^ i); }
            System.out.println(x);
        }
    }
"#;

fn warnings(stderr: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(stderr);
    text.lines()
        .filter(|line| line.starts_with("elenchus: "))
        .map(str::to_string)
        .collect()
}

fn program(home: &Path) -> (Program, Vec<u8>) {
    let program = Program::single(home, "Busy", BUSY);
    let plain = program.plain("Busy", &Run::default());
    (program, plain.stdout)
}

#[test]
fn a_recording_ends_at_its_limit_and_the_program_goes_on() {
    for home in jdks() {
        let (program, expected) = program(&home);
        let recording = program.record(
            "Busy",
            &Run {
                options: "max=300000",
                ..Run::default()
            },
        );
        assert_eq!(recording.output.stdout, expected);
        assert_eq!(recording.output.status.code(), Some(0));
        let warnings = warnings(&recording.output.stderr);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("--max-trace"));
        let decoded = recording.decoded();
        assert!(decoded.sealed_bytes < 1_500_000, "{}", decoded.sealed_bytes);
        assert!(
            (1000..590_000).contains(&decoded.calls),
            "{}",
            decoded.calls
        );
        assert_eq!(
            decoded.main().last().map(|line| line.trim_start()),
            Some("cut 1")
        );
    }
}

#[test]
fn a_full_disk_ends_the_recording_and_not_the_program() {
    for home in jdks() {
        let (program, expected) = program(&home);
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace");
        let java = program.command("Busy", &Run::default(), Some(&trace));
        let mut limited = Command::new("/bin/bash");
        // No file may grow beyond 1100 KiB: to the program that writes it this is the same as a full disk.
        limited
            .arg("-c")
            .arg("ulimit -f 1100; exec \"$0\" \"$@\"")
            .arg(java.get_program())
            .args(java.get_args());
        let output = limited.output().unwrap();
        assert_eq!(output.stdout, expected);
        assert_eq!(output.status.code(), Some(0));
        let warnings = warnings(&output.stderr);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(
            warnings[0].contains("recording stopped, the program goes on"),
            "{warnings:?}"
        );
        assert!(Decoded::read(&trace).calls > 1000);
    }
}

#[test]
fn a_folder_that_cannot_be_written_leaves_the_program_unrecorded() {
    for home in jdks() {
        let (program, expected) = program(&home);
        for folder in ["/proc/trace", "/dev/null/trace"] {
            let output = program
                .command("Busy", &Run::default(), Some(Path::new(folder)))
                .output()
                .unwrap();
            assert_eq!(output.stdout, expected);
            assert_eq!(output.status.code(), Some(0));
            let warnings = warnings(&output.stderr);
            assert_eq!(warnings.len(), 1, "{warnings:?}");
            assert!(warnings[0].contains("is not recorded"), "{warnings:?}");
        }
    }
}

#[test]
fn a_trace_is_never_overwritten_by_a_second_jvm() {
    for home in jdks() {
        let (program, expected) = program(&home);
        let recording = program.record(
            "Busy",
            &Run {
                options: "max=300000",
                ..Run::default()
            },
        );
        let before = Decoded::read(&recording.trace).calls;
        let output = program
            .command("Busy", &Run::default(), Some(&recording.trace))
            .output()
            .unwrap();
        assert_eq!(output.stdout, expected);
        assert_eq!(warnings(&output.stderr).len(), 1);
        assert_eq!(Decoded::read(&recording.trace).calls, before);
    }
}

#[test]
fn wrong_options_leave_the_program_unrecorded() {
    let home = &jdks()[0];
    let (program, expected) = program(home);
    let recording = program.record(
        "Busy",
        &Run {
            options: "colour=red",
            ..Run::default()
        },
    );
    assert_eq!(recording.output.stdout, expected);
    assert_eq!(warnings(&recording.output.stderr).len(), 1);
    assert!(!recording.trace.exists());
}

#[test]
fn long_loops_are_thinned_out_unless_all_is_asked_for() {
    for home in jdks() {
        let (program, _) = program(&home);
        let turns = |options| {
            let decoded = program
                .record(
                    "Busy",
                    &Run {
                        options,
                        ..Run::default()
                    },
                )
                .decoded();
            let lines = decoded.main().iter().map(|line| line.trim_start());
            let turns: Vec<u64> = lines
                .filter_map(|line| match line.strip_prefix("turns ") {
                    Some(rest) => rest.split(' ').next()?.parse().ok(),
                    None => line.starts_with("turn ").then_some(1),
                })
                .collect();
            (turns.len(), turns.iter().sum::<u64>())
        };
        let (records, iterations) = turns("");
        assert_eq!(iterations, 600_000);
        assert!((4096..60_000).contains(&records), "{records}");
        assert_eq!(turns("loops=all"), (600_000, 600_000));
    }
}

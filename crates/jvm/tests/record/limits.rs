//! Recordings that end before the program: the limit, a full disk, a folder that cannot be written, a second JVM.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Decoded, Program, Run, jdks};
use elenchus_trace::meta::Ending;
use elenchus_trace::{Budget, Trace};

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

/// A program whose definitions take more than a ring: its methods have names of 40,000 characters. It uses one after the other, and
/// a thread that was there before goes on meanwhile.
fn verbose(home: &Path) -> Program {
    let classes = (0..40).map(|nth| {
        let name = "n".repeat(40_000);
        format!("class Part{nth} {{ static int {name}(int x) {{ return x + {nth}; }} }}\n")
    });
    let calls = (0..40).map(|nth| format!("x = Part{nth}.{}(x) + step(x);\n", "n".repeat(40_000)));
    let text = format!(
        "public class Verbose {{
            static int step(int x) {{ return x * 31 + 7; }}
            public static void main(String[] args) throws Exception {{
                Thread other = new Thread(() -> {{
                    try {{
                        for (int y = 1;; y = step(y)) {{ Thread.sleep(1); }}
                    }} catch (InterruptedException end) {{
                    }}
                }});
                other.start();
                int x = 1;
                {}
                other.interrupt();
                other.join();
                System.out.println(x);
            }}
        }}
        {}",
        calls.collect::<String>(),
        classes.collect::<String>(),
    );
    Program::single(home, "Verbose", &text)
}

/// Runs a program under the recorder where no file may grow beyond 1100 KiB: to whoever writes it this is the same as a full disk.
fn on_a_full_disk(program: &Program, class: &str, trace: &Path) -> Output {
    let java = program.command(class, &Run::default(), Some(trace));
    let mut limited = Command::new("/bin/bash");
    limited
        .arg("-c")
        .arg("ulimit -f 1100; exec \"$0\" \"$@\"")
        .arg(java.get_program())
        .args(java.get_args());
    limited.output().unwrap()
}

/// Bytes of everything in a folder.
fn bytes_in(folder: &Path) -> u64 {
    let entries = folder.read_dir().unwrap().flatten();
    let sizes = entries.map(|entry| match entry.file_type().unwrap().is_dir() {
        true => bytes_in(&entry.path()),
        false => entry.metadata().unwrap().len(),
    });
    sizes.sum()
}

#[test]
fn a_recording_ends_at_its_limit_and_the_program_goes_on() {
    for home in jdks() {
        let (program, expected) = program(&home);
        let recording = program.record(
            "Busy",
            &Run {
                options: "max=1500000",
                ..Run::default()
            },
        );
        assert_eq!(recording.output.stdout, expected);
        assert_eq!(recording.output.status.code(), Some(0));
        let warnings = warnings(&recording.output.stderr);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("--max-trace; what was recorded until then is kept"));
        // The limit is for frames, definitions and rings; what is beside them is small.
        let bytes = bytes_in(&recording.trace);
        assert!((1_200_000..1_510_000).contains(&bytes), "{bytes}");
        let decoded = recording.decoded();
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
        let output = on_a_full_disk(&program, "Busy", &trace);
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

/// Reads a trace that was cut in the middle of a definition: what is there is whole, and nothing is there that has no name.
fn check_named(trace: &Path, why: &str) {
    let read = Trace::open(trace, Budget::default()).unwrap();
    assert!(read.damage().is_empty(), "{:?}", read.damage());
    let end = read.end().expect("it says how it ended");
    assert!(
        matches!(&end.ending, Ending::Cut { reason } if reason.contains(why)),
        "{end:?}"
    );
    let definitions = read.definitions();
    let named = |name| definitions.routines().any(|routine| routine.name == name);
    assert!(named("main") && named("step"));
    let nodes = read.snapshot().tree.len();
    assert!(nodes > 10, "{nodes} nodes");
}

#[test]
fn a_definition_cut_short_by_a_full_disk_is_taken_back() {
    for home in jdks() {
        let program = verbose(&home);
        let expected = program.plain("Verbose", &Run::default()).stdout;
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace");
        let output = on_a_full_disk(&program, "Verbose", &trace);
        assert_eq!(output.stdout, expected);
        assert_eq!(output.status.code(), Some(0));
        let warnings = warnings(&output.stderr);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("definitions.eld"), "{warnings:?}");
        check_named(&trace, "definitions.eld");
    }
}

#[test]
fn definitions_count_for_the_limit() {
    for home in jdks() {
        let program = verbose(&home);
        let run = Run {
            options: "max=2900000",
            ..Run::default()
        };
        let recording = program.record("Verbose", &run);
        assert_eq!(recording.output.status.code(), Some(0));
        let warnings = warnings(&recording.output.stderr);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        let bytes = bytes_in(&recording.trace);
        // How much waits to be sealed when the limit is met depends on how busy the machine is.
        assert!((2_400_000..2_910_000).contains(&bytes), "{bytes}");
        check_named(&recording.trace, "--max-trace");
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
                options: "max=1500000",
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

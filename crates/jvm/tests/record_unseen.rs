//! Writes that no instruction of the program makes are noticed, and what a call was given is read again at its end.

mod record_support;

use record_support::{Program, Run, jdks};

/// What is noticed each time `see` is called, in the order in which the program makes the writes.
const NOTICED: [&str; 14] = [
    "{number=1, updated=0, wide=0, text=\"\", real=0, flag=false}",
    "{number=1, updated=0, wide=2, text=\"\", real=0, flag=false}",
    "{number=1, updated=0, wide=2, text=\"three\", real=0, flag=false}",
    "{number=1, updated=0, wide=2, text=\"three\", real=4, flag=false}",
    "{number=1, updated=0, wide=2, text=\"three\", real=4, flag=true}",
    "{number=11, updated=0, wide=2, text=\"three\", real=4, flag=true}",
    "{number=12, updated=0, wide=2, text=\"three\", real=4, flag=true}",
    "{number=13, updated=0, wide=2, text=\"three\", real=4, flag=true}",
    "{number=13, updated=0, wide=2, text=\"fourteen\", real=4, flag=true}",
    "{number=13, updated=1, wide=2, text=\"fourteen\", real=4, flag=true}",
    "{number=13, updated=1, wide=22, text=\"fourteen\", real=4, flag=true}",
    "{number=13, updated=1, wide=22, text=\"twenty\", real=4, flag=true}",
    "{number=31, updated=1, wide=22, text=\"twenty\", real=4, flag=true}",
    "{number=51, updated=1, wide=22, text=\"twenty\", real=4, flag=true}",
];

/// What is noticed of static fields, arrays and atomics. A static field that a handle writes is looked for among all.
const FURTHER: &str = r#"
observed Unseen.shared = 41
observed Unseen.wide = 1099511627776
observed Unseen.shared = 41
observed Unseen.named = "handle"
observed Unseen.wide = 1099511627776
sight int[] length 3 []
int[][0] = 1
int[][1] = 2
int[][2] = 3
observed int[][0..] = 1, 22, 3
int[][2..] = 33
observed int[][0..] = 11, 22, 33
sight AtomicInteger {value=5}
observed sight AtomicInteger {value=10}
sight AtomicLong {value=7}
observed sight AtomicLong {value=8}
observed sight AtomicLong {value=16}
"#;

/// The calls that are given something mutable, and what it holds when they begin and end.
const GIVEN: &str = r#"
text StringBuilder 4 "text"
Unseen.append(text=StringBuilder)
text StringBuilder 5 "text4"
= void
Unseen.append(text=StringBuilder)
text StringBuilder 6 "text45"
= void
sight AtomicInteger {value=5}
Unseen.count(counter=AtomicInteger)
observed sight AtomicInteger {value=6}
= void
Unseen.fail(text=StringBuilder)
text StringBuilder 7 "text45!"
sight IllegalStateException {detailMessage=null, cause=IllegalStateException}
throws IllegalStateException
"#;

#[test]
fn writes_by_code_that_is_not_recorded_are_noticed() {
    for home in jdks() {
        let program = Program::single(&home, "Unseen", include_str!("java/record/Unseen.java"));
        // The JDK's own classes are not verified otherwise, and the calls put into them must be sound.
        let run = Run {
            jvm: &[
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+BytecodeVerificationLocal",
            ],
            ..Run::default()
        };
        let recording = program.record("Unseen", &run);
        assert_eq!(recording.stdout(), "51twenty221text45!\n");
        let decoded = recording.decoded();
        let lines: Vec<&str> = decoded.main().iter().map(|line| line.trim()).collect();
        let noticed: Vec<&str> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("observed sight Unseen$Box#"))
            .filter_map(|line| line.split_once(' ').map(|(_, contents)| contents))
            .collect();
        assert_eq!(noticed, NOTICED, "on {}", home.display());
        // Deserialisation makes the object without a constructor, and fills it in the middle of a recorded call.
        let read = lines
            .iter()
            .find(|line| line.starts_with("observed sight Unseen$Read#"))
            .unwrap();
        assert!(read.ends_with("{number=1, text=\"old\"}"), "{read}");
        let from = lines
            .iter()
            .position(|line| line.starts_with("text StringBuilder"))
            .unwrap();
        let further: Vec<String> = lines[..from]
            .iter()
            .filter(|line| {
                let kinds = [
                    "observed Unseen.",
                    "int[]#",
                    "observed int[]#",
                    "sight int[]#",
                ];
                kinds.iter().any(|kind| line.starts_with(kind)) || line.contains("sight Atomic")
            })
            .map(|line| without_numbers(line))
            .collect();
        assert_eq!(further.join("\n"), FURTHER.trim(), "on {}", home.display());
        let given: Vec<String> = lines[from..]
            .iter()
            .filter(|line| GIVEN.contains(line.split(['(', '#', ' ']).next().unwrap()))
            .map(|line| without_numbers(line))
            .take(GIVEN.trim().lines().count())
            .collect();
        assert_eq!(given.join("\n"), GIVEN.trim(), "on {}", home.display());
    }
}

/// A line without the numbers of objects and without the lines that ran.
fn without_numbers(line: &str) -> String {
    let line = line.split(" lines ").next().unwrap();
    let mut parts = line.split('#');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        text + part.trim_start_matches(|letter: char| letter.is_ascii_digit())
    })
}

//! Values: what crosses a recorded call is in the trace, by content or by identity, and no user code runs for it.

use crate::support::{Program, Run, jdks};

/// Lines the story must hold, in this order.
const EXPECTED: &[&str] = &[
    "Values.primitives(z=true, b=-1, c='x', s=-300, i=70000, j=1099511627776, f=1.5, d=-0.25)",
    "Values.same(value=null)",
    "Values.same(value=\"plain\")",
    "Values.same(value=\"grüß Ω\")",
    "Values.same(value=12)",
    "Values.same(value=100000)",
    "Values.same(value=5000000000)",
    "Values.same(value='c')",
    "Values.same(value=true)",
    "Values.same(value=2.5)",
    "Values.same(value=RED)",
    "Values.same(value=GREEN)",
    "Values.same(value=java.lang.String.class)",
    "Values.same(value=\"123456789012345678901234567890\")",
    "Values.same(value=\"1.50\")",
    "Values.same(value=\"2026-11-15\")",
    "Values.same(value=\"PT1M30S\")",
    "Values.same(value=\"0fedcba9-8765-4321-a0bc-00d00e000f01\")",
    "Values$Pair.<init>(left=3, right=\"three\")",
    "Values.same(value=Values$Pair#",
    "Values$Touchy.<init>()",
    ".secret = 7",
    "Values.same(value=Values$Touchy#",
    "opaque Object#",
    "Values.same(value=Object#",
    "sight Optional#",
    "{value=\"inside\"}",
    "sight AtomicInteger#",
    "{value=1}",
    "observed sight AtomicInteger#",
    "{value=2}",
    "\"ab\"",
    "Values.builder(text=StringBuilder#",
    "Values.builder(text=StringBuilder#",
    "3 \"abc\"",
    "Values.builder(text=StringBuilder#",
    "5000 cut \"xxxx",
    "Values.fail()",
    "Values$Failure.<init>(message=\"broken\", cause=IllegalStateException#",
    "detailMessage=\"broken\", cause=IllegalStateException#",
    ".code = 42",
    "throws Values$Failure#",
    "Values.same(value=42)",
    "Values$Derived.set(",
    ".inherited = 9",
    "sight int[][]#",
    "Values.same(value=int[][]#",
    "Values.fill(",
    "[1..] = 4, 5",
    "sight ArrayList#",
    "Values.same(value=ArrayList#",
];

/// Ways to lay out objects and their headers, which the recorder reads. JDK 17 ignores what it does not know.
const LAYOUTS: &[&[&str]] = &[
    &[],
    &["-XX:+UseZGC"],
    &["-XX:-UseCompressedClassPointers"],
    &[
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+UseCompactObjectHeaders",
    ],
    &["-XX:ObjectAlignmentInBytes=16", "-Xcheck:jni"],
];

#[test]
fn values_of_every_kind_are_recorded() {
    for home in jdks() {
        let program = Program::single(&home, "Values", include_str!("../java/record/Values.java"));
        for &jvm in LAYOUTS {
            let run = Run {
                jvm,
                ..Run::default()
            };
            check_values(&program, &run);
        }
    }
}

fn check_values(program: &Program, run: &Run) {
    let place = format!("{} {:?}", program.home.display(), run.jvm);
    let recording = program.record("Values", run);
    let plain = program.plain("Values", run);
    assert_eq!(recording.output.stderr, plain.stderr, "{place}");
    assert_eq!(recording.output.status.code(), Some(0), "{place}");
    let said_by_jvm = |line: &&str| line.starts_with("WARNING") || line.starts_with("#");
    assert_eq!(
        recording.stdout().lines().find(said_by_jvm),
        None,
        "{place}"
    );
    let decoded = recording.decoded();
    let all = decoded.main().join("\n");
    let mut rest = all.as_str();
    for expected in EXPECTED {
        match rest.find(expected) {
            Some(at) => rest = &rest[at + expected.len()..],
            None => panic!("{expected} is missing on {place} in\n{rest}"),
        }
    }
}

#[test]
fn a_builder_is_recorded_again_only_when_it_changed() {
    for home in jdks() {
        let program = Program::single(&home, "Values", include_str!("../java/record/Values.java"));
        let decoded = program.record("Values", &Run::default()).decoded();
        let texts = decoded
            .main()
            .iter()
            .filter(|line| line.trim_start().starts_with("text StringBuilder#"));
        assert_eq!(texts.count(), 3, "on {}", home.display());
    }
}

/// The text of the builder in `Growing.java` at every call of `see`, and how many bytes a character takes.
fn growing_texts() -> Vec<(String, usize)> {
    let mut texts = Vec::new();
    let mut text = String::new();
    let mut width = 1;
    for i in 0..200 {
        text += &format!("{i}{};", "-".repeat(40));
        match i {
            40 => text.replace_range(3..4, "!"),
            110 => {
                text.insert(0, '\u{444}');
                width = 2;
            }
            120 => text = text.chars().take(50).collect(),
            130 => text = "again".to_owned(),
            _ => {}
        }
        texts.push((text.clone(), width));
    }
    texts.push((text + "by another thread, and back", width));
    texts
}

#[test]
fn a_builder_that_grows_is_known_at_every_call() {
    for home in jdks() {
        let program = Program::single(
            &home,
            "Growing",
            include_str!("../java/record/Growing.java"),
        );
        let recording = program.record("Growing", &Run::default());
        let expected = growing_texts();
        let last = &expected.last().expect("it is seen").0;
        assert_eq!(recording.stdout(), format!("{last}\n"));
        let decoded = recording.decoded();
        let mut seen = Vec::new();
        let mut text = "";
        for line in decoded.main().iter().map(|line| line.trim_start()) {
            if line.starts_with("text StringBuilder#") {
                text = line
                    .split_once(' ')
                    .and_then(|(_, rest)| rest.split_once(' '))
                    .unwrap()
                    .1;
            } else if line.starts_with("Growing.see(") {
                seen.push(text.to_owned());
            }
        }
        let expected: Vec<String> = expected
            .iter()
            .map(|(text, width)| {
                let length = text.chars().count();
                let cut = if length * width > 4096 { " cut" } else { "" };
                let stored: String = text.chars().take(4096 / width).collect();
                format!("{length}{cut} {stored:?}")
            })
            .collect();
        assert_eq!(seen, expected, "on {}", home.display());
    }
}

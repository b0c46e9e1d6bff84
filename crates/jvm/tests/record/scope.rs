//! Scope: which classes and methods are recorded, by default and by patterns.

use std::path::Path;
use std::process::Command;

use elenchus_trace::definition::SkippedDef;

use crate::support::{Decoded, Program, Run, agent, jdks};

fn program(home: &Path) -> Program {
    Program::compile(
        home,
        &[
            (
                "app/Scoped.java",
                include_str!("../java/record/Scoped.java"),
            ),
            ("lib/Tool.java", include_str!("../java/record/Tool.java")),
        ],
    )
}

/// The methods that were entered, in order.
fn calls(decoded: &Decoded) -> Vec<&str> {
    let lines = decoded.main().iter().map(|line| line.trim_start());
    lines
        .filter(|line| line.starts_with("app.") || line.starts_with("lib."))
        .filter_map(|line| line.split_once('(').map(|(name, _)| name))
        .filter(|name| !name.contains(' '))
        .collect()
}

fn with(program: &Program, options: &str) -> Decoded {
    let recording = program.record(
        "app.Scoped",
        &Run {
            options,
            ..Run::default()
        },
    );
    assert_eq!(recording.stdout(), "12\n");
    assert_eq!(recording.stderr(), "");
    recording.decoded()
}

#[test]
fn patterns_choose_what_is_recorded() {
    let all = [
        "app.Scoped.main",
        "lib.Tool.<init>",
        "lib.Tool.add",
        "app.Scoped.helper",
        "lib.Tool.run",
        "app.Scoped.lambda$helper$0",
        "app.Scoped.twice",
        "lib.Tool.walk",
        "lib.Tool.total",
    ];
    for home in jdks() {
        let program = program(&home);
        assert_eq!(calls(&with(&program, "")), all);
        let without = with(&program, "exclude=lib");
        let app: Vec<&str> = all
            .iter()
            .copied()
            .filter(|name| name.starts_with("app"))
            .collect();
        assert_eq!(calls(&without), app);
        let without = with(
            &program,
            "exclude=app.Scoped.helper,exclude=lib.Tool%23walk",
        );
        let rest: Vec<&str> = all
            .iter()
            .copied()
            .filter(|name| !name.ends_with(".helper") && !name.ends_with("walk"))
            .collect();
        assert_eq!(calls(&without), rest);
        let writes = with(&program, "writes=lib");
        assert_eq!(calls(&writes), app);
    }
}

#[test]
fn writes_of_code_that_is_not_recorded_are_logged_for_objects_in_sight() {
    const HOLDER: &str = "package app; public class Holder { static lib.Tool keep(lib.Tool tool) { return tool; } public static void main(String[] a) { lib.Tool tool = keep(new lib.Tool()); tool.add(3); System.out.println(tool.total()); } }";
    for home in jdks() {
        let program = Program::compile(
            &home,
            &[
                ("app/Holder.java", HOLDER),
                ("lib/Tool.java", include_str!("../java/record/Tool.java")),
            ],
        );
        let recording = program.record(
            "app.Holder",
            &Run {
                options: "writes=lib",
                ..Run::default()
            },
        );
        assert_eq!(recording.stdout(), "3\n");
        let decoded = recording.decoded();
        let writes = |line: &&String| line.contains("Tool#") && line.ends_with(".total = 3");
        assert_eq!(
            decoded.main().iter().filter(writes).count(),
            1,
            "{:#?}",
            decoded.main()
        );
        assert!(!decoded.main().iter().any(|line| line.contains("Tool.add(")));
    }
}

#[test]
fn jars_are_left_alone_unless_asked_for() {
    for home in jdks() {
        let program = program(&home);
        let jar = program.folder.path().join("lib.jar");
        let status = Command::new(home.join("bin/jar"))
            .arg("cf")
            .arg(&jar)
            .arg("-C")
            .arg(program.classes())
            .arg("lib")
            .status()
            .unwrap();
        assert!(status.success());
        std::fs::remove_dir_all(program.classes().join("lib")).unwrap();
        for (options, expected) in [("", 4), (",include=lib", 9), (",include=lib.Tool.walk", 5)] {
            let trace = program.folder.path().join(format!("trace{expected}"));
            let output = Command::new(home.join("bin/java"))
                .arg(format!(
                    "-agentpath:{}=trace={}{options}",
                    agent().display(),
                    trace.display()
                ))
                .arg("-cp")
                .arg(format!("{}:{}", program.classes().display(), jar.display()))
                .arg("app.Scoped")
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), "12\n");
            assert_eq!(
                Decoded::read(&trace).calls,
                expected,
                "{options} on {}",
                home.display()
            );
        }
    }
}

/// The recorder writes numbers and dates down by their own methods, and keeps what it knows in maps of the JDK.
const PLATFORM: &str = r#"
import java.math.BigDecimal;
import java.time.*;
import java.util.*;

public class Platform {
    static Object same(Object value) {
        return value;
    }

    public static void main(String[] arguments) {
        System.out.println(same(new BigDecimal("1.50").add(new BigDecimal("2.25"))));
        System.out.println(same(LocalDate.of(2024, 2, 29).plusYears(1)));
        System.out.println(same(Instant.ofEpochSecond(86400)));
        System.out.println(same(new UUID(1, 2)));
        System.out.println(same(new TreeMap<>(Map.of("one", List.of(1)))));
        System.out.println(same(String.format("%5.2f", 2.5)));
        System.out.println(new Scanner("7 8").nextInt());
    }
}
"#;

#[test]
fn code_of_the_jdk_can_be_asked_for() {
    let cases = [
        ("include=*", "java.math.BigDecimal.<init>"),
        ("include=java.math", "java.math.BigDecimal.add"),
        ("include=java.time.format", "java.time.format."),
    ];
    for home in jdks() {
        let program = Program::single(&home, "Platform", PLATFORM);
        let plain = program.plain("Platform", &Run::default());
        for (options, expected) in cases {
            let run = Run {
                options,
                ..Run::default()
            };
            let recording = program.record("Platform", &run);
            let printed = String::from_utf8_lossy(&plain.stdout);
            assert_eq!(recording.stdout(), printed, "{options} on {home:?}");
            let decoded = recording.decoded();
            let is_expected = |line: &String| line.trim_start().starts_with(expected);
            assert!(decoded.main().iter().any(is_expected), "{options}");
        }
    }
}

#[test]
fn code_that_cannot_be_recorded_is_named() {
    for home in jdks() {
        let program = Program::single(&home, "Platform", PLATFORM);
        let run = Run {
            options: "include=java.lang.String,include=sun",
            ..Run::default()
        };
        let told: Vec<String> = ["java.lang.String", "sun"]
            .map(|text| {
                format!("elenchus: {text} is not recorded: the recorder itself stands on this code")
            })
            .to_vec();
        let recording = program.record("Platform", &run);
        assert_eq!(recording.stderr().lines().collect::<Vec<_>>(), told);
        let run = Run {
            options: "include=java.io",
            ..Run::default()
        };
        let told = program.record("Platform", &run).stderr();
        assert!(
            told.starts_with("elenchus: ") && told.contains(" classes of the JDK"),
            "{told}"
        );
    }
}

#[test]
fn classes_that_a_program_defines_by_itself_are_recorded_or_named() {
    for home in jdks() {
        let text = include_str!("../java/record/Loaded.java");
        let program = Program::single(&home, "Loaded", text);
        for (options, recorded, named) in [
            ("", 2, &["hidden class"][..]),
            (
                "exclude=Loaded%24Own",
                0,
                &["does not say where", "does not say where", "hidden class"],
            ),
        ] {
            let run = Run {
                options,
                ..Run::default()
            };
            let recording = program.record("Loaded", &run);
            assert_eq!(recording.stdout(), "2\n4\n6\n");
            assert_eq!(recording.stderr(), "");
            let decoded = recording.decoded();
            let calls = decoded.main().iter();
            let calls = calls.filter(|line| line.contains("Loaded$Part.twice(number="));
            assert_eq!(calls.count(), recorded, "{options} on {}", home.display());
            let skipped = decoded.definitions.skipped().iter();
            let (left_out, skipped): (Vec<&SkippedDef>, Vec<&SkippedDef>) =
                skipped.partition(|def| def.reason == SkippedDef::LEFT_OUT);
            let patterns: Vec<&str> = left_out.iter().map(|def| &def.name[..]).collect();
            let excluded: &[&str] = if options.is_empty() {
                &[]
            } else {
                &["Loaded$Own"]
            };
            assert_eq!(patterns, excluded);
            let part = |name: &str| name.starts_with("Loaded$Part");
            assert!(skipped.iter().all(|skipped| part(&skipped.name)));
            let reasons: Vec<&str> = skipped.iter().map(|def| &def.reason[..]).collect();
            assert_eq!(reasons.len(), named.len(), "{reasons:?}");
            let fits = |(reason, part): (&&str, &&str)| reason.contains(*part);
            assert!(reasons.iter().zip(named).all(fits), "{reasons:?}");
        }
    }
}

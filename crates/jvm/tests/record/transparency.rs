//! A recorded program does what the plain one does: output, errors, exit code, stack traces, reflection, serialisation.

use std::process::{Command, Output};

use crate::support::{Program, Run, agent, jdks};

fn same(plain: &Output, recorded: &Output, what: &str) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&plain.stdout), text(&recorded.stdout), "{what}");
    assert_eq!(text(&plain.stderr), text(&recorded.stderr), "{what}");
    assert_eq!(plain.status.code(), recorded.status.code(), "{what}");
}

#[test]
fn a_program_that_looks_at_itself_sees_no_recorder() {
    for home in jdks() {
        let program = Program::single(&home, "Mirror", include_str!("../java/record/Mirror.java"));
        for jvm in [
            &[][..],
            &["-Xint"],
            &["-Xcomp", "-XX:TieredStopAtLevel=1"],
            &["-XX:+UseSerialGC", "-XX:-UseCompressedOops"],
        ] {
            let run = Run {
                jvm,
                stdin: "some input",
                ..Run::default()
            };
            let recording = program.record("Mirror", &run);
            same(
                &program.plain("Mirror", &run),
                &recording.output,
                &format!("{} {jvm:?}", home.display()),
            );
            let decoded = recording.decoded();
            assert!(decoded.calls > 30);
            assert_eq!(decoded.streams[0], b"some input");
            assert_eq!(decoded.streams[1], recording.output.stdout);
            assert_eq!(decoded.streams[2], recording.output.stderr);
        }
    }
}

/// The text without what the JVM makes up anew in every run: addresses in the names of hidden classes, identity hashes.
fn without_addresses(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut parts = text
        .split_inclusive("0x")
        .flat_map(|part| part.split_inclusive('@'));
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
        // A version of the JDK follows the same sign, but is short.
        result += if digits < 5 { part } else { &part[digits..] };
    }
    result
}

#[test]
fn stacks_inside_pools_show_no_recorder() {
    for home in jdks() {
        let program = Program::single(&home, "Traces", include_str!("../java/record/Traces.java"));
        let release = std::fs::read_to_string(home.join("release")).unwrap();
        let has_virtual = !release.contains("JAVA_VERSION=\"17");
        let run = Run {
            jvm: &[
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+BytecodeVerificationLocal",
            ],
            arguments: if has_virtual { &["virtual"] } else { &[] },
            ..Run::default()
        };
        let (plain, recording) = (
            program.plain("Traces", &run),
            program.record("Traces", &run),
        );
        let recorded = &recording.output;
        for (plain, recorded) in [
            (&plain.stdout, &recorded.stdout),
            (&plain.stderr, &recorded.stderr),
        ] {
            let (plain, recorded) = (without_addresses(plain), without_addresses(recorded));
            for (line, (plain, recorded)) in plain.lines().zip(recorded.lines()).enumerate() {
                assert_eq!(plain, recorded, "line {line} on {}", home.display());
            }
            assert_eq!(plain.lines().count(), recorded.lines().count());
        }
        assert_eq!(plain.status.code(), recorded.status.code());
        assert!(String::from_utf8_lossy(&plain.stdout).lines().count() > 400);
        assert!(recording.decoded().calls > 50);
    }
}

#[test]
fn the_module_path_works() {
    let sources = [
        ("module-info.java", "module app { }"),
        (
            "app/Main.java",
            "package app; public class Main { static int f(int x) { return x + 1; } public static void main(String[] a) { System.out.println(f(1) + Main.class.getModule().getName()); } }",
        ),
    ];
    for home in jdks() {
        let program = Program::compile(&home, &sources);
        let trace = program.folder.path().join("trace");
        let output = Command::new(home.join("bin/java"))
            .arg(format!(
                "-agentpath:{}=trace={}",
                agent().display(),
                trace.display()
            ))
            .arg("-p")
            .arg(program.classes())
            .args(["-m", "app/app.Main"])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "2app\n");
        assert_eq!(crate::support::Decoded::read(&trace).calls, 2);
    }
}

#[test]
fn options_can_come_from_the_environment() {
    for home in jdks() {
        let program = Program::single(&home, "Tiny", include_str!("../java/record/Tiny.java"));
        let trace = program.folder.path().join("trace");
        let output = program
            .command("Tiny", &Run::default(), None)
            .env(
                "JAVA_TOOL_OPTIONS",
                format!("-agentpath:{}=trace={}", agent().display(), trace.display()),
            )
            .output()
            .unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("22\n"));
        assert_eq!(crate::support::Decoded::read(&trace).calls, 10);
    }
}

/// Without the agent it runs, so it does with it, as long as the agent stays away from its classes.
#[test]
fn a_jvm_that_must_use_an_archive_of_classes_runs_unrecorded() {
    for home in jdks() {
        let program = Program::single(&home, "Tiny", include_str!("../java/record/Tiny.java"));
        let trace = program.folder.path().join("trace");
        let option = format!("-agentpath:{}=trace={}", agent().display(), trace.display());
        let output = Command::new(home.join("bin/java"))
            .args(["-Xshare:on", "-cp"])
            .arg(program.classes())
            .args(["Tiny", "-Xshare:on"])
            .env("JAVA_TOOL_OPTIONS", option)
            .output()
            .unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("22\n"));
        assert_eq!(output.status.code(), Some(0));
        let said = String::from_utf8_lossy(&output.stderr);
        let told = "an archive of classes (-Xshare:on); the program is not recorded";
        assert!(said.contains(told), "{said}");
        assert!(!trace.exists());
    }
}

#[test]
fn a_class_that_does_not_verify_fails_as_it_does_without_the_recorder() {
    const MAIN: &str = r#"
        public class Main {
            static int before() { return 1; }
            public static void main(String[] args) throws Exception {
                System.out.println(before());
                try { Class.forName("Broken").getMethod("run").invoke(null); System.out.println("ran"); }
                catch (VerifyError error) { System.out.println(error.getMessage().lines().findFirst().get()); }
            }
        }
    "#;
    const BROKEN: &str = "public class Broken { public static int run() { return 1; } }";
    for home in jdks() {
        let program = Program::compile(&home, &[("Main.java", MAIN), ("Broken.java", BROKEN)]);
        let path = program.classes().join("Broken.class");
        let mut bytes = std::fs::read(&path).unwrap();
        // `iconst_1; ireturn` becomes `aconst_null; ireturn`.
        let at = bytes
            .windows(2)
            .rposition(|pair| pair == [0x04, 0xac])
            .unwrap();
        bytes[at] = 0x01;
        std::fs::write(&path, bytes).unwrap();
        let run = Run::default();
        let recording = program.record("Main", &run);
        let plain = program.plain("Main", &run);
        assert!(String::from_utf8_lossy(&plain.stdout).contains("Bad type on operand stack"));
        assert!(
            recording.stdout().contains("Bad type on operand stack"),
            "{}",
            recording.stdout()
        );
        assert_eq!(recording.output.status.code(), Some(0));
        assert!(recording.decoded().calls >= 2);
    }
}

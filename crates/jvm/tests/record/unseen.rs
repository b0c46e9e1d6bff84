//! Writes that no instruction of the program makes are noticed, and what a call was given is read again at its end.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Program, Run, jdks, without_numbers};

/// What is noticed each time `see` is called, in the order in which the program makes the writes.
const NOTICED: [&str; 16] = [
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
    "{number=53, updated=1, wide=22, text=\"twenty\", real=4, flag=true}",
    "{number=54, updated=1, wide=22, text=\"twenty\", real=4, flag=true}",
];

/// What is noticed of static fields, arrays and atomics, between what the program writes itself. A static field that a
/// handle of the newer kind writes is looked for among all.
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
observed Unseen.shared = 52
Object[][0] = Unseen$Box
Object[][1] = 53
sight int[] length 2 []
int[][0] = 53
int[][1] = 54
Object[][0] = int[]
Object[][1] = 1
Object[][2] = 23
observed int[][1..] = 23
Object[][0] = "a"
Object[][1] = "b"
Object[][2] = "c"
Object[][1..] = "B"
Object[][0] = Object[]
Object[][1] = 2
Object[][2] = "C"
observed Object[][2..] = "C"
sight int[] length 2 []
int[][0] = 91
int[][1] = 92
observed int[][0..] = 11, 91, 92
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

/// What is noticed of writes by native code, and the call that lies between two of them.
const BY_NATIVE_CODE: &str = r#"
observed sight Native$Box {number=1, wide=2, text="three", real=4, flag=true, small=6, less=7, letter='h', half=0.5}
observed Native.shared = 41
observed Native.named = "native"
observed Native.exact = 0.25
observed String[][1..] = "z"
observed int[][0..] = 10
observed byte[][4..] = 7, 8
observed int[][2..] = 30
observed double[][1..] = 0.5
observed long[][0..] = 1, 22
observed char[][0..] = 'z', 'b'
observed int[][0..] = 10, 2, 30, 44
observed byte[][0..] = 9, 0, 0, 0, 7, 8
observed sight Native$Box {number=50, wide=2, text="three", real=4, flag=true, small=6, less=7, letter='h', half=0.5}
observed int[][0..] = 51, 2, 30, 44
observed sight Native$Box {number=60, wide=2, text="three", real=4, flag=true, small=6, less=7, letter='h', half=0.5}
Native.middle(box=Native$Box)
observed sight Native$Box {number=61, wide=2, text="three", real=4, flag=true, small=6, less=7, letter='h', half=0.5}
observed sight Native$Box {number=5000, wide=2, text="three", real=4, flag=true, small=6, less=7, letter='h', half=0.5}
observed sight Native$Box {number=-5000, wide=0, text="", real=0, flag=false, small=0, less=0, letter='a', half=0}
"#;

#[test]
fn writes_by_code_that_is_not_recorded_are_noticed() {
    for home in jdks() {
        let program = Program::single(&home, "Unseen", include_str!("../java/record/Unseen.java"));
        // The JDK's own classes are not verified otherwise, and the calls put into them must be sound.
        let run = Run {
            jvm: &[
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+BytecodeVerificationLocal",
            ],
            ..Run::default()
        };
        let recording = program.record("Unseen", &run);
        assert_eq!(recording.stdout(), "54twenty221text45!\n");
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
                    "Object[]#",
                    "observed Object[]#",
                    "observed sight Unseen$Pair",
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

/// Compiles the native methods of `Native.java` into the program's folder.
fn native_library(program: &Program) -> PathBuf {
    let folder = program.folder.path();
    let (source, library) = (folder.join("native.c"), folder.join("libnative.so"));
    fs::write(&source, include_str!("../java/record/native.c")).unwrap();
    let include = program.home.join("include");
    let output = Command::new("cc")
        .args(["-shared", "-fPIC", "-I"])
        .arg(&include)
        .arg("-I")
        .arg(include.join("linux"))
        .arg("-o")
        .args([&library, &source])
        .output()
        .expect("cc runs, as it does for Rust");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    library
}

#[test]
fn writes_by_native_code_are_noticed() {
    for home in jdks() {
        let program = Program::single(&home, "Native", include_str!("../java/record/Native.java"));
        let library = native_library(&program);
        let run = Run {
            arguments: &[library.to_str().unwrap()],
            jvm: &["-Xcheck:jni", "--enable-native-access=ALL-UNNAMED"],
            ..Run::default()
        };
        let plain = program.plain("Native", &run);
        let recording = program.record("Native", &run);
        assert_eq!(recording.output.stdout, plain.stdout);
        // The JVM's own checks of native code find as much to complain about as without the recorder: nothing.
        assert_eq!(recording.stderr(), String::from_utf8_lossy(&plain.stderr));
        let decoded = recording.decoded();
        let lines: Vec<&str> = decoded.main().iter().map(|line| line.trim()).collect();
        let counted = lines
            .iter()
            .filter(|line| line.starts_with("observed sight Native$Counter#"));
        let counts: Vec<i32> = counted
            .map(|line| number_between(line, "{count=", "}"))
            .collect();
        assert_eq!(counts, (1..=3000).collect::<Vec<i32>>());
        let thread = decoded.strands.values().nth(1).unwrap();
        let by_thread = thread
            .iter()
            .filter(|line| line.trim().starts_with("observed sight Native$Box#"));
        assert_eq!(by_thread.count(), 1, "{thread:#?}");
        let noticed: Vec<String> = lines
            .iter()
            .filter(|line| line.starts_with("observed") || line.starts_with("Native.middle"))
            .filter(|line| !line.contains("$Counter"))
            .map(|line| without_numbers(line))
            .collect();
        assert_eq!(
            noticed.join("\n"),
            BY_NATIVE_CODE.trim(),
            "on {}",
            home.display()
        );
    }
}

/// The number in a line between two texts.
fn number_between(line: &str, before: &str, after: &str) -> i32 {
    let rest = line.split(before).nth(1).unwrap();
    rest.split(after).next().unwrap().parse().unwrap()
}

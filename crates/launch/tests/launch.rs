//! Programs started under the recorder as the command line starts them: from a source file, from class folders, through
//! a script; and everything that can be wrong before a program runs.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use elenchus_launch::java::Jvm;
use elenchus_launch::java::error::JavaError;
use elenchus_launch::java::jdk::Jdk;
use elenchus_launch::{LaunchError, Outcome, Pattern, RecordOptions, Stream, Target, record};
use tempfile::TempDir;

const HELLO: &str = r#"
package app;

class Helper {
    static int twice(int x) { return 2 * x; }
}

public class Hello {
    public static void main(String[] args) {
        System.out.println("hello " + Helper.twice(args.length));
        System.exit(args.length);
    }
}
"#;

struct Case {
    folder: TempDir,
}

impl Case {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("src/app")).unwrap();
        fs::write(folder.path().join("src/app/Hello.java"), HELLO).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn options(&self, jdk: &Jdk, target: Target) -> RecordOptions {
        let mut options = RecordOptions::new(target, self.path("trace"));
        options.home = Some(jdk.home().to_path_buf());
        options.streams = [
            Stream::Null,
            Stream::File(File::create(self.path("out")).unwrap()),
            Stream::File(File::create(self.path("err")).unwrap()),
        ];
        options
    }

    fn compile(&self, jdk: &Jdk) -> PathBuf {
        let classes = self.path("classes");
        let status = Command::new(jdk.javac().unwrap())
            .arg("-g")
            .arg("-d")
            .arg(&classes)
            .arg(self.path("src/app/Hello.java"))
            .status()
            .unwrap();
        assert!(status.success());
        classes
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn run(options: &RecordOptions) -> Result<Outcome, LaunchError> {
    record(options, |_| {})
}

/// What keeps a Java program from starting.
fn java_error(options: &RecordOptions) -> JavaError {
    match run(options) {
        Err(LaunchError::Language(error)) => *error.downcast().expect("an error of Java"),
        other => panic!("{other:?}"),
    }
}

/// The calls a trace holds, as the agent has counted them.
fn calls(trace: &Path) -> u64 {
    elenchus_recorder::progress::read(trace).unwrap().calls
}

#[test]
fn a_source_file_is_compiled_and_recorded() {
    for jdk in Jdk::all() {
        let case = Case::new();
        let mut options = case.options(&jdk, Target::File(&Jvm, case.path("src/app/Hello.java")));
        options.arguments = words(&["a", "b"]);
        let outcome = run(&options).unwrap();
        assert_eq!(case.text("err"), "");
        assert_eq!(case.text("out"), "hello 4\n");
        assert_eq!(outcome.exit_code(), 2);
        assert_eq!(outcome.traces, [case.path("trace").canonicalize().unwrap()]);
        assert_eq!(calls(&case.path("trace")), 2);
        assert_eq!(outcome.progress.calls, 2);
    }
}

#[test]
fn a_source_file_of_western_europe_is_compiled() {
    let case = Case::new();
    let file = case.path("src/Cafe.java");
    let source = "public class Cafe { public static void main(String[] a) { System.out.print((int) \"\u{e9}\".charAt(0)); } }";
    let latin: Vec<u8> = source.chars().map(|c| c as u8).collect();
    fs::write(&file, latin).unwrap();
    let jdk = Jdk::find(None).unwrap();
    run(&case.options(&jdk, Target::File(&Jvm, file))).unwrap();
    assert_eq!(case.text("out"), "233");
}

#[test]
fn a_java_command_line_is_recorded() {
    for jdk in Jdk::all() {
        let case = Case::new();
        let classes = case.compile(&jdk);
        let command = words(&["-cp", classes.to_str().unwrap(), "app.Hello"]);
        let outcome = run(&case.options(&jdk, Target::Arguments(&Jvm, command))).unwrap();
        assert_eq!(case.text("out"), "hello 0\n");
        assert_eq!(outcome.exit_code(), 0);
        assert_eq!(calls(&case.path("trace")), 2);
    }
}

#[test]
fn every_jvm_of_a_script_has_a_trace_of_its_own() {
    for jdk in Jdk::all() {
        let case = Case::new();
        let classes = case.compile(&jdk);
        let script = format!(
            "'{java}' -cp '{classes}' app.Hello x; '{java}' -cp '{classes}' app.Hello; exit 7",
            java = jdk.java().display(),
            classes = classes.display()
        );
        let command = words(&["/bin/sh", "-c", &script]);
        let outcome = run(&case.options(&jdk, Target::Command(vec![&Jvm], command))).unwrap();
        assert_eq!(outcome.exit_code(), 7);
        assert_eq!(case.text("out"), "hello 2\nhello 0\n");
        assert_eq!(outcome.traces.len(), 2);
        assert!(outcome.traces.iter().all(|trace| calls(trace) == 2));
    }
}

/// A JVM of a script that is to make an archive of classes goes on without, recorded where no cache for the next start is asked for.
#[test]
fn jvms_of_a_script_that_are_to_make_an_archive_of_classes_run() {
    let recorded = ["-XX:ArchiveClassesAtExit=made.jsa"];
    let of_newer = [
        "-XX:ArchiveClassesAtExit=made.jsa",
        "-XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=made.jsa",
        "-XX:AOTCacheOutput=made.aot",
        "-XX:AOTMode=record -XX:AOTConfiguration=made.aot",
    ];
    for jdk in Jdk::all() {
        let options = match jdk.major_version() {
            ..24 => &recorded[..],
            _ => &of_newer[..],
        };
        for given in options {
            let case = Case::new();
            let classes = case.compile(&jdk);
            let script = format!(
                "cd '{}' && '{}' {given} -cp '{}' app.Hello x",
                case.folder.path().display(),
                jdk.java().display(),
                classes.display()
            );
            let command = words(&["/bin/sh", "-c", &script]);
            let outcome = run(&case.options(&jdk, Target::Command(vec![&Jvm], command))).unwrap();
            let said = case.text("err");
            assert_eq!(outcome.exit_code(), 1, "{given}: {said}");
            let out = case.text("out");
            assert!(out.contains("hello 2\n"), "{given}: {out}");
            let told = match given.contains("AOT") {
                true => "must use or make an archive of classes (-XX:AOT",
                false => "no archive of classes is made while a program is recorded (-XX:",
            };
            assert!(said.contains(told), "{given}: {said}");
            let is_recorded = usize::from(!given.contains("AOT"));
            assert_eq!(outcome.traces.len(), is_recorded, "{given}");
        }
    }
}

#[test]
fn a_jvm_started_by_a_recorded_one_does_not_disturb_it() {
    const PARENT: &str = r#"
        public class Parent {
            public static void main(String[] args) throws Exception {
                if (args.length > 0) { System.out.println("child"); return; }
                String java = System.getProperty("java.home") + "/bin/java";
                Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "Parent", "x").inheritIO().start();
                System.out.println("ended " + child.waitFor());
            }
        }
    "#;
    for jdk in Jdk::all() {
        let case = Case::new();
        let file = case.path("src/Parent.java");
        fs::write(&file, PARENT).unwrap();
        let outcome = run(&case.options(&jdk, Target::File(&Jvm, file))).unwrap();
        assert_eq!(case.text("out"), "child\nended 0\n");
        assert_eq!(case.text("err"), "");
        assert_eq!(outcome.progress.calls, 1);
    }
}

#[test]
fn a_program_that_cannot_start_says_so_itself() {
    let jdk = Jdk::find(None).unwrap();
    for (arguments, message) in [
        (["-cp", "nowhere", "app.Hello"], "app.Hello"),
        (["-cp", "classes", "app.Missing"], "app.Missing"),
    ] {
        let case = Case::new();
        case.compile(&jdk);
        let arguments: Vec<OsString> = arguments
            .iter()
            .map(|part| {
                if *part == "classes" {
                    case.path("classes").into()
                } else {
                    OsString::from(part)
                }
            })
            .collect();
        let outcome = run(&case.options(&jdk, Target::Arguments(&Jvm, arguments))).unwrap();
        assert_eq!(outcome.exit_code(), 1);
        assert!(case.text("err").contains(message), "{}", case.text("err"));
        assert_eq!(outcome.progress.calls, 0);
    }
}

#[test]
fn what_keeps_a_program_from_starting_is_an_error() {
    let jdk = Jdk::find(None).unwrap();
    let case = Case::new();
    let file = || Target::File(&Jvm, case.path("src/app/Hello.java"));

    let mut options = case.options(&jdk, file());
    options.home = Some(case.path("nothing"));
    assert!(matches!(java_error(&options), JavaError::NotAJdk(_)));

    let options = case.options(&jdk, Target::File(&Jvm, case.path("Absent.java")));
    assert!(matches!(run(&options), Err(LaunchError::Source { .. })));

    fs::write(case.path("Broken.java"), "class Broken { int }").unwrap();
    let options = case.options(&jdk, Target::File(&Jvm, case.path("Broken.java")));
    match java_error(&options) {
        JavaError::Compile { messages, .. } => assert!(messages.contains("Broken.java:1")),
        other => panic!("{other:?}"),
    }

    fs::write(case.path("Idle.java"), "class Idle { void main2() {} }").unwrap();
    let options = case.options(&jdk, Target::File(&Jvm, case.path("Idle.java")));
    assert!(matches!(java_error(&options), JavaError::NoMain(_)));

    let mut options = case.options(&jdk, file());
    options.trace = case.path("src");
    assert!(matches!(run(&options), Err(LaunchError::TraceExists(_))));

    let mut options = case.options(&jdk, file());
    options.trace = "/proc/trace".into();
    assert!(matches!(
        run(&options),
        Err(LaunchError::TraceFolder { .. })
    ));

    let options = case.options(
        &jdk,
        Target::Command(vec![&Jvm], words(&["/no/such/command"])),
    );
    assert!(matches!(run(&options), Err(LaunchError::Start { .. })));
}

#[test]
fn a_signal_ends_the_program_and_the_outcome_tells() {
    const SLEEPER: &str = r#"
        public class Sleeper {
            public static void main(String[] args) throws Exception {
                System.out.println("up");
                Thread.sleep(60_000);
            }
        }
    "#;
    let jdk = Jdk::find(None).unwrap();
    let case = Case::new();
    let file = case.path("src/Sleeper.java");
    fs::write(&file, SLEEPER).unwrap();
    let mut recording =
        elenchus_launch::Recording::start(&case.options(&jdk, Target::File(&Jvm, file))).unwrap();
    while case.text("out").is_empty() {
        assert!(recording.ended().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    recording.stop();
    let outcome = recording.wait(|_| {}).unwrap();
    assert_eq!(outcome.exit_code(), 130);
    assert_eq!(outcome.progress.calls, 1);
}

#[test]
fn the_trace_knows_the_exit_code_even_when_the_recorder_could_not() {
    for jdk in Jdk::all() {
        let case = Case::new();
        let file = case.path("src/Thrower.java");
        let source =
            "public class Thrower { public static void main(String[] a) { throw new Error(); } }";
        fs::write(&file, source).unwrap();
        let mut options = case.options(&jdk, Target::File(&Jvm, file));
        options.exclude = vec![Pattern::new("Thrower")];
        assert_eq!(run(&options).unwrap().exit_code(), 1);
        let end = case.text("trace/end.json");
        assert!(end.contains("\"code\": 1"), "{end}");
    }
}

const DEEP: &str = r#"
public class Hello {
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

    public static void main(String[] args) throws Exception {
        System.out.println(depth(8000));
        Thread thread = new Thread(() -> System.out.println(depth(8000)));
        thread.start();
        thread.join();
    }
}
"#;

#[test]
fn calls_go_as_deep_as_they_do_without_the_recorder() {
    for jdk in Jdk::all() {
        let case = Case::new();
        fs::write(case.path("src/app/Hello.java"), DEEP).unwrap();
        let classes = case.compile(&jdk);
        let mut arguments = words(&["-Xshare:on", "-cp"]);
        arguments.extend([classes.into_os_string(), "Hello".into()]);
        let target = Target::Arguments(&Jvm, arguments);
        assert_eq!(target.left_out()[0].option, "-Xshare:on");
        let outcome = run(&case.options(&jdk, target)).unwrap();
        assert_eq!(outcome.exit_code(), 0, "{}", case.text("err"));
        assert_eq!(case.text("out"), "8000\n8000\n");
    }
}

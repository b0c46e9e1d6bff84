//! Runs Java programs under the agent and reads back what was recorded, as lines of text.
//!
//! The decoder here is deliberately plain: it walks every record from the first to the last and keeps what it has seen,
//! so that tests compare the recording with what the program did, without the debugger's own reader in between.

pub mod decode;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use elenchus_trace::check;
use elenchus_trace::meta::START_FILE;
use tempfile::TempDir;

pub use decode::Decoded;

/// Options for a compiler that is done with its few files sooner.
pub const QUICK_COMPILER: [&str; 2] = ["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"];

/// All JDKs of this machine, each once.
pub fn jdks() -> Vec<PathBuf> {
    let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    let system = Path::new("/usr/lib/jvm")
        .read_dir()
        .into_iter()
        .flatten()
        .flatten();
    homes.extend(system.map(|entry| entry.path()));
    let mut found: Vec<PathBuf> = Vec::new();
    for home in homes {
        if let Ok(java) = home.join("bin/javac").canonicalize() {
            let home = java
                .parent()
                .and_then(Path::parent)
                .expect("bin/javac has a home")
                .to_path_buf();
            if !found.contains(&home) {
                found.push(home);
            }
        }
    }
    assert!(
        !found.is_empty(),
        "the tests of the recorder need a JDK: set JAVA_HOME"
    );
    found
}

/// The agent as built for these tests.
pub fn agent() -> PathBuf {
    static AGENT: OnceLock<PathBuf> = OnceLock::new();
    AGENT
        .get_or_init(|| {
            // Cargo puts the library of this package beside the test binaries.
            let binary = std::env::current_exe().expect("a test has a path");
            let library = binary.with_file_name("libelenchus_jvm.so");
            assert!(library.is_file(), "no agent at {}", library.display());
            library
        })
        .clone()
}

/// A Java program: sources, compiled into a folder of its own.
pub struct Program {
    pub folder: TempDir,
    pub home: PathBuf,
}

/// How to run a program.
#[derive(Default, Clone)]
pub struct Run<'a> {
    /// Options of the agent besides the trace.
    pub options: &'a str,
    /// Options of the JVM.
    pub jvm: &'a [&'a str],
    pub arguments: &'a [&'a str],
    pub stdin: &'a str,
}

/// A finished recording.
pub struct Recording {
    pub output: Output,
    pub trace: PathBuf,
    _folder: TempDir,
}

impl Recording {
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    pub fn decoded(&self) -> Decoded {
        Decoded::read(&self.trace)
    }
}

impl Program {
    /// Compiles sources given as (file name, text).
    pub fn compile(home: &Path, sources: &[(&str, &str)]) -> Program {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut files = Vec::new();
        for (name, text) in sources {
            let path = folder.path().join("src").join(name);
            fs::create_dir_all(path.parent().expect("below src")).expect("a folder for sources");
            fs::write(&path, text).expect("a source file");
            files.push(path);
        }
        let output = Command::new(home.join("bin/javac"))
            .args(QUICK_COMPILER)
            .args(["-g", "-nowarn", "-d"])
            .arg(folder.path().join("classes"))
            .args(&files)
            .output()
            .expect("javac runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Program {
            folder,
            home: home.to_path_buf(),
        }
    }

    /// Compiles one file; its name is that of its main class.
    pub fn single(home: &Path, class: &str, text: &str) -> Program {
        Program::compile(home, &[(&format!("{class}.java"), text)])
    }

    pub fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    /// Runs without the recorder.
    pub fn plain(&self, class: &str, run: &Run) -> Output {
        finish(self.command(class, run, None), run.stdin)
    }

    /// Runs under the recorder.
    pub fn record(&self, class: &str, run: &Run) -> Recording {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let trace = folder.path().join("trace");
        let output = finish(self.command(class, run, Some(&trace)), run.stdin);
        assert_whole(&trace);
        Recording {
            output,
            trace,
            _folder: folder,
        }
    }

    /// The command that runs the program; under the recorder when a trace is named.
    pub fn command(&self, class: &str, run: &Run, trace: Option<&Path>) -> Command {
        let mut command = Command::new(self.home.join("bin/java"));
        if let Some(trace) = trace {
            let comma = if run.options.is_empty() { "" } else { "," };
            command.arg(format!(
                "-agentpath:{}=trace={}{comma}{}",
                agent().display(),
                trace.display(),
                run.options
            ));
        }
        command
            .args(run.jvm)
            .arg("-cp")
            .arg(self.classes())
            .arg(class)
            .args(run.arguments)
            .env_remove("JAVA_TOOL_OPTIONS");
        command
    }
}

/// Checks that all that was recorded can be read, if anything was.
pub fn assert_whole(trace: &Path) {
    if trace.join(START_FILE).is_file() {
        let damage = check(trace).expect("the trace can be read");
        assert!(damage.is_empty(), "{:#?}", damage.notes());
    }
}

fn finish(mut command: Command, stdin: &str) -> Output {
    use std::io::Write;
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("java starts");
    // A program that does not read its input may have ended already.
    let _ = child
        .stdin
        .take()
        .expect("piped")
        .write_all(stdin.as_bytes());
    child.wait_with_output().expect("java ends")
}

/// A line without the numbers of objects and without the lines that ran.
pub fn without_numbers(line: &str) -> String {
    let line = line.split(" lines ").next().unwrap();
    let mut parts = line.split('#');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        text + part.trim_start_matches(|letter: char| letter.is_ascii_digit())
    })
}

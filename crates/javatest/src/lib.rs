//! Writes a JUnit test from a recorded call: what a person would have written to keep the bug from coming back.
//!
//! The work is done in a JVM of its own by the Java classes in `java/elenchus` (the *bench*): it makes the state before the call anew in
//! the recorded code and in the corrected one, finds constructors, factories, setters and methods that come to the same state by
//! trying them, leaves out what does not matter, writes the test, compiles it, and runs it on both versions. Nothing is
//! returned that was not seen to fail before and, where a corrected version is known, to pass after.
//!
//! | class | does |
//! |---|---|
//! | `Bench` | the whole, from the request to the checked test |
//! | `State` | the recorded state, made without constructors |
//! | `Recipes`, `Search` | how a test can make it; `Made`, `Plain`, `Built` are what they find |
//! | `Expectation`, `Difference`, `Wanted` | what should come out, and where that differs |
//! | `Plan`, `Shrink` | what a test does, and less of it |
//! | `Writer`, `Assertions`, `Source` | the source |
//! | `Compiler`, `Framework`, `World` | compiling and running it |

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use elenchus_launch::java::jdk::{FEW_FILES, Jdk};
use elenchus_recorded::run::Run;
use elenchus_rerun::request::{Hindrance, Statics, request_with};
use elenchus_rerun::{RerunError, Runner, Version};
use elenchus_session::{Program, Subject};
use elenchus_trace::NodeKind;
use elenchus_tree::NodeId;
use tempfile::TempDir;
use thiserror::Error;

/// The classes of the bench.
const BENCH: [(&str, &str); 25] = [
    ("Alike", include_str!("../java/elenchus/Alike.java")),
    (
        "Assertions",
        include_str!("../java/elenchus/Assertions.java"),
    ),
    ("Bench", include_str!("../java/elenchus/Bench.java")),
    ("Built", include_str!("../java/elenchus/Built.java")),
    ("Call", include_str!("../java/elenchus/Call.java")),
    ("Cannot", include_str!("../java/elenchus/Cannot.java")),
    ("Compiler", include_str!("../java/elenchus/Compiler.java")),
    (
        "Difference",
        include_str!("../java/elenchus/Difference.java"),
    ),
    (
        "Expectation",
        include_str!("../java/elenchus/Expectation.java"),
    ),
    ("Framework", include_str!("../java/elenchus/Framework.java")),
    ("Literals", include_str!("../java/elenchus/Literals.java")),
    ("Made", include_str!("../java/elenchus/Made.java")),
    ("Outcome", include_str!("../java/elenchus/Outcome.java")),
    ("Plain", include_str!("../java/elenchus/Plain.java")),
    ("Plan", include_str!("../java/elenchus/Plan.java")),
    ("Recipes", include_str!("../java/elenchus/Recipes.java")),
    ("Search", include_str!("../java/elenchus/Search.java")),
    ("Shrink", include_str!("../java/elenchus/Shrink.java")),
    ("Source", include_str!("../java/elenchus/Source.java")),
    ("State", include_str!("../java/elenchus/State.java")),
    ("Texts", include_str!("../java/elenchus/Texts.java")),
    ("Types", include_str!("../java/elenchus/Types.java")),
    ("Wanted", include_str!("../java/elenchus/Wanted.java")),
    ("World", include_str!("../java/elenchus/World.java")),
    ("Writer", include_str!("../java/elenchus/Writer.java")),
];

/// What the bench makes objects with.
const EXPORTS: &str = "java.base/jdk.internal.misc=ALL-UNNAMED";

/// The folder of its classes.
const CLASSES: &str = "classes";

/// How long the bench may take in all.
const LIMIT: Duration = Duration::from_secs(120);

/// How often we look whether it has ended.
const LOOK: Duration = Duration::from_millis(10);

/// For which framework a test is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framework {
    JUnit4,
    JUnit5,
}

impl fmt::Display for Framework {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Framework::JUnit4 => "junit4",
            Framework::JUnit5 => "junit5",
        })
    }
}

/// What a test is wanted of.
pub struct Wanted<'r> {
    pub run: &'r Run,
    pub call: NodeId,
    /// Code in which the call comes out right, if there is some.
    pub corrected: Option<&'r Version>,
    /// What parts of what came out should have been: paths and values.
    pub should: &'r [(String, String)],
    /// The framework; else that of the recorded program, or the newest.
    pub framework: Option<Framework>,
}

/// A test that was seen to fail on the recorded code, and to pass on the corrected one if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub source: String,
    /// What was checked, in sentences.
    pub checked: Vec<String>,
}

impl Written {
    /// Whether it reaches something by reflection.
    pub fn uses_reflection(&self) -> bool {
        self.source.contains("java.lang.reflect.")
    }

    /// Whether it asserts what was printed.
    pub fn reads_output(&self) -> bool {
        self.source.contains("System.setOut(")
    }
}

/// Why there is no test.
#[derive(Debug, Error)]
pub enum TestError {
    /// The state before the call cannot be rebuilt.
    #[error(transparent)]
    Hindered(#[from] Hindrance),
    /// The call cannot be run again without harm.
    #[error(transparent)]
    NotRerun(#[from] RerunError),
    /// The call is not where the versions differ.
    #[error("the same comes out of it in both versions")]
    Same,
    #[error("{0}")]
    Cannot(String),
    #[error("running it ended the writer of tests")]
    Died,
    #[error("it took longer than {} seconds", LIMIT.as_secs())]
    Endless,
    #[error("failed to find a JDK")]
    NoJdk(#[source] elenchus_launch::LaunchError),
    #[error("failed to start the writer of tests: {0}")]
    NotStarted(String),
    #[error("failed to exchange files with the writer of tests")]
    Io(#[from] io::Error),
}

/// The bench, ready to write tests of calls of one recorded program.
#[derive(Debug)]
pub struct Bench {
    jdk: Jdk,
    folder: TempDir,
    /// Runs calls where they can change nothing outside.
    runner: Runner,
}

impl Bench {
    /// A bench for the recorded code. No call may take longer than `limit`.
    pub fn new(recorded: Version, limit: Duration) -> Result<Bench, TestError> {
        let jdk = Jdk::find(recorded.home()).map_err(|error| TestError::NoJdk(error.into()))?;
        let folder = tempfile::Builder::new()
            .prefix("elenchus-test-")
            .tempdir()?;
        compile(&jdk, folder.path())?;
        Ok(Bench {
            jdk,
            folder,
            runner: Runner::new(recorded, limit),
        })
    }

    /// Writes a test of a recorded call.
    pub fn write(&mut self, wanted: &Wanted<'_>) -> Result<Written, TestError> {
        // Whether it would change something outside is found out where it cannot.
        self.runner.try_out(wanted.run, wanted.call)?;
        // The test itself shows whether it takes the static fields that cannot be rebuilt.
        match self.write_with(wanted, Statics::Rebuilt) {
            Err(error @ TestError::Cannot(_)) => {
                let without = self.write_with(wanted, Statics::None);
                without.map_err(|_| error)
            }
            written => written,
        }
    }

    /// Writes a test that sets some of the static fields.
    fn write_with(&self, wanted: &Wanted<'_>, statics: Statics) -> Result<Written, TestError> {
        let state = request_with(wanted.run, wanted.call, statics)?;
        let [asked, options] = ["request", "options"].map(|name| self.folder.path().join(name));
        fs::write(&asked, state)?;
        fs::write(&options, self.options(wanted, &asked))?;
        let said = self.run(&options)?;
        let mut lines = said.lines();
        match lines.next() {
            Some("ok") => {}
            Some("same") => return Err(TestError::Same),
            Some(reason) => return Err(TestError::Cannot(reason.to_owned())),
            None => return Err(TestError::Died),
        }
        let checked = lines.by_ref().take_while(|line| !line.is_empty());
        let checked = checked.map(str::to_owned).collect();
        let source: Vec<&str> = lines.collect();
        Ok(Written {
            source: source.join("\n") + "\n",
            checked,
        })
    }

    /// What the bench is told: a name and a value on each line.
    fn options(&self, wanted: &Wanted<'_>, request: &Path) -> String {
        let line = |name: &str, value: &str| format!("{name} {}\n", value.replace('\n', " "));
        let title = wanted.run.heading(Subject::node(wanted.call)).title;
        let mut text = line("request", &request.to_string_lossy())
            + &line("recorded", &class_path(self.runner.version()))
            + &line("title", &title);
        if let Some(corrected) = wanted.corrected {
            text += &line("corrected", &class_path(corrected));
        }
        if let Some(framework) = wanted.framework {
            text += &line("framework", &framework.to_string());
        }
        for name in parameters(wanted.run, wanted.call) {
            text += &line("parameter", &name);
        }
        for (path, value) in wanted.should {
            text += &line("should", &format!("{path}\t{value}"));
        }
        text
    }

    /// Runs the bench; what it said.
    fn run(&self, options: &Path) -> Result<String, TestError> {
        // Where the tested code writes files by relative names.
        let scratch = self.folder.path().join("scratch");
        fs::create_dir_all(&scratch)?;
        let said = self.folder.path().join("said");
        let child = Command::new(self.jdk.java())
            .args([
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "--add-exports",
                EXPORTS,
                "-cp",
            ])
            .arg(self.folder.path().join(CLASSES))
            .arg("elenchus.Bench")
            .arg(options)
            .current_dir(scratch)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&said)?)
            .stderr(Stdio::null())
            .spawn()?;
        wait(child)?;
        Ok(fs::read_to_string(&said)?)
    }
}

/// The class path of a version, as it is named from any folder.
fn class_path(version: &Version) -> String {
    let class_path = version.class_path();
    let paths = std::env::split_paths(&class_path);
    let paths = paths.map(|path| std::path::absolute(&path).unwrap_or(path));
    let joined = std::env::join_paths(paths).unwrap_or_default();
    joined.to_string_lossy().into_owned()
}

/// The names of a call's parameters, as far as they are known.
fn parameters(run: &Run, call: NodeId) -> Vec<String> {
    let kind = run.data(call).map(|data| data.kind);
    let Some(NodeKind::Routine(routine)) = kind else {
        return Vec::new();
    };
    let routine = run.definitions().routine(routine);
    let parameters = routine.map(|routine| routine.parameters.iter());
    let names = parameters.into_iter().flatten();
    names.map(|parameter| parameter.name.clone()).collect()
}

/// Compiles the bench into a folder.
fn compile(jdk: &Jdk, folder: &Path) -> Result<(), TestError> {
    let sources = folder.join("bench");
    fs::create_dir(&sources)?;
    let mut files = Vec::new();
    for (name, text) in BENCH {
        let file = sources.join(format!("{name}.java"));
        fs::write(&file, text)?;
        files.push(file);
    }
    let javac = jdk
        .javac()
        .map_err(|error| TestError::NoJdk(error.into()))?;
    let output = Command::new(javac)
        .args(FEW_FILES)
        .args([
            "-nowarn",
            "-proc:none",
            "-encoding",
            "UTF-8",
            "--add-exports",
            EXPORTS,
            "-d",
        ])
        .arg(folder.join(CLASSES))
        .args(files)
        .output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(TestError::NotStarted(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        )),
    }
}

fn wait(mut child: Child) -> Result<(), TestError> {
    let deadline = Instant::now() + LIMIT;
    while child.try_wait()?.is_none() {
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Err(TestError::Endless);
        }
        std::thread::sleep(LOOK);
    }
    Ok(())
}

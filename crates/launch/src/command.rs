//! From options to the command that runs the program with the agent.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use elenchus_jvm::options::Options;
use elenchus_trace::private;

use crate::agent;
use crate::error::LaunchError;
use crate::jars;
use crate::jdk::Jdk;
use crate::jvm_options;
use crate::source::Compiled;
use crate::{RecordOptions, Target};

/// The variable through which every JVM takes options.
const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// The variable through which Gradle takes options, and the one that lets every run have JVMs of its own: those of a
/// daemon that runs already would have been started without the recorder, or with that of an earlier run.
const GRADLE_OPTIONS: &str = "GRADLE_OPTS";
const NO_DAEMON: &str = "-Dorg.gradle.daemon=false";

/// HotSpot leaves methods of more than 8,000 bytes to the interpreter; some reach that only by being recorded.
const COMPILE_LONG_METHODS: &str = "-XX:-DontCompileHugeMethods";

/// A command ready to start, and what must live as long as it runs.
#[derive(Debug)]
pub struct Prepared {
    /// The command.
    pub command: Command,
    /// The trace folder as an absolute path.
    pub trace: PathBuf,
    /// Whether traces are folders below `trace`.
    pub each_jvm: bool,
    /// The classes of a source file, deleted when the program has ended.
    pub compiled: Option<Compiled>,
}

/// Makes everything ready: trace folder, agent, classes, command line.
pub fn prepare(options: &RecordOptions) -> Result<Prepared, LaunchError> {
    let each_jvm = matches!(options.target, Target::Command(_));
    let trace = prepare_folder(&options.trace)?;
    let agent = agent::install()?;
    let line = Options {
        trace: trace.clone(),
        each_jvm,
        jars: match &options.target {
            Target::Java(arguments) => jars::of_program(arguments),
            Target::File(_) | Target::Command(_) => Vec::new(),
        },
        include: options.include.clone(),
        exclude: options.exclude.clone(),
        writes: options.writes.clone(),
        loops: options.loops,
        max_trace: options.max_trace,
        quiet: false,
    }
    .encode();
    let mut agent_path = OsString::from("-agentpath:");
    agent_path.push(&agent);
    agent_path.push("=");
    agent_path.push(line);
    let (mut command, compiled) = match &options.target {
        Target::File(file) => {
            let jdk = Jdk::find(options.jdk.as_deref())?;
            let compiled = Compiled::from_file(&jdk, file)?;
            let mut command = Command::new(jdk.java());
            command
                .arg(agent_path)
                .arg(COMPILE_LONG_METHODS)
                .arg(jvm_options::usual_stack())
                .arg("-cp")
                .arg(compiled.folder())
                .arg(compiled.main_class());
            (command, Some(compiled))
        }
        Target::Java(arguments) if !arguments.is_empty() => {
            let jdk = Jdk::find(options.jdk.as_deref())?;
            let mut command = Command::new(jdk.java());
            command.arg(agent_path).arg(COMPILE_LONG_METHODS);
            command.args(jvm_options::adapted(arguments).arguments);
            (command, None)
        }
        Target::Command(parts) if !parts.is_empty() => {
            let mut command = Command::new(&parts[0]);
            command.args(&parts[1..]);
            command.env(TOOL_OPTIONS, with_tool_options(agent_path));
            command.env(
                GRADLE_OPTIONS,
                after_those_of_user(GRADLE_OPTIONS, NO_DAEMON),
            );
            if let Some(jdk) = &options.jdk {
                command.env("JAVA_HOME", jdk);
            }
            (command, None)
        }
        Target::Java(_) | Target::Command(_) => return Err(LaunchError::NothingToRun),
    };
    command.args(&options.arguments);
    Ok(Prepared {
        command,
        trace,
        each_jvm,
        compiled,
    })
}

/// The agent's option, after those the user has set already. White space separates options there, so paths with spaces
/// are quoted.
fn with_tool_options(agent_path: OsString) -> OsString {
    let mut options = OsString::from("\"");
    options.push(agent_path);
    options.push("\" ");
    options.push(COMPILE_LONG_METHODS);
    options.push(" ");
    options.push(jvm_options::usual_stack());
    after_those_of_user(TOOL_OPTIONS, options)
}

/// Options for a variable in which the user may have set some.
fn after_those_of_user(variable: &str, options: impl AsRef<OsStr>) -> OsString {
    let mut all = std::env::var_os(variable).unwrap_or_default();
    if !all.is_empty() {
        all.push(" ");
    }
    all.push(options);
    all
}

/// Makes the trace folder and checks that it is empty and can be written to.
fn prepare_folder(folder: &Path) -> Result<PathBuf, LaunchError> {
    let failed = |source| LaunchError::TraceFolder {
        path: folder.to_path_buf(),
        source,
    };
    private::create_folders(folder).map_err(failed)?;
    if folder.read_dir().map_err(failed)?.next().is_some() {
        return Err(LaunchError::TraceExists(folder.to_path_buf()));
    }
    tempfile::tempfile_in(folder).map_err(failed)?;
    folder.canonicalize().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_trace_folder_must_be_empty_and_writable() {
        let root = tempfile::tempdir().unwrap();
        let fresh = root.path().join("a/b");
        assert_eq!(
            prepare_folder(&fresh).unwrap(),
            fresh.canonicalize().unwrap()
        );
        fs::write(fresh.join("something"), b"").unwrap();
        assert!(matches!(
            prepare_folder(&fresh),
            Err(LaunchError::TraceExists(_))
        ));
        let file = root.path().join("file");
        fs::write(&file, b"").unwrap();
        assert!(matches!(
            prepare_folder(&file.join("below")),
            Err(LaunchError::TraceFolder { .. })
        ));
    }

    #[test]
    fn an_empty_command_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let options = RecordOptions::new(Target::Command(Vec::new()), root.path().join("t"));
        assert!(matches!(prepare(&options), Err(LaunchError::NothingToRun)));
    }
}

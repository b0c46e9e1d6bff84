//! Starting Java programs, and every other JVM that a command starts.
//!
//! The agent is embedded in the binary and needs no configuration. `ELENCHUS_AGENT` names another library, for development.
//!
//! * [`jdk`] – finding a JDK;
//! * `source` – compiling a single source file;
//! * `command_line` – what a `java` command line says;
//! * `jars` – which jars of a command line hold the program;
//! * `jvm_options` – the options that a recorded JVM can take.

mod command_line;
pub mod error;
mod jars;
pub mod jdk;
mod jvm_options;
mod source;

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use elenchus_jvm::options::Options;

use crate::RecordOptions;
use crate::error::LaunchError;
use crate::launcher::{Launcher, LeftOut, Ready};
use crate::library;
use command_line::CommandLine;
use jdk::Jdk;
use jvm_options::Variable;
use source::Compiled;

/// The agent as it was built together with this binary.
const AGENT: &[u8] = include_bytes!(env!("ELENCHUS_AGENT_LIBRARY"));

/// The variable through which every JVM takes options.
const TOOL_OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// The variable through which Gradle takes options, and the one that lets every run have JVMs of its own: those of a
/// daemon that runs already would have been started without the recorder, or with that of an earlier run.
const GRADLE_OPTIONS: &str = "GRADLE_OPTS";
const NO_DAEMON: &str = "-Dorg.gradle.daemon=false";

/// HotSpot leaves methods of more than 8,000 bytes to the interpreter; some reach that only by being recorded.
const COMPILE_LONG_METHODS: &str = "-XX:-DontCompileHugeMethods";

/// Java, and what else runs on the JVM.
#[derive(Debug)]
pub struct Jvm;

impl Launcher for Jvm {
    fn language(&self) -> &'static str {
        "java"
    }

    fn is_source(&self, file: &Path) -> bool {
        file.extension()
            .is_some_and(|extension| extension == "java")
    }

    /// The main class, without its package, or the jar.
    fn program_name(&self, arguments: &[OsString]) -> Option<String> {
        CommandLine::parse(arguments).program_name()
    }

    fn left_out(&self, arguments: &[OsString]) -> Vec<LeftOut> {
        let given = jvm_options::adapted(arguments).left_out.into_iter();
        let set = jvm_options::variables()
            .into_iter()
            .flat_map(|variable: Variable| {
                let left_out = variable.left_out.into_iter();
                left_out.map(move |option| format!("{option} of {}", variable.name))
            });
        let archive = |option| LeftOut {
            option,
            reason: "a program that is recorded cannot use an archive of classes",
        };
        given.chain(set).map(archive).collect()
    }

    fn ready_source(
        &self,
        file: &Path,
        options: &RecordOptions,
        trace: &Path,
    ) -> Result<Ready, LaunchError> {
        let jdk = Jdk::find(options.home.as_deref())?;
        let Compiled { folder, main_class } = Compiled::from_file(&jdk, file)?;
        let mut command = Command::new(jdk.java());
        command
            .arg(agent_option(settings(options, trace))?)
            .arg(COMPILE_LONG_METHODS)
            .arg(jvm_options::usual_stack())
            .arg("-cp")
            .arg(folder.path())
            .arg(main_class);
        adapt_variables(&mut command);
        Ok(Ready {
            command,
            made: Some(folder),
        })
    }

    fn ready_arguments(
        &self,
        arguments: &[OsString],
        options: &RecordOptions,
        trace: &Path,
    ) -> Result<Ready, LaunchError> {
        let jdk = Jdk::find(options.home.as_deref())?;
        let settings = Options {
            jars: jars::of_program(arguments),
            ..settings(options, trace)
        };
        let mut command = Command::new(jdk.java());
        command
            .arg(agent_option(settings)?)
            .arg(COMPILE_LONG_METHODS)
            .args(jvm_options::adapted(arguments).arguments);
        adapt_variables(&mut command);
        Ok(Ready {
            command,
            made: None,
        })
    }

    fn join(
        &self,
        command: &mut Command,
        options: &RecordOptions,
        trace: &Path,
    ) -> Result<(), LaunchError> {
        let settings = Options {
            each_jvm: true,
            ..settings(options, trace)
        };
        adapt_variables(command);
        let agent = tool_options(agent_option(settings)?);
        command.env(
            TOOL_OPTIONS,
            after_those_of_user(command, TOOL_OPTIONS, agent),
        );
        let added = [
            (GRADLE_OPTIONS, NO_DAEMON),
            (jvm_options::LAST_OPTIONS, jvm_options::NO_ARCHIVE_AT_EXIT),
        ];
        for (variable, options) in added {
            command.env(variable, after_those_of_user(command, variable, options));
        }
        if let Some(jdk) = &options.home {
            command.env("JAVA_HOME", jdk);
        }
        Ok(())
    }
}

/// What the agent is told.
fn settings(options: &RecordOptions, trace: &Path) -> Options {
    Options {
        trace: trace.to_owned(),
        each_jvm: false,
        jars: Vec::new(),
        include: options.include.clone(),
        exclude: options.exclude.clone(),
        writes: options.writes.clone(),
        loops: options.loops,
        max_trace: options.max_trace,
        reruns: options.reruns,
        zoom: options.zoom.clone(),
        quiet: false,
    }
}

/// The option with which a JVM loads the agent.
fn agent_option(settings: Options) -> Result<OsString, LaunchError> {
    let agent: PathBuf = match env::var_os("ELENCHUS_AGENT") {
        Some(path) => path.into(),
        None => library::install("agent", AGENT)?,
    };
    let mut option = OsString::from("-agentpath:");
    option.push(agent);
    option.push("=");
    option.push(settings.encode());
    Ok(option)
}

/// Leaves what a recorded JVM cannot have out of the variables through which JVMs take options.
fn adapt_variables(command: &mut Command) {
    for variable in jvm_options::variables() {
        command.env(variable.name, variable.options);
    }
}

/// The options that let the agent into a JVM. White space separates options there, so paths with spaces are quoted.
fn tool_options(agent_option: OsString) -> OsString {
    let mut options = OsString::from("\"");
    options.push(agent_option);
    options.push("\" ");
    options.push(COMPILE_LONG_METHODS);
    options.push(" ");
    options.push(jvm_options::usual_stack());
    options
}

/// Options for a variable in which there may be some: those that the command gets, else those that the user has set.
fn after_those_of_user(command: &Command, variable: &str, options: impl AsRef<OsStr>) -> OsString {
    let given = command.get_envs().find(|(name, _)| *name == variable);
    let given = given.and_then(|(_, value)| value).map(OsStr::to_owned);
    let mut all = given.or_else(|| env::var_os(variable)).unwrap_or_default();
    if !all.is_empty() {
        all.push(" ");
    }
    all.push(options);
    all
}

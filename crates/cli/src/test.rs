//! `elenchus test`: a test of the call that a session blames.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use elenchus_inquiry::testing::{Framework as Wanted, TestChoices, TestingError, write_test};

use crate::kept::KeptArgs;
use crate::recorded::ReadingProgress;
use crate::trouble::{Exit, Trouble, print};

// What `elenchus test` takes.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 a test was written, 2 wrong usage or input, 4 no test can be written."
)]
pub struct TestArgs {
    #[command(flatten)]
    pub kept: KeptArgs,
    /// The corrected version, on which the test must pass: classes, a jar, a checkout that was built, or sources. Else a version
    /// that was right, or what was answered (`n returned = 12`), says what should come out.
    #[arg(long, value_name = "PATH")]
    pub with: Option<PathBuf>,
    /// For which framework the test is written [default: the one on the program's class path, else junit5].
    #[arg(long, value_enum, value_name = "NAME")]
    pub framework: Option<Framework>,
    /// Write the test to this file, which must not exist [default: the standard output].
    #[arg(short, long, value_name = "FILE.java")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Framework {
    Junit4,
    Junit5,
}

impl From<Framework> for Wanted {
    fn from(framework: Framework) -> Wanted {
        match framework {
            Framework::Junit4 => Wanted::JUnit4,
            Framework::Junit5 => Wanted::JUnit5,
        }
    }
}

/// Does what `elenchus test` says.
pub fn run(args: &TestArgs) -> Result<Exit, Trouble> {
    if let Some(path) = args.output.as_ref().filter(|path| path.exists()) {
        return Err(exists(path));
    }
    let wanted = TestChoices {
        node: args.kept.node.as_deref(),
        with: args.with.as_deref(),
        framework: args.framework.map(Wanted::from),
    };
    let choices = args.kept.choices()?;
    let written = write_test(
        &args.kept.input,
        &wanted,
        &choices,
        &mut ReadingProgress::default(),
    )?;
    match &args.output {
        None => print(&written.source)?,
        Some(path) => {
            let file = std::fs::File::create_new(path);
            let done = file.and_then(|mut file| file.write_all(written.source.as_bytes()));
            done.map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => exists(path),
                _ => Trouble::usage(format!("failed to write {}: {error}", path.display()), ""),
            })?;
        }
    }
    for line in &written.checked {
        elenchus_guard::say!("checked: {line}");
    }
    Ok(Exit::Done)
}

fn exists(path: &Path) -> Trouble {
    Trouble::usage(
        format!("{} exists already", path.display()),
        "name a file that does not exist yet",
    )
}

impl From<TestingError> for Trouble {
    fn from(error: TestingError) -> Trouble {
        match error {
            TestingError::Kept(error) => error.into(),
            TestingError::NothingWanted { .. } => Trouble {
                exit: Exit::Undecided,
                problem: error.to_string(),
                advice: "answer `n returned = 12` or the like in `elenchus ask`, or name a corrected version by --with"
                    .to_owned(),
            },
            TestingError::Writing { .. } => Trouble {
                exit: Exit::Undecided,
                problem: error.to_string(),
                advice: "--node names another call, --with a corrected version".to_owned(),
            },
        }
    }
}

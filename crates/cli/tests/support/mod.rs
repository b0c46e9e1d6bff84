//! Running the real binary in a folder.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a command said and how it ended.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    /// What a process that has ended said.
    pub fn of(output: &Output) -> Said {
        Said {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Fails with everything that was said unless all of these were.
    #[track_caller]
    pub fn expect(&self, code: i32, texts: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for text in texts {
            let found = self.out.contains(text) || self.err.contains(text);
            assert!(found, "`{text}` is missing in {self:#?}");
        }
    }
}

/// The binary under test, in a folder, with nobody at its keyboard.
pub fn elenchus(folder: &Path, arguments: &[&str]) -> Said {
    let output = command(folder, arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Said::of(&output)
}

/// The same, not yet started.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.args(arguments).current_dir(folder);
    command
}

//! Where reports go: the file of `--report`, and those that are asked for at the prompt.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Reports;

/// The name of a report for which none was given.
const NAME: &str = "bug.md";

/// Writes reports to files.
#[derive(Debug, Default)]
pub struct ReportFile {
    /// The file that holds what was found so far, if one is wanted.
    pub wanted: Option<PathBuf>,
}

impl Reports for ReportFile {
    fn found(&mut self, markdown: &str) -> io::Result<()> {
        match &self.wanted {
            Some(path) => std::fs::write(path, markdown).map_err(|error| named(path, &error)),
            None => Ok(()),
        }
    }

    fn save(&mut self, name: Option<&str>, markdown: &str) -> io::Result<String> {
        let path = Path::new(name.unwrap_or(NAME));
        // Somebody else's file is not written over by a slip at the prompt.
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .and_then(|mut file| file.write_all(markdown.as_bytes()))
            .map_err(|error| named(path, &error))?;
        Ok(path.display().to_string())
    }
}

/// The same error with the file that it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

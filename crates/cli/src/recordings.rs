//! Where recordings are: the folder for a new one, and those that a command names.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use elenchus_inquiry::keep::home::Home;
use elenchus_inquiry::keep::recordings::{Limit, NewPlace, named};
use elenchus_inquiry::open::OracleName;

use crate::args::size;

// Where a program is recorded to.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// The folder for the recording [default: the program's name with .elenchus, in the folder .elenchus/recordings of the
    /// project].
    #[arg(short, long, value_name = "TRACE")]
    output: Option<PathBuf>,
    /// How many recordings of the project are kept there, and how much they may take on disk; those that were used least
    /// recently are removed before a new one is made.
    #[arg(long, value_name = "COUNT[,SIZE]", default_value = "20,4G", value_parser = limit)]
    keep: Limit,
}

/// Where a recording is made.
#[derive(Debug)]
pub struct Place {
    pub trace: PathBuf,
    /// What keeps it from being removed, if it is among the project's own.
    own: Option<(Home, NewPlace)>,
}

impl PlaceArgs {
    /// The place of a recording. Where the project has none for it, it is made here.
    pub fn place(&self, name: &str) -> Place {
        if let Some(output) = &self.output {
            return Place {
                trace: output.clone(),
                own: None,
            };
        }
        let home = Home::here();
        match NewPlace::free(&home, name, Path::new(""), self.keep) {
            Ok(place) => {
                for removed in &place.removed {
                    let removed = removed.display();
                    elenchus_guard::say!("removed {removed} to make room (--keep COUNT,SIZE)");
                }
                Place {
                    trace: place.trace.clone(),
                    own: Some((home, place)),
                }
            }
            Err(error) => {
                elenchus_guard::say!("warning: nothing is kept with the project: {error}");
                Place {
                    trace: free_folder(name),
                    own: None,
                }
            }
        }
    }
}

impl Place {
    /// What later commands can call it.
    pub fn called(&self) -> PathBuf {
        let name = self.own.is_some().then(|| self.trace.file_name());
        name.flatten()
            .map_or_else(|| self.trace.clone(), PathBuf::from)
    }

    /// Leaves nothing behind of a program that was not recorded. A folder that holds something stays.
    pub fn clean_up(&self) {
        let _ = std::fs::remove_dir(&self.trace);
        if let Some((home, _)) = &self.own {
            home.tidy();
        }
    }
}

/// A folder for a trace in the current folder that does not exist yet.
fn free_folder(name: &str) -> PathBuf {
    let numbered = |number: u32| match number {
        1 => PathBuf::from(format!("{name}.elenchus")),
        _ => PathBuf::from(format!("{name}-{number}.elenchus")),
    };
    let free = (1..).map(numbered).find(|path| !path.exists());
    free.expect("there is always a free number")
}

/// A recording or tree file on the command line: a path, or the name of one of the project's recordings.
pub fn input() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| named(&path))
}

/// An oracle with its recording as it was named.
pub fn oracle(name: OracleName) -> OracleName {
    match name {
        OracleName::Trace(path) => OracleName::Trace(named(&path)),
        other => other,
    }
}

fn limit(text: &str) -> Result<Limit, String> {
    let usual = Limit::default();
    let (count, bytes) = match text.split_once(',') {
        Some((count, bytes)) => (count, size(bytes)?),
        None => (text, usual.bytes),
    };
    match count.parse() {
        Ok(count) if count > 0 => Ok(Limit { count, bytes }),
        _ => Err("write how many to keep, as in 20 or 20,4G".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_number_with_or_without_a_size() {
        let usual = Limit::default();
        assert_eq!(limit("20,4G"), Ok(usual));
        assert_eq!(limit("3").map(|limit| limit.count), Ok(3));
        assert_eq!(limit("3,5M").map(|limit| limit.bytes), Ok(5 << 20));
        for wrong in ["", "0", "many", "3,", "3,x", "-1"] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
    }
}

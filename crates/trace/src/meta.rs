//! What is known about a recording as a whole: how it was started and how it ended. Two small JSON files.

use crate::error::{Context, Error};
use crate::private;
use crate::version;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The file written when the recording starts. A folder that has it is a trace.
pub const START_FILE: &str = "trace.json";
/// The file written when it ended in an orderly way.
pub const END_FILE: &str = "end.json";
/// The file with the class path of a program that has ended, as the program said it.
pub const CLASS_PATH_FILE: &str = "class-path";

/// How a recording was started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Meta {
    /// `major.minor` of the format.
    pub format: String,
    /// Name and version of the recorder.
    pub recorder: String,
    /// The language of the program: `java`.
    pub language: String,
    /// The command line of the program.
    pub command: Vec<String>,
    /// Name of the program in the user's words: its main class or file.
    pub program: String,
    /// Milliseconds since 1970 when the recording began.
    pub started_ms: u64,
    /// The recorded process, to tell whether it still runs.
    pub process: u32,
    /// What was recorded, one rule a line, as given by the user or by default.
    pub scope: Vec<String>,
}

/// How a recording ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "how")]
pub enum Ending {
    /// The program ended with this exit code.
    Exit { code: i32 },
    /// An exception left `main`; this is what it says.
    Exception { text: String },
    /// The recording was cut; the program went on.
    Cut { reason: String },
}

/// The contents of the end file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    #[serde(flatten)]
    pub ending: Ending,
    /// Milliseconds since 1970.
    pub ended_ms: u64,
    /// Bytes of all frames sealed by then, so that readers notice when some are gone; 0 when not known.
    #[serde(default)]
    pub frame_bytes: u64,
    /// The low half of the XXH3 of `frame_bytes` as eight little-endian bytes: a number alone cannot tell that it was damaged.
    #[serde(default)]
    pub frame_check: u32,
}

impl Meta {
    /// The version of the format.
    pub(crate) fn version(&self) -> Option<version::Version> {
        parse_version(&self.format)
    }

    /// Writes the start file, with the version of this crate.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        let stamped = Meta {
            format: version::CURRENT.to_string(),
            ..self.clone()
        };
        write_json(&folder.join(START_FILE), &stamped)
    }

    /// Reads the start file of a trace and checks that its version can be read.
    pub fn read(folder: &Path) -> Result<Meta, Error> {
        let path = folder.join(START_FILE);
        let not_a_trace = |why: String| Error::NotATrace {
            path: folder.to_owned(),
            why,
        };
        let bytes = fs::read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => not_a_trace(format!("it has no {START_FILE}")),
            _ => Error::Io {
                action: "read",
                path: path.clone(),
                source: error,
            },
        })?;
        let meta: Meta = serde_json::from_slice(&bytes)
            .map_err(|error| not_a_trace(format!("{START_FILE} is damaged ({error})")))?;
        let found = meta
            .version()
            .ok_or_else(|| not_a_trace(format!("{START_FILE} names no format version")))?;
        if !found.is_readable() {
            return Err(Error::Version {
                kind: "trace",
                found,
                readable: version::CURRENT,
            });
        }
        Ok(meta)
    }
}

impl End {
    /// Corrects the exit code when the process is gone: the recorded side cannot know it when a thread that is not
    /// recorded ends by an exception. Other ends say more than a code and stay.
    pub fn correct_exit_code(folder: &Path, code: i32) -> Result<(), Error> {
        match End::read(folder) {
            Some(end) if matches!(end.ending, Ending::Exit { code: known } if known != code) => {
                End {
                    ending: Ending::Exit { code },
                    ..end
                }
                .write(folder)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        write_json(&folder.join(END_FILE), self)
    }

    /// The check that belongs to a number of frame bytes.
    pub(crate) fn check_of(frame_bytes: u64) -> u32 {
        xxhash_rust::xxh3::xxh3_64(&frame_bytes.to_le_bytes()) as u32
    }

    /// Whether there is an end file that cannot be trusted.
    pub(crate) fn is_damaged(folder: &Path) -> bool {
        match End::read(folder) {
            Some(end) => {
                let promises = end.frame_bytes != 0 || end.frame_check != 0;
                promises && end.frame_check != End::check_of(end.frame_bytes)
            }
            None => folder.join(END_FILE).exists(),
        }
    }

    /// How the recording ended; `None` when it goes on, was killed, or the file is damaged.
    pub fn read(folder: &Path) -> Option<End> {
        let bytes = fs::read(folder.join(END_FILE)).ok()?;
        serde_json::from_slice(&bytes).ok()
    }
}

fn parse_version(text: &str) -> Option<version::Version> {
    let (major, minor) = text.split_once('.')?;
    Some(version::Version {
        major: major.parse().ok()?,
        minor: minor.parse().ok()?,
    })
}

/// Writes under another name first, so that a reader sees the whole file or none.
fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Error> {
    let bytes = serde_json::to_vec_pretty(value).expect("plain data always serialises");
    let partial = path.with_extension("part");
    private::write(&partial, &bytes).context("write", &partial)?;
    fs::rename(&partial, path).context("write", path)
}

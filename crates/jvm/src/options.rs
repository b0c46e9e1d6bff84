//! The recorder's settings as they travel from the launching side to the agent.
//!
//! One line of text, `key=value` pairs joined by commas. Everything outside a small set of harmless
//! characters is percent-encoded, so a line survives `-agentpath:LIB=…`, the white-space splitting of
//! `JAVA_TOOL_OPTIONS` and any path a file system allows.
//!
//! Invariant: `Options::decode(&options.encode()) == Ok(options)`.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use elenchus_recorder::Loops;

use crate::scope::Pattern;

/// Everything the agent is told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Folder of the trace; a parent folder of traces when `each_jvm` is set.
    pub trace: PathBuf,
    /// Record each JVM that starts with these settings into a folder of its own below `trace`
    /// (for `JAVA_TOOL_OPTIONS`, which every JVM started by a build tool inherits).
    pub each_jvm: bool,
    /// Jars that hold the program itself: their classes are recorded like those of a directory.
    pub jars: Vec<PathBuf>,
    /// Patterns of code to record although the default scope would not.
    pub include: Vec<Pattern>,
    /// Patterns of code to leave alone although the default scope would record it.
    pub exclude: Vec<Pattern>,
    /// Patterns of code whose writes are logged and whose calls are not.
    pub writes: Vec<Pattern>,
    /// What to do with long loops.
    pub loops: Loops,
    /// The recording ends when the sealed frames reach this many bytes.
    pub max_trace: Option<u64>,
    /// Have what it takes to run one recorded call again.
    pub reruns: bool,
    /// Record the local variables of this routine at every statement: `package.Class.method(I)V`.
    pub zoom: Option<String>,
    /// Say nothing on the standard error stream, warnings included.
    pub quiet: bool,
}

/// Why a line of options cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// A pair without `=` or with a key that does not exist.
    #[error("understand the recorder option `{0}`")]
    Unknown(String),
    /// A value of the wrong form.
    #[error("understand the value of the recorder option `{0}`")]
    Value(String),
    /// No folder for the trace was named.
    #[error("record without a trace folder; pass trace=FOLDER to the agent")]
    NoTrace,
}

impl Options {
    /// The line that `decode` reads.
    pub fn encode(&self) -> String {
        let mut pairs = vec![("trace", escape(self.trace.as_os_str().as_bytes()))];
        if self.each_jvm {
            pairs.push(("each", "1".into()));
        }
        pairs.extend(self.jars.iter().map(|jar| ("jar", escaped_path(jar))));
        for (key, patterns) in [
            ("include", &self.include),
            ("exclude", &self.exclude),
            ("writes", &self.writes),
        ] {
            pairs.extend(
                patterns
                    .iter()
                    .map(|pattern| (key, escape(pattern.text().as_bytes()))),
            );
        }
        if self.loops == Loops::All {
            pairs.push(("loops", "all".into()));
        }
        if let Some(limit) = self.max_trace {
            pairs.push(("max", limit.to_string()));
        }
        if self.reruns {
            pairs.push(("reruns", "1".into()));
        }
        if let Some(routine) = &self.zoom {
            pairs.push(("zoom", escape(routine.as_bytes())));
        }
        if self.quiet {
            pairs.push(("quiet", "1".into()));
        }
        let pairs: Vec<String> = pairs
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        pairs.join(",")
    }

    /// Reads what `encode` wrote.
    pub fn decode(line: &str) -> Result<Self, OptionsError> {
        let mut options = Self::default();
        for pair in line.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| OptionsError::Unknown(pair.into()))?;
            let bytes = unescape(value).ok_or_else(|| OptionsError::Value(key.into()))?;
            let text = || String::from_utf8_lossy(&bytes).into_owned();
            match key {
                "trace" => options.trace = OsString::from_vec(bytes).into(),
                "each" => options.each_jvm = bytes == b"1",
                "jar" => options.jars.push(OsString::from_vec(bytes).into()),
                "include" => options.include.push(Pattern::new(&text())),
                "exclude" => options.exclude.push(Pattern::new(&text())),
                "writes" => options.writes.push(Pattern::new(&text())),
                "loops" if bytes == b"all" => options.loops = Loops::All,
                "loops" if bytes == b"strided" => options.loops = Loops::Strided,
                "max" => {
                    let limit = text().parse();
                    options.max_trace = Some(limit.map_err(|_| OptionsError::Value(key.into()))?);
                }
                "reruns" => options.reruns = bytes == b"1",
                "zoom" => options.zoom = Some(text()),
                "quiet" => options.quiet = bytes == b"1",
                "loops" => return Err(OptionsError::Value(key.into())),
                _ => return Err(OptionsError::Unknown(key.into())),
            }
        }
        if options.trace.as_os_str().is_empty() {
            return Err(OptionsError::NoTrace);
        }
        Ok(options)
    }
}

/// A path as it stands in a line of options.
pub fn escaped_path(path: &Path) -> String {
    escape(path.as_os_str().as_bytes())
}

fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            text.push(byte.into());
        } else {
            text.push_str(&format!("%{byte:02x}"));
        }
    }
    text
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first != b'%' {
            bytes.push(*first);
            rest = tail;
            continue;
        }
        let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &tail[2..];
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decoding_undoes_encoding(
            trace in "\\PC{1,40}",
            include in proptest::collection::vec("[a-z.*#$]{1,20}", 0..4),
            jars in proptest::collection::vec("\\PC{1,20}", 0..3),
            each_jvm: bool,
            all: bool,
            max_trace: Option<u64>,
            zoom in proptest::option::of("\\PC{1,40}"),
        ) {
            let options = Options {
                trace: trace.into(),
                each_jvm,
                jars: jars.into_iter().map(PathBuf::from).collect(),
                include: include.iter().map(|text| Pattern::new(text)).collect(),
                loops: if all { Loops::All } else { Loops::Strided },
                max_trace,
                zoom,
                ..Options::default()
            };
            let line = options.encode();
            prop_assert!(!line.contains([' ', '"', '\'', '\n']));
            prop_assert_eq!(Options::decode(&line), Ok(options));
        }

        #[test]
        fn any_line_is_read_or_refused(line in "\\PC{0,80}") {
            let _ = Options::decode(&line);
        }
    }

    #[test]
    fn what_cannot_be_understood_is_named() {
        for (line, error) in [
            ("", OptionsError::NoTrace),
            (
                "trace=/t,colour=red",
                OptionsError::Unknown("colour".into()),
            ),
            ("trace=/t,max=much", OptionsError::Value("max".into())),
            ("trace=%2", OptionsError::Value("trace".into())),
        ] {
            assert_eq!(Options::decode(line), Err(error));
        }
    }
}

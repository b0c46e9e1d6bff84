//! What of knowledge bases this user has seen: what came with a checkout is shown before it answers anything.
//!
//! One small file in the user's own folder holds a hash for each entry that was shown or that the user's own answers made.
//! Without such a folder everything counts as new.

use std::collections::BTreeSet;
use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use elenchus_guard::files;
use xxhash_rust::xxh3::xxh3_64;

/// The name of the file.
const FILE_NAME: &str = "seen-knowledge.txt";

/// More than this is not remembered; the oldest half is forgotten then.
const MOST: usize = 20_000;

/// The entries that were seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// Where they are noted; nowhere without a folder of the user's own.
    file: Option<PathBuf>,
    hashes: BTreeSet<u64>,
}

impl Seen {
    /// What this user has seen so far.
    pub fn by_user() -> Seen {
        let absolute = |name| {
            env::var_os(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let state = absolute("XDG_STATE_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".local/state")));
        match state {
            Some(state) => Seen::noted_in(&state.join("elenchus")),
            None => Seen::default(),
        }
    }

    /// What is noted in a folder, which is made when there is something to note.
    fn noted_in(folder: &Path) -> Seen {
        let file = folder.join(FILE_NAME);
        let text = files::read_own(&file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let hashes = text
            .lines()
            .filter_map(|line| u64::from_str_radix(line, 16).ok());
        Seen {
            hashes: hashes.collect(),
            file: Some(file),
        }
    }

    /// Whether an entry was seen.
    pub fn has(&self, entry: &str) -> bool {
        self.hashes.contains(&xxh3_64(entry.as_bytes()))
    }

    /// Notes that these entries were seen. Where that cannot be kept, they are shown again the next time.
    pub fn note<'b>(&mut self, entries: impl IntoIterator<Item = &'b str>) {
        let hashes = entries.into_iter().map(|entry| xxh3_64(entry.as_bytes()));
        let new: Vec<u64> = hashes.filter(|&hash| self.hashes.insert(hash)).collect();
        if let Some(file) = self.file.as_deref().filter(|_| !new.is_empty()) {
            let _ = append(file, &new);
        }
    }
}

/// Adds lines at the end, so that two sessions at the same time lose nothing of each other's.
fn append(path: &Path, hashes: &[u64]) -> Result<(), files::Unsafe> {
    if let Some(folder) = path.parent() {
        files::private_folder(folder)?;
    }
    let lines: String = hashes.iter().map(|hash| format!("{hash:016x}\n")).collect();
    let old = match files::read_own(path) {
        Err(error) if error.is_absence() => return files::replace(path, lines.as_bytes()),
        old => String::from_utf8_lossy(&old?).into_owned(),
    };
    let count = old.lines().count();
    if count > MOST {
        let kept: String = old
            .lines()
            .skip(count - MOST / 2)
            .map(|line| format!("{line}\n"))
            .collect();
        return files::replace(path, (kept + &lines).as_bytes());
    }
    let mut file = files::open_own(path, OpenOptions::new().append(true))?;
    file.write_all(lines.as_bytes())
        .map_err(|source| files::Unsafe::System {
            path: path.to_owned(),
            source,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_known_the_next_time() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("state/elenchus");
        let mut seen = Seen::noted_in(&place);
        assert!(!seen.has("right f()"));
        seen.note(["right f()", "trust g()"]);
        let mut other = Seen::noted_in(&place);
        other.note(["right h()"]);
        let later = Seen::noted_in(&place);
        assert!(
            ["right f()", "trust g()", "right h()"]
                .iter()
                .all(|entry| later.has(entry))
        );
        assert!(!later.has("wrong f()"));
    }

    #[test]
    fn the_oldest_are_forgotten_when_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let entries: Vec<String> = (0..MOST + 1).map(|number| number.to_string()).collect();
        let mut seen = Seen::noted_in(folder.path());
        seen.note(entries.iter().map(String::as_str));
        seen.note(["the last"]);
        let later = Seen::noted_in(folder.path());
        assert!(later.has("the last") && later.has(&MOST.to_string()) && !later.has("0"));
        assert_eq!(later.hashes.len(), MOST / 2 + 1);
    }
}

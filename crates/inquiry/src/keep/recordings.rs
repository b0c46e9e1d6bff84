//! The recordings of a project that nobody gave a place: a new one, room for it, and finding one by its name.
//!
//! So that they do not fill the disk, the ones that were used least recently are removed when there are too many or when they
//! are too large. One that a session or a running command has claimed stays.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use elenchus_guard::files::{self, Unsafe};
use elenchus_trace::private;
use rustix::fs::{FlockOperation, flock};

use super::home::{self, Home, project_of};
use crate::open::recording::traces_in;

/// How names of recordings end.
const ENDING: &str = "elenchus";

/// How many recordings of a project are kept, and how much they may take on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    pub count: usize,
    pub bytes: u64,
}

impl Default for Limit {
    fn default() -> Limit {
        Limit {
            count: 20,
            bytes: 4 << 30,
        }
    }
}

/// A folder for a recording, which nothing else uses.
#[derive(Debug)]
pub struct NewPlace {
    /// The folder: it is there and empty.
    pub trace: PathBuf,
    /// The recordings that were removed to make room.
    pub removed: Vec<PathBuf>,
    /// Says that it is in use for as long as it is open.
    _claim: Option<Claim>,
}

impl NewPlace {
    /// A place among the recordings of a project. Its name is not taken in this folder either, so that it can be found by
    /// its name alone.
    pub fn free(home: &Home, name: &str, here: &Path, limit: Limit) -> Result<NewPlace, Unsafe> {
        let recordings = home.recordings();
        home::make_room_for(&recordings.join(name))?;
        let removed = make_room(&recordings, limit);
        for number in 1.. {
            let called = match number {
                1 => format!("{name}.{ENDING}"),
                _ => format!("{name}-{number}.{ENDING}"),
            };
            let trace = recordings.join(&called);
            if here.join(called).symlink_metadata().is_ok() || output_of(&trace).exists() {
                continue;
            }
            match private::create_folder(&trace) {
                Ok(()) => {
                    let _claim = Claim::on(&trace);
                    return Ok(NewPlace {
                        trace,
                        removed,
                        _claim,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => {
                    return Err(Unsafe::System {
                        path: trace,
                        source,
                    });
                }
            }
        }
        unreachable!("there is always a free number")
    }
}

/// Where what a recorded program prints is kept: beside its recording.
pub fn output_of(trace: &Path) -> PathBuf {
    trace.with_extension("output")
}

/// Keeps a recording from being removed to make room for others, as long as it lives.
#[derive(Debug)]
pub struct Claim {
    _folder: File,
}

impl Claim {
    /// Claims a recording. Nothing, where the file system knows no locks or somebody is just removing it.
    pub fn on(recording: &Path) -> Option<Claim> {
        // Of several processes that one command has started, all lie in one folder.
        let of_command = recording.parent().filter(|all| project_of(all).is_some());
        let folder = File::open(of_command.unwrap_or(recording)).ok()?;
        flock(&folder, FlockOperation::NonBlockingLockShared).ok()?;
        Some(Claim { _folder: folder })
    }
}

/// A recording as it is named: by its path, or by its name alone if nothing here is called so and it is among those of the
/// project.
pub fn named(given: &Path) -> PathBuf {
    match given.symlink_metadata() {
        Ok(_) => given.to_owned(),
        Err(_) => kept_in(&Home::here(), given).unwrap_or_else(|| given.to_owned()),
    }
}

/// What to call a recording or tree file in a command: one of the project's by its name.
pub fn called(path: &Path) -> PathBuf {
    let is_same = |name: &&Path| {
        let found = named(name).canonicalize();
        found.is_ok_and(|found| path.canonicalize().is_ok_and(|path| path == found))
    };
    let name = path.file_name().map(Path::new).filter(is_same);
    name.unwrap_or(path).to_owned()
}

/// The recording of a project that is called so, with or without its ending.
pub fn kept_in(home: &Home, name: &Path) -> Option<PathBuf> {
    if name.components().count() != 1 || name.file_name().is_none() {
        return None;
    }
    let path = home.recordings().join(name);
    let mut with_ending = path.as_os_str().to_owned();
    with_ending.push(format!(".{ENDING}"));
    let is_recording = |path: &PathBuf| !traces_in(path).is_empty();
    [path, with_ending.into()].into_iter().find(is_recording)
}

/// A recording that could give way.
struct Kept {
    path: PathBuf,
    used: SystemTime,
    bytes: u64,
}

/// Removes what was used least recently, until one more recording keeps the limit.
fn make_room(recordings: &Path, limit: Limit) -> Vec<PathBuf> {
    let entries = fs::read_dir(recordings).into_iter().flatten().flatten();
    let mut kept: Vec<Kept> = entries.filter_map(|entry| Kept::at(entry.path())).collect();
    kept.sort_by(|a, b| (b.used, &b.path).cmp(&(a.used, &a.path)));
    let (mut count, mut bytes) = (kept.len() + 1, kept.iter().map(|k| k.bytes).sum::<u64>());
    let mut removed = Vec::new();
    while count > limit.count || bytes > limit.bytes {
        let Some(oldest) = kept.pop() else { break };
        if oldest.remove().is_ok() {
            count -= 1;
            bytes -= oldest.bytes;
            removed.push(oldest.path);
        }
    }
    removed
}

impl Kept {
    /// What lies here, if it is a recording of ours and no link to one.
    fn at(path: PathBuf) -> Option<Kept> {
        files::check_own_folder(&path).ok()?;
        let is_named_so = path.extension().is_some_and(|ending| ending == ENDING);
        let traces = traces_in(&path);
        if !is_named_so || traces.is_empty() {
            return None;
        }
        let files = traces.iter().flat_map(fs::read_dir).flatten().flatten();
        let used = files.filter_map(|entry| entry.metadata().ok()?.modified().ok());
        Some(Kept {
            used: used.max()?,
            bytes: size(&path),
            path,
        })
    }

    /// Removes it with what its program printed, unless somebody uses it.
    fn remove(&self) -> io::Result<()> {
        let folder = File::open(&self.path)?;
        flock(&folder, FlockOperation::NonBlockingLockExclusive)?;
        fs::remove_dir_all(&self.path)?;
        let _ = fs::remove_file(output_of(&self.path));
        Ok(())
    }
}

/// What a folder takes on disk. Links are not followed.
fn size(folder: &Path) -> u64 {
    let (mut bytes, mut folders) = (0, vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(data) = entry.metadata() else { continue };
            match data.is_dir() {
                true => folders.push(entry.path()),
                false => bytes += data.blocks() * 512,
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use elenchus_trace::meta::START_FILE;

    use super::*;

    struct Project {
        folder: tempfile::TempDir,
        home: Home,
    }

    impl Project {
        fn new() -> Project {
            let folder = tempfile::tempdir().unwrap();
            let home = Home::of(folder.path());
            Project { folder, home }
        }

        /// A recording of this many bytes that was used this many seconds after another.
        fn record(&self, seconds: u64, bytes: usize, limit: Limit) -> NewPlace {
            let here = self.folder.path();
            let place = NewPlace::free(&self.home, "Run", here, limit).unwrap();
            let start = place.trace.join(START_FILE);
            fs::write(&start, vec![b' '; bytes]).unwrap();
            let used = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds);
            File::open(start).unwrap().set_modified(used).unwrap();
            fs::write(output_of(&place.trace), "printed").unwrap();
            place
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(self.home.recordings()).unwrap().flatten();
            let names = entries.map(|entry| entry.file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        }
    }

    const TWO: Limit = Limit {
        count: 2,
        bytes: 1 << 30,
    };

    #[test]
    fn the_one_that_was_used_least_recently_gives_way() {
        let project = Project::new();
        drop(project.record(2, 10, TWO));
        drop(project.record(1, 10, TWO));
        let third = project.record(3, 10, TWO);
        let second = project.home.recordings().join("Run-2.elenchus");
        assert_eq!(third.removed, [second]);
        // Its name is free again.
        let names = [
            "Run-2.elenchus",
            "Run-2.output",
            "Run.elenchus",
            "Run.output",
        ];
        assert_eq!(project.names(), names);
    }

    #[test]
    fn too_many_bytes_are_too_many() {
        let project = Project::new();
        let small = Limit {
            count: 20,
            bytes: 100_000,
        };
        drop(project.record(1, 70_000, small));
        drop(project.record(2, 70_000, small));
        assert_eq!(project.record(3, 10, small).removed.len(), 1);
    }

    #[test]
    fn what_is_in_use_stays() {
        let project = Project::new();
        let oldest = project.record(1, 10, TWO);
        drop(project.record(2, 10, TWO));
        let claim = Claim::on(&oldest.trace);
        let trace = oldest.trace.clone();
        drop(oldest);
        let third = project.record(3, 10, TWO);
        assert!(trace.exists() && third.removed.len() == 1);
        drop((claim, third));
        assert_eq!(project.record(4, 10, TWO).removed, [trace]);
    }

    #[test]
    fn only_recordings_are_removed() {
        let project = Project::new();
        drop(project.record(1, 10, TWO));
        let recordings = project.home.recordings();
        let elsewhere = project.folder.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join(START_FILE), "").unwrap();
        std::os::unix::fs::symlink(&elsewhere, recordings.join("Link.elenchus")).unwrap();
        fs::create_dir(recordings.join("notes")).unwrap();
        fs::create_dir(recordings.join("Empty.elenchus")).unwrap();
        let none = Limit { count: 0, bytes: 0 };
        assert_eq!(project.record(2, 10, none).removed.len(), 1);
        assert!(elsewhere.join(START_FILE).exists());
        let names = project.names();
        assert!(names.contains(&"notes".to_owned()) && names.contains(&"Link.elenchus".to_owned()));
    }

    #[test]
    fn a_recording_is_found_by_its_name() {
        let project = Project::new();
        let made = project.record(1, 10, TWO);
        for name in ["Run.elenchus", "Run"] {
            let found = kept_in(&project.home, Path::new(name));
            assert_eq!(found.as_deref(), Some(made.trace.as_path()));
        }
        for name in ["Other", "..", ".", "", "recordings/Run", "/Run"] {
            assert_eq!(kept_in(&project.home, Path::new(name)), None, "{name}");
        }
        // A name that means something here is not given a second meaning.
        fs::create_dir(project.folder.path().join("Run-2.elenchus")).unwrap();
        assert!(project.record(2, 10, TWO).trace.ends_with("Run-3.elenchus"));
    }
}

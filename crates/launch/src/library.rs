//! Libraries of recorders: embedded in this binary, put into a folder of the user's own for programs to load.
//!
//! A program runs whatever is in that file, so nobody else may be able to change it: the folder is closed to others, and the
//! contents are compared with the embedded ones at every use. What differs is replaced. The file's name holds a hash of
//! its contents, so that several versions live side by side; old ones are removed after a month. It appears by an atomic
//! rename: a program that starts at the same moment sees the whole library or none.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use elenchus_guard::files::{self, Unsafe};

use crate::error::LaunchError;

/// After this time an installed library that is not the current one is removed.
const FORGOTTEN: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The path of a library that programs can load, given its contents.
pub fn install(name: &str, contents: &[u8]) -> Result<PathBuf, LaunchError> {
    install_in_first(&cache_folders(), name, contents)
}

/// Where the library may lie, the best place first: the user's cache, else a folder of the user's own among the
/// temporary files.
fn cache_folders() -> Vec<PathBuf> {
    let absolute = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let cache = absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .map(|cache| cache.join("elenchus"));
    // SAFETY: plain system call that cannot fail.
    let user = unsafe { libc::geteuid() };
    let temporary = env::temp_dir().join(format!("elenchus-{user}"));
    cache.into_iter().chain([temporary]).collect()
}

/// Installs in the first folder where that is safe and possible; else says why the best one is not.
fn install_in_first(
    folders: &[PathBuf],
    name: &str,
    contents: &[u8],
) -> Result<PathBuf, LaunchError> {
    let mut first = None;
    for folder in folders {
        match install_in(folder, name, contents) {
            Ok(path) => return Ok(path),
            Err(reason) => first = first.or(Some((folder, reason))),
        }
    }
    let (folder, reason) = first.expect("there is always a folder to try");
    Err(LaunchError::Library {
        path: folder.clone(),
        source: io::Error::other(reason),
    })
}

fn install_in(folder: &Path, name: &str, contents: &[u8]) -> Result<PathBuf, Unsafe> {
    files::private_folder(folder)?;
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    let file = format!("{name}-{:016x}{}", hasher.finish(), env::consts::DLL_SUFFIX);
    let path = folder.join(file);
    if !files::read_own(&path).is_ok_and(|found| found == contents) {
        remove_link(&path);
        files::replace(&path, contents)?;
        remove_forgotten(folder, name, SystemTime::now());
    }
    Ok(path)
}

/// Removes libraries of earlier versions. Whoever still uses one of those versions installs it again at its next start.
fn remove_forgotten(folder: &Path, name: &str, now: SystemTime) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        let of_this_kind = entry.file_name().to_str().is_some_and(|file| {
            file.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('-'))
                && file.ends_with(env::consts::DLL_SUFFIX)
        });
        let written = entry.metadata().and_then(|data| data.modified());
        let age = written
            .ok()
            .and_then(|written| now.duration_since(written).ok());
        if of_this_kind && age.is_some_and(|age| age > FORGOTTEN) {
            // What cannot be removed only takes room.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Takes a link out of the way: in a folder of our own it is as wrong as any other contents.
fn remove_link(path: &Path) {
    if fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink()) {
        // What cannot be removed is refused in a moment.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    const LIBRARY: &[u8] = b"what a program would load";

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    fn open_to_all(path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    }

    #[test]
    fn the_library_is_installed_once_and_repaired_when_cut_short() {
        let cache = tempfile::tempdir().unwrap();
        let folder = cache.path().join("deep/elenchus");
        let path = install_in(&folder, "agent", LIBRARY).unwrap();
        assert_eq!(fs::read(&path).unwrap(), LIBRARY);
        assert_eq!((mode(&folder), mode(&path)), (0o700, 0o600));
        let written = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(install_in(&folder, "agent", LIBRARY).unwrap(), path);
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written);
        fs::write(&path, b"half").unwrap();
        install_in(&folder, "agent", LIBRARY).unwrap();
        assert_eq!(fs::read(&path).unwrap(), LIBRARY);
        assert_eq!(folder.read_dir().unwrap().count(), 1);
    }

    #[test]
    fn libraries_of_versions_that_nobody_uses_are_removed() {
        let cache = tempfile::tempdir().unwrap();
        let folder = cache.path().join("elenchus");
        let old = install_in(&folder, "agent", b"an earlier version").unwrap();
        let other = folder.join("notes.txt");
        fs::write(&other, b"not ours").unwrap();
        let later = SystemTime::now() + FORGOTTEN / 2;
        remove_forgotten(&folder, "agent", later);
        assert!(old.exists());
        remove_forgotten(&folder, "agent", later + FORGOTTEN);
        assert!(!old.exists() && other.exists());
    }

    #[test]
    fn a_planted_library_of_the_right_length_is_replaced() {
        let cache = tempfile::tempdir().unwrap();
        let folder = cache.path().join("elenchus");
        let path = install_in(&folder, "agent", LIBRARY).unwrap();
        fs::write(&path, vec![0x90; LIBRARY.len()]).unwrap();
        open_to_all(&folder);
        install_in(&folder, "agent", LIBRARY).unwrap();
        assert_eq!(fs::read(&path).unwrap(), LIBRARY);
        assert_eq!(mode(&folder), 0o700);

        let elsewhere = cache.path().join("elsewhere");
        fs::write(&elsewhere, LIBRARY).unwrap();
        fs::remove_file(&path).unwrap();
        symlink(&elsewhere, &path).unwrap();
        install_in(&folder, "agent", LIBRARY).unwrap();
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
    }

    #[test]
    fn a_folder_that_others_can_replace_is_not_used() {
        let shared = tempfile::tempdir().unwrap();
        open_to_all(shared.path());
        let own = tempfile::tempdir().unwrap();
        let folders = [shared.path().join("elenchus"), own.path().join("elenchus")];
        let path = install_in_first(&folders, "agent", LIBRARY).unwrap();
        assert!(path.starts_with(own.path()));
        let error = install_in_first(&folders[..1], "agent", LIBRARY).unwrap_err();
        let reason = std::error::Error::source(&error).unwrap().to_string();
        assert!(reason.contains("other users can write to"), "{reason}");
    }

    #[test]
    fn a_folder_that_another_user_planted_is_not_used() {
        let temporary = tempfile::tempdir().unwrap();
        let planted = temporary.path().join("elenchus");
        fs::create_dir(&planted).unwrap();
        if std::os::unix::fs::chown(&planted, Some(65534), None).is_err() {
            eprintln!("skipped: only the administrator can give folders away");
            return;
        }
        let reason = install_in(&planted, "agent", LIBRARY)
            .unwrap_err()
            .to_string();
        assert!(reason.contains("belongs to another user"), "{reason}");
        assert_eq!(planted.read_dir().unwrap().count(), 0);
    }

    #[test]
    fn without_a_home_the_folder_is_the_users_own() {
        let last = cache_folders().pop().unwrap();
        // SAFETY: plain system call that cannot fail.
        let user = unsafe { libc::geteuid() };
        assert!(last.ends_with(format!("elenchus-{user}")), "{last:?}");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let cache = tempfile::tempdir().unwrap();
        let file = cache.path().join("file");
        fs::write(&file, b"").unwrap();
        let error = install_in_first(&[file.join("below")], "agent", LIBRARY).unwrap_err();
        assert!(error.to_string().contains("XDG_CACHE_HOME"));
    }
}

//! The agent library: embedded in this binary, put into the user's cache folder for the JVM to load.
//!
//! The file's name holds a hash of its contents, so that several versions live side by side and a
//! file that is there is never written again. It appears by an atomic rename: a JVM that starts at
//! the same moment sees the whole library or none.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::LaunchError;

/// The agent as it was built together with this binary.
const LIBRARY: &[u8] = include_bytes!(env!("ELENCHUS_AGENT_LIBRARY"));

/// The path of a library the JVM can load. `ELENCHUS_AGENT` names another one, for development.
pub fn install() -> Result<PathBuf, LaunchError> {
    match env::var_os("ELENCHUS_AGENT") {
        Some(path) => Ok(path.into()),
        None => install_in(&cache_folder()),
    }
}

fn cache_folder() -> PathBuf {
    let absolute = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .unwrap_or_else(env::temp_dir)
        .join("elenchus")
}

fn install_in(folder: &Path) -> Result<PathBuf, LaunchError> {
    let failed = |source| LaunchError::Agent {
        path: folder.to_path_buf(),
        source,
    };
    let mut hasher = DefaultHasher::new();
    LIBRARY.hash(&mut hasher);
    let name = format!("agent-{:016x}{}", hasher.finish(), env::consts::DLL_SUFFIX);
    let path = folder.join(name);
    let complete = fs::metadata(&path).is_ok_and(|data| data.len() == LIBRARY.len() as u64);
    if !complete {
        fs::create_dir_all(folder).map_err(failed)?;
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        file.write_all(LIBRARY).map_err(failed)?;
        file.persist(&path).map_err(|error| failed(error.error))?;
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_installed_once_and_repaired_when_cut_short() {
        let cache = tempfile::tempdir().unwrap();
        let folder = cache.path().join("deep/elenchus");
        let path = install_in(&folder).unwrap();
        assert_eq!(fs::read(&path).unwrap(), LIBRARY);
        let written = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(install_in(&folder).unwrap(), path);
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written);
        fs::write(&path, b"half").unwrap();
        install_in(&folder).unwrap();
        assert_eq!(fs::read(&path).unwrap(), LIBRARY);
        assert_eq!(folder.read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let cache = tempfile::tempdir().unwrap();
        let file = cache.path().join("file");
        fs::write(&file, b"").unwrap();
        let error = install_in(&file.join("below")).unwrap_err();
        assert!(error.to_string().contains("XDG_CACHE_HOME"));
    }
}

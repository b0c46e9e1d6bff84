//! The folders that the client may have recordings made in and opened from: those named when the server was started.

use std::io;
use std::path::{Component, Path, PathBuf};

use elenchus_inquiry::keep::home::Home;
use elenchus_inquiry::keep::recordings::kept_in;

use crate::call::ToolError;

/// The folders that may be touched, all links resolved; at least one.
#[derive(Clone, Debug)]
pub struct Places {
    roots: Vec<PathBuf>,
}

impl Places {
    /// These folders, or the working directory when there are none.
    pub fn new(named: &[PathBuf]) -> Result<Places, (PathBuf, io::Error)> {
        let here = [PathBuf::from(".")];
        let named = if named.is_empty() { &here } else { named };
        let roots = named.iter().map(|folder| {
            let found = folder.canonicalize();
            let found = found.and_then(|found| match found.is_dir() {
                true => Ok(found),
                false => Err(io::Error::from(io::ErrorKind::NotADirectory)),
            });
            found.map_err(|error| (folder.clone(), error))
        });
        Ok(Places {
            roots: roots.collect::<Result<_, _>>()?,
        })
    }

    /// The folder in which commands run and recordings are made.
    pub fn home(&self) -> &Path {
        &self.roots[0]
    }

    /// What a client calls a file or folder, once it is known to be inside one of the roots. Links that lead outside do not
    /// help.
    pub fn inside(&self, path: &str) -> Result<PathBuf, ToolError> {
        let mut named = self.home().join(path);
        if named.symlink_metadata().is_err() {
            let kept = kept_in(&Home::of(self.home()), Path::new(path));
            named = kept.unwrap_or(named);
        }
        let outside = || {
            ToolError::new(format!(
                "{path} is outside the folders that this server may touch; start `elenchus mcp` with `--root` to \
                 allow its folder"
            ))
        };
        // Whether something is there is told of what is inside only.
        if !self.holds(&without_dots(&named)) {
            return Err(outside());
        }
        let found = named.canonicalize();
        let found =
            found.map_err(|error| ToolError::new(format!("failed to open {path}: {error}")))?;
        match self.holds(&found) {
            true => Ok(found),
            false => Err(outside()),
        }
    }

    fn holds(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(root))
    }

    /// How a path is called to the client: from the first root where that is possible; one of the project's recordings by its
    /// name alone.
    pub fn called(&self, path: &Path) -> String {
        let recordings = Home::of(self.home()).recordings();
        let inside = path
            .strip_prefix(recordings)
            .or_else(|_| path.strip_prefix(self.home()))
            .unwrap_or(path);
        inside.display().to_string()
    }
}

/// A path with `.` and `..` taken out as they are written, whatever is there.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            component => plain.push(component),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_inside_can_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (mine, other) = (folder.path().join("mine"), folder.path().join("other"));
        std::fs::create_dir_all(mine.join("sub")).unwrap();
        std::fs::create_dir_all(&other).unwrap();
        std::os::unix::fs::symlink(&other, mine.join("link")).unwrap();
        let places = Places::new(std::slice::from_ref(&mine)).unwrap();
        let sub = places.inside("sub").unwrap();
        assert_eq!(places.called(&sub), "sub");
        let absolute = other.display().to_string();
        for outside in [
            "..",
            "../other",
            "../none",
            "link",
            "/",
            "/etc/passwd",
            &absolute,
        ] {
            let refused = places.inside(outside).unwrap_err().to_string();
            assert!(refused.contains("outside the folders"), "{refused}");
        }
        for nothing in ["", "sub/none", "a\0b"] {
            let found = places.inside(nothing);
            assert!(
                nothing.is_empty() || found.is_err(),
                "{nothing:?}: {found:?}"
            );
        }
    }

    #[test]
    fn a_root_must_be_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        for wrong in [file, folder.path().join("none")] {
            assert_eq!(
                Places::new(std::slice::from_ref(&wrong)).unwrap_err().0,
                wrong
            );
        }
    }
}

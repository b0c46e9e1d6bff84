//! Finding the source file of a class.
//!
//! Class files name only the file (`Chess.java`) and the package; the recording therefore knows a relative name such as
//! `org/example/Chess.java`, and the folder it lies under must be found. The usual layouts of Java projects are tried in
//! a fixed order; the disk is never searched.

use std::path::{Component, Path, PathBuf};

/// Where sources lie below a project's folder, most specific convention last.
const CONVENTIONS: [&str; 5] = ["", "src", "src/main/java", "src/test/java", "test"];

/// The folders in which sources are looked for.
#[derive(Debug, Clone, Default)]
pub struct SourceRoots {
    roots: Vec<PathBuf>,
}

impl SourceRoots {
    /// Folders given by the user or by the recording, first match wins.
    pub fn new(roots: impl IntoIterator<Item = PathBuf>) -> Self {
        SourceRoots {
            roots: roots.into_iter().collect(),
        }
    }

    /// The file with this relative name, below one of the roots or below one of their modules.
    ///
    /// Names that would lead out of the roots (absolute ones, `..`) find nothing: they come from a recording, which is
    /// data, not a wish of the user.
    pub fn locate(&self, name: &Path) -> Option<PathBuf> {
        let stays_inside = name
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !stays_inside || name.as_os_str().is_empty() {
            return None;
        }
        self.roots
            .iter()
            .find_map(|root| below(root, name))
            .or_else(|| self.roots.iter().find_map(|root| in_modules(root, name)))
    }
}

fn below(folder: &Path, name: &Path) -> Option<PathBuf> {
    CONVENTIONS
        .iter()
        .map(|convention| folder.join(convention).join(name))
        .find(|candidate| candidate.is_file())
}

/// Looks one folder deeper, where the modules of a multi-module build lie. Sorted, so that the choice is stable.
fn in_modules(root: &Path, name: &Path) -> Option<PathBuf> {
    let mut modules: Vec<PathBuf> = std::fs::read_dir(root)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    modules.sort();
    modules.iter().find_map(|module| below(module, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn usual_layouts_are_found_and_the_outside_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        for file in [
            "Plain.java",
            "src/main/java/org/example/A.java",
            "core/src/test/java/org/example/ATest.java",
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::write(folder.path().join("Secret.java"), "").unwrap();

        let roots = SourceRoots::new([root.clone()]);
        let find = |name: &str| {
            let found = roots.locate(Path::new(name))?;
            Some(found.strip_prefix(&root).unwrap().to_owned())
        };
        assert_eq!(find("Plain.java").unwrap(), Path::new("Plain.java"));
        assert_eq!(
            find("org/example/A.java").unwrap(),
            Path::new("src/main/java/org/example/A.java")
        );
        assert_eq!(
            find("org/example/ATest.java").unwrap(),
            Path::new("core/src/test/java/org/example/ATest.java")
        );
        assert_eq!(find("org/example/B.java"), None);
        assert_eq!(roots.locate(Path::new("../Secret.java")), None);
        assert_eq!(roots.locate(&folder.path().join("Secret.java")), None);
        assert_eq!(roots.locate(Path::new("")), None);
    }
}

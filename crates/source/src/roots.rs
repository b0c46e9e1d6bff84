//! Finding a source file.
//!
//! A recording knows a relative name such as `org/example/Chess.java`, and the folder it lies under must be found. The usual layouts of
//! projects in its language are tried in a fixed order; the disk is never searched.

use std::path::{Component, Path, PathBuf};

/// The folders in which sources are looked for.
#[derive(Debug, Clone, Default)]
pub struct SourceRoots {
    roots: Vec<PathBuf>,
    /// Where sources lie below a project's folder.
    usual: &'static [&'static str],
}

impl SourceRoots {
    /// Folders given by the user or by the recording, first match wins, and where the language's projects keep their sources below them
    /// ([`crate::Syntax::source_folders`]).
    pub fn new(roots: impl IntoIterator<Item = PathBuf>, usual: &'static [&'static str]) -> Self {
        SourceRoots {
            roots: roots.into_iter().collect(),
            usual,
        }
    }

    /// The folders, as they were given.
    pub fn folders(&self) -> &[PathBuf] {
        &self.roots
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
        let mut names = std::iter::successors(Some(name), |name| shortened(name));
        names.find_map(|name| self.locate_exactly(name))
    }

    fn locate_exactly(&self, name: &Path) -> Option<PathBuf> {
        self.roots
            .iter()
            .find_map(|root| self.below(root, name))
            .or_else(|| {
                let mut roots = self.roots.iter();
                roots.find_map(|root| self.in_modules(root, name))
            })
    }

    fn below(&self, folder: &Path, name: &Path) -> Option<PathBuf> {
        self.usual
            .iter()
            .map(|usual| folder.join(usual).join(name))
            .find(|candidate| candidate.is_file())
    }

    /// Looks one folder deeper, where the modules of a multi-module build lie. Sorted, so that the choice is stable.
    fn in_modules(&self, root: &Path, name: &Path) -> Option<PathBuf> {
        let mut modules: Vec<PathBuf> = std::fs::read_dir(root)
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_dir())
            .collect();
        modules.sort();
        modules.iter().find_map(|module| self.below(module, name))
    }
}

/// A file without the outermost folder of its package, where the language lets sources lie so: projects in Kotlin and Scala
/// leave out the packages that all their files share.
fn shortened(name: &Path) -> Option<&Path> {
    const WITHOUT_FOLDERS: [&str; 4] = ["kt", "kts", "scala", "groovy"];
    let extension = name.extension()?.to_str()?;
    let mut parts = name.components();
    parts.next();
    let shorter = parts.as_path();
    let is_file = !shorter.as_os_str().is_empty();
    (WITHOUT_FOLDERS.contains(&extension) && is_file).then_some(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Syntax;
    use std::fs;

    #[test]
    fn usual_layouts_are_found_and_the_outside_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        for file in [
            "Plain.java",
            "src/main/java/org/example/A.java",
            "core/src/test/java/org/example/ATest.java",
            "src/java/org/example/Old.java",
            "src/test/org/example/OldTest.java",
            "app/src/main/kotlin/Till.kt",
            "src/main/scala/example/Bill.scala",
            "src/test/groovy/org/example/Spec.groovy",
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::write(folder.path().join("Secret.java"), "").unwrap();

        let roots = SourceRoots::new([root.clone()], crate::Java.source_folders());
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
        for (name, place) in [
            ("org/example/Old.java", "src/java/org/example/Old.java"),
            (
                "org/example/OldTest.java",
                "src/test/org/example/OldTest.java",
            ),
            ("org/example/Till.kt", "app/src/main/kotlin/Till.kt"),
            (
                "org/example/Bill.scala",
                "src/main/scala/example/Bill.scala",
            ),
            (
                "org/example/Spec.groovy",
                "src/test/groovy/org/example/Spec.groovy",
            ),
        ] {
            assert_eq!(find(name).as_deref(), Some(Path::new(place)), "{name}");
        }
        assert_eq!(
            find("org/example/Plain.java"),
            None,
            "Java has a folder for each package"
        );
        assert_eq!(find("org/example/B.java"), None);
        assert_eq!(roots.locate(Path::new("../Secret.java")), None);
        assert_eq!(roots.locate(&folder.path().join("Secret.java")), None);
        assert_eq!(roots.locate(Path::new("")), None);
    }
}

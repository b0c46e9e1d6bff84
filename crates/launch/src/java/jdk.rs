//! Finding a JDK.
//!
//! In this order: the folder the user named, `JAVA_HOME`, the `java` of the `PATH` (links followed,
//! so that `javac` is found beside it), the usual system folder. The newest of the system folder
//! wins.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::error::JavaError;

/// A Java installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    home: PathBuf,
}

/// Where Linux distributions put their JDKs.
const SYSTEM_FOLDER: &str = "/usr/lib/jvm";

/// Options for a compiler that gets a few files: it is done before compiling itself well would pay off.
pub const FEW_FILES: [&str; 2] = ["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"];

impl Jdk {
    /// The installation in this folder.
    pub fn at(home: &Path) -> Result<Self, JavaError> {
        let jdk = Self {
            home: home.to_path_buf(),
        };
        if jdk.java().is_file() {
            Ok(jdk)
        } else {
            Err(JavaError::NotAJdk(home.to_path_buf()))
        }
    }

    /// The installation to use when the user named none, or the one the user named.
    pub fn find(named: Option<&Path>) -> Result<Self, JavaError> {
        Self::find_in(
            named,
            env::var_os("JAVA_HOME").as_deref(),
            env::var_os("PATH").as_deref(),
            Path::new(SYSTEM_FOLDER),
        )
    }

    fn find_in(
        named: Option<&Path>,
        java_home: Option<&OsStr>,
        path: Option<&OsStr>,
        system: &Path,
    ) -> Result<Self, JavaError> {
        let chosen = named.or(java_home.filter(|home| !home.is_empty()).map(Path::new));
        if let Some(home) = chosen {
            return Self::at(home);
        }
        let on_path = path
            .into_iter()
            .flat_map(env::split_paths)
            .find_map(|folder| folder.join("java").canonicalize().ok())
            .and_then(|java| Self::at(java.parent()?.parent()?).ok());
        on_path
            .or_else(|| Self::all_in(system).pop())
            .ok_or(JavaError::NoJdk)
    }

    /// All installations on this machine, oldest first, each once; the one of `JAVA_HOME` included.
    pub fn all() -> Vec<Self> {
        let mut found = Self::all_in(Path::new(SYSTEM_FOLDER));
        let home = env::var_os("JAVA_HOME");
        if let Some(jdk) = home.and_then(|home| Self::at(home.as_ref()).ok())
            && !found.iter().any(|other| other.same_as(&jdk))
        {
            found.push(jdk);
        }
        found
    }

    fn all_in(folder: &Path) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        let entries = folder.read_dir().into_iter().flatten().flatten();
        for jdk in entries.filter_map(|entry| Self::at(&entry.path()).ok()) {
            if !found.iter().any(|other| other.same_as(&jdk)) {
                found.push(jdk);
            }
        }
        found.sort_by_key(|jdk| (jdk.major_version(), jdk.home.clone()));
        found
    }

    fn same_as(&self, other: &Self) -> bool {
        self.java().canonicalize().ok() == other.java().canonicalize().ok()
    }

    /// Its folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The `java` launcher.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    /// The compiler, if it has one. For a few files it is given [`FEW_FILES`].
    pub fn javac(&self) -> Result<PathBuf, JavaError> {
        let javac = self.home.join("bin/javac");
        if javac.is_file() {
            Ok(javac)
        } else {
            Err(JavaError::NoCompiler(self.home.clone()))
        }
    }

    /// The feature release (17, 25) its `release` file names; 0 when there is none.
    pub fn major_version(&self) -> u32 {
        let release = std::fs::read_to_string(self.home.join("release")).unwrap_or_default();
        let version = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
        let digits = version.and_then(|version| version.split(['.', '"', '-', '+']).next());
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fake_jdk(root: &Path, name: &str, version: &str) -> PathBuf {
        let home = root.join(name);
        std::fs::create_dir_all(home.join("bin")).unwrap();
        std::fs::write(home.join("bin/java"), name).unwrap();
        std::fs::write(
            home.join("release"),
            format!("JAVA_VERSION=\"{version}\"\n"),
        )
        .unwrap();
        home
    }

    #[test]
    fn a_named_folder_comes_first_and_must_be_a_jdk() {
        let root = tempfile::tempdir().unwrap();
        let named = fake_jdk(root.path(), "named", "17.0.2");
        let home = fake_jdk(root.path(), "home", "25");
        let empty = root.path().join("empty");
        let find = |named: Option<&Path>, home: Option<&Path>| {
            Jdk::find_in(named, home.map(Path::as_os_str), None, &empty)
        };
        assert_eq!(find(Some(&named), Some(&home)).unwrap().home(), named);
        assert_eq!(find(None, Some(&home)).unwrap().major_version(), 25);
        assert!(matches!(
            find(Some(&empty), None),
            Err(JavaError::NotAJdk(_))
        ));
        assert!(matches!(find(None, None), Err(JavaError::NoJdk)));
    }

    #[test]
    fn the_path_is_followed_to_the_real_folder() {
        let root = tempfile::tempdir().unwrap();
        let home = fake_jdk(root.path(), "real", "17").canonicalize().unwrap();
        let bin = root.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink(home.join("bin/java"), bin.join("java")).unwrap();
        let found = Jdk::find_in(None, None, Some(bin.as_os_str()), root.path()).unwrap();
        assert_eq!(found.home(), home);
    }

    #[test]
    fn the_newest_of_the_system_folder_is_taken() {
        let root = tempfile::tempdir().unwrap();
        fake_jdk(root.path(), "a", "25.0.1");
        fake_jdk(root.path(), "b", "17.0.9");
        std::os::unix::fs::symlink(root.path().join("a"), root.path().join("link")).unwrap();
        let all = Jdk::all_in(root.path());
        assert_eq!(all.len(), 2);
        let found = Jdk::find_in(None, None, None, root.path()).unwrap();
        assert_eq!(found.major_version(), 25);
    }
}

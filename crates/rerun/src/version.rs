//! Where the classes of a version are: a jar, a folder of classes, the output of a build tool, or sources to be compiled, a single
//! file of them included.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use elenchus_launch::LaunchError;
use elenchus_launch::java::jdk::Jdk;
use elenchus_recorded::run::Run;
use elenchus_trace::meta::CLASS_PATH_FILE;
use tempfile::TempDir;
use thiserror::Error;

/// Where build tools put classes and what else belongs on the class path.
const OUTPUTS: [&str; 8] = [
    "target/classes",
    "target/test-classes",
    "build/classes/java/main",
    "build/classes/java/test",
    "build/classes/kotlin/main",
    "build/resources/main",
    "out/production/classes",
    "bin",
];

/// Where the jars that a version needs may lie.
const LIBRARIES: [&str; 4] = ["target/dependency", "lib", "libs", "build/libs"];

/// Where sources stand in a checkout.
const SOURCES: [&str; 4] = ["src/main/java", "src/java", "src", "."];

/// How a jar begins.
const JAR_START: &[u8] = b"PK";

/// How deep below a folder classes and sources are looked for.
const DEEPEST: usize = 12;

/// A version of a program that calls can be run on.
#[derive(Debug)]
pub struct Version {
    name: String,
    class_path: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    home: Option<PathBuf>,
    /// Classes that were compiled for this; deleted with it.
    _compiled: Option<TempDir>,
}

/// Why a path is no version.
#[derive(Debug, Error)]
pub enum VersionError {
    #[error("there is no {path}", path = .0.display())]
    Missing(PathBuf),
    #[error("calls of a {0} program cannot be run again yet")]
    Language(&'static str),
    #[error("{path} holds neither classes nor Java sources", path = .0.display())]
    Nothing(PathBuf),
    #[error(
        "{path} is neither a jar nor a Java source: name one of those, a folder of classes or sources, or a checkout that was built",
        path = .0.display()
    )]
    OtherFile(PathBuf),
    #[error("failed to read {path}", path = path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("failed to find a JDK to compile {path} with", path = path.display())]
    NoCompiler { path: PathBuf, source: LaunchError },
    #[error("the sources in {path} do not compile:\n{said}", path = path.display())]
    DoesNotCompile { path: PathBuf, said: String },
}

impl Version {
    /// The version that was recorded.
    pub fn recorded(run: &Run) -> Version {
        Version {
            name: "the recorded version".to_owned(),
            class_path: recorded_class_path(run),
            sources: run.sources().folders().to_vec(),
            home: recorded_jdk(run),
            _compiled: None,
        }
    }

    /// The version that was recorded, compiled anew from the sources that its recording keeps when its classes are gone.
    pub fn recorded_or_compiled(run: &Run) -> Result<Version, VersionError> {
        let recorded = Version::recorded(run);
        match recorded.class_path.is_empty() {
            true => Version::at(&run.trace().folder().join("sources"), run),
            false => Ok(recorded),
        }
    }

    /// The version at a path, of a program that was recorded: libraries and the JDK are those of the recording.
    pub fn at(path: &Path, run: &Run) -> Result<Version, VersionError> {
        if !elenchus_languages::runs_again(run.trace()) {
            return Err(VersionError::Language(run.language().name()));
        }
        let class_path = &recorded_class_path(run);
        let unreadable = |source| VersionError::Unreadable {
            path: path.to_owned(),
            source,
        };
        if !path.exists() {
            return Err(VersionError::Missing(path.to_owned()));
        }
        let path = &path.canonicalize().map_err(unreadable)?;
        let mut version = Version {
            name: path.display().to_string(),
            class_path: Vec::new(),
            sources: vec![path.clone()],
            home: recorded_jdk(run),
            _compiled: None,
        };
        let outputs: Vec<PathBuf> = OUTPUTS
            .iter()
            .map(|output| path.join(output))
            .filter(|output| holds(output, "class", DEEPEST))
            .collect();
        if path.is_file() {
            version.take_file(path, class_path)?;
        } else if !outputs.is_empty() {
            version.class_path.extend(outputs);
        } else if holds(path, "class", DEEPEST) {
            version.class_path.push(path.clone());
        } else {
            version.compile_folder(path, class_path)?;
        }
        let libraries = LIBRARIES
            .iter()
            .flat_map(|folder| jars_in(&path.join(folder)));
        version.class_path.extend(libraries);
        version.class_path.extend(class_path.iter().cloned());
        Ok(version)
    }

    /// Takes a jar, or a source file that changes one of the recorded classes.
    fn take_file(&mut self, file: &Path, class_path: &[PathBuf]) -> Result<(), VersionError> {
        let unreadable = |source| VersionError::Unreadable {
            path: file.to_owned(),
            source,
        };
        if file.extension().is_some_and(|end| end == "java") {
            self.sources = file.parent().map(Path::to_owned).into_iter().collect();
            return self.compile(file, vec![file.to_owned()], class_path);
        }
        let mut start = Vec::new();
        let opened = fs::File::open(file).map_err(unreadable)?;
        let start_length = JAR_START.len() as u64;
        io::Read::read_to_end(&mut io::Read::take(opened, start_length), &mut start)
            .map_err(unreadable)?;
        if start != JAR_START {
            return Err(VersionError::OtherFile(file.to_owned()));
        }
        self.class_path.push(file.to_owned());
        Ok(())
    }

    /// Compiles the sources below a folder, which holds no classes.
    fn compile_folder(&mut self, path: &Path, class_path: &[PathBuf]) -> Result<(), VersionError> {
        let root = SOURCES
            .iter()
            .map(|folder| path.join(folder))
            .find(|root| holds(root, "java", DEEPEST))
            .ok_or_else(|| VersionError::Nothing(path.to_owned()))?;
        self.compile(path, files_below(&root, "java", DEEPEST), class_path)?;
        self.sources.insert(0, root);
        Ok(())
    }

    fn compile(
        &mut self,
        path: &Path,
        files: Vec<PathBuf>,
        class_path: &[PathBuf],
    ) -> Result<(), VersionError> {
        let unreadable = |source| VersionError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let no_compiler = |source: LaunchError| VersionError::NoCompiler {
            path: path.to_owned(),
            source,
        };
        let jdk = Jdk::find(self.home.as_deref()).map_err(|error| no_compiler(error.into()))?;
        let javac = jdk.javac().map_err(|error| no_compiler(error.into()))?;
        let folder = tempfile::Builder::new()
            .prefix("elenchus-version-")
            .tempdir()
            .map_err(unreadable)?;
        let output = Command::new(javac)
            .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(folder.path())
            .arg("-cp")
            .arg(joined(class_path))
            .args(files)
            .output()
            .map_err(unreadable)?;
        if !output.status.success() {
            return Err(VersionError::DoesNotCompile {
                path: path.to_owned(),
                said: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            });
        }
        self.class_path.push(folder.path().to_owned());
        self._compiled = Some(folder);
        Ok(())
    }

    /// What users know it as.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its class path, as the option of `java` takes it.
    pub fn class_path(&self) -> OsString {
        joined(&self.class_path)
    }

    /// Where its sources may be.
    pub fn sources(&self) -> &[PathBuf] {
        &self.sources
    }

    /// The JDK that was chosen for it.
    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }
}

/// The JDK that the recorded program ran on, if it is still there: collections of another one may have other fields.
fn recorded_jdk(run: &Run) -> Option<PathBuf> {
    let java = run.trace().meta().command.first()?;
    let home = Path::new(java).parent()?.parent()?;
    home.join("bin/java").is_file().then(|| home.to_owned())
}

/// The class path that the recorded program had, as far as it is still there: the one that it said itself when it ended, since build tools
/// hide it from the command line, or the one that it was started with.
fn recorded_class_path(run: &Run) -> Vec<PathBuf> {
    let said = fs::read_to_string(run.trace().folder().join(CLASS_PATH_FILE)).ok();
    let started_with = || {
        let mut words = run.trace().meta().command.iter();
        words.find(|word| ["-cp", "-classpath", "--class-path"].contains(&word.as_str()))?;
        words.next().cloned()
    };
    let paths = said.or_else(started_with).unwrap_or_default();
    std::env::split_paths(&paths)
        .filter(|path| path.exists())
        .collect()
}

fn joined(class_path: &[PathBuf]) -> OsString {
    std::env::join_paths(class_path).unwrap_or_default()
}

fn jars_in(folder: &Path) -> Vec<PathBuf> {
    files_below(folder, "jar", 1)
}

/// Whether a folder holds a file with this extension.
fn holds(folder: &Path, extension: &str, depth: usize) -> bool {
    entries(folder).any(|path| match path.is_dir() {
        true => depth > 1 && !is_hidden(&path) && holds(&path, extension, depth - 1),
        false => path.extension().is_some_and(|found| found == extension),
    })
}

/// The files with this extension below a folder.
fn files_below(folder: &Path, extension: &str, depth: usize) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            if depth > 1 && !is_hidden(&path) {
                files.extend(files_below(&path, extension, depth - 1));
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with('.'))
}

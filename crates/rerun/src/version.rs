//! Where the classes of a version are: a jar, a folder of classes, the output of a build tool, or sources to be compiled, a single
//! file of them included.
//!
//! Libraries and resources come from the class path of the recorded program. What a version lacks of its own must not come from
//! there: it would be the recorded code that answers for the version.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use elenchus_launch::LaunchError;
use elenchus_launch::java::jdk::Jdk;
use elenchus_recorded::run::Run;
use elenchus_trace::definition::Level;
use elenchus_trace::meta::CLASS_PATH_FILE;
use tempfile::TempDir;
use thiserror::Error;

use crate::classes::{self, names};
use crate::files::{files_below, files_in, folders_in, holds};

/// Where build tools put classes and what else belongs on the class path.
const OUTPUTS: [&str; 7] = [
    "target/classes",
    "target/test-classes",
    "build/classes/java/main",
    "build/classes/java/test",
    "build/classes/kotlin/main",
    "build/resources/main",
    "out/production/classes",
];

/// Where others put classes. A package may have that name, so it counts at the top only.
const OUTPUT_AT_TOP: &str = "bin";

/// Folders that hold no modules of their own.
const NO_MODULES: [&str; 6] = ["src", "target", "build", "out", "bin", "node_modules"];

/// Where the jars that a version needs may lie.
const LIBRARIES: [&str; 4] = ["target/dependency", "lib", "libs", "build/libs"];

/// Where sources stand in a checkout.
const SOURCES: [&str; 4] = ["src/main/java", "src/java", "src", "."];

/// Where those stand that belong to classes which were built before.
const BUILT_SOURCES: [&str; 5] = ["src/main/java", "src/test/java", "src/java", "src", "."];

/// How deep in a checkout its modules lie.
const DEEPEST_MODULE: usize = 4;

/// How a jar begins.
const JAR_START: &[u8] = b"PK";

/// The folder inside a recording that keeps the sources as they were when it was recorded.
pub const KEPT_SOURCES: &str = "sources";

/// A version of a program that calls can be run on.
#[derive(Debug)]
pub struct Version {
    name: String,
    class_path: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    home: Option<PathBuf>,
    /// Classes of the recorded program that this version does not have. They are still on its class path, beside resources and libraries.
    lacking: HashSet<String>,
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
    #[error("{path} holds none of the classes that were recorded: it is another program", path = .0.display())]
    OtherProgram(PathBuf),
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
    #[error("sources in {path} are newer than their classes, and do not compile by themselves; build it first:\n{said}", path = path.display())]
    NotBuilt { path: PathBuf, said: String },
}

impl Version {
    /// The version that was recorded. What was built anew since then is compiled from the sources that the recording keeps, and so is
    /// all of it when its classes are gone.
    pub fn recorded(run: &Run) -> Result<Version, VersionError> {
        let kept = run.trace().folder().join(KEPT_SOURCES);
        let mut version = Version {
            name: "the recorded version".to_owned(),
            class_path: recorded_class_path(run),
            sources: run.sources().folders().to_vec(),
            home: recorded_jdk(run),
            lacking: HashSet::new(),
            _compiled: None,
        };
        if version.class_path.is_empty() {
            return Version::at(&kept, run);
        }
        let changed = built_since(run, &version.class_path, &kept);
        if !changed.is_empty() {
            // Where they do not compile, the classes may be the same all the same: whoever runs a call sees whether the same comes out.
            let _ = version.compile(&kept, changed, &[]);
        }
        Ok(version)
    }

    /// The version at a path, of a program that was recorded: libraries and the JDK are those of the recording.
    pub fn at(path: &Path, run: &Run) -> Result<Version, VersionError> {
        if !elenchus_languages::runs_again(run.trace()) {
            return Err(VersionError::Language(run.language().name()));
        }
        let unreadable = |source| VersionError::Unreadable {
            path: path.to_owned(),
            source,
        };
        if !path.exists() {
            return Err(VersionError::Missing(path.to_owned()));
        }
        let path = &path.canonicalize().map_err(unreadable)?;
        let recorded = recorded_class_path(run);
        let mut version = Version {
            name: path.display().to_string(),
            class_path: recorded.clone(),
            sources: vec![path.clone()],
            home: recorded_jdk(run),
            lacking: HashSet::new(),
            _compiled: None,
        };
        let modules = modules(path);
        if path.is_file() {
            version.take_file(path)?;
        } else if !modules.is_empty() {
            version.take_built(path, &modules)?;
        } else if holds(path, "class") {
            let built = Module {
                folder: path.clone(),
                outputs: vec![path.clone()],
            };
            version.take_built(path, &[built])?;
        } else {
            version.compile_folder(path)?;
        }
        let own = version.class_path.len() - recorded.len();
        let lacking = lacking(&version.class_path[..own], &recorded, run)
            .ok_or_else(|| VersionError::OtherProgram(path.clone()))?;
        // One file is a change of the recorded program, and no whole version.
        if !is_source(path) {
            version.lacking = lacking;
        }
        Ok(version)
    }

    /// Puts something in front of all other classes.
    fn prepend(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        self.class_path.splice(0..0, paths);
    }

    /// Takes a jar, or a source file that changes one of the recorded classes.
    fn take_file(&mut self, file: &Path) -> Result<(), VersionError> {
        let unreadable = |source| VersionError::Unreadable {
            path: file.to_owned(),
            source,
        };
        if is_source(file) {
            self.sources = file.parent().map(Path::to_owned).into_iter().collect();
            return self.compile(file, vec![file.to_owned()], &[]);
        }
        let mut start = Vec::new();
        let opened = fs::File::open(file).map_err(unreadable)?;
        let start_length = JAR_START.len() as u64;
        io::Read::read_to_end(&mut io::Read::take(opened, start_length), &mut start)
            .map_err(unreadable)?;
        if start != JAR_START {
            return Err(VersionError::OtherFile(file.to_owned()));
        }
        self.prepend([file.to_owned()]);
        Ok(())
    }

    /// Takes the classes that were built in a folder, and compiles what was changed after that.
    fn take_built(&mut self, path: &Path, modules: &[Module]) -> Result<(), VersionError> {
        let mut folders: Vec<&Path> = modules.iter().map(|module| &*module.folder).collect();
        if !folders.contains(&path) {
            folders.push(path);
        }
        self.prepend(folders.into_iter().flat_map(libraries).collect::<Vec<_>>());
        let outputs = modules.iter().flat_map(|module| module.outputs.clone());
        self.prepend(outputs.collect::<Vec<_>>());
        let roots = modules.iter().flat_map(|module| {
            let roots = BUILT_SOURCES.iter().map(|root| module.folder.join(root));
            roots.filter(|root| root.is_dir())
        });
        let roots: Vec<PathBuf> = roots.collect();
        let changed: Vec<PathBuf> = modules.iter().flat_map(Module::changed).collect();
        if changed.is_empty() {
            return Ok(());
        }
        self.compile(path, changed, &roots)
            .map_err(|error| match error {
                VersionError::DoesNotCompile { path, said } => {
                    VersionError::NotBuilt { path, said }
                }
                error => error,
            })
    }

    /// Compiles the sources below a folder, which holds no classes.
    fn compile_folder(&mut self, path: &Path) -> Result<(), VersionError> {
        let root = SOURCES
            .iter()
            .map(|folder| path.join(folder))
            .find(|root| holds(root, "java"))
            .ok_or_else(|| VersionError::Nothing(path.to_owned()))?;
        self.prepend(libraries(path));
        self.compile(path, files_below(&root, "java"), &[])?;
        self.sources.insert(0, root);
        Ok(())
    }

    /// Compiles files, with what else is found below some folders, in front of all other classes.
    fn compile(
        &mut self,
        path: &Path,
        files: Vec<PathBuf>,
        roots: &[PathBuf],
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
            .arg(joined(&self.class_path))
            .arg("-sourcepath")
            .arg(joined(roots))
            .args(files)
            .output()
            .map_err(unreadable)?;
        if !output.status.success() {
            return Err(VersionError::DoesNotCompile {
                path: path.to_owned(),
                said: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            });
        }
        self.prepend([folder.path().to_owned()]);
        self._compiled = Some(folder);
        Ok(())
    }

    /// A class of the recorded program among these that this version does not have.
    pub fn lacks<'c>(&self, classes: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
        let mut classes = classes.into_iter();
        classes.find(|class| self.lacking.contains(*class))
    }

    /// Whether it has every class of the recorded program.
    pub fn lacks_nothing(&self) -> bool {
        self.lacking.is_empty()
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

/// A part of a checkout that was built by itself.
struct Module {
    folder: PathBuf,
    /// Where its classes are.
    outputs: Vec<PathBuf>,
}

impl Module {
    /// The sources that were changed after their classes were built.
    fn changed(&self) -> Vec<PathBuf> {
        let mut changed = HashSet::new();
        for root in BUILT_SOURCES.map(|root| self.folder.join(root)) {
            for file in files_below(&root, "java") {
                let name = file.strip_prefix(&root).unwrap_or(&file);
                let class = name.with_extension("class");
                let built = self.outputs.iter().map(|output| output.join(&class));
                let built = built.filter_map(|class| modified(&class)).max();
                if built.is_some_and(|built| modified(&file).is_some_and(|file| file > built)) {
                    changed.insert(file);
                }
            }
        }
        changed.into_iter().collect()
    }
}

/// What was built in a checkout: in itself, or in modules below it.
fn modules(checkout: &Path) -> Vec<Module> {
    let mut found = Vec::new();
    let mut folders = vec![checkout.to_owned()];
    for depth in 0..DEEPEST_MODULE {
        let mut deeper = Vec::new();
        for folder in folders {
            let at_top = (depth == 0).then_some(OUTPUT_AT_TOP);
            let outputs = OUTPUTS.into_iter().chain(at_top);
            let outputs = outputs.map(|output| folder.join(output));
            let outputs: Vec<PathBuf> = outputs.filter(|output| holds(output, "class")).collect();
            deeper.extend(folders_in(&folder).filter(|inner| may_hold_modules(inner)));
            if !outputs.is_empty() {
                found.push(Module { folder, outputs });
            }
        }
        folders = deeper;
    }
    found
}

fn may_hold_modules(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| !NO_MODULES.contains(&name))
}

/// The classes of the recorded program that a version with these classes does not have; nothing when it is another program. What a
/// version has a class of, a folder or a jar, it replaces as a whole.
fn lacking(own: &[PathBuf], recorded: &[PathBuf], run: &Run) -> Option<HashSet<String>> {
    let own: HashSet<String> = own.iter().flat_map(|entry| names(entry)).collect();
    let definitions = run.definitions().classes();
    let of_run = definitions.filter(|class| class.level == Level::Recorded);
    let of_run: Vec<&str> = of_run.map(|class| &*class.name).collect();
    let mut is_related = of_run.iter().any(|class| own.contains(*class));
    let mut is_known = !of_run.is_empty();
    let mut lacking = HashSet::new();
    for entry in recorded {
        let theirs = names(entry);
        is_known |= !theirs.is_empty();
        if !theirs.is_disjoint(&own) {
            is_related = true;
            lacking.extend(theirs.into_iter().filter(|class| !own.contains(class)));
        }
    }
    (is_related || !is_known).then_some(lacking)
}

/// The kept sources of classes that were built after the run began.
fn built_since(run: &Run, class_path: &[PathBuf], kept: &Path) -> Vec<PathBuf> {
    let began = Duration::from_millis(run.trace().meta().started_ms);
    let began = SystemTime::UNIX_EPOCH + began;
    let files = run.definitions().files();
    let changed = files.filter_map(|file| {
        let class = file.path.strip_suffix(".java")?.replace('/', ".");
        let mut built = class_path.iter();
        let is_later = built.find_map(|entry| {
            let is_later = classes::written(entry, &class)? > began;
            // A jar that was not written since then need not be opened.
            let is_there = entry.is_dir() || is_later && names(entry).contains(&class);
            is_there.then_some(is_later)
        });
        let source = kept.join(&file.path);
        (is_later == Some(true) && source.is_file()).then_some(source)
    });
    changed.collect()
}

/// The jars that lie in a folder for what it holds.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    let folders = LIBRARIES.iter().map(|inner| folder.join(inner));
    folders
        .flat_map(|folder| files_in(&folder, "jar"))
        .collect()
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}

fn is_source(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "java")
}

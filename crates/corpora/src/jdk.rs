//! Finding JDKs, compiling many programs at once and running one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An installed JDK.
#[derive(Debug, Clone)]
pub struct Jdk {
    pub home: PathBuf,
    pub version: u32,
}

/// What a program did.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: String,
    pub exit_code: Option<i32>,
}

impl Jdk {
    /// The JDK of JAVA_HOME or PATH; with ELENCHUS_LONG all that are installed.
    pub fn all() -> Vec<Jdk> {
        let mut jdks = Jdk::installed();
        if std::env::var_os("ELENCHUS_LONG").is_none() {
            jdks.truncate(1);
        }
        jdks
    }

    /// The JDK of JAVA_HOME or PATH, then those in the system's folder.
    pub fn installed() -> Vec<Jdk> {
        let named = std::env::var_os("JAVA_HOME")
            .map(|home| fs::canonicalize(&home).unwrap_or(home.into()));
        let on_path = std::env::var_os("PATH")
            .into_iter()
            .flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>())
            .filter_map(|folder| fs::canonicalize(folder.join("javac")).ok())
            .find_map(|javac| Some(javac.parent()?.parent()?.to_owned()));
        let mut system: Vec<PathBuf> = fs::read_dir("/usr/lib/jvm")
            .into_iter()
            .flatten()
            .filter_map(|entry| fs::canonicalize(entry.ok()?.path()).ok())
            .collect();
        system.sort();
        let mut homes: Vec<PathBuf> = Vec::new();
        for home in named.or(on_path).into_iter().chain(system) {
            if !homes.contains(&home) {
                homes.push(home);
            }
        }
        let jdks: Vec<Jdk> = homes.into_iter().filter_map(Jdk::at).collect();
        assert!(
            !jdks.is_empty(),
            "set JAVA_HOME or PATH to a JDK of version 17 or later"
        );
        jdks
    }

    fn at(home: PathBuf) -> Option<Jdk> {
        if !home.join("bin/javac").is_file() {
            return None;
        }
        let release = fs::read_to_string(home.join("release")).ok()?;
        let (_, version) = release.split_once("JAVA_VERSION=\"")?;
        let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
        let version = digits.parse().ok()?;
        Some(Jdk { home, version })
    }

    /// A command that starts this JDK's `java` quickly, with small heaps.
    pub fn java(&self) -> Command {
        let mut java = Command::new(self.home.join("bin/java"));
        java.args([
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
        ])
        .env_remove("JAVA_TOOL_OPTIONS")
        .stdin(Stdio::null());
        java
    }

    /// Compiles each source folder into its class folder; panics with the compiler's messages if one fails.
    pub fn compile(&self, programs: &[(PathBuf, PathBuf)], scratch: &Path) {
        self.compile_with(&[], programs, scratch);
    }

    /// As [`Jdk::compile`], with options for the compiler.
    pub fn compile_with(&self, options: &[&str], programs: &[(PathBuf, PathBuf)], scratch: &Path) {
        let list: String = programs
            .iter()
            .map(|(sources, classes)| format!("{}\t{}\n", sources.display(), classes.display()))
            .collect();
        let list_file = scratch.join("compile.list");
        fs::write(&list_file, list).expect("scratch folder is writable");
        let output = self
            .java()
            .arg(repository().join("tests/java/tools/CompileAll.java"))
            .arg(&list_file)
            .args(options)
            .output()
            .expect("java starts");
        let messages =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "JDK {}: {messages}", self.version);
    }

    /// Runs a compiled program to its end, with the file `input.txt` of its folder (if there is one) as its input.
    pub fn run(&self, classes: &Path, main: &str, folder: &Path) -> Outcome {
        let mut java = self.java();
        if let Ok(input) = fs::File::open(folder.join("input.txt")) {
            java.stdin(input);
        }
        let output = java
            .arg("-cp")
            .arg(classes)
            .arg(main)
            .output()
            .expect("java starts");
        Outcome {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            exit_code: output.status.code(),
        }
    }
}

/// The compiler on the path, for the few files of a test: it is done before compiling itself well would pay off.
pub fn javac() -> Command {
    let mut javac = Command::new("javac");
    javac.args(["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"]);
    javac
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::canonicalize(root).expect("the repository is there")
}

/// The folders in a folder of the repository, sorted.
pub fn folders(of: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(repository().join(of))
        .unwrap_or_else(|error| panic!("{of}: {error}"))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}

/// The last part of a path as text.
pub fn name_of(folder: &Path) -> String {
    folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

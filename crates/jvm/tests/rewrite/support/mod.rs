//! What the tests of the rewriter share: JDKs, compiling Java and a keeper of definitions.

pub mod stub;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use elenchus_jvm::contract::{ClassDef, Definitions, FieldDef, LoopDef, RoutineDef};

/// A JDK on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    pub home: PathBuf,
    pub version: String,
}

impl Jdk {
    /// All JDKs from version 17 on, by JAVA_HOME and the usual folder; fails when there is none.
    pub fn all() -> Vec<Jdk> {
        let installed = std::fs::read_dir("/usr/lib/jvm")
            .into_iter()
            .flatten()
            .flatten();
        let homes = std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter();
        let mut jdks: Vec<Jdk> = Vec::new();
        for home in homes.chain(installed.map(|entry| entry.path())) {
            let Some(jdk) = Jdk::at(&home) else { continue };
            if jdk.major() >= 17 && !jdks.iter().any(|known| known.home == jdk.home) {
                jdks.push(jdk);
            }
        }
        jdks.sort_by_key(Jdk::major);
        assert!(
            !jdks.is_empty(),
            "no JDK found: install one or set JAVA_HOME"
        );
        jdks
    }

    fn at(home: &Path) -> Option<Jdk> {
        let home = home.canonicalize().ok()?;
        let release = std::fs::read_to_string(home.join("release")).ok()?;
        let line = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
        let has_compiler = home.join("bin/javac").exists();
        has_compiler.then(|| Jdk {
            version: line.trim_matches('"').to_owned(),
            home,
        })
    }

    pub fn major(&self) -> u32 {
        self.version
            .split('.')
            .next()
            .and_then(|major| major.parse().ok())
            .unwrap_or(0)
    }

    pub fn java(&self) -> Command {
        Command::new(self.home.join("bin/java"))
    }

    /// Compiles sources into a folder.
    pub fn compile(&self, options: &[&str], sources: &[&Path], into: &Path) {
        let mut command = Command::new(self.home.join("bin/javac"));
        // Few files are compiled sooner by a compiler that is not compiled well itself.
        command
            .args(["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"])
            .args(options)
            .args(["-nowarn", "-Xlint:none", "-d"])
            .arg(into)
            .args(sources);
        run(&mut command);
    }
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(
        output.status.success(),
        "{command:?} failed:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// The tests' Java sources.
pub fn java_sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java")
}

/// The class files under a folder, relative to it, in order.
pub fn class_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut work = vec![folder.to_owned()];
    while let Some(next) = work.pop() {
        for entry in std::fs::read_dir(&next)
            .expect("folder can be listed")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                work.push(path);
            } else if path.extension().is_some_and(|e| e == "class") {
                found.push(path.strip_prefix(folder).expect("it is inside").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Writes bytes to a file, with the folders around it.
pub fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folder can be made");
    std::fs::write(path, bytes).expect("file can be written");
}

/// Keeps all definitions; an id is the index into the list.
#[derive(Default)]
pub struct Keeper {
    pub classes: Vec<ClassDef>,
    pub routines: Vec<RoutineDef>,
    pub loops: Vec<LoopDef>,
    pub fields: Vec<FieldDef>,
    field_ids: HashMap<FieldDef, u32>,
}

fn keep<T: Clone>(list: &mut Vec<T>, item: &T) -> u32 {
    list.push(item.clone());
    list.len() as u32 - 1
}

impl Definitions for Keeper {
    fn class(&mut self, class: &ClassDef) -> u32 {
        keep(&mut self.classes, class)
    }

    fn routine(&mut self, routine: &RoutineDef) -> u32 {
        keep(&mut self.routines, routine)
    }

    fn r#loop(&mut self, l: &LoopDef) -> u32 {
        keep(&mut self.loops, l)
    }

    fn field(&mut self, field: &FieldDef) -> u32 {
        if let Some(&id) = self.field_ids.get(field) {
            return id;
        }
        let id = keep(&mut self.fields, field);
        self.field_ids.insert(field.clone(), id);
        id
    }
}

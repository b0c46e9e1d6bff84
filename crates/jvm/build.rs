//! Compiles the Java runtime of the agent with the `javac` it finds and lists the class files for embedding.
//!
//! Nothing is done without the `agent` feature: the rewriter and the scope rules need no JDK.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=runtime");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    if env::var_os("CARGO_FEATURE_AGENT").is_none() {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this"));
    let classes = out.join("runtime");
    // Classes of a source that was renamed must not be embedded.
    let _ = fs::remove_dir_all(&classes);
    compile(&classes);
    fs::write(out.join("runtime_classes.rs"), listing(&classes))
        .expect("failed to write the list of runtime classes");
}

fn compile(classes: &Path) {
    let files = files_below(Path::new("runtime"));
    let javac = find_javac();
    let output = Command::new(&javac)
        .args([
            "-g",
            "-source",
            "17",
            "-target",
            "17",
            "-nowarn",
            "-proc:none",
            // Otherwise a sum of strings loads many classes the first time it is made.
            "-XDstringConcat=inline",
        ])
        .args(["--patch-module", "java.base=runtime", "-d"])
        .arg(classes)
        .args(files)
        .env_remove("JAVA_TOOL_OPTIONS")
        .output()
        .unwrap_or_else(|error| {
            panic!(
                "failed to run {}: {error}; install a JDK 17 or newer or set JAVA_HOME",
                javac.display()
            )
        });
    assert!(
        output.status.success(),
        "failed to compile the runtime with {}:\n{}",
        javac.display(),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn find_javac() -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/javac"));
    let system = || {
        let folders = Path::new("/usr/lib/jvm")
            .read_dir()
            .into_iter()
            .flatten()
            .flatten();
        let mut found: Vec<PathBuf> = folders
            .map(|folder| folder.path().join("bin/javac"))
            .filter(|javac| javac.is_file())
            .collect();
        found.sort();
        found.pop()
    };
    let on_path = || {
        env::split_paths(&env::var_os("PATH")?)
            .map(|folder| folder.join("javac"))
            .find(|javac| javac.is_file())
    };
    home.filter(|javac| javac.is_file())
        .or_else(on_path)
        .or_else(system)
        .unwrap_or_else(|| PathBuf::from("javac"))
}

/// The files in a folder and the folders in it, in order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("failed to read the runtime") {
            let path = entry.expect("failed to read the runtime").path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

/// Rust source of a table of internal names and class files.
fn listing(classes: &Path) -> String {
    let mut text = String::from("&[\n");
    for file in files_below(classes) {
        let name = file.strip_prefix(classes).expect("it lies there");
        let name = name.with_extension("");
        writeln!(text, "    ({name:?}, include_bytes!({file:?})),").expect("strings grow");
    }
    text.push_str("]\n");
    text
}

//! What comes from Maven Central, fetched once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a command that has to succeed.
pub fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("library-sources")
}

/// A jar, by `GROUP:NAME:VERSION` and, if it is not the library itself, its classifier.
pub fn fetched(artifact: &str, classifier: Option<&str>) -> PathBuf {
    let parts: Vec<&str> = artifact.split(':').collect();
    let behind = |separator: &str| classifier.map(|name| format!("{separator}{name}"));
    let suffix = behind("-").unwrap_or_default();
    let jar = cache().join(format!("{}-{}{suffix}.jar", parts[1], parts[2]));
    if !jar.exists() {
        fs::create_dir_all(cache()).unwrap();
        let copy = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy";
        let kind = behind(":jar:").unwrap_or_default();
        run(Command::new("mvn")
            .args(["-q", "-B", copy])
            .arg(format!("-Dartifact={}{kind}", parts[..3].join(":")))
            .arg(format!("-DoutputDirectory={}", cache().display())));
    }
    fs::canonicalize(jar).unwrap()
}

/// The contents of such a jar.
pub fn unpacked(artifact: &str, classifier: &str) -> PathBuf {
    let jar = fetched(artifact, Some(classifier));
    let folder = jar.with_extension("");
    if !folder.exists() {
        let unfinished = tempfile::tempdir_in(cache()).unwrap();
        run(Command::new("jar")
            .arg("xf")
            .arg(jar)
            .current_dir(&unfinished));
        // Another test may have been quicker.
        let renamed = fs::rename(unfinished.path(), &folder);
        assert!(renamed.is_ok() || folder.exists(), "{renamed:?}");
    }
    folder
}

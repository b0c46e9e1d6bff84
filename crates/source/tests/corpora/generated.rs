//! Generated programs: what they say of themselves is what the JDI recorder sees.

use elenchus_corpora::calls::compare_calls;
use elenchus_corpora::generated::from_events;
use elenchus_corpora::jdk::{Jdk, repository};
use elenchus_corpora::tree_text;
use std::fs;
use std::path::Path;

/// Runs a program under JDI and compares the calls with its own events.
pub fn check(jdk: &Jdk, folder: &Path, classes: &Path) -> Result<(), String> {
    let (tree, log) = (folder.join("jdi.tree"), folder.join("events.txt"));
    let output = jdk
        .java()
        .arg(repository().join("tests/java/jdi/JdiRecorder.java"))
        .args(["--exclude", "Log", "-o"])
        .arg(&tree)
        .arg("-cp")
        .arg(classes)
        .arg("Main")
        .arg(&log)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| error.to_string());
    let recorded = tree_text::parse(&read(&tree)?)?;
    let told = from_events(&read(&log)?)?;
    compare_calls(&told, &recorded)
}

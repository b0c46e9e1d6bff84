//! Generated programs: what they say of themselves is what the JDI recorder sees.

use elenchus_corpora::calls::compare_calls;
use elenchus_corpora::generated::Batch;
use elenchus_corpora::jdk::{Jdk, repository};
use elenchus_corpora::tree_text;
use std::fs;

/// Runs a program under JDI and compares the calls with its own events.
pub fn check(jdk: &Jdk, batch: &Batch, seed: u32) -> Result<(), String> {
    let tree = batch.package(seed).join("jdi.tree");
    let output = jdk
        .java()
        .arg(repository().join("tests/java/jdi/JdiRecorder.java"))
        .args(["--exclude", &format!("seed{seed}.Log"), "-o"])
        .arg(&tree)
        .arg("-cp")
        .arg(&batch.classes)
        .arg(format!("seed{seed}.Main"))
        .arg(batch.events.join(format!("seed{seed}")))
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = fs::read_to_string(&tree).map_err(|error| error.to_string())?;
    compare_calls(&batch.told(seed)?, &tree_text::parse(&text)?)
}

//! What the project promises about itself, checked on its own files: the order of the crates, the links
//! between its pages, and that nothing is written twice.

mod layers;
mod pages;
mod repeated;

use std::path::{Path, PathBuf};

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file of the project.
fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder that have one of these extensions, without what builds leave behind.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_wanted =
                |extension: &std::ffi::OsStr| extensions.iter().any(|e| extension == *e);
            if path.is_dir() {
                if name != "target" && name != "node_modules" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(is_wanted) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

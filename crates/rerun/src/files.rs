//! The files below a folder.

use std::fs;
use std::path::{Path, PathBuf};

/// How deep below a folder classes and sources are looked for.
const DEEPEST: usize = 12;

/// Whether a folder holds a file with this extension, at any depth.
pub fn holds(folder: &Path, extension: &str) -> bool {
    holds_within(folder, extension, DEEPEST)
}

/// The files with this extension below a folder, in the order of their names.
pub fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, extension, DEEPEST, &mut files);
    files.sort();
    files
}

/// The files with this extension in a folder itself.
pub fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, extension, 1, &mut files);
    files.sort();
    files
}

/// The folders in a folder, without hidden ones.
pub fn folders_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    entries(folder).filter(|path| path.is_dir() && !is_hidden(path))
}

fn holds_within(folder: &Path, extension: &str, depth: usize) -> bool {
    entries(folder).any(|path| match path.is_dir() {
        true => depth > 1 && !is_hidden(&path) && holds_within(&path, extension, depth - 1),
        false => has_extension(&path, extension),
    })
}

fn collect(folder: &Path, extension: &str, depth: usize, files: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            if depth > 1 && !is_hidden(&path) {
                collect(&path, extension, depth - 1, files);
            }
        } else if has_extension(&path, extension) {
            files.push(path);
        }
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with('.'))
}

//! The projects of `tests/maven`.

use std::fs;
use std::path::Path;

/// A fresh copy of a project of `tests/maven`.
pub fn copy(name: &str, to: &Path) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy_folder(&here.join("../../tests/maven").join(name), to);
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in from.read_dir().unwrap().map(Result::unwrap) {
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy_folder(&path, &copy),
            false => fs::copy(path, copy).map(|_| ()).unwrap(),
        }
    }
}

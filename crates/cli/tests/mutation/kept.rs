//! Results of a campaign that were kept by an earlier start of it.

use std::fs;
use std::path::PathBuf;

use crate::search::Tried;

/// The folder that keeps them, if there is one.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("ELENCHUS_MUTATION_KEPT")?);
    fs::create_dir_all(&folder).unwrap();
    Some(folder)
}

/// What was kept of a class, else what a search finds, which is kept.
pub fn or_else(class: &str, search: impl FnOnce() -> Tried) -> Tried {
    let Some(folder) = folder() else {
        return search();
    };
    let file = folder.join(format!("{class}.json"));
    if let Ok(text) = fs::read_to_string(&file) {
        return serde_json::from_str(&text).unwrap();
    }
    let tried = search();
    // Renamed when it is whole: a campaign may be stopped at any moment.
    let unfinished = file.with_extension("new");
    fs::write(&unfinished, serde_json::to_string_pretty(&tried).unwrap()).unwrap();
    fs::rename(unfinished, file).unwrap();
    tried
}

//! Any bytes as the two small files that say how a recording began and ended.
#![no_main]

use elenchus_trace::meta::{END_FILE, End, Meta, START_FILE};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("room for two files");
    for file in [START_FILE, END_FILE] {
        std::fs::write(folder.path().join(file), bytes).expect("room for a file");
    }
    if let Ok(meta) = Meta::read(folder.path()) {
        let text = serde_json::to_string(&meta).expect("plain data");
        assert_eq!(serde_json::from_str::<Meta>(&text).ok(), Some(meta));
    }
    if let Some(end) = End::read(folder.path()) {
        let text = serde_json::to_string(&end).expect("plain data");
        assert_eq!(serde_json::from_str::<End>(&text).ok(), Some(end));
    }
});

//! Any bytes mapped as a ring file.
#![no_main]

use elenchus_trace::ring::RingReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("room for a file");
    let path = folder.path().join("000001.ring");
    std::fs::write(&path, bytes).expect("room for a file");
    if let Ok(Some(ring)) = RingReader::open(&path) {
        for (_, index) in ring.sequences() {
            let _ = ring.copy(index, 0);
        }
    }
});

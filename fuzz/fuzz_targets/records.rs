//! Any bytes walked over as records.
#![no_main]

use elenchus_trace::definition::Definitions;
use elenchus_trace::raw::record::Records;
use elenchus_trace::synthetic::program;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static DEFINITIONS: LazyLock<Definitions> = LazyLock::new(|| {
    let mut definitions = Definitions::default();
    for definition in program::definitions(1) {
        definitions.add(definition).expect("sound definitions");
    }
    definitions
});

fuzz_target!(|bytes: &[u8]| {
    let records = Records::new(bytes, DEFINITIONS.layouts());
    for (offset, _) in records.map_while(Result::ok) {
        assert!(offset < bytes.len());
    }
});

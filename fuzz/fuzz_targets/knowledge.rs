//! Any text as a knowledge base: what is accepted is written back as it was read.
#![no_main]

use elenchus_knowledge::Knowledge;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(knowledge) = Knowledge::parse(text) {
        let written = knowledge.to_text();
        let again = Knowledge::parse(&written).expect("its own text can be read");
        assert_eq!(again.to_text(), written);
    }
});

//! Any bytes read as a definitions file; what is understood must survive being written and read again.
#![no_main]

use elenchus_trace::definition::codec;
use elenchus_trace::definition::file::DefinitionReader;
use elenchus_trace::definition::Definitions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut reader = DefinitionReader::default();
    let _ = reader.advance(bytes, &mut Definitions::default());
    if let Some(definition) = codec::decode(bytes) {
        let mut again = Vec::new();
        codec::encode(&definition, &mut again);
        assert_eq!(codec::decode(&again), Some(definition));
    }
});

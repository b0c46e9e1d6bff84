//! Any bytes as the records of a trace that is otherwise sound: opened, and asked about every node.
#![no_main]

use elenchus_trace::frame::{Codec, Stamp};
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::program;
use elenchus_trace::{Budget, Trace, Value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("room for a trace");
    let sealer = Sealer::open(folder.path(), &Meta::default(), Codec::Stored).expect("an empty folder");
    for definition in program::definitions(2) {
        sealer.add_definition(definition).expect("sound definitions");
    }
    let whole = &bytes[..bytes.len() / 4 * 4];
    for (sequence, records) in (1..).zip(whole.chunks(256)) {
        let stamp = Stamp {
            ring: 1,
            sequence,
            strand: 1,
            step: 0,
            depth: u32::MAX,
            turn: sequence,
        };
        sealer.seal(stamp, records).expect("whole words");
    }
    sealer.finish(Ending::Exit { code: 0 }).expect("room for a file");
    let trace = Trace::open(folder.path(), Budget::total(1 << 20)).expect("a sound trace");
    let snapshot = trace.snapshot();
    for node in snapshot.tree.nodes() {
        assert!(snapshot.tree.parent(node).is_none_or(|parent| parent < node));
        let key = snapshot.key_of(node);
        let Some(data) = trace.node(key) else { continue };
        for value in data.arguments {
            if let Value::Ref(reference) = value {
                let _ = trace.state_at(reference, data.before);
            }
        }
        if let Some(effects) = trace.effects(key) {
            effects.take(5).for_each(drop);
        }
    }
});

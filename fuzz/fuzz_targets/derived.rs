//! Any bytes as the derived index of a sound trace: used only if it is the right one.
#![no_main]

use elenchus_trace::frame::Codec;
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::{self, Plan};
use elenchus_trace::{Budget, Trace};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("room for a trace");
    let sealer = Sealer::open(folder.path(), &Meta::default(), Codec::Stored).expect("an empty folder");
    let plan = Plan {
        calls: 20,
        ..Plan::default()
    };
    synthetic::record(plan, &sealer, &mut ()).expect("room for a trace");
    sealer.finish(Ending::Exit { code: 0 }).expect("room for a file");
    let nodes = Trace::open(folder.path(), Budget::total(1 << 20)).expect("sound").snapshot().tree.len();
    let index = folder.path().join("derived/index.elx");
    let mut changed = std::fs::read(&index).expect("derived data was kept");
    // The bytes replace a part of the index; its own checksum is made to fit, so that what lies behind it is reached.
    if let Some((at, rest)) = bytes.split_first_chunk::<2>() {
        let at = 32 + usize::from(u16::from_le_bytes(*at)) % (changed.len() - 32);
        for (place, byte) in changed[at..].iter_mut().zip(rest) {
            *place = *byte;
        }
        let checksum = xxhash_rust::xxh3::xxh3_64(&changed[24..]).to_le_bytes();
        changed[16..24].copy_from_slice(&checksum);
    }
    std::fs::write(&index, changed).expect("room for a file");
    let trace = Trace::open(folder.path(), Budget::total(1 << 20)).expect("a sound trace");
    assert!(trace.snapshot().tree.len() <= 2 * nodes + 2);
});

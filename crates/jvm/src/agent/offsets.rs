//! The Java runtime class and the control blocks agree on offsets and sizes.

use std::mem::offset_of;

use elenchus_recorder::control::{
    ASIDE_BYTES, CARRIER, Control, NODE_BYTES, SLOT_BYTES, TABLE_ENTRIES, VIRTUAL, WRITTEN,
};

const JAVA: &str = include_str!("../../runtime/java/lang/ElenchusStrand.java");

fn java_constant(name: &str) -> usize {
    let start = format!(" {name} = ");
    let at = JAVA.find(&start).unwrap_or_else(|| panic!("no {name}")) + start.len();
    let text = &JAVA[at..at + JAVA[at..].find(';').unwrap()];
    match text.split_once(" << ") {
        Some((one, shift)) => one.parse::<usize>().unwrap() << shift.parse::<usize>().unwrap(),
        None => text.parse().unwrap(),
    }
}

#[test]
fn the_java_runtime_uses_the_same_offsets() {
    for (name, offset) in [
        ("SLOT", offset_of!(Control, slot)),
        ("TID", offset_of!(Control, tid)),
        ("NODES", offset_of!(Control, nodes)),
        ("DEPTH", offset_of!(Control, depth)),
        ("CAPACITY", offset_of!(Control, capacity)),
        ("NEXT_ID", offset_of!(Control, next_id)),
        ("END_ID", offset_of!(Control, end_id)),
        ("STRAND", offset_of!(Control, strand)),
        ("FLAGS", offset_of!(Control, flags)),
        ("PENDING", offset_of!(Control, pending)),
        ("WORDS", offset_of!(Control, words)),
        ("ASIDE", offset_of!(Control, aside)),
        ("STEP", offset_of!(Control, step)),
        ("CARRIED", offset_of!(Control, carried)),
        ("OWN_SLOT", offset_of!(Control, own_slot)),
        ("ROOM", offset_of!(Control, room)),
        ("CALLS", offset_of!(Control, calls)),
        ("KEPT", offset_of!(Control, kept)),
        ("OVERFLOW", offset_of!(Control, overflow)),
        ("SEEN", offset_of!(Control, seen)),
        ("SLOT_BYTES", SLOT_BYTES),
        ("ASIDE_BYTES", ASIDE_BYTES),
        ("VIRTUAL", VIRTUAL as usize),
        ("CARRIER", CARRIER as usize),
        ("WRITTEN", WRITTEN as usize),
        ("TABLE_MASK", TABLE_ENTRIES - 1),
    ] {
        assert_eq!(java_constant(name), offset, "{name}");
    }
    assert_eq!(1 << java_constant("NODE_BYTES_SHIFT"), NODE_BYTES);
}

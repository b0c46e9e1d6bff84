//! A recorder without any language: threads of this process write records as rewritten code would, and the recording is read again.

use std::sync::Arc;
use std::thread;

use elenchus_recorder::control::{ASIDE_BYTES, Control, SLOT_BYTES};
use elenchus_recorder::ring::Slot;
use elenchus_recorder::{Recorder, progress};
use elenchus_trace::frame::Codec;
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::raw::tag;
use elenchus_trace::ring::SLOT_HEADER;
use elenchus_trace::ring::slot::PRIVATE;
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::program;
use elenchus_trace::{Budget, Trace};

/// A routine of the made-up program whose calls are the shortest: a receiver, no arguments, no result.
const ROUTINE: u32 = 24;
const CALL: [u32; 3] = [
    ROUTINE << 8 | tag::ENTER as u32,
    0,
    ROUTINE << 8 | tag::EXIT as u32,
];

fn start(folder: &std::path::Path) -> Arc<Recorder> {
    let meta = Meta {
        language: "none".into(),
        ..Meta::default()
    };
    let sealer = Sealer::open(folder, &meta, Codec::Lz4).unwrap();
    for definition in program::definitions(0) {
        sealer.add_definition(definition).unwrap();
    }
    Recorder::start(sealer, |message| panic!("{message}")).unwrap()
}

/// One thread from its start to its end.
fn run_thread(recorder: &Recorder, thread: i64, calls: u64) {
    let block = recorder.attach(thread, false, &format!("thread {thread}"));
    let mut filled = SLOT_HEADER;
    for _ in 0..calls {
        if filled + ASIDE_BYTES > SLOT_BYTES {
            // SAFETY: the block is this thread's.
            unsafe { recorder.next_slot(block, block) };
            filled = SLOT_HEADER;
        }
        // SAFETY: the block is this thread's, and lives as long as the process.
        Slot::at(unsafe { Control::own_slot(block) }).append(&CALL);
        filled += size_of_val(&CALL);
    }
    // SAFETY: only this thread counts here.
    unsafe { (*block).calls += calls };
    recorder.detach(thread);
}

#[test]
fn what_threads_record_at_the_same_time_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let recorder = start(folder.path());
    // Enough for every ring to go round twice.
    let calls = 200_000;
    thread::scope(|scope| {
        for number in 1..=3 {
            let recorder = &recorder;
            scope.spawn(move || run_thread(recorder, number, calls));
        }
    });
    recorder.finish(Ending::Exit { code: 0 });
    let trace = Trace::open(folder.path(), Budget::default()).unwrap();
    assert!(trace.damage().is_empty());
    assert_eq!(trace.info().calls, 3 * calls);
    assert_eq!(progress::read(folder.path()).unwrap().calls, 3 * calls);
}

#[test]
fn threads_that_follow_each_other_share_a_ring() {
    let folder = tempfile::tempdir().unwrap();
    let recorder = start(folder.path());
    for number in 1..=500 {
        run_thread(&recorder, number, 10);
    }
    recorder.finish(Ending::Exit { code: 0 });
    let rings = std::fs::read_dir(folder.path().join("rings")).unwrap();
    assert_eq!(rings.count(), 1);
    let trace = Trace::open(folder.path(), Budget::default()).unwrap();
    assert!(trace.damage().is_empty());
    assert_eq!(trace.info().calls, 5000);
}

#[test]
fn a_thread_that_is_in_the_middle_of_a_record_at_the_end_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let recorder = start(folder.path());
    let block = recorder.attach(1, false, "daemon");
    // SAFETY: the block is this thread's, and lives as long as the process.
    let slot = Slot::at(unsafe { Control::own_slot(block) });
    slot.append(&CALL);
    recorder.finish(Ending::Exit { code: 0 });
    // What a thread looks up to end a record that it has begun.
    // SAFETY: slots stay mapped, and the word is aligned.
    let strand = unsafe { *((slot.address() + PRIVATE as u64) as *const u64) };
    assert_eq!(strand, block as u64);
    slot.append(&CALL);
    let trace = Trace::open(folder.path(), Budget::default()).unwrap();
    assert!(trace.damage().is_empty());
    assert!((1..=2).contains(&trace.info().calls));
}

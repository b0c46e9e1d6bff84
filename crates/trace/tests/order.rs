//! What several threads did comes in one order, whoever reads and whenever: that in which they handed their slots over.
//!
//! Threads write, take turns, hand over, and are sealed at random moments; readers look at random moments. What they say about everything
//! that was handed over must be what the model says, then and when the trace is finished. Where the order is not that in which things really
//! happened, readers must know that they cannot tell. And threads that really run hand a count on to each
//! other while somebody reads: nobody may ever see a count without the one before it.

mod common;

use common::repeat;
use elenchus_trace::frame::Codec;
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::raw::tag;
use elenchus_trace::raw::write::RecordWriter;
use elenchus_trace::ring::{RingReader, RingWriter};
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::program::{COUNTER, NODE, VALUE, definitions};
use elenchus_trace::{Budget, NodeKey, Ref, Target, Trace, Value};
use proptest::prelude::*;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, mpsc};

const THREADS: usize = 4;
const SLOT: usize = 4096;
const SLOTS: usize = 3;
/// A routine with a receiver and without parameters, result and block bits.
const ROUTINE: u32 = 12;
const FIRST_OBJECT: u32 = 0x1000;
/// The number of objects whose fields are written; there is also one static field.
const PLACES: usize = 4;

/// A call that wrote to one place.
#[derive(Clone, Copy, Debug)]
struct Call {
    thread: usize,
    /// Its number in its thread.
    node: u32,
    place: usize,
    value: i32,
    /// The turn in which its slot was handed over; the largest number before.
    turn: u64,
}

impl Call {
    fn key(&self) -> NodeKey {
        NodeKey {
            strand: self.thread as u32 + 1,
            index: self.node,
        }
    }
}

struct Thread {
    ring: RingWriter,
    /// Whether a slot is being filled.
    filling: bool,
    /// A turn that was taken and not stored so far: the thread was interrupted in between.
    turn: Option<u64>,
    calls: u32,
}

struct Model {
    sealer: Sealer,
    threads: Vec<Thread>,
    /// Slots that wait to be sealed: thread, index and turn.
    full: Vec<(usize, usize, u64)>,
    calls: Vec<Call>,
    next_value: i32,
    /// Whether the recorder counts turns.
    counts: bool,
}

impl Model {
    fn new(folder: &Path, counts: bool) -> Model {
        let meta = Meta {
            process: std::process::id(),
            ..Meta::default()
        };
        let sealer = Sealer::open(folder, &meta, Codec::default()).unwrap();
        for definition in definitions(THREADS as u32) {
            sealer.add_definition(definition).unwrap();
        }
        let threads = (1..=THREADS as u32).map(|number| {
            let path = sealer.create_ring(number, SLOT, SLOTS).unwrap();
            Thread {
                ring: RingReader::open(&path).unwrap().unwrap().into_writer(),
                filling: false,
                turn: None,
                calls: 0,
            }
        });
        let mut model = Model {
            threads: threads.collect(),
            sealer,
            full: Vec::new(),
            calls: Vec::new(),
            next_value: 1,
            counts,
        };
        let mut objects = RecordWriter::default();
        for object in FIRST_OBJECT..FIRST_OBJECT + PLACES as u32 {
            objects.head(tag::NEW, NODE).word(object);
        }
        assert!(model.begin(0) && model.threads[0].ring.write(&objects.bytes));
        model.hand_over(0);
        model
    }

    /// Makes sure that a thread has a slot; `false` when it would have to wait.
    fn begin(&mut self, thread: usize) -> bool {
        let state = &mut self.threads[thread];
        state.filling = state.filling || state.ring.begin(thread as u32 + 1, 0, 0);
        state.filling
    }

    fn call(&mut self, thread: usize, place: usize) {
        // An interrupted thread does nothing else.
        if self.threads[thread].turn.is_some() || !self.begin(thread) {
            return;
        }
        let mut records = RecordWriter::default();
        if self.counts {
            let turns = self.sealer.turns().load(Ordering::Acquire);
            records.head(tag::EPOCH, 0).word(turns as u32);
        }
        records.head(tag::ENTER, ROUTINE).word(0);
        match target(place) {
            Target::Field { object, field } => records.head(tag::PUT_FIELD, field).word(object.0),
            _ => records.head(tag::PUT_STATIC, COUNTER),
        };
        records.word(self.next_value as u32);
        records.head(tag::EXIT, ROUTINE);
        let state = &mut self.threads[thread];
        if !state.ring.write(&records.bytes) {
            return;
        }
        self.calls.push(Call {
            thread,
            node: state.calls,
            place,
            value: self.next_value,
            turn: u64::MAX,
        });
        state.calls += 1;
        self.next_value += 1;
    }

    fn take_turn(&mut self, thread: usize) {
        let state = &mut self.threads[thread];
        if state.filling && state.turn.is_none() {
            state.turn = Some(self.sealer.turn());
        }
    }

    fn hand_over(&mut self, thread: usize) {
        self.take_turn(thread);
        let state = &mut self.threads[thread];
        let Some(turn) = state.turn.take() else {
            return;
        };
        let index = state.ring.end(if self.counts { turn } else { 0 });
        state.filling = false;
        self.full.push((thread, index, turn));
        let handed_over = self.calls.iter_mut();
        for call in handed_over.filter(|call| call.thread == thread && call.turn == u64::MAX) {
            call.turn = turn;
        }
    }

    /// Seals one of the slots that wait for it; in turn when the recorder does not count.
    fn seal(&mut self, which: usize) {
        if self.full.is_empty() {
            return;
        }
        let which = if self.counts {
            which % self.full.len()
        } else {
            0
        };
        let (thread, index, _) = self.full.remove(which);
        let ring = self.threads[thread].ring.reader();
        let copy = ring.copy(index, 0).unwrap();
        self.sealer.seal(copy.stamp, &copy.records).unwrap();
        ring.release(index);
    }

    /// The calls in the order of time; those not handed over last, thread by thread.
    fn in_order(&self) -> Vec<Call> {
        let mut calls = self.calls.clone();
        calls.sort_by_key(|call| (call.turn, call.thread, call.node));
        calls
    }

    /// The last turn before the first that readers cannot know of: one that is still to be stored or, when the recorder does not count, one
    /// whose slot is not sealed.
    fn known(&self) -> u64 {
        let missing = match self.counts {
            true => self.threads.iter().filter_map(|thread| thread.turn).min(),
            false => self.full.first().map(|&(_, _, turn)| turn),
        };
        missing.unwrap_or(u64::MAX) - 1
    }

    /// The end, orderly or not.
    fn finish(&mut self, orderly: bool) {
        if orderly {
            (0..THREADS).for_each(|thread| self.hand_over(thread));
            while !self.full.is_empty() {
                self.seal(0);
            }
        }
        let known = self.known();
        if !self.counts {
            // In which order they were handed over is lost.
            let lost = self.calls.iter_mut().filter(|call| call.turn > known);
            lost.for_each(|call| call.turn = u64::MAX);
        }
        self.sealer.finish(Ending::Exit { code: 0 }).unwrap();
    }
}

fn target(place: usize) -> Target {
    match place {
        PLACES => Target::Static { field: COUNTER },
        _ => Target::Field {
            object: Ref(FIRST_OBJECT + place as u32),
            field: VALUE,
        },
    }
}

/// Compares what a reader says about every place right after every call with what the model says, as far as that is known: `known` is the
/// last turn up to which everything was handed over.
fn check(trace: &Trace, model: &Model, known: u64) {
    let calls = model.in_order();
    let mut held: [Option<Call>; PLACES + 1] = [None; PLACES + 1];
    for call in &calls {
        held[call.place] = Some(*call);
        let Some(after) = trace.after(call.key()) else {
            // A turn before it is missing so far.
            assert!(
                known < call.turn && known < u64::MAX - 1,
                "{call:?} is there"
            );
            continue;
        };
        for (place, held) in held.iter().enumerate() {
            // Of what is still being filled, nobody knows so far in which order it will be handed over.
            let elsewhere = |other: &Call| {
                other.place == place && other.turn > known && other.thread != call.thread
            };
            if call.turn > known && calls.iter().any(elsewhere) {
                continue;
            }
            let expected = match (held, place) {
                (Some(held), _) => Value::Int(held.value),
                (None, PLACES) => Value::Missing,
                (None, _) => Value::Int(0),
            };
            let found = trace.value_at(target(place), after);
            assert_eq!(found, expected, "place {place} after {call:?}");
            if let Some(held) = held {
                let writer = trace.last_writer(target(place), after).unwrap();
                assert_eq!(
                    writer.node,
                    Some(held.key()),
                    "place {place} after {call:?}"
                );
                assert!(!trace.is_before(after, writer.time));
            }
        }
    }
}

/// Calls of different threads are in the order in which they ran, unless the reader says that nobody can tell. Returns how many were told apart
/// for certain.
fn check_certainty(trace: &Trace, model: &Model) -> usize {
    let mut certain = 0;
    for call in &model.calls {
        let abreast = trace.abreast(call.key(), call.key(), u64::MAX).unwrap();
        let others = model
            .calls
            .iter()
            .filter(|other| other.thread != call.thread);
        for other in others {
            let strand = other.key().strand;
            let is_abreast = match target(other.place) {
                Target::Static { field } => abreast.into_static(field).any(|one| one == strand),
                Target::Field { object, .. } => {
                    abreast.into_object(object).any(|one| one == strand)
                }
                Target::Element { .. } => false,
            };
            if is_abreast {
                continue;
            }
            let (before, after) = (trace.before(call.key()), trace.after(other.key()));
            let is_before = !trace.is_before(before.unwrap(), after.unwrap());
            assert_eq!(
                is_before,
                other.value < call.value,
                "{other:?} and {call:?}"
            );
            certain += 1;
        }
    }
    certain
}

/// Plays what is given as numbers: what to do, who does it, and to what.
fn play(actions: &[(u8, usize, usize)], counts: bool, orderly: bool) {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Model::new(folder.path(), counts);
    let attach = || Trace::attach(folder.path(), Budget::total(8 << 20)).unwrap();
    let mut readers = vec![attach()];
    let look = |trace: &Trace, with_index: bool| {
        while !trace.advance().unwrap() {}
        if with_index {
            trace.index().unwrap();
        }
        assert!(trace.damage().is_empty(), "{:?}", trace.damage());
    };
    for &(action, thread, place) in actions {
        match action {
            0..=9 => model.call(thread, place),
            10..=12 => model.hand_over(thread),
            13 if counts => model.take_turn(thread),
            14..=16 => model.seal(place),
            17 if readers.len() < 3 => readers.push(attach()),
            _ => {
                let trace = &readers[place % readers.len()];
                look(trace, thread % 2 == 0);
                check(trace, &model, model.known());
            }
        }
    }
    model.finish(orderly);
    readers.push(attach());
    for trace in &readers {
        look(trace, true);
        assert!(trace.is_indexed());
        check(trace, &model, u64::MAX);
        check_certainty(trace, &model);
    }
    drop(readers);
    // What the readers kept on disk, and what is made anew, say the same.
    let kept = attach();
    assert!(kept.is_indexed());
    check(&kept, &model, u64::MAX);
    std::fs::remove_dir_all(folder.path().join("derived")).unwrap();
    let anew = Trace::open(folder.path(), Budget::default()).unwrap();
    check(&anew, &model, u64::MAX);
}

fn cases(few: u32) -> ProptestConfig {
    ProptestConfig::with_cases(repeat(few as usize) as u32)
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn live_finished_and_kept_readings_agree(
        actions in proptest::collection::vec((0u8..22, 0..THREADS, 0..=PLACES), 1..200),
        counts in prop::bool::weighted(0.8),
        orderly: bool,
    ) {
        play(&actions, counts, orderly);
    }
}

/// The smallest case: what a thread wrote first and handed over last comes last.
#[test]
fn a_slot_begun_first_and_handed_over_last_comes_last() {
    let (call, hand_over, seal, look) = (0, 10, 14, 18);
    for orderly in [true, false] {
        let actions = [
            (call, 1, 0),
            (look, 0, 0),
            (call, 2, 0),
            (hand_over, 2, 0),
            (look, 0, 0),
            (seal, 0, 1),
            (call, 1, 1),
            (look, 0, 0),
            (hand_over, 1, 0),
            (look, 0, 0),
        ];
        play(&actions, true, orderly);
    }
}

/// Threads that hand over what they have done before another one goes on are never in doubt.
#[test]
fn what_was_handed_over_before_is_known_to_have_come_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Model::new(folder.path(), true);
    for turn in 0..12 {
        model.call(turn % THREADS, turn % PLACES);
        model.hand_over(turn % THREADS);
        model.seal(0);
    }
    model.finish(true);
    let trace = Trace::open(folder.path(), Budget::default()).unwrap();
    trace.index().unwrap();
    assert_eq!(check_certainty(&trace, &model), 12 * (12 - 12 / THREADS));
}

/// The records of a call that sets the static field.
fn counting_call(count: u32) -> Vec<u8> {
    let mut records = RecordWriter::default();
    records.head(tag::ENTER, ROUTINE).word(0);
    records.head(tag::PUT_STATIC, COUNTER).word(count);
    records.head(tag::EXIT, ROUTINE);
    records.bytes
}

/// Checks the latest counts that a reader knows of: before each call it was one less.
fn check_counts(trace: &Trace, latest: u32) -> usize {
    let counter = target(PLACES);
    let strands: Vec<(u32, u32)> = trace
        .forest()
        .strands
        .iter()
        .map(|strand| (strand.number, strand.shape.nodes()))
        .collect();
    let mut checked = 0;
    for (strand, nodes) in strands {
        for index in nodes.saturating_sub(latest)..nodes {
            let key = NodeKey { strand, index };
            let (Some(before), Some(after)) = (trace.before(key), trace.after(key)) else {
                continue;
            };
            let Value::Int(count) = trace.value_at(counter, after) else {
                panic!("{key:?} has set the count");
            };
            let expected = if count == 1 {
                Value::Missing
            } else {
                Value::Int(count - 1)
            };
            assert_eq!(trace.value_at(counter, before), expected, "{key:?}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn nothing_is_seen_without_what_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let meta = Meta {
        process: std::process::id(),
        ..Meta::default()
    };
    let sealer = Sealer::open(folder.path(), &meta, Codec::default()).unwrap();
    for definition in definitions(THREADS as u32) {
        sealer.add_definition(definition).unwrap();
    }
    let calls = repeat(3000) as u32;
    let open = |ring: u32| {
        let path = elenchus_trace::ring::path(folder.path(), ring);
        RingReader::open(&path).unwrap().unwrap()
    };
    let (to_seal, full) = mpsc::channel::<(u32, usize)>();
    let count = Mutex::new(0);
    std::thread::scope(|scope| {
        for ring in 1..=THREADS as u32 {
            let (sealer, count, open, to_seal) = (&sealer, &count, &open, to_seal.clone());
            scope.spawn(move || {
                sealer.create_ring(ring, SLOT, SLOTS).unwrap();
                let mut writer = open(ring).into_writer();
                loop {
                    while !writer.begin(ring, 0, 0) {
                        std::thread::yield_now();
                    }
                    let mut count = count.lock().unwrap();
                    if *count == calls {
                        break;
                    }
                    *count += 1;
                    assert!(writer.write(&counting_call(*count)));
                    // Before anybody else can see the count.
                    let index = writer.end(sealer.turn());
                    to_seal.send((ring, index)).unwrap();
                }
            });
        }
        drop(to_seal);
        let (sealer, open) = (&sealer, &open);
        scope.spawn(move || {
            for (ring, index) in full {
                let ring = open(ring);
                let copy = ring.copy(index, 0).unwrap();
                sealer.seal(copy.stamp, &copy.records).unwrap();
                ring.release(index);
            }
            sealer.finish(Ending::Exit { code: 0 }).unwrap();
        });
        let trace = Trace::attach(folder.path(), Budget::total(8 << 20)).unwrap();
        while !trace.is_complete() {
            trace.advance().unwrap();
            check_counts(&trace, 5);
        }
        trace.index().unwrap();
        assert_eq!(check_counts(&trace, u32::MAX) as u32, calls);
    });
}

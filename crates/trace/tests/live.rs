//! Traces that are being written, and traces whose program was killed.

mod common;

use common::{Truth, repeat};
use elenchus_trace::definition::{Definition, Definitions, RoutineDef};
use elenchus_trace::frame::{Codec, Stamp};
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::raw::tag;
use elenchus_trace::raw::write::RecordWriter;
use elenchus_trace::ring::{RingReader, RingWriter};
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::{self, Plan, Profile, Sink, Witness};
use elenchus_trace::{Budget, Error, Follower, HowEnded, NodeKey, Target, Trace, Value};
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const SLOT: usize = 4096;
const SLOTS: usize = 4;

/// Writes records one by one through rings, and seals slots only when the ring is full: as a recorder does.
struct Rings<'s> {
    sealer: &'s Sealer,
    layouts: Definitions,
    /// Routines and loops that no record has used so far: a class is loaded when it is needed.
    undefined: Vec<Definition>,
    writers: HashMap<u32, RingWriter>,
    /// After each record: how many were committed.
    committed: &'s mut dyn FnMut(u64),
    count: u64,
}

impl Rings<'_> {
    fn seal_oldest(&self, ring: u32) -> Result<(), Error> {
        let reader = self.writers[&ring].reader();
        let (_, index) = reader.sequences()[0];
        let copy = reader.copy(index, 0).expect("nobody reuses it now");
        self.sealer.seal(copy.stamp, &copy.records)?;
        reader.release(index);
        Ok(())
    }
}

impl Rings<'_> {
    /// Defines what a record uses, right before it is written.
    fn define_for(&mut self, record: &[u8]) -> Result<(), Error> {
        let (kind, id) = (
            record[0],
            u32::from_le_bytes(record[..4].try_into().unwrap()) >> 8,
        );
        let is_used = |definition: &Definition| match definition {
            Definition::Routine(def) => kind <= tag::THROW && def.id <= id,
            Definition::Loop(def) => {
                (tag::LOOP_ENTER..=tag::LOOP_UNWIND).contains(&kind) && def.id <= id
            }
            _ => false,
        };
        // Numbers are given out in order.
        for definition in self
            .undefined
            .extract_if(.., |definition| is_used(definition))
        {
            self.sealer.add_definition(definition)?;
        }
        Ok(())
    }
}

impl Sink for Rings<'_> {
    fn slot(&mut self, stamp: Stamp, records: &[u8]) -> Result<(), Error> {
        if !self.writers.contains_key(&stamp.ring) {
            let path = self.sealer.create_ring(stamp.ring, SLOT, SLOTS)?;
            let ring = RingReader::open(&path)?.expect("just made");
            self.writers.insert(stamp.ring, ring.into_writer());
        }
        let begin = |rings: &mut Self| {
            let writer = rings.writers.get_mut(&stamp.ring).unwrap();
            writer.begin(stamp.strand, stamp.step, stamp.depth)
        };
        while !begin(self) {
            self.seal_oldest(stamp.ring)?;
        }
        let mut at = 0;
        while at < records.len() {
            let length = self
                .layouts
                .layouts()
                .length(records, at)
                .expect("sound records");
            self.define_for(&records[at..at + length])?;
            let writer = self.writers.get_mut(&stamp.ring).unwrap();
            assert!(writer.write(&records[at..at + length]));
            at += length;
            self.count += 1;
            (self.committed)(self.count);
        }
        self.writers.get_mut(&stamp.ring).unwrap().end(stamp.turn);
        Ok(())
    }
}

fn plan(seed: u64, calls: u64) -> Plan {
    Plan {
        calls,
        strands: 1 + (seed % 3) as u32,
        shared_ring: false,
        profile: Profile::Mixed,
        seed,
        slot_bytes: SLOT - 64,
        finish: true,
    }
}

fn write(
    folder: &Path,
    plan: Plan,
    witness: &mut impl Witness,
    committed: &mut dyn FnMut(u64),
    finish: bool,
) {
    let meta = Meta {
        process: std::process::id(),
        ..Meta::default()
    };
    let sealer = Sealer::open(folder, &meta, Codec::default()).unwrap();
    let mut layouts = Definitions::default();
    let mut undefined = Vec::new();
    for definition in synthetic::program::definitions(plan.strands) {
        layouts.add(definition.clone()).unwrap();
        match definition {
            Definition::Routine(_) | Definition::Loop(_) => undefined.push(definition),
            needed => sealer.add_definition(needed).unwrap(),
        }
    }
    let mut rings = Rings {
        sealer: &sealer,
        layouts,
        undefined,
        writers: HashMap::new(),
        committed,
        count: 0,
    };
    synthetic::play(plan, &mut rings, witness).unwrap();
    if finish {
        let rings: Vec<u32> = rings.writers.keys().copied().collect();
        assert!(!rings.is_empty());
        sealer.finish(Ending::Exit { code: 3 }).unwrap();
    }
}

/// Compares a complete trace with the truth: as many nodes in each strand, with the same parents.
fn check_complete(trace: &Trace, truth: &Truth) {
    let forest = trace.forest();
    for (&number, nodes) in &truth.nodes {
        let (_, strand) = forest.strand(number).expect("every strand is there");
        assert_eq!(strand.shape.nodes() as usize, nodes.len());
        for node in nodes.iter().step_by(11) {
            let parent = node.parent.map(|parent| parent.index);
            assert_eq!(strand.shape.parent(node.index), parent);
        }
    }
}

#[test]
fn what_was_never_sealed_is_read_from_the_rings() {
    for seed in 1..=6 {
        let folder = tempfile::tempdir().unwrap();
        let mut truth = Truth::default();
        write(
            folder.path(),
            plan(seed, 500),
            &mut truth,
            &mut |_| {},
            true,
        );
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        assert!(trace.damage().is_empty(), "{:?}", trace.damage());
        check_complete(&trace, &truth);
        assert_eq!(
            trace.info().ended,
            HowEnded::Orderly(Ending::Exit { code: 3 })
        );
        // The folder can be moved, and opened a second time from the derived data.
        drop(trace);
        let moved = folder.path().with_extension("moved");
        std::fs::rename(folder.path(), &moved).unwrap();
        let again = Trace::attach(&moved, Budget::default()).unwrap();
        assert!(again.is_complete());
        check_complete(&again, &truth);
        std::fs::remove_dir_all(&moved).unwrap();
    }
}

#[test]
fn two_readers_follow_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace");
    let (its_path, plan) = (path.clone(), plan(1, 20_000));
    let writer = std::thread::spawn(move || {
        let mut truth = Truth::default();
        let mut pause = |count: u64| {
            if count.is_multiple_of(2000) {
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        write(&its_path, plan, &mut truth, &mut pause, true);
        truth
    });
    let start = || loop {
        match Follower::start(&path, Budget::total(16 << 20)) {
            Ok(follower) => return follower,
            Err(_) => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    let readers = [start(), start()];
    // While they follow, every snapshot is a sound tree and keys stay what they were.
    let mut seen = 0;
    let mut before = 0;
    for _ in 0..50 {
        seen = readers[0].wait_for_news(seen, Duration::from_millis(20));
        let snapshot = readers[0].trace().snapshot();
        let nodes = snapshot.tree.len();
        assert!(
            nodes + 1 >= before,
            "a tree shrank from {before} to {nodes}"
        );
        before = nodes;
        for node in snapshot.tree.nodes().step_by(997) {
            assert_eq!(snapshot.node_of(snapshot.key_of(node)), Some(node));
            assert!(
                snapshot
                    .tree
                    .parent(node)
                    .is_none_or(|parent| parent < node)
            );
        }
        let first = NodeKey {
            strand: 1,
            index: 0,
        };
        if let Some(data) = readers[0].trace().node(first) {
            assert_eq!(data.key, first);
        }
    }
    let truth = writer.join().unwrap();
    for reader in readers {
        let trace = reader.join().unwrap();
        assert!(
            trace.is_complete() && trace.damage().is_empty(),
            "{:?}",
            trace.damage()
        );
        check_complete(&trace, &truth);
    }
}

/// Threads start, classes are loaded and slots are reused all the time while readers look: whatever moment they look at, nothing that is
/// half there may be taken for damage or be left out.
#[test]
fn readers_meet_nothing_half_written() {
    for seed in 1..=repeat(3) as u64 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        let its_path = path.clone();
        let plan = Plan {
            strands: 24,
            ..plan(seed, 6000)
        };
        let writer = std::thread::spawn(move || {
            let mut truth = Truth::default();
            // Most is defined in the beginning: readers get to see every record of it.
            let mut pause = |count: u64| {
                if count < 1000 {
                    std::thread::sleep(Duration::from_micros(20));
                }
            };
            write(&its_path, plan, &mut truth, &mut pause, true);
            truth
        });
        let readers: Vec<_> = (0..3)
            .map(|nth| {
                let path = path.clone();
                std::thread::spawn(move || {
                    let trace = loop {
                        match Trace::attach(&path, Budget::total(4 << 20)) {
                            Ok(trace) => break trace,
                            Err(Error::NotATrace { .. }) => std::thread::yield_now(),
                            Err(error) => panic!("{error}"),
                        }
                    };
                    while !trace.is_complete() {
                        trace.advance().unwrap();
                        if nth == 0 {
                            trace.index().unwrap();
                        }
                        assert!(trace.damage().is_empty(), "{:?}", trace.damage());
                    }
                    trace
                })
            })
            .collect();
        let truth = writer.join().unwrap();
        for reader in readers {
            let trace = reader.join().unwrap();
            assert!(trace.damage().is_empty(), "{:?}", trace.damage());
            check_complete(&trace, &truth);
        }
    }
}

/// The tree may be far ahead of the object index: what is asked of objects is right all the same, and nothing is kept on disk before
/// both are complete.
#[test]
fn objects_are_known_before_the_index_has_reached_them() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        strands: 1,
        ..plan(5, 3000)
    };
    let truth = common::record(folder.path(), plan);
    let trace = Trace::attach(folder.path(), Budget::total(8 << 20)).unwrap();
    while !trace.advance().unwrap() {}
    let derived = folder.path().join("derived");
    assert!(trace.is_complete() && !trace.is_indexed() && !derived.exists());
    let asked = |trace: &Trace| -> Vec<Value> {
        let places = truth.writes.iter().step_by(173).map(|(target, _)| *target);
        let places: Vec<Target> = places.collect();
        let times = truth.all().step_by(331).filter_map(|node| {
            let (strand, index) = (node.strand, node.index);
            trace.before(NodeKey { strand, index })
        });
        times
            .flat_map(|time| places.iter().map(move |&place| trace.value_at(place, time)))
            .collect()
    };
    let early = asked(&trace);
    assert!(trace.index().unwrap() && trace.is_indexed() && derived.exists());
    assert!(early.iter().any(|value| *value != Value::Missing));
    assert_eq!(asked(&trace), early);
    let again = Trace::attach(folder.path(), Budget::total(8 << 20)).unwrap();
    assert!(again.is_indexed());
    assert_eq!(asked(&again), early);
}

/// When the index cannot be written, following ends with that error, and does not wait for the thread that would write it.
#[test]
fn a_disk_that_cannot_take_the_index_ends_the_following() {
    let folder = tempfile::tempdir().unwrap();
    common::record(folder.path(), plan(1, 20_000));
    let trace = Trace::attach(folder.path(), Budget::total(1 << 20)).unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("derived.") {
            std::fs::remove_dir_all(entry.path()).unwrap();
        }
    }
    let failed = trace.take_in(|_| {}).unwrap_err();
    assert!(failed.to_string().contains("derived."), "{failed}");
    assert!(!trace.is_indexed());
}

/// A block that the tree has taken from a ring may have been sealed, and its slot reused, before the index gets to it: it is found in its
/// frame then, and not left out.
#[test]
fn the_index_finds_what_was_sealed_since_the_tree_took_it_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace");
    let plan = Plan {
        strands: 1,
        ..plan(9, 3000)
    };
    let mut truth = Truth::default();
    let mut follower: Option<Trace> = None;
    let mut follow = |count: u64| {
        let trace =
            follower.get_or_insert_with(|| Trace::attach(&path, Budget::default()).unwrap());
        // The index looks only when many slots have been reused since the tree did.
        match count % 1000 {
            0 => drop(trace.advance().unwrap()),
            900 => drop(trace.index().unwrap()),
            _ => {}
        }
    };
    write(&path, plan, &mut truth, &mut follow, true);
    let live = follower.unwrap();
    live.take_in(|_| {}).unwrap();
    assert!(live.is_indexed() && live.damage().is_empty());
    for node in truth.all().step_by(97) {
        let (strand, index) = (node.strand, node.index);
        let Some(after) = live.after(NodeKey { strand, index }) else {
            continue;
        };
        for (target, _) in truth.writes.iter().step_by(211) {
            let expected = truth.bits_at(*target, node.ended.unwrap());
            let found = live.value_at(*target, after);
            assert_eq!(found == Value::Missing, expected.is_none(), "{target:?}");
        }
    }
}

/// A running program loads classes all the time: a record may use a number that was defined after the reader last looked.
#[test]
fn what_was_defined_since_the_last_look_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let meta = Meta {
        process: std::process::id(),
        ..Meta::default()
    };
    let sealer = Sealer::open(folder.path(), &meta, Codec::default()).unwrap();
    let trace = Trace::attach(folder.path(), Budget::default()).unwrap();
    let path = sealer.create_ring(1, SLOT, SLOTS).unwrap();
    let mut ring = RingReader::open(&path).unwrap().unwrap().into_writer();
    assert!(ring.begin(1, 0, 0));
    let mut call = |routine: u32| {
        let mut record = RecordWriter::default();
        record.head(tag::ENTER, routine);
        assert!(ring.write(&record.bytes));
    };
    let nodes = || {
        trace.advance().unwrap();
        assert!(trace.damage().is_empty(), "{:?}", trace.damage());
        trace.forest().len()
    };
    let define = |id: u32| {
        let def = RoutineDef {
            id,
            parameters: Vec::new(),
            ..synthetic::program::routine(1).clone()
        };
        sealer.add_definition(Definition::Routine(def)).unwrap();
    };
    define(1);
    call(1);
    let first = nodes();
    // As seen by a reader that has read the definitions right before the routine was defined.
    call(2);
    assert_eq!(nodes(), first);
    define(2);
    assert_eq!(nodes(), first + 1);
    // A number that is never defined is damage all the same.
    call(9);
    call(2);
    assert_eq!(nodes(), first + 1);
    trace.advance().unwrap();
    assert!(!trace.damage().is_empty());
}

/// Threads that wrote a few records and then wait, in slots that nobody hands over, hold up neither the index nor what is asked of objects.
#[test]
fn threads_that_wait_in_a_slot_do_not_hold_up_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let meta = Meta {
        process: std::process::id(),
        ..Meta::default()
    };
    let sealer = Sealer::open(folder.path(), &meta, Codec::default()).unwrap();
    for definition in synthetic::program::definitions(4) {
        sealer.add_definition(definition).unwrap();
    }
    let ring = |number: u32| {
        let path = sealer.create_ring(number, SLOT, SLOTS).unwrap();
        RingReader::open(&path).unwrap().unwrap().into_writer()
    };
    let counter = Target::Static {
        field: synthetic::program::COUNTER,
    };
    let call = |ring: &mut RingWriter, value: u32| {
        let mut records = RecordWriter::default();
        records.head(tag::ENTER, 12).word(0);
        records.head(tag::PUT_STATIC, synthetic::program::COUNTER);
        records.word(value).head(tag::EXIT, 12);
        assert!(ring.write(&records.bytes));
    };
    let mut waiting: Vec<RingWriter> = (1..=3).map(ring).collect();
    for (ring, strand) in waiting.iter_mut().zip(1..) {
        assert!(ring.begin(strand, 0, 0));
        call(ring, 1000 + strand);
    }
    let mut works = ring(4);
    let trace = Trace::attach(folder.path(), Budget::default()).unwrap();
    trace.advance().unwrap();
    for value in 0..400 {
        assert!(works.begin(4, 0, 0));
        call(&mut works, value);
        let index = works.end(sealer.turn());
        if value % 7 == 0 {
            trace.advance().unwrap();
            trace.index().unwrap();
            let order = &trace.forest().order;
            assert_eq!((order.len(), order.settled()), (value + 4, value + 1));
            let node = |strand, index| NodeKey { strand, index };
            let after = trace.after(node(4, value)).unwrap();
            assert_eq!(trace.value_at(counter, after), Value::Int(value as i32));
            // Whoever waits may be handed over later than all the others, and has the last word until then.
            let after = trace.after(node(2, 0)).unwrap();
            assert_eq!(trace.value_at(counter, after), Value::Int(1002));
        }
        let copy = works.reader().copy(index, 0).unwrap();
        sealer.seal(copy.stamp, &copy.records).unwrap();
        works.reader().release(index);
    }
    assert!(trace.damage().is_empty(), "{:?}", trace.damage());
}

/// Says how many nodes have begun; flushed with every record that is committed.
struct Counting {
    begun: u64,
}

impl Witness for Counting {
    fn open(&mut self, _: u32, part: synthetic::Part) {
        self.begun += u64::from(matches!(part, synthetic::Part::Call(_)));
    }
}

/// Not a test of its own: what the killed process of the next test runs.
#[test]
fn child_that_writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os("ELENCHUS_TEST_CHILD") else {
        return;
    };
    let seed: u64 = std::env::var("ELENCHUS_TEST_SEED")
        .unwrap()
        .parse()
        .unwrap();
    let mut enters = 0u64;
    let mut out = std::io::stderr();
    let mut told = |count: u64| {
        enters = count;
        writeln!(out, "{enters}").unwrap();
    };
    let endless = Plan {
        calls: u64::MAX / 4,
        strands: 1,
        ..plan(seed, 0)
    };
    write(
        Path::new(&folder),
        endless,
        &mut Counting { begun: 0 },
        &mut told,
        false,
    );
}

#[test]
fn a_killed_program_loses_nothing_that_was_committed() {
    for seed in 1..=repeat(10) as u64 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        let told = folder.path().join("told");
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "child_that_writes_until_it_is_killed",
                "--nocapture",
            ])
            .env("ELENCHUS_TEST_CHILD", &path)
            .env("ELENCHUS_TEST_SEED", seed.to_string())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&told).unwrap())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + seed * 37 % 150));
        child.kill().unwrap();
        child.wait().unwrap();
        let told = std::fs::read_to_string(&told).unwrap();
        let whole = told.rfind('\n').map_or("", |end| &told[..end]);
        let committed: u64 = whole
            .lines()
            .last()
            .and_then(|line| line.parse().ok())
            .unwrap_or(0);
        let Ok(trace) = Trace::open(&path, Budget::default()) else {
            assert_eq!(
                committed, 0,
                "the trace cannot be opened although records were committed"
            );
            continue;
        };
        assert!(
            trace.is_complete() && trace.damage().is_empty(),
            "{:?}",
            trace.damage()
        );
        assert_eq!(trace.info().ended, HowEnded::Killed);
        let forest = trace.forest();
        let records: u64 = forest
            .segments
            .iter()
            .map(|segment| count_records(&trace, segment.block, segment.from, segment.to))
            .sum();
        assert!(
            records >= committed,
            "{records} of {committed} committed records were found"
        );
        let shape = &forest.strands.first().map(|strand| strand.shape.clone());
        if let Some(shape) = shape {
            assert_eq!(shape.open_nodes().len() as u32, shape.open());
        }
        assert!(!forest.is_empty());
    }
}

/// Who is killed in the middle of writing leaves half a frame and half a definition, and loses nothing: what was to be written is in the
/// ring, or was not used. At an orderly end the same is damage.
#[test]
fn what_a_kill_leaves_half_written_is_no_damage() {
    for ended in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut truth = Truth::default();
        write(folder.path(), plan(3, 500), &mut truth, &mut |_| {}, ended);
        let path = folder.path().join("trace.json");
        let meta = std::fs::read_to_string(&path).unwrap();
        let mut meta: serde_json::Value = serde_json::from_str(&meta).unwrap();
        meta["process"] = 0.into();
        std::fs::write(&path, meta.to_string()).unwrap();
        for (name, half) in [("frames-0001.elf", 100), ("definitions.eld", 10)] {
            let path = folder.path().join(name);
            let mut bytes = std::fs::read(&path).unwrap();
            bytes.extend_from_within(16..16 + half);
            std::fs::write(&path, bytes).unwrap();
        }
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        assert_eq!(trace.damage().is_empty(), !ended, "{:?}", trace.damage());
        assert_eq!(trace.damage().notes().len(), if ended { 2 } else { 0 });
        check_complete(&trace, &truth);
    }
}

fn count_records(trace: &Trace, block: u32, from: u32, to: u32) -> u64 {
    let definitions = trace.definitions();
    let bytes = trace.records(block).expect("the block is there");
    let mut at = from as usize;
    let mut count = 0;
    while at < to as usize {
        at += definitions
            .layouts()
            .length(&bytes, at)
            .expect("sound records");
        count += 1;
    }
    count
}

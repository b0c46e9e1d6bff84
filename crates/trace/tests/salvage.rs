//! Damaged traces: a clear error, or a salvage that says what is missing; never a panic, a hang or a wrong tree.

mod common;

use common::{record, repeat};
use elenchus_trace::frame::{FrameHeader, HEADER_BYTES};
use elenchus_trace::synthetic::{Plan, Profile};
use elenchus_trace::{Budget, NodeKey, Trace};
use elenchus_tree::{NodeId, Tree};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a trace, in memory.
#[derive(Clone)]
struct Files(Vec<(PathBuf, Vec<u8>)>);

impl Files {
    fn read(folder: &Path) -> Files {
        let mut files = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(inner) = folders.pop() {
            for entry in fs::read_dir(folder.join(&inner)).unwrap().flatten() {
                let path = inner.join(entry.file_name());
                if entry.file_type().unwrap().is_dir() {
                    folders.push(path);
                } else {
                    files.push((path.clone(), fs::read(folder.join(&path)).unwrap()));
                }
            }
        }
        files.sort();
        Files(files)
    }

    fn write(&self, folder: &Path) {
        for (path, bytes) in &self.0 {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Changes something and says what.
fn mutate(files: &mut Files, random: &mut Random) -> String {
    let index = random.below(files.0.len());
    let name = files.0[index].0.display().to_string();
    let bytes = &mut files.0[index].1;
    let length = bytes.len();
    match random.below(8) {
        0 => {
            files.0.remove(index);
            format!("{name} removed")
        }
        1 => {
            let kept = random.below(length);
            bytes.truncate(kept);
            format!("{name} cut to {kept} bytes")
        }
        2 if length > 32 => {
            let (from, to) = (random.below(length - 16), random.below(length - 16));
            for offset in 0..16 {
                bytes.swap(from + offset, to + offset);
            }
            format!("{name}: 16 bytes at {from} and {to} exchanged")
        }
        3 => {
            let at = random.below(length);
            let count = random.below(300).min(length - at);
            bytes.drain(at..at + count);
            format!("{name}: {count} bytes at {at} taken out")
        }
        4 => {
            let at = random.below(length);
            let count = random.below(300).min(length - at);
            let copy = bytes[at..at + count].to_vec();
            bytes.splice(at..at, copy);
            format!("{name}: {count} bytes at {at} doubled")
        }
        5 if length > 0 => {
            let at = random.below(length);
            let word = [0, 0xFF, 0x7F, 0x80][random.below(4)];
            let end = (at + 4).min(length);
            bytes[at..end].fill(word);
            format!("{name}: 4 bytes at {at} set to {word:#x}")
        }
        _ if length > 0 => {
            let bit = random.below(length * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            format!("{name}: bit {bit} flipped")
        }
        _ => format!("{name} left as it is"),
    }
}

/// Parents, kinds and routines of a tree: enough to tell whether two are the same.
fn outline(tree: &Tree) -> Vec<(Option<NodeId>, usize, u32)> {
    tree.nodes()
        .map(|node| (tree.parent(node), tree.size(node), tree.routine(node).0))
        .collect()
}

/// A tree whose parents come first and whose subtrees nest.
fn check_well_formed(tree: &Tree, what: &str) {
    let mut open: Vec<NodeId> = Vec::new();
    for node in tree.nodes() {
        while open.last().is_some_and(|&top| tree.end(top) <= node) {
            open.pop();
        }
        assert_eq!(
            tree.parent(node),
            open.last().copied(),
            "{what}: parent of {node:?}"
        );
        assert!(
            tree.end(node).index() <= tree.len(),
            "{what}: end of {node:?}"
        );
        open.push(node);
    }
}

fn check(folder: &Path, intact: &[(Option<NodeId>, usize, u32)], what: &str) {
    let trace = match Trace::open(folder, Budget::total(8 << 20)) {
        Ok(trace) => trace,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let snapshot = trace.snapshot();
    check_well_formed(&snapshot.tree, what);
    // Without its end file a trace says that it was killed, and then any beginning of it is sound.
    if trace.damage().is_empty() && trace.is_complete() && trace.end().is_some() {
        assert!(
            outline(&snapshot.tree) == intact,
            "{what}: another tree, and no damage reported"
        );
    }
    for node in snapshot.tree.nodes().step_by(37) {
        let key = snapshot.key_of(node);
        assert_eq!(snapshot.node_of(key), Some(node), "{what}");
        let Some(data) = trace.node(key) else {
            continue;
        };
        let values = data.receiver.into_iter().chain(data.arguments);
        for value in values {
            if let elenchus_trace::Value::Ref(reference) = value {
                let _ = trace.state_at(reference, data.before);
            }
        }
        if let Some(effects) = trace.effects(key) {
            effects.take(3).for_each(drop);
        }
        let _ = trace.output(key, 100);
    }
    let _ = trace.node(NodeKey::ROOT);
    let _ = trace.info();
}

fn campaign(plan: Plan, open_first: bool, mutations: usize) {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), plan);
    let intact = if open_first {
        outline(
            &Trace::open(folder.path(), Budget::default())
                .unwrap()
                .snapshot()
                .tree,
        )
    } else {
        let copy = tempfile::tempdir().unwrap();
        Files::read(folder.path()).write(copy.path());
        outline(
            &Trace::open(copy.path(), Budget::default())
                .unwrap()
                .snapshot()
                .tree,
        )
    };
    let files = Files::read(folder.path());
    let mut random = Random(plan.seed * 2 + 1);
    for _ in 0..mutations {
        let mut changed = files.clone();
        let mut what = mutate(&mut changed, &mut random);
        if random.below(4) == 0 {
            what = format!("{what}; {}", mutate(&mut changed, &mut random));
        }
        let target = tempfile::tempdir().unwrap();
        changed.write(target.path());
        check(target.path(), &intact, &what);
    }
}

/// 20 times as many when asked for: more than 10,000 in all.
#[test]
fn mutated_traces_are_refused_or_salvaged() {
    let plan = Plan {
        calls: 150,
        slot_bytes: 1024,
        profile: Profile::Mixed,
        ..Plan::default()
    };
    campaign(plan, false, repeat(700));
    campaign(
        Plan {
            strands: 3,
            seed: 2,
            ..plan
        },
        false,
        repeat(150),
    );
    let shared = Plan {
        strands: 3,
        shared_ring: true,
        seed: 3,
        ..plan
    };
    campaign(shared, false, repeat(100));
}

#[test]
fn mutated_derived_data_is_not_trusted() {
    let plan = Plan {
        calls: 150,
        slot_bytes: 1024,
        seed: 5,
        ..Plan::default()
    };
    campaign(plan, true, repeat(150));
}

#[test]
fn a_lost_slot_is_named_and_the_calls_around_it_stay() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        calls: 400,
        slot_bytes: 1024,
        ..Plan::default()
    };
    let truth = record(folder.path(), plan);
    // Overwrite the payload of one frame in the middle.
    let path = folder.path().join("frames-0001.elf");
    let mut bytes = fs::read(&path).unwrap();
    let starts: Vec<usize> = (0..bytes.len() - 4)
        .filter(|&at| &bytes[at..at + 4] == b"ELfr")
        .collect();
    let middle = starts[starts.len() / 2];
    bytes[middle + 70] ^= 0x55;
    fs::write(&path, bytes).unwrap();
    let trace = Trace::open(folder.path(), Budget::default()).unwrap();
    let notes = trace.damage().notes().join("\n");
    assert!(
        notes.contains("missing; calls in there are lost"),
        "{notes}"
    );
    let snapshot = trace.snapshot();
    check_well_formed(&snapshot.tree, "one slot lost");
    let calls = trace.info().calls;
    assert!(
        calls > 300 && calls < 400,
        "{calls} calls of {} were saved",
        truth.all().count()
    );
    // Whatever was open when the slot got lost knows that something is missing.
    let main = NodeKey {
        strand: 1,
        index: 0,
    };
    assert!(trace.node(main).unwrap().damaged);
    let first_leaf = snapshot.tree.nodes().find(|&node| {
        snapshot.tree.kind(node) == elenchus_tree::Kind::Routine && snapshot.tree.size(node) == 1
    });
    assert!(
        !trace
            .node(snapshot.key_of(first_leaf.unwrap()))
            .unwrap()
            .damaged
    );
}

/// Where the frames of a file begin, and where the file ends.
fn frame_starts(bytes: &[u8]) -> Vec<usize> {
    let mut starts = vec![16];
    while let Some(header) = FrameHeader::decode(&bytes[starts[starts.len() - 1]..]) {
        let last = starts[starts.len() - 1];
        starts.push(last + HEADER_BYTES + header.packed_bytes as usize);
    }
    starts
}

/// Derived data knows where the frames stand, and only some of them are looked at when a trace is opened again. Frames that are not where
/// they were, or whose headers were damaged since, must not change anything that is read.
#[test]
fn frames_that_moved_since_are_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        calls: 6000,
        slot_bytes: 1024,
        ..Plan::default()
    };
    record(folder.path(), plan);
    let everything = |trace: &Trace| {
        let snapshot = trace.snapshot();
        let keys = snapshot.tree.nodes().map(|node| snapshot.key_of(node));
        let nodes: Vec<_> = keys.map(|key| format!("{:?}", trace.node(key))).collect();
        (outline(&snapshot.tree), nodes)
    };
    let intact = everything(&Trace::open(folder.path(), Budget::default()).unwrap());
    let path = folder.path().join("frames-0001.elf");
    let bytes = fs::read(&path).unwrap();
    let starts = frame_starts(&bytes);
    assert!(starts.len() > 200, "too few frames to leave some out");
    // Two neighbours that are not looked at change places, the header of a third is damaged.
    let mut changed = bytes.clone();
    let [from, middle, to] = [starts[101], starts[102], starts[103]];
    changed[from..to].rotate_left(middle - from);
    fs::write(&path, &changed).unwrap();
    let moved = Trace::attach(folder.path(), Budget::default()).unwrap();
    assert!(moved.is_complete(), "the derived data still fits");
    assert_eq!(everything(&moved), intact);
    changed = bytes.clone();
    changed[starts[101] + 30] ^= 1;
    fs::write(&path, &changed).unwrap();
    let damaged = Trace::attach(folder.path(), Budget::default()).unwrap();
    assert!(damaged.is_complete(), "the derived data still fits");
    assert_eq!(everything(&damaged), intact);
    // A frame that is looked at, or a file of another length, has everything read anew.
    for at in [starts[0], starts[starts.len() - 2]] {
        changed = bytes.clone();
        changed[at + 30] ^= 1;
        fs::write(&path, &changed).unwrap();
        let trace = Trace::attach(folder.path(), Budget::default()).unwrap();
        assert!(!trace.is_complete());
    }
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let trace = Trace::attach(folder.path(), Budget::default()).unwrap();
    assert!(!trace.is_complete());
}

/// A short recording that was read once, so that derived data is there.
fn read_once() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        calls: 600,
        slot_bytes: 1024,
        ..Plan::default()
    };
    record(folder.path(), plan);
    Trace::open(folder.path(), Budget::default()).unwrap();
    folder
}

#[track_caller]
fn expect_said(folder: &Path, words: &str) {
    let trace = Trace::open(folder, Budget::default()).unwrap();
    let notes = trace.damage().notes().join("\n");
    assert!(notes.contains(words), "`{words}` is missing in `{notes}`");
}

#[test]
fn a_byte_of_a_frame_that_changed_since_is_told() {
    let folder = read_once();
    let before = Trace::open(folder.path(), Budget::default()).unwrap();
    assert!(before.damage().is_empty(), "{:?}", before.damage());
    let intact = outline(&before.snapshot().tree);
    let path = folder.path().join("frames-0001.elf");
    let mut bytes = fs::read(&path).unwrap();
    let starts = frame_starts(&bytes);
    bytes[starts[starts.len() / 2] + HEADER_BYTES + 5] ^= 1;
    fs::write(&path, bytes).unwrap();
    expect_said(folder.path(), "damaged since the trace was first read");
    let after = Trace::open(folder.path(), Budget::default()).unwrap();
    assert!(outline(&after.snapshot().tree) == intact);
}

#[test]
fn an_end_file_that_was_damaged_since_is_told() {
    let folder = read_once();
    fs::write(folder.path().join("end.json"), "{\"how\": \"ex").unwrap();
    expect_said(folder.path(), "end.json is damaged");
}

#[test]
fn a_ring_that_is_cut_short_is_told() {
    let folder = tempfile::tempdir().unwrap();
    record(folder.path(), Plan::default());
    let slots = 4;
    let ring = elenchus_trace::ring::create(folder.path(), 77, 1 << 16, slots).unwrap();
    let length = fs::metadata(&ring).unwrap().len();
    let file = fs::File::options().write(true).open(&ring).unwrap();
    file.set_len(length - (1 << 16)).unwrap();
    expect_said(folder.path(), "77.ring is cut short");
}

/// Mounts a small disk and fills it; none where that is not allowed.
struct FullDisk(PathBuf);

impl FullDisk {
    fn with_copy_of(files: &Files, at: &Path) -> Option<FullDisk> {
        fs::create_dir(at).unwrap();
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"])
            .arg(at)
            .stderr(std::process::Stdio::null())
            .status();
        if !mounted.is_ok_and(|status| status.success()) {
            return None;
        }
        let disk = FullDisk(at.to_owned());
        files.write(at);
        let mut filler = fs::File::create(at.join("filler")).unwrap();
        while std::io::Write::write(&mut filler, &[0; 4096]).is_ok_and(|count| count > 0) {}
        Some(disk)
    }
}

impl Drop for FullDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .arg("-l")
            .arg(&self.0)
            .status();
    }
}

#[test]
fn a_trace_on_a_full_disk_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace");
    fs::create_dir(&trace).unwrap();
    record(&trace, Plan::default());
    let files = Files::read(&trace);
    let intact = outline(
        &Trace::open(&trace, Budget::default())
            .unwrap()
            .snapshot()
            .tree,
    );
    let Some(disk) = FullDisk::with_copy_of(&files, &folder.path().join("full")) else {
        eprintln!("skipped: only the administrator can mount a small disk");
        return;
    };
    let on_full = Trace::open(&disk.0, Budget::default()).unwrap();
    assert!(outline(&on_full.snapshot().tree) == intact);
}

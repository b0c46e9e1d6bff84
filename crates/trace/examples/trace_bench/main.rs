//! Measures the trace on made-up runs: `trace_bench CALLS [calls|mixed|writes] [packed|lz4|zstd|stored] [keep FOLDER [build]]`, and
//! `strands=N` anywhere for a run of that many threads.
//!
//! With `keep` the folder is left there; if it holds a trace already, that one is measured, whoever recorded it. With `build` only
//! building is.
//! Prints one line a figure. `docs/measured/trace-bench.md` keeps the results.

mod clock;
mod cold;

use clock::Clock;
use elenchus_trace::frame::{Codec, Stamp};
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::{self, Plan, Profile, Sink};
use elenchus_trace::{Budget, Error, NodeKey, Target, Trace, Value};
use elenchus_tree::Columns;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Seals and keeps the time that took, apart from the time of making things up.
struct Timed<'s> {
    sealer: &'s Sealer,
    sealing: Duration,
}

impl Sink for Timed<'_> {
    fn slot(&mut self, stamp: Stamp, records: &[u8]) -> Result<(), Error> {
        let begun = Clock::now();
        let sealed = self.sealer.seal(stamp, records);
        self.sealing += begun.elapsed();
        sealed
    }
}

/// Bytes of memory the reader may use.
const BUDGET: usize = 256 << 20;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let strands = arguments
        .iter()
        .find_map(|text| text.strip_prefix("strands=")?.parse().ok());
    arguments.retain(|text| !text.starts_with("strands="));
    let argument = |index: usize| arguments.get(index).map(String::as_str);
    let calls: u64 = argument(0)
        .and_then(|text| text.parse().ok())
        .unwrap_or(100_000);
    let profile = match argument(1) {
        Some("calls") => Profile::Calls,
        Some("writes") => Profile::Writes,
        _ => Profile::Mixed,
    };
    let codec = match argument(2) {
        Some("zstd") => Codec::Zstd,
        Some("stored") => Codec::Stored,
        Some("lz4") => Codec::Lz4,
        Some("packed") => Codec::PackedLz4,
        Some("packedzstd") => Codec::PackedZstd,
        _ => Codec::default(),
    };
    let place = std::env::temp_dir().join(format!("elenchus-bench-{}", std::process::id()));
    let folder = match argument(3) {
        Some("keep") => Path::new(argument(4).expect("a folder follows keep")),
        _ => place.as_path(),
    };
    println!("{calls} calls, {profile:?}, {codec:?}");
    if !folder.join("trace.json").exists() {
        let plan = Plan {
            calls,
            profile,
            strands: strands.unwrap_or(1),
            ..Plan::default()
        };
        write(folder, plan, codec);
    }
    build(folder);
    if argument(5) != Some("build") {
        ask(folder);
    }
    if place.exists() {
        std::fs::remove_dir_all(&place).expect("the bench's own folder can be removed");
    }
}

fn write(folder: &Path, plan: Plan, codec: Codec) {
    let sealer = Sealer::open(folder, &Meta::default(), codec).expect("the folder is empty");
    for definition in synthetic::program::definitions(plan.strands) {
        sealer
            .add_definition(definition)
            .expect("sound definitions");
    }
    let mut sink = Timed {
        sealer: &sealer,
        sealing: Duration::ZERO,
    };
    let calls = plan.calls;
    synthetic::play(plan, &mut sink, &mut ()).expect("there is room on the disk");
    let seconds = sink.sealing.as_secs_f64();
    let (raw, written) = (sealer.raw_bytes() as f64, sealer.written_bytes() as f64);
    sealer
        .finish(Ending::Exit { code: 0 })
        .expect("there is room");
    println!("raw bytes a call          {:8.2}", raw / calls as f64);
    println!("frame bytes a call        {:8.2}", written / calls as f64);
    println!("sealing, MB raw a second  {:8.0}", raw / 1e6 / seconds);
}

/// Has one thread build the tree and another the object index behind it, as [`Trace::open`] does, and keeps their times apart.
fn build(folder: &Path) {
    let trace = Trace::attach(folder, Budget::total(BUDGET)).expect("a trace");
    if trace.is_complete() {
        println!("the derived data is there already: nothing is built");
        return;
    }
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    let (tree, tree_wall, index) = std::thread::scope(|scope| {
        let indexer = scope.spawn(|| {
            let begun = Clock::now();
            trace.index_until(&stop).expect("room on the disk");
            begun.elapsed()
        });
        let processor = Clock::now();
        while !trace.advance().expect("a sound trace") {}
        let tree = (processor.elapsed(), begun.elapsed());
        (tree.0, tree.1, indexer.join().expect("no panic"))
    });
    let all = begun.elapsed();
    let info = trace.info();
    let (calls, nodes) = (info.calls, info.nodes);
    println!(
        "calls, raw and framed     {:8} {:.2} {:.2} B a call",
        calls,
        info.raw_bytes as f64 / calls as f64,
        info.bytes_a_call()
    );
    println!(
        "nodes a call              {:8.2}",
        nodes as f64 / calls as f64
    );
    let rate = |time: Duration| calls as f64 / 1e6 / time.as_secs_f64();
    println!("M calls a second, processor time, then by the clock");
    println!(
        "  building the tree       {:8.2} {:.2}",
        rate(tree),
        rate(tree_wall)
    );
    println!("  indexing beside it      {:8.2}", rate(index));
    println!(
        "  both, derived data kept {:8.2} {:.2}",
        rate(tree + index),
        rate(all)
    );
    drop(trace);
    let derived: u64 = std::fs::read_dir(folder.join("derived"))
        .map(|entries| {
            entries
                .flatten()
                .map(|entry| entry.metadata().map_or(0, |m| m.len()))
                .sum()
        })
        .unwrap_or(0);
    println!(
        "derived bytes a call      {:8.2} ({:.2} a node)",
        derived as f64 / calls as f64,
        derived as f64 / nodes as f64
    );
    println!(
        "memory, peak MiB          {:8} anonymous now {}",
        peak(),
        anonymous()
    );
}

fn ask(folder: &Path) {
    // Several threads open a trace: only the clock on the wall tells how long that takes.
    let begun = Instant::now();
    let trace = Trace::attach(folder, Budget::total(BUDGET)).expect("a trace");
    println!(
        "opening, ms               {:8.1}",
        begun.elapsed().as_secs_f64() * 1e3
    );
    let snapshot = trace.snapshot();
    let forest = trace.forest();
    let nodes = snapshot.tree.len();
    let mut random = 88_172_645_463_325_252u64;
    let mut next = |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % bound as u64) as usize
    };
    let picks: Vec<usize> = (0..1000).map(|_| next(nodes)).collect();
    let mut sum = 0u64;
    let begun = Clock::now();
    for &node in &picks {
        sum += u64::from(forest.parent(node)) + u64::from(forest.size(node));
    }
    println!(
        "parent and size, µs       {:8.2} ({sum})",
        begun.elapsed().as_secs_f64() * 1e6 / 1000.0
    );
    let keys: Vec<NodeKey> = picks
        .iter()
        .map(|&node| snapshot.key_of(elenchus_tree::NodeId::at(node as u32)))
        .collect();
    let mut objects = Vec::new();
    report(
        "node",
        keys.iter()
            .map(|&key| {
                timed(|| {
                    if let Some(data) = trace.node(key) {
                        let values = data.receiver.into_iter().chain(data.arguments);
                        objects.extend(values.filter_map(|value| match value {
                            Value::Ref(reference) => Some((reference, data.before)),
                            _ => None,
                        }));
                    }
                })
            })
            .collect(),
    );
    report(
        "state_at",
        objects
            .iter()
            .map(|&(object, time)| {
                timed(|| {
                    trace.state_at(object, time);
                })
            })
            .collect(),
    );
    report(
        "last_writer",
        objects
            .iter()
            .map(|&(object, time)| {
                timed(|| {
                    trace.last_writer(Target::Field { object, field: 1 }, time);
                })
            })
            .collect(),
    );
    report(
        "effects, one screen",
        keys.iter()
            .take(200)
            .map(|&key| {
                timed(|| {
                    if let Some(mut effects) = trace.effects(key) {
                        effects.screen(20, Duration::from_millis(100));
                    }
                })
            })
            .collect(),
    );
    let root = snapshot.key_of(elenchus_tree::NodeId::at(0));
    report(
        "effects of the root",
        vec![timed(|| {
            if let Some(mut effects) = trace.effects(root) {
                effects.screen(20, Duration::from_millis(100));
            }
        })],
    );
    drop(trace);
    cold::ask(folder, Budget::total(BUDGET), &objects);
    println!(
        "memory, peak MiB          {:8} anonymous now {}",
        peak(),
        anonymous()
    );
}

fn timed(work: impl FnOnce()) -> Duration {
    let begun = Clock::now();
    work();
    begun.elapsed()
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: f64| {
        let index = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
        times
            .get(index)
            .map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "{what:26}{:8.3} ms median, {:.3} at 99 %, {:.3} at most",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn status(key: &str) -> u64 {
    std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let line = status.lines().find(|line| line.starts_with(key))?;
            line.split_whitespace().nth(1)?.parse::<u64>().ok()
        })
        .map_or(0, |kilobytes| kilobytes >> 10)
}

fn peak() -> u64 {
    status("VmHWM:")
}

fn anonymous() -> u64 {
    status("RssAnon:")
}

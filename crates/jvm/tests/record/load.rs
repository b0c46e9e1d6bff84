//! Programs that end, or are killed, while several threads record as fast as they can.
//!
//! Each thread numbers its calls and notes the number in a file after the call has returned, so that it is known for
//! certain which calls must be in the trace.
//!
//! ELENCHUS_LONG=1 kills a program at 200 moments and repeats the other ends ten times.

use std::fs;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::decode::{read_blocks, read_definitions};
use crate::support::{Program, Run, jdks};
use elenchus_trace::meta::Ending;
use elenchus_trace::raw::record::{Record, Records, bits};
use elenchus_trace::version::FILE_HEADER_BYTES;
use elenchus_trace::{Budget, HowEnded, Trace};

const THREADS: usize = 4;

fn is_long() -> bool {
    std::env::var_os("ELENCHUS_LONG").is_some()
}

fn program(home: &Path) -> Program {
    Program::single(home, "Load", include_str!("../java/record/Load.java"))
}

/// Starts the program with its trace and its notes in a folder.
fn start(program: &Program, folder: &Path, how: &str, milliseconds: u64) -> Child {
    let notes = folder.join("notes");
    let arguments = [notes.to_str().unwrap(), how, &milliseconds.to_string()];
    let run = Run {
        arguments: &arguments,
        ..Run::default()
    };
    let mut command = program.command("Load", &run, Some(&folder.join("trace")));
    // SAFETY: `signal` may be called between fork and exec. Tests that a script runs in the background inherit that Ctrl-C is
    // ignored, and a JVM then leaves it at that.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            Ok(())
        });
    }
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn wait_until_loaded(child: &mut Child) {
    let mut loaded = [0; 7];
    let stdout = child.stdout.as_mut().unwrap();
    stdout.read_exact(&mut loaded).unwrap();
}

/// The notes of the threads, then those that the main thread copied.
fn notes(folder: &Path) -> Vec<i32> {
    let bytes = fs::read(folder.join("notes")).unwrap_or_default();
    let mut notes: Vec<i32> = bytes
        .chunks_exact(4)
        .map(|number| i32::from_be_bytes(number.try_into().unwrap()))
        .collect();
    notes.resize(2 * THREADS, 0);
    notes
}

/// How many calls of each thread were recorded to their end. All records must be sound, and the calls of a thread
/// those it made, in order, from the first one on.
fn finished_calls(trace: &Path) -> Vec<i32> {
    let definitions = read_definitions(trace);
    let (blocks, _) = read_blocks(trace);
    let mut finished = vec![0; THREADS];
    let mut open = [None; THREADS];
    let mut thread_of_ring = std::collections::HashMap::new();
    for ((ring, _), (_, records)) in &blocks {
        for record in Records::new(records, definitions.layouts()) {
            let (_, record) = record.expect("every committed record can be read");
            let routine = match record {
                Record::Enter { routine, .. } | Record::Exit { routine, .. } => routine,
                _ => continue,
            };
            let routine = definitions.routine(routine).expect("a defined routine");
            if routine.name != "step" {
                continue;
            }
            let int = |row: &[u8], at| bits(row, at, elenchus_trace::kind::Kind::Int) as u32 as i32;
            match record {
                Record::Enter { arguments, .. } => {
                    let (thread, number) = (int(arguments, 0) as usize, int(arguments, 1));
                    assert_eq!(number, finished[thread], "thread {thread}");
                    assert_eq!(open[thread].replace(number), None, "thread {thread}");
                    thread_of_ring.insert(*ring, thread);
                }
                Record::Exit { rest, .. } => {
                    let thread = thread_of_ring[ring];
                    let number = open[thread].take().expect("an open call");
                    assert_eq!(int(rest, 0), number ^ thread as i32);
                    finished[thread] += 1;
                }
                _ => unreachable!("filtered above"),
            }
        }
    }
    finished
}

/// What the debugger's own reader makes of it: a whole tree with all those calls, and nothing lost. (A frame that a kill
/// has cut short is noted; its slot is still there.)
fn check_tree(folder: &Path, finished: &[i32]) -> HowEnded {
    let trace = Trace::open(&folder.join("trace"), Budget::default()).unwrap();
    let damage = trace.damage();
    let is_harmless = |note: &&String| trace.end().is_none() && note.contains("not a whole frame");
    let harm: Vec<&String> = damage
        .notes()
        .iter()
        .filter(|note| !is_harmless(note))
        .collect();
    assert!(harm.is_empty(), "{harm:?}");
    let info = trace.info();
    let steps: i32 = finished.iter().sum();
    // Besides: main, a lambda and a `work` for each thread, of each thread one call that had not returned, and eight
    // threads that all exit.
    let besides = 1 + 3 * THREADS as u64 + 8;
    let calls = steps as u64..=steps as u64 + besides;
    assert!(calls.contains(&info.calls), "{calls:?} {}", info.calls);
    info.ended
}

#[test]
fn programs_that_end_under_load_leave_whole_traces() {
    for home in jdks() {
        let program = program(&home);
        let ways = ["exit", "halt", "throw", "many", "return", "interrupt"];
        let rounds = if is_long() { 10 } else { 1 };
        for (round, how) in (0..rounds).flat_map(|round| ways.map(|how| (round, how))) {
            let folder = tempfile::tempdir().unwrap();
            let mut certain = Vec::new();
            let milliseconds = if how == "interrupt" {
                60_000
            } else {
                40 + 11 * round
            };
            let mut child = start(&program, folder.path(), how, milliseconds);
            if how == "interrupt" {
                wait_until_loaded(&mut child);
                std::thread::sleep(Duration::from_millis(40 + 11 * round));
                certain.extend_from_slice(&notes(folder.path())[..THREADS]);
                // SAFETY: the child has not been waited for, so its number still is its own.
                unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
            }
            let status = child.wait().unwrap();
            if how != "interrupt" {
                certain.extend_from_slice(&notes(folder.path())[THREADS..]);
            }
            let ending = match how {
                "exit" => Ending::Exit { code: 3 },
                "halt" => Ending::Exit { code: 4 },
                "many" => Ending::Exit { code: 5 },
                "interrupt" => Ending::Exit { code: 130 },
                "throw" => Ending::Exception {
                    text: "java.lang.IllegalStateException: uncaught".into(),
                },
                _ => Ending::Exit { code: 0 },
            };
            let code = match &ending {
                Ending::Exit { code } => *code,
                _ => 1,
            };
            assert_eq!(status.code(), Some(code), "{how}");
            let trace = folder.path().join("trace");
            let finished = finished_calls(&trace);
            assert!(
                finished
                    .iter()
                    .zip(&certain)
                    .all(|(seen, made)| seen >= made),
                "{how}: {finished:?} recorded, {certain:?} made"
            );
            // Nothing was written to the frames after the end was, and no frame was cut short.
            let end = Trace::open(&trace, Budget::default()).unwrap().end();
            let (_, sealed) = read_blocks(&trace);
            let promised = end.unwrap().frame_bytes;
            assert_eq!(sealed as u64, promised + FILE_HEADER_BYTES as u64, "{how}");
            assert_eq!(
                check_tree(folder.path(), &finished),
                HowEnded::Orderly(ending),
                "{how}"
            );
        }
    }
}

#[test]
fn programs_killed_at_any_moment_lose_nothing_they_had_committed() {
    let homes = jdks();
    let kills = if is_long() { 200 } else { 10 };
    let programs: Vec<Program> = homes.iter().map(|home| program(home)).collect();
    // From the start of the JVM to a good while after its threads have begun.
    let begun = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(&programs[0], folder.path(), "return", 0);
    wait_until_loaded(&mut child);
    let span = begun.elapsed() * 2;
    child.wait().unwrap();
    let mut with_calls = 0;
    for kill in 0..kills {
        let folder = tempfile::tempdir().unwrap();
        let mut child = start(
            &programs[kill % programs.len()],
            folder.path(),
            "wait",
            60_000,
        );
        // Half of them when calls have certainly been made, however slow the machine has become meanwhile.
        while kill % 4 < 2 && notes(folder.path()).iter().all(|&made| made == 0) {
            std::thread::sleep(Duration::from_millis(1));
        }
        // Multiples of the golden ratio spread evenly, however many there are.
        let moment = span.mul_f64((kill as f64 * 0.618_033_988_75).fract());
        std::thread::sleep(Duration::from_millis(20) + moment);
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGKILL));
        if !folder.path().join("trace/trace.json").exists() {
            continue;
        }
        let finished = finished_calls(&folder.path().join("trace"));
        let made = notes(folder.path());
        for (seen, made) in finished.iter().zip(&made) {
            // The call after the last one noted may have been recorded too.
            assert!((*made..=made + 1).contains(seen), "{finished:?} {made:?}");
        }
        with_calls += usize::from(finished.iter().sum::<i32>() > 0);
        assert_eq!(check_tree(folder.path(), &finished), HowEnded::Killed);
    }
    assert!(
        with_calls >= kills / 2,
        "only {with_calls} of {kills} runs had begun"
    );
}

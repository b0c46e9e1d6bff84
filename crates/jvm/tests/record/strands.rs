//! Threads of every kind, each with a story of its own.

use std::os::unix::fs::MetadataExt;

use crate::support::{Decoded, Program, Run, jdks};

fn program(home: &std::path::Path) -> Program {
    Program::single(home, "Strands", include_str!("../java/record/Strands.java"))
}

/// How often a call of the method was entered, in all strands.
fn entered(decoded: &Decoded, method: &str) -> usize {
    let start = format!("Strands.{method}(");
    let lines = decoded.strands.values().flatten();
    lines
        .filter(|line| line.trim_start().starts_with(&start))
        .count()
}

#[test]
fn every_thread_has_its_own_strand() {
    for home in jdks() {
        let recording = program(&home).record("Strands", &Run::default());
        assert_eq!(recording.stdout(), "8\n");
        assert_eq!(recording.stderr(), "");
        let decoded = recording.decoded();
        assert_eq!(entered(&decoded, "work"), 5);
        assert_eq!(entered(&decoded, "step"), 9);
        assert_eq!(entered(&decoded, "idle"), 1);
        let strand = |name: &str| {
            let found = decoded.strands.keys().find(|&&id| {
                decoded
                    .definitions
                    .strand(id)
                    .is_some_and(|def| def.name == name)
            });
            *found.unwrap_or_else(|| panic!("no strand {name} on {}", home.display()))
        };
        let worker = strand("worker");
        let started = format!("starts {worker} kind 0");
        assert!(
            decoded
                .main()
                .iter()
                .any(|line| line.trim_start() == started)
        );
        let story: Vec<&str> = decoded.strands[&worker]
            .iter()
            .map(|line| line.trim_start())
            .collect();
        assert_eq!(
            story
                .iter()
                .filter(|line| line.starts_with("Strands.step("))
                .count(),
            3
        );
        assert_eq!(story.last(), Some(&"ends"));
        // The daemon was asleep when the JVM ended; its open calls are there.
        let idler = &decoded.strands[&strand("idler")];
        assert!(
            idler
                .iter()
                .any(|line| line.trim_start().starts_with("Strands.idle("))
        );
    }
}

#[test]
fn virtual_threads_share_the_rings_of_their_carriers() {
    for home in jdks() {
        let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = release
            .split("JAVA_VERSION=\"")
            .nth(1)
            .and_then(|rest| rest.split(['.', '"']).next());
        if version
            .and_then(|version| version.parse().ok())
            .unwrap_or(0)
            < 21
        {
            continue;
        }
        let run = Run {
            arguments: &["300"],
            ..Run::default()
        };
        let recording = program(&home).record("Strands", &run);
        assert_eq!(recording.stdout(), "8\n");
        let decoded = recording.decoded();
        assert_eq!(entered(&decoded, "pause"), 300);
        assert_eq!(entered(&decoded, "work"), 5 + 600);
        assert_eq!(entered(&decoded, "step"), 9 + 300 * (2 + 2));
        let started: Vec<&str> = decoded
            .main()
            .iter()
            .filter_map(|line| line.trim_start().strip_prefix("starts "))
            .filter_map(|line| line.strip_suffix(" kind 1"))
            .collect();
        assert_eq!(started.len(), 300);
        for strand in started {
            let story = &decoded.strands[&strand.parse().unwrap()];
            assert!(
                story.iter().any(|line| line.contains("pause(")),
                "{story:?}"
            );
            assert!(story.iter().any(|line| line.trim() == "ends"), "{story:?}");
        }
        let rings = recording.trace.join("rings").read_dir().unwrap().count();
        assert!(rings < 30, "{rings} rings for 300 virtual threads");
    }
}

#[test]
fn rings_of_threads_that_ran_at_the_same_time_leave_no_room_taken() {
    for home in jdks() {
        let program = Program::single(&home, "Short", include_str!("../java/record/Short.java"));
        let run = Run {
            arguments: &["200"],
            ..Run::default()
        };
        let recording = program.record("Short", &run);
        assert_eq!(recording.stdout(), "200\n");
        let lines = recording.decoded().strands.into_values().flatten();
        let halves = lines.filter(|line| line.contains("Short.half(number="));
        assert_eq!(halves.count(), 200, "on {}", home.display());
        let rings = recording.trace.join("rings").read_dir().unwrap().flatten();
        let blocks: Vec<u64> = rings
            .map(|ring| ring.metadata().unwrap().blocks())
            .collect();
        assert!(blocks.len() > 200, "{} rings", blocks.len());
        // Of each, only the page that says what it is stays on disk.
        let bytes = 512 * blocks.iter().sum::<u64>();
        assert!(bytes <= 8192 * blocks.len() as u64, "{bytes} bytes");
    }
}

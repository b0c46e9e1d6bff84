//! Tasks of pools hang under the calls that submitted them, whichever threads run them.

use std::collections::HashMap;

use crate::support::{Decoded, Program, Run, jdks};

/// How often `work` is called below each method, without and with the part for virtual threads.
const CALLS: [(&str, usize, usize); 6] = [
    ("streams", 1000, 1000),
    ("compute", 64, 64),
    ("futures", 150, 150),
    ("fails", 2, 2),
    ("crowded", 40, 40),
    ("many", 200, 600),
];

fn is_new(home: &std::path::Path) -> bool {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    !release.contains("JAVA_VERSION=\"17")
}

/// How often `work` was called below each method of `CALLS`, following tasks from where they were submitted. Calls
/// in a strand that nobody started count for its number.
fn below(decoded: &Decoded) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    // The method of `CALLS` in which each strand was started.
    let mut starters: HashMap<u32, String> = HashMap::new();
    let mut open = vec![1u32];
    let mut seen = vec![1u32];
    while let Some(strand) = open.pop() {
        let mut calls: Vec<String> = Vec::new();
        for line in &decoded.strands[&strand] {
            let text = line.trim_start();
            let inside = |calls: &[String]| {
                let found = calls
                    .iter()
                    .find(|call| CALLS.iter().any(|(name, ..)| name == call));
                found.or(starters.get(&strand)).cloned()
            };
            let head = text.split_once('(').map_or("", |(head, _)| head);
            if head.starts_with("Tasks") && !head.contains(['#', ' ']) {
                let name = head.rsplit('.').next().unwrap_or_default().to_string();
                if name == "work" {
                    let place = inside(&calls).unwrap_or_else(|| format!("strand {strand}"));
                    *counts.entry(place).or_default() += 1;
                }
                calls.push(name);
            } else if text.starts_with("= ") || text.starts_with("throws ") {
                calls.pop();
            } else if let Some(rest) = text.strip_prefix("starts ") {
                let number = rest.split(' ').next().unwrap().parse().unwrap();
                if let Some(place) = inside(&calls) {
                    starters.insert(number, place);
                }
                if decoded.strands.contains_key(&number) && !seen.contains(&number) {
                    seen.push(number);
                    open.push(number);
                }
            }
        }
    }
    for (strand, lines) in &decoded.strands {
        if !seen.contains(strand) && lines.iter().any(|line| line.contains("Tasks.work")) {
            *counts.entry(format!("strand {strand}")).or_default() += 1;
        }
    }
    counts
}

#[test]
fn tasks_hang_under_the_calls_that_submitted_them() {
    for home in jdks() {
        let program = Program::single(&home, "Tasks", include_str!("../java/record/Tasks.java"));
        // More threads than processors, and calls put into the JDK must be sound.
        let jvm = [
            "-Djava.util.concurrent.ForkJoinPool.common.parallelism=4",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+BytecodeVerificationLocal",
        ];
        let is_new = is_new(&home);
        let run = Run {
            jvm: &jvm,
            arguments: if is_new { &["virtual"] } else { &[] },
            ..Run::default()
        };
        let recording = program.record("Tasks", &run);
        assert_eq!(recording.stdout(), "done\n");
        assert_eq!(recording.stderr(), "");
        let mut counts = below(&recording.decoded());
        for (method, old, new) in CALLS {
            let expected = if is_new { new } else { old };
            let found = counts.remove(method);
            assert_eq!(found, Some(expected), "{method} on {}", home.display());
        }
        assert_eq!(counts, HashMap::new(), "on {}", home.display());
    }
}

//! How many calls a second can be run again in a JVM that waits for them.

use std::path::Path;
use std::time::{Duration, Instant};

use elenchus_rerun::{Runner, Version};

use crate::programs::{self, Recorded};
use crate::trip::{calls_of, open};

/// Programs with small states.
const SMALL: [&str; 4] = [
    "05_accounts",
    "14_determinant",
    "24_quick_sort",
    "29_interpreter",
];

/// How many calls are run again.
const CALLS: usize = 300;

/// What was measured on one program.
pub struct Rate {
    pub name: String,
    pub calls: usize,
    /// Seconds until the first was done.
    pub first: f64,
    pub a_second: f64,
    /// Mebibytes of the JVM.
    pub memory: u64,
}

/// Measures them all.
pub fn measure(scratch: &Path) -> Vec<Rate> {
    let is_wanted = |name: &str| SMALL.contains(&name);
    let scratch = scratch.join("rates");
    let recorded = programs::corpus(&scratch, is_wanted);
    recorded.map(|recorded| rate(&recorded)).collect()
}

fn rate(recorded: &Recorded) -> Rate {
    let name = &recorded.name;
    let run = open(&recorded.traces[0], &recorded.sources);
    let calls = calls_of(&run);
    let mut runner = Runner::new(Version::recorded(&run), Duration::from_secs(10));
    runner.forget_everything();
    let started = Instant::now();
    let mut first = 0.0;
    for number in 0..CALLS {
        // Late calls: all classes are initialised by then.
        let place = calls.len() / 2 + number % calls.len().div_ceil(2);
        let again = runner.run(&run, calls[place.min(calls.len() - 1)]);
        assert!(again.is_ok_and(|again| again.from_same_state), "{name}");
        if number == 0 {
            first = started.elapsed().as_secs_f64();
        }
    }
    let rest = started.elapsed().as_secs_f64() - first;
    Rate {
        name: name.to_owned(),
        calls: CALLS,
        first,
        a_second: (CALLS - 1) as f64 / rest,
        memory: runner.memory().unwrap_or(0) >> 20,
    }
}

//! Doing the same work for many programs at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Trees of runs that overflow their stack are deep, and dropping one goes down as deep.
const STACK: usize = 256 << 20;

/// Runs `work` for each item on a few threads and returns the results in the order of the items.
pub fn map_all<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get().min(4));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let worker = || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(place) else { break };
                    let result = work(item);
                    let mut results = results.lock().expect("no panic while locked");
                    results.push((place, result));
                }
            };
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, worker)
                .expect("threads can be started");
        }
    });
    let mut results = results.into_inner().expect("no panic while locked");
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Runs `work` for each item on a few threads and reports all failures together.
pub fn for_all<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) {
    let results = map_all(items, work);
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

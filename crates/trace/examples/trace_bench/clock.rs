//! Times that do not depend on what else the machine is doing.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// The time this thread has spent on a processor.
#[derive(Clone, Copy)]
pub struct Clock(Duration);

impl Clock {
    pub fn now() -> Clock {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Clock(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
    }

    pub fn elapsed(self) -> Duration {
        Clock::now().0.saturating_sub(self.0)
    }
}

/// The time that passes for this thread, waiting for the disk included, without its waiting for a processor.
#[derive(Clone, Copy)]
pub struct WallClock {
    begun: Instant,
    queued: Duration,
}

impl WallClock {
    pub fn now() -> WallClock {
        WallClock {
            queued: queued(),
            begun: Instant::now(),
        }
    }

    pub fn elapsed(self) -> Duration {
        let passed = self.begun.elapsed();
        passed.saturating_sub(queued().saturating_sub(self.queued))
    }
}

/// How long this thread has waited for a processor.
fn queued() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split_whitespace().nth(1);
    Duration::from_nanos(nanoseconds.and_then(|text| text.parse().ok()).unwrap_or(0))
}

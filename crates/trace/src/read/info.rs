//! A trace in numbers.

use super::trace::Trace;
use crate::definition::SkippedDef;
use crate::meta::Ending;
use std::time::Duration;

/// Whether and how a recording ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HowEnded {
    /// It goes on.
    Running,
    /// In an orderly way.
    Orderly(Ending),
    /// The program was killed, or the machine stopped: what was committed is there.
    Killed,
}

/// What `elenchus info` shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    pub format: String,
    pub recorder: String,
    pub language: String,
    pub program: String,
    pub command: Vec<String>,
    pub scope: Vec<String>,
    pub ended: HowEnded,
    /// From the start to the end, or to the last frame.
    pub time: Duration,
    pub calls: u64,
    /// Calls, loops and iterations.
    pub nodes: u64,
    pub strands: u64,
    /// Bytes of records before sealing, and of frames.
    pub raw_bytes: u64,
    pub frame_bytes: u64,
    /// Bytes of derived data on disk; mapped, and reclaimable by the system at any time.
    pub derived_bytes: u64,
    /// What is held in memory right now.
    pub held: Held,
    /// Code that could not be recorded, and why.
    pub skipped: Vec<SkippedDef>,
    /// Why the recording was cut, if it was (1 size limit, 2 disk full, 3 ids used up, 4 asked for).
    pub cut: Option<u32>,
    /// Events the recorder says it lost.
    pub lost: u64,
    /// What could not be read.
    pub damage: Vec<String>,
}

/// Bytes held in memory, by the bounds of the [`Budget`](super::budget::Budget).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub unsealed: u64,
    pub decoded: u64,
    pub view: u64,
}

impl Info {
    /// Bytes in frames for each call.
    pub fn bytes_a_call(&self) -> f64 {
        self.frame_bytes as f64 / self.calls.max(1) as f64
    }
}

impl Trace {
    /// What is held in memory right now.
    pub fn held(&self) -> Held {
        let (copied, unpacked) = self.store().held();
        Held {
            unsealed: (copied + self.lookup().unwritten_bytes()) as u64,
            decoded: unpacked as u64,
            view: self.looked_at_bytes() as u64,
        }
    }

    /// The trace in numbers, as far as it was taken in.
    pub fn info(&self) -> Info {
        let forest = self.forest();
        let sums = self.store().sums();
        let end = self.end();
        let time = match &end {
            Some(end) => Duration::from_millis(end.ended_ms.saturating_sub(self.meta.started_ms)),
            None => Duration::from_nanos(sums.latest),
        };
        let ended = match end {
            Some(end) => HowEnded::Orderly(end.ending),
            None if self.is_running() => HowEnded::Running,
            None => HowEnded::Killed,
        };
        let (derived_bytes, cut, lost) = self.taken();
        Info {
            format: self.meta.format.clone(),
            recorder: self.meta.recorder.clone(),
            language: self.meta.language.clone(),
            program: self.meta.program.clone(),
            command: self.meta.command.clone(),
            scope: self.meta.scope.clone(),
            ended,
            time,
            calls: forest.strands.iter().map(|strand| strand.calls).sum(),
            nodes: forest
                .strands
                .iter()
                .map(|strand| u64::from(strand.shape.nodes()))
                .sum(),
            strands: forest.strands.len() as u64,
            raw_bytes: sums.raw_bytes,
            frame_bytes: sums.frame_bytes,
            derived_bytes,
            held: self.held(),
            skipped: self.definitions().skipped().to_vec(),
            cut,
            lost,
            damage: self.damage().notes().to_vec(),
        }
    }
}

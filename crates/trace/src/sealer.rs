//! The sealer: the writing side of a trace folder.
//!
//! A recorder opens one, adds definitions before their first use, and hands over each full slot of its rings; the slot may
//! be reused once [`Sealer::seal`] has returned. All methods take `&self` and may be called from any thread: definitions and
//! frames have a lock each, packing happens outside of both.

use crate::definition::file::DefinitionWriter;
use crate::definition::{Definition, Definitions};
use crate::error::{Context, Error};
use crate::frame::{Codec, MAX_RAW_BYTES, Packer, Stamp};
use crate::meta::{End, Ending, Meta};
use crate::version::{FILE_HEADER_BYTES, FileKind, write_file_header};
use crate::{private, ring};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A new frame file is begun when the current one would grow beyond this.
const FRAME_FILE_BYTES: u64 = 1 << 30;

/// The path of the frame file with that number; the first is 1.
pub fn frame_file(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("frames-{number:04}.elf"))
}

/// Writes one trace.
#[derive(Debug)]
pub struct Sealer {
    folder: PathBuf,
    codec: Codec,
    begun: Instant,
    definitions: Mutex<DefinitionSink>,
    frames: Mutex<FrameSink>,
    packers: Mutex<Vec<Packer>>,
    turns: AtomicU64,
    raw_bytes: AtomicU64,
    written_bytes: AtomicU64,
    /// Bytes of frames, definitions and rings, and how many they may become.
    taken: AtomicU64,
    limit: u64,
}

#[derive(Debug)]
struct DefinitionSink {
    writer: DefinitionWriter,
    known: Definitions,
}

#[derive(Debug)]
struct FrameSink {
    file: File,
    number: u32,
    length: u64,
    file_limit: u64,
}

impl Sealer {
    /// Starts a trace in a folder, which is made if need be and must not hold a trace yet.
    pub fn open(folder: &Path, meta: &Meta, codec: Codec) -> Result<Sealer, Error> {
        private::create_folders(&folder.join(ring::FOLDER))
            .context("create", &folder.join(ring::FOLDER))?;
        let writer = DefinitionWriter::create(folder)?;
        let frames = FrameSink::create(folder, 1, FRAME_FILE_BYTES)?;
        let meta = Meta {
            started_ms: if meta.started_ms == 0 {
                now_ms()
            } else {
                meta.started_ms
            },
            ..meta.clone()
        };
        // The start file makes the folder a trace; it comes last so that whoever sees it finds the others.
        meta.write(folder)?;
        Ok(Sealer {
            folder: folder.to_owned(),
            codec,
            begun: Instant::now(),
            definitions: Mutex::new(DefinitionSink {
                writer,
                known: Definitions::default(),
            }),
            frames: Mutex::new(frames),
            packers: Mutex::new(Vec::new()),
            turns: AtomicU64::new(0),
            raw_bytes: AtomicU64::new(0),
            written_bytes: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            limit: u64::MAX,
        })
    }

    /// Bounds what frames, definitions and rings may take together. What would go beyond it is not written, and fails.
    pub fn limited(self, limit: u64) -> Sealer {
        Sealer { limit, ..self }
    }

    /// Writes something of that length, if there is room for it.
    fn within_limit<T>(
        &self,
        bytes: u64,
        write: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let limit = self.limit;
        let room = |taken: u64| taken.checked_add(bytes).filter(|&taken| taken <= limit);
        let reserved = self
            .taken
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, room);
        reserved.map_err(|_| Error::Limit { limit })?;
        let written = write();
        if written.is_err() {
            self.taken.fetch_sub(bytes, Ordering::Relaxed);
        }
        written
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a definition. It is on disk when this returns, so records may use it from now on.
    pub fn add_definition(&self, definition: Definition) -> Result<(), Error> {
        let mut sink = lock(&self.definitions);
        // There are as many strands as tasks were run, nothing refers to them by what they say, and none contradicts another.
        if !matches!(definition, Definition::Strand(_)) {
            sink.known.add(definition.clone())?;
        }
        let path = self.folder.join(crate::definition::file::FILE_NAME);
        let bytes = sink.writer.encode(&definition);
        self.within_limit(bytes, || sink.writer.write().context("append to", &path))
    }

    /// Makes the ring file for a thread and returns its path.
    pub fn create_ring(
        &self,
        ring: u32,
        slot_bytes: usize,
        slots: usize,
    ) -> Result<PathBuf, Error> {
        let bytes = ring::FIRST_SLOT as u64 + slot_bytes as u64 * slots as u64;
        self.within_limit(bytes, || {
            ring::create(&self.folder, ring, slot_bytes, slots)
        })
    }

    /// The next turn to hand a slot over. Whoever takes one hands a slot over right away: readers wait for it before they put any later
    /// one in order.
    pub fn turn(&self) -> u64 {
        // Whoever sees the turn taken sees what its thread had done before.
        self.turns.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// How many turns were taken so far. A recorder that has this written into `EPOCH` records lets readers tell what is known to have come
    /// before them.
    pub fn turns(&self) -> &AtomicU64 {
        &self.turns
    }

    /// Seals the committed records of a slot (without its header). When this returns `Ok`, the frame is written and the slot may be reused.
    /// Sealing a slot again with more records in it is allowed; readers take the longer frame.
    pub fn seal(&self, stamp: Stamp, records: &[u8]) -> Result<(), Error> {
        if records.len() > MAX_RAW_BYTES || !records.len().is_multiple_of(4) {
            return Err(Error::Slot {
                ring: stamp.ring,
                sequence: stamp.sequence,
                why: format!("{} bytes cannot be the records of a slot", records.len()),
            });
        }
        let mut packer = lock(&self.packers)
            .pop()
            .unwrap_or_else(|| Packer::new(self.codec));
        let frame = packer.pack(stamp, self.begun.elapsed().as_nanos() as u64, records);
        let length = frame.len() as u64;
        let written = self.within_limit(length, || lock(&self.frames).append(&self.folder, frame));
        lock(&self.packers).push(packer);
        written?;
        self.raw_bytes
            .fetch_add(records.len() as u64, Ordering::Relaxed);
        self.written_bytes.fetch_add(length, Ordering::Relaxed);
        Ok(())
    }

    /// Bytes of raw records sealed so far.
    pub fn raw_bytes(&self) -> u64 {
        self.raw_bytes.load(Ordering::Relaxed)
    }

    /// Bytes of frames written so far.
    pub fn written_bytes(&self) -> u64 {
        self.written_bytes.load(Ordering::Relaxed)
    }

    /// Asks the system to put what was sealed on the disk itself. Needed only against a crash of the machine.
    pub fn flush(&self) -> Result<(), Error> {
        let sink = lock(&self.frames);
        let path = frame_file(&self.folder, sink.number);
        sink.file.sync_data().context("flush", &path)
    }

    /// Writes how the recording ended. Slots may still be sealed afterwards (threads that outlive the end).
    pub fn finish(&self, ending: Ending) -> Result<(), Error> {
        End {
            ending,
            ended_ms: now_ms(),
            frame_bytes: self.written_bytes(),
            frame_check: End::check_of(self.written_bytes()),
        }
        .write(&self.folder)
    }
}

impl FrameSink {
    fn create(folder: &Path, number: u32, file_limit: u64) -> Result<FrameSink, Error> {
        let path = frame_file(folder, number);
        let mut file = private::create_file(&path).context("create", &path)?;
        file.write_all(&write_file_header(FileKind::Frames))
            .context("write", &path)?;
        Ok(FrameSink {
            file,
            number,
            length: FILE_HEADER_BYTES as u64,
            file_limit,
        })
    }

    fn append(&mut self, folder: &Path, frame: &[u8]) -> Result<(), Error> {
        if self.length + frame.len() as u64 > self.file_limit {
            *self = FrameSink::create(folder, self.number + 1, self.file_limit)?;
        }
        let written = self.file.write_all(frame);
        if written.is_err() {
            // A disk that filled up in the middle must not leave half a frame before the next one. Should this fail
            // too, readers still find the next frame by its magic, so its own error adds nothing.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
        } else {
            self.length += frame.len() as u64;
        }
        written.context("append to", &frame_file(folder, self.number))
    }
}

/// A panic in another thread must not stop the recording of this one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{self, Plan};
    use crate::{Budget, Trace};

    #[test]
    fn a_limited_trace_is_whole_and_not_larger() {
        let folder = tempfile::tempdir().unwrap();
        let sealer = Sealer::open(folder.path(), &Meta::default(), Codec::default()).unwrap();
        let sealer = sealer.limited(100_000);
        sealer.create_ring(1, 4096, 4).unwrap();
        let plan = Plan {
            calls: 100_000,
            slot_bytes: 4096,
            ..Plan::default()
        };
        let stopped = synthetic::record(plan, &sealer, &mut ()).unwrap_err();
        assert!(matches!(stopped, Error::Limit { limit: 100_000 }));
        let ring = sealer.create_ring(2, 4096, 4).unwrap_err();
        assert!(matches!(ring, Error::Limit { .. }));
        sealer.finish(Ending::Exit { code: 0 }).unwrap();
        let files = ["definitions.eld", "frames-0001.elf", "rings/000001.ring"];
        let bytes = files.map(|file| folder.path().join(file).metadata().unwrap().len());
        let headers = 2 * FILE_HEADER_BYTES as u64;
        let taken = bytes.iter().sum::<u64>() - headers;
        assert!((95_000..=100_000).contains(&taken), "{taken} bytes");
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        assert!(trace.damage().is_empty(), "{:?}", trace.damage());
        assert!(trace.info().calls > 1000);
    }
}

//! Rings: the memory-mapped files a recorded thread writes its records into.
//!
//! One file a ring: a page of header, then a fixed number of slots of one power-of-two size. A slot starts with a 64-byte
//! header; its records begin right after it. Only the owning thread writes a slot, only the sealer frees it.
//!
//! **Publishing.** The writer stores the bytes of a record, then the new committed length with release semantics: a reader
//! that acquires the length sees whole records only. A record cut short is overwritten, because the next one starts at the
//! committed length. To start a slot the writer stores committed = 64, then the new sequence number, then (after a
//! store fence) its first record; so a reader that copied a slot and finds its sequence number unchanged
//! afterwards has copied records of that sequence only.
//!
//! **Handing over.** To end a slot the writer takes the next turn, a number that all rings of a trace share, and stores it, then the state
//! with release semantics. A turn that is missing while a later one is there belongs to a writer that is about to store it, or to a slot that
//! was sealed and begun anew meanwhile; so readers that go by turns miss nothing.

use crate::error::{Context, Error};
use crate::frame::Stamp;
use crate::private;
use crate::version::{FileKind, read_file_header, write_file_header};
use memmap2::MmapMut;
use rustix::fs::FallocateFlags;
use rustix::io::Errno;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

/// The folder of the ring files in a trace folder.
pub const FOLDER: &str = "rings";
/// Where the first slot starts in a ring file.
pub const FIRST_SLOT: usize = 4096;
/// Length of a slot's header; the smallest committed length.
pub const SLOT_HEADER: usize = 64;
/// Slots are powers of two between these, so that a recorder finds a slot's header by masking its cursor.
pub const MIN_SLOT_BYTES: usize = 4096;
pub const MAX_SLOT_BYTES: usize = 1 << 24;
/// More slots than this are damage.
const MAX_SLOTS: usize = 1 << 16;

/// Offsets of the words in a ring's header page.
pub mod header {
    /// `u32`: the ring's number.
    pub const RING: usize = 16;
    /// `u32`: bytes of a slot, its header included.
    pub const SLOT_BYTES: usize = 20;
    /// `u32`: how many slots there are.
    pub const SLOTS: usize = 24;
}

/// Offsets of the words in a slot's header.
pub mod slot {
    /// `u64`: counts the slots this ring has begun, from 1; 0 when the slot was never used.
    pub const SEQUENCE: usize = 0;
    /// `u32`: bytes from the start of the slot to the end of the last whole record.
    pub const COMMITTED: usize = 8;
    /// `u32`: [`FREE`], [`FILLING`] or [`FULL`].
    pub const STATE: usize = 12;
    /// `u32`: the strand the first record belongs to.
    pub const STRAND: usize = 16;
    /// `u32`: its step.
    pub const STEP: usize = 20;
    /// `u32`: open calls of that strand at the first record, or `u32::MAX`.
    pub const DEPTH: usize = 24;
    /// `u64`: for the recorder itself; readers do not look at it.
    pub const PRIVATE: usize = 32;
    /// `u64`: the turn in which it was handed over; 0 before.
    pub const TURN: usize = 40;

    /// Its records are in a frame; the writer may start over.
    pub const FREE: u32 = 0;
    /// The writer is at it.
    pub const FILLING: u32 = 1;
    /// Nothing will be added; the sealer may take it.
    pub const FULL: u32 = 2;
}

/// The file of a ring in a trace folder.
pub fn path(folder: &Path, ring: u32) -> PathBuf {
    folder.join(FOLDER).join(format!("{ring:06}.ring"))
}

/// Makes a ring file of zeros, every page allocated: a disk that is full fails here and not as a fault in the program.
pub fn create(folder: &Path, ring: u32, slot_bytes: usize, slots: usize) -> Result<PathBuf, Error> {
    let path = path(folder, ring);
    let valid = slot_bytes.is_power_of_two()
        && (MIN_SLOT_BYTES..=MAX_SLOT_BYTES).contains(&slot_bytes)
        && (1..=MAX_SLOTS).contains(&slots);
    if !valid {
        return Err(Error::NotATrace {
            path,
            why: format!("{slots} slots of {slot_bytes} bytes are not a ring"),
        });
    }
    private::create_folders(&folder.join(FOLDER)).context("create", &folder.join(FOLDER))?;
    let mut bytes = vec![0; FIRST_SLOT];
    bytes[..16].copy_from_slice(&write_file_header(FileKind::Ring));
    bytes[header::RING..][..4].copy_from_slice(&ring.to_le_bytes());
    bytes[header::SLOT_BYTES..][..4].copy_from_slice(&(slot_bytes as u32).to_le_bytes());
    bytes[header::SLOTS..][..4].copy_from_slice(&(slots as u32).to_le_bytes());
    // Whoever follows the recording maps the file as soon as it sees its name: by then it must have its full length, or
    // the reader would take the slots that are still missing for lost.
    let unfinished = path.with_extension("new");
    let length = FIRST_SLOT + slot_bytes * slots;
    allocate(&unfinished, bytes, length).context("create", &unfinished)?;
    std::fs::rename(&unfinished, &path).context("create", &path)?;
    Ok(path)
}

/// Makes a file of that length which begins with these bytes, on disk as a whole.
fn allocate(path: &Path, mut bytes: Vec<u8>, length: usize) -> io::Result<()> {
    let _ = std::fs::remove_file(path);
    let mut file = private::create_file(path)?;
    match rustix::fs::fallocate(&file, FallocateFlags::empty(), 0, length as u64) {
        // Not every file system can do this.
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => bytes.resize(length, 0),
        allocated => allocated?,
    }
    file.write_all(&bytes)
}

/// The committed records of one slot, copied out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotCopy {
    pub stamp: Stamp,
    pub full: bool,
    /// The records, without the slot's header.
    pub records: Vec<u8>,
}

/// Where the records of a sequence number stand in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotAt {
    pub index: usize,
    /// Bytes of records committed.
    pub bytes: usize,
}

/// Whether a slot has been handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handing {
    Filling,
    /// In this turn; 0 when the recorder does not count.
    Over(u64),
}

/// A slot that was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotInUse {
    pub sequence: u64,
    /// Bytes of records committed.
    pub bytes: usize,
    pub handing: Handing,
}

/// A ring mapped for reading while its owner may be writing.
#[derive(Debug)]
pub struct RingReader {
    map: MmapMut,
    ring: u32,
    slot_bytes: usize,
    /// The slots that are whole.
    slots: usize,
    /// The slots that the header promises.
    promised: usize,
}

impl RingReader {
    /// Maps a ring file. `None` when its header has not been written yet.
    pub fn open(path: &Path) -> Result<Option<RingReader>, Error> {
        // A shared writable mapping is what atomic loads are defined on; a copied, read-only trace is mapped privately.
        let map = match OpenOptions::new().read(true).write(true).open(path) {
            // SAFETY: other processes change the file only through the atomic words below and in record areas,
            // which are copied and then validated, never referenced.
            Ok(file) => unsafe { MmapMut::map_mut(&file) },
            Err(_) => {
                let file = std::fs::File::open(path).context("open", path)?;
                // SAFETY: as above.
                unsafe { memmap2::MmapOptions::new().map_copy(&file) }
            }
        }
        .context("map", path)?;
        if read_file_header(&map, FileKind::Ring)?.is_none() || map.len() < FIRST_SLOT {
            return Ok(None);
        }
        let number = |at: usize| crate::wire::word(&map, at);
        let (ring, slot_bytes, slots) = (
            number(header::RING),
            number(header::SLOT_BYTES) as usize,
            number(header::SLOTS) as usize,
        );
        let sound = slot_bytes.is_power_of_two()
            && (MIN_SLOT_BYTES..=MAX_SLOT_BYTES).contains(&slot_bytes)
            && slots <= MAX_SLOTS;
        if !sound {
            return Err(Error::Magic { kind: "ring" });
        }
        // A file cut short keeps the slots that are still whole.
        let whole = (map.len() - FIRST_SLOT) / slot_bytes;
        Ok(Some(RingReader {
            map,
            ring,
            slot_bytes,
            slots: slots.min(whole),
            promised: slots,
        }))
    }

    /// Whether the file ends before its last slot.
    pub fn is_cut_short(&self) -> bool {
        self.slots < self.promised
    }

    pub fn ring(&self) -> u32 {
        self.ring
    }

    /// The sequence numbers in the slots right now, with their slots, oldest first. Unused slots are left out.
    pub fn sequences(&self) -> Vec<(u64, usize)> {
        let mut found: Vec<_> = (0..self.slots)
            .map(|index| (self.sequence(index), index))
            .filter(|&(sequence, _)| sequence != 0)
            .collect();
        found.sort_unstable();
        found
    }

    /// The slot that holds a sequence number right now, and how much of it is committed.
    pub fn find(&self, sequence: u64) -> Option<SlotAt> {
        let index = (0..self.slots).find(|&index| self.sequence(index) == sequence)?;
        let committed = self
            .atomic_u32(index, slot::COMMITTED)
            .load(Ordering::Acquire) as usize;
        // The slot may have been begun anew in between: then the length is that of its new records.
        let same = self.sequence(index) == sequence;
        let sound = sequence != 0 && (SLOT_HEADER..=self.slot_bytes).contains(&committed);
        (same && sound).then(|| SlotAt {
            index,
            bytes: committed - SLOT_HEADER,
        })
    }

    /// What every slot in use holds right now; the lengths are read before it is looked whether slots were handed over.
    pub fn in_use(&self) -> Vec<SlotInUse> {
        let slots = (0..self.slots).filter_map(|index| {
            let sequence = self.sequence(index);
            let at = self.find(sequence)?;
            let handing = self.handing(sequence)?;
            Some(SlotInUse {
                sequence,
                bytes: at.bytes,
                handing,
            })
        });
        slots.collect()
    }

    /// Whether a sequence number's slot is being filled right now, and the turn in which it was handed over if it is not. `None` when no
    /// slot holds it.
    pub fn handing(&self, sequence: u64) -> Option<Handing> {
        let index = (0..self.slots).find(|&index| self.sequence(index) == sequence)?;
        let state = self.atomic_u32(index, slot::STATE).load(Ordering::Acquire);
        let turn = self.atomic_u64(index, slot::TURN).load(Ordering::Acquire);
        // Begun anew in between, it would tell about another sequence number.
        let same = sequence != 0 && self.sequence(index) == sequence;
        same.then_some(match state {
            slot::FILLING => Handing::Filling,
            _ => Handing::Over(turn),
        })
    }

    fn sequence(&self, index: usize) -> u64 {
        self.atomic_u64(index, slot::SEQUENCE)
            .load(Ordering::Acquire)
    }

    /// Copies the records of a slot from byte `from` of its record area on. `None` when it was reused meanwhile or never used.
    pub fn copy(&self, index: usize, from: usize) -> Option<SlotCopy> {
        if index >= self.slots {
            return None;
        }
        let sequence = self.sequence(index);
        let full = self.atomic_u32(index, slot::STATE).load(Ordering::Acquire) != slot::FILLING;
        let committed = self
            .atomic_u32(index, slot::COMMITTED)
            .load(Ordering::Acquire) as usize;
        let word = |offset| self.atomic_u32(index, offset).load(Ordering::Relaxed);
        let stamp = Stamp {
            ring: self.ring,
            sequence,
            strand: word(slot::STRAND),
            step: word(slot::STEP),
            depth: word(slot::DEPTH),
            turn: self.atomic_u64(index, slot::TURN).load(Ordering::Relaxed),
        };
        let begin = SLOT_HEADER + from;
        if sequence == 0 || committed > self.slot_bytes || begin > committed {
            return None;
        }
        let start = FIRST_SLOT + index * self.slot_bytes;
        let mut records = vec![0u8; committed - begin];
        // SAFETY: the range lies inside the mapping, as `committed` was just checked. The writer may store to it at the
        // same time; the sequence number below tells, and then the copy is thrown away without being looked at.
        unsafe {
            std::ptr::copy_nonoverlapping(
                self.map.as_ptr().add(start + begin),
                records.as_mut_ptr(),
                records.len(),
            );
        }
        fence(Ordering::Acquire);
        (self.sequence(index) == sequence).then_some(SlotCopy {
            stamp,
            full,
            records,
        })
    }

    /// Gives a slot back to its writer once its frame is written. Only the sealer does this.
    pub fn release(&self, index: usize) {
        if index < self.slots {
            self.atomic_u32(index, slot::STATE)
                .store(slot::FREE, Ordering::Release);
        }
    }

    /// Writes a ring as a recorded thread does: the reference for recorders in other languages. The file must have been
    /// made by [`create`], and nobody else may write it.
    pub fn into_writer(self) -> RingWriter {
        RingWriter {
            ring: self,
            sequence: 0,
            index: 0,
            committed: 0,
        }
    }

    fn atomic_u32(&self, index: usize, offset: usize) -> &AtomicU32 {
        debug_assert!(offset + 4 <= SLOT_HEADER && offset.is_multiple_of(4));
        let at = FIRST_SLOT + index * self.slot_bytes + offset;
        // SAFETY: inside the mapping (index < slots), aligned, and other processes access these words atomically too.
        unsafe { AtomicU32::from_ptr(self.map.as_ptr().add(at).cast_mut().cast()) }
    }

    fn atomic_u64(&self, index: usize, offset: usize) -> &AtomicU64 {
        debug_assert!(offset + 8 <= SLOT_HEADER && offset.is_multiple_of(8));
        let at = FIRST_SLOT + index * self.slot_bytes + offset;
        // SAFETY: inside the mapping (index < slots), aligned, and other processes access these words atomically too.
        unsafe { AtomicU64::from_ptr(self.map.as_ptr().add(at).cast_mut().cast()) }
    }
}

/// The writing side of a ring.
#[derive(Debug)]
pub struct RingWriter {
    ring: RingReader,
    sequence: u64,
    index: usize,
    /// End of the last whole record in the current slot; 0 when none is being filled.
    committed: usize,
}

impl RingWriter {
    /// Begins the next slot. `false` while it has not been sealed: the writer waits then, it never drops anything.
    pub fn begin(&mut self, strand: u32, step: u32, depth: u32) -> bool {
        let index = (self.sequence % self.ring.slots as u64) as usize;
        let word = |offset| self.ring.atomic_u32(index, offset);
        if word(slot::STATE).load(Ordering::Acquire) != slot::FREE {
            return false;
        }
        self.sequence += 1;
        self.index = index;
        word(slot::STRAND).store(strand, Ordering::Relaxed);
        word(slot::STEP).store(step, Ordering::Relaxed);
        word(slot::DEPTH).store(depth, Ordering::Relaxed);
        word(slot::COMMITTED).store(SLOT_HEADER as u32, Ordering::Relaxed);
        // Whoever sees that the old turn is gone sees that the old records are.
        let turn = self.ring.atomic_u64(index, slot::TURN);
        turn.store(0, Ordering::Release);
        word(slot::STATE).store(slot::FILLING, Ordering::Relaxed);
        let sequence = self.ring.atomic_u64(index, slot::SEQUENCE);
        sequence.store(self.sequence, Ordering::Release);
        // No record may be seen before the number of the slot it belongs to.
        fence(Ordering::SeqCst);
        self.committed = SLOT_HEADER;
        true
    }

    /// Writes one record and publishes it. `false` when it does not fit into what is left of the slot.
    pub fn write(&mut self, record: &[u8]) -> bool {
        let end = self.committed + record.len();
        if self.committed == 0 || end > self.ring.slot_bytes {
            return false;
        }
        let start = FIRST_SLOT + self.index * self.ring.slot_bytes + self.committed;
        // SAFETY: the range lies inside the slot, which this writer alone writes; readers look only at what is committed.
        unsafe {
            let target = self.ring.map.as_ptr().add(start).cast_mut();
            std::ptr::copy_nonoverlapping(record.as_ptr(), target, record.len());
        }
        self.ring
            .atomic_u32(self.index, slot::COMMITTED)
            .store(end as u32, Ordering::Release);
        self.committed = end;
        true
    }

    /// Ends the current slot: the sealer may take it. It is handed over in this turn, taken just before from [`Sealer::turn`]. Returns
    /// its index.
    ///
    /// [`Sealer::turn`]: crate::sealer::Sealer::turn
    pub fn end(&mut self, turn: u64) -> usize {
        self.ring
            .atomic_u64(self.index, slot::TURN)
            .store(turn, Ordering::Relaxed);
        self.ring
            .atomic_u32(self.index, slot::STATE)
            .store(slot::FULL, Ordering::Release);
        self.committed = 0;
        self.index
    }

    /// The ring as a reader sees it, for the sealer.
    pub fn reader(&self) -> &RingReader {
        &self.ring
    }
}

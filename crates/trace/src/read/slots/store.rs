//! Where the records of every slot are right now: in a frame, or still in the ring.
//!
//! The store knows the frames that were found and the rings, unpacks and copies records, and keeps both within bounds. Everybody may ask it at any time: nobody waits for a lock longer than it takes to look something up.

use super::cut::{self, Cut, Turns};
use super::order::Turn;
use super::records::SlotRecords;
use super::relay::Relay;
use super::scan::Scanner;
use super::touches::Touches;
use crate::error::Error;
use crate::frame::{FrameHeader, HEADER_BYTES, Unpacker};
use crate::raw::layout::Layouts;
use crate::read::budget::Budget;
use crate::read::damage::Damage;
use crate::read::storage::lru::Lru;
use crate::read::trace::lock;
use crate::ring::{self, Handing, RingReader, SlotAt};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

/// A slot's worth of records: ring and sequence number.
pub type SlotKey = (u32, u64);

/// The part of the unpacked blocks that may be on their way from one thread to the next.
const RELAYED: usize = 8;

/// Where a frame stands.
#[derive(Clone, Debug)]
pub struct FrameAt {
    pub file: Arc<File>,
    /// The index of the file among the frame files.
    pub index: u32,
    pub offset: u64,
    pub header: FrameHeader,
}

impl FrameAt {
    /// Whether the payload is as it was written. `payload` is room to read it into.
    fn is_whole(&self, payload: &mut Vec<u8>) -> bool {
        payload.resize(self.header.packed_bytes as usize, 0);
        let from = self.offset + HEADER_BYTES as u64;
        let read = self.file.read_exact_at(payload, from);
        read.is_ok() && xxhash_rust::xxh3::xxh3_64(payload) == self.header.checksum
    }
}

/// Where all frames of a finished trace stand, so that they need not be looked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameTable {
    /// The lengths of the frame files; the largest number for one that is missing.
    pub lengths: Vec<u64>,
    pub sums: Sums,
    /// Index of the file, offset and header of each frame.
    pub frames: Vec<(u32, u64, FrameHeader)>,
}

/// How many frames of a table are looked at to see whether the files are still the same.
const SAMPLES: usize = 64;

/// This many bytes of frames are checked whole whenever a trace is opened again. In a longer trace, damage is noticed where it
/// is met.
const CHECKED_BYTES: u64 = 256 << 20;

/// All blocks of a trace.
#[derive(Debug)]
pub struct SlotStore {
    folder: PathBuf,
    scanner: Mutex<Scanner>,
    known: RwLock<Known>,
    /// Whether the frames were taken from a table and not looked for.
    adopted: AtomicBool,
    /// Copies of slots that wait to be sealed, and blocks unpacked from frames.
    copied: Mutex<Lru<SlotKey, Arc<SlotRecords>>>,
    unpacked: Mutex<Lru<SlotKey, Arc<SlotRecords>>>,
    relay: Relay,
    tools: Mutex<Vec<Tools>>,
    /// Blocks of a finished trace that could not be had.
    changed_since: Mutex<BTreeSet<SlotKey>>,
}

/// What becomes of a block that was unpacked.
#[derive(Clone, Copy)]
enum Then {
    Keep,
    HandOn,
    Forget,
}

/// What reading and unpacking a frame needs, kept from one to the next.
#[derive(Debug, Default)]
struct Tools {
    packed: Vec<u8>,
    unpacker: Unpacker,
}

impl Tools {
    /// Unpacks a frame into a buffer, whatever that holds.
    fn unpack(&mut self, frame: &FrameAt, mut raw: Vec<u8>) -> Option<SlotRecords> {
        let offset = frame.offset + HEADER_BYTES as u64;
        self.packed.resize(frame.header.packed_bytes as usize, 0);
        frame.file.read_exact_at(&mut self.packed, offset).ok()?;
        self.unpacker
            .unpack(&frame.header, &self.packed, &mut raw)?;
        Some(SlotRecords::new(frame.header.stamp, raw))
    }
}

/// What was found when the files were last looked at.
#[derive(Debug, Default)]
struct Known {
    frames: BTreeMap<SlotKey, FrameAt>,
    with_frames: BTreeSet<u32>,
    rings: BTreeMap<u32, Arc<RingReader>>,
    damaged_rings: BTreeSet<u32>,
    /// Whether the recorder is gone.
    over: bool,
    /// Whether something is damaged, so that turns may be missing for ever.
    lossy: bool,
    turns: Turns,
    sums: Sums,
}

/// The frames in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Bytes of sound frames seen.
    pub frame_bytes: u64,
    /// Unpacked bytes in sound frames.
    pub raw_bytes: u64,
    /// When the latest frame was sealed, in nanoseconds since the start.
    pub latest: u64,
}

impl SlotStore {
    pub fn new(folder: &Path, budget: Budget) -> SlotStore {
        SlotStore {
            folder: folder.to_owned(),
            scanner: Mutex::new(Scanner::new(folder)),
            known: RwLock::default(),
            adopted: AtomicBool::new(false),
            copied: Mutex::new(Lru::new(budget.unsealed)),
            unpacked: Mutex::new(Lru::new(budget.decoded - budget.decoded / RELAYED)),
            relay: Relay::new(budget.decoded / RELAYED),
            tools: Mutex::default(),
            changed_since: Mutex::default(),
        }
    }

    /// Looks for new frames and rings, and tells how far what is there may be read. `over` says that the recorder is gone: then half
    /// a frame at the end is damage.
    pub fn refresh(&self, over: bool, damage: &mut Damage) -> Result<Cut, Error> {
        let mut scanner = lock(&self.scanner);
        // The order of these steps matters; see `cut`.
        self.map_new_rings(damage);
        let cut = Cut::begin(self.known().rings.values().map(Arc::as_ref));
        self.map_new_rings(damage);
        let in_rings = cut::turns_in(self.known().rings.values().map(Arc::as_ref));
        let frames = scanner.scan(over, damage)?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.over |= over;
        known.lossy |= !damage.is_empty();
        for frame in frames {
            known.take(frame);
        }
        Ok(match over {
            true => Cut::everything(),
            false => cut.end(in_rings, &known.turns, known.lossy),
        })
    }

    /// Where the frames stand that were found, when nothing will be added any more.
    pub fn table(&self) -> FrameTable {
        let lengths = lock(&self.scanner).lengths();
        let known = self.known();
        let frames = known.frames.values();
        FrameTable {
            lengths,
            sums: known.sums,
            frames: frames
                .map(|frame| (frame.index, frame.offset, frame.header))
                .collect(),
        }
    }

    /// Takes over where the frames of a finished trace stand, in place of looking for them. Tells whether the files still are as the
    /// table says, judging by their lengths and by some of the frames. The others are found out by [`SlotStore::check`] or when
    /// they are unpacked, since the table has their checksums.
    pub fn adopt(&self, table: &FrameTable) -> bool {
        let mut scanner = lock(&self.scanner);
        let Some(files) = scanner.reopen(&table.lengths) else {
            return false;
        };
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let step = table.frames.len().div_ceil(SAMPLES).max(1);
        for (number, (index, offset, header)) in table.frames.iter().enumerate() {
            let Some(file) = files.get(*index as usize) else {
                return false;
            };
            let is_sample = number % step == 0 || number + 1 == table.frames.len();
            if is_sample && header_at(file, *offset).as_ref() != Some(header) {
                return false;
            }
            known.with_frames.insert(header.stamp.ring);
            known.frames.insert(
                (header.stamp.ring, header.stamp.sequence),
                FrameAt {
                    file: file.clone(),
                    index: *index,
                    offset: *offset,
                    header: *header,
                },
            );
        }
        known.sums = table.sums;
        self.adopted.store(true, Ordering::Relaxed);
        true
    }

    /// Looks for the frames after all, if they were taken from a table: one of them is not where the table says. Tells whether it did.
    fn look_again(&self) -> bool {
        if !self.adopted.swap(false, Ordering::Relaxed) {
            return false;
        }
        // What is damaged was told when the table was made, or shows as missing where it is needed.
        let found = Scanner::new(&self.folder).scan(true, &mut Damage::default());
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.frames.clear();
        known.sums = Sums::default();
        found
            .into_iter()
            .flatten()
            .for_each(|frame| known.take(frame));
        true
    }

    /// Maps rings that were not there the last time.
    fn map_new_rings(&self, damage: &mut Damage) {
        let rings = self.new_rings(damage);
        if rings.is_empty() {
            return;
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for (number, ring) in rings {
            match ring {
                Some(ring) => {
                    known.rings.insert(number, Arc::new(ring));
                }
                None => {
                    known.damaged_rings.insert(number);
                }
            }
        }
    }

    /// Rings that were not there the last time; nothing in place of those that are damaged.
    fn new_rings(&self, damage: &mut Damage) -> Vec<(u32, Option<RingReader>)> {
        let mut found = Vec::new();
        let Ok(entries) = std::fs::read_dir(self.folder.join(ring::FOLDER)) else {
            return found;
        };
        let known = self.known();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.strip_suffix(".ring"))
                .and_then(|digits| digits.parse::<u32>().ok());
            let Some(number) = number else { continue };
            if known.rings.contains_key(&number) || known.damaged_rings.contains(&number) {
                continue;
            }
            match RingReader::open(&entry.path()) {
                Ok(Some(reader)) if reader.ring() == number => {
                    if reader.is_cut_short() {
                        damage.ring_cut_short(&entry.path());
                    }
                    found.push((number, Some(reader)));
                }
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => {
                    damage.ring(&entry.path());
                    found.push((number, None));
                }
            }
        }
        found
    }

    /// The rings that have frames or files.
    pub fn rings(&self) -> Vec<u32> {
        let known = self.known();
        let mut rings: BTreeSet<u32> = known.rings.keys().copied().collect();
        rings.extend(&known.with_frames);
        rings.into_iter().collect()
    }

    /// The smallest sequence number of a ring from `from` on that can be read.
    pub fn next_sequence(&self, ring: u32, from: u64) -> Option<u64> {
        let known = self.known();
        let framed = known.frames.range((ring, from)..=(ring, u64::MAX)).next();
        let framed = framed.map(|(key, _)| key.1);
        if framed == Some(from) {
            return framed;
        }
        let slots = known.rings.get(&ring).map(|ring| ring.sequences());
        let waiting = slots
            .into_iter()
            .flatten()
            .map(|(sequence, _)| sequence)
            .filter(|&sequence| sequence >= from);
        framed.into_iter().chain(waiting).min()
    }

    /// When a block was handed over. While the recording goes on, nothing will be added to it afterwards.
    pub fn turn(&self, key: SlotKey) -> Turn {
        let known = self.known();
        let ring = known.rings.get(&key.0);
        let handing = ring.and_then(|ring| ring.handing(key.1));
        // At the end of a recording slots are sealed that are still being filled.
        if handing == Some(Handing::Filling) && !known.over {
            return Turn::Open;
        }
        match (known.frames.get(&key), handing) {
            (Some(frame), _) if frame.header.stamp.turn == 0 => {
                Turn::Sealed(frame.header.nanoseconds)
            }
            (Some(frame), _) => Turn::HandedOver(frame.header.stamp.turn),
            (None, Some(Handing::Over(turn))) if turn != 0 => Turn::HandedOver(turn),
            (None, _) => Turn::Open,
        }
    }

    /// How many bytes of a block are committed. `None` when it is nowhere right now.
    pub fn committed(&self, key: SlotKey) -> Option<usize> {
        self.known().places(key).committed()
    }

    /// The records of a block as far as they are committed. `None` when it is nowhere or damaged.
    pub fn fetch(&self, key: SlotKey) -> Option<Arc<SlotRecords>> {
        let mut found = self.find(key, Then::Keep);
        if found.is_none() && self.look_again() {
            found = self.find(key, Then::Keep);
        }
        // A frame that was there when the tree was made, and cannot be unpacked now.
        if found.is_none() && self.known().over {
            lock(&self.changed_since).insert(key);
        }
        found
    }

    /// Looks whether every frame is as it was written, unless the trace is long: then damage is known before the first question.
    pub fn check(&self) {
        if self.sums().frame_bytes > CHECKED_BYTES {
            return;
        }
        let mut payload = Vec::new();
        let frames = self.known().frames.clone();
        for (key, frame) in frames {
            if !frame.is_whole(&mut payload) {
                // It may have moved. If it has not, it is noted.
                self.fetch(key);
            }
        }
    }

    /// Blocks of a finished trace that were asked for and could not be read.
    pub fn changed_since(&self) -> BTreeSet<SlotKey> {
        lock(&self.changed_since).clone()
    }

    /// As [`SlotStore::fetch`], for the thread that goes through all blocks once: what is unpacked for it is not kept, but handed on
    /// to the one that goes through them next. Both give it back with [`SlotStore::recycle`].
    pub fn pass(&self, key: SlotKey) -> Option<Arc<SlotRecords>> {
        self.find(key, Then::HandOn)
    }

    /// The same for the thread that goes through them after that, when they are complete.
    pub fn pass_again(&self, key: SlotKey) -> Option<Arc<SlotRecords>> {
        let relayed = self.relay.take(key);
        let committed = self.committed(key)?;
        let whole = relayed.filter(|block| block.len() >= committed);
        whole.or_else(|| self.find(key, Then::Forget))
    }

    /// Gives back a block that was gone through.
    pub fn recycle(&self, block: Arc<SlotRecords>) {
        self.relay.recycle(block);
    }

    fn find(&self, key: SlotKey, then: Then) -> Option<Arc<SlotRecords>> {
        let places = self.known().places(key);
        let committed = places.committed()?;
        for cache in [&self.unpacked, &self.copied] {
            if let Some(known) = lock(cache).get(key)
                && known.len() >= committed
            {
                return Some(known);
            }
        }
        let unpack = || {
            let buffer = match then {
                Then::Keep => Vec::new(),
                Then::HandOn | Then::Forget => self.relay.buffer(),
            };
            let block = Arc::new(self.unpack(places.frame.as_ref()?, buffer)?);
            match then {
                Then::Keep => lock(&self.unpacked).put(key, block.clone(), block.bytes()),
                Then::HandOn => self.relay.offer(key, &block),
                Then::Forget => {}
            }
            Some(block)
        };
        let copy = || {
            let block = Arc::new(places.copy(key)?);
            lock(&self.copied).put(key, block.clone(), block.bytes());
            Some(block)
        };
        // A thread that outlived the last sealing may have committed more to its slot than the frame holds.
        match places.waiting() > places.sealed() {
            true => copy().or_else(unpack),
            false => unpack().or_else(copy),
        }
    }

    fn unpack(&self, frame: &FrameAt, buffer: Vec<u8>) -> Option<SlotRecords> {
        let mut tools = lock(&self.tools).pop().unwrap_or_default();
        let block = tools.unpack(frame, buffer);
        // As many are kept as there are threads that read at the same time.
        lock(&self.tools).push(tools);
        block
    }

    /// Which records of a block that was fetched are about which object.
    pub fn touches(
        &self,
        key: SlotKey,
        block: &Arc<SlotRecords>,
        layouts: &Layouts,
    ) -> Arc<Touches> {
        if let Some(known) = block.known_touches() {
            return known.clone();
        }
        let touches = block.find_touches(layouts);
        for cache in [&self.unpacked, &self.copied] {
            let mut cache = lock(cache);
            if cache.get(key).is_some_and(|kept| Arc::ptr_eq(&kept, block)) {
                cache.put(key, block.clone(), block.bytes());
            }
        }
        touches
    }

    /// A number that changes when any record changes, as far as headers and rings tell.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        let known = self.known();
        for (key, frame) in &known.frames {
            hash.update(&key.0.to_le_bytes());
            hash.update(&key.1.to_le_bytes());
            hash.update(&frame.header.checksum.to_le_bytes());
        }
        for (ring, reader) in &known.rings {
            for (sequence, index) in reader.sequences() {
                if let Some(copy) = reader.copy(index, 0) {
                    hash.update(&ring.to_le_bytes());
                    hash.update(&sequence.to_le_bytes());
                    hash.update(&copy.records);
                }
            }
        }
        hash.digest()
    }

    /// Bytes of copied and of unpacked blocks held right now.
    pub fn held(&self) -> (usize, usize) {
        let unpacked = lock(&self.unpacked).bytes() + self.relay.bytes();
        (lock(&self.copied).bytes(), unpacked)
    }

    /// The frames in numbers.
    pub fn sums(&self) -> Sums {
        self.known().sums
    }

    fn known(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn take(&mut self, frame: FrameAt) {
        let header = frame.header;
        self.sums.frame_bytes += HEADER_BYTES as u64 + u64::from(header.packed_bytes);
        self.sums.raw_bytes += u64::from(header.raw_bytes);
        self.sums.latest = self.sums.latest.max(header.nanoseconds);
        self.turns.add(header.stamp.turn);
        let key = (header.stamp.ring, header.stamp.sequence);
        let known = self.frames.get(&key);
        if known.is_none_or(|known| known.header.raw_bytes < header.raw_bytes) {
            self.with_frames.insert(key.0);
            self.frames.insert(key, frame);
        }
    }

    fn places(&self, key: SlotKey) -> Places {
        let ring = self.rings.get(&key.0);
        let slot = ring.and_then(|ring| {
            let slot = ring.find(key.1)?;
            // While the recorder lives, an empty slot may be about to be begun anew.
            (slot.bytes > 0 || self.over).then(|| (ring.clone(), slot))
        });
        Places {
            frame: self.frames.get(&key).cloned(),
            slot,
        }
    }
}

/// Where a block is: in its frame, and in the slot in which it waits to be sealed. One that is nowhere is on its way from one to
/// the other.
struct Places {
    frame: Option<FrameAt>,
    slot: Option<(Arc<RingReader>, SlotAt)>,
}

impl Places {
    fn sealed(&self) -> Option<usize> {
        let frame = self.frame.as_ref()?;
        Some(frame.header.raw_bytes as usize)
    }

    fn waiting(&self) -> Option<usize> {
        self.slot.as_ref().map(|(_, slot)| slot.bytes)
    }

    fn committed(&self) -> Option<usize> {
        self.sealed().max(self.waiting())
    }

    /// Copies the block from its slot.
    fn copy(&self, key: SlotKey) -> Option<SlotRecords> {
        let (ring, slot) = self.slot.as_ref()?;
        let copy = ring.copy(slot.index, 0)?;
        // A slot that is begun anew is emptied before its sequence number changes.
        let same = copy.stamp.sequence == key.1 && copy.records.len() >= slot.bytes;
        same.then(|| SlotRecords::new(copy.stamp, copy.records))
    }
}

/// The header of a frame that stands at an offset of a file.
fn header_at(file: &File, offset: u64) -> Option<FrameHeader> {
    let mut bytes = [0; HEADER_BYTES];
    file.read_exact_at(&mut bytes, offset).ok()?;
    FrameHeader::decode(&bytes)
}

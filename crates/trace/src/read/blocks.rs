//! Blocks: the records of one slot, wherever they are right now (in a frame, or still in the ring).
//!
//! The store finds frames and slots, unpacks them, and keeps unpacked ones in a cache of bounded size. Damage never stops
//! it: what is not a frame is stepped over and noted, and the next frame is found by its magic and header checksum.

use super::damage::Damage;
use crate::error::{Context, Error};
use crate::frame::{FrameHeader, HEADER_BYTES, MAGIC, Stamp};
use crate::ring::{self, RingReader};
use crate::sealer::frame_file;
use crate::version::{FileKind, read_file_header};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A slot's worth of records: ring and sequence number.
pub type BlockKey = (u32, u64);

/// How much of a damaged file is searched at a time.
const SEARCH_BYTES: usize = 1 << 20;

#[derive(Debug)]
struct FrameFile {
    file: File,
    path: PathBuf,
    /// Everything before this offset has been looked at.
    scanned: u64,
}

#[derive(Clone, Copy, Debug)]
struct FrameAt {
    file: u32,
    offset: u64,
    header: FrameHeader,
}

/// All blocks of a trace.
#[derive(Debug)]
pub struct BlockStore {
    folder: PathBuf,
    files: Vec<FrameFile>,
    frames: BTreeMap<BlockKey, FrameAt>,
    with_frames: BTreeSet<u32>,
    rings: BTreeMap<u32, RingReader>,
    damaged_rings: BTreeSet<u32>,
    cache: Mutex<Cache>,
    /// Bytes of sound frames seen.
    pub frame_bytes: u64,
    /// Unpacked bytes in sound frames.
    pub raw_bytes: u64,
    /// When the latest frame was sealed, in nanoseconds since the start.
    pub latest: u64,
}

impl BlockStore {
    pub fn new(folder: &Path, cache_bytes: usize) -> BlockStore {
        BlockStore {
            folder: folder.to_owned(),
            files: Vec::new(),
            frames: BTreeMap::new(),
            with_frames: BTreeSet::new(),
            rings: BTreeMap::new(),
            damaged_rings: BTreeSet::new(),
            cache: Mutex::new(Cache::new(cache_bytes)),
            frame_bytes: 0,
            raw_bytes: 0,
            latest: 0,
        }
    }

    /// Looks for new frames and rings. `over` says that the recorder is gone: then half a frame at the end is damage.
    pub fn refresh(&mut self, over: bool, damage: &mut Damage) -> Result<(), Error> {
        let mut number = self.files.len() as u32 + 1;
        loop {
            let path = frame_file(&self.folder, number);
            match File::open(&path) {
                Ok(file) => self.files.push(FrameFile {
                    file,
                    path,
                    scanned: 0,
                }),
                Err(_) if over && (number == 1 || self.later_file_exists(number)) => {
                    damage.missing_file(&path);
                    // An empty stand-in keeps the numbers of the files after it.
                    let file = File::open("/dev/null").context("open", Path::new("/dev/null"))?;
                    self.files.push(FrameFile {
                        file,
                        path,
                        scanned: u64::MAX,
                    });
                }
                Err(_) => break,
            }
            number += 1;
        }
        for index in 0..self.files.len() {
            if self.files[index].scanned != u64::MAX {
                let last = index + 1 == self.files.len();
                self.scan(index, over || !last, damage)?;
            }
        }
        self.find_rings(damage);
        Ok(())
    }

    fn later_file_exists(&self, number: u32) -> bool {
        (number + 1..number + 64).any(|later| frame_file(&self.folder, later).exists())
    }

    /// Takes in the frames of a file from where it was last looked at.
    fn scan(&mut self, index: usize, over: bool, damage: &mut Damage) -> Result<(), Error> {
        let path = self.files[index].path.clone();
        let length = self.files[index]
            .file
            .metadata()
            .context("read", &path)?
            .len();
        if self.files[index].scanned == 0 {
            let mut start = [0; 16];
            match self.files[index].file.read_exact_at(&mut start, 0) {
                Ok(()) => match read_file_header(&start, FileKind::Frames) {
                    Ok(_) => {}
                    Err(error @ Error::Version { .. }) => return Err(error),
                    Err(_) => damage.bytes(&path, 0, 16),
                },
                Err(_) if over => {
                    damage.bytes(&path, 0, length);
                    return Ok(());
                }
                Err(_) => return Ok(()),
            }
            self.files[index].scanned = 16;
        }
        let mut offset = self.files[index].scanned;
        let mut bytes = [0; HEADER_BYTES];
        while offset + HEADER_BYTES as u64 <= length {
            self.files[index]
                .file
                .read_exact_at(&mut bytes, offset)
                .context("read", &path)?;
            let Some(header) = FrameHeader::decode(&bytes) else {
                let next = self.search(index, offset + 1, length)?;
                match next {
                    Some(next) => damage.bytes(&path, offset, next - offset),
                    None if over => damage.bytes(&path, offset, length - offset),
                    None => break,
                }
                offset = next.unwrap_or(length);
                continue;
            };
            let end = offset + HEADER_BYTES as u64 + u64::from(header.packed_bytes);
            if end > length {
                break;
            }
            self.take(index as u32, offset, header);
            offset = end;
        }
        if over && offset < length {
            damage.bytes(&path, offset, length - offset);
            offset = length;
        }
        self.files[index].scanned = offset;
        Ok(())
    }

    fn take(&mut self, file: u32, offset: u64, header: FrameHeader) {
        self.frame_bytes += HEADER_BYTES as u64 + u64::from(header.packed_bytes);
        self.raw_bytes += u64::from(header.raw_bytes);
        self.latest = self.latest.max(header.nanoseconds);
        let key = (header.stamp.ring, header.stamp.sequence);
        let longer = self
            .frames
            .get(&key)
            .is_none_or(|known| known.header.raw_bytes < header.raw_bytes);
        if longer {
            self.with_frames.insert(key.0);
            self.frames.insert(
                key,
                FrameAt {
                    file,
                    offset,
                    header,
                },
            );
            self.lock_cache().forget(key);
        }
    }

    /// The offset of the next sound frame header, searched from `offset` on.
    fn search(&self, index: usize, mut offset: u64, length: u64) -> Result<Option<u64>, Error> {
        let file = &self.files[index];
        let mut bytes = vec![0; SEARCH_BYTES + HEADER_BYTES];
        while offset + HEADER_BYTES as u64 <= length {
            let count = bytes.len().min((length - offset) as usize);
            file.file
                .read_exact_at(&mut bytes[..count], offset)
                .context("read", &file.path)?;
            let last = count - HEADER_BYTES;
            for at in 0..=last.min(SEARCH_BYTES - 1) {
                if bytes[at..at + 4] == MAGIC && FrameHeader::decode(&bytes[at..count]).is_some() {
                    return Ok(Some(offset + at as u64));
                }
            }
            offset += SEARCH_BYTES.min(last + 1) as u64;
        }
        Ok(None)
    }

    fn find_rings(&mut self, damage: &mut Damage) {
        let Ok(entries) = std::fs::read_dir(self.folder.join(ring::FOLDER)) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.strip_suffix(".ring"))
                .and_then(|digits| digits.parse::<u32>().ok());
            let Some(number) = number else { continue };
            if self.rings.contains_key(&number) {
                continue;
            }
            match RingReader::open(&entry.path()) {
                Ok(Some(reader)) if reader.ring() == number => {
                    self.rings.insert(number, reader);
                }
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => {
                    if self.damaged_rings.insert(number) {
                        damage.ring(&entry.path());
                    }
                }
            }
        }
    }

    /// The rings that have frames or files.
    pub fn rings(&self) -> Vec<u32> {
        let mut rings: BTreeSet<u32> = self.rings.keys().copied().collect();
        rings.extend(&self.with_frames);
        rings.into_iter().collect()
    }

    /// The smallest sequence number of a ring from `from` on that can be read.
    pub fn next_sequence(&self, ring: u32, from: u64) -> Option<u64> {
        let framed = self.frames.range((ring, from)..=(ring, u64::MAX)).next();
        let framed = framed.map(|(key, _)| key.1);
        if framed == Some(from) {
            return framed;
        }
        let slots = self.rings.get(&ring).map(RingReader::sequences);
        let waiting = slots
            .into_iter()
            .flatten()
            .map(|(sequence, _)| sequence)
            .filter(|&sequence| sequence >= from);
        framed.into_iter().chain(waiting).min()
    }

    /// When a block was sealed, in nanoseconds since the start; the largest number when it was not.
    pub fn sealed_at(&self, key: BlockKey) -> u64 {
        self.frames
            .get(&key)
            .map_or(u64::MAX, |frame| frame.header.nanoseconds)
    }

    /// The records of a block as far as they are committed. `None` when it is nowhere or damaged.
    pub fn fetch(&self, key: BlockKey) -> Option<(Stamp, Arc<Vec<u8>>)> {
        let sealed = match self.frames.get(&key) {
            Some(frame) => self.unpack(key, frame).map(|raw| (frame.header.stamp, raw)),
            None => None,
        };
        // A thread that outlived the last sealing may have committed more to its slot than the frame holds.
        let waiting = self.rings.get(&key.0).and_then(|ring| {
            let sequences = ring.sequences();
            let &(_, index) = sequences.iter().find(|(sequence, _)| *sequence == key.1)?;
            let copy = ring.copy(index, 0)?;
            (copy.stamp.sequence == key.1).then_some((copy.stamp, copy.records))
        });
        match (sealed, waiting) {
            (Some(sealed), Some(waiting)) if waiting.1.len() > sealed.1.len() => {
                Some((waiting.0, Arc::new(waiting.1)))
            }
            (Some(sealed), _) => Some(sealed),
            (None, Some(waiting)) => Some((waiting.0, Arc::new(waiting.1))),
            (None, None) => None,
        }
    }

    fn unpack(&self, key: BlockKey, frame: &FrameAt) -> Option<Arc<Vec<u8>>> {
        if let Some(known) = self.lock_cache().get(key) {
            return Some(known);
        }
        let mut packed = vec![0; frame.header.packed_bytes as usize];
        self.files[frame.file as usize]
            .file
            .read_exact_at(&mut packed, frame.offset + HEADER_BYTES as u64)
            .ok()?;
        let mut raw = Vec::new();
        frame.header.unpack(&packed, &mut raw)?;
        let raw = Arc::new(raw);
        self.lock_cache().put(key, raw.clone());
        Some(raw)
    }

    /// A number that changes when any record changes, as far as headers and rings tell.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        for (key, frame) in &self.frames {
            hash.update(&key.0.to_le_bytes());
            hash.update(&key.1.to_le_bytes());
            hash.update(&frame.header.checksum.to_le_bytes());
        }
        for (ring, reader) in &self.rings {
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

    /// Bytes of unpacked blocks held right now.
    pub fn cached_bytes(&self) -> usize {
        self.lock_cache().bytes
    }

    fn lock_cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Unpacked blocks, the longest unused one leaving first.
#[derive(Debug)]
struct Cache {
    limit: usize,
    bytes: usize,
    blocks: HashMap<BlockKey, (Arc<Vec<u8>>, u64)>,
    /// Uses in order; an entry whose time is not its block's latest use is out of date.
    uses: VecDeque<(BlockKey, u64)>,
    clock: u64,
}

impl Cache {
    fn new(limit: usize) -> Cache {
        Cache {
            limit,
            bytes: 0,
            blocks: HashMap::new(),
            uses: VecDeque::new(),
            clock: 0,
        }
    }

    fn get(&mut self, key: BlockKey) -> Option<Arc<Vec<u8>>> {
        self.clock += 1;
        let (block, used) = self.blocks.get_mut(&key)?;
        *used = self.clock;
        let block = block.clone();
        self.uses.push_back((key, self.clock));
        if self.uses.len() > 4 * self.blocks.len() + 64 {
            let blocks = &self.blocks;
            self.uses
                .retain(|(key, time)| blocks.get(key).is_some_and(|block| block.1 == *time));
        }
        Some(block)
    }

    fn put(&mut self, key: BlockKey, block: Arc<Vec<u8>>) {
        self.clock += 1;
        self.forget(key);
        self.bytes += block.len();
        self.blocks.insert(key, (block, self.clock));
        self.uses.push_back((key, self.clock));
        while self.bytes > self.limit && self.blocks.len() > 1 {
            let Some((key, time)) = self.uses.pop_front() else {
                break;
            };
            if self.blocks.get(&key).is_some_and(|block| block.1 == time) {
                self.forget(key);
            }
        }
    }

    fn forget(&mut self, key: BlockKey) {
        if let Some((block, _)) = self.blocks.remove(&key) {
            self.bytes -= block.len();
        }
    }
}

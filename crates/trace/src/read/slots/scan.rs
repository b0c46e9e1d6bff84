//! Finding frames in the files of a trace, as far as they have grown.
//!
//! Damage never stops the search: what is not a frame is stepped over and noted, and the next frame is found by its magic
//! and header checksum.

use super::store::FrameAt;
use crate::error::{Context, Error};
use crate::frame::{FrameHeader, HEADER_BYTES, MAGIC};
use crate::meta::END_FILE;
use crate::read::damage::Damage;
use crate::sealer::frame_file;
use crate::version::{FileKind, read_file_header};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How much of a damaged file is searched at a time.
const SEARCH_BYTES: usize = 1 << 20;

/// How far the files were looked at.
#[derive(Debug)]
pub struct Scanner {
    folder: PathBuf,
    files: Vec<FrameFile>,
}

#[derive(Debug)]
struct FrameFile {
    file: Arc<File>,
    path: PathBuf,
    /// Everything before this offset has been looked at; the largest number when the file is missing.
    scanned: u64,
}

impl Scanner {
    pub fn new(folder: &Path) -> Scanner {
        Scanner {
            folder: folder.to_owned(),
            files: Vec::new(),
        }
    }

    /// The frames that came since the last time. `over` says that the recorder is gone: then half a frame at the end is
    /// damage.
    pub fn scan(&mut self, over: bool, damage: &mut Damage) -> Result<Vec<FrameAt>, Error> {
        self.open_files(over, damage)?;
        let mut found = Vec::new();
        let last = self.files.len().saturating_sub(1);
        // Who is killed while writing a frame leaves half of it, and its records in the ring.
        let killed = !self.folder.join(END_FILE).exists();
        for (index, file) in self.files.iter_mut().enumerate() {
            if file.scanned != u64::MAX {
                let ending = match (index == last, over) {
                    (true, false) => Ending::Growing,
                    (true, true) if killed => Ending::Killed,
                    _ => Ending::Whole,
                };
                file.scan(index as u32, ending, &mut found, damage)?;
            }
        }
        Ok(found)
    }

    /// How much of each file was looked at: all of it when the recorder is gone, the largest number when the file is missing.
    pub fn lengths(&self) -> Vec<u64> {
        self.files.iter().map(|file| file.scanned).collect()
    }

    /// Opens the files as they were when they were looked at before, all of them. `None` when they are not of these lengths.
    pub fn reopen(&mut self, lengths: &[u64]) -> Option<Vec<Arc<File>>> {
        for (&scanned, number) in lengths.iter().zip(1..) {
            let path = frame_file(&self.folder, number);
            let file = match scanned {
                u64::MAX if !path.exists() => File::open("/dev/null").ok()?,
                _ => File::open(&path).ok()?,
            };
            if scanned != u64::MAX && file.metadata().ok()?.len() != scanned {
                return None;
            }
            self.files.push(FrameFile {
                file: Arc::new(file),
                path,
                scanned,
            });
        }
        Some(self.files.iter().map(|file| file.file.clone()).collect())
    }

    fn open_files(&mut self, over: bool, damage: &mut Damage) -> Result<(), Error> {
        loop {
            let number = self.files.len() as u32 + 1;
            let path = frame_file(&self.folder, number);
            let (file, scanned) = match File::open(&path) {
                Ok(file) => (file, 0),
                Err(_) if over && (number == 1 || self.later_file_exists(number)) => {
                    damage.missing_file(&path);
                    // An empty stand-in keeps the numbers of the files after it.
                    let nothing = Path::new("/dev/null");
                    (File::open(nothing).context("open", nothing)?, u64::MAX)
                }
                Err(_) => return Ok(()),
            };
            self.files.push(FrameFile {
                file: Arc::new(file),
                path,
                scanned,
            });
        }
    }

    fn later_file_exists(&self, number: u32) -> bool {
        (number + 1..number + 64).any(|later| frame_file(&self.folder, later).exists())
    }
}

/// What half a frame at the end of a file means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The rest of it is still to come.
    Growing,
    /// The rest of it will not come, and nothing is lost.
    Killed,
    /// The file was damaged.
    Whole,
}

impl FrameFile {
    /// Takes in the frames from where the file, which is the one of this index, was last looked at.
    fn scan(
        &mut self,
        index: u32,
        ending: Ending,
        found: &mut Vec<FrameAt>,
        damage: &mut Damage,
    ) -> Result<(), Error> {
        let over = ending != Ending::Growing;
        let length = self.file.metadata().context("read", &self.path)?.len();
        if self.scanned == 0 && !self.begin(length, over, damage)? {
            return Ok(());
        }
        let mut offset = self.scanned;
        let mut bytes = [0; HEADER_BYTES];
        while offset + HEADER_BYTES as u64 <= length {
            self.file
                .read_exact_at(&mut bytes, offset)
                .context("read", &self.path)?;
            let Some(header) = FrameHeader::decode(&bytes) else {
                let next = self.search(offset + 1, length)?;
                match next {
                    Some(next) => damage.bytes(&self.path, offset, next - offset),
                    None if over => damage.bytes(&self.path, offset, length - offset),
                    None => break,
                }
                offset = next.unwrap_or(length);
                continue;
            };
            let end = offset + HEADER_BYTES as u64 + u64::from(header.packed_bytes);
            if end > length {
                break;
            }
            found.push(FrameAt {
                file: self.file.clone(),
                index,
                offset,
                header,
            });
            offset = end;
        }
        if over && offset < length {
            if ending != Ending::Killed {
                damage.bytes(&self.path, offset, length - offset);
            }
            offset = length;
        }
        self.scanned = offset;
        Ok(())
    }

    /// Checks the start of the file; `false` when it has not been written so far, or never will be.
    fn begin(&mut self, length: u64, over: bool, damage: &mut Damage) -> Result<bool, Error> {
        let mut start = [0; 16];
        match self.file.read_exact_at(&mut start, 0) {
            Ok(()) => match read_file_header(&start, FileKind::Frames) {
                Ok(_) => {}
                Err(error @ Error::Version { .. }) => return Err(error),
                Err(_) => damage.bytes(&self.path, 0, 16),
            },
            Err(_) if over => {
                damage.bytes(&self.path, 0, length);
                self.scanned = u64::MAX;
                return Ok(false);
            }
            Err(_) => return Ok(false),
        }
        self.scanned = 16;
        Ok(true)
    }

    /// The offset of the next sound frame header, searched from `offset` on.
    fn search(&self, mut offset: u64, length: u64) -> Result<Option<u64>, Error> {
        let mut bytes = vec![0; SEARCH_BYTES + HEADER_BYTES];
        while offset + HEADER_BYTES as u64 <= length {
            let count = bytes.len().min((length - offset) as usize);
            self.file
                .read_exact_at(&mut bytes[..count], offset)
                .context("read", &self.path)?;
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
}

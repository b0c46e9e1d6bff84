//! Checksums of derived files, chunk by chunk.
//!
//! Derived data is checked whole before any of it is used, so opening a long trace reads hundreds of megabytes. Several threads do that side
//! by side: a disk has more to give than one reader can take.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes that share a checksum; the last chunk of a file may be shorter.
const CHUNK: u64 = 1 << 20;

/// Threads that read side by side.
const READERS: usize = 4;

/// One chunk of a file.
struct Chunk<'f> {
    file: &'f File,
    offset: u64,
    length: usize,
    checksum: AtomicU64,
}

/// The checksums of all chunks of some files, those of the first file first.
pub fn of(files: &[File]) -> io::Result<Vec<u64>> {
    let mut chunks = Vec::new();
    for file in files {
        let length = file.metadata()?.len();
        chunks.extend((0..length).step_by(CHUNK as usize).map(|offset| Chunk {
            file,
            offset,
            length: CHUNK.min(length - offset) as usize,
            checksum: AtomicU64::new(0),
        }));
    }
    let next = AtomicUsize::new(0);
    let read = || -> io::Result<()> {
        let mut bytes = Vec::new();
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            bytes.resize(chunk.length, 0);
            chunk.file.read_exact_at(&mut bytes, chunk.offset)?;
            chunk.checksum.store(xxh3_64(&bytes), Ordering::Relaxed);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let others = READERS.min(chunks.len()).saturating_sub(1);
        // A thread that cannot be had leaves its share to the others.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, read).ok();
        let others: Vec<_> = (0..others).filter_map(spawn).collect();
        let own = read();
        let others = others.into_iter().map(|other| {
            let read = other.join();
            read.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        others.fold(own, Result::and)
    })?;
    let sums = chunks.into_iter().map(|chunk| chunk.checksum.into_inner());
    Ok(sums.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_of_every_file_counts() {
        let folder = tempfile::tempdir().unwrap();
        let chunk = CHUNK as usize;
        let contents = [
            Vec::new(),
            vec![1; 5],
            (0..5 * chunk + 7).map(|at| (at / 3) as u8).collect(),
        ];
        let sums_of = |contents: &[Vec<u8>]| {
            let files = contents.iter().enumerate().map(|(number, bytes)| {
                let path = folder.path().join(number.to_string());
                std::fs::write(&path, bytes).unwrap();
                File::open(path).unwrap()
            });
            of(&files.collect::<Vec<_>>()).unwrap()
        };
        let sums = sums_of(&contents);
        let pieces = contents.iter().flat_map(|bytes| bytes.chunks(chunk));
        assert_eq!(sums, pieces.map(xxh3_64).collect::<Vec<_>>());
        for at in [0, chunk - 1, 3 * chunk, 5 * chunk + 6] {
            let mut changed = contents.clone();
            changed[2][at] ^= 4;
            let others = sums_of(&changed);
            let differ = sums.iter().zip(&others).filter(|(a, b)| a != b);
            assert_eq!(differ.count(), 1);
        }
    }
}

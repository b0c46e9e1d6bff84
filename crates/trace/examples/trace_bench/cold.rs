//! Questions with cold caches: before each, nothing of the trace is in memory, neither unpacked nor in the system's cache.

use crate::clock::WallClock;
use crate::report;
use elenchus_trace::{Budget, Ref, Target, Time, Trace};
use rustix::fs::{Advice, fadvise, fsync};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A new reader takes over after this many questions, so that hardly any block is unpacked already.
const QUESTIONS_A_READER: usize = 25;

/// Opens the trace, and asks for the states and the last writers of objects at times.
pub fn ask(folder: &Path, budget: Budget, objects: &[(Ref, Time)]) {
    let files = files_in(folder);
    for file in &files {
        // What is not on disk yet cannot be dropped.
        fsync(file).expect("the disk works");
    }
    let (mut opening, mut states, mut writers) = (Vec::new(), Vec::new(), Vec::new());
    for objects in objects.chunks(QUESTIONS_A_READER) {
        drop_pages(folder, &files);
        let begun = Instant::now();
        let trace = Trace::attach(folder, budget).expect("a trace");
        opening.push(begun.elapsed());
        // One reader never sees the same object twice: what one question unpacks is of no use to the next.
        for (nth, &(object, time)) in objects.iter().enumerate() {
            drop_pages(folder, &files);
            let begun = WallClock::now();
            if nth % 2 == 0 {
                trace.state_at(object, time);
                states.push(begun.elapsed());
            } else {
                trace.last_writer(Target::Field { object, field: 1 }, time);
                writers.push(begun.elapsed());
            }
        }
    }
    report("opening, cold", opening);
    report("state_at, cold", states);
    report("last_writer, cold", writers);
}

/// All files of a trace.
fn files_in(folder: &Path) -> Vec<File> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => files.push(File::open(path).expect("it was listed")),
            }
        }
    }
    files
}

/// Has the system forget every page of the trace, those mapped by this process included.
fn drop_pages(folder: &Path, files: &[File]) {
    let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux");
    let folder = folder.canonicalize().expect("it exists");
    for line in maps.lines() {
        // Addresses, permissions, offset, device, inode, path.
        let path = line.split_whitespace().nth(5).unwrap_or("");
        if !Path::new(path).starts_with(&folder) {
            continue;
        }
        let (from, to) = line
            .split_once(' ')
            .and_then(|(range, _)| range.split_once('-'))
            .expect("a range");
        let number = |text| usize::from_str_radix(text, 16).expect("hexadecimal");
        let (from, to) = (number(from), number(to));
        // SAFETY: the range is a mapping of a file of the trace, shared, so that its pages are read again when they are
        // needed.
        let dropped = unsafe {
            rustix::mm::madvise(
                std::ptr::with_exposed_provenance_mut(from),
                to - from,
                rustix::mm::Advice::LinuxDontNeed,
            )
        };
        dropped.expect("a mapping of our own");
    }
    for file in files {
        fadvise(file, 0, None, Advice::DontNeed).expect("a file");
    }
}

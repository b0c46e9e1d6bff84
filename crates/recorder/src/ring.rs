//! A ring as its writer sees it: slots mapped at multiples of their size, begun and handed over one after the other.
//!
//! Invariants: a slot is begun only when its state is free; its sequence number is stored after everything a reader
//! needs to make sense of it; the mapping lives until the process ends, because threads of the program hold addresses into it.

use std::fs::OpenOptions;
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

use elenchus_trace::frame::Stamp;
use elenchus_trace::ring::{FIRST_SLOT, SLOT_HEADER, slot};

use crate::control::{Control, SLOT_BYTES};

/// How many slots a ring has: one is filled while the others are sealed.
pub const SLOTS: usize = 4;

/// The pages of this many rings are fetched at once, which saves the first threads many faults. A program with more threads has short ones.
const FETCHED_RINGS: u32 = 32;

/// A slot by its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot(u64);

impl Slot {
    /// The slot at an address of the mapping of a ring, or of [`scratch`].
    pub fn at(address: u64) -> Self {
        Self(address)
    }

    /// The address of its header.
    pub fn address(self) -> u64 {
        self.0
    }

    fn word(self, offset: usize) -> &'static AtomicU32 {
        // SAFETY: slots stay mapped for the life of the process, and header words are aligned.
        unsafe { AtomicU32::from_ptr((self.0 as usize + offset) as *mut u32) }
    }

    fn wide(self, offset: usize) -> &'static AtomicU64 {
        // SAFETY: as above.
        unsafe { AtomicU64::from_ptr((self.0 as usize + offset) as *mut u64) }
    }

    /// One of the states of [`slot`].
    pub fn state(self) -> u32 {
        self.word(slot::STATE).load(Ordering::Acquire)
    }

    /// Changes the state after everything written so far.
    pub fn set_state(self, state: u32) {
        self.word(slot::STATE).store(state, Ordering::Release);
    }

    /// Hands it over in this turn, after everything written so far: nothing will be added.
    pub fn hand_over(self, turn: u64) {
        self.set_turn(turn);
        self.set_state(slot::FULL);
    }

    /// Says in which turn its records come.
    pub fn set_turn(self, turn: u64) {
        self.wide(slot::TURN).store(turn, Ordering::Release);
    }

    /// Names the control block of the strand that fills it.
    pub fn set_strand(self, control: *const Control) {
        self.wide(slot::PRIVATE)
            .store(control as u64, Ordering::Relaxed);
    }

    /// Starts it over for a strand. Emptied first: a reader must not find the old records under the new strand.
    pub fn begin(self, control: &Control, sequence: u64) {
        self.reset();
        self.word(slot::STRAND)
            .store(control.strand, Ordering::Relaxed);
        self.word(slot::STEP).store(control.step, Ordering::Relaxed);
        self.word(slot::DEPTH)
            .store(control.open_calls(), Ordering::Relaxed);
        self.set_strand(control);
        self.set_turn(0);
        self.set_state(slot::FILLING);
        self.wide(slot::SEQUENCE).store(sequence, Ordering::Release);
        fence(Ordering::SeqCst);
    }

    /// Empties a slot.
    pub fn reset(self) {
        self.word(slot::COMMITTED)
            .store(SLOT_HEADER as u32, Ordering::Release);
    }

    /// Appends a record of one word, if there is room.
    pub fn append(self, words: &[u32]) {
        let committed = self.word(slot::COMMITTED).load(Ordering::Relaxed) as usize;
        if committed + 4 * words.len() > SLOT_BYTES {
            return;
        }
        for (index, word) in words.iter().enumerate() {
            self.word(committed + 4 * index)
                .store(*word, Ordering::Relaxed);
        }
        let length = committed + 4 * words.len();
        self.word(slot::COMMITTED)
            .store(length as u32, Ordering::Release);
    }

    /// Its committed records and where they belong.
    pub fn contents(self, ring: u32) -> (Stamp, &'static [u8]) {
        let stamp = Stamp {
            ring,
            sequence: self.wide(slot::SEQUENCE).load(Ordering::Acquire),
            strand: self.word(slot::STRAND).load(Ordering::Relaxed),
            step: self.word(slot::STEP).load(Ordering::Relaxed),
            depth: self.word(slot::DEPTH).load(Ordering::Relaxed),
            turn: self.wide(slot::TURN).load(Ordering::Relaxed),
        };
        let committed = self.word(slot::COMMITTED).load(Ordering::Acquire) as usize;
        let length = committed.clamp(SLOT_HEADER, SLOT_BYTES) - SLOT_HEADER;
        let start = (self.0 as usize + SLOT_HEADER) as *const u8;
        // SAFETY: committed bytes lie within the slot and are not written again before it is freed.
        (stamp, unsafe { std::slice::from_raw_parts(start, length) })
    }
}

/// A mapped ring file.
#[derive(Debug)]
pub struct Ring {
    /// Its number in the trace.
    pub number: u32,
    base: u64,
    current: usize,
    sequence: u64,
}

impl Ring {
    /// Maps a ring file that the trace crate made.
    pub fn map(path: &Path, number: u32) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let base = reserve_aligned((SLOTS * SLOT_BYTES) as u64)?;
        let fetch = match number <= FETCHED_RINGS {
            true => libc::MAP_POPULATE,
            false => 0,
        };
        // SAFETY: the range was just reserved by us and the file holds that many bytes from that offset on.
        let mapped = unsafe {
            libc::mmap(
                base as *mut libc::c_void,
                SLOTS * SLOT_BYTES,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_FIXED | fetch,
                file.as_raw_fd(),
                FIRST_SLOT as libc::off_t,
            )
        };
        if mapped == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self {
            number,
            base,
            current: SLOTS - 1,
            sequence: 0,
        })
    }

    /// The slot that was begun last.
    pub fn current(&self) -> Slot {
        self.slot(self.current)
    }

    /// The slot to be begun next; it may not be free yet.
    pub fn following(&self) -> Slot {
        self.slot((self.current + 1) % SLOTS)
    }

    /// Begins the following slot, which must be free.
    pub fn advance(&mut self, control: &Control) -> Slot {
        self.current = (self.current + 1) % SLOTS;
        self.sequence += 1;
        let slot = self.current();
        slot.begin(control, self.sequence);
        slot
    }

    /// Gives back the room of the slots, all of which are sealed: there are as many rings as threads ran at the same time. The slot
    /// that is being filled stays: its thread may be in the middle of a record, and reads there whose it is. Where the system cannot
    /// give anything back, all stay as they are.
    pub fn release(&self) {
        if self.current().state() == slot::FREE {
            return self.give_back(0..SLOTS);
        }
        self.give_back(0..self.current);
        self.give_back(self.current + 1..SLOTS);
    }

    fn give_back(&self, slots: Range<usize>) {
        // SAFETY: the range is our mapping of a file, and stays mapped: whoever writes there again gets new pages.
        unsafe {
            libc::madvise(
                self.slot(slots.start).address() as *mut libc::c_void,
                slots.len() * SLOT_BYTES,
                libc::MADV_REMOVE,
            );
        }
    }

    fn slot(&self, index: usize) -> Slot {
        Slot(self.base + (index * SLOT_BYTES) as u64)
    }
}

/// An address range at a multiple of the slot size.
fn reserve_aligned(bytes: u64) -> io::Result<u64> {
    let slot = SLOT_BYTES as u64;
    // SAFETY: a fresh anonymous mapping without access; the unused ends are given back.
    unsafe {
        let whole = libc::mmap(
            ptr::null_mut(),
            (bytes + slot) as usize,
            libc::PROT_NONE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        );
        if whole == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = whole as u64;
        let aligned = start.next_multiple_of(slot);
        if aligned > start {
            libc::munmap(whole, (aligned - start) as usize);
        }
        let tail = start + slot - aligned;
        if tail > 0 {
            libc::munmap((aligned + bytes) as *mut libc::c_void, tail as usize);
        }
        Ok(aligned)
    }
}

/// A slot outside any ring, for a strand whose records nobody keeps: after a cut, or when there was no ring to be had.
pub fn scratch(control: *const Control) -> io::Result<Slot> {
    let address = reserve_aligned(SLOT_BYTES as u64)?;
    // SAFETY: the range was just reserved by us.
    let status = unsafe {
        libc::mprotect(
            address as *mut libc::c_void,
            SLOT_BYTES,
            libc::PROT_READ | libc::PROT_WRITE,
        )
    };
    if status != 0 {
        return Err(io::Error::last_os_error());
    }
    let slot = Slot(address);
    slot.set_strand(control);
    slot.reset();
    Ok(slot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_aligned_and_go_round() {
        let folder = tempfile::tempdir().unwrap();
        let path = elenchus_trace::ring::create(folder.path(), 7, SLOT_BYTES, SLOTS).unwrap();
        let mut ring = Ring::map(&path, 7).unwrap();
        let block = Control::allocate();
        // SAFETY: fresh and owned by this test.
        let control = unsafe { &mut *block };
        control.begin(5, 3, 0);
        for round in 1..=2 * SLOTS as u64 {
            let slot = ring.advance(control);
            assert_eq!(slot.address() % SLOT_BYTES as u64, 0);
            slot.append(&[0xAB, round as u32]);
            let (stamp, records) = ring.current().contents(7);
            assert_eq!((stamp.sequence, stamp.strand, records.len()), (round, 3, 8));
            assert_eq!(stamp.turn, 0, "it is not that of the slot's last use");
            slot.hand_over(round + 10);
            assert_eq!(slot.contents(7).0.turn, round + 10);
            slot.set_state(slot::FREE);
        }
    }

    #[test]
    fn a_scratch_slot_can_be_filled_again_and_again() {
        let block = Control::allocate();
        let slot = scratch(block).unwrap();
        assert_eq!(slot.address() % SLOT_BYTES as u64, 0);
        slot.append(&[1, 2, 3]);
        assert_eq!(slot.contents(0).1.len(), 12);
        slot.reset();
        assert_eq!(slot.contents(0).1.len(), 0);
    }
}

//! The recorder of one process: strands and their rings, the sealing thread, and the end of the recording.
//!
//! Threads: each program thread fills the slots of its own ring; [`Recorder::next_slot`] hands a full one over and waits,
//! in native state, until the following one is free, so that memory does not grow and nothing is dropped. One native
//! thread seals. When the recording has ended every strand gets a scratch slot: rewritten code goes on unchanged
//! and what it writes is forgotten.
//!
//! The end of the process finds threads in the middle of anything. [`Recorder::finish`] therefore goes in this order: nothing
//! is handed over or begun any more; what was handed over is sealed; every strand is sent away from its slot; the slots
//! that were being filled are sealed as far as they are committed; only then does the trace say that it is whole.
//!
//! Locks: `strands` is never held while waiting for the sealing thread, which takes it too, or when the recording is cut.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use elenchus_trace::definition::{Definition, StrandDef};
use elenchus_trace::error::Context;
use elenchus_trace::meta::{CLASS_PATH_FILE, Ending};
use elenchus_trace::raw::tag;
use elenchus_trace::ring::slot;
use elenchus_trace::sealer::Sealer;
use elenchus_trace::{Error, private};

use crate::control::{CARRIER, Control, SLOT_BYTES, TABLE_ENTRIES, VIRTUAL, WRITTEN};
use crate::progress::{self, Counts};
use crate::ring::{Ring, SLOTS, Slot, scratch};

/// How often the progress is written down.
const PROGRESS: Duration = Duration::from_millis(100);

/// Why a recording was cut; the numbers are those of the `CUT` record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Cut {
    /// `--max-trace` was reached.
    Size = 1,
    /// The trace could not be written, most often because the disk is full.
    Disk = 2,
    /// There are no object numbers left.
    Ids = 3,
}

/// A control block that is handed between threads under the lock of [`Strands`].
#[derive(Debug, Clone, Copy)]
struct SharedControl(*mut Control);

// SAFETY: the pointed-to block lives for ever, and who may touch which field is said in `control.rs`.
unsafe impl Send for SharedControl {}

#[derive(Debug, Default)]
struct Strands {
    by_tid: HashMap<i64, SharedControl>,
    /// Numbers promised to threads that are about to start.
    promised: HashMap<i64, u32>,
    last_strand: u32,
    rings: Vec<Ring>,
    idle_rings: Vec<u32>,
    idle_blocks: Vec<SharedControl>,
    /// Every block there is, idle or not.
    blocks: Vec<SharedControl>,
}

impl Strands {
    /// The number of another strand.
    fn number(&mut self) -> u32 {
        self.last_strand += 1;
        self.last_strand
    }
}

#[derive(Debug, Default)]
struct Queue {
    full: VecDeque<(u32, Slot)>,
    /// A slot is being sealed right now.
    busy: bool,
}

/// See the page's top.
#[derive(Debug)]
pub struct Recorder {
    sealer: Sealer,
    say: fn(&str),
    strands: Mutex<Strands>,
    queue: Mutex<Queue>,
    work: Condvar,
    freed: Condvar,
    cut: AtomicU8,
    /// The process is ending. Set under the lock of `queue`, so that nothing is handed over afterwards.
    closing: AtomicBool,
    /// Control blocks by the low bits of the thread number, for the runtime part of the recorder.
    table: Box<[AtomicU64]>,
    ids: AtomicU32,
    /// A slot header that always looks full, for strands that must take the slow path.
    always_full: Box<[u32; 16]>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recorder {
    /// A recorder that writes through this sealer, with its sealing thread running. `say` tells the user something.
    pub fn start(sealer: Sealer, say: fn(&str)) -> io::Result<Arc<Self>> {
        let mut always_full = Box::new([0u32; 16]);
        always_full[slot::COMMITTED / 4] = i32::MAX as u32;
        let nobody = Control::allocate() as u64;
        let recorder = Arc::new(Self {
            sealer,
            say,
            strands: Mutex::default(),
            queue: Mutex::default(),
            work: Condvar::new(),
            freed: Condvar::new(),
            cut: AtomicU8::new(0),
            closing: AtomicBool::new(false),
            table: (0..TABLE_ENTRIES).map(|_| AtomicU64::new(nobody)).collect(),
            ids: AtomicU32::new(elenchus_trace::raw::reference::FIRST_OBJECT),
            always_full,
        });
        let sealing = Arc::clone(&recorder);
        std::thread::Builder::new()
            .name("elenchus-sealer".into())
            .spawn(move || sealing.seal_forever())?;
        Ok(recorder)
    }

    /// The addresses that the runtime part shares: table of control blocks, counter of object numbers, counter of slots handed over, and the slot
    /// that always looks full.
    pub fn shared_addresses(&self) -> [u64; 4] {
        [
            self.table.as_ptr() as u64,
            self.ids.as_ptr() as u64,
            self.sealer.turns().as_ptr() as u64,
            self.always_full.as_ptr() as u64,
        ]
    }

    // ---- Strands.

    /// The control block of a thread, made if need be. Only the thread itself asks, so nobody else makes it meanwhile.
    pub fn attach(&self, tid: i64, is_virtual: bool, name: &str) -> *mut Control {
        let mut strands = lock(&self.strands);
        if let Some(block) = strands.by_tid.get(&tid) {
            return block.0;
        }
        let block = strands.idle_blocks.pop().unwrap_or_else(|| {
            let block = SharedControl(Control::allocate());
            strands.blocks.push(block);
            block
        });
        let promised = strands.promised.remove(&tid);
        let strand = promised.unwrap_or_else(|| strands.number());
        strands.by_tid.insert(tid, block);
        drop(strands);
        // SAFETY: nobody else uses a block that is new or idle, except for sending it away from its slot.
        let control = unsafe { &mut *block.0 };
        control.begin(tid, strand, if is_virtual { VIRTUAL } else { 0 });
        control.slot = self.always_full.as_ptr() as u64;
        control.ring = u32::MAX;
        self.name(strand, name.to_string());
        if !is_virtual {
            self.give_ring(control);
        }
        block.0
    }

    /// A control block of no thread, whose records are forgotten.
    pub fn aside(&self) -> *mut Control {
        let block = Control::allocate();
        // SAFETY: fresh, so nobody else uses it.
        unsafe { self.give_scratch(block, block) };
        block
    }

    /// The number a thread will have that is about to be started.
    pub fn promise(&self, tid: i64) -> u32 {
        let mut strands = lock(&self.strands);
        if let Some(block) = strands.by_tid.get(&tid) {
            // SAFETY: the strand's number does not change while the block is in the table.
            return unsafe { (*block.0).strand };
        }
        match strands.promised.get(&tid) {
            Some(&strand) => strand,
            None => {
                let strand = strands.number();
                strands.promised.insert(tid, strand);
                strand
            }
        }
    }

    /// The number of a strand that is no thread.
    pub fn number(&self) -> u32 {
        lock(&self.strands).number()
    }

    /// Says how a strand is called.
    pub fn name(&self, id: u32, name: String) {
        self.define(Definition::Strand(StrandDef { id, name }));
    }

    /// The control block of a thread, if it has one.
    pub fn find(&self, tid: i64) -> Option<*mut Control> {
        lock(&self.strands).by_tid.get(&tid).map(|block| block.0)
    }

    /// A thread has ended: its records are handed over, its ring and its block go to the next one.
    pub fn detach(&self, tid: i64) {
        let mut strands = lock(&self.strands);
        strands.promised.remove(&tid);
        let Some(block) = strands.by_tid.remove(&tid) else {
            return;
        };
        // SAFETY: the owner is the calling thread, or a virtual thread that has ended.
        let control = unsafe { &mut *block.0 };
        control.tid = -1;
        if let Some(ring) = strands.rings.get(control.ring as usize) {
            let current = ring.current();
            current.append(&[u32::from(tag::STRAND_END), control.strand]);
            let number = ring.number;
            let index = control.ring;
            self.hand_over(number, current);
            strands.idle_rings.push(index);
        }
        strands.idle_blocks.push(block);
    }

    /// Gives a thread a ring of its own and the first slot of it.
    fn give_ring(&self, control: &mut Control) {
        if !self.has_ended() {
            let idle = lock(&self.strands).idle_rings.pop();
            match idle.map_or_else(|| self.new_ring(), Ok) {
                Ok(index) => control.ring = index,
                Err(error) => self.cut_for(&error),
            }
        }
        let block: *mut Control = control;
        // SAFETY: the block is the calling thread's, and runs no other strand yet.
        unsafe { self.advance(block, block) };
    }

    /// Makes rings until the given number of them wait for threads: threads that cannot make files take one of these.
    pub fn spare_rings(&self, count: usize) {
        while !self.has_ended() && lock(&self.strands).idle_rings.len() < count {
            match self.new_ring() {
                Ok(index) => lock(&self.strands).idle_rings.push(index),
                Err(error) => return self.cut_for(&error),
            }
        }
    }

    /// Keeps where the program's classes were, for whoever runs some of them again.
    pub fn keep_class_path(&self, path: &str) {
        let file = self.sealer.folder().join(CLASS_PATH_FILE);
        // Without it the command line has to do.
        let _ = private::write(&file, path.as_bytes());
    }

    fn new_ring(&self) -> Result<u32, Error> {
        let mut strands = lock(&self.strands);
        let index = strands.rings.len() as u32;
        let path = self.sealer.create_ring(index + 1, SLOT_BYTES, SLOTS)?;
        let ring = Ring::map(&path, index + 1).context("map", &path)?;
        strands.rings.push(ring);
        Ok(index)
    }

    /// The slot of `owner` is full: hands it over and gives the owner another one, to be filled by `strand`.
    ///
    /// # Safety
    /// Both must be control blocks, and the calling thread the owner's.
    pub unsafe fn next_slot(&self, owner: *mut Control, strand: *mut Control) {
        // SAFETY: the caller's promise.
        let (ring, full) = unsafe { ((*owner).ring, Slot::at(Control::own_slot(owner))) };
        if ring == u32::MAX {
            if full.address() == self.always_full.as_ptr() as u64 {
                // SAFETY: the caller's promise.
                unsafe { self.give_scratch(owner, strand) };
            } else {
                full.reset();
                full.set_strand(strand);
            }
            return;
        }
        let (number, current) = {
            let ring = &lock(&self.strands).rings[ring as usize];
            (ring.number, ring.current())
        };
        // Whoever was sent away from its slot has not filled it.
        let full = match full.address() == self.always_full.as_ptr() as u64 {
            true => current,
            false => full,
        };
        self.hand_over(number, full);
        // SAFETY: the caller's promise.
        if !unsafe { self.advance(owner, strand) } && self.is_cut() {
            let reason = u32::from(self.cut.load(Ordering::Acquire));
            full.append(&[reason << 8 | u32::from(tag::CUT)]);
        }
    }

    /// Gives `owner` the following slot of its ring once that is free, or a scratch slot and `false` when the recording
    /// has ended.
    ///
    /// # Safety
    /// As for [`Recorder::next_slot`].
    unsafe fn advance(&self, owner: *mut Control, strand: *mut Control) -> bool {
        // SAFETY: the caller's promise.
        let ring = unsafe { (*owner).ring };
        if ring != u32::MAX {
            let following = lock(&self.strands).rings[ring as usize].following();
            self.wait_until_free(following);
            let mut strands = lock(&self.strands);
            // Asked again under the lock: `finish` takes it to seal what is being filled.
            if !self.has_ended() {
                // SAFETY: the caller's promise.
                unsafe {
                    let next = strands.rings[ring as usize].advance(&*strand);
                    Control::set_own_slot(owner, next.address());
                }
                return true;
            }
        }
        // SAFETY: the caller's promise.
        unsafe { self.give_scratch(owner, strand) };
        false
    }

    /// # Safety
    /// As for [`Recorder::next_slot`].
    unsafe fn give_scratch(&self, owner: *mut Control, strand: *mut Control) {
        // Without memory for a scratch slot there is nothing left to do that would not harm the program more.
        let slot = scratch(strand).expect("the address space has room for a slot");
        // SAFETY: the caller's promise.
        unsafe {
            (*owner).ring = u32::MAX;
            Control::set_own_slot(owner, slot.address());
        }
    }

    /// Sends a thread through the slow path from now on, because its ring is shared with virtual threads.
    ///
    /// # Safety
    /// The block must be the calling thread's.
    pub unsafe fn become_carrier(&self, carrier: *mut Control) {
        // SAFETY: the caller's promise.
        let control = unsafe { &mut *carrier };
        if control.flags & WRITTEN == 0 {
            control.own_slot = control.slot;
        }
        control.slot = self.always_full.as_ptr() as u64;
        control.flags |= CARRIER;
    }

    // ---- Sealing.

    fn hand_over(&self, ring: u32, full: Slot) {
        let mut queue = lock(&self.queue);
        if self.has_ended() {
            return;
        }
        // Under the lock, so that slots are sealed in the order of their turns.
        full.hand_over(self.sealer.turn());
        queue.full.push_back((ring, full));
        self.work.notify_one();
    }

    fn wait_until_free(&self, following: Slot) {
        if following.state() == slot::FREE {
            return;
        }
        let mut queue = lock(&self.queue);
        while following.state() != slot::FREE && !self.has_ended() {
            let waited = self.freed.wait_timeout(queue, Duration::from_millis(100));
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn seal_forever(&self) {
        let mut told = Instant::now();
        loop {
            let mut queue = lock(&self.queue);
            queue.busy = false;
            self.freed.notify_all();
            let (ring, full) = loop {
                if let Some(next) = queue.full.pop_front() {
                    break next;
                }
                queue = self
                    .work
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            };
            queue.busy = true;
            drop(queue);
            if !self.is_cut() && self.seal(ring, full) {
                full.set_state(slot::FREE);
            }
            if told.elapsed() >= PROGRESS {
                self.tell_progress();
                told = Instant::now();
            }
        }
    }

    /// Writes how far the recording has got. Nothing depends on the file, so errors do not matter.
    fn tell_progress(&self) {
        let strands = lock(&self.strands);
        let counts = Counts {
            // SAFETY: all blocks in the list were allocated as such.
            calls: strands
                .blocks
                .iter()
                .map(|block| unsafe { Control::calls(block.0) })
                .sum(),
            raw_bytes: self.sealer.raw_bytes(),
            written_bytes: self.sealer.written_bytes(),
        };
        drop(strands);
        let path = self.sealer.folder().join(progress::FILE_NAME);
        let _ = private::write(&path, &counts.encode());
    }

    /// Writes the frame of a slot; cuts the recording when that fails.
    fn seal(&self, ring: u32, slot: Slot) -> bool {
        let (stamp, records) = slot.contents(ring);
        let sealed = self.sealer.seal(stamp, records);
        if let Err(error) = &sealed {
            self.cut_for(error);
        }
        sealed.is_ok()
    }

    /// Ends the recording because something could not be written.
    fn cut_for(&self, error: &Error) {
        match error {
            Error::Limit { .. } => self.cut(
                Cut::Size,
                "the trace has reached the size given by --max-trace",
            ),
            error => self.cut(Cut::Disk, &error.to_string()),
        }
    }

    /// Writes a definition; the recording ends when that fails, because records would mean nothing without it.
    pub fn define(&self, definition: Definition) {
        if self.is_cut() {
            return;
        }
        if let Err(error) = self.sealer.add_definition(definition) {
            self.cut_for(&error);
        }
    }

    // ---- The end.

    /// Whether nothing is recorded any more.
    fn has_ended(&self) -> bool {
        self.closing.load(Ordering::Acquire) || self.is_cut()
    }

    /// Whether the recording has ended before the program.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Acquire) != 0
    }

    /// Ends the recording; what was committed stays readable, the program goes on.
    pub fn cut(&self, reason: Cut, why: &str) {
        let first = self
            .cut
            .compare_exchange(0, reason as u8, Ordering::AcqRel, Ordering::Acquire)
            .is_ok();
        if first {
            // What is defined from now on is not written, so nothing that could need it may be recorded.
            self.send_away(&lock(&self.strands));
            (self.say)(&format!(
                "recording stopped, the program goes on: {why}; what was recorded until then is kept"
            ));
            // On a full disk this fails too; a trace without an end file reads as one that was cut off.
            let _ = self.sealer.finish(Ending::Cut { reason: why.into() });
        }
        self.freed.notify_all();
    }

    /// Sends every strand away from its slot: whatever it records next takes the slow path, where it learns that the recording has ended.
    fn send_away(&self, strands: &Strands) {
        for block in &strands.blocks {
            // SAFETY: all blocks in the list were allocated as such; their owners reload the address for every record.
            unsafe { Control::set_own_slot(block.0, self.always_full.as_ptr() as u64) };
        }
    }

    /// The process ends: seals what is committed, the slots being filled included; see the page's top for the order.
    pub fn finish(&self, ending: Ending) {
        let mut queue = lock(&self.queue);
        self.closing.store(true, Ordering::Release);
        self.freed.notify_all();
        while (queue.busy || !queue.full.is_empty()) && !self.is_cut() {
            let waited = self.freed.wait_timeout(queue, Duration::from_millis(100));
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(queue);
        if self.is_cut() {
            return;
        }
        let strands = lock(&self.strands);
        self.send_away(&strands);
        let mut failed = None;
        for ring in &strands.rings {
            let current = ring.current();
            if current.state() == slot::FREE || current.contents(ring.number).1.is_empty() {
                ring.release();
                continue;
            }
            current.set_turn(self.sealer.turn());
            let (stamp, records) = current.contents(ring.number);
            match self.sealer.seal(stamp, records) {
                Ok(()) => ring.release(),
                // Readers find it in its ring as well, so nothing is cut.
                Err(Error::Limit { .. }) => {}
                Err(error) => failed = Some(error),
            }
        }
        drop(strands);
        if let Some(error) = failed {
            self.cut_for(&error);
        }
        self.tell_progress();
        if !self.is_cut() {
            // The same as in `cut`: without the file the trace reads as one that was killed.
            let _ = self.sealer.finish(ending);
        }
    }
}

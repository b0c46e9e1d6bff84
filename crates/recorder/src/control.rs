//! Control blocks: the recording state of a strand, outside of the program's heap, read and written by the runtime part of a recorder.
//!
//! That part has the offsets a second time, in its own language; its tests compare the two. Blocks, node
//! stacks and word buffers are allocated here and live until the process ends: a thread may read a stale address.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::ptr;

/// Bytes of a slot: a power of two, and slots are mapped at multiples of it.
pub const SLOT_BYTES: usize = 1 << 18;
/// Bytes of an entry of the stack of open nodes.
pub const NODE_BYTES: usize = 32;
/// How long a record under way can get, and how much of a slot is kept free for it.
pub const ASIDE_BYTES: usize = 8192;
/// Entries of the table that finds control blocks by thread number.
pub const TABLE_ENTRIES: usize = 4096;

/// A virtual thread.
pub const VIRTUAL: u32 = 1;
/// A thread that has carried a virtual one.
pub const CARRIER: u32 = 2;
/// Code that is not recorded has written into objects that are known; the thread looks at them before its next record.
pub const WRITTEN: u32 = 4;

/// The fields of a control block. Only the owning thread touches them, except where said.
#[repr(C)]
#[derive(Debug)]
pub struct Control {
    /// Base address of the slot that is being filled.
    pub slot: u64,
    /// `Thread.tid` of the owner; read by other threads through stale table entries.
    pub tid: i64,
    /// Address of the first entry of the stack of open nodes.
    pub nodes: u64,
    /// How many nodes are open.
    pub depth: u32,
    /// How many nodes can be open before the slow path is taken.
    pub capacity: u32,
    /// The next object number to hand out.
    pub next_id: u32,
    /// The end of the block of object numbers.
    pub end_id: u32,
    /// Number of the strand in the trace.
    pub strand: u32,
    /// [`VIRTUAL`], [`CARRIER`].
    pub flags: u32,
    /// How many further words of line bits wait.
    pub pending: u32,
    /// How many such words there is room for.
    pub pending_room: u32,
    /// Address of the waiting words.
    pub words: u64,
    /// Address of [`ASIDE_BYTES`] bytes for a record put aside.
    pub aside: u64,
    /// How often a virtual strand was switched to.
    pub step: u32,
    /// For a carrier: the strand its ring holds at present.
    pub carried: u32,
    /// Its slot, while `slot` sends it through the slow path.
    pub own_slot: u64,
    /// Index of its ring in the recorder's table; `u32::MAX` for virtual threads.
    pub ring: u32,
    /// How many nodes the stack has room for; `capacity` is lower to mark the next call.
    pub room: u32,
    /// How many calls were recorded; read by others for the progress.
    pub calls: u64,
    /// The number under which the runtime part keeps objects for the strand; stays when the block is recycled.
    pub kept: u32,
    /// The runtime part's mark of the stack overflow that was met last, or 0.
    pub overflow: u32,
    /// How many slots had been handed over when the strand last said so.
    pub seen: u64,
}

const FIRST_CAPACITY: u32 = 512;
const FIRST_WORDS: u32 = 64;

/// Zeroed memory that is never freed.
fn forever(bytes: usize) -> u64 {
    let layout = Layout::from_size_align(bytes, 64).expect("sizes here are small");
    // SAFETY: the size is not zero.
    let memory = unsafe { alloc_zeroed(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    memory as u64
}

/// Zeroed pages that are never given back. Those that nobody touches take no memory, which tables of the runtime part count
/// on: they are large, and most programs need little of them.
pub fn pages(bytes: usize) -> Option<u64> {
    // SAFETY: a fresh anonymous mapping, of which nobody else knows.
    let memory = unsafe {
        libc::mmap(
            ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    (memory != libc::MAP_FAILED).then_some(memory as u64)
}

/// A stack of open nodes with an entry of zeros before the first, so that looking at the top of an empty one is safe.
fn node_stack(capacity: u32) -> u64 {
    forever((capacity as usize + 1) * NODE_BYTES) + NODE_BYTES as u64
}

impl Control {
    /// A new block for a thread; it has no slot yet.
    pub fn allocate() -> *mut Control {
        let block = forever(size_of::<Control>()) as *mut Control;
        // SAFETY: the block is fresh, zeroed and large enough.
        let control = unsafe { &mut *block };
        control.tid = -1;
        control.nodes = node_stack(FIRST_CAPACITY);
        control.capacity = FIRST_CAPACITY;
        control.room = FIRST_CAPACITY;
        control.words = forever(8 * (FIRST_WORDS as usize + 1));
        control.pending_room = FIRST_WORDS;
        control.aside = forever(ASIDE_BYTES);
        block
    }

    /// Gives a recycled block to a new strand.
    pub fn begin(&mut self, tid: i64, strand: u32, flags: u32) {
        self.depth = 0;
        self.pending = 0;
        self.overflow = 0;
        self.seen = 0;
        self.capacity = self.room;
        // A virtual strand begins when it is switched to for the first time, and that is its step 0.
        self.step = if flags & VIRTUAL != 0 { u32::MAX } else { 0 };
        self.carried = strand;
        self.strand = strand;
        self.flags = flags;
        self.tid = tid;
    }

    /// Doubles the stack of open nodes. The old one is kept: it is small against the stack that filled it.
    pub fn grow_nodes(&mut self) {
        let larger = node_stack(self.room * 2);
        let bytes = self.room as usize * NODE_BYTES;
        // SAFETY: both stacks hold at least `room` entries and do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(self.nodes as *const u8, larger as *mut u8, bytes) };
        self.nodes = larger;
        self.room *= 2;
        self.capacity = self.room;
    }

    /// Doubles the buffer of waiting words.
    pub fn grow_words(&mut self) {
        if self.pending + 1 < self.pending_room {
            return;
        }
        let room = self.pending_room * 2;
        let larger = forever(8 * (room as usize + 1));
        let bytes = self.pending as usize * 8;
        // SAFETY: both buffers hold at least `pending` words and do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(self.words as *const u8, larger as *mut u8, bytes) };
        self.words = larger;
        self.pending_room = room;
    }

    /// The address of the slot that the thread of this block fills.
    ///
    /// # Safety
    /// `block` must have come from [`Control::allocate`].
    pub unsafe fn own_slot(block: *mut Control) -> u64 {
        // SAFETY: the block lives for ever; see `slot_place`.
        unsafe { Self::slot_place(block).read_volatile() }
    }

    /// Sends the thread of this block to another slot. The thread may be running: it goes there with its next record.
    ///
    /// # Safety
    /// `block` must have come from [`Control::allocate`].
    pub unsafe fn set_own_slot(block: *mut Control, slot: u64) {
        // SAFETY: as above.
        unsafe { Self::slot_place(block).write_volatile(slot) };
    }

    /// Where the address of the slot is kept: that of a thread on the slow path is set aside.
    ///
    /// # Safety
    /// `block` must have come from [`Control::allocate`].
    unsafe fn slot_place(block: *mut Control) -> *mut u64 {
        // SAFETY: the block lives for ever, and loads and stores of its aligned words are whole.
        unsafe {
            if (&raw const (*block).flags).read_volatile() & (CARRIER | WRITTEN) != 0 {
                &raw mut (*block).own_slot
            } else {
                &raw mut (*block).slot
            }
        }
    }

    /// How many calls were recorded, as seen from another thread.
    ///
    /// # Safety
    /// `block` must have come from [`Control::allocate`].
    pub unsafe fn calls(block: *const Control) -> u64 {
        // SAFETY: the block lives for ever; the owner's stores to this aligned word are whole.
        unsafe { std::ptr::addr_of!((*block).calls).read_volatile() }
    }

    /// How many of the open nodes are calls.
    pub fn open_calls(&self) -> u32 {
        let entry = |index: usize| {
            let address = self.nodes as usize + index * NODE_BYTES;
            // SAFETY: entries below `depth` lie within the stack.
            unsafe { *(address as *const i32) }
        };
        (0..self.depth as usize)
            .filter(|&index| entry(index) >= 0)
            .count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_keeps_what_is_there() {
        let block = Control::allocate();
        // SAFETY: fresh and owned by this test.
        let control = unsafe { &mut *block };
        for index in 0..FIRST_CAPACITY {
            let address = control.nodes as usize + index as usize * NODE_BYTES;
            // SAFETY: within the stack.
            unsafe { *(address as *mut i32) = if index % 3 == 0 { -1 } else { 7 } };
        }
        control.depth = FIRST_CAPACITY;
        let calls = control.open_calls();
        control.grow_nodes();
        assert_eq!(control.capacity, 2 * FIRST_CAPACITY);
        assert_eq!(control.open_calls(), calls);
    }
}

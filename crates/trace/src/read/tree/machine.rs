//! How records become nodes: the one set of rules that the builder and whoever looks for a node's records share.
//!
//! A call and a loop begin with their record. A pass through a loop begins a node only when something happens in it that
//! is a node itself, or when it turns out to have been an iteration: so the last, failing check of a condition leaves no node
//! unless it made calls (then they hang under a pass that [`crate::NodeKind`] tells apart).
//!
//! The rules are total: whatever the records say, nodes are opened and closed in balance.

use crate::raw::tag;
use crate::wire::word;

/// How many open nodes are looked through for the one that a record ends. A recorder whose exits get lost says so with
/// `RESYNC`; without the bound, records made up to do harm could make reading quadratic.
const REACH: usize = 4096;

/// What a node is and which definition it belongs to, in one word: the number in the low 24 bits, then two bits of kind.
pub mod label {
    pub const ID: u32 = 0xFF_FFFF;
    pub const KIND: u32 = 3 << 24;
    pub const ROUTINE: u32 = 0 << 24;
    pub const LOOP: u32 = 1 << 24;
    pub const PASS: u32 = 2 << 24;
    /// Stands for calls whose beginning was lost.
    pub const LOST: u32 = 3 << 24;
    /// Nothing but the elder sibling wrote to older objects before this node began.
    pub const CHAINED: u32 = 1 << 26;

    /// Kind and number without the rest.
    pub fn what(label: u32) -> u32 {
        label & (KIND | ID)
    }
}

/// The nodes that are open.
pub trait Stack {
    /// Begins a node inside the innermost one.
    fn open(&mut self, what: u32);
    /// Ends the innermost node.
    fn close(&mut self);
    /// The `nth` open node counted from the innermost: kind and number.
    fn nth(&mut self, nth: usize) -> Option<u32>;
    /// How many calls are open.
    fn calls(&self) -> u32;
}

/// Applies one record; those that neither begin nor end nodes do nothing. `record` holds the whole record.
#[inline]
pub fn step<S: Stack>(stack: &mut S, record: &[u8]) {
    let head = word(record, 0);
    let id = head >> 8;
    match head as u8 {
        tag::ENTER => enter(stack, id),
        tag::EXIT | tag::THROW => leave(stack, id),
        tag::STRAND_START => start_strand(stack),
        tag::LOOP_ENTER => enter_loop(stack, id),
        tag::ITERATION | tag::ITERATIONS => iterate(stack, id),
        tag::LOOP_EXIT => exit_loop(stack, id),
        tag::LOOP_BREAK | tag::LOOP_UNWIND => break_loop(stack, id),
        tag::RESYNC => resync(stack, word(record, 4), id),
        _ => {}
    }
}

/// A call begins.
#[inline(always)]
pub fn enter<S: Stack>(stack: &mut S, id: u32) {
    begin_pass(stack);
    stack.open(label::ROUTINE | id);
}

/// A call ends.
#[inline(always)]
pub fn leave<S: Stack>(stack: &mut S, id: u32) {
    if let Some(depth) = find_call(stack, id) {
        close(stack, depth + 1);
    }
}

/// A strand is started: something hangs in the pass from now on.
#[inline]
pub fn start_strand<S: Stack>(stack: &mut S) {
    begin_pass(stack);
}

/// A loop begins.
#[inline]
pub fn enter_loop<S: Stack>(stack: &mut S, id: u32) {
    begin_pass(stack);
    stack.open(label::LOOP | id);
}

/// An iteration ends, or several that are one pass.
#[inline]
pub fn iterate<S: Stack>(stack: &mut S, id: u32) {
    if let Some(depth) = find_loop(stack, id) {
        close(stack, depth);
        if depth == 0 {
            begin_pass(stack);
            stack.close();
        }
    }
}

/// A loop ends with a check that failed.
#[inline]
pub fn exit_loop<S: Stack>(stack: &mut S, id: u32) {
    if let Some(depth) = find_loop(stack, id) {
        close(stack, depth + 1);
    }
}

/// A loop ends in the middle of an iteration.
#[inline]
pub fn break_loop<S: Stack>(stack: &mut S, id: u32) {
    if let Some(depth) = find_loop(stack, id) {
        if depth == 0 {
            begin_pass(stack);
            stack.close();
        }
        close(stack, depth + 1);
    }
}

/// Begins a pass when the innermost node is a loop between passes.
#[inline]
fn begin_pass<S: Stack>(stack: &mut S) {
    if let Some(what) = stack.nth(0)
        && what & label::KIND == label::LOOP
    {
        stack.open(label::PASS | what & label::ID);
    }
}

fn close<S: Stack>(stack: &mut S, count: usize) {
    for _ in 0..count {
        stack.close();
    }
}

/// How many nodes lie inside the innermost open call of a routine. Calls whose beginning was lost match any routine.
#[inline]
fn find_call<S: Stack>(stack: &mut S, id: u32) -> Option<usize> {
    for depth in 0..REACH {
        let what = stack.nth(depth)?;
        if what == label::ROUTINE | id || what & label::KIND == label::LOST {
            return Some(depth);
        }
    }
    None
}

/// How many nodes lie inside the innermost open loop with that number, in the innermost call.
#[inline]
fn find_loop<S: Stack>(stack: &mut S, id: u32) -> Option<usize> {
    for depth in 0..REACH {
        let what = stack.nth(depth)?;
        match what & label::KIND {
            label::LOOP if what & label::ID == id => return Some(depth),
            label::ROUTINE | label::LOST => return None,
            _ => {}
        }
    }
    None
}

/// Closes calls until `depth` are open, then loops of the innermost until `loops` are.
pub fn resync<S: Stack>(stack: &mut S, depth: u32, loops: u32) {
    while stack.calls() > depth && stack.nth(0).is_some() {
        stack.close();
    }
    let (mut open_loops, mut nodes) = (0u32, 0usize);
    while let Some(what) = stack.nth(nodes) {
        match what & label::KIND {
            label::ROUTINE | label::LOST => break,
            label::LOOP => open_loops += 1,
            _ => {}
        }
        nodes += 1;
        if nodes == REACH {
            return;
        }
    }
    while open_loops > loops {
        if let Some(what) = stack.nth(0)
            && what & label::KIND == label::LOOP
        {
            open_loops -= 1;
        }
        stack.close();
    }
}

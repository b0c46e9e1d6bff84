//! The relay: unpacked blocks on their way from the thread that grows the tree to the one that indexes, and used-up ones on their way
//! back to whoever unpacks next.
//!
//! Neither waits for the other. When the relay is full, what comes is not taken, and the index will unpack those blocks itself; to drop the
//! oldest instead would always drop what is needed next.

use super::records::SlotRecords;
use super::store::SlotKey;
use crate::read::trace::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Buffers kept for blocks to come: for each of the two threads the one it uses and one more.
const BUFFERS: usize = 4;

#[derive(Debug)]
pub struct Relay {
    limit: usize,
    waiting: Mutex<Waiting>,
    buffers: Mutex<Vec<Vec<u8>>>,
}

#[derive(Debug, Default)]
struct Waiting {
    blocks: HashMap<SlotKey, Arc<SlotRecords>>,
    bytes: usize,
}

impl Relay {
    /// A relay that holds at most this many bytes.
    pub fn new(limit: usize) -> Relay {
        Relay {
            limit,
            waiting: Mutex::default(),
            buffers: Mutex::default(),
        }
    }

    /// Hands on a block if there is room for it.
    pub fn offer(&self, key: SlotKey, block: &Arc<SlotRecords>) {
        let mut waiting = lock(&self.waiting);
        let bytes = waiting.bytes + block.len();
        if bytes <= self.limit && !waiting.blocks.contains_key(&key) {
            waiting.bytes = bytes;
            waiting.blocks.insert(key, block.clone());
        }
    }

    /// Takes a block that was handed on.
    pub fn take(&self, key: SlotKey) -> Option<Arc<SlotRecords>> {
        let mut waiting = lock(&self.waiting);
        let block = waiting.blocks.remove(&key)?;
        waiting.bytes -= block.len();
        Some(block)
    }

    /// A buffer to unpack into; what it holds is of no use.
    pub fn buffer(&self) -> Vec<u8> {
        lock(&self.buffers).pop().unwrap_or_default()
    }

    /// Gives back a block. When nobody else uses it, its memory serves for the next one: memory fresh from the system is slow.
    pub fn recycle(&self, block: Arc<SlotRecords>) {
        if let Some(block) = Arc::into_inner(block) {
            let mut buffers = lock(&self.buffers);
            if buffers.len() < BUFFERS {
                buffers.push(block.into_records());
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        lock(&self.waiting).bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Stamp, UNKNOWN_DEPTH};

    fn block(length: usize) -> Arc<SlotRecords> {
        let stamp = Stamp {
            ring: 1,
            sequence: 1,
            strand: 1,
            step: 0,
            depth: UNKNOWN_DEPTH,
            turn: 0,
        };
        Arc::new(SlotRecords::new(stamp, vec![7; length]))
    }

    #[test]
    fn a_full_relay_keeps_what_is_needed_next() {
        let relay = Relay::new(100);
        for sequence in 1..=4 {
            relay.offer((1, sequence), &block(40));
        }
        assert_eq!(relay.bytes(), 80);
        assert!(relay.take((1, 1)).is_some() && relay.take((1, 1)).is_none());
        relay.offer((1, 5), &block(60));
        let left: Vec<u64> = (1..=5).filter(|&n| relay.take((1, n)).is_some()).collect();
        assert_eq!((left, relay.bytes()), (vec![2, 5], 0));
    }

    #[test]
    fn memory_is_used_again_once_nobody_looks_at_it() {
        let relay = Relay::new(100);
        let shared = block(40);
        relay.recycle(shared.clone());
        assert_eq!(relay.buffer().capacity(), 0);
        relay.recycle(shared);
        assert_eq!(relay.buffer().capacity(), 40);
    }
}

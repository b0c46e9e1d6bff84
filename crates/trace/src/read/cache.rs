//! The cache of blocks: unpacked records and what was found out about them, within a bound, the longest unused leaving
//! first.

use super::blocks::BlockKey;
use super::touches::Touches;
use crate::frame::Stamp;
use crate::raw::layout::Layouts;
use std::collections::{HashMap, VecDeque};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The records of one slot, as far as they were committed.
#[derive(Debug)]
pub struct Block {
    pub stamp: Stamp,
    records: Vec<u8>,
    touches: OnceLock<Arc<Touches>>,
}

impl Block {
    pub fn new(stamp: Stamp, records: Vec<u8>) -> Block {
        Block {
            stamp,
            records,
            touches: OnceLock::new(),
        }
    }

    /// Which of its records are about which object, if that was found out before.
    pub fn known_touches(&self) -> Option<&Arc<Touches>> {
        self.touches.get()
    }

    /// Finds out which of its records are about which object. It is kept unless definitions that are missing so far
    /// could change it.
    pub fn find_touches(&self, layouts: &Layouts) -> Arc<Touches> {
        let touches = Arc::new(Touches::new(&self.records, layouts));
        if touches.is_complete() {
            return self.touches.get_or_init(|| touches).clone();
        }
        touches
    }

    /// Bytes of memory it takes.
    fn bytes(&self) -> usize {
        self.records.len() + self.touches.get().map_or(0, |touches| touches.bytes())
    }
}

impl Deref for Block {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.records
    }
}

/// Blocks that were used of late.
#[derive(Debug)]
pub struct Cache {
    limit: usize,
    bytes: usize,
    blocks: HashMap<BlockKey, Kept>,
    /// Uses in order; an entry whose time is not its block's latest use is out of date.
    uses: VecDeque<(BlockKey, u64)>,
    clock: u64,
}

#[derive(Debug)]
struct Kept {
    block: Arc<Block>,
    /// What it was counted with.
    bytes: usize,
    used: u64,
}

impl Cache {
    pub fn new(limit: usize) -> Cache {
        Cache {
            limit,
            bytes: 0,
            blocks: HashMap::new(),
            uses: VecDeque::new(),
            clock: 0,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn get(&mut self, key: BlockKey) -> Option<Arc<Block>> {
        self.clock += 1;
        let kept = self.blocks.get_mut(&key)?;
        kept.used = self.clock;
        let block = kept.block.clone();
        self.uses.push_back((key, self.clock));
        if self.uses.len() > 4 * self.blocks.len() + 64 {
            let blocks = &self.blocks;
            self.uses
                .retain(|(key, time)| blocks.get(key).is_some_and(|kept| kept.used == *time));
        }
        Some(block)
    }

    /// Keeps a block, or counts it anew if it has grown.
    pub fn put(&mut self, key: BlockKey, block: Arc<Block>) {
        self.clock += 1;
        self.forget(key);
        let bytes = block.bytes();
        self.bytes += bytes;
        let used = self.clock;
        self.blocks.insert(key, Kept { block, bytes, used });
        self.uses.push_back((key, self.clock));
        while self.bytes > self.limit && self.blocks.len() > 1 {
            let Some((key, time)) = self.uses.pop_front() else {
                break;
            };
            if self.blocks.get(&key).is_some_and(|kept| kept.used == time) {
                self.forget(key);
            }
        }
    }

    pub fn forget(&mut self, key: BlockKey) {
        if let Some(kept) = self.blocks.remove(&key) {
            self.bytes -= kept.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(sequence: u64, bytes: usize) -> Arc<Block> {
        let stamp = Stamp {
            ring: 1,
            sequence,
            strand: 1,
            step: 0,
            depth: 0,
        };
        Arc::new(Block::new(stamp, vec![0; bytes]))
    }

    #[test]
    fn the_longest_unused_leaves_and_the_bound_holds() {
        let mut cache = Cache::new(1000);
        for sequence in 1..=4 {
            cache.put((1, sequence), block(sequence, 300));
            assert!(cache.get((1, 1)).is_some() || sequence > 3);
        }
        assert!(cache.bytes() <= 1000);
        assert!(cache.get((1, 2)).is_none());
        assert!(cache.get((1, 1)).is_some() && cache.get((1, 4)).is_some());
    }

    #[test]
    fn a_block_put_again_is_counted_once() {
        let mut cache = Cache::new(1000);
        cache.put((1, 1), block(1, 300));
        cache.put((1, 1), block(1, 500));
        assert_eq!(cache.bytes(), 500);
        cache.forget((1, 1));
        assert_eq!(cache.bytes(), 0);
    }
}

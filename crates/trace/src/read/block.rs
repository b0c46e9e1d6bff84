//! One block: the records of a slot, and what was found out about them.

use super::touches::Touches;
use crate::frame::Stamp;
use crate::raw::layout::Layouts;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The records of one slot, as far as they were committed.
#[derive(Debug)]
pub struct Block {
    pub stamp: Stamp,
    records: Vec<u8>,
    touches: OnceLock<Arc<Touches>>,
    /// Whether somebody has looked for an object in it.
    looked_at: AtomicBool,
}

impl Block {
    pub fn new(stamp: Stamp, records: Vec<u8>) -> Block {
        Block {
            stamp,
            records,
            touches: OnceLock::new(),
            looked_at: AtomicBool::new(false),
        }
    }

    /// Whether nobody has looked for an object in it before. Most blocks are looked at once or a hundred times.
    pub fn is_first_look(&self) -> bool {
        !self.looked_at.swap(true, Ordering::Relaxed)
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

    /// The memory its records are in.
    pub fn into_records(self) -> Vec<u8> {
        self.records
    }

    /// Bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.records.len() + self.touches.get().map_or(0, |touches| touches.bytes())
    }
}

impl Deref for Block {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.records
    }
}

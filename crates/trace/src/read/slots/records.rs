//! The records of one slot, and what was found out about them.

use super::touches::Touches;
use crate::frame::Stamp;
use crate::raw::layout::Layouts;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The records of one slot, as far as they were committed.
#[derive(Debug)]
pub struct SlotRecords {
    pub stamp: Stamp,
    records: Vec<u8>,
    touches: OnceLock<Arc<Touches>>,
    /// The first object that somebody looked for, and which records are about it.
    first: OnceLock<(u32, Arc<Touches>)>,
}

impl SlotRecords {
    pub fn new(stamp: Stamp, records: Vec<u8>) -> SlotRecords {
        SlotRecords {
            stamp,
            records,
            touches: OnceLock::new(),
            first: OnceLock::new(),
        }
    }

    /// Which of its records are about an object, if that is the first one that anybody looks for. Most blocks are looked at for one
    /// object or for hundreds; for one, a list of all is not worth its time.
    pub fn first_touches(&self, layouts: &Layouts, word: u32) -> Option<Arc<Touches>> {
        if let Some((first, touches)) = self.first.get() {
            return (*first == word).then(|| touches.clone());
        }
        let touches = Arc::new(Touches::only(&self.records, layouts, word));
        if touches.is_complete() {
            // Should somebody else have been quicker, theirs stays.
            let _ = self.first.set((word, touches.clone()));
        }
        Some(touches)
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

impl Deref for SlotRecords {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.records
    }
}

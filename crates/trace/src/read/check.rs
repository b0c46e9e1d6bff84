//! Whether everything that was recorded can be read, found out without making a tree of it.

use super::budget::Budget;
use super::damage::Damage;
use super::slots::store::SlotStore;
use super::trace::is_over;
use crate::definition::Definitions;
use crate::definition::file::DefinitionReader;
use crate::error::Error;
use crate::meta::{END_FILE, End, Meta};
use crate::raw::layout::Layouts;
use std::path::Path;
use std::sync::Arc;

/// What of a finished recording cannot be read. Nothing is written. Of one that goes on nothing can be said.
pub fn check(folder: &Path) -> Result<Damage, Error> {
    let mut damage = Damage::default();
    if !is_over(folder, &Meta::read(folder)?) {
        return Ok(damage);
    }
    let store = SlotStore::new(folder, Budget::default());
    store.refresh(true, &mut damage)?;
    let mut definitions: Arc<Definitions> = Arc::default();
    let mut reader = DefinitionReader::default();
    reader.read(folder, &mut definitions)?;
    note_what_is_missing(folder, &reader, &store, &mut damage);
    for ring in store.rings() {
        check_ring(&store, ring, definitions.layouts(), &mut damage);
    }
    Ok(damage)
}

/// Looks for what the files promise and do not hold, once nothing will be added any more.
pub(super) fn note_what_is_missing(
    folder: &Path,
    reader: &DefinitionReader,
    store: &SlotStore,
    damage: &mut Damage,
) {
    let killed = !folder.join(END_FILE).exists();
    reader.report(killed, damage);
    if End::is_damaged(folder) {
        damage.end_file();
    }
    let promised = End::read(folder).map_or(0, |end| end.frame_bytes);
    let missing = promised.saturating_sub(store.sums().frame_bytes);
    if missing > 0 {
        damage.note(format!(
            "{missing} bytes of frames that were sealed are missing"
        ));
    }
}

fn check_ring(store: &SlotStore, ring: u32, layouts: &Layouts, damage: &mut Damage) {
    let mut expected = 1;
    while let Some(sequence) = store.next_sequence(ring, expected) {
        let block = store.pass_again((ring, sequence));
        let readable = sequence + u64::from(block.is_none());
        if readable > expected {
            damage.gap(ring, expected, readable);
        }
        if let Some(block) = block {
            check_records((ring, sequence), &block, layouts, damage);
            store.recycle(block);
        }
        expected = sequence + 1;
    }
}

fn check_records(
    (ring, sequence): (u32, u64),
    records: &[u8],
    layouts: &Layouts,
    damage: &mut Damage,
) {
    let mut at = 0;
    while at < records.len() {
        at = match layouts.length(records, at) {
            Ok(length) => at + length,
            Err(error) => {
                let resumed = layouts.resume(records, at);
                damage.records(ring, sequence, &error.to_string(), resumed - at);
                resumed
            }
        };
    }
}

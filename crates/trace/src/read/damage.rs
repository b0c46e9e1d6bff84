//! What could not be read, in words: a salvaged trace says what is missing.

use std::path::Path;

/// How many notes are kept; further ones are only counted.
const KEPT: usize = 100;

/// The damage found in a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    notes: Vec<String>,
    /// All notes, those not kept included.
    count: u64,
}

impl Damage {
    /// What is missing, one sentence fragment each, at most the first hundred.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How many notes there are in all.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The damage as it was written down.
    pub(crate) fn restored(notes: Vec<String>, count: u64) -> Damage {
        Damage { notes, count }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn note(&mut self, note: String) {
        self.count += 1;
        if self.notes.len() < KEPT {
            self.notes.push(note);
        }
    }

    /// Adds what was found elsewhere.
    pub(crate) fn extend(&mut self, more: Damage) {
        self.count += more.count;
        let room = KEPT.saturating_sub(self.notes.len());
        self.notes.extend(more.notes.into_iter().take(room));
    }

    pub(crate) fn bytes(&mut self, path: &Path, offset: u64, count: u64) {
        let name = name(path);
        self.note(format!(
            "{name}: {count} bytes from byte {offset} on are not a whole frame and were left out"
        ));
    }

    pub(crate) fn missing_file(&mut self, path: &Path) {
        self.note(format!("{} is missing", name(path)));
    }

    pub(crate) fn ring(&mut self, path: &Path) {
        self.note(format!(
            "{} is damaged; records that were not sealed yet are lost",
            name(path)
        ));
    }

    pub(crate) fn ring_cut_short(&mut self, path: &Path) {
        self.note(format!(
            "{} is cut short; records that were not sealed yet may be lost",
            name(path)
        ));
    }

    pub(crate) fn end_file(&mut self) {
        let note = "end.json is damaged; how the program ended and whether frames are missing cannot be told";
        if !self.notes.iter().any(|known| known == note) {
            self.note(note.to_owned());
        }
    }

    pub(crate) fn changed_since(&mut self, (ring, sequence): (u32, u64)) {
        self.note(format!(
            "ring {ring}, slot {sequence}: damaged since the trace was first read; values of calls in there are missing"
        ));
    }

    pub(crate) fn definitions(&mut self, entries: u64) {
        self.note(format!(
            "{entries} definitions are damaged; calls that use them are left out"
        ));
    }

    pub(crate) fn gap(&mut self, ring: u32, from: u64, to: u64) {
        let slots = if to - from == 1 {
            format!("slot {from}")
        } else {
            format!("slots {from} to {}", to - 1)
        };
        self.note(format!(
            "ring {ring}: {slots} missing; calls in there are lost"
        ));
    }

    /// Bytes of records were left out.
    pub(crate) fn records(&mut self, ring: u32, sequence: u64, why: &str, bytes: usize) {
        self.note(format!(
            "ring {ring}, slot {sequence}: {why}; {bytes} bytes of records are left out"
        ));
    }
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

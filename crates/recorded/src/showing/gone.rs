//! What changed in things that a piece has taken away: an element that left its collection, an object that a field or a
//! variable no longer leads to. What was done to them is told under the name by which they were known before.

use std::collections::HashSet;

use crate::heap::{Heap, Ref, Value};
use crate::shape::Shape;
use crate::showing::change::Comparison;
use crate::showing::keys;

/// What stands before the name of such a thing: `was queue[0].done`.
const WAS: &str = "was ";

/// The name that something had before the piece, given the name of something that was taken away.
pub(crate) fn named_before(name: &str) -> Option<&str> {
    name.strip_prefix(WAS)
}

impl<H: Heap> Comparison<'_, H> {
    /// Notes what a collection has lost.
    pub(super) fn note_lost(&mut self, path: &str, old: &Shape, new: &Shape) {
        let held: HashSet<Ref> = values_of(new).into_iter().filter_map(object).collect();
        let is_lost = |value: Value| object(value).filter(|object| !held.contains(object));
        match old {
            Shape::Row { items, .. } => {
                for (place, &item) in items.iter().enumerate() {
                    if let Some(lost) = is_lost(item) {
                        self.gone.push((format!("{path}[{place}]"), lost));
                    }
                }
            }
            Shape::Map { entries, .. } if entries.iter().any(|&(_, v)| is_lost(v).is_some()) => {
                for (key, value) in keys::named(self.heap, entries, self.before) {
                    if let Some(lost) = is_lost(value) {
                        self.gone.push((format!("{path}[{key}]"), lost));
                    }
                }
            }
            _ => {}
        }
    }

    /// Compares what was taken away and was not met elsewhere; returns whether there was any of it.
    pub(super) fn compare_gone(&mut self) -> bool {
        let mut gone = std::mem::take(&mut self.gone);
        gone.retain(|(_, object)| !self.seen.contains(object));
        for (path, object) in &gone {
            let path = named_before(path).unwrap_or(path);
            let value = Value::Ref(*object);
            self.compare(&format!("{WAS}{path}"), value, value);
        }
        !gone.is_empty()
    }
}

fn object(value: Value) -> Option<Ref> {
    match value {
        Value::Ref(object) => Some(object),
        _ => None,
    }
}

fn values_of(shape: &Shape) -> Vec<Value> {
    match shape {
        Shape::Row { items, .. } => items.clone(),
        Shape::Map { entries, .. } => entries.iter().map(|&(_, value)| value).collect(),
        _ => Vec::new(),
    }
}

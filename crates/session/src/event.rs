//! The changes of a session that must not be lost, and what they do to its log.
//!
//! An [`Event`] is plain data. Whoever drives the session keeps its events before the next question is
//! shown, and replaying them restores the session. What names a node is a parameter of the type: a
//! running session uses nodes of the recorded tree, a file uses names that stay the same when the run
//! goes on. [`Event::try_map`] is the only way from one to the other, and it does not compile when it
//! forgets a node.

use elenchus_strategy::StrategyName;
use elenchus_transform::Plan;
use elenchus_tree::NodeId;
use thiserror::Error;

use crate::log::Entry;

/// A change of a session that must not be lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<N = NodeId> {
    /// Something was said: the log has one more entry.
    Said(Entry<N>),
    /// The entry at this place of the log (counted from 0) was undone.
    Undo { entry: usize },
    /// The entry at this place was taken back as mistaken: oracles are not asked for it again.
    Dispute { entry: usize },
    /// Another strategy was chosen.
    Strategy(StrategyName),
    /// Other transformations were chosen.
    Transforms(Plan),
}

impl<N> Event<N> {
    /// The same event with every node changed; nothing when `change` does not know one of them.
    pub fn try_map<M>(self, change: &impl Fn(N) -> Option<M>) -> Option<Event<M>> {
        Some(match self {
            Event::Said(entry) => Event::Said(entry.try_map(change)?),
            Event::Undo { entry } => Event::Undo { entry },
            Event::Dispute { entry } => Event::Dispute { entry },
            Event::Strategy(name) => Event::Strategy(name),
            Event::Transforms(plan) => Event::Transforms(plan),
        })
    }
}

/// An event takes back something that was never said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no answer number {}", .place + 1)]
pub struct NoSuchEntry {
    /// The place in the log, counted from 0.
    pub place: usize,
}

/// One value for each entry of a log, in its order: the only place that knows which events add an
/// entry and which remove one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerEntry<T> {
    values: Vec<T>,
}

impl<T> Default for PerEntry<T> {
    fn default() -> PerEntry<T> {
        PerEntry { values: Vec::new() }
    }
}

impl<T> PerEntry<T> {
    /// The values, those of the oldest entries first.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Takes in an event. When it adds an entry, `value_of` says the value for it; when it removes one,
    /// its value is returned.
    pub fn follow<N>(
        &mut self,
        event: &Event<N>,
        value_of: impl FnOnce(&Entry<N>) -> T,
    ) -> Result<Option<T>, NoSuchEntry> {
        match event {
            Event::Said(entry) => self.values.push(value_of(entry)),
            &Event::Undo { entry: place } | &Event::Dispute { entry: place } => {
                let is_there = place < self.values.len();
                let removed = is_there.then(|| self.values.remove(place));
                return removed.map(Some).ok_or(NoSuchEntry { place });
            }
            Event::Strategy(_) | Event::Transforms(_) => {}
        }
        Ok(None)
    }

    /// Changes the values and drops those for which there is nothing.
    pub(crate) fn filter_map(&mut self, change: impl FnMut(T) -> Option<T>) {
        let values = std::mem::take(&mut self.values);
        self.values = values.into_iter().filter_map(change).collect();
    }
}

//! Marks for objects that a question shows more than once.

use elenchus_trace::value::Time;
use elenchus_trace::{NodeData, Outcome};

use crate::heap::{Heap, Thing, Value};
use crate::showing::question::Writer;
use crate::showing::scene::{Visible, given_as};
use crate::showing::show::Names;

impl Writer<'_> {
    /// Marks for the objects that a question shows more than once.
    pub(crate) fn names(
        &self,
        visible: &[Visible],
        results: &[Value],
        before: Time,
        after: Option<Time>,
    ) -> Names {
        let mut names = Names::default();
        for seen in visible {
            names.meet(self.run, seen.before, before, self.limits);
        }
        for &result in results {
            names.meet(self.run, result, after.unwrap_or(before), self.limits);
        }
        // Titles by themselves refer to nothing else.
        if let Some(after) = after.filter(|_| !self.only_headings) {
            names.turn();
            let held = visible.iter().map(|seen| seen.after);
            for value in held.chain(results.iter().copied()) {
                names.meet(self.run, value, after, self.limits);
            }
        }
        names
    }

    /// Whether something was given to a call that may have a mark in its title, as it is met more than once.
    pub(crate) fn has_objects(&self, data: &NodeData) -> bool {
        data.arguments.iter().any(|&value| match value {
            Value::Ref(reference) => !matches!(
                self.run.objects().thing(reference, data.before),
                Thing::Text { .. } | Thing::Box(_) | Thing::Enum { .. } | Thing::Class { .. }
            ),
            _ => false,
        })
    }

    /// Marks for the objects that a question about a call shows more than once.
    pub(crate) fn names_in_call(&self, visible: &[Visible], data: &NodeData) -> Names {
        let outcome = match data.outcome {
            Outcome::Returned(value) => value,
            Outcome::Threw(exception) => exception,
            _ => Value::Missing,
        };
        let outcome = match given_as(self.run, visible, outcome, data.before) {
            Some(_) => Value::Missing,
            None => outcome,
        };
        self.names(visible, &[outcome], data.before, data.after)
    }
}

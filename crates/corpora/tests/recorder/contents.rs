//! What collections and string builders held, as the debugger shows them.

use crate::values::Values;
use elenchus_corpora::tree_text::Item;
use elenchus_recorded::heap::Objects;
use elenchus_recorded::java::literal::quoted;
use elenchus_recorded::run::Run;
use elenchus_recorded::shape::{Brackets, Shape, shape};
use elenchus_trace::raw::record::{Record, Records};
use elenchus_trace::{NodeData, Ref, Thing, Time, Trace, Value};
use std::collections::BTreeSet;

/// The collections and builders of a recording.
pub struct Containers<'t> {
    trace: &'t Trace,
    objects: &'t Objects,
    values: &'t Values<'t>,
    references: BTreeSet<u32>,
}

impl<'t> Containers<'t> {
    pub fn new(run: &'t Run, values: &'t Values<'t>) -> Self {
        let trace = run.trace();
        let definitions = trace.definitions();
        let mut references = BTreeSet::new();
        for block in 0..trace.forest().blocks.len() {
            let bytes = u32::try_from(block).ok().and_then(|b| trace.records(b));
            let Some(bytes) = bytes else { continue };
            for (_, record) in Records::new(&bytes, definitions.layouts()).map_while(Result::ok) {
                let (Record::New { class, object }
                | Record::Sight { class, object, .. }
                | Record::Text {
                    class,
                    reference: object,
                    ..
                }) = record
                else {
                    continue;
                };
                let name = definitions.class(class).map_or("", |def| &def.name);
                if name.starts_with("java.util.") || name.starts_with("java.lang.StringB") {
                    references.insert(object);
                }
            }
        }
        Containers {
            trace,
            objects: run.objects(),
            values,
            references,
        }
    }

    /// What changed between the beginning and the end of a node.
    pub fn changes(&self, data: &NodeData) -> Vec<Item> {
        let Some(after) = data.after else {
            return Vec::new();
        };
        let changed = self.references.iter().filter_map(|&reference| {
            let (old, new) = (
                self.contents(Ref(reference), data.before)?,
                self.contents(Ref(reference), after)?,
            );
            (old != new).then(|| Item::Contents {
                object: self.values.write(Value::Ref(Ref(reference))),
                before: old,
                after: new,
            })
        });
        changed.collect()
    }

    /// What it held at a time; nothing if it was not known then or is no container.
    fn contents(&self, reference: Ref, time: Time) -> Option<String> {
        if let Thing::Text { text, .. } = self.trace.state_at(reference, time) {
            return Some(quoted(&text));
        }
        match shape(self.objects, reference, time) {
            // What is ahead of an iterator is no content of its own.
            Shape::Row {
                items, brackets, ..
            } if brackets != Brackets::Named => {
                let items: Vec<String> = items.into_iter().map(|v| self.values.write(v)).collect();
                Some(format!("[{}]", items.join(", ")))
            }
            Shape::Map { entries, .. } => {
                let pair = |(key, value)| {
                    format!("{}={}", self.values.write(key), self.values.write(value))
                };
                let entries: Vec<String> = entries.into_iter().map(pair).collect();
                Some(format!("{{{}}}", entries.join(", ")))
            }
            Shape::Pair { key, value, .. } => Some(format!(
                "{{{}={}}}",
                self.values.write(key),
                self.values.write(value)
            )),
            Shape::Wrapped(Value::Ref(inside)) => self.contents(inside, time),
            _ => None,
        }
    }
}

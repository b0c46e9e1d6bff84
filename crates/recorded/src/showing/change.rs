//! What became of a value between two moments, as a list of paths with before and after.
//!
//! Both states are read shallowly and compared part by part, so that a list that grew shows as a
//! list that grew, not as the array and the counter inside it.

use std::collections::HashSet;

use crate::heap::{Heap, Ref, Value};
use crate::showing::literal::literal;
use crate::showing::shape::{Shape, shape};
use crate::showing::show::{Limits, Names, show};

/// One thing that is different afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// How to get there from a name that the code can see: `t.x`, `rows[3].cells`.
    pub path: String,
    /// What it was; `None` when it was not there.
    pub before: Option<String>,
    /// What it is; `None` when it is no longer there.
    pub after: Option<String>,
}

/// All changes that were found, and whether the search stopped before it had seen everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub list: Vec<Change>,
    pub complete: bool,
}

/// How many objects are compared for one question, at most.
const MOST_OBJECTS: usize = 2000;

/// Compares values at two moments and collects what changed.
pub struct Comparison<'a, H: Heap> {
    heap: &'a H,
    before: H::Time,
    after: H::Time,
    limits: Limits,
    names: &'a Names,
    most_changes: usize,
    seen: HashSet<Ref>,
    changes: Vec<Change>,
    complete: bool,
}

impl<'a, H: Heap> Comparison<'a, H> {
    /// A comparison between two moments that stops after `most_changes` changes.
    pub fn new(
        heap: &'a H,
        before: H::Time,
        after: H::Time,
        limits: Limits,
        names: &'a Names,
        most_changes: usize,
    ) -> Comparison<'a, H> {
        Comparison {
            heap,
            before,
            after,
            limits,
            names,
            most_changes,
            seen: HashSet::new(),
            changes: Vec::new(),
            complete: true,
        }
    }

    /// Compares what `path` held before with what it holds after, nearest parts first.
    pub fn compare(&mut self, path: &str, before: Value, after: Value) {
        let mut queue = std::collections::VecDeque::from([(path.to_owned(), before, after)]);
        while let Some((path, before, after)) = queue.pop_front() {
            if self.changes.len() >= self.most_changes || self.seen.len() >= MOST_OBJECTS {
                self.complete = false;
                return;
            }
            match (before, after) {
                (Value::Ref(old), Value::Ref(new)) if old == new => {
                    if self.seen.insert(old) {
                        queue.extend(self.compare_object(&path, old));
                    }
                }
                _ if self.equal(before, after) => {}
                _ => self.changed(path, before, after),
            }
        }
    }

    /// What was found.
    pub fn finish(self) -> Changes {
        Changes {
            list: self.changes,
            complete: self.complete,
        }
    }

    /// Notes the changes in one object itself and returns its parts that stayed the same object.
    fn compare_object(&mut self, path: &str, object: Ref) -> Vec<(String, Value, Value)> {
        let old = shape(self.heap, object, self.before);
        let new = shape(self.heap, object, self.after);
        match (old, new) {
            (Shape::Wrapped(old), Shape::Wrapped(new)) => vec![(path.to_owned(), old, new)],
            (Shape::Record { fields: old, .. }, Shape::Record { fields: new, .. }) => {
                let pairs = old.into_iter().filter_map(|(name, value)| {
                    let (_, now) = new.iter().find(|(field, _)| *field == name)?;
                    Some((format!("{path}.{name}"), value, *now))
                });
                pairs.collect()
            }
            (
                Shape::Row {
                    items: old,
                    total: old_total,
                    ..
                },
                Shape::Row {
                    items: new,
                    total: new_total,
                    ..
                },
            ) => {
                let different = old_total != new_total;
                let differing = old.iter().zip(&new).filter(|&(&a, &b)| !self.equal(a, b));
                if different || differing.count() > FEW {
                    self.whole(path, object);
                    return Vec::new();
                }
                let pairs = old.into_iter().zip(new).enumerate();
                pairs
                    .map(|(place, (a, b))| (format!("{path}[{place}]"), a, b))
                    .collect()
            }
            (Shape::Map { entries: old, .. }, Shape::Map { entries: new, .. }) => {
                self.compare_maps(path, object, &old, &new)
            }
            (
                Shape::Text { text: old, .. },
                Shape::Text {
                    text: new,
                    comparable,
                },
            ) => {
                if old != new {
                    let note = if comparable {
                        ""
                    } else {
                        " (not compared in full)"
                    };
                    self.push(path, Some(old), Some(format!("{new}{note}")));
                }
                Vec::new()
            }
            (old, new) => {
                if old != new {
                    self.whole(path, object);
                }
                Vec::new()
            }
        }
    }

    fn compare_maps(
        &mut self,
        path: &str,
        map: Ref,
        old: &[(Value, Value)],
        new: &[(Value, Value)],
    ) -> Vec<(String, Value, Value)> {
        let old: Vec<(String, Value)> = self.keyed(old, self.before);
        let new: Vec<(String, Value)> = self.keyed(new, self.after);
        let old_keys: HashSet<&String> = old.iter().map(|(key, _)| key).collect();
        let new_keys: HashSet<&String> = new.iter().map(|(key, _)| key).collect();
        let moved = old_keys.symmetric_difference(&new_keys).count();
        let small = old.len().max(new.len()) <= self.limits.items;
        if moved > 0 && small {
            self.whole(path, map);
            return Vec::new();
        }
        let mut stayed = Vec::new();
        for (key, value) in &old {
            match new.iter().find(|(other, _)| other == key) {
                Some((_, now)) => stayed.push((format!("{path}[{key}]"), *value, *now)),
                None => {
                    let before = self.written(*value, self.before);
                    self.push(&format!("{path}[{key}]"), Some(before), None);
                }
            }
        }
        for (key, value) in new.iter().filter(|(key, _)| !old_keys.contains(key)) {
            let after = self.written(*value, self.after);
            self.push(&format!("{path}[{key}]"), None, Some(after));
        }
        stayed
    }

    fn keyed(&self, entries: &[(Value, Value)], time: H::Time) -> Vec<(String, Value)> {
        let keys = entries
            .iter()
            .map(|&(key, value)| (self.written(key, time), value));
        keys.collect()
    }

    /// Shows an object as a whole at both moments.
    fn whole(&mut self, path: &str, object: Ref) {
        self.changed(path.to_owned(), Value::Ref(object), Value::Ref(object));
    }

    fn changed(&mut self, path: String, before: Value, after: Value) {
        let before = self.written(before, self.before);
        let after = self.written(after, self.after);
        self.push(&path, Some(before), Some(after));
    }

    fn push(&mut self, path: &str, before: Option<String>, after: Option<String>) {
        self.changes.push(Change {
            path: path.to_owned(),
            before,
            after,
        });
    }

    fn written(&self, value: Value, time: H::Time) -> String {
        match value {
            Value::Ref(_) => show(self.heap, value, time, self.limits, self.names),
            _ => literal(value),
        }
    }

    /// Whether two values mean the same: the same object, or equal texts and numbers.
    fn equal(&self, before: Value, after: Value) -> bool {
        if before.same(after) {
            return true;
        }
        let (Value::Ref(old), Value::Ref(new)) = (before, after) else {
            return false;
        };
        match (
            shape(self.heap, old, self.before),
            shape(self.heap, new, self.after),
        ) {
            (
                Shape::Text {
                    text: old,
                    comparable: true,
                },
                Shape::Text {
                    text: new,
                    comparable: true,
                },
            ) => old == new,
            _ => false,
        }
    }
}

/// How many changed elements of a row are shown one by one, at most.
const FEW: usize = 3;

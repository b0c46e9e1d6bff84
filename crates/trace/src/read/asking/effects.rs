//! Effects: what a node changed among the things that outlive it.
//!
//! An effect is a place that held another value after the node than before. They come lazily and nearest first: the objects
//! that receiver, arguments and result lead to, level by level; then static fields; then whatever else the node's own records
//! wrote to. Objects the node created itself are not reported, only followed: they show in the places that now refer to
//! them. What other strands wrote meanwhile is told apart.

use super::history::{Found, Introduction, Moment, Origin, place_in};
use super::node::Outcome;
use crate::definition::RoutineDef;
use crate::raw::record::{Record, Records};
use crate::raw::reference;
use crate::read::trace::Trace;
use crate::read::tree::forest::Forest;
use crate::read::tree::machine::label;
use crate::value::{NodeKey, Ref, Target, Time, Value};
use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

/// Objects followed from receiver, arguments and result; what is further away comes last.
const FOLLOWED: usize = 10_000;
/// Elements of an array that are looked at when it is reached; writes to others are found in the node's records.
const ELEMENTS: u32 = 1024;

/// What following an object may take of the budget.
const BYTES_AN_OBJECT: usize = 1024;
/// Writes that are checked before time is looked at again.
const AT_ONCE: u32 = 1;

/// A place that a node changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    pub target: Target,
    pub before: Value,
    pub after: Value,
    pub origin: Origin,
    /// The node that wrote it last.
    pub writer: Option<NodeKey>,
    /// Written by a strand that is not part of the node.
    pub meanwhile: bool,
}

/// Effects that fit a screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    pub effects: Vec<Effect>,
    /// Whether these are all; otherwise there is at least one more, or time ran out.
    pub complete: bool,
}

/// The effects of one node, one after the other.
pub struct Effects<'t> {
    trace: &'t Trace,
    moment: Moment,
    key: NodeKey,
    begin: Time,
    end: Time,
    queue: VecDeque<Ref>,
    followed: HashSet<u32>,
    /// Places already reported or found unchanged.
    seen: HashSet<Target>,
    statics: VecDeque<u32>,
    /// Segments of the node still to be gone through.
    segments: VecDeque<u32>,
    /// Where to go on in the first of them.
    resume: u32,
    /// Places whose last value is known and that are to be reported if they changed.
    pending: VecDeque<(Target, Found)>,
    ready: VecDeque<Effect>,
}

impl Trace {
    /// The effects of a node; `None` when it has not finished or its records are lost.
    pub fn effects(&self, key: NodeKey) -> Option<Effects<'_>> {
        let data = self.node(key)?;
        let (begin, end) = (data.before, data.after?);
        let moment = self.moment();
        let mut queue: VecDeque<Ref> = VecDeque::new();
        let outcome = match data.outcome {
            Outcome::Returned(value) | Outcome::Threw(value) => Some(value),
            _ => None,
        };
        let locals = data.locals_before.iter().chain(&data.locals_after);
        let roots = data
            .receiver
            .into_iter()
            .chain(data.arguments)
            .chain(outcome)
            .chain(locals.map(|local| local.value));
        queue.extend(roots.filter_map(|value| match value {
            Value::Ref(reference) => Some(reference),
            _ => None,
        }));
        let definitions = &moment.definitions;
        let statics = definitions
            .fields()
            .filter(|field| field.is_static() && definitions.canonical_field(field.id) == field.id)
            .map(|field| field.id)
            .collect();
        let (_, strand) = moment.forest.strand(key.strand)?;
        let segments = strand.segments.iter().copied();
        let segments = segments
            .filter(|&segment| segment >= begin.segment && segment <= end.segment)
            .collect();
        Some(Effects {
            trace: self,
            moment,
            key,
            begin,
            end,
            queue,
            followed: HashSet::new(),
            seen: HashSet::new(),
            statics,
            segments,
            resume: 0,
            pending: VecDeque::new(),
            ready: VecDeque::new(),
        })
    }
}

impl Effects<'_> {
    /// Up to `limit` effects, as many as come within the time given.
    pub fn screen(&mut self, limit: usize, within: Duration) -> Screen {
        let deadline = Instant::now() + within;
        let mut effects = Vec::new();
        while effects.len() < limit {
            if self.ready.is_empty() {
                if Instant::now() >= deadline {
                    return Screen {
                        effects,
                        complete: false,
                    };
                }
                if !self.fill() {
                    return Screen {
                        effects,
                        complete: true,
                    };
                }
            }
            effects.extend(self.ready.pop_front());
        }
        let complete = Instant::now() < deadline && self.ready.is_empty() && !self.fill();
        Screen { effects, complete }
    }

    /// Does one more piece of work; `false` when there is none left.
    fn fill(&mut self) -> bool {
        if let Some((target, found)) = self.pending.pop_front() {
            self.report(target, found);
        } else if let Some(reference) = self.queue.pop_front() {
            self.follow(reference);
        } else if let Some(field) = self.statics.pop_front() {
            self.check(Target::Static { field });
        } else if let Some(&segment) = self.segments.front() {
            match self.scan(segment) {
                Some(offset) => self.resume = offset,
                None => {
                    self.segments.pop_front();
                    self.resume = 0;
                }
            }
        } else {
            return false;
        }
        true
    }

    /// Looks at one object that can be reached after the node.
    fn follow(&mut self, object: Ref) {
        if !reference::is_object(object.0)
            || self.followed.len() >= FOLLOWED.min(self.trace.budget().view / BYTES_AN_OBJECT)
            || !self.followed.insert(object.0)
        {
            return;
        }
        let introduced = self.trace.introduction(&self.moment, object, self.end);
        let Some((introduction, block, offset)) = introduced else {
            return;
        };
        let within = self.is_within(block, offset);
        match introduction {
            Introduction::Content(_) => {}
            Introduction::Object { class, origin } => {
                let created = within && origin == Origin::Created;
                for (field, found) in self.trace.fields_at(&self.moment, object, class, self.end) {
                    self.place(Target::Field { object, field }, found, created);
                }
            }
            Introduction::Array {
                class,
                length,
                origin,
            } => {
                let created = within && origin == Origin::Created;
                let range = 0..length.min(ELEMENTS);
                let found =
                    self.trace
                        .elements_at(&self.moment, object, class, range.clone(), self.end);
                for (index, found) in range.zip(found) {
                    let array = object;
                    self.place(Target::Element { array, index }, found, created);
                }
            }
        }
    }

    /// Looks at one place of an object that can be reached.
    fn place(&mut self, target: Target, found: Option<Found>, created: bool) {
        let Some(found) = found else { return };
        if let Value::Ref(reference) = found.value {
            self.queue.push_back(reference);
        }
        if !created && self.is_change(found) {
            self.pending.push_back((target, found));
        }
    }

    /// Looks at a place that may have changed.
    fn check(&mut self, target: Target) {
        if let Some(found) = self.trace.find(&self.moment, target, self.end) {
            self.pending.push_back((target, found));
        }
    }

    /// Reports a place if its last value was put there during the node and differs from the one before.
    fn report(&mut self, target: Target, found: Found) {
        if !self.is_change(found) || !self.seen.insert(target) {
            return;
        }
        let before = self.value_before(target);
        if before.same(found.value) {
            return;
        }
        let found = self.trace.behind_observations(&self.moment, target, found);
        let place = place_in(&self.moment.forest, found.block, found.offset);
        let writer = place.and_then(|place| self.trace.inside(&self.moment, place));
        let inside = writer.is_some_and(|writer| self.contains(writer));
        if inside && matches!(target, Target::Static { .. }) && self.is_initialisation(writer) {
            return;
        }
        self.ready.push_back(Effect {
            target,
            before,
            after: found.value,
            origin: found.origin,
            writer,
            meanwhile: !inside,
        });
    }

    /// Whether a value was put where it is during the node.
    fn is_change(&self, found: Found) -> bool {
        matches!(found.origin, Origin::Written | Origin::Observed)
            && self.is_within(found.block, found.offset)
    }

    /// What a place held before the node. An object first seen during the node held what was seen then.
    fn value_before(&self, target: Target) -> Value {
        if let Some(found) = self.trace.find(&self.moment, target, self.begin) {
            return found.value;
        }
        let object = match target {
            Target::Field { object, .. } => object,
            Target::Element { array, .. } => array,
            Target::Static { .. } => return Value::Missing,
        };
        let seen = self.trace.introduction(&self.moment, object, self.end);
        let Some((_, block, offset)) = seen else {
            return Value::Missing;
        };
        let forest = &self.moment.forest;
        let Some(segment) = forest.segment_at(block, offset) else {
            return Value::Missing;
        };
        // One byte past the start of the record that introduced it: that record counts, the next one does not.
        let after = Time {
            segment,
            offset: self.end_of_record(forest, segment, offset),
        };
        self.trace
            .find(&self.moment, target, after)
            .map_or(Value::Missing, |found| found.value)
    }

    fn end_of_record(&self, forest: &Forest, segment: u32, offset: u32) -> u32 {
        let block = forest.segments[segment as usize].block;
        let length = self.trace.block(forest, block).and_then(|bytes| {
            let layouts = self.moment.definitions.layouts();
            layouts.length(&bytes, offset as usize).ok()
        });
        offset + length.unwrap_or(0) as u32
    }

    /// Goes through some of the node's own records in a segment and checks what they wrote to. Returns where to go on.
    fn scan(&mut self, segment: u32) -> Option<u32> {
        let bounds = self.moment.forest.segments[segment as usize];
        let bytes = self.trace.block(&self.moment.forest, bounds.block)?;
        let definitions = self.moment.definitions.clone();
        let end = (bounds.to as usize).min(bytes.len());
        let from = bounds.from.max(self.resume) as usize;
        let records = Records::starting(&bytes[..end], definitions.layouts(), from);
        let mut created: HashSet<u32> = HashSet::new();
        let mut checked = 0;
        for (offset, record) in records.map_while(Result::ok) {
            let time = Time {
                segment,
                offset: offset as u32,
            };
            if !self.is_during(time) {
                continue;
            }
            if checked == AT_ONCE {
                return Some(offset as u32);
            }
            checked += u32::from(is_write(&record));
            match record {
                Record::New { object, .. } | Record::NewArray { array: object, .. } => {
                    created.insert(object);
                }
                Record::PutField { field, object, .. } if !created.contains(&object) => {
                    let field = definitions.canonical_field(field);
                    let object = Ref(object);
                    self.check_older(object, Target::Field { object, field });
                }
                Record::Store { array, index, .. } if !created.contains(&array) => {
                    let array = Ref(array);
                    self.check_older(array, Target::Element { array, index });
                }
                Record::Bulk {
                    array,
                    start,
                    count,
                    ..
                } if !created.contains(&array) => {
                    self.check_range(Ref(array), start, start.saturating_add(count));
                }
                Record::Fill {
                    array, from, to, ..
                } if !created.contains(&array) => {
                    self.check_range(Ref(array), from, to);
                }
                _ => {}
            }
        }
        None
    }

    fn check_range(&mut self, array: Ref, from: u32, to: u32) {
        for index in from..to.min(from.saturating_add(ELEMENTS)) {
            self.check_older(array, Target::Element { array, index });
        }
    }

    /// Checks a place unless its object was created during the node.
    fn check_older(&mut self, object: Ref, target: Target) {
        if self.seen.contains(&target) {
            return;
        }
        let introduced = self.trace.introduction(&self.moment, object, self.end);
        let created = introduced.is_some_and(|(introduction, block, offset)| {
            let origin = match introduction {
                Introduction::Object { origin, .. } | Introduction::Array { origin, .. } => origin,
                Introduction::Content(_) => Origin::Seen,
            };
            origin == Origin::Created && self.is_within(block, offset)
        });
        if created {
            self.seen.insert(target);
        } else {
            self.check(target);
        }
    }

    /// Whether a record lies between the node's beginning and its end.
    fn is_within(&self, block: u32, offset: u32) -> bool {
        self.moment
            .forest
            .segment_at(block, offset)
            .is_some_and(|segment| self.is_during(Time { segment, offset }))
    }

    fn is_during(&self, time: Time) -> bool {
        let forest = &self.moment.forest;
        !forest.is_before(time, self.begin) && forest.is_before(time, self.end)
    }

    /// Whether a node is part of this one.
    fn contains(&self, node: NodeKey) -> bool {
        let forest = &self.moment.forest;
        let (Some(outer), Some(inner)) = (forest.node_of(self.key), forest.node_of(node)) else {
            return false;
        };
        let size = elenchus_tree::Columns::size(forest.as_ref(), outer.index());
        inner >= outer && (size == 0 || inner.0 - outer.0 < size)
    }

    /// Whether a class initialiser that ran inside the node wrote it: such writes are nobody's effects but its own.
    fn is_initialisation(&self, writer: Option<NodeKey>) -> bool {
        let forest = &self.moment.forest;
        let Some(writer) = writer.filter(|writer| writer.strand == self.key.strand) else {
            return false;
        };
        let Some((_, strand)) = forest.strand(writer.strand) else {
            return false;
        };
        let mut at = Some(writer.index);
        while let Some(node) = at.filter(|&node| node > self.key.index) {
            let label = strand.label(node);
            let initialiser = label & label::KIND == label::ROUTINE
                && self
                    .moment
                    .definitions
                    .routine(label & label::ID)
                    .is_some_and(RoutineDef::is_class_initialiser);
            if initialiser {
                return true;
            }
            at = strand.shape.parent(node);
        }
        false
    }
}

fn is_write(record: &Record) -> bool {
    matches!(
        record,
        Record::PutField { .. } | Record::Store { .. } | Record::Bulk { .. } | Record::Fill { .. }
    )
}

impl Iterator for Effects<'_> {
    type Item = Effect;

    fn next(&mut self) -> Option<Effect> {
        while self.ready.is_empty() {
            if !self.fill() {
                return None;
            }
        }
        self.ready.pop_front()
    }
}

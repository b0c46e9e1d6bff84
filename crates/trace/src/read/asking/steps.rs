//! Going through a node step by step: what its own code did, one action after the other, in both directions.
//!
//! An action is a write, or a direct part of the node as a whole: a call, a loop, a pass. Nothing is stored for this. The segment in which
//! a time lies is gone through again; parts are stepped over, so that a step costs the same in a node with a million parts.

use super::history::Moment;
use crate::definition::Definitions;
use crate::kind::Kind;
use crate::raw::record::{Cause, Record};
use crate::read::trace::Trace;
use crate::read::tree::forest::StrandView;
use crate::read::tree::locate::{self, Met, Place};
use crate::read::tree::machine::label;
use crate::value::{NodeKey, Ref, Target, Time, Value};
use std::ops::ControlFlow;

/// Something that the own code of a node did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    pub what: Done,
    /// Right before and right after it; a part that has not ended has no time after it.
    pub before: Time,
    pub after: Option<Time>,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Done {
    /// A value was put into a place.
    Wrote(Target, Value),
    /// These elements of an array were set.
    Filled { array: Ref, from: u32, to: u32 },
    /// This part of the node ran.
    Part(NodeKey),
}

impl Trace {
    /// The first action of a node that began at a time or later.
    pub fn action_from(&self, key: NodeKey, time: Time) -> Option<Action> {
        let moment = self.moment();
        let walk = Walk::new(self, &moment, key)?;
        for &segment in walk.segments().filter(|&&s| s >= time.segment) {
            let found = walk.replay(segment, |met| {
                let is_earlier = segment == time.segment && met.place.from < time.offset;
                if is_earlier {
                    return ControlFlow::Continue(());
                }
                let action = walk.begun_by(met).or_else(|| walk.written_by(met));
                match action {
                    Some(action) => ControlFlow::Break(Some(action)),
                    None if met.ended.contains(&key.index) => ControlFlow::Break(None),
                    None => ControlFlow::Continue(()),
                }
            });
            if let Some(found) = found {
                return found;
            }
        }
        None
    }

    /// The last action of a node that ended at a time or earlier.
    pub fn action_until(&self, key: NodeKey, time: Time) -> Option<Action> {
        let moment = self.moment();
        let walk = Walk::new(self, &moment, key)?;
        for &segment in walk.segments().rev().filter(|&&s| s <= time.segment) {
            let mut last = None;
            let mut begins_here = false;
            walk.replay::<()>(segment, |met| {
                let is_later = segment == time.segment && met.place.to > time.offset;
                if is_later {
                    return ControlFlow::Break(());
                }
                begins_here |= met.began.contains(&key.index);
                last = walk
                    .written_by(met)
                    .or_else(|| walk.ended_by(met))
                    .or(last.take());
                ControlFlow::Continue(())
            });
            if last.is_some() || begins_here {
                return last;
            }
        }
        None
    }

    /// The time of these numbers, if it lies between the beginning and the end of a node.
    pub fn time_in(&self, key: NodeKey, (segment, offset): (u32, u32)) -> Option<Time> {
        let forest = self.forest();
        let (_, strand) = forest.strand(key.strand)?;
        strand.segments.binary_search(&segment).ok()?;
        let bounds = forest.segments.get(segment as usize)?;
        let time = Time { segment, offset };
        let (begin, end) = self.span(key)?;
        let is_inside =
            !forest.is_before(time, begin) && end.is_none_or(|end| !forest.is_before(end, time));
        (is_inside && (bounds.from..=bounds.to).contains(&offset)).then_some(time)
    }
}

/// One node that is gone through.
struct Walk<'t> {
    trace: &'t Trace,
    moment: &'t Moment,
    strand: &'t StrandView,
    key: NodeKey,
    /// The segments in which it ran, as places among those of its strand.
    reach: (usize, usize),
}

impl<'t> Walk<'t> {
    fn new(trace: &'t Trace, moment: &'t Moment, key: NodeKey) -> Option<Walk<'t>> {
        let (begin, end) = trace.span(key)?;
        let (_, strand) = moment.forest.strand(key.strand)?;
        let place = |segment: u32| strand.segments.partition_point(|&other| other < segment);
        let last = end.map_or(strand.segments.len(), |end| place(end.segment) + 1);
        Some(Walk {
            trace,
            moment,
            strand,
            key,
            reach: (place(begin.segment), last.min(strand.segments.len())),
        })
    }

    fn segments(&self) -> std::slice::Iter<'_, u32> {
        self.strand.segments[self.reach.0..self.reach.1].iter()
    }

    fn replay<B>(&self, segment: u32, mut visit: impl FnMut(&Met) -> ControlFlow<B>) -> Option<B> {
        let forest = &self.moment.forest;
        let fetch = |block| self.trace.block(forest, block);
        let layouts = self.moment.definitions.layouts();
        locate::replay(forest, layouts, &fetch, segment, |met| visit(&met))
    }

    /// The part of the node that a record began.
    fn begun_by(&self, met: &Met) -> Option<Action> {
        self.part(met.began)
    }

    /// The part of the node that a record ended.
    fn ended_by(&self, met: &Met) -> Option<Action> {
        self.part(met.ended)
    }

    fn part(&self, nodes: &[u32]) -> Option<Action> {
        let is_part = |&&node: &&u32| self.strand.shape.parent(node) == Some(self.key.index);
        let index = *nodes.iter().find(is_part)?;
        let part = NodeKey { index, ..self.key };
        let (before, after) = self.trace.span(part)?;
        Some(Action {
            what: Done::Part(part),
            before,
            after,
        })
    }

    /// What a record of the node's own code wrote.
    fn written_by(&self, met: &Met) -> Option<Action> {
        let what = written(&Record::decode(met.bytes), &self.moment.definitions)?;
        let own = owner(self.strand, met.inside?, met.next) == self.key.index;
        let Place { segment, .. } = met.place;
        let time = |offset| Time { segment, offset };
        own.then(|| Action {
            what,
            before: time(met.place.from),
            after: Some(time(met.place.to)),
        })
    }
}

/// The node whose own code made a record, by the innermost open node and the one that begins next.
///
/// A pass through a loop becomes a node only with the first node in it or at its end. What happened before that in it is its
/// doing, and not the loop's: the next node, if the loop has one, is that pass.
pub(crate) fn owner(strand: &StrandView, innermost: u32, next: u32) -> u32 {
    let is = |node: u32, kind: u32| strand.label(node) & label::KIND == kind;
    let passes = is(innermost, label::LOOP)
        && next < strand.shape.nodes()
        && is(next, label::PASS)
        && strand.shape.parent(next) == Some(innermost);
    if passes { next } else { innermost }
}

/// What recorded code wrote by a record; nothing for what was only found somewhere.
fn written(record: &Record, definitions: &Definitions) -> Option<Done> {
    let kind = |field| definitions.field(field).map_or(Kind::Void, |def| def.kind);
    Some(match *record {
        Record::PutField {
            field,
            object,
            value,
            cause: Cause::Written,
        } => {
            let target = Target::Field {
                object: Ref(object),
                field: definitions.canonical_field(field),
            };
            Done::Wrote(target, Value::in_row(value, 0, kind(field)))
        }
        Record::PutStatic {
            field,
            value,
            cause: Cause::Written,
        } => {
            let target = Target::Static {
                field: definitions.canonical_field(field),
            };
            Done::Wrote(target, Value::in_row(value, 0, kind(field)))
        }
        Record::Store { array, index, .. } => Done::Filled {
            array: Ref(array),
            from: index,
            to: index + 1,
        },
        Record::Fill {
            array, from, to, ..
        } => Done::Filled {
            array: Ref(array),
            from,
            to,
        },
        Record::Bulk {
            array,
            start,
            count,
            cause: Cause::Written,
            ..
        } => Done::Filled {
            array: Ref(array),
            from: start,
            to: start.saturating_add(count),
        },
        _ => return None,
    })
}

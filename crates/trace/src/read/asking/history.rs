//! Heap history: what an object held at a time, and who wrote a place last.
//!
//! The object index names the few blocks that can hold the answer; their records are gone through, newest block first. Of
//! writes by different strands, the one whose slot was handed over last before the given time counts as the last.

use super::apply::origin;
use super::grown;
use super::search::Search;
use super::steps;
use crate::definition::{Definitions, class_flag};
use crate::kind::Kind;
use crate::raw::record::{Record, Records};
use crate::raw::reference::{self, Reference};
use crate::read::objects::cells::Section;
use crate::read::objects::marks::{BUCKET, Spot, mark};
use crate::read::objects::trail::Trail;
use crate::read::trace::Trace;
use crate::read::tree::forest::Forest;
use crate::read::tree::locate::{self, Place};
use crate::value::{NodeKey, Ref, Target, Thing, Time, Value};
use std::collections::{BTreeMap, HashMap};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// Elements of an array shown unless others are asked for.
const WINDOW: u32 = 64;

/// How many re-reads of an unchanged value are looked behind.
const OBSERVATIONS: usize = 256;

/// How a value came to be where it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Recorded code wrote it.
    Written,
    /// It was found there; whoever wrote it was not recorded.
    Observed,
    /// The object was created with it.
    Created,
    /// It was there when the object was seen first.
    Seen,
}

/// The last thing that happened to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writer {
    pub value: Value,
    pub origin: Origin,
    /// Right before it happened.
    pub time: Time,
    /// The innermost node in which it happened.
    pub node: Option<NodeKey>,
}

/// How an object was introduced.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Introduction {
    Object {
        class: u32,
        origin: Origin,
    },
    Array {
        class: u32,
        length: u32,
        origin: Origin,
    },
    Content(Thing),
}

/// A value found for a place, and since when it was there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Found {
    pub value: Value,
    pub origin: Origin,
    pub block: u32,
    pub offset: u32,
}

/// The forest and definitions that one question is answered with.
pub(crate) struct Moment {
    pub forest: Arc<Forest>,
    pub definitions: Arc<Definitions>,
}

impl Trace {
    /// Whether a time comes before another. Those of one strand are ordered as they happened, those of different strands as the recorder
    /// handed over what they did.
    pub fn is_before(&self, one: Time, other: Time) -> bool {
        self.forest().is_before(one, other)
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment {
            forest: self.forest(),
            definitions: self.definitions(),
        }
    }

    /// What a reference stood for, one level deep. Of arrays the first elements.
    pub fn state_at(&self, reference: Ref, time: Time) -> Thing {
        self.state_window(reference, time, 0..WINDOW)
    }

    /// As [`Trace::state_at`], with another window of an array's elements.
    pub fn state_window(&self, reference: Ref, time: Time, window: Range<u32>) -> Thing {
        match reference::decode(reference.0) {
            Reference::Boxed(kind, value) => {
                return Thing::Box {
                    class: 0,
                    value: Value::from_bits(kind, value as u64),
                };
            }
            Reference::Object(_) => {}
            _ => return Thing::NotFollowed,
        }
        let moment = self.moment();
        let found = self.introduction(&moment, reference, time);
        match found.map(|found| found.0) {
            None => self.unchanging(&moment, reference),
            Some(Introduction::Content(thing)) => thing,
            Some(Introduction::Object { class, .. }) => {
                let fields = self.fields_at(&moment, reference, class, time);
                let fields = fields.into_iter();
                Thing::Object {
                    class,
                    fields: fields
                        .map(|(field, found)| (field, found.map_or(Value::Missing, |f| f.value)))
                        .collect(),
                }
            }
            Some(Introduction::Array { class, length, .. }) => {
                let start = window.start.min(length);
                let end = window.end.clamp(start, length);
                let found = self.elements_at(&moment, reference, class, start..end, time);
                Thing::Array {
                    class,
                    length,
                    start,
                    window: found
                        .into_iter()
                        .map(|found| found.map_or(Value::Missing, |found| found.value))
                        .collect(),
                }
            }
        }
    }

    /// What a reference stands for that was introduced only later, if that never changes: equal strings are introduced
    /// once, by the first thread that meets one, whose records may have been taken in after those of another thread.
    fn unchanging(&self, moment: &Moment, reference: Ref) -> Thing {
        let found = self.introduction(moment, reference, moment.forest.end());
        let is_shared = |class| {
            let class = moment.definitions.class(class);
            class.is_some_and(|class| class.flags & class_flag::SHARED_TEXT != 0)
        };
        match found.map(|found| found.0) {
            Some(Introduction::Content(thing)) => match thing {
                Thing::Text { class, .. } if !is_shared(class) => Thing::NotFollowed,
                Thing::Text { .. }
                | Thing::Box { .. }
                | Thing::Enum { .. }
                | Thing::Class { .. } => thing,
                _ => Thing::NotFollowed,
            },
            _ => Thing::NotFollowed,
        }
    }

    /// What a place held at a time.
    pub fn value_at(&self, target: Target, time: Time) -> Value {
        self.find(&self.moment(), target, time)
            .map_or(Value::Missing, |found| found.value)
    }

    /// The last thing that happened to a place before a time.
    pub fn last_writer(&self, target: Target, time: Time) -> Option<Writer> {
        let moment = self.moment();
        let found = self.find(&moment, target, time)?;
        let found = self.behind_observations(&moment, target, found);
        let place = place_in(&moment.forest, found.block, found.offset)?;
        Some(Writer {
            value: found.value,
            origin: found.origin,
            time: place.before(),
            node: self.inside(&moment, place),
        })
    }

    /// The shared epoch at a time. Writes of different strands in one epoch are concurrent: neither is known to be first.
    pub fn epoch_at(&self, time: Time) -> u64 {
        let moment = self.moment();
        let Some(segment) = moment.forest.segments.get(time.segment as usize) else {
            return 0;
        };
        let Some(bytes) = self.block(&moment.forest, segment.block) else {
            return segment.epoch;
        };
        let end = (time.offset as usize).min(bytes.len());
        let layouts = moment.definitions.layouts();
        let records = Records::starting(&bytes[..end], layouts, segment.from as usize);
        records
            .map_while(Result::ok)
            .filter_map(|(_, record)| match record {
                Record::Epoch { epoch } => Some(epoch),
                _ => None,
            })
            .last()
            .unwrap_or(segment.epoch)
    }

    /// Goes back from a value that was merely found in a place to the write that put it there, if that was recorded.
    pub(crate) fn behind_observations(
        &self,
        moment: &Moment,
        target: Target,
        mut found: Found,
    ) -> Found {
        for _ in 0..OBSERVATIONS {
            if found.origin != Origin::Observed {
                break;
            }
            let earlier = place_in(&moment.forest, found.block, found.offset)
                .and_then(|place| self.find(moment, target, place.before()));
            match earlier {
                Some(earlier) if earlier.value.same(found.value) => found = earlier,
                _ => break,
            }
        }
        found
    }

    pub(crate) fn find(&self, moment: &Moment, target: Target, time: Time) -> Option<Found> {
        match target {
            Target::Static { field } => self.last_static(moment, field, time),
            Target::Field { object, field } => {
                let field = moment.definitions.canonical_field(field);
                let mut slots = HashMap::from([(field, None)]);
                self.resolve(moment, object, &mut slots, None, time);
                slots.remove(&field).flatten()
            }
            Target::Element { array, index } => {
                let Introduction::Array { class, .. } = self.introduction(moment, array, time)?.0
                else {
                    return None;
                };
                let found = self.elements_at(moment, array, class, index..index + 1, time);
                found.into_iter().next().flatten()
            }
        }
    }

    /// The fields of an object in the order of its class's layout, each with when it got its value.
    pub(crate) fn fields_at(
        &self,
        moment: &Moment,
        object: Ref,
        class: u32,
        time: Time,
    ) -> Vec<(u32, Option<Found>)> {
        let definitions = &moment.definitions;
        let layout = definitions.class(class).map_or(&[][..], |def| &def.layout);
        let fields: Vec<u32> = layout
            .iter()
            .map(|&field| definitions.canonical_field(field))
            .collect();
        let mut slots = fields.iter().map(|&field| (field, None)).collect();
        self.resolve(moment, object, &mut slots, None, time);
        fields
            .into_iter()
            .map(|field| (field, slots.get(&field).copied().flatten()))
            .collect()
    }

    /// A range of an array's elements, each with when it got its value.
    pub(crate) fn elements_at(
        &self,
        moment: &Moment,
        array: Ref,
        class: u32,
        range: Range<u32>,
        time: Time,
    ) -> Vec<Option<Found>> {
        if range.is_empty() {
            return Vec::new();
        }
        let kind = moment
            .definitions
            .class(class)
            .map_or(Kind::Void, |def| def.element);
        let mut slots = range.clone().map(|index| (index, None)).collect();
        self.resolve(moment, array, &mut slots, Some(kind), time);
        range
            .map(|index| slots.get(&index).copied().flatten())
            .collect()
    }

    /// Fills in what each slot (field or element number) of an object held. `element` tells what the elements of an array are.
    fn resolve(
        &self,
        moment: &Moment,
        object: Ref,
        slots: &mut HashMap<u32, Option<Found>>,
        element: Option<Kind>,
        time: Time,
    ) {
        let numbers = slots.keys().copied();
        let sections: BTreeMap<Section, Vec<u32>> = match element {
            None => BTreeMap::from([(Section::fields(object.0), numbers.collect())]),
            Some(_) => {
                let mut buckets: BTreeMap<Section, Vec<u32>> = BTreeMap::new();
                for number in numbers {
                    let bucket = Section::bucket(object.0, number / BUCKET);
                    buckets.entry(bucket).or_default().push(number);
                }
                buckets
            }
        };
        for (section, wanted) in sections {
            let search = Search::new(object.0, element, section, wanted, slots);
            self.resolve_section(moment, search, time);
        }
    }

    /// Goes back block by block until all is known that is looked for in a section, or the object's introduction is reached. Blocks that
    /// can only tell what is known already are left out, and so are those that were summed up.
    fn resolve_section(&self, moment: &Moment, mut search: Search, time: Time) {
        let mut trail = self.trail(moment, search.marks(), time);
        let (order, summaries) = (&moment.forest.order, self.lookup().summaries());
        let last = order.place(block_of(moment, time)).min(order.settled());
        while let Some(block) = trail.next(|mark| search.wants(mark)) {
            let place = order.place(block);
            // A summary tells of the end of a block, and like all of the index knows blocks by their places.
            if place < last
                && let Some(summary) = summaries.find(place, search.section)
            {
                search.take_summary(&summary, order, &moment.definitions);
                if search.is_done() {
                    return;
                }
                trail.skip_to(summary.from);
                continue;
            }
            let Some((records, touches)) = self.touches_of(moment, block, search.object) else {
                continue;
            };
            for offset in touches.of(search.object, limit_in(moment, block, time)) {
                let record = record_at(&records, moment, offset);
                search.take(&record, block, offset as u32, &moment.definitions);
                if record.introduced() == Some(search.object) || search.is_done() {
                    return;
                }
            }
        }
    }

    /// How an object was introduced last before a time, and where.
    pub(crate) fn introduction(
        &self,
        moment: &Moment,
        object: Ref,
        time: Time,
    ) -> Option<(Introduction, u32, u32)> {
        let mark = mark(object.0, Spot::Whole);
        let mut trail = self.trail(moment, vec![mark], time);
        let mut gatherer = grown::Gatherer::default();
        while let Some(block) = trail.next(|_| true) {
            let Some((records, touches)) = self.touches_of(moment, block, object.0) else {
                continue;
            };
            let limit = limit_in(moment, block, time);
            let found = touches.introductions(object.0, limit).find_map(|offset| {
                let segment = moment.forest.segment_at(block, offset as u32);
                let found = grown::Found {
                    record: record_at(&records, moment, offset),
                    strand: segment.map_or(0, |at| moment.forest.segments[at as usize].strand),
                    block,
                    offset: offset as u32,
                };
                gatherer.take(&found, object.0, &moment.definitions)
            });
            if found.is_some() {
                return found;
            }
        }
        gatherer.without_beginning()
    }

    /// What was last written to a static field before a time.
    fn last_static(&self, moment: &Moment, field: u32, time: Time) -> Option<Found> {
        let kind = moment.definitions.field(field)?.kind;
        let field = moment.definitions.canonical_field(field);
        let mut trail = self.trail(moment, vec![mark(0, Spot::Field(field))], time);
        while let Some(block) = trail.next(|_| true) {
            let Some((records, touches)) = self.touches_of(moment, block, 0) else {
                continue;
            };
            let mut statics = touches.of(0, limit_in(moment, block, time));
            let found = statics.find_map(|offset| match record_at(&records, moment, offset) {
                Record::PutStatic {
                    field: written,
                    value,
                    cause,
                } if moment.definitions.canonical_field(written) == field => Some(Found {
                    value: Value::in_row(value, 0, kind),
                    origin: origin(cause),
                    block,
                    offset: offset as u32,
                }),
                _ => None,
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The blocks that may hold something under one of the marks before a time.
    fn trail(&self, moment: &Moment, marks: Vec<u32>, time: Time) -> Trail {
        let last = block_of(moment, time);
        self.lookup_at(&moment.forest, last)
            .trail(marks, last, &moment.forest.order)
    }

    /// The innermost node in which the record that begins at this time was made.
    pub fn node_at(&self, time: Time) -> Option<NodeKey> {
        let place = Place {
            segment: time.segment,
            from: time.offset,
            to: time.offset,
        };
        self.inside(&self.moment(), place)
    }

    /// The innermost node in which a record was made.
    pub(crate) fn inside(&self, moment: &Moment, place: Place) -> Option<NodeKey> {
        let forest = &moment.forest;
        let fetch = |block| self.block(forest, block);
        let strand = &forest.strands[forest.segments[place.segment as usize].strand as usize];
        let layouts = moment.definitions.layouts();
        let (inside, next) =
            locate::replay(forest, layouts, &fetch, place.segment, |met| {
                match met.place.from == place.from {
                    true => ControlFlow::Break((met.inside, met.next)),
                    false => ControlFlow::Continue(()),
                }
            })?;
        Some(NodeKey {
            strand: strand.number,
            index: steps::owner(strand, inside?, next),
        })
    }

    /// Who made an object: the node in which it was created, if that was recorded.
    pub fn maker(&self, object: Ref, time: Time) -> Option<NodeKey> {
        if !reference::is_object(object.0) {
            return None;
        }
        let moment = self.moment();
        let (introduction, block, offset) = self.introduction(&moment, object, time)?;
        let origin = match introduction {
            Introduction::Object { origin, .. } | Introduction::Array { origin, .. } => origin,
            Introduction::Content(_) => return None,
        };
        let place = place_in(&moment.forest, block, offset)?;
        let node = self.inside(&moment, place)?;
        (origin == Origin::Created).then_some(node)
    }
}

/// The block in which a time lies.
pub(crate) fn block_of(moment: &Moment, time: Time) -> u32 {
    let segment = moment.forest.segments.get(time.segment as usize);
    segment.map_or(0, |segment| segment.block)
}

/// How many bytes of a block lie before a time.
fn limit_in(moment: &Moment, block: u32, time: Time) -> usize {
    match block == block_of(moment, time) {
        true => time.offset as usize,
        false => moment.forest.bytes_of(block),
    }
}

/// The record that begins at an offset of a block.
fn record_at<'r>(records: &'r [u8], moment: &Moment, offset: usize) -> Record<'r> {
    let length = moment.definitions.layouts().length(records, offset);
    Record::decode(&records[offset..offset + length.unwrap_or(0)])
}

/// The place of the record at an offset of a block.
pub(crate) fn place_in(forest: &Forest, block: u32, offset: u32) -> Option<Place> {
    let segment = forest.segment_at(block, offset)?;
    Some(Place {
        segment,
        from: offset,
        to: offset,
    })
}

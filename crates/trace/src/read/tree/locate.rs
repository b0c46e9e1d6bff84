//! Finding a node's records again: where it begins and where it ends.
//!
//! Nothing is stored for a node but its place in the shape and its label. Its first record is found by going through the
//! segment in which it began; its last one by stepping over segments in which the depth never falls low enough.

use super::build::Segment;
use super::forest::{Forest, StrandView};
use super::machine::{self, Stack, label};
use crate::raw::layout::Layouts;
use crate::read::slots::records::SlotRecords;
use crate::value::Time;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The place of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub segment: u32,
    /// Its bytes in the block.
    pub from: u32,
    pub to: u32,
}

impl Place {
    /// The time right before the record.
    pub fn before(self) -> Time {
        Time {
            segment: self.segment,
            offset: self.from,
        }
    }

    /// The time right after it.
    pub fn after(self) -> Time {
        Time {
            segment: self.segment,
            offset: self.to,
        }
    }
}

/// Reads a segment's records: gives its block.
pub type Fetch<'a> = &'a dyn Fn(u32) -> Option<Arc<SlotRecords>>;

/// Open nodes while a segment is gone through again. Those opened before it are looked up when they are asked for.
struct Replay<'f> {
    strand: &'f StrandView,
    opened: Vec<u32>,
    opened_nodes: Vec<u32>,
    /// Nodes open at the start of the segment, innermost first, as far as they were asked for.
    older: Vec<u32>,
    /// How many of them have been closed.
    closed_older: usize,
    innermost: Option<u32>,
    next: u32,
    calls: u32,
    /// What the current record did.
    began: Vec<u32>,
    ended: Vec<u32>,
}

impl<'f> Replay<'f> {
    fn new(forest: &'f Forest, segment: u32) -> Replay<'f> {
        let segment = &forest.segments[segment as usize];
        let strand = &forest.strands[segment.strand as usize];
        Replay {
            strand,
            opened: Vec::new(),
            opened_nodes: Vec::new(),
            older: Vec::new(),
            closed_older: 0,
            innermost: strand.shape.innermost(segment.first_node, segment.depth),
            next: segment.first_node,
            calls: segment.calls,
            began: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// The `nth` node open at the start of the segment and still open.
    fn older(&mut self, nth: usize) -> Option<u32> {
        let wanted = self.closed_older + nth;
        while self.older.len() <= wanted {
            let next = match self.older.last() {
                Some(&inner) => self.strand.shape.parent(inner),
                None => self.innermost,
            };
            self.older.push(next?);
        }
        Some(self.older[wanted])
    }

    /// The innermost open node.
    fn current(&mut self) -> Option<u32> {
        match self.opened_nodes.last() {
            Some(&node) => Some(node),
            None => self.older(0),
        }
    }
}

impl Stack for Replay<'_> {
    fn open(&mut self, what: u32) {
        self.began.push(self.next);
        self.opened.push(what);
        self.opened_nodes.push(self.next);
        self.next += 1;
        self.calls += u32::from(is_call(what));
    }

    fn close(&mut self) {
        let (what, node) = match (self.opened.pop(), self.opened_nodes.pop()) {
            (Some(what), Some(node)) => (what, node),
            _ => match self.older(0) {
                Some(node) => {
                    self.closed_older += 1;
                    (self.strand.label(node), node)
                }
                None => return,
            },
        };
        self.ended.push(node);
        self.calls -= u32::from(is_call(what)).min(self.calls);
    }

    fn nth(&mut self, nth: usize) -> Option<u32> {
        match self.opened.len().checked_sub(nth + 1) {
            Some(index) => Some(self.opened[index]),
            None => {
                let node = self.older(nth - self.opened.len())?;
                Some(label::what(self.strand.label(node)))
            }
        }
    }

    fn calls(&self) -> u32 {
        self.calls
    }
}

fn is_call(what: u32) -> bool {
    matches!(what & label::KIND, label::ROUTINE | label::LOST)
}

/// One record met while going through a segment.
pub struct Met<'r> {
    pub place: Place,
    pub bytes: &'r [u8],
    /// Nodes it began and ended.
    pub began: &'r [u32],
    pub ended: &'r [u32],
    /// The innermost open node before the record.
    pub inside: Option<u32>,
    /// The number of the node that begins next, before the record.
    pub next: u32,
}

/// Goes through the records of a segment. Returns what `visit` broke off with.
pub fn replay<B>(
    forest: &Forest,
    layouts: &Layouts,
    fetch: Fetch,
    segment: u32,
    mut visit: impl FnMut(Met) -> ControlFlow<B>,
) -> Option<B> {
    let bounds = *forest.segments.get(segment as usize)?;
    let bytes = fetch(bounds.block)?;
    let mut stack = Replay::new(forest, segment);
    let mut at = bounds.from as usize;
    let end = (bounds.to as usize).min(bytes.len());
    while at < end {
        let length = layouts.length(&bytes[..end], at).ok()?;
        let record = &bytes[at..at + length];
        stack.began.clear();
        stack.ended.clear();
        let (inside, next) = (stack.current(), stack.next);
        machine::step(&mut stack, record);
        let place = Place {
            segment,
            from: at as u32,
            to: (at + length) as u32,
        };
        let met = Met {
            place,
            bytes: record,
            began: &stack.began,
            ended: &stack.ended,
            inside,
            next,
        };
        if let ControlFlow::Break(found) = visit(met) {
            return Some(found);
        }
        at += length;
    }
    None
}

/// Index among the strand's segments of the one in which a node began.
pub fn segment_of(forest: &Forest, strand: &StrandView, node: u32) -> Option<usize> {
    let after = strand
        .segments
        .partition_point(|&segment| forest.segments[segment as usize].first_node <= node);
    after.checked_sub(1)
}

/// Where the nodes of a segment begin and end. Made once, it spares going through the segment again for each of its nodes.
#[derive(Debug)]
pub struct SegmentMap {
    /// The segment as it was then: that of a running program grows.
    segment: Segment,
    number: u32,
    /// The records that began its nodes, in the order of the nodes.
    began: Vec<Bytes>,
    /// The nodes that ended in it, sorted, with the records that ended them.
    ended: Vec<(u32, Bytes)>,
}

/// The first byte of a record in its block, and the first one after it.
type Bytes = (u32, u32);

/// Gives the map of a segment.
pub type Maps<'a> = &'a dyn Fn(u32) -> Option<Arc<SegmentMap>>;

impl SegmentMap {
    pub fn new(
        forest: &Forest,
        layouts: &Layouts,
        fetch: Fetch,
        number: u32,
    ) -> Option<SegmentMap> {
        let mut map = SegmentMap {
            segment: *forest.segments.get(number as usize)?,
            number,
            began: Vec::new(),
            ended: Vec::new(),
        };
        replay(forest, layouts, fetch, number, |met| {
            let bytes = (met.place.from, met.place.to);
            map.began.extend(met.began.iter().map(|_| bytes));
            map.ended
                .extend(met.ended.iter().map(|&node| (node, bytes)));
            ControlFlow::<()>::Continue(())
        });
        map.ended.sort_unstable();
        map.began.shrink_to_fit();
        map.ended.shrink_to_fit();
        Some(map)
    }

    /// Whether the segment has not grown since.
    pub fn is_of(&self, segment: &Segment) -> bool {
        self.segment == *segment
    }

    /// The memory that it takes.
    pub fn size(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.began) + size_of_val(&*self.ended)
    }

    fn beginning(&self, node: u32) -> Option<Place> {
        let nth = node.checked_sub(self.segment.first_node)?;
        self.began.get(nth as usize).map(|&bytes| self.place(bytes))
    }

    fn ending(&self, node: u32) -> Option<Place> {
        let ended = &self.ended;
        let nth = ended.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.place(ended[nth].1))
    }

    fn place(&self, (from, to): Bytes) -> Place {
        Place {
            segment: self.number,
            from,
            to,
        }
    }
}

/// The record that began a node.
pub fn beginning(forest: &Forest, maps: Maps, strand: &StrandView, node: u32) -> Option<Place> {
    let segment = strand.segments[segment_of(forest, strand, node)?];
    maps(segment)?.beginning(node)
}

/// The record that ended a node; `None` while it has not finished.
pub fn ending(forest: &Forest, maps: Maps, strand: &StrandView, node: u32) -> Option<Place> {
    let last = node + strand.shape.size(node)? - 1;
    let depth = strand.shape.depth(node);
    let first = segment_of(forest, strand, last)?;
    for (nth, &segment) in strand.segments[first..].iter().enumerate() {
        let bounds = &forest.segments[segment as usize];
        if nth > 0 && bounds.depth <= depth {
            // It ended between two segments: its last record is lost.
            return None;
        }
        if bounds.min_depth > depth {
            continue;
        }
        let found = maps(segment).and_then(|map| map.ending(node));
        if found.is_some() {
            return found;
        }
    }
    None
}

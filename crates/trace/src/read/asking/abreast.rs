//! What other strands wrote at about the same time as a piece of the run: nobody can tell which came first.
//!
//! Records of different strands are put in the order in which their slots were handed over, and what stands in a slot that is handed over late
//! may have been written early. What is certain is told by turns alone. A record comes after all slots that its strand knew to be handed over
//! by then: the one before its own in the same ring, and as many as the last `EPOCH` record counts. Everything else ran abreast of it.

use super::history::{Moment, block_of};
use crate::raw::record::{Record, Records, text_flag};
use crate::read::slots::order::Turn;
use crate::read::slots::store::{SlotKey, SlotStore};
use crate::read::slots::touches::touched;
use crate::read::trace::{Trace, lock};
use crate::read::tree::forest::{Forest, StrandView};
use crate::value::{NodeKey, Ref, Time};
use crate::version::Version;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Weak};

/// The first version whose `EPOCH` records count turns.
const COUNTS_TURNS: Version = Version { major: 1, minor: 2 };

/// A block that was not handed over, as far as anybody knows.
const NEVER: u64 = u64::MAX;

/// What other strands wrote abreast of a piece, with the numbers of those strands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abreast {
    objects: HashMap<u32, BTreeSet<u32>>,
    statics: HashMap<u32, BTreeSet<u32>>,
}

impl Abreast {
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.statics.is_empty()
    }

    /// The strands that wrote into an object.
    pub fn into_object(&self, object: Ref) -> impl Iterator<Item = u32> {
        self.objects.get(&object.0).into_iter().flatten().copied()
    }

    /// The strands that wrote a static field.
    pub fn into_static(&self, field: u32) -> impl Iterator<Item = u32> {
        self.statics.get(&field).into_iter().flatten().copied()
    }

    fn take(&mut self, record: &Record, strand: u32, field_of: impl Fn(u32) -> u32) {
        let mut into = |object| self.objects.entry(object).or_default().insert(strand);
        match record {
            Record::PutStatic { field, .. } => {
                let writers = self.statics.entry(field_of(*field)).or_default();
                writers.insert(strand);
            }
            // What a builder of texts held when it was looked at again.
            Record::Text {
                reference, flags, ..
            } if flags & text_flag::REREAD != 0 => {
                into(*reference);
            }
            _ => {
                if let Some((object, false)) = touched(record) {
                    into(object);
                }
            }
        }
    }
}

/// The turn in which each block was handed over, and that of the block before it in the same ring.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    of: Weak<Forest>,
    blocks: Arc<[(u64, u64)]>,
}

impl Turns {
    fn look(store: &SlotStore, forest: &Arc<Forest>) -> Turns {
        let turn = |key: SlotKey| match store.turn(key) {
            Turn::HandedOver(turn) => Some(turn),
            Turn::Sealed(_) | Turn::Open => None,
        };
        let blocks = forest.blocks.iter().map(|&(ring, sequence)| {
            let before = sequence.checked_sub(1).and_then(|last| turn((ring, last)));
            (turn((ring, sequence)).unwrap_or(NEVER), before.unwrap_or(0))
        });
        Turns {
            of: Arc::downgrade(forest),
            blocks: blocks.collect(),
        }
    }
}

/// What is known of the two ends of a piece.
struct Ends {
    /// The slots handed over up to this turn came before it began, or before it ended.
    began_after: u64,
    ended_after: u64,
    /// What was written by who knew of this turn came after its end.
    over: u64,
}

impl Trace {
    /// What strands outside of a piece wrote that is neither known to have come before it began nor after it ended, and what strands that began
    /// in it wrote that is not known to have come before its end. `None` when that means going through more bytes of records than `most`, or
    /// when some are lost.
    pub fn abreast(&self, first: NodeKey, last: NodeKey, most: u64) -> Option<Abreast> {
        let moment = self.moment();
        let forest = &moment.forest;
        let mut found = Abreast::default();
        if forest.strands.len() < 2 {
            return Some(found);
        }
        let (own, _) = forest.strand(first.strand)?;
        let turns = self.turns(forest);
        let end = self.after(last);
        let ends = Ends {
            began_after: self.known_at(&moment, &turns, self.before(first)?),
            ended_after: end.map_or(NEVER, |end| self.known_at(&moment, &turns, end)),
            over: end.map_or(NEVER, |end| turns[block_of(&moment, end) as usize].0),
        };
        let span = (forest.node_of(first)?, forest.node_of(last)?);
        let size = elenchus_tree::Columns::size(forest.as_ref(), span.1.index());
        let mut room = most;
        for (index, strand) in forest.strands.iter().enumerate() {
            if index == own as usize {
                continue;
            }
            let key = NodeKey {
                strand: strand.number,
                index: 0,
            };
            let is_inside = forest.node_of(key).is_some_and(|node| {
                node >= span.0 && (size == 0 || node < span.1 || node.0 - span.1.0 < size)
            });
            let known = if is_inside {
                ends.ended_after
            } else {
                ends.began_after
            };
            self.gather(
                &moment,
                &turns,
                strand,
                (known, ends.over),
                &mut room,
                &mut found,
            )?;
        }
        Some(found)
    }

    /// Whether a time is known to have come before another: it did in the same strand, or the other strand knew of it.
    pub fn is_known_before(&self, one: Time, other: Time) -> bool {
        let moment = self.moment();
        let strand = |time: Time| {
            let segment = moment.forest.segments.get(time.segment as usize);
            segment.map(|segment| segment.strand)
        };
        if strand(one) == strand(other) {
            return self.is_before(one, other);
        }
        let turns = self.turns(&moment.forest);
        turns[block_of(&moment, one) as usize].0 <= self.known_at(&moment, &turns, other)
    }

    /// Takes in what a strand wrote in slots that were handed over later than `known`, until it knew of the turn `over`.
    fn gather(
        &self,
        moment: &Moment,
        turns: &[(u64, u64)],
        strand: &StrandView,
        (known, over): (u64, u64),
        room: &mut u64,
        found: &mut Abreast,
    ) -> Option<()> {
        let definitions = &moment.definitions;
        for &segment in strand.segments.iter() {
            let segment = &moment.forest.segments[segment as usize];
            let (turn, before) = turns[segment.block as usize];
            let mut knew = before.max(self.turns_of(segment.epoch));
            if turn <= known {
                continue;
            }
            if over <= knew {
                return Some(());
            }
            *room = room.checked_sub(u64::from(segment.to - segment.from))?;
            let bytes = self.block(&moment.forest, segment.block)?;
            let end = (segment.to as usize).min(bytes.len());
            let layouts = definitions.layouts();
            for record in Records::starting(&bytes[..end], layouts, segment.from as usize) {
                match record.ok()?.1 {
                    Record::Epoch { epoch } => knew = knew.max(self.turns_of(epoch)),
                    record => found.take(&record, strand.number, |field| {
                        definitions.canonical_field(field)
                    }),
                }
                if over <= knew {
                    return Some(());
                }
            }
        }
        Some(())
    }

    /// Up to which turn slots are known to have been handed over before a time.
    fn known_at(&self, moment: &Moment, turns: &[(u64, u64)], time: Time) -> u64 {
        let before = turns[block_of(moment, time) as usize].1;
        before.max(self.turns_of(self.epoch_at(time)))
    }

    /// How many turns an epoch stands for.
    fn turns_of(&self, epoch: u64) -> u64 {
        match self.meta.version() {
            Some(version) if version.minor >= COUNTS_TURNS.minor => epoch,
            _ => 0,
        }
    }

    fn turns(&self, forest: &Arc<Forest>) -> Arc<[(u64, u64)]> {
        let mut turns = lock(&self.turns);
        let is_known = std::ptr::eq(turns.of.as_ptr(), Arc::as_ptr(forest));
        if !is_known {
            *turns = Turns::look(self.store(), forest);
        }
        turns.blocks.clone()
    }
}

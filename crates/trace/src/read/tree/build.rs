//! The builder: takes in the records of all rings in order and grows the strands' trees.
//!
//! This is thread 1 and 2 of seed 004 in one: what it reads is on disk already (rings and frames), and what it makes goes to
//! disk by itself (pages). Its memory follows the number of open calls and of strands, not the length of the run.

use super::machine::{self, Stack, label};
use super::strand::Strand;
use crate::definition::Definitions;
use crate::error::Error;
use crate::frame::{Stamp, UNKNOWN_DEPTH};
use crate::raw::layout::RecordError;
use crate::raw::tag;
use crate::read::damage::Damage;
use crate::read::slots::cut::Cut;
use crate::read::slots::order::{Order, Turn};
use crate::read::slots::store::{SlotKey, SlotStore};
use crate::read::storage::pages::PageFile;
use crate::wire::word;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A new segment begins after about this many bytes of records.
const SEGMENT_BYTES: u32 = 32 << 10;

/// A stretch of records of one strand in one block: the unit by which nodes and writes are found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Index of the strand.
    pub strand: u32,
    /// Index of the block.
    pub block: u32,
    /// Its records, as bytes of the block.
    pub from: u32,
    pub to: u32,
    /// How many nodes of the strand began before it.
    pub first_node: u32,
    /// How many nodes were open when it began.
    pub depth: u32,
    /// The smallest number of open nodes in it.
    pub min_depth: u32,
    /// How many calls were open when it began.
    pub calls: u32,
    /// Bytes written to or read from standard streams in it.
    pub output: u32,
    /// The shared epoch when it began.
    pub epoch: u64,
}

/// A strand started by a call of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Index of the strand of the call.
    pub strand: u32,
    /// The innermost node that was open, if any.
    pub node: Option<u32>,
    /// How many nodes of that strand had begun.
    pub before: u32,
    /// The recorder's number of the new strand.
    pub started: u32,
}

/// Records are missing between what came before this point of a strand and what came after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    pub strand: u32,
    /// How many nodes had begun.
    pub nodes: u32,
    /// How many of them were open.
    pub depth: u32,
}

#[derive(Clone, Copy, Debug)]
struct Cursor {
    sequence: u64,
    consumed: usize,
    block: u32,
    strand: u32,
    epoch: u64,
    begun: bool,
    /// Where a record uses a number that was not defined when it was looked at first.
    undefined: Option<usize>,
}

/// What has been made of the records so far.
#[derive(Debug)]
pub struct Builder {
    pub file: PageFile,
    pub strands: Vec<Strand>,
    pub blocks: Vec<SlotKey>,
    pub order: Order,
    pub segments: Vec<Segment>,
    pub starts: Vec<Start>,
    pub gaps: Vec<Gap>,
    pub cut: Option<u32>,
    /// Events the recorder says it lost.
    pub lost: u64,
    /// Bytes of records taken in.
    pub taken: u64,
    index_of: HashMap<u32, u32>,
    cursors: HashMap<u32, Cursor>,
}

/// What is there at one look.
#[derive(Clone, Copy)]
struct Look<'l> {
    store: &'l SlotStore,
    definitions: &'l Definitions,
    /// Nothing will be added any more.
    over: bool,
    cut: &'l Cut,
}

impl Look<'_> {
    /// How many bytes of a block may be read, if they are there.
    fn allowed(&self, key: SlotKey) -> usize {
        self.cut.bytes(key, self.store.turn(key))
    }

    /// How many bytes of a block can be read. `None` when it is nowhere right now.
    fn committed(&self, key: SlotKey) -> Option<usize> {
        // Should it be handed over in between, less than is there is the safe side.
        let allowed = self.allowed(key);
        Some(self.store.committed(key)?.min(allowed))
    }

    /// When the block was handed over that is to be read next in a ring, or to be read on.
    fn next_turn(&self, ring: u32, cursor: Option<&Cursor>) -> Option<Turn> {
        let store = self.store;
        let current = cursor.filter(|cursor| cursor.begun && cursor.consumed != usize::MAX);
        if let Some(cursor) = current {
            let key = (ring, cursor.sequence);
            let turn = store.turn(key);
            match store.committed(key) {
                Some(committed) if committed == cursor.consumed => {}
                Some(_) => return Some(turn),
                None => return Some(self.meanwhile().unwrap_or(turn)),
            }
        }
        let from = cursor.map_or(1, |cursor| cursor.sequence + 1);
        let next = store.next_sequence(ring, from)?;
        let turn = store.turn((ring, next));
        // One that is followed by another was handed over.
        let is_hidden = next != from
            || turn == Turn::Open
                && self.allowed((ring, next)) == 0
                && store.next_sequence(ring, next + 1).is_some();
        Some(self.meanwhile().filter(|_| is_hidden).unwrap_or(turn))
    }

    /// In place of the turn of a block that is nowhere right now although it was handed over: it was sealed since the look began, and will be
    /// found in a frame. Nothing is read before it, unless it may be lost.
    fn meanwhile(&self) -> Option<Turn> {
        let first = Turn::HandedOver(0);
        self.cut.is_awaited(first).then_some(first)
    }
}

/// How far a ring could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// All there is.
    Done,
    /// Up to a strand whose earlier part stands in another ring that has not been read so far.
    Waiting,
    /// Up to a record that uses a number whose definition was written after the definitions were read.
    Undefined,
}

impl Builder {
    pub fn new(file: PageFile) -> Builder {
        Builder {
            file,
            strands: Vec::new(),
            blocks: Vec::new(),
            order: Order::default(),
            segments: Vec::new(),
            starts: Vec::new(),
            gaps: Vec::new(),
            cut: None,
            lost: 0,
            taken: 0,
            index_of: HashMap::new(),
            cursors: HashMap::new(),
        }
    }

    /// Nodes and calls known so far.
    pub fn calls(&self) -> u64 {
        self.strands.iter().map(|strand| strand.calls).sum()
    }

    /// Of blocks that are not settled and may have grown since, how many bytes were taken in.
    pub fn unfinished(&self) -> HashMap<u32, u32> {
        let cursors = self.cursors.values();
        let current = cursors.filter(|cursor| {
            let is_open = self.order.place(cursor.block) >= self.order.settled();
            cursor.begun && cursor.consumed != usize::MAX && is_open
        });
        current
            .map(|cursor| (cursor.block, cursor.consumed as u32))
            .collect()
    }

    /// Takes in what the store has to offer and `cut` allows, at most about `limit` bytes of it, puts it in order and tells whether that was
    /// everything. `over` says that nothing will be added any more: then gaps are accepted.
    pub fn advance(
        &mut self,
        store: &SlotStore,
        definitions: &Definitions,
        over: bool,
        cut: &Cut,
        limit: u64,
        damage: &mut Damage,
    ) -> Result<bool, Error> {
        let look = Look {
            store,
            definitions,
            over,
            cut,
        };
        if !self.learn_turns(look) {
            return Ok(false);
        }
        let all = self.take_blocks(look, limit, damage)?;
        let key_of = |block: u32| self.blocks[block as usize];
        let turn_of = |block: u32| store.turn(key_of(block));
        let unread = || match all && over {
            true => None,
            false => {
                let rings = store.rings().into_iter();
                let unread = rings.filter_map(|ring| look.next_turn(ring, self.cursors.get(&ring)));
                unread.min()
            }
        };
        self.order
            .settle(turn_of, key_of, |turn| cut.is_due(turn), unread);
        Ok(all)
    }

    /// Looks which blocks were handed over since they were taken in, before anything that may rest on them is; `false` when one of them was
    /// sealed since the look began, so that the next look tells.
    fn learn_turns(&mut self, look: Look) -> bool {
        for block in self.order.unsettled().to_vec() {
            let key = self.blocks[block as usize];
            let turn = look.store.turn(key);
            if turn == Turn::Open
                && look.meanwhile().is_some()
                && look.store.committed(key).is_none()
            {
                return false;
            }
            self.order.learn(block, turn);
        }
        true
    }

    fn take_blocks(&mut self, look: Look, limit: u64, damage: &mut Damage) -> Result<bool, Error> {
        let Look { store, over, .. } = look;
        let mut taken = 0;
        // Rings are read in the order in which their blocks were handed over, so that what happened at about the same time in
        // several threads is taken in at about the same time.
        let rings = store.rings().into_iter();
        let mut ready: BinaryHeap<_> = rings.map(|ring| self.due(ring, look)).collect();
        let mut waiting: Vec<u32> = Vec::new();
        while taken < limit {
            let Some(Reverse((turn, ring))) = ready.pop() else {
                if waiting.is_empty() || !over {
                    return Ok(true);
                }
                // The part that is waited for will not come: go on without it.
                for ring in std::mem::take(&mut waiting) {
                    self.advance_ring(ring, look, true, damage)?;
                }
                let rings = store.rings().into_iter();
                ready.extend(rings.map(|ring| self.due(ring, look)));
                continue;
            };
            match self.advance_ring(ring, look, false, damage)? {
                Some((bytes, Progress::Done)) => {
                    taken += bytes as u64;
                    let more = std::iter::once(ring).chain(waiting.drain(..));
                    ready.extend(more.map(|ring| self.due(ring, look)));
                }
                Some((bytes, Progress::Waiting)) => {
                    taken += bytes as u64;
                    waiting.push(ring);
                }
                // Nothing that may rest on the rest of it is taken in before.
                Some((_, Progress::Undefined)) => return Ok(false),
                None if look.cut.is_awaited(turn) => return Ok(false),
                None => {}
            }
        }
        Ok(false)
    }

    /// A ring, and when the block that comes next in it was handed over: the first comes first.
    fn due(&self, ring: u32, look: Look) -> Reverse<(Turn, u32)> {
        let next = look.next_turn(ring, self.cursors.get(&ring));
        Reverse((next.unwrap_or(Turn::Open), ring))
    }

    /// Reads on in one ring, at most to the end of a block. `None` when there is nothing new.
    fn advance_ring(
        &mut self,
        ring: u32,
        look: Look,
        force: bool,
        damage: &mut Damage,
    ) -> Result<Option<(usize, Progress)>, Error> {
        let Look { store, over, .. } = look;
        let mut cursor = self.cursors.get(&ring).copied().unwrap_or(Cursor {
            sequence: 0,
            consumed: 0,
            block: 0,
            strand: 0,
            epoch: 0,
            begun: false,
            undefined: None,
        });
        let unread = |cursor: &Cursor| {
            let key = (ring, cursor.sequence);
            (look.committed(key)? > cursor.consumed).then(|| store.pass(key))?
        };
        let mut gap = false;
        let mut fetched = if cursor.begun { unread(&cursor) } else { None };
        if fetched.is_none() {
            let Some(next) = store.next_sequence(ring, cursor.sequence + 1) else {
                return Ok(None);
            };
            // Only now that the next slot has been begun is the current one known to be complete; its last records may have
            // been committed since it was looked at: they are taken in at the next look. A slot that is nowhere will be in a frame then.
            if cursor.begun && !over && cursor.consumed != usize::MAX {
                let committed = store.committed((ring, cursor.sequence));
                if committed.is_none_or(|committed| committed > cursor.consumed) {
                    return Ok(None);
                }
            }
            let missing = next != cursor.sequence + 1;
            if missing && !over {
                return Ok(None);
            }
            if look.allowed((ring, next)) == 0 {
                return Ok(None);
            }
            fetched = store.pass((ring, next));
            if fetched.is_none() && !over {
                return Ok(None);
            }
            if missing || fetched.is_none() {
                damage.gap(
                    ring,
                    cursor.sequence + 1,
                    next + u64::from(fetched.is_none()),
                );
            }
            gap = missing || cursor.consumed == usize::MAX;
            cursor.sequence = next;
            cursor.begun = true;
            if fetched.is_none() {
                cursor.consumed = usize::MAX;
                self.cursors.insert(ring, cursor);
                return Ok(Some((0, Progress::Done)));
            }
            cursor.consumed = 0;
            cursor.undefined = None;
            cursor.block = self.blocks.len() as u32;
            self.blocks.push((ring, next));
            self.order.add();
        }
        let Some(block) = fetched else {
            return Ok(None);
        };
        let key = (ring, cursor.sequence);
        let turn = store.turn(key);
        self.order.learn(cursor.block, turn);
        let allowed = look.cut.bytes(key, turn);
        let (stamp, bytes) = (block.stamp, &block[..allowed.min(block.len())]);
        if cursor.consumed == 0 {
            cursor.strand = self.strand(stamp.strand);
            if stamp.step == 0 {
                // It began here; so the next that is switched to is its step 1.
                let strand = &mut self.strands[cursor.strand as usize];
                strand.next_step = strand.next_step.max(1);
            }
            if gap {
                self.bridge(cursor.strand, stamp)?;
            }
        }
        let from = cursor.consumed;
        let progress = self.take(&mut cursor, bytes, look.definitions, over, force, damage)?;
        let taken = cursor.consumed.min(bytes.len()) - from.min(bytes.len());
        self.taken += taken as u64;
        self.cursors.insert(ring, cursor);
        store.recycle(block);
        Ok(Some((taken, progress)))
    }

    /// The index of the strand with that number.
    fn strand(&mut self, number: u32) -> u32 {
        let strands = &mut self.strands;
        *self.index_of.entry(number).or_insert_with(|| {
            strands.push(Strand::new(number));
            strands.len() as u32 - 1
        })
    }

    /// Makes the strand's depth what the recorder says it is after records were lost.
    fn bridge(&mut self, index: u32, stamp: Stamp) -> Result<(), Error> {
        let strand = &mut self.strands[index as usize];
        self.gaps.push(Gap {
            strand: index,
            nodes: strand.parens.nodes(),
            depth: strand.depth(),
        });
        if stamp.depth == UNKNOWN_DEPTH {
            return Ok(());
        }
        let mut writing = strand.writing(&mut self.file);
        // The calls that were entered in the lost part are not known; a bound keeps a damaged depth from making up a forest of them.
        let missing = stamp.depth.saturating_sub(writing.calls()).min(1 << 16);
        machine::resync(&mut writing, stamp.depth, u32::MAX);
        for _ in 0..missing {
            writing.open(label::LOST);
        }
        writing.failed.map_or(Ok(()), Err)
    }

    /// Takes in the records of a block from where the cursor stands.
    fn take(
        &mut self,
        cursor: &mut Cursor,
        bytes: &[u8],
        definitions: &Definitions,
        over: bool,
        force: bool,
        damage: &mut Damage,
    ) -> Result<Progress, Error> {
        let layouts = definitions.layouts();
        let (ring, sequence) = self.blocks[cursor.block as usize];
        let mut at = cursor.consumed;
        while at < bytes.len() {
            let end = bytes.len().min(at + SEGMENT_BYTES as usize);
            let segment = self.segment_at(cursor, at as u32);
            let (mut stop, mut output) = (None, 0u32);
            let strand = &mut self.strands[cursor.strand as usize];
            let mut writing = strand.writing(&mut self.file);
            while at < end {
                let length = match layouts.length(bytes, at) {
                    Ok(length) => length,
                    Err(error) => {
                        stop = Some(Stop::Damaged(error));
                        break;
                    }
                };
                let record = &bytes[at..at + length];
                let head = word(record, 0);
                match head as u8 {
                    tag::ENTER => machine::enter(&mut writing, head >> 8),
                    tag::EXIT | tag::THROW => machine::leave(&mut writing, head >> 8),
                    tag::LOOP_ENTER => machine::enter_loop(&mut writing, head >> 8),
                    tag::ITERATION => machine::iterate(&mut writing, head >> 8),
                    tag::LOOP_BREAK => machine::break_loop(&mut writing, head >> 8),
                    tag::ITERATIONS => {
                        writing.pass_count = word(record, 4);
                        machine::iterate(&mut writing, head >> 8);
                        writing.pass_count = 1;
                    }
                    tag::LOOP_EXIT => {
                        writing.pass_count = 0;
                        machine::exit_loop(&mut writing, head >> 8);
                        writing.pass_count = 1;
                    }
                    tag::LOOP_UNWIND => {
                        writing.pass_count = word(record, 4).saturating_add(1);
                        machine::break_loop(&mut writing, head >> 8);
                        writing.pass_count = 1;
                    }
                    tag::RESYNC => machine::resync(&mut writing, word(record, 4), head >> 8),
                    tag::NEW | tag::NEW_ARRAY => writing.strand.created(word(record, 4)),
                    tag::PUT_FIELD => writing.strand.wrote(word(record, 4)),
                    tag::PUT_STATIC => writing.strand.wrote(0),
                    tag::STORE_1..=tag::BULK => writing.strand.wrote(word(record, 4)),
                    tag::STREAM => output = output.saturating_add(word(record, 4)),
                    tag::STRAND_START => {
                        machine::start_strand(&mut writing);
                        self.starts.push(Start {
                            strand: cursor.strand,
                            node: writing.strand.innermost(),
                            before: writing.strand.parens.nodes(),
                            started: word(record, 4),
                        });
                    }
                    tag::STRAND_END => writing.strand.ended = true,
                    tag::EPOCH => {
                        cursor.epoch = u64::from(head >> 8) << 32 | u64::from(word(record, 4));
                    }
                    tag::CUT => self.cut = Some(head >> 8),
                    tag::LOST => self.lost += u64::from(word(record, 4)).max(1),
                    tag::SWITCH => {
                        stop = Some(Stop::Switch(word(record, 4), word(record, 8)));
                        break;
                    }
                    _ => {}
                }
                at += length;
            }
            let full = writing.strand.is_full();
            if let Some(error) = writing.failed {
                return Err(error);
            }
            let min_depth = self.strands[cursor.strand as usize].min_depth();
            let segment = &mut self.segments[segment];
            segment.to = at as u32;
            segment.min_depth = segment.min_depth.min(min_depth);
            segment.output = segment.output.saturating_add(output);
            if full {
                damage.records(
                    ring,
                    sequence,
                    "the strand has more nodes than can be numbered",
                    bytes.len() - at,
                );
                at = bytes.len();
            }
            match stop {
                None => {}
                // What a record needs is defined before it is committed. But the program goes on defining and recording
                // after the definitions were read: what is not known now is known at the next look.
                Some(Stop::Damaged(RecordError::Undefined(_)))
                    if !over && cursor.undefined != Some(at) =>
                {
                    cursor.undefined = Some(at);
                    cursor.consumed = at;
                    return Ok(Progress::Undefined);
                }
                Some(Stop::Damaged(error)) => {
                    let resumed = layouts.resume(bytes, at);
                    damage.records(ring, sequence, &error.to_string(), resumed - at);
                    let strand = &self.strands[cursor.strand as usize];
                    self.gaps.push(Gap {
                        strand: cursor.strand,
                        nodes: strand.parens.nodes(),
                        depth: strand.depth(),
                    });
                    at = resumed;
                }
                Some(Stop::Switch(number, step)) => {
                    let next = self.strand(number);
                    let strand = &mut self.strands[next as usize];
                    if step > strand.next_step && !force {
                        cursor.consumed = at;
                        return Ok(Progress::Waiting);
                    }
                    strand.next_step = strand.next_step.max(step.saturating_add(1));
                    cursor.strand = next;
                    at += 12;
                }
            }
        }
        cursor.consumed = at;
        Ok(Progress::Done)
    }

    /// The index of the segment that records from `at` on belong to: the strand's last one if it ends there and is short,
    /// or a new one.
    fn segment_at(&mut self, cursor: &Cursor, at: u32) -> usize {
        let strand = &mut self.strands[cursor.strand as usize];
        if let Some(&index) = strand.segments.last() {
            let last = self.segments[index as usize];
            if last.block == cursor.block && last.to == at && at - last.from < SEGMENT_BYTES {
                return index as usize;
            }
        }
        strand.reset_min_depth();
        strand.segments.push(self.segments.len() as u32);
        self.segments.push(Segment {
            strand: cursor.strand,
            block: cursor.block,
            from: at,
            to: at,
            first_node: strand.parens.nodes(),
            depth: strand.depth(),
            min_depth: strand.depth(),
            calls: strand.open_calls(),
            output: 0,
            epoch: cursor.epoch,
        });
        self.segments.len() - 1
    }
}

enum Stop {
    Damaged(RecordError),
    Switch(u32, u32),
}

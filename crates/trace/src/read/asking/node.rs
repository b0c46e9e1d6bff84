//! One node in full: what went in, what came out, which lines ran, what was printed.

use super::history::Moment;
use crate::definition::{Block, Definitions, Local, LoopDef, RoutineDef};
use crate::raw::record::Record;
use crate::read::trace::Trace;
use crate::read::tree::locate::{self, Place};
use crate::read::tree::machine::label;
use crate::value::{NodeKey, Time, Value};
use crate::wire::word;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// How many segments of a constructor are searched for its receiver, which is known only after `super()`.
const RECEIVER_REACH: usize = 16;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A call of this routine.
    Routine(u32),
    /// An execution of this loop.
    Loop(u32),
    /// Iterations of this loop.
    Iterations(u32),
    /// The check of this loop's condition that ended it, when it made calls.
    Check(u32),
    /// A call whose beginning is lost.
    Lost,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// A routine returned this; [`Value::Missing`] for none.
    Returned(Value),
    /// A routine threw this, or an exception left a loop or iteration (then it is missing).
    Threw(Value),
    /// A loop or an iteration came to its end.
    Ended,
    StillRunning,
    /// The record of its end was not written or is lost.
    Lost,
}

/// The value of a local variable: its index in the loop's definition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalValue {
    pub local: usize,
    pub value: Value,
}

/// Everything recorded about a node itself.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeData {
    pub key: NodeKey,
    pub kind: NodeKind,
    pub receiver: Option<Value>,
    pub arguments: Vec<Value>,
    pub outcome: Outcome,
    /// Source lines of its own code that ran, ascending.
    pub lines: Vec<u32>,
    /// Locals of a loop or iteration before and after.
    pub locals_before: Vec<LocalValue>,
    pub locals_after: Vec<LocalValue>,
    /// Iterations of a loop (from 1), or those an iterations node stands for.
    pub iterations: Range<u64>,
    pub before: Time,
    pub after: Option<Time>,
    /// Whether records inside the node are lost, so that children or effects may be missing.
    pub damaged: bool,
}

impl NodeData {
    /// Bytes of memory it takes, roughly.
    fn bytes(&self) -> usize {
        let locals = self.locals_before.len() + self.locals_after.len();
        size_of::<NodeData>()
            + self.arguments.len() * size_of::<Value>()
            + self.lines.len() * size_of::<u32>()
            + locals * size_of::<LocalValue>()
    }
}

/// What was printed or read during a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Pieces in order: 0 in, 1 out, 2 error, and the bytes.
    pub pieces: Vec<(u32, Vec<u8>)>,
    /// When each piece was printed or read.
    pub times: Vec<Time>,
    /// All bytes, those beyond the pieces included.
    pub total: u64,
}

impl Trace {
    /// Everything recorded about a node. `None` for the artificial root and for nodes whose beginning cannot be read.
    pub fn node(&self, key: NodeKey) -> Option<NodeData> {
        if let Some(known) = self.lock_nodes().get(key) {
            return Some(known.as_ref().clone());
        }
        let data = self.read_node(key)?;
        // Nothing is added to a node that has ended.
        if data.after.is_some() {
            let bytes = data.bytes();
            self.lock_nodes().put(key, Arc::new(data.clone()), bytes);
        }
        Some(data)
    }

    fn read_node(&self, key: NodeKey) -> Option<NodeData> {
        let moment = self.moment();
        let (index, strand) = moment.forest.strand(key.strand)?;
        if key.index >= strand.shape.nodes() {
            return None;
        }
        let label = strand.label(key.index);
        let id = label & label::ID;
        let end = strand.shape.end(key.index);
        let depth = strand.shape.depth(key.index);
        let damaged = moment.forest.gaps.iter().any(|gap| {
            gap.strand == index && gap.nodes > key.index && gap.nodes <= end && gap.depth > depth
        });
        let mut data = NodeData {
            key,
            kind: NodeKind::Lost,
            receiver: None,
            arguments: Vec::new(),
            outcome: Outcome::Lost,
            lines: Vec::new(),
            locals_before: Vec::new(),
            locals_after: Vec::new(),
            iterations: 0..0,
            before: Time {
                segment: 0,
                offset: 0,
            },
            after: None,
            damaged,
        };
        let (begin, ending) = self.places(key)?;
        data.before = begin.before();
        data.after = ending.map(Place::after);
        if ending.is_none() && strand.shape.size(key.index).is_none() {
            data.outcome = Outcome::StillRunning;
        }
        match label & label::KIND {
            label::ROUTINE => self.fill_call(&moment, &mut data, id, begin, ending),
            label::LOOP => self.fill_loop(&moment, &mut data, id, begin, ending),
            label::PASS => self.fill_pass(&moment, &mut data, id, ending),
            _ => {}
        }
        Some(data)
    }

    fn fill_call(
        &self,
        moment: &Moment,
        data: &mut NodeData,
        id: u32,
        begin: Place,
        ending: Option<Place>,
    ) {
        data.kind = NodeKind::Routine(id);
        let Some(def) = moment.definitions.routine(id) else {
            return;
        };
        if let Some(bytes) = self.record(moment, begin) {
            let row = &bytes[4.min(bytes.len())..];
            let mut at = 0;
            if def.has_receiver() {
                data.receiver = Some(Value::in_row(row, 0, crate::kind::Kind::Ref));
                at = 1;
            }
            for parameter in &def.parameters {
                data.arguments.push(Value::in_row(row, at, parameter.kind));
                at += parameter.kind.words();
            }
        }
        if data.receiver.is_none() && def.is_constructor() {
            data.receiver = self.receiver(moment, data.key, begin, ending);
        }
        let Some(bytes) = ending.and_then(|place| self.record(moment, place)) else {
            return;
        };
        finish_call(def, data, &bytes);
        if data.outcome == Outcome::Lost {
            data.lines = lines_begun(&moment.definitions, def);
        }
    }

    /// The receiver that a constructor told later.
    fn receiver(
        &self,
        moment: &Moment,
        key: NodeKey,
        begin: Place,
        ending: Option<Place>,
    ) -> Option<Value> {
        let (_, strand) = moment.forest.strand(key.strand)?;
        let first = strand
            .segments
            .iter()
            .position(|&index| index == begin.segment)?;
        let last = ending.map_or(u32::MAX, |place| place.segment);
        let fetch = |block| self.block(&moment.forest, block);
        let reach = strand.segments[first..].iter().take(RECEIVER_REACH);
        for &segment in reach.take_while(|&&segment| segment <= last) {
            let found = locate::replay(
                &moment.forest,
                moment.definitions.layouts(),
                &fetch,
                segment,
                |met| {
                    let ended = met.ended.contains(&key.index);
                    match Record::decode(met.bytes) {
                        Record::Receiver { object } if met.inside == Some(key.index) => {
                            ControlFlow::Break(Some(object))
                        }
                        _ if ended => ControlFlow::Break(None),
                        _ => ControlFlow::Continue(()),
                    }
                },
            );
            if let Some(found) = found {
                return found.map(|object| Value::from_bits(crate::kind::Kind::Ref, object.into()));
            }
        }
        None
    }

    fn fill_loop(
        &self,
        moment: &Moment,
        data: &mut NodeData,
        id: u32,
        begin: Place,
        ending: Option<Place>,
    ) {
        data.kind = NodeKind::Loop(id);
        data.iterations = 1..self.iterations(moment, data.key) + 1;
        let Some(def) = moment.definitions.loop_(id) else {
            return;
        };
        if let Some(bytes) = self.record(moment, begin) {
            data.locals_before = header_locals(def, &bytes);
        }
        if let Some(bytes) = ending.and_then(|place| self.record(moment, place)) {
            finish_pass(def, data, &bytes);
        }
    }

    fn fill_pass(&self, moment: &Moment, data: &mut NodeData, id: u32, ending: Option<Place>) {
        let count = self.iterations_of_pass(moment, ending);
        data.kind = match count {
            0 => NodeKind::Check(id),
            _ => NodeKind::Iterations(id),
        };
        let first = self.first_iteration(moment, data.key);
        data.iterations = first..first + count;
        // What ended the pass before is the header record at which this one began; the time before it is after that.
        let header = self.header_before(moment, data.key);
        let Some(def) = moment.definitions.loop_(id) else {
            return;
        };
        if let Some(place) = header {
            data.before = place.after();
            if let Some(bytes) = self.record(moment, place) {
                data.locals_before = match Record::decode(&bytes) {
                    Record::LoopEnter { .. } => header_locals(def, &bytes),
                    _ => repeated_locals(def, &bytes),
                };
            }
        }
        if let Some(bytes) = ending.and_then(|place| self.record(moment, place)) {
            finish_pass(def, data, &bytes);
        }
    }

    /// The record at which a pass began: the one that ended the pass before it, or the loop's first.
    pub(crate) fn header_before(&self, moment: &Moment, key: NodeKey) -> Option<Place> {
        let (_, strand) = moment.forest.strand(key.strand)?;
        if strand.label(key.index) & label::KIND != label::PASS {
            return None;
        }
        let parent = strand.shape.parent(key.index)?;
        if parent + 1 == key.index {
            return self
                .places(NodeKey {
                    index: parent,
                    ..key
                })
                .map(|(begin, _)| begin);
        }
        let elder = strand.shape.previous_sibling(key.index)?;
        self.places(NodeKey {
            index: elder,
            ..key
        })?
        .1
    }

    /// How many iterations a pass stands for, by the record that ended it.
    fn iterations_of_pass(&self, moment: &Moment, ending: Option<Place>) -> u64 {
        let bytes = ending.and_then(|place| self.record(moment, place));
        match bytes.as_deref().map(Record::decode) {
            Some(Record::Iteration { count, .. }) => count.into(),
            Some(Record::LoopUnwind { count, .. }) => u64::from(count) + 1,
            Some(Record::LoopLeft {
                iteration: false, ..
            }) => 0,
            _ => 1,
        }
    }

    /// The number of the first iteration a pass stands for.
    fn first_iteration(&self, moment: &Moment, key: NodeKey) -> u64 {
        let around = moment
            .forest
            .strand(key.strand)
            .and_then(|(_, strand)| strand.shape.parent(key.index));
        let Some(around) = around else {
            return 1;
        };
        let before = self.count_iterations(moment, key, around, key.index);
        // All passes before this one have ended, so that is how many they stay.
        self.lock_counted().put(
            (key.strand, around),
            (key.index, before),
            size_of::<(u32, u32, u64)>(),
        );
        1 + before
    }

    /// How many iterations a loop has made so far.
    fn iterations(&self, moment: &Moment, key: NodeKey) -> u64 {
        let end = moment
            .forest
            .strand(key.strand)
            .map_or(key.index, |(_, strand)| strand.shape.end(key.index));
        self.count_iterations(moment, key, key.index, end)
    }

    /// How many iterations the passes of the loop `around` stand for, as far as they begin before the node `end`.
    fn count_iterations(&self, moment: &Moment, key: NodeKey, around: u32, end: u32) -> u64 {
        let Some((_, strand)) = moment.forest.strand(key.strand) else {
            return 0;
        };
        let before = strand.passes.partition_point(|pass| pass.node < end);
        let landmark = strand.passes[..before]
            .iter()
            .rev()
            .take_while(|pass| pass.node > around)
            .find(|pass| strand.shape.parent(pass.node) == Some(around));
        let (mut node, mut count, irregular) = match landmark {
            Some(pass) => (pass.node, pass.first - 1, pass.irregular),
            None => (around + 1, 0, false),
        };
        // Whoever asks about one pass asks about the next one soon.
        if let Some((later, before)) = self.lock_counted().get((key.strand, around))
            && (node..=end).contains(&later)
        {
            (node, count) = (later, before);
        }
        while node < end {
            let next = strand.shape.end(node);
            // Only where passes differ, and for the last one, which may be the check that failed, is its record needed.
            count += match irregular || next >= end {
                true => {
                    let places = self.places(NodeKey { index: node, ..key });
                    self.iterations_of_pass(moment, places.and_then(|places| places.1))
                }
                false => 1,
            };
            node = next;
        }
        count
    }

    /// The bytes of a record.
    pub(crate) fn record(&self, moment: &Moment, place: Place) -> Option<Vec<u8>> {
        let block = moment.forest.segments.get(place.segment as usize)?.block;
        let bytes = self.block(&moment.forest, block)?;
        let record = bytes.get(place.from as usize..place.to as usize)?;
        Some(record.to_vec())
    }

    /// What was printed and read during a node, at most `limit` bytes of it.
    pub fn output(&self, key: NodeKey, limit: usize) -> Output {
        self.output_from_to(key, key, limit)
    }

    /// The same from the beginning of a node to the end of another one of its strand: for passes through a loop, which have
    /// nothing between them.
    pub fn output_from_to(&self, first: NodeKey, last: NodeKey, limit: usize) -> Output {
        let moment = self.moment();
        let mut output = Output::default();
        let (Some((_, strand)), Some((from, mut to))) =
            (moment.forest.strand(first.strand), self.span(first))
        else {
            return output;
        };
        if last != first {
            to = self.span(last).and_then(|span| span.1);
        }
        let to = to.unwrap_or(Time {
            segment: u32::MAX,
            offset: 0,
        });
        let first = strand
            .segments
            .partition_point(|&index| index < from.segment);
        let mut kept = 0;
        for &index in &strand.segments[first..] {
            let segment = &moment.forest.segments[index as usize];
            if index > to.segment {
                break;
            }
            if segment.output == 0 {
                continue;
            }
            let whole = index > from.segment && index < to.segment;
            if whole && kept >= limit {
                output.total += u64::from(segment.output);
                continue;
            }
            let Some(bytes) = self.block(&moment.forest, segment.block) else {
                continue;
            };
            let end = (segment.to as usize).min(bytes.len());
            let records = crate::raw::record::Records::starting(
                &bytes[..end],
                moment.definitions.layouts(),
                segment.from as usize,
            );
            for (offset, record) in records.map_while(Result::ok) {
                let time = Time {
                    segment: index,
                    offset: offset as u32,
                };
                let Record::Stream { stream, bytes } = record else {
                    continue;
                };
                let forest = &moment.forest;
                if !forest.is_before(time, from) && forest.is_before(time, to) {
                    output.total += bytes.len() as u64;
                    let shown = bytes.len().min(limit.saturating_sub(kept));
                    if shown > 0 {
                        output.pieces.push((stream, bytes[..shown].to_vec()));
                        output.times.push(time);
                        kept += shown;
                    }
                }
            }
        }
        output
    }
}

/// Takes the outcome and the lines of a call from the record that ended it.
fn finish_call(def: &RoutineDef, data: &mut NodeData, bytes: &[u8]) {
    match Record::decode(bytes) {
        Record::Exit { routine, rest } if routine == def.id => {
            data.outcome = Outcome::Returned(Value::in_row(rest, 0, def.result));
            let blocks = rest.get(4 * def.result.words()..).unwrap_or(&[]);
            data.lines = lines(&def.blocks, blocks, def.block_words);
        }
        Record::Throw {
            routine,
            exception,
            blocks,
        } if routine == def.id => {
            data.outcome =
                Outcome::Threw(Value::from_bits(crate::kind::Kind::Ref, exception.into()));
            data.lines = lines(&def.blocks, blocks, def.block_words);
        }
        _ => {}
    }
}

/// The lines that a call has run even if its end was not recorded: those of its first block, unless a loop comes before.
///
/// That is how a constructor ends whose `super()` threw: no handler may be around that call, which is in this block.
fn lines_begun(definitions: &Definitions, def: &RoutineDef) -> Vec<u32> {
    let lines = def.blocks.first().map_or(&[][..], |block| &block.lines);
    let is_before =
        |l: &LoopDef| l.routine == def.id && lines.iter().any(|&line| l.first_line <= line);
    match definitions.loops().any(is_before) {
        true => Vec::new(),
        false => lines.to_vec(),
    }
}

/// Takes the locals, the outcome and the lines of a loop or pass from the record that ended it.
fn finish_pass(def: &LoopDef, data: &mut NodeData, bytes: &[u8]) {
    let (ended, blocks) = match Record::decode(bytes) {
        Record::Iteration { loop_, rest, .. } | Record::LoopLeft { loop_, rest, .. } => {
            (loop_, rest)
        }
        Record::LoopUnwind { loop_, blocks, .. } => {
            if loop_ == def.id {
                data.outcome = Outcome::Threw(Value::Missing);
                data.lines = lines(&def.blocks, blocks, def.block_words);
            }
            return;
        }
        // The call around it ended: by a return inside the loop, or by an exception.
        Record::Exit { .. } => {
            data.outcome = Outcome::Ended;
            return;
        }
        Record::Throw { .. } => {
            data.outcome = Outcome::Threw(Value::Missing);
            return;
        }
        _ => return,
    };
    data.outcome = Outcome::Ended;
    if ended == def.id {
        data.locals_after = repeated_locals(def, bytes);
        data.lines = lines(&def.blocks, blocks, def.block_words);
    }
}

fn header_locals(def: &LoopDef, bytes: &[u8]) -> Vec<LocalValue> {
    match Record::decode(bytes) {
        Record::LoopEnter { locals, .. } => read_locals(def, locals, |local| local.at_header),
        _ => Vec::new(),
    }
}

fn repeated_locals(def: &LoopDef, bytes: &[u8]) -> Vec<LocalValue> {
    match Record::decode(bytes) {
        Record::Iteration { rest, .. } | Record::LoopLeft { rest, .. } => {
            let row = rest.get(4 * usize::from(def.block_words)..).unwrap_or(&[]);
            read_locals(def, row, Local::is_repeated)
        }
        _ => Vec::new(),
    }
}

fn read_locals(def: &LoopDef, row: &[u8], written: impl Fn(&Local) -> bool) -> Vec<LocalValue> {
    let mut at = 0;
    let mut values = Vec::new();
    for (index, local) in def
        .locals
        .iter()
        .enumerate()
        .filter(|(_, local)| written(local))
    {
        let kind = local.variable.kind;
        values.push(LocalValue {
            local: index,
            value: Value::in_row(row, at, kind),
        });
        at += kind.words();
    }
    values
}

/// The lines of the blocks whose bits are set; all of them where the recorder keeps no bits.
fn lines(blocks: &[Block], words: &[u8], block_words: u8) -> Vec<u32> {
    let ran =
        |index: usize| block_words == 0 || word(words, index / 32 * 4) >> (index % 32) & 1 == 1;
    let mut lines: Vec<u32> = blocks
        .iter()
        .enumerate()
        .filter(|(index, _)| ran(*index))
        .flat_map(|(_, block)| block.lines.iter().copied())
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// What a kind of node is called in the definitions.
impl NodeKind {
    /// The routine whose code the node runs.
    pub fn routine(self, definitions: &Definitions) -> Option<&RoutineDef> {
        match self {
            NodeKind::Routine(id) => definitions.routine(id),
            NodeKind::Loop(id) | NodeKind::Iterations(id) | NodeKind::Check(id) => {
                definitions.routine(definitions.loop_(id)?.routine)
            }
            NodeKind::Lost => None,
        }
    }
}

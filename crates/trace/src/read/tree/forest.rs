//! The forest: every strand's tree as it stood at one moment, put together into one tree in preorder.
//!
//! A strand hangs under the call that started it, at the place among that call's children where it was started; strands
//! nobody is known to have started hang under an artificial root, which is there when there is more than one node at the top or when
//! the run goes on.

mod columns;

use super::build::{Builder, Gap, Segment};
use super::machine::label;
use super::parens::Shape;
use super::strand::Pass;
use crate::definition::Definitions;
use crate::read::slots::order::Order;
use crate::read::slots::store::SlotKey;
use crate::read::storage::pages::View;
use crate::value::{NodeKey, Time};
use elenchus_tree::{NodeId, Tree};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// One strand at one moment.
#[derive(Clone, Debug)]
pub struct StrandView {
    /// The recorder's number for it.
    pub number: u32,
    pub shape: Shape,
    pub labels: View<u32>,
    /// Sorted by node.
    pub passes: Arc<[Pass]>,
    pub segments: Arc<[u32]>,
    pub calls: u64,
    pub ended: bool,
    /// Where it hangs: index of the strand, the node, and how many nodes of that strand came before.
    hung: Option<(u32, Option<u32>, u32)>,
    /// What hangs under its nodes, in the order of the run: before which node, under which node, which strand.
    guests: Vec<Guest>,
    /// Nodes of the strand and of everything that hangs under it.
    total: u32,
    /// Guests with nodes that have not finished, in themselves or hung under them.
    open_guests: u32,
    /// The number of its first node in the tree.
    start: u32,
}

#[derive(Clone, Copy, Debug)]
struct Guest {
    before: u32,
    under: Option<u32>,
    strand: u32,
    /// Nodes of the guests before this one in the same strand.
    nodes_before: u32,
    /// How many of the guests before this one have nodes that have not finished.
    open_before: u32,
}

/// All strands at one moment.
#[derive(Debug)]
pub struct Forest {
    pub strands: Vec<StrandView>,
    pub segments: Arc<[Segment]>,
    /// Indexes of the segments by block and place in it.
    by_block: Vec<u32>,
    pub blocks: Arc<[SlotKey]>,
    /// Which of them come before which.
    pub order: Arc<Order>,
    /// Of blocks that may have grown since, how many bytes belong to this moment.
    unfinished: HashMap<u32, u32>,
    pub gaps: Arc<[Gap]>,
    /// Whether nothing will be added any more.
    pub over: bool,
    index_of: HashMap<u32, u32>,
    /// The strands in the order of their first node in the tree.
    strand_order: Vec<u32>,
    artificial: bool,
    nodes: u32,
    /// The routine each loop belongs to.
    routine_of_loop: Vec<u32>,
    /// How many numbers of code the definitions know.
    codes: usize,
}

/// What a node ran as one small number: the definition and two bits of kind. Labels without what differs from node to node.
pub mod code {
    use super::label;

    /// The artificial root, which has no code. Nothing lost has a number.
    pub const ROOT: u32 = 1 << 2 | label::LOST >> 24;

    /// The code of a node with this label.
    pub fn of_label(label: u32) -> u32 {
        (label & label::ID) << 2 | (label & label::KIND) >> 24
    }

    /// The number of the routine or loop.
    pub fn id(code: u32) -> u32 {
        code >> 2
    }

    /// The kind, as in labels.
    pub fn kind(code: u32) -> u32 {
        (code & 3) << 24
    }
}

impl Forest {
    /// What the builder has made so far; nothing will be added when it is `over`.
    pub fn new(builder: &Builder, definitions: &Definitions, over: bool) -> Forest {
        let mut strands: Vec<StrandView> = builder
            .strands
            .iter()
            .map(|strand| {
                let mut passes = strand.passes.clone();
                passes.sort_unstable_by_key(|pass| pass.node);
                StrandView {
                    number: strand.number,
                    shape: strand.parens.view(&builder.file),
                    labels: strand.labels.view(&builder.file),
                    passes: passes.into(),
                    segments: strand.segments.as_slice().into(),
                    calls: strand.calls,
                    ended: strand.ended,
                    hung: None,
                    guests: Vec::new(),
                    total: 0,
                    open_guests: 0,
                    start: 0,
                }
            })
            .collect();
        let index_of: HashMap<u32, u32> = strands
            .iter()
            .enumerate()
            .map(|(index, strand)| (strand.number, index as u32))
            .collect();
        for start in &builder.starts {
            let Some(&child) = index_of.get(&start.started) else {
                continue;
            };
            let fits = start.before <= strands[start.strand as usize].shape.nodes();
            if fits && strands[child as usize].hung.is_none() && child != start.strand {
                strands[child as usize].hung = Some((start.strand, start.node, start.before));
            }
        }
        let mut routine_of_loop = Vec::new();
        for def in definitions.loops() {
            let index = def.id as usize;
            if index >= routine_of_loop.len() {
                routine_of_loop.resize(index + 1, 0);
            }
            routine_of_loop[index] = def.routine;
        }
        let last_routine = definitions.routines().map(|def| def.id as usize).max();
        let ids = routine_of_loop.len().max(last_routine.unwrap_or(0) + 1);
        let segments: Arc<[Segment]> = builder.segments.as_slice().into();
        let mut by_block: Vec<u32> = (0..segments.len() as u32).collect();
        by_block.sort_by_key(|&index| {
            let segment = &segments[index as usize];
            (segment.block, segment.from)
        });
        let mut forest = Forest {
            strands,
            by_block,
            segments,
            blocks: builder.blocks.as_slice().into(),
            order: Arc::new(builder.order.clone()),
            unfinished: builder.unfinished(),
            gaps: builder.gaps.as_slice().into(),
            over,
            index_of,
            strand_order: Vec::new(),
            artificial: false,
            nodes: 0,
            routine_of_loop,
            codes: ids.max(2) << 2,
        };
        forest.arrange();
        forest
    }

    /// Gives every strand its place in the tree.
    fn arrange(&mut self) {
        self.break_circles();
        let mut roots = Vec::new();
        for index in 0..self.strands.len() {
            match self.strands[index].hung {
                Some((host, under, before)) => self.strands[host as usize].guests.push(Guest {
                    before,
                    under,
                    strand: index as u32,
                    nodes_before: 0,
                    open_before: 0,
                }),
                None => roots.push(index as u32),
            }
        }
        roots.sort_unstable_by_key(|&index| self.strands[index as usize].number);
        // Of guests before the same node, those under deeper nodes were started first.
        for strand in &mut self.strands {
            strand
                .guests
                .sort_by_key(|guest| (guest.before, std::cmp::Reverse(guest.under)));
        }
        self.count_totals(&roots);
        let tops: u64 = roots.iter().map(|&root| self.tops(root)).sum();
        self.artificial = tops != 1 || !self.over;
        let mut next = u32::from(self.artificial);
        let mut stack: Vec<(u32, u32)> = Vec::new();
        for &root in &roots {
            stack.push((root, next));
            next = next.saturating_add(self.strands[root as usize].total);
        }
        while let Some((index, start)) = stack.pop() {
            self.strands[index as usize].start = start;
            self.strand_order.push(index);
            for guest in &self.strands[index as usize].guests {
                stack.push((guest.strand, start + guest.before + guest.nodes_before));
            }
        }
        self.strand_order
            .retain(|&index| self.strands[index as usize].shape.nodes() > 0);
        let strands = &self.strands;
        self.strand_order
            .sort_by_key(|&index| strands[index as usize].start);
        self.nodes = next;
    }

    /// Unhangs one strand of every circle of strands that name each other as starters, which only damage can make.
    fn break_circles(&mut self) {
        // 0: not seen; otherwise the walk in which it was seen first.
        let mut seen = vec![0usize; self.strands.len()];
        for walk in 1..=self.strands.len() {
            let mut at = walk - 1;
            while seen[at] == 0 {
                seen[at] = walk;
                match self.strands[at].hung {
                    Some((host, _, _)) if seen[host as usize] == walk => {
                        self.strands[at].hung = None
                    }
                    Some((host, _, _)) => at = host as usize,
                    None => {}
                }
            }
        }
    }

    /// How many nodes of a strand, or hung beside them, have no node of the strand above them.
    fn tops(&self, index: u32) -> u64 {
        let strand = &self.strands[index as usize];
        let (mut count, mut node) = (0, 0);
        while node < strand.shape.nodes() && count < 2 {
            count += 1;
            node = strand.shape.end(node);
        }
        let beside = strand.guests.iter().filter(|guest| guest.under.is_none());
        count + beside.count() as u64
    }

    fn count_totals(&mut self, roots: &[u32]) {
        // Hosts before guests in `order`, so that going backwards sees guests first.
        let mut order: Vec<u32> = roots.to_vec();
        let mut at = 0;
        while at < order.len() {
            let guests = &self.strands[order[at] as usize].guests;
            order.extend(guests.iter().map(|guest| guest.strand));
            at += 1;
        }
        for &index in order.iter().rev() {
            let mut guests = std::mem::take(&mut self.strands[index as usize].guests);
            let (mut sum, mut open) = (0u32, 0u32);
            for guest in &mut guests {
                guest.nodes_before = sum;
                guest.open_before = open;
                let strand = &self.strands[guest.strand as usize];
                sum = sum.saturating_add(strand.total);
                open += u32::from(strand.is_open());
            }
            let strand = &mut self.strands[index as usize];
            strand.guests = guests;
            strand.open_guests = open;
            strand.total = strand.shape.nodes().saturating_add(sum);
        }
    }

    /// The index of the strand with that number.
    pub fn strand(&self, number: u32) -> Option<(u32, &StrandView)> {
        let index = *self.index_of.get(&number)?;
        Some((index, &self.strands[index as usize]))
    }

    /// The segment that holds the record at an offset of a block.
    pub fn segment_at(&self, block: u32, offset: u32) -> Option<u32> {
        let after = self.by_block.partition_point(|&index| {
            let segment = &self.segments[index as usize];
            (segment.block, segment.from) <= (block, offset)
        });
        let index = *self.by_block.get(after.checked_sub(1)?)?;
        let segment = &self.segments[index as usize];
        (segment.block == block && offset < segment.to).then_some(index)
    }

    /// Whether a time comes before another. Times of one strand are ordered as they happened, those of different strands as their slots
    /// were handed over.
    pub fn is_before(&self, one: Time, other: Time) -> bool {
        let at = |time: Time| self.segments.get(time.segment as usize);
        match (at(one), at(other)) {
            (Some(first), Some(second)) if first.strand != second.strand => {
                let places = [first, second].map(|segment| self.order.place(segment.block));
                (places[0], one.offset) < (places[1], other.offset)
            }
            _ => (one.segment, one.offset) < (other.segment, other.offset),
        }
    }

    /// How many bytes of a block had been taken in, if it may have grown since; the largest number if not. What came later is not part of
    /// this moment: it may rest on what others did, and that is not part of it either.
    pub fn bytes_of(&self, block: u32) -> usize {
        let unfinished = self.unfinished.get(&block);
        unfinished.map_or(usize::MAX, |&bytes| bytes as usize)
    }

    /// The time after everything else.
    pub fn end(&self) -> Time {
        let last_in = |&block: &u32| {
            let after = self
                .by_block
                .partition_point(|&index| self.segments[index as usize].block <= block);
            let index = self.by_block[after.checked_sub(1)?];
            (self.segments[index as usize].block == block).then_some(index)
        };
        let last = self.order.blocks().iter().rev().find_map(last_in);
        Time {
            segment: last.unwrap_or(0),
            offset: u32::MAX,
        }
    }

    /// How many nodes the tree has.
    pub fn len(&self) -> usize {
        self.nodes as usize
    }

    pub fn is_empty(&self) -> bool {
        self.nodes == 0
    }

    /// The key of a node of the tree.
    pub fn key_of(&self, node: NodeId) -> NodeKey {
        match self.locate(node.0) {
            Some((index, local)) => NodeKey {
                strand: self.strands[index as usize].number,
                index: local,
            },
            None => NodeKey::ROOT,
        }
    }

    /// The node of the tree with that key, if the tree has it.
    pub fn node_of(&self, key: NodeKey) -> Option<NodeId> {
        if key == NodeKey::ROOT {
            return self.artificial.then_some(NodeId::ROOT);
        }
        let (_, strand) = self.strand(key.strand)?;
        (key.index < strand.shape.nodes()).then(|| NodeId::at(strand.tree_index(key.index)))
    }

    /// How many nodes, counted from the first, have the same numbers as in an earlier state of the same trace.
    pub fn unchanged_since(&self, earlier: &Forest) -> u32 {
        if self.artificial != earlier.artificial {
            return 0;
        }
        let first_change = |strand: &StrandView| {
            let Some((_, old)) = earlier.strand(strand.number) else {
                return strand.start;
            };
            if old.start != strand.start {
                old.start.min(strand.start)
            } else if old.shape.nodes() != strand.shape.nodes() {
                // New nodes come after all that hangs in it so far.
                old.start + old.total
            } else {
                u32::MAX
            }
        };
        let changes = self.strands.iter().map(first_change);
        changes
            .min()
            .unwrap_or(0)
            .min(earlier.nodes)
            .min(self.nodes)
    }

    /// The strand and the node in it that a node of the tree is; `None` for the artificial root.
    fn locate(&self, node: u32) -> Option<(u32, u32)> {
        if self.artificial && node == 0 {
            return None;
        }
        // The last strand that starts at or before the node is the innermost around it, unless the node comes after that
        // strand's end: then it belongs to a strand further out.
        let after = self
            .strand_order
            .partition_point(|&index| self.strands[index as usize].start <= node);
        let mut index = *self.strand_order.get(after.checked_sub(1)?)?;
        loop {
            let strand = &self.strands[index as usize];
            if node < strand.start.saturating_add(strand.total) {
                return Some((index, strand.local_index(node)));
            }
            index = strand.hung?.0;
        }
    }

    /// The tree over these nodes. It reads the pages of the trace and holds almost nothing itself.
    pub fn tree(self: &Arc<Self>, names: Arc<Vec<String>>) -> Tree {
        let mut open: Vec<NodeId> = Vec::new();
        for &index in &self.strand_order {
            let strand = &self.strands[index as usize];
            let nodes = strand.shape.open_nodes().into_iter();
            open.extend(nodes.map(|node| NodeId::at(strand.tree_index(node))));
            // A call whose thread goes on after it has returned has not finished as a part of the tree.
            for guest in &strand.guests {
                if self.strands[guest.strand as usize].is_open() {
                    let above =
                        std::iter::successors(guest.under, |&node| strand.shape.parent(node));
                    open.extend(above.map(|node| NodeId::at(strand.tree_index(node))));
                }
            }
        }
        open.sort_unstable();
        open.dedup();
        if self.artificial && (!open.is_empty() || !self.over) {
            open.insert(0, NodeId::ROOT);
        }
        let tree = Tree::shared_with_open(self.clone(), names, open);
        // Calls that never returned can be asked about when there is nothing more to come.
        if self.over { tree.ended() } else { tree }
    }
}

impl StrandView {
    /// The label of a node.
    pub fn label(&self, node: u32) -> u32 {
        self.labels.get(node as usize)
    }

    /// The number in the tree of one of its nodes.
    fn tree_index(&self, node: u32) -> u32 {
        let guests = self.guests.partition_point(|guest| guest.before <= node);
        self.start + node + self.guest_nodes(guests)
    }

    /// Nodes of the first `count` guests.
    fn guest_nodes(&self, count: usize) -> u32 {
        match self.guests.get(count) {
            Some(guest) => guest.nodes_before,
            None => self.total - self.shape.nodes(),
        }
    }

    /// The node that stands at a number of the tree, given that it belongs to this strand.
    fn local_index(&self, node: u32) -> u32 {
        let offset = node - self.start;
        let guests = self
            .guests
            .partition_point(|guest| guest.before + guest.nodes_before <= offset);
        offset - self.guest_nodes(guests)
    }

    /// The size of a finished node's subtree with everything that hangs in it.
    fn tree_size(&self, node: u32) -> Option<u32> {
        let size = self.shape.size(node)?;
        let inside = self.guests_inside(node, node + size);
        let finished = self.guests_open(inside.start) == self.guests_open(inside.end);
        finished.then(|| size + self.guest_nodes(inside.end) - self.guest_nodes(inside.start))
    }

    /// The guests that hang in the subtree of a node that ends before `end`.
    fn guests_inside(&self, node: u32, end: u32) -> Range<usize> {
        let first = self.guests.partition_point(|guest| guest.before <= node);
        let mut last = self.guests.partition_point(|guest| guest.before < end);
        while let Some(guest) = self.guests.get(last)
            && guest.before == end
            && guest
                .under
                .is_some_and(|under| (node..end).contains(&under))
        {
            last += 1;
        }
        first..last
    }

    /// How many of the first `count` guests are open.
    fn guests_open(&self, count: usize) -> u32 {
        match self.guests.get(count) {
            Some(guest) => guest.open_before,
            None => self.open_guests,
        }
    }

    /// Whether a node of it, or of what hangs under it, has not finished.
    fn is_open(&self) -> bool {
        self.shape.open() > 0 || self.open_guests > 0
    }
}

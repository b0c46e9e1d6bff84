//! What the tests share: the truth about a made-up run, and ways to record one.

#![allow(dead_code, reason = "every test file uses a part of this")]

use elenchus_trace::frame::Codec;
use elenchus_trace::meta::{Ending, Meta};
use elenchus_trace::sealer::Sealer;
use elenchus_trace::synthetic::{self, Part, Plan, Witness};
use elenchus_trace::{NodeKey, Target};
use std::collections::HashMap;
use std::path::Path;

/// A node as it was meant.
#[derive(Clone, Debug)]
pub struct TrueNode {
    pub strand: u32,
    /// The number within its strand.
    pub index: u32,
    pub parent: Option<NodeKey>,
    pub part: Part,
    /// How many writes had been made when it began and when it ended.
    pub began: usize,
    pub ended: Option<usize>,
    pub printed: Vec<u8>,
    /// Whether something hangs in it, so that it is a node even if it was a pass without nodes.
    kept: bool,
}

/// Everything that happened in a made-up run.
#[derive(Debug, Default)]
pub struct Truth {
    pub nodes: HashMap<u32, Vec<TrueNode>>,
    /// All writes in order.
    pub writes: Vec<(Target, u64)>,
    /// The innermost node that made each of them, in runs of one strand.
    pub writers: Vec<Option<u32>>,
    /// Which node started a strand.
    pub started_by: HashMap<u32, Option<NodeKey>>,
    open: HashMap<u32, Vec<u32>>,
}

impl Witness for Truth {
    fn open(&mut self, strand: u32, part: Part) {
        let nodes = self.nodes.entry(strand).or_default();
        let open = self.open.entry(strand).or_default();
        let index = nodes.len() as u32;
        nodes.push(TrueNode {
            strand,
            index,
            parent: open.last().map(|&index| NodeKey { strand, index }),
            part,
            began: self.writes.len(),
            ended: None,
            printed: Vec::new(),
            kept: false,
        });
        open.push(index);
    }

    fn close(&mut self, strand: u32, was_iteration: bool) {
        let nodes = self.nodes.get_mut(&strand).unwrap();
        let index = self.open.get_mut(&strand).unwrap().pop().unwrap();
        let empty = index as usize + 1 == nodes.len() && !nodes[index as usize].kept;
        if !was_iteration && empty {
            // What a check that failed wrote is the loop's doing: the check is no node.
            let began = nodes.pop().unwrap().began;
            let around = self.open[&strand].last().copied();
            self.writers[began..].fill(around);
        } else {
            nodes[index as usize].ended = Some(self.writes.len());
        }
    }

    fn put(&mut self, target: Target, bits: u64) {
        let only = self.open.get(&1).and_then(|open| open.last());
        self.writers.push(only.copied());
        self.writes.push((target, bits));
    }

    fn start(&mut self, strand: u32, started: u32) {
        let innermost = self.open.get(&strand).and_then(|open| open.last());
        let node = innermost.map(|&index| NodeKey { strand, index });
        if let Some(node) = node {
            self.nodes.get_mut(&strand).unwrap()[node.index as usize].kept = true;
        }
        self.started_by.insert(started, node);
    }

    fn print(&mut self, strand: u32, bytes: &[u8]) {
        for &index in &self.open[&strand] {
            let node = &mut self.nodes.get_mut(&strand).unwrap()[index as usize];
            node.printed.extend_from_slice(bytes);
        }
    }
}

impl Truth {
    /// The bits a place held after that many writes.
    pub fn bits_at(&self, target: Target, writes: usize) -> Option<u64> {
        self.writes[..writes]
            .iter()
            .rev()
            .find(|(written, _)| *written == target)
            .map(|(_, bits)| *bits)
    }

    /// All nodes; those of the first strand first.
    pub fn all(&self) -> impl Iterator<Item = &TrueNode> {
        let mut strands: Vec<_> = self.nodes.keys().copied().collect();
        strands.sort_unstable();
        strands.into_iter().flat_map(|strand| &self.nodes[&strand])
    }
}

/// Records a plan into a folder and tells the truth about it.
pub fn record(folder: &Path, plan: Plan) -> Truth {
    let mut truth = Truth::default();
    record_with(folder, plan, &mut truth);
    truth
}

/// As [`record`], for any witness.
pub fn record_with(folder: &Path, plan: Plan, witness: &mut impl Witness) {
    let meta = Meta {
        recorder: "synthetic".into(),
        program: "made.Node".into(),
        ..Meta::default()
    };
    let sealer = Sealer::open(folder, &meta, Codec::default()).unwrap();
    synthetic::record(plan, &sealer, witness).unwrap();
    sealer.finish(Ending::Exit { code: 0 }).unwrap();
}

/// How many times a test repeats something: more when asked for.
pub fn repeat(times: usize) -> usize {
    match std::env::var_os("ELENCHUS_LONG") {
        Some(_) => times * 20,
        None => times,
    }
}

//! Which node of the good run a node of the run in question corresponds to: the one that the same steps lead to.

use std::collections::HashMap;

use elenchus_session::Program;
use elenchus_trace::label;
use elenchus_tree::{Kind, NodeId};

use crate::comparing::behaviour::{one_loop, plain_inputs, routine_code};
use crate::run::Run;

/// One step down from a node: which of the children with the same code is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Step {
    kind: Kind,
    code: u32,
    /// Counted from 1.
    which: u32,
}

/// At most this many of the nodes with the same code, the nearest ones, are held against one that the runs went apart before.
const MOST_OTHERS: usize = 8;

/// The counterparts found so far, and what it took to find them.
#[derive(Default)]
pub struct Counterparts {
    found: HashMap<NodeId, Option<NodeId>>,
    /// The steps down from nodes of the run in question, by the node they lead to.
    here: HashMap<NodeId, HashMap<NodeId, Step>>,
    /// The steps down from nodes of the good run.
    there: HashMap<NodeId, HashMap<Step, NodeId>>,
    codes: Codes,
}

impl Counterparts {
    /// Those of a node whose counterpart is known, and of what is below it. Nothing else has one.
    pub fn below(here: NodeId, there: NodeId) -> Counterparts {
        Counterparts {
            found: HashMap::from([(NodeId::ROOT, None), (here, Some(there))]),
            ..Counterparts::default()
        }
    }

    /// The counterpart of a node that was already looked for.
    pub fn known(&self, node: NodeId) -> Option<NodeId> {
        self.found.get(&node).copied().flatten()
    }

    /// The node of the good run that the same steps lead to.
    pub fn of(&mut self, run: &Run, good: &Run, node: NodeId) -> Option<NodeId> {
        // Down from the nearest ancestor whose counterpart is known; chains of calls can be long.
        let tree = run.tree();
        let mut path = vec![node];
        while let Some(parent) = tree.parent(path[path.len() - 1])
            && !self.found.contains_key(&path[path.len() - 1])
        {
            path.push(parent);
        }
        let top = path.pop()?;
        let mut found = match self.found.get(&top) {
            Some(&known) => known,
            None => beginning(run, good),
        };
        self.found.insert(top, found);
        for &below in path.iter().rev() {
            found = found.and_then(|from| self.down(run, good, below, from));
            self.found.insert(below, found);
        }
        found
    }

    /// Other nodes of the good run that may correspond to a node: those with the same code below the same call that were given
    /// the same numbers, nearest first. There are none where both runs have as many of them, so that no step can be too much.
    pub fn others(&mut self, run: &Run, good: &Run, node: NodeId) -> Vec<NodeId> {
        let found = self.of(run, good, node);
        let Some(parent) = run.tree().parent(node) else {
            return Vec::new();
        };
        let Some(from) = self.known(parent) else {
            return Vec::new();
        };
        let (Some(here), Some(there)) = (self.here.get(&parent), self.there.get(&from)) else {
            return Vec::new();
        };
        let Some(step) = here.get(&node) else {
            return Vec::new();
        };
        let same_code = |other: &&Step| other.kind == step.kind && other.code == step.code;
        let count_here = here.values().filter(same_code).count();
        let others = there.iter().filter(|(other, _)| same_code(other));
        let mut others: Vec<(u32, NodeId)> = others
            .map(|(other, &node)| (other.which.abs_diff(step.which), node))
            .collect();
        if others.len() == count_here {
            return Vec::new();
        }
        others.sort_unstable();
        let inputs = plain_inputs(run, node);
        let others = others.into_iter().map(|(_, other)| other);
        let alike = others.filter(|&other| Some(other) != found);
        let alike = alike.take(MOST_OTHERS);
        alike
            .filter(|&other| plain_inputs(good, other) == inputs)
            .collect()
    }

    /// Notes the counterpart of a node that was found in another way; what is below the node goes by it.
    pub fn set(&mut self, run: &Run, node: NodeId, counterpart: NodeId) {
        let tree = run.tree();
        self.found.retain(|&below, _| !tree.contains(node, below));
        self.found.insert(node, Some(counterpart));
    }

    /// The child of `from` in the good run that corresponds to `below`, whose parent corresponds to `from`.
    fn down(&mut self, run: &Run, good: &Run, below: NodeId, from: NodeId) -> Option<NodeId> {
        let parent = run.tree().parent(below)?;
        if parent == NodeId::ROOT && is_first_call(run, below, good) {
            return Some(NodeId::ROOT);
        }
        let codes = &mut self.codes;
        let steps_here = self
            .here
            .entry(parent)
            .or_insert_with(|| codes.steps(run, Side::Here, parent).collect());
        let step = steps_here.get(&below)?;
        let steps_there = self.there.entry(from).or_insert_with(|| {
            let steps = codes.steps(good, Side::There, from);
            steps.map(|(node, step)| (step, node)).collect()
        });
        steps_there.get(step).copied()
    }
}

/// What the root of a run corresponds to. A run with several threads, or one that still goes on, has an artificial root
/// above the first call; others begin with that call.
fn beginning(run: &Run, good: &Run) -> Option<NodeId> {
    let is_call = |run: &Run| run.data(NodeId::ROOT).is_some();
    if !is_call(run) || is_call(good) {
        return Some(NodeId::ROOT);
    }
    let first = run.tree().label(NodeId::ROOT);
    let mut calls = good.tree().children(NodeId::ROOT);
    calls.find(|&call| good.tree().label(call) == first)
}

/// Whether a call below the artificial root of a run is the one that a good run begins with.
fn is_first_call(run: &Run, node: NodeId, good: &Run) -> bool {
    run.data(NodeId::ROOT).is_none()
        && good.data(NodeId::ROOT).is_some()
        && run.tree().label(node) == good.tree().label(NodeId::ROOT)
}

/// Which of the two runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Here,
    There,
}

/// Numbers for pieces of code that are the same in both runs. A loop can have millions of iterations, and their
/// code has a long name.
#[derive(Default)]
struct Codes {
    numbers: HashMap<String, u32>,
    known: HashMap<(Side, u32), u32>,
}

impl Codes {
    /// The steps down from a node.
    fn steps<'r>(
        &'r mut self,
        run: &'r Run,
        side: Side,
        parent: NodeId,
    ) -> impl Iterator<Item = (NodeId, Step)> + 'r {
        let tree = run.tree();
        let mut alike: HashMap<(Kind, u32), u32> = HashMap::new();
        tree.children(parent).map(move |child| {
            let (kind, code) = (tree.kind(child), self.number(run, side, child));
            let count = alike.entry((kind, code)).or_default();
            *count += 1;
            let which = *count;
            (child, Step { kind, code, which })
        })
    }

    fn number(&mut self, run: &Run, side: Side, node: NodeId) -> u32 {
        let what = run.what_ran(node);
        if let Some(&known) = what.and_then(|what| self.known.get(&(side, what))) {
            return known;
        }
        let name = what.and_then(|what| name(run, what));
        let name = name.unwrap_or_else(|| run.tree().label(node).to_owned());
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(name).or_insert(next);
        if let Some(what) = what {
            self.known.insert((side, what), number);
        }
        number
    }
}

/// What a piece of code is called in both versions. Loops of one routine are told apart by their code, not by their
/// routine's name.
fn name(run: &Run, what: u32) -> Option<String> {
    let definitions = run.definitions();
    let id = what & label::ID;
    match what & label::KIND {
        label::ROUTINE => {
            let def = definitions.routine(id)?;
            Some(routine_code(definitions, def))
        }
        _ => Some(one_loop(definitions, definitions.loop_(id)?)),
    }
}

//! Calls of a failed test that did the same in a test that passed: same code, same full state before, same outcome.
//!
//! States are compared as the knowledge base compares them ([`situation`]), so what cannot be compared for certain does not
//! count. A call that was seen takes all inside of it along.

use std::collections::HashMap;

use elenchus_knowledge::Situation;
use elenchus_session::{Program, Subject};
use elenchus_tree::{Kind, NodeId};

use crate::comparing::behaviour::plain_inputs;
use crate::comparing::remembered::situation;
use crate::run::Run;

/// How many states are compared, at most: each is everything that a call could read.
const MOST_COMPARED: usize = 2_000;

/// How many calls of the passed tests with the same numbers are compared with one call.
const MOST_ALIKE: usize = 4;

/// The calls below `at` that did the same in one of the `passed` tests, without those inside of others.
pub(crate) fn seen_before(run: &Run, at: NodeId, passed: &[NodeId]) -> Vec<NodeId> {
    let mut earlier = Earlier::of(run, passed);
    let tree = run.tree();
    let mut seen = Vec::new();
    let (mut next, end) = (NodeId::at(at.0 + 1), tree.end(at));
    while next < end {
        let node = next;
        if tree.kind(node) == Kind::Routine && earlier.has(node) {
            seen.push(node);
            next = tree.end(node);
        } else {
            next = NodeId::at(node.0 + 1);
        }
    }
    seen
}

/// The calls of the passed tests, as far as they were looked at.
struct Earlier<'r> {
    run: &'r Run,
    /// Calls by their code.
    calls: HashMap<u32, Vec<NodeId>>,
    /// Those of one code by the numbers that they were given, for the codes that were asked for.
    alike: HashMap<u32, HashMap<u64, Vec<NodeId>>>,
    /// What those did that were compared.
    did: HashMap<NodeId, Option<Situation>>,
    /// How many states may still be compared.
    budget: usize,
}

impl<'r> Earlier<'r> {
    fn of(run: &'r Run, passed: &[NodeId]) -> Earlier<'r> {
        let tree = run.tree();
        let mut calls: HashMap<u32, Vec<NodeId>> = HashMap::new();
        for &test in passed {
            let nodes = (test.index()..tree.end(test).index()).map(NodeId::new);
            for node in nodes.filter(|&node| tree.kind(node) == Kind::Routine) {
                if let Some(code) = run.what_ran(node) {
                    calls.entry(code).or_default().push(node);
                }
            }
        }
        Earlier {
            run,
            calls,
            alike: HashMap::new(),
            did: HashMap::new(),
            budget: MOST_COMPARED,
        }
    }

    /// Whether a passed test did the same as this call.
    fn has(&mut self, call: NodeId) -> bool {
        let run = self.run;
        let (Some(code), Some(inputs)) = (run.what_ran(call), plain_inputs(run, call)) else {
            return false;
        };
        let Some(calls) = self.calls.get(&code) else {
            return false;
        };
        let alike = self.alike.entry(code).or_insert_with(|| {
            let mut alike: HashMap<u64, Vec<NodeId>> = HashMap::new();
            for &call in calls.iter().take(MOST_COMPARED) {
                if let Some(inputs) = plain_inputs(run, call) {
                    alike.entry(inputs).or_default().push(call);
                }
            }
            alike
        });
        let Some(alike) = alike.get(&inputs) else {
            return false;
        };
        let Some(here) = compare(run, call, &mut self.budget) else {
            return false;
        };
        alike.iter().take(MOST_ALIKE).any(|&other| {
            let budget = &mut self.budget;
            let there = self.did.entry(other);
            let there = there.or_insert_with(|| compare(run, other, budget));
            there.as_ref() == Some(&here)
        })
    }
}

/// What a call did, if that can be told for certain and not too much was compared already.
fn compare(run: &Run, call: NodeId, budget: &mut usize) -> Option<Situation> {
    *budget = budget.checked_sub(1)?;
    situation(run, Subject::node(call)).ok()
}

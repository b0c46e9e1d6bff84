//! Properties of control flow on random code.

use std::collections::HashSet;

use proptest::prelude::*;

use crate::classfile::assemble::Assembler;
use crate::classfile::code::Code;
use crate::classfile::opcodes as op;
use crate::classfile::pool::Pool;
use crate::classfile::reader::Reader;

use super::flow::{Action, Flow};
use super::loops::Clues;

/// An instruction of a random program; targets are taken modulo the length.
#[derive(Debug, Clone, Copy)]
enum Step {
    Plain,
    Goto(usize),
    If(usize),
    Switch(usize, usize),
    Return,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Plain),
        2 => any::<usize>().prop_map(Step::Goto),
        5 => any::<usize>().prop_map(Step::If),
        1 => any::<(usize, usize)>().prop_map(|(a, b)| Step::Switch(a, b)),
        1 => Just(Step::Return),
    ]
}

/// The Code attribute of a program, which only has to have the right control flow. It ends with a return.
fn assemble(steps: &[Step]) -> Vec<u8> {
    let mut asm = Assembler::default();
    let labels: Vec<_> = steps.iter().map(|_| asm.label()).collect();
    let label = |target: usize| labels[target % labels.len()];
    for (index, &step) in steps.iter().enumerate() {
        asm.bind(labels[index]);
        match step {
            Step::Plain => asm.op(op::NOP),
            Step::Goto(target) => asm.branch(op::GOTO, label(target)),
            Step::If(target) => asm.branch(op::IFEQ, label(target)),
            Step::Switch(a, b) => {
                let switch = crate::classfile::code::Switch {
                    default: 0,
                    targets: vec![0],
                    keys: vec![7],
                };
                asm.switch(op::LOOKUPSWITCH, &switch, label(a), &[label(b)]);
            }
            Step::Return => asm.op(op::RETURN),
        }
    }
    asm.op(op::RETURN);
    let bytes = asm.finish().expect("it is short");
    let mut attribute = vec![0, 1, 0, 1];
    attribute.extend((bytes.len() as u32).to_be_bytes());
    attribute.extend(bytes);
    attribute.extend([0, 0, 0, 0]);
    attribute
}

fn with_flow(steps: &[Step], check: impl FnOnce(&Code<'_>, &Flow)) {
    let pool = Pool::parse(&mut Reader::new(&[0, 1])).expect("an empty pool");
    let attribute = assemble(steps);
    let code = Code::parse(&attribute, &pool).expect("it is sound");
    let clues = Clues {
        starts_line: &|_| false,
        statements: &HashSet::new(),
        chooses_pattern: &|_| false,
    };
    let flow = Flow::new(&code, &clues);
    check(&code, &flow);
}

/// Blocks that can be reached from the first without passing one of them.
fn reachable_without(flow: &Flow, avoided: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; flow.blocks.len()];
    let mut work = vec![0];
    while let Some(block) = work.pop() {
        if Some(block) != avoided && !std::mem::replace(&mut seen[block], true) {
            work.extend(&flow.blocks[block].successors);
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A block dominates another when nothing reaches the other without it.
    #[test]
    fn dominators_are_what_no_path_avoids(steps in prop::collection::vec(step(), 1..30)) {
        with_flow(&steps, |_, flow| {
            let reachable = reachable_without(flow, None);
            for dominator in 0..flow.blocks.len() {
                let without = reachable_without(flow, Some(dominator));
                for block in 0..flow.blocks.len() {
                    let expected = reachable[dominator] && reachable[block] && !without[block];
                    assert_eq!(flow.dominators.dominates(dominator, block), expected);
                }
            }
        });
    }

    /// Along any path, entering, repeating and leaving keeps the open loops equal to the nest of the current block, and
    /// code outside of loops runs once.
    #[test]
    fn actions_keep_the_open_loops_in_step(
        steps in prop::collection::vec(step(), 1..40),
        choices in prop::collection::vec(any::<usize>(), 200),
    ) {
        with_flow(&steps, |code, flow| {
            let mut open = Vec::new();
            let mut runs = vec![0; code.insns.len()];
            let (mut from, mut at) = (None, 0);
            for choice in choices {
                for action in flow.actions(from, at) {
                    match action {
                        Action::Enter(l) => open.push(l),
                        Action::Iterate(l) => assert_eq!(open.last(), Some(&l)),
                        Action::Leave(l) => assert_eq!(open.pop(), Some(l)),
                    }
                }
                let mut nest: Vec<usize> = flow.nest(flow.block_of[at]).collect();
                nest.reverse();
                assert_eq!(open, nest);
                runs[at] += 1;
                assert!(runs[at] == 1 || !nest.is_empty() || !flow.repeats_only_in_loops());
                for (level, &l) in open.iter().enumerate() {
                    assert_eq!(usize::from(flow.loops[l].level), level + 1);
                }
                let successors = code.successors(at);
                if successors.is_empty() {
                    break;
                }
                (from, at) = (Some(at), successors[choice % successors.len()]);
            }
        });
    }

    /// Every jump back to a block that dominates its source repeats a loop.
    #[test]
    fn back_edges_repeat_loops(steps in prop::collection::vec(step(), 1..40)) {
        with_flow(&steps, |code, flow| {
            for from in 0..code.insns.len() {
                for to in code.successors(from) {
                    let (source, target) = (flow.block_of[from], flow.block_of[to]);
                    let is_back = flow.blocks[target].start == to
                        && flow.blocks[source].end == from + 1
                        && flow.dominators.dominates(target, source);
                    let actions = flow.actions(Some(from), to);
                    let repeats = actions.iter().any(|a| matches!(a, Action::Iterate(_)));
                    assert_eq!(is_back, repeats);
                }
            }
        });
    }
}

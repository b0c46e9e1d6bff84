//! What a reader makes of a trace is what happened: trees, nodes, heap history and output against the generator's own account.

mod common;

use common::{TrueNode, Truth, record, repeat};
use elenchus_trace::synthetic::{Part, Plan, Profile};
use elenchus_trace::{
    Action, Budget, Done, NodeKey, NodeKind, Origin, Snapshot, Target, Trace, Value,
};
use elenchus_tree::Kind;

fn plans() -> Vec<Plan> {
    let mut plans = Vec::new();
    for seed in 1..=repeat(4) as u64 {
        for profile in [Profile::Calls, Profile::Mixed, Profile::Writes] {
            for (strands, shared_ring) in [(1, false), (3, false), (4, true)] {
                plans.push(Plan {
                    calls: 700,
                    strands,
                    shared_ring,
                    profile,
                    seed,
                    slot_bytes: 4096 << (seed % 3),
                    finish: seed % 2 == 0,
                });
            }
        }
    }
    plans
}

fn key(node: &TrueNode) -> NodeKey {
    NodeKey {
        strand: node.strand,
        index: node.index,
    }
}

#[test]
fn trees_are_as_they_happened_also_when_opened_again() {
    for plan in plans() {
        let folder = tempfile::tempdir().unwrap();
        let truth = record(folder.path(), plan);
        let first = Trace::open(folder.path(), Budget::default()).unwrap();
        assert!(
            first.is_complete() && first.damage().is_empty(),
            "{:?}",
            first.damage()
        );
        check_tree(&first.snapshot(), &truth, plan);
        drop(first);
        let again = Trace::attach(folder.path(), Budget::default()).unwrap();
        assert!(again.is_complete(), "derived data was not used");
        check_tree(&again.snapshot(), &truth, plan);
    }
}

fn check_tree(snapshot: &Snapshot, truth: &Truth, plan: Plan) {
    let tree = &snapshot.tree;
    let nodes = truth.all().count();
    let root = tree.kind(elenchus_tree::NodeId::ROOT) == Kind::Projection;
    assert_eq!(tree.len(), nodes + usize::from(root), "{plan:?}");
    for node in truth.all() {
        let id = snapshot
            .node_of(key(node))
            .expect("every node is in the tree");
        assert_eq!(snapshot.key_of(id), key(node));
        let started_by = truth.started_by.get(&node.strand).copied().flatten();
        let parent = node.parent.or(started_by);
        let parent = parent.map(|parent| snapshot.node_of(parent).unwrap());
        let expected = parent.or(root.then_some(elenchus_tree::NodeId::ROOT));
        assert_eq!(tree.parent(id), expected, "parent of {node:?} in {plan:?}");
        let kind = match node.part {
            Part::Call(_) => Kind::Routine,
            Part::Loop(_) => Kind::Loop,
            Part::Pass(_) => Kind::Iterations,
        };
        assert_eq!(tree.kind(id), kind);
        if let Part::Call(routine) = node.part {
            assert_eq!(tree.routine(id).0, routine);
        }
    }
    // Sizes follow from parents: every node is in the ranges of its ancestors and of nobody else.
    let mut ends: Vec<usize> = (0..tree.len()).map(|index| index + 1).collect();
    for id in tree.nodes().rev() {
        if let Some(parent) = tree.parent(id) {
            assert!(parent < id);
            ends[parent.index()] = ends[parent.index()].max(ends[id.index()]);
        }
    }
    for id in tree.nodes() {
        assert_eq!(
            tree.end(id).index(),
            ends[id.index()],
            "end of {id:?} in {plan:?}"
        );
    }
}

#[test]
fn nodes_tell_what_went_in_and_came_out() {
    for plan in plans() {
        let folder = tempfile::tempdir().unwrap();
        let truth = record(folder.path(), plan);
        let trace = Trace::open(folder.path(), Budget::total(8 << 20)).unwrap();
        for node in truth.all().step_by(7) {
            let data = trace.node(key(node)).expect("every node can be read");
            let expected = match node.part {
                Part::Call(id) => NodeKind::Routine(id),
                Part::Loop(id) => NodeKind::Loop(id),
                Part::Pass(id) if data.iterations.is_empty() => NodeKind::Check(id),
                Part::Pass(id) => NodeKind::Iterations(id),
            };
            assert_eq!(data.kind, expected);
            assert_eq!(
                data.after.is_some(),
                node.ended.is_some(),
                "{node:?} {plan:?}"
            );
            let output = trace.output(key(node), usize::MAX);
            let printed: Vec<u8> = output
                .pieces
                .into_iter()
                .flat_map(|piece| piece.1)
                .collect();
            if node.ended.is_some() {
                assert_eq!(printed, node.printed, "{node:?} {plan:?}");
                assert_eq!(output.total, node.printed.len() as u64);
            }
        }
    }
}

/// The bits of a value as the generator wrote them.
fn bits(value: Value) -> Option<u64> {
    Some(match value {
        Value::Null => 0,
        Value::Int(value) => value as u32 as u64,
        Value::Char(value) => value.into(),
        Value::Long(value) => value as u64,
        Value::Ref(reference) => reference.0.into(),
        _ => return None,
    })
}

#[test]
fn every_place_held_what_was_last_written_to_it() {
    for plan in plans().into_iter().filter(|plan| plan.strands == 1) {
        let folder = tempfile::tempdir().unwrap();
        let truth = record(folder.path(), plan);
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        for (nth, node) in truth.all().enumerate().step_by(41) {
            let before = trace.before(key(node)).unwrap();
            let after = trace.after(key(node));
            for (target, _) in truth.writes.iter().skip(nth % 97).step_by(997) {
                // A pass begins with the first node in it, its state with its header; the one before is exact only for calls.
                if let Part::Call(_) = node.part {
                    // Objects made for the arguments are introduced before the call but after the last action.
                    let expected = truth.bits_at(*target, node.began);
                    assert_eq!(
                        bits(trace.value_at(*target, before)),
                        expected,
                        "{target:?} {node:?}"
                    );
                }
                if let (Some(after), Some(ended)) = (after, node.ended) {
                    let expected = truth.bits_at(*target, ended);
                    assert_eq!(
                        bits(trace.value_at(*target, after)),
                        expected,
                        "{target:?} {node:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_last_writer_is_the_innermost_node_that_wrote() {
    let mut in_passes = 0;
    for plan in plans().into_iter().filter(|plan| plan.strands == 1) {
        let folder = tempfile::tempdir().unwrap();
        let truth = record(folder.path(), plan);
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        let calls = truth
            .all()
            .filter(|node| matches!(node.part, Part::Call(_)));
        for node in calls.step_by(13) {
            let (Some(after), Some(ended)) = (trace.after(key(node)), node.ended) else {
                continue;
            };
            // Of what was written to a place several times, only the last write is asked about.
            let Some((target, _)) = truth.writes[..ended].last() else {
                continue;
            };
            let writer = trace.last_writer(*target, after).unwrap();
            if writer.origin != Origin::Written {
                continue;
            }
            let expected = truth.writers[ended - 1];
            assert_eq!(writer.node.map(|node| node.index), expected, "{target:?}");
            let nodes = &truth.nodes[&node.strand];
            let part = expected.map(|index| nodes[index as usize].part);
            in_passes += usize::from(matches!(part, Some(Part::Pass(_))));
        }
    }
    assert!(
        in_passes > 0,
        "nothing was written directly in an iteration"
    );
}

#[test]
fn effects_are_exactly_the_places_that_changed() {
    for plan in plans()
        .into_iter()
        .filter(|plan| plan.strands == 1 && plan.seed <= 4)
    {
        let folder = tempfile::tempdir().unwrap();
        let truth = record(folder.path(), plan);
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        for node in truth
            .all()
            .filter(|node| matches!(node.part, Part::Call(_)))
            .step_by(53)
        {
            let Some(ended) = node.ended else { continue };
            let mut expected: Vec<(Target, u64, u64)> = Vec::new();
            let mut changed: Vec<Target> = Vec::new();
            for (target, _) in &truth.writes[node.began..ended] {
                if changed.contains(target) {
                    continue;
                }
                changed.push(*target);
                let after = truth.bits_at(*target, ended).unwrap();
                // Places of objects that were not there before are not effects; static fields always are.
                let before = truth.bits_at(*target, node.began);
                let is_static = matches!(target, Target::Static { .. });
                match before {
                    Some(before) if before != after => expected.push((*target, before, after)),
                    None if is_static => expected.push((*target, u64::MAX, after)),
                    _ => {}
                }
            }
            let found: Vec<(Target, u64, u64)> = trace
                .effects(key(node))
                .unwrap()
                .filter(|effect| !is_new_sight(&truth, effect.target, node.began))
                .map(|effect| {
                    assert!(!effect.meanwhile);
                    let before = bits(effect.before).unwrap_or(u64::MAX);
                    (effect.target, before, bits(effect.after).unwrap())
                })
                .collect();
            assert_eq!(
                found.len(),
                expected.len(),
                "{node:?} {plan:?} {found:?} {expected:?}"
            );
            for effect in found {
                assert!(expected.contains(&effect), "{effect:?}");
            }
        }
    }
}

/// Whether the object of a place appeared after that many writes: seen then for the first time, it may be older.
fn is_new_sight(truth: &Truth, target: Target, writes: usize) -> bool {
    !matches!(target, Target::Static { .. }) && truth.bits_at(target, writes).is_none()
}

#[test]
fn steps_go_through_all_that_a_node_did_in_both_directions() {
    let mut written = 0;
    for plan in plans().into_iter().filter(|plan| plan.strands == 1) {
        let folder = tempfile::tempdir().unwrap();
        let truth = record(folder.path(), plan);
        let trace = Trace::open(folder.path(), Budget::default()).unwrap();
        let ended = truth.all().filter(|node| node.ended.is_some());
        for node in ended.step_by(31) {
            let (begin, end) = (trace.before(key(node)), trace.after(key(node)));
            let (begin, end) = (begin.unwrap(), end.unwrap());
            let on = |action: &Action| trace.action_from(key(node), action.after?);
            let actions: Vec<Action> =
                std::iter::successors(trace.action_from(key(node), begin), on).collect();
            let back = |action: &Action| trace.action_until(key(node), action.before);
            let mut backwards: Vec<Action> =
                std::iter::successors(trace.action_until(key(node), end), back).collect();
            backwards.reverse();
            assert_eq!(actions, backwards, "{node:?} {plan:?}");

            let parts = actions.iter().filter_map(|action| match action.what {
                Done::Part(part) => Some(part),
                _ => None,
            });
            let expected = truth.all().filter(|part| part.parent == Some(key(node)));
            let expected: Vec<NodeKey> = expected.map(key).collect();
            assert_eq!(parts.collect::<Vec<_>>(), expected, "{node:?} {plan:?}");

            // What an object is created with, or seen with first, was not written by anybody.
            let is_write = |nth: &usize| {
                let target = truth.writes[*nth].0;
                let is_there = matches!(target, Target::Static { .. })
                    || truth.bits_at(target, *nth).is_some();
                truth.writers[*nth] == Some(node.index) && is_there
            };
            let own = (0..truth.writes.len()).filter(is_write);
            let own: Vec<Target> = own.map(|nth| truth.writes[nth].0).collect();
            let places = actions.iter().flat_map(|action| match action.what {
                Done::Wrote(target, value) => {
                    assert_eq!(trace.value_at(target, action.after.unwrap()), value);
                    vec![target]
                }
                Done::Filled { array, from, to } => (from..to)
                    .map(|index| Target::Element { array, index })
                    .collect(),
                Done::Part(_) => Vec::new(),
            });
            assert_eq!(places.collect::<Vec<_>>(), own, "{node:?} {plan:?}");
            written += own.len();

            for action in &actions {
                let time = trace.time_in(key(node), action.before.numbers());
                assert_eq!(time, Some(action.before));
            }
        }
    }
    assert!(written > 100, "{written} writes are too few to tell");
}

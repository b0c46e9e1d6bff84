//! Soundness, completeness and the way back, on random executions with planted bugs.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::common::{Dice, Run, cases, execution};
use elenchus_transform::{
    Base, Excerpt, Grouping, Options, Plan, Search, Span, TransformName, View,
};
use elenchus_tree::place::base::{NodeId, Removed, Tree};
use elenchus_tree::place::{base, view};
use elenchus_tree::search::Status;
use elenchus_tree::{Answer, Kind, Masses, RootStatus, RoutineId, SearchSpace};

const SEARCHES: [Search; 3] = [
    Search::TopDown,
    Search::HeaviestFirst,
    Search::DivideAndQuery,
];

fn random_plan(dice: &mut Dice) -> Plan {
    if dice.one_in(4) {
        return Plan::auto();
    }
    let mut names = Vec::new();
    for _ in 0..dice.below(4) {
        let name = TransformName::ALL[dice.below(8) as usize];
        names.push(name);
        if Plan::new(&names).is_err() {
            names.pop();
        }
    }
    Plan::new(&names).unwrap()
}

fn random_options(dice: &mut Dice, base: &Tree) -> Options {
    let mut closed = BTreeSet::new();
    for _ in 0..dice.below(3) {
        let node = NodeId::at(dice.below(base.len() as u64) as u32);
        if !matches!(base.kind(node), Kind::Iterations) {
            closed.insert(Span::of(base, node));
        }
    }
    Options {
        chain_min: 2 + dice.below(2) as usize,
        chain_max: if dice.one_in(3) { 4 } else { usize::MAX },
        grouping: [None, Some(Grouping::Chains), Some(Grouping::AllSiblings)]
            [dice.below(3) as usize],
        readable: dice.one_in(3),
        shrink: dice.one_in(2),
        closed,
        opened: BTreeSet::new(),
        crowded: BTreeSet::new(),
        alone: BTreeSet::new(),
        resolution: dice.one_in(4).then_some(5),
        unseen: 0,
    }
}

fn random_base(dice: &mut Dice, nodes: usize) -> Arc<Tree> {
    let run = Run {
        nodes: 1 + dice.below(nodes as u64) as usize,
        with_loops: dice.one_in(2),
        with_masses: dice.one_in(2),
    };
    let recorded = Arc::new(execution(dice.roll(), run));
    let base = match dice.one_in(3) {
        true => Base::routines(recorded),
        false => Base::with_loops(recorded),
    };
    base.tree().clone()
}

/// A search that may still go anywhere: the spans that answers left.
struct Session<'t> {
    base: &'t Tree,
    masses: base::Masses,
    span: Span,
    removed: Removed,
}

impl Session<'_> {
    fn excerpt(&self) -> Excerpt<'_> {
        Excerpt {
            base: self.base,
            masses: &self.masses,
            span: self.span,
            removed: &self.removed,
        }
    }

    fn answer(&mut self, subject: Span, answer: Answer) {
        match answer {
            Answer::Wrong => self.span = subject,
            Answer::Right => self.clear(subject),
            // The bug happened before: in what ran earlier, or in what led here.
            Answer::Inadmissible => self.clear(Span {
                end: self.span.end,
                ..subject
            }),
            _ => unreachable!("not an answer of these tests"),
        }
    }

    fn clear(&mut self, subject: Span) {
        if !subject.is_empty() {
            self.removed
                .remove(&self.masses, subject.start, subject.end);
        }
    }
}

/// Whether a node hides something closed: it then weighs less than all it stands for.
fn hides_closed(view: &View, node: view::NodeId, options: &Options) -> bool {
    let span = view.span(node);
    view.is_hidden(node) && options.closed.iter().any(|&closed| span.covers(closed))
}

/// Plays one session with random questions and a new view after every answer; returns the base
/// nodes that are blamed.
fn play(dice: &mut Dice, base: &Tree, plan: &Plan, options: &Options, bug: NodeId) -> Vec<NodeId> {
    let mut options = options.clone();
    // Some routine may be trusted, if it is not the culprit.
    let trusted: HashSet<RoutineId> = (0..base.routine_names().len() as u32)
        .map(RoutineId)
        .filter(|&routine| dice.one_in(6) && routine != base.routine(bug))
        .collect();
    let mut session = Session {
        base,
        masses: Masses::new(base, &trusted, &HashSet::new()),
        span: Span::of(base, NodeId::ROOT),
        removed: Removed::new(),
    };
    for _ in 0..4 * base.len() + 10 {
        let search = SEARCHES[dice.below(3) as usize];
        let view = View::build(&session.excerpt(), plan, search, &options);
        let tree = view.tree();
        let masses = Masses::of(tree);
        let space = SearchSpace::new(tree, &masses, RootStatus::Wrong);
        let excerpt = session.excerpt();
        let stands_for = |node| match hides_closed(&view, node, &options) {
            true => excerpt.mass(view.span(node)),
            false => tree.own_mass(node),
        };
        let total: u64 = tree.nodes().map(stands_for).sum();
        assert_eq!(total, excerpt.total(), "mass is preserved");
        if let Status::Bug(found) = space.status() {
            if view.is_hidden(found) {
                session.answer(view.span(found), Answer::Wrong);
                continue;
            }
            return view.owned(found);
        }
        let divides = |&node: &view::NodeId| {
            space.is_askable(node) && space.mass(node) > 0 && space.mass(node) < space.total()
        };
        let nodes: Vec<view::NodeId> = tree.nodes().filter(divides).collect();
        let node = nodes[dice.below(nodes.len() as u64) as usize];
        let subject = view.span(node);
        if dice.one_in(8) {
            // "Don't know": the subject is shown by its parts from now on.
            options.opened.insert(subject);
            continue;
        }
        let answer = match subject.contains(bug) {
            true => Answer::Wrong,
            false if bug < subject.start && dice.one_in(3) => Answer::Inadmissible,
            false => Answer::Right,
        };
        session.answer(subject, answer);
    }
    panic!("the search for {bug:?} does not end");
}

#[test]
fn whatever_is_asked_the_planted_bug_is_named() {
    for seed in 0..cases(3000) {
        let dice = &mut Dice(seed);
        let base = random_base(dice, 60);
        let plan = random_plan(dice);
        let options = random_options(dice, &base);
        let suspects: Vec<NodeId> = base.nodes().filter(|&n| base.own_mass(n) > 0).collect();
        if suspects.is_empty() {
            continue;
        }
        let bug = suspects[dice.below(suspects.len() as u64) as usize];
        let blamed = play(dice, &base, &plan, &options, bug);
        assert!(
            blamed.contains(&bug),
            "seed {seed}, plan {plan}: {bug:?} is not in {blamed:?}"
        );
        // Whatever shares the blame is the same routine: a recursion, a chain, or a loop's first
        // iteration with the loop.
        for &other in &blamed {
            assert_eq!(
                base.routine(other),
                base.routine(bug),
                "seed {seed}, plan {plan}"
            );
        }
    }
}

#[test]
fn one_view_leads_to_every_bug() {
    for seed in 0..cases(1000) {
        let dice = &mut Dice(!seed);
        let base = random_base(dice, 40);
        let plan = random_plan(dice);
        let options = random_options(dice, &base);
        let search = SEARCHES[dice.below(3) as usize];
        let view = View::of_whole(&base, &plan, search, &options);
        let tree = view.tree();
        let masses = Masses::of(tree);
        for bug in base.nodes().filter(|&n| base.own_mass(n) > 0) {
            let mut space = SearchSpace::new(tree, &masses, RootStatus::Wrong);
            let found = loop {
                if let Status::Bug(found) = space.status() {
                    break found;
                }
                let total = space.total();
                let divides = |&n: &view::NodeId| space.mass(n) > 0 && space.mass(n) < total;
                let nodes: Vec<view::NodeId> = tree.nodes().filter(divides).collect();
                let node = nodes[dice.below(nodes.len() as u64) as usize];
                let is_wrong = view.span(node).contains(bug);
                space.apply(
                    node,
                    if is_wrong {
                        Answer::Wrong
                    } else {
                        Answer::Right
                    },
                );
            };
            assert!(
                view.owned(found).contains(&bug),
                "seed {seed}, plan {plan}, {bug:?}"
            );
        }
    }
}

#[test]
fn every_suspect_has_one_owner_and_spans_are_nested() {
    for seed in 0..cases(3000) {
        let dice = &mut Dice(seed ^ 0xabcd);
        let base = random_base(dice, 80);
        let plan = random_plan(dice);
        let options = random_options(dice, &base);
        let view = View::of_whole(&base, &plan, Search::HeaviestFirst, &options);
        let tree = view.tree();
        let mut owner = vec![None; base.len()];
        for node in tree.nodes() {
            let span = view.span(node);
            let mut last = span.start;
            for child in tree.children(node) {
                let inner = view.span(child);
                assert!(
                    span.covers(inner) && last <= inner.start,
                    "seed {seed}, plan {plan}"
                );
                last = inner.end;
            }
            let mass: u64 = view.owned(node).iter().map(|&n| base.own_mass(n)).sum();
            match hides_closed(&view, node, &options) {
                true => assert!((1..=mass).contains(&tree.own_mass(node)), "seed {seed}"),
                false => assert_eq!(mass, tree.own_mass(node), "seed {seed}, plan {plan}"),
            }
            for base_node in view.owned(node) {
                let twice = owner[base_node.index()].replace(node);
                assert!(twice.is_none(), "seed {seed}, plan {plan}: {base_node:?}");
            }
            assert_eq!(view.node_for(span).map(|n| view.span(n)), Some(span));
        }
        for node in base.nodes().filter(|&n| base.own_mass(n) > 0) {
            assert!(
                owner[node.index()].is_some(),
                "seed {seed}, plan {plan}: {node:?}"
            );
        }
    }
}

#[test]
fn opening_everything_gives_the_plain_tree_back() {
    for seed in 0..cases(1000) {
        let dice = &mut Dice(seed ^ 0x1234_5678);
        let base = execution(
            dice.roll(),
            Run {
                nodes: 50,
                with_loops: true,
                with_masses: false,
            },
        );
        let mut plan = random_plan(dice);
        while plan
            .steps()
            .iter()
            .any(|name| name.to_string().starts_with("compress"))
            || plan.is_auto()
            || plan.steps().contains(&TransformName::LoopsChain)
        {
            plan = random_plan(dice);
        }
        let mut options = random_options(dice, &base);
        options.resolution = None;
        // Open every subject that is not a node of the base, until none is left.
        let view = loop {
            let view = View::of_whole(&base, &plan, Search::DivideAndQuery, &options);
            let known = options.opened.len();
            let made = view.tree().nodes().filter(|&n| {
                view.is_hidden(n) || !matches!(view.origin(n), elenchus_transform::Origin::Node(_))
            });
            options.opened.extend(made.map(|n| view.span(n)));
            if options.opened.len() == known {
                break view;
            }
        };
        assert_same(view.tree().clone().unchanged(), &base, seed);
        let none = View::of_whole(&base, &Plan::none(), Search::TopDown, &Options::default());
        assert_same(none.tree().clone().unchanged(), &base, seed);
    }
}

fn assert_same(left: Tree, right: &Tree, seed: u64) {
    assert_eq!(left.len(), right.len(), "seed {seed}");
    for node in left.nodes() {
        assert_eq!(left.parent(node), right.parent(node), "seed {seed}");
        assert_eq!(left.routine(node), right.routine(node), "seed {seed}");
        assert_eq!(left.kind(node), right.kind(node), "seed {seed}");
        assert_eq!(left.is_chained(node), right.is_chained(node), "seed {seed}");
        assert_eq!(left.own_mass(node), right.own_mass(node), "seed {seed}");
    }
}

#[test]
fn the_way_from_a_recorded_node_to_its_base_node_and_back() {
    for seed in 0..cases(500) {
        let dice = &mut Dice(seed ^ 0x1dea);
        let run = Run {
            nodes: 1 + dice.below(40) as usize,
            with_loops: true,
            with_masses: false,
        };
        let recorded: Arc<elenchus_tree::Tree> = Arc::new(execution(dice.roll(), run));
        for base in [
            Base::with_loops(recorded.clone()),
            Base::routines(recorded.clone()),
        ] {
            let shown: Vec<_> = base
                .tree()
                .nodes()
                .map(|node| base.recorded(node))
                .collect();
            assert_eq!(
                base.hides_loops(),
                shown.len() < recorded.len(),
                "seed {seed}"
            );
            for node in recorded.nodes() {
                let place = shown.iter().position(|&shown| shown == node);
                assert_eq!(
                    base.node(node),
                    place.map(NodeId::new),
                    "seed {seed}, {node:?}"
                );
                let before = shown.iter().filter(|&&shown| shown < node).count();
                assert_eq!(
                    base.at_or_after(node).index(),
                    before,
                    "seed {seed}, {node:?}"
                );
            }
        }
    }
}

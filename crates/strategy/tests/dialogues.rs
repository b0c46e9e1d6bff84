//! Whole dialogues with an oracle that knows where the bug is: every strategy finds it, whatever
//! mixture of true answers it gets.

mod common;

use std::collections::HashSet;

use common::{Random, cases, random_tree};
use elenchus_strategy::{Budget, Context, Response, RoutineCounts, Strategy, StrategyName};
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree, TreeBuilder};
use elenchus_tree::{Answer, RootStatus, RoutineId};

/// What was said in a dialogue in which nothing is asked twice or taken back.
#[derive(Clone, Debug, Default)]
struct Talk {
    /// Routines that are trusted from the start.
    trusted: HashSet<RoutineId>,
    answers: Vec<(NodeId, Answer)>,
}

impl Talk {
    /// The masses without those of the routines that are trusted by now.
    fn masses(&self, tree: &Tree) -> Masses {
        let answered = self.answers.iter();
        let trusted = answered.filter(|(_, answer)| *answer == Answer::Trusted);
        let trusted = trusted.map(|&(node, _)| tree.routine(node));
        let trusted = trusted.chain(self.trusted.iter().copied()).collect();
        Masses::new(tree, &trusted, &HashSet::new())
    }

    /// What the answers leave of the tree.
    fn space<'t>(&self, tree: &'t Tree, masses: &'t Masses, status: RootStatus) -> SearchSpace<'t> {
        let mut space = SearchSpace::new(tree, masses, status);
        for &(node, answer) in &self.answers {
            space.apply(node, answer);
        }
        space
    }

    /// How often each routine was right or wrong.
    fn counts(&self, tree: &Tree) -> RoutineCounts {
        let mut counts = RoutineCounts::new();
        for &(node, answer) in &self.answers {
            counts.add(tree.routine(node), answer);
        }
        counts
    }
}

/// An oracle that never lies about a bug, but need not say all it knows.
struct Oracle {
    bug: NodeId,
    /// Once in this many questions it does not know, trusts a routine, or blames the inputs; 0 is never.
    evades: usize,
}

impl Oracle {
    fn answer(&self, random: &mut Random, tree: &Tree, node: NodeId) -> Answer {
        if self.evades > 0 && random.once_in(self.evades) {
            // Some routines do not hold the bug, and only what ran after it can have bad inputs.
            match random.below(3) {
                0 if tree.routine(node) != tree.routine(self.bug) => return Answer::Trusted,
                1 if node > self.bug => return Answer::Inadmissible,
                _ => return Answer::Unknown,
            }
        }
        match tree.contains(node, self.bug) {
            true => Answer::Wrong,
            false => Answer::Right,
        }
    }
}

/// Asks until the strategy has no more questions, and checks every question.
fn talk(
    strategy: &mut Strategy,
    tree: &Tree,
    status: RootStatus,
    said: &mut Talk,
    mut oracle: impl FnMut(NodeId) -> Answer,
) -> Response {
    let mut asked = HashSet::new();
    loop {
        let masses = said.masses(tree);
        let space = said.space(tree, &masses, status);
        let counts = said.counts(tree);
        let response = strategy.next(&space, &Context::new(&counts));
        let same = fresh(strategy.name()).next(&space, &Context::new(&counts));
        assert_eq!(
            response,
            same,
            "{}: it depends on its past",
            strategy.name()
        );
        let Response::Ask(node) = response else {
            assert_eq!(strategy.reason(), None);
            return response;
        };
        let name = strategy.name();
        assert!(space.is_askable(node), "{name}: {node:?} cannot be asked");
        assert!(asked.insert(node), "{name}: {node:?} was asked before");
        if node != space.root() {
            let mass = space.mass(node);
            assert!(
                0 < mass && mass < space.total(),
                "{name}: {node:?} tells nothing"
            );
        }
        let reason = strategy.reason().expect("a question has a reason");
        assert_eq!(reason.suspects, space.suspects());
        assert_eq!(reason.inside, space.suspects_in(node));
        said.answers.push((node, oracle(node)));
    }
}

fn fresh(name: StrategyName) -> Strategy {
    Strategy::with_budget(name, Budget::UNLIMITED)
}

fn strategies() -> impl Iterator<Item = Strategy> {
    StrategyName::ALL.into_iter().map(fresh)
}

/// The nodes that can hold a bug after this beginning.
fn bug_positions(tree: &Tree, beginning: &Talk) -> Vec<NodeId> {
    let masses = beginning.masses(tree);
    tree.nodes().filter(|&node| masses.own(node) > 0).collect()
}

/// Nothing said yet, but now and then a routine that is trusted from the start.
fn random_beginning(random: &mut Random, tree: &Tree) -> Talk {
    let mut said = Talk::default();
    if random.once_in(3) {
        let node = NodeId::new(random.below(tree.len()));
        said.trusted.insert(tree.routine(node));
    }
    said
}

#[test]
fn every_strategy_ends_at_the_bug_wherever_it_is() {
    for seed in 0..cases(60) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 1 + random.below(30);
        let tree = random_tree(random, nodes);
        let beginning = random_beginning(random, &tree);
        for mut strategy in strategies() {
            for bug in bug_positions(&tree, &beginning) {
                let status = random.pick(&[RootStatus::Wrong, RootStatus::Unknown]);
                let oracle = Oracle { bug, evades: 0 };
                let said = &mut beginning.clone();
                let end = talk(&mut strategy, &tree, status, said, |node| {
                    oracle.answer(random, &tree, node)
                });
                assert_eq!(
                    end,
                    Response::Bug(bug),
                    "seed {seed}: {} said {:?}",
                    strategy.name(),
                    said.answers
                );
            }
        }
    }
}

#[test]
fn true_answers_of_all_kinds_leave_the_bug_among_the_candidates() {
    let mut candidate_sets = 0;
    for seed in 0..cases(250) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 1 + random.below(40);
        let tree = random_tree(random, nodes);
        let beginning = random_beginning(random, &tree);
        let positions = bug_positions(&tree, &beginning);
        if positions.is_empty() {
            continue;
        }
        for mut strategy in strategies() {
            let bug = random.pick(&positions);
            let status = random.pick(&[RootStatus::Wrong, RootStatus::Unknown]);
            let evades = random.pick(&[1, 2, 4, 8]);
            let oracle = Oracle { bug, evades };
            let said = &mut beginning.clone();
            let end = talk(&mut strategy, &tree, status, said, |node| {
                oracle.answer(random, &tree, node)
            });
            let found = match &end {
                Response::Bug(node) => *node == bug,
                Response::Candidates(nodes) => {
                    candidate_sets += 1;
                    nodes.contains(&bug)
                }
                _ => false,
            };
            assert!(
                found,
                "seed {seed}: {} lost {bug:?} and ended with {end:?} after {:?}",
                strategy.name(),
                said.answers
            );
        }
    }
    assert!(
        candidate_sets > 100,
        "only {candidate_sets} sets of candidates"
    );
}

#[test]
fn no_bug_is_found_where_there_is_none() {
    for seed in 0..cases(40) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 1 + random.below(30);
        let tree = random_tree(random, nodes);
        for mut strategy in strategies() {
            let said = &mut Talk::default();
            let end = talk(&mut strategy, &tree, RootStatus::Unknown, said, |_| {
                Answer::Right
            });
            assert_eq!(end, Response::Nothing, "seed {seed}: {}", strategy.name());
        }
    }
}

/// Enters and leaves the nodes of a finished tree again, up to the given number of events.
fn regrow(tree: &Tree, events: usize) -> TreeBuilder {
    let mut builder = TreeBuilder::with_routines(tree.routine_names().clone(), tree.len());
    let mut open: Vec<NodeId> = Vec::new();
    let mut next = NodeId::ROOT;
    for _ in 0..events {
        match open.last() {
            Some(&top) if tree.end(top) == next => {
                builder.exit();
                open.pop();
            }
            _ => {
                builder.enter(tree.kind(next), tree.routine(next));
                builder.set_mass(tree.own_mass(next));
                open.push(next);
                next = NodeId::at(next.0 + 1);
            }
        }
    }
    builder
}

#[test]
fn a_running_program_is_asked_about_as_it_grows() {
    let mut waits = 0;
    for seed in 0..cases(60) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.below(40);
        let whole = random_tree(random, nodes);
        let positions = bug_positions(&whole, &Talk::default());
        if positions.is_empty() {
            continue;
        }
        let bug = random.pick(&positions);
        let all = 2 * nodes;
        let mut stops: Vec<usize> = (0..3).map(|_| 1 + random.below(all - 1)).collect();
        stops.push(all);
        stops.sort_unstable();
        for mut strategy in strategies() {
            // The program is known to fail, which says nothing while it still runs.
            let status = random.pick(&[RootStatus::Wrong, RootStatus::Unknown]);
            let said = &mut Talk::default();
            let mut end = Response::Wait;
            for &stop in &stops {
                let builder = regrow(&whole, stop);
                let tree = builder.so_far();
                let finished_bug = bug.index() < tree.len() && tree.is_finished(bug);
                end = talk(&mut strategy, tree, status, said, |node| {
                    assert!(tree.is_finished(node));
                    match whole.contains(node, bug) {
                        true => Answer::Wrong,
                        false => Answer::Right,
                    }
                });
                let name = strategy.name();
                match end {
                    Response::Wait => {
                        assert!(!finished_bug, "seed {seed}: {name} waits beside the bug");
                        waits += 1;
                    }
                    _ => break,
                }
            }
            assert_eq!(end, Response::Bug(bug), "seed {seed}: {}", strategy.name());
        }
    }
    assert!(waits > 100, "only {waits} waits");
}

#[test]
fn optimal_over_its_budget_says_so_and_goes_on() {
    let tree = random_tree(&mut Random::new(5), 300);
    let budget = Budget {
        nodes: 100,
        ..Budget::default()
    };
    let mut strategy = Strategy::with_budget(StrategyName::Optimal, budget);
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    let counts = RoutineCounts::new();
    let context = Context::new(&counts);
    let by_rollout = Strategy::new(StrategyName::Rollout).next(&space, &context);
    assert_eq!(strategy.next(&space, &context), by_rollout);
    let note = strategy.note().expect("it says so");
    assert!(
        note.contains("100") && note.ends_with("using rollout"),
        "{note}"
    );
}

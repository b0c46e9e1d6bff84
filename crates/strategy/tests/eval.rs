//! The evaluation: against one dialogue for each bug, and the examples of the papers.

mod common;

use common::{Random, cases, random_tree};
use elenchus_exact::{SpaceProblem, optimal, sample};
use elenchus_strategy::eval::{Evaluation, OpeningError, Setup, dialogue, evaluate, lower_bounds};
use elenchus_strategy::{Budget, Context, Costs, RoutineCounts, Strategy, StrategyName};
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree};
use elenchus_tree::{Answer, RootIs, RootStatus};
use serde_json::Value;

/// A strategy whose choices do not depend on the clock.
fn strategy(name: StrategyName) -> Strategy {
    Strategy::with_budget(name, Budget::UNLIMITED)
}

fn evaluation(tree: &Tree, name: StrategyName, root: RootIs, opening: &[NodeId]) -> Evaluation {
    let masses = Masses::of(tree);
    let setup = Setup {
        tree,
        masses: &masses,
        root,
        costs: None,
        opening,
    };
    evaluate(&setup, &strategy(name), &|_, _| ()).unwrap()
}

/// The same figures from one dialogue for each bug position.
fn by_dialogues(
    tree: &Tree,
    name: StrategyName,
    status: RootStatus,
    costs: Option<&Costs>,
    opening: &[NodeId],
) -> (u128, u32, f64) {
    let masses = Masses::of(tree);
    let space = SearchSpace::new(tree, &masses, status);
    let counts = RoutineCounts::new();
    let context = Context {
        costs,
        ..Context::new(&counts)
    };
    let mut strategy = strategy(name);
    strategy.prepare(&space);
    let mut figures = (0, 0, 0.0);
    for bug in tree.nodes().filter(|&node| tree.own_mass(node) > 0) {
        let asked = dialogue(&space, &strategy, &context, opening, bug).unwrap();
        let questions = asked.len() as u32;
        let cost: f64 = asked.iter().map(|&(node, _)| context.cost(node)).sum();
        figures.0 += u128::from(tree.own_mass(bug)) * u128::from(questions);
        figures.1 = figures.1.max(questions);
        figures.2 += tree.own_mass(bug) as f64 * cost;
    }
    figures
}

#[test]
fn one_walk_gives_what_all_dialogues_give() {
    for seed in 0..cases(16) as u64 {
        let mut random = Random::new(seed);
        let nodes = 1 + random.below(24);
        let tree = random_tree(&mut random, nodes);
        for name in StrategyName::ALL {
            for (root, status) in [
                (RootIs::Known, RootStatus::Wrong),
                (RootIs::Unknown, RootStatus::Unknown),
            ] {
                let found = evaluation(&tree, name, root, &[]);
                let (total, worst, _) = by_dialogues(&tree, name, status, None, &[]);
                assert_eq!(
                    (found.total, found.worst),
                    (total, worst),
                    "{name}, seed {seed}"
                );
                assert_eq!(found.undecided, 0, "{name}, seed {seed}");
            }
        }
    }
}

#[test]
fn large_trees_are_split_among_cores_without_loss() {
    for kind in [sample::Kind::CallLike, sample::Kind::Uniform] {
        let parents = sample::parents(kind, 5_000, &mut sample::Random::new(1));
        let parents: Vec<_> = parents.iter().map(|p| p.map(|p| p as usize)).collect();
        let (mut tree, _) = Tree::from_parents(&parents).unwrap();
        tree.set_labels(|node| ["f", "g", "h"][node.index() % 3]);
        for name in [
            StrategyName::DivideQuery,
            StrategyName::DivideQueryShapiro,
            StrategyName::HatDelta,
        ] {
            let found = evaluation(&tree, name, RootIs::Known, &[]);
            let (total, worst, _) = by_dialogues(&tree, name, RootStatus::Wrong, None, &[]);
            assert_eq!(
                (found.total, found.worst),
                (total, worst),
                "{name}, {kind:?}"
            );
        }
    }
}

#[test]
fn costs_and_openings_count_as_in_dialogues() {
    for seed in 0..cases(60) as u64 {
        let mut random = Random::new(seed);
        let nodes = 2 + random.below(30);
        let mut tree = random_tree(&mut random, nodes);
        tree.set_masses((0..nodes).map(|_| 1 + random.below(5) as u64).collect());
        let costs = (0..nodes).map(|_| 1.0 + random.below(4) as f64).collect();
        let costs = Costs::new(costs, nodes).unwrap();
        let opening = [NodeId::new(1 + random.below(nodes - 1))];
        let masses = Masses::of(&tree);
        let setup = Setup {
            tree: &tree,
            masses: &masses,
            root: RootIs::Known,
            costs: Some(&costs),
            opening: &opening,
        };
        let name = StrategyName::DivideQuery;
        let found = evaluate(&setup, &strategy(name), &|_, _| ()).unwrap();
        let (total, worst, cost) =
            by_dialogues(&tree, name, RootStatus::Wrong, Some(&costs), &opening);
        assert_eq!((found.total, found.worst), (total, worst), "seed {seed}");
        assert!((found.cost - cost).abs() < 1e-6, "seed {seed}");
    }
}

#[test]
fn no_strategy_beats_the_bounds_or_the_optimum() {
    for seed in 0..cases(60) as u64 {
        let mut random = Random::new(seed);
        let nodes = 1 + random.below(40);
        let mut tree = random_tree(&mut random, nodes);
        tree.set_masses(vec![1; nodes]);
        for root in [RootIs::Known, RootIs::Unknown, RootIs::Asked] {
            let least = evaluation(&tree, StrategyName::Optimal, root, &[]).total;
            let bounds = lower_bounds(&tree, root);
            assert!(
                bounds.huffman <= bounds.best && bounds.best <= least,
                "seed {seed}"
            );
            for name in StrategyName::ALL {
                let total = evaluation(&tree, name, root, &[]).total;
                assert!(total >= least, "{name}, seed {seed}");
            }
            let divide = evaluation(&tree, StrategyName::DivideQuery, root, &[]).total;
            let rollout = evaluation(&tree, StrategyName::Rollout, root, &[]).total;
            assert!(rollout <= divide, "seed {seed}");
            assert!(2 * divide <= 3 * least.max(2), "seed {seed}");
        }
        let known = evaluation(&tree, StrategyName::Optimal, RootIs::Known, &[]).total;
        let unknown = evaluation(&tree, StrategyName::Optimal, RootIs::Unknown, &[]).total;
        let asked = evaluation(&tree, StrategyName::Optimal, RootIs::Asked, &[]).total;
        assert_eq!(
            (unknown, asked),
            (known + 1, known + nodes as u128),
            "seed {seed}"
        );
    }
}

/// A tree of the vectors with its figures. All of them are numbered in preorder.
fn vector(name: &str) -> (Tree, Value) {
    let file: Value =
        serde_json::from_str(include_str!("../../../tests/data/vectors.json")).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    let vector = vectors.iter().find(|v| v["name"] == name).unwrap();
    let parents: Vec<_> = vector["parents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|parent| parent.as_u64().map(|parent| parent as usize))
        .collect();
    let (tree, order) = Tree::from_parents(&parents).unwrap();
    assert!((0..parents.len()).all(|index| order.node(index).index() == index));
    (tree, vector["expected"].clone())
}

fn total_with(tree: &Tree, name: StrategyName, root: RootIs, opening: &[u32]) -> u128 {
    let opening: Vec<NodeId> = opening.iter().copied().map(NodeId::at).collect();
    evaluation(tree, name, root, &opening).total
}

/// 001, figures 2 to 4: the totals when a given node is asked first.
#[test]
fn totals_by_first_question() {
    use StrategyName::{DivideQuery, Optimal};
    let (tree, _) = vector("001-fig2");
    assert_eq!(total_with(&tree, Optimal, RootIs::Known, &[1]), 31);
    assert_eq!(total_with(&tree, Optimal, RootIs::Known, &[5]), 30);
    let (tree, _) = vector("001-fig3");
    assert_eq!(total_with(&tree, Optimal, RootIs::Known, &[1]), 70);
    assert_eq!(total_with(&tree, Optimal, RootIs::Known, &[9]), 70);
    let (tree, _) = vector("001-fig4");
    assert_eq!(total_with(&tree, DivideQuery, RootIs::Known, &[64]), 1772);
    assert_eq!(total_with(&tree, Optimal, RootIs::Known, &[64]), 1772);
    assert_eq!(total_with(&tree, Optimal, RootIs::Known, &[7]), 1800);
    assert_eq!(total_with(&tree, DivideQuery, RootIs::Known, &[]), 1800);
    // Of all first questions on the chain, that about weight 32 is the best.
    let on_chain = |node: u32| total_with(&tree, DivideQuery, RootIs::Known, &[node]);
    let best = (1..64)
        .map(|node| (on_chain(node), tree.size(NodeId::at(node))))
        .min();
    assert_eq!(best, Some((1790, 32)));
}

/// 001, figure 2: the questions for a given bug when a given node is asked first.
#[test]
fn sequences_of_questions() {
    let (tree, expected) = vector("001-fig2");
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    let counts = RoutineCounts::new();
    let sequence = |bug: u32, first: u32| -> Vec<u64> {
        let divide = strategy(StrategyName::DivideQuery);
        let context = Context::new(&counts);
        dialogue(
            &space,
            &divide,
            &context,
            &[NodeId::at(first)],
            NodeId::at(bug),
        )
        .unwrap()
        .into_iter()
        .map(|(node, _)| u64::from(node.0))
        .collect()
    };
    for (bug, first) in [(1, 5), (1, 1), (5, 1), (5, 5)] {
        let expected = expected["sp"][format!("bug{bug}_first{first}")]
            .as_array()
            .unwrap();
        let expected: Vec<u64> = expected.iter().map(|node| node.as_u64().unwrap()).collect();
        assert_eq!(sequence(bug, first), expected, "bug {bug}, first {first}");
    }
}

/// 001, example 3.3: totals of given sequences with the root asked, and single nodes' questions.
#[test]
fn totals_by_sequence() {
    let (tree, expected) = vector("001-ex3.3");
    let q = |opening: &[u32]| total_with(&tree, StrategyName::Optimal, RootIs::Asked, opening);
    assert_eq!(q(&[1, 6, 9]), 46);
    assert_eq!(q(&[1, 9, 6]), 48);
    assert_eq!(q(&[6, 1, 9]), 48);
    let masses = Masses::of(&tree);
    let below = |node: u32| {
        let space = SearchSpace::below(&tree, &masses, NodeId::at(node), RootStatus::Wrong);
        let part = SpaceProblem::of_space(&space, None);
        let least = optimal::solve(&part.problem, &Budget::UNLIMITED)
            .unwrap()
            .total;
        least as u64 + part.problem.len() as u64
    };
    for (node, key) in [(1, "Q_n2"), (6, "Q_n7"), (9, "Q_n10")] {
        assert_eq!(Some(below(node)), expected[key].as_u64(), "{key}");
    }
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    let counts = RoutineCounts::new();
    for (bug, key) in [(0, "q_n1"), (6, "q_n7"), (3, "q_n4")] {
        let opening = [1, 6, 9].map(NodeId::at);
        let context = Context::new(&counts);
        let divide = strategy(StrategyName::DivideQuery);
        let asked = dialogue(&space, &divide, &context, &opening, NodeId::at(bug)).unwrap();
        // The root was asked before.
        assert_eq!(
            Some(asked.len() as u64 + 1),
            expected[key].as_u64(),
            "{key}"
        );
    }
}

/// 001: all nodes that an optimal strategy may ask first.
#[test]
fn all_optimal_first_questions() {
    let first = |name| {
        let (tree, _) = vector(name);
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let part = SpaceProblem::of_space(&space, None);
        optimal::all_first(&part.problem, &Budget::UNLIMITED).unwrap()
    };
    let fig2 = first("001-fig2");
    assert!(fig2.contains(&5) && !fig2.contains(&1));
    let fig3 = first("001-fig3");
    assert!(fig3.contains(&1) && fig3.contains(&9));
    assert_eq!(first("001-fig4"), [64]);
    assert_eq!(first("001-ex3.3"), [1]);
}

/// 000, figure 4: D&Q with the root unknown, before and after compression.
#[test]
fn means_of_the_compressed_trees() {
    for (name, total, nodes) in [
        ("000-fig4-original", 33, 9),
        ("000-fig4-both-compressed", 28, 7),
        ("000-fig4-one-compressed", 27, 8),
    ] {
        let (tree, _) = vector(name);
        let found = evaluation(&tree, StrategyName::DivideQuery, RootIs::Unknown, &[]);
        assert_eq!((found.total, found.suspects), (total, nodes), "{name}");
        assert_eq!(found.mean_per_suspect(), total as f64 / nodes as f64);
    }
}

/// A node that stands for several counts by its mass, and once in the papers' mean.
#[test]
fn masses_count_and_suspects_count_once() {
    let (mut tree, _) = Tree::from_parents(&[None, Some(0), Some(0)]).unwrap();
    tree.set_masses(vec![1, 6, 2]);
    let found = evaluation(&tree, StrategyName::DivideQuery, RootIs::Known, &[]);
    assert_eq!(
        (found.total, found.total_per_suspect),
        (6 + 2 * 2 + 2, 1 + 2 + 2)
    );
    assert_eq!((found.mass, found.suspects, found.worst), (9, 3, 2));
    assert_eq!(lower_bounds(&tree, RootIs::Known).huffman, 9 + 3);
}

#[test]
fn openings_that_tell_nothing_are_refused() {
    let (tree, _) = vector("001-fig2");
    let masses = Masses::of(&tree);
    let refused = |opening: &[u32]| {
        let opening: Vec<NodeId> = opening.iter().copied().map(NodeId::at).collect();
        let setup = Setup {
            tree: &tree,
            masses: &masses,
            root: RootIs::Known,
            costs: None,
            opening: &opening,
        };
        evaluate(&setup, &strategy(StrategyName::DivideQuery), &|_, _| ()).unwrap_err()
    };
    assert_eq!(refused(&[0]), OpeningError::TellsNothing(0));
    assert_eq!(refused(&[5, 6]), OpeningError::TellsNothing(6));
    assert_eq!(refused(&[99]), OpeningError::NoSuchNode(99));
}

#[test]
fn progress_ends_with_everything_settled() {
    let mut random = Random::new(3);
    let mut tree = random_tree(&mut random, 5_000);
    tree.set_masses(vec![1; 5_000]);
    let masses = Masses::of(&tree);
    let most = std::sync::atomic::AtomicU64::new(0);
    let setup = Setup {
        tree: &tree,
        masses: &masses,
        root: RootIs::Known,
        costs: None,
        opening: &[],
    };
    let progress = |settled, all| {
        assert!(settled <= all && all == 5_000);
        most.fetch_max(settled, std::sync::atomic::Ordering::Relaxed);
    };
    evaluate(&setup, &strategy(StrategyName::DivideQuery), &progress).unwrap();
    assert_eq!(most.into_inner(), 5_000);
}

#[test]
fn an_answer_of_each_kind_ends_a_dialogue() {
    let (tree, _) = Tree::from_parents(&[None, Some(0)]).unwrap();
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Unknown);
    let counts = RoutineCounts::new();
    let asked = |bug| {
        let context = Context::new(&counts);
        let divide = strategy(StrategyName::DivideQuery);
        dialogue(&space, &divide, &context, &[], NodeId::at(bug)).unwrap()
    };
    assert_eq!(asked(1), [(NodeId::at(1), Answer::Wrong)]);
    assert_eq!(
        asked(0),
        [
            (NodeId::at(1), Answer::Right),
            (NodeId::at(0), Answer::Wrong)
        ]
    );
}

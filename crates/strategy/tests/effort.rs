//! What `auto` gives away for easier questions, and what it gets for it, on random trees.

mod common;

use common::{Random, cases, random_tree};
use elenchus_strategy::effort::{LOSS, distance};
use elenchus_strategy::eval::{Evaluation, dialogue, evaluate_space};
use elenchus_strategy::{Context, Costs, Effort, Response, RoutineCounts, Strategy, StrategyName};
use elenchus_tree::RootStatus;
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree};

/// Steps from the last question, and a number for each node.
#[derive(Debug)]
struct Steps<'t> {
    tree: &'t Tree,
    lines: Vec<f64>,
}

impl Steps<'_> {
    fn new<'t>(tree: &'t Tree, random: &mut Random) -> Steps<'t> {
        let lines = (0..tree.len()).map(|_| random.below(24) as f64).collect();
        Steps { tree, lines }
    }
}

impl Effort for Steps<'_> {
    fn of(&self, node: NodeId, last: Option<NodeId>) -> f64 {
        let steps = last.map_or(0, |last| distance(self.tree, last, node, 12));
        f64::from(steps) + self.lines[node.index()]
    }
}

fn status(random: &mut Random) -> RootStatus {
    random.pick(&[RootStatus::Wrong, RootStatus::Unknown])
}

fn questions(
    space: &SearchSpace<'_>,
    name: StrategyName,
    effort: Option<&dyn Effort>,
) -> Evaluation {
    let counts = RoutineCounts::new();
    let context = Context {
        effort,
        ..Context::new(&counts)
    };
    evaluate_space(space, &Strategy::new(name), &context, &[], &|_, _| {}).expect("no opening")
}

/// The effort of all questions of the dialogues about some bugs, and their number.
fn effort_of_dialogues(
    space: &SearchSpace<'_>,
    steps: &Steps<'_>,
    uses_effort: bool,
    random: &mut Random,
) -> (f64, usize) {
    let counts = RoutineCounts::new();
    let context = Context {
        effort: uses_effort.then_some(steps as &dyn Effort),
        ..Context::new(&counts)
    };
    let strategy = Strategy::new(StrategyName::Auto);
    let (mut effort, mut asked) = (0.0, 0);
    for _ in 0..10 {
        let rank = random.below(space.total() as usize) as u64;
        let bug = space.suspect_at(rank).expect("the rank is below the mass");
        let questions = dialogue(space, &strategy, &context, &[], bug).expect("no opening");
        let mut last = None;
        for (node, _) in questions {
            effort += steps.of(node, last);
            last = Some(node);
            asked += 1;
        }
    }
    (effort, asked)
}

#[test]
fn easier_questions_are_at_most_so_many_more() {
    for seed in 0..cases(60) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.below(if seed % 8 == 0 { 250 } else { 70 });
        let tree = random_tree(random, nodes);
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, status(random));
        let steps = Steps::new(&tree, random);
        let easy = questions(&space, StrategyName::Auto, Some(&steps));
        // What the bound is about: what divide and query leaves to be expected, or less.
        let plain = questions(&space, StrategyName::DivideQuery, None);
        let bound = plain.total as f64 / (1.0 - LOSS);
        assert!(
            easy.total as f64 <= bound + 1e-6,
            "seed {seed}: {} questions, and divide-query needs {}",
            easy.total,
            plain.total
        );
        assert_eq!(easy.undecided, plain.undecided, "seed {seed}");
    }
}

#[test]
fn questions_get_easier_and_hardly_more() {
    let (mut before, mut after) = ((0.0, 0), (0.0, 0));
    for seed in 0..cases(24) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 50 + random.below(200);
        let tree = random_tree(random, nodes);
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let steps = Steps::new(&tree, random);
        for (sum, uses_effort) in [(&mut before, false), (&mut after, true)] {
            let (effort, asked) =
                effort_of_dialogues(&space, &steps, uses_effort, &mut Random::new(seed));
            *sum = (sum.0 + effort, sum.1 + asked);
        }
    }
    let each = |(effort, asked): (f64, usize)| effort / asked as f64;
    assert!(
        after.1 as f64 <= before.1 as f64 * (1.0 + LOSS),
        "{before:?} {after:?}"
    );
    assert!(each(after) < 0.95 * each(before), "{before:?} {after:?}");
}

#[test]
fn the_same_question_for_the_same_knowledge() {
    let counts = RoutineCounts::new();
    for seed in 0..cases(20) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 600 + random.below(600);
        let tree = random_tree(random, nodes);
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, status(random));
        let steps = Steps::new(&tree, random);
        let context = Context {
            effort: Some(&steps),
            last: Some(NodeId::new(random.below(nodes))),
            ..Context::new(&counts)
        };
        let mut strategy = Strategy::new(StrategyName::Auto);
        let asked = strategy.next(&space, &context);
        assert!(matches!(asked, Response::Ask(_)), "seed {seed}: {asked:?}");
        assert_eq!(strategy.next(&space, &context), asked, "seed {seed}");
        let mut fresh = Strategy::new(StrategyName::Auto);
        assert_eq!(fresh.next(&space, &context), asked, "seed {seed}");
    }
}

#[test]
fn only_auto_without_costs_looks_at_the_effort() {
    for seed in 0..cases(10) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.below(60);
        let tree = random_tree(random, nodes);
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let steps = Steps::new(&tree, random);
        let others = StrategyName::ALL
            .into_iter()
            .filter(|&name| name != StrategyName::Auto);
        for name in others.filter(|&name| name != StrategyName::Optimal) {
            let with = questions(&space, name, Some(&steps));
            assert_eq!(with, questions(&space, name, None), "seed {seed}: {name}");
        }
        let costs = (0..nodes).map(|_| 1.0 + random.below(4) as f64).collect();
        let costs = Costs::new(costs, nodes).expect("these are costs");
        let counts = RoutineCounts::new();
        let priced = Context {
            costs: Some(&costs),
            ..Context::new(&counts)
        };
        let with = Context {
            effort: Some(&steps),
            ..priced
        };
        let mut auto = Strategy::new(StrategyName::Auto);
        assert_eq!(
            auto.next(&space, &with),
            auto.next(&space, &priced),
            "seed {seed}"
        );
    }
}

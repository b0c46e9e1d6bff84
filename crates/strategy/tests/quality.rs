//! What the strategies promise about each other, on random trees.

mod common;

use common::{Random, cases, random_tree};
use elenchus_strategy::eval::{Evaluation, Setup, evaluate};
use elenchus_strategy::{
    Budget, Context, Costs, Response, RoutineCounts, Rule, Strategy, StrategyName,
};
use elenchus_tree::place::view::{Masses, SearchSpace, Tree};
use elenchus_tree::{Answer, RootIs, RootStatus};

fn evaluation(tree: &Tree, costs: Option<&Costs>, name: StrategyName) -> Evaluation {
    let masses = Masses::of(tree);
    let setup = Setup {
        tree,
        masses: &masses,
        root: RootIs::Known,
        costs,
        opening: &[],
    };
    let strategy = Strategy::with_budget(name, Budget::UNLIMITED);
    evaluate(&setup, &strategy, &|_, _| {}).expect("there is no opening")
}

#[test]
fn rollout_and_auto_never_cost_more_than_divide_and_query_on_average() {
    let mut better = 0;
    for seed in 0..cases(80) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.below(70);
        let tree = random_tree(random, nodes);
        let costs = (0..nodes)
            .map(|_| random.pick(&[1.0, 2.0, 3.0, 7.5]))
            .collect();
        let costs = Costs::new(costs, nodes).unwrap();
        let costs = random.once_in(2).then_some(&costs);
        let base = evaluation(&tree, costs, StrategyName::DivideQuery);
        for name in [StrategyName::Rollout, StrategyName::Auto] {
            let evaluation = evaluation(&tree, costs, name);
            assert!(
                evaluation.cost <= base.cost * (1.0 + 1e-9),
                "seed {seed}: {name} costs {} and divide-query {}",
                evaluation.cost,
                base.cost
            );
            better += usize::from(evaluation.cost < base.cost);
        }
    }
    assert!(better > 10, "better in only {better} cases");
}

#[test]
fn no_strategy_has_a_better_worst_case_than_minimax() {
    for seed in 0..cases(40) as u64 {
        let random = &mut Random::new(seed);
        let nodes = 2 + random.below(40);
        let mut tree = random_tree(random, nodes);
        // The promise is about nodes that all may hold the bug.
        tree.set_masses(vec![1; nodes]);
        let minimax = evaluation(&tree, None, StrategyName::Minimax).worst;
        for name in StrategyName::ALL {
            let worst = evaluation(&tree, None, name).worst;
            assert!(minimax <= worst, "seed {seed}: {name} {worst} < {minimax}");
        }
    }
}

#[test]
fn minimax_keeps_its_word_on_trees_that_are_labelled_as_a_whole() {
    let counts = RoutineCounts::new();
    for seed in 0..cases(6) as u64 {
        let random = &mut Random::new(seed);
        let tree = random_tree(random, 3_000);
        let masses = Masses::of(&tree);
        let whole = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let mut strategy = Strategy::new(StrategyName::Minimax);
        for _ in 0..3 {
            let rank = random.below(whole.total() as usize) as u64;
            let bug = whole.suspect_at(rank).expect("the rank is below the mass");
            let mut space = whole.clone();
            let mut left = u32::MAX;
            let end = loop {
                let response = strategy.next(&space, &Context::new(&counts));
                if random.once_in(200) {
                    let mut fresh = Strategy::new(StrategyName::Minimax);
                    assert_eq!(fresh.next(&space, &Context::new(&counts)), response);
                }
                let Response::Ask(node) = response else {
                    break response;
                };
                let Some(Rule::FewestAtWorst { at_most }) = strategy.reason().map(|r| r.rule)
                else {
                    panic!("minimax says how many questions there are at most");
                };
                assert!(at_most < left, "seed {seed}: {at_most} after {left}");
                left = at_most;
                let wrong = tree.contains(node, bug);
                space.apply(node, if wrong { Answer::Wrong } else { Answer::Right });
            };
            assert_eq!(end, Response::Bug(bug), "seed {seed}");
        }
    }
}

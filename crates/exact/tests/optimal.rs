//! The mean: branch and bound against brute force and the published figures.

mod support;

use elenchus_exact::optimal::{all_first, solve};
use elenchus_exact::{Budget, Problem};
use proptest::prelude::*;
use support::{BruteForce, Parents, least_total, random_tree, rooted_trees};

fn total(problem: &Problem) -> u64 {
    let optimal = solve(problem, &Budget::UNLIMITED).unwrap();
    u64::try_from(optimal.total).unwrap()
}

/// The least total and all first questions of a uniform tree, by brute force.
fn by_brute_force(parents: &Parents) -> (u64, Vec<u32>) {
    let settled = |set: u32| set.count_ones() == 1;
    let combine = |set: u32, _, a, b| Some(u64::from(set.count_ones()) + a + b);
    let mut brute = BruteForce::new(parents, settled, combine);
    let all = brute.subtrees[0];
    let total = brute.of_all();
    let first = (1..parents.len())
        .filter(|&node| brute.with_first(all, node) == Some(total))
        .map(|node| node as u32)
        .collect();
    (total, first)
}

#[test]
fn all_small_trees() {
    for nodes in 1..=9 {
        for parents in rooted_trees(nodes) {
            let (least, first) = by_brute_force(&parents);
            let problem = Problem::uniform(parents);
            let optimal = solve(&problem, &Budget::UNLIMITED).unwrap();
            assert_eq!(optimal.total, u128::from(least), "{problem:?}");
            assert_eq!(
                all_first(&problem, &Budget::UNLIMITED).unwrap(),
                first,
                "{problem:?}"
            );
            assert_eq!(optimal.first.is_some(), nodes > 1);
            assert!(optimal.first.is_none_or(|node| first.contains(&node)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_trees(parents in random_tree(10..15)) {
        let problem = Problem::uniform(parents);
        prop_assert_eq!(total(&problem), least_total(&problem.parents));
    }
}

//! The mean: branch and bound against brute force, and its invariances.

mod support;

use elenchus_exact::optimal::{all_first, solve};
use elenchus_exact::{Budget, OverBudget, Problem, bounds};
use proptest::prelude::*;
use support::{Parents, cases, least_of, random_tree, rooted_trees, tree_of};

fn total(problem: &Problem) -> u64 {
    let optimal = solve(problem, &Budget::UNLIMITED).unwrap();
    u64::try_from(optimal.total).unwrap()
}

#[test]
fn all_small_trees() {
    for nodes in 1..=9 {
        for parents in rooted_trees(nodes) {
            let problem = Problem::uniform(parents);
            let (least, first) = least_of(&problem);
            let optimal = solve(&problem, &Budget::UNLIMITED).unwrap();
            assert_eq!(optimal.total, u128::from(least), "{problem:?}");
            let all = all_first(&problem, &Budget::UNLIMITED).unwrap();
            assert_eq!(all, first, "{problem:?}");
            assert_eq!(optimal.first, first.first().copied().and(optimal.first));
            assert!(optimal.first.is_none_or(|node| first.contains(&node)));
            let bound = bounds::best(&tree_of(&problem.parents));
            assert!(bound <= least, "{problem:?}");
        }
    }
}

/// The same free tree with its root at another node.
fn rooted_at(parents: &Parents, root: u32) -> Parents {
    let mut edges = vec![Vec::new(); parents.len()];
    for (node, parent) in parents.iter().enumerate() {
        if let Some(parent) = *parent {
            edges[node].push(parent);
            edges[parent as usize].push(node as u32);
        }
    }
    let mut rooted = vec![None];
    let mut open = vec![(root, None, 0)];
    while let Some((node, from, number)) = open.pop() {
        for &next in edges[node as usize]
            .iter()
            .filter(|&&next| Some(next) != from)
        {
            open.push((next, Some(node), rooted.len() as u32));
            rooted.push(Some(number));
        }
    }
    rooted
}

fn any_problem() -> impl Strategy<Value = Problem> {
    let parents = random_tree(1..13);
    let weighted = parents.prop_flat_map(|parents| {
        let nodes = parents.len();
        (
            Just(parents),
            proptest::collection::vec(prop_oneof![Just(0u64), 0u64..6], nodes),
            proptest::collection::vec(proptest::bool::weighted(0.8), nodes),
            proptest::option::of(proptest::collection::vec(1u64..6, nodes)),
            any::<bool>(),
        )
    });
    weighted.prop_map(|(parents, masses, askable, costs, root_unknown)| Problem {
        parents,
        masses,
        askable,
        costs,
        root_unknown,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1000)))]

    #[test]
    fn random_trees(parents in random_tree(10..15)) {
        let problem = Problem::uniform(parents);
        prop_assert_eq!(total(&problem), least_of(&problem).0);
        prop_assert!(bounds::best(&tree_of(&problem.parents)) <= total(&problem));
    }

    /// Masses, costs, nodes that cannot be asked, and a root about which nothing is known.
    #[test]
    fn problems_of_every_kind(problem in any_problem()) {
        let (least, first) = least_of(&problem);
        let optimal = solve(&problem, &Budget::UNLIMITED).unwrap();
        prop_assert_eq!(optimal.total, u128::from(least));
        prop_assert_eq!(optimal.first.is_some(), !first.is_empty());
        prop_assert!(optimal.first.is_none_or(|node| first.contains(&node)));
        // Of questions that say the same only one is listed.
        let all = all_first(&problem, &Budget::UNLIMITED).unwrap();
        prop_assert_eq!(all.is_empty(), first.is_empty());
        prop_assert!(all.iter().all(|node| first.contains(node)));
    }

    #[test]
    fn weighted_bounds_are_kept(
        parents in random_tree(1..13),
        masses in proptest::collection::vec(prop_oneof![Just(0u64), 0u64..20], 13),
    ) {
        let mut tree = tree_of(&parents);
        tree.set_masses(masses[..parents.len()].to_vec());
        let problem = Problem {
            masses: masses[..parents.len()].to_vec(),
            // The tree numbers its nodes in preorder.
            ..Problem::uniform(tree.nodes().map(|v| tree.parent(v).map(|p| p.0)).collect())
        };
        let huffman = bounds::weighted_huffman(problem.masses.iter().copied());
        prop_assert!(huffman <= bounds::weighted(&tree));
        prop_assert!(bounds::weighted(&tree) <= u128::from(total(&problem)));
    }

    #[test]
    fn the_root_may_be_anywhere(parents in random_tree(2..40), root: proptest::sample::Index) {
        let rooted = rooted_at(&parents, root.index(parents.len()) as u32);
        prop_assert_eq!(total(&Problem::uniform(rooted)), total(&Problem::uniform(parents)));
    }

    #[test]
    fn an_unknown_root_costs_one_question_more(parents in random_tree(1..40)) {
        let known = Problem::uniform(parents);
        let unknown = Problem { root_unknown: true, ..known.clone() };
        prop_assert_eq!(total(&unknown), total(&known) + 1);
    }
}

#[test]
fn budgets_are_kept() {
    let parents = (0..200u32).map(|node| node.checked_sub(1)).collect();
    let problem = Problem::uniform(parents);
    let few_nodes = Budget {
        nodes: 100,
        ..Budget::UNLIMITED
    };
    let over = OverBudget::Nodes {
        nodes: 200,
        allowed: 100,
    };
    assert_eq!(solve(&problem, &few_nodes), Err(over));
    let few_shapes = Budget {
        shapes: 10,
        ..Budget::UNLIMITED
    };
    assert_eq!(solve(&problem, &few_shapes), Err(OverBudget::Shapes(10)));
    let no_time = Budget {
        time: Some(std::time::Duration::ZERO),
        ..Budget::UNLIMITED
    };
    assert_eq!(solve(&problem, &no_time), Err(OverBudget::Time));
}

#[test]
fn long_chains_and_wide_stars_do_not_overflow_the_stack() {
    let star = Problem::uniform((0..20_000u32).map(|node| (node > 0).then_some(0)).collect());
    assert_eq!(total(&star), 20_000 * 20_001 / 2 - 1);
    let few = Budget {
        shapes: 200_000,
        ..Budget::UNLIMITED
    };
    let chain = Problem::uniform((0..100_000u32).map(|node| node.checked_sub(1)).collect());
    assert_eq!(solve(&chain, &few), Err(OverBudget::Shapes(200_000)));
}

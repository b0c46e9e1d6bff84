//! The worst case: labels against brute force, and the labels' own property.

mod support;

use elenchus_exact::MinimaxLabels;
use elenchus_tree::place::view::{Masses, SearchSpace};
use elenchus_tree::{Answer, RootStatus};
use proptest::prelude::*;
use support::{Parents, cases, least_worst, random_tree, rooted_trees, tree_of};

/// The longest of all dialogues that follow the labels.
fn longest_dialogue(labels: &MinimaxLabels, space: SearchSpace<'_>) -> u64 {
    let Some(node) = labels.next(&space) else {
        assert_eq!(space.suspects(), 1, "labels must tell all suspects apart");
        return 0;
    };
    let wrong = longest_dialogue(labels, space.after(node, Answer::Wrong));
    let right = longest_dialogue(labels, space.after(node, Answer::Right));
    let questions = 1 + wrong.max(right);
    assert!(questions <= u64::from(labels.at_most(&space)));
    questions
}

/// The longest dialogue by labels, and the least that is possible.
fn worst_by_labels(parents: &Parents, massless: &[usize]) -> (u64, u64) {
    let mut tree = tree_of(parents);
    if !massless.is_empty() {
        let mass = |node: usize| u64::from(!massless.contains(&node));
        tree.set_masses((0..parents.len()).map(mass).collect());
    }
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    let labels = MinimaxLabels::build(&space);
    let masses: Vec<u64> = tree.nodes().map(|node| tree.own_mass(node)).collect();
    // The tree numbers its nodes in preorder.
    let parents: Parents = tree.nodes().map(|v| tree.parent(v).map(|p| p.0)).collect();
    (
        longest_dialogue(&labels, space),
        least_worst(&parents, &masses),
    )
}

#[test]
fn labels_reach_the_optimum_on_all_small_trees() {
    for nodes in 1..=9 {
        for parents in rooted_trees(nodes) {
            let (found, least) = worst_by_labels(&parents, &[]);
            assert_eq!(found, least, "{parents:?}");
        }
    }
}

#[test]
fn a_star_needs_every_child_and_a_chain_the_logarithm() {
    let star: Parents = (0..5000).map(|node| (node > 0).then_some(0)).collect();
    let tree = tree_of(&star);
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    assert_eq!(MinimaxLabels::build(&space).at_most(&space), 4999);

    let chain: Parents = (0..1u32 << 20).map(|node| node.checked_sub(1)).collect();
    let tree = tree_of(&chain);
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    assert_eq!(MinimaxLabels::build(&space).at_most(&space), 20);
}

/// A hub of hubs needs labels beyond one word and hides them again.
#[test]
fn wide_nodes_below_wide_nodes() {
    // A root with a hundred hubs, each of which is followed by its hundred leaves.
    let parent = |node: u32| match (node - 1) % 101 {
        0 => 0,
        place => node - place,
    };
    let parents: Parents = (0..1 + 100 * 101)
        .map(|node| (node > 0).then(|| parent(node)))
        .collect();
    let tree = tree_of(&parents);
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    // A hundred leaves below the last hub, and each of the hubs before it.
    assert_eq!(MinimaxLabels::build(&space).at_most(&space), 200);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn labels_reach_the_optimum_on_random_trees(parents in random_tree(10..15)) {
        let (found, least) = worst_by_labels(&parents, &[]);
        prop_assert_eq!(found, least);
    }

    #[test]
    fn massless_nodes_are_no_places(
        parents in random_tree(3..13),
        massless in proptest::collection::vec(0usize..13, 1..6),
    ) {
        prop_assume!((0..parents.len()).any(|node| !massless.contains(&node)));
        let (found, least) = worst_by_labels(&parents, &massless);
        prop_assert_eq!(found, least);
    }
}

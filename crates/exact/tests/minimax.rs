//! The worst case: labels against brute force, and the labels' own property.

mod support;

use elenchus_exact::MinimaxLabels;
use elenchus_tree::{Answer, Masses, RootStatus, SearchSpace};
use proptest::prelude::*;
use support::{Parents, least_worst, random_tree, rooted_trees, tree_of};

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

fn worst_by_labels(parents: &Parents) -> u64 {
    let tree = tree_of(parents);
    let masses = Masses::of(&tree);
    let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
    let labels = MinimaxLabels::build(&space);
    longest_dialogue(&labels, space)
}

#[test]
fn labels_reach_the_optimum_on_all_small_trees() {
    for nodes in 1..=9 {
        for parents in rooted_trees(nodes) {
            assert_eq!(
                worst_by_labels(&parents),
                least_worst(&parents),
                "{parents:?}"
            );
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
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn labels_reach_the_optimum_on_random_trees(parents in random_tree(10..15)) {
        prop_assert_eq!(worst_by_labels(&parents), least_worst(&parents));
    }
}

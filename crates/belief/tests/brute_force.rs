//! Posterior and choice against a look at every node, on random trees.

use elenchus_belief::{ErrorRates, Evidence, Posterior, Verdict, choose};
use elenchus_strategy::select::Index;
use elenchus_tree::place::view::{Masses, NodeId, SearchSpace, Tree};
use elenchus_tree::{Answer, RootStatus};
use proptest::prelude::*;

/// A tree in preorder: every node hangs from the one before it or from an ancestor of that.
fn tree_of(climbs: &[usize], masses: &[u64]) -> Tree {
    let mut parents: Vec<Option<usize>> = Vec::new();
    for (node, &climb) in climbs.iter().enumerate() {
        let mut parent = node.checked_sub(1);
        for _ in 0..climb {
            parent = parent.map(|at| parents[at].unwrap_or(at));
        }
        parents.push(parent);
    }
    let (mut tree, _) = Tree::from_parents(&parents).expect("parents come first");
    tree.set_masses(
        (0..climbs.len())
            .map(|n| masses[n % masses.len()])
            .collect(),
    );
    tree
}

/// The probability of every node, by multiplying everything out.
fn by_hand(space: &SearchSpace<'_>, evidence: &[Evidence]) -> Vec<f64> {
    let mut shares: Vec<f64> = space
        .tree()
        .nodes()
        .map(|node| space.own_mass(node) as f64)
        .collect();
    for said in evidence {
        for (node, share) in shares.iter_mut().enumerate() {
            let inside = (said.start.index()..said.end.index()).contains(&node);
            *share *= match (said.verdict, inside) {
                (Verdict::Wrong, true) => 1.0 - said.rates.false_right(),
                (Verdict::Wrong, false) => said.rates.false_wrong(),
                (Verdict::Right, true) => said.rates.false_right(),
                (Verdict::Right, false) => 1.0 - said.rates.false_wrong(),
            };
        }
    }
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}

fn rates() -> impl Strategy<Value = ErrorRates> {
    (0.001..0.45f64, 0.001..0.45f64).prop_map(|(w, r)| ErrorRates::new(w, r).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn equals_multiplying_everything_out(
        climbs in proptest::collection::vec(0usize..4, 2..60),
        masses in proptest::collection::vec(0u64..4, 1..9),
        certain in proptest::collection::vec((0usize..60, any::<bool>()), 0..4),
        said in proptest::collection::vec((0usize..60, any::<bool>(), rates()), 0..12),
        asking in rates(),
        settled in proptest::collection::vec(0usize..60, 0..6),
    ) {
        let tree = tree_of(&climbs, &masses);
        let node = |n: usize| NodeId::new(n % tree.len());
        let weighed = Masses::of(&tree);
        let mut space = SearchSpace::new(&tree, &weighed, RootStatus::Wrong);
        for &(n, is_wrong) in &certain {
            let next = space.after(node(n), if is_wrong { Answer::Wrong } else { Answer::Right });
            if next.total() > 0 {
                space = next;
            }
        }
        prop_assume!(space.total() > 0);
        let evidence: Vec<Evidence> = said
            .iter()
            .map(|&(n, is_wrong, rates)| Evidence {
                start: node(n),
                end: tree.end(node(n)),
                verdict: if is_wrong { Verdict::Wrong } else { Verdict::Right },
                rates,
            })
            .collect();
        let posterior = Posterior::new(&space, &evidence);
        let expected = by_hand(&space, &evidence);
        let inside = |node| tree.contains(space.root(), node);
        let share = |node: NodeId| -> f64 { expected[node.index()..tree.end(node).index()].iter().sum() };
        for node in tree.nodes().filter(|&node| inside(node)) {
            prop_assert!((posterior.own_share(node) - expected[node.index()]).abs() < 1e-9);
            prop_assert!((posterior.share(node) - share(node)).abs() < 1e-9);
        }

        let mut settled: Vec<NodeId> = settled.into_iter().map(node).collect();
        settled.sort_unstable();
        let index = Index::new(&tree, &weighed);
        let best = tree
            .nodes()
            .filter(|&node| space.is_askable(node) && settled.binary_search(&node).is_err())
            .map(|node| asking.information(share(node)))
            .fold(0.0, f64::max);
        let chosen = choose(&posterior, &index, asking, &settled);
        let told = chosen.map_or(0.0, |choice| choice.information);
        prop_assert!((told - best).abs() < 1e-6, "told {told}, best {best}, {chosen:?}");
        if let Some(choice) = chosen {
            prop_assert!(space.is_askable(choice.node));
            prop_assert!(settled.binary_search(&choice.node).is_err());
        }
    }

    #[test]
    fn the_likeliest_are_the_fewest(
        climbs in proptest::collection::vec(0usize..4, 2..40),
        said in proptest::collection::vec((0usize..40, any::<bool>(), rates()), 0..8),
        sure in 0.3..0.99f64,
    ) {
        let tree = tree_of(&climbs, &[1, 2, 5]);
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let evidence: Vec<Evidence> = said
            .iter()
            .map(|&(n, is_wrong, rates)| {
                let start = NodeId::new(n % tree.len());
                let verdict = if is_wrong { Verdict::Wrong } else { Verdict::Right };
                Evidence { start, end: tree.end(start), verdict, rates }
            })
            .collect();
        let posterior = Posterior::new(&space, &evidence);
        let likeliest = posterior.likeliest(sure).unwrap();
        prop_assert!(likeliest.share >= sure - 1e-6);
        let mut shares = by_hand(&space, &evidence);
        shares.sort_by(|one, other| other.total_cmp(one));
        let fewer: f64 = shares[..likeliest.nodes.len() - 1].iter().sum();
        prop_assert!(fewer < sure + 1e-6);
    }
}

/// The parents of all trees with `nodes` nodes, in preorder.
fn all_trees(nodes: usize) -> Vec<Vec<Option<usize>>> {
    let mut trees = vec![vec![None]];
    for node in 1..nodes {
        trees = trees
            .into_iter()
            .flat_map(|tree| {
                let way_up = std::iter::successors(Some(node - 1), |&at| tree[at]);
                let hang = |parent| tree.iter().copied().chain([Some(parent)]).collect();
                way_up.map(hang).collect::<Vec<_>>()
            })
            .collect();
    }
    trees
}

/// Every tree of up to six nodes, every pair of answers: shares and choice equal brute force.
#[test]
fn all_small_trees_with_two_answers() {
    let rates = ErrorRates::new(0.1, 0.2).unwrap();
    let mut looked_at = 0;
    for parents in (2..=6).flat_map(all_trees) {
        let (tree, _) = Tree::from_parents(&parents).unwrap();
        let masses = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &masses, RootStatus::Wrong);
        let index = Index::new(&tree, &masses);
        let answers = || {
            let verdicts = [Verdict::Wrong, Verdict::Right];
            tree.nodes()
                .flat_map(move |node| verdicts.map(|verdict| (node, verdict)))
        };
        for (first, second) in answers().flat_map(|a| answers().map(move |b| (a, b))) {
            let evidence = [first, second].map(|(start, verdict)| {
                let end = tree.end(start);
                Evidence {
                    start,
                    end,
                    verdict,
                    rates,
                }
            });
            let mut settled = vec![first.0, second.0];
            settled.sort_unstable();
            let posterior = Posterior::new(&space, &evidence);
            let expected = by_hand(&space, &evidence);
            let share = |node: NodeId| -> f64 {
                expected[node.index()..tree.end(node).index()].iter().sum()
            };
            let best = tree
                .nodes()
                .inspect(|&node| assert!((posterior.share(node) - share(node)).abs() < 1e-9))
                .filter(|node| space.is_askable(*node) && !settled.contains(node))
                .map(|node| rates.information(share(node)))
                .fold(0.0, f64::max);
            let chosen = choose(&posterior, &index, rates, &settled);
            let told = chosen.map_or(0.0, |choice| choice.information);
            assert!(
                (told - best).abs() < 1e-6,
                "{parents:?} {evidence:?}: {told} {best}"
            );
            looked_at += 1;
        }
    }
    assert!(looked_at > 5_000, "{looked_at}");
}

proptest! {
    /// Without errors the choice divides as well as divide and query does.
    #[test]
    fn without_errors_it_is_divide_and_query(
        climbs in proptest::collection::vec(0usize..4, 2..80),
        masses in proptest::collection::vec(1u64..4, 1..9),
    ) {
        let tree = tree_of(&climbs, &masses);
        let weighed = Masses::of(&tree);
        let space = SearchSpace::new(&tree, &weighed, RootStatus::Wrong);
        let posterior = Posterior::new(&space, &[]);
        let index = Index::new(&tree, &weighed);
        let chosen = choose(&posterior, &index, ErrorRates::CERTAIN, &[]);
        let mut plain = elenchus_strategy::Strategy::new(elenchus_strategy::StrategyName::DivideQuery);
        let counts = elenchus_strategy::RoutineCounts::default();
        let asked = match plain.next(&space, &elenchus_strategy::Context::new(&counts)) {
            elenchus_strategy::Response::Ask(node) => Some(node),
            _ => None,
        };
        prop_assert_eq!(chosen.map(|choice| choice.node), asked);
    }
}

//! Every figure of the shared vectors that concerns optima and bounds, the published ones included.

mod support;

use elenchus_exact::optimal::solve;
use elenchus_exact::{Budget, MinimaxLabels, Problem, bounds};
use elenchus_tree::RootStatus;
use elenchus_tree::place::view::{Masses, SearchSpace, Tree};
use serde_json::Value;
use support::Parents;

struct Vector {
    name: String,
    parents: Parents,
    prior: Option<Vec<u64>>,
    cost: Option<Vec<u64>>,
    expected: Value,
}

fn vectors() -> Vec<Vector> {
    let file: Value =
        serde_json::from_str(include_str!("../../../tests/data/vectors.json")).unwrap();
    let numbers = |value: &Value| -> Option<Vec<u64>> {
        value
            .as_array()
            .map(|list| list.iter().map(|n| n.as_u64().unwrap()).collect())
    };
    let vectors = file["vectors"].as_array().unwrap().iter();
    vectors
        .map(|vector| Vector {
            name: vector["name"].as_str().unwrap().to_owned(),
            parents: vector["parents"]
                .as_array()
                .unwrap()
                .iter()
                .map(|parent| parent.as_u64().map(|parent| parent as u32))
                .collect(),
            prior: numbers(&vector["prior"]),
            cost: numbers(&vector["cost"]),
            expected: vector["expected"].clone(),
        })
        .collect()
}

impl Vector {
    fn problem(&self) -> Problem {
        let mut problem = Problem::uniform(self.parents.clone());
        if let Some(prior) = &self.prior {
            problem.masses = prior.clone();
        }
        problem
    }

    fn tree(&self) -> Tree {
        support::tree_of(&self.parents)
    }
}

fn least(problem: &Problem) -> u64 {
    solve(problem, &Budget::UNLIMITED).unwrap().total as u64
}

fn worst(tree: &Tree) -> u64 {
    let masses = Masses::of(tree);
    let space = SearchSpace::new(tree, &masses, RootStatus::Wrong);
    u64::from(MinimaxLabels::build(&space).at_most(&space))
}

/// Checks one figure in all vectors that give it; returns how many did.
fn check(key: &str, figure: impl Fn(&Vector) -> u64) -> usize {
    let with_key = |vector: &Vector| vector.expected[key].is_u64();
    let vectors: Vec<Vector> = vectors().into_iter().filter(with_key).collect();
    for vector in &vectors {
        let expected = vector.expected[key].as_u64();
        assert_eq!(Some(figure(vector)), expected, "{key} of {}", vector.name);
    }
    vectors.len()
}

#[test]
fn optima_with_the_root_known_unknown_and_asked() {
    let unknown = |vector: &Vector| {
        let mut problem = vector.problem();
        problem.root_unknown = true;
        least(&problem)
    };
    // Asked first, the root is paid for by every node.
    let asked = |vector: &Vector| least(&vector.problem()) + vector.parents.len() as u64;
    assert_eq!(
        check("optimal_total", |vector| least(&vector.problem())),
        73
    );
    assert_eq!(check("optimal_total_root_unknown", unknown), 53);
    assert_eq!(check("optimal_total_root_asked_first", asked), 53);
    assert_eq!(check("Q_root_asked_first", asked), 7);
    let plain = |vector: &Vector| least(&Problem::uniform(vector.parents.clone()));
    assert_eq!(check("optimal_total_without_projection", plain), 6);
}

#[test]
fn optima_with_priors_and_costs() {
    let with_cost = |vector: &Vector| {
        let mut problem = vector.problem();
        problem.costs = vector.cost.clone();
        least(&problem)
    };
    assert_eq!(
        check("optimal_total_unit_cost", |vector| least(&vector.problem())),
        6
    );
    assert_eq!(check("optimal_total_with_cost", with_cost), 6);
    assert_eq!(
        check("prior_zero_optimal_total", |vector| least(
            &vector.problem()
        )),
        1
    );
}

#[test]
fn worst_cases() {
    assert_eq!(
        check("optimal_worst_case", |vector| worst(&vector.tree())),
        66
    );
    let massless = |vector: &Vector| {
        let mut tree = vector.tree();
        tree.set_masses(vector.prior.clone().unwrap());
        worst(&tree)
    };
    assert_eq!(
        check("prior_zero_optimal_worst_case_root_known", massless),
        1
    );
}

#[test]
fn lower_bounds() {
    let huffman = |vector: &Vector| bounds::huffman(vector.parents.len() as u64);
    assert_eq!(check("lower_bound_huffman", huffman), 59);
    assert_eq!(
        check("lower_bound_degree", |vector| bounds::degree(
            &vector.tree()
        )),
        54
    );
    // The vectors give the larger of LB3 and their combination of LB0 and LB1.
    let recursive = |vector: &Vector| {
        let combined = vector.expected["lower_bound_kraft_degree"].as_u64();
        bounds::recursive(&vector.tree()).max(combined.unwrap())
    };
    assert_eq!(
        check("lower_bound_recursive_siblings_given_root", recursive),
        6
    );
}

/// How the vectors combine LB0 and LB1 is not said; our LB2 is the same on most and more on others.
#[test]
fn the_combined_bound_is_no_worse_than_that_of_the_vectors() {
    let (mut equal, mut more) = (0, 0);
    for vector in vectors() {
        let Some(bound) = vector.expected["lower_bound_kraft_degree"].as_u64() else {
            continue;
        };
        let ours = bounds::kraft_degree(&vector.tree());
        assert!(bound <= ours, "{}", vector.name);
        assert!(ours <= least(&vector.problem()), "{}", vector.name);
        *(if ours == bound { &mut equal } else { &mut more }) += 1;
    }
    assert_eq!((equal, more), (54, 6));
}

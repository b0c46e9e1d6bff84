//! The published and computed figures of vectors.json that concern strategies.
//!
//! C: the root is known to be wrong and never asked. U: the root is not known and asked last.

use std::collections::HashSet;

use elenchus_strategy::{Budget, Context, Costs, Response, RoutineCounts, Strategy, StrategyName};
use elenchus_tree::place::view::{Masses, NodeId, Order, SearchSpace, Tree};
use elenchus_tree::{Answer, RootStatus};
use serde_json::Value;

/// One tree with what is expected of it.
struct Vector {
    name: String,
    tree: Tree,
    order: Order,
    costs: Option<Costs>,
    expected: Value,
}

fn vectors() -> Vec<Vector> {
    let file: Value =
        serde_json::from_str(include_str!("../../../tests/data/vectors.json")).unwrap();
    let list = file["vectors"].as_array().unwrap();
    list.iter().map(read_vector).collect()
}

fn read_vector(vector: &Value) -> Vector {
    let numbers = |key: &str| -> Option<Vec<i64>> {
        let list = vector[key].as_array()?;
        Some(list.iter().map(|n| n.as_i64().unwrap()).collect())
    };
    let parents = numbers("parents").unwrap();
    let parents: Vec<_> = parents.iter().map(|&p| usize::try_from(p).ok()).collect();
    let (mut tree, order) = Tree::from_parents(&parents).unwrap();
    if let Some(prior) = numbers("prior") {
        let in_order = tree.nodes().map(|node| prior[order.index(node)] as u64);
        tree.set_masses(in_order.collect());
    }
    let costs = numbers("cost").map(|costs| {
        let in_order = tree.nodes().map(|node| costs[order.index(node)] as f64);
        Costs::new(in_order.collect(), tree.len()).unwrap()
    });
    Vector {
        name: vector["name"].as_str().unwrap().to_owned(),
        tree,
        order,
        costs,
        expected: vector["expected"].clone(),
    }
}

/// What a strategy needs over all bug positions.
#[derive(Debug, PartialEq)]
struct Figures {
    /// The sum over all bug positions of mass times the cost of the questions asked.
    total: f64,
    /// The most questions for one bug position.
    worst: u32,
}

/// Follows both answers to every question.
fn evaluate(vector: &Vector, name: StrategyName, status: RootStatus) -> Figures {
    evaluate_with(vector, name, status, vector.costs.as_ref())
}

fn evaluate_with(
    vector: &Vector,
    name: StrategyName,
    status: RootStatus,
    costs: Option<&Costs>,
) -> Figures {
    let masses = Masses::of(&vector.tree);
    let mut strategy = Strategy::with_budget(name, Budget::UNLIMITED);
    let space = SearchSpace::new(&vector.tree, &masses, status);
    let mut waiting = vec![(space, RoutineCounts::new(), 0)];
    let mut figures = Figures {
        total: 0.0,
        worst: 0,
    };
    while let Some((space, counts, asked)) = waiting.pop() {
        let context = Context {
            costs,
            ..Context::new(&counts)
        };
        match strategy.next(&space, &context) {
            Response::Ask(node) => {
                figures.total += space.total() as f64 * context.cost(node);
                for answer in [Answer::Right, Answer::Wrong] {
                    let mut counts = counts.clone();
                    counts.add(vector.tree.routine(node), answer);
                    waiting.push((space.after(node, answer), counts, asked + 1));
                }
            }
            Response::Bug(_) => figures.worst = figures.worst.max(asked),
            Response::Nothing if status == RootStatus::Unknown => {}
            other => panic!("{}: {name} ends with {other:?}", vector.name),
        }
        assert_eq!(strategy.note(), None, "{}: {name}", vector.name);
    }
    figures
}

/// Runs `check` for every vector that has the key, and says for how many.
fn each_with(key: &str, mut check: impl FnMut(&Vector, f64)) -> usize {
    let mut checked = 0;
    for vector in vectors() {
        if let Some(expected) = vector.expected[key].as_f64() {
            check(&vector, expected);
            checked += 1;
        }
    }
    checked
}

#[track_caller]
fn check_total(key: &str, name: StrategyName, status: RootStatus, vectors: usize) {
    let checked = each_with(key, |vector, expected| {
        let total = evaluate(vector, name, status).total;
        assert_eq!(total, expected, "{}: {key}", vector.name);
    });
    assert_eq!(checked, vectors, "{key}");
}

use RootStatus::{Unknown, Wrong};
use StrategyName::{
    Auto, DivideQuery, DivideQueryShapiro, HeaviestFirst, Minimax, Optimal, Rollout, TopDown,
};

#[test]
fn optimal_reaches_every_published_optimum() {
    check_total("optimal_total", Optimal, Wrong, 73);
    check_total("optimal_total_root_unknown", Optimal, Unknown, 53);
    check_total("optimal_total_with_cost", Optimal, Wrong, 6);
    check_total("prior_zero_optimal_total", Optimal, Wrong, 1);
    check_total("optimal_total_without_projection", Optimal, Wrong, 6);
}

#[test]
fn optimal_ignores_costs_that_are_not_given() {
    let checked = each_with("optimal_total_unit_cost", |vector, expected| {
        let total = evaluate_with(vector, Optimal, Wrong, None).total;
        assert_eq!(total, expected, "{}", vector.name);
    });
    assert_eq!(checked, 6);
}

#[test]
fn minimax_reaches_every_worst_case() {
    let mut checked = 0;
    for key in [
        "optimal_worst_case",
        "prior_zero_optimal_worst_case_root_known",
    ] {
        checked += each_with(key, |vector, expected| {
            let worst = evaluate(vector, Minimax, Wrong).worst;
            assert_eq!(f64::from(worst), expected, "{}: {key}", vector.name);
        });
    }
    assert_eq!(checked, 67);
}

#[test]
fn the_textbook_strategies_reach_their_totals() {
    check_total("heaviest_first_total", HeaviestFirst, Wrong, 67);
    check_total("hf_total_before", HeaviestFirst, Wrong, 7);
    check_total("top_down_left_to_right_total", TopDown, Wrong, 53);
    check_total("dq_closest_half_total", DivideQuery, Wrong, 8);
    check_total("dq_total_root_unknown", DivideQuery, Unknown, 5);
    check_total("prior_zero_dq_total", DivideQuery, Wrong, 1);
}

#[test]
fn divide_and_query_lies_between_its_best_and_worst_ties() {
    for (prefix, name, vectors) in [
        ("dq_closest_half_total", DivideQuery, 59),
        ("dq_shapiro_total", DivideQueryShapiro, 53),
    ] {
        let key = |end: &str| format!("{prefix}_{end}_over_ties");
        let checked = each_with(&key("min"), |vector, least| {
            let most = vector.expected[key("max")].as_f64().unwrap();
            let total = evaluate(vector, name, Wrong).total;
            assert!(
                (least..=most).contains(&total),
                "{}: {name} {total} not in {least}..={most}",
                vector.name
            );
        });
        assert_eq!(checked, vectors);
    }
    for vector in vectors() {
        if let Some(totals) = vector.expected["dq_totals_root_unknown"].as_array() {
            let total = evaluate(&vector, DivideQuery, Unknown).total;
            assert!(
                totals.contains(&Value::from(total as u64)),
                "{}",
                vector.name
            );
        }
    }
}

#[test]
fn costs_are_weighed_against_balance() {
    let key = "greedy_minp_over_cost_total_first_index_ties";
    check_total(key, DivideQuery, Wrong, 6);
}

#[test]
fn rollout_and_auto_lie_between_the_optimum_and_divide_and_query() {
    let checked = each_with("optimal_total", |vector, optimum| {
        let divide_query = evaluate(vector, DivideQuery, Wrong).total;
        for name in [Rollout, Auto] {
            let total = evaluate(vector, name, Wrong).total;
            assert!(
                (optimum..=divide_query).contains(&total),
                "{}: {name} {total} not in {optimum}..={divide_query}",
                vector.name
            );
        }
    });
    assert_eq!(checked, 73);
}

#[test]
fn the_paper_s_castling_dialogues_have_their_lengths() {
    let checked = each_with("session_bug_at_root_root_unknown", |vector, expected| {
        let masses = Masses::of(&vector.tree);
        let mut space = SearchSpace::new(&vector.tree, &masses, Unknown);
        let mut strategy = Strategy::new(DivideQuery);
        let counts = RoutineCounts::new();
        let mut asked = HashSet::new();
        while let Response::Ask(node) = strategy.next(&space, &Context::new(&counts)) {
            let is_root = node == NodeId::ROOT;
            space.apply(
                node,
                if is_root {
                    Answer::Wrong
                } else {
                    Answer::Right
                },
            );
            assert!(asked.insert(vector.order.index(node)));
        }
        let counts = RoutineCounts::new();
        let end = strategy.next(&space, &Context::new(&counts));
        assert_eq!(end, Response::Bug(NodeId::ROOT));
        assert_eq!(asked.len() as f64, expected, "{}", vector.name);
    });
    assert_eq!(checked, 2);
}

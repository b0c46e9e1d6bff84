//! The vectors of tests/data/vectors.json that are about transformations, and 002's
//! examples. Compressions are compared merge by merge in src/compress.rs.

use std::collections::HashMap;

use elenchus_transform::cost;
use elenchus_transform::{Grouping, Options, Plan, Search, TransformName, View};
use elenchus_tree::place::base;
use elenchus_tree::{Kind, Masses, NodeId, Place, RootStatus, SearchSpace, Tree, TreeBuilder};
use serde_json::Value;

const SEARCHES: [Search; 3] = [
    Search::TopDown,
    Search::HeaviestFirst,
    Search::DivideAndQuery,
];

fn vector(name: &str) -> Value {
    let text = include_str!("../../../../tests/data/vectors.json");
    let file: Value = serde_json::from_str(text).unwrap();
    let found = file["vectors"]
        .as_array()
        .unwrap()
        .iter()
        .find(|v| v["name"] == name);
    found.unwrap_or_else(|| panic!("no vector {name}")).clone()
}

fn parents(vector: &Value) -> Vec<Option<usize>> {
    let list = vector["parents"].as_array().unwrap().iter();
    list.map(|p| usize::try_from(p.as_i64().unwrap()).ok())
        .collect()
}

fn tree(vector: &Value) -> base::Tree {
    let (mut tree, order) = Tree::from_parents(&parents(vector)).unwrap();
    if let Some(labels) = vector["labels"].as_array() {
        tree.set_labels(|node| labels[order.index(node)].as_str().unwrap());
    }
    tree
}

fn expected(vector: &Value, key: &str) -> u128 {
    let value = &vector["expected"][key];
    u128::from(
        value
            .as_u64()
            .unwrap_or_else(|| panic!("no {key} in {}", vector["name"])),
    )
}

fn plan(names: &[TransformName]) -> Plan {
    Plan::new(names).unwrap()
}

fn total<P: Place>(tree: &Tree<P>, search: Search) -> u128 {
    let total = cost::total(&tree.clone().unchanged(), search, u64::MAX);
    assert!(total.exact);
    total.at_least
}

/// The same tree with one unit of mass a node: the papers' way of counting.
fn unit<P: Place>(tree: &Tree<P>) -> Tree<P> {
    let mut tree = tree.clone();
    tree.set_masses(vec![1; tree.len()]);
    tree
}

/// The parent column, to compare shapes.
fn shape<P: Place>(tree: &Tree<P>) -> Vec<Option<u32>> {
    let parents = tree.nodes().map(|node| tree.parent(node));
    parents.map(|parent| parent.map(|node| node.0)).collect()
}

/// Children of one routine each, chained within runs of the same label.
fn chained_by_label(mut tree: base::Tree) -> base::Tree {
    let children: Vec<base::NodeId> = tree.children(NodeId::ROOT).collect();
    for pair in children.windows(2) {
        let chained = tree.routine(pair[0]) == tree.routine(pair[1]);
        tree.set_chained(pair[1], chained);
    }
    tree
}

const UNSHRUNK: Options = Options {
    chain_min: 2,
    chain_max: usize::MAX,
    grouping: None,
    readable: false,
    shrink: false,
    closed: std::collections::BTreeSet::new(),
    opened: std::collections::BTreeSet::new(),
    crowded: std::collections::BTreeSet::new(),
    alone: std::collections::BTreeSet::new(),
    resolution: None,
    unseen: 0,
};

#[test]
fn figure_4_of_000_compresses_one_of_two_calls() {
    let original = tree(&vector("000-fig4-original"));
    for (names, name) in [
        (TransformName::Compress, "000-fig4-one-compressed"),
        (TransformName::CompressAll, "000-fig4-both-compressed"),
    ] {
        let after = vector(name);
        let view = View::of_whole(
            &original,
            &plan(&[names]),
            Search::DivideAndQuery,
            &Options::default(),
        );
        assert_eq!(
            view.tree().len() as u64,
            after["n"].as_u64().unwrap(),
            "{name}"
        );
        let paper = unit(view.tree());
        let dq = total(&paper, Search::DivideAndQuery);
        assert_eq!(dq, expected(&after, "optimal_total"), "{name}");
        assert_eq!(dq + 1, expected(&after, "dq_total_root_unknown"), "{name}");
        assert_eq!(
            total(&paper, Search::HeaviestFirst),
            expected(&after, "heaviest_first_total"),
            "{name}"
        );
    }
    let before = vector("000-fig4-original");
    let dq = total(&original, Search::DivideAndQuery);
    assert_eq!(dq, expected(&before, "dq_closest_half_total_min_over_ties"));
}

/// A routine whose loop makes one call in each of `iterations` iterations.
fn looping(iterations: usize) -> base::Tree {
    let mut builder = TreeBuilder::default();
    let (f, f_loop, g) = (
        builder.routine("f"),
        builder.routine("f_loop1"),
        builder.routine("g"),
    );
    builder.enter(Kind::Routine, f);
    builder.enter(Kind::Loop, f_loop);
    for iteration in 0..iterations {
        builder.enter(Kind::Iterations, f_loop);
        builder.set_chained(iteration > 0);
        builder.enter(Kind::Routine, g);
        builder.exit();
        builder.exit();
    }
    builder.finish()
}

#[test]
fn loops_become_the_recursion_of_000() {
    for iterations in 1..=7 {
        let vector = vector(&format!("le-loop-{iterations}"));
        let view = View::of_whole(
            &looping(iterations),
            &plan(&[TransformName::LoopsChain]),
            Search::DivideAndQuery,
            &Options::default(),
        );
        assert_eq!(shape(view.tree()), shape(&tree(&vector)));
        let paper = unit(view.tree());
        for (search, key) in [
            (Search::HeaviestFirst, "heaviest_first_total"),
            (
                Search::DivideAndQuery,
                "dq_closest_half_total_min_over_ties",
            ),
            (Search::TopDown, "top_down_left_to_right_total"),
        ] {
            assert_eq!(
                total(&paper, search),
                expected(&vector, key),
                "{search:?} {iterations}"
            );
        }
    }
}

#[test]
fn balanced_projections_reach_the_bound_under_every_search() {
    for children in [3, 5, 7, 8, 15, 31] {
        let vector = vector(&format!("loop-{children}-balanced-projection"));
        let key = "total_after_balanced_binary_projection_prior0";
        let star = chained_by_label(tree(&vector));
        for search in SEARCHES {
            assert_eq!(total(&star, search), expected(&vector, "optimal_total"));
            for name in [TransformName::Balance, TransformName::BalancePaper] {
                let view = View::of_whole(&star, &plan(&[name]), search, &UNSHRUNK);
                let after = total(view.tree(), search);
                if name == TransformName::Balance {
                    assert_eq!(after, expected(&vector, key), "{search:?} {children}");
                } else {
                    assert!(after >= expected(&vector, key) && after < total(&star, search));
                }
            }
        }
    }
}

#[test]
fn ranges_over_iterations_reach_the_bound_under_every_search() {
    for iterations in [3usize, 5, 7, 8, 15, 31, 1000] {
        let mut builder = TreeBuilder::default();
        let routine = builder.routine("f_loop1");
        builder.enter(Kind::Loop, routine);
        for _ in 0..iterations {
            builder.enter(Kind::Iterations, routine);
            builder.exit();
        }
        let tree = builder.finish();
        let nodes = iterations as u128 + 1;
        let log = u128::from(nodes.ilog2());
        let huffman = nodes * log + 2 * (nodes - (1 << log));
        for search in SEARCHES {
            let plan = plan(&[TransformName::Loops]);
            let view = View::of_whole(&tree, &plan, search, &Options::default());
            assert_eq!(
                total(view.tree(), search),
                huffman,
                "{search:?} {iterations}"
            );
        }
    }
}

#[test]
fn loops_without_iterations_stay_nodes() {
    let tree = looping(0);
    for names in [[TransformName::Loops], [TransformName::LoopsChain]] {
        let view = View::of_whole(
            &tree,
            &plan(&names),
            Search::DivideAndQuery,
            &Options::default(),
        );
        assert_eq!(view.tree().len(), 2);
        assert_eq!(view.tree().kind(NodeId::at(1)), Kind::Loop);
    }
}

/// How many questions divide & query asks when the bug is in `bug`, with the root unknown: it is
/// asked last.
fn session<P: Place>(tree: &Tree<P>, bug: NodeId<P>) -> usize {
    use elenchus_tree::Answer;
    let masses = Masses::of(tree);
    let mut space = SearchSpace::new(tree, &masses, RootStatus::Unknown);
    let mut questions = 0;
    loop {
        let total = space.total();
        let distance = |&node: &NodeId<P>| (2 * space.mass(node)).abs_diff(total);
        let divides = |&node: &NodeId<P>| {
            space.is_askable(node) && space.mass(node) > 0 && space.mass(node) < total
        };
        let next = tree.nodes().filter(divides).min_by_key(distance);
        let node = match next {
            Some(node) => node,
            None if space.root_status() == RootStatus::Unknown => space.root(),
            None => return questions,
        };
        questions += 1;
        let inside = tree.contains(node, bug);
        space.apply(node, if inside { Answer::Wrong } else { Answer::Right });
    }
}

#[test]
fn castling_is_balanced_from_six_questions_to_three() {
    let plain = vector("002-castling");
    let castling = chained_by_label(tree(&plain));
    let at_root = "session_bug_at_root_root_unknown";
    assert_eq!(
        session(&castling, NodeId::ROOT) as u128,
        expected(&plain, at_root)
    );

    let balanced = vector("002-castling-balanced");
    for name in [TransformName::Balance, TransformName::BalancePaper] {
        let view = View::of_whole(&castling, &plan(&[name]), Search::DivideAndQuery, &UNSHRUNK);
        let after = view.tree();
        let top: Vec<Kind> = after
            .children(NodeId::ROOT)
            .map(|n| after.kind(n))
            .collect();
        assert_eq!(top[0], Kind::Projection, "{name}");
        assert_eq!(
            total(after, Search::DivideAndQuery),
            expected(&balanced, "prior_zero_dq_total"),
            "{name}"
        );
        assert_eq!(
            session(after, NodeId::ROOT) as u128,
            expected(&balanced, at_root),
            "{name}"
        );
    }
    // Figure 3 itself: both chains are projected.
    let paper = plan(&[TransformName::BalancePaper]);
    let view = View::of_whole(&castling, &paper, Search::DivideAndQuery, &UNSHRUNK);
    let top: Vec<usize> = view
        .tree()
        .children(NodeId::ROOT)
        .map(|n| view.span(n).len())
        .collect();
    assert_eq!(top, [3, 2]);
}

#[test]
fn castling_is_collapsed_to_three_nodes() {
    let collapsed = vector("002-castling-collapsed");
    let castling = chained_by_label(tree(&vector("002-castling")));
    for name in [
        TransformName::Collapse,
        TransformName::Balance,
        TransformName::BalancePaper,
    ] {
        let view = View::of_whole(
            &castling,
            &plan(&[name]),
            Search::DivideAndQuery,
            &Options::default(),
        );
        assert_eq!(shape(view.tree()), shape(&tree(&collapsed)));
        let paper = unit(view.tree());
        assert_eq!(
            total(&paper, Search::DivideAndQuery),
            expected(&collapsed, "optimal_total")
        );
        assert_eq!(view.tree().own_mass(NodeId::at(1)), 3);
        assert_eq!(view.owned(NodeId::at(2)), [NodeId::at(4), NodeId::at(5)]);
    }
}

#[test]
fn the_lengths_of_chains_are_kept() {
    let castling = chained_by_label(tree(&vector("002-castling")));
    let sizes = |name, chain_min, chain_max, shrink| -> Vec<usize> {
        let options = Options {
            chain_min,
            chain_max,
            shrink,
            ..Options::default()
        };
        let view = View::of_whole(&castling, &plan(&[name]), Search::HeaviestFirst, &options);
        let children = view.tree().children(NodeId::ROOT);
        children.map(|child| view.span(child).len()).collect()
    };
    assert_eq!(sizes(TransformName::Collapse, 2, usize::MAX, true), [3, 2]);
    assert_eq!(
        sizes(TransformName::Collapse, 3, usize::MAX, true),
        [3, 1, 1]
    );
    assert_eq!(sizes(TransformName::Collapse, 2, 2, true), [2, 1, 2]);
    assert_eq!(
        sizes(TransformName::BalancePaper, 3, usize::MAX, false),
        [3, 1, 1]
    );
    assert_eq!(
        sizes(TransformName::Balance, 3, usize::MAX, false),
        [3, 1, 1]
    );
    assert!(
        sizes(TransformName::Balance, 2, 2, false)
            .iter()
            .all(|&size| size <= 2)
    );
}

/// The least total when any consecutive siblings may be asked about together.
fn best_with_projections(vector: &Value) -> u128 {
    let parents = parents(vector);
    let nodes = parents.len();
    let mut below = vec![0u32; nodes];
    for node in 0..nodes {
        let mut above = Some(node);
        while let Some(ancestor) = above {
            below[ancestor] |= 1 << node;
            above = parents[ancestor];
        }
    }
    let mut questions = Vec::new();
    for parent in 0..nodes {
        let siblings: Vec<usize> = (0..nodes).filter(|&n| parents[n] == Some(parent)).collect();
        for first in 0..siblings.len() {
            let mut together = 0;
            for &sibling in &siblings[first..] {
                together |= below[sibling];
                questions.push(together);
            }
        }
    }
    fn least(alive: u32, questions: &[u32], known: &mut HashMap<u32, u128>) -> u128 {
        if alive.count_ones() == 1 {
            return 0;
        }
        if let Some(&total) = known.get(&alive) {
            return total;
        }
        let mut best = u128::MAX;
        for &question in questions {
            let (inside, outside) = (alive & question, alive & !question);
            if inside != 0 && outside != 0 {
                let both = least(inside, questions, known) + least(outside, questions, known);
                best = best.min(both);
            }
        }
        let total = best + u128::from(alive.count_ones());
        known.insert(alive, total);
        total
    }
    least((1 << nodes) - 1, &questions, &mut HashMap::new())
}

#[test]
fn any_projection_reaches_the_entropy_bound() {
    for number in 0..6 {
        let vector = vector(&format!("anyproj-{number:02}"));
        let best = expected(
            &vector,
            "optimal_total_with_any_sibling_interval_projection",
        );
        assert_eq!(best_with_projections(&vector), best);
        let names: Vec<String> = (0..12).map(|name| format!("m{name}")).collect();
        let mut distinct = tree(&vector);
        distinct.set_labels(|node| &names[node.index()]);
        let view = View::of_whole(
            &distinct,
            &Plan::auto(),
            Search::DivideAndQuery,
            &Options {
                grouping: Some(Grouping::AllSiblings),
                ..Options::default()
            },
        );
        let after = total(view.tree(), Search::DivideAndQuery);
        // Divide & query on the chosen tree is at most one question in all above the optimum.
        assert!(
            (best..=best + 1).contains(&after),
            "{number}: {after} for {best}"
        );
    }
}

/// 002, Example 6: f turns x = 1 into 4 where 2 was intended. It calls g (1 → 3, intended 4) and
/// h (3 → 4, intended 3); together they do what was intended of them (1 → 4).
#[test]
fn a_projection_can_reveal_another_bug() {
    use elenchus_tree::{Answer, search::Status};
    let mut builder = TreeBuilder::default();
    let (f, g, h) = (
        builder.routine("f"),
        builder.routine("g"),
        builder.routine("h"),
    );
    builder.enter(Kind::Routine, f);
    builder.set_mass(3);
    builder.enter(Kind::Routine, g);
    builder.exit();
    builder.enter(Kind::Routine, h);
    builder.set_chained(true);
    let plain = builder.finish();

    let masses = Masses::of(&plain);
    let mut space = SearchSpace::new(&plain, &masses, RootStatus::Wrong);
    space.apply(NodeId::at(1), Answer::Wrong);
    assert_eq!(
        space.status(),
        Status::Bug(NodeId::at(1)),
        "g is found, f never can be"
    );

    let balance = plan(&[TransformName::Balance]);
    let view = View::of_whole(&plain, &balance, Search::HeaviestFirst, &Options::default());
    let tree = view.tree();
    let projection = tree.children(NodeId::ROOT).next().unwrap();
    assert_eq!(
        (tree.kind(projection), tree.size(projection)),
        (Kind::Projection, 3)
    );
    let masses = Masses::of(tree);
    let mut space = SearchSpace::new(tree, &masses, RootStatus::Wrong);
    space.apply(projection, Answer::Right);
    assert_eq!(
        space.status(),
        Status::Bug(NodeId::ROOT),
        "now f itself is found"
    );
}

//! Execution forests: what is thought unlikely is closed, and opened when it has to be.

use elenchus_strategy::{Context, Response, RoutineCounts, Strategy, StrategyName};
use elenchus_transform::{Excerpt, Options, Origin, Plan, Search, Span, View, forest};
use elenchus_tree::place::base::{NodeId, Removed, Tree, TreeBuilder};
use elenchus_tree::place::view;
use elenchus_tree::{Kind, Masses, RootStatus, SearchSpace};

/// 002's Example 5: a root with a long computation on the left, which is thought right, and a short
/// one on the right. Within the left one, the second half is thought even less likely.
fn example_5() -> Tree {
    let mut builder = TreeBuilder::default();
    let routine = builder.routine("m");
    let enter = |builder: &mut TreeBuilder, mass: u64| {
        builder.enter(Kind::Routine, routine);
        builder.set_mass(mass);
    };
    enter(&mut builder, 100);
    // Node 1 with leaves 2 to 5 and, in node 6, leaves 7 to 10.
    enter(&mut builder, 10);
    for _ in 0..4 {
        enter(&mut builder, 10);
        builder.exit();
    }
    enter(&mut builder, 1);
    for _ in 0..4 {
        enter(&mut builder, 1);
        builder.exit();
    }
    builder.exit();
    builder.exit();
    // Node 11 with leaves 12 and 13.
    enter(&mut builder, 100);
    for _ in 0..2 {
        enter(&mut builder, 100);
        builder.exit();
    }
    builder.finish()
}

const LEFT: NodeId = NodeId::at(1);
const INNER: NodeId = NodeId::at(6);
const RIGHT: NodeId = NodeId::at(11);

fn closing(tree: &Tree) -> Options {
    Options {
        closed: forest::unlikely(tree, &Masses::of(tree), 0.5),
        ..Options::default()
    }
}

fn view(tree: &Tree, span: Span, removed: &Removed, options: &Options) -> View {
    let masses = Masses::of(tree);
    let excerpt = Excerpt {
        base: tree,
        masses: &masses,
        span,
        removed,
    };
    View::build(&excerpt, &Plan::none(), Search::HeaviestFirst, options)
}

fn origins(view: &View) -> Vec<Origin> {
    view.tree().nodes().map(|node| view.origin(node)).collect()
}

#[test]
fn what_is_thought_unlikely_is_one_node() {
    let tree = example_5();
    let options = closing(&tree);
    let spans = [LEFT, INNER].map(|node| Span::of(&tree, node));
    assert!(options.closed.iter().copied().eq(spans));
    let view = view(
        &tree,
        Span::of(&tree, NodeId::ROOT),
        &Removed::new(),
        &options,
    );
    let nodes = [12, 13].map(|leaf| Origin::Node(NodeId::at(leaf)));
    let expected = [
        Origin::Node(NodeId::ROOT),
        Origin::Subtree(LEFT),
        Origin::Node(RIGHT),
        nodes[0],
        nodes[1],
    ];
    assert_eq!(origins(&view), expected);
    let collapsed = view::NodeId::at(1);
    assert!(view.is_hidden(collapsed));
    assert_eq!(view.tree().kind(collapsed), Kind::Collapse);
    assert_eq!(
        view.tree().own_mass(collapsed),
        10,
        "as much as its first call alone"
    );
}

#[test]
fn a_wrong_answer_opens_the_outer_one_and_leaves_the_inner_one_closed() {
    let tree = example_5();
    let view = view(
        &tree,
        Span::of(&tree, LEFT),
        &Removed::new(),
        &closing(&tree),
    );
    assert_eq!(view.origin(view::NodeId::ROOT), Origin::Node(LEFT));
    assert_eq!(view.tree().len(), 6);
    assert_eq!(view.origin(view::NodeId::at(5)), Origin::Subtree(INNER));
}

#[test]
fn what_is_left_alone_is_opened() {
    let tree = example_5();
    let masses = Masses::of(&tree);
    let mut removed = Removed::new();
    removed.remove(&masses, RIGHT, tree.end(RIGHT));
    // The root is still suspect: nothing changes yet.
    let whole = Span::of(&tree, NodeId::ROOT);
    assert_eq!(
        view(&tree, whole, &removed, &closing(&tree)).tree().len(),
        2
    );
    // The siblings alone, as below a projection that was answered wrong: only the left one is left.
    let siblings = Span {
        start: LEFT,
        end: tree.end(RIGHT),
    };
    let view = view(&tree, siblings, &removed, &closing(&tree));
    assert!(view.tree().len() > 2);
    assert_eq!(view.origin(view::NodeId::at(1)), Origin::Node(LEFT));
}

#[test]
fn it_is_opened_on_request() {
    let tree = example_5();
    let mut options = closing(&tree);
    options.opened.insert(Span::of(&tree, LEFT));
    let view = view(
        &tree,
        Span::of(&tree, NodeId::ROOT),
        &Removed::new(),
        &options,
    );
    assert_eq!(view.origin(view::NodeId::at(1)), Origin::Node(LEFT));
    assert_eq!(view.origin(view::NodeId::at(6)), Origin::Subtree(INNER));
}

/// What a strategy asks about first, in terms of the base tree.
fn first_question(view: &View, strategy: StrategyName) -> Origin {
    let masses = Masses::of(view.tree());
    let space = SearchSpace::new(view.tree(), &masses, RootStatus::Wrong);
    let counts = RoutineCounts::new();
    let context = Context::new(&counts);
    match Strategy::new(strategy).next(&space, &context) {
        Response::Ask(node) => view.origin(node),
        other => panic!("nothing to ask: {other:?}"),
    }
}

/// 002's Example 5 as it stands: all existing strategies explore the left branch of Figure 4 first,
/// because it is heavier; with the left branch closed they explore the right one first.
#[test]
fn closing_the_heavy_branch_makes_strategies_explore_the_other_one_first() {
    let mut tree = example_5();
    tree.set_masses(vec![1; tree.len()]);
    let whole = Span::of(&tree, NodeId::ROOT);
    let strategies = [
        StrategyName::HeaviestFirst,
        StrategyName::DivideQuery,
        StrategyName::Optimal,
    ];
    for strategy in strategies {
        let plain = view(&tree, whole, &Removed::new(), &Options::default());
        let Origin::Node(first) = first_question(&plain, strategy) else {
            panic!("the plain tree has only plain nodes");
        };
        assert!(Span::of(&tree, LEFT).contains(first), "{strategy}");
        let mut options = Options::default();
        options.closed.insert(Span::of(&tree, LEFT));
        let closed = view(&tree, whole, &Removed::new(), &options);
        let first = first_question(&closed, strategy);
        assert_eq!(first, Origin::Node(RIGHT), "{strategy}");
    }
}

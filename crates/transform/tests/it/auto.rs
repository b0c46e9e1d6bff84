//! `auto` against `none`, counted with the real strategies, question by question.

use crate::common::{Dice, Run, cases, execution};
use elenchus_strategy::{Context, Response, RoutineCounts, Strategy, StrategyName};
use elenchus_transform::{Base, Options, Plan, Search, Span, View, cost};
use elenchus_transform::{Excerpt, TransformName};
use elenchus_tree::place::base::{NodeId, Removed, Tree, TreeBuilder};
use elenchus_tree::place::view;
use elenchus_tree::{Answer, Kind, Masses, Place, RootStatus, SearchSpace};
use std::sync::Arc;

/// The questions of a strategy summed over all suspects, by following both answers to each.
fn total(tree: &view::Tree, name: StrategyName) -> u128 {
    let masses = Masses::of(tree);
    let counts = RoutineCounts::new();
    let context = Context::new(&counts);
    let mut strategy = Strategy::new(name);
    let mut waiting = vec![SearchSpace::new(tree, &masses, RootStatus::Wrong)];
    let mut sum = 0;
    while let Some(space) = waiting.pop() {
        if let Response::Ask(node) = strategy.next(&space, &context) {
            sum += u128::from(space.total());
            waiting.push(space.after(node, Answer::Wrong));
            waiting.push(space.after(node, Answer::Right));
        }
    }
    sum
}

/// The view that no transformation has changed.
fn as_it_is(base: &Tree) -> view::Tree {
    base.clone().unchanged()
}

const COUNTED: [(StrategyName, Search); 4] = [
    (StrategyName::SingleStepping, Search::SingleStepping),
    (StrategyName::TopDown, Search::TopDown),
    (StrategyName::HeaviestFirst, Search::HeaviestFirst),
    (StrategyName::DivideQuery, Search::DivideAndQuery),
];

fn random_tree<P: Place>(seed: u64) -> elenchus_tree::Tree<P> {
    let dice = &mut Dice(seed);
    let run = Run {
        nodes: 2 + dice.below(40) as usize,
        with_loops: dice.one_in(3),
        with_masses: dice.one_in(3),
    };
    execution(dice.roll(), run)
}

#[test]
fn the_counts_are_those_of_the_strategies() {
    for seed in 0..cases(300) {
        let tree = random_tree(seed);
        let view = View::of_whole(
            &tree,
            &Plan::auto(),
            Search::HeaviestFirst,
            &Options::default(),
        );
        for (name, search) in COUNTED {
            for tree in [&as_it_is(&tree), view.tree()] {
                let counted = cost::total(tree, search, u64::MAX).at_least;
                assert_eq!(counted, total(tree, name), "seed {seed}, {name}");
            }
        }
    }
}

#[test]
fn auto_never_raises_the_mean_over_the_original_nodes() {
    let mut saved = 0.0;
    let trees = cases(2000);
    for seed in 0..trees {
        let recorded = Arc::new(random_tree(seed));
        let (name, search) = COUNTED[seed as usize % COUNTED.len()];
        let plain = Base::routines(recorded.clone());
        let options = Options::default();
        let base = Base::for_plan(recorded, &Plan::auto(), search, &options);
        let view = View::of_whole(base.tree(), &Plan::auto(), search, &options);
        // Both totals are over the same mass: every original node counts with its own.
        let (before, after) = (
            total(&as_it_is(plain.tree()), name),
            total(view.tree(), name),
        );
        assert!(
            after <= before,
            "seed {seed}, {name}, {}: {before} to {after}",
            view.plan()
        );
        if before > 0 {
            saved += 1.0 - after as f64 / before as f64;
        }
    }
    assert!(
        saved / trees as f64 > 0.2,
        "on average auto saves {saved} of {trees}"
    );
}

#[test]
fn a_judge_extends_the_promise_to_any_strategy() {
    let judged = [
        StrategyName::TopDownZooming,
        StrategyName::MoreRulesFirst,
        StrategyName::DivideQueryShapiro,
        StrategyName::DivideByRules,
        StrategyName::Minimax,
        StrategyName::Rollout,
        StrategyName::Auto,
    ];
    for seed in 0..cases(160) {
        let tree = random_tree(seed ^ 0x5555_0000);
        let name = judged[seed as usize % judged.len()];
        let masses = Masses::of(&tree);
        let excerpt = Excerpt {
            base: &tree,
            masses: &masses,
            span: Span::of(&tree, NodeId::ROOT),
            removed: &Removed::new(),
        };
        let view = View::build_judged(
            &excerpt,
            &Plan::auto(),
            Search::DivideAndQuery,
            &Options::default(),
            &|tree| Some(total(tree, name)),
        );
        assert!(
            total(view.tree(), name) <= total(&as_it_is(&tree), name),
            "seed {seed}, {name}"
        );
    }
}

/// A wide run: a main loop that makes calls of a few routines, of a few nodes each.
fn wide(nodes: usize) -> Tree {
    let mut builder = TreeBuilder::with_capacity(nodes);
    let routines: Vec<_> = (0..40).map(|r| builder.routine(&format!("m{r}"))).collect();
    let dice = &mut Dice(7);
    builder.enter(Kind::Routine, routines[0]);
    let mut made = 1;
    while made < nodes {
        builder.enter(Kind::Routine, routines[1 + dice.below(30) as usize]);
        builder.set_chained(dice.one_in(2));
        made += 1;
        for _ in 0..dice.below(4).min((nodes - made) as u64) {
            builder.enter(Kind::Routine, routines[31 + dice.below(9) as usize]);
            builder.exit();
            made += 1;
        }
        builder.exit();
    }
    builder.finish()
}

/// How many questions one session with a huge tree takes: views are made only as finely as needed
/// and made again when half of the suspects are gone.
fn session(base: &Tree, plan: &Plan, bug: NodeId) -> u64 {
    let masses = Masses::of(base);
    let options = Options::default().suited_to(Search::DivideAndQuery, base.len());
    let counts = RoutineCounts::new();
    let mut span = Span::of(base, NodeId::ROOT);
    let mut removed = Removed::new();
    let mut questions = 0;
    loop {
        let excerpt = Excerpt {
            base,
            masses: &masses,
            span,
            removed: &removed,
        };
        let view = View::build(&excerpt, plan, Search::DivideAndQuery, &options);
        let view_masses = Masses::of(view.tree());
        let mut space = SearchSpace::new(view.tree(), &view_masses, RootStatus::Wrong);
        let mut strategy = Strategy::new(StrategyName::DivideQuery);
        loop {
            let node = match strategy.next(&space, &Context::new(&counts)) {
                Response::Ask(node) => node,
                Response::Bug(found) if view.is_hidden(found) => {
                    span = view.span(found);
                    break;
                }
                Response::Bug(found) => {
                    assert!(view.owned(found).contains(&bug));
                    return questions;
                }
                other => panic!("{other:?}"),
            };
            questions += 1;
            let subject = view.span(node);
            if subject.contains(bug) {
                span = subject;
                space.apply(node, Answer::Wrong);
            } else {
                removed.remove(&masses, subject.start, subject.end);
                space.apply(node, Answer::Right);
            }
            if view.is_stale(space.total()) {
                break;
            }
        }
    }
}

#[test]
fn on_a_wide_tree_of_a_million_nodes_auto_asks_less_than_log_n_questions_and_a_bit() {
    let base = wide(1_000_000);
    let dice = &mut Dice(99);
    let sessions = 4;
    let mut asked = 0;
    for _ in 0..sessions {
        let bug = NodeId::at(dice.below(base.len() as u64) as u32);
        asked += session(&base, &Plan::auto(), bug);
    }
    // Without projections every child of the root must be asked in turn: on average the heaviest
    // half of them, some 10^5 questions. Counted exactly:
    let none = cost::heaviest_first(&as_it_is(&base)) / base.len() as u128;
    let auto = asked / sessions;
    assert!(u128::from(auto) * 10 <= none * 6, "{auto} for {none}");
    assert!(
        auto <= 30,
        "a million suspects are twenty bits, not {auto} questions"
    );
}

#[test]
fn transforming_again_after_half_is_gone_does_no_harm() {
    let (mut plain, mut once, mut again) = (0, 0, 0);
    for seed in 0..cases(150) {
        let tree = random_tree(seed ^ 0xaaaa);
        let search = Search::DivideAndQuery;
        let view = View::of_whole(&tree, &Plan::auto(), search, &Options::default());
        plain += cost::total(&as_it_is(&tree), search, u64::MAX).at_least;
        once += cost::total(view.tree(), search, u64::MAX).at_least;
        for bug in tree.nodes().filter(|&node| tree.own_mass(node) > 0) {
            let questions = session(&tree, &Plan::auto(), bug);
            again += u128::from(questions) * u128::from(tree.own_mass(bug));
        }
    }
    assert!(again < plain, "{again} for {plain}");
    assert!(again * 100 <= once * 102, "{again} for {once}");
}

#[test]
fn plans_that_auto_chooses_can_be_given_by_name() {
    let view = View::of_whole(
        &random_tree(3),
        &Plan::auto(),
        Search::DivideAndQuery,
        &Options::default(),
    );
    let again: Plan = view.plan().to_string().parse().unwrap();
    assert_eq!(&again, view.plan());
    assert!(!again.steps().contains(&TransformName::Auto));
}

/// The groups that `auto` asks about.
fn groups(tree: &Tree, options: &Options) -> Vec<Span> {
    let view = View::of_whole(tree, &Plan::auto(), Search::DivideAndQuery, options);
    let is_group = |&node: &_| matches!(view.tree().kind(node), Kind::Projection | Kind::Collapse);
    let groups = view.tree().nodes().filter(is_group);
    groups.map(|node| view.span(node)).collect()
}

#[test]
fn readable_groups_are_neither_small_nor_large() {
    let tree = wide(60);
    let options = Options {
        readable: true,
        ..Options::default()
    };
    let groups: Vec<usize> = groups(&tree, &options)
        .iter()
        .map(|group| group.parts(&tree).count())
        .collect();
    assert!(groups.len() > 3, "{groups:?}");
    assert!(
        groups.iter().all(|calls| (4..=8).contains(calls)),
        "{groups:?}"
    );
}

#[test]
fn no_readable_group_holds_what_is_too_much_for_a_screen() {
    let tree = wide(60);
    let mut options = Options {
        readable: true,
        ..Options::default()
    };
    let usual = groups(&tree, &options);
    // Of each group, its last four calls are too much.
    for group in &usual {
        let calls: Vec<_> = group.parts(&tree).collect();
        options.crowded.insert(Span {
            start: calls[calls.len() - 4],
            end: group.end,
        });
    }
    let smaller = groups(&tree, &options);
    assert!(!smaller.is_empty());
    for group in smaller {
        let held = options
            .crowded
            .iter()
            .find(|&&crowded| group.covers(crowded));
        assert_eq!(held, None, "{group:?}");
    }
}

/// Very many siblings are halved all the same: eight at a time would take a question for each group.
#[test]
fn readable_groups_of_a_wide_node_still_halve() {
    let tree = wide(1000);
    let options = Options {
        readable: true,
        ..Options::default()
    };
    let view = View::of_whole(&tree, &Plan::auto(), Search::DivideAndQuery, &options);
    let questions = view.questions(Search::DivideAndQuery);
    assert!(questions.at_least < 1000 * 14, "{questions:?}");
}

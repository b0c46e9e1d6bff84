//! What a scene shows, held against a walk through the whole tree.

use std::collections::BTreeSet;
use std::time::Duration;

use elenchus_inquiry::open::{Choices, Material, Symptom};
use elenchus_inquiry::wire::types::look::{
    Block, Look, Node, Picture, Seen, Sought, Unseen, Width,
};
use elenchus_inquiry::{By, Done, Front, Inquiry, Request, Role, State, Update, View};
use elenchus_session::{Answer, Reply};
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// A session about a tree file, at its first question.
struct Session {
    inquiry: Inquiry,
    front: Front,
    _folder: tempfile::TempDir,
}

impl Session {
    fn about(parents: &[Option<usize>]) -> Session {
        let numbers: Vec<i64> = parents
            .iter()
            .map(|parent| parent.map_or(-1, |p| p as i64))
            .collect();
        let labels: Vec<String> = (0..parents.len())
            .map(|node| format!("f{}", node % 7))
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tree.json");
        let tree = json!({ "parents": numbers, "labels": labels });
        std::fs::write(&path, tree.to_string()).unwrap();
        let choices = Choices::default();
        let (material, _) = Material::open(&path, &choices, &mut ()).unwrap();
        let Symptom::Start(start) = material.starts(&choices).unwrap() else {
            panic!("a tree file has one start");
        };
        let prepared = material.prepare(start, &choices, &mut ()).unwrap();
        let inquiry = Inquiry::start(prepared.setup).unwrap();
        let front = inquiry.attach(Role::Answers(By::Person)).unwrap();
        Session {
            inquiry,
            front,
            _folder: folder,
        }
    }

    fn state(&self) -> Arc<State> {
        loop {
            let update = self.front.next_within(Duration::from_secs(20)).unwrap();
            match update.expect("the session goes on") {
                Update::State(state) if !matches!(state.view, View::Asking(_)) => return state,
                _ => {}
            }
        }
    }

    fn look(&self, look: Look) -> Result<Seen, Unseen> {
        self.inquiry
            .scene()
            .expect("a question was asked")
            .look(&look)
    }

    /// The suspects that are left, as the session lists them.
    fn suspects(&self, state: &State) -> BTreeSet<usize> {
        match self.front.request(state.number, Request::List).unwrap() {
            Done::List(candidates) => candidates.nodes.iter().map(|node| node.0).collect(),
            other => panic!("{other:?}"),
        }
    }
}

/// Trees in preorder: each node's parent is on the way to the node before it.
fn trees() -> impl Strategy<Value = Vec<Option<usize>>> {
    prop::collection::vec(0usize..4, 1..120).prop_map(|ups| {
        let mut parents: Vec<Option<usize>> = vec![None];
        for up in ups {
            let mut parent = parents.len() - 1;
            for _ in 0..up {
                parent = parents[parent].unwrap_or(parent);
            }
            parents.push(Some(parent));
        }
        parents
    })
}

fn is_in(parents: &[Option<usize>], node: usize, around: usize) -> bool {
    node == around || parents[node].is_some_and(|parent| is_in(parents, parent, around))
}

fn size(parents: &[Option<usize>], node: usize) -> usize {
    (0..parents.len())
        .filter(|&other| is_in(parents, other, node))
        .count()
}

fn parts(parents: &[Option<usize>], node: usize) -> Vec<usize> {
    (0..parents.len())
        .filter(|&other| parents[other] == Some(node))
        .collect()
}

fn numbers(nodes: &[Node]) -> Vec<usize> {
    nodes.iter().map(|node| node.number).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn outlines_and_pictures_show_the_tree(parents in trees(), answers in prop::collection::vec(any::<bool>(), 0..3)) {
        let session = Session::about(&parents);
        let mut state = session.state();
        for right in answers {
            if !matches!(state.view, View::Question { .. }) {
                break;
            }
            let answer = if right { Answer::Right } else { Answer::Wrong };
            session.front.request(state.number, Request::Answer(Reply::Answer(answer))).unwrap();
            state = session.state();
        }
        let suspects = session.suspects(&state);
        for node in 0..parents.len() {
            let Ok(Seen::Node(seen)) = session.look(Look::Node { node: Some(node) }) else {
                panic!("node {node} is there");
            };
            prop_assert_eq!(seen.nodes, size(&parents, node));
            let inside = suspects.iter().filter(|&&suspect| is_in(&parents, suspect, node));
            prop_assert_eq!(seen.suspects as usize, inside.count());
            let expected = parts(&parents, node);
            for from in [0, 1, expected.len()] {
                let Ok(Seen::Parts { total, nodes }) = session.look(Look::Parts { of: node, from, count: 5 }) else {
                    panic!("node {node} is there");
                };
                prop_assert_eq!(total, expected.len());
                let window: Vec<usize> = expected.iter().copied().skip(from).take(5).collect();
                prop_assert_eq!(numbers(&nodes), window);
            }
            let Ok(Seen::Way { nodes }) = session.look(Look::Way { to: node }) else {
                panic!("node {node} is there");
            };
            prop_assert_eq!(nodes.last().map(|last| last.number), Some(node));
            for on in &nodes {
                prop_assert_eq!(on.parts, parts(&parents, on.number).len());
            }
            for pair in nodes.windows(2) {
                prop_assert_eq!(parents[pair[1].number], Some(pair[0].number));
                let place = parts(&parents, pair[0].number).iter().position(|&part| part == pair[1].number);
                prop_assert_eq!(Some(pair[1].place), place);
            }
        }
        for by in [Width::Size, Width::Suspects] {
            check_picture(&session, &parents, &suspects, by)?;
        }
    }
}

/// With ten pixels for each unit, every node stands exactly where it belongs.
fn check_picture(
    session: &Session,
    parents: &[Option<usize>],
    suspects: &BTreeSet<usize>,
    by: Width,
) -> Result<(), TestCaseError> {
    const EACH: u32 = 10;
    let units: Vec<usize> = match by {
        Width::Size => (0..parents.len()).collect(),
        Width::Suspects => suspects.iter().copied().collect(),
    };
    let picture = Picture {
        by,
        of: 0,
        from: 0.0,
        to: 1.0,
        pixels: units.len() as u32 * EACH,
        rows: 64,
    };
    let Ok(Seen::Icicle(drawn)) = session.look(Look::Icicle(picture)) else {
        panic!("there is a picture");
    };
    prop_assert_eq!(drawn.total as usize, units.len());
    let blocks: Vec<&Block> = drawn.rows.iter().flatten().collect();
    for block in &blocks {
        let inside = |unit: &&usize| is_in(parents, **unit, block.node);
        let before = units.iter().take_while(|unit| !inside(unit)).count() as u32;
        let width = units.iter().filter(inside).count() as u32;
        prop_assert_eq!(
            (block.x, block.width),
            (before * EACH, width * EACH),
            "node {}",
            block.node
        );
    }
    if !drawn.more {
        let drawn: BTreeSet<usize> = blocks.iter().map(|block| block.node).collect();
        let wide =
            (0..parents.len()).filter(|&node| units.iter().any(|&unit| is_in(parents, unit, node)));
        prop_assert_eq!(drawn, wide.collect::<BTreeSet<_>>());
    }
    Ok(())
}

#[test]
fn the_way_to_the_next_branching_node_ends_where_there_is_a_choice() {
    // 0 → 1 → 2 → {3, 4}
    let session = Session::about(&[None, Some(0), Some(1), Some(2), Some(2)]);
    session.state();
    let way = |below| match session.look(Look::Branching { below }) {
        Ok(Seen::Way { nodes }) => nodes.iter().map(|on| on.number).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(way(0), [0, 1, 2]);
    assert_eq!(way(2), [2]);
    assert_eq!(way(4), [4]);
}

#[test]
fn a_search_finds_all_that_fits_portion_by_portion() {
    let parents: Vec<Option<usize>> = (0..1000usize)
        .map(|node| node.checked_sub(1).map(|_| 0))
        .collect();
    let session = Session::about(&parents);
    session.state();
    let (mut from, mut found) = (Some(0), Vec::new());
    while let Some(next) = from {
        let look = Look::Search {
            by: Sought::Routine,
            text: "F3".into(),
            from: next,
        };
        let Ok(Seen::Search { nodes, next }) = session.look(look) else {
            panic!("a search shows something");
        };
        found.extend(numbers(&nodes));
        from = next;
    }
    let expected: Vec<usize> = (0..1000).filter(|node| node % 7 == 3).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_is_not_there_is_not_seen() {
    let session = Session::about(&[None, Some(0)]);
    session.state();
    let number = 2;
    assert_eq!(
        session.look(Look::Node { node: Some(number) }),
        Err(Unseen::NoSuchNode { number })
    );
    assert_eq!(
        session.look(Look::Source { nodes: (1, 1) }),
        Err(Unseen::NoSource)
    );
    assert_eq!(
        session.look(Look::Output { nodes: (1, 1) }),
        Err(Unseen::NoOutput)
    );
    assert_eq!(session.look(Look::Report), Err(Unseen::NoBug));
}

//! Dialogues with an oracle that knows where the bug is: every strategy finds it, whatever mix of
//! answers it gets, and undo, resuming and changes on the way lose nothing.

mod live;
mod random;
mod whole;

use std::sync::Arc;

use elenchus_session::{
    Answer, By, Event, NodeNumber, Pattern, Pieces, Question, Reply, RootIs, Session, Settings,
    Step, Subject, Traceability,
};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};
use elenchus_tree::{NodeId, Tree};
use elenchus_wire::session_file::{StoredEvent, StoredNode};
use proptest::prelude::*;

use crate::random::{Run, honest, names_bug, names_code_of, plans, play, run, settings, varied};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_strategy_finds_every_bug(
        parents in prop::collection::vec(any::<u32>(), 0..14),
        root in 0usize..3,
    ) {
        let run = run(&parents);
        let root_is = [RootIs::Known, RootIs::Unknown, RootIs::Asked][root];
        for strategy in StrategyName::ALL {
            for plan in plans() {
                for bug in run.0.nodes() {
                    let mut session =
                        Session::new(run.clone(), settings(strategy, plan.clone(), root_is));
                    let end = play(&mut session, |q| honest(&run, q.subject, bug));
                    prop_assert!(names_bug(&end, bug), "{strategy} {plan} {bug:?}: {end:?}");
                }
            }
        }
    }

    /// Loops, chains and unequal suspicion; views that leave out what is light.
    #[test]
    fn bugs_are_found_in_loops_and_in_coarse_views(
        parents in prop::collection::vec(any::<u32>(), 1..24),
        extra in prop::collection::vec((any::<u8>(), any::<bool>(), any::<u8>()), 24),
        strategy in 0usize..15,
        resolution in 0u64..6,
    ) {
        let run = varied(&parents, &extra);
        let strategy = StrategyName::ALL[strategy];
        let mut plans = plans();
        plans.push(Plan::new(&[TransformName::Loops]).unwrap());
        for plan in plans {
            let mut settings = settings(strategy, plan.clone(), RootIs::Known);
            settings.transform.resolution = (resolution > 1).then_some(resolution);
            for bug in run.0.nodes().filter(|&node| run.0.own_mass(node) > 0) {
                let mut session = Session::new(run.clone(), settings.clone());
                let end = play(&mut session, |q| honest(&run, q.subject, bug));
                prop_assert!(
                    names_code_of(&end, bug, &run),
                    "{strategy} {plan} {bug:?}: {end:?}"
                );
            }
        }
    }

    /// Transformations changed at every question, loops shown and hidden in turns.
    #[test]
    fn changing_the_view_at_every_question_finds_the_bug(
        parents in prop::collection::vec(any::<u32>(), 1..24),
        extra in prop::collection::vec((any::<u8>(), any::<bool>(), any::<u8>()), 24),
        bug in any::<u32>(),
        changes in prop::collection::vec((0usize..8, 0usize..15), 8),
    ) {
        let run = varied(&parents, &extra);
        let suspects: Vec<NodeId> =
            run.0.nodes().filter(|&node| run.0.own_mass(node) > 0).collect();
        let bug = suspects[bug as usize % suspects.len()];
        let mut session =
            Session::new(run.clone(), settings(StrategyName::Auto, Plan::auto(), RootIs::Known));
        let mut change = changes.iter().cycle();
        let end = loop {
            match session.next() {
                Step::Ask(question) => {
                    let answer = honest(&run, question.subject, bug);
                    session.answer(Reply::Answer(answer), By::Person).unwrap();
                    let &(plan, strategy) = change.next().unwrap();
                    session.set_plan(plans()[plan].clone());
                    session.set_strategy(StrategyName::ALL[strategy]);
                }
                end => break end,
            }
        };
        prop_assert!(names_code_of(&end, bug, &run), "{bug:?}: {end:?}");
    }

    /// What each question says of the suspects left is what is told of them afterwards.
    #[test]
    fn suspects_over_time_are_those_of_the_questions(
        parents in prop::collection::vec(any::<u32>(), 0..30),
        bug in any::<u32>(),
    ) {
        let run = run(&parents);
        let bug = NodeId::at(bug % run.0.len() as u32);
        let settings = settings(StrategyName::Auto, Plan::auto(), RootIs::Known);
        let mut session = Session::new(run.clone(), settings);
        let mut left = Vec::new();
        while let Step::Ask(question) = session.next() {
            left.push(question.suspects.now);
            prop_assert_eq!(&session.suspects_over_time(), &left);
            let answer = honest(&run, question.subject, bug);
            session.answer(Reply::Answer(answer), By::Person).unwrap();
        }
    }

    #[test]
    fn all_right_means_no_bug(parents in prop::collection::vec(any::<u32>(), 0..14)) {
        for strategy in StrategyName::ALL {
            let settings = settings(strategy, Plan::none(), RootIs::Unknown);
            let mut session = Session::new(run(&parents), settings);
            prop_assert_eq!(play(&mut session, |_| Answer::Right), Step::NoBug);
        }
    }

    /// Don't know, trusted and inadmissible where they are true: the bug is found or among the
    /// candidates.
    #[test]
    fn any_mix_of_answers_ends_at_the_bug(
        parents in prop::collection::vec(any::<u32>(), 1..16),
        strategy in 0usize..15,
        plan in 0usize..8,
        bug in any::<u32>(),
        choices in prop::collection::vec(0u8..6, 64),
    ) {
        let run = run(&parents);
        let bug = NodeId::at(bug % run.0.len() as u32);
        let strategy = StrategyName::ALL[strategy];
        let plan = plans()[plan].clone();
        let mut session =
            Session::new(run.clone(), settings(strategy, plan, RootIs::Known));
        let mut choice = choices.iter().cycle();
        let end = play(&mut session, |question| {
            let subject = question.subject;
            let innocent = subject.nodes(&run.0).all(|n| run.0.routine(n) != run.0.routine(bug));
            let honest = honest(&run, subject, bug);
            match choice.next().unwrap() {
                0 => Answer::Unknown,
                1 if innocent => Answer::Trusted,
                2 if bug < subject.first() => Answer::Inadmissible,
                _ => honest,
            }
        });
        prop_assert!(names_bug(&end, bug), "{strategy} {bug:?}: {end:?}");
    }

    /// Whatever is closed and opened on the way, by question, node or routine, the bug is found.
    #[test]
    fn closing_and_opening_loses_no_bug(
        parents in prop::collection::vec(any::<u32>(), 1..24),
        extra in prop::collection::vec((any::<u8>(), any::<bool>(), any::<u8>()), 24),
        strategy in 0usize..15,
        plan in 0usize..8,
        bug in any::<u32>(),
        choices in prop::collection::vec((0u8..8, any::<u32>()), 32),
    ) {
        let run = varied(&parents, &extra);
        let suspects: Vec<NodeId> =
            run.0.nodes().filter(|&node| run.0.own_mass(node) > 0).collect();
        let bug = suspects[bug as usize % suspects.len()];
        let (strategy, plan) = (StrategyName::ALL[strategy], plans()[plan].clone());
        let mut session =
            Session::new(run.clone(), settings(strategy, plan.clone(), RootIs::Known));
        let mut changes = choices.iter();
        let end = loop {
            let Step::Ask(question) = session.next() else { break session.next() };
            let any_node = |n: u32| Subject::node(NodeId::at(n % run.0.len() as u32));
            // A change that is refused changes nothing.
            match changes.next() {
                Some((0, _)) => {
                    let asked = session.asked_pieces().unwrap();
                    let _ = session.close(asked);
                }
                Some(&(1, n)) => { let _ = session.close(Pieces::Subject(any_node(n))); }
                Some((2, _)) => { let _ = session.close(Pieces::Routines("g".to_owned())); }
                Some((3, _)) => { let _ = session.reopen(Pieces::Routines("*".to_owned())); }
                Some((4, _)) => session
                    .answer(Reply::Answer(Answer::Unknown), By::Person)
                    .unwrap(),
                _ => {
                    let answer = honest(&run, question.subject, bug);
                    session.answer(Reply::Answer(answer), By::Person).unwrap();
                }
            }
        };
        prop_assert!(
            names_code_of(&end, bug, &run),
            "{strategy} {plan} {bug:?}: {end:?}"
        );
    }

    /// Undoing everything leads back to the first question, undoing some to the one then asked.
    #[test]
    fn undo_leads_back(
        parents in prop::collection::vec(any::<u32>(), 1..16),
        plan in 0usize..8,
        answers in prop::collection::vec(0u8..4, 1..10),
        back in 1usize..12,
    ) {
        let kinds = [Answer::Right, Answer::Wrong, Answer::Unknown, Answer::Trusted];
        let settings = settings(StrategyName::DivideQuery, plans()[plan].clone(), RootIs::Unknown);
        let mut session = Session::new(run(&parents), settings);
        let mut seen = Vec::new();
        for &kind in &answers {
            let step = session.next();
            let Step::Ask(question) = &step else { break };
            seen.push(question.subject);
            session.answer(Reply::Answer(kinds[kind as usize]), By::Person).unwrap();
        }
        let undone = session.undo(back);
        prop_assert_eq!(undone, back.min(seen.len()));
        let Step::Ask(question) = session.next() else {
            return Err(TestCaseError::fail("nothing is asked after undo"));
        };
        prop_assert_eq!(question.number, seen.len() - undone + 1);
        if undone == seen.len() {
            prop_assert_eq!(question.subject, seen[0]);
        }
    }

    /// A session resumed from its events goes on where it stopped, also after undo, disputes and
    /// changes of strategy and transformation.
    #[test]
    fn replayed_events_restore_the_session(
        parents in prop::collection::vec(any::<u32>(), 1..16),
        moves in prop::collection::vec(0u8..11, 0..14),
    ) {
        let start = settings(StrategyName::DivideQuery, Plan::auto(), RootIs::Unknown);
        let mut session = Session::new(run(&parents), start.clone());
        let mut events: Vec<Event> = Vec::new();
        for chosen in moves {
            let step = session.next();
            match (chosen, &step) {
                (5, _) => { session.undo(1); }
                (6, _) => { let _ = session.take_back(1); }
                (7, _) => session.set_strategy(StrategyName::TopDown),
                (8, _) => session.set_plan(Plan::none()),
                (9, Step::Ask(question)) => {
                    let _ = session.close(Pieces::Subject(question.subject));
                }
                (9 | 10, _) => { let _ = session.reopen(Pieces::Routines("*".to_owned())); }
                (_, Step::Ask(_)) => {
                    let kinds = [Answer::Right, Answer::Wrong, Answer::Unknown, Answer::Trusted,
                        Answer::Inadmissible];
                    session.answer(Reply::Answer(kinds[chosen as usize]), By::Person).unwrap();
                }
                (_, Step::Found(_)) => session.accept().unwrap(),
                _ => {}
            }
            events.extend(session.take_events());
        }
        let mut resumed = Session::new(run(&parents), start);
        for event in &events {
            resumed.replay(&from_a_file(event)).unwrap();
        }
        prop_assert_eq!(resumed.log(), session.log());
        // Views are made anew when a session is resumed; from a new view both ask the same.
        session.set_strategy(StrategyName::DivideQuery);
        resumed.set_strategy(StrategyName::DivideQuery);
        prop_assert_eq!(resumed.next(), session.next());
    }
}

/// An event as it comes back from a file in which nodes have names of their own.
fn from_a_file(event: &Event) -> Event {
    let named = |node: NodeId| Some(StoredNode(u64::from(node.0) * 7 + 3));
    let stored = StoredEvent::from(event.clone().try_map(&named).unwrap());
    let read = Event::try_from(stored).unwrap();
    let node = |StoredNode(name)| Some(NodeId::at(((name - 3) / 7) as u32));
    read.try_map(&node).unwrap()
}

/// main(a(b, c), d(e)), numbered in preorder, each its own routine.
fn sample() -> Run {
    let parents = [None, Some(0), Some(1), Some(1), Some(0), Some(4)];
    let (mut tree, order) = Tree::from_parents(&parents).unwrap();
    let names = ["main", "a", "b", "c", "d", "e"];
    tree.set_labels(|node| names[order.index(node)]);
    Run(Arc::new(tree))
}

fn top_down(root_is: RootIs) -> Session<Run> {
    Session::new(
        sample(),
        settings(StrategyName::TopDown, Plan::none(), root_is),
    )
}

/// Answers the question about `node`, whatever would have been asked.
fn tell(session: &mut Session<Run>, node: u32, answer: Answer) {
    session.jump(NodeId::at(node)).unwrap();
    assert!(matches!(session.next(), Step::Ask(_)));
    session.answer(Reply::Answer(answer), By::Person).unwrap();
}

fn found(session: &mut Session<Run>) -> elenchus_session::Report {
    match session.next() {
        Step::Found(report) => *report,
        other => panic!("no bug found but {other:?}"),
    }
}

#[test]
fn inadmissible_leads_elsewhere_than_right() {
    let mut right = top_down(RootIs::Known);
    tell(&mut right, 3, Answer::Right);
    assert_eq!(right.candidates(9).count, 5);
    let mut inadmissible = top_down(RootIs::Known);
    tell(&mut inadmissible, 3, Answer::Inadmissible);
    let left: Vec<usize> = inadmissible
        .candidates(9)
        .first
        .iter()
        .map(|c| c.0.0)
        .collect();
    assert_eq!(left, [0, 1, 2]);
}

#[test]
fn a_bug_below_something_right_is_found_but_not_traceable() {
    let mut session = top_down(RootIs::Unknown);
    tell(&mut session, 1, Answer::Right);
    tell(&mut session, 2, Answer::Wrong);
    let report = found(&mut session);
    assert_eq!(report.node.0, 2);
    assert_eq!(
        report.traceable,
        Traceability::No {
            right: "n1".to_owned()
        }
    );
}

#[test]
fn a_bug_under_wrong_callers_is_traceable() {
    let mut session = top_down(RootIs::Known);
    tell(&mut session, 1, Answer::Wrong);
    tell(&mut session, 2, Answer::Right);
    tell(&mut session, 3, Answer::Wrong);
    assert_eq!(found(&mut session).traceable, Traceability::Yes);
}

#[test]
fn a_clash_names_the_answers_that_matter_and_ends_when_one_is_taken_back() {
    let mut session = top_down(RootIs::Unknown);
    tell(&mut session, 4, Answer::Wrong);
    tell(&mut session, 5, Answer::Right);
    session.jump(NodeId::at(4)).unwrap();
    assert!(matches!(session.next(), Step::Ask(_)));
    session
        .answer(Reply::Trust("d".to_owned()), By::Person)
        .unwrap();
    let Step::Contradiction(clash) = session.next() else {
        panic!("d is wrong and trusted, its only child right");
    };
    let numbers: Vec<usize> = clash.iter().map(|v| v.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    session.take_back(2).unwrap();
    assert_eq!(found(&mut session).node.0, 5);
}

#[test]
fn two_bugs_are_found_one_after_the_other() {
    let run = sample();
    let (first, second) = (NodeId::at(2), NodeId::at(5));
    let mut session = Session::new(
        run.clone(),
        settings(StrategyName::DivideQuery, Plan::none(), RootIs::Known),
    );
    let either = |q: &Question| match honest(&run, q.subject, first) {
        Answer::Wrong => Answer::Wrong,
        _ => honest(&run, q.subject, second),
    };
    let mut nodes = Vec::new();
    loop {
        match play(&mut session, either) {
            Step::Found(report) => nodes.push(report.node),
            end => {
                assert_eq!(end, Step::NoBug);
                break;
            }
        }
        session.accept().unwrap();
    }
    nodes.sort_unstable();
    assert_eq!(nodes, [2, 5].map(NodeNumber));
}

#[test]
fn the_next_bug_is_sought_outside_the_one_found() {
    let mut session = top_down(RootIs::Known);
    for (node, answer) in [(1, Answer::Wrong), (2, Answer::Right), (3, Answer::Right)] {
        tell(&mut session, node, answer);
    }
    assert_eq!(found(&mut session).node.0, 1);
    session.accept().unwrap();
    let left = session.candidates(9);
    let nodes: Vec<usize> = left.first.iter().map(|&(node, _)| node.0).collect();
    assert_eq!((nodes, left.wrong), (vec![4, 5], false));
}

#[test]
fn candidates_can_be_asked_again() {
    let mut session = top_down(RootIs::Known);
    let end = play(&mut session, |_| Answer::Unknown);
    let Step::Candidates(candidates) = end else {
        panic!("nothing is known but {end:?}");
    };
    assert_eq!((candidates.count, candidates.unknown), (6, 5));
    assert_eq!(session.ask_again(), 5);
    assert!(matches!(session.next(), Step::Ask(_)));
}

#[test]
fn what_is_included_is_suspect_although_all_is_trusted_but_what_is_excluded_is_not() {
    let patterns = |texts: &[&str]| texts.iter().map(|text| Pattern::new(text)).collect();
    let mut session = Session::new(
        sample(),
        Settings {
            trust: patterns(&["*"]),
            include: patterns(&["main", "d"]),
            exclude: patterns(&["main"]),
            ..settings(StrategyName::TopDown, Plan::none(), RootIs::Known)
        },
    );
    let Step::Found(report) = session.next() else {
        panic!("d is the only suspect");
    };
    assert_eq!(report.node.0, 4);
}

#[test]
fn including_something_clears_nothing_else() {
    let mut session = Session::new(
        sample(),
        Settings {
            include: vec![Pattern::new("org.lib")],
            ..settings(StrategyName::TopDown, Plan::none(), RootIs::Known)
        },
    );
    assert_eq!(session.candidates(9).count, 6);
    assert!(matches!(session.next(), Step::Ask(_)));
}

#[test]
fn a_search_can_start_anywhere() {
    let mut session = Session::new(
        sample(),
        Settings {
            at: NodeId::at(4),
            ..settings(StrategyName::TopDown, Plan::none(), RootIs::Known)
        },
    );
    assert_eq!(session.candidates(9).count, 2);
    let Step::Ask(question) = session.next() else {
        panic!("two suspects");
    };
    assert_eq!(question.subject, Subject::node(NodeId::at(5)));
    assert_eq!(
        (question.suspects.if_right, question.suspects.if_wrong),
        (1, 1)
    );
    assert_eq!((question.outlook.mean, question.outlook.worst), (1.0, 1));
}

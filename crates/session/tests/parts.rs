//! "This part is wrong": the next question is about what wrote it, and nothing else changes.

use std::sync::{Arc, Mutex};

use elenchus_session::{
    Answer, By, Event, Moment, NodeNumber, PartError, Program, Reply, RootIs, Session,
    SessionError, Settings, Shown, Step, Subject, Tracked, Written, WrongPart,
};
use elenchus_strategy::StrategyName;
use elenchus_transform::Plan;
use elenchus_tree::{NodeId, Tree};
use proptest::prelude::*;

/// A run in which the part `x` of every piece comes from where it is said to.
struct Run {
    tree: Arc<Tree>,
    written: Mutex<Written>,
}

impl Program for Run {
    fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    fn show(&self, subject: Subject) -> Shown {
        Shown {
            title: self.tree.label(subject.first()).to_owned(),
            ..Shown::default()
        }
    }

    fn writer_of(&self, _: Subject, part: &str, _: Moment) -> Result<Written, PartError> {
        match part {
            "x" => Ok(*self.written.lock().unwrap()),
            _ => Err(PartError::NotKnown(part.to_owned())),
        }
    }
}

fn tree(parents: &[Option<usize>]) -> Arc<Tree> {
    let (mut tree, _) = Tree::from_parents(parents).unwrap();
    let names: Vec<String> = (0..tree.len()).map(|node| format!("n{node}")).collect();
    tree.set_labels(|node| &names[node.index()]);
    Arc::new(tree)
}

/// 0(1(2(3(4(5))), 6), 7): a deep call and two others.
fn sample(written: Written) -> Session<Run> {
    let parents = [
        None,
        Some(0),
        Some(1),
        Some(2),
        Some(3),
        Some(4),
        Some(1),
        Some(0),
    ];
    let run = Run {
        tree: tree(&parents),
        written: Mutex::new(written),
    };
    let settings = Settings {
        strategy: StrategyName::TopDown,
        plan: Plan::none(),
        root_is: RootIs::Known,
        ..Settings::default()
    };
    Session::new(run, settings)
}

fn asked(session: &mut Session<Run>) -> u32 {
    match session.next() {
        Step::Ask(question) => question.subject.first().0,
        other => panic!("{other:?}"),
    }
}

fn answer(session: &mut Session<impl Program>, answer: Answer) {
    session.answer(Reply::Answer(answer), By::Person).unwrap();
}

#[test]
fn the_next_question_is_about_what_wrote_it_last() {
    let mut session = sample(Written::Inside(NodeId::at(5)));
    assert_eq!(asked(&mut session), 1);
    let tracked = session.wrong_part("x", By::Person).unwrap();
    let title = "n5".to_owned();
    assert_eq!(
        tracked,
        Tracked::To {
            node: NodeNumber(5),
            title
        }
    );
    assert_eq!(asked(&mut session), 5);
    answer(&mut session, Answer::Wrong);
    assert!(matches!(session.next(), Step::Found(report) if report.node.0 == 5));
}

#[test]
fn if_it_was_given_something_wrong_the_way_to_it_is_bisected() {
    let mut session = sample(Written::Inside(NodeId::at(5)));
    assert_eq!(asked(&mut session), 1);
    session.wrong_part("x", By::Person).unwrap();
    assert_eq!(asked(&mut session), 5);
    answer(&mut session, Answer::Right);
    // Of 1(2(3(4)), 6) the way is 2, 3, 4; below 3 lie two of five.
    assert_eq!(asked(&mut session), 3);
    answer(&mut session, Answer::Wrong);
    assert_eq!(asked(&mut session), 4);
    answer(&mut session, Answer::Right);
    assert!(matches!(session.next(), Step::Found(report) if report.node.0 == 3));
}

#[test]
fn undo_takes_the_part_back_with_its_answer() {
    let mut session = sample(Written::Inside(NodeId::at(5)));
    assert_eq!(asked(&mut session), 1);
    session.wrong_part("x", By::Person).unwrap();
    assert_eq!(session.undo(1), 1);
    assert!(session.log().entries().is_empty());
    assert_eq!(asked(&mut session), 1);
}

#[test]
fn what_was_there_before_answers_nothing_until_it_is_inadmissible() {
    let mut session = sample(Written::Before(Some(NodeId::at(6))));
    assert_eq!(asked(&mut session), 1);
    answer(&mut session, Answer::Right);
    assert_eq!(asked(&mut session), 7);
    let writer = Some((NodeNumber(6), "n6".to_owned()));
    let tracked = session.wrong_part("x", By::Person).unwrap();
    assert_eq!(tracked, Tracked::Before { writer });
    assert_eq!(session.log().entries().len(), 1);
    // What wrote it lies in something right, so there is nothing to follow.
    let tracked = session.inadmissible_part("x", By::Person).unwrap();
    let title = "n6".to_owned();
    assert_eq!(
        tracked,
        Tracked::Settled {
            node: NodeNumber(6),
            title
        }
    );
    assert!(matches!(session.next(), Step::Found(report) if report.node.0 == 0));
}

#[test]
fn what_comes_from_outside_of_the_search_widens_it() {
    let mut session = sample(Written::Before(Some(NodeId::at(5))));
    // Only 7 is searched, and 5 ran before it.
    session.start_at(NodeId::at(7), RootIs::Known);
    session.jump(NodeId::at(7)).unwrap();
    assert_eq!(asked(&mut session), 7);
    let tracked = session.inadmissible_part("x", By::Person).unwrap();
    let title = "n5".to_owned();
    assert_eq!(
        tracked,
        Tracked::Outside {
            node: NodeNumber(5),
            title
        }
    );
    assert_eq!(asked(&mut session), 5);
    answer(&mut session, Answer::Wrong);
    assert!(matches!(session.next(), Step::Found(report) if report.node.0 == 5));
}

#[test]
fn a_caller_of_what_is_searched_that_gave_something_wrong_is_searched_as_a_whole() {
    let mut session = sample(Written::Before(Some(NodeId::at(1))));
    // Only what is below 2 is searched, and 1 called it.
    session.start_at(NodeId::at(2), RootIs::Known);
    session.jump(NodeId::at(4)).unwrap();
    assert_eq!(asked(&mut session), 4);
    let title = "n1".to_owned();
    let node = NodeNumber(1);
    let tracked = session.inadmissible_part("x", By::Person).unwrap();
    assert_eq!(tracked, Tracked::Caller { node, title });
    let Step::Ask(question) = session.next() else {
        panic!("the caller is asked about");
    };
    assert_eq!(question.subject.first(), NodeId::at(1));
    // 2 and 3 are left; with 1 there would be three, and that 1 is right clears nothing.
    let suspects = question.suspects;
    let counts = (suspects.now, suspects.if_right, suspects.if_wrong);
    assert_eq!(counts, (2, 2, 3));
    answer(&mut session, Answer::Wrong);
    assert_eq!(asked(&mut session), 2);
    answer(&mut session, Answer::Right);
    assert!(matches!(session.next(), Step::Found(report) if report.node.0 == 1));
    // What is taken back narrows the search again.
    session.undo(2);
    assert_eq!(asked(&mut session), 1);
    answer(&mut session, Answer::Right);
    assert_eq!(asked(&mut session), 3);
}

#[test]
fn what_the_own_code_of_a_suspect_has_made_is_told_to_be() {
    let mut session = sample(Written::Before(Some(NodeId::ROOT)));
    session.jump(NodeId::at(4)).unwrap();
    assert_eq!(asked(&mut session), 4);
    let tracked = session.inadmissible_part("x", By::Person).unwrap();
    let title = "n0".to_owned();
    let node = NodeNumber(0);
    assert_eq!(tracked, Tracked::Suspect { node, title });
}

#[test]
fn what_was_made_in_a_piece_was_not_given_to_it() {
    for made in [Written::Own, Written::Inside(NodeId::at(5))] {
        let mut session = sample(made);
        assert_eq!(asked(&mut session), 1);
        let refused = session.inadmissible_part("x", By::Person).unwrap_err();
        let not_given = PartError::NotGiven("x".to_owned());
        assert_eq!(refused, SessionError::Part(not_given));
        assert!(session.log().entries().is_empty());
    }
}

#[test]
fn inadmissible_parts_lead_to_whoever_gave_them() {
    let mut session = sample(Written::Before(None));
    session.jump(NodeId::at(5)).unwrap();
    assert_eq!(asked(&mut session), 5);
    session.inadmissible_part("x", By::Person).unwrap();
    assert_eq!(asked(&mut session), 4, "the caller gave it");
}

#[test]
fn an_oracle_that_points_at_nothing_has_still_answered() {
    let mut session = sample(Written::Own);
    assert_eq!(asked(&mut session), 1);
    let unknown = session.wrong_part("y", By::Person);
    assert!(matches!(unknown, Err(SessionError::Part(_))));
    let reply = Reply::Part(Answer::Wrong, "y".into());
    session.answer(reply, By::Command("o".to_owned())).unwrap();
    assert_eq!(asked(&mut session), 2);
}

#[test]
fn what_should_have_come_out_is_kept_even_if_nobody_wrote_it() {
    let mut session = sample(Written::Before(None));
    assert_eq!(asked(&mut session), 1);
    let before = session.wrong_part("x", By::Person).unwrap();
    assert!(matches!(before, Tracked::Before { .. }), "{before:?}");
    let part = WrongPart::parse("x = 12");
    assert_eq!(session.wrong_part(part, By::Person), Ok(Tracked::Own));
    let subject = Subject::node(NodeId::at(1));
    assert_eq!(session.log().should_be(subject), [("x", "12")]);
    assert_eq!(asked(&mut session), 2, "it is wrong");
    session.undo(1);
    assert_eq!(session.log().should_be(subject), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Wherever parts come from, the bug is found, and a resumed session goes on the same way.
    #[test]
    fn following_parts_loses_no_bug(
        parents in prop::collection::vec(any::<u32>(), 1..20),
        strategy in 0usize..15,
        bug in any::<u32>(),
        writers in prop::collection::vec(any::<u32>(), 24),
    ) {
        let list: Vec<Option<usize>> = std::iter::once(None)
            .chain(parents.iter().zip(1..).map(|(&p, i)| Some(p as usize % i)))
            .collect();
        let tree = tree(&list);
        let bug = NodeId::at(bug % tree.len() as u32);
        let settings = Settings {
            strategy: StrategyName::ALL[strategy],
            root_is: RootIs::Known,
            ..Settings::default()
        };
        let run = Run { tree: tree.clone(), written: Mutex::new(Written::Own) };
        let run = Arc::new(run);
        let mut session = Session::new(run.clone(), settings.clone());
        let mut writers = writers.iter().cycle();
        let mut events: Vec<Event> = Vec::new();
        let end = loop {
            let step = session.next();
            let mut resumed = Session::new(run.clone(), settings.clone());
            for event in &events {
                resumed.replay(event).unwrap();
            }
            let Step::Ask(question) = step else { break step };
            prop_assert!(matches!(resumed.next(), Step::Ask(_)));
            let subject = question.subject;
            let mut inside = subject.nodes(&tree);
            if inside.any(|node| tree.contains(node, bug)) {
                let (start, end) = subject.span(&tree);
                let writer = NodeId::at(start.0 + writers.next().unwrap() % (end.0 - start.0));
                *session.program().written.lock().unwrap() = match writer == start {
                    true => Written::Own,
                    false => Written::Inside(writer),
                };
                session.wrong_part("x", By::Person).unwrap();
            } else {
                answer(&mut session, Answer::Right);
            }
            events.extend(session.take_events());
        };
        let found = matches!(&end, Step::Found(report) if report.nodes.contains(&NodeNumber(bug.index())));
        prop_assert!(found, "{bug:?}: {end:?}");
    }
}

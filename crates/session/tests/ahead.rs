//! Looking ahead: what is worked out while a person thinks is what comes next, whichever answer it is.

use std::sync::{Arc, Mutex};

use elenchus_session::{
    Ahead, Answer, By, Foresight, Program, Reply, RootIs, Session, Settings, Shown, Step, Subject,
};
use elenchus_strategy::StrategyName;
use elenchus_tree::Tree;
use proptest::prelude::*;

/// A run that notes on which thread what was shown.
#[derive(Clone)]
struct Noted {
    tree: Arc<Tree>,
    shown: Arc<Mutex<Vec<(bool, Subject)>>>,
}

impl Noted {
    fn new(parents: &[u32]) -> Noted {
        let parents = parents.iter().zip(1..).map(|(&p, i)| Some(p as usize % i));
        let parents: Vec<_> = std::iter::once(None).chain(parents).collect();
        let (mut tree, _) = Tree::from_parents(&parents).unwrap();
        let names = ["f", "g", "h", "k"];
        tree.set_labels(|node| names[node.index() * 7 % 4]);
        Noted {
            tree: Arc::new(tree),
            shown: Arc::default(),
        }
    }

    /// What was shown ahead since the last look.
    fn take_ahead(&self) -> Vec<Subject> {
        let shown = std::mem::take(&mut *self.shown.lock().unwrap());
        let ahead = shown.into_iter().filter(|(ahead, _)| *ahead);
        ahead.map(|(_, subject)| subject).collect()
    }
}

impl Program for Noted {
    fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    fn show(&self, subject: Subject) -> Shown {
        let ahead = std::thread::current().name() == Some("look-ahead");
        self.shown.lock().unwrap().push((ahead, subject));
        Shown::default()
    }
}

fn session(program: Noted, strategy: StrategyName, root_is: RootIs) -> Session<Noted> {
    let settings = Settings {
        strategy,
        root_is,
        ..Settings::default()
    };
    Session::new(program, settings)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_next_question_was_shown_ahead_for_both_answers(
        parents in proptest::collection::vec(0u32..1000, 1..60),
        answers in proptest::collection::vec(any::<bool>(), 40),
        strategy in prop::sample::select(vec![
            StrategyName::Auto, StrategyName::DivideQuery, StrategyName::TopDown,
        ]),
        root_is in prop::sample::select(vec![RootIs::Asked, RootIs::Known]),
    ) {
        let program = Noted::new(&parents);
        let mut session = session(program.clone(), strategy, root_is);
        // A session that nobody looks ahead for asks the same.
        let mut alone = session.clone();
        let mut ahead = Ahead::start().unwrap();
        let mut expected: Option<Vec<Subject>> = None;
        for right in answers {
            let step = session.next();
            prop_assert_eq!(&step, &alone.next());
            let subject = match &step {
                Step::Ask(question) => Some(question.subject),
                Step::Found(report) => program.node(report.node).map(Subject::node),
                _ => None,
            };
            if let (Some(expected), Some(subject)) = (&expected, subject) {
                prop_assert!(expected.contains(&subject), "{subject:?} not among {expected:?}");
            }
            let Step::Ask(_) = step else { break };
            ahead.look(&session);
            ahead.settle();
            expected = Some(program.take_ahead());
            // Looking ahead leaves no trace in what is kept.
            prop_assert!(session.take_events().is_empty());
            let answer = Reply::Answer(if right { Answer::Right } else { Answer::Wrong });
            session.answer(answer.clone(), By::Person).unwrap();
            alone.answer(answer, By::Person).unwrap();
            ahead.stop(&mut session);
            session.take_events();
        }
    }
}

#[test]
fn a_question_that_was_answered_is_not_looked_beyond() {
    let program = Noted::new(&[0, 0, 1, 1, 2, 2, 3, 3]);
    let mut session = session(program.clone(), StrategyName::Auto, RootIs::Known);
    assert!(matches!(session.next(), Step::Ask(_)));
    let mut ahead = Ahead::start().unwrap();
    // While the thread cannot show anything, the question is answered.
    let held = program.shown.lock().unwrap();
    ahead.look(&session);
    ahead.stop(&mut session);
    drop(held);
    ahead.settle();
    // It may have begun with the first answer before it was stopped, but not with the second.
    let mut after_right = session.clone();
    after_right
        .answer(Reply::Answer(Answer::Right), By::Person)
        .unwrap();
    let first = match after_right.next() {
        Step::Ask(question) => question.subject,
        other => panic!("{other:?}"),
    };
    let seen = program.take_ahead();
    assert!(seen.iter().all(|&subject| subject == first), "{seen:?}");
    drop(ahead);
}

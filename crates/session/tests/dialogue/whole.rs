//! What is searched besides the subtree of a node: what prepared it, and tasks that outlive the calls that started them.

use std::sync::Arc;

use elenchus_session::{
    Answer, Program, Question, RootIs, Session, Settings, Shown, Step, Subject,
};
use elenchus_session::{By, Reply};
use elenchus_strategy::StrategyName;
use elenchus_tree::{NodeId, Tree};
use proptest::prelude::*;

use crate::random::{Run, names_bug, plans, run, settings};

/// A run in which some pieces prepare others, and some outlive the calls around them.
#[derive(Clone)]
struct Whole {
    run: Run,
    prepared: Vec<NodeId>,
    outliving: Vec<NodeId>,
}

impl Program for Whole {
    fn tree(&self) -> &Arc<Tree> {
        self.run.tree()
    }

    fn show(&self, subject: Subject) -> Shown {
        self.run.show(subject)
    }

    fn prepared_for(&self, _: NodeId) -> Vec<NodeId> {
        self.prepared.clone()
    }

    fn outliving(&self, subject: Subject) -> Vec<NodeId> {
        let (start, end) = subject.span(self.tree());
        let inside = |node: &NodeId| start < *node && *node < end;
        outermost(self.tree(), self.outliving.iter().copied().filter(inside))
    }
}

/// Those of some nodes in order that lie in no other.
fn outermost(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
    let mut outermost: Vec<NodeId> = Vec::new();
    for node in nodes {
        if outermost
            .last()
            .is_none_or(|&last| !tree.contains(last, node))
        {
            outermost.push(node);
        }
    }
    outermost
}

impl Whole {
    /// The honest answer: wrong when the bug is inside and had shown by then.
    fn honest(&self, subject: Subject, bug: NodeId) -> Answer {
        let tree = self.tree();
        let inside = subject.nodes(tree).any(|node| tree.contains(node, bug));
        let later = self.outliving(subject);
        match inside && !later.iter().any(|&task| tree.contains(task, bug)) {
            true => Answer::Wrong,
            false => Answer::Right,
        }
    }

    /// Answers every question until the session ends.
    fn play(&self, settings: Settings, bug: NodeId, mut seen: impl FnMut(&Question)) -> Step {
        let mut session = Session::new(self.clone(), settings);
        for _ in 0..20 * self.tree().len() + 20 {
            match session.next() {
                Step::Ask(question) => {
                    seen(&question);
                    let answer = self.honest(question.subject, bug);
                    session.answer(Reply::Answer(answer), By::Person).unwrap();
                }
                end => return end,
            }
        }
        panic!("the dialogue does not end");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// The piece that failed is never asked about as a whole, nor together with others, and a bug in it or in what
    /// prepared it is found. Nothing else is asked about.
    #[test]
    fn bugs_in_what_prepared_a_failed_piece_are_found(
        parents in prop::collection::vec(any::<u32>(), 2..16),
        failed in any::<prop::sample::Index>(),
        chosen in prop::collection::vec(any::<bool>(), 17),
    ) {
        let run = run(&parents);
        let tree = run.0.clone();
        let failed = NodeId::new(1 + failed.index(tree.len() - 1));
        let earlier = tree.nodes().filter(|&node| tree.end(node) <= failed);
        let earlier = earlier.filter(|node| chosen[node.index()]);
        let whole = Whole { prepared: outermost(&tree, earlier), outliving: Vec::new(), run };
        let searched: Vec<NodeId> = whole.prepared.iter().copied().chain([failed]).collect();
        let is_searched = |node: NodeId| searched.iter().any(|&piece| tree.contains(piece, node));
        for strategy in [StrategyName::Auto, StrategyName::DivideQuery, StrategyName::TopDown] {
            for plan in plans() {
                for bug in tree.nodes().filter(|&node| is_searched(node)) {
                    let settings = Settings { at: failed, ..settings(strategy, plan.clone(), RootIs::Known) };
                    let end = whole.play(settings, bug, |question| {
                        let mut nodes = question.subject.nodes(&tree);
                        assert!(nodes.all(|node| node != failed && is_searched(node)), "{question:?}");
                    });
                    prop_assert!(names_bug(&end, bug), "{strategy} {plan} {bug:?}: {end:?}");
                }
            }
        }
    }

    /// That a call which only started a task is right does not clear the task.
    #[test]
    fn bugs_in_tasks_are_found_although_whoever_started_them_is_right(
        parents in prop::collection::vec(any::<u32>(), 2..16),
        chosen in prop::collection::vec(any::<bool>(), 17),
    ) {
        let run = run(&parents);
        let tree = run.0.clone();
        let tasks = tree.nodes().filter(|&node| node != NodeId::ROOT && chosen[node.index()]);
        let whole = Whole { prepared: Vec::new(), outliving: tasks.collect(), run };
        for strategy in [StrategyName::Auto, StrategyName::DivideQuery, StrategyName::TopDown] {
            for plan in plans() {
                for bug in tree.nodes() {
                    let settings = settings(strategy, plan.clone(), RootIs::Known);
                    let end = whole.play(settings, bug, |_| {});
                    prop_assert!(names_bug(&end, bug), "{strategy} {plan} {bug:?}: {end:?}");
                }
            }
        }
    }

    /// Every question clears something whatever the answer, and the worst case comes closer with every answer.
    #[test]
    fn questions_to_go_shrink_with_every_answer(
        parents in prop::collection::vec(any::<u32>(), 0..24),
    ) {
        let run = run(&parents);
        let tree = run.0.clone();
        let whole = Whole { prepared: Vec::new(), outliving: Vec::new(), run };
        for bug in tree.nodes() {
            let mut to_go = u32::MAX;
            let settings = settings(StrategyName::Auto, elenchus_transform::Plan::auto(), RootIs::Known);
            let end = whole.play(settings, bug, |question| {
                let suspects = question.suspects;
                assert!(suspects.if_right < suspects.now && suspects.if_wrong < suspects.now, "{question:?}");
                assert!(question.outlook.worst < to_go, "{to_go} before {question:?}");
                to_go = question.outlook.worst;
            });
            prop_assert!(names_bug(&end, bug), "{end:?}");
        }
    }
}

/// Nobody knows anything about the hundreds of calls of one routine, but the other routine can be judged.
#[test]
fn every_routine_has_its_turn_before_a_search_stops_for_lack_of_answers() {
    let parents = vec![0; 400];
    let Run(tree) = run(&parents);
    let mut tree = Arc::unwrap_or_clone(tree);
    let bug = NodeId::new(400);
    tree.set_labels(|node| match node {
        NodeId::ROOT => "main",
        node if node == bug => "known",
        _ => "unknown",
    });
    let run = Run(Arc::new(tree));
    let plan = plans().swap_remove(0);
    let settings = settings(StrategyName::TopDown, plan, RootIs::Known);
    let mut session = Session::new(run.clone(), settings);
    let mut asked = 0;
    let end = loop {
        let Step::Ask(question) = session.next() else {
            break session.next();
        };
        asked += 1;
        let answer = match question.subject.single() == Some(bug) {
            true => Answer::Wrong,
            false => Answer::Unknown,
        };
        session
            .answer(Reply::Answer(answer), By::Otherwise)
            .unwrap();
    };
    assert!(names_bug(&end, bug), "{end:?}");
    assert_eq!(asked, 101);
}

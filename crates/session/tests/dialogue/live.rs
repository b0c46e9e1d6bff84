//! Questions about a run that goes on between them.

use std::sync::Arc;

use elenchus_session::{Answer, By, Event, Program, Reply, RootIs, Session, Step, Subject};
use elenchus_strategy::StrategyName;
use elenchus_transform::{Plan, TransformName};
use elenchus_tree::{Kind, NodeId, Tree, TreeBuilder};
use proptest::prelude::*;

use crate::random::{Run, honest, names_code_of, plans, play, settings, varied};

/// A run as it was when its first `nodes` nodes had begun.
fn prefix(whole: &Tree, nodes: usize) -> Run {
    let mut builder = TreeBuilder::with_routines(whole.routine_names().clone(), nodes);
    let mut ends: Vec<NodeId> = Vec::new();
    for node in whole.nodes().take(nodes) {
        while ends.pop_if(|end| *end <= node).is_some() {
            builder.exit();
        }
        builder.enter(whole.kind(node), whole.routine(node));
        builder.set_mass(whole.own_mass(node));
        builder.set_chained(whole.is_chained(node));
        ends.push(whole.end(node));
    }
    while ends.pop_if(|end| end.index() <= nodes).is_some() {
        builder.exit();
    }
    Run(Arc::new(builder.so_far().clone()))
}

/// A session about a run that goes on, and all that it has kept.
struct Live<'a> {
    whole: &'a Run,
    bug: NodeId,
    session: Session<Run>,
    /// How many nodes have begun.
    begun: usize,
    kept: Vec<Event>,
}

impl Live<'_> {
    /// Answers the next question, if there is one.
    fn turn(&mut self) -> Result<Step, TestCaseError> {
        let step = self.session.next();
        if let Step::Ask(question) = &step {
            let tree = self.session.program().tree();
            let runs = question
                .subject
                .nodes(tree)
                .any(|node| tree.is_left_open(node));
            prop_assert!(
                !runs || self.session.supposes_ended(),
                "{question:?} still runs"
            );
            // Of what still runs, only what it has done so far can be wrong.
            let answer = match self.bug.index() < self.begun {
                true => honest(self.session.program(), question.subject, self.bug),
                false => Answer::Right,
            };
            self.session
                .answer(Reply::Answer(answer), By::Person)
                .unwrap();
        }
        self.kept.extend(self.session.take_events());
        Ok(step)
    }

    fn knows_wrong(&self) -> bool {
        let mut answers = self.session.log().answers();
        answers.any(|(.., answer)| answer == Answer::Wrong)
    }

    /// Lets the run go on, unless something is known to be wrong: that is complete.
    fn grow(&mut self, nodes: usize) {
        if self.knows_wrong() || self.has_ended() {
            return;
        }
        let known = self.begun;
        self.begun = (known + nodes).min(self.whole.0.len());
        let run = match self.has_ended() {
            true => self.whole.clone(),
            false => prefix(&self.whole.0, self.begun),
        };
        self.session.follow(run, Some, known);
        if self.has_ended() {
            self.session.start_at(NodeId::ROOT, RootIs::Known);
        }
    }

    fn has_ended(&self) -> bool {
        self.begun >= self.whole.0.len()
    }

    /// Asks about the outermost call that runs, as after a long wait.
    fn ask_running(&mut self) {
        if !self.knows_wrong() && !self.has_ended() {
            let tree = Tree::clone(self.session.program().tree());
            self.session
                .ask_running(Run(Arc::new(tree.ended())), NodeId::ROOT);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// However the run goes on between the answers, the bug is found and nothing else is blamed; also
    /// by whoever goes on after the end with what was kept at any moment.
    #[test]
    fn bugs_are_found_while_the_run_goes_on(
        parents in prop::collection::vec(any::<u32>(), 1..32),
        extra in prop::collection::vec((any::<u8>(), any::<bool>(), any::<u8>()), 32),
        (strategy, plan) in (0usize..15, 0usize..8),
        bug in any::<u32>(),
        begun in 1usize..32,
        mut growth in prop::collection::vec((0usize..9, 0u8..8), 8),
        stopped_after in 0usize..8,
    ) {
        let whole = varied(&parents, &extra);
        let suspects: Vec<NodeId> =
            whole.0.nodes().filter(|&node| whole.0.own_mass(node) > 0).collect();
        let bug = suspects[bug as usize % suspects.len()];
        let (strategy, plan) = (StrategyName::ALL[strategy], plans()[plan].clone());
        let begun = begun.min(whole.0.len() - 1).max(1);
        let mut live = Live {
            session: Session::new(
                prefix(&whole.0, begun),
                settings(strategy, plan.clone(), RootIs::Unknown),
            ),
            whole: &whole,
            bug,
            begun,
            kept: Vec::new(),
        };
        // Not even the most whimsical waits without letting the run go on.
        growth.push((1, 2));
        let mut growth = growth.iter().cycle();
        let mut kept_then = None;
        let mut waited = 0;
        let end = loop {
            prop_assert!(waited < 1000, "{strategy} {plan} {bug:?}: waits for ever");
            if live.kept.len() >= stopped_after && kept_then.is_none() {
                kept_then = Some(live.kept.clone());
            }
            let &(nodes, whim) = growth.next().unwrap();
            match live.turn()? {
                Step::Ask(_) => live.grow(nodes),
                Step::Wait => {
                    waited += 1;
                    match whim {
                        0 => live.session.ask_rest(),
                        1 => live.ask_running(),
                        _ => live.grow(nodes + 1),
                    }
                }
                end => break end,
            }
        };
        prop_assert!(
            names_code_of(&end, bug, &whole),
            "{strategy} {plan} {bug:?}: {end:?}"
        );

        let start = settings(strategy, plan.clone(), RootIs::Known);
        let mut later = Session::new(whole.clone(), start);
        for event in kept_then.iter().flatten() {
            later.replay(event).unwrap();
        }
        let end = play(&mut later, |q| honest(&whole, q.subject, bug));
        prop_assert!(
            names_code_of(&end, bug, &whole),
            "resumed: {strategy} {plan} {bug:?}: {end:?}"
        );
    }
}

/// A run that is still going on: main calls f, then g, and has not returned.
#[test]
fn what_has_finished_can_be_asked_while_the_rest_is_awaited() {
    let mut builder = TreeBuilder::default();
    let (main, f, g) = (
        builder.routine("main"),
        builder.routine("f"),
        builder.routine("g"),
    );
    builder.enter(Kind::Routine, main);
    let first = builder.enter(Kind::Routine, f);
    builder.exit();
    let start = settings(StrategyName::DivideQuery, Plan::none(), RootIs::Known);
    let so_far = |builder: &TreeBuilder| Run(Arc::new(builder.so_far().clone()));
    let mut session = Session::new(so_far(&builder), start);

    let Step::Ask(question) = session.next() else {
        panic!("f has finished");
    };
    assert_eq!(question.subject, Subject::node(first));
    say(&mut session, Answer::Right);
    assert_eq!(session.next(), Step::Wait);
    assert!(session.jump(NodeId::ROOT).is_err());

    let second = builder.enter(Kind::Routine, g);
    session.follow(so_far(&builder), Some, 2);
    assert_eq!(session.next(), Step::Wait);

    builder.exit();
    session.follow(so_far(&builder), Some, 3);
    assert_eq!(session.next(), Step::Wait, "main may do much more");
    session.ask_rest();
    let Step::Ask(question) = session.next() else {
        panic!("g has finished");
    };
    assert_eq!(question.subject, Subject::node(second));
    say(&mut session, Answer::Right);
    assert_eq!(session.next(), Step::Wait);

    session.follow(Run(Arc::new(builder.finish())), Some, 3);
    assert!(matches!(session.next(), Step::Found(report) if report.node.0 == 0));
}

fn loops_shown() -> Plan {
    Plan::new(&[TransformName::Loops]).unwrap()
}

/// main(loop(iteration, iteration, …)), still running in an iteration.
fn endless(iterations: usize) -> TreeBuilder {
    let mut builder = TreeBuilder::default();
    let main = builder.routine("main");
    builder.enter(Kind::Routine, main);
    builder.enter(Kind::Loop, main);
    for _ in 0..iterations {
        builder.enter(Kind::Iterations, main);
        builder.exit();
    }
    builder.enter(Kind::Iterations, main);
    builder
}

fn say<P: Program>(session: &mut Session<P>, answer: Answer) {
    session.answer(Reply::Answer(answer), By::Person).unwrap();
}

#[test]
fn all_that_has_finished_is_one_question_and_little_more_is_not_worth_one() {
    let start = settings(StrategyName::Auto, loops_shown(), RootIs::Unknown);
    let run = |iterations| Run(Arc::new(endless(iterations).so_far().clone()));
    let mut session = Session::new(run(100), start);
    let Step::Ask(question) = session.next() else {
        panic!("a hundred iterations have finished");
    };
    assert_eq!(
        question.subject,
        Subject::siblings(NodeId::at(2), NodeId::at(101))
    );
    say(&mut session, Answer::Right);
    assert_eq!(session.next(), Step::Wait);

    session.follow(run(120), Some, 102);
    assert!(!session.is_worth_asking());
    assert_eq!(session.next(), Step::Wait);

    session.follow(run(210), Some, 122);
    let Step::Ask(question) = session.next() else {
        panic!("as many have finished again");
    };
    assert_eq!(
        question.subject,
        Subject::siblings(NodeId::at(102), NodeId::at(211))
    );
}

#[test]
fn what_still_runs_is_asked_about_and_only_wrong_is_final() {
    let start = settings(StrategyName::Auto, loops_shown(), RootIs::Unknown);
    let run = || Run(Arc::new(endless(100).so_far().clone()));
    let stopped = || Run(Arc::new(endless(100).so_far().clone().ended()));
    let mut session = Session::new(run(), start);
    assert!(matches!(session.next(), Step::Ask(_)));
    say(&mut session, Answer::Right);
    assert_eq!(session.next(), Step::Wait);

    session.ask_running(stopped(), NodeId::ROOT);
    assert!(session.asks_running());
    let Step::Ask(question) = session.next() else {
        panic!("main is still running");
    };
    assert_eq!(question.subject, Subject::node(NodeId::ROOT));
    say(&mut session, Answer::Right);
    assert!(!session.asks_running() && session.supposes_ended());
    assert_eq!(session.log().entries().len(), 1, "it may be wrong later");
    session.follow(run(), Some, 103);
    assert_eq!(session.next(), Step::Wait);

    session.ask_running(stopped(), NodeId::ROOT);
    assert!(matches!(session.next(), Step::Ask(_)));
    say(&mut session, Answer::Wrong);
    // The loop should have ended too; the iteration it is in is as good as the others.
    let bug = loop {
        match session.next() {
            Step::Ask(question) => {
                let wrong = question.subject == Subject::node(NodeId::at(1));
                say(
                    &mut session,
                    if wrong { Answer::Wrong } else { Answer::Right },
                );
            }
            Step::Found(report) => break report.node,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(bug.0, 1);
}

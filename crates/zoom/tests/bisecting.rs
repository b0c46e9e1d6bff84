//! The search among the beginnings of a call finds the statement that a scan from the front would find, with as few
//! questions as halving needs.

use std::sync::Arc;

use elenchus_session::{
    Answer, By, Limits, NodeNumber, Program, Reply, Session, Shown, Step, Subject,
};
use elenchus_tree::Tree;
use elenchus_zoom::so_far::{chain, settings};
use proptest::prelude::*;

/// Beginnings of a call, of which only the numbers count.
struct Beginnings(Arc<Tree>);

impl Program for Beginnings {
    fn tree(&self) -> &Arc<Tree> {
        &self.0
    }

    fn show(&self, _: Subject) -> Shown {
        Shown::default()
    }

    fn number(&self, node: elenchus_tree::NodeId) -> NodeNumber {
        NodeNumber(self.0.len() - node.index())
    }
}

/// Searches with somebody who says that everything from a statement on is wrong: what was found, and after how many
/// questions.
fn search(suspects: usize, first_wrong: usize) -> (usize, usize) {
    let program = Beginnings(Arc::new(chain("f", suspects)));
    let mut session = Session::new(program, settings(Limits::SCREEN));
    let mut questions = 0;
    loop {
        match session.next() {
            Step::Ask(question) => {
                questions += 1;
                let answer = match question.nodes.0.0 >= first_wrong {
                    true => Answer::Wrong,
                    false => Answer::Right,
                };
                session.answer(Reply::Answer(answer), By::Person).unwrap();
            }
            Step::Found(report) => return (report.node.0, questions),
            step => panic!("{step:?}"),
        }
    }
}

proptest! {
    #[test]
    fn the_first_wrong_statement_is_found_by_halving(
        suspects in 1..100usize,
        place: prop::sample::Index,
    ) {
        let first_wrong = place.index(suspects) + 1;
        let (found, questions) = search(suspects, first_wrong);
        prop_assert_eq!(found, first_wrong);
        prop_assert!(questions <= suspects.next_power_of_two().ilog2() as usize);
    }
}

#[test]
fn forty_statements_need_about_five_questions() {
    let needed = (1..=40).map(|first_wrong| search(40, first_wrong).1);
    let needed: Vec<usize> = needed.collect();
    assert_eq!(needed.iter().max(), Some(&6));
    assert!(needed.iter().sum::<usize>() <= 40 * 11 / 2);
}

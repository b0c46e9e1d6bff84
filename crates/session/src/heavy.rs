//! Questions that nobody can answer at a glance: another one is asked where one is nearly as good.
//!
//! Whoever answers has to see all that a piece has changed, and has to know what should have come out. What does not fit a screen, and
//! what hundreds of iterations have summed up, is hard to judge. That shows only when a question is put into words, so it is looked at when a
//! strategy has chosen it. It is avoided then: the strategy chooses again, and counts it as harder than all others. How much worse
//! the next question may be is bounded as for everything that makes questions easier. When a few were looked at and none of
//! them fits, the first one is asked.

use elenchus_tree::place::view;
use elenchus_tree::{Kind, Tree};

use crate::lengthy::MOST_ITERATIONS;
use crate::limits::Limits;
use crate::program::{Program, Shown, Value};
use crate::screenful::Screen;
use crate::session::Session;
use crate::subject::Subject;

/// So many questions are looked at.
const MOST_AVOIDED: usize = 6;

/// Of more than this, a question is asked as it is chosen: to put others into words would take too long.
const LONGEST: usize = 1 << 16;

/// What the question that is being chosen had better not be about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Avoided {
    pub subjects: Vec<Subject>,
    /// Whether nothing better was found, so that whatever is chosen is asked.
    has_given_up: bool,
}

impl<P: Program> Session<P> {
    /// Whether another question is to be looked for in place of one about a node of the view.
    pub(crate) fn avoids(&mut self, node: view::NodeId) -> bool {
        let (remaining, _, stage) = self.surveyed();
        let subject = self.ground.subject(stage.view().origin(node));
        let is_for_people = self.settings.easier_questions && self.settings.plan.is_auto();
        let is_large = remaining.span.len() > LONGEST || self.program.tree().is_growing();
        if !is_for_people || is_large || self.avoided.has_given_up || !self.is_hard(subject) {
            return false;
        }
        let subjects = &mut self.avoided.subjects;
        if subjects.contains(&subject) || subjects.len() == MOST_AVOIDED {
            self.avoided = Avoided {
                has_given_up: true,
                ..Avoided::default()
            };
        } else {
            subjects.push(subject);
        }
        true
    }

    /// Whether a question is hard to answer.
    fn is_hard(&self, subject: Subject) -> bool {
        let tree = self.program.tree();
        // What a loop has done to things that nothing leads to any more is easily missed, so it takes nobody's place.
        let is_instead = !self.avoided.subjects.is_empty();
        self.avoided.subjects.contains(&subject)
            || is_instead && tree.kind(subject.first()) != Kind::Routine
            || sums_up(tree, subject)
            // Which question is asked does not depend on how much of it a front wants to see.
            || is_too_much(&self.show_within(subject, Limits::SCREEN))
    }
}

/// Whether a piece consists of very many iterations.
fn sums_up(tree: &Tree, subject: Subject) -> bool {
    let first = subject.first();
    let iterations = match (tree.kind(first), subject.single()) {
        (Kind::Loop, Some(node)) => tree.children(node).take(MOST_ITERATIONS).count(),
        (Kind::Iterations, None) => subject.nodes(tree).take(MOST_ITERATIONS).count(),
        _ => 0,
    };
    iterations == MOST_ITERATIONS
}

/// Whether what came out takes more lines than a screen has, or something is left out of it.
fn is_too_much(shown: &Shown) -> bool {
    let outcomes = shown.values.iter().filter(|row| row.after.is_some());
    let outcomes: Vec<Value> = outcomes.cloned().collect();
    let is_cut = |row: &Value| {
        let mut texts = row.before.iter().chain(&row.after);
        texts.any(|text| text.contains('…'))
    };
    !Screen::LEAST.fits(&outcomes) || shown.left_out.changes > 0 || outcomes.iter().any(is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_out_has_to_fit() {
        let row = |before: &str, after: Option<&str>| Value {
            name: "this".to_owned(),
            before: Some(before.to_owned()),
            after: after.map(str::to_owned),
        };
        let shown = |values| Shown {
            values,
            ..Shown::default()
        };
        assert!(!is_too_much(&shown(vec![row("1", Some("2")); 16])));
        assert!(is_too_much(&shown(vec![row("1", Some("2")); 17])));
        assert!(is_too_much(&shown(vec![row("[1, …]", Some("[2, …]"))])));
        // What went in may be long.
        assert!(!is_too_much(&shown(vec![row("[1, … 9 more]", None); 30])));
    }
}

//! Groups that do not fit a screen: a smaller one, or a single call, is asked about instead.
//!
//! Whoever answers about several calls has to see each of them, with all that it returned and changed. How much that is shows
//! only when the group is put into words, so it is looked at when a strategy has chosen it. What is too much is noted by the
//! shortest stretches that do not fit; the tree is transformed again, and no group holds one of them.

use std::collections::BTreeSet;
use std::ops::Range;

use elenchus_transform::Search;
use elenchus_tree::place::view;
use elenchus_tree::{Kind, NodeId};

use crate::limits::Limits;
use crate::program::{Program, Shown, Value};
use crate::screenful::Screen;
use crate::session::Session;
use crate::subject::Subject;

/// After this many groups that are too much for a screen, the next one is asked about as it is.
pub(crate) const MOST_SPLIT: usize = 12;

/// What is left of longer runs is not transformed again for a better group: it would take too long.
const LONGEST: usize = 1 << 16;

/// How many questions groups that fit may cost, in percent of what groups of any size cost.
const MOST_PERCENT: u128 = 125;

/// Of a larger group most would not be seen at all, so that it is never worth its question.
const MOST_CUT: usize = 8;

/// Groups of more calls are parts of a run that goes on, of which nobody reads every line anyway.
const MOST_CALLS: usize = 64;

impl<P: Program> Session<P> {
    /// Whether a node of the view stands for calls that do not fit a screen together. It is noted which of them do not, and
    /// the tree is to be transformed again.
    pub(crate) fn splits(&mut self, node: view::NodeId) -> bool {
        let (remaining, _, stage) = self.surveyed();
        let subject = self.ground.subject(stage.view().origin(node));
        let tree = self.program.tree();
        let is_group = subject.single().is_none() && tree.kind(subject.first()) == Kind::Routine;
        let may_split = self.settings.transform.readable && self.settings.plan.is_auto();
        if !is_group || !may_split || remaining.span.len() > LONGEST {
            return false;
        }
        let calls: Vec<NodeId> = subject.nodes(tree).take(MOST_CALLS + 1).collect();
        if calls.len() > MOST_CALLS {
            return false;
        }
        // Which question is asked does not depend on how much of it a front wants to see.
        let shown = self.show_within(subject, Limits::SCREEN);
        let mut noted = self.crowded.clone();
        // What is cut for want of room may fit a smaller group.
        let alone = |place: usize| {
            let shown = self.show_within(Subject::node(calls[place]), Limits::SCREEN);
            match shown.left_out.changes > 0 || shown.values.iter().any(is_cut) {
                true => Screen::LEAST.lines + 1,
                false => Screen::LEAST.lines_of(&shown.values).iter().sum(),
            }
        };
        for stretch in crowded(&heights(&shown, calls.len(), alone)) {
            let ends = Subject::siblings(calls[stretch.start], calls[stretch.end - 1]);
            noted.insert(self.ground.span(ends));
        }
        if noted.len() == self.crowded.len() {
            return false;
        }
        // Where calls are many and none fits beside another, one by one would take far too long.
        let usual = self.staged(&BTreeSet::new());
        let smaller = self.staged(&noted);
        let (Some(usual), Some(smaller)) = (usual, smaller) else {
            return false;
        };
        let [before, after] =
            [&usual, &smaller].map(|stage| stage.view().questions(Search::DivideAndQuery));
        let is_cheap = after.exact && 100 * after.at_least <= MOST_PERCENT * before.at_least;
        let is_worth_it = calls.len() > MOST_CUT || is_cheap;
        if is_worth_it {
            self.crowded = noted;
            self.stage = Some(smaller);
        }
        is_worth_it
    }
}

/// How many lines each of some calls side by side takes. One of which something is left out takes as many as alone.
fn heights(shown: &Shown, calls: usize, alone: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut heights = vec![0; calls];
    let lines = Screen::LEAST.lines_of(&shown.values);
    for (row, lines) in shown.values.iter().zip(lines) {
        let number = row.name.parse::<usize>().ok();
        let place = number.and_then(|number| number.checked_sub(1));
        if let Some(place) = place.filter(|&place| place < calls) {
            heights[place] = match is_cut(row) {
                true => alone(place).max(lines + 1),
                false => lines,
            };
        }
    }
    heights
}

/// Whether something is left out of a value.
fn is_cut(row: &Value) -> bool {
    let mut texts = row.before.iter().chain(&row.after);
    texts.any(|text| text.contains('…'))
}

/// The shortest stretches of two or more calls that take more lines than there are.
fn crowded(heights: &[usize]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for start in 0..heights.len() {
        let mut taken = 0;
        let end = (start..heights.len()).find(|&place| {
            taken += heights[place];
            taken > Screen::LEAST.lines && place > start
        });
        if let Some(end) = end {
            // The one before it is longer if it ends here, too.
            found.pop_if(|last| last.end == end + 1);
            found.push(start..end + 1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_call_that_is_too_long_shares_no_question() {
        assert_eq!(crowded(&[1, 1, 30, 1]), [1..3, 2..4]);
        assert_eq!(crowded(&[4; 4]), [] as [Range<usize>; 0]);
        assert_eq!(crowded(&[4; 6]), [0..5, 1..6]);
    }

    #[test]
    fn what_is_cut_takes_as_much_as_alone() {
        let row = |name: &str, text: &str| Value {
            name: name.to_owned(),
            before: Some(text.to_owned()),
            after: Some("true".to_owned()),
        };
        let shown = Shown {
            values: vec![
                row("1", "add(n = 1)"),
                row("3", "add(items = [1, … 9 more])"),
                row("left out", "2: right, trusted or trivial already"),
                row("4", &"word ".repeat(30)),
            ],
            ..Shown::default()
        };
        assert_eq!(heights(&shown, 4, |_| 9), [1, 0, 9, 3]);
    }

    proptest! {
        /// A group fits if and only if it holds none of the stretches that are noted.
        #[test]
        fn exactly_what_fits_may_be_asked(heights in prop::collection::vec(0_usize..20, 2..9)) {
            let noted = crowded(&heights);
            for start in 0..heights.len() {
                for end in start + 2..=heights.len() {
                    let fits = heights[start..end].iter().sum::<usize>() <= Screen::LEAST.lines;
                    let holds = noted.iter().any(|one| start <= one.start && one.end <= end);
                    prop_assert_eq!(fits, !holds, "{}..{} of {:?}", start, end, noted);
                }
            }
        }
    }
}

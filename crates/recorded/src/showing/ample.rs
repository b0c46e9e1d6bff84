//! Using the screen: as much of each value is written as there is room for.
//!
//! Where the usual form leaves something out, the form with the most of each value that still fits is looked for. Where it
//! does not fit, what only tells the circumstances is written with less, so that none of it is cut off at its end.

use elenchus_session::screenful::{LINES, lines_of};
use elenchus_session::{Program, Shown, Subject};
use elenchus_tree::Kind;

use crate::showing::calls::limits_of_a_line;
use crate::showing::question::Writer;
use crate::showing::show::Limits;

/// How much of a value is written where a screen has room for it.
const AMPLE: Limits = Limits {
    depth: 10,
    items: 200,
    width: 1000,
};

/// So many characters tell the circumstances, at least.
const LEAST: usize = 60;

/// How many forms between two others are tried, each in the middle of those that are left.
const STEPS: usize = 3;

impl<'r> Writer<'r> {
    /// The same writer with more of each value.
    fn ample(&self, width: usize) -> Writer<'r> {
        Writer {
            limits: Limits { width, ..AMPLE },
            is_ample: true,
            settled: self.settled.clone(),
            ..Writer::new(self.run)
        }
    }

    /// The same writer with less of what only tells the circumstances.
    fn narrow(&self, width: usize) -> Writer<'r> {
        Writer {
            circumstances: Some(width),
            settled: self.settled.clone(),
            ..Writer::new(self.run)
        }
    }

    /// What a question about `subject` shows on a screen: all that the screen has room for, or what is usual.
    pub fn show_on_screen(&self, subject: Subject) -> Shown {
        let usual = self.show(subject);
        let tree = self.run.tree();
        let is_one = subject.single().is_some() || tree.kind(subject.first()) != Kind::Routine;
        if !fits(&usual) && is_one {
            let narrow = |width| self.narrow(width).show(subject);
            return widest(LEAST, self.limits.width, narrow).unwrap_or(usual);
        }
        if !fits(&usual) || usual.left_out.is_nothing() {
            return usual;
        }
        let ample = self.ample(AMPLE.width).show(subject);
        if fits(&ample) {
            return ample;
        }
        // A line about one of several calls shows less of each value.
        let width = match is_one {
            true => self.limits.width,
            false => limits_of_a_line(subject.nodes(tree).count()).width,
        };
        let between = |width| self.ample(width).show(subject);
        widest(width, AMPLE.width, between).unwrap_or(usual)
    }
}

fn fits(shown: &Shown) -> bool {
    lines_of(&shown.values).iter().sum::<usize>() <= LINES
}

/// The widest form between two widths that fits, as far as a few tries find it.
fn widest(mut low: usize, mut high: usize, show: impl Fn(usize) -> Shown) -> Option<Shown> {
    let mut best = None;
    for _ in 0..STEPS {
        let middle = low.midpoint(high);
        let shown = show(middle);
        match fits(&shown) {
            true => (low, best) = (middle, Some(shown)),
            false => high = middle,
        }
    }
    best
}

//! Using the screen: as much of each value is written as there is room for.
//!
//! Where the usual form leaves something out, the form with the most of each value that still fits is looked for. Where it
//! does not fit, what only tells the circumstances is written with less, then what came out as well: so something of every
//! part is told, and none of it is cut off at its end.

use elenchus_session::screenful::Screen;
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

/// So many tell what came out, at least, and circumstances beside that.
const LEAST_OF_ALL: usize = 24;

/// Of more changes than there are lines each has so many: they share lines then.
const SHARED: usize = 40;

/// How many forms between two others are tried, each in the middle of those that are left.
const STEPS: usize = 4;

impl<'r> Writer<'r> {
    /// A writer for the same question, of which nothing is written yet.
    fn anew(&self) -> Writer<'r> {
        Writer {
            settled: self.settled.clone(),
            screen: self.screen,
            ..Writer::new(self.run)
        }
    }

    /// The same writer with more of each value.
    fn ample(&self, width: usize) -> Writer<'r> {
        Writer {
            limits: Limits { width, ..AMPLE },
            is_ample: true,
            ..self.anew()
        }
    }

    /// The same writer with less of what only tells the circumstances.
    fn narrow(&self, width: usize) -> Writer<'r> {
        Writer {
            circumstances: Some(width),
            ..self.anew()
        }
    }

    /// The same writer with less of everything.
    fn small(&self, width: usize) -> Writer<'r> {
        Writer {
            limits: Limits {
                width,
                ..self.limits
            },
            ..self.narrow(LEAST.min(width))
        }
    }

    /// The same writer with fewer changes: much that belongs together is told as one.
    fn summed(&self, width: usize) -> Writer<'r> {
        Writer {
            is_summed: true,
            ..self.small(width)
        }
    }

    /// What a question about `subject` shows on a screen: all that the screen has room for, or what is usual.
    pub fn show_on_screen(&self, subject: Subject) -> Shown {
        let usual = self.show(subject);
        let fits = |shown: &Shown| self.screen.fits(&shown.values);
        let tree = self.run.tree();
        let is_one = subject.single().is_some() || tree.kind(subject.first()) != Kind::Routine;
        if !fits(&usual) && is_one {
            let narrow = |width| self.narrow(width).show(subject);
            let small = |width| self.small(width).show(subject);
            let summed = |width| self.summed(width).show(subject);
            let most = self.limits.width;
            return self
                .widest(LEAST, most, narrow)
                .or_else(|| self.widest(LEAST_OF_ALL, most, small))
                .or_else(|| self.widest(LEAST_OF_ALL, most, summed))
                .unwrap_or_else(|| summed(SHARED));
        }
        if !fits(&usual) || usual.left_out.is_nothing() {
            return usual;
        }
        let most = AMPLE.width * self.screen.area() / Screen::LEAST.area();
        let ample = self.ample(most).show(subject);
        if fits(&ample) {
            return ample;
        }
        // A line about one of several calls shows less of each value.
        let width = match is_one {
            true => self.limits.width,
            false => limits_of_a_line(subject.nodes(tree).count()).width,
        };
        let between = |width| self.ample(width).show(subject);
        self.widest(width, most, between).unwrap_or(usual)
    }

    /// The widest form between two widths that fits, as far as a few tries find it.
    fn widest(
        &self,
        mut low: usize,
        mut high: usize,
        show: impl Fn(usize) -> Shown,
    ) -> Option<Shown> {
        let mut best = None;
        for _ in 0..STEPS {
            let middle = low.midpoint(high);
            let shown = show(middle);
            match self.screen.fits(&shown.values) {
                true => (low, best) = (middle, Some(shown)),
                false => high = middle,
            }
        }
        best
    }
}

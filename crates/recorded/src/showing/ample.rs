//! Using the screen: more of each value is written where there is room for it.

use elenchus_session::screenful::{LINES, lines_of};
use elenchus_session::{Shown, Subject};

use crate::showing::question::Writer;
use crate::showing::show::Limits;

/// How much of a value is written where a screen has room for it.
const AMPLE: Limits = Limits {
    depth: 10,
    items: 200,
    width: 1000,
};

impl<'r> Writer<'r> {
    /// The same writer with more of each value.
    fn ample(&self) -> Writer<'r> {
        Writer {
            limits: AMPLE,
            is_ample: true,
            settled: self.settled.clone(),
            ..Writer::new(self.run)
        }
    }

    /// What a question about `subject` shows on a screen: what is usual, or all that the screen has room for.
    pub fn show_on_screen(&self, subject: Subject) -> Shown {
        let usual = self.show(subject);
        if usual.left_out.is_nothing() {
            return usual;
        }
        let ample = self.ample().show(subject);
        let lines: usize = lines_of(&ample.values).iter().sum();
        if lines <= LINES { ample } else { usual }
    }
}

//! What is seen to be wrong before anything is asked, and the search that begins there.

use elenchus_tree::Answer;

use crate::error::SessionError;
use crate::log::By;
use crate::part::{Moment, Tracked, Written};
use crate::program::Program;
use crate::session::Session;
use crate::subject::Subject;

/// Something that came out of what is searched and can be seen without a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lead {
    /// What it is called: a path like those of questions.
    pub path: String,
    pub kind: LeadKind,
    /// What it says.
    pub text: String,
}

/// What a lead is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeadKind {
    /// What a failed assertion found.
    Actual,
    /// The exception that came out.
    Exception,
    /// A line that was printed.
    Printed,
}

impl<P: Program> Session<P> {
    /// What can be seen to be wrong where the search begins; nothing as long as that still runs.
    pub fn leads(&self) -> Vec<Lead> {
        let start = self.settings.at;
        match self.program.tree().is_finished(start) {
            true => self.program.leads(Subject::node(start)),
            false => Vec::new(),
        }
    }

    /// Says that what a lead is called by is wrong, so that where the search begins is wrong, and follows it to whatever it comes from.
    pub fn point_at(&mut self, path: &str, by: By) -> Result<Tracked, SessionError> {
        let start = Subject::node(self.settings.at);
        let writer = match self.program.writer_of(start, path, Moment::After)? {
            Written::Before(writer) => writer,
            Written::Own => None,
            Written::Inside(node) => Some(node),
        };
        self.asked = Some(start);
        self.point(Answer::Wrong, path.into(), writer, by)
    }
}

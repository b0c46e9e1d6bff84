//! What a front can show. The dialogue is the same for all; only the words differ.

use std::io;

use elenchus_session::{By, Candidates, Question, Report, Verdict};

/// What may be typed at a prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// A question is open.
    Question,
    /// A bug was reported.
    Found,
    /// Only candidates are left.
    Candidates,
    /// No suspect is left.
    NoBug,
    /// Answers clash.
    Contradiction,
}

/// Somewhere to show a session.
pub trait Screen {
    fn question(&mut self, question: &Question) -> io::Result<()>;
    fn answered(&mut self, question: &Question, answer: &str, by: &By) -> io::Result<()>;
    fn found(&mut self, report: &Report) -> io::Result<()>;
    fn candidates(&mut self, candidates: &Candidates) -> io::Result<()>;
    /// The suspects, on request.
    fn list(&mut self, candidates: &Candidates) -> io::Result<()>;
    /// No suspect is left, after so many bugs were found.
    fn no_bug(&mut self, found: usize) -> io::Result<()>;
    fn wait(&mut self) -> io::Result<()>;
    fn contradiction(&mut self, clash: &[Verdict]) -> io::Result<()>;
    fn history(&mut self, verdicts: &[Verdict]) -> io::Result<()>;
    fn why(&mut self, question: &Question) -> io::Result<()>;
    fn help(&mut self, prompt: Prompt) -> io::Result<()>;
    /// A remark in one sentence.
    fn note(&mut self, text: &str) -> io::Result<()>;
    fn prompt(&mut self, prompt: Prompt) -> io::Result<()>;
    /// Shows a line that was read and does not appear by itself.
    fn echo(&mut self, line: &str) -> io::Result<()>;
    /// The input ended at a prompt.
    fn end_of_input(&mut self) -> io::Result<()>;
}

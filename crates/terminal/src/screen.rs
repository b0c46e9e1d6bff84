//! What a front can show. The dialogue is the same for all; only the words differ.

use std::io;

use elenchus_inquiry::live::growth::{NewOutput, Waiting};
use elenchus_session::{
    Around, By, Candidates, Difference, Lead, OpenedValue, Printed, Question, Report, Verdict,
};
use elenchus_source::Listing;

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
    /// Whether source can stand beside a question.
    fn has_room_beside(&self) -> bool {
        false
    }
    /// A question, with the source of its routine or of its caller beside it.
    fn question_beside(&mut self, question: &Question, _source: &Listing) -> io::Result<()> {
        self.question(question)
    }
    /// A question was answered; `differs` says how what came out differs from the right run that it was
    /// compared with.
    fn answered(
        &mut self,
        question: &Question,
        answer: &str,
        by: &By,
        differs: &[Difference],
    ) -> io::Result<()>;
    /// What can be pointed at.
    fn leads(&mut self, leads: &[Lead]) -> io::Result<()>;
    fn found(&mut self, report: &Report) -> io::Result<()>;
    fn candidates(&mut self, candidates: &Candidates) -> io::Result<()>;
    /// The suspects, on request.
    fn list(&mut self, candidates: &Candidates) -> io::Result<()>;
    /// No suspect is left; `found` bugs were found before.
    fn no_bug(&mut self, found: usize) -> io::Result<()>;
    /// Nothing is worth a question for now, after something was `asked` or before.
    fn wait(&mut self, asked: bool) -> io::Result<()>;
    /// What is known of the program while the session waits for it; nothing when it waits no longer.
    fn waiting(&mut self, waiting: Option<Waiting>) -> io::Result<()>;
    fn contradiction(&mut self, clash: &[Verdict]) -> io::Result<()>;
    fn history(&mut self, verdicts: &[Verdict]) -> io::Result<()>;
    /// The answers that a refused diagnosis rests on, one of which must be wrong.
    fn revise(&mut self, proof: &[Verdict]) -> io::Result<()>;
    fn why(&mut self, question: &Question) -> io::Result<()>;
    /// The names of the values that can be opened.
    fn names(&mut self, names: &[String]) -> io::Result<()>;
    fn opened(&mut self, opened: &OpenedValue) -> io::Result<()>;
    fn source(&mut self, listing: &Listing) -> io::Result<()>;
    /// What was printed during the piece in question.
    fn printed(&mut self, printed: &Printed) -> io::Result<()>;
    fn around(&mut self, around: &Around) -> io::Result<()>;
    /// The next page of what was too long. `false` when there is none.
    fn more(&mut self) -> io::Result<bool>;
    /// What the program has printed while it runs.
    fn new_output(&mut self, output: &NewOutput) -> io::Result<()>;
    fn help(&mut self, prompt: Prompt) -> io::Result<()>;
    /// A remark in one sentence.
    fn note(&mut self, text: &str) -> io::Result<()>;
    /// What stands before the cursor at a prompt.
    fn prompt(&self, prompt: Prompt) -> &'static str;
    /// Shows a prompt that does not appear by itself.
    fn show_prompt(&mut self, prompt: Prompt) -> io::Result<()>;
    /// Makes sure that everything is on the screen.
    fn flush(&mut self) -> io::Result<()>;
    /// Shows a line that was read and does not appear by itself.
    fn echo(&mut self, line: &str) -> io::Result<()>;
    /// Nothing will be typed at the prompt that is open: the input has ended, or something else is shown.
    fn end_prompt(&mut self) -> io::Result<()>;
}

//! The session as JSON, one object a line, for programs. The lines are those of `elenchus_wire`; their
//! fields are described in docs/guide/oracles.md.

use std::io::{self, Write};

use elenchus_guard::text::printable_json;
use elenchus_inquiry::live::growth::{NewOutput, Waiting};
use elenchus_session::{
    Around, By, Candidates, Difference, Lead, OpenedValue, Printed, Question, Report, Verdict,
};
use elenchus_source::Listing;
use elenchus_wire::{Content, Line, Version};

use crate::screen::{Prompt, Screen};

/// JSON lines on an output.
pub struct Json<'a> {
    out: &'a mut dyn Write,
    /// The version, until the first line has said it.
    version: Option<Version>,
}

impl<'a> Json<'a> {
    /// Lines on `out`.
    pub fn new(out: &'a mut dyn Write) -> Json<'a> {
        Json {
            out,
            version: Some(Version::LINES),
        }
    }

    fn line(&mut self, content: Content) -> io::Result<()> {
        let version = self.version.take();
        let json = serde_json::to_string(&Line { version, content })?;
        writeln!(self.out, "{}", printable_json(&json))?;
        self.out.flush()
    }
}

impl Screen for Json<'_> {
    fn question(&mut self, question: &Question) -> io::Result<()> {
        self.line(Content::Question(question.into()))
    }

    fn answered(
        &mut self,
        question: &Question,
        answer: &str,
        by: &By,
        differs: &[Difference],
    ) -> io::Result<()> {
        self.line(Content::answer(question, answer, by, differs))
    }

    fn leads(&mut self, leads: &[Lead]) -> io::Result<()> {
        self.line(Content::leads(leads))
    }

    fn found(&mut self, report: &Report) -> io::Result<()> {
        self.line(Content::Found(report.into()))
    }

    fn candidates(&mut self, candidates: &Candidates) -> io::Result<()> {
        self.line(Content::Candidates(candidates.into()))
    }

    fn list(&mut self, candidates: &Candidates) -> io::Result<()> {
        self.line(Content::Suspects(candidates.into()))
    }

    fn no_bug(&mut self, found: usize) -> io::Result<()> {
        self.line(Content::NoBug { found })
    }

    fn wait(&mut self, _: bool) -> io::Result<()> {
        self.line(Content::Wait)
    }

    fn waiting(&mut self, waiting: Option<Waiting>) -> io::Result<()> {
        match waiting {
            Some(waiting) => self.line(Content::Waiting(waiting.into())),
            None => Ok(()),
        }
    }

    fn contradiction(&mut self, clash: &[Verdict]) -> io::Result<()> {
        self.line(Content::contradiction(clash))
    }

    fn history(&mut self, verdicts: &[Verdict]) -> io::Result<()> {
        self.line(Content::history(verdicts))
    }

    fn revise(&mut self, proof: &[Verdict]) -> io::Result<()> {
        self.line(Content::revise(proof))
    }

    fn names(&mut self, names: &[String]) -> io::Result<()> {
        self.line(Content::Names {
            names: names.to_vec(),
        })
    }

    fn opened(&mut self, opened: &OpenedValue) -> io::Result<()> {
        self.line(Content::Opened(opened.into()))
    }

    fn source(&mut self, listing: &Listing) -> io::Result<()> {
        self.line(Content::Source(listing.into()))
    }

    fn printed(&mut self, printed: &Printed) -> io::Result<()> {
        self.line(Content::Printed(printed.into()))
    }

    fn around(&mut self, around: &Around) -> io::Result<()> {
        self.line(Content::Tree(around.into()))
    }

    fn more(&mut self) -> io::Result<bool> {
        // Nothing is cut short for programs.
        Ok(false)
    }

    fn new_output(&mut self, output: &NewOutput) -> io::Result<()> {
        if output.is_empty() {
            return Ok(());
        }
        self.line(Content::NewOutput(output.into()))
    }

    fn why(&mut self, question: &Question) -> io::Result<()> {
        self.line(Content::Why {
            why: question.why.clone(),
        })
    }

    fn help(&mut self, _: Prompt) -> io::Result<()> {
        self.note("docs/guide/answers.md lists what can be typed")
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.line(Content::Note {
            text: text.to_owned(),
        })
    }

    fn prompt(&self, _: Prompt) -> &'static str {
        ""
    }

    fn show_prompt(&mut self, _: Prompt) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn echo(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn end_prompt(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! The session as JSON, one object a line, for programs. The fields are described in
//! docs/guide/oracles.md.

use std::io::{self, Write};

use elenchus_guard::text::printable_json;
use elenchus_inquiry::live::growth::{Fares, Heard, Waiting};
use elenchus_session::{
    Around, By, Candidates, Difference, Opened, Printed, Question, Report, Verdict,
};
use elenchus_source::Listing;
use serde::Serialize;

use crate::screen::{Prompt, Screen};

/// JSON lines on an output.
pub struct Json<'a> {
    out: &'a mut dyn Write,
}

/// One line: what it is, and its fields.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'a> {
    Question(&'a Question),
    Answer {
        question: usize,
        answer: &'a str,
        by: &'a str,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        differs: Vec<Differs<'a>>,
    },
    Found(&'a Report),
    Candidates(&'a Candidates),
    Suspects(&'a Candidates),
    NoBug {
        found: usize,
    },
    Wait,
    Waiting {
        nodes: u64,
        seconds: u64,
        program: &'a str,
    },
    Contradiction {
        clash: &'a [Verdict],
    },
    History {
        answers: &'a [Verdict],
    },
    Revise {
        proof: &'a [Verdict],
    },
    Why {
        why: &'a str,
    },
    Names {
        names: &'a [String],
    },
    Opened(&'a Opened),
    Source(&'a Listing),
    Printed(&'a Printed),
    Tree(&'a Around),
    Heard {
        lines: &'a [String],
        more: bool,
        kept_in: &'a str,
    },
    Note {
        text: &'a str,
    },
}

/// What differs from the run that was right.
#[derive(Serialize)]
struct Differs<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    there: Option<&'a str>,
}

impl<'a> From<&'a Difference> for Differs<'a> {
    fn from(difference: &'a Difference) -> Differs<'a> {
        Differs {
            path: &difference.path,
            here: difference.here.as_deref(),
            there: difference.there.as_deref(),
        }
    }
}

impl<'a> Json<'a> {
    /// Lines on `out`.
    pub fn new(out: &'a mut dyn Write) -> Json<'a> {
        Json { out }
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        let json = printable_json(&serde_json::to_string(line)?);
        writeln!(self.out, "{json}")?;
        self.out.flush()
    }
}

impl Screen for Json<'_> {
    fn question(&mut self, question: &Question) -> io::Result<()> {
        self.line(&Line::Question(question))
    }

    fn answered(
        &mut self,
        question: &Question,
        answer: &str,
        by: &By,
        differs: &[Difference],
    ) -> io::Result<()> {
        self.line(&Line::Answer {
            question: question.number,
            answer,
            by: &by.to_string(),
            differs: differs.iter().map(Differs::from).collect(),
        })
    }

    fn found(&mut self, report: &Report) -> io::Result<()> {
        self.line(&Line::Found(report))
    }

    fn candidates(&mut self, candidates: &Candidates) -> io::Result<()> {
        self.line(&Line::Candidates(candidates))
    }

    fn list(&mut self, candidates: &Candidates) -> io::Result<()> {
        self.line(&Line::Suspects(candidates))
    }

    fn no_bug(&mut self, found: usize) -> io::Result<()> {
        self.line(&Line::NoBug { found })
    }

    fn wait(&mut self, _: bool) -> io::Result<()> {
        self.line(&Line::Wait)
    }

    fn waiting(&mut self, waiting: Option<Waiting>) -> io::Result<()> {
        let Some(waiting) = waiting else {
            return Ok(());
        };
        self.line(&Line::Waiting {
            nodes: waiting.nodes,
            seconds: waiting.seconds,
            program: match waiting.program {
                Fares::Running => "running",
                Fares::Suspended(_) => "suspended",
                Fares::Ended => "ended",
            },
        })
    }

    fn contradiction(&mut self, clash: &[Verdict]) -> io::Result<()> {
        self.line(&Line::Contradiction { clash })
    }

    fn history(&mut self, verdicts: &[Verdict]) -> io::Result<()> {
        self.line(&Line::History { answers: verdicts })
    }

    fn revise(&mut self, proof: &[Verdict]) -> io::Result<()> {
        self.line(&Line::Revise { proof })
    }

    fn names(&mut self, names: &[String]) -> io::Result<()> {
        self.line(&Line::Names { names })
    }

    fn opened(&mut self, opened: &Opened) -> io::Result<()> {
        self.line(&Line::Opened(opened))
    }

    fn source(&mut self, listing: &Listing) -> io::Result<()> {
        self.line(&Line::Source(listing))
    }

    fn printed(&mut self, printed: &Printed) -> io::Result<()> {
        self.line(&Line::Printed(printed))
    }

    fn around(&mut self, around: &Around) -> io::Result<()> {
        self.line(&Line::Tree(around))
    }

    fn more(&mut self) -> io::Result<bool> {
        // Nothing is cut short for programs.
        Ok(false)
    }

    fn heard(&mut self, heard: &Heard) -> io::Result<()> {
        self.line(&Line::Heard {
            lines: &heard.lines,
            more: heard.more,
            kept_in: &heard.kept_in,
        })
    }

    fn why(&mut self, question: &Question) -> io::Result<()> {
        self.line(&Line::Why { why: &question.why })
    }

    fn help(&mut self, _: Prompt) -> io::Result<()> {
        self.note("docs/guide/answers.md lists what can be typed")
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.line(&Line::Note { text })
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

    fn end_of_input(&mut self) -> io::Result<()> {
        Ok(())
    }
}

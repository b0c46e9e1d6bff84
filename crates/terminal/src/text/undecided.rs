//! The end of a search that no question can bring further, in lines.

use std::io;

use elenchus_session::words::{many, percent, unexplained};
use elenchus_session::{Candidates, Difference, Likely, Smallest};

use crate::screen::Screen;
use crate::text::Text;
use crate::words::parted;

/// At most this many differences from a run that was right are told.
const MOST_DIFFERENCES: usize = 5;

impl Text<'_> {
    /// What is left, in as few words as possible.
    pub(super) fn undecided(&mut self, candidates: &Candidates) -> io::Result<()> {
        let Candidates {
            count,
            unknown,
            wrong,
            ..
        } = candidates;
        if let Some(version) = &candidates.absolved {
            writeln!(
                self.out,
                "\nUNDECIDED  nothing that was recorded explains it:"
            )?;
            self.suspects(candidates)?;
            self.note(&unexplained(version))?;
            return self.faint("h shows the answers, r N revises one");
        }
        let known = if *wrong {
            "the bug is in one of"
        } else {
            "if there is a bug, it is in one of"
        };
        writeln!(self.out, "\nUNDECIDED  {known} {}:", many(*count, "node"))?;
        if let Some(smallest) = &candidates.smallest {
            self.smallest(smallest)?;
        }
        let share: f64 = candidates.likeliest.iter().map(|likely| likely.share).sum();
        if share > 0.0 {
            self.note(&format!(
                "with {} in one of these, by answers that may be mistaken:",
                percent(share)
            ))?;
        }
        for likely in &candidates.likeliest {
            let Likely { node, title, share } = likely;
            self.note(&format!("{}: {title} (node {node})", percent(*share)))?;
        }
        self.suspects(candidates)?;
        if *unknown > 0 {
            let questions = many(*unknown as u64, "question");
            self.note(&format!(
                "{questions} answered with \"don't know\": a asks them again"
            ))?;
        }
        Ok(())
    }

    /// The smallest piece that is known to be wrong.
    fn smallest(&mut self, smallest: &Smallest) -> io::Result<()> {
        self.note(&format!(
            "the smallest piece known to be wrong is {}",
            smallest.shown.title
        ))?;
        if let Some(lines) = &smallest.shown.lines {
            self.note(lines)?;
        }
        self.differences(&smallest.differs)
    }

    /// How what came out differs from a run that was right.
    pub(super) fn differences(&mut self, differs: &[Difference]) -> io::Result<()> {
        for Difference { path, here, there } in differs.iter().take(MOST_DIFFERENCES) {
            let [here, there] = [here, there].map(|held| held.as_deref().unwrap_or("nothing"));
            let [here, there] = parted(here, there);
            self.note(&format!(
                "{path} is {here}, and {there} in the run that was right"
            ))?;
        }
        match differs.len().saturating_sub(MOST_DIFFERENCES) {
            0 => Ok(()),
            more => self.note(&format!("{} more", many(more as u64, "difference"))),
        }
    }

    /// The first of the suspects, one on a line.
    pub(super) fn suspects(&mut self, candidates: &Candidates) -> io::Result<()> {
        let widths = candidates.first.iter();
        let widths = widths.map(|(number, _)| number.to_string().len());
        let width = widths.max().unwrap_or(0);
        for (number, title) in &candidates.first {
            self.remark(None, &format!("node {number:>width$}  {title}"))?;
        }
        let more = candidates.count - candidates.first.len() as u64;
        if more > 0 {
            writeln!(self.out, "     … and {more} more")?;
        }
        Ok(())
    }
}

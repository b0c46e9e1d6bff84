//! The end of a search that no question can bring further, in lines.

use std::io;

use elenchus_session::words::{many, percent, ranges, unexplained};
use elenchus_session::{Candidates, Difference, Likely, Smallest};

use crate::screen::Screen;
use crate::text::Text;
use crate::words::parted;

/// At most this many differences from a run that was right are told.
const MOST_DIFFERENCES: usize = 5;

/// At most this many routines are listed.
const MOST_LISTED: usize = 20;

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

    /// The suspects, those that ran the same code on one line.
    pub(super) fn suspects(&mut self, candidates: &Candidates) -> io::Result<()> {
        let listed = || candidates.code.iter().take(MOST_LISTED);
        let widths = listed().map(|code| code.first.0.to_string().len());
        let width = widths.max().unwrap_or(0);
        for code in listed() {
            let (number, title) = &code.first;
            let mut line = format!("node {number:>width$}  {title}");
            if code.count > 1 {
                let is_all = code.more.len() as u64 == code.count - 1;
                line += &format!(
                    ", and {} of it ({} {}{})",
                    many(code.count - 1, "more run"),
                    if code.count == 2 { "node" } else { "nodes" },
                    ranges(code.more.iter().map(|number| number.0)),
                    if is_all { "" } else { ", …" },
                );
            }
            if !code.lines.is_empty() {
                let lines = code.lines.iter().map(|&line| line as usize);
                line += &format!(": lines {}", ranges(lines));
            }
            self.remark(None, &line)?;
        }
        match candidates.code.len().saturating_sub(MOST_LISTED) {
            0 => Ok(()),
            more => writeln!(self.out, "     … and {}", many(more as u64, "more routine")),
        }
    }
}

//! The lines to blame inside a bug.

use std::io;

use elenchus_session::Zoomed;
use elenchus_session::words::ranges;
use elenchus_source::Listing;

use super::Text;
use crate::listing::listing_lines;
use crate::screen::Screen;

impl Text<'_> {
    /// The lines to blame in a bug, with its other lines as what is around them.
    pub(super) fn zoomed(&mut self, zoomed: &Zoomed, code: Option<&Listing>) -> io::Result<()> {
        let mut listing = code.cloned();
        let blocks = listing.iter_mut().flat_map(|code| &mut code.blocks);
        for line in blocks.flatten() {
            line.owned = zoomed.lines.contains(&line.number);
        }
        if let Some(listing) = &listing {
            for line in listing_lines(self.style, (self.room)(), listing) {
                writeln!(self.out, "{line}")?;
            }
            self.faint("▸ is to blame; lines with · ran too")?;
        }
        let Zoomed {
            step,
            steps,
            kind,
            why,
            ..
        } = zoomed;
        let lines = ranges(zoomed.lines.iter().map(|&line| line as usize));
        let word = match zoomed.lines.len() {
            1 => "line",
            _ => "lines",
        };
        self.note(&format!(
            "{word} {lines}, {kind} {step} of {steps} that ran: {why}"
        ))?;
        self.differences(&zoomed.differs)
    }
}

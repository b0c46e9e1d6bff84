//! `elenchus check`: whether a corrected version is right.

use elenchus_inquiry::check::check;
use elenchus_terminal::words;
use elenchus_wire::{Content, Fix, Line, Version};

use crate::kept::CheckArgs;
use crate::recorded::ReadingProgress;
use crate::trouble::{Exit, Trouble, print};

/// Does what `elenchus check` says.
pub fn run(args: &CheckArgs) -> Result<Exit, Trouble> {
    let choices = args.kept.choices()?;
    let checked = check(
        &args.kept.input,
        &args.with,
        args.kept.node.as_deref(),
        &choices,
        &mut ReadingProgress::default(),
    )?;
    let exit = match checked.verdict {
        Fix::Fixed => Exit::Done,
        Fix::NotFixed => Exit::NoBug,
        Fix::NotKnown => Exit::Undecided,
    };
    let text = match args.json {
        true => {
            let line = Line {
                version: Some(Version::LINES),
                content: Content::Checked(checked),
            };
            let line = serde_json::to_string(&line);
            let line = line.map_err(|error| {
                Trouble::usage(format!("failed to write the result: {error}"), "")
            })?;
            elenchus_guard::text::printable_json(&line)
        }
        false => elenchus_guard::text::printed_lines(&words::checked(&checked).join("\n")),
    };
    print(&format!("{text}\n"))?;
    Ok(exit)
}

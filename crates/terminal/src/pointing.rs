//! Pointing at what is seen to be wrong: offered before the first question, and possible at any other.

use std::io;

use elenchus_guard::text::printed_line;
use elenchus_inquiry::{Done, Request, State};
use elenchus_session::words::many;
use elenchus_session::{Lead, LeadKind, Question};

use crate::dialogue::Dialogue;
use crate::layout::{Room, wrap};
use crate::obey::{Problem, refused};
use crate::style::Style;
use crate::values::INDENT;

/// This many things that can be pointed at are listed: the last ones, and exceptions.
const MOST_LISTED: usize = 6;

/// Each of them has this many rows of the screen at most.
const MOST_ROWS: usize = 3;

/// A numbered list of what can be pointed at.
pub(crate) fn lead_lines(style: Style, room: Room, leads: &[Lead]) -> Vec<String> {
    let first = leads.len().saturating_sub(MOST_LISTED);
    let (earlier, last) = leads.split_at(first);
    let is_line = |lead: &&Lead| lead.kind == LeadKind::Printed;
    let mut lines = Vec::new();
    let mut list = |place: usize, lead: &Lead| {
        let number = format!("{INDENT}{:>2}  ", place + 1);
        let below = " ".repeat(number.len());
        let text = printed_line(&lead.text);
        let text = match lead.kind {
            LeadKind::Actual => format!("failed: {text}"),
            LeadKind::Exception => format!("threw {text}"),
            LeadKind::Printed => format!("│ {text}"),
        };
        // Room for the mark of what is cut.
        let width = room.width.saturating_sub(number.len() + 2);
        let rows = wrap(style, &[(None, &text)], width);
        for (row, line) in rows.iter().take(MOST_ROWS).enumerate() {
            let before = if row == 0 { &number } else { &below };
            let is_cut = row + 1 == MOST_ROWS && rows.len() > MOST_ROWS;
            let mark = if is_cut { " …" } else { "" };
            lines.push(format!("{before}{line}{mark}"));
        }
    };
    for (place, lead) in earlier
        .iter()
        .enumerate()
        .filter(|&(_, lead)| !is_line(&lead))
    {
        list(place, lead);
    }
    for (place, lead) in (first..).zip(last) {
        list(place, lead);
    }
    let hidden = earlier.iter().filter(is_line).count();
    let earlier = match hidden {
        0 => String::new(),
        hidden => format!(
            "; p TEXT also finds {}",
            many(hidden as u64, "earlier line")
        ),
    };
    lines.push(format!(
        "{INDENT}is one of these wrong? p N begins there{earlier}"
    ));
    lines
}

/// The path of what is meant: a lead by its number in the list, else the latest one with this text.
pub(crate) fn path(leads: &[Lead], what: &str) -> Result<String, Problem> {
    let numbered = what.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    if let Some(lead) = numbered.and_then(|place| leads.get(place)) {
        return Ok(lead.path.clone());
    }
    let found = leads.iter().rfind(|lead| lead.text.contains(what));
    match found {
        Some(lead) if lead.kind == LeadKind::Printed && lead.text != what => {
            Ok(format!("\"{what}\" in {}", lead.path))
        }
        Some(lead) => Ok(lead.path.clone()),
        None => Err(Problem::Refused(format!(
            "nothing of that kind says `{what}`; p lists what can be pointed at"
        ))),
    }
}

impl Dialogue<'_> {
    /// What can be pointed at.
    pub(crate) fn leads(&self, state: &State) -> Result<Vec<Lead>, Problem> {
        match self.front.request(state.number, Request::Leads) {
            Ok(Done::Leads(leads)) => Ok(leads),
            Ok(_) => Ok(Vec::new()),
            Err(refusal) => Err(refused(&refusal)),
        }
    }

    /// Shows what can be pointed at before the first question, to a person who sits at a terminal.
    pub(crate) fn offer(&mut self, state: &State, question: &Question) -> io::Result<()> {
        if !std::mem::take(&mut self.begins) || question.number != self.first_question {
            return Ok(());
        }
        match self.leads(state) {
            Ok(leads) if !leads.is_empty() => self.screen.leads(&leads),
            // Whoever cannot point is asked all the same.
            _ => Ok(()),
        }
    }
}

//! The session in plain lines for people: good in 80 columns, with and without colour, in pipes
//! and for screen readers.

mod beside;
mod undecided;
mod zoomed;

use std::io::{self, Write};

use elenchus_guard::text::{printable, printed_line};
use elenchus_inquiry::keep::markdown::by_steps;
use elenchus_inquiry::live::growth::{NewOutput, ProgramState, Waiting};
use elenchus_session::words::{how_sure, many, ranges};
use elenchus_session::{
    Around, By, Candidates, Difference, Lead, Neighbour, NodeNumber, OpenedValue, Outlook, Printed,
    Question, Report, SAME_CODE_HINT, Shown, Suspects, Traceability, Verdict,
};
use elenchus_source::{Listing, ListingLine};

use crate::help;
use crate::layout::{Room, wrap};
use crate::listing::{listing_lines, mark};
use crate::pointing::lead_lines;
use crate::screen::{Prompt, Screen};
use crate::style::{Style, Tone};
use crate::values::{INDENT, everything, fitted, in_full};

/// The lines of a question that are not values: a blank one, the forecast, a hint, the prompt with what
/// is typed, and one to spare.
const OTHER_LINES: usize = 6;

/// What is said of a bug whose lines can be asked about.
const ZOOM: &str = "z zooms in: it asks which of the lines it is";

/// How often, in seconds, it is said that the session waits, where lines cannot be written over.
const STALE: u64 = 10;

/// Plain lines on an output.
pub struct Text<'a> {
    out: &'a mut dyn Write,
    style: Style,
    /// How much there is room for; asked again each time, since windows change their size.
    room: &'a dyn Fn() -> Room,
    /// Whether nothing stands beside anything else: who hears lines read out, or feels them, gets one after the other.
    in_one_column: bool,
    /// What was too long for the screen and can be asked for.
    rest: Vec<String>,
    /// How the program fared when that was told last, while the session waits.
    waiting: Option<Waiting>,
}

impl<'a> Text<'a> {
    /// Lines on `out`, in this style, for a screen of this size.
    pub fn new(out: &'a mut dyn Write, style: Style, room: &'a dyn Fn() -> Room) -> Text<'a> {
        Text {
            out,
            style,
            room,
            in_one_column: false,
            rest: Vec::new(),
            waiting: None,
        }
    }

    /// The same with nothing beside anything else, if that is wanted.
    pub fn in_one_column(self, in_one_column: bool) -> Text<'a> {
        Text {
            in_one_column,
            ..self
        }
    }

    /// Whether a line can be written over.
    fn may_redraw(&self) -> bool {
        self.style.colour && (self.room)().height.is_some()
    }

    /// Takes away the line about the program that is waited for, if it is there.
    fn clear_waiting(&mut self) -> io::Result<()> {
        match self.waiting.is_some() && self.may_redraw() {
            true => write!(self.out, "\r\x1b[K"),
            false => Ok(()),
        }
    }

    /// A heading: a word or number that stands out, what it is about, and which nodes that is.
    fn heading(&mut self, word: &str, tone: Tone, title: &str, nodes: &str) -> io::Result<usize> {
        let word = format!("{word}  ");
        let below = " ".repeat(word.chars().count());
        let title = printable(title);
        let nodes = format!("  ({nodes})");
        let spans = [(Some(Tone::Strong), title.as_str()), (None, nodes.as_str())];
        let width = (self.room)().width.saturating_sub(below.len());
        let lines = wrap(self.style, &spans, width);
        writeln!(self.out)?;
        for (place, line) in lines.iter().enumerate() {
            match place {
                0 => writeln!(
                    self.out,
                    "{}  {line}",
                    self.style.paint(tone, word.trim_end())
                )?,
                _ => writeln!(self.out, "{below}{line}")?,
            }
        }
        Ok(lines.len())
    }

    /// What went in and what came out, in a limited number of lines. Returns what is to be said about that which did not
    /// fit.
    fn shown(&mut self, shown: &Shown, most: usize) -> io::Result<Option<String>> {
        let room = (self.room)();
        let values = fitted(self.style, room, shown, most);
        for line in &values.lines {
            writeln!(self.out, "{line}")?;
        }
        if let Some(lines) = &shown.lines {
            self.faint(lines)?;
        }
        self.rest.clear();
        let mut left_out = values.left_out;
        // One row stands for the calls that are not listed at all.
        left_out.others -= usize::from(shown.left_out.calls > 0).min(left_out.others);
        let left_out = left_out.words();
        let unlisted = match shown.left_out.calls as u64 {
            0 => None,
            calls => Some(format!(
                "{} not listed at all: d says that it cannot be told so",
                many(calls, "more call")
            )),
        };
        if !values.shortened && left_out.is_none() {
            // Whoever asks for more has seen a mark of something that is left out.
            if shown.left_out.parts > 0 {
                self.rest = vec![format!("{INDENT}o NAME opens what is left out (…)")];
            }
            return Ok(unlisted);
        }
        self.rest = everything(self.style, room, shown);
        let what = match left_out {
            None => "shortened (…)".to_owned(),
            Some(left_out) => format!("{left_out} not shown"),
        };
        Ok(Some(match unlisted {
            None => format!("{what}: m shows all, o NAME opens one"),
            Some(unlisted) => format!("{what}: m shows them. {unlisted}"),
        }))
    }

    /// Something that can be skipped.
    fn faint(&mut self, text: &str) -> io::Result<()> {
        self.remark(Some(Tone::Faint), text)
    }

    fn remark(&mut self, tone: Option<Tone>, text: &str) -> io::Result<()> {
        let text = printable(text);
        let width = (self.room)().width.saturating_sub(INDENT.len());
        for line in wrap(self.style, &[(tone, &text)], width) {
            writeln!(self.out, "{INDENT}{line}")?;
        }
        Ok(())
    }

    /// Lines that may be more than the screen holds: the first page, and the others on request.
    fn page(&mut self, mut lines: Vec<String>) -> io::Result<()> {
        // The prompt and the line that says so need room too.
        let most = (self.room)()
            .height
            .map_or(usize::MAX, |height| height.max(8) - 3);
        self.rest = lines.split_off(most.min(lines.len()));
        for line in &lines {
            writeln!(self.out, "{line}")?;
        }
        if !self.rest.is_empty() {
            let more = many(self.rest.len() as u64, "more line");
            self.faint(&format!("… {more}; m shows them"))?;
        }
        Ok(())
    }

    fn neighbour(&self, depth: usize, mark: &str, neighbour: &Neighbour) -> Vec<String> {
        let said = neighbour
            .said
            .map_or_else(String::new, |said| format!(", {said}"));
        let node = format!(
            "  (node {}, {} in all{said})",
            neighbour.number, neighbour.nodes
        );
        let title = printable(&neighbour.title);
        let indent = format!("{INDENT}{}", "  ".repeat(depth));
        let width = (self.room)().width.saturating_sub(indent.len() + 2);
        let spans = [(None, title.as_str()), (Some(Tone::Faint), node.as_str())];
        let lines = wrap(self.style, &spans, width).into_iter().enumerate();
        lines
            .map(|(place, line)| match place {
                0 => format!("{indent}{mark} {line}"),
                _ => format!("{indent}  {line}"),
            })
            .collect()
    }

    fn verdicts(&mut self, verdicts: &[Verdict]) -> io::Result<()> {
        let mut before = 0;
        for verdict in verdicts {
            let Verdict {
                number,
                title,
                answer,
                by,
            } = verdict;
            let text = printable(&format!("{title}: {answer} ({by})"));
            let width = (self.room)().width.saturating_sub(10);
            let lines = wrap(self.style, &[(None, &text)], width);
            // What belongs to the answer before it is taken back with it.
            match std::mem::replace(&mut before, *number) == *number {
                true => writeln!(self.out, "          {}", lines[0])?,
                false => writeln!(self.out, "     {number:>3}. {}", lines[0])?,
            }
            for line in &lines[1..] {
                writeln!(self.out, "          {line}")?;
            }
        }
        Ok(())
    }
}

impl Screen for Text<'_> {
    fn question(&mut self, question: &Question) -> io::Result<()> {
        let number = format!("Q{}", question.number);
        let title = &question.shown.title;
        let which = match question.shown.kind.as_str() {
            kind @ ("statement" | "step") => format!("{kind} {}", question.nodes.0),
            _ => which(&question.shown, &nodes(question.nodes)),
        };
        let heading = self.heading(&number, Tone::Strong, title, &which)?;
        let most = (self.room)().lines_of_a_question();
        let cut = self.shown(&question.shown, most.saturating_sub(heading + OTHER_LINES))?;
        let mut names = question.shown.values.iter().map(|value| &value.name);
        if let Some(moment) = names.find(|name| name.starts_with('@')) {
            self.note(&format!(
                "or say which @ is the first wrong one: n {moment}"
            ))?;
        }
        self.faint(&format!(
            "{}; {}",
            suspects(question.suspects),
            outlook(question.outlook)
        ))?;
        if question.is_for_certain {
            self.note(&question.why)?;
        }
        // What cannot be seen may decide the answer, so that is said right above the prompt.
        cut.map_or(Ok(()), |cut| self.note(&cut))
    }

    fn has_room_beside(&self) -> bool {
        let room = (self.room)();
        room.height.is_some() && room.halves().is_some() && !self.in_one_column
    }

    fn question_beside(&mut self, question: &Question, source: &Listing) -> io::Result<()> {
        self.side_by_side(question, source)
    }

    fn answered(
        &mut self,
        question: &Question,
        answer: &str,
        by: &By,
        differs: &[Difference],
    ) -> io::Result<()> {
        match by {
            // What was typed is on the screen already.
            By::Person => Ok(()),
            _ => {
                let said = match by {
                    By::Knowledge => format!("{answer} ({by}; r {} forgets it)", question.number),
                    _ => format!("{answer} ({by})"),
                };
                writeln!(self.out, "     ▸ {}", printable(&said))?;
                self.differences(differs)
            }
        }
    }

    fn leads(&mut self, leads: &[Lead]) -> io::Result<()> {
        writeln!(self.out)?;
        for line in lead_lines(self.style, (self.room)(), leads) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn found(&mut self, report: &Report) -> io::Result<()> {
        let sure = match report.by_steps {
            0 => "",
            _ => ", as far as can be seen",
        };
        let node = format!("node {}{sure}", report.node);
        let which = which(&report.shown, &node);
        self.heading("BUG", Tone::Bug, &report.shown.title, &which)?;
        let most = (self.room)().lines_of_a_question();
        if let Some(cut) = self.shown(&report.shown, most / 2)? {
            self.faint(&cut)?;
        }
        if let Some(zoomed) = &report.zoom {
            self.zoomed(zoomed, report.code.as_ref())?;
        } else if let Some(listing) = &report.code {
            for line in listing_lines(self.style, (self.room)(), listing) {
                writeln!(self.out, "{line}")?;
            }
            let others = |line: &ListingLine| mark(line) == '·' && !(line.dimmed && line.owned);
            self.faint(match listing.lines().any(others) {
                true => "lines with ▸ ran here and are its own code; those with · ran, but are not",
                false => "lines with ▸ ran here and are its own code",
            })?;
            if listing.lines().any(|line| line.dimmed && line.owned) {
                self.note("· ran too, but what is wrong does not depend on it")?;
            }
        }
        if report.can_zoom {
            self.note(ZOOM)?;
        }
        if let Some(hint) = report.hint {
            self.note(hint)?;
        }
        if report.hint == Some(SAME_CODE_HINT) {
            let runs = many(report.nodes.len() as u64, "run");
            self.note(&format!("{runs} of it are suspect: j NODE asks about one"))?;
        } else if report.nodes.len() > 1 {
            let nodes = ranges(report.nodes.iter().map(|node| node.0));
            self.note(&format!(
                "one of the nodes {nodes}, asked about as one; x none asks which"
            ))?;
        }
        match &report.traceable {
            Traceability::Yes => {
                self.note("everything around it is wrong: it is behind the symptom")?;
            }
            Traceability::NotAsked => {}
            Traceability::No { right } => self.note(&format!(
                "{right} is around it and right: a bug, but perhaps not the one behind the symptom"
            ))?,
        }
        if let Some(share) = report.sure {
            self.note(&how_sure(share))?;
        }
        if report.by_steps > 0 {
            self.note(&by_steps(report.by_steps))?;
        }
        if !report.proof.is_empty() {
            writeln!(self.out, "     because")?;
            self.verdicts(&report.proof)?;
        }
        let others = report.answered - report.answered_by_person;
        let answers = many(report.answered as u64, "answer");
        match others {
            0 => writeln!(self.out, "     {answers}"),
            1 if report.answered == 1 => writeln!(self.out, "     {answers}, not yours"),
            _ => writeln!(self.out, "     {answers}, {others} of them not yours"),
        }
    }

    fn candidates(&mut self, candidates: &Candidates) -> io::Result<()> {
        self.undecided(candidates)
    }

    fn list(&mut self, candidates: &Candidates) -> io::Result<()> {
        writeln!(self.out, "     {}:", many(candidates.count, "suspect"))?;
        self.suspects(candidates)
    }

    fn no_bug(&mut self, found: usize) -> io::Result<()> {
        let heading = if found == 0 { "NO BUG" } else { "NO OTHER BUG" };
        writeln!(
            self.out,
            "\n{heading}  everything that could hold one is right"
        )?;
        self.faint("if the run is wrong all the same, h shows the answers and r N revises one")
    }

    fn wait(&mut self, asked: bool) -> io::Result<()> {
        self.note(match asked {
            true => "all that has finished is right so far; the program is still running",
            false => "nothing worth a question has finished yet; the program is still running",
        })
    }

    fn waiting(&mut self, waiting: Option<Waiting>) -> io::Result<()> {
        let Some(now) = waiting else {
            self.clear_waiting()?;
            self.waiting = None;
            return Ok(());
        };
        if self.may_redraw() {
            let width = (self.room)().width.saturating_sub(INDENT.len() + 1);
            let line: String = waiting_line(now).chars().take(width).collect();
            let line = self.style.paint(Tone::Faint, &line);
            write!(self.out, "\r{INDENT}{line}\x1b[K")?;
        } else {
            // Where lines stay, only now and then one more is worth reading.
            let stale = self.waiting.is_none_or(|told| {
                told.program != now.program || now.seconds >= told.seconds + STALE
            });
            if !stale {
                return Ok(());
            }
            self.note(&waiting_line(now))?;
        }
        self.waiting = Some(now);
        Ok(())
    }

    fn contradiction(&mut self, clash: &[Verdict]) -> io::Result<()> {
        writeln!(
            self.out,
            "\nCONTRADICTION  these answers cannot all be true:"
        )?;
        self.verdicts(clash)?;
        writeln!(self.out, "     r N takes answer N back")
    }

    fn history(&mut self, verdicts: &[Verdict]) -> io::Result<()> {
        if verdicts.is_empty() {
            return self.note("nothing was answered yet");
        }
        self.verdicts(verdicts)
    }

    fn revise(&mut self, proof: &[Verdict]) -> io::Result<()> {
        self.note("then one of the answers it rests on must be wrong:")?;
        self.verdicts(proof)?;
        self.note("r N takes answer N back and asks it again")
    }

    fn names(&mut self, names: &[String]) -> io::Result<()> {
        if names.is_empty() {
            return self.note("nothing can be opened here");
        }
        self.note(&format!("o opens {}", names.join(", ")))
    }

    fn opened(&mut self, opened: &OpenedValue) -> io::Result<()> {
        let room = (self.room)();
        let mut lines = in_full(self.style, room, std::slice::from_ref(&opened.whole));
        let name = printable(&opened.whole.name);
        if opened.earlier > 0 {
            let earlier = opened.earlier;
            lines.push(format!(
                "{INDENT}… {earlier} before: o {name}[0..{earlier}]"
            ));
        }
        lines.extend(in_full(self.style, room, &opened.parts));
        if opened.later > 0 {
            let next = opened.earlier + opened.parts.len();
            let later = opened.later;
            lines.push(format!("{INDENT}… {later} after: o {name}[{next}..]"));
        }
        self.page(lines)
    }

    fn source(&mut self, listing: &Listing) -> io::Result<()> {
        let lines = listing_lines(self.style, (self.room)(), listing);
        self.page(lines)
    }

    fn printed(&mut self, printed: &Printed) -> io::Result<()> {
        if printed.total == 0 {
            return self.note("nothing was printed or read meanwhile");
        }
        let width = (self.room)().width.saturating_sub(INDENT.len() + 6);
        let mut lines = Vec::new();
        for (stream, text) in &printed.pieces {
            for line in text.lines() {
                let line = printed_line(line);
                let wrapped = wrap(self.style, &[(None, &line)], width);
                lines.extend(
                    wrapped
                        .iter()
                        .map(|part| format!("{INDENT}{stream:<3} │ {part}")),
                );
            }
        }
        if printed.total > printed.shown {
            let total = many(printed.total, "byte");
            lines.push(format!(
                "{INDENT}… {total} in all; output.txt in the recording holds everything"
            ));
        }
        self.page(lines)
    }

    fn around(&mut self, around: &Around) -> io::Result<()> {
        let mut lines = Vec::new();
        if around.further_out > 0 {
            let out = many(around.further_out as u64, "node");
            lines.push(format!("{INDENT}… inside {out} more"));
        }
        for (depth, neighbour) in around.above.iter().enumerate() {
            lines.extend(self.neighbour(depth, " ", neighbour));
        }
        let depth = around.above.len();
        lines.extend(self.neighbour(depth, "▸", &around.node));
        for neighbour in &around.inside {
            lines.extend(self.neighbour(depth + 1, " ", neighbour));
        }
        if around.more_inside > 0 {
            let indent = "  ".repeat(depth + 2);
            lines.push(format!("{INDENT}{indent}… {} more", around.more_inside));
        }
        lines.push(format!("{INDENT}j NODE asks about one of them"));
        self.page(lines)
    }

    fn more(&mut self) -> io::Result<bool> {
        let rest = std::mem::take(&mut self.rest);
        let some = !rest.is_empty();
        self.page(rest)?;
        Ok(some)
    }

    fn new_output(&mut self, output: &NewOutput) -> io::Result<()> {
        if output.more || !output.lines.is_empty() {
            self.clear_waiting()?;
        }
        // A pipe holds lines of any length; on a screen the output must not push the question away.
        let (width, on_screen) = (
            (self.room)().width.max(16) - 3,
            (self.room)().height.is_some(),
        );
        if output.more {
            let kept = format!("│ … more is in {}", printable(&output.kept_in));
            writeln!(self.out, "{}", self.style.paint(Tone::Faint, &kept))?;
        }
        for line in &output.lines {
            let line = printed_line(line);
            let line = match on_screen && line.chars().count() > width {
                true => line.chars().take(width - 2).chain(" …".chars()).collect(),
                false => line,
            };
            let line = self.style.paint(Tone::Faint, &format!("│ {line}"));
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn why(&mut self, question: &Question) -> io::Result<()> {
        self.note(&question.why)?;
        self.note(&format!(
            "right removes {} of {}, wrong removes {}",
            question.suspects.right_removes(),
            many(question.suspects.now, "suspect"),
            question.suspects.wrong_removes()
        ))?;
        self.faint("a suspect is a call, a loop or an iteration that may still hold the bug")
    }

    fn help(&mut self, prompt: Prompt) -> io::Result<()> {
        self.out.write_all(help::help(prompt).as_bytes())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.remark(None, text)
    }

    fn prompt(&self, prompt: Prompt) -> &'static str {
        help::prompt(prompt)
    }

    fn show_prompt(&mut self, prompt: Prompt) -> io::Result<()> {
        write!(self.out, "{}", help::prompt(prompt))?;
        self.out.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn echo(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", printable(line))
    }

    fn end_prompt(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }
}

fn nodes((first, last): (NodeNumber, NodeNumber)) -> String {
    if first == last {
        format!("node {first}")
    } else {
        format!("nodes {first} to {last}")
    }
}

/// Which nodes something is about, with the name of the loop if it is one.
fn which(shown: &Shown, nodes: &str) -> String {
    match &shown.loop_name {
        Some(name) => format!("{}, {nodes}", short(name)),
        None => nodes.to_owned(),
    }
}

/// The name of a loop without its package; classes inside others are named as in the source.
fn short(name: &str) -> String {
    let mut parts = name.rsplitn(3, '.');
    let (last, class) = (parts.next(), parts.next());
    let class = class.map(|class| match class.contains("$$") {
        true => class.to_owned(),
        false => class.replace('$', "."),
    });
    let parts: Vec<String> = class.into_iter().chain(last.map(str::to_owned)).collect();
    printable(&parts.join("."))
}

/// The line about the program that the session waits for.
fn waiting_line(waiting: Waiting) -> String {
    let nodes = many(waiting.nodes, "node");
    match waiting.program {
        ProgramState::Running => format!("waiting for more: {nodes} so far, {} s", waiting.seconds),
        ProgramState::Suspended(process) => {
            format!("the program is suspended; kill -CONT {process} lets it go on")
        }
        ProgramState::Ended => {
            format!("the program has ended; reading the rest of it, {nodes} so far")
        }
    }
}

fn suspects(suspects: Suspects) -> String {
    let Suspects {
        now,
        if_right,
        if_wrong,
    } = suspects;
    let now = many(now, "suspect");
    format!("{now}, right leaves {if_right}, wrong {if_wrong}")
}

fn outlook(outlook: Outlook) -> String {
    let Outlook { mean, worst, exact } = outlook;
    match (exact, worst) {
        (true, 0) => "no question is needed".to_owned(),
        (true, 1) => "1 question to go".to_owned(),
        (true, _) => format!("{mean:.1} questions to go, at most {worst}"),
        (false, _) => format!("about {mean:.0} questions to go"),
    }
}

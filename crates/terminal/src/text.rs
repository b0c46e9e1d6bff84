//! The session in plain lines for people: good in 80 columns, with and without colour, in pipes
//! and for screen readers.

use std::io::{self, Write};

use elenchus_session::{
    By, Candidates, Outlook, Question, Report, Shown, Suspects, Traceability, Value, Verdict,
};

use crate::listing::write_listing;
use crate::screen::{Prompt, Screen};
use crate::style::{Style, Tone, printable};

/// Plain lines on an output.
pub struct Text<'a> {
    out: &'a mut dyn Write,
    style: Style,
}

impl<'a> Text<'a> {
    /// Lines on `out`, in this style.
    pub fn new(out: &'a mut dyn Write, style: Style) -> Text<'a> {
        Text { out, style }
    }

    /// What ran, what went in and what came out, each line indented.
    fn shown(&mut self, shown: &Shown) -> io::Result<()> {
        let width = shown.values.iter().map(|v| v.name.chars().count()).max();
        for value in &shown.values {
            let name = printable(&value.name);
            let text = self.value(value);
            writeln!(
                self.out,
                "     {name:<width$}  {text}",
                width = width.unwrap_or(0)
            )?;
        }
        for (word, text) in [("before", &shown.before), ("after", &shown.after)] {
            if let Some(text) = text {
                writeln!(self.out, "     {word:<6}  {}", printable(text))?;
            }
        }
        if let Some(lines) = &shown.lines {
            let lines = self.style.paint(Tone::Faint, &printable(lines));
            writeln!(self.out, "     {lines}")?;
        }
        Ok(())
    }

    fn value(&self, value: &Value) -> String {
        let before = value.before.as_deref().map(printable);
        let after = value.after.as_deref().map(printable);
        match (before, after) {
            (Some(before), Some(after)) if before == after => before,
            (Some(before), Some(after)) => {
                let after = self.style.paint(Tone::Changed, &after);
                format!("{before} → {after}")
            }
            (None, Some(after)) => format!("→ {}", self.style.paint(Tone::Changed, &after)),
            (Some(before), None) => before,
            (None, None) => String::new(),
        }
    }

    fn verdicts(&mut self, verdicts: &[Verdict]) -> io::Result<()> {
        for verdict in verdicts {
            let Verdict {
                number,
                title,
                answer,
                by,
            } = verdict;
            let title = printable(title);
            writeln!(self.out, "     {number:>3}. {title}: {answer} ({by})")?;
        }
        Ok(())
    }

    fn suspects(&mut self, candidates: &Candidates) -> io::Result<()> {
        for (number, title) in &candidates.first {
            writeln!(self.out, "     node {number}  {}", printable(title))?;
        }
        let more = candidates.count - candidates.first.len() as u64;
        if more > 0 {
            writeln!(self.out, "     … and {more} more")?;
        }
        Ok(())
    }
}

impl Screen for Text<'_> {
    fn question(&mut self, question: &Question) -> io::Result<()> {
        let number = self
            .style
            .paint(Tone::Strong, &format!("Q{}", question.number));
        let title = self
            .style
            .paint(Tone::Strong, &printable(&question.shown.title));
        let which = match &question.shown.loop_name {
            Some(name) => format!("{}, {}", short(name), nodes(question.nodes)),
            None => nodes(question.nodes),
        };
        writeln!(self.out, "\n{number}  {title}  ({which})")?;
        self.shown(&question.shown)?;
        let forecast = format!(
            "{}; {}",
            suspects(question.suspects),
            outlook(question.outlook)
        );
        writeln!(
            self.out,
            "     {}",
            self.style.paint(Tone::Faint, &forecast)
        )
    }

    fn answered(&mut self, _: &Question, answer: &str, by: &By) -> io::Result<()> {
        match by {
            // What was typed is on the screen already.
            By::Person => Ok(()),
            _ => writeln!(self.out, "     ▸ {answer} ({by})"),
        }
    }

    fn found(&mut self, report: &Report) -> io::Result<()> {
        let bug = self.style.paint(Tone::Bug, "BUG");
        let title = self
            .style
            .paint(Tone::Strong, &printable(&report.shown.title));
        let which = match &report.shown.loop_name {
            Some(name) => format!("{}, node {}", short(name), report.node),
            None => format!("node {}", report.node),
        };
        writeln!(self.out, "\n{bug}  {title}  ({which})")?;
        self.shown(&report.shown)?;
        if let Some(listing) = &report.code {
            write_listing(self.out, self.style, listing)?;
        }
        if let Some(hint) = report.hint {
            self.note(hint)?;
        }
        if report.nodes.len() > 1 {
            let nodes: Vec<String> = report.nodes.iter().map(ToString::to_string).collect();
            let nodes = nodes.join(", ");
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
        if !report.proof.is_empty() {
            writeln!(self.out, "     because")?;
            self.verdicts(&report.proof)?;
        }
        let others = report.answered - report.answered_by_person;
        match (report.answered, others) {
            (1, 0) => writeln!(self.out, "     1 answer"),
            (n, 0) => writeln!(self.out, "     {n} answers"),
            (n, others) => writeln!(self.out, "     {n} answers, {others} of them not yours"),
        }
    }

    fn candidates(&mut self, candidates: &Candidates) -> io::Result<()> {
        let Candidates {
            count,
            unknown,
            wrong,
            ..
        } = candidates;
        let known = if *wrong {
            "the bug is in one of"
        } else {
            "if there is a bug, it is in one of"
        };
        writeln!(self.out, "\nUNDECIDED  {known} {}:", many(*count, "node"))?;
        self.suspects(candidates)?;
        if *unknown > 0 {
            let questions = many(*unknown as u64, "question");
            self.note(&format!(
                "{questions} answered with \"don't know\": a asks them again"
            ))?;
        }
        Ok(())
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
        )
    }

    fn wait(&mut self) -> io::Result<()> {
        self.note("all that has finished is right so far; the program is still running")
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

    fn why(&mut self, question: &Question) -> io::Result<()> {
        self.note(&question.why)?;
        self.note(&format!(
            "right removes {} of {}, wrong removes {}",
            question.suspects.right_removes(),
            many(question.suspects.now, "suspect"),
            question.suspects.wrong_removes()
        ))
    }

    fn help(&mut self, prompt: Prompt) -> io::Result<()> {
        self.out.write_all(help(prompt).as_bytes())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(wrapped(&printable(text)).as_bytes())
    }

    fn prompt(&mut self, prompt: Prompt) -> io::Result<()> {
        let text = match prompt {
            Prompt::Question => {
                "right? [y]es [n]o [d]on't know [t]rust [i]nadmissible [u]ndo [?] > "
            }
            Prompt::Found => "[c]ontinue with the next bug, [r N] revise answer N, [q]uit [?] > ",
            Prompt::Candidates => "[a]sk again, [j NODE] ask about a node, [u]ndo, [q]uit [?] > ",
            Prompt::NoBug => "[u]ndo, [j NODE] ask about a node, [q]uit [?] > ",
            Prompt::Contradiction => "[r N] take answer N back, [u]ndo, [q]uit [?] > ",
        };
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    fn echo(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", printable(line))
    }

    fn end_of_input(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }
}

fn nodes((first, last): (usize, usize)) -> String {
    if first == last {
        format!("node {first}")
    } else {
        format!("nodes {first} to {last}")
    }
}

/// The name of a loop without its package.
fn short(name: &str) -> String {
    let mut parts = name.rsplitn(3, '.');
    let (last, class) = (parts.next(), parts.next());
    let parts: Vec<&str> = class.into_iter().chain(last).collect();
    printable(&parts.join("."))
}

/// A count with its noun, in the plural where it should be.
pub(crate) fn many(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
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

/// Text in lines that fit 80 columns, each indented like everything below a heading.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 75;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let length = line.chars().count() + 1 + word.chars().count();
        if line.is_empty() {
            line.push_str(word);
        } else if length <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter().map(|line| format!("     {line}\n")).collect()
}

/// What can be typed at a prompt.
fn help(prompt: Prompt) -> String {
    let answers = "     y  yes, this is right
     n  no, this is wrong: what came out does not fit what went in
     d  don't know; it may be asked again when nothing else is left
     t  trust this routine: its own code is right wherever it runs (t PATTERN: all that match)
     i  inadmissible: it should never have been called like this
";
    let common = "     u  undo the last answer (u N: the last N, u all: everything)
     r  r N takes answer N back, whoever gave it
     h  history: all answers
     s  s NAME changes the strategy; s lists them
     x  x NAME… changes the transformations
     l  list the suspects that are left
     j  j NODE asks about a node next: a number, ROUTINE, or ROUTINE#n for its n-th call
     close   look into this only when it is wrong or nothing else is left
             (close NODE, close PATTERN: all calls that match)
     reopen  look into what was closed after all (reopen NODE, reopen PATTERN)
     name    name NEW gives the loop in question a name; name LOOP NEW any loop
     w  why this question
     a  ask again what was answered with \"don't know\"
     c  continue with the next bug, once one is found
     q  save and quit
     ?  this help
";
    match prompt {
        Prompt::Question => format!("{answers}{common}"),
        _ => common.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn notes_fit_eighty_columns() {
        let text = "word ".repeat(40);
        let lines = wrapped(text.trim());
        assert!(lines.lines().all(|line| line.len() <= 80));
        assert_eq!(lines.split_whitespace().count(), 40);
        let long = "x".repeat(100);
        assert_eq!(wrapped(&long), format!("     {long}\n"));
    }
}

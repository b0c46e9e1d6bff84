//! Reports as Markdown, to paste into an issue tracker.

use std::fmt::Write;

use elenchus_guard::text::printable;
use elenchus_session::{Report, Traceability, Value};
use elenchus_source::{Execution, Listing, ListingLine};

use elenchus_session::words::{how_sure, many, ranges};

/// The reports of one session, one section each.
pub fn markdown(reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        if !text.is_empty() {
            text.push('\n');
        }
        section(&mut text, report);
    }
    text
}

fn section(out: &mut String, report: &Report) {
    let shown = &report.shown;
    let place = match &shown.lines {
        Some(lines) => format!(" ({})", plain(lines)),
        None => String::new(),
    };
    let name = match shown.routine.as_str() {
        "" => &shown.title,
        routine => routine,
    };
    let sure = match report.by_steps {
        0 => "",
        _ => ", as far as can be seen",
    };
    line(out, &format!("## Bug in {}{place}{sure}\n", code(name)));
    line(out, &format!("{}\n", code(&shown.title)));
    values(out, &shown.values);
    for (word, state) in [("before", &shown.before), ("after", &shown.after)] {
        if let Some(state) = state {
            line(out, &format!("{word}: {}\n", code(state)));
        }
    }
    if let Some(listing) = &report.code {
        line(
            out,
            "Lines marked `>` ran in this very piece and are its own:\n",
        );
        source(out, listing);
    }
    if let Some(zoomed) = &report.zoom {
        let lines = ranges(zoomed.lines.iter().map(|&line| line as usize));
        let why = plain(&zoomed.why);
        line(out, &format!("To blame is line {lines}: {why}.\n"));
    }
    if let Some(hint) = report.hint {
        line(out, &format!("{}.\n", sentence(hint)));
    }
    if let Some(share) = report.sure {
        line(out, &format!("{}.\n", sentence(&how_sure(share))));
    }
    if report.by_steps > 0 {
        line(out, &format!("{}.\n", sentence(&by_steps(report.by_steps))));
    }
    if report.nodes.len() > 1 {
        let nodes = many(report.nodes.len() as u64, "call");
        line(
            out,
            &format!("It is one of {nodes} that were judged as one.\n"),
        );
    }
    match &report.traceable {
        Traceability::Yes => {
            line(
                out,
                "Everything around it is wrong too: it is behind the symptom.\n",
            );
        }
        Traceability::NotAsked => {}
        Traceability::No { right } => line(
            out,
            &format!(
                "{} is around it and right: a bug, but perhaps not the one behind the symptom.\n",
                code(right)
            ),
        ),
    }
    if !report.proof.is_empty() {
        line(out, "It must be there, because\n");
        for verdict in &report.proof {
            let title = code(&verdict.title);
            let (answer, by) = (&verdict.answer, plain(&verdict.by));
            line(out, &format!("- {title} is **{answer}** (said by {by})"));
        }
        out.push('\n');
    }
    let others = report.answered - report.answered_by_person;
    let answers = many(report.answered as u64, "answer");
    line(
        out,
        &match others {
            0 => format!("Found by Elenchus after {answers}."),
            _ => format!("Found by Elenchus after {answers}, {others} of them given by oracles."),
        },
    );
}

fn values(out: &mut String, values: &[Value]) {
    if values.is_empty() {
        return;
    }
    line(out, "| value | before | after |\n|---|---|---|");
    for value in values {
        let cell = |side: &Option<String>| side.as_deref().map_or_else(String::new, in_table);
        let (before, after) = (cell(&value.before), cell(&value.after));
        line(
            out,
            &format!("| {} | {before} | {after} |", in_table(&value.name)),
        );
    }
    out.push('\n');
}

fn source(out: &mut String, listing: &Listing) {
    let width = listing.number_width();
    let longest = listing.lines().map(|line| backticks(&line.text)).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    line(out, &fence);
    for (place, block) in listing.blocks.iter().enumerate() {
        if place > 0 {
            line(out, "  …");
        }
        for each in block {
            let own = if is_own(each) { '>' } else { ' ' };
            let text = format!("{own} {:>width$}  {}", each.number, each.text);
            line(out, text.trim_end());
        }
    }
    line(out, &format!("{fence}\n"));
}

/// Whether a line ran and belongs to the piece in question.
fn is_own(line: &ListingLine) -> bool {
    line.execution == Execution::Ran && line.owned && !line.dimmed
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string does not fail");
}

/// Text as code, whatever is in it.
fn code(text: &str) -> String {
    let text = printable(text);
    let fence = "`".repeat(backticks(&text) + 1);
    // A backtick at an end would be taken for a part of the fence.
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Code in a cell of a table, where a bar would end the cell.
fn in_table(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// The length of the longest run of backticks.
fn backticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Text outside of code, with what Markdown would take for markup made harmless.
fn plain(text: &str) -> String {
    let mut safe = String::new();
    for c in printable(text).chars() {
        if matches!(
            c,
            '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '#'
        ) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// What is said of a bug that rests on answers which compare only what can be seen.
pub fn by_steps(count: usize) -> String {
    let answers = match count {
        1 => "1 answer compares".to_owned(),
        _ => format!("{} compare", many(count as u64, "answer")),
    };
    format!(
        "{answers} both runs step by step, by what was recorded of them; to be certain, look at what they say and revise it with r N, \
         or record both runs with --writes for the classes that are shown as not recorded"
    )
}

#[cfg(test)]
mod tests {
    use elenchus_session::{NodeNumber, Shown, Verdict};

    use super::*;

    fn report() -> Report {
        Report {
            node: NodeNumber(3),
            shown: Shown {
                routine: "Cart.total".to_owned(),
                kind: "routine".to_owned(),
                title: "Cart.total(code = \"`|`\")".to_owned(),
                values: vec![Value {
                    name: "returned".to_owned(),
                    before: None,
                    after: Some("\"a|b\"".to_owned()),
                }],
                lines: Some("Cart.java:7–9".to_owned()),
                ..Shown::default()
            },
            nodes: vec![NodeNumber(3)],
            code: None,
            traceable: Traceability::Yes,
            hint: None,
            sure: None,
            zoom: None,
            can_zoom: false,
            by_steps: 0,
            proof: vec![Verdict {
                number: 1,
                title: "Cart.total".to_owned(),
                answer: "wrong".to_owned(),
                by: "you".to_owned(),
            }],
            answered: 3,
            answered_by_person: 2,
        }
    }

    #[test]
    fn what_the_program_held_cannot_break_the_page() {
        let text = markdown(&[report()]);
        assert!(
            text.starts_with("## Bug in `Cart.total` (Cart.java:7–9)\n"),
            "{text}"
        );
        assert!(text.contains("``Cart.total(code = \"`|`\")``"), "{text}");
        assert!(text.contains("| `returned` |  | `\"a\\|b\"` |"), "{text}");
        assert!(
            text.contains("- `Cart.total` is **wrong** (said by you)"),
            "{text}"
        );
        assert!(
            text.contains("after 3 answers, 1 of them given by oracles"),
            "{text}"
        );
    }

    #[test]
    fn several_bugs_have_a_section_each() {
        let text = markdown(&[report(), report()]);
        assert_eq!(text.matches("## Bug in").count(), 2);
    }
}

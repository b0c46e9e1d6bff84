//! Several calls one after the other, shown as one step: each in a line with what it changed and returned.

use elenchus_session::words::{many, ranges};
use elenchus_session::{LeftOut, OpenedValue, Program, Shown, Subject, Value as Row};
use elenchus_trace::definition::RoutineDef;
use elenchus_trace::{NodeData, NodeKind, Outcome};
use elenchus_tree::{Kind, NodeId};

use crate::heap::Value;
use crate::run::Run;
use crate::showing::meanwhile;
use crate::showing::question::Writer;
use crate::showing::scene::{arguments, given_as, visible_in_call};
use crate::showing::show::Limits;
use crate::showing::sites::{Site, sites_of};
use crate::showing::together::{Made, together};

/// The calls listed at the beginning and at the end of a long step; a question should fit a screen.
pub(crate) const FIRST: usize = 100;
const LAST: usize = 2;

/// What more calls have changed together is not told: to look at every one of them would take too long.
const MOST_TOGETHER: usize = 300;

/// A longer receiver stands behind its call.
const SHORT_RECEIVER: usize = 32;

/// How many routines are named as those of a group, at most.
const MOST_NAMES: usize = 3;

/// A longer line of the caller is cut: `source` shows it.
const LONGEST_SITE: usize = 64;

/// How many characters of several calls stand on one line of the smallest screen, behind the name of the row.
const ROOM_OF_A_LINE: usize = 80 - 5 - 7;

/// About how many characters of values all lines together show.
const ROOM: usize = 1000;

impl Writer<'_> {
    /// Calls side by side, as one step.
    pub(crate) fn calls(&self, subject: Subject) -> Shown {
        let nodes: Vec<_> = subject.nodes(self.run.tree()).collect();
        let brief = Writer {
            limits: match self.is_ample {
                true => self.limits,
                false => self.brief.unwrap_or_else(|| limits_of_a_line(nodes.len())),
            },
            most_changes: self.most_changes,
            ..Writer::new(self.run)
        };
        let first = self.first_calls;
        let left_out = first..nodes.len().saturating_sub(LAST).max(first);
        let mut names: Vec<String> = Vec::new();
        let mut rows = Vec::new();
        // Which row tells of which call, and what each has changed.
        let mut told: Vec<(usize, NodeId)> = Vec::new();
        let mut made: Vec<Made> = Vec::new();
        let mut met: Vec<Value> = Vec::new();
        let mut settled: Vec<usize> = Vec::new();
        for (place, &node) in nodes.iter().enumerate() {
            if place == left_out.start && !left_out.is_empty() {
                rows.push(Row {
                    name: "…".to_owned(),
                    before: Some(format!("{} more", left_out.len())),
                    after: None,
                });
            }
            if left_out.contains(&place) && nodes.len() > MOST_TOGETHER {
                continue;
            }
            let Some((def, data)) = self.call_of(node) else {
                continue;
            };
            if left_out.contains(&place) {
                made.extend(brief.line((place + 1, node), def, &data, true).1);
                continue;
            }
            let name = self.routine_name(def);
            if !names.contains(&name) {
                names.push(name);
            }
            if self.settled.contains(&node) {
                settled.push(place + 1);
                continue;
            }
            let is_met = |receiver: Value| met.iter().any(|other| other.same(receiver));
            let was_met = data.receiver.is_some_and(is_met);
            let (row, changes) = brief.line((place + 1, node), def, &data, was_met);
            told.push((rows.len(), node));
            made.extend(changes);
            rows.push(row);
            met.extend(data.receiver);
            met.extend(arguments(def, &data).map(|(_, value)| value));
        }
        self.leave_out(brief.left_out.get());
        self.leave_out(LeftOut {
            calls: left_out.len(),
            ..LeftOut::default()
        });
        if !settled.is_empty() {
            let numbers = ranges(settled);
            rows.push(Row {
                name: "left out".to_owned(),
                before: Some(format!("{numbers}: right, trusted or trivial already")),
                after: None,
            });
        }
        match self.brief {
            None => rows = self.with_what_fits(rows, &told, &made, &names),
            // Programs have room for everything.
            Some(_) => {
                let after_calls = told.last().map_or(0, |&(place, _)| place + 1);
                rows.splice(after_calls..after_calls, together(&made));
            }
        }
        let calls = many(nodes.len() as u64, "call");
        let title = match names.as_slice() {
            [name] => format!("{name}: {calls}"),
            _ => format!("{}: {calls} in a row", self.caller_of(nodes[0])),
        };
        names.truncate(MOST_NAMES);
        let routine = names.join("; ");
        Shown {
            title,
            routine,
            kind: "projection".to_owned(),
            values: rows,
            ..Shown::default()
        }
    }

    /// The rows about some calls together with what these have changed in all, and with the lines of the caller, as far as a
    /// screen has room for them.
    fn with_what_fits(
        &self,
        rows: Vec<Row>,
        told: &[(usize, NodeId)],
        made: &[Made],
        names: &[String],
    ) -> Vec<Row> {
        let fits = |rows: &Vec<Row>| self.screen.fits(rows);
        let calls: Vec<NodeId> = told.iter().map(|&(_, node)| node).collect();
        let after_calls = told.last().map_or(0, |&(place, _)| place + 1);
        let mut in_all = rows.clone();
        let is_tall = !fits(&rows);
        if is_tall
            && let [name] = names
            && let Some(rows) = several_in_a_line(&rows, name).filter(fits)
        {
            return rows;
        }
        // Of calls that are too many for a screen, what they came to is read first.
        let place = if is_tall { 0 } else { after_calls };
        in_all.splice(place..place, together(made));
        if is_tall {
            return in_all;
        }
        let rows = if fits(&in_all) { in_all } else { rows };
        let mut with_lines = rows.clone();
        let sites = sites_of(self.run, &calls);
        for place in (0..told.len()).rev() {
            let is_met = place > 0 && sites[place] == sites[place - 1];
            if let Some(site) = sites[place].as_ref().filter(|_| !is_met) {
                with_lines.insert(told[place].0, site_row(site));
            }
        }
        if fits(&with_lines) { with_lines } else { rows }
    }

    /// The routine that made a call.
    fn caller_of(&self, node: NodeId) -> String {
        let around = self.run.tree().parent(node);
        let caller = around.and_then(|around| self.run.call_around(around));
        match caller.and_then(|caller| self.call_of(caller)) {
            Some((def, _)) => self.routine_name(def),
            None => "the run".to_owned(),
        }
    }

    fn call_of(&self, node: NodeId) -> Option<(&RoutineDef, NodeData)> {
        let data = self.run.data(node)?;
        let NodeKind::Routine(id) = data.kind else {
            return None;
        };
        Some((self.run.definitions().routine(id)?, data))
    }

    /// One call in one line: `Position(x=8, y=1).right(): this.x 8 → 9`. The state of a receiver that an
    /// earlier line has told is not told again. Its changes are given by themselves, too.
    fn line(
        &self,
        (number, node): (usize, NodeId),
        def: &RoutineDef,
        data: &NodeData,
        was_met: bool,
    ) -> (Row, Vec<Made>) {
        let visible = visible_in_call(self.run.language(), def, data);
        let names = self.names(&visible, &[], data.before, data.after);
        let arguments: Vec<String> = arguments(def, data)
            .map(|(name, value)| {
                let value = self.written_before(value, data.before, &names);
                self.run.language().argument(&name, &value)
            })
            .collect();
        let constructor = def.is_constructor();
        let receiver = data.receiver.filter(|_| !constructor && !was_met);
        let receiver = receiver.map(|receiver| self.written_before(receiver, data.before, &names));
        let called = format!("{}({})", self.routine_name(def), arguments.join(", "));
        // A long receiver would push out of sight what was called.
        let call = match receiver {
            Some(receiver) if receiver.chars().count() <= SHORT_RECEIVER => {
                format!("{receiver}.{}({})", def.name, arguments.join(", "))
            }
            Some(receiver) => format!("{called} on {receiver}"),
            None => called,
        };
        let mut told = self.rows(&visible, (data, data), &names);
        let after = data.after.unwrap_or(data.before);
        let written = |value| self.written_after(value, after, &names);
        let result = match data.outcome {
            Outcome::Threw(exception) => Some(format!(
                "{} {}",
                self.run.language().threw(),
                written(exception)
            )),
            Outcome::Returned(_) if constructor => data.receiver.map(written),
            Outcome::Returned(Value::Missing) => None,
            Outcome::Returned(value) => {
                let given = given_as(self.run, &visible, value, after);
                Some(given.map_or_else(|| written(value), str::to_owned))
            }
            _ => None,
        };
        let made = told.iter().filter(|row| row.after.is_some());
        let made = made.map(|row| Made::new(row, &visible)).collect();
        meanwhile::mark(self.run, Subject::node(node), &mut told);
        let mut changes: Vec<String> = told.iter().map(change).collect();
        let set = self.initialised_rows(def, data, &names, &told).into_iter();
        changes.extend(set.map(|row| format!("{} = {}", row.name, row.after.unwrap_or_default())));
        changes.extend(self.printed(data));
        // Behind the arrow of a change, a result has to say that it is none.
        let has_returned = matches!(data.outcome, Outcome::Returned(_));
        let result = match changes.is_empty() || !has_returned {
            true => result,
            false => result.map(|result| format!("returned {result}")),
        };
        let told = match changes.as_slice() {
            [] => call,
            _ => format!("{call}: {}", changes.join(", ")),
        };
        let row = Row {
            name: number.to_string(),
            before: Some(told),
            after: result,
        };
        (row, made)
    }
}

/// The calls of one routine with several on a line, each with its number; nothing when one of them is not short. The name of the
/// routine stands in the title.
fn several_in_a_line(rows: &[Row], name: &str) -> Option<Vec<Row>> {
    let mut packed: Vec<Row> = Vec::new();
    let mut used = 0;
    for row in rows {
        let short = row
            .before
            .as_deref()
            .and_then(|call| call.strip_prefix(name));
        let is_call = row.name.parse::<usize>().is_ok();
        let Some(short) = short.filter(|_| is_call) else {
            packed.push(row.clone());
            used = ROOM_OF_A_LINE;
            continue;
        };
        let cell = format!("{} {short}", row.name);
        let result = row
            .after
            .as_ref()
            .map_or(0, |result| result.chars().count() + 3);
        let length = cell.chars().count() + result;
        if cell.contains('…') || length > ROOM_OF_A_LINE {
            return None;
        }
        match packed.last_mut() {
            Some(line) if used + 2 + length <= ROOM_OF_A_LINE => {
                let before = line.before.take().into_iter().chain(line.after.take());
                let before = before.collect::<Vec<_>>().join(" → ");
                line.before = Some(format!("{before}; {cell}"));
                line.after.clone_from(&row.after);
                used += 2 + length;
            }
            _ => {
                packed.push(Row {
                    name: "calls".to_owned(),
                    before: Some(cell),
                    after: row.after.clone(),
                });
                used = length;
            }
        }
    }
    Some(packed)
}

/// A line of the caller, above the calls that were made on it.
fn site_row(site: &Site) -> Row {
    let text: String = match site.text.chars().count() > LONGEST_SITE {
        true => site
            .text
            .chars()
            .take(LONGEST_SITE)
            .chain(" …".chars())
            .collect(),
        false => site.text.clone(),
    };
    Row {
        name: format!("line {}", site.line),
        before: Some(text),
        after: None,
    }
}

/// How much of each value is told in the line of one of `calls` calls: the fewer they are, the more.
pub(crate) fn limits_of_a_line(calls: usize) -> Limits {
    Limits {
        depth: 4,
        items: 30,
        width: (ROOM / calls.max(1)).clamp(48, 300),
    }
}

/// One of several calls side by side, opened by its number: the call, and what a question about it alone would show.
pub(crate) fn member(run: &Run, subject: Subject, number: &str) -> Option<OpenedValue> {
    let place = number.parse::<usize>().ok()?.checked_sub(1)?;
    if subject.single().is_some() || run.tree().kind(subject.first()) != Kind::Routine {
        return None;
    }
    let node = subject.nodes(run.tree()).nth(place)?;
    let shown = Writer::new(run).show(Subject::node(node));
    let parts = shown.values.into_iter().map(|value| Row {
        name: format!("{number}.{}", value.name),
        ..value
    });
    let whole = Row {
        name: number.to_owned(),
        before: Some(shown.title),
        after: None,
    };
    Some(OpenedValue {
        parts: parts.collect(),
        ..OpenedValue::plain(whole)
    })
}

fn change(row: &Row) -> String {
    let sides: Vec<&str> = [&row.before, &row.after]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    format!("{} {}", row.name, sides.join(" → "))
}

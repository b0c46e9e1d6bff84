//! Several calls one after the other, shown as one step: each in a line, then what they changed
//! together.

use elenchus_session::{Program, Shown, Subject, Value as Row};
use elenchus_trace::definition::RoutineDef;
use elenchus_trace::{NodeData, NodeKind, Outcome};

use crate::heap::{Heap, Thing, Value};
use crate::showing::question::Writer;
use crate::showing::scene::{Visible, arguments, visible_in_call};
use crate::showing::show::{Limits, Names};
use crate::showing::words::count;

/// The calls listed at the beginning and at the end of a long step; a question should fit a screen.
const FIRST: usize = 40;
const LAST: usize = 2;

/// A longer receiver stands behind its call.
const SHORT_RECEIVER: usize = 32;

/// How many bytes of what a call printed are shown in its line, at most.
const MOST_PRINTED: usize = 80;

/// How many routines are named in a title, at most.
const MOST_NAMES: usize = 3;

/// How much of each value a line about a call shows.
const BRIEF: Limits = Limits {
    depth: 2,
    items: 6,
    width: 48,
};

impl Writer<'_> {
    /// Calls side by side, as one step.
    pub(crate) fn calls(&self, subject: Subject) -> Shown {
        let brief = Writer {
            limits: BRIEF,
            ..Writer::new(self.run)
        };
        let nodes: Vec<_> = subject.nodes(self.run.tree()).collect();
        let left_out = FIRST..nodes.len().saturating_sub(LAST).max(FIRST);
        let mut names: Vec<String> = Vec::new();
        let mut rows = Vec::new();
        let mut known: Vec<Visible> = Vec::new();
        let mut made: Vec<Value> = Vec::new();
        let mut told: Vec<Row> = Vec::new();
        for (place, &node) in nodes.iter().enumerate() {
            if place == left_out.start && !left_out.is_empty() {
                rows.push(Row {
                    name: "…".to_owned(),
                    before: Some(format!("{} more", left_out.len())),
                    after: None,
                });
            }
            if left_out.contains(&place) {
                continue;
            }
            let Some((def, data)) = self.call_of(node) else {
                continue;
            };
            let name = self.routine_name(def);
            if !names.contains(&name) {
                names.push(name);
            }
            let is_known = |value: Value| {
                made.iter()
                    .chain(known.iter().map(|k| &k.before))
                    .any(|k| k.same(value))
            };
            let met = data.receiver.is_some_and(is_known);
            let (line, changes) = brief.line(place + 1, def, &data, met);
            rows.push(line);
            told.extend(changes);
            if def.is_constructor() {
                made.extend(data.receiver);
            }
            for mut seen in visible_in_call(self.run.language(), def, &data) {
                if matches!(seen.before, Value::Ref(_))
                    && !known.iter().any(|other| other.before.same(seen.before))
                {
                    seen.name = format!("{}.{}", place + 1, seen.name);
                    known.push(seen);
                }
            }
        }
        let together = self.changed_together(&nodes, &known).into_iter();
        rows.extend(together.filter(|change| !told.contains(change)));
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        let routine = names.join("; ");
        let title = match more {
            0 => format!("{routine}: {}", count(nodes.len() as u64, "call")),
            _ => format!(
                "{routine} and others: {}",
                count(nodes.len() as u64, "call")
            ),
        };
        Shown {
            title,
            routine,
            kind: "projection".to_owned(),
            values: rows,
            ..Shown::default()
        }
    }

    fn call_of(&self, node: elenchus_tree::NodeId) -> Option<(&RoutineDef, NodeData)> {
        let data = self.run.data(node)?;
        let NodeKind::Routine(id) = data.kind else {
            return None;
        };
        Some((self.run.definitions().routine(id)?, data))
    }

    /// One call in one line: `Position(x=8, y=1).right(): this.x 8 → 9`. The state of a receiver that an
    /// earlier line has `met` is not told again. Also returns the changes that the line tells, as they are
    /// called where several calls are listed.
    fn line(&self, number: usize, def: &RoutineDef, data: &NodeData, met: bool) -> (Row, Vec<Row>) {
        let visible = visible_in_call(self.run.language(), def, data);
        let names = self.names(&visible, &[], data.before, data.after);
        let arguments: Vec<String> = arguments(def, data)
            .map(|(name, value)| {
                let value = self.written(value, data.before, &names);
                self.run.language().argument(&name, &value)
            })
            .collect();
        let constructor = def.is_constructor();
        let receiver = data.receiver.filter(|_| !constructor && !met);
        let receiver = receiver.map(|receiver| self.written(receiver, data.before, &names));
        let called = format!("{}({})", self.routine_name(def), arguments.join(", "));
        // A long receiver would push out of sight what was called.
        let call = match receiver {
            Some(receiver) if receiver.chars().count() <= SHORT_RECEIVER => {
                format!("{receiver}.{}({})", def.name, arguments.join(", "))
            }
            Some(receiver) => format!("{called} on {receiver}"),
            None => called,
        };
        let after = data.after.unwrap_or(data.before);
        let written = |value| self.written(value, after, &names);
        let result = match data.outcome {
            Outcome::Threw(exception) => Some(format!(
                "{} {}",
                self.run.language().threw(),
                written(exception)
            )),
            Outcome::Returned(_) if constructor => data.receiver.map(written),
            Outcome::Returned(Value::Missing) => None,
            Outcome::Returned(value) => Some(written(value)),
            _ => None,
        };
        let mut told = match constructor {
            true => Vec::new(),
            false => self.rows(&visible, data.before, data.after, &names),
        };
        let mut changes: Vec<String> = told.iter().map(change).collect();
        for change in &mut told {
            change.name = format!("{number}.{}", change.name);
        }
        changes.extend(self.printed(data));
        let line = match changes.as_slice() {
            [] => row(number, call, result),
            _ => row(number, format!("{call}: {}", changes.join(", ")), result),
        };
        (line, told)
    }

    /// What a call printed.
    fn printed(&self, data: &NodeData) -> Option<String> {
        let output = self.run.trace().output(data.key, MOST_PRINTED);
        let printed = output.pieces.iter().filter(|(stream, _)| *stream != 0);
        let printed: Vec<u8> = printed.flat_map(|(_, bytes)| bytes.clone()).collect();
        let text = self
            .run
            .language()
            .quoted(&String::from_utf8_lossy(&printed));
        let more = if output.total > printed.len() as u64 {
            "…"
        } else {
            ""
        };
        (!printed.is_empty()).then(|| format!("printed {text}{more}"))
    }

    /// What became of the objects that the calls were given, from before the first to after the last.
    /// What was made on the way has no state before.
    fn changed_together(&self, nodes: &[elenchus_tree::NodeId], known: &[Visible]) -> Vec<Row> {
        let ends = nodes.first().zip(nodes.last());
        let Some((first, last)) =
            ends.and_then(|(&first, &last)| self.run.data(first).zip(self.run.data(last)))
        else {
            return Vec::new();
        };
        let existed = |seen: &&Visible| match seen.before {
            Value::Ref(reference) => !matches!(
                self.run.thing(reference, first.before),
                Thing::NotFollowed | Thing::Opaque { .. } | Thing::Text { .. } | Thing::Box(_)
            ),
            _ => false,
        };
        let known: Vec<Visible> = known
            .iter()
            .filter(existed)
            .map(|seen| Visible {
                name: seen.name.clone(),
                ..*seen
            })
            .collect();
        self.rows(&known, first.before, last.after, &Names::default())
    }
}

fn row(number: usize, call: String, result: Option<String>) -> Row {
    Row {
        name: number.to_string(),
        before: Some(call),
        after: result,
    }
}

fn change(row: &Row) -> String {
    let side = |text: &Option<String>| text.clone().unwrap_or_default();
    format!("{} {} → {}", row.name, side(&row.before), side(&row.after))
}

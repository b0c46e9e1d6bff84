//! What a question about a piece of a recorded run shows: what ran, what went in, what changed,
//! what came out.

use std::cell::Cell;

use elenchus_session::screenful::Screen;
use elenchus_session::words::many;
use elenchus_session::{LeftOut, Program, Shown, Subject, Value as Row};
use elenchus_trace::definition::{LoopDef, RoutineDef};
use elenchus_trace::value::Time;
use elenchus_trace::{NodeData, NodeKind, Outcome};
use elenchus_tree::NodeId;

use crate::heap::Value;
use crate::run::Run;
use crate::showing::calls::FIRST;
use crate::showing::change::{Change, Comparison};
use crate::showing::leaving::{ended_by, left_by};
use crate::showing::likened::likened;
use crate::showing::meanwhile;
use crate::showing::scene::{
    Visible, arguments, given_as, initialised, visible_finals, visible_in_call,
    visible_in_iterations, visible_in_loop, visible_statics,
};
use crate::showing::show::{Limits, Names, show, show_constant};
use crate::showing::told::Moment;
use crate::showing::words::{loop_name, routine_name};

/// A title longer than this leaves its arguments to the lines below it.
const TITLE_WIDTH: usize = 72;

/// How many changes are listed, at most; a question should fit a screen.
const MOST_CHANGES: usize = 60;

/// A longer result may be told by what it differs in from what the call was given.
const LONG_RESULT: usize = 120;

/// Writes questions about one run.
pub(crate) struct Writer<'r> {
    pub(crate) run: &'r Run,
    pub(crate) limits: Limits,
    /// How much of each value a line about one of several calls shows; else what suits their number.
    pub(crate) brief: Option<Limits>,
    /// How many characters of a value that only tells the circumstances are written, if not as many as of others.
    pub(crate) circumstances: Option<usize>,
    /// Whether more of each value is written than is usual, because a screen may have room for it.
    pub(crate) is_ample: bool,
    /// Whether much that came into a map, or changed in an array, is told as one change.
    pub(crate) is_summed: bool,
    /// How many changes are listed, at most.
    pub(crate) most_changes: usize,
    /// How many of several calls are listed at the beginning.
    pub(crate) first_calls: usize,
    /// What there is room for.
    pub(crate) screen: Screen,
    /// What was left out so far.
    pub(crate) left_out: Cell<LeftOut>,
    /// Whether values are left out but for those in titles.
    pub(crate) only_headings: bool,
    /// The calls of a group that nobody needs to judge.
    pub(crate) settled: Vec<NodeId>,
    /// A moment inside the piece up to which it is shown, with what is known of it by then.
    pub(crate) until: Option<NodeData>,
}

impl<'r> Writer<'r> {
    pub fn new(run: &'r Run) -> Writer<'r> {
        Writer {
            run,
            limits: Limits::default(),
            brief: None,
            circumstances: None,
            is_ample: false,
            is_summed: false,
            most_changes: MOST_CHANGES,
            first_calls: FIRST,
            screen: Screen::LEAST,
            left_out: Cell::default(),
            only_headings: false,
            settled: Vec::new(),
            until: None,
        }
    }

    /// Writes questions within limits that a reader has asked for.
    pub fn within(run: &'r Run, wanted: elenchus_session::Limits) -> Writer<'r> {
        if wanted.is_for_people() {
            return Writer {
                screen: wanted.screen,
                ..Writer::new(run)
            };
        }
        let limits = Limits {
            depth: wanted.depth,
            items: wanted.elements,
            width: wanted.characters,
        };
        Writer {
            limits,
            brief: Some(limits),
            most_changes: wanted.changes,
            first_calls: wanted.changes,
            ..Writer::new(run)
        }
    }

    /// Writes what such questions begin with.
    pub fn of_headings(run: &'r Run) -> Writer<'r> {
        Writer {
            only_headings: true,
            ..Writer::new(run)
        }
    }

    /// What a question about `subject` shows.
    pub fn show(&self, subject: Subject) -> Shown {
        let (first, last) = (subject.first(), subject.last());
        let data = match &self.until {
            Some(data) => Some(data.clone()),
            None => self.run.data(first),
        };
        let Some(data) = data else {
            return self.whole_run();
        };
        let end = match subject.single() {
            Some(_) => data.clone(),
            None => self.run.data(last).unwrap_or_else(|| data.clone()),
        };
        let mut shown = match data.kind {
            NodeKind::Routine(id) if first == last => match self.run.definitions().routine(id) {
                Some(def) => self.call(def, &data),
                None => self.lost(),
            },
            NodeKind::Routine(_) => self.calls(subject),
            NodeKind::Loop(id) => self.with_loop(id, |def| self.whole_loop(first, def, &data)),
            NodeKind::Iterations(id) | NodeKind::Check(id) => {
                self.with_loop(id, |def| self.iterations(first, def, &data, &end))
            }
            NodeKind::Lost => self.lost(),
        };
        shown.left_out = self.left_out.get();
        if !self.only_headings && self.until.is_none() {
            meanwhile::mark(self.run, subject, &mut shown.values);
        }
        match subject.single() {
            None if !self.only_headings => Shown {
                lines: self.lines_of_all(subject),
                ..shown
            },
            _ => shown,
        }
    }

    fn with_loop(&self, id: u32, show: impl FnOnce(&LoopDef) -> Shown) -> Shown {
        match self.run.definitions().loop_(id) {
            Some(def) => show(def),
            None => self.lost(),
        }
    }

    fn whole_run(&self) -> Shown {
        heading(String::new(), "run", "the whole run".to_owned())
    }

    pub(crate) fn lost(&self) -> Shown {
        let title = "a call whose record is lost".to_owned();
        heading(String::new(), "routine", title)
    }

    fn call(&self, def: &RoutineDef, data: &NodeData) -> Shown {
        let name = self.routine_name(def);
        let visible = visible_in_call(self.run.language(), def, data);
        let before = data.before;
        let names = match self.only_headings && !self.has_objects(data) {
            true => Names::default(),
            false => self.names_in_call(&visible, data),
        };
        let written = |limits: Limits| -> Vec<(String, String)> {
            names.told.at(Moment::Before);
            let each = arguments(def, data);
            each.map(|(name, value)| (name, self.written(value, before, limits, &names)))
                .collect()
        };
        // What is written to be measured leaves nothing out: it is written again below.
        let left_out = self.left_out.get();
        let arguments = names.told.try_out(|| written(self.limits));
        self.left_out.set(left_out);
        let inline: Vec<String> = arguments
            .iter()
            .map(|(name, value)| self.run.language().argument(name, value))
            .collect();
        let full = format!("{name}({})", inline.join(", "));
        let is_long = full.chars().count() > TITLE_WIDTH;
        let title = if is_long {
            let short: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
            format!("{name}({})", short.join(", "))
        } else {
            full
        };
        if self.only_headings {
            return heading(name, "routine", title);
        }
        // Whatever stands in full in the title or a row is only named in those below it.
        if !is_long {
            written(self.limits);
        }
        let receiver = self.receiver_row(def, data, &names);
        let mut rows = self.rows(&visible, (data, data), &names);
        if is_long {
            let given = written(self.limits_before())
                .into_iter()
                .map(|(name, value)| Row {
                    name,
                    before: Some(value),
                    after: None,
                });
            let given = not_told_by(&rows, given);
            rows.splice(0..0, given);
        }
        let set = self.initialised_rows(def, data, &names, &rows);
        rows.extend(set);
        rows.splice(0..0, receiver);
        rows.extend(self.made_row(def, data, &names));
        self.add_output(data, data, &mut rows);
        rows.extend(self.outcome_row(def, data, &names));
        Shown {
            values: rows,
            lines: self.lines(def.file, &data.lines),
            ..heading(name, "routine", title)
        }
    }

    /// The receiver as it was: what a method does depends on it.
    fn receiver_row(&self, def: &RoutineDef, data: &NodeData, names: &Names) -> Option<Row> {
        let receiver = data.receiver.filter(|_| !def.is_constructor())?;
        Some(Row {
            name: self.run.language().receiver().to_owned(),
            before: Some(self.written_before(receiver, data.before, names)),
            after: None,
        })
    }

    /// What a constructor has made.
    fn made_row(&self, def: &RoutineDef, data: &NodeData, names: &Names) -> Option<Row> {
        let made = data.receiver.filter(|_| def.is_constructor())?;
        Some(Row {
            name: "made".to_owned(),
            before: None,
            after: Some(self.written_after(made, data.after?, names)),
        })
    }

    /// What an initialiser of a class has set, unless it is told among the changes.
    pub(crate) fn initialised_rows(
        &self,
        def: &RoutineDef,
        data: &NodeData,
        names: &Names,
        changes: &[Row],
    ) -> Vec<Row> {
        let class = self.run.definitions().class(def.class);
        let (true, Some(class), Some(after)) = (def.is_class_initialiser(), class, data.after)
        else {
            return Vec::new();
        };
        let class = self.run.language().class_name(&class.name);
        names.told.at(Moment::After);
        let set = initialised(self.run, def.class, after).into_iter();
        let set = set.map(|(field, value)| Row {
            name: format!("{class}.{field}"),
            before: None,
            after: Some(show_constant(self.run, value, after, self.limits, names)),
        });
        let set = not_told_by(changes, set);
        self.leave_out(LeftOut {
            parts: names.take_left_out(),
            ..LeftOut::default()
        });
        set
    }

    fn outcome_row(&self, def: &RoutineDef, data: &NodeData, names: &Names) -> Option<Row> {
        let after = data.after.unwrap_or(data.before);
        let (name, text) = match data.outcome {
            Outcome::Returned(Value::Missing) => return None,
            Outcome::Returned(value) if !def.is_constructor() => {
                ("returned", self.result(def, data, value, names))
            }
            Outcome::Returned(_) => return None,
            Outcome::Threw(exception) => (
                self.run.language().threw(),
                self.written_after(exception, after, names),
            ),
            Outcome::StillRunning => return Some(self.running_row(data)),
            Outcome::Lost => ("state", "how it ended was not recorded".to_owned()),
            Outcome::Ended => return None,
        };
        Some(Row {
            name: name.to_owned(),
            before: None,
            after: Some(text),
        })
    }

    /// What a call returned. Something too long to be seen at once that is much like what the call was given, as builders
    /// return it, is told by what differs.
    fn result(&self, def: &RoutineDef, data: &NodeData, value: Value, names: &Names) -> String {
        let after = data.after.unwrap_or(data.before);
        let given = visible_in_call(self.run.language(), def, data);
        if let Some(name) = given_as(self.run, &given, value, after) {
            return name.to_owned();
        }
        let left_out = self.left_out.get();
        let text = self.written_after(value, after, names);
        let Value::Ref(object) = value else {
            return text;
        };
        if text.chars().count() <= LONG_RESULT {
            return text;
        }
        let mut likened = given.iter().filter_map(|given| match given.before {
            Value::Ref(other) => {
                likened(self.run, object, (&given.name, other), after, self.limits)
            }
            _ => None,
        });
        match likened.next() {
            Some(likened) => {
                // The text is not shown, nor what is missing in it.
                self.left_out.set(left_out);
                likened
            }
            None => text,
        }
    }

    /// What a question about something that has not ended is about.
    fn running_row(&self, data: &NodeData) -> Row {
        let (name, text) = if self.run.snapshot().over {
            ("state", "it ended together with the program".to_owned())
        } else {
            let node = self.run.snapshot().node_of(data.key);
            let inside = node.map_or(0, |node| self.run.tree().size(node) - 1);
            let text = format!(
                "after {inside} calls, loops and iterations in it; wrong if it should have ended by now"
            );
            ("still running", text)
        };
        Row {
            name: name.to_owned(),
            before: None,
            after: Some(text),
        }
    }

    fn whole_loop(&self, node: NodeId, def: &LoopDef, data: &NodeData) -> Shown {
        let made = data.iterations.end.saturating_sub(data.iterations.start);
        let running = data.outcome == Outcome::StillRunning;
        let title = format!(
            "{}: {}{}",
            self.loop_title(node, def),
            many(made, "iteration"),
            if running { " so far" } else { "" }
        );
        // Of a loop that goes on, the state after its last iteration tells the most.
        let last = match running {
            true => self
                .last_finished(node)
                .and_then(|last| self.run.data(last)),
            false => None,
        };
        let mut shown = self.loop_part(
            node,
            "loop",
            title,
            def,
            data,
            last.as_ref().unwrap_or(data),
        );
        if running {
            shown.values.push(self.running_row(data));
        }
        shown
    }

    /// The last child of a node that has finished.
    fn last_finished(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.run.tree();
        let last_before = |end: NodeId| {
            let last = NodeId::at(end.0 - 1);
            (last > node).then(|| tree.child_around(node, last))
        };
        let last = last_before(tree.end(node))?;
        match tree.is_left_open(last) {
            true => last_before(last),
            false => Some(last),
        }
    }

    fn iterations(&self, node: NodeId, def: &LoopDef, first: &NodeData, last: &NodeData) -> Shown {
        let (from, to) = (
            first.iterations.start,
            last.iterations.end.saturating_sub(1),
        );
        let title = self.loop_title(node, def);
        if matches!(first.kind, NodeKind::Check(_)) {
            let title = format!("the last check of the condition of {title}");
            return self.loop_part(node, "iteration", title, def, first, last);
        }
        let (kind, mut which) = if from >= to {
            ("iteration", format!("iteration {from}"))
        } else {
            ("iterations", format!("iterations {from}–{to}"))
        };
        if matches!(last.kind, NodeKind::Check(_)) {
            which.push_str(" and the last check of the condition");
        }
        let title = format!("{which} of {title}");
        let mut shown = self.loop_part(node, kind, title, def, first, last);
        if last.outcome == Outcome::StillRunning {
            shown.values.push(self.running_row(last));
        }
        shown
    }

    pub(crate) fn routine_name(&self, def: &RoutineDef) -> String {
        routine_name(self.run.language(), self.run.definitions(), def)
    }

    fn loop_title(&self, node: NodeId, def: &LoopDef) -> String {
        let definitions = self.run.definitions();
        let name = loop_name(definitions, self.run.sources(), def);
        match definitions.routine(def.routine) {
            Some(routine) if self.run.call_around(node).is_some() => {
                format!("{name} in {}", self.routine_name(routine))
            }
            _ => name,
        }
    }

    fn loop_part(
        &self,
        node: NodeId,
        kind: &str,
        title: String,
        def: &LoopDef,
        first: &NodeData,
        last: &NodeData,
    ) -> Shown {
        let definitions = self.run.definitions();
        let routine = definitions.routine(def.routine);
        let name = routine.map_or_else(String::new, |r| self.routine_name(r));
        if self.only_headings {
            return Shown {
                loop_name: self.run.loop_name(node),
                ..heading(name, kind, title)
            };
        }
        let visible = match first.kind {
            NodeKind::Loop(_) => visible_in_loop(self.run, node, def, first, last),
            _ => visible_in_iterations(self.run, node, def, first, last),
        };
        let (lost, visible): (Vec<Visible>, Vec<Visible>) =
            visible.into_iter().partition(|seen| seen.is_lost);
        let names = self.names(&visible, &[], first.before, last.after);
        let mut rows = self.rows(&visible, (first, last), &names);
        for seen in visible.iter().filter(|v| v.before == Value::Missing) {
            let own = rows.iter_mut().filter(|row| row.name == seen.name);
            own.for_each(|row| row.before = None);
        }
        rows.extend(lost.iter().map(|seen| {
            Row {
                name: seen.name.clone(),
                before: (seen.before != Value::Missing)
                    .then(|| self.written_before(seen.before, first.before, &names)),
                after: Some("not known".to_owned()),
            }
        }));
        // What stays the same is needed to judge what changes, but it comes after it.
        let stays = visible.iter().filter(|v| v.before.same(v.after));
        let stays = stays.map(|seen| Row {
            name: seen.name.clone(),
            before: Some(self.written_before(seen.before, first.before, &names)),
            after: None,
        });
        // An object without state tells nothing.
        let stays = stays.filter(|row| {
            let is_empty = row.before.as_ref().is_some_and(|text| text.ends_with("()"));
            row.name != self.run.language().receiver() || !is_empty
        });
        let stays = not_told_by(&rows, stays);
        rows.extend(stays);
        self.add_output(first, last, &mut rows);
        rows.extend(self.left_row(node, last, &names));
        let file = routine.map_or(0, |routine| routine.file);
        rows.extend(self.ended_row(node, file, first, last));
        Shown {
            loop_name: self.run.loop_name(node),
            values: rows,
            lines: self.lines(file, &first.lines),
            ..heading(name, kind, title)
        }
    }

    /// The exception by which a loop or an iteration was left.
    fn left_row(&self, node: NodeId, last: &NodeData, names: &Names) -> Option<Row> {
        let Outcome::Threw(recorded) = last.outcome else {
            return None;
        };
        let node = self.run.snapshot().node_of(last.key).unwrap_or(node);
        let exception = match recorded {
            Value::Ref(_) => Some((recorded, last.after.unwrap_or(last.before))),
            _ => left_by(self.run, node),
        };
        let words = exception.map(|(exception, time)| self.written_after(exception, time, names));
        Some(Row {
            name: "left".to_owned(),
            before: None,
            after: Some(format!("by {}", words.as_deref().unwrap_or("an exception"))),
        })
    }

    /// The statement by which a loop or an iteration was left.
    fn ended_row(&self, node: NodeId, file: u32, first: &NodeData, last: &NodeData) -> Option<Row> {
        if last.outcome != Outcome::Ended || self.until.is_some() {
            return None;
        }
        let file = self.run.sources().file(self.run.definitions(), file)?;
        let is_loop = matches!(first.kind, NodeKind::Loop(_));
        let node = match is_loop {
            true => node,
            false => self.run.snapshot().node_of(last.key)?,
        };
        Some(Row {
            name: if is_loop { "left" } else { "ended" }.to_owned(),
            before: None,
            after: Some(ended_by(self.run, &file, node)?),
        })
    }

    /// What changed, nearest first.
    pub(crate) fn rows(
        &self,
        visible: &[Visible],
        (first, last): (&NodeData, &NodeData),
        names: &Names,
    ) -> Vec<Row> {
        let Some(after) = last.after else {
            return Vec::new();
        };
        let before = first.before;
        let mut comparison = Comparison::new(
            self.run,
            before,
            after,
            self.limits,
            names,
            self.most_changes,
        )
        .summed(self.is_summed);
        let same = visible.iter().filter(|seen| seen.before == seen.after);
        comparison.expect(same.map(|seen| seen.before));
        for seen in visible {
            comparison.compare(&seen.name, seen.before, seen.after);
        }
        let finals = match comparison.has_met_all() {
            true => Vec::new(),
            false => visible_finals(self.run, first, last),
        };
        let statics = visible_statics(self.run, before, Some(after));
        for seen in finals.into_iter().chain(statics) {
            comparison.compare(&seen.name, seen.before, seen.after);
        }
        let found = comparison.finish();
        self.leave_out(LeftOut {
            changes: found.more,
            at_least: !found.counted,
            parts: names.take_left_out(),
            calls: 0,
        });
        let is_complete = found.is_complete();
        let mut rows: Vec<Row> = found.list.into_iter().map(change_row).collect();
        rows.extend(found.unknown.into_iter().map(|(path, class)| Row {
            name: "not known".to_owned(),
            before: Some(format!("the fields of {class} in {path}")),
            after: None,
        }));
        if !is_complete {
            rows.push(Row {
                name: "more changes".to_owned(),
                before: None,
                after: Some("not all are listed".to_owned()),
            });
        }
        rows
    }

    /// A value as it was at the beginning of the piece in question.
    pub(crate) fn written_before(&self, value: Value, time: Time, names: &Names) -> String {
        names.told.at(Moment::Before);
        self.written(value, time, self.limits_before(), names)
    }

    /// How much is written of what only tells the circumstances.
    fn limits_before(&self) -> Limits {
        Limits {
            width: self.circumstances.unwrap_or(self.limits.width),
            ..self.limits
        }
    }

    /// A value as it was at the end of the piece in question.
    pub(crate) fn written_after(&self, value: Value, time: Time, names: &Names) -> String {
        names.told.at(Moment::After);
        self.written(value, time, self.limits, names)
    }

    fn written(&self, value: Value, time: Time, limits: Limits, names: &Names) -> String {
        let Value::Ref(_) = value else {
            return self.run.language().literal(value);
        };
        let text = show(self.run, value, time, limits, names);
        self.leave_out(LeftOut {
            parts: names.take_left_out(),
            ..LeftOut::default()
        });
        text
    }

    /// Counts what was left out.
    pub(crate) fn leave_out(&self, more: LeftOut) {
        let so_far = self.left_out.get();
        self.left_out.set(LeftOut {
            changes: so_far.changes + more.changes,
            at_least: so_far.at_least || more.at_least,
            calls: so_far.calls + more.calls,
            parts: so_far.parts + more.parts,
        });
    }
}

/// What a question begins with.
fn heading(routine: String, kind: &str, title: String) -> Shown {
    Shown {
        routine,
        kind: kind.to_owned(),
        title,
        ..Shown::default()
    }
}

/// Leaves out the things whose change as a whole is told, because that shows what they were as well.
fn not_told_by(changes: &[Row], things: impl Iterator<Item = Row>) -> Vec<Row> {
    things
        .filter(|thing| changes.iter().all(|change| change.name != thing.name))
        .collect()
}

fn change_row(change: Change) -> Row {
    Row {
        name: change.path,
        before: Some(change.before.unwrap_or_else(|| "absent".to_owned())),
        after: Some(change.after.unwrap_or_else(|| "absent".to_owned())),
    }
}

//! A piece of the run at a moment inside it: what it had changed by then, what it did last and does next.
//!
//! Writes and calls are recorded with their times, so the heap is known at each of them. Variables of a loop are known between two
//! iterations only. A line is known where the piece's own code ran on a single one, and for loops.

use elenchus_session::{Action, Instant, Limits, Stop, Stride, Subject};
use elenchus_trace::definition::RoutineDef;
use elenchus_trace::value::{Ref, Target, Thing, Time, Value};
use elenchus_trace::{Action as Recorded, Done, NodeData, NodeKind, Outcome};
use elenchus_tree::NodeId;

use crate::run::Run;
use crate::showing::code::routine_of;
use crate::showing::open::Root;
use crate::showing::question::Writer;
use crate::showing::scene;
use crate::showing::show::{Limits as Room, Names, show};

/// How much of a value that was written is shown.
pub(super) const BRIEF: Room = Room {
    depth: 2,
    items: 8,
    width: 60,
};

/// The piece one stride away from a moment in it.
pub fn stop(
    run: &Run,
    node: NodeId,
    from: Option<Instant>,
    stride: Stride,
    limits: Limits,
) -> Option<Stop> {
    let data = run.data(node)?;
    let (trace, key) = (run.trace(), data.key);
    let from = from.and_then(|Instant(segment, offset)| trace.time_in(key, (segment, offset)));
    let from = from.unwrap_or(data.before);
    let time = match stride {
        Stride::Stay => None,
        Stride::On => trace
            .action_from(key, from)
            .map_or(data.after, |action| action.after),
        Stride::Back => Some(
            trace
                .action_until(key, from)
                .map_or(data.before, |action| action.before),
        ),
        Stride::End => data.after,
    };
    let time = time.unwrap_or(from);
    let is_end = data.after == Some(time);
    let (until, variables_as_begun) = known_at(run, &data, time);
    let writer = Writer {
        until: (!is_end).then_some(until),
        ..Writer::within(run, limits)
    };
    let described = Described {
        run,
        node,
        data: &data,
    };
    let (segment, offset) = time.numbers();
    Some(Stop {
        at: Instant(segment, offset),
        shown: writer.show(Subject::node(node)),
        last: trace
            .action_until(key, time)
            .and_then(|action| described.action(&action)),
        next: trace
            .action_from(key, time)
            .and_then(|action| described.action(&action)),
        is_end,
        variables_as_begun: variables_as_begun && !is_end,
    })
}

/// What can be opened at a moment inside a piece.
pub fn roots(run: &Run, node: NodeId, at: Instant) -> Vec<Root<Time>> {
    let Some(data) = run.data(node) else {
        return Vec::new();
    };
    match run.trace().time_in(data.key, (at.0, at.1)) {
        Some(time) if data.after != Some(time) => {
            let (until, _) = known_at(run, &data, time);
            scene::roots_between(run, &[node], &until, &until)
        }
        _ => scene::roots(run, Subject::node(node)),
    }
}

/// What is known of a piece at a moment inside it, and whether its variables are those of an earlier moment.
fn known_at(run: &Run, data: &NodeData, time: Time) -> (NodeData, bool) {
    // A constructor may not have made its object yet.
    let is_there = |value: &Value| match value {
        Value::Ref(object) => run.trace().state_window(*object, time, 0..0) != Thing::NotFollowed,
        _ => true,
    };
    let mut known = NodeData {
        receiver: data.receiver.filter(is_there),
        after: Some(time),
        outcome: Outcome::Ended,
        locals_after: data.locals_before.clone(),
        ..data.clone()
    };
    let mut as_begun = !data.locals_before.is_empty() && time != data.before;
    if let NodeKind::Loop(_) = data.kind
        && let Some(last) = run.trace().action_until(data.key, time)
        && let Done::Part(pass) = last.what
        && let Some(pass) = run.trace().node(pass)
    {
        known.locals_after = pass.locals_after;
        as_begun = false;
    }
    (known, as_begun)
}

/// Says what a piece did.
struct Described<'r> {
    run: &'r Run,
    node: NodeId,
    data: &'r NodeData,
}

impl Described<'_> {
    fn action(&self, action: &Recorded) -> Option<Action> {
        let trace = self.run.trace();
        let written = |value, time| show(self.run, value, time, BRIEF, &Names::default());
        let changed = |part, target: Target, after: Time| Action::Wrote {
            part,
            before: written(trace.value_at(target, action.before), action.before),
            after: written(trace.value_at(target, after), after),
            line: self.only_line(),
        };
        Some(match action.what {
            Done::Part(key) => {
                let node = self.run.snapshot().node_of(key)?;
                let line = self.loop_line(node).or_else(|| self.only_line());
                Action::Ran { node, line }
            }
            Done::Wrote(target, _) => changed(self.name(target), target, action.after?),
            Done::Filled { array, from, to } if to == from + 1 => {
                let target = Target::Element { array, index: from };
                changed(self.name(target), target, action.after?)
            }
            Done::Filled { array, from, to } => Action::Wrote {
                part: format!("{}[{from}..{to}]", self.object_name(array)),
                before: written(Value::Ref(array), action.before),
                after: written(Value::Ref(array), action.after?),
                line: self.only_line(),
            },
        })
    }

    /// The line of the piece's own code, when there is only one.
    fn only_line(&self) -> Option<String> {
        let routine = routine_of(self.run.definitions(), self.data.kind)?;
        match self.data.lines[..] {
            [line] => self.line(routine, line),
            _ => None,
        }
    }

    /// The line at which a loop begins, when a node is one.
    fn loop_line(&self, node: NodeId) -> Option<String> {
        let NodeKind::Loop(id) = self.run.data(node)?.kind else {
            return None;
        };
        let definitions = self.run.definitions();
        let def = definitions.loop_(id)?;
        self.line(definitions.routine(def.routine)?, def.first_line)
    }

    fn line(&self, routine: &RoutineDef, line: u32) -> Option<String> {
        Writer::new(self.run).lines(routine.file, &[line])
    }

    /// A place as the code of the piece would call it, else by its class.
    fn name(&self, target: Target) -> String {
        match target {
            Target::Field { object, field } => {
                let field = self.run.definitions().field(field);
                let field = field.map_or("?", |field| field.name.as_str());
                format!("{}.{field}", self.object_name(object))
            }
            Target::Element { array, index } => format!("{}[{index}]", self.object_name(array)),
            Target::Static { .. } => place_name(self.run, target),
        }
    }

    /// An object as the code of the piece would call it, else by its class.
    fn object_name(&self, object: Ref) -> String {
        let roots = scene::roots(self.run, Subject::node(self.node));
        let time = self.data.after.unwrap_or(self.data.before);
        let is_it = |value: Value| value == Value::Ref(object);
        let held = |root: &Root<Time>| root.before.or(root.after).map(|held| held.value);
        let direct = roots.iter().find(|root| held(root).is_some_and(is_it));
        if let Some(root) = direct {
            return root.name.clone();
        }
        let inside = roots.iter().find_map(|root| {
            let Some(Value::Ref(holder)) = held(root) else {
                return None;
            };
            let fields = fields_of(self.run, holder, time);
            let (field, _) = fields.into_iter().find(|(_, value)| is_it(*value))?;
            Some(format!("{}.{field}", root.name))
        });
        inside.unwrap_or_else(|| class_name(self.run, object, time))
    }
}

/// A place by its class: `Position.x`, `Chess.moves`, `int[3]`.
pub(super) fn place_name(run: &Run, target: Target) -> String {
    let definitions = run.definitions();
    match target {
        Target::Field { field, .. } | Target::Static { field } => {
            let Some(field) = definitions.field(field) else {
                return String::new();
            };
            let class = definitions.class(field.class);
            let class = class.map_or("?", |class| class.name.as_str());
            format!("{}.{}", run.language().class_name(class), field.name)
        }
        Target::Element { index, .. } => format!("[{index}]"),
    }
}

/// The fields of an object by name.
fn fields_of(run: &Run, object: Ref, time: Time) -> Vec<(String, Value)> {
    match run.trace().state_window(object, time, 0..0) {
        Thing::Object { fields, .. } => {
            let name = |field| run.definitions().field(field).map(|def| def.name.clone());
            let named = fields.into_iter();
            named
                .filter_map(|(field, value)| Some((name(field)?, value)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn class_name(run: &Run, object: Ref, time: Time) -> String {
    let class = match run.trace().state_window(object, time, 0..0) {
        Thing::Object { class, .. } | Thing::Array { class, .. } => run.definitions().class(class),
        _ => None,
    };
    let name = class.map(|class| run.language().class_name(&class.name));
    name.unwrap_or_else(|| "an object".to_owned())
}

//! The way of a value: from whoever wrote or returned it last to whoever made it.
//!
//! A write is known from the recording. But constructors, setters and accessors only pass on what they were given or what a
//! field held, and nobody who points at a wrong value means them. So the way goes on through them: to the call that
//! returned the same value to their caller, or to whoever wrote the field. What a routine threw comes from the
//! innermost call that threw it, and the variable of a for-each loop from the collection.

use elenchus_session::{Moment, Program, Subject, Written};
use elenchus_trace::value::{Ref, Target, Time, Value};
use elenchus_trace::{LocalValue, NodeData, NodeKind, Outcome, Writer};
use elenchus_tree::{Kind, NodeId, RoutineId};

use crate::comparing::behaviour::{final_fields, static_fields};
use crate::heap::{Heap, Thing};
use crate::shape::Shape;
use crate::showing::provenance::{Holder, Tracker};

/// For how many places the last writer is looked up, at most.
const MOST_WRITERS: usize = 256;

/// How many calls or iterations are looked through for where a value came from, at most.
const MOST_NODES: usize = 5000;

/// A value goes through no more hands than this.
const MOST_HANDS: usize = 64;

/// Who gave a call the value that it passed on.
enum Giver {
    /// This call had returned it to the caller.
    Call(NodeId),
    /// The caller's own code had it.
    Code(NodeId),
}

impl Tracker<'_> {
    /// Where the value that `holder` held at a time comes from.
    pub(super) fn from(&self, holder: Holder, value: Value, time: Time, when: Moment) -> Written {
        let trace = self.run.trace();
        if let (Holder::Outcome(call), Value::Ref(exception)) = (holder, value)
            && let Some(thrower) = self.thrower(call, exception)
        {
            return self.inside_or_own(thrower);
        }
        let mut latest = match holder {
            Holder::Place(target) => trace.last_writer(target, time),
            Holder::Given | Holder::Outcome(_) | Holder::Local(_) => None,
        };
        if let Value::Ref(object) = value {
            latest = self.later(latest, self.last_inside(object, time));
        }
        if let Some(writer) = latest.filter(|writer| !trace.is_before(writer.time, self.begin)) {
            return self.written_in(&writer);
        }
        let node = latest.and_then(|writer| writer.node);
        let node = node.and_then(|key| self.run.snapshot().node_of(key));
        match holder {
            Holder::Outcome(call) if self.is_inside(call) => Written::Inside(call),
            Holder::Outcome(call) => match self.field_read(call, value) {
                Some(field) => self.from(Holder::Place(field), value, self.begin, when),
                None => self.found_here(self.returned_by(value, time), value, node),
            },
            Holder::Local(local) => match self.assigned_in(local, value, time, when) {
                Written::Before(pass) => Written::Before(pass.or(node)),
                Written::Own => match self.element_seen(value) {
                    Some((element, time)) => {
                        self.from(Holder::Place(element), value, time, Moment::Before)
                    }
                    None => self.found_here(Written::Own, value, node),
                },
                Written::Inside(pass) if self.is_declared_inside(holder) => self.in_pass(pass),
                inside => inside,
            },
            Holder::Given => Written::Before(node.or_else(|| self.given_by(value))),
            Holder::Place(_) => Written::Before(node.map(|node| self.maker(node, value))),
        }
    }

    /// What the piece's own code came upon: asked for what it was given, whoever wrote into that object before is meant, or
    /// whoever made it.
    fn found_here(&self, written: Written, value: Value, before: Option<NodeId>) -> Written {
        match (written, self.when, value, before) {
            (Written::Own, Moment::Before, Value::Ref(object), Some(before)) => {
                Written::Before(Some(self.maker_of(object, before)))
            }
            (written, ..) => written,
        }
    }

    /// Whoever called the constructors that have made this object, `node` being one of them; else that node.
    fn maker_of(&self, object: Ref, mut node: NodeId) -> NodeId {
        while let Some(caller) = self.caller_of_constructor(node, object) {
            node = caller;
        }
        node
    }

    /// Where the variable comes from that one of several iterations has declared.
    fn in_pass(&self, pass: NodeId) -> Written {
        let here = Tracker::new(self.run, Subject::node(pass), self.path, self.when);
        match here.and_then(|here| here.source()) {
            Ok(Written::Own) | Err(_) => Written::Inside(pass),
            // What ran before this iteration may still be a part of the piece.
            Ok(Written::Before(Some(node))) if self.is_inside(node) => Written::Inside(node),
            Ok(written) => written,
        }
    }

    /// The latest call before the piece, made by the same routine, that returned `value`.
    fn given_by(&self, value: Value) -> Option<NodeId> {
        let tree = self.run.tree();
        let caller = self.run.call_around(tree.parent(self.subject.first())?)?;
        self.last_returning(Subject::node(caller), value, self.begin)
    }

    /// The last write to the parts of an object.
    fn last_inside(&self, object: Ref, time: Time) -> Option<Writer> {
        let places = match self.is_private(object, time) {
            true => self.private_places(object, time),
            false => self.places_of(object, time),
        };
        let writers = places
            .iter()
            .take(MOST_WRITERS)
            .filter_map(|(target, _)| self.run.trace().last_writer(*target, time));
        writers.fold(None, |latest, writer| self.later(latest, Some(writer)))
    }

    fn later(&self, one: Option<Writer>, other: Option<Writer>) -> Option<Writer> {
        let is_later =
            |one: &Writer, other: &Writer| self.run.trace().is_before(one.time, other.time);
        match (one, other) {
            (Some(one), Some(other)) if is_later(&one, &other) => Some(other),
            (Some(one), _) => Some(one),
            (None, other) => other,
        }
    }

    /// What a write inside the piece leads to.
    fn written_in(&self, writer: &Writer) -> Written {
        let node = writer.node;
        let node = node.and_then(|key| self.run.snapshot().node_of(key));
        match node {
            Some(node) if self.is_inside(node) => self.behind(node, writer.value),
            Some(node) if self.subject.single() == Some(node) => {
                match self.giver(node, writer.value) {
                    Some(Giver::Call(call)) => Written::Before(Some(call)),
                    Some(Giver::Code(_)) => Written::Before(None),
                    None => self.returned_by(writer.value, writer.time),
                }
            }
            // Its own code wrote down what a call gave it.
            _ => self.returned_by(writer.value, writer.time),
        }
    }

    pub(super) fn is_inside(&self, node: NodeId) -> bool {
        let (start, end) = self.subject.span(self.run.tree());
        start <= node && node < end && self.subject.single() != Some(node)
    }

    /// The call that gave the piece's own code `value` before `time`, else that code itself.
    fn returned_by(&self, value: Value, time: Time) -> Written {
        let found = self.last_returning(self.subject, value, time);
        found.map_or(Written::Own, |call| self.behind(call, value))
    }

    /// The latest call made by the own code of `caller` that ended before `time` and returned `value`.
    fn last_returning(&self, caller: Subject, value: Value, time: Time) -> Option<NodeId> {
        let trace = self.run.trace();
        let returned = |data: &NodeData| {
            data.after
                .is_some_and(|after| !trace.is_before(time, after))
                && matches!(data.outcome, Outcome::Returned(returned) if returned.same(value))
        };
        let calls = self.calls_made_by(caller).into_iter().rev();
        calls
            .take(MOST_NODES)
            .find(|&call| self.run.data(call).is_some_and(|data| returned(&data)))
    }

    /// The calls made by a piece itself, those in its loops included.
    pub(super) fn calls_made_by(&self, caller: Subject) -> Vec<NodeId> {
        let tree = self.run.tree();
        let (start, end) = caller.span(tree);
        let mut calls = Vec::new();
        let mut next = start;
        while next < end {
            if tree.kind(next) == Kind::Routine && caller.single() != Some(next) {
                calls.push(next);
                next = tree.end(next);
            } else {
                next.0 += 1;
            }
        }
        calls
    }

    /// The last iteration that changed a variable of a loop.
    fn assigned_in(&self, local: usize, value: Value, time: Time, when: Moment) -> Written {
        let tree = self.run.tree();
        let first = self.subject.first();
        let passes: Vec<NodeId> = match (when, tree.kind(first)) {
            (Moment::Before, Kind::Loop) => Vec::new(),
            (Moment::Before, _) => {
                let all = tree.parent(first).map(|around| tree.children(around));
                let elder = all.into_iter().flatten().take_while(|&pass| pass < first);
                elder.collect()
            }
            (Moment::After, Kind::Loop) => tree.children(first).collect(),
            (Moment::After, _) => self.subject.nodes(tree).collect(),
        };
        let changed = passes
            .into_iter()
            .rev()
            .take(MOST_NODES)
            .find(|&pass| self.changes(pass, local));
        match (changed, when) {
            (Some(pass), Moment::After) if self.is_inside(pass) => Written::Inside(pass),
            (Some(_), Moment::After) => self.returned_by(value, time),
            (pass, _) => Written::Before(pass),
        }
    }

    /// Whether an iteration left another value in a variable than it found.
    pub(super) fn changes(&self, pass: NodeId, local: usize) -> bool {
        let held = |values: &[LocalValue]| {
            let found = values.iter().find(|value| value.local == local);
            found.map(|found| found.value)
        };
        let Some(data) = self.run.data(pass) else {
            return false;
        };
        match (held(&data.locals_before), held(&data.locals_after)) {
            (Some(before), Some(after)) => !before.same(after),
            (_, after) => after.is_some(),
        }
    }

    /// The node that a value which `node` wrote or returned really comes from.
    pub(super) fn behind(&self, mut node: NodeId, value: Value) -> Written {
        for _ in 0..MOST_HANDS {
            if let Some(field) = self.field_read(node, value) {
                let read = self.run.data(node).map(|data| data.before);
                let writer = read.and_then(|time| self.run.trace().last_writer(field, time));
                let Some(writer) = writer else { break };
                let wrote = writer.node;
                let wrote = wrote.and_then(|key| self.run.snapshot().node_of(key));
                match wrote {
                    _ if self.run.trace().is_before(writer.time, self.begin) => {
                        return Written::Before(wrote.map(|node| self.maker(node, value)));
                    }
                    Some(wrote) => node = wrote,
                    None => break,
                }
            } else {
                match self.giver(node, value) {
                    Some(Giver::Call(call)) => node = call,
                    Some(Giver::Code(caller)) => {
                        node = caller;
                        if !self.is_inside(caller) {
                            break;
                        }
                    }
                    None => break,
                }
            }
        }
        self.inside_or_own(node)
    }

    /// Where the object comes from that `call` has described, when that is code which nobody wrote, such as the `toString` of a record: from
    /// whoever made the object or changed it last, or its only part that reads like `word`.
    pub(super) fn described_by(
        &self,
        call: NodeId,
        text: Value,
        word: Option<&str>,
    ) -> Option<Written> {
        let data = self.run.data(call)?;
        let (NodeKind::Routine(id), Some(Value::Ref(object))) = (data.kind, data.receiver) else {
            return None;
        };
        let is_made = self.run.is_trivial(RoutineId(id)) && data.arguments.is_empty();
        if !is_made || self.field_read(call, text).is_some() {
            return None;
        }
        if let Some(word) = word {
            let parts = self.places_of(object, data.before).into_iter();
            let mut parts = parts.filter(|(part, held)| {
                let shown = self.run.language().literal(*held);
                word == shown || word == format!("{}={shown}", self.field_name(*part))
            });
            if let (Some((part, held)), None) = (parts.next(), parts.next()) {
                return Some(self.from(Holder::Place(part), held, data.before, Moment::After));
            }
        }
        let writer = self.last_inside(object, data.before)?;
        let node = self.run.snapshot().node_of(writer.node?)?;
        let node = self.maker_of(object, node);
        match self.run.trace().is_before(writer.time, self.begin) {
            true => Some(Written::Before(Some(node))),
            false => Some(self.inside_or_own(node)),
        }
    }

    /// Who called `node`, if that is a constructor which has made this object.
    fn caller_of_constructor(&self, node: NodeId, object: Ref) -> Option<NodeId> {
        let data = self.run.data(node)?;
        let NodeKind::Routine(id) = data.kind else {
            return None;
        };
        let def = self.run.definitions().routine(id)?;
        let made = matches!(data.receiver, Some(Value::Ref(made)) if made == object);
        let is_constructor = def.is_constructor() && made;
        let parent = self.run.tree().parent(node).filter(|_| is_constructor)?;
        self.run.call_around(parent)
    }

    /// Who gave the value to `node`, which wrote it before the piece began, when that only passes on what it is given.
    fn maker(&self, mut node: NodeId, value: Value) -> NodeId {
        for _ in 0..MOST_HANDS {
            match self.giver(node, value) {
                Some(Giver::Call(giver) | Giver::Code(giver)) => node = giver,
                None => break,
            }
        }
        node
    }

    /// A node that the way of a value has led to; the piece itself is meant by its own code.
    pub(super) fn inside_or_own(&self, node: NodeId) -> Written {
        match self.is_inside(node) {
            true => Written::Inside(node),
            false => Written::Own,
        }
    }

    /// Whether a call only passes values on.
    fn passes_on(&self, data: &NodeData) -> bool {
        let NodeKind::Routine(id) = data.kind else {
            return false;
        };
        let def = self.run.definitions().routine(id);
        def.is_some_and(|def| def.is_constructor()) || self.run.is_trivial(RoutineId(id))
    }

    /// The field that an accessor has read, when it returned this value.
    fn field_read(&self, call: NodeId, value: Value) -> Option<Target> {
        let data = self.run.data(call)?;
        let NodeKind::Routine(id) = data.kind else {
            return None;
        };
        let returned = matches!(data.outcome, Outcome::Returned(returned) if returned.same(value));
        let definitions = self.run.definitions();
        let def = definitions.routine(id)?;
        if !returned || def.is_constructor() || !self.run.is_trivial(RoutineId(id)) {
            return None;
        }
        let fields = match data.receiver {
            Some(Value::Ref(object)) => self.places_of(object, data.before),
            Some(_) => return None,
            None => {
                let fields = static_fields(definitions).chain(final_fields(definitions));
                let own = fields.filter(|field| field.class == def.class);
                own.map(|field| {
                    let target = Target::Static { field: field.id };
                    // The initialiser of its class may have run within the call.
                    let time = data.after.unwrap_or(data.before);
                    (target, self.run.trace().value_at(target, time))
                })
                .collect()
            }
        };
        let holding = fields.into_iter().filter(|(_, held)| held.same(value));
        let named = |target: &Target| {
            let name = self.field_name(*target).to_lowercase();
            def.name.to_lowercase().ends_with(&name)
        };
        holding
            .map(|(target, _)| target)
            .max_by_key(|target| named(target))
    }

    /// Who gave a call the value that it has written down, when it only passes on what it is given.
    fn giver(&self, call: NodeId, value: Value) -> Option<Giver> {
        let data = self.run.data(call)?;
        let was_given = data.arguments.iter().any(|given| given.same(value));
        if !was_given || !self.passes_on(&data) {
            return None;
        }
        let caller = self.run.call_around(self.run.tree().parent(call)?)?;
        let before = self.last_returning(Subject::node(caller), value, data.before);
        Some(before.map_or(Giver::Code(caller), Giver::Call))
    }

    /// The innermost call, from `call` on, that threw this exception; nothing when `call` did not throw it.
    pub(super) fn thrower(&self, call: NodeId, exception: Ref) -> Option<NodeId> {
        let threw = |node: &NodeId| {
            let data = self.run.data(*node);
            data.is_some_and(
                |data| matches!(data.outcome, Outcome::Threw(Value::Ref(thrown)) if thrown == exception),
            )
        };
        let mut thrower = Some(call).filter(threw)?;
        loop {
            let calls = self.calls_made_by(Subject::node(thrower));
            match calls.into_iter().rev().take(MOST_NODES).find(threw) {
                Some(inner) => thrower = inner,
                None => return Some(thrower),
            }
        }
    }

    /// The element that the variable of a loop holds, in a collection that the loop can see or that a call has returned to its
    /// routine: a reference anywhere in it, anything else only in the place of the iteration.
    fn element_seen(&self, value: Value) -> Option<(Target, Time)> {
        let tree = self.run.tree();
        let first = self.subject.first();
        let elder = tree
            .children(tree.parent(first)?)
            .take_while(|&pass| pass < first);
        let place = elder.count();
        let seen = self.visible().into_iter().chain(self.returned_before());
        seen.take(MOST_WRITERS).find_map(|(seen, time)| {
            let element = self.element_of(seen, value, place, time)?;
            Some((element, time))
        })
    }

    /// What calls have returned to the routine around the piece before that began, the latest first.
    fn returned_before(&self) -> Vec<(Value, Time)> {
        let tree = self.run.tree();
        let around = tree.parent(self.subject.first());
        let Some(caller) = around.and_then(|around| self.run.call_around(around)) else {
            return Vec::new();
        };
        let calls = self.calls_made_by(Subject::node(caller)).into_iter().rev();
        let returned = calls.take(MOST_NODES).filter_map(|call| {
            let data = self.run.data(call)?;
            let is_before = !self.run.trace().is_before(self.begin, data.after?);
            match data.outcome {
                Outcome::Returned(value @ Value::Ref(_)) if is_before => Some((value, self.begin)),
                _ => None,
            }
        });
        returned.take(MOST_WRITERS).collect()
    }

    /// Where a collection holds this value: as an element, or as a key or value of a map.
    fn element_of(&self, seen: Value, value: Value, place: usize, time: Time) -> Option<Target> {
        let (row, shape) = self.unwrapped(seen, time)?;
        // `for (int day : days)` takes numbers out of their boxes.
        let is_held = |item: &Value| {
            let unboxed = match *item {
                Value::Ref(boxed) => match self.run.thing(boxed, time) {
                    Thing::Box(held) => Some(held),
                    _ => None,
                },
                _ => None,
            };
            item.same(value) || unboxed.is_some_and(|held| held.same(value))
        };
        let among = |items: &[Value]| {
            let here = items.get(place).is_some_and(is_held);
            match value {
                _ if here => Some(place),
                Value::Ref(_) => items.iter().position(|item| item.same(value)),
                _ => None,
            }
        };
        match shape {
            Shape::Row { items, .. } => {
                let found = among(&items)?.to_string();
                self.element(row, &found, time).map(|(element, _)| element)
            }
            Shape::Map { entries, .. } => {
                let (keys, values): (Vec<Value>, Vec<Value>) = entries.into_iter().unzip();
                // Whoever put a key in put its value in, too.
                let found = among(&values).or_else(|| among(&keys))?;
                let entry = self.entry(row, keys[found], values[found], time);
                entry.map(|(entry, _)| entry)
            }
            _ => None,
        }
    }
}

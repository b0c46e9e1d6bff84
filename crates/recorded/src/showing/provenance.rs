//! Where a value that a question shows was written last.
//!
//! A part is named as the question names it: `returned`, `this.items[3]`, `Chess.moves`, a variable of
//! a loop. From the name the way leads over fields and elements to a place in the heap, and the
//! recording knows who wrote that place last. Elements of collections stand somewhere in the private
//! objects of collections, which are searched for them. What a routine returned is followed to the
//! call inside it that returned the same.

use std::collections::{HashSet, VecDeque};

use elenchus_session::{Moment, PartError, Program, Subject, Written};
use elenchus_source::Wanted;
use elenchus_trace::definition::ClassDef;
use elenchus_trace::value::{Ref, Target, Thing, Time, Value};
use elenchus_trace::{LocalValue, NodeData, NodeKind, Outcome, Writer};
use elenchus_tree::{Kind, NodeId};

use crate::comparing::behaviour::static_fields;
use crate::run::Run;
use crate::shape::{Shape, shape};
use crate::showing::keys;
use crate::showing::path;
use crate::showing::scene;

/// No more wrappers around one value are looked through.
const MOST_WRAPPERS: usize = 32;

/// How many places of one collection are looked at, at most.
const MOST_PLACES: usize = 2000;

/// For how many places the last writer is looked up, at most.
const MOST_WRITERS: usize = 256;

/// How many calls or iterations are looked through for where a value came from, at most.
const MOST_NODES: usize = 5000;

/// Where the value at `path` was written last, as `subject` began or ended.
pub fn writer_of(
    run: &Run,
    subject: Subject,
    path: &str,
    when: Moment,
) -> Result<Written, PartError> {
    Tracker::new(run, subject, path, when)?.source()
}

/// What `part` of what came out of `node` is made of, in terms of the routine's source.
pub fn wanted(run: &Run, node: NodeId, part: &str) -> Option<Wanted> {
    let tracker = Tracker::new(run, Subject::node(node), part, Moment::After).ok()?;
    let (root, steps) = tracker.named().ok()?;
    let is_object = !steps.is_empty() || matches!(root.value, Value::Ref(_));
    let local = match root.holder {
        Holder::Outcome(_) | Holder::Place(_) => None,
        Holder::Local(_) | Holder::Given => Some(root.name),
    };
    let heap = is_object || matches!(root.holder, Holder::Place(_) | Holder::Given);
    Some(Wanted { local, heap })
}

/// Follows one part of what one question shows.
pub(super) struct Tracker<'r> {
    run: &'r Run,
    subject: Subject,
    path: &'r str,
    when: Moment,
    /// When the piece began.
    begin: Time,
}

/// A name that a question shows, and what it held at the moment in question.
struct Root {
    name: String,
    value: Value,
    time: Time,
    holder: Holder,
}

/// What held a value, and when.
pub(super) struct Held {
    pub holder: Holder,
    pub value: Value,
    pub time: Time,
}

/// What holds a value.
#[derive(Clone, Copy)]
pub(super) enum Holder {
    /// A place of the heap.
    Place(Target),
    /// A variable that the piece cannot have changed: a parameter, the receiver.
    Given,
    /// What came out of this call.
    Outcome(NodeId),
    /// A variable of a loop, by its number.
    Local(usize),
}

impl<'r> Tracker<'r> {
    pub fn new(
        run: &'r Run,
        subject: Subject,
        path: &'r str,
        when: Moment,
    ) -> Result<Tracker<'r>, PartError> {
        let first = run.data(subject.first());
        let first = first.ok_or_else(|| PartError::NotKnown(path.to_owned()))?;
        Ok(Tracker {
            run,
            subject,
            path: path.trim(),
            when,
            begin: first.before,
        })
    }

    fn source(&self) -> Result<Written, PartError> {
        let held = self.held()?;
        Ok(self.from(held.holder, held.value, held.time))
    }

    /// What the path leads to.
    pub fn held(&self) -> Result<Held, PartError> {
        let (root, steps) = self.named()?;
        let (mut holder, mut value) = (root.holder, root.value);
        let mut so_far = root.name;
        for step in steps {
            let inside = self.step(value, step, root.time);
            let inside = inside.ok_or_else(|| PartError::NoSuchPart {
                of: so_far.clone(),
                rest: step.to_owned(),
            })?;
            holder = Holder::Place(inside.0);
            value = inside.1;
            so_far.push_str(step);
        }
        let time = root.time;
        Ok(Held {
            holder,
            value,
            time,
        })
    }

    /// The name that the path begins with, and the steps from there.
    fn named(&self) -> Result<(Root, Vec<&'r str>), PartError> {
        let mut roots = self.roots();
        let names: Vec<String> = roots.iter().map(|root| root.name.clone()).collect();
        let found = path::root(self.path, names.iter().map(String::as_str)).or_else(|| {
            // What came out is often called so.
            let rest = self.path.strip_prefix("result")?;
            let returned = names.iter().position(|name| name == "returned")?;
            (rest.is_empty() || rest.starts_with(['.', '['])).then_some((returned, rest))
        });
        let found = found.and_then(|(root, rest)| Some((root, path::steps(rest)?)));
        match found {
            Some((root, steps)) => Ok((roots.swap_remove(root), steps)),
            None => Err(PartError::NotShown {
                part: self.path.to_owned(),
                shown: names.join(", "),
            }),
        }
    }

    /// The names that the question shows, with what holds each.
    fn roots(&self) -> Vec<Root> {
        let shown = scene::roots(self.run, self.subject).into_iter();
        let held = shown.filter_map(|root| {
            let held = match self.when {
                Moment::Before => root.before,
                Moment::After => root.after,
            }?;
            let holder = self.holder(&root.name);
            (held.value != Value::Missing).then_some(Root {
                name: root.name,
                value: held.value,
                time: held.time,
                holder,
            })
        });
        held.collect()
    }

    /// What holds the value that a question shows by this name.
    fn holder(&self, name: &str) -> Holder {
        let tree = self.run.tree();
        let definitions = self.run.definitions();
        let static_field = static_fields(definitions).find(|field| {
            let class = definitions.class(field.class);
            class.is_some_and(|class| {
                let class = self.run.language().class_name(&class.name);
                name.strip_prefix(&class)
                    .and_then(|rest| rest.strip_prefix('.'))
                    == Some(field.name.as_str())
            })
        });
        if let Some(field) = static_field {
            return Holder::Place(Target::Static { field: field.id });
        }
        // Of several calls, names begin with the number of the call.
        let (call, name) = match name.split_once('.') {
            Some((number, name)) => (number.parse::<usize>().ok(), name),
            None => (None, name),
        };
        if name == "returned" || name == self.run.language().threw() {
            let number = call.map_or(0, |call| call.saturating_sub(1));
            let call = self.subject.nodes(tree).nth(number);
            return Holder::Outcome(call.unwrap_or(self.subject.first()));
        }
        let loop_ = match self.run.data(self.subject.first()).map(|data| data.kind) {
            Some(NodeKind::Loop(id) | NodeKind::Iterations(id) | NodeKind::Check(id)) => {
                definitions.loop_(id)
            }
            _ => None,
        };
        let mut locals = loop_.into_iter().flat_map(|def| &def.locals);
        let local = locals.position(|local| local.variable.name == name);
        local.map_or(Holder::Given, Holder::Local)
    }

    /// One step further: the place and what it held.
    fn step(&self, mut value: Value, step: &str, time: Time) -> Option<(Target, Value)> {
        let mut object = None;
        let mut is_exception = false;
        // Wrappers around a collection are looked through; damage may make them endless.
        for _ in 0..MOST_WRAPPERS {
            let Value::Ref(seen) = value else {
                return None;
            };
            match shape(self.run, seen, time) {
                Shape::Wrapped(inner) => value = inner,
                shape => {
                    is_exception = matches!(shape, Shape::Exception { .. });
                    object = Some(seen);
                    break;
                }
            }
        }
        let object = object?;
        match step.strip_prefix('.') {
            Some(name) => {
                let name = match name {
                    "message" if is_exception => "detailMessage",
                    _ => name,
                };
                let definitions = self.run.definitions();
                let mut places = self.places_of(object, time).into_iter();
                places.find(|(target, _)| match target {
                    Target::Field { field, .. } => definitions
                        .field(*field)
                        .is_some_and(|field| field.name == name),
                    _ => false,
                })
            }
            None => {
                let key = step.strip_prefix('[')?.strip_suffix(']')?;
                self.element(object, key, time)
            }
        }
    }

    /// The place of an element of an array or a collection, or of the value of a key.
    fn element(&self, object: Ref, key: &str, time: Time) -> Option<(Target, Value)> {
        let trace = self.run.trace().as_ref();
        if let Thing::Array { .. } = trace.state_window(object, time, 0..0) {
            let index = key.parse().ok()?;
            let target = Target::Element {
                array: object,
                index,
            };
            let value = trace.value_at(target, time);
            return (value != Value::Missing).then_some((target, value));
        }
        // Quotes around a key that is a text may be left out.
        let quoted = self.run.language().quoted(key);
        let is_meant = |(name, _): &(String, Value)| *name == key || *name == quoted;
        match shape(self.run, object, time) {
            Shape::Row { items, .. } => {
                let index: usize = key.parse().ok()?;
                let value = *items.get(index)?;
                let all = self.private_places(object, time);
                let holds = |(_, held): &&(Target, Value)| held.same(value);
                let at_index = |(target, _): &&(Target, Value)| matches!(target, Target::Element { index: at, .. } if *at as usize == index);
                let exact = all.iter().filter(holds).find(at_index);
                exact.or_else(|| all.iter().find(holds)).copied()
            }
            Shape::Map { entries, .. } => {
                let named = keys::named(self.run, &entries, time);
                let (key, value) = entries[named.iter().position(is_meant)?];
                let all = self.private_places(object, time);
                let keyed: HashSet<Ref> = all
                    .iter()
                    .filter(|(target, held)| self.field_name(*target) == "key" && held.same(key))
                    .filter_map(|(target, _)| owner(*target))
                    .collect();
                let of_key = |target: Target| {
                    self.field_name(target) == "value"
                        && owner(target).is_some_and(|owner| keyed.contains(&owner))
                };
                let mut places = all.iter().filter(|(target, _)| of_key(*target));
                places.find(|(_, held)| held.same(value)).copied()
            }
            _ => None,
        }
    }

    fn field_name(&self, target: Target) -> &str {
        match target {
            Target::Field { field, .. } | Target::Static { field } => self
                .run
                .definitions()
                .field(field)
                .map_or("", |field| field.name.as_str()),
            Target::Element { .. } => "",
        }
    }

    /// The places of one object, with what they held in the end.
    pub fn places_of(&self, object: Ref, time: Time) -> Vec<(Target, Value)> {
        let window = 0..MOST_PLACES as u32;
        match self.run.trace().state_window(object, time, window) {
            Thing::Object { fields, .. } => fields
                .into_iter()
                .map(|(field, value)| (Target::Field { object, field }, value))
                .collect(),
            Thing::Array { window, .. } => (0..)
                .zip(window)
                .map(|(index, value)| {
                    let array = object;
                    (Target::Element { array, index }, value)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The places of an object and of the private objects of a collection that it consists of.
    pub fn private_places(&self, object: Ref, time: Time) -> Vec<(Target, Value)> {
        let mut places = Vec::new();
        let mut seen = HashSet::from([object]);
        let mut queue = VecDeque::from([object]);
        while let Some(object) = queue.pop_front() {
            if places.len() >= MOST_PLACES || !self.is_private(object, time) {
                continue;
            }
            for (target, value) in self.places_of(object, time) {
                if let Value::Ref(inside) = value
                    && seen.insert(inside)
                {
                    queue.push_back(inside);
                }
                places.push((target, value));
            }
        }
        places
    }

    /// Whether it belongs to the insides of a collection. An array does when it is reached from one.
    pub fn is_private(&self, object: Ref, time: Time) -> bool {
        match self.run.trace().state_window(object, time, 0..0) {
            Thing::Object { class, .. } => {
                let definitions = self.run.definitions();
                let above = |class: &&ClassDef| definitions.class(class.parent);
                // The program's own classes may extend collections. Lineages are short; a damaged one may be endless.
                let mut lineage = std::iter::successors(definitions.class(class), above).take(100);
                lineage.any(|class| self.run.language().is_private(&class.name))
            }
            Thing::Array { .. } => true,
            _ => false,
        }
    }

    /// Where the value that `holder` held at a time comes from.
    fn from(&self, holder: Holder, value: Value, time: Time) -> Written {
        let trace = self.run.trace();
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
            Holder::Outcome(_) => self.returned_by(value, time),
            Holder::Local(local) => match self.assigned_in(local, value, time) {
                Written::Before(pass) => Written::Before(pass.or(node)),
                inside => inside,
            },
            Holder::Given => Written::Before(node.or_else(|| self.given_by(value))),
            Holder::Place(_) => Written::Before(node),
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
        match node.filter(|&node| self.is_inside(node)) {
            Some(node) => Written::Inside(node),
            // Its own code wrote down what a call gave it.
            None => self.returned_by(writer.value, writer.time),
        }
    }

    fn is_inside(&self, node: NodeId) -> bool {
        let (start, end) = self.subject.span(self.run.tree());
        start <= node && node < end && self.subject.single() != Some(node)
    }

    /// The call that gave the piece's own code `value` before `time`, else that code itself.
    fn returned_by(&self, value: Value, time: Time) -> Written {
        let found = self.last_returning(self.subject, value, time);
        found.map_or(Written::Own, Written::Inside)
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
    fn calls_made_by(&self, caller: Subject) -> Vec<NodeId> {
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
    fn assigned_in(&self, local: usize, value: Value, time: Time) -> Written {
        let tree = self.run.tree();
        let first = self.subject.first();
        let passes: Vec<NodeId> = match (self.when, tree.kind(first)) {
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
        match (changed, self.when) {
            (Some(pass), Moment::After) if self.is_inside(pass) => Written::Inside(pass),
            (Some(_), Moment::After) => self.returned_by(value, time),
            (pass, _) => Written::Before(pass),
        }
    }

    /// Whether an iteration left another value in a variable than it found.
    pub fn changes(&self, pass: NodeId, local: usize) -> bool {
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
}

fn owner(target: Target) -> Option<Ref> {
    match target {
        Target::Field { object, .. } => Some(object),
        Target::Element { array, .. } => Some(array),
        Target::Static { .. } => None,
    }
}

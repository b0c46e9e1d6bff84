//! Where a value that a question shows was written last.
//!
//! A part is named as the question names it: `returned`, `this.items[3]`, `Chess.moves`, a variable of
//! a loop. From the name the way leads over fields and elements to a place in the heap, and the
//! recording knows who wrote that place last. Elements of collections stand somewhere in the private
//! objects of collections, which are searched for them. From there on the value's own way is
//! followed ([`trail`](super::trail)).

use std::collections::{HashSet, VecDeque};

use elenchus_session::{Moment, PartError, Program, Subject, Written};
use elenchus_source::Wanted;
use elenchus_trace::NodeKind;
use elenchus_trace::definition::{ClassDef, LoopDef};
use elenchus_trace::value::{Ref, Target, Thing, Time, Value};
use elenchus_tree::{Kind, NodeId};

use crate::comparing::behaviour::static_fields;
use crate::run::Run;
use crate::shape::{Shape, shape};
use crate::showing::gone::named_before;
use crate::showing::keys;
use crate::showing::leads;
use crate::showing::path;
use crate::showing::scene;

/// No more wrappers around one value are looked through.
const MOST_WRAPPERS: usize = 32;

/// How many places of one collection are looked at, at most.
const MOST_PLACES: usize = 2000;

/// How many calls side by side are looked through for a part that is named without its call, at most.
const MOST_CALLS: usize = 100;

/// Where the value at `path` was written last, as `subject` began or ended.
pub fn writer_of(
    run: &Run,
    subject: Subject,
    path: &str,
    when: Moment,
) -> Result<Written, PartError> {
    if let Some(written) = leads::writer_of(run, subject, path) {
        return written;
    }
    let found = Tracker::new(run, subject, path, when)?.source();
    match found {
        Err(PartError::NotShown { .. }) => of_one_call(run, subject, path, when).unwrap_or(found),
        found => found,
    }
}

/// Of several calls side by side, the last one that wrote the part when it is named as the call by itself would show it.
fn of_one_call(
    run: &Run,
    subject: Subject,
    path: &str,
    when: Moment,
) -> Option<Result<Written, PartError>> {
    let tree = run.tree();
    if subject.single().is_some() || tree.kind(subject.first()) != Kind::Routine {
        return None;
    }
    let calls: Vec<NodeId> = subject.nodes(tree).take(MOST_CALLS).collect();
    calls.into_iter().rev().find_map(|call| {
        let tracker = Tracker::new(run, Subject::node(call), path, when).ok()?;
        match tracker.source().ok()? {
            Written::Before(_) => None,
            Written::Own => Some(Ok(Written::Inside(call))),
            Written::Inside(node) => Some(Ok(Written::Inside(node))),
        }
    })
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
    pub(super) run: &'r Run,
    pub(super) subject: Subject,
    pub(super) path: &'r str,
    pub(super) when: Moment,
    /// When the piece began.
    pub(super) begin: Time,
}

/// A name that a question shows, and what it held at the moment in question.
struct Root {
    name: String,
    value: Value,
    time: Time,
    when: Moment,
    holder: Holder,
}

/// What held a value, and when.
pub(super) struct Held {
    pub holder: Holder,
    pub value: Value,
    pub time: Time,
    when: Moment,
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
    pub(super) fn new(
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

    pub(super) fn source(&self) -> Result<Written, PartError> {
        let held = self.held()?;
        Ok(self.from(held.holder, held.value, held.time, held.when))
    }

    /// What the path leads to.
    pub(super) fn held(&self) -> Result<Held, PartError> {
        if let Some(path) = named_before(self.path) {
            return self.held_by_taken_away(path);
        }
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
        let (time, when) = (root.time, root.when);
        Ok(Held {
            holder,
            value,
            time,
            when,
        })
    }

    /// What a path led to before and leads to no more, as it became.
    fn held_by_taken_away(&self, path: &str) -> Result<Held, PartError> {
        let before = Tracker {
            path,
            when: Moment::Before,
            ..*self
        };
        let held = before.held()?;
        let ends = self.roots(Moment::After);
        let time = ends.first().map_or(held.time, |root| root.time);
        let value = match held.holder {
            Holder::Place(place) => self.run.trace().value_at(place, time),
            _ => held.value,
        };
        Ok(Held {
            value,
            time,
            when: Moment::After,
            ..held
        })
    }

    /// The name that the path begins with, and the steps from there. What did not exist when the piece began (what it
    /// returned, what the body of a loop declares) is meant as it was at the end.
    fn named(&self) -> Result<(Root, Vec<&'r str>), PartError> {
        let at_the_end = || self.named_at(Moment::After);
        match (self.named_at(self.when), self.when) {
            (found, Moment::After) => found,
            (Ok((root, _)), _) if self.is_declared_inside(root.holder) => at_the_end(),
            (Err(error), _) => at_the_end().map_err(|_| error),
            (found, _) => found,
        }
    }

    fn named_at(&self, when: Moment) -> Result<(Root, Vec<&'r str>), PartError> {
        let mut roots = self.roots(when);
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
    fn roots(&self, when: Moment) -> Vec<Root> {
        let shown = scene::roots(self.run, self.subject).into_iter();
        let held = shown.filter_map(|root| {
            let held = match when {
                Moment::Before => root.before,
                Moment::After => root.after,
            }?;
            let holder = self.holder(&root.name);
            (held.value != Value::Missing).then_some(Root {
                name: root.name,
                value: held.value,
                time: held.time,
                when,
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
        let mut locals = self.loop_def().into_iter().flat_map(|def| &def.locals);
        let local = locals.position(|local| local.variable.name == name);
        local.map_or(Holder::Given, Holder::Local)
    }

    /// The loop that the piece is, or is a part of.
    fn loop_def(&self) -> Option<&LoopDef> {
        match self.run.data(self.subject.first())?.kind {
            NodeKind::Loop(id) | NodeKind::Iterations(id) | NodeKind::Check(id) => {
                self.run.definitions().loop_(id)
            }
            _ => None,
        }
    }

    /// Whether it is a variable that an iteration declares, so that it held nothing of its own before.
    pub(super) fn is_declared_inside(&self, holder: Holder) -> bool {
        let Holder::Local(local) = holder else {
            return false;
        };
        let def = self.loop_def().and_then(|def| def.locals.get(local));
        let is_iteration = self.run.tree().kind(self.subject.first()) == Kind::Iterations;
        is_iteration && def.is_some_and(|local| !local.at_header)
    }

    /// The values that the piece can see as it ends, and those that its object holds.
    pub(super) fn visible(&self) -> Vec<(Value, Time)> {
        let roots = self.roots(Moment::After);
        let receiver = self.run.language().receiver();
        let this = roots.iter().find(|root| root.name == receiver);
        let fields = this.into_iter().flat_map(|this| match this.value {
            Value::Ref(object) => {
                let places = self.places_of(object, this.time).into_iter();
                places.map(|(_, value)| (value, this.time)).collect()
            }
            _ => Vec::new(),
        });
        let all = roots.iter().map(|root| (root.value, root.time));
        all.chain(fields).collect()
    }

    /// The object that is seen through the wrappers around it, and its shape. Damage may make wrappers endless.
    pub(super) fn unwrapped(&self, mut value: Value, time: Time) -> Option<(Ref, Shape)> {
        for _ in 0..MOST_WRAPPERS {
            let Value::Ref(seen) = value else {
                return None;
            };
            match shape(self.run, seen, time) {
                Shape::Wrapped(inner) => value = inner,
                shape => return Some((seen, shape)),
            }
        }
        None
    }

    /// One step further: the place and what it held.
    fn step(&self, value: Value, step: &str, time: Time) -> Option<(Target, Value)> {
        let (object, shape) = self.unwrapped(value, time)?;
        let is_exception = matches!(shape, Shape::Exception { .. });
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
    pub(super) fn element(&self, object: Ref, key: &str, time: Time) -> Option<(Target, Value)> {
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
                self.entry(object, key, value, time)
            }
            _ => None,
        }
    }

    /// The place where a map holds the value of a key.
    pub(super) fn entry(
        &self,
        map: Ref,
        key: Value,
        value: Value,
        time: Time,
    ) -> Option<(Target, Value)> {
        let all = self.private_places(map, time);
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

    pub(super) fn field_name(&self, target: Target) -> &str {
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
    pub(super) fn places_of(&self, object: Ref, time: Time) -> Vec<(Target, Value)> {
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
    pub(super) fn private_places(&self, object: Ref, time: Time) -> Vec<(Target, Value)> {
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
    pub(super) fn is_private(&self, object: Ref, time: Time) -> bool {
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
}

fn owner(target: Target) -> Option<Ref> {
    match target {
        Target::Field { object, .. } => Some(object),
        Target::Element { array, .. } => Some(array),
        Target::Static { .. } => None,
    }
}

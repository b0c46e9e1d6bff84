//! The way of a value back to its origin: who wrote it last, where that had it from, and so on.
//!
//! An object keeps its identity, so its way is certain: every write into it, back to where it was made. A number or a text has
//! none. It is followed to whoever returned an equal one, was given an equal one, or read it from a field; what is so found is told
//! as *alike*. Where nobody had it before, the code that wrote it made it, and the way goes on with what was there before.

use std::time::{Duration, Instant};

use elenchus_session::{Beginning, Did, Link, Moment, Origins, PartError, Program, Subject};
use elenchus_trace::value::{Ref, Target, Thing, Time, Value};
use elenchus_trace::{Done, NodeData, NodeKey, NodeKind, Origin, Outcome, Writer};
use elenchus_tree::{Kind, NodeId};

use crate::run::Run;
use crate::showing::provenance::{Held, Holder, Tracker};
use crate::showing::show::{Names, show};
use crate::showing::stepping::{BRIEF, place_name};

/// A longer way is cut.
const MOST_LINKS: usize = 50;

/// After this time no further link is looked for.
const TIME: Duration = Duration::from_millis(300);

/// How many actions of a call are looked through for the call that gave it a value.
const MOST_DEEDS: usize = 400;

/// How many parts of an object are asked who wrote them last.
const MOST_PARTS: usize = 64;

/// The way of the value at `path`, as `subject` began or ended.
pub fn origins(
    run: &Run,
    subject: Subject,
    path: &str,
    when: Moment,
) -> Result<Origins, PartError> {
    let tracker = Tracker::new(run, subject, path, when)?;
    let held = tracker.held()?;
    let chain = Chain {
        run,
        tracker: &tracker,
        subject,
        links: Vec::new(),
        given: 0,
        alike: false,
        start: Instant::now(),
    };
    Ok(chain.follow(&held))
}

/// Where a value was.
#[derive(Clone, Copy)]
enum At {
    /// In a place of the heap.
    Place(Target),
    /// In the hands of the own code of this node, which had written it to a place if one is named.
    Code(NodeId, Option<Target>),
    /// It came out of this call.
    Outcome(NodeId),
    /// It was given to this call.
    Given(NodeId),
    /// An object, wherever it was.
    Object,
}

struct Chain<'r> {
    run: &'r Run,
    tracker: &'r Tracker<'r>,
    subject: Subject,
    links: Vec<Link>,
    /// How many calls it was given to since the last link; all but the first of them passed it on.
    given: usize,
    /// Whether the way since the last link went over something equal.
    alike: bool,
    start: Instant,
}

impl Chain<'_> {
    fn follow(mut self, held: &Held) -> Origins {
        let at = match held.holder {
            Holder::Local(local) => return self.follow_local(local, held.value, held.time),
            Holder::Place(target) => At::Place(target),
            Holder::Given => At::Given(self.subject.first()),
            Holder::Outcome(call) => At::Outcome(call),
        };
        let beginning = self.walk(at, held.value, held.time);
        self.end(beginning)
    }

    fn end(self, beginning: Beginning) -> Origins {
        Origins {
            links: self.links,
            beginning,
        }
    }

    fn walk(&mut self, mut at: At, mut value: Value, mut time: Time) -> Beginning {
        loop {
            if self.links.len() >= MOST_LINKS || self.start.elapsed() > TIME {
                return Beginning::Further;
            }
            let next = match value {
                Value::Ref(object) if self.has_parts(object, time) => {
                    self.object_step(at, object, time)
                }
                _ => self.plain_step(at, value, time),
            };
            match next {
                Ok(next) => (at, value, time) = next,
                Err(beginning) => return beginning,
            }
        }
    }

    fn has_parts(&self, object: Ref, time: Time) -> bool {
        let thing = self.run.trace().state_window(object, time, 0..0);
        matches!(thing, Thing::Object { .. } | Thing::Array { .. })
    }

    /// One step back in the life of an object: the last write into it, or of it, else its making.
    fn object_step(
        &mut self,
        at: At,
        object: Ref,
        time: Time,
    ) -> Result<(At, Value, Time), Beginning> {
        let trace = self.run.trace();
        let value = Value::Ref(object);
        let placed = match at {
            At::Place(target) => trace
                .last_writer(target, time)
                .filter(is_write)
                .map(|writer| (target, writer)),
            _ => None,
        };
        let inside = self.last_inside(object, time);
        let is_later = |one: &(Target, Writer), other: &(Target, Writer)| {
            trace.is_before(other.1.time, one.1.time)
        };
        match (placed, inside) {
            (Some(placed), inside) if inside.is_none_or(|inside| is_later(&placed, &inside)) => {
                self.wrote(&placed.1, placed.0)?;
                Ok((At::Object, value, placed.1.time))
            }
            (_, Some((target, writer))) => {
                self.wrote(&writer, target)?;
                Ok((at, value, writer.time))
            }
            _ => match trace.maker(object, time) {
                Some(maker) => {
                    let node = self.node(maker)?;
                    self.link(node, Did::Made, String::new(), value, time);
                    Err(Beginning::Code)
                }
                None => Err(Beginning::Unknown),
            },
        }
    }

    /// The last write into an object.
    fn last_inside(&self, object: Ref, time: Time) -> Option<(Target, Writer)> {
        let trace = self.run.trace();
        let places = match self.tracker.is_private(object, time) {
            true => self.tracker.private_places(object, time),
            false => self.tracker.places_of(object, time),
        };
        let writes = places
            .into_iter()
            .take(MOST_PARTS)
            .filter_map(|(target, _)| {
                let writer = trace.last_writer(target, time).filter(is_write)?;
                Some((target, writer))
            });
        writes.reduce(
            |one, other| match trace.is_before(one.1.time, other.1.time) {
                true => other,
                false => one,
            },
        )
    }

    /// One step back on the way of a number, a text, or whatever else has no parts.
    fn plain_step(
        &mut self,
        at: At,
        value: Value,
        time: Time,
    ) -> Result<(At, Value, Time), Beginning> {
        match at {
            At::Place(target) => {
                let writer = self.run.trace().last_writer(target, time);
                let writer = writer.ok_or(Beginning::Unknown)?;
                if writer.origin == Origin::Created {
                    // A field holds zero or null when its object is made: nobody wrote that.
                    let node = self.node(writer.node.ok_or(Beginning::Unknown)?)?;
                    self.link(node, Did::Made, place_name(self.run, target), value, time);
                    return Err(Beginning::Code);
                }
                let writer = Some(writer).filter(is_write).ok_or(Beginning::Unknown)?;
                let node = self.wrote(&writer, target)?;
                Ok((At::Code(node, Some(target)), writer.value, writer.time))
            }
            At::Outcome(call) => {
                let data = self.run.data(call).ok_or(Beginning::Unknown)?;
                let ended = data.after.ok_or(Beginning::Unknown)?;
                self.link(call, Did::Returned, String::new(), value, ended);
                Ok((At::Code(call, None), value, ended))
            }
            At::Given(call) => {
                let around = self.run.tree().parent(call);
                let caller = around.and_then(|around| self.run.call_around(around));
                let caller = caller.ok_or(Beginning::Unknown)?;
                let before = self.run.trace().before(self.run.snapshot().key_of(call));
                let before = before.ok_or(Beginning::Unknown)?;
                self.given += usize::from(self.run.tree().kind(call) == Kind::Routine);
                Ok((At::Code(caller, None), value, before))
            }
            At::Code(node, written) => self.code_step(node, written, value, time),
            At::Object => Err(Beginning::Unknown),
        }
    }

    /// Where the own code of a node had a value from.
    fn code_step(
        &mut self,
        node: NodeId,
        written: Option<Target>,
        value: Value,
        time: Time,
    ) -> Result<(At, Value, Time), Beginning> {
        let call = self.run.call_around(node).ok_or(Beginning::Unknown)?;
        if !is_common(value) {
            if let Some(giver) = self.last_returning(call, value, time) {
                self.alike = true;
                return Ok((At::Outcome(giver), value, time));
            }
            let data = self.run.data(call).ok_or(Beginning::Unknown)?;
            if data.arguments.iter().any(|given| given.same(value)) {
                self.alike = true;
                return Ok((At::Given(call), value, data.before));
            }
            if let Some(target) = self.read_from(&data, written, value, time) {
                self.alike = true;
                return Ok((At::Place(target), value, time));
            }
        }
        match written {
            // It was made of something else; what was there before may have been part of it.
            Some(target) => Ok((At::Place(target), value, time)),
            None => {
                if self.links.last().is_none_or(|link| link.node != call) {
                    self.link(call, Did::Had, String::new(), value, time);
                }
                Err(Beginning::Code)
            }
        }
    }

    /// The only field of a call's receiver and arguments that held a value, other than the one it was written to.
    fn read_from(
        &self,
        data: &NodeData,
        written: Option<Target>,
        value: Value,
        time: Time,
    ) -> Option<Target> {
        let given = data.receiver.iter().chain(&data.arguments);
        let objects = given.filter_map(|given| match given {
            Value::Ref(object) => Some(*object),
            _ => None,
        });
        let fields = objects.flat_map(|object| self.tracker.places_of(object, time));
        let mut equal = fields
            .filter(|(target, held)| matches!(target, Target::Field { .. }) && held.same(value))
            .map(|(target, _)| target)
            .filter(|target| Some(*target) != written);
        let only = equal.next()?;
        equal.all(|other| other == only).then_some(only)
    }

    /// The latest call made by the own code of `caller` that ended before `time` and returned `value`.
    fn last_returning(&self, caller: NodeId, value: Value, time: Time) -> Option<NodeId> {
        let (trace, snapshot) = (self.run.trace(), self.run.snapshot());
        let mut open = vec![(snapshot.key_of(caller), time)];
        for _ in 0..MOST_DEEDS {
            let (node, until) = open.pop()?;
            let Some(action) = trace.action_until(node, until) else {
                continue;
            };
            open.push((node, action.before));
            let Done::Part(part) = action.what else {
                continue;
            };
            let data = trace.node(part)?;
            match (data.kind, data.outcome) {
                (NodeKind::Routine(_), Outcome::Returned(returned)) if returned.same(value) => {
                    return snapshot.node_of(part);
                }
                (NodeKind::Routine(_) | NodeKind::Lost, _) => {}
                // What a loop calls is called by the code around it.
                _ => open.extend(data.after.map(|after| (part, after))),
            }
        }
        None
    }

    /// The way of a variable of a loop: the iterations that changed it.
    fn follow_local(mut self, local: usize, value: Value, time: Time) -> Origins {
        let tree = self.run.tree();
        let last = self.subject.last();
        let (around, mut next) = match tree.kind(last) {
            Kind::Loop => (last, last_part(self.run, last, tree.end(last))),
            _ => (tree.parent(last).unwrap_or(last), Some(last)),
        };
        let name = self.local_name(around, local);
        while let Some(pass) = next {
            if self.links.len() >= MOST_LINKS || self.start.elapsed() > TIME {
                return self.end(Beginning::Further);
            }
            if self.tracker.changes(pass, local)
                && let Some(data) = self.run.data(pass)
                && let Some(held) = data.locals_after.iter().find(|held| held.local == local)
            {
                let time = data.after.unwrap_or(time);
                self.link(pass, Did::Wrote, name.clone(), held.value, time);
            }
            next = last_part(self.run, around, pass);
        }
        let entered = self.run.data(around);
        let held = entered.and_then(|data| {
            let mut locals = data.locals_before.iter();
            let held = locals.find(|held| held.local == local)?;
            Some((held.value, data.before))
        });
        // What no iteration has changed is still what it was at the end.
        let held = held.filter(|_| !self.links.is_empty());
        let (value, time) = held.unwrap_or((value, time));
        let beginning = self.walk(At::Code(around, None), value, time);
        self.end(beginning)
    }

    fn local_name(&self, node: NodeId, local: usize) -> String {
        let Some(NodeKind::Loop(id)) = self.run.data(node).map(|data| data.kind) else {
            return String::new();
        };
        let locals = self.run.definitions().loop_(id).map(|def| &def.locals);
        let local = locals.and_then(|locals| locals.get(local));
        local.map_or_else(String::new, |local| local.variable.name.clone())
    }

    fn node(&self, key: NodeKey) -> Result<NodeId, Beginning> {
        let node = self.run.snapshot().node_of(key);
        node.ok_or(Beginning::Unknown)
    }

    /// Notes who wrote a place.
    fn wrote(&mut self, writer: &Writer, target: Target) -> Result<NodeId, Beginning> {
        let node = self.node(writer.node.ok_or(Beginning::Unknown)?)?;
        let part = place_name(self.run, target);
        self.link(node, Did::Wrote, part, writer.value, writer.time);
        Ok(node)
    }

    fn link(&mut self, node: NodeId, did: Did, part: String, value: Value, time: Time) {
        let value = show(self.run, value, time, BRIEF, &Names::default());
        self.links.push(Link {
            node,
            did,
            part,
            value,
            alike: std::mem::take(&mut self.alike),
            passed_on: std::mem::take(&mut self.given).saturating_sub(1),
        });
    }
}

fn is_write(writer: &Writer) -> bool {
    writer.origin == Origin::Written
}

/// Whether a value is so common that an equal one tells nothing.
fn is_common(value: Value) -> bool {
    match value {
        Value::Missing | Value::Null | Value::Bool(_) => true,
        Value::Byte(number) => (-1..=1).contains(&number),
        Value::Short(number) => (-1..=1).contains(&number),
        Value::Int(number) => (-1..=1).contains(&number),
        Value::Long(number) => (-1..=1).contains(&number),
        Value::Float(number) => number.abs() <= 1.0 && number.fract() == 0.0,
        Value::Double(number) => number.abs() <= 1.0 && number.fract() == 0.0,
        Value::Char(_) | Value::Ref(_) => false,
    }
}

/// The last direct part of a node that begins before another node.
fn last_part(run: &Run, node: NodeId, before: NodeId) -> Option<NodeId> {
    let last = NodeId::at(before.0 - 1);
    (last > node).then(|| run.tree().child_around(node, last))
}

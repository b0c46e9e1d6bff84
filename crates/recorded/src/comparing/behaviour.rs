//! The behaviour of a piece of a run in normal form: which code, from which state, to which state.
//!
//! Two runs of different versions can only be compared through such behaviours. The state before is
//! everything the code could read: receiver, arguments or locals, the iterator that a for-each loop hides, and all static
//! fields that can change, with whatever they lead to. The state after is what became of all that, with the locals
//! that were assigned, what it returned or threw, and what it printed. Final static fields are kept apart ([`constants`]):
//! there are many, and only those count that the code can read.

use elenchus_session::{Program, Subject};
use elenchus_source::LoopKind;
use elenchus_trace::definition::{Definitions, FieldDef, LoopDef, RoutineDef, field_flag};
use elenchus_trace::value::{Target, Time};
use elenchus_trace::{NodeData, NodeKind, Outcome};
use elenchus_tree::{Kind, NodeId};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::comparing::canonical::{Canonical, Numbers, canonical};
use crate::comparing::doubt::Doubt;
use crate::comparing::leaving::{Leaving, leaving};
use crate::heap::Value;
use crate::run::Run;

/// More output than this is not compared.
const MOST_OUTPUT: usize = 1 << 20;

/// What a piece of a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// The code: a routine with its descriptor, or one of its loops.
    pub code: String,
    pub before: Canonical,
    pub after: Canonical,
    /// What it read from the standard input: a part of what went in, known only afterwards.
    pub read: u128,
    /// Whether it read from or wrote to a standard stream.
    pub uses_streams: bool,
    /// How it may have left its routine.
    pub leaving: Leaving,
    /// When it began and ended.
    pub times: (Time, Time),
}

impl Behaviour {
    /// Why it cannot support a verdict about another run, if it cannot.
    pub fn doubt(&self) -> Option<&Doubt> {
        self.before.doubt.as_ref().or(self.after.doubt.as_ref())
    }
}

/// The code that a node ran, comparable between versions of a program; `None` for nodes without code
/// of their own.
pub fn code_of(run: &Run, node: NodeId) -> Option<String> {
    let definitions = run.definitions();
    match run.data(node)?.kind {
        NodeKind::Routine(id) => definitions
            .routine(id)
            .map(|def| routine_code(definitions, def)),
        NodeKind::Loop(id) => definitions.loop_(id).map(|def| one_loop(definitions, def)),
        NodeKind::Iterations(id) => {
            let code = one_loop(definitions, definitions.loop_(id)?);
            Some(format!("{code} iteration"))
        }
        NodeKind::Check(_) | NodeKind::Lost => None,
    }
}

/// A routine by class, name and descriptor.
pub fn routine_code(definitions: &Definitions, def: &RoutineDef) -> String {
    let class = definitions
        .class(def.class)
        .map_or("?", |class| &class.name);
    format!("{class}.{}{}", def.name, def.descriptor)
}

/// Lines move between versions, so a loop is known by its place among the loops of its routine.
pub(crate) fn one_loop(definitions: &Definitions, def: &LoopDef) -> String {
    let loops = definitions
        .loops()
        .filter(|other| other.routine == def.routine);
    let place = loops.take_while(|other| other.id != def.id).count();
    let around = definitions.routine(def.routine);
    let around = around.map_or_else(|| "?".to_owned(), |def| routine_code(definitions, def));
    format!("{around} loop {}", place + 1)
}

/// The state before a node, without looking at what it did.
pub fn before(run: &Run, node: NodeId) -> Option<(NodeData, Canonical, Numbers)> {
    let data = run.data(node)?;
    let mut numbers = Numbers::default();
    let roots = roots(run, node, &data, data.before, End::Before);
    let mut form = canonical(run.objects(), named(&roots), data.before, &mut numbers);
    if data.damaged {
        form.doubt.get_or_insert(Doubt::Damaged);
    }
    if let NodeKind::Iterations(id) = data.kind
        && hides_its_place(run, id)
    {
        let (_, entered, _) = before(run, run.tree().parent(node)?)?;
        form.hash ^= entered.hash.rotate_left(1) ^ u128::from(data.iterations.start);
        form.doubt = form.doubt.or(entered.doubt);
        form.identity_uncertain |= entered.identity_uncertain;
    }
    Some((data, form, numbers))
}

/// Whether a loop goes over something that no variable holds, as `for (Road road : roadsFrom(town))` does.
/// Where it stands then follows only from the state it was entered in and the number of the iteration.
fn hides_its_place(run: &Run, id: u32) -> bool {
    let definitions = run.definitions();
    let kind = definitions.loop_(id).and_then(|def| {
        let sources = run.sources();
        sources.with_loop(definitions, def, |_, found| Some(found.kind))
    });
    kind.is_none_or(|kind| kind == LoopKind::ForEach)
}

/// The numbers, characters and truth values among what a node was given: equal states have them in common,
/// and they are had without a look at the heap.
pub fn plain_inputs(run: &Run, node: NodeId) -> Option<u64> {
    let data = run.data(node)?;
    let mut written = String::new();
    for (name, value) in given(run, node, &data) {
        if !matches!(value, Value::Ref(_)) {
            written.push_str(&name);
            written.push_str(&run.language().literal(value));
        }
        written.push('\n');
    }
    Some(xxh3_64(written.as_bytes()))
}

/// What the code from `first` to `last` (siblings, or one node) did.
pub fn behaviour(run: &Run, subject: Subject) -> Result<Behaviour, Doubt> {
    let (first, last) = (subject.first(), subject.last());
    let code = code_of(run, first).ok_or(Doubt::NoCode)?;
    let (data, mut before, mut numbers) = before(run, first).ok_or(Doubt::NoCode)?;
    let end = if first == last {
        data.clone()
    } else {
        run.data(last).ok_or(Doubt::NoCode)?
    };
    let time = end.after.ok_or(Doubt::NotEnded)?;
    // What was visible before shows what became of the same objects, even where a local forgot them.
    let mut seen = roots(run, first, &data, time, End::After);
    seen.extend(assigned(run, &end));
    match end.outcome {
        Outcome::Returned(value) => seen.push(("returned".to_owned(), value)),
        Outcome::Threw(value) => seen.push((run.language().threw().to_owned(), value)),
        Outcome::Ended => {}
        Outcome::StillRunning | Outcome::Lost => return Err(Doubt::NotEnded),
    }
    let trace = run.objects();
    let mut after = canonical(trace, named(&seen), time, &mut numbers);
    if before.doubt.is_some() || after.doubt.is_some() {
        drop_unread_doubts(run, subject, (&data, &end), (&mut before, &mut after));
    }
    // What went through each standard stream, however it was cut into pieces.
    let mut streams: [Vec<u8>; 3] = Default::default();
    let output = run.output(subject, MOST_OUTPUT);
    if output.total > MOST_OUTPUT as u64 {
        after.doubt.get_or_insert(Doubt::MuchOutput);
    }
    for (stream, bytes) in output.pieces {
        match streams.get_mut(stream as usize) {
            Some(all) => all.extend(bytes),
            None => after.doubt = Some(Doubt::Damaged),
        }
    }
    let uses_streams = streams.iter().any(|bytes| !bytes.is_empty());
    let [read, out, error] = streams.map(|bytes| xxh3_128(&bytes));
    after.hash ^= out ^ error.rotate_left(1);
    if end.damaged {
        after.doubt.get_or_insert(Doubt::Damaged);
    }
    let leaving = leaving(run, run.objects(), last, &end, &mut numbers)?;
    Ok(Behaviour {
        code,
        before,
        after,
        read,
        uses_streams,
        leaving,
        times: (data.before, time),
    })
}

/// Drops doubts about what only static fields lead to that the code of a call does not name: whatever they hold, it
/// makes no difference to it.
fn drop_unread_doubts(
    run: &Run,
    subject: Subject,
    (begin, end): (&NodeData, &NodeData),
    (before, after): (&mut Canonical, &mut Canonical),
) {
    let node = subject.first();
    let (Some(_), NodeKind::Routine(_), Some(time)) = (subject.single(), begin.kind, end.after)
    else {
        return;
    };
    let unseen =
        |doubt: &Option<Doubt>| matches!(doubt, Some(Doubt::NotRecorded(_) | Doubt::Shortened(_)));
    let readers = run.readers((node, run.tree().end(node)));
    let doubt = |time, which, outcome: Option<Value>| {
        let mut read = own_roots(run, node, begin, which);
        read.extend(outcome.map(|value| (String::new(), value)));
        let fields = static_fields(run.definitions()).filter(|field| readers.may_read(field));
        read.extend(held(run, fields, time));
        canonical(run.objects(), named(&read), time, &mut Numbers::default()).doubt
    };
    if unseen(&before.doubt) && !begin.damaged {
        before.doubt = doubt(begin.before, End::Before, None);
    }
    if unseen(&after.doubt) {
        let outcome = match end.outcome {
            Outcome::Returned(value) | Outcome::Threw(value) => Some(value),
            Outcome::Ended | Outcome::StillRunning | Outcome::Lost => None,
        };
        after.doubt = doubt(time, End::After, outcome);
    }
}

/// What a piece of a run leads to: the values it was given and those it left, each with their moment. The static fields are given by number.
pub(crate) fn given_and_left(
    run: &Run,
    (first, last): (NodeId, NodeId),
    statics: &[u32],
) -> Vec<(Vec<Value>, Time)> {
    let held = |time| {
        let fields = statics.iter().map(|&field| Target::Static { field });
        fields.map(move |field| run.trace().value_at(field, time))
    };
    let values = |named: Vec<(String, Value)>| named.into_iter().map(|(_, value)| value);
    let (Some(begin), Some(end)) = (run.data(first), run.data(last)) else {
        return Vec::new();
    };
    let given = values(own_roots(run, first, &begin, End::Before));
    let mut moments = vec![(given.chain(held(begin.before)).collect(), begin.before)];
    if let Some(time) = end.after {
        let mut left: Vec<Value> = values(own_roots(run, first, &begin, End::After)).collect();
        left.extend(values(assigned(run, &end)));
        left.extend(match end.outcome {
            Outcome::Returned(value) | Outcome::Threw(value) => Some(value),
            Outcome::Ended | Outcome::StillRunning | Outcome::Lost => None,
        });
        left.extend(held(time));
        moments.push((left, time));
    }
    moments
}

/// Which end of a node its state is taken at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Before,
    After,
}

/// Everything the code could see, by name.
fn roots(run: &Run, node: NodeId, data: &NodeData, time: Time, end: End) -> Vec<(String, Value)> {
    let mut roots = own_roots(run, node, data, end);
    roots.extend(statics(run, time));
    roots
}

/// What the code was given, by name.
fn own_roots(run: &Run, node: NodeId, data: &NodeData, end: End) -> Vec<(String, Value)> {
    let mut roots = Vec::new();
    let receiver = match data.kind {
        // A constructor's receiver does not exist yet when it is called.
        NodeKind::Routine(_) => data
            .receiver
            .filter(|_| end == End::After || !is_constructor(run, data)),
        _ => {
            let call = run.call_around(node).and_then(|call| run.data(call));
            call.and_then(|data| data.receiver)
        }
    };
    let name = run.language().receiver();
    roots.extend(receiver.map(|value| (name.to_owned(), value)));
    roots.extend(given(run, node, data));
    roots.extend(hidden_iterator(run, node).map(|value| ("iterator".to_owned(), value)));
    roots
}

/// Whether a node is a call of a constructor.
pub(crate) fn is_constructor(run: &Run, data: &NodeData) -> bool {
    let NodeKind::Routine(id) = data.kind else {
        return false;
    };
    let def = run.definitions().routine(id);
    def.is_some_and(RoutineDef::is_constructor)
}

/// What a loop asks for its elements.
const ITERATOR_CALLS: [&str; 2] = ["hasNext", "next"];

/// The iterator of a for-each loop, or of its iterations, when its calls are recorded. No variable holds it, and where the
/// loop goes on depends on it.
pub(crate) fn hidden_iterator(run: &Run, node: NodeId) -> Option<Value> {
    let tree = run.tree();
    let whole = match tree.kind(node) {
        Kind::Loop => node,
        Kind::Iterations => tree.parent(node)?,
        _ => return None,
    };
    let NodeKind::Loop(id) = run.data(whole)?.kind else {
        return None;
    };
    if !hides_its_place(run, id) {
        return None;
    }
    let first = tree.children(whole).next()?;
    let mut calls = tree.children(first);
    calls.find_map(|call| {
        let data = run.data(call)?;
        let NodeKind::Routine(id) = data.kind else {
            return None;
        };
        let name = &run.definitions().routine(id)?.name;
        let asks = ITERATOR_CALLS.contains(&name.as_str());
        data.receiver.filter(|_| asks)
    })
}

/// The arguments of a call, or the locals that a loop or an iteration starts from.
fn given(run: &Run, node: NodeId, data: &NodeData) -> Vec<(String, Value)> {
    let arguments = data.arguments.iter().enumerate();
    let mut given: Vec<(String, Value)> = arguments
        .map(|(place, &value)| (format!("argument {place}"), value))
        .collect();
    if let Some(def) = loop_of(run, data) {
        let made = made_by_header(run, data, def);
        let locals = run.locals_before(node, data).into_iter();
        let named = locals.map(|local| (local_name(def, local.local), local.value));
        given.extend(named.filter(|(name, _)| !made.contains(name)));
    }
    given
}

/// The locals that a loop or an iteration assigned and that can be read after it.
fn assigned(run: &Run, end: &NodeData) -> Vec<(String, Value)> {
    let Some(def) = loop_of(run, end) else {
        return Vec::new();
    };
    let made = made_by_header(run, end, def);
    let lasting = end.locals_after.iter().filter(|value| {
        let local = def.locals.get(value.local);
        local.is_none_or(|local| local.at_header)
    });
    lasting
        .map(|value| (local_name(def, value.local), value.value))
        .filter(|(name, _)| !made.contains(name))
        .map(|(name, value)| (format!("assigned {name}"), value))
        .collect()
}

pub(crate) fn loop_of<'r>(run: &'r Run, data: &NodeData) -> Option<&'r LoopDef> {
    match data.kind {
        NodeKind::Loop(id) | NodeKind::Iterations(id) | NodeKind::Check(id) => {
            run.definitions().loop_(id)
        }
        NodeKind::Routine(_) | NodeKind::Lost => None,
    }
}

/// The variables that a whole loop makes itself: its initialiser is a part of it, so what that sets is
/// neither given to the loop nor left behind by it. (Locals are recorded when the initialiser is done.)
fn made_by_header(run: &Run, data: &NodeData, def: &LoopDef) -> Vec<String> {
    if !matches!(data.kind, NodeKind::Loop(_)) {
        return Vec::new();
    }
    let variables = run.sources().with_loop(run.definitions(), def, |_, found| {
        let declares = found.kind == LoopKind::For;
        declares.then(|| found.variables.clone())
    });
    let names = variables.unwrap_or_default().into_iter();
    names.map(|name| format!("local {name}")).collect()
}

/// A local of a loop by its name, or by its place where names were not compiled in.
pub(crate) fn local_name(def: &LoopDef, place: usize) -> String {
    match def.locals.get(place).map(|local| &local.variable.name) {
        Some(name) if !name.is_empty() => format!("local {name}"),
        _ => format!("local {place}"),
    }
}

/// The static fields that can change.
pub(crate) fn static_fields(definitions: &Definitions) -> impl Iterator<Item = &FieldDef> {
    statics_with(definitions, field_flag::STATIC)
}

/// The static fields that always hold the same, which may change itself.
pub(crate) fn final_fields(definitions: &Definitions) -> impl Iterator<Item = &FieldDef> {
    statics_with(definitions, field_flag::STATIC | field_flag::FINAL)
}

/// The static fields with these flags that somebody wrote.
fn statics_with(definitions: &Definitions, wanted: u32) -> impl Iterator<Item = &FieldDef> {
    definitions.fields().filter(move |field| {
        let flags = field_flag::STATIC | field_flag::FINAL | field_flag::SYNTHETIC;
        field.flags & flags == wanted && definitions.canonical_field(field.id) == field.id
    })
}

/// What the final static fields that code can read lead to at a moment: tables, counters, the only object of a
/// class.
pub(crate) fn constants(run: &Run, span: (NodeId, NodeId), time: Time) -> Option<Canonical> {
    let definitions = run.definitions();
    let readers = run.readers(span);
    let fields = final_fields(definitions).filter(|field| readers.may_read(field));
    let held = held(run, fields, time);
    let form = || canonical(run.objects(), named(&held), time, &mut Numbers::default());
    (!held.is_empty()).then(form)
}

/// The static fields that can change, by class and name, with what they held.
pub(crate) fn statics(run: &Run, time: Time) -> Vec<(String, Value)> {
    held(run, static_fields(run.definitions()), time)
}

/// A field by class and name.
pub(crate) fn field_name(definitions: &Definitions, field: &FieldDef) -> String {
    let class = definitions.class(field.class);
    let class = class.map_or("?", |class| &class.name);
    format!("{class}.{}", field.name)
}

fn held<'d>(
    run: &Run,
    fields: impl Iterator<Item = &'d FieldDef>,
    time: Time,
) -> Vec<(String, Value)> {
    let definitions = run.definitions();
    let mut statics: Vec<(String, Value)> = fields
        .map(|field| {
            let target = Target::Static { field: field.id };
            let value = run.trace().value_at(target, time);
            (field_name(definitions, field), value)
        })
        // What was never written is as the class file says, in both versions.
        .filter(|(_, value)| *value != Value::Missing)
        .collect();
    statics.sort_by(|a, b| a.0.cmp(&b.0));
    statics
}

fn named(roots: &[(String, Value)]) -> impl Iterator<Item = (&str, Value)> {
    roots.iter().map(|(name, value)| (name.as_str(), *value))
}

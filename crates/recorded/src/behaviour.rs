//! The behaviour of a piece of a run in normal form: which code, from which state, to which state.
//!
//! Two runs of different versions can only be compared through such behaviours. The state before is
//! everything the code could read: receiver, arguments or locals, and all static fields that were
//! recorded, with whatever they lead to. The state after is what became of all that, with the locals
//! that were assigned, what it returned or threw, and what it printed.

use elenchus_session::{Program, Subject};
use elenchus_trace::definition::{Definitions, FieldDef, LoopDef, RoutineDef, field_flag};
use elenchus_trace::read::node::{NodeData, NodeKind, Outcome};
use elenchus_trace::value::{Target, Time};
use elenchus_tree::NodeId;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::canonical::{Canonical, Numbers, canonical};
use crate::heap::Value;
use crate::literal::literal;
use crate::run::Run;
use crate::words::loop_name;

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
    /// Whether it may have left its routine from the middle of a loop. What it then returned is not
    /// part of `after`.
    pub may_return: bool,
}

impl Behaviour {
    /// Whether it can support a verdict about another run.
    pub fn is_certain(&self) -> bool {
        self.before.certain && self.after.certain
    }
}

/// The code that a node ran, comparable between versions of a program; `None` for nodes without code
/// of their own.
pub fn code_of(run: &Run, node: NodeId) -> Option<String> {
    let definitions = run.definitions();
    match run.data(node)?.kind {
        NodeKind::Routine(id) => definitions.routine(id).map(|def| routine(definitions, def)),
        NodeKind::Loop(id) => definitions.loop_(id).map(|def| one_loop(definitions, def)),
        NodeKind::Iterations(id) => {
            let code = one_loop(definitions, definitions.loop_(id)?);
            Some(format!("{code} iteration"))
        }
        NodeKind::Check(_) | NodeKind::Lost => None,
    }
}

fn routine(definitions: &Definitions, def: &RoutineDef) -> String {
    let class = definitions
        .class(def.class)
        .map_or("?", |class| &class.name);
    format!("{class}.{}{}", def.name, def.descriptor)
}

/// Lines move between versions, so a loop is known by its place among the loops of its routine.
fn one_loop(definitions: &Definitions, def: &LoopDef) -> String {
    let loops = definitions
        .loops()
        .filter(|other| other.routine == def.routine);
    let place = loops.take_while(|other| other.id != def.id).count();
    let around = definitions.routine(def.routine);
    let around = around.map_or_else(|| "?".to_owned(), |def| routine(definitions, def));
    format!("{around} loop {}", place + 1)
}

/// The state before a node, without looking at what it did.
pub fn before(run: &Run, node: NodeId) -> Option<(NodeData, Canonical, Numbers)> {
    let data = run.data(node)?;
    let mut numbers = Numbers::default();
    let roots = roots(run, node, &data, data.before, End::Before);
    let mut form = canonical(
        run.trace().as_ref(),
        named(&roots),
        data.before,
        &mut numbers,
    );
    form.certain &= !data.damaged;
    if let NodeKind::Iterations(id) = data.kind
        && hides_its_place(run, id)
    {
        let (_, entered, _) = before(run, run.tree().parent(node)?)?;
        form.hash ^= entered.hash.rotate_left(1) ^ u128::from(data.iterations.start);
        form.certain &= entered.certain;
    }
    Some((data, form, numbers))
}

/// Whether a loop goes over something that no variable holds, as `for (Road road : roadsFrom(town))` does.
/// Where it stands then follows only from the state it was entered in and the number of the iteration.
fn hides_its_place(run: &Run, id: u32) -> bool {
    let definitions = run.definitions();
    let header = definitions
        .loop_(id)
        .map(|def| loop_name(definitions, run.sources(), def));
    let by_variables = |header: &String| {
        let header = header.trim_start_matches('`');
        let starts = |word| header.starts_with(word);
        starts("while") || starts("do") || (starts("for") && header.contains(';'))
    };
    !header.as_ref().is_some_and(by_variables)
}

/// The numbers, characters and truth values among what a node was given: equal states have them in common,
/// and they are had without a look at the heap.
pub fn plain_inputs(run: &Run, node: NodeId) -> Option<u64> {
    let data = run.data(node)?;
    let locals = run.locals_before(node, &data);
    let locals = locals.iter().map(|local| local.value);
    let mut written = String::new();
    for value in data.arguments.iter().copied().chain(locals) {
        if !matches!(value, Value::Ref(_)) {
            written.push_str(&literal(value));
        }
        written.push('\n');
    }
    Some(xxh3_64(written.as_bytes()))
}

/// What the code from `first` to `last` (siblings, or one node) did.
pub fn behaviour(run: &Run, subject: Subject) -> Option<Behaviour> {
    let (first, last) = (subject.first(), subject.last());
    let code = code_of(run, first)?;
    let (data, before, mut numbers) = before(run, first)?;
    let end = if first == last {
        data.clone()
    } else {
        run.data(last)?
    };
    let time = end.after?;
    // What was visible before shows what became of the same objects, even where a local forgot them.
    let mut seen = roots(run, first, &data, time, End::After);
    let assigned = end.locals_after.iter();
    seen.extend(assigned.map(|local| (format!("assigned {}", local.local), local.value)));
    match end.outcome {
        Outcome::Returned(value) => seen.push(("returned".to_owned(), value)),
        Outcome::Threw(value) => seen.push(("threw".to_owned(), value)),
        Outcome::Ended => {}
        Outcome::StillRunning | Outcome::Lost => return None,
    }
    let mut after = canonical(run.trace().as_ref(), named(&seen), time, &mut numbers);
    // What went through each standard stream, however it was cut into pieces.
    let mut streams: [Vec<u8>; 3] = Default::default();
    for node in subject.nodes(run.tree()) {
        let output = run.trace().output(run.snapshot().key_of(node), MOST_OUTPUT);
        after.certain &= output.total <= MOST_OUTPUT as u64;
        for (stream, bytes) in output.pieces {
            match streams.get_mut(stream as usize) {
                Some(all) => all.extend(bytes),
                None => after.certain = false,
            }
        }
    }
    let [read, out, error] = streams.map(|bytes| xxh3_128(&bytes));
    after.hash ^= out ^ error.rotate_left(1);
    after.certain &= !end.damaged;
    Some(Behaviour {
        code,
        before,
        after,
        read,
        may_return: may_return(run, last, &end),
    })
}

/// Whether a loop, or the iteration that was its last, can have been left by a `return` or for a loop
/// further out. Iterations that were followed by another one did neither.
fn may_return(run: &Run, last: NodeId, data: &NodeData) -> bool {
    let id = match data.kind {
        NodeKind::Loop(id) => id,
        NodeKind::Iterations(id) | NodeKind::Check(id) => {
            let tree = run.tree();
            let next = tree.end(last);
            if next.index() < tree.len() && tree.parent(next) == tree.parent(last) {
                return false;
            }
            id
        }
        NodeKind::Routine(_) | NodeKind::Lost => return false,
    };
    let definitions = run.definitions();
    let text = definitions.loop_(id).and_then(|def| {
        let file = definitions.routine(def.routine)?.file;
        let file = run.sources().file(definitions, file)?;
        let mut lines = (def.first_line..=def.last_line).filter_map(|line| file.line(line));
        Some(lines.any(leaves_early))
    });
    text.unwrap_or(true)
}

/// Whether a line may hold a `return`, or a `break` or `continue` with a label.
fn leaves_early(line: &str) -> bool {
    let labelled = |word: &str| {
        let mut places = line.match_indices(word);
        places.any(|(place, _)| !line[place + word.len()..].trim_start().starts_with(';'))
    };
    line.contains("return") || labelled("break") || labelled("continue")
}

/// Which end of a node its state is taken at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Before,
    After,
}

/// Everything the code could see, by name.
fn roots(run: &Run, node: NodeId, data: &NodeData, time: Time, end: End) -> Vec<(String, Value)> {
    let mut roots = Vec::new();
    if let NodeKind::Routine(id) = data.kind {
        let constructor = run
            .definitions()
            .routine(id)
            .is_some_and(|def| def.name == "<init>");
        // A constructor's receiver does not exist yet when it is called.
        let receiver = data.receiver.filter(|_| !constructor || end == End::After);
        roots.extend(receiver.map(|value| ("this".to_owned(), value)));
        let arguments = data.arguments.iter().enumerate();
        roots.extend(arguments.map(|(place, &value)| (format!("argument {place}"), value)));
    } else {
        let locals = run.locals_before(node, data);
        roots.extend(
            locals
                .iter()
                .map(|local| (format!("local {}", local.local), local.value)),
        );
        let call = run.call_around(node).and_then(|call| run.data(call));
        let receiver = call.and_then(|data| data.receiver);
        roots.extend(receiver.map(|value| ("this".to_owned(), value)));
    }
    roots.extend(statics(run, time));
    roots
}

/// The static fields that can change.
pub(crate) fn static_fields(definitions: &Definitions) -> impl Iterator<Item = &FieldDef> {
    definitions.fields().filter(|field| {
        let flags = field_flag::STATIC | field_flag::FINAL | field_flag::SYNTHETIC;
        field.flags & flags == field_flag::STATIC
            && definitions.canonical_field(field.id) == field.id
    })
}

/// The static fields that can change, by class and name, with what they held.
pub(crate) fn statics(run: &Run, time: Time) -> Vec<(String, Value)> {
    let definitions = run.definitions();
    let mut statics: Vec<(String, Value)> = static_fields(definitions)
        .map(|field| {
            let class = definitions
                .class(field.class)
                .map_or("?", |class| &class.name);
            let target = Target::Static { field: field.id };
            let value = run.trace().value_at(target, time);
            (format!("{class}.{}", field.name), value)
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

//! What the code in question can see: names with what they held before and after.

use std::cell::LazyCell;

use elenchus_session::{Program, Subject};
use elenchus_source::LoopKind;
use elenchus_trace::definition::{LoopDef, RoutineDef, field_flag};
use elenchus_trace::kind::Kind;
use elenchus_trace::value::{Target, Time};
use elenchus_trace::{LocalValue, NodeData, NodeKind, Outcome};
use elenchus_tree::NodeId;

use crate::comparing::behaviour::{field_name, final_fields, hidden_iterator, statics};
use crate::heap::Value;
use crate::language::Language;
use crate::run::Run;
use crate::shape::{Shape, shape};
use crate::showing::lost::{mark_lost, take_elements};
use crate::showing::open::{Held, Root};

/// How many of several calls side by side can be opened.
const MOST_CALLS: usize = 1000;

/// What the iterator of a for-each loop is called.
const ITERATOR: &str = "iterator";

/// A name that the code in question can see, with what it held before and after.
pub(crate) struct Visible {
    pub name: String,
    pub before: Value,
    pub after: Value,
    /// Whether what it held at the end is not known: an exception has ended the loop, and nothing was recorded there.
    pub is_lost: bool,
}

impl Visible {
    fn unchanged(name: &str, value: Value) -> Visible {
        Visible {
            name: name.to_owned(),
            before: value,
            after: value,
            is_lost: false,
        }
    }
}

/// The receiver and the arguments of a call. A constructor's receiver does not exist before it.
pub(crate) fn visible_in_call(
    language: &dyn Language,
    def: &RoutineDef,
    data: &NodeData,
) -> Vec<Visible> {
    let receiver = data.receiver.filter(|_| !def.is_constructor());
    let receiver = receiver.map(|value| Visible::unchanged(language.receiver(), value));
    let arguments = arguments(def, data).map(|(name, value)| Visible::unchanged(&name, value));
    receiver.into_iter().chain(arguments).collect()
}

/// The name of what a call was given and has returned. What reads well by itself has none: texts, numbers, constants.
pub(crate) fn given_as<'v>(
    run: &Run,
    visible: &'v [Visible],
    returned: Value,
    time: Time,
) -> Option<&'v str> {
    let Value::Ref(reference) = returned else {
        return None;
    };
    let given = visible.iter().find(|seen| seen.before == returned)?;
    let has_parts = match shape(run, reference, time) {
        Shape::Record { .. } | Shape::Row { .. } | Shape::Map { .. } => true,
        Shape::Text { .. }
        | Shape::Constant { .. }
        | Shape::Exception { .. }
        | Shape::Lambda { .. }
        | Shape::Pair { .. }
        | Shape::Wrapped(_)
        | Shape::Opaque { .. } => false,
    };
    has_parts.then_some(given.name.as_str())
}

/// The arguments of a call with the names of its parameters. What the compiler hands to the constructor of an enum is left
/// out: nobody has written it.
pub(crate) fn arguments(
    def: &RoutineDef,
    data: &NodeData,
) -> impl Iterator<Item = (String, Value)> {
    let parameters = def.parameters.iter().zip(&data.arguments).enumerate();
    let written = parameters.filter(|(_, (parameter, _))| !parameter.name.starts_with("$enum$"));
    written.map(|(place, (parameter, &value))| (parameter_name(&parameter.name, place), value))
}

/// The locals and the receiver that a stretch of a loop can see.
pub(crate) fn visible_in_loop(
    run: &Run,
    node: NodeId,
    def: &LoopDef,
    first: &NodeData,
    last: &NodeData,
) -> Vec<Visible> {
    let mut visible = locals(
        run.language(),
        def,
        &run.locals_before(node, first),
        &last.locals_after,
    );
    mark_lost(run, def, last, &mut visible);
    // What the body declares is gone when the loop is over.
    if matches!(first.kind, NodeKind::Loop(_)) {
        let outlives = |name: &str| {
            let mut named = def
                .locals
                .iter()
                .filter(|local| local.variable.name == name);
            named.any(|local| local.at_header)
        };
        visible.retain(|seen| outlives(&seen.name));
    }
    // What an iteration gets next depends on an iterator that no variable holds.
    let is_named = visible.iter().any(|seen| seen.name == ITERATOR);
    if !matches!(first.kind, NodeKind::Loop(_)) && !is_named {
        let iterator = hidden_iterator(run, node);
        visible.extend(iterator.map(|value| Visible::unchanged(ITERATOR, value)));
    }
    let around = run.call_around(node).and_then(|call| run.data(call));
    if let Some(receiver) = around.and_then(|call| call.receiver) {
        visible.push(Visible::unchanged(run.language().receiver(), receiver));
    }
    visible
}

/// The same as a person sees it who looks at some iterations: what an iteration declares held nothing before. In a single one,
/// the variable that takes each element in turn holds from its beginning what it was given.
pub(crate) fn visible_in_iterations(
    run: &Run,
    node: NodeId,
    def: &LoopDef,
    first: &NodeData,
    last: &NodeData,
) -> Vec<Visible> {
    let mut visible = visible_in_loop(run, node, def, first, last);
    let takers = takers(run, def);
    take_elements(run, def, last, &takers, &mut visible);
    let is_single = last.iterations.end <= first.iterations.start + 1;
    let is_declared = |name: &str| {
        let mut named = def
            .locals
            .iter()
            .filter(|local| local.variable.name == name);
        named.clone().next().is_some() && named.all(|local| !local.at_header)
    };
    for seen in &mut visible {
        let is_known = seen.after != Value::Missing && !seen.is_lost;
        let is_taken = takers.contains(&seen.name) && is_known;
        if is_single && is_taken {
            seen.before = seen.after;
        } else if is_declared(&seen.name) {
            seen.before = Value::Missing;
        }
    }
    visible
}

/// The variables that take each element in turn and nothing else.
fn takers(run: &Run, def: &LoopDef) -> Vec<String> {
    let takers = run
        .sources()
        .with_loop(run.definitions(), def, |file, found| {
            let body = file.one_line(found.body);
            let mut taken = found.variables.clone();
            taken.retain(|name| !is_assigned(name, &body));
            (found.kind == LoopKind::ForEach).then_some(taken)
        });
    takers.unwrap_or_default()
}

/// Whether some code may assign a variable, by its looks.
pub(super) fn is_assigned(name: &str, code: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        let (before, after) = (before.trim_end(), after.trim_start());
        let is_stepped = [before.ends_with("++"), before.ends_with("--")];
        let is_stepped =
            is_stepped.contains(&true) || after.starts_with("++") || after.starts_with("--");
        let end = after.trim_start_matches(['+', '-', '*', '/', '%', '&', '|', '^']);
        let end = end.strip_prefix("<<").unwrap_or(end);
        let end = end
            .strip_prefix(">>")
            .unwrap_or(end)
            .trim_start_matches('>');
        let is_compared = end.starts_with("==") || after.starts_with(">=");
        is_whole && (is_stepped || end.starts_with('=') && !is_compared)
    })
}

/// The static fields of a class that was initialised, also those that cannot change any more.
pub(crate) fn initialised(run: &Run, class: u32, after: Time) -> Vec<(String, Value)> {
    let definitions = run.definitions();
    let fields = definitions.fields().filter(|field| {
        let is_static = field.flags & field_flag::STATIC != 0;
        let is_written = field.flags & field_flag::SYNTHETIC == 0;
        let is_its_own = definitions.canonical_field(field.id) == field.id;
        field.class == class && is_static && is_written && is_its_own
    });
    let values = fields.map(|field| {
        let target = Target::Static { field: field.id };
        (field.name.clone(), run.trace().value_at(target, after))
    });
    values
        .filter(|(_, value)| *value != Value::Missing)
        .collect()
}

/// The static fields, which any code can see.
pub(crate) fn visible_statics(run: &Run, before: Time, after: Option<Time>) -> Vec<Visible> {
    let old = statics(run, before);
    let new = statics(run, after.unwrap_or(before));
    let held = |name: &String| old.iter().find(|(other, _)| other == name);
    let definitions = run.definitions();
    let unwritten = |name: &String| {
        let field = definitions
            .fields()
            .find(|field| field_name(definitions, field) == *name);
        field.map_or(Value::Missing, |field| run.language().unwritten(field.kind))
    };
    new.iter()
        .map(|(name, value)| Visible {
            name: short_static(run.language(), name),
            before: held(name).map_or_else(|| unwritten(name), |(_, value)| *value),
            after: *value,
            is_lost: false,
        })
        .collect()
}

/// The final static fields that the code of some nodes, from the first to the last of them, can read and that lead to something
/// which can change: tables, lists, counters, constants of enums.
pub(crate) fn visible_finals(run: &Run, first: &NodeData, last: &NodeData) -> Vec<Visible> {
    let node_of = |data: &NodeData| run.snapshot().node_of(data.key);
    let (Some(start), Some(end), Some(after)) = (node_of(first), node_of(last), last.after) else {
        return Vec::new();
    };
    let definitions = run.definitions();
    // Found out only when there is such a field: which code ran in a long piece takes a while.
    let readers = LazyCell::new(|| run.readers((start, run.tree().end(end))));
    let fields = final_fields(definitions).filter(|field| field.kind == Kind::Ref);
    let held = fields.filter_map(|field| {
        let target = Target::Static { field: field.id };
        let value = |time| run.trace().value_at(target, time);
        // What a class got when it was set up is told there.
        let before = value(first.before);
        (matches!(before, Value::Ref(_)) && readers.may_read(field)).then(|| Visible {
            name: short_static(run.language(), &field_name(definitions, field)),
            before,
            after: value(after),
            is_lost: false,
        })
    });
    let mut finals: Vec<Visible> = held.collect();
    // What compilers keep to themselves comes last: it leads to nothing that has no better name.
    finals.sort_by_key(|seen| (seen.name.contains('$'), seen.name.clone()));
    finals
}

/// Everything in a question about `subject` that can be opened. Of several calls, each value is
/// named after its call: `2.left` is the argument `left` of the second.
pub(crate) fn roots(run: &Run, subject: Subject) -> Vec<Root<Time>> {
    let nodes: Vec<NodeId> = subject.nodes(run.tree()).take(MOST_CALLS).collect();
    let Some(first) = nodes.first().and_then(|&node| run.data(node)) else {
        return Vec::new();
    };
    let last = match subject.single() {
        Some(_) => first.clone(),
        None => run.data(subject.last()).unwrap_or_else(|| first.clone()),
    };
    roots_between(run, &nodes, &first, &last)
}

/// The same by what is recorded about the first and the last of some nodes side by side.
pub(crate) fn roots_between(
    run: &Run,
    nodes: &[NodeId],
    first: &NodeData,
    last: &NodeData,
) -> Vec<Root<Time>> {
    match (first.kind, nodes) {
        (NodeKind::Routine(_), [_]) => {
            let mut roots = roots_of_call(run, first, "");
            let statics = visible_statics(run, first.before, first.after);
            let finals = with_parts(run, visible_finals(run, first, last), first.before);
            roots.extend(
                statics
                    .into_iter()
                    .chain(finals)
                    .map(|seen| root(seen, first.before, first.after)),
            );
            roots
        }
        (NodeKind::Routine(_), _) => {
            let calls = nodes.iter().filter_map(|&node| run.data(node)).enumerate();
            calls
                .flat_map(|(place, data)| roots_of_call(run, &data, &format!("{}.", place + 1)))
                .collect()
        }
        (NodeKind::Loop(id) | NodeKind::Iterations(id) | NodeKind::Check(id), [node, ..]) => {
            let Some(def) = run.definitions().loop_(id) else {
                return Vec::new();
            };
            let locals = visible_in_loop(run, *node, def, first, last);
            let statics = visible_statics(run, first.before, last.after);
            let finals = with_parts(run, visible_finals(run, first, last), first.before);
            let visible = locals.into_iter().chain(statics).chain(finals);
            visible
                .map(|seen| root(seen, first.before, last.after))
                .collect()
        }
        (_, []) | (NodeKind::Lost, _) => Vec::new(),
    }
}

/// Those of some values that have parts which can be opened.
fn with_parts(run: &Run, values: Vec<Visible>, time: Time) -> impl Iterator<Item = Visible> {
    values.into_iter().filter(move |seen| match seen.before {
        Value::Ref(object) => match shape(run, object, time) {
            Shape::Row { .. } | Shape::Map { .. } => true,
            other => !other.fields().is_empty(),
        },
        _ => false,
    })
}

/// What one call shows, each name after `prefix`.
fn roots_of_call(run: &Run, data: &NodeData, prefix: &str) -> Vec<Root<Time>> {
    let NodeKind::Routine(id) = data.kind else {
        return Vec::new();
    };
    let Some(def) = run.definitions().routine(id) else {
        return Vec::new();
    };
    let seen = visible_in_call(run.language(), def, data).into_iter();
    let mut roots: Vec<Root<Time>> = seen
        .map(|seen| root(seen, data.before, data.after))
        .collect();
    let result = match data.outcome {
        Outcome::Returned(_) if def.is_constructor() => data.receiver.map(|made| ("made", made)),
        Outcome::Returned(Value::Missing) => None,
        Outcome::Returned(value) => Some(("returned", value)),
        Outcome::Threw(exception) => Some((run.language().threw(), exception)),
        _ => None,
    };
    if let (Some((name, value)), Some(time)) = (result, data.after) {
        roots.push(Root {
            name: name.to_owned(),
            before: None,
            after: Some(Held { value, time }),
        });
    }
    for root in &mut roots {
        root.name.insert_str(0, prefix);
    }
    roots
}

fn root(seen: Visible, before: Time, after: Option<Time>) -> Root<Time> {
    let held = |value, time| Held { value, time };
    Root {
        name: seen.name,
        before: Some(held(seen.before, before)),
        after: after.map(|after| held(seen.after, after)),
    }
}

/// `Chess.moves` for `org.chess.Chess.moves`.
fn short_static(language: &dyn Language, name: &str) -> String {
    match name.rsplit_once('.') {
        Some((class, field)) => format!("{}.{field}", language.class_name(class)),
        None => name.to_owned(),
    }
}

/// Classes compiled without names have parameters all the same. The object that a function of Kotlin extends is called as its
/// source can call it: `this@fine`.
fn parameter_name(name: &str, place: usize) -> String {
    match (name, name.strip_prefix("$this$")) {
        ("", _) => format!("argument {}", place + 1),
        (_, Some(function)) => format!("this@{function}"),
        _ => name.to_owned(),
    }
}

/// The locals that are known at both ends of a stretch of a loop, by name.
fn locals(
    language: &dyn Language,
    def: &LoopDef,
    before: &[LocalValue],
    after: &[LocalValue],
) -> Vec<Visible> {
    let find = |values: &[LocalValue], local: usize| {
        let found = values.iter().find(|value| value.local == local);
        found.map(|found| found.value)
    };
    let named = def.locals.iter().enumerate();
    let visible = named.filter_map(|(place, local)| {
        let name = &local.variable.name;
        let old = find(before, place);
        let new = find(after, place).or(old)?;
        (!language.is_hidden_local(name)).then(|| Visible {
            name: name.clone(),
            before: old.unwrap_or(Value::Missing),
            after: new,
            is_lost: false,
        })
    });
    visible.collect()
}

#[cfg(test)]
mod tests {
    use super::is_assigned;

    #[test]
    fn assignments_are_seen_in_the_source() {
        for code in ["n = 1;", "{ n += 2; }", "x(n++)", "--n", "n >>= 1", "n=2"] {
            assert!(is_assigned("n", code), "{code}");
        }
        for code in [
            "n == 1",
            "sum += n;",
            "if (n <= m)",
            "n >= m",
            "nn = 1",
            "f(n)",
            "m = n;",
        ] {
            assert!(!is_assigned("n", code), "{code}");
        }
    }
}

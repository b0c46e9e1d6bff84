//! The source of some nodes with the lines that ran and that they own.

use std::collections::HashMap;
use std::sync::Arc;

use elenchus_session::{Program, Subject};
use elenchus_source::{
    LineRange, LineSet, Listing, ListingRequest, Loop, LoopKind, SourceFile, independent_lines,
    listing,
};
use elenchus_trace::definition::{Definitions, RoutineDef};
use elenchus_trace::{NodeData, NodeKind};
use elenchus_tree::{Kind, NodeId};

use crate::run::Run;
use crate::showing::provenance;

/// How many loops and iterations are looked through for lines that ran, at most.
const MOST_PARTS: usize = 1000;

/// The lines of the first node's routine around those that the nodes own together: several calls of one
/// routine that were asked about as one, or a call with its loops.
pub fn listing_of(run: &Run, nodes: &[NodeId]) -> Option<Listing> {
    let file = file_of(run, nodes)?;
    Some(listing(&file, &request(run, nodes)?))
}

/// The same, with lines dimmed on which `part` of what came out of the first node cannot depend.
pub fn listing_behind(run: &Run, nodes: &[NodeId], part: &str) -> Option<Listing> {
    let file = file_of(run, nodes)?;
    let mut request = request(run, nodes)?;
    request.dimmed = independent(run, *nodes.first()?, part).unwrap_or_default();
    // If that left nothing, the part would not come from here at all.
    if request
        .owned
        .iter()
        .all(|line| request.dimmed.contains(line))
    {
        request.dimmed = LineSet::new();
    }
    Some(listing(&file, &request))
}

fn independent(run: &Run, node: NodeId, part: &str) -> Option<LineSet> {
    let wanted = provenance::wanted(run, node, part)?;
    let definitions = run.definitions();
    let routine = routine_of(definitions, run.data(node)?.kind)?;
    run.sources()
        .with_routine(definitions, routine, |file, routine| {
            Some(independent_lines(file, routine, &wanted))
        })
}

/// Whether the source of a node is known.
pub fn has_source(run: &Run, node: NodeId) -> bool {
    file_of(run, &[node]).is_some()
}

fn file_of(run: &Run, nodes: &[NodeId]) -> Option<Arc<SourceFile>> {
    let routine = routine_of(run.definitions(), run.data(*nodes.first()?)?.kind)?;
    run.sources().file(run.definitions(), routine.file)
}

fn request(run: &Run, nodes: &[NodeId]) -> Option<ListingRequest> {
    let definitions = run.definitions();
    let (&node, others) = nodes.split_first()?;
    let data = run.data(node)?;
    let routine = routine_of(definitions, data.kind)?;
    let declared = run
        .sources()
        .with_routine(definitions, routine, |_, found| Some(found.lines));
    let parts = run.tree().children(node).take(MOST_PARTS);
    let headers = loop_headers(run, parts);
    let mut owned = without_headers(run.own_lines(node, &data), &headers);
    let mut ran = lines_that_ran(run, node, &data.lines);
    for &other in others {
        let data = run.data(other);
        for line in data.map_or(Vec::new(), |data| run.own_lines(other, &data)) {
            owned.insert(line);
            ran.insert(line);
        }
    }
    let within = declared.unwrap_or(LineRange::new(routine.first_line, routine.last_line));
    // A constructor also runs the initialisers of fields, which stand elsewhere.
    let is_inside = owned
        .iter()
        .all(|line| within.first <= line && line <= within.last);
    // Where little ran, all of it is listed: what the code does in between is seen, too.
    let is_short = is_inside && ran.iter().count() <= SHORT;
    let mut lines = owned.clone();
    for line in ran.iter().filter(|_| is_short) {
        lines.insert(line);
    }
    Some(ListingRequest {
        lines,
        within: is_inside.then_some(within),
        ran,
        owned,
        ..ListingRequest::default()
    })
}

/// The lines of a node's own code, without the headers of its loops.
fn without_headers(lines: Vec<u32>, headers: &LineSet) -> LineSet {
    let outside = lines.iter().filter(|&&line| !headers.contains(line));
    let owned: LineSet = outside.copied().collect();
    // Something must have gone wrong somewhere; a report is never empty.
    match owned.is_empty() {
        true => lines.into_iter().collect(),
        false => owned,
    }
}

/// At most this many lines that ran are listed in a report whether the bug is in them or not.
const SHORT: usize = 16;

/// The lines of the `for (…)` of the loops among some parts of a node. A loop owns its initialiser, although that runs just
/// before it; a line on which anything else may stand is left to the code around.
fn loop_headers(run: &Run, parts: impl Iterator<Item = NodeId>) -> LineSet {
    let tree = run.tree();
    let definitions = run.definitions();
    let loops = parts.filter(|&part| tree.kind(part) == Kind::Loop);
    let headers = loops.filter_map(|child| {
        let NodeKind::Loop(id) = run.data(child)?.kind else {
            return None;
        };
        let def = definitions.loop_(id)?;
        run.sources().with_loop(definitions, def, stands_alone)
    });
    headers.flat_map(LineRange::iter).collect()
}

/// The lines of a loop's header, if it has an initialiser and nothing but the header stands on them.
fn stands_alone(file: &SourceFile, found: &Loop) -> Option<LineRange> {
    let header = file.lines_of(found.header);
    let before = file.line_span(header.first)?.start..found.span.start;
    let alone = file.text().get(before)?.trim().is_empty() && found.lines.last > header.last;
    let initialises = matches!(found.kind, LoopKind::For | LoopKind::ForEach);
    (alone && initialises).then_some(header)
}

/// The whole routine that a node belongs to, with the lines that ran in its call.
pub fn source_of(run: &Run, node: NodeId) -> Option<Listing> {
    let definitions = run.definitions();
    let data = run.data(node)?;
    let routine = routine_of(definitions, data.kind)?;
    let file = run.sources().file(definitions, routine.file)?;
    let declared = run
        .sources()
        .with_routine(definitions, routine, |_, found| Some(found.lines));
    let within = declared.unwrap_or(LineRange::new(routine.first_line, routine.last_line));
    let ran = lines_that_ran(run, node, &data.lines);
    // A constructor also runs the initialisers of fields, which stand elsewhere.
    let is_inside = ran
        .iter()
        .all(|line| within.first <= line && line <= within.last);
    Some(listing(
        &file,
        &ListingRequest {
            lines: within.iter().chain(ran.iter()).collect(),
            within: is_inside.then_some(within),
            ran,
            owned: data.lines.iter().copied().collect(),
            ..ListingRequest::default()
        },
    ))
}

/// The routine that a node is a call of, or a part of.
pub(crate) fn routine_of(definitions: &Definitions, kind: NodeKind) -> Option<&RoutineDef> {
    match kind {
        NodeKind::Routine(id) => definitions.routine(id),
        NodeKind::Loop(id) | NodeKind::Iterations(id) | NodeKind::Check(id) => {
            definitions.routine(definitions.loop_(id)?.routine)
        }
        NodeKind::Lost => None,
    }
}

/// The nodes in whose source a subject is read, best first: calls side by side are read where they were made.
pub fn read_in(run: &Run, subject: Subject) -> impl Iterator<Item = NodeId> {
    let tree = run.tree();
    let first = subject.first();
    let are_calls = subject.single().is_none() && tree.kind(first) == Kind::Routine;
    let caller = tree.parent(first).filter(|_| are_calls);
    caller.into_iter().chain([first])
}

/// The lines that ran in the activation that a node belongs to, as far as its loops can be looked
/// through; lines of called routines are theirs.
fn lines_that_ran(run: &Run, node: NodeId, own: &[u32]) -> LineSet {
    let parts = activation(run, node).into_iter();
    let lines = parts.flat_map(|(_, data)| data.lines);
    own.iter().copied().chain(lines).collect()
}

/// The lines of each node's own code in the activation that a node belongs to.
pub fn own_lines_around(run: &Run, node: NodeId) -> Vec<(NodeId, Vec<u32>)> {
    let tree = run.tree();
    let parts = activation(run, node);
    // Loops are known from here: an iteration may have thousands of calls to look for them among.
    let mut loops: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    for &(part, _) in parts
        .iter()
        .filter(|(part, _)| tree.kind(*part) == Kind::Loop)
    {
        if let Some(around) = tree.parent(part) {
            loops.entry(around).or_default().push(part);
        }
    }
    let owned = parts.iter().map(|(part, data)| {
        let inside = loops.get(part).map_or(&[][..], Vec::as_slice);
        let inside = || inside.iter().copied();
        let lines = run.own_lines_beside(*part, data, inside());
        let owned = without_headers(lines, &loop_headers(run, inside()));
        (*part, owned.iter().collect())
    });
    owned.collect()
}

/// The call that a node belongs to, its loops and their iterations, without other calls.
fn activation(run: &Run, node: NodeId) -> Vec<(NodeId, NodeData)> {
    let tree = run.tree();
    let call = run.call_around(node).unwrap_or(node);
    let mut parts = Vec::new();
    let mut next = call;
    let mut looked = 0;
    while next < tree.end(call) && looked < MOST_PARTS {
        if next != call && tree.kind(next) == Kind::Routine {
            next = tree.end(next);
            continue;
        }
        parts.extend(run.data(next).map(|data| (next, data)));
        looked += 1;
        next.0 += 1;
    }
    parts
}

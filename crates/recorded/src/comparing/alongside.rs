//! Two pieces of different runs side by side, by what can be seen of them: whether both began alike, whether the same came
//! out, and whether they took the same course in between.
//!
//! What is compared is what both versions have: receiver, arguments, locals by their names, the static fields that their code
//! can read, what was printed and read.

use std::collections::HashMap;

use elenchus_session::{Program, Subject};
use elenchus_trace::{NodeData, NodeKind, Outcome, Time};
use elenchus_tree::NodeId;
use xxhash_rust::xxh3::xxh3_128;

use crate::comparing::behaviour::{hidden_iterator, is_constructor, local_name, loop_of};
use crate::comparing::canonical::{Canonical, Numbers, canonical};
use crate::comparing::common::{Apart, Common};
use crate::comparing::doubt::Doubt;
use crate::comparing::leaving::{Leaving, leaving};
use crate::comparing::pair::{Pair, Piece};
use crate::heap::{Heap, Thing, Value};
use crate::run::Run;

/// Larger pieces of a run than this are not gone through.
const MOST_NODES: usize = 50_000;

/// More output than this is not compared.
const MOST_OUTPUT: usize = 1 << 20;

/// How two pieces compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    pub began_alike: bool,
    pub ended: Ended,
    /// Why there may be a difference that cannot be seen.
    pub unseen: Option<Doubt>,
}

/// How the ends of two pieces compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Alike,
    Otherwise,
    /// The good one ended, and the one in question goes on.
    StillRunning,
    /// One of them did not end, or how it ended is lost.
    NotKnown,
}

/// Compares what can be seen of two pieces.
pub fn compare(pair: &Pair, here: Piece, there: Piece) -> Option<Compared> {
    let statics = pair.statics(here, there);
    let (run, good) = (pair.run.as_ref(), pair.good.as_ref());
    let (ours, theirs) = (Ends::of(run, here)?, Ends::of(good, there)?);
    let both = |ours: Values, theirs: Values| in_common(ours, theirs);

    let (mut before_here, mut before_there) = both(ours.given(run), theirs.given(good));
    let times = (ours.begin.before, theirs.begin.before);
    let held = (statics.here(run, times.0), statics.there(good, times.1));
    let set_up_alike = are_set_up_alike((run, times.0), &held.0, (good, times.1), &held.1);
    let held = both(held.0, held.1);
    before_here.extend(held.0);
    before_there.extend(held.1);
    let form = |run, values: &Values, time, numbers: &mut Numbers| {
        form(&pair.apart, run, values, time, numbers)
    };
    let (mut numbers_here, mut numbers_there) = (Numbers::default(), Numbers::default());
    let begun_here = form(run, &before_here, ours.begin.before, &mut numbers_here);
    let begun_there = form(good, &before_there, theirs.begin.before, &mut numbers_there);
    let mut unseen = begun_here.doubt.or(begun_there.doubt);
    let damaged = ours.is_damaged() || theirs.is_damaged();
    let began_alike = begun_here.hash == begun_there.hash && set_up_alike && !damaged;

    let ended = match (ours.end.after, theirs.end.after) {
        (Some(here_after), Some(there_after)) => {
            let (mut after_here, mut after_there) = both(ours.left(run), theirs.left(good));
            let held = both(
                statics.here(run, here_after),
                statics.there(good, there_after),
            );
            after_here.extend(held.0);
            after_there.extend(held.1);
            let ended_here = form(run, &after_here, here_after, &mut numbers_here);
            let ended_there = form(good, &after_there, there_after, &mut numbers_there);
            unseen = unseen.or(ended_here.doubt).or(ended_there.doubt);
            match (ours.outcome(), theirs.outcome()) {
                (Some(here), Some(there)) if here == there => {
                    let alike = ended_here.hash == ended_there.hash
                        && printed(run, ours.piece)? == printed(good, theirs.piece)?;
                    let left_here = ours.leaving(run, &pair.apart, &mut numbers_here);
                    let left_there = theirs.leaving(good, &pair.apart, &mut numbers_there);
                    match left_here.and_then(|here| here.is_like(&left_there?)) {
                        _ if !alike => Ended::Otherwise,
                        Ok(true) => Ended::Alike,
                        Ok(false) => Ended::Otherwise,
                        Err(doubt) => {
                            unseen = unseen.or(Some(doubt));
                            Ended::Alike
                        }
                    }
                }
                (Some(_), Some(_)) => Ended::Otherwise,
                _ => Ended::NotKnown,
            }
        }
        (None, Some(_)) if ours.end.outcome == Outcome::StillRunning => Ended::StillRunning,
        _ => Ended::NotKnown,
    };
    Some(Compared {
        began_alike,
        ended,
        unseen,
    })
}

/// Whether the static fields that the code of two pieces can read hold the same at a moment of each run, or why that
/// cannot be told. This is about final ones too, which lead to tables, counters and the only object of a class.
pub fn constants(
    pair: &Pair,
    (here, there): (Piece, Piece),
    (time_here, time_there): (Time, Time),
) -> Result<bool, Doubt> {
    let statics = pair.statics(here, there);
    let (run, good) = (pair.run.as_ref(), pair.good.as_ref());
    let (ours, theirs) = (
        statics.here(run, time_here),
        statics.there(good, time_there),
    );
    if !are_set_up_alike((run, time_here), &ours, (good, time_there), &theirs) {
        return Ok(false);
    }
    let (ours, theirs) = in_common(ours, theirs);
    let apart = &pair.apart;
    let ours = form(apart, run, &ours, time_here, &mut Numbers::default());
    let theirs = form(apart, good, &theirs, time_there, &mut Numbers::default());
    match ours.doubt.or(theirs.doubt) {
        Some(doubt) => Err(doubt),
        None => Ok(ours.hash == theirs.hash),
    }
}

type Values = Vec<(String, Value)>;

/// The two ends of a piece.
struct Ends {
    piece: Piece,
    begin: NodeData,
    end: NodeData,
}

impl Ends {
    fn of(run: &Run, piece: Piece) -> Option<Ends> {
        let (begin, end) = (run.data(piece.0)?, run.data(piece.1)?);
        Some(Ends { piece, begin, end })
    }

    fn is_damaged(&self) -> bool {
        self.begin.damaged || self.end.damaged
    }

    /// How it ended, without what it ended with; nothing when that is not known.
    fn outcome(&self) -> Option<&'static str> {
        match self.end.outcome {
            Outcome::Returned(_) => Some("returned"),
            Outcome::Threw(_) => Some("threw"),
            Outcome::Ended => Some("ended"),
            Outcome::StillRunning | Outcome::Lost => None,
        }
    }

    /// How it may have left its routine.
    fn leaving(&self, run: &Run, apart: &Apart, numbers: &mut Numbers) -> Result<Leaving, Doubt> {
        leaving(
            run,
            &Common { run, apart },
            self.piece.1,
            &self.end,
            numbers,
        )
    }

    /// What the code was given: receiver and arguments, or receiver and locals for a loop. A constructor's
    /// receiver does not exist yet.
    fn given(&self, run: &Run) -> Values {
        let mut given = self.held(run);
        if is_constructor(run, &self.begin) {
            given.retain(|(name, _)| name != "this");
        }
        given
    }

    /// What it left: what it was given, what it assigned, and what it ended with.
    fn left(&self, run: &Run) -> Values {
        let mut left = self.held(run);
        if let Some(def) = loop_of(run, &self.end) {
            let assigned = self.end.locals_after.iter();
            left.extend(assigned.map(|local| {
                let name = local_name(def, local.local);
                (format!("assigned {name}"), local.value)
            }));
        }
        match self.end.outcome {
            Outcome::Returned(value) => left.push(("returned".to_owned(), value)),
            Outcome::Threw(value) => left.push(("threw".to_owned(), value)),
            _ => {}
        }
        left
    }

    fn held(&self, run: &Run) -> Values {
        let (node, data) = (self.piece.0, &self.begin);
        let mut held = Values::new();
        if let Some(def) = loop_of(run, data) {
            let call = run.call_around(node).and_then(|call| run.data(call));
            let receiver = call.and_then(|call| call.receiver);
            held.extend(receiver.map(|value| ("this".to_owned(), value)));
            let locals = run.locals_before(node, data).into_iter();
            held.extend(locals.map(|local| (local_name(def, local.local), local.value)));
            let iterator = hidden_iterator(run, node);
            held.extend(iterator.map(|value| ("iterator".to_owned(), value)));
        } else {
            held.extend(data.receiver.map(|value| ("this".to_owned(), value)));
            let arguments = data.arguments.iter().enumerate();
            held.extend(arguments.map(|(place, &value)| (format!("argument {place}"), value)));
        }
        held
    }
}

/// Whether no static field leads to something that can change in one run while its class is yet to be set up in the other.
fn are_set_up_alike(
    here: (&Run, Time),
    ours: &Values,
    there: (&Run, Time),
    theirs: &Values,
) -> bool {
    let has_state = |(run, time): (&Run, Time), value: Value| match value {
        Value::Ref(object) => match run.objects().thing(object, time) {
            Thing::Text { .. } | Thing::Box(_) | Thing::Class { .. } => false,
            Thing::Enum { fields, .. } => !fields.is_empty(),
            _ => true,
        },
        _ => false,
    };
    let theirs: HashMap<&str, Value> = theirs
        .iter()
        .map(|(name, value)| (name.as_str(), *value))
        .collect();
    ours.iter().all(
        |(name, value)| match (*value, theirs.get(name.as_str()).copied()) {
            (Value::Missing, Some(value)) => !has_state(there, value),
            (value, Some(Value::Missing)) => !has_state(here, value),
            _ => true,
        },
    )
}

/// The values that both have, in one order.
fn in_common(mut ours: Values, mut theirs: Values) -> (Values, Values) {
    let is_known = |name: &str, others: &Values| {
        let mut others = others.iter();
        others.any(|(other, value)| other == name && *value != Value::Missing)
    };
    let missing = |values: &mut Values| values.retain(|(_, value)| *value != Value::Missing);
    missing(&mut ours);
    missing(&mut theirs);
    ours.retain(|(name, _)| is_known(name, &theirs));
    theirs.retain(|(name, _)| is_known(name, &ours));
    ours.sort_by(|one, other| one.0.cmp(&other.0));
    theirs.sort_by(|one, other| one.0.cmp(&other.0));
    (ours, theirs)
}

fn form(apart: &Apart, run: &Run, values: &Values, time: Time, numbers: &mut Numbers) -> Canonical {
    let values = values.iter().map(|(name, value)| (name.as_str(), *value));
    canonical(&Common { run, apart }, values, time, numbers)
}

/// What went through the standard streams.
fn printed(run: &Run, (first, last): Piece) -> Option<u128> {
    let mut streams: [Vec<u8>; 3] = Default::default();
    let output = run.output(Subject::siblings(first, last), MOST_OUTPUT);
    if output.total > MOST_OUTPUT as u64 {
        return None;
    }
    for (stream, bytes) in output.pieces {
        streams.get_mut(stream as usize)?.extend(bytes);
    }
    let [read, out, error] = streams.map(|bytes| xxh3_128(&bytes));
    Some(read.rotate_left(2) ^ out.rotate_left(1) ^ error)
}

/// Whether two pieces of different runs have the same calls and loops in them, with the same lines that ran and, as far as
/// that is seen at a glance, the same arguments and results.
pub fn same_course(run: &Run, here: Piece, good: &Run, there: Piece) -> bool {
    let (tree, good_tree) = (run.tree(), good.tree());
    let inside = here.0.index()..tree.end(here.1).index();
    let good_inside = there.0.index()..good_tree.end(there.1).index();
    if inside.len() != good_inside.len() || inside.len() > MOST_NODES {
        return false;
    }
    let mut pairs = inside
        .zip(good_inside)
        .map(|(here, there)| (NodeId::new(here), NodeId::new(there)));
    // The shape is compared first, because it costs little.
    let same_code = pairs.clone().all(|(here, there)| {
        tree.kind(here) == good_tree.kind(there) && tree.label(here) == good_tree.label(there)
    });
    same_code && pairs.all(|(here, there)| glance(run, here) == glance(good, there))
}

/// What is seen of a node without following its values: its lines, counted from where its routine begins, and what it was
/// given and ended with.
fn glance(run: &Run, node: NodeId) -> Option<(Vec<u32>, Vec<String>)> {
    let data = run.data(node)?;
    let first = match data.kind {
        NodeKind::Routine(id) => run.definitions().routine(id).map(|def| def.first_line),
        _ => loop_of(run, &data).map(|def| def.first_line),
    };
    let first = first.unwrap_or(0);
    let lines = data.lines.iter().map(|line| line.wrapping_sub(first));
    let text = |value: Value, time| match value {
        Value::Ref(reference) => match run.objects().thing(reference, time) {
            Thing::Text { text, .. } => text,
            Thing::Box(value) => format!("{value:?}"),
            Thing::Enum { constant, .. } => constant,
            _ => String::new(),
        },
        plain => format!("{plain:?}"),
    };
    let given = data.arguments.iter().map(|&value| text(value, data.before));
    let mut texts: Vec<String> = given.collect();
    match (data.outcome, data.after) {
        (Outcome::Returned(value), Some(after)) => texts.push(text(value, after)),
        (Outcome::Threw(_), _) => texts.push("threw".to_owned()),
        _ => {}
    }
    Some((lines.collect(), texts))
}

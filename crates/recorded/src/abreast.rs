//! What other threads wrote at about the same time as a piece of the run, as far as the piece leads there: whether it was so when the piece
//! began, or became so only later, cannot be told.

use std::collections::{BTreeSet, HashSet, VecDeque};

use elenchus_trace::Abreast;
use elenchus_trace::value::{Thing, Time, Value};

use crate::comparing::behaviour::{final_fields, given_and_left, static_fields};
use crate::comparing::pair::{Piece, span};
use crate::run::Run;

/// More objects than these, or elements of arrays, are not followed.
const MOST_FOLLOWED: usize = 20_000;
const MOST_ELEMENTS: u32 = 65_536;

/// The numbers of threads.
pub(crate) type Threads = BTreeSet<u32>;

/// More bytes of records than these are not gone through, where an oracle waits for it, and where a question does.
pub(crate) const TO_DECIDE: u64 = 64 << 20;
pub(crate) const TO_SHOW: u64 = 4 << 20;

/// What other threads wrote abreast of a piece, whether it leads there or not; nothing when that cannot be told from so many bytes of records.
pub(crate) fn of(run: &Run, (first, last): Piece, most: u64) -> Option<Abreast> {
    let key = |node| run.snapshot().key_of(node);
    run.trace().abreast(key(first), key(last), most)
}

/// The threads that wrote what a piece was given, what it left, or static fields that its code can read; nothing when that cannot be told.
pub(crate) fn writers(run: &Run, piece: Piece, abreast: &Abreast) -> Option<Threads> {
    let mut threads = Threads::new();
    let read = statics_read(run, piece);
    for &field in &read {
        threads.extend(abreast.into_static(field));
    }
    for (values, time) in given_and_left(run, piece, &read) {
        threads.extend(leading_from(run, values, time, abreast)?);
    }
    Some(threads)
}

/// The numbers of the static fields that the code of a piece can read.
pub(crate) fn statics_read(run: &Run, piece: Piece) -> Vec<u32> {
    let readers = run.readers(span(run, piece));
    let definitions = run.definitions();
    let statics = static_fields(definitions).chain(final_fields(definitions));
    let read = statics.filter(|field| readers.may_read(field));
    read.map(|field| field.id).collect()
}

/// The threads that wrote into something that these values lead to; nothing when that cannot be told.
pub(crate) fn leading_from(
    run: &Run,
    values: Vec<Value>,
    time: Time,
    abreast: &Abreast,
) -> Option<Threads> {
    let mut threads = Threads::new();
    let mut queue: VecDeque<Value> = values.into();
    let mut followed = HashSet::new();
    let mut elements = MOST_ELEMENTS;
    while let Some(value) = queue.pop_front() {
        let Value::Ref(object) = value else { continue };
        if !followed.insert(object) {
            continue;
        }
        if followed.len() > MOST_FOLLOWED {
            return None;
        }
        threads.extend(abreast.into_object(object));
        match run.trace().state_window(object, time, 0..elements) {
            Thing::Object { fields, .. } => {
                queue.extend(fields.into_iter().map(|(_, value)| value))
            }
            Thing::Array { length, window, .. } => {
                let holds_objects = window.iter().any(|value| matches!(value, Value::Ref(_)));
                if holds_objects {
                    elements = elements.checked_sub(length)?;
                    queue.extend(window);
                }
            }
            _ => {}
        }
    }
    Some(threads)
}

/// Threads by their names, in words.
pub(crate) fn names(run: &Run, threads: &Threads) -> String {
    let name = |&number: &u32| {
        let strand = run.definitions().strand(number);
        strand.map_or("another thread", |strand| &strand.name)
    };
    let names: BTreeSet<&str> = threads.iter().map(name).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

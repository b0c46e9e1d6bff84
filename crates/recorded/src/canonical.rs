//! One normal form of a state, so that states of different runs can be compared.
//!
//! Objects are numbered in the order in which they are met from the roots, so that numbers given by
//! a recorder do not matter but sharing and cycles do. The form is only hashed, never stored. It is
//! *certain* when nothing was met that two different states could have in common by accident or for
//! lack of a record: only certain forms may answer a question.

use std::collections::{HashMap, HashSet, VecDeque};

use xxhash_rust::xxh3::Xxh3;

use crate::heap::{Heap, Ref, Thing, Value};
use crate::literal::literal;
use crate::shape::{Brackets, Shape, shape_up_to};

/// A state in normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Canonical {
    pub hash: u128,
    pub certain: bool,
}

/// At most so many objects belong to one state; a larger one is not certain.
const MOST_OBJECTS: usize = 200_000;

/// At most so many elements of one collection are compared.
const MOST_ELEMENTS: usize = 1 << 20;

/// Numbers of objects, kept from the state before to the state after so that "the same list" means
/// the same list.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    number_of: HashMap<Ref, u32>,
}

/// The normal form of what can be reached from named roots at a moment.
pub fn canonical<'n, H: Heap>(
    heap: &H,
    roots: impl IntoIterator<Item = (&'n str, Value)>,
    time: H::Time,
    numbers: &mut Numbers,
) -> Canonical {
    let mut walk = Walk {
        heap,
        time,
        numbers,
        hash: Xxh3::new(),
        certain: true,
        queue: VecDeque::new(),
        queued: HashSet::new(),
    };
    for (name, value) in roots {
        walk.text(name);
        walk.value(value);
    }
    while let Some(object) = walk.queue.pop_front() {
        walk.object(object);
    }
    Canonical {
        hash: walk.hash.digest128(),
        certain: walk.certain,
    }
}

struct Walk<'a, H: Heap> {
    heap: &'a H,
    time: H::Time,
    numbers: &'a mut Numbers,
    hash: Xxh3,
    certain: bool,
    /// Objects whose contents are still to be written, nearest first.
    queue: VecDeque<Ref>,
    queued: HashSet<Ref>,
}

impl<H: Heap> Walk<'_, H> {
    fn text(&mut self, text: &str) {
        // The length keeps neighbouring texts apart.
        self.hash.update(&(text.len() as u64).to_le_bytes());
        self.hash.update(text.as_bytes());
    }

    fn value(&mut self, value: Value) {
        let Value::Ref(reference) = value else {
            self.text(&literal(value));
            return;
        };
        match self.heap.thing(reference, self.time) {
            Thing::Text { .. } | Thing::Box(_) | Thing::Enum { .. } | Thing::Class { .. } => {
                self.object(reference);
            }
            _ => self.refer(reference),
        }
    }

    /// Writes an object's number and sees to it that its contents follow once.
    fn refer(&mut self, reference: Ref) {
        let next = self.numbers.number_of.len() as u32;
        let number = *self.numbers.number_of.entry(reference).or_insert(next);
        self.text("object");
        self.hash.update(&number.to_le_bytes());
        if self.queued.len() >= MOST_OBJECTS {
            self.certain = false;
        } else if self.queued.insert(reference) {
            self.queue.push_back(reference);
        }
    }

    fn object(&mut self, reference: Ref) {
        match shape_up_to(self.heap, reference, self.time, MOST_ELEMENTS) {
            Shape::Text { text, comparable } => {
                self.certain &= comparable;
                self.text(&text);
            }
            Shape::Wrapped(inner) => {
                self.text("wrapped");
                self.value(inner);
            }
            Shape::Opaque { class } => {
                self.certain = false;
                self.text(&class);
            }
            Shape::Record { class, fields } => {
                self.text(&class);
                for (name, value) in fields {
                    self.text(&name);
                    self.value(value);
                }
            }
            Shape::Row {
                class,
                brackets,
                mut items,
                total,
            } => {
                self.text(&class);
                self.certain &= items.len() == total;
                let hashed = brackets == Brackets::Set && !keeps_order(&class);
                if hashed {
                    self.sort_by_text(&mut items, |item| *item);
                }
                self.hash.update(&(total as u64).to_le_bytes());
                for item in items {
                    self.value(item);
                }
            }
            Shape::Map {
                class,
                mut entries,
                total,
            } => {
                self.text(&class);
                self.certain &= entries.len() == total;
                if !keeps_order(&class) {
                    self.sort_by_text(&mut entries, |entry| entry.0);
                }
                self.hash.update(&(total as u64).to_le_bytes());
                for (key, value) in entries {
                    self.value(key);
                    self.value(value);
                }
            }
        }
    }

    /// Sorts by what keys read as. The order of a hash table comes from hash codes, which for objects
    /// without a text differ from run to run: then nothing is certain.
    fn sort_by_text<T>(&mut self, items: &mut [T], key: impl Fn(&T) -> Value) {
        let mut certain = true;
        items.sort_by_cached_key(|item| match key(item) {
            Value::Ref(reference) => {
                match shape_up_to(self.heap, reference, self.time, MOST_ELEMENTS) {
                    Shape::Text { text, .. } => text,
                    _ => {
                        certain = false;
                        String::new()
                    }
                }
            }
            value => literal(value),
        });
        self.certain &= certain || items.len() < 2;
    }
}

/// Whether a set or map has an order that means something.
fn keeps_order(class: &str) -> bool {
    class.starts_with("Linked") || class.starts_with("Tree")
}

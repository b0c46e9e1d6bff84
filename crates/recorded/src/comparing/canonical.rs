//! One normal form of a state, so that states of different runs can be compared.
//!
//! Objects are numbered in the order in which they are met from the roots, so that numbers given by
//! a recorder do not matter but sharing and cycles do. The form is only hashed, never stored. There
//! is a *doubt* when something was met that two different states could have in common by accident or
//! for lack of a record: only forms without one may answer a question.

use std::collections::{HashMap, HashSet, VecDeque};

use xxhash_rust::xxh3::Xxh3;

use crate::comparing::doubt::Doubt;
use crate::heap::{Heap, Ref, Thing, Value};
use crate::shape::{Brackets, Shape, shape_up_to};

/// A state in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Canonical {
    pub hash: u128,
    /// Why it may not be compared, if it may not.
    pub doubt: Option<Doubt>,
    /// Whether it leads to the same object in several ways, and that is known by a hash only: it might be
    /// two. What is met once counts by its contents, and whose they are makes no difference.
    pub identity_uncertain: bool,
}

/// How many objects belong to one state, at most; a larger one is not compared.
const MOST_OBJECTS: usize = 200_000;

/// How many elements of one collection are compared, at most.
const MOST_ELEMENTS: usize = 1 << 20;

/// How many objects belong to one key of a hash table, at most.
const MOST_IN_A_KEY: usize = 2_000;

/// Hash tables inside keys of hash tables are followed so deep.
const DEEPEST_KEY: usize = 3;

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
    let mut walk = Walk::new(heap, time, numbers, MOST_OBJECTS, 0);
    for (name, value) in roots {
        walk.text(name);
        walk.value(value);
    }
    walk.finish()
}

struct Walk<'a, H: Heap> {
    heap: &'a H,
    time: H::Time,
    numbers: &'a mut Numbers,
    /// How many objects may belong to it.
    most: usize,
    /// In how many keys of hash tables this is.
    depth: usize,
    hash: Xxh3,
    doubt: Option<Doubt>,
    identity_uncertain: bool,
    /// Objects whose contents are still to be written, nearest first.
    queue: VecDeque<Ref>,
    queued: HashSet<Ref>,
}

impl<'a, H: Heap> Walk<'a, H> {
    fn new(
        heap: &'a H,
        time: H::Time,
        numbers: &'a mut Numbers,
        most: usize,
        depth: usize,
    ) -> Walk<'a, H> {
        Walk {
            heap,
            time,
            numbers,
            most,
            depth,
            hash: Xxh3::new(),
            doubt: None,
            identity_uncertain: false,
            queue: VecDeque::new(),
            queued: HashSet::new(),
        }
    }

    fn finish(mut self) -> Canonical {
        while let Some(object) = self.queue.pop_front() {
            self.object(object);
        }
        Canonical {
            hash: self.hash.digest128(),
            doubt: self.doubt,
            identity_uncertain: self.identity_uncertain,
        }
    }

    fn doubt(&mut self, doubt: Doubt) {
        self.doubt.get_or_insert(doubt);
    }

    fn text(&mut self, text: &str) {
        // The length keeps neighbouring texts apart.
        self.hash.update(&(text.len() as u64).to_le_bytes());
        self.hash.update(text.as_bytes());
    }

    fn value(&mut self, value: Value) {
        let Value::Ref(reference) = value else {
            self.text(&self.heap.language().literal(value));
            return;
        };
        match self.heap.thing(reference, self.time) {
            Thing::Text { .. } | Thing::Box(_) | Thing::Class { .. } => self.object(reference),
            Thing::Enum { fields, .. } => self.constant(reference, &fields),
            _ => self.refer(reference),
        }
    }

    /// Writes a constant of an enum, which is the same wherever it is met, and sees to it that what it holds follows once.
    /// As a key it is known by its name.
    fn constant(&mut self, reference: Ref, fields: &[(String, Value)]) {
        match fields.is_empty() || self.depth > 0 {
            true => self.object(reference),
            false => self.refer(reference),
        }
    }

    /// Writes an object's number and sees to it that its contents follow once.
    fn refer(&mut self, reference: Ref) {
        self.identity_uncertain |= reference.is_uncertain() && self.queued.contains(&reference);
        let next = self.numbers.number_of.len() as u32;
        let number = *self.numbers.number_of.entry(reference).or_insert(next);
        self.text("object");
        self.hash.update(&number.to_le_bytes());
        if self.queued.len() >= self.most {
            self.doubt(Doubt::TooLarge);
        } else if self.queued.insert(reference) {
            self.queue.push_back(reference);
        }
    }

    fn object(&mut self, reference: Ref) {
        match shape_up_to(self.heap, reference, self.time, MOST_ELEMENTS) {
            Shape::Text { text, comparable } => {
                if !comparable {
                    self.doubt(Doubt::Shortened("text".to_owned()));
                }
                self.text(&text);
            }
            Shape::Wrapped(inner) => {
                self.text("wrapped");
                self.value(inner);
            }
            Shape::Opaque { class } => {
                self.text(&class);
                self.doubt(Doubt::NotRecorded(class));
            }
            Shape::Constant {
                class,
                name,
                fields,
            } => {
                self.text(&format!("{class}.{name}"));
                if self.depth == 0 {
                    self.fields(fields);
                }
            }
            Shape::Record {
                class,
                fields,
                hidden,
            } => {
                self.text(&class);
                self.fields(fields);
                if let Some(class) = hidden {
                    self.doubt(Doubt::NotRecorded(class));
                }
            }
            Shape::Exception {
                class,
                message,
                fields,
            } => {
                self.text(&class);
                self.value(message);
                self.fields(fields);
            }
            Shape::Lambda { text, captured } => {
                self.text(&text);
                self.fields(captured);
            }
            Shape::Pair { class, key, value } => {
                self.text(&class);
                self.value(key);
                self.value(value);
            }
            Shape::Row {
                class,
                brackets,
                mut items,
                total,
                own,
            } => {
                self.begin(&class, items.len(), total);
                self.fields(own.unwrap_or_default());
                if brackets == Brackets::Set && !self.heap.language().keeps_order(&class) {
                    self.sort_by_content(&class, &mut items, |item| *item);
                }
                for item in items {
                    self.value(item);
                }
            }
            Shape::Map {
                class,
                mut entries,
                total,
                in_order,
                own,
            } => {
                self.begin(&class, entries.len(), total);
                self.fields(own.unwrap_or_default());
                if !in_order {
                    self.sort_by_content(&class, &mut entries, |entry| entry.0);
                }
                for (key, value) in entries {
                    self.value(key);
                    self.value(value);
                }
            }
        }
    }

    fn fields(&mut self, fields: Vec<(String, Value)>) {
        for (name, value) in fields {
            self.text(&name);
            self.value(value);
        }
    }

    /// Writes what a collection is, and notes when not all of it is known.
    fn begin(&mut self, class: &str, known: usize, total: usize) {
        self.text(class);
        self.hash.update(&(total as u64).to_le_bytes());
        if known != total {
            self.doubt(Doubt::Shortened(class.to_owned()));
        }
    }

    /// Sorts by what keys hold, since the order of a hash table comes from hash codes, which differ
    /// from run to run. Keys that hold the same are told apart by the numbers they already have; if
    /// they have none, their order is a matter of chance.
    fn sort_by_content<T>(&mut self, class: &str, items: &mut Vec<T>, key: impl Fn(&T) -> Value) {
        if items.len() < 2 {
            return;
        }
        let mut keyed: Vec<((u128, u32), T)> = Vec::with_capacity(items.len());
        for item in items.drain(..) {
            let value = key(&item);
            let number = match value {
                Value::Ref(reference) => self.numbers.number_of.get(&reference).copied(),
                _ => None,
            };
            match self.form_of_key(value) {
                Some(form) => keyed.push(((form, number.unwrap_or(u32::MAX)), item)),
                None => {
                    self.doubt(Doubt::Order(class.to_owned()));
                    keyed.push(((0, 0), item));
                }
            }
        }
        keyed.sort_by_key(|&(rank, _)| rank);
        if keyed.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            self.doubt(Doubt::Order(class.to_owned()));
        }
        items.extend(keyed.into_iter().map(|(_, item)| item));
    }

    /// The form of a key by itself, unless it is too large or too deep to be looked at for this.
    fn form_of_key(&self, key: Value) -> Option<u128> {
        if self.depth >= DEEPEST_KEY {
            return None;
        }
        let mut numbers = Numbers::default();
        let mut walk = Walk::new(
            self.heap,
            self.time,
            &mut numbers,
            MOST_IN_A_KEY,
            self.depth + 1,
        );
        walk.value(key);
        let form = walk.finish();
        let usable = !matches!(form.doubt, Some(Doubt::TooLarge | Doubt::Order(_)));
        usable.then_some(form.hash)
    }
}

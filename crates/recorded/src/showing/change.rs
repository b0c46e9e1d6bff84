//! What became of a value between two moments, as a list of paths with before and after.
//!
//! Both states are read shallowly and compared part by part, so that a list that grew shows as a
//! list that grew, not as the array and the counter inside it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use crate::heap::{Heap, Ref, Value};
use crate::shape::{Brackets, Shape, shape, shape_with};
use crate::showing::edits::{Edit, edits, is_rearranged};
use crate::showing::keys;
use crate::showing::long::{Long, Stayed};
use crate::showing::show::{Limits, Names, show, show_field};
use crate::showing::told::Moment;
use elenchus_session::words::many;

/// One thing that is different afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// How to get there from a name that the code can see: `t.x`, `rows[3].cells`.
    pub path: String,
    /// What it was; `None` when it was not there.
    pub before: Option<String>,
    /// What it is; `None` when it is no longer there.
    pub after: Option<String>,
}

/// The changes that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub list: Vec<Change>,
    /// How many more changes were found that are not listed.
    pub more: usize,
    /// Whether everything was compared; else there may be changes that are neither listed nor counted.
    pub counted: bool,
}

impl Changes {
    /// Whether every change is listed.
    pub fn is_complete(&self) -> bool {
        self.counted && self.more == 0
    }
}

/// How many objects are compared for one question, unless a reader wants to see more changes than that.
const MOST_OBJECTS: usize = 2000;

/// How many changes that are not listed are counted, unless a reader wants to see more than that.
const MOST_COUNTED: usize = 1000;

/// Compares values at two moments and collects what changed.
pub struct Comparison<'a, H: Heap> {
    pub(crate) heap: &'a H,
    pub(crate) before: H::Time,
    pub(crate) after: H::Time,
    limits: Limits,
    names: &'a Names,
    most_changes: usize,
    pub(crate) seen: HashSet<Ref>,
    /// Objects with a name of their own that come later: what changed in them is told under that name.
    named: HashSet<Ref>,
    /// Collections that were met and not read to their ends.
    pub(crate) long: Vec<Long>,
    changes: Vec<Change>,
    more: usize,
    pub(crate) counted: bool,
}

impl<'a, H: Heap> Comparison<'a, H> {
    /// A comparison between two moments that lists the first `most_changes` changes and counts the others.
    pub fn new(
        heap: &'a H,
        before: H::Time,
        after: H::Time,
        limits: Limits,
        names: &'a Names,
        most_changes: usize,
    ) -> Comparison<'a, H> {
        Comparison {
            heap,
            before,
            after,
            limits,
            names,
            most_changes,
            seen: HashSet::new(),
            named: HashSet::new(),
            long: Vec::new(),
            changes: Vec::new(),
            more: 0,
            counted: true,
        }
    }

    /// What changes in these objects is told under the names by which they are compared later, and not by the way to them
    /// from another name.
    pub fn expect(&mut self, values: impl Iterator<Item = Value>) {
        let objects = values.filter_map(|value| match value {
            Value::Ref(object) => Some(object),
            _ => None,
        });
        self.named.extend(objects);
    }

    /// Compares what `path` held before with what it holds after, nearest parts first.
    pub fn compare(&mut self, path: &str, before: Value, after: Value) {
        if let (Value::Ref(old), Value::Ref(new)) = (before, after)
            && old == new
        {
            self.named.remove(&old);
        }
        self.compare_all(vec![(path.to_owned(), before, after)], None);
    }

    /// Compares parts of `owner`, and what these lead to.
    pub(crate) fn compare_all(&mut self, parts: Vec<Stayed>, owner: Option<Ref>) {
        let parts = parts.into_iter();
        let mut queue: VecDeque<_> = parts.map(|(path, a, b)| (path, a, b, owner)).collect();
        while let Some((path, before, after, owner)) = queue.pop_front() {
            if self.more >= MOST_COUNTED.max(self.most_changes) {
                self.counted = false;
                return;
            }
            match (before, after) {
                (Value::Ref(old), Value::Ref(new)) if old == new && self.named.contains(&old) => {}
                (Value::Ref(old), Value::Ref(new)) if old == new => {
                    let is_enough = self.seen.len() >= MOST_OBJECTS.max(2 * self.most_changes);
                    if is_enough && !self.seen.contains(&old) {
                        // What is in the queue already is still compared.
                        self.counted = false;
                    } else if self.seen.insert(old) {
                        let parts = self.compare_object(&path, old, 0).into_iter();
                        queue.extend(parts.map(|(path, a, b)| (path, a, b, Some(old))));
                    }
                }
                _ if self.equal(before, after) => {}
                _ => self.changed(&path, owner, before, after),
            }
        }
    }

    /// What was found, with the changes in objects that were only named.
    pub fn finish(mut self) -> Changes {
        loop {
            self.compare_long();
            let mut owed = self.names.told.take_owed();
            owed.retain(|object| !self.seen.contains(object));
            if owed.is_empty() || !self.counted {
                break;
            }
            for object in owed {
                let name = self.names.marked(self.heap, object, self.after);
                self.compare(&name, Value::Ref(object), Value::Ref(object));
            }
        }
        self.names.told.settle(match self.counted {
            true => self.seen,
            false => HashSet::new(),
        });
        Changes {
            list: self.changes,
            counted: self.counted,
            more: self.more,
        }
    }

    /// Notes the changes in one object itself and returns its parts that stayed, each with its path. A collection that is
    /// longer than usual is put aside, unless up to `most` of its elements are to be read now.
    pub(crate) fn compare_object(&mut self, path: &str, object: Ref, most: usize) -> Vec<Stayed> {
        let usual = self.limits.items;
        let [old, new] = [self.before, self.after]
            .map(|time| shape_with(self.heap, object, time, usual.max(most)));
        let mut stayed = fields_of(path, &old, &new);
        let lengths = [&old, &new].map(Shape::elements);
        if lengths.iter().any(|(read, total)| read < total) {
            let path = path.to_owned();
            match most {
                0 => self.long.push(Long { path, object }),
                _ => self.tell_lengths(&path, lengths[0].1, lengths[1].1),
            }
            return stayed;
        }
        match (old, new) {
            (Shape::Wrapped(old), Shape::Wrapped(new)) => stayed.push((path.to_owned(), old, new)),
            (Shape::Record { .. }, Shape::Record { .. })
            | (Shape::Exception { .. }, Shape::Exception { .. })
            | (Shape::Constant { .. }, Shape::Constant { .. })
            | (Shape::Lambda { .. }, Shape::Lambda { .. })
            | (Shape::Pair { .. }, Shape::Pair { .. }) => {}
            (
                Shape::Row {
                    class,
                    brackets,
                    items: old,
                    total: old_total,
                    ..
                },
                Shape::Row {
                    items: new,
                    total: new_total,
                    ..
                },
            ) => {
                let is_bag = brackets == Brackets::Set || !self.heap.language().has_places(&class);
                let differ = || old.iter().zip(&new).any(|(&a, &b)| !self.equal(a, b));
                let parts = match brackets {
                    _ if old_total == new_total && !differ() => Some(elements(path, &old, &new)),
                    _ if self.is_short(object) => None,
                    Brackets::Braces if old_total == new_total => {
                        Some(self.compare_by_place(path, 0, &old, &new))
                    }
                    Brackets::Braces => None,
                    // Whatever came or went is all that there is.
                    _ if is_bag && (old_total == 0 || new_total == 0) => None,
                    _ if is_bag => Some(self.compare_bags((path, object), &old, &new)),
                    _ => self.compare_lists((path, 0), Some(object), &old, &new),
                };
                match parts {
                    Some(parts) => stayed.extend(parts),
                    None => self.whole(path, object),
                }
            }
            (
                Shape::Map {
                    entries: old,
                    in_order,
                    ..
                },
                Shape::Map { entries: new, .. },
            ) => {
                stayed.extend(self.compare_maps(path, (object, in_order), &old, &new));
            }
            (
                Shape::Text { text: old, .. },
                Shape::Text {
                    text: new,
                    comparable,
                },
            ) => {
                if old != new {
                    let note = if comparable {
                        ""
                    } else {
                        " (not compared in full)"
                    };
                    self.push(path, Some(old), Some(format!("{new}{note}")));
                }
            }
            (old, new) => {
                if old != new {
                    self.whole(path, object);
                }
            }
        }
        stayed
    }

    /// Whether an object reads best as a whole, before and after.
    fn is_short(&self, object: Ref) -> bool {
        self.takes_at_most(object, SHORT)
    }

    /// Whether an object can be written in full, before and after together, in at most `characters` characters.
    fn takes_at_most(&self, object: Ref, characters: usize) -> bool {
        let texts = [Moment::Before, Moment::After].map(|moment| {
            let told = &self.names.told;
            told.try_out(|| self.written(Value::Ref(object), moment))
        });
        let is_complete = texts.iter().all(|text| !text.contains('…'));
        is_complete && texts.iter().map(|text| text.chars().count()).sum::<usize>() <= characters
    }

    /// An array, from the element at `first` on: elements that differ side by side are told as one range.
    pub(crate) fn compare_by_place(
        &mut self,
        path: &str,
        first: usize,
        old: &[Value],
        new: &[Value],
    ) -> Vec<Stayed> {
        let differs: Vec<bool> = old
            .iter()
            .zip(new)
            .map(|(&a, &b)| !self.equal(a, b))
            .collect();
        let mut place = 0;
        let mut stayed = Vec::new();
        for run in differs.chunk_by(|a, b| a == b) {
            let range = place..place + run.len();
            place = range.end;
            if run[0] && run.len() > FEW {
                let name = format!("{path}[{}..{}]", first + range.start, first + range.end);
                let before = self.listed(&old[range.clone()], Moment::Before);
                let after = self.listed(&new[range], Moment::After);
                self.push(&name, Some(before), Some(after));
            } else {
                let parts = range.map(|at| (format!("{path}[{}]", first + at), old[at], new[at]));
                stayed.extend(parts);
            }
        }
        stayed
    }

    /// Values side by side, up to the limits.
    pub(crate) fn listed(&self, values: &[Value], moment: Moment) -> String {
        let shown = values.iter().take(self.limits.items);
        let mut texts: Vec<String> = shown.map(|&value| self.written(value, moment)).collect();
        let more = values.len() - texts.len();
        if more > 0 {
            texts.push(format!("… {more} more"));
        }
        texts.join(", ")
    }

    /// A list, from the element at `first` on: what was added and what was removed; nothing when that is told best, or in the
    /// fewest words, as a whole.
    pub(crate) fn compare_lists(
        &mut self,
        (path, first): (&str, usize),
        whole: Option<Ref>,
        old: &[Value],
        new: &[Value],
    ) -> Option<Vec<Stayed>> {
        let edits = self.edits(old, new);
        let changed = edits.iter().filter(|edit| !matches!(edit, Edit::Kept(..)));
        let changed = changed.count();
        if is_rearranged(&edits) {
            if whole.is_some_and(|list| self.takes_at_most(list, LEGIBLE)) {
                return None;
            }
            let pairs = old.iter().zip(new);
            let differing = pairs.filter(|&(&a, &b)| !self.equal(a, b)).count();
            let differing = differing + old.len().abs_diff(new.len());
            if differing <= changed.min(MOST_EDITS) {
                return Some(self.compare_places((path, first), old, new));
            }
        }
        // Elements side by side that came or went are told as one.
        let is_told = |at: usize| match edits[at] {
            Edit::Kept(..) => false,
            Edit::Removed(_) => at == 0 || !matches!(edits[at - 1], Edit::Removed(_)),
            Edit::Added(_) => at == 0 || !matches!(edits[at - 1], Edit::Added(_)),
        };
        if (0..edits.len()).filter(|&at| is_told(at)).count() > MOST_EDITS {
            return None;
        }
        let mut stayed = Vec::new();
        let mut edits = edits.into_iter().peekable();
        while let Some(edit) = edits.next() {
            match edit {
                Edit::Kept(from, to) => {
                    stayed.push((format!("{path}[{}]", first + to), old[from], new[to]));
                }
                // One taken out where one was put in has another value now.
                Edit::Removed(at) if edits.next_if_eq(&Edit::Added(at)).is_some() => {
                    let before = Some(self.written(old[at], Moment::Before));
                    let after = Some(self.written(new[at], Moment::After));
                    self.push(&format!("{path}[{}]", first + at), before, after);
                }
                Edit::Removed(at) => {
                    let mut end = at + 1;
                    while edits.next_if_eq(&Edit::Removed(end)).is_some() {
                        end += 1;
                    }
                    self.came_or_went((path, first), at..end, old, Moment::Before);
                }
                Edit::Added(at) => {
                    let mut end = at + 1;
                    while edits.next_if_eq(&Edit::Added(end)).is_some() {
                        end += 1;
                    }
                    self.came_or_went((path, first), at..end, new, Moment::After);
                }
            }
        }
        Some(stayed)
    }

    /// How one row of elements came of another. Only between the ends that are the very same is anything looked at closely.
    fn edits(&self, old: &[Value], new: &[Value]) -> Vec<Edit> {
        let same = |(a, b): &(&Value, &Value)| a.same(**b);
        let front = old.iter().zip(new).take_while(same).count();
        let (rest_old, rest_new) = (&old[front..], &new[front..]);
        let pairs = rest_old.iter().rev().zip(rest_new.iter().rev());
        let back = pairs.take_while(same).count();
        let (end_old, end_new) = (old.len() - back, new.len() - back);
        let middle = edits(
            &self.likenesses(&old[front..end_old], self.before),
            &self.likenesses(&new[front..end_new], self.after),
        );
        let kept = (0..front).map(|at| Edit::Kept(at, at));
        let middle = middle.into_iter().map(|edit| edit.moved(front));
        let ending = (0..back).map(|at| Edit::Kept(end_old + at, end_new + at));
        kept.chain(middle).chain(ending).collect()
    }

    /// A list whose elements have changed their places: what each place held and holds.
    fn compare_places(
        &mut self,
        (path, first): (&str, usize),
        old: &[Value],
        new: &[Value],
    ) -> Vec<Stayed> {
        let both = old.len().min(new.len());
        let stayed = self.compare_by_place(path, first, &old[..both], &new[..both]);
        if both < old.len() {
            self.came_or_went((path, first), both..old.len(), old, Moment::Before);
        }
        if both < new.len() {
            self.came_or_went((path, first), both..new.len(), new, Moment::After);
        }
        stayed
    }

    /// Elements side by side that a list had only before, or has only after: a few one by one, more of them as one range.
    fn came_or_went(
        &mut self,
        (path, first): (&str, usize),
        places: Range<usize>,
        all: &[Value],
        moment: Moment,
    ) {
        let told = match places.len() > FEW {
            true => {
                let name = format!("{path}[{}..{}]", first + places.start, first + places.end);
                vec![(name, self.listed(&all[places], moment))]
            }
            false => places
                .map(|at| {
                    (
                        format!("{path}[{}]", first + at),
                        self.written(all[at], moment),
                    )
                })
                .collect(),
        };
        for (name, text) in told {
            match moment {
                Moment::Before => self.push(&name, Some(text), None),
                Moment::After => self.push(&name, None, Some(text)),
            }
        }
    }

    /// A set, or something else whose elements have no places: what came and what went. What it held is told as far as it has
    /// room.
    fn compare_bags(
        &mut self,
        (path, bag): (&str, Ref),
        old: &[Value],
        new: &[Value],
    ) -> Vec<(String, Value, Value)> {
        let mut left: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (like, place) in self.likenesses(old, self.before).into_iter().zip(0..) {
            left.entry(like).or_default().push_back(place);
        }
        let (mut stayed, mut come) = (Vec::new(), Vec::new());
        for (place, like) in self.likenesses(new, self.after).into_iter().enumerate() {
            match left.get_mut(&like).and_then(VecDeque::pop_front) {
                // Texts and constants that are alike have no parts that could differ.
                Some(_) if like != self.heap.language().literal(new[place]) => {}
                Some(was) => stayed.push((format!("{path}[{place}]"), old[was], new[place])),
                None => come.push(new[place]),
            }
        }
        let mut gone: Vec<usize> = left.into_values().flatten().collect();
        gone.sort_unstable();
        let gone: Vec<Value> = gone.into_iter().map(|place| old[place]).collect();
        if gone.is_empty() && come.is_empty() {
            return stayed;
        }
        let names = self.names;
        let held = || self.written(Value::Ref(bag), Moment::Before);
        let before = names.told.try_out(held);
        let is_told = !before.contains('…') && before.chars().count() <= LEGIBLE;
        let count = |values: &[Value]| many(values.len() as u64, "element");
        let (before, mut told) = match is_told {
            true => (names.told.again(bag, held), Vec::new()),
            false => (count(old), vec![count(new)]),
        };
        for (word, values, moment) in [
            ("without", &gone, Moment::Before),
            ("added", &come, Moment::After),
        ] {
            if !values.is_empty() {
                told.push(format!("{word} {}", self.listed(values, moment)));
            }
        }
        let told = told.join(", ");
        self.push(path, Some(before), Some(told));
        stayed
    }

    fn compare_maps(
        &mut self,
        path: &str,
        (map, in_order): (Ref, bool),
        old: &[(Value, Value)],
        new: &[(Value, Value)],
    ) -> Vec<Stayed> {
        // Keys are told apart by what they are, since a key may have been changed while it was in the map.
        let keys = |entries: &[(Value, Value)]| entries.iter().map(|&(key, _)| key).collect();
        let (old_keys, new_keys): (Vec<Value>, Vec<Value>) = (keys(old), keys(new));
        let was = self.likenesses(&old_keys, self.before);
        let is = self.likenesses(&new_keys, self.after);
        // An object that was changed while it was a key may be there twice.
        let mut places: HashMap<&String, VecDeque<usize>> = HashMap::new();
        for (key, place) in is.iter().zip(0..) {
            places.entry(key).or_default().push_back(place);
        }
        let mut next = |key| places.get_mut(key).and_then(VecDeque::pop_front);
        let now: Vec<Option<usize>> = was.iter().map(&mut next).collect();
        let has_moved = old.len() != new.len() || now.contains(&None);
        let is_reordered = in_order && !now.iter().flatten().is_sorted();
        if (has_moved || is_reordered) && self.is_short(map) {
            self.whole(path, map);
            return Vec::new();
        }
        let old = keys::named(self.heap, old, self.before);
        let new = keys::named(self.heap, new, self.after);
        let mut stayed = Vec::new();
        let mut is_new = vec![true; new.len()];
        for ((key, value), now) in old.iter().zip(&now) {
            let Some((now_key, now_value)) = now.map(|place| &new[place]) else {
                let before = self.written(*value, Moment::Before);
                self.push(&format!("{path}[{key}]"), Some(before), None);
                continue;
            };
            is_new[now.unwrap_or(0)] = false;
            if key != now_key {
                let (before, after) = (format!("key {key}"), format!("key {now_key}"));
                self.push(path, Some(before), Some(after));
            }
            stayed.push((format!("{path}[{now_key}]"), *value, *now_value));
        }
        for (key, value) in new
            .iter()
            .zip(&is_new)
            .filter(|(_, is_new)| **is_new)
            .map(|(e, _)| e)
        {
            let after = self.written(*value, Moment::After);
            self.push(&format!("{path}[{key}]"), None, Some(after));
        }
        if is_reordered {
            let listed =
                |keys: &[Value], moment| format!("in the order {}", self.listed(keys, moment));
            let before = listed(&old_keys, Moment::Before);
            let after = listed(&new_keys, Moment::After);
            self.push(path, Some(before), Some(after));
        }
        stayed
    }

    /// Shows an object as a whole at both moments.
    fn whole(&mut self, path: &str, object: Ref) {
        let names = self.names;
        names.told.again(object, || {
            self.changed(path, None, Value::Ref(object), Value::Ref(object));
        });
    }

    /// Something that has another value now; `owner` is the object that it is a part of.
    fn changed(&mut self, path: &str, owner: Option<Ref>, before: Value, after: Value) {
        if self.changes.len() >= self.most_changes {
            self.more += 1;
            return;
        }
        let field = path.rsplit('.').next().unwrap_or(path);
        let told = |value, moment| match owner {
            Some(owner) => {
                self.names.told.at(moment);
                let (of, time) = ((owner, field), self.time(moment));
                show_field(self.heap, of, value, time, self.limits, self.names)
            }
            None => self.written(value, moment),
        };
        let (before, after) = (told(before, Moment::Before), told(after, Moment::After));
        self.push(path, Some(before), Some(after));
    }

    pub(crate) fn push(&mut self, path: &str, before: Option<String>, after: Option<String>) {
        if self.changes.len() >= self.most_changes {
            self.more += 1;
            return;
        }
        self.changes.push(Change {
            path: path.to_owned(),
            before,
            after,
        });
    }

    fn time(&self, moment: Moment) -> H::Time {
        match moment {
            Moment::Before => self.before,
            Moment::After => self.after,
        }
    }

    fn written(&self, value: Value, moment: Moment) -> String {
        self.names.told.at(moment);
        let time = self.time(moment);
        match value {
            Value::Ref(_) => show(self.heap, value, time, self.limits, self.names),
            _ => self.heap.language().literal(value),
        }
    }

    /// Whether two values mean the same: the same object, or equal texts and numbers.
    fn equal(&self, before: Value, after: Value) -> bool {
        before.same(after)
            || matches!((before, after), (Value::Ref(_), Value::Ref(_)))
                && self.likeness(before, self.before) == self.likeness(after, self.after)
    }

    /// A text that only values which mean the same have in common.
    fn likeness(&self, value: Value, time: H::Time) -> String {
        let Value::Ref(reference) = value else {
            return self.heap.language().literal(value);
        };
        match shape(self.heap, reference, time) {
            Shape::Text {
                text,
                comparable: true,
            } => text,
            Shape::Constant { class, name, .. } => format!("{class}.{name}"),
            _ => self.heap.language().literal(value),
        }
    }

    fn likenesses(&self, values: &[Value], time: H::Time) -> Vec<String> {
        let likenesses = values.iter().map(|&value| self.likeness(value, time));
        likenesses.collect()
    }
}

/// The fields that an object has at both moments, each with its path.
fn fields_of(path: &str, old: &Shape, new: &Shape) -> Vec<Stayed> {
    let now: HashMap<&str, Value> = new.fields().into_iter().collect();
    let pairs = old.fields().into_iter().filter_map(|(name, value)| {
        let now = *now.get(name)?;
        Some((format!("{path}.{name}"), value, now))
    });
    pairs.collect()
}

/// The elements of rows of the same length, each with its path.
fn elements(path: &str, old: &[Value], new: &[Value]) -> Vec<Stayed> {
    let pairs = old.iter().zip(new).enumerate();
    pairs
        .map(|(place, (&a, &b))| (format!("{path}[{place}]"), a, b))
        .collect()
}

/// How many elements side by side, changed ones of an array, or ones that came into a list or went, are told one by one, at most.
const FEW: usize = 3;

/// How many removed elements of a list, and new ones side by side, are told one by one, at most.
const MOST_EDITS: usize = 40;

/// How many characters something may take, before and after together, to be told as a whole.
const SHORT: usize = 60;

/// How many a list may take whose elements have changed their places, and a set before something came or went.
const LEGIBLE: usize = 360;

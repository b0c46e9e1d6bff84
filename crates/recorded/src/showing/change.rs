//! What became of a value between two moments, as a list of paths with before and after.
//!
//! Both states are read shallowly and compared part by part, so that a list that grew shows as a
//! list that grew, not as the array and the counter inside it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use crate::heap::{Heap, Ref, Value};
use crate::shape::{Brackets, Shape, shape, shape_with};
use crate::showing::edits::{Edit, edits, is_rearranged};
use crate::showing::long::{Long, Stayed};
use crate::showing::show::{Limits, Names, show, show_field, show_list};
use crate::showing::told::Moment;

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
    /// What has changed and has further state that was not recorded: the path, and the class that the state is of.
    pub unknown: Vec<(String, String)>,
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
    pub(super) names: &'a Names,
    most_changes: usize,
    pub(crate) seen: HashSet<Ref>,
    /// Objects with a name of their own that come later: what changed in them is told under that name.
    named: HashSet<Ref>,
    /// Collections that were met and not read to their ends.
    pub(crate) long: Vec<Long>,
    /// What was taken from where it was, by its name there.
    pub(super) gone: Vec<(String, Ref)>,
    /// What was met of which a part is not recorded: its path, and the class that this part is of.
    in_part: Vec<(String, String)>,
    changes: Vec<Change>,
    more: usize,
    pub(crate) counted: bool,
    /// Whether what came into a map, or changed in an array, is told as one where it is much.
    pub(super) is_summed: bool,
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
            gone: Vec::new(),
            in_part: Vec::new(),
            changes: Vec::new(),
            more: 0,
            counted: true,
            is_summed: false,
        }
    }

    /// The same comparison with fewer and longer changes: what came into a map, or changed in an array, is told as one where it
    /// is much.
    pub fn summed(self, is_summed: bool) -> Comparison<'a, H> {
        Comparison { is_summed, ..self }
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
            if !self.counted || owed.is_empty() && !self.compare_gone() {
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
        let mut unknown = self.in_part;
        unknown.retain(|(path, _)| {
            let is_inside = |change: &Change| parent(&change.path) == Some(path);
            self.changes.iter().any(is_inside)
        });
        Changes {
            list: self.changes,
            unknown,
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
        self.note_lost(path, &old, &new);
        if let Shape::Record {
            hidden: Some(class),
            ..
        } = &new
        {
            self.in_part.push((path.to_owned(), class.clone()));
        }
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
                if old != new && !self.tell_stretch(path, [object; 2]) {
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
    pub(super) fn is_short(&self, object: Ref) -> bool {
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
        let mut differs: Vec<bool> = old
            .iter()
            .zip(new)
            .map(|(&a, &b)| !self.equal(a, b))
            .collect();
        if self.is_summed {
            close_gaps(&mut differs);
        }
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

    /// Values side by side, which share the room of one.
    pub(crate) fn listed(&self, values: &[Value], moment: Moment) -> String {
        self.listed_in(self.limits.width, values, moment)
    }

    /// The same in a room of so many characters.
    pub(super) fn listed_in(&self, width: usize, values: &[Value], moment: Moment) -> String {
        if let Some(text) = self.heap.language().joined(values) {
            return text;
        }
        self.names.told.at(moment);
        let time = self.time(moment);
        let limits = Limits {
            width,
            ..self.limits
        };
        show_list(self.heap, values, time, limits, self.names)
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

    /// Shows an object as a whole at both moments.
    pub(super) fn whole(&mut self, path: &str, object: Ref) {
        let names = self.names;
        names.told.again(object, || {
            self.changed(path, None, Value::Ref(object), Value::Ref(object));
        });
    }

    /// Something that has another value now; `owner` is the object that it is a part of.
    fn changed(&mut self, path: &str, owner: Option<Ref>, before: Value, after: Value) {
        if let Value::Ref(object) = before {
            self.gone.push((path.to_owned(), object));
        }
        if let (Value::Ref(old), Value::Ref(new)) = (before, after)
            && self.tell_stretch(path, [old, new])
        {
            return;
        }
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

    /// How much of each value is written.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    fn time(&self, moment: Moment) -> H::Time {
        match moment {
            Moment::Before => self.before,
            Moment::After => self.after,
        }
    }

    pub(super) fn written(&self, value: Value, moment: Moment) -> String {
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

    pub(super) fn likenesses(&self, values: &[Value], time: H::Time) -> Vec<String> {
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

/// The path of the object that a field belongs to.
fn parent(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(object, _)| object)
}

/// The elements of rows of the same length, each with its path.
fn elements(path: &str, old: &[Value], new: &[Value]) -> Vec<Stayed> {
    let pairs = old.iter().zip(new).enumerate();
    pairs
        .map(|(place, (&a, &b))| (format!("{path}[{place}]"), a, b))
        .collect()
}

/// Lets what stayed the same between two changed elements that are near each other count as changed.
fn close_gaps(differs: &mut [bool]) {
    let mut last: Option<usize> = None;
    for at in 0..differs.len() {
        if !differs[at] {
            continue;
        }
        if let Some(last) = last.filter(|last| at - last <= FEW + 1) {
            differs[last..at].fill(true);
        }
        last = Some(at);
    }
}

/// How many elements side by side, changed ones of an array, or ones that came into a list or went, are told one by one, at most.
pub(super) const FEW: usize = 3;

/// How many removed elements of a list, and new ones side by side, are told one by one, at most.
const MOST_EDITS: usize = 40;

/// How many characters something may take, before and after together, to be told as a whole.
const SHORT: usize = 60;

/// How many a list may take whose elements have changed their places, and a set before something came or went.
pub(super) const LEGIBLE: usize = 360;

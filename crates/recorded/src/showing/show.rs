//! Writing a value down so that a person can read it: short, in one normal form, with the same
//! object marked as the same wherever it appears in a question.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use crate::heap::{Heap, Ref, Thing, Value};
use crate::shape::{Shape, shape, shape_with};
use crate::showing::folding::{leads_back, plain_fields};
use crate::showing::sharing::{ELEMENT, FIELD};
use crate::showing::told::{SHORT, Told};

/// How much of a value is written.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many levels of objects inside objects.
    pub depth: usize,
    /// How many elements of one collection.
    pub items: usize,
    /// After about this many characters nothing more is begun.
    pub width: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 4,
            items: 30,
            width: 400,
        }
    }
}

/// The marks (`Position#2`) of objects that one question shows more than once.
#[derive(Clone, Debug, Default)]
pub struct Names {
    seen: HashSet<Ref>,
    mark_of: HashMap<Ref, usize>,
    marks_a_class: HashMap<String, usize>,
    /// How many parts of values the limits have left out since somebody last asked.
    left_out: Cell<usize>,
    /// What stands in full in the rows so far.
    pub(crate) told: Told,
}

impl Names {
    /// From now on another moment is looked at: what is there once at each is not met twice.
    pub fn turn(&mut self) {
        self.seen.clear();
    }

    /// Notes everything that writing `value` would show; what is met a second time gets a mark.
    pub fn meet<H: Heap>(&mut self, heap: &H, value: Value, time: H::Time, limits: Limits) {
        let mut walk = Walk {
            heap,
            time,
            items: limits.items,
            left: MOST_MET,
            inside: HashSet::new(),
        };
        self.walk(&mut walk, value, limits.depth);
    }

    fn walk<H: Heap>(&mut self, walk: &mut Walk<'_, H>, value: Value, depth: usize) {
        let Value::Ref(reference) = value else { return };
        if walk.left == 0 {
            return;
        }
        walk.left -= 1;
        let shape = shape_with(walk.heap, reference, walk.time, walk.items);
        let class = match &shape {
            Shape::Record { class, .. }
            | Shape::Exception { class, .. }
            | Shape::Row { class, .. }
            | Shape::Map { class, .. }
            | Shape::Pair { class, .. } => walk.heap.language().own_name(class).to_owned(),
            Shape::Wrapped(inner) => return self.walk(walk, *inner, depth),
            Shape::Text { .. }
            | Shape::Constant { .. }
            | Shape::Lambda { .. }
            | Shape::Opaque { .. } => return,
        };
        if !self.seen.insert(reference) && !self.mark_of.contains_key(&reference) {
            let next = self.marks_a_class.entry(class).or_default();
            *next += 1;
            self.mark_of.insert(reference, *next);
        }
        if depth == 0 || !walk.inside.insert(reference) {
            return;
        }
        for (field, part) in named_parts(shape).into_iter().take(walk.items * 2) {
            let depth = match part {
                Value::Ref(holder) if walk.folds(reference, &field, holder) => 0,
                _ => depth - 1,
            };
            self.walk(walk, part, depth);
        }
        walk.inside.remove(&reference);
    }

    /// How many parts of values were left out since the last call.
    pub fn take_left_out(&self) -> usize {
        self.left_out.take()
    }

    /// How many there are by now.
    pub(super) fn left_out(&self) -> usize {
        self.left_out.get()
    }

    pub(super) fn set_left_out(&self, parts: usize) {
        self.left_out.set(parts);
    }

    pub(super) fn leave_out(&self, parts: usize) {
        self.set_left_out(self.left_out() + parts);
    }

    /// What an object with a mark is called: `Entry#2`.
    pub fn marked<H: Heap>(&self, heap: &H, reference: Ref, time: H::Time) -> String {
        let class = match shape(heap, reference, time) {
            Shape::Record { class, .. }
            | Shape::Exception { class, .. }
            | Shape::Row { class, .. }
            | Shape::Map { class, .. }
            | Shape::Pair { class, .. } => class,
            _ => String::new(),
        };
        heap.language().own_name(&class).to_owned() + &self.mark(reference)
    }

    /// `#2`, or nothing for an object that is shown only once.
    fn mark(&self, reference: Ref) -> String {
        match self.mark_of.get(&reference) {
            Some(number) => format!("#{number}"),
            None => String::new(),
        }
    }
}

/// A way through everything that writing a value shows.
struct Walk<'h, H: Heap> {
    heap: &'h H,
    time: H::Time,
    /// How many elements of one collection are looked at, at most.
    items: usize,
    /// How many more objects may be met.
    left: usize,
    inside: HashSet<Ref>,
}

impl<H: Heap> Walk<'_, H> {
    /// Whether what a field points to is told in a few words only.
    fn folds(&self, object: Ref, field: &str, holder: Ref) -> bool {
        let is_new = !field.is_empty() && !self.inside.contains(&holder);
        is_new && leads_back(self.heap, object, (field, holder), self.time)
    }
}

/// The parts of an object, those of one with named fields with their names.
fn named_parts(shape: Shape) -> Vec<(String, Value)> {
    match shape {
        Shape::Record { fields, .. } => fields,
        other => {
            let parts = other.parts().into_iter();
            parts.map(|part| (String::new(), part)).collect()
        }
    }
}

/// How many objects are met in one value, at most: many more than a question can show.
const MOST_MET: usize = 2000;

/// How many fields tell what holds an object.
const FOLDED_FIELDS: usize = 3;

/// Writes what a field of `object` points to: in a few words when it holds the object.
pub fn show_field<H: Heap>(
    heap: &H,
    (object, field): (Ref, &str),
    value: Value,
    time: H::Time,
    limits: Limits,
    names: &Names,
) -> String {
    match value {
        Value::Ref(holder) if leads_back(heap, object, (field, holder), time) => {
            let mut writer = Writer::new(heap, time, limits, names);
            match writer.is_told(holder) {
                true => writer.value(value),
                false => writer.folded(holder),
            }
            writer.text
        }
        _ => show(heap, value, time, limits, names),
    }
}

/// Writes a constant with what it holds; anything else as it is written everywhere.
pub fn show_constant<H: Heap>(
    heap: &H,
    value: Value,
    time: H::Time,
    limits: Limits,
    names: &Names,
) -> String {
    let mut writer = Writer::new(heap, time, limits, names);
    writer.value(value);
    if let Value::Ref(reference) = value
        && let Shape::Constant { fields, .. } = shape(heap, reference, time)
        && !fields.is_empty()
        && writer.open(reference, false, '(', ")")
    {
        writer.fields(fields, None);
        writer.close(")");
    }
    writer.text
}

/// Writes a value as it was at `time`.
pub fn show<H: Heap>(
    heap: &H,
    value: Value,
    time: H::Time,
    limits: Limits,
    names: &Names,
) -> String {
    let mut writer = Writer::new(heap, time, limits, names);
    writer.value(value);
    writer.text
}

/// Writes values side by side as they were at `time`, which share the room of one.
pub fn show_list<H: Heap>(
    heap: &H,
    values: &[Value],
    time: H::Time,
    limits: Limits,
    names: &Names,
) -> String {
    let mut writer = Writer::new(heap, time, limits, names);
    writer.is_list = true;
    writer.list(values.len(), ELEMENT, values.to_vec(), |writer, value| {
        writer.value(value);
    });
    writer.text
}

/// Writes entries of a map as they were at `time`, which share the room of one value.
pub fn show_entries<H: Heap>(
    heap: &H,
    entries: &[(Value, Value)],
    time: H::Time,
    limits: Limits,
    names: &Names,
) -> String {
    let mut writer = Writer::new(heap, time, limits, names);
    writer.is_list = true;
    writer.entries(entries.len(), entries.to_vec());
    writer.text
}

/// Writes one value; what of it has room is found in [`sharing`](super::sharing).
pub(super) struct Writer<'a, H: Heap> {
    heap: &'a H,
    time: H::Time,
    pub(super) limits: Limits,
    pub(super) names: &'a Names,
    /// The objects whose contents are being written: a cycle ends there.
    pub(super) inside: Vec<Ref>,
    /// Marked objects whose contents stand further left already.
    pub(super) written: HashSet<Ref>,
    /// What some of them are, in so few characters that it is written wherever they are.
    brief: HashMap<Ref, String>,
    /// Where the contents of the objects that are being written begin, and how much was left out by then.
    begun: Vec<(usize, usize)>,
    pub(super) text: String,
    /// The first bytes of the text, and how many characters they are.
    pub(super) counted: (usize, usize),
    /// Where the room of what is being written ends, in characters.
    pub(super) end: usize,
    /// Whether what is being written has room, so that its parts need not share.
    pub(super) is_roomy: bool,
    /// Whether several values are written, none of which is the whole.
    pub(super) is_list: bool,
}

impl<'a, H: Heap> Writer<'a, H> {
    fn new(heap: &'a H, time: H::Time, limits: Limits, names: &'a Names) -> Writer<'a, H> {
        Writer {
            heap,
            time,
            limits,
            names,
            inside: Vec::new(),
            written: HashSet::new(),
            brief: HashMap::new(),
            begun: Vec::new(),
            text: String::new(),
            counted: (0, 0),
            end: limits.width,
            is_roomy: false,
            is_list: false,
        }
    }

    pub(super) fn value(&mut self, value: Value) {
        let Value::Ref(reference) = value else {
            self.text.push_str(&self.heap.language().literal(value));
            return;
        };
        let shape = shape_with(self.heap, reference, self.time, self.limits.items);
        match shape {
            Shape::Text { text, .. } => self.text(&text),
            Shape::Wrapped(inner) => self.value(inner),
            Shape::Constant { name, .. } => self.text.push_str(&name),
            // Of what stands in for another object there is nothing more to know.
            Shape::Opaque { class } if is_stand_in(&class) => self.text.push_str(&class),
            Shape::Opaque { class } => {
                self.text.push_str(self.heap.language().own_name(&class));
                self.text.push_str("(not recorded)");
            }
            Shape::Record {
                class,
                fields,
                hidden,
            } => {
                self.name(&class, reference);
                let is_further_left =
                    self.inside.contains(&reference) || self.written.contains(&reference);
                if !is_further_left && self.is_told(reference) {
                    return self.reminder(fields);
                }
                let hidden = hidden.filter(|class| !is_stand_in(class));
                let is_empty = fields.is_empty() && hidden.is_none();
                if self.open(reference, is_empty, '(', ")") {
                    self.fields(fields, hidden);
                    self.close(")");
                }
            }
            Shape::Lambda { text, captured } => {
                self.text.push_str(&text);
                if !captured.is_empty() {
                    self.text.push_str(" with ");
                    if self.open(reference, false, '(', ")") {
                        self.fields(captured, None);
                        self.close(")");
                    }
                }
            }
            Shape::Exception {
                class,
                message,
                fields,
            } => {
                self.name(&class, reference);
                self.message(message);
                if !fields.is_empty() {
                    self.text.push(' ');
                    if self.open(reference, false, '(', ")") {
                        self.fields(fields, None);
                        self.close(")");
                    }
                }
            }
            Shape::Pair { key, value, .. } => {
                if !self.names.mark(reference).is_empty() {
                    self.name("Entry", reference);
                    self.text.push(' ');
                }
                // A value may lead back to its own entry.
                if self.inside.contains(&reference) || self.inside.len() > self.limits.depth {
                    self.text.push('…');
                    self.names.leave_out(1);
                    return;
                }
                self.inside.push(reference);
                self.value(key);
                let between = self.heap.language().between_key_and_value();
                self.text.push_str(between);
                self.value(value);
                self.inside.pop();
            }
            Shape::Row {
                class,
                brackets,
                items,
                total,
                own,
            } => {
                let joined = self.heap.language().joined(&items);
                if let Some(text) = joined.filter(|_| own.is_none()) {
                    return self.characters((&class, reference), &text, total - items.len());
                }
                let style = self.heap.language().row_style(brackets, total);
                if style.is_named || own.is_some() || !self.names.mark(reference).is_empty() {
                    self.name(&class, reference);
                }
                self.own(reference, own);
                if self.open(reference, total == 0, style.open, style.close) {
                    self.list(total, ELEMENT, items, |writer, item| writer.value(item));
                    self.close(style.close);
                }
            }
            Shape::Map {
                class,
                entries,
                total,
                own,
                ..
            } => {
                if own.is_some() || !self.names.mark(reference).is_empty() {
                    self.name(&class, reference);
                }
                self.own(reference, own);
                if self.open(reference, total == 0, '{', "}") {
                    self.entries(total, entries);
                    self.close("}");
                }
            }
        }
    }

    /// The first of `total` entries of a map.
    fn entries(&mut self, total: usize, entries: Vec<(Value, Value)>) {
        self.list(total, ELEMENT, entries, |writer, (key, value)| {
            writer.key(key);
            let between = writer.heap.language().between_key_and_value();
            writer.text.push_str(between);
            writer.value(value);
        });
    }

    /// A row of characters, of which some more were not read.
    fn characters(&mut self, (class, row): (&str, Ref), text: &str, more: usize) {
        self.name(class, row);
        self.text.push(' ');
        // Behind the quotes may stand how many more there are that nobody has written to.
        let (quoted, unset) = text.split_at(text.rfind('"').map_or(0, |end| end + 1));
        self.text(quoted);
        self.text.push_str(unset);
        if more > 0 {
            self.text.push_str(&format!(", … {more} more"));
            self.names.leave_out(more);
        }
    }

    /// What an object is, with its mark.
    fn name(&mut self, class: &str, reference: Ref) {
        self.text.push_str(self.heap.language().own_name(class));
        self.text.push_str(&self.names.mark(reference));
    }

    /// What the class of an extended collection adds to it; it stands in front, where it is not cut off.
    fn own(&mut self, reference: Ref, own: Option<Vec<(String, Value)>>) {
        let fields = own.unwrap_or_default();
        let is_known = self.inside.contains(&reference) || self.written.contains(&reference);
        if fields.is_empty() || is_known || self.is_told(reference) {
            return;
        }
        if self.inside.len() >= self.limits.depth {
            self.names.leave_out(fields.len());
            return;
        }
        self.inside.push(reference);
        self.text.push('(');
        self.fields(fields, None);
        self.inside.pop();
        self.text.push(')');
    }

    /// Whether an object stands in full in another row, so that its mark is enough.
    fn is_told(&self, reference: Ref) -> bool {
        !self.names.mark(reference).is_empty() && self.names.told.covers(reference)
    }

    /// The field by which an object that stands in another row is known again.
    fn reminder(&mut self, fields: Vec<(String, Value)>) {
        let plain = plain_fields(self.heap, fields, self.time);
        if let Some((name, value)) = plain.into_iter().next() {
            self.text.push_str(&format!(" {name}="));
            self.value(value);
        }
    }

    fn fields(&mut self, fields: Vec<(String, Value)>, hidden: Option<String>) {
        let total = fields.len();
        self.list(total, FIELD, fields, |writer, (name, value)| {
            writer.text.push_str(&name);
            writer.text.push('=');
            match value {
                Value::Ref(holder) if writer.folds(&name, holder) => writer.folded(holder),
                _ => writer.value(value),
            }
        });
        if let Some(class) = hidden {
            let separator = if total > 0 { ", " } else { "" };
            let class = self.heap.language().own_name(&class);
            let note = format!("{separator}fields of {class} not recorded");
            self.text.push_str(&note);
        }
    }

    /// Whether a field of the object at hand points back to what holds it, and that is not told further left.
    fn folds(&self, field: &str, holder: Ref) -> bool {
        let is_told =
            self.inside.contains(&holder) || self.written.contains(&holder) || self.is_told(holder);
        let object = self.inside.last().filter(|_| !is_told);
        object.is_some_and(|&object| leads_back(self.heap, object, (field, holder), self.time))
    }

    /// An object by what can be told of it in a few words: `Section(title="Start", …)`.
    fn folded(&mut self, reference: Ref) {
        let Shape::Record { class, fields, .. } = shape(self.heap, reference, self.time) else {
            return self.value(Value::Ref(reference));
        };
        self.name(&class, reference);
        self.text.push('(');
        for (name, value) in plain_fields(self.heap, fields, self.time)
            .into_iter()
            .take(FOLDED_FIELDS)
        {
            self.text.push_str(&name);
            self.text.push('=');
            self.value(value);
            self.text.push_str(", ");
        }
        self.text.push_str("…)");
        self.names.leave_out(1);
    }

    /// What an exception says, after its class.
    fn message(&mut self, message: Value) {
        let Value::Ref(reference) = message else {
            return;
        };
        self.text.push_str(": ");
        match self.heap.thing(reference, self.time) {
            Thing::Text { text, length, .. } if text.encode_utf16().count() == length => {
                self.text.push_str(&self.heap.language().escaped(&text));
            }
            _ => self.value(message),
        }
    }

    /// Begins the contents of an object; returns whether they are to be written here.
    fn open(&mut self, reference: Ref, empty: bool, open: char, close: &str) -> bool {
        if self.inside.contains(&reference) || self.written.contains(&reference) {
            // Its contents stand further left; objects met twice always carry a mark.
            if self.names.mark(reference).is_empty() {
                self.text.push_str(&format!("{open}↑{close}"));
            } else if let Some(contents) = self.brief.get(&reference) {
                self.text.push_str(contents);
            }
            return false;
        }
        if self.is_told(reference) {
            return false;
        }
        if empty {
            self.text.push_str(&format!("{open}{close}"));
            return false;
        }
        if self.inside.len() >= self.limits.depth || self.lacks_room() {
            self.text.push_str(&format!("{open}…{close}"));
            self.names.leave_out(1);
            return false;
        }
        if !self.names.mark(reference).is_empty() {
            self.written.insert(reference);
        }
        self.inside.push(reference);
        self.begun
            .push((self.text.len(), self.names.left_out.get()));
        self.text.push(open);
        true
    }

    fn close(&mut self, close: &str) {
        self.text.push_str(close);
        let (Some(reference), Some((start, left_out))) = (self.inside.pop(), self.begun.pop())
        else {
            return;
        };
        if left_out == self.names.left_out.get() && !self.names.mark(reference).is_empty() {
            let contents = &self.text[start..];
            let length = contents.chars().count();
            if length <= SHORT {
                self.brief.insert(reference, contents.to_owned());
            }
            self.names.told.note(reference, length);
        }
    }
}

/// Whether an object of this class stands in for another one: what a library has added to it says nothing to a programmer.
fn is_stand_in(class: &str) -> bool {
    let (word, _) = class.split_once(' ').unwrap_or((class, ""));
    word == "mock" || word == "proxy"
}

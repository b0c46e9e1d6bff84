//! Opening a value by its path: `board.squares[3]`, `prices["apple"]`, `rows[100..200]`.
//!
//! A path begins with a name that the question shows and goes on from part to part, through the
//! same shapes in which values are written. Both states, before and after, are followed side by
//! side, so that an opened value shows what changed in it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use elenchus_session::{OpenError, OpenedValue, Value as Row};

use crate::heap::{Heap, Value};
use crate::shape::{Shape, shape_up_to};
use crate::showing::change::Comparison;
use crate::showing::gone::named_before;
use crate::showing::keys;
use crate::showing::path;
use crate::showing::show::{Limits, Names, show};
use elenchus_session::words::many;

/// How many parts are listed unless the path asks for others.
const WINDOW: usize = 100;

/// How many keys of a map are looked through, at most.
const MOST_ENTRIES: usize = 10_000;

/// How many completions are offered, at most.
const MOST_PATHS: usize = 200;

/// No more wrappers around one value are looked through; damage may make them endless.
const MOST_WRAPPERS: usize = 32;

/// How much of each part is written.
const PART: Limits = Limits {
    depth: 2,
    items: 8,
    width: 60,
};

/// A value at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held<T> {
    pub value: Value,
    pub time: T,
}

/// A name that can be opened, with what it held before and after. What was not there yet, or no
/// longer matters, is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct Root<T> {
    pub name: String,
    pub before: Option<Held<T>>,
    pub after: Option<Held<T>>,
}

/// Opens the value at `path`.
pub fn open<H: Heap>(
    heap: &H,
    roots: &[Root<H::Time>],
    path: &str,
) -> Result<OpenedValue, OpenError> {
    let path = path.trim();
    let (whole, window) = split_window(path);
    let place = Opener { heap }.find(roots, whole)?;
    let before = Opener { heap }.contents(place.before, window.end);
    let after = Opener { heap }.contents(place.after, window.end);
    let total = before.total.max(after.total);
    let parts = Opener { heap }.rows(&before, &after);
    let listed: Vec<Row> = parts
        .into_iter()
        .skip(window.start)
        .take(window.len())
        .collect();
    let earlier = window.start.min(total);
    Ok(OpenedValue {
        later: total.saturating_sub(earlier + listed.len()),
        whole: Row {
            name: whole.to_owned(),
            before: before.heading,
            after: after.heading,
        },
        parts: listed,
        earlier,
    })
}

/// The paths that go on from `begun`, each in full.
pub fn paths<H: Heap>(heap: &H, roots: &[Root<H::Time>], begun: &str) -> Vec<String> {
    let opener = Opener { heap };
    let mut found: Vec<String> = roots.iter().map(|root| root.name.clone()).collect();
    let ends = begun.char_indices().filter(|(_, c)| matches!(c, '.' | '['));
    let ends = ends.map(|(at, _)| at).chain([begun.len()]);
    for end in ends {
        let Ok(place) = opener.find(roots, &begun[..end]) else {
            continue;
        };
        for held in [place.before, place.after] {
            let parts = opener.contents(held, WINDOW).parts;
            found.extend(
                parts
                    .into_iter()
                    .map(|(part, _)| begun[..end].to_owned() + &part),
            );
        }
    }
    let mut offered = HashSet::new();
    found.retain(|path| path.starts_with(begun) && offered.insert(path.clone()));
    found.truncate(MOST_PATHS);
    found
}

/// `rows` and which parts of it for `rows[100..200]`.
fn split_window(path: &str) -> (&str, Range<usize>) {
    let window = || {
        let (whole, rest) = path.strip_suffix(']')?.rsplit_once('[')?;
        let (from, to) = rest.split_once("..")?;
        let from: usize = if from.is_empty() {
            0
        } else {
            from.parse().ok()?
        };
        let to = if to.is_empty() {
            from.saturating_add(WINDOW)
        } else {
            to.parse().ok()?
        };
        Some((
            whole,
            from..to.max(from).min(from.saturating_add(MOST_ENTRIES)),
        ))
    };
    window().unwrap_or((path, 0..WINDOW))
}

/// What one state of a value consists of.
struct Contents<T> {
    /// The value in a few words; `None` when there is no such state.
    heading: Option<String>,
    /// The parts that were read, from the first on.
    parts: Vec<(String, Held<T>)>,
    /// How many there are in all.
    total: usize,
}

struct Opener<'h, H> {
    heap: &'h H,
}

impl<H: Heap> Opener<'_, H> {
    /// Follows a path from its name to its end.
    fn find(&self, roots: &[Root<H::Time>], path: &str) -> Result<Root<H::Time>, OpenError> {
        if let Some(path) = named_before(path) {
            return self.find_taken_away(roots, path);
        }
        let names = roots.iter().map(|root| root.name.as_str());
        let Some((root, rest)) = path::root(path, names) else {
            let name = path.split(['.', '[']).next().unwrap_or(path);
            return Err(OpenError::NoName(name.to_owned()));
        };
        let root = &roots[root];
        let mut place = Root {
            name: root.name.clone(),
            before: root.before,
            after: root.after,
        };
        let steps = path::steps(rest).ok_or_else(|| OpenError::NoPath(path.to_owned()))?;
        for step in steps {
            let before = place.before.and_then(|held| self.part(held, step));
            let after = place.after.and_then(|held| self.part(held, step));
            if before.is_none() && after.is_none() {
                return Err(OpenError::NoPart {
                    whole: place.name,
                    part: step.to_owned(),
                });
            }
            place = Root {
                name: place.name + step,
                before,
                after,
            };
        }
        Ok(place)
    }

    /// What a path led to before and leads to no more, as it became.
    fn find_taken_away(
        &self,
        roots: &[Root<H::Time>],
        path: &str,
    ) -> Result<Root<H::Time>, OpenError> {
        let only_before = |root: &Root<H::Time>| Root {
            after: None,
            ..root.clone()
        };
        let before: Vec<Root<H::Time>> = roots.iter().map(only_before).collect();
        let mut place = self.find(&before, path)?;
        let Some(end) = roots.iter().find_map(|root| root.after) else {
            return Ok(place);
        };
        let at_the_end = |held: Held<H::Time>| Held {
            time: end.time,
            ..held
        };
        // The object that the last step belongs to is the same; what it holds there may be another.
        let whole = path::last_step(path).and_then(|(whole, step)| {
            let owner = self.find(&before, whole).ok()?.before?;
            self.part(at_the_end(owner), step)
        });
        place.after = whole.or(place.before.map(at_the_end));
        Ok(place)
    }

    /// The part of a value that one step of a path names.
    fn part(&self, held: Held<H::Time>, step: &str) -> Option<Held<H::Time>> {
        let inside = step.strip_prefix('[').and_then(|s| s.strip_suffix(']'));
        let place: Option<usize> = inside.and_then(|text| text.parse().ok());
        let most = place.map_or(MOST_ENTRIES, |place| place.saturating_add(1));
        let contents = self.contents(Some(held), most);
        // Quotes around a key that is a text may be left out.
        let quoted = inside.map(|text| format!("[{}]", self.heap.language().quoted(text)));
        let named = |name: &String| name == step || Some(name) == quoted.as_ref();
        let found = contents.parts.into_iter().find(|(name, _)| named(name));
        found.map(|(_, part)| part)
    }

    /// The first parts of a value, up to a number.
    fn contents(&self, held: Option<Held<H::Time>>, most: usize) -> Contents<H::Time> {
        let Some(held) = held else {
            return Contents {
                heading: None,
                parts: Vec::new(),
                total: 0,
            };
        };
        let at = |value| Held {
            value,
            time: held.time,
        };
        let (value, shape) = self.unwrapped(held, most);
        let mut parts = Vec::new();
        let (heading, fields, total) = match shape {
            None => (self.heap.language().literal(value), Vec::new(), 0),
            Some(Shape::Text { text, .. }) => (text, Vec::new(), 0),
            Some(Shape::Opaque { .. } | Shape::Wrapped(_)) => {
                (self.written(at(value)), Vec::new(), 0)
            }
            Some(Shape::Constant { fields, .. }) => (self.written(at(value)), fields, 0),
            Some(Shape::Record {
                class,
                fields,
                hidden,
            }) => {
                let note = hidden.map(|class| format!(", fields of {class} not recorded"));
                let heading = format!("{class}{}", note.unwrap_or_default());
                (heading, fields, 0)
            }
            Some(Shape::Exception {
                class,
                message,
                fields,
            }) => {
                let message = ("message".to_owned(), message);
                (class, [vec![message], fields].concat(), 0)
            }
            Some(Shape::Lambda { text, captured }) => (text, captured, 0),
            Some(Shape::Pair { class, key, value }) => {
                let fields = vec![("key".to_owned(), key), ("value".to_owned(), value)];
                (class, fields, 0)
            }
            Some(Shape::Row {
                class,
                items,
                total,
                own,
                ..
            }) => {
                let items = items.into_iter().enumerate();
                parts.extend(items.map(|(place, value)| (format!("[{place}]"), at(value))));
                let heading = format!("{class}, {}", many(total as u64, "element"));
                (heading, own.unwrap_or_default(), total)
            }
            Some(Shape::Map {
                class,
                entries,
                total,
                own,
                ..
            }) => {
                let entries = keys::named(self.heap, &entries, held.time).into_iter();
                parts.extend(entries.map(|(key, value)| (format!("[{key}]"), at(value))));
                let entries = if total == 1 { "entry" } else { "entries" };
                let heading = format!("{class}, {total} {entries}");
                (heading, own.unwrap_or_default(), total)
            }
        };
        let total = total + fields.len();
        let fields = fields.into_iter();
        let fields = fields.map(|(name, value)| (format!(".{name}"), at(value)));
        // The places of elements are counted from the first part on, so fields come after them.
        parts.extend(fields);
        Contents {
            heading: Some(heading),
            parts,
            total,
        }
    }

    /// A value behind its wrappers, with its shape if it is an object.
    fn unwrapped(&self, held: Held<H::Time>, most: usize) -> (Value, Option<Shape>) {
        let mut value = held.value;
        for _ in 0..MOST_WRAPPERS {
            let Value::Ref(reference) = value else {
                return (value, None);
            };
            match shape_up_to(self.heap, reference, held.time, most.max(1)) {
                Shape::Wrapped(inner) => value = inner,
                shape => return (value, Some(shape)),
            }
        }
        (value, None)
    }

    /// The parts of both states side by side: first those that were there before, then the new ones.
    fn rows(&self, before: &Contents<H::Time>, after: &Contents<H::Time>) -> Vec<Row> {
        let by_name = |contents: &Contents<H::Time>| -> HashMap<String, Held<H::Time>> {
            contents.parts.iter().cloned().collect()
        };
        let (old, now) = (by_name(before), by_name(after));
        let new = after
            .parts
            .iter()
            .filter(|(name, _)| !old.contains_key(name));
        let names = before.parts.iter().chain(new).map(|(name, _)| name);
        let both = before.heading.is_some() && after.heading.is_some();
        names
            .map(|name| self.row(name, old.get(name).copied(), now.get(name).copied(), both))
            .collect()
    }

    fn row(
        &self,
        name: &str,
        before: Option<Held<H::Time>>,
        after: Option<Held<H::Time>>,
        both: bool,
    ) -> Row {
        let text = |held: Option<Held<H::Time>>| match held {
            Some(held) => Some(self.written(held)),
            None if both => Some("absent".to_owned()),
            None => None,
        };
        let old = text(before);
        let mut new = text(after);
        if let (Some(before), Some(after)) = (before, after)
            && old == new
            && self.differ(before, after)
        {
            new = new.map(|text| format!("{text} (changed further inside)"));
        }
        Row {
            name: name.to_owned(),
            before: old,
            after: new,
        }
    }

    fn differ(&self, before: Held<H::Time>, after: Held<H::Time>) -> bool {
        let names = Names::default();
        let mut comparison = Comparison::new(self.heap, before.time, after.time, PART, &names, 1);
        comparison.compare("", before.value, after.value);
        !comparison.finish().list.is_empty()
    }

    fn written(&self, held: Held<H::Time>) -> String {
        match held.value {
            Value::Ref(_) => show(self.heap, held.value, held.time, PART, &Names::default()),
            value => self.heap.language().literal(value),
        }
    }
}

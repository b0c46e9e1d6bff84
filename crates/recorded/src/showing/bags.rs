//! What came into sets and maps, what went, and what stayed.

use std::collections::{HashMap, VecDeque};

use crate::heap::{Heap, Ref, Value};
use crate::showing::change::{Comparison, FEW, LEGIBLE};
use crate::showing::keys;
use crate::showing::long::Stayed;
use crate::showing::show::show_entries;
use crate::showing::told::Moment;
use elenchus_session::words::many;

impl<H: Heap> Comparison<'_, H> {
    /// A set, or something else whose elements have no places: what came and what went. What it held is told as far as it has
    /// room.
    pub(super) fn compare_bags(
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
        // What came has the room of one value together with what went.
        let kinds = usize::from(!gone.is_empty()) + usize::from(!come.is_empty());
        let width = self.limits().width / kinds.max(1);
        for (word, values, moment) in [
            ("without", &gone, Moment::Before),
            ("added", &come, Moment::After),
        ] {
            if !values.is_empty() {
                told.push(format!("{word} {}", self.listed_in(width, values, moment)));
            }
        }
        let told = told.join(", ");
        self.push(path, Some(before), Some(told));
        stayed
    }

    /// What came into a map, as one change.
    fn tell_come(&mut self, path: &str, lengths: [usize; 2], come: &[(Value, Value)]) {
        let [was, is] = lengths.map(|length| match length {
            1 => "1 entry".to_owned(),
            _ => format!("{length} entries"),
        });
        self.names.told.at(Moment::After);
        let entries = show_entries(self.heap, come, self.after, self.limits(), self.names);
        self.push(path, Some(was), Some(format!("{is}, added {entries}")));
    }

    pub(super) fn compare_maps(
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
        let (all_old, all_new) = (old, new);
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
        let come = (0..new.len()).filter(|&place| is_new[place]);
        let come: Vec<usize> = come.collect();
        if self.is_summed && come.len() > FEW {
            let come: Vec<(Value, Value)> = come.iter().map(|&place| all_new[place]).collect();
            self.tell_come(path, [all_old.len(), all_new.len()], &come);
        } else {
            for place in come {
                let (key, value) = &new[place];
                let after = self.written(*value, Moment::After);
                self.push(&format!("{path}[{key}]"), None, Some(after));
            }
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
}

//! Long texts that are much alike, told by the stretch in which they differ: `report[460..]  absent → "23,name 23\n"`.

use crate::heap::{Heap, Ref, Thing};
use crate::showing::change::Comparison;

/// Texts that take fewer characters, before and after together, are read as they are.
const LEGIBLE: usize = 300;

/// How one text came of another.
#[derive(Debug, PartialEq, Eq)]
struct Stretch {
    /// Where they begin to differ, in units of 16 bits, as languages count them.
    start: usize,
    /// What stood there, and where it ended.
    old: String,
    old_end: usize,
    new: String,
}

impl<H: Heap> Comparison<'_, H> {
    /// Tells a change from one long text to another that is much like it; returns whether it was told.
    pub(super) fn tell_stretch(&mut self, path: &str, [old, new]: [Ref; 2]) -> bool {
        let texts = [(old, self.before), (new, self.after)];
        let texts = texts.map(|(object, time)| match self.heap.thing(object, time) {
            Thing::Text {
                class,
                text,
                length,
                ..
            } if text.encode_utf16().count() == length => Some((class, text)),
            _ => None,
        });
        let [Some((class, old)), Some((other_class, new))] = texts else {
            return false;
        };
        let Some(stretch) = stretch(&old, &new).filter(|_| class == other_class) else {
            return false;
        };
        let quoted = |text: &str| (!text.is_empty()).then(|| self.heap.language().quoted(text));
        let (before, after) = (quoted(&stretch.old), quoted(&stretch.new));
        let is_end = stretch.old_end == old.encode_utf16().count();
        let name = match is_end {
            true => format!("{path}[{}..]", stretch.start),
            false => format!("{path}[{}..{}]", stretch.start, stretch.old_end),
        };
        self.push(&name, before, after);
        true
    }
}

/// The stretch in which two texts differ; nothing when they are short or not much alike.
fn stretch(old: &str, new: &str) -> Option<Stretch> {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let same = |(a, b): &(&char, &char)| a == b;
    let front = old.iter().zip(&new).take_while(same).count();
    let rest = old[front..].iter().rev().zip(new[front..].iter().rev());
    let back = rest.take_while(same).count();
    let is_alike = 2 * (front + back) >= old.len().min(new.len());
    if old == new || old.len() + new.len() <= LEGIBLE || !is_alike {
        return None;
    }
    let units = |text: &[char]| text.iter().map(|c| c.len_utf16()).sum::<usize>();
    Some(Stretch {
        start: units(&old[..front]),
        old: old[front..old.len() - back].iter().collect(),
        old_end: units(&old[..old.len() - back]),
        new: new[front..new.len() - back].iter().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_told_by_what_differs() {
        let long = "a line of a report\n".repeat(10);
        let added = stretch(&long, &format!("{long}the last line\n")).unwrap();
        assert_eq!((added.start, added.old_end), (190, 190));
        assert_eq!(
            (added.old.as_str(), added.new.as_str()),
            ("", "the last line\n")
        );
        let other = long.replacen("line", "word", 1);
        let replaced = stretch(&long, &other).unwrap();
        assert_eq!((replaced.start, replaced.old_end), (2, 6));
        assert_eq!(
            (replaced.old.as_str(), replaced.new.as_str()),
            ("line", "word")
        );
        // Short ones, equal ones and others are not.
        assert_eq!(stretch("one", "two"), None);
        assert_eq!(stretch(&long, &long), None);
        assert_eq!(stretch(&long, &"x".repeat(200)), None);
    }
}

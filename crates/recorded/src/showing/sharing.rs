//! The room of one value, shared between its parts: none of them takes what the others need to be told at all.
//!
//! What has room in full is written as it is. Else the parts are measured first: each gets a small form before any gets an
//! ample one, and what a short part does not need goes to the longer ones.

use elenchus_session::words::many;

use crate::heap::{Heap, Value};
use crate::showing::show::Writer;

/// How many characters a field is begun with, at least.
pub(super) const FIELD: usize = 24;

/// The same for an element: a few that can be read tell more than many that cannot.
pub(super) const ELEMENT: usize = 120;

/// So much more than there is room for is written all the same: to say that it is missing would take as much.
const SLACK: usize = 12;

/// A text is not cut to less.
const SHORTEST_TEXT: usize = 40;

/// Contents that have less room are not begun.
const LEAST_CONTENTS: usize = 4;

/// How much room a part has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    room: usize,
    /// Whether all of the part has room there.
    is_enough: bool,
}

impl<H: Heap> Writer<'_, H> {
    /// Writes the first of `total` parts, each in at least `least` characters if it has so many, and how many were left out.
    pub(super) fn list<T: Clone>(
        &mut self,
        total: usize,
        least: usize,
        mut parts: Vec<T>,
        write: impl Fn(&mut Self, T),
    ) {
        parts.truncate(self.limits.items);
        let shares = self.shares(least, &parts, &write);
        let (end, was_roomy) = (self.end, self.is_roomy);
        self.is_roomy = shares.is_none();
        let (mut written, mut spare) = (0, 0);
        for (place, part) in parts.into_iter().enumerate() {
            let share = match &shares {
                None if written > 0 && self.room() == 0 => break,
                None => None,
                Some(shares) if place == shares.len() => break,
                Some(shares) => Some(shares[place]),
            };
            if written > 0 {
                self.text.push_str(", ");
            }
            let start = self.length();
            if let Some(share) = share {
                self.is_roomy = share.is_enough;
                self.end = start + share.room + spare;
            }
            write(self, part);
            if share.is_some() {
                spare = self.room();
            }
            written += 1;
        }
        (self.end, self.is_roomy) = (end, was_roomy);
        if written < total {
            self.names.leave_out(total - written);
            let separator = if written > 0 { ", " } else { "" };
            self.text
                .push_str(&format!("{separator}… {} more", total - written));
        }
    }

    /// How much room each part has, of those that are begun; nothing when all of them have enough.
    fn shares<T: Clone>(
        &mut self,
        least: usize,
        parts: &[T],
        write: &impl Fn(&mut Self, T),
    ) -> Option<Vec<Share>> {
        if self.is_roomy {
            return None;
        }
        let room = self.room();
        let (mut sizes, mut needed) = (Vec::new(), 0);
        for part in parts {
            let size = self.measured(room, part.clone(), write) + ", ".len();
            needed += size.min(least);
            if needed > room.saturating_add(SLACK) && !sizes.is_empty() {
                return Some(shared(&sizes, room));
            }
            sizes.push(size);
        }
        match sizes.iter().sum::<usize>() <= room.saturating_add(SLACK) {
            true => None,
            false => Some(shared(&sizes, room)),
        }
    }

    /// How many characters a part takes; more than `room` of them are not counted.
    fn measured<T>(&mut self, room: usize, part: T, write: &impl Fn(&mut Self, T)) -> usize {
        let (start, bytes) = (self.length(), self.text.len());
        let (end, written) = (self.end, self.written.clone());
        let (names, left_out) = (self.names, self.names.left_out());
        self.end = room.saturating_add(start + SLACK + 1);
        self.is_roomy = true;
        names.told.measure(|| write(self, part));
        let size = self.length() - start;
        self.text.truncate(bytes);
        self.counted = (bytes, start);
        names.set_left_out(left_out);
        (self.end, self.written, self.is_roomy) = (end, written, false);
        size
    }

    /// How many characters are written.
    fn length(&mut self) -> usize {
        let (bytes, characters) = self.counted;
        let characters = characters + self.text[bytes..].chars().count();
        self.counted = (self.text.len(), characters);
        characters
    }

    /// How many characters there is room for.
    fn room(&mut self) -> usize {
        let length = self.length();
        self.end.saturating_sub(length)
    }

    /// Whether the contents of an object cannot be told for lack of room. Those of the whole value always are.
    pub(super) fn lacks_room(&mut self) -> bool {
        !self.is_roomy && !self.is_whole() && self.room() < LEAST_CONTENTS
    }

    /// Whether the value itself is being written, and no part of it.
    fn is_whole(&self) -> bool {
        self.inside.is_empty() && !self.is_list
    }

    /// A key, which leaves room for its value.
    pub(super) fn key(&mut self, key: Value) {
        let (end, room) = (self.end, self.room());
        if !self.is_roomy {
            self.end -= room / 2;
        }
        self.value(key);
        self.end = end;
    }

    /// A text inside of something, as much of it as there is room for.
    pub(super) fn text(&mut self, text: &str) {
        let is_whole = self.is_roomy || self.is_whole();
        let most = self.room().max(SHORTEST_TEXT);
        match cut(text, most).filter(|_| !is_whole) {
            Some(cut) => {
                self.text.push_str(&cut);
                self.names.leave_out(1);
            }
            None => self.text.push_str(text),
        }
    }
}

/// The room of some parts of these sizes: those that need least have enough, the others get the same.
fn shared(sizes: &[usize], room: usize) -> Vec<Share> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    let (mut left, mut level) = (room, usize::MAX);
    for (place, &size) in sorted.iter().enumerate() {
        let each = left / (sorted.len() - place);
        if size > each {
            level = each;
            break;
        }
        left -= size;
    }
    let share = |&size: &usize| Share {
        room: size.min(level),
        is_enough: size <= level,
    };
    sizes.iter().map(share).collect()
}

/// The beginning of a text in quotes, and how much more there is; nothing when it is short or no such text.
fn cut(text: &str, most: usize) -> Option<String> {
    let length = text.chars().count();
    if length <= most || !(text.starts_with('"') && text.ends_with('"')) {
        return None;
    }
    let mut begun: String = text.chars().take(most).collect();
    // What is escaped is not cut in two.
    let tail = begun.len().saturating_sub(LONGEST_ESCAPE);
    let tail = (tail..).find(|&at| begun.is_char_boundary(at))?;
    if let Some(escape) = begun[tail..].find('\\') {
        begun.truncate(tail + escape);
    }
    let more = length - begun.chars().count() - 1;
    let more = many(more as u64, "more character");
    Some(format!("{begun}\"… and {more}"))
}

/// How many bytes an escaped character takes, at most: `\u0000`.
const LONGEST_ESCAPE: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_least_has_enough_and_the_others_share() {
        let rooms = |sizes: &[usize], room| -> Vec<usize> {
            shared(sizes, room).iter().map(|share| share.room).collect()
        };
        assert_eq!(rooms(&[500, 10, 300], 100), [45, 10, 45]);
        assert_eq!(rooms(&[5, 10, 300], 100), [5, 10, 85]);
        assert_eq!(rooms(&[30, 30], 100), [30, 30]);
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("\"short\"", 40), None);
        assert_eq!(cut("12345678", 4), None);
        assert_eq!(
            cut("\"abcdefgh\"", 5).as_deref(),
            Some("\"abcd\"… and 4 more characters")
        );
        assert_eq!(
            cut("\"ab\\u00e9gh\"", 6).as_deref(),
            Some("\"ab\"… and 8 more characters")
        );
    }
}

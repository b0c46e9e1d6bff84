//! Texts that were told piece by piece: a builder that something was appended to is not stored whole each time.

use super::apply::{introduction_of, text};
use super::history::Introduction;
use crate::definition::Definitions;
use crate::raw::record::{Record, text_flag};

/// A record that introduces an object, and where it is.
pub struct Found<'r> {
    pub record: Record<'r>,
    pub strand: u32,
    pub block: u32,
    pub offset: u32,
}

/// Puts an introduction together, from its last record back to the one that has its beginning.
#[derive(Default)]
pub struct Gatherer {
    last: Option<Last>,
    /// The bytes that were added, last first.
    added: Vec<Vec<u8>>,
}

/// What the last record of a text says of the whole.
struct Last {
    class: u32,
    flags: u32,
    characters: u32,
    strand: u32,
    block: u32,
    offset: u32,
}

impl Gatherer {
    /// Takes the next record back that introduces the object `word`. Gives the introduction once it is whole, with the
    /// place of its last record.
    pub fn take(
        &mut self,
        found: &Found,
        word: u32,
        definitions: &Definitions,
    ) -> Option<(Introduction, u32, u32)> {
        let Record::Text {
            class,
            reference,
            flags,
            characters,
            bytes,
        } = found.record
        else {
            if self.last.is_some() {
                // Something else had the word before: the beginning was lost.
                return self.without_beginning();
            }
            let introduction = introduction_of(&found.record, word, definitions)?;
            return Some((introduction, found.block, found.offset));
        };
        let last = self.last.get_or_insert(Last {
            class,
            flags,
            characters,
            strand: found.strand,
            block: found.block,
            offset: found.offset,
        });
        // A strand adds to what it has told itself; what others have told may lie in between.
        if reference != word || last.strand != found.strand {
            return None;
        }
        if flags & text_flag::GROWN != 0 {
            self.added.push(bytes.to_vec());
            return None;
        }
        self.whole(bytes)
    }

    /// What is known when no earlier record is left: without its beginning a text says only how long it is.
    pub fn without_beginning(&mut self) -> Option<(Introduction, u32, u32)> {
        self.added.clear();
        self.whole(&[])
    }

    fn whole(&mut self, beginning: &[u8]) -> Option<(Introduction, u32, u32)> {
        let last = self.last.take()?;
        let mut bytes = beginning.to_vec();
        for added in self.added.drain(..).rev() {
            bytes.extend(added);
        }
        let text = text(last.class, last.flags, last.characters, &bytes);
        Some((Introduction::Content(text), last.block, last.offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Thing;

    const WORD: u32 = 0x8000_0007;

    fn piece(strand: u32, offset: u32, flags: u32, characters: u32, bytes: &[u8]) -> Found<'_> {
        let record = Record::Text {
            class: 1,
            reference: WORD,
            flags: text_flag::LATIN1 | text_flag::REREAD | flags,
            characters,
            bytes,
        };
        Found {
            record,
            strand,
            block: 3,
            offset,
        }
    }

    /// The text that pieces make, latest first, and the offset it is said to be found at.
    fn gather(pieces: &[Found]) -> Option<(String, bool, u32)> {
        let definitions = Definitions::default();
        let mut gatherer = Gatherer::default();
        let found = pieces
            .iter()
            .find_map(|piece| gatherer.take(piece, WORD, &definitions))
            .or_else(|| gatherer.without_beginning());
        let (introduction, block, offset) = found?;
        assert_eq!(block, 3);
        match introduction {
            Introduction::Content(Thing::Text {
                text, shortened, ..
            }) => Some((text, shortened, offset)),
            other => panic!("not a text: {other:?}"),
        }
    }

    #[test]
    fn pieces_follow_the_beginning_in_the_order_they_were_added() {
        let pieces = [
            piece(1, 30, text_flag::GROWN, 6, b"f"),
            piece(1, 20, text_flag::GROWN, 5, b"de"),
            piece(1, 10, 0, 3, b"abc"),
            piece(1, 5, 0, 3, b"old"),
        ];
        assert_eq!(gather(&pieces), Some(("abcdef".to_owned(), false, 30)));
        assert_eq!(gather(&pieces[2..]), Some(("abc".to_owned(), false, 10)));
    }

    #[test]
    fn what_other_strands_have_told_is_no_part_of_it() {
        let pieces = [
            piece(1, 30, text_flag::GROWN, 5, b"de"),
            piece(2, 20, 0, 2, b"xy"),
            piece(1, 10, 0, 3, b"abc"),
        ];
        assert_eq!(gather(&pieces), Some(("abcde".to_owned(), false, 30)));
    }

    #[test]
    fn a_text_without_its_beginning_is_only_known_to_be_there() {
        let pieces = [piece(1, 30, text_flag::GROWN, 5, b"de")];
        assert_eq!(gather(&pieces), Some((String::new(), true, 30)));
        let mut pieces = pieces.into_iter().collect::<Vec<_>>();
        pieces.push(Found {
            record: Record::Opaque {
                class: 1,
                reference: WORD,
            },
            strand: 1,
            block: 3,
            offset: 1,
        });
        assert_eq!(gather(&pieces), Some((String::new(), true, 30)));
        assert_eq!(gather(&[]), None);
    }
}

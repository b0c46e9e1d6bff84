//! Going on after a record that cannot be read: where the next whole record begins.
//!
//! Records do not say where they end, so one with a wrong length leads into the middle of the next. What helps is that the bytes of a slot
//! end where a record ends: a place from which one record after the other leads exactly there is the beginning of one.

use super::layout::Layouts;
use super::tag;

impl Layouts {
    /// The first place after the record at `at`, which cannot be read, from which records can be followed to the very end; the end
    /// when there is none.
    pub fn resume(&self, bytes: &[u8], at: usize) -> usize {
        let words = (bytes.len() - at) / 4;
        if at + 4 * words != bytes.len() {
            return bytes.len();
        }
        // From the back, so that every place is looked at once.
        let mut leads_to_the_end = vec![false; words + 1];
        leads_to_the_end[words] = true;
        for word in (1..words).rev() {
            let place = at + 4 * word;
            // Any number can be taken for a record of a kind that later recorders may make.
            if bytes[place] > tag::LAST {
                continue;
            }
            if let Ok(length) = self.length(bytes, place) {
                leads_to_the_end[word] = leads_to_the_end[word + length / 4];
            }
        }
        let next = (1..=words).find(|&word| leads_to_the_end[word]);
        at + 4 * next.unwrap_or(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Definition, Definitions, FieldDef};
    use crate::kind::Kind;
    use crate::raw::record::{Record, Records};
    use crate::raw::write::RecordWriter;

    /// Definitions with one static field that holds an int.
    fn definitions() -> Definitions {
        let mut definitions = Definitions::default();
        let field = FieldDef {
            id: 1,
            class: 1,
            name: "count".into(),
            type_name: "int".into(),
            kind: Kind::Int,
            flags: crate::definition::field_flag::STATIC,
        };
        definitions.add(Definition::Field(field)).unwrap();
        definitions
    }

    /// The values that records put into the field, and a sign for each stretch that could not be read.
    fn values(bytes: &[u8]) -> Vec<Option<u32>> {
        let definitions = definitions();
        let records = Records::new(bytes, definitions.layouts());
        let value = |record| match record {
            Ok((_, Record::PutStatic { value, .. })) => Some(crate::wire::word(value, 0)),
            Ok((_, other)) => panic!("{other:?} was made up"),
            Err(_) => None,
        };
        records.map(value).collect()
    }

    #[test]
    fn one_bad_record_does_not_cost_the_others() {
        let mut writer = RecordWriter::default();
        for value in [7, 8] {
            writer.head(tag::PUT_STATIC, 1).word(value);
        }
        // Its length is not what the reader takes it for; its words are no records.
        writer.head(tag::SIGHT, 9).word(0x1000).word(3).word(0);
        for value in [9, 10, 11] {
            writer.head(tag::PUT_STATIC, 1).word(value);
        }
        let expected = [Some(7), Some(8), None, Some(9), Some(10), Some(11)];
        assert_eq!(values(&writer.bytes), expected);
    }

    #[test]
    fn what_is_bad_to_the_end_leads_to_the_end() {
        let mut writer = RecordWriter::default();
        writer.head(tag::PUT_STATIC, 1).word(7);
        writer.head(tag::SIGHT, 9).word(0).word(0xFFFF_FFFF);
        assert_eq!(values(&writer.bytes), [Some(7), None]);
        writer.bytes.push(1);
        assert_eq!(values(&writer.bytes), [Some(7), None]);
    }
}

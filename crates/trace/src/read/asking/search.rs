//! One search for what the cells of a section of an object held: what is known of them so far, and which marks can tell more.

use super::apply::{apply_to_array, apply_to_object, origin};
use super::history::Found;
use crate::definition::Definitions;
use crate::kind::Kind;
use crate::raw::record::Record;
use crate::read::objects::cells::Section;
use crate::read::objects::marks::{BUCKET, Spot, mark};
use crate::read::objects::summaries::Summary;
use crate::read::slots::order::Order;
use crate::value::Value;
use std::collections::HashMap;

/// Goes back in time: what is met first for a cell counts.
pub struct Search<'s> {
    pub object: u32,
    pub section: Section,
    /// What the elements are, if it is an array.
    element: Option<Kind>,
    /// The fields or elements that are looked for, and what was found for each.
    numbers: Vec<u32>,
    found: &'s mut HashMap<u32, Option<Found>>,
    /// How many of them are still looked for under each mark.
    wanted: HashMap<u32, usize>,
    left: usize,
}

impl<'s> Search<'s> {
    pub fn new(
        object: u32,
        element: Option<Kind>,
        section: Section,
        numbers: Vec<u32>,
        found: &'s mut HashMap<u32, Option<Found>>,
    ) -> Search<'s> {
        let mut wanted = HashMap::new();
        for &number in &numbers {
            *wanted.entry(own_mark(object, element, number)).or_default() += 1;
        }
        Search {
            object,
            section,
            element,
            left: numbers.len(),
            numbers,
            found,
            wanted,
        }
    }

    /// The marks under which something may be found.
    pub fn marks(&self) -> Vec<u32> {
        let shared = [Spot::Whole, Spot::Wide].map(|spot| mark(self.object, spot));
        let own = self.wanted.keys().copied();
        own.chain(shared).chain([self.section.mark()]).collect()
    }

    /// Whether something may still be found under a mark; under those of the whole object or section always.
    pub fn wants(&self, mark: u32) -> bool {
        self.wanted.get(&mark).is_none_or(|&left| left > 0)
    }

    /// Whether all is known.
    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    /// Takes in a record of a block.
    pub fn take(&mut self, record: &Record, block: u32, offset: u32, definitions: &Definitions) {
        let numbers = std::mem::take(&mut self.numbers);
        let (object, element) = (self.object, self.element);
        let mut put = |number, value, origin| {
            self.put(
                number,
                Found {
                    value,
                    origin,
                    block,
                    offset,
                },
            );
        };
        match element {
            None => apply_to_object(record, object, definitions, &numbers, &mut put),
            Some(kind) => apply_to_array(record, object, kind, &numbers, &mut put),
        }
        self.numbers = numbers;
    }

    /// Takes in what several blocks were summed up to.
    pub fn take_summary(&mut self, summary: &Summary, order: &Order, definitions: &Definitions) {
        // Two fields may turn out to be one: then the later write counts.
        let mut entries: Vec<_> = summary.entries.iter().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse((entry.block, entry.write.offset)));
        for entry in entries {
            let (number, kind) = match self.element {
                Some(kind) => (entry.number, kind),
                None => {
                    let field = definitions.field(entry.number);
                    let kind = field.map_or(Kind::Void, |field| field.kind);
                    (definitions.canonical_field(entry.number), kind)
                }
            };
            self.put(
                number,
                Found {
                    value: Value::from_bits(kind, entry.write.bits),
                    origin: origin(entry.write.cause),
                    block: order.block(entry.block).unwrap_or(0),
                    offset: entry.write.offset,
                },
            );
        }
    }

    fn section_of(&self, number: u32) -> Section {
        match self.element {
            None => Section::fields(self.object),
            Some(_) => Section::bucket(self.object, number / BUCKET),
        }
    }

    fn put(&mut self, number: u32, found: Found) {
        // Blocks that touch other sections only are left out: what is met of those need not be their last write.
        if self.section_of(number) != self.section {
            return;
        }
        if let Some(entry @ None) = self.found.get_mut(&number) {
            *entry = Some(found);
            self.left -= 1;
            let mark = own_mark(self.object, self.element, number);
            self.wanted.entry(mark).and_modify(|left| *left -= 1);
        }
    }
}

/// The mark of a field or an element.
fn own_mark(object: u32, element: Option<Kind>, number: u32) -> u32 {
    let spot = match element {
        None => Spot::Field(number),
        Some(_) => Spot::Bucket(number / BUCKET),
    };
    mark(object, spot)
}

//! How long a record is. Lengths that depend on a definition are computed once when it is added, so that walking over
//! records is one table look-up each.

use super::tag;
use crate::definition::{Definition, Local, LoopDef, RoutineDef};
use crate::kind::Kind;
use crate::wire::word;

/// The longest a record may be. Longer contents are split into chunks by the recorder.
pub const MAX_RECORD_BYTES: usize = 1 << 24;

/// Record lengths in bytes, heads included, by tag and definition. One look-up tells a length; 0 means that it is not that easy.
#[derive(Clone, Debug)]
pub struct Layouts {
    tags: Vec<Lengths>,
    /// Bytes of an element of the class, by class.
    element_bytes: Vec<u8>,
}

/// The lengths of the records with one tag.
#[derive(Clone, Debug)]
struct Lengths {
    /// By the number in the head: a routine, a loop, a field or a class.
    by_number: Vec<u32>,
    /// Which bits of that number tell; none where all records are of one length.
    mask: u32,
}

/// Tags whose records are always of one length.
const CONSTANT: [(u32, &[u8]); 5] = [
    (4, &[tag::CUT]),
    (
        8,
        &[
            tag::RECEIVER,
            tag::RESYNC,
            tag::NEW,
            tag::CLASS_OBJECT,
            tag::OPAQUE,
            tag::STRAND_START,
            tag::STRAND_END,
            tag::EPOCH,
            tag::LOST,
        ],
    ),
    (
        12,
        &[
            tag::STORE_1,
            tag::STORE_2,
            tag::STORE_4,
            tag::STORE_REF,
            tag::NEW_ARRAY,
            tag::ENUM,
            tag::SWITCH,
        ],
    ),
    (
        16,
        &[
            tag::STORE_8,
            tag::STORE_1_FAR,
            tag::STORE_2_FAR,
            tag::STORE_4_FAR,
            tag::STORE_REF_FAR,
        ],
    ),
    (20, &[tag::STORE_8_FAR]),
];

/// Tags whose records are as long as a definition says.
const DEFINED: [u8; 16] = [
    tag::ENTER,
    tag::EXIT,
    tag::THROW,
    tag::LOOP_ENTER,
    tag::ITERATION,
    tag::ITERATIONS,
    tag::LOOP_EXIT,
    tag::LOOP_BREAK,
    tag::LOOP_UNWIND,
    tag::PUT_FIELD,
    tag::PUT_STATIC,
    tag::OBSERVE_FIELD,
    tag::OBSERVE_STATIC,
    tag::SIGHT,
    tag::OBSERVE,
    tag::BOX,
];

impl Default for Layouts {
    fn default() -> Layouts {
        let unknown = Lengths {
            by_number: Vec::new(),
            mask: u32::MAX,
        };
        let mut tags = vec![unknown; 256];
        for (length, constant) in CONSTANT {
            for &tag in constant {
                tags[usize::from(tag)] = Lengths {
                    by_number: vec![length],
                    mask: 0,
                };
            }
        }
        Layouts {
            tags,
            element_bytes: Vec::new(),
        }
    }
}

/// Why the record at a place cannot be walked over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("the record at byte {0} is cut short")]
    Short(usize),
    #[error("the record at byte {0} uses a number that is not defined")]
    Undefined(usize),
    #[error("the record at byte {0} has an unknown tag")]
    Tag(usize),
}

impl Layouts {
    /// Takes in a definition. A class is measured by the fields of its layout, so those must be defined before it.
    pub(crate) fn add(&mut self, definition: &Definition) {
        match definition {
            Definition::Routine(def) => self.add_routine(def),
            Definition::Loop(def) => self.add_loop(def),
            Definition::Field(def) => {
                let length = 4 * (1 + def.kind.words() as u32);
                self.set(&[tag::PUT_STATIC, tag::OBSERVE_STATIC], def.id, length);
                self.set(&[tag::PUT_FIELD, tag::OBSERVE_FIELD], def.id, length + 4);
            }
            Definition::Class(def) => {
                let fields = def.layout.iter();
                let words: Option<u32> = fields.map(|&field| self.field_words(field)).sum();
                let sight = words.map_or(0, |words| 4 * (2 + words));
                self.set(&[tag::SIGHT, tag::OBSERVE], def.id, sight);
                let boxed = 4 * (2 + def.element.words() as u32);
                self.set(&[tag::BOX], def.id, boxed);
                *slot(&mut self.element_bytes, def.id) = def.element.element_bytes() as u8;
            }
            Definition::File(_) | Definition::Strand(_) | Definition::Skipped(_) => {}
        }
    }

    fn add_routine(&mut self, def: &RoutineDef) {
        let blocks = usize::from(def.block_words);
        let parameters: usize = def.parameters.iter().map(|p| p.kind.words()).sum();
        let receiver = usize::from(def.has_receiver());
        let enter = 4 * (1 + receiver + parameters) as u32;
        let exit = 4 * (1 + def.result.words() + blocks) as u32;
        self.set(&[tag::ENTER], def.id, enter);
        self.set(&[tag::EXIT], def.id, exit);
        self.set(&[tag::THROW], def.id, 4 * (2 + blocks) as u32);
    }

    fn add_loop(&mut self, def: &LoopDef) {
        let words = |locals: &mut dyn Iterator<Item = &Local>| -> usize {
            locals.map(|local| local.variable.kind.words()).sum()
        };
        let header = words(&mut def.locals.iter().filter(|local| local.at_header));
        let repeated = words(&mut def.locals.iter().filter(|local| local.is_repeated()));
        let blocks = usize::from(def.block_words);
        let iteration = 4 * (1 + blocks + repeated) as u32;
        let passes = [tag::ITERATION, tag::LOOP_EXIT, tag::LOOP_BREAK];
        self.set(&[tag::LOOP_ENTER], def.id, 4 * (1 + header) as u32);
        self.set(&passes, def.id, iteration);
        self.set(&[tag::ITERATIONS], def.id, iteration + 4);
        self.set(&[tag::LOOP_UNWIND], def.id, 4 * (2 + blocks) as u32);
    }

    fn set(&mut self, tags: &[u8], id: u32, length: u32) {
        for &tag in tags {
            *slot(&mut self.tags[usize::from(tag)].by_number, id) = length;
        }
    }

    fn field_words(&self, field: u32) -> Option<u32> {
        let lengths = &self.tags[usize::from(tag::PUT_STATIC)].by_number;
        (lengths.get(field as usize)? / 4).checked_sub(1)
    }

    /// The length in bytes of the record at `at`, which must be a multiple of 4.
    #[inline]
    pub fn length(&self, bytes: &[u8], at: usize) -> Result<usize, RecordError> {
        if at + 4 > bytes.len() {
            return Err(RecordError::Short(at));
        }
        let head = word(bytes, at);
        let lengths = &self.tags[usize::from(head as u8)];
        let number = head >> 8 & lengths.mask;
        let known = lengths.by_number.get(number as usize).copied();
        match known.unwrap_or(0) as usize {
            0 => self.counted_length(bytes, at, head),
            length if at + length > bytes.len() => Err(RecordError::Short(at)),
            length => Ok(length),
        }
    }

    /// The length of a record that carries a count, or why it has none.
    fn counted_length(&self, bytes: &[u8], at: usize, head: u32) -> Result<usize, RecordError> {
        let id = (head >> 8) as usize;
        let count = |offset: usize| word(bytes, at + offset) as usize;
        let (fixed, data) = match head as u8 {
            tag::FILL => (24, 0),
            tag::BULK | tag::OBSERVE_ARRAY => {
                let kind = Kind::from_code(id as u8).ok_or(RecordError::Undefined(at))?;
                (16, count(12).saturating_mul(kind.element_bytes()))
            }
            tag::SIGHT_ARRAY => {
                let class = self.element_bytes.get(id);
                let &element = class.ok_or(RecordError::Undefined(at))?;
                let count = count(12) & !(super::record::REST_UNKNOWN as usize);
                (16, count.saturating_mul(element.into()))
            }
            tag::TEXT => (20, count(16)),
            tag::STREAM => (8, count(4)),
            0x80.. => (4, id * 4),
            tag if DEFINED.contains(&tag) => return Err(RecordError::Undefined(at)),
            _ => return Err(RecordError::Tag(at)),
        };
        // A count beyond the limit is damage; so is one that runs past the bytes, which also covers a count
        // that was itself beyond the end and read as 0.
        if data > MAX_RECORD_BYTES {
            return Err(RecordError::Short(at));
        }
        let length = fixed + data.next_multiple_of(4);
        if at + length > bytes.len() {
            return Err(RecordError::Short(at));
        }
        Ok(length)
    }
}

/// The entry of a definition, made room for. Numbers have been checked against gaps before.
fn slot<T: Default>(table: &mut Vec<T>, id: u32) -> &mut T {
    let index = id as usize;
    if index >= table.len() {
        table.resize_with(index + 1, T::default);
    }
    &mut table[index]
}

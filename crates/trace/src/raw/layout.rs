//! How long a record is. Lengths that depend on a definition are computed once when it is added, so that walking over
//! records is one table look-up each.

use super::tag;
use crate::definition::{Definition, LoopDef, RoutineDef};
use crate::kind::Kind;
use crate::wire::word;

/// The longest a record may be. Longer contents are split into chunks by the recorder.
pub const MAX_RECORD_BYTES: usize = 1 << 24;

/// Record lengths by definition, in bytes, heads included. 0 means: not defined.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    routines: Vec<RoutineLengths>,
    loops: Vec<LoopLengths>,
    /// `PUT_STATIC` with that field; `PUT_FIELD` is one word longer.
    fields: Vec<u32>,
    classes: Vec<ClassLengths>,
}

#[derive(Clone, Copy, Debug, Default)]
struct RoutineLengths {
    enter: u32,
    exit: u32,
    throw: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct LoopLengths {
    enter: u32,
    iteration: u32,
    unwind: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct ClassLengths {
    /// `SIGHT` of an object.
    sight: u32,
    /// `BOX` of a value.
    boxed: u32,
    element_bytes: u8,
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
            Definition::Routine(def) => {
                *slot(&mut self.routines, def.id) = routine_lengths(def);
            }
            Definition::Loop(def) => *slot(&mut self.loops, def.id) = loop_lengths(def),
            Definition::Field(def) => {
                *slot(&mut self.fields, def.id) = 4 * (1 + def.kind.words() as u32);
            }
            Definition::Class(def) => {
                let fields = def.layout.iter();
                let words: Option<u32> = fields.map(|&field| self.field_words(field)).sum();
                *slot(&mut self.classes, def.id) = ClassLengths {
                    sight: words.map_or(0, |words| 4 * (2 + words)),
                    boxed: 4 * (2 + def.element.words() as u32),
                    element_bytes: def.element.element_bytes() as u8,
                };
            }
            Definition::File(_) | Definition::Strand(_) | Definition::Skipped(_) => {}
        }
    }

    fn field_words(&self, field: u32) -> Option<u32> {
        let length = *self.fields.get(field as usize)?;
        (length / 4).checked_sub(1)
    }

    /// The length in bytes of the record at `at`, which must be a multiple of 4.
    #[inline]
    pub fn length(&self, bytes: &[u8], at: usize) -> Result<usize, RecordError> {
        if at + 4 > bytes.len() {
            return Err(RecordError::Short(at));
        }
        let head = word(bytes, at);
        let id = (head >> 8) as usize;
        let known = match head as u8 {
            tag::ENTER => self.routines.get(id).map_or(0, |lengths| lengths.enter),
            tag::EXIT => self.routines.get(id).map_or(0, |lengths| lengths.exit),
            tag::THROW => self.routines.get(id).map_or(0, |lengths| lengths.throw),
            tag::LOOP_ENTER => self.loops.get(id).map_or(0, |lengths| lengths.enter),
            tag::ITERATION | tag::LOOP_EXIT | tag::LOOP_BREAK => {
                self.loops.get(id).map_or(0, |lengths| lengths.iteration)
            }
            tag::LOOP_UNWIND => self.loops.get(id).map_or(0, |lengths| lengths.unwind),
            tag::ITERATIONS => match self.loops.get(id) {
                Some(lengths) if lengths.iteration != 0 => lengths.iteration + 4,
                _ => 0,
            },
            tag::PUT_FIELD | tag::OBSERVE_FIELD => match self.fields.get(id) {
                Some(&length) if length != 0 => length + 4,
                _ => 0,
            },
            tag::PUT_STATIC | tag::OBSERVE_STATIC => self.fields.get(id).copied().unwrap_or(0),
            tag::STORE_1 | tag::STORE_2 | tag::STORE_4 | tag::STORE_REF => 12,
            tag::STORE_8
            | tag::STORE_1_FAR
            | tag::STORE_2_FAR
            | tag::STORE_4_FAR
            | tag::STORE_REF_FAR => 16,
            tag::STORE_8_FAR => 20,
            tag::RECEIVER
            | tag::RESYNC
            | tag::NEW
            | tag::CLASS_OBJECT
            | tag::OPAQUE
            | tag::STRAND_START
            | tag::STRAND_END
            | tag::EPOCH
            | tag::LOST => 8,
            tag::NEW_ARRAY | tag::ENUM | tag::SWITCH => 12,
            tag::CUT => 4,
            tag::SIGHT | tag::OBSERVE => self.classes.get(id).map_or(0, |lengths| lengths.sight),
            tag::BOX => self.classes.get(id).map_or(0, |lengths| lengths.boxed),
            _ => return self.counted_length(bytes, at, head),
        };
        match known as usize {
            0 => Err(RecordError::Undefined(at)),
            length if at + length > bytes.len() => Err(RecordError::Short(at)),
            length => Ok(length),
        }
    }

    /// The length of a record that carries a count.
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
                let class = self.classes.get(id).ok_or(RecordError::Undefined(at))?;
                let count = count(12) & !(super::record::REST_UNKNOWN as usize);
                (16, count.saturating_mul(class.element_bytes.into()))
            }
            tag::TEXT => (20, count(16)),
            tag::STREAM => (8, count(4)),
            0x80.. => (4, id * 4),
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

fn routine_lengths(def: &RoutineDef) -> RoutineLengths {
    let blocks = usize::from(def.block_words);
    let parameters: usize = def.parameters.iter().map(|p| p.kind.words()).sum();
    let receiver = usize::from(def.has_receiver());
    RoutineLengths {
        enter: 4 * (1 + receiver + parameters) as u32,
        exit: 4 * (1 + def.result.words() + blocks) as u32,
        throw: 4 * (2 + blocks) as u32,
    }
}

fn loop_lengths(def: &LoopDef) -> LoopLengths {
    let words = |locals: &mut dyn Iterator<Item = &crate::definition::Local>| -> usize {
        locals.map(|local| local.variable.kind.words()).sum()
    };
    let header = words(&mut def.locals.iter().filter(|local| local.at_header));
    let repeated = words(&mut def.locals.iter().filter(|local| local.is_repeated()));
    let blocks = usize::from(def.block_words);
    LoopLengths {
        enter: 4 * (1 + header) as u32,
        iteration: 4 * (1 + blocks + repeated) as u32,
        unwind: 4 * (2 + blocks) as u32,
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

//! Records decoded: one enum, borrowing its variable parts from the bytes it was read from.

use super::layout::{Layouts, RecordError};
use super::tag;
use crate::kind::Kind;
use crate::wire::word;

/// Whether recorded code wrote a value, or the recorder found it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Written,
    /// Re-read: whoever wrote it was not recorded.
    Observed,
}

/// Set in the count of a `SIGHT_ARRAY` record when the elements beyond it are not known to be zero.
pub const REST_UNKNOWN: u32 = 1 << 31;

/// Bits of the flags word of a `TEXT` record.
pub mod text_flag {
    pub const ENCODING: u32 = 3;
    pub const UTF8: u32 = 0;
    pub const LATIN1: u32 = 1;
    pub const UTF16: u32 = 2;
    /// A re-read of something mutable.
    pub const REREAD: u32 = 4;
    /// What lies beyond the stored bytes was not compared.
    pub const NOT_COMPARED: u32 = 8;
    /// The stored bytes follow those that the record before this one has under the same reference.
    pub const GROWN: u32 = 16;
}

/// One record. Byte slices hold values in their record layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record<'a> {
    Enter {
        routine: u32,
        arguments: &'a [u8],
    },
    /// Result, then block words.
    Exit {
        routine: u32,
        rest: &'a [u8],
    },
    Throw {
        routine: u32,
        exception: u32,
        blocks: &'a [u8],
    },
    Resync {
        depth: u32,
        loops: u32,
    },
    Receiver {
        object: u32,
    },
    LoopEnter {
        loop_: u32,
        locals: &'a [u8],
    },
    /// Block words, then the repeated locals.
    Iteration {
        loop_: u32,
        count: u32,
        rest: &'a [u8],
    },
    /// Block words, then the repeated locals. `iteration` tells whether the last pass counts.
    LoopLeft {
        loop_: u32,
        iteration: bool,
        rest: &'a [u8],
    },
    /// Left by an exception, `count` iterations after the last recorded header.
    LoopUnwind {
        loop_: u32,
        count: u32,
        blocks: &'a [u8],
    },
    PutField {
        field: u32,
        object: u32,
        value: &'a [u8],
        cause: Cause,
    },
    PutStatic {
        field: u32,
        value: &'a [u8],
        cause: Cause,
    },
    Store {
        array: u32,
        index: u32,
        value: &'a [u8],
    },
    Fill {
        array: u32,
        kind: u8,
        from: u32,
        to: u32,
        value: &'a [u8],
    },
    Bulk {
        array: u32,
        kind: u8,
        start: u32,
        count: u32,
        values: &'a [u8],
        cause: Cause,
    },
    New {
        class: u32,
        object: u32,
    },
    NewArray {
        class: u32,
        array: u32,
        length: u32,
    },
    Sight {
        class: u32,
        object: u32,
        fields: &'a [u8],
        cause: Cause,
    },
    SightArray {
        class: u32,
        array: u32,
        length: u32,
        count: u32,
        rest_unknown: bool,
        values: &'a [u8],
    },
    Text {
        class: u32,
        reference: u32,
        flags: u32,
        characters: u32,
        bytes: &'a [u8],
    },
    Boxed {
        class: u32,
        reference: u32,
        value: &'a [u8],
    },
    Enum {
        class: u32,
        reference: u32,
        ordinal: u32,
    },
    ClassObject {
        class: u32,
        reference: u32,
    },
    Opaque {
        class: u32,
        reference: u32,
    },
    Stream {
        stream: u32,
        bytes: &'a [u8],
    },
    StrandStart {
        kind: u32,
        strand: u32,
    },
    Switch {
        strand: u32,
        step: u32,
    },
    StrandEnd {
        strand: u32,
    },
    Epoch {
        epoch: u64,
    },
    Cut {
        reason: u32,
    },
    Lost {
        reason: u32,
        events: u32,
    },
    /// A record of a later minor version.
    Unknown {
        tag: u8,
    },
}

impl<'a> Record<'a> {
    /// The word of the object that the record introduces: until the next introduction under that word it stands for this
    /// object. Contents that are only read again introduce nothing.
    pub fn introduced(&self) -> Option<u32> {
        match *self {
            Record::New { object, .. }
            | Record::Sight {
                object,
                cause: Cause::Written,
                ..
            }
            | Record::NewArray { array: object, .. }
            | Record::SightArray { array: object, .. }
            | Record::Text {
                reference: object, ..
            }
            | Record::Boxed {
                reference: object, ..
            }
            | Record::Enum {
                reference: object, ..
            }
            | Record::ClassObject {
                reference: object, ..
            }
            | Record::Opaque {
                reference: object, ..
            } => Some(object),
            _ => None,
        }
    }

    /// Decodes the record whose bytes are exactly `bytes`, as measured by [`Layouts::length`].
    pub fn decode(bytes: &'a [u8]) -> Record<'a> {
        let head = word(bytes, 0);
        let (tag, id) = (head as u8, head >> 8);
        let at = |index: usize| word(bytes, index * 4);
        let from = |index: usize| bytes.get(index * 4..).unwrap_or(&[]);
        let cause = |observed: bool| {
            if observed {
                Cause::Observed
            } else {
                Cause::Written
            }
        };
        match tag {
            tag::ENTER => Record::Enter {
                routine: id,
                arguments: from(1),
            },
            tag::EXIT => Record::Exit {
                routine: id,
                rest: from(1),
            },
            tag::THROW => Record::Throw {
                routine: id,
                exception: at(1),
                blocks: from(2),
            },
            tag::RESYNC => Record::Resync {
                depth: at(1),
                loops: id,
            },
            tag::RECEIVER => Record::Receiver { object: at(1) },
            tag::LOOP_ENTER => Record::LoopEnter {
                loop_: id,
                locals: from(1),
            },
            tag::ITERATION => Record::Iteration {
                loop_: id,
                count: 1,
                rest: from(1),
            },
            tag::ITERATIONS => Record::Iteration {
                loop_: id,
                count: at(1),
                rest: from(2),
            },
            tag::LOOP_EXIT | tag::LOOP_BREAK => Record::LoopLeft {
                loop_: id,
                iteration: tag == tag::LOOP_BREAK,
                rest: from(1),
            },
            tag::LOOP_UNWIND => Record::LoopUnwind {
                loop_: id,
                count: at(1),
                blocks: from(2),
            },
            tag::PUT_FIELD | tag::OBSERVE_FIELD => Record::PutField {
                field: id,
                object: at(1),
                value: from(2),
                cause: cause(tag == tag::OBSERVE_FIELD),
            },
            tag::PUT_STATIC | tag::OBSERVE_STATIC => Record::PutStatic {
                field: id,
                value: from(1),
                cause: cause(tag == tag::OBSERVE_STATIC),
            },
            tag::STORE_1..=tag::STORE_REF => Record::Store {
                array: at(1),
                index: id,
                value: from(2),
            },
            tag::STORE_1_FAR..=tag::STORE_REF_FAR => Record::Store {
                array: at(1),
                index: at(2),
                value: from(3),
            },
            tag::FILL => Record::Fill {
                array: at(1),
                kind: id as u8,
                from: at(2),
                to: at(3),
                value: from(4),
            },
            tag::BULK | tag::OBSERVE_ARRAY => Record::Bulk {
                array: at(1),
                kind: id as u8,
                start: at(2),
                count: at(3),
                values: from(4),
                cause: cause(tag == tag::OBSERVE_ARRAY),
            },
            tag::NEW => Record::New {
                class: id,
                object: at(1),
            },
            tag::NEW_ARRAY => Record::NewArray {
                class: id,
                array: at(1),
                length: at(2),
            },
            tag::SIGHT | tag::OBSERVE => Record::Sight {
                class: id,
                object: at(1),
                fields: from(2),
                cause: cause(tag == tag::OBSERVE),
            },
            tag::SIGHT_ARRAY => Record::SightArray {
                class: id,
                array: at(1),
                length: at(2),
                count: at(3) & !REST_UNKNOWN,
                rest_unknown: at(3) & REST_UNKNOWN != 0,
                values: from(4),
            },
            tag::TEXT => Record::Text {
                class: id,
                reference: at(1),
                flags: at(2),
                characters: at(3),
                bytes: from(5).get(..at(4) as usize).unwrap_or(&[]),
            },
            tag::BOX => Record::Boxed {
                class: id,
                reference: at(1),
                value: from(2),
            },
            tag::ENUM => Record::Enum {
                class: id,
                reference: at(1),
                ordinal: at(2),
            },
            tag::CLASS_OBJECT => Record::ClassObject {
                class: id,
                reference: at(1),
            },
            tag::OPAQUE => Record::Opaque {
                class: id,
                reference: at(1),
            },
            tag::STREAM => Record::Stream {
                stream: id,
                bytes: from(2).get(..at(1) as usize).unwrap_or(&[]),
            },
            tag::STRAND_START => Record::StrandStart {
                kind: id,
                strand: at(1),
            },
            tag::SWITCH => Record::Switch {
                strand: at(1),
                step: at(2),
            },
            tag::STRAND_END => Record::StrandEnd { strand: at(1) },
            tag::EPOCH => Record::Epoch {
                epoch: u64::from(id) << 32 | u64::from(at(1)),
            },
            tag::CUT => Record::Cut { reason: id },
            tag::LOST => Record::Lost {
                reason: id,
                events: at(1),
            },
            tag => Record::Unknown { tag },
        }
    }
}

/// Walks over records. After one that cannot be read it goes on where [`Layouts::resume`] says.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    layouts: &'a Layouts,
    at: usize,
}

impl<'a> Records<'a> {
    pub fn new(bytes: &'a [u8], layouts: &'a Layouts) -> Self {
        Records::starting(bytes, layouts, 0)
    }

    /// Starts at the record at byte `at`.
    pub fn starting(bytes: &'a [u8], layouts: &'a Layouts, at: usize) -> Self {
        Records { bytes, layouts, at }
    }

    /// Only the records about objects; the others are stepped over without being decoded.
    pub fn about_objects(
        mut self,
    ) -> impl Iterator<Item = Result<(usize, Record<'a>), RecordError>> {
        std::iter::from_fn(move || {
            while let Some(&tag) = self.bytes.get(self.at) {
                match self.layouts.length(self.bytes, self.at) {
                    Ok(length) if !tag::is_about_objects(tag) => self.at += length,
                    _ => return self.next(),
                }
            }
            None
        })
    }
}

impl<'a> Iterator for Records<'a> {
    /// The record's byte offset and the record.
    type Item = Result<(usize, Record<'a>), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let at = self.at;
        match self.layouts.length(self.bytes, at) {
            Ok(length) => {
                self.at += length;
                Some(Ok((at, Record::decode(&self.bytes[at..at + length]))))
            }
            Err(error) => {
                self.at = self.layouts.resume(self.bytes, at);
                Some(Err(error))
            }
        }
    }
}

/// The bits of the value of that kind at word `index` of a row of values.
pub fn bits(row: &[u8], index: usize, kind: Kind) -> u64 {
    let low = u64::from(word(row, index * 4));
    match kind.words() {
        0 => 0,
        1 => low,
        _ => low | u64::from(word(row, index * 4 + 4)) << 32,
    }
}

/// The bits of element `index` of packed values, sign-extended to a word where the kind is signed.
pub fn packed_bits(values: &[u8], index: usize, kind: Kind) -> u64 {
    let size = kind.element_bytes();
    let Some(bytes) = values.get(index * size..(index + 1) * size) else {
        return 0;
    };
    let mut wide = [0u8; 8];
    wide[..size].copy_from_slice(bytes);
    let raw = u64::from_le_bytes(wide);
    match kind {
        Kind::Byte => u64::from(raw as u8 as i8 as u32),
        Kind::Short => u64::from(raw as u16 as i16 as u32),
        _ => raw,
    }
}

//! What a record does to one object: which of its places it sets, and whether it introduces it.

use super::history::{Introduction, Origin};
use crate::definition::Definitions;
use crate::kind::Kind;
use crate::raw::record::{Cause, Record, text_flag};
use crate::value::{Thing, Value};

/// How a value written for a reason came to be where it is.
pub fn origin(cause: Cause) -> Origin {
    match cause {
        Cause::Written => Origin::Written,
        Cause::Observed => Origin::Observed,
    }
}

/// Tells `put` the fields of the object `word` that a record sets, of those in `slots`.
pub fn apply_to_object(
    record: &Record,
    word: u32,
    definitions: &Definitions,
    slots: &[u32],
    put: &mut impl FnMut(u32, Value, Origin),
) {
    match *record {
        Record::PutField {
            field,
            object,
            value,
            cause,
        } if object == word => {
            let kind = definitions.field(field).map_or(Kind::Void, |def| def.kind);
            put(
                definitions.canonical_field(field),
                Value::in_row(value, 0, kind),
                origin(cause),
            );
        }
        Record::New { object, .. } if object == word => {
            for &field in slots {
                let kind = definitions.field(field).map_or(Kind::Void, |def| def.kind);
                put(field, Value::zero(kind), Origin::Created);
            }
        }
        Record::Sight {
            class,
            object,
            fields,
            cause,
        } if object == word => {
            let layout = definitions.class(class).map_or(&[][..], |def| &def.layout);
            let origin = match cause {
                Cause::Written => Origin::Seen,
                Cause::Observed => Origin::Observed,
            };
            let mut at = 0;
            for &field in layout {
                let kind = definitions.field(field).map_or(Kind::Void, |def| def.kind);
                put(
                    definitions.canonical_field(field),
                    Value::in_row(fields, at, kind),
                    origin,
                );
                at += kind.words();
            }
        }
        _ => {}
    }
}

/// Tells `put` the elements of the array `word` that a record sets, of those in `slots`.
pub fn apply_to_array(
    record: &Record,
    word: u32,
    kind: Kind,
    slots: &[u32],
    put: &mut impl FnMut(u32, Value, Origin),
) {
    match *record {
        Record::Store {
            array,
            index,
            value,
        } if array == word => {
            put(index, Value::in_row(value, 0, kind), Origin::Written);
        }
        Record::Fill {
            array,
            from,
            to,
            value,
            ..
        } if array == word => {
            for &index in slots.iter().filter(|index| (from..to).contains(index)) {
                put(index, Value::in_row(value, 0, kind), Origin::Written);
            }
        }
        Record::Bulk {
            array,
            start,
            count,
            values,
            cause,
            ..
        } if array == word => {
            for &index in slots {
                if index >= start && index - start < count {
                    let value = Value::packed(values, (index - start) as usize, kind);
                    put(index, value, origin(cause));
                }
            }
        }
        Record::NewArray { array, .. } if array == word => {
            for &index in slots {
                put(index, Value::zero(kind), Origin::Created);
            }
        }
        Record::SightArray {
            array,
            count,
            rest_unknown,
            values,
            ..
        } if array == word => {
            for &index in slots {
                let value = match index < count {
                    true => Value::packed(values, index as usize, kind),
                    false if rest_unknown => Value::Missing,
                    false => Value::zero(kind),
                };
                put(index, value, Origin::Seen);
            }
        }
        _ => {}
    }
}

/// How a record introduces the object with that word, if it does.
pub fn introduction_of(
    record: &Record,
    word: u32,
    definitions: &Definitions,
) -> Option<Introduction> {
    Some(match *record {
        Record::New { class, object } if object == word => Introduction::Object {
            class,
            origin: Origin::Created,
        },
        Record::Sight {
            class,
            object,
            cause: Cause::Written,
            ..
        } if object == word => Introduction::Object {
            class,
            origin: Origin::Seen,
        },
        Record::NewArray {
            class,
            array,
            length,
        } if array == word => Introduction::Array {
            class,
            length,
            origin: Origin::Created,
        },
        Record::SightArray {
            class,
            array,
            length,
            ..
        } if array == word => Introduction::Array {
            class,
            length,
            origin: Origin::Seen,
        },
        Record::Text {
            class,
            reference,
            flags,
            characters,
            bytes,
        } if reference == word => Introduction::Content(text(class, flags, characters, bytes)),
        Record::Boxed {
            class,
            reference,
            value,
        } if reference == word => {
            let kind = definitions
                .class(class)
                .map_or(Kind::Void, |def| def.element);
            Introduction::Content(Thing::Box {
                class,
                value: Value::in_row(value, 0, kind),
            })
        }
        Record::Enum {
            class,
            reference,
            ordinal,
        } if reference == word => {
            let constants = definitions
                .class(class)
                .map_or(&[][..], |def| &def.constants);
            let constant = constants.get(ordinal as usize).cloned();
            Introduction::Content(Thing::Enum {
                class,
                constant: constant.unwrap_or_else(|| format!("#{ordinal}")),
            })
        }
        Record::ClassObject { class, reference } if reference == word => {
            let name = definitions
                .class(class)
                .map_or("", |def| &def.name)
                .to_owned();
            Introduction::Content(Thing::Class { name })
        }
        Record::Opaque { class, reference } if reference == word => {
            Introduction::Content(Thing::Opaque { class })
        }
        _ => return None,
    })
}

/// A text from the bytes that are stored of it.
pub fn text(class: u32, flags: u32, characters: u32, bytes: &[u8]) -> Thing {
    let text: String = match flags & text_flag::ENCODING {
        text_flag::LATIN1 => bytes.iter().map(|&byte| char::from(byte)).collect(),
        text_flag::UTF16 => {
            let units = bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            char::decode_utf16(units)
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect()
        }
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    // Characters are counted as the language counts them: UTF-16 units or code points.
    let units = text.encode_utf16().count() as u32;
    let points = text.chars().count() as u32;
    Thing::Text {
        class,
        shortened: characters > units && characters > points,
        length: characters,
        text,
        not_compared: flags & text_flag::NOT_COMPARED != 0,
    }
}

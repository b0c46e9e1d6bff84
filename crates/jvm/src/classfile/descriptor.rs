//! Field and method descriptors, as bytes.

use super::{ClassError, Result};
use crate::contract::Kind;

const MALFORMED: ClassError = ClassError::Malformed("a descriptor does not parse");

/// Parameters and result of a method descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    /// Descriptors of the parameters.
    pub parameters: Vec<&'a [u8]>,
    /// Descriptor of the result; none for `void`.
    pub result: Option<&'a [u8]>,
}

impl<'a> MethodDescriptor<'a> {
    /// Splits a method descriptor.
    pub fn parse(descriptor: &'a [u8]) -> Result<MethodDescriptor<'a>> {
        let mut rest = descriptor.strip_prefix(b"(").ok_or(MALFORMED)?;
        let mut parameters = Vec::new();
        while rest.first() != Some(&b')') {
            let (parameter, tail) = rest.split_at(field_length(rest)?);
            parameters.push(parameter);
            rest = tail;
        }
        // The JVM counts slots and allows 255 of them.
        if parameters.len() > 255 {
            return Err(MALFORMED);
        }
        let result = match &rest[1..] {
            b"V" => None,
            result if field_length(result)? == result.len() => Some(result),
            _ => return Err(MALFORMED),
        };
        Ok(MethodDescriptor { parameters, result })
    }
}

/// The length of the field descriptor that the bytes start with.
fn field_length(bytes: &[u8]) -> Result<usize> {
    let dimensions = bytes.iter().take_while(|&&b| b == b'[').count();
    let element = match bytes.get(dimensions) {
        Some(b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D') => 1,
        Some(b'L') => {
            let end = bytes[dimensions..].iter().position(|&b| b == b';');
            end.filter(|&end| end > 1).ok_or(MALFORMED)? + 1
        }
        _ => return Err(MALFORMED),
    };
    Ok(dimensions + element)
}

/// The kind of a whole field descriptor.
pub fn kind(descriptor: &[u8]) -> Result<Kind> {
    if field_length(descriptor)? != descriptor.len() {
        return Err(MALFORMED);
    }
    Kind::of_descriptor(descriptor).ok_or(MALFORMED)
}

/// Modified UTF-8 as a string, with what cannot be decoded replaced.
pub fn text(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        let (unit, used) = match (first, tail) {
            (0x00..=0x7F, _) => (u16::from(*first), 1),
            (0xC0..=0xDF, [second, ..]) => {
                (u16::from(first & 0x1F) << 6 | u16::from(second & 0x3F), 2)
            }
            (0xE0..=0xEF, [second, third, ..]) => {
                let high = u16::from(first & 0x0F) << 12 | u16::from(second & 0x3F) << 6;
                (high | u16::from(third & 0x3F), 3)
            }
            _ => (0xFFFD, 1),
        };
        units.push(unit);
        rest = &rest[used..];
    }
    String::from_utf16_lossy(&units)
}

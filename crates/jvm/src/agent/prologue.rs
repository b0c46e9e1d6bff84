//! Puts a call at the very beginning of methods of the JDK.
//!
//! What is inserted, `aload N; invokestatic hook`, is made four or eight bytes long: everything behind it moves by the same
//! distance, so that jumps and the padding of switches stay as they are, and only absolute positions change.

use crate::classfile::reader::Reader;
use crate::classfile::{Attribute, ClassError, ClassFile, Result, attributes, write_attributes};

/// The code moves by a multiple of this.
const ALIGNMENT: usize = 4;
const NOP: u8 = 0x00;
const ALOAD: u8 = 0x19;
const ALOAD_0: u8 = 0x2A;
const INVOKESTATIC: u8 = 0xB8;

/// A call to insert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hook {
    /// The local variables that are passed.
    pub locals: &'static [u8],
    /// Internal name of the class of the method to call.
    pub class: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its descriptor: references, no result.
    pub descriptor: &'static str,
}

/// The class file with calls at the beginning of those methods for which `wanted` (asked with name and descriptor) gives
/// one; none when there is no such method.
pub fn insert(
    bytes: &[u8],
    wanted: impl Fn(&[u8], &[u8]) -> Option<Hook>,
) -> Result<Option<Vec<u8>>> {
    let mut class = ClassFile::parse(bytes)?;
    let mut changed = false;
    for index in 0..class.methods.len() {
        let method = &class.methods[index];
        let (name, descriptor) = (
            class.pool.utf8(method.name)?,
            class.pool.utf8(method.descriptor)?,
        );
        let Some(hook) = wanted(name, descriptor) else {
            continue;
        };
        let place = method
            .attributes
            .iter()
            .position(|attribute| class.pool.utf8(attribute.name) == Ok(b"Code"));
        let Some(place) = place else { continue };
        let target = class.pool.add_method(
            hook.class.as_bytes(),
            hook.name.as_bytes(),
            hook.descriptor.as_bytes(),
        )?;
        let code = with_call(
            &class.methods[index].attributes[place].data,
            &class,
            hook.locals,
            target,
        )?;
        class.methods[index].attributes[place].data = code.into();
        changed = true;
    }
    changed.then(|| class.write()).transpose()
}

/// The contents of a Code attribute with the call in front.
fn with_call(data: &[u8], class: &ClassFile<'_>, locals: &[u8], target: u16) -> Result<Vec<u8>> {
    let mut call = Vec::with_capacity(2 * ALIGNMENT);
    for &local in locals {
        match local {
            0..=3 => call.push(ALOAD_0 + local),
            _ => call.extend([ALOAD, local]),
        }
    }
    call.push(INVOKESTATIC);
    call.extend(target.to_be_bytes());
    call.resize(call.len().next_multiple_of(ALIGNMENT), NOP);
    let shift = call.len() as u16;
    let mut reader = Reader::new(data);
    let mut out = Vec::with_capacity(data.len() + 16);
    out.extend(reader.u2()?.max(locals.len() as u16).to_be_bytes());
    out.extend(reader.u2()?.to_be_bytes());
    let length = reader.u4()?;
    out.extend((length + u32::from(shift)).to_be_bytes());
    out.extend(call);
    out.extend(reader.take(length as usize)?);
    let handlers = reader.u2()?;
    out.extend(handlers.to_be_bytes());
    for _ in 0..handlers {
        for _ in 0..3 {
            out.extend(moved(reader.u2()?, shift)?);
        }
        out.extend(reader.u2()?.to_be_bytes());
    }
    let mut table = attributes(&mut reader, &class.pool)?;
    for attribute in &mut table {
        let data: Option<Vec<u8>> = match class.pool.utf8(attribute.name)? {
            b"StackMapTable" => Some(moved_frames(&attribute.data, shift)?),
            b"LineNumberTable" => Some(moved_rows(attribute, 4, shift)?),
            b"LocalVariableTable" | b"LocalVariableTypeTable" => {
                Some(moved_rows(attribute, 10, shift)?)
            }
            _ => None,
        };
        if let Some(data) = data {
            attribute.data = data.into();
        }
    }
    write_attributes(&table, &mut out)?;
    Ok(out)
}

fn moved(position: u16, shift: u16) -> Result<[u8; 2]> {
    let position = position.checked_add(shift);
    let position = position.ok_or(ClassError::TooLarge("a method"))?;
    Ok(position.to_be_bytes())
}

/// A table of rows that begin with a position. What holds from the beginning holds for the inserted call too.
fn moved_rows(attribute: &Attribute<'_>, row_bytes: usize, shift: u16) -> Result<Vec<u8>> {
    let mut reader = Reader::new(&attribute.data);
    let rows = reader.u2()?;
    let mut out = rows.to_be_bytes().to_vec();
    for _ in 0..rows {
        let position = reader.u2()?;
        let rest = reader.take(row_bytes - 2)?;
        if position > 0 {
            out.extend(moved(position, shift)?);
            out.extend(rest);
        } else if row_bytes == 4 {
            out.extend([0, 0]);
            out.extend(rest);
        } else {
            out.extend([0, 0]);
            out.extend(moved(u16::from_be_bytes([rest[0], rest[1]]), shift)?);
            out.extend(&rest[2..]);
        }
    }
    Ok(out)
}

/// Frames tell their distances from each other, so that only the first one moves; but the instructions that made
/// objects without a constructor call yet are named by their positions.
fn moved_frames(data: &[u8], shift: u16) -> Result<Vec<u8>> {
    let mut reader = Reader::new(data);
    let count = reader.u2()?;
    let mut out = count.to_be_bytes().to_vec();
    for index in 0..count {
        let kind = reader.u1()?;
        let distance = match kind {
            0..=63 => u16::from(kind),
            64..=127 => u16::from(kind - 64),
            247..=255 => reader.u2()?,
            _ => return Err(ClassError::Malformed("a frame of an unknown kind")),
        };
        let distance = match index {
            0 => moved(distance, shift)?,
            _ => distance.to_be_bytes(),
        };
        // The long forms can say whatever the short ones can.
        let kind = match kind {
            0..=63 => 251,
            64..=127 => 247,
            long => long,
        };
        out.push(kind);
        out.extend(distance);
        match kind {
            247 => moved_types(&mut reader, 1, shift, &mut out)?,
            252..=254 => moved_types(&mut reader, u16::from(kind) - 251, shift, &mut out)?,
            255 => {
                for _ in ["locals", "stack"] {
                    let types = reader.u2()?;
                    out.extend(types.to_be_bytes());
                    moved_types(&mut reader, types, shift, &mut out)?;
                }
            }
            _ => {}
        }
    }
    Ok(out)
}

fn moved_types(reader: &mut Reader<'_>, count: u16, shift: u16, out: &mut Vec<u8>) -> Result<()> {
    for _ in 0..count {
        let tag = reader.u1()?;
        out.push(tag);
        match tag {
            7 => out.extend(reader.take(2)?),
            8 => out.extend(moved(reader.u2()?, shift)?),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_move_by_their_first_distance_and_their_positions() {
        // A short frame, one with an object under construction, a full one, a chopped one.
        let table = [
            0, 4, 62, 66, 8, 0, 9, 255, 0, 1, 0, 1, 7, 0, 3, 0, 1, 8, 0, 2, 250, 0, 5,
        ];
        let moved = moved_frames(&table, 4).unwrap();
        let expected = [
            0, 4, 251, 0, 66, 247, 0, 2, 8, 0, 13, 255, 0, 1, 0, 1, 7, 0, 3, 0, 1, 8, 0, 6, 250, 0,
            5,
        ];
        assert_eq!(moved, expected);
        for cut in 0..table.len() - 1 {
            assert!(moved_frames(&table[..cut], 4).is_err());
        }
    }
}

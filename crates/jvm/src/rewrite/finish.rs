//! Putting a method's Code attribute together again.
//!
//! Of the attributes of the code, lines and local variables are moved along, the StackMapTable is written anew, and the
//! rest is dropped: it could name offsets that are no longer true, and nothing in a running JVM reads it (annotations
//! on types inside code cannot be seen by reflection).

use std::borrow::Cow;

use crate::classfile::code::Code;
use crate::classfile::frames::{Frame, TypeNames, write_table};
use crate::classfile::pool::Pool;
use crate::classfile::{Attribute, Result, count, write_attributes};

use super::debug::{Lines, read_variables, write_variables};
use super::emit::Emitted;

/// Writes the attribute.
pub fn code_attribute(
    emitted: &Emitted,
    code: &Code<'_>,
    lines: &Lines,
    initial: &Frame,
    pool: &mut Pool<'_>,
    names: &mut TypeNames,
) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(emitted.bytes.len() + 64);
    out.extend(count(emitted.max_stack, "the size of an operand stack")?);
    out.extend(count(emitted.max_locals, "the number of locals")?);
    // The assembler has checked the length.
    out.extend((emitted.bytes.len() as u32).to_be_bytes());
    out.extend_from_slice(&emitted.bytes);
    write_exception_table(emitted, code, &mut out)?;
    let mut attributes = Vec::new();
    write_debug_tables(emitted, code, lines, pool, &mut attributes)?;
    if !emitted.frames.is_empty() {
        let frames: Vec<(usize, Frame)> = emitted
            .frames
            .iter()
            .map(|(&at, frame)| (at, frame.clone()))
            .collect();
        let position = |index: u32| emitted.selves.get(index as usize).copied().unwrap_or(0);
        let table = write_table(&frames, pool, names, initial, position)?;
        let name = pool.add_utf8(b"StackMapTable")?;
        attributes.push(Attribute {
            name,
            data: Cow::Owned(table),
        });
    }
    write_attributes(&attributes, &mut out)?;
    Ok(out)
}

/// The handlers of single calls; the method's own rows in their order, each followed by what it covers behind the code;
/// the handlers of the whole method.
fn write_exception_table(emitted: &Emitted, code: &Code<'_>, out: &mut Vec<u8>) -> Result<()> {
    let catch_all = |&(from, to, handler): &(usize, usize, usize)| (from, to, handler, 0);
    let mut rows: Vec<(usize, usize, usize, u16)> = emitted.watches.iter().map(catch_all).collect();
    for handler in &code.handlers {
        let target = emitted.starts[handler.target];
        let catch_type = handler.catch_type;
        rows.push((
            emitted.starts[handler.start],
            emitted.ends[handler.end - 1],
            target,
            catch_type,
        ));
        for &(from, to, source) in &emitted.outlying {
            if (handler.start..handler.end).contains(&source) {
                rows.push((from, to, target, catch_type));
            }
        }
    }
    rows.extend(emitted.guards.iter().map(catch_all));
    out.extend(count(rows.len(), "the size of an exception table")?);
    for (from, to, handler, catch_type) in rows {
        for offset in [from, to, handler] {
            out.extend(count(offset, "an offset in an exception table")?);
        }
        out.extend(catch_type.to_be_bytes());
    }
    Ok(())
}

fn write_debug_tables(
    emitted: &Emitted,
    code: &Code<'_>,
    lines: &Lines,
    pool: &mut Pool<'_>,
    attributes: &mut Vec<Attribute<'static>>,
) -> Result<()> {
    // What was put before the first instruction belongs to it.
    let start = |insn: usize| if insn == 0 { 0 } else { emitted.starts[insn] };
    if !lines.entries.is_empty() {
        let mut rows: Vec<(usize, u16)> = lines
            .entries
            .iter()
            .map(|&(insn, line)| (start(insn), line))
            .collect();
        for &(from, _, source) in &emitted.outlying {
            rows.extend(lines.of(source).map(|line| (from, line as u16)));
        }
        let mut data = Vec::new();
        data.extend(count(rows.len(), "the number of lines")?);
        for (offset, line) in rows {
            data.extend(count(offset, "the offset of a line")?);
            data.extend(line.to_be_bytes());
        }
        let name = pool.add_utf8(b"LineNumberTable")?;
        attributes.push(Attribute {
            name,
            data: Cow::Owned(data),
        });
    }
    for table in [&b"LocalVariableTable"[..], b"LocalVariableTypeTable"] {
        let variables: Vec<_> = code
            .attributes
            .iter()
            .filter(|a| pool.utf8(a.name) == Ok(table))
            .flat_map(|a| read_variables(&a.data, code))
            .collect();
        if !variables.is_empty() {
            let data = write_variables(&variables, |from, to| {
                let first = if from < emitted.starts.len() {
                    start(from)
                } else {
                    emitted.ends[from - 1]
                };
                let end = if to == 0 { 0 } else { emitted.ends[to - 1] };
                (first, end.saturating_sub(first))
            })?;
            let name = pool.add_utf8(table)?;
            attributes.push(Attribute {
                name,
                data: Cow::Owned(data),
            });
        }
    }
    Ok(())
}

//! The bytes of a definition: one byte for what it defines, then its parts in the order of the format document.

use super::{
    Block, ClassDef, Definition, FieldDef, FileDef, Level, Local, LoopDef, RoutineDef, SkippedDef,
    StrandDef, Variable,
};
use crate::kind::Kind;
use crate::wire::{Take, put_string, put_varint};

const FILE: u8 = 1;
const CLASS: u8 = 2;
const FIELD: u8 = 3;
const ROUTINE: u8 = 4;
const LOOP: u8 = 5;
const STRAND: u8 = 6;
const SKIPPED: u8 = 7;

/// Appends the bytes of a definition.
pub fn encode(definition: &Definition, out: &mut Vec<u8>) {
    match definition {
        Definition::File(def) => {
            out.push(FILE);
            put_varint(out, def.id.into());
            put_string(out, &def.path);
            put_varint(out, def.hash.len() as u64);
            out.extend_from_slice(&def.hash);
        }
        Definition::Class(def) => {
            out.push(CLASS);
            put_varint(out, def.id.into());
            put_string(out, &def.name);
            put_varint(out, def.parent.into());
            put_varint(out, def.file.into());
            out.push(def.level as u8);
            put_varint(out, def.flags.into());
            out.push(def.element.code());
            put_list(out, &def.layout, |out, field| {
                put_varint(out, u64::from(*field));
            });
            put_list(out, &def.constants, |out, name| put_string(out, name));
        }
        Definition::Field(def) => {
            out.push(FIELD);
            put_varint(out, def.id.into());
            put_varint(out, def.class.into());
            put_string(out, &def.name);
            put_string(out, &def.type_name);
            out.push(def.kind.code());
            put_varint(out, def.flags.into());
        }
        Definition::Routine(def) => {
            out.push(ROUTINE);
            put_varint(out, def.id.into());
            put_varint(out, def.class.into());
            put_string(out, &def.name);
            put_string(out, &def.descriptor);
            put_varint(out, def.file.into());
            put_varint(out, def.first_line.into());
            put_varint(out, def.last_line.into());
            put_varint(out, def.flags.into());
            put_list(out, &def.parameters, put_variable);
            out.push(def.result.code());
            put_string(out, &def.result_type);
            out.push(def.block_words);
            put_list(out, &def.blocks, put_block);
            out.extend_from_slice(&def.code_hash.to_le_bytes());
        }
        Definition::Loop(def) => {
            out.push(LOOP);
            put_varint(out, def.id.into());
            put_varint(out, def.routine.into());
            put_varint(out, def.parent.into());
            put_varint(out, def.first_line.into());
            put_varint(out, def.last_line.into());
            put_list(out, &def.locals, |out, local| {
                put_variable(out, &local.variable);
                out.push(u8::from(local.at_header) | u8::from(local.varies) << 1);
            });
            out.push(def.block_words);
            put_list(out, &def.blocks, put_block);
        }
        Definition::Strand(def) => {
            out.push(STRAND);
            put_varint(out, def.id.into());
            put_string(out, &def.name);
        }
        Definition::Skipped(def) => {
            out.push(SKIPPED);
            put_string(out, &def.name);
            put_string(out, &def.reason);
        }
    }
}

fn put_list<T>(out: &mut Vec<u8>, items: &[T], mut put: impl FnMut(&mut Vec<u8>, &T)) {
    put_varint(out, items.len() as u64);
    for item in items {
        put(out, item);
    }
}

fn put_variable(out: &mut Vec<u8>, variable: &Variable) {
    put_string(out, &variable.name);
    put_string(out, &variable.type_name);
    out.push(variable.kind.code());
}

/// The lines of a block: the first as it is, each further one as the distance to the one before.
fn put_block(out: &mut Vec<u8>, block: &Block) {
    let mut before = 0;
    put_list(out, &block.lines, |out, &line| {
        put_varint(out, u64::from(line.wrapping_sub(before)));
        before = line;
    });
}

/// Reads one definition; `None` when the bytes are not one. Bytes that follow it belong to a later minor version.
pub fn decode(bytes: &[u8]) -> Option<Definition> {
    let take = &mut Take::new(bytes);
    Some(match take.u8()? {
        FILE => Definition::File(FileDef {
            id: take.varint32()?,
            path: take.string()?,
            hash: {
                let length = usize::try_from(take.varint()?).ok()?;
                take.bytes(length)?.to_vec()
            },
        }),
        CLASS => Definition::Class(ClassDef {
            id: take.varint32()?,
            name: take.string()?,
            parent: take.varint32()?,
            file: take.varint32()?,
            level: match take.u8()? {
                0 => Level::Recorded,
                1 => Level::Writes,
                2 => Level::Opaque,
                _ => return None,
            },
            flags: take.varint32()?,
            element: take_kind(take)?,
            layout: take.list(Take::varint32)?,
            constants: take.list(Take::string)?,
        }),
        FIELD => Definition::Field(FieldDef {
            id: take.varint32()?,
            class: take.varint32()?,
            name: take.string()?,
            type_name: take.string()?,
            kind: take_kind(take)?,
            flags: take.varint32()?,
        }),
        ROUTINE => Definition::Routine(RoutineDef {
            id: take.varint32()?,
            class: take.varint32()?,
            name: take.string()?,
            descriptor: take.string()?,
            file: take.varint32()?,
            first_line: take.varint32()?,
            last_line: take.varint32()?,
            flags: take.varint32()?,
            parameters: take.list(take_variable)?,
            result: take_kind(take)?,
            result_type: take.string()?,
            block_words: take.u8()?,
            blocks: take.list(take_block)?,
            code_hash: take.u64()?,
        }),
        LOOP => Definition::Loop(LoopDef {
            id: take.varint32()?,
            routine: take.varint32()?,
            parent: take.varint32()?,
            first_line: take.varint32()?,
            last_line: take.varint32()?,
            locals: take.list(|take| {
                let variable = take_variable(take)?;
                let flags = take.u8()?;
                Some(Local {
                    variable,
                    at_header: flags & 1 != 0,
                    varies: flags & 2 != 0,
                })
            })?,
            block_words: take.u8()?,
            blocks: take.list(take_block)?,
        }),
        STRAND => Definition::Strand(StrandDef {
            id: take.varint32()?,
            name: take.string()?,
        }),
        SKIPPED => Definition::Skipped(SkippedDef {
            name: take.string()?,
            reason: take.string()?,
        }),
        _ => return None,
    })
}

fn take_kind(take: &mut Take) -> Option<Kind> {
    take.u8().and_then(Kind::from_code)
}

fn take_variable(take: &mut Take) -> Option<Variable> {
    Some(Variable {
        name: take.string()?,
        type_name: take.string()?,
        kind: take_kind(take)?,
    })
}

fn take_block(take: &mut Take) -> Option<Block> {
    let mut line = 0u32;
    let lines = take.list(|take| {
        line = line.wrapping_add(take.varint32()?);
        Some(line)
    })?;
    Some(Block { lines })
}
